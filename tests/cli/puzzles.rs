//! Every verb on puzzles, and the way there and back through another solver.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gordian_testkit::{Run, file, sample_path, skip};

use crate::{GORDIAN, directory, run, run_with_input};

fn ask(words: &[&str], puzzle: &str) -> Run {
    run(words.iter().map(PathBuf::from).chain([sample_path(puzzle)]))
}

/// Blocking slows down with each solution, so many classes are counted once more in another way.
#[test]
fn a_check_of_many_classes_does_not_block_them_one_by_one() {
    let directory = directory("puzzles-check");
    let text = "touching: yes\nstars: 2\nAAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n";
    let rows = file(&directory, "rows.txt", text);
    let words = ["count", "--json", "--check", "--up-to-symmetry", "--method"];
    for (method, other) in [("chronological", "component+burnside"), ("component+burnside", "chronological")] {
        let checked = run(words.iter().copied().chain([method, rows.to_str().unwrap()])).json();
        assert_eq!((&checked["count"], &checked["orbits"]), (&"2040".into(), &"288".into()), "{checked}");
        assert_eq!(checked["checked_by"], other, "{method}: {checked}");
    }
}

#[test]
fn a_count_is_a_sentence_and_the_first_solution() {
    let counted = ask(&["count", "--up-to-symmetry"], "polyforms/pentominoes-3x20.txt");
    assert_eq!(counted.code, Some(10));
    let mut lines = counted.stdout.lines();
    assert_eq!(lines.next(), Some("2 classes and 8 solutions, up to board symmetries (a group of order 4)."));
    assert_eq!(lines.count(), 7, "three rows and four borders: {}", counted.stdout);
    let plain = ask(&["count"], "polyforms/pentominoes-3x20.txt");
    assert!(plain.stdout.starts_with("8 solutions.\n"), "{}", plain.stdout);
    let checked = ask(&["count", "--json", "--check", "--up-to-symmetry"], "polyforms/pentominoes-3x20.txt").json();
    assert_eq!((&checked["count"], &checked["orbits"]), (&"8".into(), &"2".into()));
    assert_eq!(checked["group"]["order"], 4);
    assert!(checked["checked_by"].is_string());
    let rotations = ask(&["count", "--json", "--up-to-symmetry=rotations"], "polyforms/soma-cube.txt").json();
    assert_eq!((&rotations["orbits"], &rotations["group"]["order"]), (&"480".into(), &24.into()));
    let full = ask(&["count", "--json", "--up-to-symmetry"], "polyforms/soma-cube.txt").json();
    assert_eq!(
        (&full["count"], &full["orbits"], &full["group"]["order"]),
        (&"11520".into(), &"240".into(), &48.into())
    );
}

#[test]
fn every_kind_of_puzzle_counts_by_every_method_that_applies() {
    for (puzzle, raw, classes) in [
        ("polyforms/pentominoes-3x20.txt", "8", "2"),
        ("queens/eight-queens.txt", "92", "12"),
        ("queens/two-stars-8x8.txt", "2", "1"),
    ] {
        for method in ["auto", "blocking", "chronological"] {
            let json = ask(&["count", "--json", "--up-to-symmetry", "--method", method], puzzle).json();
            assert_eq!((&json["count"], &json["orbits"]), (&raw.into(), &classes.into()), "{puzzle} {method}");
        }
    }
    let send = ask(&["count", "--json"], "cryptarithms/send-more-money.txt").json();
    assert_eq!(send["count"], "1");
}

#[test]
fn a_list_draws_each_solution_once() {
    let listed = ask(&["list"], "polyforms/pentominoes-3x20.txt");
    assert_eq!(listed.code, Some(10));
    let numbers: Vec<&str> = listed.stdout.lines().filter(|line| line.starts_with("Solution")).collect();
    assert_eq!(numbers.len(), 8);
    assert!(listed.stdout.ends_with("8 solutions.\n"));
    let json = ask(&["list", "--json", "--up-to-symmetry"], "polyforms/pentominoes-3x20.txt").json();
    let solutions = json["solutions"].as_array().unwrap();
    assert_eq!((solutions.len(), &json["count"]), (2, &"8".into()));
    for solution in solutions {
        let layers = solution["layers"].as_array().unwrap();
        let rows: Vec<&str> = layers[0].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        assert_eq!((layers.len(), rows.len()), (1, 3));
        assert!(rows.iter().all(|row| row.len() == 20));
    }
    let limited = ask(&["list", "--limit", "3"], "polyforms/pentominoes-3x20.txt");
    assert_eq!(limited.stdout.lines().filter(|line| line.starts_with("Solution")).count(), 3);
    assert!(limited.stdout.contains("At least 3 solutions: the limit of solutions was reached."), "{}", limited.stdout);
}

#[test]
fn a_sample_is_some_of_all_solutions() {
    let board = "polyforms/pentominoes-3x20.txt";
    let drawing = |text: &str| -> Vec<String> {
        text.split("Solution ")
            .skip(1)
            .map(|part| part.lines().skip(1).take(7).collect::<Vec<_>>().join("\n"))
            .collect()
    };
    let all = drawing(&ask(&["list"], board).stdout);
    let sample = ask(&["list", "--sample", "3", "--seed", "5", "--check"], board);
    assert!(sample.stdout.ends_with("agree.\nDrawn at random: 3.\n"), "{}", sample.stdout);
    let drawn = drawing(&sample.stdout);
    assert_eq!((sample.code, drawn.len()), (Some(10), 3));
    assert!(drawn.iter().all(|solution| all.iter().filter(|other| *other == solution).count() == 1));
    let classes = ask(&["list", "--sample", "5", "--up-to-symmetry", "--json"], board).json();
    assert_eq!(classes["solutions"].as_array().unwrap().len(), 2);
    assert_eq!((&classes["drawn"], &classes["orbits"], &classes["count"]), (&2.into(), &"2".into(), &"8".into()));
    let both = ask(&["list", "--sample", "3", "--limit", "3"], board);
    assert!(both.code == Some(1) && both.stderr.contains("cannot be used with"), "{}", both.stderr);
}

#[test]
fn symmetries_of_a_sudoku_exchange_digits_too() {
    let directory = directory("sudoku-symmetry");
    let count = |grid: &str| {
        let path = file(&directory, "s.txt", format!("sudoku: 4\n\n{grid}"));
        let json = run([Path::new("count"), Path::new("--json"), Path::new("--up-to-symmetry"), &path]).json();
        let number = |value: &serde_json::Value| value.as_str().and_then(|text| text.parse::<u64>().ok());
        [number(&json["orbits"]), number(&json["count"]), json["group"]["order"].as_u64()].map(Option::unwrap)
    };
    // Two of the 288 grids are essentially different. The order is that of 128 movements of the
    // grid times 24 permutations of the digits.
    assert_eq!(count("....\n....\n....\n....\n"), [2, 288, 3072]);
    // The givens leave the two other digits of the row free to change places.
    let [classes, solutions, order] = count("12..\n....\n....\n....\n");
    assert!(solutions == 24 && classes < solutions && order < 3072, "{classes} of {solutions} under {order}");
}

#[test]
fn facts_of_a_packing_come_from_all_its_solutions() {
    let counts = ask(&["facts", "--counts", "--json"], "polyforms/soma-cube.txt").json();
    assert_eq!(
        (&counts["count"], &counts["complete"], &counts["unique"]),
        (&"11520".into(), &true.into(), &false.into())
    );
    let mut of_pieces = std::collections::BTreeMap::new();
    let layers = counts["counts"]["layers"].as_array().unwrap();
    let rows = layers.iter().flat_map(|layer| layer.as_array().unwrap());
    for place in rows.flat_map(|row| row.as_array().unwrap()) {
        let here = place.as_object().unwrap().iter().map(|(piece, number)| {
            let number: u32 = number.as_str().unwrap().parse().unwrap();
            *of_pieces.entry(piece.clone()).or_insert(0) += number;
            number
        });
        assert_eq!(here.sum::<u32>(), 11520, "one piece in each place");
    }
    // Six pieces of four cubes and one of three.
    let cubes: Vec<u32> = of_pieces.values().map(|number| number / 11520).collect();
    assert_eq!(cubes, [4, 4, 4, 4, 4, 3, 4], "{of_pieces:?}");
}

#[test]
fn facts_say_which_places_may_be_empty() {
    let directory = directory("facts-empty");
    let facts = |board: &str| {
        let path = file(&directory, "board.txt", board);
        run([Path::new("facts"), Path::new("--counts"), &path]).stdout
    };
    // The domino covers the square below, and one of two others.
    let one = facts("board:\n???\n??.\npieces: domino\n");
    assert!(one.contains("r1c3: I (1), or empty\nr2c2: I (1), or empty\n"), "{one}");
    let several = facts("board: 2x3\nempty: any\npieces: domino, tromino I\n");
    assert!(several.contains("r1c1: I (1) i (2), perhaps empty\n"), "{several}");
    let stars = facts("stars: 1\n\nAABB\nAABB\nCCDD\nCCDD\n");
    assert!(stars.contains("r1c2: star (1), or empty\n"), "{stars}");
    let full = facts("board: 2x2\npieces: domino x2\n");
    assert!(full.contains("4 of 4 places") && !full.contains("empty"), "{full}");
}

#[test]
fn solutions_in_json_have_the_shape_of_their_kind() {
    let letters = ask(&["solve", "--json"], "cryptarithms/send-more-money.txt").json();
    assert_eq!(letters["status"], "satisfiable");
    assert_eq!((&letters["solution"]["S"], &letters["solution"]["Y"]), (&9.into(), &2.into()));
    let stars = ask(&["--json"], "queens/eight-queens.txt").json();
    assert_eq!(stars["solution"]["stars"].as_array().unwrap().len(), 8);
    assert!(stars["stats"]["conflicts"].is_number());
}

#[test]
fn a_puzzle_without_solution_says_so() {
    let directory = directory("no-solution");
    let queens = file(&directory, "q.txt", "queens: 3\nregions: none\n");
    let solved = run([Path::new("solve"), Path::new("--check"), &queens]);
    assert_eq!((solved.code, solved.stdout.as_str()), (Some(20), "There is no solution.\n"));
    let counted = run([Path::new("count"), &queens]);
    assert_eq!((counted.code, counted.stdout.as_str()), (Some(20), "There is no solution.\n"));
    // Refuted by its area alone.
    let small = file(&directory, "p.txt", "board: 3x3\npieces: pentominoes\n");
    for verb in ["solve", "count", "list"] {
        let refuted = run([Path::new(verb), &small]);
        assert_eq!(refuted.code, Some(20), "{refuted:?}");
        assert!(refuted.stdout.starts_with("There is no solution: "), "{}", refuted.stdout);
        let json = run([Path::new(verb), Path::new("--json"), &small]).json();
        assert_eq!(json["status"], "unsatisfiable");
    }
}

/// Another solver can then be asked, too.
#[test]
fn a_puzzle_that_counting_refutes_is_encoded_all_the_same() {
    let directory = directory("refuted");
    let sudoku = file(&directory, "s.txt", format!("55.......\n{}", ".........\n".repeat(8)));
    let shown = run([Path::new("show"), &sudoku]);
    assert!(
        shown.code == Some(1) && shown.stderr.contains("row 1 has the 5 more than once: it is given at r1c1"),
        "{shown:?}"
    );
    let encoded = run([Path::new("encode"), &sudoku]);
    assert_eq!(encoded.code, Some(0), "{}", encoded.stderr);
    let formula = file(&directory, "s.cnf", encoded.stdout);
    let solved = run([Path::new("solve"), &formula]);
    assert_eq!((solved.code, solved.status()), (Some(20), "UNSATISFIABLE"));
    let result = file(&directory, "s.out", solved.stdout);
    let decoded = run([Path::new("decode"), &sudoku, &result]);
    assert_eq!(decoded.code, Some(20), "{decoded:?}");
}

#[test]
fn mistakes_in_puzzles_are_shown_in_their_place() {
    let directory = directory("mistakes");
    let grid = file(&directory, "grid.txt", "AAB\nABB\nCC\n");
    let refused = run([Path::new("show"), &grid]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
    let place = format!("gordian: error: {}:3:", grid.display());
    assert!(refused.stderr.starts_with(&place), "{}", refused.stderr);
    assert!(refused.stderr.lines().count() > 1, "with a picture: {}", refused.stderr);
    let formula = file(&directory, "f.cnf", "p cnf 1 1\n1 0\n");
    let not_a_puzzle = run([Path::new("show"), &formula]);
    assert!(not_a_puzzle.code == Some(1) && not_a_puzzle.stderr.contains("formula"), "{}", not_a_puzzle.stderr);
    let forced = run([Path::new("show"), Path::new("--as"), Path::new("polyform"), &formula]);
    assert_eq!(forced.code, Some(1));
    assert!(forced.stderr.contains("f.cnf:1:"), "{}", forced.stderr);
}

#[test]
fn one_of_several_puzzles_is_picked() {
    let text = b"# first\nqueens: 4\nregions: none\n\n# second\nqueens: 5\nregions: none\n";
    let unpicked = run_with_input(["count", "-"], text);
    assert!(unpicked.code == Some(1) && unpicked.stderr.contains("choose"), "{}", unpicked.stderr);
    for (pick, count) in [("1", "2"), ("2", "10"), ("second", "10")] {
        assert_eq!(run_with_input(["count", "--json", "--pick", pick, "-"], text).json()["count"], count, "{pick}");
    }
    assert_eq!(run_with_input(["count", "--pick", "3", "-"], text).code, Some(1));
}

#[test]
fn drawings_have_colours_only_where_they_are_wanted() {
    let path = sample_path("polyforms/soma-cube.txt");
    let with = |choice: &str, variable: Option<(&str, &str)>| {
        let mut command = crate::gordian();
        command.args(["solve", "--color", choice]).arg(&path).envs(variable);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(with("always", None).contains("\x1b["));
    assert!(!with("never", None).contains("\x1b["));
    assert!(!with("auto", None).contains("\x1b["), "a pipe is no terminal");
    assert!(with("never", Some(("LC_ALL", "C"))).is_ascii());
    let directory = directory("svg");
    let svg = directory.join("solution.svg");
    let drawn = run([Path::new("solve"), Path::new("--json"), Path::new("--svg"), &svg, &path]);
    assert_eq!(drawn.code, Some(10));
    drawn.json();
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg "));
}

#[test]
fn explanations_outline_their_rules_with_their_numbers() {
    let directory = directory("svg-explain");
    let svg = directory.join("why.svg");
    let words = ["explain", "--json", "--svg", svg.to_str().unwrap(), "-"];
    let told = run_with_input(words, b"sudoku: 4\n1...\n..1.\n....\n.1.1\n").json();
    let picture = fs::read_to_string(svg).unwrap();
    let reasons = told["reasons"].as_array().unwrap();
    for (number, reason) in (1..).zip(reasons) {
        let words = format!("<title>{}</title>", reason["text"].as_str().unwrap());
        assert!(picture.contains(&words) && picture.contains(&format!(">{number}</text>")), "{words}: {picture}");
    }
    assert_eq!(picture.matches("class=\"rule ").count(), reasons.len());
    gordian_testkit::pictures::check("an explanation", &picture);
}

#[test]
fn show_draws_the_puzzle() {
    let shown = ask(&["show"], "polyforms/soma-cube.txt");
    assert_eq!(shown.code, Some(0));
    assert!(shown.stdout.contains("layer 2"), "{}", shown.stdout);
    let json = ask(&["show", "--json"], "polyforms/soma-cube.txt").json();
    assert_eq!(json["kind"], "polyform");
}

/// A solver other than ours, with the words it is called with: formula, then result.
fn other_solvers() -> Vec<&'static str> {
    let is_there = |name: &&str| {
        let found = Command::new("sh").args(["-c", &format!("command -v {name}")]).output();
        found.is_ok_and(|output| output.status.success())
    };
    ["minisat", "cadical", "kissat"].into_iter().filter(is_there).collect()
}

#[test]
fn puzzles_go_to_another_solver_and_come_back() {
    let directory = directory("round-trip");
    let solvers = other_solvers();
    if solvers.is_empty() {
        skip("in part: neither minisat nor cadical nor kissat is installed");
    }
    for (puzzle, is_unique) in [
        ("polyforms/soma-cube.txt", false),
        ("polyforms/pentominoes-3x20.txt", false),
        ("polyforms/slothouber-graatsma.txt", false),
        ("queens/queens-8x8.txt", true),
        ("queens/star-battle-10x10.txt", true),
        ("queens/two-stars-8x8.txt", false),
        ("cryptarithms/send-more-money.txt", true),
        ("cryptarithms/hexadecimal.txt", true),
        ("pips/five-dominoes.json", false),
        ("sudoku/classic-9x9.txt", true),
        ("sudoku/irregular-5x5.txt", true),
        ("sudoku/killer-9x9.json", true),
        ("sudoku/nine-lines-9x9.json", true),
    ] {
        let text = sample_path(puzzle);
        let formula = directory.join("puzzle.cnf");
        let encoded = run([Path::new("encode"), &text, Path::new("-o"), &formula]);
        assert_eq!((encoded.code, encoded.stdout.as_str()), (Some(0), ""), "{puzzle}: {}", encoded.stderr);
        let dimacs = fs::read_to_string(&formula).unwrap();
        assert!(dimacs.lines().any(|line| line.starts_with("c p show 1 ")));
        assert!(dimacs.lines().any(|line| line.starts_with("c 1: ")), "what variable 1 means");
        for solver in solvers.iter().copied().chain([GORDIAN]) {
            let result = directory.join("result.txt");
            let output =
                Command::new(solver).arg(&formula).args((solver == "minisat").then_some(&result)).output().unwrap();
            assert_eq!(output.status.code(), Some(10), "{solver} on {puzzle}");
            if solver != "minisat" {
                fs::write(&result, output.stdout).unwrap();
            }
            let decoded = run([Path::new("decode"), &text, &result]);
            assert_eq!(decoded.code, Some(10), "{solver} on {puzzle}: {}", decoded.stderr);
            assert!(decoded.stdout.lines().count() > 2);
            if is_unique {
                let decoded = run([Path::new("decode"), Path::new("--json"), &text, &result]).json();
                let solved = run([Path::new("solve"), Path::new("--json"), &text]).json();
                assert_eq!(decoded["solutions"][0], solved["solution"], "{solver} on {puzzle}");
            }
            let verdict = run([Path::new("check"), &text, &result]);
            assert_eq!(verdict.status(), "VERIFIED");
        }
    }
}

#[test]
fn formulas_of_puzzles_have_as_many_models_as_the_puzzle_has_solutions() {
    let directory = directory("encoded-counts");
    for (puzzle, count) in
        [("queens/two-stars-8x8.txt", "2"), ("queens/eight-queens.txt", "92"), ("cryptarithms/one-one-two.txt", "16")]
    {
        let formula = directory.join("puzzle.cnf.xz");
        assert_eq!(run([Path::new("encode"), &sample_path(puzzle), Path::new("-o"), &formula]).code, Some(0));
        let json = run([Path::new("count"), Path::new("--json"), &formula]).json();
        assert_eq!(json["count"], count, "{puzzle}");
    }
}

#[test]
fn a_list_of_models_is_decoded_and_false_ones_are_refused() {
    let directory = directory("decode");
    let puzzle = sample_path("queens/two-stars-8x8.txt");
    let formula = directory.join("puzzle.cnf");
    assert_eq!(run([Path::new("encode"), &puzzle, Path::new("-o"), &formula]).code, Some(0));
    let listed = run([Path::new("list"), &formula]);
    let result = file(&directory, "list.txt", &listed.stdout);
    let decoded = run([Path::new("decode"), &puzzle, &result]);
    assert_eq!(decoded.stdout.lines().filter(|line| line.starts_with("Solution ")).count(), 2);
    let json = run([Path::new("decode"), Path::new("--json"), &puzzle, &result]).json();
    assert_eq!(json["solutions"].as_array().unwrap().len(), 2);
    for (text, code) in [("s UNSATISFIABLE\n", 20), ("s UNKNOWN\n", 0), ("s SATISFIABLE\nv 1 0\n", 1), ("v 1 x 0\n", 1)]
    {
        let run = run([Path::new("decode"), &puzzle, &file(&directory, "other.txt", text)]);
        assert_eq!(run.code, Some(code), "{text}: {run:?}");
        assert_eq!(run.stderr.is_empty(), code != 1, "{text}: {run:?}");
    }
}

#[test]
fn encoded_formulas_go_to_standard_output_or_into_a_document() {
    let printed = ask(&["encode"], "cryptarithms/send-more-money.txt");
    assert_eq!(printed.code, Some(0));
    let solved = run_with_input(["-q", "-"], printed.stdout.as_bytes());
    assert_eq!(solved.status(), "SATISFIABLE");
    let json = ask(&["encode", "--json"], "cryptarithms/send-more-money.txt").json();
    assert_eq!(json["dimacs"].as_str().unwrap(), printed.stdout);
    assert_eq!(json["meanings"].as_array().unwrap().len(), json["visible"].as_array().unwrap().len());
}

/// Integers with more values than a formula holds are left to propagators, where no proof is asked for.
#[test]
fn a_model_that_is_too_large_for_a_formula_is_solved() {
    let directory = directory("puzzles-propagated");
    let model = |bound: u32| {
        let text = format!(
            "var 0..2000000: x :: output_var;\nvar 0..2000000: y :: output_var;\n\
             constraint int_lin_eq([1,1],[x,y],{bound});\nconstraint int_lin_le([1,-1],[x,y],-5);\nsolve satisfy;\n"
        );
        file(&directory, "large.fzn", text)
    };
    let large = model(3_000_001);
    let solved = run(["solve", "--json", large.to_str().unwrap()]).json();
    let [x, y] = ["x", "y"].map(|name| solved["solution"][name].as_u64().unwrap_or_default());
    assert!(x + y == 3_000_001 && x + 5 <= y, "{solved}");
    for words in [&["solve", "--check"][..], &["count"], &["solve", "--conflicts", "9"]] {
        let refused = run(words.iter().chain(&[large.to_str().unwrap()]));
        assert!(
            refused.code == Some(1) && refused.stderr.contains("more than 16777216 clauses"),
            "{words:?}: {refused:?}"
        );
    }
    let none = model(4_000_000);
    assert_eq!(run(["solve", none.to_str().unwrap()]).code, Some(20));
}

/// Any solution of the constraints counts where all are asked for; where one is, it is the best.
#[test]
fn a_goal_of_a_model_is_left_out_or_reached() {
    let directory = directory("a_goal_of_a_model");
    let model = file(&directory, "model.fzn", "var 1..3: x :: output_var;\nsolve minimize x;\n");
    let counted = run([Path::new("count"), Path::new("--json"), &model]).json();
    assert_eq!(counted["count"], "3");
    assert_eq!(counted["warnings"][0], "`minimize x` is left out: any solution of the constraints counts");
    let solved = run([Path::new("solve"), &model]);
    assert_eq!((solved.code, &solved.stdout[..]), (Some(10), "x = 1;\nminimize x: 1, and none is better.\n"));
    let document = run([Path::new("solve"), Path::new("--json"), &model]).json();
    assert_eq!(document["solution"], serde_json::json!({"x": 1}));
    assert_eq!((&document["objective"], &document["optimal"]), (&1.into(), &true.into()));
    let none = file(&directory, "none.fzn", "var 1..3: x;\nconstraint int_le(4,x);\nsolve maximize x;\n");
    let document = run([Path::new("solve"), Path::new("--json"), &none]).json();
    assert_eq!(document["status"], "unsatisfiable");
    assert_eq!((document.get("objective"), document.get("solution")), (None, None));
    let refused = run([Path::new("solve"), &model, Path::new("--conflicts=5")]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("`minimize x` takes several"), "{}", refused.stderr);
}

/// A search that is stopped tells the best solution so far. A Golomb ruler of twelve marks takes long to prove.
#[test]
fn a_limit_tells_the_best_solution_so_far() {
    let directory = directory("the_best_so_far");
    let marks = 12;
    let mut text = String::new();
    (1..=marks).for_each(|at| text += &format!("var 0..200: m{at} :: output_var;\n"));
    let mut differences = Vec::new();
    let mut constraints = String::from("constraint int_eq(m1,0);\n");
    for one in 1..=marks {
        for other in one + 1..=marks {
            text += &format!("var 1..200: d{one}_{other};\n");
            constraints += &format!("constraint int_lin_eq([1,-1,-1],[m{other},m{one},d{one}_{other}],0);\n");
            differences.push(format!("d{one}_{other}"));
        }
    }
    constraints +=
        &format!("constraint fzn_all_different_int([{}]);\nsolve minimize m{marks};\n", differences.join(","));
    let model = file(&directory, "golomb.fzn", &(text + &constraints));
    let document = run([Path::new("solve"), Path::new("--json"), Path::new("--time=5"), &model]).json();
    assert_eq!((&document["status"], &document["optimal"]), (&"satisfiable".into(), &false.into()));
    assert_eq!(document["objective"], document["solution"]["m12"]);
}
