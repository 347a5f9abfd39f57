//! Lines of Sudokus that cross themselves or close, and digits that were entered and are not given.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use gordian_formula::Cnf;
use gordian_puzzles::board::Style;
use gordian_puzzles::sudoku::{Sudoku, SudokuSolution, parse};
use gordian_puzzles::{AnyPuzzle, ErrorClass, Puzzle, sudoku};
use gordian_queries::{Question, Solution};
use gordian_testkit::{Random, shared};
use serde_json::{Value, json};

use crate::common::all_grids;

type Grid = Vec<Vec<i64>>;

const SIZE: usize = 4;

/// The lines that are known, by their keys.
const LINES: [&str; 15] = [
    "thermometer",
    "slowthermometer",
    "renban",
    "nabner",
    "whispers",
    "regionsumline",
    "parityline",
    "entropicline",
    "modularline",
    "palindrome",
    "samedifference",
    "zipperline",
    "betweenline",
    "lockout",
    "doublearrow",
];

fn box_of(cell: usize) -> (usize, usize) {
    (cell / SIZE / 2, cell % SIZE / 2)
}

/// A way through the grid, diagonal steps allowed, which may come back to its cells; half of
/// these ways are closed.
fn way(random: &mut Random) -> Vec<usize> {
    loop {
        let length = 3 + random.below(6);
        let mut way = vec![random.below(SIZE * SIZE)];
        while way.len() < length {
            let last = way[way.len() - 1];
            let (down, right) = (random.below(3), random.below(3));
            let next = ((last / SIZE + down).wrapping_sub(1), (last % SIZE + right).wrapping_sub(1));
            if next.0 < SIZE && next.1 < SIZE && next != (last / SIZE, last % SIZE) {
                way.push(next.0 * SIZE + next.1);
            }
        }
        let is_closed = way.first() == way.last();
        let crosses = way.iter().collect::<BTreeSet<_>>().len() < way.len();
        if is_closed || crosses && random.below(2) == 0 {
            return way;
        }
    }
}

fn names(way: &[usize]) -> Vec<String> {
    way.iter().map(|cell| format!("R{}C{}", cell / SIZE + 1, cell % SIZE + 1)).collect()
}

fn are_different(digits: &[i64]) -> bool {
    digits.iter().collect::<BTreeSet<_>>().len() == digits.len()
}

/// Whether a line along this way, which comes back to cells of its own, follows its rule: as
/// `docs/formats.md` says it.
fn follows(key: &str, way: &[usize], grid: &Grid) -> bool {
    let digit = |cell: usize| grid[cell / SIZE][cell % SIZE];
    let digits: Vec<i64> = way.iter().map(|&cell| digit(cell)).collect();
    let count = way.len();
    let cells: BTreeSet<usize> = way.iter().copied().collect();
    let all: Vec<i64> = cells.iter().map(|&cell| digit(cell)).collect();
    let (first, last) = (way[0], way[count - 1]);
    let (low, high) = (digit(first).min(digit(last)), digit(first).max(digit(last)));
    let between: Vec<i64> =
        cells.iter().filter(|&&cell| cell != first && cell != last).map(|&cell| digit(cell)).collect();
    let steps = |holds: &dyn Fn(i64, i64) -> bool| digits.windows(2).all(|pair| holds(pair[0], pair[1]));
    let mirrored = (0..count).map(|at| (digits[at], digits[count - 1 - at]));
    let threes = |class: &dyn Fn(i64) -> i64| {
        // Twice round a closed line, every three in a row stand in a row.
        let rounds = if first == last { [way, &way[1..]].concat() } else { way.to_vec() };
        rounds.windows(3).all(|three| {
            let three: BTreeSet<usize> = three.iter().copied().collect();
            are_different(&three.into_iter().map(|cell| class(digit(cell))).collect::<Vec<i64>>())
        })
    };
    match key {
        "thermometer" => steps(&|a, b| a < b),
        "slowthermometer" => steps(&|a, b| a <= b),
        "renban" => are_different(&all) && all.iter().max().unwrap() - all.iter().min().unwrap() < all.len() as i64,
        "nabner" => (0..all.len()).all(|at| all[..at].iter().all(|other| (all[at] - other).abs() >= 2)),
        "whispers" => steps(&|a, b| (a - b).abs() >= 2),
        "parityline" => steps(&|a, b| a % 2 != b % 2),
        "entropicline" => threes(&|digit| digit - 1),
        "modularline" => threes(&|digit| digit % 3),
        "palindrome" => mirrored.clone().all(|(a, b)| a == b),
        "samedifference" => digits.windows(3).all(|three| (three[0] - three[1]).abs() == (three[1] - three[2]).abs()),
        "zipperline" => {
            let middle = if count % 2 == 1 { digits[count / 2] } else { digits[0] + digits[count - 1] };
            let is_middle = |at: usize| count % 2 == 1 && at == count / 2;
            mirrored.enumerate().all(|(at, (a, b))| is_middle(at) || a + b == middle)
        }
        "betweenline" => between.iter().all(|digit| low < *digit && *digit < high),
        "lockout" => high - low >= 4 && between.iter().all(|digit| *digit < low || *digit > high),
        "doublearrow" => {
            let ends = if first == last { digit(first) } else { digit(first) + digit(last) };
            between.iter().sum::<i64>() == ends
        }
        "regionsumline" => {
            let mut parts: Vec<(BTreeSet<usize>, (usize, usize))> = Vec::new();
            for &cell in way {
                match parts.last_mut().filter(|part| part.1 == box_of(cell)) {
                    Some(part) => drop(part.0.insert(cell)),
                    None => parts.push(([cell].into(), box_of(cell))),
                }
            }
            if first == last && parts.len() > 1 {
                let (rest, _) = parts.pop().unwrap();
                parts[0].0.extend(rest);
            }
            let sum = |part: &BTreeSet<usize>| part.iter().map(|&cell| digit(cell)).sum::<i64>();
            parts.iter().map(|(part, _)| sum(part)).collect::<BTreeSet<i64>>().len() <= 1
        }
        _ => panic!("{key}"),
    }
}

fn document(clues: Value) -> String {
    let mut document = json!({"size": SIZE, "grid": vec![vec![json!({}); SIZE]; SIZE]});
    document.as_object_mut().unwrap().extend(clues.as_object().unwrap().clone());
    document.to_string()
}

/// The grids that solve the formula of a puzzle.
fn solved(text: &str, puzzle: &Sudoku) -> BTreeSet<Grid> {
    let cnf: Cnf = puzzle.compile().unwrap_or_else(|error| panic!("{text}: {error}")).cnf;
    let mut found = BTreeSet::new();
    let listed = Question::new(&cnf).list(&mut |solution: &Solution<'_>| {
        let solution = puzzle.decode(&solution.model()).unwrap();
        puzzle.check(&solution).unwrap_or_else(|violation| panic!("{text}: {violation}"));
        found.insert(solution.grid);
        std::ops::ControlFlow::Continue(())
    });
    assert!(listed.unwrap().is_complete());
    found
}

/// However lines go, the formula, the judge and the rules as they stand in the document agree on
/// all 288 grids.
#[test]
fn lines_that_come_back_to_a_cell_mean_what_the_document_says() {
    let grids = all_grids();
    let mut random = Random::new(9);
    let mut sample: SudokuSolution =
        parse("1234341221434321", None).map(|puzzle| first_solution(&puzzle)).expect("a grid that is given");
    for key in LINES {
        let mut solvable = 0;
        for _ in 0..40 {
            let way = way(&mut random);
            let text = document(json!({ key: [{"lines": [names(&way)]}] }));
            let puzzle = parse(&text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
            let expected: BTreeSet<Grid> = grids.iter().filter(|grid| follows(key, &way, grid)).cloned().collect();
            let judged: BTreeSet<Grid> = grids
                .iter()
                .filter(|grid| {
                    sample.grid.clone_from(grid);
                    puzzle.check(&sample).is_ok()
                })
                .cloned()
                .collect();
            assert_eq!(judged, expected, "{text}");
            assert_eq!(solved(&text, &puzzle), expected, "{text}");
            if puzzle.refutation("").is_some() {
                assert!(expected.is_empty(), "{text}");
            }
            solvable += usize::from(!expected.is_empty());
        }
        let never = ["thermometer", "lockout"].contains(&key);
        assert_eq!(solvable == 0, never, "{key}: {solvable}");
    }
}

fn first_solution(puzzle: &Sudoku) -> SudokuSolution {
    let cnf = puzzle.compile().unwrap().cnf;
    let mut first = None;
    let listed = Question::new(&cnf).list(&mut |solution: &Solution<'_>| {
        first = Some(puzzle.decode(&solution.model()).unwrap());
        std::ops::ControlFlow::Break(())
    });
    listed.unwrap();
    first.unwrap()
}

#[test]
fn an_arrow_sums_each_cell_of_its_shaft_once_and_not_its_bulb() {
    let grids = all_grids();
    let mut random = Random::new(4);
    let mut solvable = 0;
    for _ in 0..100 {
        let way = way(&mut random);
        let text = document(json!({"arrow": [{"cells": names(&way[..1]), "lines": [names(&way)]}]}));
        let puzzle = parse(&text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let shaft: BTreeSet<usize> = way.iter().copied().filter(|&cell| cell != way[0]).collect();
        let digit = |grid: &Grid, cell: usize| grid[cell / SIZE][cell % SIZE];
        let sums = |grid: &&Grid| digit(grid, way[0]) == shaft.iter().map(|&cell| digit(grid, cell)).sum::<i64>();
        let expected: BTreeSet<Grid> = grids.iter().filter(sums).cloned().collect();
        solvable += usize::from(!expected.is_empty());
        assert_eq!(solved(&text, &puzzle), expected, "{text}");
    }
    assert!(solvable > 20, "{solvable}");
    let own = json!({"size": 4, "arrow": [{"bulb": "R1C1", "shaft": ["R1C1"]}]}).to_string();
    assert!(parse(&own, None).unwrap_err().message.contains("an arrow without a shaft"));
}

/// A line means the same under its own key, among `lines`, and as f-puzzles writes it: also where
/// its rule depends on the size of the grid.
#[test]
fn a_line_means_the_same_in_all_its_forms() {
    for size in [3, 4, 5, 6, 7, 9, 12] {
        let way = ["R1C1", "R2C2", "R1C3", "R3C1"];
        for key in LINES {
            let shown = |clues: Value| {
                let mut document = json!({ "size": size });
                document.as_object_mut().unwrap().extend(clues.as_object().unwrap().clone());
                parse(&document.to_string(), None).unwrap().draw_puzzle(Style::PLAIN)
            };
            let own = shown(json!({ key: [way] }));
            assert_eq!(shown(json!({"lines": [{"type": key, "cells": way}]})), own, "{key}, {size}");
            assert_eq!(shown(json!({ key: [{"lines": [way]}] })), own, "{key}, {size}");
        }
    }
    let grid = vec!["....".to_owned(); SIZE];
    for (key, lines) in [
        ("whispers", json!([["R2C4", "R1C4"]])),
        ("lines", json!([{"type": "whispers", "cells": ["R2C4", "R1C4"]}])),
        ("lines", json!([{"type": "German Whisper", "cells": ["R2C4", "R1C4"]}])),
        ("germanwhispers", json!([["R2C4", "R1C4"]])),
    ] {
        let text = json!({"size": SIZE, "givens": grid, key: lines}).to_string();
        assert_eq!(solved(&text, &parse(&text, None).unwrap()).len(), 144, "{text}");
    }
    // The rule that lines follow on a colour.
    let rule = "fully on a: whispers only; fully on b: own; mixed: both";
    let shading = json!({"colours": ["a", "b"]});
    let text = json!({"size": 6, "yin_yang": shading, "rule": rule, "renban": [["R1C1", "R1C2"]]}).to_string();
    assert!(parse(&text, None).unwrap().draw_puzzle(Style::PLAIN).contains("steps of 3"));
}

/// A cell that is named twice in a row is one step of the line.
#[test]
fn a_step_that_goes_nowhere_is_none() {
    for key in LINES {
        let [plain, doubled] = [json!(["R1C1", "R1C2", "R2C3"]), json!(["R1C1", "R1C1", "R1C2", "R2C3", "R2C3"])]
            .map(|line| document(json!({ key: [{"lines": [line]}] })));
        let [plain, doubled] = [plain, doubled].map(|text| solved(&text, &parse(&text, None).unwrap()));
        assert_eq!(plain, doubled, "{key}");
    }
}

#[test]
fn a_thermometer_that_comes_back_is_refuted_with_the_reason() {
    let reason = |clues: Value| {
        let error = AnyPuzzle::parse(sudoku::KIND, &document(clues), None).unwrap_err();
        assert_eq!(error.class, ErrorClass::NoSolution);
        error.message
    };
    let ring = json!([{"lines": [["R1C1", "R1C2", "R2C2", "R1C1"]]}]);
    let text = reason(json!({"thermometer": ring}));
    assert!(text.ends_with("it comes back to r1c1, whose digit would be less than itself"), "{text}");
    for key in ["betweenline", "lockout"] {
        let text = reason(json!({ key: ring }));
        assert!(text.ends_with("both of its ends are r1c1"), "{text}");
    }
    // Five steps, of four cells: as many as there are digits.
    let crossed = json!([{"lines": [["R1C1", "R1C2", "R2C2", "R1C1", "R2C1"]]}]);
    assert!(AnyPuzzle::parse(sudoku::KIND, &document(json!({"renban": crossed})), None).is_ok());
}

#[test]
fn the_puzzle_whose_lines_cross_themselves_has_its_one_solution() {
    let Some(path) = shared("faults/".to_owned() + "10-line-crosses-itself.json") else { return };
    let text = read(&path);
    let puzzle = parse(&text, None).unwrap();
    assert_eq!(solved("10-line-crosses-itself", &puzzle).len(), 1);
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Digits that somebody has entered are no clues, and that they are left out is told.
#[test]
fn entered_digits_are_left_out_and_told() {
    let mut grid = vec![vec![json!({}); SIZE]; SIZE];
    grid[0][0] = json!({"value": 1, "given": true});
    grid[0][1] = json!({"value": 2});
    grid[1][0] = json!({"value": 3, "given": false});
    let text = json!({"size": SIZE, "grid": grid}).to_string();
    let puzzle = parse(&text, None).unwrap();
    assert_eq!(puzzle.notes(), ["2 digits that were entered and are not given are left out: r1c2, r2c1"]);
    assert_eq!(solved(&text, &puzzle).len(), 72);
    // In the other format a digit is given unless the file says that it is not.
    let text = json!({"cells": grid, "metadata": {"title": "T"}}).to_string();
    let puzzle = parse(&text, None).unwrap();
    assert_eq!(puzzle.notes(), ["1 digit that was entered and is not given is left out: r2c1"]);
    let full = vec![vec![json!({"value": 1}); SIZE]; SIZE];
    let puzzle = parse(&json!({"size": SIZE, "grid": full}).to_string(), None).unwrap();
    assert!(puzzle.notes()[0].ends_with("r1c1, r1c2, r1c3, r1c4, r2c1 and 11 more"), "{:?}", puzzle.notes());
}
