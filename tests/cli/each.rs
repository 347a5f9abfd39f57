//! One question about many puzzles: `--each`.

use std::fs;

use gordian_testkit::{dimacs, file, sample_path, shared, two_flocks};
use serde_json::{Value, json};

use crate::{directory, run, run_with_input};

const ONE: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const SOLVED: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

fn documents(printed: &str) -> Vec<Value> {
    printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A list of Sudokus with a mistake in some lines, and the numbers of their solutions, at most two.
fn list() -> (String, Vec<Option<&'static str>>) {
    let none = ONE.replacen('.', "3", 1);
    let two = SOLVED.replace(['4', '5', '8'], ".");
    let wrong = ONE.replacen('.', "x", 1);
    let lines = [ONE, &none, SOLVED, &two, "123", &wrong, SOLVED, ONE];
    let counts = [Some("1"), Some("0"), Some("1"), Some("2"), None, None, Some("1"), Some("1")];
    (format!("# a list\n{}\n", lines.join("\n")), counts.to_vec())
}

#[test]
fn every_line_of_a_list_is_counted_and_a_bad_one_is_an_error() {
    let (text, counts) = list();
    let list = file(&directory("each"), "list.txt", text);
    let name = list.to_str().unwrap();
    for threads in ["1", "3", "20"] {
        let counted = run(["count", "--json", "--limit", "2", "--threads", threads, "--each", name]);
        assert_eq!(counted.code, Some(1));
        let documents = documents(&counted.stdout);
        assert_eq!(documents.len(), counts.len());
        for (number, (document, count)) in (1..).zip(documents.iter().zip(&counts)) {
            assert_eq!((&document["input"], &document["puzzle"]), (&json!(name), &json!(number)));
            assert_eq!(document.get("count").and_then(Value::as_str), *count, "{document}");
            assert_eq!(document.get("error").is_some(), count.is_none(), "{document}");
            assert_eq!(document.get("status").is_some(), count.is_some(), "{document}");
        }
        let error = |number: usize| documents[number - 1]["error"].as_str().unwrap();
        assert_eq!(error(5), format!("{name}:6:1: this line has 3 squares, and the others have 81"));
        assert_eq!(error(6), format!("{name}:7:1: `x` is no digit from 1 to 9"));
    }
    let counted = run(["count", "--limit", "2", "--each", name]);
    let lines: Vec<&str> = counted.stdout.lines().collect();
    assert_eq!(lines.len(), counts.len());
    assert_eq!(lines[0], format!("{name} 1: 1 solution."));
    assert_eq!(lines[3], format!("{name} 4: At least 2 solutions: the limit of solutions was reached."));
    assert_eq!(lines[4], format!("{name} 5: error: {name}:6:1: this line has 3 squares, and the others have 81"));
}

#[test]
fn the_documents_are_those_of_single_puzzles() {
    let files =
        ["sudoku/six-6x6.txt", "queens/eight-queens.txt", "cryptarithms/two-two-four.txt", "pips/five-dominoes.json"];
    let paths: Vec<String> = files.iter().map(|file| sample_path(file).display().to_string()).collect();
    for verb in ["solve", "list", "count", "facts", "explain"] {
        let each = run([verb, "--json", "--each"].into_iter().chain(paths.iter().map(String::as_str)));
        assert_eq!((each.code, each.stderr.as_str()), (Some(0), ""), "{verb}");
        let documents = documents(&each.stdout);
        assert_eq!(documents.len(), files.len());
        for (path, mut document) in paths.iter().zip(documents) {
            let mut alone = run([verb, "--json", path]).json();
            for document in [&mut document, &mut alone] {
                let fields = document.as_object_mut().unwrap();
                fields.remove("seconds");
                if let Some(stats) = fields.get_mut("stats") {
                    stats.as_object_mut().unwrap().remove("seconds");
                }
            }
            let fields = document.as_object_mut().unwrap();
            let puzzle = if path.ends_with("five-dominoes.json") { json!("medium") } else { json!(1) };
            assert_eq!((fields.remove("input"), fields.remove("puzzle")), (Some(json!(path)), Some(puzzle)));
            assert_eq!(document, alone, "{verb} {path}");
        }
    }
}

#[test]
fn formulas_lists_of_addresses_and_standard_input_are_asked_about_too() {
    let directory = directory("each-kinds");
    let formula = file(&directory, "a.cnf", "p cnf 2 1\n1 2 0\n");
    let address = "https://puzz.link/p?starbattle/4/4/1/vvo000";
    let addresses = file(&directory, "addresses.txt", format!("{address}\n# again\n{address}\n"));
    let equations = format!("send + more = money\n# another\nbase + ball = games\nu + v + w = xx\n{}\n", "q + q = r");
    let equations = file(&directory, "equations.txt", equations);
    let boards =
        file(&directory, "boards.txt", "# first\nAAB\nABB\nCCC\n\n# second\nstars: 1\nAABB\nAABB\nCCDD\nCCDD\n");
    let names = [&formula, &addresses, &equations, &boards].map(|path| path.to_str().unwrap());
    let counted = run_with_input(["count", "--json", "--each", "-"].into_iter().chain(names), ONE.as_bytes());
    let found: Vec<(String, Value, Value)> = documents(&counted.stdout)
        .into_iter()
        .map(|document| {
            let input = document["input"].as_str().unwrap();
            let name = input.rsplit('/').next().unwrap().to_owned();
            let answer = document.get("count").or(document.get("error")).cloned().unwrap_or_default();
            (name, document["puzzle"].clone(), answer)
        })
        .collect();
    let find = |name: &str, puzzle: Value| {
        found.iter().find(|(input, number, _)| input == name && *number == puzzle).map(|found| found.2.clone())
    };
    assert_eq!(find("-", json!(1)), Some(json!("1")));
    assert_eq!(find("a.cnf", json!(1)), Some(json!("3")));
    assert_eq!(find("equations.txt", json!(1)), Some(json!("1")));
    assert_eq!(find("equations.txt", json!(2)), Some(json!("1")));
    assert!(find("equations.txt", json!(4)).is_some(), "{found:?}");
    assert_eq!(find("addresses.txt", json!(2)), Some(json!("2")), "{found:?}");
    assert_eq!(find("addresses.txt", json!(1)), find("addresses.txt", json!(2)));
    assert_eq!(find("boards.txt", json!("first")), Some(json!("0")));
    assert_eq!(find("boards.txt", json!("second")), Some(json!("2")));
}

/// As of a single puzzle, the answer is unknown when the time is over, and each puzzle has its line.
#[test]
fn puzzles_that_are_not_answered_in_time_are_unknown() {
    let directory = directory("each-late");
    let hard = file(&directory, "hard.cnf", dimacs(&two_flocks(14, 13)));
    let list = file(&directory, "list.txt", format!("{ONE}\n{ONE}\n{SOLVED}\n"));
    let [hard, list] = [&hard, &list].map(|path| path.to_str().unwrap());
    for verb in ["solve", "count"] {
        let late = run([verb, "--json", "--time", "2", "--threads", "1", "--each", hard, list]);
        assert_eq!((late.code, late.stderr.as_str()), (Some(0), ""), "{verb}");
        let documents = documents(&late.stdout);
        assert_eq!(documents.len(), 4, "{verb}");
        assert!(documents.iter().all(|document| document["status"] == "unknown"), "{verb}: {}", late.stdout);
    }
}

#[test]
fn what_cannot_be_asked_about_many_is_refused() {
    let sample = sample_path("sudoku/classic-9x9.txt").display().to_string();
    let directory = directory("each-refused");
    let output = directory.join("x.svg").display().to_string();
    for words in [
        &["count", "--each"][..],
        &["count", "--svg", &output, "--each", &sample],
        &["count", "--certificate", &output, "--each", &sample],
        &["count", &sample, &sample],
        &["show", "--each", &sample],
    ] {
        let refused = run(words);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{words:?}");
        assert!(refused.stderr.contains("--each"), "{}", refused.stderr);
    }
    assert!(fs::read_dir(directory).unwrap().next().is_none());
    let missing = run(["solve", "--json", "--each", &sample, "nothing.txt"]);
    let documents = documents(&missing.stdout);
    assert_eq!((missing.code, documents.len()), (Some(1), 2));
    assert_eq!(documents[1]["input"], "nothing.txt");
    assert!(documents[1]["error"].as_str().unwrap().starts_with("nothing.txt: "));
}

#[test]
fn the_line_of_an_answer_says_what_it_holds() {
    let formula = file(&directory("each-lines"), "formula.cnf", "p cnf 3 1\n1 2 3 0\n");
    let formula = formula.to_str().unwrap();
    let facts = run(["facts", "--each", formula]);
    assert!(facts.stdout.contains("0 of 3 variables have the same value in all models."), "{facts:?}");
    let drawn = run(["list", "--sample", "2", "--each", formula]);
    assert!(drawn.stdout.contains("7 solutions. Drawn at random: 2, which --json shows."), "{drawn:?}");
}

/// The levels of all days, with the counts that another program found.
#[test]
fn all_levels_of_a_day_are_asked_about() {
    let Some(folder) = shared("puzzles/pips") else { return };
    let table = fs::read_to_string(folder.join("counts.tsv")).unwrap();
    let days: Vec<String> = ["2025-08-18", "2025-10-05", "2025-12-24"]
        .iter()
        .map(|day| folder.join(format!("{day}.json")).display().to_string())
        .filter(|path| fs::exists(path).unwrap())
        .collect();
    let counted = run(["count", "--json", "--each"].into_iter().chain(days.iter().map(String::as_str)));
    let documents = documents(&counted.stdout);
    assert_eq!((counted.code, documents.len()), (Some(0), 3 * days.len()));
    for document in documents {
        let day = document["input"].as_str().unwrap().rsplit('/').next().unwrap().trim_end_matches(".json").to_owned();
        let level = document["puzzle"].as_str().unwrap();
        let count = document["count"].as_str().unwrap();
        let is_known = |line: &&str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.contains(&day.as_str()) && words.contains(&level)
        };
        let line = table.lines().find(is_known).unwrap();
        assert!(line.split_whitespace().any(|word| word == count), "{line}: {count}");
    }
}

#[test]
fn standard_input_is_read_once_and_a_formula_is_one() {
    let symmetry = file(&directory("each-once"), "a.symmetry", "");
    let symmetry = symmetry.to_str().unwrap();
    for arguments in [&["count", "--each", "-", symmetry, "-"][..], &["count", "--symmetry", "-", "-"]] {
        let run = run_with_input(arguments, ONE.as_bytes());
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
        assert!(run.stderr.contains("standard input can be read only once"), "{run:?}");
    }
    let formula = b"p cnf 2 1\n1 2 0\n";
    for arguments in [&["count", "--pick", "2", "-"][..], &["count", "--each", "--pick", "2", "-"]] {
        let run = run_with_input(arguments, formula);
        assert!(
            run.code == Some(1) && format!("{}{}", run.stdout, run.stderr).contains("this is a formula"),
            "{run:?}"
        );
    }
    assert_eq!(run_with_input(["count", "--pick", "1", "-"], formula).code, Some(10));
}

#[test]
fn a_model_is_one_puzzle() {
    let model = sample_path("flatzinc/send-more-money.fzn");
    let counted = run(["count", "--json", "--each", model.to_str().unwrap()]);
    let counts: Vec<Value> = documents(&counted.stdout).into_iter().map(|document| document["count"].clone()).collect();
    assert_eq!(counts, ["1"], "{counted:?}");
}
