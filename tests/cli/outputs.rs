//! Writing outputs never destroys anybody's data: no input, nobody's formula or puzzle, and no
//! previous file unless the new content is complete.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gordian_testkit::{Run, dimacs, file, finish, pigeonhole, skip};

use crate::{GORDIAN, directory, gordian, run, run_with_input};

const PUZZLE: &str = "# mine\nboard: 3x20\npieces: pentominoes\n";
const SQUARE: &str = "stars: 1\nAAB\nABB\nCCC\n";
const UNSATISFIABLE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// A command that writes to `target`, and what it reads.
struct Writing {
    words: Vec<String>,
    inputs: Vec<PathBuf>,
}

/// Every option of every verb that writes a file, but checkpoints and certificates, which have
/// rules of their own.
fn writings(directory: &Path, target: &Path) -> Vec<Writing> {
    let puzzle = file(directory, "puzzle.txt", PUZZLE);
    let contradiction = file(directory, "square.txt", SQUARE);
    let formula = file(directory, "formula.cnf", UNSATISFIABLE);
    let open = file(directory, "open.cnf", "p cnf 3 1\n1 2 3 0\n");
    let result = file(directory, "result", "s UNSATISFIABLE\n");
    let symmetry = file(directory, "generators", "()\n");
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let target = text(target);
    let writing = |words: &[&str], inputs: &[&PathBuf]| Writing {
        words: words.iter().map(|word| (*word).to_owned()).chain(inputs.iter().map(|input| text(input))).collect(),
        inputs: inputs.iter().map(|input| (*input).clone()).collect(),
    };
    let mut proof = writing(&["solve", "-q"], &[&formula]);
    proof.words.push(target.clone());
    vec![
        proof,
        writing(&["solve", "-q", "--svg", &target], &[&puzzle]),
        writing(&["list", "-q", "--limit=1", "--svg", &target], &[&puzzle]),
        writing(&["count", "-q", "--svg", &target], &[&puzzle]),
        writing(&["count", "-q", "--trace", &target], &[&open]),
        writing(&["count", "-q", "--trace", &target, "--project=1"], &[&open]),
        writing(&["facts", "-q", "--svg", &target], &[&contradiction]),
        writing(&["explain", "-q", "--svg", &target], &[&contradiction]),
        writing(&["explain", "-q", "-o", &target], &[&formula]),
        writing(&["encode", "-q", "-o", &target], &[&puzzle]),
        writing(&["decode", "-q", "--svg", &target], &[&puzzle, &result]),
        writing(&["show", "-q", "--svg", &target], &[&puzzle]),
        writing(&["list", "-q", "--limit=1", "--svg", &target, "--symmetry"], &[&symmetry, &puzzle]),
    ]
}

fn refused(run: &Run, words: &str, what: &[String]) {
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{what:?}: {run:?}");
    assert!(run.stderr.starts_with("gordian: error: ") && run.stderr.contains(words), "{what:?}: {run:?}");
}

#[test]
fn no_output_replaces_an_input_of_the_same_run_by_any_name() {
    let directory = directory("outputs-input");
    let target = directory.join("target");
    for number in 0..writings(&directory, &target).len() {
        let inputs = writings(&directory, &target).swap_remove(number).inputs;
        for input in inputs {
            let before = fs::read(&input).unwrap();
            let (hard, soft) = (directory.join("hard"), directory.join("soft"));
            let _ = (fs::remove_file(&hard), fs::remove_file(&soft));
            fs::hard_link(&input, &hard).unwrap();
            symlink(&input, &soft).unwrap();
            for name in
                [input.clone(), hard.clone(), soft.clone(), directory.join(".").join(input.file_name().unwrap())]
            {
                // Written anew, the input would no longer be that of the hard link.
                let Writing { mut words, .. } = {
                    let text = |path: &Path| path.to_str().unwrap().to_owned();
                    let mut writing = writings(&directory, &target).swap_remove(number);
                    let place = writing.words.iter().position(|word| *word == text(&target)).unwrap();
                    writing.words[place] = text(&name);
                    writing
                };
                for force in [false, true] {
                    words.extend(force.then(|| "-f".to_owned()));
                    refused(&run(&words), "this is the input", &words);
                    assert_eq!(fs::read(&input).unwrap(), before, "{words:?}");
                }
            }
        }
    }
}

#[test]
fn standard_input_from_a_file_is_an_input() {
    let directory = directory("outputs-stdin");
    let puzzle = file(&directory, "puzzle.txt", PUZZLE);
    let mut command = gordian();
    command.args(["solve", "-f", "--svg"]).arg(&puzzle).arg("-").stdin(fs::File::open(&puzzle).unwrap());
    let run = finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    refused(&run, "this is the input", &[]);
    let log = directory.join("log");
    let mut command = gordian();
    command.args(["show", "--svg"]).arg(&log).arg(&puzzle).stdout(fs::File::create(&log).unwrap());
    let run = finish(command.stderr(Stdio::piped()).spawn().unwrap());
    refused(&run, "standard output", &[]);
    assert_eq!(fs::read_to_string(&puzzle).unwrap(), PUZZLE);
}

#[test]
fn somebodys_formula_or_puzzle_is_replaced_with_force_only() {
    let directory = directory("outputs-somebodys");
    let target = directory.join("target");
    let gzipped = {
        let mut bytes = Vec::new();
        flate2::read::GzEncoder::new(PUZZLE.as_bytes(), Default::default()).read_to_end(&mut bytes).unwrap();
        bytes
    };
    let contents: [(&[u8], &str); 7] = [
        (b"p cnf 1 1\n1 0\n", "a formula"),
        (b"board: 2x2\npieces: dominoes x*\n", "a puzzle"),
        (b"AAB\nABB\nCCC\n", "a puzzle"),
        (b"SEND + MORE = MONEY\n", "a puzzle"),
        (b"{\"dominoes\": [[1, 1]], \"regions\": []}", "a puzzle"),
        (b"1...\n...2\n3...\n...4\n", "a puzzle"),
        (&gzipped, "a puzzle"),
    ];
    let all = writings(&directory, &target);
    for Writing { words, .. } in &all {
        // All contents for one verb, two of them for the others.
        let count = if words[0] == "show" { contents.len() } else { 2 };
        for (content, what) in &contents[..count] {
            fs::write(&target, content).unwrap();
            refused(&run(words), &format!("looks like {what} and would be overwritten"), words);
            assert_eq!(fs::read(&target).unwrap(), *content, "{words:?}");
        }
        let forced = run(words.iter().map(String::as_str).chain(["--force"]));
        assert_ne!(forced.code, Some(1), "{words:?}: {forced:?}");
    }
}

#[test]
fn comments_hide_nobodys_formula_or_puzzle() {
    let directory = directory("outputs-behind-comments");
    let formula = file(&directory, "formula.cnf", UNSATISFIABLE);
    let target = directory.join("target");
    for (content, what) in [
        ("c hello world\n".repeat(9000) + "p cnf 2 1\n1 2 0\n", "a formula"),
        ("# hello world\n".repeat(9000) + "queens: 6\n", "a puzzle"),
    ] {
        fs::write(&target, &content).unwrap();
        let words = ["count", "-q", "--nnf", target.to_str().unwrap(), formula.to_str().unwrap()];
        refused(&run(words), &format!("looks like {what} and would be overwritten"), &[]);
        assert_eq!(fs::read_to_string(&target).unwrap(), content);
    }
}

/// The program may replace its own outputs; otherwise nobody could run a command twice.
#[test]
fn own_outputs_are_replaced_without_force() {
    let directory = directory("outputs-own");
    for name in ["target", "target.gz", "target.svg", "target.drat"] {
        let target = directory.join(name);
        for Writing { words, .. } in writings(&directory, &target) {
            let _ = fs::remove_file(&target);
            let first = run(&words);
            let (second, again) = (run(&words), fs::read(&target).ok());
            assert_ne!(first.code, Some(1), "{words:?}: {first:?}");
            assert_eq!((first.code, first.stdout), (second.code, second.stdout), "{words:?}: {}", second.stderr);
            assert!(again.is_some() || ["list", "decode", "facts"].contains(&words[0].as_str()), "{words:?}");
        }
    }
    // A formula under the name of one, too.
    let target = directory.join("encoded.cnf.gz");
    let puzzle = file(&directory, "puzzle.txt", PUZZLE);
    for _ in 0..2 {
        let run = run(["encode".as_ref(), puzzle.as_os_str(), "-o".as_ref(), target.as_os_str()]);
        assert_eq!(run.code, Some(0), "{run:?}");
    }
}

#[test]
fn proofs_of_any_kind_are_no_puzzles() {
    let directory = directory("outputs-proofs");
    let proof = directory.join("proof");
    for (number, pigeons) in (2..7).enumerate() {
        let formula = file(&directory, &format!("{number}.cnf"), dimacs(&pigeonhole(pigeons, pigeons - 1)));
        for options in [&[][..], &["--no-binary"], &["--lrat"], &["--lrat", "--no-binary"]] {
            let mut words = vec!["solve", "-q", formula.to_str().unwrap(), proof.to_str().unwrap()];
            words.extend(options);
            assert_eq!(run(&words).code, Some(20), "over a proof of another kind: {words:?}");
        }
    }
    for seed in 0..20 {
        let clauses: Vec<Vec<i32>> = (0..8).map(|row| vec![1 + (row + seed) % 5, -(1 + (row * seed) % 7), 8]).collect();
        let formula = file(&directory, "count.cnf", dimacs(&clauses));
        let trace = directory.join("trace");
        let run = run(["count", "-q", "--trace", trace.to_str().unwrap(), formula.to_str().unwrap()]);
        assert_eq!(run.code, Some(10), "over the trace of another formula: {run:?}");
    }
}

#[test]
fn two_outputs_of_one_name_are_refused() {
    let directory = directory("outputs-twice");
    let puzzle = file(&directory, "puzzle.txt", PUZZLE);
    let (target, link) = (directory.join("target"), directory.join("link"));
    symlink("target", &link).unwrap();
    let (puzzle, target, link) = (puzzle.to_str().unwrap(), target.to_str().unwrap(), link.to_str().unwrap());
    let dotted = format!("{}/./target", directory.display());
    for words in [
        vec!["solve", puzzle, target, "--svg", target],
        vec!["solve", puzzle, target, "--svg", link],
        vec!["solve", puzzle, target, "--svg", &dotted],
        vec!["count", puzzle, "--checkpoint", target, "--svg", link],
        vec!["count", puzzle, "--certificate", target, "--svg", target],
    ] {
        let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        refused(&run(&words), "two outputs of this run", &words);
        assert!(!Path::new(target).exists());
    }
    let words = ["count", puzzle, "--certificate", target, "--svg", &format!("{target}/certificate.txt")];
    fs::create_dir(target).unwrap();
    refused(&run(words), "two outputs of this run", &words.map(str::to_owned));
    assert_eq!(run(["solve", "-q", puzzle, "/dev/null", "--svg", "/dev/null"]).code, Some(10));
}

#[test]
fn links_pipes_devices_and_folders_are_what_they_are_afterwards() {
    let directory = directory("outputs-kinds");
    let puzzle = file(&directory, "puzzle.txt", PUZZLE);
    let show =
        |target: &Path| run(["show".as_ref(), "-q".as_ref(), "--svg".as_ref(), target.as_os_str(), puzzle.as_os_str()]);
    let (link, made) = (directory.join("link"), directory.join("made"));
    symlink("made", &link).unwrap();
    for _ in 0..2 {
        assert_eq!(show(&link).code, Some(0));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&made).unwrap().starts_with("<svg"));
    }
    let round = directory.join("round");
    symlink("round", &round).unwrap();
    refused(&show(&round), "circle", &[]);
    refused(&show(&directory), "this is a folder", &[]);
    refused(&show(&directory.join("no/such/folder.svg")), "no such folder", &[]);
    assert_eq!(show(Path::new("/dev/null")).code, Some(0));
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let pipe = directory.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut command = gordian();
    command.args(["show", "-q", "--svg"]).arg(&pipe).arg(&puzzle).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    assert!(fs::read_to_string(&pipe).unwrap().starts_with("<svg"));
    assert_eq!(finish(child).code, Some(0));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

/// A shell hands over such pipes, which have no path of their own, as `/dev/fd/63`.
#[test]
fn pipes_without_a_name_are_written_to() {
    let directory = directory("outputs-pipes");
    let formula = file(&directory, "formula.cnf", UNSATISFIABLE);
    let open = file(&directory, "open.cnf", "p cnf 3 1\n1 2 3 0\n");
    for (words, input, output) in [
        (&["solve", "-q", "--no-binary"][..], &formula, "0\n"),
        (&["count", "-q", "--nnf", "/dev/stdout"], &open, "nnf "),
    ] {
        let mut command = gordian();
        command.args(words).arg(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        if words[0] == "solve" {
            command.arg("/dev/stdout");
        }
        let written = finish(command.spawn().unwrap());
        assert_ne!(written.code, Some(1), "{written:?}");
        assert!(written.stdout.contains(output), "{written:?}");
    }
}

/// Runs as another user where this one may do everything.
fn run_as_somebody(directory: &Path, words: &[&str]) -> Run {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    let mut command = if is_root { Command::new("setpriv") } else { gordian() };
    if is_root {
        // The program is copied to where anybody may run it.
        let program = directory.join("gordian");
        fs::copy(GORDIAN, &program).unwrap();
        command.args(["--reuid=65534", "--clear-groups"]).arg(program);
    }
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(command.spawn().unwrap())
}

#[test]
fn in_a_folder_that_takes_no_file_the_old_one_stays() {
    // Below the system's own folder: nobody else may look into the one of the tests.
    let directory = std::env::temp_dir().join(format!("gordian-outputs-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
    let formula = file(&directory, "formula.cnf", UNSATISFIABLE);
    let broken = file(&directory, "broken.cnf", "p cnf 1 1\n1 x 0\n");
    let locked = directory.join("locked");
    fs::create_dir(&locked).unwrap();
    let old = file(&locked, "old.drat", "precious");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o666)).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    let (old_name, new_name) = (old.to_str().unwrap(), format!("{}/new.drat", locked.display()));
    for input in [&formula, &broken] {
        let input = input.to_str().unwrap();
        for target in [old_name, &new_name] {
            let run = run_as_somebody(&directory, &["solve", "-q", input, target]);
            assert!(run.code == Some(1) && run.stderr.contains("no new file can be made in its folder"), "{run:?}");
        }
        assert_eq!(fs::read(&old).unwrap(), b"precious");
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
    fs::remove_dir_all(&directory).unwrap();
}

/// A file system all of whose inodes are used.
#[test]
fn where_no_new_file_can_be_made_the_old_one_stays() {
    let directory = directory("outputs-inodes");
    let place = directory.join("full");
    fs::create_dir(&place).unwrap();
    let mounted =
        Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k,nr_inodes=4", "none"]).arg(&place).output();
    if !mounted.is_ok_and(|mounted| mounted.status.success()) {
        return skip("no file system can be mounted here");
    }
    let old = file(&place, "old.drat", "precious");
    let mut number = 0;
    while fs::write(place.join(number.to_string()), "").is_ok() {
        number += 1;
    }
    let broken = file(&directory, "broken.cnf", "p cnf 1 1\n1 x 0\n");
    let formula = file(&directory, "formula.cnf", UNSATISFIABLE);
    let runs = [&broken, &formula].map(|input| run(["solve".as_ref(), input.as_os_str(), old.as_os_str()]));
    let left = fs::read(&old).unwrap();
    assert!(Command::new("umount").arg(&place).status().unwrap().success());
    for run in runs {
        refused(&run, "no new file can be made in its folder", &[]);
    }
    assert_eq!(left, b"precious");
}

#[test]
fn a_certificate_stays_until_there_is_another() {
    let directory = directory("outputs-certificate");
    let formula = file(&directory, "open.cnf", "p cnf 3 1\n1 2 3 0\n");
    let folder = directory.join("certificate");
    let (formula, folder_name) = (formula.to_str().unwrap(), folder.to_str().unwrap());
    let count = |more: &[&str]| run([&["count", "-q", "--certificate", folder_name][..], more].concat());
    assert_eq!(count(&[formula]).code, Some(10));
    let content = || {
        let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<(PathBuf, Vec<u8>)> = entries.map(|path| (path.clone(), fs::read(&path).unwrap())).collect();
        files.sort();
        files
    };
    let before = content();
    assert_eq!(before.len(), 6);
    assert!(count(&[formula]).stderr.contains("is not empty"));
    // Stopped before the end, with some solutions found.
    let long: Vec<Vec<i32>> = (1..=40).map(|var| vec![var, var % 40 + 1]).collect();
    let long = file(&directory, "long.cnf", dimacs(&long));
    assert_eq!(count(&["-f", "--time=0.3", long.to_str().unwrap()]).code, Some(10));
    assert_eq!(content(), before);
    // The formula of the certificate as its own input.
    let own = format!("{folder_name}/formula.cnf");
    refused(&count(&["-f", &own]), "this is the input", &[]);
    assert_eq!(content(), before);
    assert_eq!(count(&["-f", formula]).code, Some(10));
    assert_eq!(run(["check", formula, folder_name]).status(), "VERIFIED");
    refused(&run(["count", "--certificate", formula, "-"]), "this is no folder", &[]);
}

#[test]
fn a_proof_on_standard_output_stays_one() {
    let printed = run_with_input(["solve", "-q", "-", "-"], UNSATISFIABLE.as_bytes());
    assert_eq!((printed.code, printed.stdout.ends_with("0\ns UNSATISFIABLE\n")), (Some(20), true), "{printed:?}");
}

#[test]
fn a_dash_is_standard_output_where_there_can_be_one_and_no_file_elsewhere() {
    let directory = directory("outputs-dash");
    let formula = file(&directory, "open.cnf", "p cnf 3 1\n1 2 3 0\n");
    let puzzle = file(&directory, "board.txt", "SEND + MORE = MONEY\n");
    let ask = |words: &[&str], input: &Path| {
        let mut command = gordian();
        command.current_dir(&directory).args(words).arg(input);
        finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    };
    assert!(ask(&["encode", "-o", "-"], &puzzle).stdout.contains("p cnf "));
    for words in [["count", "--trace", "-"], ["count", "--nnf", "-"], ["count", "--checkpoint", "-"]] {
        refused(&ask(&words, &formula), "`./-` is one of this name", &[]);
    }
    refused(&ask(&["show", "--svg", "-"], &puzzle), "`./-` is one of this name", &[]);
    assert!(!directory.join("-").exists());
}

#[test]
fn what_cannot_be_written_is_refused_or_told() {
    let directory = directory("outputs-none");
    let formula = file(&directory, "open.cnf", "p cnf 3 1\n1 2 3 0\n");
    let puzzle = file(&directory, "board.txt", "board: 2x3\npieces:\n  I x1\n#\n#\n#\n#\n");
    let (formula, puzzle) = (formula.to_str().unwrap(), puzzle.to_str().unwrap());
    refused(&run(["solve", "--svg", "none.svg", formula]), "`--svg` draws puzzles", &[]);
    assert!(run(["solve", "--lrat", formula]).stderr.contains("<PROOF|--check>"));
    assert!(run(["solve", "--no-binary", formula]).stderr.contains("<PROOF>"));
    assert_eq!(run(["solve", "--lrat", "--check", formula]).code, Some(10));
    // The pieces have too few cells, so there is no formula to refute.
    let target = directory.join("evidence");
    let evidence = target.to_str().unwrap();
    for words in [["solve", puzzle, evidence].as_slice(), &["count", "--trace", evidence, puzzle]] {
        let told = run(words);
        assert_eq!((told.code, told.stdout.contains("evidence is not written")), (Some(20), true), "{told:?}");
        assert!(!target.exists());
    }
}
