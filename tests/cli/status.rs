//! One rule of what a question answers, whatever stopped it: satisfiable once a solution is known,
//! unsatisfiable only at the end of a search without one, else unknown. The exit code, the `s` line
//! and the JSON say the same.

use std::path::{Path, PathBuf};

use gordian_testkit::{Random, Run, at_once, dimacs, file, two_flocks};

use crate::{directory, run};

/// A formula with far more models than can be counted by going through them, and too wide for a
/// decomposition.
fn endless() -> String {
    let mut random = Random::new(1);
    let clauses: Vec<Vec<i32>> = (0..700).map(|_| random.careless(400, 3)).collect();
    dimacs(&clauses)
}

/// Inputs: with more solutions than a run goes through, without any that is found soon, and a
/// puzzle of the first sort.
struct Inputs {
    endless: PathBuf,
    hard: PathBuf,
    puzzle: PathBuf,
}

impl Inputs {
    fn new(test: &str) -> Inputs {
        let directory = directory(test);
        Inputs {
            endless: file(&directory, "endless.cnf", endless()),
            // Pigeons that are left to search: nothing refutes them at once.
            hard: file(&directory, "hard.cnf", dimacs(&two_flocks(12, 11))),
            puzzle: file(&directory, "queens.txt", "queens: 20\n"),
        }
    }
}

fn asked(line: &str, input: &Path) -> Run {
    let words = line.split_whitespace().map(std::ffi::OsString::from);
    run(words.chain([input.as_os_str().to_owned()]))
}

/// Asserts that all that a run says is what the rule says, and brings the status.
fn judged(line: &str, run: &Run) -> String {
    let code = run.code.unwrap_or_else(|| panic!("{line}: {run:?}"));
    let of_code = match code {
        10 => "satisfiable",
        20 => "unsatisfiable",
        0 => "unknown",
        _ => panic!("{line}: {run:?}"),
    };
    if !line.contains("--json") {
        let said = run.lines('s');
        let of_line: Vec<&str> = said.iter().copied().filter(|word| word.to_uppercase() == *word).collect();
        assert!(of_line.is_empty() || of_line == [of_code.to_uppercase()], "{line}: {code}, {of_line:?}");
        return of_code.to_owned();
    }
    let document = run.json();
    assert_eq!(document["status"], of_code, "{line}");
    let listed = document["solutions"].as_array().is_some_and(|solutions| !solutions.is_empty());
    let counted = document["count"].as_str().is_some_and(|count| count != "0");
    let shown = ["model", "solution"].iter().any(|key| !document[*key].is_null());
    if listed || counted || shown {
        assert_eq!(of_code, "satisfiable", "{line}");
    } else if document["complete"] == false {
        assert_ne!(of_code, "unsatisfiable", "{line}");
    }
    of_code.to_owned()
}

fn status(line: &str, input: &Path) -> String {
    judged(line, &asked(line, input))
}

/// The status that both forms of a question say.
fn of_both(line: &str, status: impl Fn(&str) -> String + Sync) -> String {
    let forms = [line.to_owned(), format!("{line} --json")];
    let mut status = at_once(2, &forms, |line| status(line));
    assert_eq!(status[0], status[1], "{line}");
    status.remove(0)
}

fn both_forms(line: &str, input: &Path) -> String {
    of_both(line, |line| status(line, input))
}

/// A slow machine gets 4, 16 and 64 times as long to know a solution.
fn longer_and_longer(seconds: f64) -> [f64; 4] {
    [1.0, 4.0, 16.0, 64.0].map(|times| seconds * times)
}

/// Asserts that both forms know a solution when their time is over.
fn both_know(line: &str, seconds: f64, input: &Path) {
    let known = |line: &str| {
        let runs = longer_and_longer(seconds).map(|seconds| format!("{line} -t {seconds}"));
        let mut status = runs.iter().map(|line| status(line, input));
        status.find(|status| status != "unknown").unwrap_or("unknown".to_owned())
    };
    assert_eq!(of_both(line, known), "satisfiable", "{line} {}", input.display());
}

#[test]
fn a_list_that_was_stopped_after_some_solutions_says_that_there_are_some() {
    let inputs = Inputs::new("status-list");
    for input in [&inputs.endless, &inputs.puzzle] {
        assert_eq!(both_forms("list --limit 3", input), "satisfiable");
        both_know("list", 0.4, input);
        assert_eq!(both_forms("list -t 0", input), "unknown");
    }
    assert_eq!(both_forms("list -t 0.3", &inputs.hard), "unknown");
    // To draw some at random, all are counted first.
    assert_eq!(both_forms("list --sample 2 -t 0.4 --method frontier", &inputs.puzzle), "unknown");
    let listed = asked("list --limit 3 --json", &inputs.endless).json();
    assert_eq!((&listed["complete"], listed["solutions"].as_array().map(Vec::len)), (&false.into(), Some(3)));
}

#[test]
fn a_count_that_was_stopped_says_what_it_knows() {
    let inputs = Inputs::new("status-count");
    for method in ["auto", "blocking", "chronological"] {
        for input in [&inputs.endless, &inputs.puzzle] {
            both_know(&format!("count --method {method}"), 0.3, input);
        }
    }
    for (line, input) in [
        ("count --method exact-cover", &inputs.puzzle),
        ("count --threads 2 --method exact-cover", &inputs.puzzle),
        ("count --threads 2 --method chronological", &inputs.endless),
        ("count --limit 5", &inputs.endless),
        ("count --up-to-symmetry", &inputs.puzzle),
        ("count --up-to-symmetry --method lex-leader", &inputs.puzzle),
    ] {
        both_know(line, 0.3, input);
    }
    // These ways know of no solution before they know the number.
    for (line, input) in [
        ("count -t 0.3 --method component", &inputs.endless),
        ("count -t 0.3 --method frontier", &inputs.puzzle),
        ("count -t 0.3 --up-to-symmetry --method burnside", &inputs.puzzle),
        ("count -t 0.3 --threads 2", &inputs.puzzle),
        ("count -t 0.3", &inputs.hard),
        ("count -t 0", &inputs.endless),
    ] {
        status(line, input);
        status(&format!("{line} --json"), input);
    }
    let counted = asked("count -t 0.5", &inputs.endless);
    assert_eq!((counted.code, counted.lines('s')[0]), (Some(10), "SATISFIABLE"), "{counted:?}");
    assert!(counted.lines('c').iter().any(|line| line.starts_with("o at least ")), "{counted:?}");
    let counted = asked("count -t 0.3 --json", &inputs.endless).json();
    assert_eq!(counted["complete"], false);
}

#[test]
fn a_checkpoint_knows_the_solutions_of_the_runs_before() {
    let inputs = Inputs::new("status-checkpoint");
    let checkpoint = inputs.puzzle.with_extension("checkpoint");
    let known = |seconds: f64, more: &str| {
        let line = format!("count -t {seconds} --json{more}");
        let run = asked(&line, &inputs.puzzle);
        let count = run.json()["count"].as_str().map(|count| count.parse().expect("a number"));
        let count: u64 = count.unwrap_or_default();
        (judged(&line, &run) == "satisfiable").then_some(count)
    };
    let resumed = format!(" --checkpoint {}", checkpoint.display());
    // The second run has a twentieth of the time, as the third one has, which knows nothing of the first.
    let all = |seconds| {
        known(seconds, &resumed)?;
        Some((known(seconds / 20.0, &resumed)?, known(seconds / 20.0, "").unwrap_or(0)))
    };
    let (second, alone) = longer_and_longer(0.5).into_iter().find_map(all).expect("solutions");
    assert!(2 * alone < second, "{second} {alone}");
}

#[test]
fn facts_explanations_and_models_follow_the_rule() {
    let inputs = Inputs::new("status-others");
    for (line, input, status) in [
        ("facts -t 0", &inputs.endless, "unknown"),
        ("facts -t 0.3", &inputs.hard, "unknown"),
        ("explain", &inputs.endless, "satisfiable"),
        ("explain -t 0.3", &inputs.hard, "unknown"),
        ("solve", &inputs.endless, "satisfiable"),
        ("solve", &inputs.puzzle, "satisfiable"),
        ("solve -t 0.3", &inputs.hard, "unknown"),
        ("solve -c 1", &inputs.hard, "unknown"),
    ] {
        assert_eq!(both_forms(line, input), status, "{line}");
    }
    both_know("facts --counts", 1.0, &inputs.puzzle);
    both_know("facts --counts", 1.0, &inputs.endless);
    both_know("explain", 5.0, &inputs.puzzle);
}

#[test]
fn a_result_of_another_solver_is_judged_by_the_same_rule() {
    let directory = directory("status-decode");
    let puzzle = file(&directory, "six.txt", "queens: 6\n");
    let encoded = run([PathBuf::from("encode"), puzzle.clone()]);
    let formula = file(&directory, "six.cnf", encoded.stdout);
    let solved = asked("solve", &formula);
    for (text, status) in [
        (solved.stdout.as_str(), "satisfiable"),
        // A model is one, whatever stands beside it.
        (&solved.stdout.replace("s SATISFIABLE", "c no status"), "satisfiable"),
        ("s UNSATISFIABLE\n", "unsatisfiable"),
        ("s UNKNOWN\n", "unknown"),
    ] {
        let result = file(&directory, "result.txt", text);
        let line = format!("decode {}", puzzle.display());
        assert_eq!(both_forms(&line, &result), status, "{text}");
    }
}
