//! Inputs that went wrong once: those of `../shared/faults`, row by row of its table. The kind of each
//! is tested elsewhere in the project, without that folder.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use gordian_testkit::{Run, finish, shared, skip};

use crate::{GORDIAN, alone, directory, gordian};

/// The time for a run that must end by itself, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A copy of a folder whose files may be overwritten.
fn copy(folder: &Path, test: &str) -> PathBuf {
    let copies = directory(test);
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        fs::write(copies.join(path.file_name().unwrap()), fs::read(path).unwrap()).unwrap();
    }
    copies
}

/// Runs the program in a folder.
fn run_in(folder: &Path, line: &str) -> Run {
    let mut command = gordian();
    command.current_dir(folder).args(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(command.spawn().unwrap())
}

/// Whether the run is an error, which names this.
fn refused(run: &Run, word: &str) {
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
    assert!(run.stderr.starts_with("gordian: error: ") && run.stderr.contains(word), "{run:?}");
}

#[test]
fn diagrams_of_other_counts_are_refused() {
    let Some(folder) = shared("faults/01-dnnf-false-count-verified") else { return };
    for name in ["small", "big"] {
        let run = run_in(&folder, &format!("check {name}.cnf {name}.nnf"));
        assert_eq!((run.code, run.status()), (Some(1), "NOT VERIFIED"), "{run:?}");
    }
    assert_eq!(run_in(&folder, "count -q small.cnf").stdout.lines().last(), Some("c s exact arb int 3"));
    assert_eq!(run_in(&folder, "count -q big.cnf").stdout.lines().last(), Some("c s exact arb int 1099511627777"));
}

#[test]
fn a_certificate_of_other_classes_is_refused() {
    let Some(folder) = shared("faults/02-certificate-false-classes-verified") else { return };
    let run = run_in(&folder, "check f.cnf cert");
    assert_eq!((run.code, run.status()), (Some(1), "NOT VERIFIED"), "{run:?}");
    let run = run_in(&folder, "count -q --symmetry g.txt f.cnf");
    assert!(run.stdout.contains("c o orbits 9 under"), "{run:?}");
}

#[test]
fn drawings_replace_no_input() {
    let Some(folder) = shared("faults/03-svg-overwrites-input") else { return };
    let folder = copy(&folder, "faults-03");
    let (puzzle, precious) = ("puzzle.orig.txt", "precious.cnf");
    let before = [puzzle, precious].map(|name| fs::read(folder.join(name)).unwrap());
    for verb in ["solve", "facts", "show", "explain", "count"] {
        for target in [puzzle, precious] {
            refused(&run_in(&folder, &format!("{verb} -q --svg {target} {puzzle}")), target);
        }
    }
    refused(&run_in(&folder, &format!("encode -o {puzzle} {puzzle}")), puzzle);
    refused(&run_in(&folder, &format!("encode -o {precious} {puzzle}")), precious);
    assert_eq!(before, [puzzle, precious].map(|name| fs::read(folder.join(name)).unwrap()));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
}

#[test]
fn a_changed_digit_of_a_checkpoint_is_noticed() {
    let Some(folder) = shared("faults/04-checkpoint-damage-wrong-count") else { return };
    let folder = copy(&folder, "faults-04");
    for name in ["flip.ck", "ok.ck"] {
        let before = fs::read(folder.join(name)).unwrap();
        refused(&run_in(&folder, &format!("count -q pentominoes-6x10.txt --checkpoint {name}")), name);
        assert_eq!(fs::read(folder.join(name)).unwrap(), before);
    }
    let run = run_in(&folder, "count -q pentominoes-6x10.txt --checkpoint new.ck");
    assert_eq!(run.stdout.lines().next(), Some("9356 solutions."));
}

#[test]
fn the_time_is_over_whatever_is_done() {
    let Some(folder) = shared("faults/05-time-limit-ignored") else { return };
    let in_shell = |line: &str, code: i32| {
        let began = Instant::now();
        let mut command = Command::new("sh");
        command.current_dir(&folder).args(["-c", line]).env("G", GORDIAN).process_group(0);
        let run = finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
        assert!(began.elapsed() < PATIENCE, "{line}: {:?}", began.elapsed());
        assert_eq!(run.code, Some(code), "{line}: {run:?}");
    };
    in_shell("\"$G\" facts --counts -q -t 2 sud16.txt", 10);
    in_shell("\"$G\" facts --counts -q -t 2 sud49.txt > /dev/null; true", 0);
    in_shell("\"$G\" facts -q -t 3 sudoku100.txt > /dev/null; true", 0);
    in_shell("\"$G\" solve -q -n -t 1 product36.txt", 0);
    in_shell("\"$G\" explain -q -t 1 sudoku100.txt", 0);
    in_shell("yes 'c x' | \"$G\" check -t 1 s.cnf -", 1);
    in_shell("ulimit -v 2000000; yes '1 2 0' | \"$G\" check -t 1 s.cnf -", 1);
    let pipe = directory("faults-05").join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    in_shell(&format!("\"$G\" solve -q -t 1 {}", pipe.display()), 0);
}

#[test]
fn an_old_output_stays_where_no_new_file_can_be_made() {
    let Some(folder) = shared("faults/08-no-inodes-old-output-lost") else { return };
    let folder = copy(&folder, "faults-08");
    fs::create_dir(folder.join("small")).unwrap();
    // In a namespace of its own, so that the small file system goes with the shell.
    let script = "mount -t tmpfs -o size=64k,nr_inodes=6 none small || exit 77; cd small; echo precious > old.drat
        for i in 1 2 3 4 5 6; do touch f$i 2> /dev/null; done
        \"$G\" solve -q ../bad.cnf old.drat; printf '%s ' $? >&3; cat old.drat >&3";
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", &format!("exec 3>&1 > /dev/null; {script}")]).current_dir(&folder);
    let output = command.env("G", GORDIAN).output();
    match output {
        Ok(output) if output.status.success() => {
            assert_eq!(String::from_utf8_lossy(&output.stdout), "1 precious\n", "{output:?}");
        }
        other => skip(&format!("no file system can be mounted ({:?})", other.map(|output| output.status))),
    }
}

#[test]
fn more_threads_than_can_be_started_are_no_panic() {
    let Some(folder) = shared("faults/09-threads-panic") else { return };
    let _all = alone();
    let count = |limit: &str, threads: &str, is_somebody: bool| {
        let mut command = Command::new("prlimit");
        command.args([limit, GORDIAN, "count", "-q", "--threads", threads]);
        command.arg(folder.join("pentominoes-6x10.txt")).stdout(Stdio::piped()).stderr(Stdio::piped());
        if is_somebody {
            command.uid(NOBODY);
        }
        let run = finish(command.spawn().unwrap());
        let is_counted = run.code == Some(10) && run.stdout.starts_with("9356 solutions.\n");
        let is_refused = run.code == Some(1) && run.stderr.starts_with("gordian: error: ");
        assert!(is_counted || is_refused, "{run:?}");
    };
    count("--as=3500000000", "100000", false);
    // The number of processes limits nobody who may do everything.
    let can_run = Command::new(GORDIAN).arg("--version").uid(NOBODY).output();
    if can_run.is_ok_and(|output| output.status.success()) {
        count("--nproc=12", "50", true);
    } else {
        skip("the program cannot be run as another user");
    }
}

/// A user who has no processes.
const NOBODY: u32 = 64_999;

#[test]
fn counts_are_right_and_found_in_time() {
    let Some(folder) = shared("faults/") else { return };
    let last = |line: &str| {
        let run = run_in(&folder, line);
        assert!(run.code == Some(10), "{line}: {run:?}");
        run.stdout
    };
    assert!(last("count -q 10-line-crosses-itself.json").starts_with("1 solution.\n"));
    assert!(last("count -q -t 60 11-queens-14.txt").starts_with("365596 solutions.\n"));
    let light = "../bench/counting/ghamizi-light.cnf.xz";
    assert_eq!(last(&format!("count -q -t 60 {light}")), last(&format!("count -q --method component {light}")));
    let trifree = "../bench/counting/trifree8";
    let classes = last(&format!("count -q -t 60 --up-to-symmetry --symmetry {trifree}.sym {trifree}.cnf"));
    assert!(classes.contains("c o orbits 410 under"), "{classes}");
}
