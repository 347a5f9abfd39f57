//! The puzzles that the project ships, and the examples in the description of their formats.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

use gordian_formula::{ClauseSink, Model};
use gordian_puzzles::board::Style;
use gordian_puzzles::{AnyPuzzle, AnySolution, Kind};
use gordian_solver::{Budget, Solver};
use gordian_testkit::sample;

use crate::common::count_models;

fn read(name: &str, text: &str) -> AnyPuzzle {
    let kind = Kind::detect(text).unwrap_or_else(|| panic!("{name} is of no known kind\n{text}"));
    AnyPuzzle::parse(kind, text, None).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"))
}

/// The first `limit` solutions, each checked.
fn solutions(name: &str, puzzle: &AnyPuzzle, limit: usize) -> Vec<AnySolution> {
    let compiled = puzzle.compile().unwrap();
    let mut solver = Solver::new();
    compiled.cnf.feed(&mut solver);
    let mut solutions = Vec::new();
    solver.enumerate(&compiled.cnf.projection(), &Budget::unlimited(), &mut |model: &Model| {
        assert!(compiled.cnf.first_violated(model).is_none(), "{name}");
        let solution = puzzle.decode(model).unwrap();
        puzzle.check(&solution).unwrap_or_else(|violation| panic!("{name}: {violation}"));
        solutions.push(solution);
        if solutions.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    solutions
}

/// Name, solutions and classes of each row of the index.
fn index() -> Vec<(String, u128, Option<u128>)> {
    let number = |cell: &str| cell.trim().replace(',', "").parse::<u128>().ok();
    let row = |line: &str| {
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
        let name = cells.get(1)?.strip_prefix('`')?.strip_suffix('`')?.to_owned();
        Some((name, number(&cells[3])?, number(&cells[4])))
    };
    sample("README.md").lines().filter_map(row).collect()
}

#[test]
fn the_index_names_every_sample() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let mut files = BTreeSet::new();
    for kind in ["polyforms", "queens", "cryptarithms", "pips", "sudoku", "flatzinc"] {
        for entry in std::fs::read_dir(folder.join(kind)).unwrap() {
            files.insert(format!("{kind}/{}", entry.unwrap().file_name().to_str().unwrap()));
        }
    }
    let named: BTreeSet<String> = index().into_iter().map(|(name, ..)| name).collect();
    assert_eq!(files, named);
}

#[test]
fn samples_are_read_solved_checked_and_drawn() {
    for (name, count, classes) in index() {
        let puzzle = read(&name, &sample(&name));
        let limit = if count <= 2000 && !name.contains("pentominoes-") { 2001 } else { 2 };
        let found = solutions(&name, &puzzle, limit);
        assert_eq!(found.len() as u128, count.min(limit as u128), "{name}");
        assert!(puzzle.draw_puzzle(Style::UNICODE).is_char_boundary(0));
        let order = puzzle.compile().unwrap().symmetry().map_or(1, |spec| u128::from(spec.order));
        if let Some(classes) = classes {
            assert!(classes <= count && count <= classes * order, "{name}");
        }
        for solution in found.iter().take(2) {
            assert!(!puzzle.draw(solution, Style::PLAIN).contains('\x1b'), "{name}");
            assert!(puzzle.svg(Some(solution)).ends_with("</svg>\n"), "{name}");
        }
    }
}

#[test]
fn solutions_have_the_shapes_that_others_rely_on() {
    let json = |name: &str| {
        let puzzle = read(name, &sample(name));
        serde_json::to_value(&solutions(name, &puzzle, 1)[0]).unwrap()
    };
    let queens = json("queens/queens-8x8.txt");
    assert_eq!(queens["stars"][0], serde_json::json!([0, 6]));
    assert_eq!(json("cryptarithms/send-more-money.txt")["M"], 1);
    let soma = json("polyforms/soma-cube.txt");
    assert_eq!(soma["layers"].as_array().unwrap().len(), 3);
    assert!(soma["layers"][2][2].as_str().unwrap().chars().all(|char| "VLTZABP".contains(char)));
    let flat = json("polyforms/pentominoes-8x8-hole.txt");
    assert_eq!(flat["layers"][0][3].as_str().unwrap().chars().nth(3), Some('.'));
}

/// The blocks marked `text` of the description of the formats, each with the first line that follows it.
fn examples() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/formats.md");
    let document = std::fs::read_to_string(path).unwrap();
    let mut parts = document.split("```");
    parts.next();
    let mut examples = Vec::new();
    while let (Some(block), Some(after)) = (parts.next(), parts.next()) {
        if let Some(text) = block.strip_prefix("text\n") {
            let next = after.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
            examples.push((text.to_owned(), next.to_owned()));
        }
    }
    examples
}

#[test]
fn examples_of_the_formats_have_as_many_solutions_as_the_text_says() {
    let mut refused: Option<String> = None;
    let mut counted = 0;
    for (text, next) in examples() {
        if let Some(error) = refused.take() {
            assert_eq!(text.trim_end(), error.trim_end());
        } else if next.starts_with("Refused") {
            let kind = Kind::detect(&text).unwrap();
            refused = Some(AnyPuzzle::validate(kind, &text, None).unwrap_err().to_string());
        } else if let Some(rest) = next.strip_prefix("Solutions: ") {
            let digits: String = rest.chars().take_while(|char| char.is_ascii_digit()).collect();
            let expected: usize = digits.parse().unwrap();
            let puzzle = read("example", &text);
            assert_eq!(solutions("example", &puzzle, usize::MAX).len(), expected, "{text}");
            let cnf = puzzle.compile().unwrap().cnf;
            if cnf.num_clauses() == 0 && cnf.num_vars() == cnf.projection().len() {
                assert_eq!(count_models(&cnf), expected as u64, "{text}");
            }
            counted += 1;
        } else {
            panic!("nothing is said of the solutions of\n{text}");
        }
    }
    assert!(refused.is_none() && counted > 10, "{counted}");
}
