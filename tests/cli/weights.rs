//! `count --weighted`, `check --weighted` and `count --nnf`.

use std::fs;
use std::path::Path;

use gordian_testkit::{Run, file};
use serde_json::Value;

use crate::{directory, run, run_with_input};

/// The value of a line `c s …`.
fn said<'a>(run: &'a Run, name: &str) -> &'a str {
    let mut lines = run.stdout.lines().filter_map(|line| line.strip_prefix("c s "));
    lines.find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}: {run:?}")).trim()
}

#[test]
fn weights_are_summed_up_exactly() {
    for (text, kind, sum, rounded, code) in [
        ("c t wmc\np cnf 2 1\nc p weight 1 0.9 0\n1 2 0\n", "wmc", "19/10", "1.9000000000000000e+00", 10),
        ("p cnf 2 1\nw 1 0.9\nw 2 -1\n1 2 0\n", "wmc", "19/10", "1.9000000000000000e+00", 10),
        (
            "c t pwmc\np cnf 3 2\nc p weight 1 0.3 0\nc p weight -1 0.8 0\n1 2 3 0\n-1 2 0\nc p show 1 2 0\n",
            "pwmc",
            "19/10",
            "1.9000000000000000e+00",
            10,
        ),
        ("p cnf 3 1\nc p weight 3 1/3 0\nc p weight -3 1/7 0\n1 2 0\n", "wmc", "10/7", "1.4285714285714286e+00", 10),
        ("p cnf 1 0\nc p weight 1 2 0\nc p weight -1 -2 0\n", "wmc", "0/1", "0.0000000000000000e+00", 10),
        ("p cnf 1 1\nc p weight 1 -3e2 0\n1 0\n", "wmc", "-300/1", "-3.0000000000000000e+02", 10),
        ("p cnf 1 2\nc p weight 1 2 0\n1 0\n-1 0\n", "wmc", "0/1", "0.0000000000000000e+00", 20),
        ("p cnf 2 1\n1 2 0\n", "wmc", "3/1", "3.0000000000000000e+00", 10),
    ] {
        for words in [&["count", "--weighted"][..], &["count", "--weighted", "--check", "--method", "component"]] {
            let counted = run_with_input(words.iter().chain(&["-"]), text.as_bytes());
            assert_eq!(counted.code, Some(code), "{text}: {counted:?}");
            assert_eq!((said(&counted, "type"), said(&counted, "exact arb frac")), (kind, sum), "{text}");
            assert_eq!(said(&counted, "exact double prec-sci"), rounded, "{text}");
            assert!(!counted.stdout.contains("WARNING"), "{counted:?}");
        }
        let document = run_with_input(["count", "--weighted", "--json", "-"], text.as_bytes()).json();
        assert_eq!((&document["weight"], &document["complete"]), (&sum.into(), &true.into()), "{document}");
        assert_eq!(document["count"], Value::Null);
    }
    let below = run_with_input(["count", "--weighted", "-"], b"p cnf 1 1\nc p weight 1 -1000 0\n1 0\n");
    assert_eq!(said(&below, "neglog10-estimate"), "3.000000000000000");
    let hidden = b"p cnf 2 1\nc p weight 2 0.5 0\nc p show 1 0\n1 2 0\n";
    let counted = run_with_input(["count", "--weighted", "-"], hidden);
    assert!(counted.stdout.contains("c 1 variable does not matter, so their weights are left out"), "{counted:?}");
    assert_eq!(said(&counted, "exact arb frac"), "2/1");
}

#[test]
fn what_cannot_be_weighed_is_refused() {
    let formula = "p cnf 2 1\nc p weight 1 0.x 0\n1 2 0\n";
    let wrong = run_with_input(["count", "--weighted", "-"], formula.as_bytes());
    assert!(wrong.code == Some(1) && wrong.stderr.contains("<stdin>:2:14: `0.x`: a weight is"), "{wrong:?}");
    assert_eq!(run_with_input(["count", "-"], formula.as_bytes()).code, Some(10));
    for (words, reason) in [
        (&["--method", "blocking"][..], "it does not add up weights"),
        (&["--limit", "3"], "cannot be used with"),
        (&["--symmetry", "auto"], "cannot be used with"),
        (&["--as", "sudoku"], "--weighted is for formulas"),
    ] {
        let grid = "1".to_owned() + &".".repeat(80);
        let text = if words[0] == "--as" { grid.as_str() } else { "p cnf 1 0\n" };
        let refused = run_with_input(["count", "--weighted"].iter().chain(words).chain(&["-"]), text.as_bytes());
        assert!(refused.code == Some(1) || refused.code == Some(2), "{refused:?}");
        assert!(refused.stderr.contains(reason), "{refused:?}");
    }
    let asked = run_with_input(["count", "-"], b"c t wmc\np cnf 1 0\n");
    assert!(asked.code == Some(1) && asked.stderr.contains("--weighted"), "{asked:?}");
}

#[test]
fn a_trace_proves_a_sum_of_weights() {
    let directory = directory("weights");
    let text = "p cnf 5 3\nc p weight 1 0.25 0\nc p weight -3 1/3 0\nc p weight 5 -2 0\n1 2 0\n-1 3 4 0\n-2 -4 0\n";
    let formula = file(&directory, "formula.cnf", text);
    let trace = directory.join("trace.txt");
    let words = |words: &[&str]| words.iter().map(|word| Path::new(*word).to_path_buf()).collect::<Vec<_>>();
    let counted = run([words(&["count", "--weighted", "--trace"]), vec![trace.clone(), formula.clone()]].concat());
    let sum = said(&counted, "exact arb frac");
    let checked = run([words(&["check", "--weighted"]), vec![formula.clone(), trace.clone()]].concat());
    assert_eq!(checked.status(), "VERIFIED", "{checked:?}");
    assert!(checked.stdout.contains(&format!("c dnnf: the models weigh {sum}, by a diagram")), "{checked:?}");
    // It proves the number as well.
    assert_eq!(run([words(&["check"]), vec![formula.clone(), trace]].concat()).status(), "VERIFIED");
    let model = file(&directory, "model.txt", "s SATISFIABLE\nv 1 2 3 -4 5 0\n");
    let refused = run([words(&["check", "--weighted"]), vec![formula, model]].concat());
    assert!(refused.code == Some(1) && refused.stderr.contains("only a decision-DNNF"), "{refused:?}");
}

#[test]
fn a_diagram_is_written_in_the_format_asked_for() {
    let directory = directory("nnf");
    let formula = file(&directory, "formula.cnf", "p cnf 3 2\n1 2 0\n-1 3 0\n");
    let write = |name: &str, more: &[&str]| {
        let path = directory.join(name);
        let words = ["count", "--nnf"].map(Path::new).into_iter().chain([path.as_path()]);
        let written = run(words.chain(more.iter().map(Path::new)).chain([formula.as_path()]));
        assert_eq!(written.code, Some(10), "{written:?}");
        assert_eq!(said(&written, "exact arb int"), "4");
        fs::read_to_string(path).unwrap()
    };
    assert!(write("plain.nnf", &[]).starts_with("nnf "));
    assert!(write("plain.txt", &[]).starts_with("nnf "));
    assert!(write("plain.d4", &[]).starts_with("o 1 0\n"));
    assert!(write("other.nnf", &["--nnf-format", "d4"]).starts_with("o 1 0\n"));
    assert!(write("smooth.d4", &["--nnf-format", "c2d", "--smooth"]).starts_with("nnf "));
    let refused = run_with_input(["count", "--smooth", "-"], b"p cnf 1 0\n");
    assert!(refused.code != Some(10) && refused.stderr.contains("--nnf"), "{refused:?}");
}
