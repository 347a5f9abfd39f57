//! `gordian count --checkpoint`: killed at any moment and started again, the count is exact.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use gordian_testkit::{Random, Run, file, finish, sample_path};

use crate::{directory, gordian, run};

fn sample(name: &str) -> String {
    sample_path(&format!("polyforms/{name}.txt")).to_str().expect("the path is text").to_owned()
}

/// Counts a sample again and again, killed so many times after a random part of a second (by
/// SIGKILL, which no program can catch), then to the end. Returns how often it was killed before it
/// was done.
fn count_with_kills(test: &str, sample_name: &str, kills: usize, longest: u64, expected: &str) -> usize {
    let checkpoint = directory(test).join("checkpoint");
    let sample = sample(sample_name);
    let mut random = Random::new(1);
    let mut killed = 0;
    for number in 0..kills {
        let threads = (1 + number % 3).to_string();
        let mut command = gordian();
        command.args(["count", "--method", "exact-cover", "--threads", &threads, "--checkpoint"]);
        let mut child =
            command.arg(&checkpoint).arg(&sample).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(random.below(longest)));
        let was_running = child.try_wait().unwrap().is_none();
        killed += usize::from(was_running);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(checkpoint.exists() || was_running, "a run that ended by itself leaves a checkpoint");
    }
    let path = checkpoint.to_str().unwrap();
    let ended = run(["count", "--method", "exact-cover", "--json", "--checkpoint", path, &sample]);
    assert_eq!(ended.code, Some(10), "{ended:?}");
    assert_eq!((ended.json()["count"].as_str(), &ended.json()["complete"]), (Some(expected), &true.into()));
    assert!(
        !Path::new(&format!("{path}.lock")).exists(),
        "a lock that was left behind locks nothing and is taken away"
    );
    killed
}

#[test]
fn a_killed_count_goes_on() {
    let killed = count_with_kills("resume", "dominoes-8x8", 6, 400, "12988816");
    assert!(killed > 0, "the count was always over before it could be killed");
}

/// `cargo test --test limits resume -- --ignored`, about two minutes: docs/testing.md.
#[test]
#[ignore = "takes minutes"]
fn a_long_count_survives_a_hundred_kills() {
    let killed = count_with_kills("long-resume", "pentominoes-8x8-square", 100, 1500, "129168");
    assert!(killed >= 10, "killed {killed} times only");
}

#[test]
fn threads_and_checkpoints_agree_with_the_plain_count() {
    let checkpoint = directory("resume-options").join("checkpoint");
    let checkpoint = checkpoint.to_str().unwrap();
    let puzzle = sample("pentominoes-5x12");
    for threads in ["1", "2", "4"] {
        let counted = run(["count", "--up-to-symmetry", "--json", "--threads", threads, &puzzle]);
        let found = counted.json();
        assert_eq!((found["count"].as_str(), found["orbits"].as_str()), (Some("4040"), Some("1010")), "{threads}");
    }
    let whole = run(["count", "--method", "exact-cover", "--checkpoint", checkpoint, &puzzle]);
    assert!(whole.stdout.contains("4040 solutions"), "{whole:?}");
    let other = run(["count", "--method", "exact-cover", "--checkpoint", checkpoint, &sample("soma-cube")]);
    assert!(other.code == Some(1) && other.stderr.contains("another formula"), "{other:?}");
}

fn count_on(checkpoint: &Path, input: &str) -> Run {
    run(["count", "--method", "exact-cover", "--checkpoint", checkpoint.to_str().unwrap(), input])
}

/// Refused with these words, and the checkpoint stays as it is.
fn refuses(checkpoint: &Path, input: &str, content: &[u8], words: &str) {
    fs::write(checkpoint, content).unwrap();
    let refused = count_on(checkpoint, input);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{refused:?}");
    assert!(refused.stderr.starts_with("gordian: error: ") && refused.stderr.contains(words), "{refused:?}");
    assert_eq!(fs::read(checkpoint).unwrap(), content);
}

/// The unit tests of `queries` change every byte of a few checkpoints to every other; here it is a
/// whole run of the program that does not believe the change.
#[test]
fn a_damaged_checkpoint_is_refused_and_stays() {
    let directory = directory("resume-damage");
    let checkpoint = directory.join("checkpoint");
    let puzzle = sample("pentominoes-3x20");
    assert!(count_on(&checkpoint, &puzzle).stdout.contains("8 solutions"));
    let right = fs::read(&checkpoint).unwrap();
    for at in 0..right.len() {
        let mut changed = right.clone();
        changed[at] ^= 1;
        // In the first line the version of the format becomes another, or none.
        let words = if at < 19 {
            "is no checkpoint"
        } else if at < 21 {
            "version"
        } else {
            "checkpoint"
        };
        refuses(&checkpoint, &puzzle, &changed, words);
    }
    let text = String::from_utf8(right.clone()).unwrap();
    refuses(&checkpoint, &puzzle, text.replace("done 8 ", "done 9 ").as_bytes(), "is damaged");
    refuses(&checkpoint, &puzzle, &right[..right.len() / 2], "is truncated");
    refuses(&checkpoint, &puzzle, &[&right[..], b"\n"].concat(), "is damaged");
    refuses(&checkpoint, &sample("soma-cube"), &right, "another formula");
    refuses(&checkpoint, &puzzle, b"gordian checkpoint 1\ndone 9 0 0 7\nend 0\n", "version 1 of the format");
    for other in ["", "p cnf 1 1\n1 0\n", "AAB\nABB\nCCC\n", "notes\n"] {
        refuses(&checkpoint, &puzzle, other.as_bytes(), "is no checkpoint");
    }
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_checkpoint_takes_the_place_of_nothing_else() {
    let directory = directory("resume-place");
    let text = fs::read_to_string(sample("pentominoes-3x20")).unwrap();
    let puzzle = file(&directory, "puzzle.txt", &text);
    let input = puzzle.to_str().unwrap();
    let (hard, soft, dangling) = (directory.join("hard"), directory.join("soft"), directory.join("dangling"));
    fs::hard_link(&puzzle, &hard).unwrap();
    for target in [&puzzle, &hard] {
        let refused = run(["count", "--force", "--checkpoint", target.to_str().unwrap(), input]);
        assert!(refused.code == Some(1) && refused.stderr.contains("this is the input"), "{refused:?}");
        assert_eq!(fs::read_to_string(target).unwrap(), text);
    }
    let formula = file(&directory, "other.cnf", "p cnf 1 1\n1 0\n");
    let refused = run(["count", "-f", "--checkpoint", formula.to_str().unwrap(), input]);
    assert!(refused.code == Some(1) && refused.stderr.contains("is no checkpoint"), "{refused:?}");
    assert_eq!(fs::read(&formula).unwrap(), b"p cnf 1 1\n1 0\n");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("puzzle.txt", &soft).unwrap();
        assert!(count_on(&soft, input).stderr.contains("this is the input"));
        // If a link leads to nothing yet, the checkpoint is made there.
        std::os::unix::fs::symlink("made", &dangling).unwrap();
        assert_eq!(count_on(&dangling, input).code, Some(10));
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        assert!(fs::read_to_string(directory.join("made")).unwrap().starts_with("gordian checkpoint 3\n"));
        assert!(count_on(Path::new("/dev/null"), input).stderr.contains("is no checkpoint"));
    }
    assert!(count_on(&directory, input).stderr.contains("folder"));
}

#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let checkpoint = directory("resume-shared").join("checkpoint");
    let start = || {
        let mut command = gordian();
        command.args(["count", "--method", "exact-cover", "--checkpoint"]).arg(&checkpoint);
        command.arg(sample("pentominoes-8x8-square")).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut first = start();
    while !checkpoint.exists() {
        assert!(first.try_wait().unwrap().is_none(), "{:?}", finish(first));
        std::thread::sleep(Duration::from_millis(10));
    }
    let second = finish(start());
    assert_eq!((second.code, second.stdout.as_str()), (Some(1), ""));
    assert!(second.stderr.contains("another run is counting with this checkpoint"), "{second:?}");
    assert!(first.try_wait().unwrap().is_none(), "the first goes on");
    first.kill().unwrap();
    first.wait().unwrap();
    // The lock file of the killed run keeps nobody away.
    let mut third = start();
    std::thread::sleep(Duration::from_millis(300));
    assert!(third.try_wait().unwrap().is_none(), "{:?}", finish(third));
    third.kill().unwrap();
    third.wait().unwrap();
}
