//! `gordian explain` and `gordian facts` as their users see them.

use gordian_testkit::{dimacs, file, pigeonhole, sample_path};

use crate::{directory, run};

fn words(verb: &str, options: &[&str], path: &std::path::Path) -> Vec<std::ffi::OsString> {
    std::iter::once(verb).chain(options.iter().copied()).map(Into::into).chain([path.into()]).collect()
}

#[test]
fn a_formula_is_explained_by_lines_that_are_unsatisfiable_by_themselves() {
    let folder = directory("explain_formula");
    let text = "c a comment\np cnf 4 6\n1 2 0\n-1 2 0\n3 4 0\n-2 0\n4 -3\n0\n-4 3 0\n";
    let path = file(&folder, "formula.cnf", text);
    let explained = run(words("explain", &[], &path));
    assert_eq!(explained.code, Some(20), "{explained:?}");
    assert_eq!(explained.status(), "UNSATISFIABLE");
    let lines: Vec<&str> = explained.lines('c').into_iter().filter(|line| line.starts_with("line ")).collect();
    assert_eq!(lines, ["line 3: 1 2 0", "line 4: -1 2 0", "line 6: -2 0"]);
    let json = run(words("explain", &["--json"], &path)).json();
    assert_eq!(json["clauses"], serde_json::json!([3, 4, 6]));
    assert_eq!((json["status"].as_str(), json["minimal"].as_bool()), (Some("unsatisfiable"), Some(true)));
    let subset = folder.join("subset.cnf");
    let output = ["-o", subset.to_str().unwrap()];
    assert_eq!(run(words("explain", &output, &path)).code, Some(20));
    let solved = run(words("solve", &[], &subset));
    assert_eq!((solved.code, solved.status()), (Some(20), "UNSATISFIABLE"));
    let satisfiable = file(&folder, "satisfiable.cnf", "p cnf 2 1\n-1 0\n");
    let explained = run(words("explain", &[], &satisfiable));
    assert_eq!((explained.code, explained.status()), (Some(10), "SATISFIABLE"));
    assert_eq!(explained.values(), [-1, -2, 0]);
}

#[test]
fn an_explanation_that_takes_too_long_says_so() {
    let folder = directory("explain_time");
    let path = file(&folder, "holes.cnf", dimacs(&pigeonhole(12, 11)));
    let explained = run(words("explain", &["--json", "--time", "0.2"], &path)).json();
    assert_eq!(explained["status"], "unknown");
}

#[test]
fn a_puzzle_is_explained_in_words_with_a_drawing() {
    let folder = directory("explain_puzzle");
    let path = file(&folder, "queens.txt", "AABB\nCCCC\nDDDD\nDDDD\n");
    let explained = run(words("explain", &["--color", "never"], &path));
    assert_eq!(explained.code, Some(20), "{explained:?}");
    // Regions A and B lie in one row together, and region D fills two: one of these is told.
    let reasons: Vec<&str> = explained.stdout.lines().filter(|line| line.starts_with("- ")).collect();
    let first = ["- row 1 has one star", "- region A has one star", "- region B has one star"];
    let second = ["- row 3 has one star", "- row 4 has one star", "- region D has one star"];
    assert!(reasons == first || reasons == second, "{explained:?}");
    for part in ["These 3 rules contradict each other", "Without any one of them", "] ["] {
        assert!(explained.stdout.contains(part), "{part}: {explained:?}");
    }
    let json = run(words("explain", &["--json"], &path)).json();
    assert_eq!(json["minimal"], true);
    assert_eq!(json["reasons"].as_array().unwrap().len(), 3);
    assert_eq!(json["reasons"][0]["kind"], "row");
    assert_eq!(json["reasons"][0]["cells"].as_array().unwrap().len(), 4);
    let solvable = file(&folder, "solvable.txt", "AABB\nAABB\nCCDD\nCCDD\n");
    let explained = run(words("explain", &["--json"], &solvable));
    assert_eq!((explained.code, explained.json()["solution"]["stars"].as_array().unwrap().len()), (Some(10), 4));
    // If counting refutes the text while it is read, that is the whole reason.
    let area = file(&folder, "area.txt", "board: 2x2\npieces: dominoes\n");
    let explained = run(words("explain", &["--json"], &area));
    assert_eq!((explained.code, &explained.json()["reasons"][0]["kind"]), (Some(20), &"counting".into()));
}

#[test]
fn facts_of_a_formula_are_literals() {
    let folder = directory("facts_formula");
    let path = file(&folder, "formula.cnf", "p cnf 4 4\n1 0\n-1 -2 0\n3 4 0\n-3 -4 0\n");
    let facts = run(words("facts", &["--counts"], &path));
    assert_eq!((facts.code, facts.status(), facts.values()), (Some(10), "SATISFIABLE", vec![1, -2, 0]));
    assert!(facts.lines('c').contains(&"2 models") && facts.lines('c').contains(&"3 is true in 1"), "{facts:?}");
    let json = run(words("facts", &["--json", "--counts"], &path)).json();
    assert_eq!(json["fixed"], serde_json::json!([1, -2]));
    assert_eq!(json["candidates"], serde_json::json!([3, 4]));
    assert_eq!(json["counts"], serde_json::json!({"3": "1", "4": "1"}));
    assert_eq!((&json["unique"], &json["count"]), (&false.into(), &"2".into()));
    let projected = run(words("facts", &["--json", "--project", "1-2"], &path)).json();
    assert_eq!((&projected["unique"], &projected["fixed"]), (&true.into(), &serde_json::json!([1, -2])));
    let none = file(&folder, "none.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!(run(words("facts", &[], &none)).code, Some(20));
}

#[test]
fn facts_of_a_puzzle_are_in_its_shape() {
    let folder = directory("facts_puzzle");
    let path = file(&folder, "two.txt", "TWO + TWO = FOUR\n");
    let json = run(words("facts", &["--json", "--counts"], &path)).json();
    assert_eq!(json["fixed"], serde_json::json!({"F": 1}));
    assert_eq!(json["candidates"]["T"], serde_json::json!([7, 8, 9]));
    assert_eq!(json["counts"]["T"], serde_json::json!({"7": "2", "8": "3", "9": "2"}));
    assert_eq!((&json["unique"], &json["count"]), (&false.into(), &"7".into()));
    assert_ne!(json["solution"], json["second"]);
    let pips = sample_path("pips/five-dominoes.json");
    let json = run(words("facts", &["--json", "--counts"], &pips)).json();
    assert_eq!(json["fixed"]["pips"][0], serde_json::json!([0, 2, 2, 2]));
    assert_eq!(json["candidates"]["pips"][1], serde_json::json!([[1], [4], [4, 6], [5, 6]]));
    assert_eq!(json["counts"]["pips"][2], serde_json::json!([null, null, {"4": "3", "6": "3"}, {"5": "3", "6": "3"}]));
    let drawn = run(words("facts", &["--color", "never"], &pips));
    assert!(drawn.stdout.contains("r2c3: 4 6\n") && drawn.stdout.contains("Two solutions"), "{drawn:?}");
    let sample = sample_path("queens/queens-8x8.txt");
    let unique = run(words("facts", &[], &sample));
    assert!(unique.code == Some(10) && unique.stdout.contains("There is exactly one solution."), "{unique:?}");
}
