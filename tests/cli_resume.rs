//! `gordian count --checkpoint`: killed at any moment and started again, the count is exact.

mod cli_common;

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use cli_common::{directory, gordian, run};

fn sample(name: &str) -> String {
    format!("{}/puzzles/polyforms/{name}.txt", env!("CARGO_MANIFEST_DIR"))
}

/// Counts a sample again and again, killed so many times after a random part of a second (by SIGKILL, which no program can
/// catch), then to the end. Returns how often it was killed before it was done.
fn count_with_kills(test: &str, sample_name: &str, kills: usize, longest: u64, expected: &str) -> usize {
    let checkpoint = directory(test).join("checkpoint");
    let sample = sample(sample_name);
    let mut state = 1u64;
    let mut killed = 0;
    for number in 0..kills {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let threads = (1 + number % 3).to_string();
        let mut command = gordian();
        command.args(["count", "--method", "exact-cover", "--threads", &threads, "--checkpoint"]);
        let mut child =
            command.arg(&checkpoint).arg(&sample).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis((state >> 33) % longest));
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
    assert!(!Path::new(&format!("{path}.new")).exists() || killed > 0);
    killed
}

#[test]
fn a_killed_count_goes_on() {
    let killed = count_with_kills("resume", "dominoes-8x8", 6, 400, "12988816");
    assert!(killed > 0, "the count was always over before it could be killed");
}

/// `cargo test --test cli_resume -- --ignored`, about two minutes: docs/testing.md.
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
