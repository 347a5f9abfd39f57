//! Limits of time and memory, verb by verb, on inputs that take far longer or never end. The
//! promises, and the measurements on the largest inputs, are in `docs/testing.md`.
//!
//! Each run has a limit of a second, or less where it only waits, and has to end in [`PATIENCE`]:
//! machines that run tests are busy.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use gordian_testkit::{Random, Run, at_once, dimacs, file, finish};

use crate::{GORDIAN, beside_others, directory, gordian, run};

/// Longer than this nobody waits for a limit of a second.
const PATIENCE: Duration = Duration::from_secs(10);

/// So many runs share the machine: each lasts a second, however little it gets of it.
const AT_ONCE: usize = 4;

/// An empty Sudoku of this size.
fn sudoku(size: usize) -> String {
    format!("sudoku: {size}\n{}", format!("{}\n", ". ".repeat(size)).repeat(size))
}

/// A product whose sums take millions of clauses.
const PRODUCT: &str = "base: 36\nABCDEFGHIJKL * MNOPQRSTUVWX = YZABCDEFGHIJKLMNOPQRSTU\n";

/// Clauses of three literals, of which two thirds of a million leave no time for anything.
fn random_formula(num_vars: usize, num_clauses: usize) -> String {
    let mut random = Random::new(7);
    dimacs(&(0..num_clauses).map(|_| random.careless(num_vars, 3)).collect::<Vec<Vec<i32>>>())
}

/// The limit of a run that waits for input that never comes.
const MOMENT: &str = "0.3";

/// Runs the program to its end with a limit of a second, and asserts that it has one in time.
fn in_time(arguments: &[&str]) -> Run {
    within("1", arguments)
}

/// The same with a limit of so many seconds.
fn within(seconds: &str, arguments: &[&str]) -> Run {
    let _measured = beside_others();
    let started = Instant::now();
    let run = run([arguments, &["-t", seconds]].concat());
    assert!(started.elapsed() < PATIENCE, "{arguments:?} took {:?}: {run:?}", started.elapsed());
    run
}

/// Like [`in_time`], for a program with an endless standard input, in so many kilobytes of memory.
fn on_endless(arguments: &[&str], memory: u64, begin: &str, again: &'static str) -> Run {
    let program = format!("ulimit -v {memory}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &program, GORDIAN]).args(arguments).args(["-t", "1"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let _measured = beside_others();
    let started = Instant::now();
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let begin = begin.to_owned();
    let writer = thread::spawn(move || -> io::Result<()> {
        stdin.write_all(begin.as_bytes())?;
        let piece = again.repeat(1 + 65536 / again.len());
        loop {
            stdin.write_all(piece.as_bytes())?;
        }
    });
    let run = finish(child);
    assert!(writer.join().unwrap().is_err());
    assert!(started.elapsed() < PATIENCE, "{arguments:?} took {:?}: {run:?}", started.elapsed());
    run
}

/// A named pipe in the folder.
fn pipe(directory: &Path, name: &str) -> PathBuf {
    let path = directory.join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

#[test]
fn every_verb_ends_with_the_time_on_large_puzzles() {
    let directory = directory("limits-puzzles");
    let path = |name: &str, text: &str| file(&directory, name, text).to_str().unwrap().to_owned();
    let [small, middle, large] = [16, 25, 100].map(|size| path(&format!("sudoku-{size}.txt"), &sudoku(size)));
    let product = path("product.txt", PRODUCT);
    let packing = path("packing.txt", "title: any\nboard: 120x120\npieces: pentominoes x*\n");
    let verbs = [
        &["solve", "-n", &large][..],
        &["count", &large],
        &["list", &large],
        &["facts", &large],
        &["explain", &large],
        &["facts", "--counts", &large],
        &["facts", "--counts", &middle],
        &["facts", "--counts", &small],
        &["count", "--up-to-symmetry", &large],
        &["count", "--up-to-symmetry", &small],
        &["list", "--sample", "3", &large],
        &["count", "--method", "component", &middle],
        &["count", "--method", "frontier", &large],
        &["count", "--threads", "2", &middle],
        &["solve", "-n", &product],
        &["count", &product],
        &["solve", "-n", &packing],
        &["explain", &packing],
    ];
    at_once(AT_ONCE, &verbs, |arguments| {
        let run = in_time(arguments);
        assert_ne!(run.code, Some(1), "{arguments:?}: {run:?}");
    });
}

/// The program reports the numbers that are known when the time is over.
#[test]
fn what_is_known_is_told() {
    let directory = directory("limits-known");
    let puzzle = file(&directory, "sudoku.txt", sudoku(16));
    let puzzle = puzzle.to_str().unwrap();
    let run = in_time(&["count", "--json", puzzle]);
    let document = run.json();
    assert_eq!(document["complete"], false, "{run:?}");
    assert_ne!(document["count"], "0", "{run:?}");
    let run = in_time(&["facts", "--counts", puzzle]);
    assert!(run.stdout.contains("the time is over"), "{run:?}");
    let folder = directory.join("certificate");
    let run = in_time(&["count", puzzle, "--certificate", folder.to_str().unwrap()]);
    assert!(!folder.join("certificate.txt").exists(), "{run:?}");
}

#[test]
fn every_verb_ends_with_the_time_on_large_formulas() {
    let directory = directory("limits-formulas");
    let formula = file(&directory, "random.cnf", random_formula(300_000, 1_200_000));
    let formula = formula.to_str().unwrap();
    let verbs = [&["solve"][..], &["count"], &["list"], &["facts"], &["explain"], &["count", "--symmetry", "auto"]];
    at_once(AT_ONCE, &verbs, |&verb| {
        let run = in_time(&[verb, &["-q", formula]].concat());
        assert_eq!(run.status(), "UNKNOWN", "{verb:?}");
    });
    let proof = file(&directory, "proof", "1 0\n".repeat(100));
    let run = in_time(&["check", formula, proof.to_str().unwrap()]);
    assert_eq!(run.code, Some(1), "{run:?}");
}

#[test]
fn an_encoding_that_is_not_written_in_time_leaves_nothing() {
    let directory = directory("limits-encode");
    let puzzle = file(&directory, "sudoku.txt", sudoku(100));
    let output = directory.join("out.cnf");
    let run = in_time(&["encode", puzzle.to_str().unwrap(), "-o", output.to_str().unwrap()]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.contains("the time is over"), "{run:?}");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "only the puzzle");
}

/// A pipe that nobody writes to, as each input of each verb.
#[test]
fn a_named_pipe_is_waited_for_until_the_time_is_over() {
    let directory = directory("limits-pipes");
    let pipe = pipe(&directory, "pipe");
    let pipe = pipe.to_str().unwrap();
    let formula = file(&directory, "formula.cnf", "p cnf 2 1\n1 2 0\n");
    let formula = formula.to_str().unwrap();
    let puzzle = file(&directory, "puzzle.txt", "SEND + MORE = MONEY\n");
    let puzzle = puzzle.to_str().unwrap();
    at_once(AT_ONCE, &["solve", "count", "list", "facts", "explain"], |verb| {
        let run = within(MOMENT, &[verb, pipe]);
        assert_eq!((run.status(), run.code), ("UNKNOWN", Some(0)), "{verb}");
    });
    let verbs = [
        &["show", pipe][..],
        &["encode", pipe],
        &["decode", pipe, formula],
        &["decode", puzzle, pipe],
        &["check", pipe, formula],
        &["check", formula, pipe],
    ];
    at_once(AT_ONCE, &verbs, |arguments| {
        let run = within(MOMENT, arguments);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.stderr.contains("the time is over"), "{run:?}");
    });
    let run = within(MOMENT, &["count", "-q", formula, "--symmetry", pipe]);
    assert_eq!(run.status(), "UNKNOWN", "{run:?}");
    let folder = directory.join("certificate");
    let run = crate::run(["count", formula, "--certificate", folder.to_str().unwrap()]);
    assert_eq!(run.code, Some(10), "{run:?}");
    for part in ["certificate.txt", "models.txt", "symmetry.txt", "proof.drat"] {
        let path = folder.join(part);
        let content = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        fs::hard_link(pipe, &path).unwrap();
        let run = within(MOMENT, &["check", formula, folder.to_str().unwrap()]);
        assert!(run.code == Some(1) && run.stderr.contains("the time is over"), "{part}: {run:?}");
        fs::remove_file(&path).unwrap();
        fs::write(&path, content).unwrap();
    }
    assert_eq!(crate::run(["check", formula, folder.to_str().unwrap()]).code, Some(0));
}

/// Data that come late through a pipe are read; a signal ends the waiting for data that never come.
#[test]
fn a_named_pipe_is_read_and_a_signal_ends_the_waiting() {
    let directory = directory("limits-late");
    let late = pipe(&directory, "late");
    let writer = {
        let late = late.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(300));
            fs::write(late, "p cnf 1 1\n1 0\n").unwrap();
        })
    };
    assert_eq!(run(["solve", late.to_str().unwrap()]).status(), "SATISFIABLE");
    writer.join().unwrap();
    for verb in ["solve", "count", "check"] {
        let mut command = gordian();
        command.arg(verb).arg(&late).args((verb == "check").then_some(&late));
        let child: Child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(Duration::from_millis(500));
        let started = Instant::now();
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let run = finish(child);
        assert!(started.elapsed() < PATIENCE && run.code.is_none(), "{run:?}");
    }
}

/// Inputs without end, of every kind, in little memory: they end with the time, or are refused.
#[test]
fn inputs_without_end_end_with_the_time() {
    let directory = directory("limits-endless");
    let formula = file(&directory, "formula.cnf", "p cnf 2 1\n1 2 0\n");
    let formula = formula.to_str().unwrap();
    let memory = 4_000_000;
    let proofs = [
        ("", "c a comment\n"),
        ("", "c without an end "),
        ("", "1 2 0\n"),
        ("", "2147483647 0\n"),
        ("", "d 1 2 0\n"),
        ("3 1 2 0 1 0\n", "3 d 0\n"),
        ("", "v 1 0\n"),
        ("v 1 ", "2 "),
        ("o 1 0\n", "o 2 0\n"),
        ("", "11"),
        ("", "1 "),
        ("", "\n"),
    ];
    at_once(AT_ONCE, &proofs, |&(begin, again)| {
        let run = on_endless(&["check", formula, "-"], memory, begin, again);
        assert_eq!(run.code, Some(1), "{begin:?} {again:?}: {run:?}");
        assert!(!run.stderr.contains("memory"), "{begin:?} {again:?}: {run:?}");
    });
    let formulas = ["c a comment\n", "c without an end ", "1 2 0\n", "1 ", "11", "c p show 1 0\n"];
    at_once(AT_ONCE, &formulas, |again| {
        for verb in ["solve", "explain"] {
            let run = on_endless(&[verb, "-"], memory, "p cnf 2 1\n", again);
            let is_refused = run.code == Some(1) && !run.stderr.contains("memory");
            assert!(is_refused || run.status() == "UNKNOWN", "{verb} {again:?}: {run:?}");
        }
    });
    at_once(AT_ONCE, &["sudoku", "queens", "pips", "polyform", "cryptarithm"], |kind| {
        let run = on_endless(&["show", "-", "--as", kind], memory, "", "1 2 3 4\n");
        assert_eq!(run.code, Some(1), "{run:?}");
    });
    let run = on_endless(&["count", formula, "--symmetry", "/dev/stdin"], memory, "", "(1 2)\n");
    assert!(run.code == Some(1) || run.status() == "UNKNOWN", "{run:?}");
}

/// A few bytes that decompress to comments without end.
#[test]
fn compressed_inputs_that_grow_end_with_the_time() {
    let directory = directory("limits-compressed");
    let formula = file(&directory, "formula.cnf", "p cnf 2 1\n1 2 0\n");
    let formula = formula.to_str().unwrap();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    io::copy(&mut io::Read::take(io::repeat(b'\n'), 200 << 20), &mut encoder).unwrap();
    let member = encoder.finish().unwrap();
    // Members one after the other decompress to more than anybody waits for.
    let large = file(&directory, "large.gz", member.repeat(100));
    let large = large.to_str().unwrap();
    let verbs = [
        &["solve", "--as", "cnf", large][..],
        &["count", "--as", "cnf", large],
        &["explain", "--as", "cnf", large],
        &["check", formula, large],
        &["decode", formula, large],
        &["show", "--as", "sudoku", large],
        &["count", formula, "--symmetry", large],
    ];
    at_once(AT_ONCE, &verbs, |arguments| {
        let run = in_time(arguments);
        assert!(run.code == Some(1) || run.status() == "UNKNOWN", "{arguments:?}: {run:?}");
    });
}

/// Tables follow what is read, and where they would follow the largest number that is refused.
#[test]
fn large_numbers_take_no_memory() {
    let directory = directory("limits-numbers");
    let formula = file(&directory, "large.cnf", "p cnf 2147483647 2\n1 2147483647 0\n-1 2147483646 0\n");
    let formula = formula.to_str().unwrap();
    let small = file(&directory, "small.cnf", "p cnf 2 1\n1 2 0\n");
    let small = small.to_str().unwrap();
    let result = file(&directory, "result", "v 1 2147483646 0\n");
    let result = result.to_str().unwrap();
    let run_in = |arguments: &[&str]| {
        let program = "ulimit -v 3000000; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", program, GORDIAN]).args(arguments);
        finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    };
    for verb in [&["count"][..], &["list"], &["facts"], &["explain"], &["count", "--symmetry", "auto"]] {
        let run = run_in(&[verb, &[formula]].concat());
        assert!(run.code == Some(1) && run.stderr.contains("is too large"), "{verb:?}: {run:?}");
    }
    assert_eq!(run_in(&["check", formula, result]).code, Some(0));
    assert_eq!(run_in(&["check", small, result]).code, Some(0));
    let run = run_in(&["solve", "-q", formula]);
    assert_eq!((run.status(), run.values().len()), ("SATISFIABLE", 4), "three variables are used");
    let run = run_in(&["count", small, "--project", "1-2147483647"]);
    assert!(run.code == Some(1) && run.stderr.contains("does not exist"), "{run:?}");
    // No clause has these, but a header or a line of projection.
    let boast = file(&directory, "boast.cnf", "p cnf 2147483647 1\n1 2 0\n");
    let boast = boast.to_str().unwrap();
    let run = run_in(&["explain", boast]);
    assert_eq!((run.status(), run.values().len()), ("SATISFIABLE", 3), "two variables are used: {run:?}");
    let shown = file(&directory, "shown.cnf", "p cnf 2147483647 1\nc p show 5 2000000000 0\n1 2 0\n");
    let shown = shown.to_str().unwrap();
    let verbs =
        [&["facts"][..], &["list", "--limit", "2"], &["list", "--sample", "2"], &["count", "--weighted"], &["count"]];
    for verb in verbs {
        let run = run_in(&[verb, &[shown]].concat());
        assert!(run.code == Some(1) && run.stderr.contains("is too large"), "{verb:?}: {run:?}");
        let run = run_in(&[verb, &[boast, "--project", "1-2000000000"]].concat());
        assert!(run.code == Some(1) && run.stderr.contains("is too large"), "{verb:?}: {run:?}");
    }
    let diagram = file(&directory, "diagram", "o 1 0\nt 2 0\n1 2 1 0\n");
    for formula in [boast, shown] {
        let run = run_in(&["check", formula, diagram.to_str().unwrap()]);
        assert!(run.code == Some(1) && run.stderr.contains("is too large"), "{run:?}");
    }
    let puzzle = file(&directory, "puzzle.txt", "SEND + MORE = MONEY\n");
    assert_eq!(run_in(&["decode", puzzle.to_str().unwrap(), result]).code, Some(1));
}
