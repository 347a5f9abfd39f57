//! The messages about inputs that are read in part, or not at all.

use std::path::Path;

use gordian_testkit::{file, shared};

use crate::{directory, run, run_with_input};
use serde_json::{Value, json};

const MESSAGE: &str = "the weights of literals are ignored: models are counted, not their weights";

#[test]
fn weights_that_do_not_count_are_told() {
    for (text, place) in [
        ("p cnf 2 1\nc p weight 1 0.3 0\n1 2 0\n", "line 2, column 1"),
        ("c t mc\np cnf 2 1\n1 2 0\nc p weight -2 1 0\nc p weight 2 4 0\n", "line 4, column 1"),
        ("c weights 0.1 0.9 0.5 0.5\np cnf 2 1\n1 2 0\n", "line 1, column 1"),
        ("p cnf 2 1\nw 1 0.3\n1 2 0\nw 2 -1\n", "line 2, column 1"),
    ] {
        let counted = run_with_input(["count", "-"], text.as_bytes());
        let warning = format!("WARNING {place}: {MESSAGE}");
        assert!(counted.code == Some(10) && counted.lines('c').contains(&warning.as_str()), "{counted:?}");
        assert!(counted.lines('c').contains(&"s exact arb int 3"), "{counted:?}");
        let document = run_with_input(["count", "--json", "-"], text.as_bytes()).json();
        let told = document["warnings"].as_array().unwrap();
        assert!(told.contains(&json!(format!("{place}: {MESSAGE}"))), "{document}");
        let facts = run_with_input(["facts", "--counts", "-"], text.as_bytes());
        assert!(facts.lines('c').contains(&warning.as_str()), "{facts:?}");
        let strict = run_with_input(["count", "--strict", "-"], text.as_bytes());
        assert!(strict.code == Some(1) && strict.stderr.contains("weights"), "{strict:?}");
        let relaxed = run_with_input(["count", "--relaxed", "-"], text.as_bytes());
        assert!(relaxed.code == Some(10) && !relaxed.stdout.contains("WARNING"), "{relaxed:?}");
        // One model has no weight.
        let solved = run_with_input(["solve", "-"], text.as_bytes());
        assert!(solved.code == Some(10) && !solved.stdout.contains(MESSAGE), "{solved:?}");
    }
    let plain = run_with_input(["count", "--json", "-"], b"p cnf 2 1\nc p show 1 0\n1 2 0\n").json();
    assert_eq!(plain["warnings"], Value::Null);
}

#[test]
fn what_is_not_read_is_called_by_its_name() {
    for (text, said) in [
        ("https://puzz.link/p?kakuro/9/9/m-4", "an address of puzz.link with a puzzle of the kind kakuro"),
        ("http://pzv.jp/p.html?nurikabe/5/5/g1\n", "an address of pzv.jp with a puzzle of the kind nurikabe"),
        ("https://sudokupad.app/abc123\n", "an address of sudokupad.app, which names a puzzle and does not hold it"),
        ("* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1;\n", "a pseudo-Boolean problem (OPB)"),
        ("var 1..3: x;\nconstraint x < 3;\nsolve satisfy;\n", "a model of MiniZinc"),
        ("(set-logic QF_BV)\n(check-sat)\n", "an SMT-LIB script"),
        ("aag 1 1 0 1 0\n2\n2\n", "a circuit (AIGER)"),
        ("Maximize\n obj: x + y\nSubject To\n c: x <= 1\nEnd\n", "a linear program (LP)"),
        ("<instance format=\"XCSP3\"/>\n", "XML of constraint problems (XCSP)"),
        ("{\"rows\": 3}\n", "JSON whose keys (`rows`) belong to no known puzzle"),
        ("a b c | d\na b\nc d\n", "a list of items and options"),
        (
            "p wcnf 3 2\n1 1 0\n",
            "`wcnf`: this format is not read, only `p cnf` and `p inccnf` are; this one is for weighted",
        ),
        ("p knf 3 1\nk 2 1 2 3 0\n", "cardinality constraints beside clauses"),
        ("p edge 3 1\ne 1 2\n", "this one is for graphs"),
    ] {
        for verb in ["solve", "count", "show"] {
            let refused = run_with_input([verb, "-"], text.as_bytes());
            let is_header = text.starts_with("p ");
            if verb == "show" && is_header {
                continue;
            }
            assert!(refused.code == Some(1) && refused.stderr.contains(said), "{verb} {text}: {refused:?}");
        }
    }
    // Inputs that are read are still recognised.
    for address in ["https://puzz.link/p?starbattle/1/1/1/0\n", include_str!("../puzzles/packed.txt")] {
        let address = address.trim();
        let full =
            if address.contains("//") { address.to_owned() } else { format!("https://f-puzzles.com/?load={address}") };
        let read = run_with_input(["count", "-"], full.as_bytes());
        assert!(!read.stderr.contains("cannot be read"), "{read:?}");
    }
    let junk = run_with_input(["solve", "-"], b"p cnf 1 1\njunk 0\n");
    assert!(junk.stderr.contains("neither a literal nor a keyword"), "{junk:?}");
}

/// The kind of an input does not depend on the number of comment lines before it.
#[test]
fn comments_do_not_hide_what_an_input_is() {
    for (comment, text, count) in [
        ("# hello world, this is a puzzle\n", "queens: 6\n", "4 solutions"),
        ("# hello world, this is a puzzle\n", "SEND + MORE = MONEY\n", "1 solution"),
        ("c hello world, this is a formula\n", "p cnf 2 1\n1 2 0\n", "s exact arb int 3"),
        ("c hello world, this is a formula\n", "1 2 0\n1 -2 0\n", "s exact arb int 2"),
    ] {
        for lines in [0, 1, 5000] {
            let counted = run_with_input(["count", "-"], (comment.repeat(lines) + text).as_bytes());
            assert!(counted.code == Some(10) && counted.stdout.contains(count), "{lines} {text}: {counted:?}");
        }
    }
    let foreign = run_with_input(["count", "-"], ("c a model\n".repeat(9000) + "nnf 1 0 1\nL 1\n").as_bytes());
    assert!(foreign.code == Some(1) && foreign.stderr.contains("a diagram (d-DNNF)"), "{foreign:?}");
}

#[test]
fn a_comment_without_a_blank_makes_no_board_of_a_formula() {
    let directory = directory("glued-comments");
    for (text, count) in
        [("cp cnf 2 1\n1 2 0\n", "3"), ("cfoo\n1 2 0", "3"), ("c1\n1 0", "1"), ("CAB\n1 2 0\n-1 0\n", "1")]
    {
        let counted = run_with_input(["count", "-"], text.as_bytes());
        let exact = format!("s exact arb int {count}");
        assert!(counted.code == Some(10) && counted.lines('c').contains(&exact.as_str()), "{text:?}: {counted:?}");
    }
    // A name tells more than a shape.
    for name in ["board.cnf", "board.CNF", "board.dimacs"] {
        let named = run([Path::new("count"), &file(&directory, name, "AAB\nABB\nCCC\n")]);
        assert!(named.code == Some(1) && named.stderr.contains(":1:1: `AAB`"), "{named:?}");
    }
}

#[test]
fn entered_digits_are_noted_beside_the_answer() {
    let directory = directory("entered-digits");
    let mut grid = vec![vec![json!({}); 4]; 4];
    grid[0][0] = json!({"value": 1, "given": true});
    grid[1][2] = json!({"value": 3});
    let puzzle = file(&directory, "entered.json", json!({"size": 4, "grid": grid}).to_string());
    let note = "1 digit that was entered and is not given is left out: r2c3";
    for verb in ["solve", "count", "facts", "explain", "encode"] {
        let asked = run([Path::new(verb), &puzzle]);
        assert_eq!(asked.stderr, format!("gordian: note: {note}\n"), "{verb}");
        assert!(!asked.stdout.contains(note), "{verb}");
        let document = run([Path::new(verb), Path::new("--json"), &puzzle]);
        assert_eq!((document.stderr.as_str(), &document.json()["warnings"]), ("", &json!([note])), "{verb}");
        assert_eq!(run([Path::new(verb), Path::new("-q"), &puzzle]).stderr, "", "{verb}");
    }
    assert!(run([Path::new("show"), &puzzle]).stdout.ends_with(&format!("Note: {note}.\n")));
    let listed = run([Path::new("list"), Path::new("--json"), Path::new("--limit"), Path::new("1"), &puzzle]).json();
    assert_eq!((&listed["warnings"], &listed["complete"]), (&json!([note]), &json!(false)));
}

/// Clauses that are always true, and literals and clauses that stand twice, change nothing about a
/// symmetry.
#[test]
fn careless_clauses_keep_their_symmetries() {
    let directory = directory("careless-symmetries");
    let group = file(&directory, "swap.txt", "(1 2)\n(3 4)\n");
    for clauses in [
        "1 2 0\n3 4 0\n1 -1 0\n",
        "1 2 1 0\n3 4 0\n3 -4 -3 0\n",
        "1 2 0\n2 1 0\n1 2 2 0\n4 3 0\n5 -5 1 0\n",
        "-3 3 0\n2 1 0\n4 4 3 0\n",
    ] {
        let text = format!("p cnf 4 {}\n{clauses}", clauses.lines().count());
        let formula = file(&directory, "careless.cnf", text);
        for given in [group.as_path(), Path::new("auto")] {
            let words = ["count", "--relaxed", "--up-to-symmetry", "--json", "--symmetry"].map(Path::new);
            let counted = run(words.into_iter().chain([given, &formula]));
            let document = counted.json();
            let five = clauses.contains('5');
            let expected = if five { json!("18") } else { json!("9") };
            assert_eq!(document["count"], expected, "{clauses}");
            if given != Path::new("auto") {
                let classes = if five { json!("8") } else { json!("4") };
                assert_eq!(document["orbits"], classes, "{clauses}");
            }
        }
        let refused =
            run_with_input(["count", "--symmetry", "-"].map(Path::new).into_iter().chain([&*formula]), b"(1 3)\n");
        assert!(refused.code == Some(1) && refused.stderr.contains("does not map the formula"), "{refused:?}");
    }
}

/// The components of an exact cover can be counted even if neither the search nor the frontier
/// comes to an end.
#[test]
fn a_formula_of_features_is_counted_by_its_components() {
    let Some(formula) = shared("bench/counting/ghamizi-light.cnf.xz") else { return };
    let count = |method: &str| {
        let counted = run(["count", "--json", "--method", method].map(Path::new).into_iter().chain([&*formula])).json();
        assert_eq!(counted["complete"], true, "{method}");
        counted["count"].clone()
    };
    assert_eq!(count("auto"), count("component"));
}
