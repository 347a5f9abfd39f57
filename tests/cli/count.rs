//! `gordian list` and `gordian count` on formulas.

use std::collections::BTreeSet;
use std::path::Path;

use gordian_formula::{ClauseSink, Var};
use gordian_testkit::{Random, Run, cnf, dimacs, file, lits, sample_path, shared, solutions};

use crate::{directory, run, run_with_input};

/// Variables 1 to 3 and 5; 4 and 6 are declared and unused.
const FORMULA: &[u8] = b"p cnf 6 2\n1 -3 0\n2 3 -1 5 0\n";

/// The number on the lines of the counting competition.
fn exact(run: &Run) -> String {
    let lines = run.lines('c');
    let exact: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("s exact arb int ")).collect();
    let [exact] = exact[..] else { panic!("{run:?}") };
    exact.to_owned()
}

/// The number of models of `FORMULA` by trying all assignments, and of their projections on some variables.
fn brute_force(shown: &[i32]) -> usize {
    let mut formula = cnf(&[&[1, -3], &[2, 3, -1, 5]]);
    formula.reserve_vars(6);
    formula.add_visible(&lits(shown).iter().map(|lit| lit.var()).collect::<Vec<Var>>());
    solutions(&formula).len()
}

#[test]
fn what_was_tried_is_said_on_request() {
    // Sets of squares of a board of which no two are neighbours: row 10 of sequence A006506 of the OEIS.
    let right = (1..=100).filter(|at| at % 10 != 0).map(|at| vec![-at, -at - 1]);
    let board: Vec<Vec<i32>> = right.chain((1..=90).map(|at| vec![-at, -at - 10])).collect();
    let number_of_attempts = |run: &Run| run.lines('c').iter().filter(|line| line.starts_with("tried ")).count();
    for (option, is_told) in [("-v", true), ("--json", false)] {
        let run = run_with_input(["count", option, "-"], dimacs(&board).as_bytes());
        assert!(run.stdout.contains("2030049051145980050"), "{}", run.stdout);
        assert_eq!(number_of_attempts(&run) > 0, is_told, "{}", run.stdout);
    }
}

#[test]
fn it_is_said_of_puzzles_too_what_was_tried() {
    let puzzle = sample_path("polyforms/pentominoes-3x20.txt");
    let puzzle = puzzle.to_str().unwrap();
    let said = |words: &[&str]| -> Vec<String> {
        let run = run(words.iter().copied().chain([puzzle]));
        run.lines('c').into_iter().map(str::to_owned).collect()
    };
    let counted = said(&["count", "-v"]);
    assert!(counted[0] == "method exact-cover" && counted[1].starts_with("tried exact-cover: "), "{counted:?}");
    let listed = said(&["list", "-v"]);
    assert_eq!(listed[0], "method exact-cover", "{listed:?}");
    assert!(said(&["count"]).is_empty() && said(&["list"]).is_empty());
}

#[test]
fn counts_are_printed_as_in_the_counting_competition() {
    let run = run_with_input(["count", "-"], FORMULA);
    assert_eq!((run.status(), run.code), ("SATISFIABLE", Some(10)));
    assert!(run.lines('c').contains(&"s type mc"));
    assert_eq!(exact(&run), brute_force(&[1, 2, 3, 4, 5, 6]).to_string());
    let estimate = run.lines('c').into_iter().find_map(|line| line.strip_prefix("s log10-estimate ")).unwrap();
    let expected = (brute_force(&[1, 2, 3, 4, 5, 6]) as f64).log10();
    assert!((estimate.parse::<f64>().unwrap() - expected).abs() < 1e-12);
    assert!(run.stdout.contains("c 6 variables, 4 of them used, 2 clauses"), "{}", run.stdout);
    let none = run_with_input(["count", "-"], b"p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!((none.status(), none.code, exact(&none)), ("UNSATISFIABLE", Some(20), "0".to_owned()));
    assert!(none.lines('c').contains(&"s log10-estimate -inf"));
}

/// A circuit that is counted at once, and would not be in minutes as it is: its proof is judged instead.
#[test]
fn a_check_that_would_take_long_looks_at_the_proof() {
    let Some(formula) = shared("bench/counting/mc2022_track1_121.cnf.xz") else { return };
    for words in [&["count", "--check"][..], &["count", "--weighted", "--check"]] {
        let run = run(words.iter().map(Path::new).chain([formula.as_path()]));
        assert!(run.lines('c').contains(&"checked by a trace"), "{words:?}: {}", run.stdout);
    }
}

#[test]
fn every_method_counts_and_lists_the_same() {
    let all = brute_force(&[1, 2, 3, 4, 5, 6]);
    for method in ["auto", "blocking", "chronological", "component"] {
        let words = ["--method", method, "--check", "-"];
        let counted = run_with_input(["count"].into_iter().chain(words), FORMULA);
        assert_eq!(exact(&counted), all.to_string(), "{method}");
        let listed = run_with_input(["list"].into_iter().chain(words), FORMULA);
        if method == "component" {
            assert!(listed.code == Some(1) && listed.stderr.contains("component"), "{}", listed.stderr);
            continue;
        }
        assert_eq!((listed.status(), listed.code), ("SATISFIABLE", Some(10)), "{method}");
        let models: BTreeSet<&str> = listed.lines('v').into_iter().collect();
        assert_eq!((models.len(), listed.lines('v').len()), (all, all), "{method}");
        let numbers: Vec<String> = (1..=all).map(|number| format!("Answer: {number}")).collect();
        let answers: Vec<&str> = listed.lines('c').into_iter().filter(|line| line.starts_with("Answer")).collect();
        assert_eq!(answers, numbers);
        assert_eq!(listed.stdout.lines().rfind(|line| line.starts_with("s ")).unwrap(), "s SATISFIABLE");
    }
}

#[test]
fn the_exact_cover_search_refuses_what_it_cannot_do() {
    let clauses = dimacs(&[vec![1, 2, 3], vec![-1, 2, -4], vec![4, 5, 1]]);
    let run = run_with_input(["count", "--method", "exact-cover", "-"], clauses.as_bytes());
    assert_eq!((run.code, run.lines('s').len()), (Some(1), 0));
    assert!(run.stderr.contains("exact-cover"), "{}", run.stderr);
}

#[test]
fn projections_come_from_the_command_line_or_the_file() {
    let shown = run_with_input(["count", "--project", "1,3-4", "-"], FORMULA);
    assert_eq!(exact(&shown), brute_force(&[1, 3, 4]).to_string());
    assert!(shown.lines('c').contains(&"s type pmc"));
    let in_file = [b"c p show 1 3 0\nc ind 4 0\n", FORMULA].concat();
    assert_eq!(exact(&run_with_input(["count", "-"], &in_file)), exact(&shown));
    let all = run_with_input(["count", "--project", "all", "-"], &in_file);
    assert_eq!(exact(&all), brute_force(&[1, 2, 3, 4, 5, 6]).to_string());
    let listed = run_with_input(["list", "-q", "--project", "3,1", "-"], FORMULA);
    let models: BTreeSet<Vec<i32>> =
        listed.lines('v').into_iter().map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect()).collect();
    assert_eq!(models, BTreeSet::from([vec![-1, -3, 0], vec![1, -3, 0], vec![1, 3, 0]]));
    let beyond = run_with_input(["count", "--project", "7", "-"], FORMULA);
    assert!(beyond.code == Some(1) && beyond.stderr.contains("variable 7"), "{}", beyond.stderr);
    let weighted = run_with_input(["count", "-"], &[b"c t wmc\n", FORMULA].concat());
    assert!(weighted.code == Some(1) && weighted.stderr.contains("weighted count"), "{}", weighted.stderr);
}

#[test]
fn unused_variables_double_the_count_exactly() {
    let run = run_with_input(["count", "-"], b"p cnf 130 1\n1 0\n");
    assert_eq!(
        exact(&run),
        (1u128 << 127).checked_mul(2).map_or("680564733841876926926749214863536422912".to_owned(), |n| n.to_string())
    );
    let absurd = run_with_input(["count", "-"], b"p cnf 2147483647 1\n1 0\n");
    assert!(absurd.code == Some(1) && absurd.stderr.contains("stand in no clause"), "{}", absurd.stderr);
}

#[test]
fn a_limit_stops_and_says_so() {
    let listed = run_with_input(["list", "--limit", "3", "-"], FORMULA);
    assert_eq!((listed.lines('v').len(), listed.status(), listed.code), (3, "SATISFIABLE", Some(10)));
    let counted = run_with_input(["count", "--limit", "3", "--method", "blocking", "-"], FORMULA);
    assert_eq!(counted.status(), "SATISFIABLE");
    assert!(counted.stdout.contains("c o at least ") && !counted.stdout.contains("exact arb"), "{}", counted.stdout);
    let many: Vec<Vec<i32>> = (0..200).map(|index| vec![3 * index + 1, 3 * index + 2, 3 * index + 3]).collect();
    let out_of_time = run_with_input(["count", "--method", "blocking", "--time", "0.3", "-"], dimacs(&many).as_bytes());
    assert_eq!((out_of_time.status(), out_of_time.code), ("SATISFIABLE", Some(10)));
    let json = run_with_input(
        ["count", "--method", "chronological", "--time", "0.3", "--json", "-"],
        dimacs(&many).as_bytes(),
    )
    .json();
    assert_eq!((&json["complete"], &json["status"]), (&false.into(), &"satisfiable".into()));
    assert!(json["count"].as_str().unwrap().parse::<u128>().is_ok());
    let at_once = run_with_input(["count", "--method", "component", "-"], dimacs(&many).as_bytes());
    assert!(exact(&at_once).len() > 150, "7 to the power of 200: {}", at_once.stdout);
}

/// Clauses of three literals that nobody counts in a moment.
fn hard_to_count() -> String {
    let mut random = Random::new(7);
    let mut clause = || (0..3).map(|_| (1 + random.below(150)) * [1, -1][random.below(2)]).collect();
    let clauses: Vec<Vec<i32>> = (0..300).map(|_| clause()).collect();
    dimacs(&clauses)
}

#[test]
fn a_count_that_is_stopped_says_how_far_it_came_and_about_how_many_there_are() {
    let formula = hard_to_count();
    let stopped =
        |words: &[&str]| run_with_input([&["count", "--time", "1"], words, &["-"]].concat().iter(), formula.as_bytes());
    let text = stopped(&["--method", "component"]).stdout;
    // A sample that met solutions knows that there are some.
    for part in ["s SATISFIABLE", "of the search was done", "Random samples suggest", "solutions", "Without --method"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json = stopped(&["--json"]).json();
    let share = json["share"].as_f64().unwrap();
    assert!(json["complete"] == false && (0.0..1.0).contains(&share), "{json}");
    assert!((10.0..40.0).contains(&json["estimate"]["log10"].as_f64().unwrap()), "{json}");
    let weighted = format!("{formula}c p weight 1 0.5 0\n");
    let weighted = run_with_input(["count", "--weighted", "--time", "1", "-"], weighted.as_bytes()).stdout;
    for part in ["s SATISFIABLE", "Random samples suggest", "in weight"] {
        assert!(weighted.contains(part), "{part}: {weighted}");
    }
    // 129168 tilings, of which a search finds a few thousand in that time.
    let tilings = run(["count", "--time", "0.5", "--json", "puzzles/polyforms/pentominoes-8x8-square.txt"]).json();
    let log10 = tilings["estimate"]["log10"].as_f64().unwrap();
    assert!(tilings["complete"] == true || (4.7..5.6).contains(&log10), "{tilings}");
}

#[test]
fn a_sample_of_models_is_drawn_by_the_seed() {
    let draw = |words: &[&str]| run_with_input(["list", "--sample", "2"].iter().chain(words).chain(&["-"]), FORMULA);
    let all = run_with_input(["list", "-"], FORMULA);
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let seed = format!("--seed={seed}");
        let drawn = draw(&[&seed]);
        assert_eq!((drawn.status(), drawn.code, drawn.lines('v').len()), ("SATISFIABLE", Some(10), 2));
        assert!(drawn.lines('v').iter().all(|line| all.lines('v').contains(line)), "{drawn:?}");
        assert!(drawn.stdout.contains(&format!("c 2 of {} drawn at random", all.lines('v').len())), "{drawn:?}");
        assert_eq!(drawn.stdout, draw(&[&seed]).stdout);
        seen.insert(drawn.lines('v').join(" "));
    }
    assert!(seen.len() > 10, "{}", seen.len());
    let none = run_with_input(["list", "--sample", "2", "-"], b"p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!((none.status(), none.code), ("UNSATISFIABLE", Some(20)));
}

#[test]
fn documents_have_the_keys_of_the_contract() {
    let json = run_with_input(["count", "--json", "-"], FORMULA).json();
    assert_eq!(json["status"], "satisfiable");
    assert_eq!(json["complete"], true);
    assert_eq!(json["count"], brute_force(&[1, 2, 3, 4, 5, 6]).to_string());
    assert!(json["method"].is_string() && json["seconds"].is_number() && json.get("orbits").is_none());
    let json = run_with_input(["list", "--json", "-"], FORMULA).json();
    assert_eq!(json["solutions"].as_array().unwrap().len(), brute_force(&[1, 2, 3, 4, 5, 6]));
    assert_eq!((&json["status"], &json["complete"]), (&"satisfiable".into(), &true.into()));
    let none = run_with_input(["list", "--json", "-"], b"p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!((none.json()["solutions"].as_array().unwrap().len(), none.code), (0, Some(20)));
}

#[test]
fn formulas_take_their_symmetries_from_a_file() {
    let directory = directory("count-symmetry");
    // One of four, in a ring.
    let formula = file(&directory, "ring.cnf", "p cnf 4 2\n1 2 3 4 0\n-1 -2 -3 -4 0\n");
    let ring = file(&directory, "ring.txt", "c the ring turned\n(1 2 3 4)\n");
    let ask = |verb: &str, words: &[&str]| {
        let words = [verb].into_iter().chain(words.iter().copied()).map(Path::new);
        run(words.chain([Path::new("--symmetry"), &ring, &formula]))
    };
    for method in ["auto", "blocking", "chronological"] {
        let counted = ask("count", &["--method", method]);
        assert_eq!(exact(&counted), "14", "{method}");
        assert!(counted.lines('c').contains(&"o orbits 4 under group ring order 4"), "{}", counted.stdout);
    }
    let listed = ask("list", &["--up-to-symmetry"]);
    assert_eq!(listed.lines('v').len(), 4);
    assert!(listed.lines('c').contains(&"o orbits 4 under group ring order 4"), "{}", listed.stdout);
    let json = ask("count", &["--json"]).json();
    assert_eq!(
        (&json["orbits"], &json["group"]["order"], &json["group"]["name"]),
        (&"4".into(), &4.into(), &"ring".into())
    );
    let wrong = file(&directory, "wrong.txt", "(1 -2)\n");
    let refused = run([Path::new("count"), Path::new("--symmetry"), &wrong, &formula]);
    assert!(refused.code == Some(1) && refused.stderr.contains("line 1"), "{}", refused.stderr);
    let without = run([Path::new("count"), Path::new("--up-to-symmetry"), &formula]);
    assert!(without.code == Some(1) && without.stderr.contains("--symmetry"), "{}", without.stderr);
}

#[test]
fn files_of_queries_are_not_counted() {
    let run = run_with_input(["count", "-"], b"p inccnf\n1 0\na 1 0\n");
    assert!(run.code == Some(1) && run.stderr.contains("queries"), "{}", run.stderr);
}

#[test]
fn symmetries_of_solutions_need_not_be_symmetries_of_clauses() {
    let folder = directory("unverified_symmetries");
    // 4 says whether 1 and 2 are true, 5 whether 4 or 3: of 1, 2, 3 two at most are true.
    let clauses = [vec![-1, -2, 4], vec![1, -4], vec![2, -4], vec![-4, 5], vec![-3, 5], vec![-5, 3, 4], vec![-3, -4]];
    let text = format!("c p show 1 2 3 0\n{}", dimacs(&clauses));
    let formula = file(&folder, "two.cnf", text);
    let formula = formula.to_str().unwrap();
    let group = |name: &str, text: &str| file(&folder, name, text).to_str().unwrap().to_owned();
    let turns = group("turns", "(1 2 3)\n");
    let refused = run(["count", "--symmetry", &turns, formula]);
    assert_eq!((refused.code, refused.stderr.contains("does not map the formula onto itself")), (Some(1), true));
    for method in ["auto", "blocking", "chronological", "burnside"] {
        let run = run(["count", "--unverified", "--symmetry", &turns, "--method", method, formula]);
        assert_eq!(exact(&run), "7", "{method}");
        assert!(run.lines('c').contains(&"o orbits 3 under group turns order 3"), "{run:?}");
    }
    // The image of the solution without 3 under this has 3 true beside 1 and 2.
    let wrong = group("wrong", "(3 -3)\n");
    for method in ["auto", "blocking", "chronological", "burnside"] {
        let run = run(["count", "--unverified", "--symmetry", &wrong, "--method", method, formula]);
        assert_eq!((run.code, run.lines('s').len()), (Some(1), 0), "{run:?}");
        assert!(run.stderr.contains("is no solution"), "{}", run.stderr);
    }
}

/// A variable that is only declared can have either value, so no answer leaves it out without a word.
#[test]
fn variables_in_no_clause_are_never_left_out() {
    let directory = directory("count-unused");
    let many = file(&directory, "many.cnf", "p cnf 1000003 2\n1 0\n2 0\n");
    let many = many.to_str().unwrap();
    for words in [&["facts"][..], &["facts", "--counts"], &["facts", "--project", "all"], &["count"]] {
        let refused = run(words.iter().chain(&[many]));
        assert_eq!((refused.code, refused.stdout.contains("exactly")), (Some(1), false), "{words:?}: {refused:?}");
        assert!(refused.stderr.contains("1000001 variables stand in no clause"), "{words:?}: {refused:?}");
    }
    assert_eq!(run(["facts", "--project", "1-3", "--json", many]).json()["unique"], false);
    // Those that a symmetry does not move double numbers and classes alike.
    let few = file(&directory, "few.cnf", "p cnf 12 3\n1 2 0\n2 3 0\n1 3 0\n");
    let swaps = file(&directory, "swaps", "(1 2)\n(2 3)\n");
    let (few, swaps, folder) = (few.to_str().unwrap(), swaps.to_str().unwrap(), directory.join("certificate"));
    let folder = folder.to_str().unwrap();
    let counted = run(["count", "--json", "--symmetry", swaps, "--certificate", folder, few]).json();
    assert_eq!((&counted["count"], &counted["orbits"]), (&"2048".into(), &"1024".into()), "{counted}");
    let claim = std::fs::read_to_string(Path::new(folder).join("certificate.txt")).unwrap();
    assert!(claim.contains("free 4 5 6 7 8 9 10 11 12 0"), "{claim}");
    assert_eq!(run(["check", few, folder]).status(), "VERIFIED");
    // But those that it moves belong to the question.
    let moved = file(&directory, "moved", "(1 2)(4 5)\n");
    let counted = run(["count", "--json", "--symmetry", moved.to_str().unwrap(), few]).json();
    assert_eq!((&counted["count"], &counted["orbits"]), (&"2048".into(), &"1280".into()), "{counted}");
}

#[test]
fn a_projection_of_the_command_line_is_judged_with_it() {
    let directory = directory("count-projected-trace");
    let formula = file(&directory, "open.cnf", "p cnf 3 1\n1 2 3 0\nc p show 1 2 3 0\n");
    let (formula, trace) = (formula.to_str().unwrap(), directory.join("trace"));
    let trace = trace.to_str().unwrap();
    for (project, models) in [("1", "2 models"), ("1,2", "4 models"), ("all", "7 models")] {
        assert_eq!(run(["count", "-f", "--project", project, "--trace", trace, formula]).code, Some(10));
        let judged = run(["check", "--project", project, formula, trace]);
        assert!(judged.status() == "VERIFIED" && judged.stdout.contains(models), "{project}: {judged:?}");
    }
    assert_eq!(
        run(["check", "--project", "1", sample_path("queens/eight-queens.txt").to_str().unwrap(), trace]).code,
        Some(1)
    );
}
