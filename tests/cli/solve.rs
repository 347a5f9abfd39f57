//! `gordian solve` and its bare form, on formulas: output, exit codes, errors.

use std::process::Stdio;

use gordian_testkit::{dimacs, file, pigeonhole, two_flocks};

use crate::{directory, gordian, run, run_with_input};

const SATISFIABLE: &str = "p cnf 3 2\n1 -3 0\n2 3 -1 0\n";

#[test]
fn answers_are_given_as_in_the_competition() {
    let directory = directory("answers");
    let satisfiable = file(&directory, "sat.cnf", SATISFIABLE);
    let unsatisfiable = file(&directory, "unsat.cnf", dimacs(&pigeonhole(5, 4)));
    for verb in [&["solve"][..], &[]] {
        let with = |path: &std::path::Path| run(verb.iter().map(|word| word.as_ref()).chain([path.as_os_str()]));
        let run = with(&satisfiable);
        assert_eq!((run.code, run.status()), (Some(10), "SATISFIABLE"));
        let values = run.values();
        assert_eq!(values.len(), 4);
        assert!(values.contains(&1) || values.contains(&-3));
        assert_eq!(values[3], 0);
        let run = with(&unsatisfiable);
        assert_eq!((run.code, run.status()), (Some(20), "UNSATISFIABLE"));
        assert!(run.values().is_empty());
        for line in run.stdout.lines() {
            assert!(["c ", "s ", "v "].iter().any(|start| line.starts_with(start)), "{line}");
        }
    }
}

#[test]
fn quiet_flags_leave_what_they_say() {
    let quiet = run_with_input(["-q", "-"], SATISFIABLE.as_bytes());
    assert!(quiet.stdout.lines().all(|line| line.starts_with("s ") || line.starts_with("v ")));
    assert_eq!((quiet.lines('s').len(), quiet.lines('v').len()), (1, 1));
    let without_model = run_with_input(["-n"], SATISFIABLE.as_bytes());
    assert_eq!((without_model.status(), without_model.lines('v').len()), ("SATISFIABLE", 0));
    let both = run_with_input(["-q", "-n"], SATISFIABLE.as_bytes());
    assert_eq!((both.stdout.as_str(), both.code), ("s SATISFIABLE\n", Some(10)));
    let verbose = run_with_input(["-v"], SATISFIABLE.as_bytes());
    assert!(verbose.lines('c').iter().any(|line| line.starts_with("conflicts ")));
}

#[test]
fn value_lines_are_no_longer_than_78_columns() {
    let clauses: Vec<Vec<i32>> =
        (1..=5000).map(|number| vec![if number % 3 == 0 { -number } else { number }]).collect();
    let run = run_with_input(["-q"], dimacs(&clauses).as_bytes());
    assert!(run.stdout.lines().all(|line| line.len() <= 78));
    let expected: Vec<i32> = clauses.into_iter().flatten().chain([0]).collect();
    assert_eq!(run.values(), expected);
}

#[test]
fn formulas_at_the_edge() {
    let none = run_with_input(["-q"], b"p cnf 0 0\n");
    assert_eq!((none.stdout.as_str(), none.code), ("s SATISFIABLE\nv 0\n", Some(10)));
    let empty_clause = run_with_input(["-q"], b"p cnf 0 1\n0\n");
    assert_eq!((empty_clause.stdout.as_str(), empty_clause.code), ("s UNSATISFIABLE\n", Some(20)));
    let unused = run_with_input(["-q"], b"p cnf 4 1\n2 0\n");
    assert_eq!(unused.values().iter().map(|number| number.abs()).collect::<Vec<_>>(), [1, 2, 3, 4, 0]);
    let boast = run_with_input(["-q"], b"p cnf 2147483647 1\n-2 0\n");
    assert_eq!(boast.values().len(), 3, "what a header boasts of is not printed");
}

#[test]
fn an_incremental_file_is_asked_question_by_question() {
    let text = b"p inccnf\n1 2 0\na -1 0\na -1 -2 0\n-1 0\na 0\n";
    let run = run_with_input(["--check"], text);
    let queries: Vec<&str> = run.lines('c').into_iter().filter(|line| line.starts_with("query")).collect();
    assert_eq!(queries, ["query 1: SATISFIABLE", "query 2: UNSATISFIABLE", "query 3: SATISFIABLE"]);
    assert_eq!(run.lines('v'), ["-1 2 0", "-1 2 0"]);
    let core = run.lines('c').into_iter().find(|line| line.starts_with("core")).unwrap().to_owned();
    assert!(core == "core -1 -2 0" || core == "core -2 -1 0", "{core}");
    let checked: Vec<&str> = run.lines('c').into_iter().filter(|line| line.contains("checked")).collect();
    assert_eq!(checked, ["model checked", "core checked by a proof", "model checked"]);
    // Once the clauses alone contradict each other, the core is empty.
    let refuted = run_with_input(["--check"], b"p inccnf\n1 0\na -1 0\n-1 0\na 1 0\na 0\n");
    let lines: Vec<&str> = refuted.lines('c').into_iter().filter(|line| line.starts_with("core")).collect();
    let checked = "core checked by a proof";
    assert_eq!(lines, ["core -1 0", checked, "core 0", checked, "core 0", checked], "{refuted:?}");
    assert!(!run_with_input(["solve"], text).stdout.contains("checked"));
    assert_eq!((run.status(), run.code), ("SATISFIABLE", Some(10)));
    let document = run_with_input(["--json"], text).json();
    let statuses: Vec<&str> =
        document["queries"].as_array().unwrap().iter().map(|query| query["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["satisfiable", "unsatisfiable", "satisfiable"]);
}

#[test]
fn json_is_one_document_and_nothing_else() {
    let document = run_with_input(["--json", "-v"], SATISFIABLE.as_bytes());
    assert_eq!((document.code, document.stdout.lines().count()), (Some(10), 1));
    let json = document.json();
    assert_eq!(json["status"], "satisfiable");
    assert_eq!(json["model"].as_array().unwrap().len(), 3);
    for key in ["conflicts", "decisions", "propagations", "seconds"] {
        assert!(json["stats"][key].is_number(), "{key}");
    }
    let json = run_with_input(["--json"], dimacs(&pigeonhole(5, 4)).as_bytes()).json();
    assert_eq!((&json["status"], json.get("model")), (&"unsatisfiable".into(), None));
}

#[test]
fn limits_end_a_run_with_an_honest_answer() {
    let hard = dimacs(&two_flocks(20, 19));
    for limit in [["--conflicts", "100"], ["--decisions", "100"], ["--time", "0.2"], ["--time", "0"]] {
        let run = run_with_input(limit, hard.as_bytes());
        assert_eq!((run.status(), run.code), ("UNKNOWN", Some(0)), "{limit:?}");
        let json = run_with_input(limit.into_iter().chain(["--json"]), hard.as_bytes()).json();
        assert_eq!(json["status"], "unknown");
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let formula = dimacs(&two_flocks(8, 7));
    let stats = |seed: &str| {
        let mut stats = run_with_input(["--json", "--seed", seed], formula.as_bytes()).json()["stats"].clone();
        stats.as_object_mut().unwrap().remove("seconds");
        stats
    };
    assert_eq!(stats("7"), stats("7"));
}

#[test]
fn every_option_of_the_engine_can_be_set() {
    let table = run(["solve", "--set", "help"]).stdout;
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert!(rows.len() > 10);
    for row in rows {
        let mut words = row.split_whitespace();
        let setting = format!("{}={}", words.next().unwrap(), words.next().unwrap());
        let run = run_with_input(["-q", "--set", &setting], SATISFIABLE.as_bytes());
        assert_eq!(run.code, Some(10), "{setting}: {}", run.stderr);
    }
    let unknown = run_with_input(["--set", "colour=red"], SATISFIABLE.as_bytes());
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(1), ""));
    assert!(unknown.stderr.starts_with("gordian: error: ") && unknown.stderr.contains("colour"));
}

#[test]
fn errors_name_file_line_and_column() {
    let directory = directory("errors");
    let path = file(&directory, "bad.cnf", "p cnf 3 1\n1 2x 0\n");
    let run_bad = run([&path]);
    assert_eq!((run_bad.code, run_bad.lines('s').len()), (Some(1), 0));
    let place = format!("gordian: error: {}:2:3: ", path.display());
    assert!(run_bad.stderr.starts_with(&place), "{}", run_bad.stderr);
    let missing = run([directory.join("missing.cnf")]);
    assert_eq!(missing.code, Some(1));
    assert!(missing.stderr.contains("missing.cnf: No such file"), "{}", missing.stderr);
    let strict = run_with_input(["--strict"], b"p cnf 3 2\n1 0\n");
    assert_eq!(strict.code, Some(1));
    assert!(strict.stderr.contains("<stdin>:1:1: "), "{}", strict.stderr);
    let lenient = run_with_input(["-"], b"p cnf 3 2\n1 0\n");
    assert!(lenient.stdout.contains("c WARNING line 1"), "{}", lenient.stdout);
    let relaxed = run_with_input(["-f"], b"p cnf 3 2\n1 0\n");
    assert!(!relaxed.stdout.contains("WARNING"));
}

#[test]
fn usage_errors_exit_with_one() {
    for (words, said) in [
        (&["--colour", "x.cnf"][..], "--colour"),
        (&["a.cnf", "b", "c"], "unexpected argument"),
        (&["guess", "x.cnf"], "no verb 'guess'"),
        (&["--time", "soon", "x.cnf"], "soon"),
        (&["count"], "required"),
        (&["decode", "-", "-"], "only once"),
        (&["show", "--set", "foo=1", "x.txt"], "--set foo=1"),
        (&["check", "--set", "foo=1", "x.cnf", "y"], "--set foo=1"),
    ] {
        let run = run(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{words:?}");
        assert!(run.stderr.starts_with("gordian: error: ") && run.stderr.contains(said), "{}", run.stderr);
    }
}

#[test]
fn every_verb_lists_the_options_of_the_engine_without_a_file() {
    for verb in ["solve", "count", "list", "check", "encode"] {
        for words in [&["--set", "help"][..], &["--set=help"]] {
            let listed = run([&[verb], words].concat());
            assert_eq!((listed.code, listed.stdout.contains("restart")), (Some(0), true), "{verb}: {listed:?}");
        }
    }
}

#[test]
fn help_shows_an_example_for_every_verb() {
    let help = run(["--help"]);
    assert_eq!(help.code, Some(0));
    for verb in ["solve", "list", "count", "encode", "decode", "check", "show"] {
        assert!(help.stdout.contains(&format!("\n  {verb} ")), "{verb}");
        let help = run([verb, "--help"]);
        assert_eq!(help.code, Some(0));
        assert!(help.stdout.contains(&format!(" gordian {verb} ")), "{}", help.stdout);
    }
    assert_eq!(run(["--version"]).stdout, format!("gordian {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let clauses: Vec<Vec<i32>> = (1..=20_000).map(|number| vec![number]).collect();
    let directory = directory("closed-pipe");
    let path = file(&directory, "large.cnf", dimacs(&clauses));
    for words in [&["solve"][..], &["list"], &["solve", "--json"], &["solve", "-"]] {
        let mut child = gordian().args(words).arg(&path).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.code().is_some(), "{words:?}: {output:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
    }
}
