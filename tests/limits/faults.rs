//! The promises of the program when the machine fails it: no wrong answer, no half-written file, an
//! error that says why. The table in `docs/testing.md` lists these.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use gordian_testkit::{Run, dimacs, file, finish, sample_path, two_flocks};

use crate::{GORDIAN, alone, directory, gordian, run};

/// Neither a panic nor an answer; an error that names `place`.
fn refused(run: &Run, place: &str) {
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.starts_with("gordian: error: ") && run.stderr.contains(place), "{run:?}");
}

/// The names of what is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Satisfied by so many assignments that listing them takes long.
fn free(num_vars: usize) -> String {
    format!("p cnf {num_vars} 1\n1 2 0\n")
}

#[test]
fn a_full_disk_is_an_error() {
    let directory = directory("full-disk");
    let formula = file(&directory, "php.cnf", dimacs(&two_flocks(8, 7)));
    for arguments in [vec![], vec!["--no-binary"]] {
        let run = run(["solve".as_ref(), formula.as_os_str(), "/dev/full".as_ref()]
            .into_iter()
            .chain(arguments.iter().map(AsRef::as_ref)));
        refused(&run, "/dev/full");
    }
    let puzzle = sample_path("queens/eight-queens.txt");
    let puzzle = puzzle.to_str().unwrap();
    refused(&run(["encode", puzzle, "-o", "/dev/full"]), "/dev/full");
    refused(&run(["show", puzzle, "--svg", "/dev/full"]), "/dev/full");
    let models = file(&directory, "free.cnf", free(20));
    for arguments in [["list", models.to_str().unwrap(), "--limit=1000"], ["list", "--json", puzzle]] {
        let mut command = gordian();
        command.args(arguments).stdout(File::create("/dev/full").unwrap()).stderr(Stdio::piped());
        refused(&finish(command.spawn().unwrap()), "standard output");
    }
}

/// Under a limit on the size of files: the disk is full in the middle of the proof.
#[test]
fn a_disk_that_fills_up_leaves_what_stood_there() {
    let directory = directory("filling-disk");
    let formula = file(&directory, "php.cnf", dimacs(&two_flocks(8, 7)));
    for name in ["old.drat", "old.drat.gz"] {
        let proof = file(&directory, name, "0\n");
        let program =
            format!("trap '' XFSZ; ulimit -f 8; exec {} solve {} {}", GORDIAN, formula.display(), proof.display());
        let mut shell = Command::new("sh");
        let child = shell.args(["-c", &program]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        refused(&finish(child), name);
        assert_eq!(fs::read(&proof).unwrap(), b"0\n");
    }
    assert_eq!(names(&directory), ["old.drat", "old.drat.gz", "php.cnf"]);
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let directory = directory("closed-pipe");
    let formula = file(&directory, "free.cnf", free(30));
    let mut list = gordian();
    list.arg("list").arg(&formula);
    let variables: String = (0..30).map(|number| format!("var 1..9: x{number} :: output_var;\n")).collect();
    let model = file(&directory, "free.fzn", variables + "solve satisfy;\n");
    let mut solve = Command::new(env!("CARGO_BIN_EXE_fzn-gordian"));
    solve.arg("-a").arg(&model);
    for mut command in [list, solve] {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        // Reading stops here, and the pipe closes; without that it would go on for hours.
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let run = finish(child);
        assert!(run.code.is_some() && run.stderr.is_empty(), "{run:?}");
    }
}

#[test]
fn a_proof_into_a_pipe_that_nobody_reads_any_more_is_an_error() {
    let directory = directory("closed-proof");
    let formula = file(&directory, "php.cnf", dimacs(&two_flocks(30, 29)));
    let pipe = directory.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut command = gordian();
    command.args(["solve", "--conflicts", "5000"]).arg(&formula).arg(&pipe);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut beginning = [0; 16];
    File::open(&pipe).unwrap().read_exact(&mut beginning).unwrap();
    refused(&finish(child), "pipe");
    assert!(fs::metadata(&pipe).is_ok(), "a pipe stays a pipe");
}

/// Killed after more and more time: what stands under the name of the proof is what stood there
/// before, or a whole proof.
#[test]
fn a_kill_leaves_no_half_written_file() {
    let directory = directory("kill");
    let formula = file(&directory, "php.cnf", dimacs(&two_flocks(8, 7)));
    let proof = directory.join("php.drat");
    let (mut killed, mut ended) = (0, 0);
    for milliseconds in (0..).map(|round: u64| round * round) {
        fs::write(&proof, "what stood there before").unwrap();
        let mut command = gordian();
        command.args(["solve", "-q"]).arg(&formula).arg(&proof).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        let run = finish(child);
        let left = fs::read(&proof).unwrap();
        if left == b"what stood there before" {
            killed += 1;
            assert_eq!((run.code, run.stdout.contains("UNSAT")), (None, false), "answered before the proof was there");
        } else {
            let check = crate::run(["check".as_ref(), formula.as_os_str(), proof.as_os_str()]);
            assert_eq!((check.code, check.status()), (Some(0), "VERIFIED"));
            ended += 1;
        }
        if ended == 3 {
            break;
        }
        assert!(milliseconds < 20_000, "never comes to its end");
    }
    assert!(killed > 0);
}

/// A limit on memory ends the program, which says so, gives no answer and leaves files as they were.
#[test]
fn the_end_of_the_memory_is_no_answer() {
    let _all = alone();
    let directory = directory("memory");
    let formula = directory.join("large.cnf");
    let mut text = std::io::BufWriter::new(File::create(&formula).unwrap());
    writeln!(text, "p cnf 3000000 3000000").unwrap();
    (1..=3_000_000)
        .for_each(|var| writeln!(text, "{var} -{} {} 0", var % 2_999_999 + 1, var * 7 % 2_999_983 + 1).unwrap());
    drop(text);
    let proof = directory.join("proof");
    let program = format!("ulimit -v 120000; exec {} solve {} {}", GORDIAN, formula.display(), proof.display());
    let child =
        Command::new("sh").args(["-c", &program]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let run = finish(child);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.lines('s').is_empty() && run.stderr.contains("memory allocation"), "{run:?}");
    assert!(!proof.exists());
}

#[test]
fn a_huge_sparse_file_is_refused_at_its_first_hole() {
    let directory = directory("sparse");
    let path = file(&directory, "sparse.cnf", "p cnf 2 2\n1 2 0\n");
    File::options().write(true).open(&path).unwrap().set_len(10 << 30).unwrap();
    refused(&run(["solve".as_ref(), path.as_os_str()]), "sparse.cnf:3:1:");
    refused(&run(["count".as_ref(), path.as_os_str()]), "sparse.cnf:3:1:");
    File::options().write(true).open(&path).unwrap().set_len(0).unwrap();
    File::options().write(true).open(&path).unwrap().set_len(10 << 30).unwrap();
    refused(&run(["solve", "--as", "cnf", path.to_str().unwrap()]), "sparse.cnf:1:1:");
    fs::remove_file(path).unwrap();
}

#[test]
fn standard_input_without_end_ends_with_the_time() {
    for line in ["1 -2 3 0\n", "\n", "c a comment without an end "] {
        let mut command = gordian();
        command.args(["solve", "--time", "0.5", "-"]).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let block = line.repeat(1000);
        let writing = std::thread::spawn(move || while stdin.write_all(block.as_bytes()).is_ok() {});
        let run = finish(child);
        writing.join().unwrap();
        assert_eq!((run.code, run.status()), (Some(0), "UNKNOWN"));
    }
}

#[test]
fn a_puzzle_without_end_is_refused() {
    for arguments in [["show", "--as=queens"], ["solve", "--as=sudoku"]] {
        let mut child = gordian();
        child.args(arguments).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writing = std::thread::spawn(move || while stdin.write_all(&[b'A'; 1 << 16]).is_ok() {});
        refused(&finish(child), "<stdin>: larger than 64 MiB");
        writing.join().unwrap();
    }
}

#[test]
fn a_decompression_bomb_is_refused() {
    let directory = directory("bomb");
    let path = directory.join("bomb.cnf.gz");
    let mut encoder = flate2::write::GzEncoder::new(File::create(&path).unwrap(), flate2::Compression::best());
    let blank = vec![b' '; 1 << 20];
    (0..300).for_each(|_| encoder.write_all(&blank).unwrap());
    encoder.finish().unwrap();
    refused(&run(["solve".as_ref(), path.as_os_str()]), "decompress them first");
}

#[test]
fn an_output_that_fails_leaves_what_stood_there() {
    let directory = directory("leaves");
    let broken = file(&directory, "broken.cnf", "p cnf 1 1\n1 x 0\n");
    let proof = file(&directory, "old.drat", "0\n");
    refused(&run(["solve".as_ref(), broken.as_os_str(), proof.as_os_str()]), "broken.cnf:2:3");
    assert_eq!(fs::read_to_string(&proof).unwrap(), "0\n");
    assert_eq!(names(&directory), ["broken.cnf", "old.drat"]);
}

/// A limit on memory, and the size of the stacks, leave room for some threads only.
#[test]
fn threads_are_as_many_as_can_be() {
    let _all = alone();
    let puzzle = sample_path("polyforms/pentominoes-4x15.txt");
    let count = |stack: &str, arguments: &[&str]| {
        let mut command = Command::new("sh");
        let program = format!("ulimit -v 3500000; exec {} count \"$@\"", GORDIAN);
        command.args(["-c", &program, "sh"]).args(arguments).arg(&puzzle).env("RUST_MIN_STACK", stack);
        finish(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    };
    let exact = ["--method", "exact-cover", "--threads", "100000"];
    for stack in ["2000000", "800000000"] {
        for arguments in [&exact[..], &["--threads", "100000"]] {
            let run = count(stack, arguments);
            assert_eq!((run.code, run.stderr.as_str()), (Some(10), ""), "{run:?}");
            assert!(run.stdout.contains("1472 solutions"), "{run:?}");
        }
        let run = count(stack, &exact);
        assert!(run.stdout.starts_with("c WARNING ") && run.stdout.contains("of 100000 threads"), "{run:?}");
        let run = count(stack, &[&exact[..], &["--json"]].concat());
        let most = 8 * std::thread::available_parallelism().unwrap().get() as u64;
        let threads = run.json()["threads"].as_u64().unwrap();
        assert!(threads >= 1 && if stack == "2000000" { threads <= most } else { threads < 8 }, "{run:?}");
    }
    refused(&count("4000000000", &exact), "no thread can be started");
    // Threads that only save time are not needed.
    let run = count("4000000000", &[]);
    assert!(run.code == Some(10) && run.stdout.contains("1472 solutions"), "{run:?}");
}
