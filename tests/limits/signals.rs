//! Signals: the first stops the search and is answered, the second ends the program.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use gordian_testkit::{dimacs, file, skip, two_flocks};

use crate::{directory, gordian};

/// Far beyond what resolution can do.
fn hard() -> String {
    dimacs(&two_flocks(30, 29))
}

fn send(child: &Child, signal: &str) {
    let command = format!("kill -{signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
}

/// A run that has begun: it has printed a line that contains `word`. Returns what it had printed by then.
fn begun(command: &mut Command, word: &str) -> (Child, BufReader<std::process::ChildStdout>, String) {
    // The run ends after two minutes at most, whatever fails.
    let mut child = command.args(["--time", "120"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    while !printed.contains(word) {
        assert_ne!(stdout.read_line(&mut printed).unwrap(), 0, "ended too early: {printed}");
    }
    (child, stdout, printed)
}

fn end(mut child: Child, mut stdout: impl Read, mut printed: String) -> (ExitStatus, String) {
    stdout.read_to_string(&mut printed).unwrap();
    let status = child.wait().unwrap();
    (status, printed)
}

fn lines<'a>(printed: &'a str, start: &str) -> Vec<&'a str> {
    printed.lines().filter(|line| line.starts_with(start)).collect()
}

#[test]
fn each_signal_is_answered_and_raised_again() {
    let directory = directory("signals");
    let formula = file(&directory, "hard.cnf", hard());
    for (signal, number) in [("INT", 2), ("TERM", 15), ("XCPU", 24), ("HUP", 1)] {
        if signal == "HUP" && is_hangup_ignored() {
            skip("SIGHUP is ignored here, and is left so");
            continue;
        }
        let proof = directory.join(format!("{signal}.drat"));
        let (child, stdout, printed) = begun(gordian().arg("--no-binary").arg(&formula).arg(&proof), "used");
        send(&child, signal);
        if signal == "XCPU" {
            // Sent every second by the system, it does not say that anybody is impatient.
            send(&child, signal);
        }
        let (status, printed) = end(child, stdout, printed);
        assert_eq!(status.signal(), Some(number), "{signal}: {printed}");
        assert_eq!(lines(&printed, "s "), ["s UNKNOWN"], "{signal}");
        assert_eq!(lines(&printed, "c stopped by"), [format!("c stopped by SIG{signal}")]);
        assert_eq!(lines(&printed, "c conflicts").len(), 1, "statistics: {printed}");
        assert!(lines(&printed, "v ").is_empty());
        let proof = std::fs::read_to_string(proof).unwrap();
        assert!(proof.is_empty() || proof.ends_with(" 0\n"), "the proof was closed");
    }
}

/// A signal, a limit of time, and a second signal while several threads search.
#[test]
fn all_threads_end() {
    let directory = directory("signals-threads");
    let formula = file(&directory, "hard.cnf", hard());
    for words in [&["--threads", "3"][..], &["--threads", "2", "--deterministic"]] {
        let proof = directory.join("proof.drat");
        let arguments = ["--no-binary", "--set", "warm_up=0"];
        let (child, stdout, printed) = begun(gordian().args(arguments).args(words).arg(&formula).arg(&proof), "used");
        std::thread::sleep(Duration::from_secs(2));
        send(&child, "TERM");
        let (status, printed) = end(child, stdout, printed);
        assert_eq!((status.signal(), lines(&printed, "s ")), (Some(15), vec!["s UNKNOWN"]), "{printed}");
        assert!(std::fs::read_to_string(proof).unwrap().ends_with(" 0\n"), "the proof was closed");
        let began = Instant::now();
        let timed =
            gordian().args(&arguments[1..]).args(words).args(["--time", "2", "-q"]).arg(&formula).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&timed.stdout), "s UNKNOWN\n");
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    }
}

#[test]
fn documents_are_finished() {
    let directory = directory("signals-json");
    let formula = file(&directory, "hard.cnf", hard());
    let mut command = gordian();
    let mut child = command.args(["--json", "--time", "120"]).arg(&formula).stdout(Stdio::piped()).spawn().unwrap();
    wait_for_handlers(&child);
    send(&child, "TERM");
    let stdout = child.stdout.take().unwrap();
    let (status, printed) = end(child, stdout, String::new());
    let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((&json["status"], status.signal()), (&"unknown".into(), Some(15)));
}

#[test]
fn what_was_counted_is_told() {
    let directory = directory("signals-count");
    // Two to the power of 200 models.
    let clauses: Vec<Vec<i32>> = (0..200).map(|index| vec![3 * index + 1, 3 * index + 2, 3 * index + 3]).collect();
    let formula = file(&directory, "many.cnf", dimacs(&clauses));
    for method in ["blocking", "chronological"] {
        let (child, stdout, printed) = begun(gordian().args(["count", "--method", method]).arg(&formula), "used");
        send(&child, "INT");
        let (status, printed) = end(child, stdout, printed);
        assert_eq!(status.signal(), Some(2), "{printed}");
        // A signal that comes before the search has begun finds nothing known.
        let known = lines(&printed, "c o at least ");
        let knows_some = known.iter().any(|line| !line.contains("at least 0 "));
        let expected = if knows_some { "s SATISFIABLE" } else { "s UNKNOWN" };
        assert_eq!((known.len() <= 1, lines(&printed, "s ")), (true, vec![expected]), "{printed}");
        assert!(lines(&printed, "c s exact").is_empty());
    }
    // A list is printed as it is found: the models before the signal are there.
    let (child, stdout, printed) = begun(gordian().arg("list").arg(&formula), "c Answer: 20");
    send(&child, "INT");
    let (status, printed) = end(child, stdout, printed);
    assert_eq!((status.signal(), lines(&printed, "s ")), (Some(2), vec!["s SATISFIABLE"]));
    let answers = lines(&printed, "c Answer: ");
    assert!(answers.len() >= 20);
    assert_eq!(printed.lines().filter(|line| line.starts_with("v ") && line.ends_with(" 0")).count(), answers.len());
}

#[test]
fn a_read_that_waits_for_a_pipe_is_broken_off() {
    let mut child = gordian().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    wait_for_handlers(&child);
    send(&child, "INT");
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    assert_eq!(lines(&printed, "s "), ["s UNKNOWN"]);
}

#[test]
fn a_second_signal_ends_at_once() {
    let directory = directory("signals-second");
    let formula = file(&directory, "hard.cnf", hard());
    // Nobody opens the other end, so the program hangs where it looks at no flag.
    let pipe = directory.join("pipe");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        skip("there is no mkfifo");
        return;
    }
    let mut child = gordian().arg(&formula).arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    wait_for_handlers(&child);
    send(&child, "INT");
    // One that comes with the first counts as the same, so it is sent again.
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        send(&child, "TERM");
        std::thread::sleep(Duration::from_millis(20));
    };
    // When both wait to be delivered, either may come first.
    assert!(matches!(status.signal(), Some(2 | 15)));
}

/// `timeout` signals the process, and then the group that it is in.
#[test]
fn signals_that_come_together_are_one() {
    let formula = file(&directory("signals-together"), "hard.cnf", hard());
    for _ in 0..5 {
        let (child, stdout, printed) = begun(gordian().arg(&formula), "used");
        let twice = format!("kill -TERM {0}; kill -TERM {0}", child.id());
        assert!(Command::new("sh").args(["-c", &twice]).status().unwrap().success());
        let (status, printed) = end(child, stdout, printed);
        assert_eq!(status.signal(), Some(15));
        assert_eq!(lines(&printed, "s "), ["s UNKNOWN"]);
    }
}

/// Waits until the program has installed its handlers, where that can be seen; else a while.
fn wait_for_handlers(child: &Child) {
    let path = format!("/proc/{}/status", child.id());
    if !Path::new(&path).exists() {
        std::thread::sleep(Duration::from_millis(500));
        return;
    }
    let limit = Instant::now() + Duration::from_secs(20);
    let all = 1 << (2 - 1) | 1 << (15 - 1) | 1 << (24 - 1);
    while mask(&path, "SigCgt:") & all != all {
        assert!(Instant::now() < limit, "no handlers");
        std::thread::yield_now();
    }
}

fn mask(path: &str, key: &str) -> u64 {
    let status = std::fs::read_to_string(path).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    line.and_then(|line| u64::from_str_radix(line.trim(), 16).ok()).unwrap_or(0)
}

fn is_hangup_ignored() -> bool {
    mask("/proc/self/status", "SigIgn:") & 1 != 0
}

#[test]
fn many_questions_end_with_what_is_known_and_how_many_are_left() {
    let directory = directory("signals-each");
    let easy = file(&directory, "easy.cnf", "p cnf 2 1\n1 2 0\n");
    let hard = file(&directory, "hard.cnf", hard());
    let mut command = gordian();
    command.args(["solve", "--threads", "1", "--each"]).args([&easy, &hard, &hard, &hard]);
    let (mut child, stdout, printed) = begun(&mut command, "easy.cnf 1: ");
    let mut stderr = child.stderr.take().unwrap();
    send(&child, "INT");
    let (status, printed) = end(child, stdout, printed);
    assert_eq!(status.signal(), Some(2));
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].ends_with("easy.cnf 1: There is a solution."), "{printed}");
    // The signal may come before the second question is begun.
    assert!(lines[1..].iter().all(|line| line.ends_with("hard.cnf 1: No solution was found: stopped by SIGINT.")));
    let mut told = String::new();
    stderr.read_to_string(&mut told).unwrap();
    assert_eq!(told, format!("gordian: stopped by SIGINT: {} of 4 puzzles are left\n", 4 - lines.len()));
    assert!(lines.len() < 3, "{printed}");
}
