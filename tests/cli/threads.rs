//! `gordian solve --threads`: one answer and one proof of several threads.

use std::path::Path;

use gordian_testkit::{Random, dimacs, file, two_flocks};

use crate::{directory, run, run_with_input};

/// Random clauses of three literals at the threshold, which several threads are needed for: one
/// alone has not answered when the others begin.
fn random(seed: u64) -> String {
    let random = &mut Random::new(seed);
    dimacs(&(0..852).map(|_| random.distinct(200, 3)).collect::<Vec<_>>())
}

/// The others begin sooner than usual.
const SOON: [&str; 3] = ["--set", "warm_up=0", "--threads"];

#[test]
fn one_thread_answers_and_all_are_told_of() {
    let (mut statuses, mut num_divided) = (Vec::new(), 0);
    for seed in 0..6 {
        let formula = random(seed);
        let alone = run_with_input(["-"], formula.as_bytes());
        for threads in ["2", "3"] {
            let several = run_with_input(SOON.into_iter().chain([threads, "--check"]), formula.as_bytes());
            assert_eq!((several.code, several.status()), (alone.code, alone.status()), "{several:?}");
            let comments = several.lines('c').join("\n");
            assert!(comments.contains("checked"), "{comments}");
            num_divided += u64::from(comments.contains(&format!("{threads} threads, number")));
        }
        statuses.push(alone.status().to_owned());
    }
    assert!(num_divided >= 6, "{num_divided}");
    assert!(statuses.contains(&"SATISFIABLE".to_owned()) && statuses.contains(&"UNSATISFIABLE".to_owned()));
}

#[test]
fn a_proof_has_the_steps_of_all_threads() {
    let directory = directory("threads-proof");
    let formula = file(&directory, "flocks.cnf", dimacs(&two_flocks(8, 7)));
    for (words, name) in [
        (&["--no-binary"][..], "text.drat"),
        (&[], "binary.drat.gz"),
        (&["--lrat", "--no-binary"], "text.lrat"),
        (&["--lrat", "--deterministic", "--check"], "binary.lrat"),
    ] {
        let proof = directory.join(name);
        let several = run(SOON
            .into_iter()
            .chain(["3"])
            .chain(words.iter().copied())
            .map(Path::new)
            .chain([formula.as_path(), proof.as_path()]));
        assert_eq!((several.code, several.status()), (Some(20), "UNSATISFIABLE"), "{several:?}");
        assert!(several.lines('c').iter().any(|line| line.starts_with("3 threads")), "{several:?}");
        let verdict = run([Path::new("check"), &formula, &proof]);
        assert_eq!((verdict.code, verdict.status()), (Some(0), "VERIFIED"), "{name}: {verdict:?}");
    }
}

#[test]
fn the_deterministic_way_is_the_same_each_time() {
    for seed in [1, 2, 3] {
        let ask = || {
            let words = SOON.into_iter().chain(["2", "--deterministic", "--json"]);
            let mut document = run_with_input(words, random(seed).as_bytes()).json();
            assert!(document["stats"].as_object_mut().unwrap().remove("seconds").is_some());
            assert_eq!(document["portfolio"]["threads"], 2, "{document}");
            document
        };
        let first = ask();
        assert!(first["stats"]["taken_in"].as_u64() > Some(0), "{first}");
        assert_eq!(first, ask());
    }
}

#[test]
fn one_thread_is_as_none_was_asked_for() {
    let directory = directory("threads-one");
    let formula = file(&directory, "flocks.cnf", dimacs(&two_flocks(7, 6)));
    let ask = |words: &[&str], name: &str| {
        let proof = directory.join(name);
        let words = ["-v"].iter().chain(words).map(Path::new);
        let mut lines = run(words.chain([formula.as_path(), proof.as_path()])).stdout;
        lines.retain(|character| character != '\r');
        let told = |line: &&str| !line.starts_with("c seconds") && !line.starts_with("c read");
        (lines.lines().filter(told).map(str::to_owned).collect::<Vec<_>>(), std::fs::read(proof).unwrap())
    };
    assert_eq!(ask(&[], "none.drat"), ask(&["--threads", "1"], "one.drat"));
}

#[test]
fn questions_and_limits_hold_for_each_thread() {
    let directory = directory("threads-limits");
    let text = "p inccnf\n1 2 0\na -1 0\na -1 -2 0\n-1 0\na 0\n";
    let several = run_with_input(["--check", "--threads", "2"], text.as_bytes());
    assert_eq!((several.status(), several.lines('v').len()), ("SATISFIABLE", 2), "{several:?}");
    let formula = file(&directory, "flocks.cnf", dimacs(&two_flocks(30, 29)));
    let words = SOON.into_iter().chain(["2", "--conflicts", "20000", "--json"]).map(Path::new);
    let document = run(words.chain([formula.as_path()])).json();
    assert_eq!(document["status"], "unknown");
    assert_eq!(document["portfolio"]["conflicts"], serde_json::json!([20000, 20000]), "{document}");
    let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let sudoku = run_with_input(["--threads", "2", "--json", "-"], grid.as_bytes()).json();
    assert_eq!((&sudoku["status"], &sudoku["portfolio"]["threads"]), (&"satisfiable".into(), &1.into()));
}
