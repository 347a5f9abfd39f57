//! Sudokus from files to solutions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gordian_formula::{ClauseSink, Lit, Model, Var};
use gordian_puzzles::board::Style;
use gordian_puzzles::sudoku::{Sudoku, SudokuSolution, parse};
use gordian_puzzles::{AnyPuzzle, Compiled, ErrorClass, Kind, Puzzle, sudoku};
use gordian_solver::{Outcome, Solver};
use gordian_testkit::{Random, at_once};
use serde_json::{Value, json};

use crate::common::{all_grids, shared_puzzles};

fn model_of(solver: &Solver, num_vars: usize) -> Model {
    let value = |index| solver.value(Var::from_index(index).positive()) == Some(true);
    Model::from_values((0..num_vars).map(value).collect())
}

/// The first two solutions in their digits, each checked; the shading may differ between solutions that are one.
fn solutions(name: &str, puzzle: &Sudoku, limit: usize) -> Vec<SudokuSolution> {
    let Compiled { cnf, meanings, rules, .. } = puzzle.compile().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(meanings.len(), cnf.projection().len(), "{name}");
    assert!(rules.iter().all(|rule| !rule.kind.is_empty() && !rule.text.is_empty()), "{name}");
    let mut solver = Solver::new();
    cnf.feed(&mut solver);
    let mut solutions = Vec::new();
    while solutions.len() < limit && solver.solve_under(&[]) == Outcome::Satisfiable {
        let model = model_of(&solver, cnf.num_vars());
        assert!(cnf.first_violated(&model).is_none(), "{name}");
        let solution = puzzle.decode(&model).unwrap_or_else(|violation| panic!("{name}: {violation}"));
        puzzle.check(&solution).unwrap_or_else(|violation| panic!("{name}: {violation}"));
        let visible = cnf.projection().into_iter().filter(|&var| model.value(var));
        solver.add_clause(&visible.map(Var::negative).collect::<Vec<Lit>>());
        solutions.push(solution);
    }
    solutions
}

fn digits(solution: &SudokuSolution) -> String {
    let separator = if solution.grid.len() > 9 { "," } else { "" };
    solution.grid.iter().flatten().map(i64::to_string).collect::<Vec<_>>().join(separator)
}

fn read(path: &Path) -> Sudoku {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(Kind::detect(&text), Some(sudoku::KIND), "{}", path.display());
    parse(&text, None).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Asserts that each puzzle has the solution it should have, and no other; on two threads.
fn assert_unique(expected: &[(PathBuf, String)]) {
    let one = |(path, solution): &(PathBuf, String)| {
        let name = path.display().to_string();
        let found: Vec<String> = solutions(&name, &read(path), 2).iter().map(digits).collect();
        assert_eq!(found, [solution.as_str()], "{name}");
    };
    at_once(2, expected, one);
}

#[test]
fn the_named_puzzles_have_their_one_solution() {
    let Some(folder) = shared_puzzles("sudoku/named") else { return };
    let mut expected = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let document: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let solution = match &document["solution"] {
            Value::String(text) => text.clone(),
            Value::Array(digits) => digits.iter().map(Value::to_string).collect(),
            other => panic!("{}: {other}", path.display()),
        };
        if document.get("yin_yang").is_some() {
            // The judge has compared the shading with the rules; here only its shape is.
            let solved = solutions("shading", &read(&path), 1);
            let found = serde_json::to_value(&solved[0]).unwrap();
            let rows: Vec<&str> =
                found["shading"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
            assert!(rows.len() == 9 && rows.iter().all(|row| row.len() == 9 && row.chars().all(|c| "LW".contains(c))));
        }
        expected.push((path, solution));
    }
    assert_eq!(expected.len(), 3);
    assert_unique(&expected);
}

/// A walk through different cells of a grid of side four, diagonal steps allowed.
fn walk(random: &mut Random, length: usize) -> Vec<String> {
    let (mut row, mut column) = (random.below(4_usize), random.below(4_usize));
    let mut cells = vec![(row, column)];
    for _ in 0..20 {
        let (down, right) = (random.below(3), random.below(3));
        let next = ((row + down).wrapping_sub(1), (column + right).wrapping_sub(1));
        if cells.len() < length && next.0 < 4 && next.1 < 4 && !cells.contains(&next) {
            (row, column) = next;
            cells.push(next);
        }
    }
    cells.into_iter().map(|(row, column)| format!("R{}C{}", row + 1, column + 1)).collect()
}

/// A clue of the kind with this number, for a grid of side four.
fn random_clue(kind: usize, random: &mut Random) -> Option<(&'static str, Value)> {
    let lines = [
        "thermometer",
        "slowthermometer",
        "renban",
        "whispers",
        "palindrome",
        "regionsumline",
        "entropicline",
        "modularline",
        "nabner",
        "zipperline",
        "betweenline",
        "doublearrow",
        "parityline",
        "samedifference",
        "lockout",
    ];
    if let Some(&name) = lines.get(kind) {
        let length = 2 + random.below(4);
        let cells = walk(random, length);
        return Some((name, json!([{"lines": [cells]}])));
    }
    let length = 2 + random.below(3);
    let cells = walk(random, length);
    let (one, two) = (json!(cells[0]), json!(cells[..2]));
    let side = 1 + random.below(4);
    let outside = [format!("R0C{side}"), format!("R5C{side}"), format!("R{side}C0"), format!("R{side}C5")];
    let outside = json!(outside[random.below(4)]);
    Some(match kind - lines.len() {
        0 => ("killercage", json!([{"cells": cells, "value": (3 + random.below(7)).to_string()}])),
        1 => ("killercage", json!([{"cells": cells, "value": ""}])),
        2 => ("arrow", json!([{"cells": [cells[0]], "lines": [cells]}])),
        3 => ("arrow", json!([{"cells": two, "lines": [walk(random, 4)]}])),
        4 => ("difference", json!([{"cells": two}])),
        5 => ("ratio", json!([{"cells": two, "value": 1 + random.below(3)}])),
        6 => ("xv", json!([{"cells": two, "value": "V"}])),
        7 => ("quadruple", json!([{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, side]}])),
        8 => ("clone", json!([{"cells": cells, "cloneCells": walk(random, cells.len())}])),
        9 => ("odd", json!([{"cell": one}])),
        10 => ("even", json!([{"cell": one}])),
        11 => ("minimum", json!([{"cell": one}])),
        12 => ("maximum", json!([{"cell": one}, {"cell": cells[1]}])),
        13 => ("extraregion", json!([{"cells": cells}])),
        14 => ("rowindexer", json!([{"cells": cells}])),
        15 => ("columnindexer", json!([{"cells": cells}])),
        16 => ("sandwichsum", json!([{"cell": outside, "value": random.below(6)}])),
        17 => ("xsum", json!([{"cell": outside, "value": 1 + random.below(10)}])),
        18 => ("skyscraper", json!([{"cell": outside, "value": 1 + random.below(4)}])),
        19 => (
            "littlekillersum",
            json!([{"cell": "R0C0", "direction": "DR", "value": (8 + random.below(5)).to_string()}]),
        ),
        20 => (
            "littlekillersum",
            json!([{"cell": "R5C2", "direction": "UR", "value": (3 + random.below(5)).to_string()}]),
        ),
        21 => ("diagonal+", json!(true)),
        22 => ("diagonal-", json!(true)),
        23 => ("antiknight", json!(true)),
        24 => ("antiking", json!(true)),
        25 => ("disjointgroups", json!(true)),
        26 => ("nonconsecutive", json!(true)),
        27 => {
            let name = ["ratio", "xv", "difference"][random.below(3)];
            ("negative", json!([name]))
        }
        _ => return None,
    })
}

/// The solutions of random puzzles with clues of all kinds are those of the 288 grids that the judge lets pass.
#[test]
fn clues_mean_the_same_to_the_formula_and_to_the_judge() {
    let mut random = Random::new(3);
    let grids = all_grids();
    let kinds = (0..).take_while(|&kind| random_clue(kind, &mut Random::new(1)).is_some()).count();
    let mut solvable = 0;
    for round in 0..8 * kinds {
        let mut document = json!({"size": 4, "grid": vec![vec![json!({}); 4]; 4]});
        for kind in [round % kinds, random.below(kinds)].into_iter().take(1 + round % 2) {
            let (key, value) = random_clue(kind, &mut random).unwrap();
            document[key] = value;
        }
        let text = document.to_string();
        let puzzle = parse(&text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: BTreeSet<Vec<Vec<i64>>> =
            solutions(&text, &puzzle, 1000).into_iter().map(|solution| solution.grid).collect();
        let mut sample = solutions("4x4", &parse("1234341221434321", None).unwrap(), 1).remove(0);
        let expected = grids.iter().filter(|grid| {
            sample.grid.clone_from(grid);
            puzzle.check(&sample).is_ok()
        });
        assert_eq!(found, expected.cloned().collect(), "{text}");
        solvable += usize::from(!found.is_empty());
    }
    assert!(solvable > 4 * kinds, "{solvable}");
}

/// With all selectors the guarded formula has the solutions of the plain one; the rules that fail without a solution
/// contradict each other.
#[test]
fn rules_can_be_left_out() {
    let grid = vec![vec![json!({}); 4]; 4];
    let document = json!({"size": 4, "grid": grid, "killercage": [{"cells": ["R1C1", "R1C2"], "value": "3"}],
        "thermometer": [{"lines": [["R1C2", "R1C1", "R2C1"]]}], "difference": [{"cells": ["R1C2", "R1C1"], "value": 2}]});
    let puzzle = parse(&document.to_string(), None).unwrap();
    assert!(solutions("contradiction", &puzzle, 1).is_empty());
    let guarded = puzzle.compile_guarded().unwrap();
    assert_eq!(guarded.rules.len(), guarded.selectors.len());
    let mut solver = Solver::new();
    guarded.cnf.feed(&mut solver);
    assert_eq!(solver.solve_under(&guarded.selectors), Outcome::Unsatisfiable);
    let core: Vec<Lit> = solver.core().to_vec();
    let failed = guarded.rules.iter().zip(&guarded.selectors).filter(|(_, selector)| core.contains(selector));
    let kinds: BTreeSet<String> = failed.map(|(rule, _)| rule.kind.clone()).collect();
    assert!(kinds.contains("cage") && kinds.contains("difference"), "{kinds:?}");
    let without: Vec<Lit> = guarded
        .rules
        .iter()
        .zip(&guarded.selectors)
        .filter(|(rule, _)| rule.kind != "cage")
        .map(|(_, &lit)| lit)
        .collect();
    assert_eq!(solver.solve_under(&without), Outcome::Satisfiable);
    let cage = guarded.rules.iter().find(|rule| rule.kind == "cage").unwrap();
    assert_eq!((cage.text.as_str(), cage.cells.as_slice()), ("the cage of 3 at r1c1–r1c2", &[[0, 0], [0, 1]][..]));
}

/// Every 4x4 grid in every form of text is read alike.
#[test]
fn one_puzzle_reads_alike_in_all_its_forms() {
    let line = "1...3.......4.2.";
    let expected: Vec<String> = solutions(line, &parse(line, None).unwrap(), 50).iter().map(digits).collect();
    assert!(expected.len() > 1);
    let rows: Vec<&str> = (0..4).map(|row| &line[4 * row..4 * row + 4]).collect();
    let spaced = |row: &&str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let square = |symbol: char| match symbol.to_digit(10) {
        Some(digit) => json!({"value": digit, "given": true}),
        None => json!({}),
    };
    let squares: Vec<Vec<Value>> = rows.iter().map(|row| row.chars().map(square).collect()).collect();
    let forms = [
        rows.join("\n"),
        format!("# one\n\n{}\n", rows.iter().map(spaced).collect::<Vec<_>>().join("\n").replace('.', "0")),
        format!("4\n{}", rows.iter().map(spaced).collect::<Vec<_>>().join("\n")),
        format!(
            "+--+--+\n|{}\n+--+--+",
            rows.iter().map(|row| format!("{}|{}|", &row[..2], &row[2..])).collect::<Vec<_>>().join("\n|")
        ),
        json!({"size": "4", "title": "T", "grid": squares}).to_string(),
        json!({"size": 4, "givens": rows}).to_string(),
        json!({"id": "x", "cells": squares, "metadata": {"title": "T", "rules": "Normal rules."}}).to_string(),
        format!("title: T\nsudoku: 4\nregions:\naabb\naabb\nccdd\nccdd\n{}", ""),
    ];
    for form in &forms[..forms.len() - 1] {
        assert_eq!(Kind::detect(form), Some(sudoku::KIND), "{form}");
        let puzzle = parse(form, None).unwrap_or_else(|error| panic!("{form}: {error}"));
        let found: BTreeSet<String> = solutions(form, &puzzle, 50).iter().map(digits).collect();
        assert_eq!(found, expected.iter().cloned().collect(), "{form}");
    }
    let irregular = format!("sudoku: 4\n{}\nregions:\naaab\ncabb\nccdb\ncddd\n", rows.join("\n"));
    assert_eq!(Kind::detect(&irregular), Some(sudoku::KIND));
    let found = solutions("irregular", &parse(&irregular, None).unwrap(), 50);
    for solution in &found {
        let at = |cells: [(usize, usize); 4]| cells.map(|(row, column)| solution.grid[row][column]);
        let region: BTreeSet<i64> = at([(0, 0), (0, 1), (0, 2), (1, 1)]).into_iter().collect();
        assert_eq!(region.len(), 4);
    }
}

/// The same puzzle of f-puzzles, packed: `{"size":4,"grid":…}` with nothing given but a cage.
const PACKED: &str = include_str!("packed.txt");

#[test]
fn packed_texts_are_unpacked() {
    let bare = PACKED.trim();
    let forms = [
        bare.to_owned(),
        format!("https://www.f-puzzles.com/?load={bare}"),
        format!(
            "https://www.f-puzzles.com/?load={}&x=1",
            bare.replace('+', "%2B").replace('=', "%3D").replace('/', "%2F")
        ),
        format!("https://sudokupad.app/fpuzzles{bare}"),
        format!("fpuz{bare}"),
    ];
    for form in forms {
        assert_eq!(Kind::detect(&form), Some(sudoku::KIND), "{form}");
        let puzzle = parse(&form, None).unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!((puzzle.title(), solutions("packed", &puzzle, 9).len()), (Some("Packed"), 2));
    }
    let damaged = format!("https://www.f-puzzles.com/?load={}", &bare[..bare.len() / 2]);
    assert!(parse(&damaged, None).is_err());
}

#[test]
fn what_cannot_be_expressed_is_told() {
    let grid = vec![vec![json!({}); 4]; 4];
    let with = |key: &str, value: Value| {
        let mut document = json!({"size": 4, "grid": grid});
        document[key] = value;
        parse(&document.to_string(), None).map(|_| ()).map_err(|error| error.message)
    };
    let message = |key: &str, value: Value| with(key, value).unwrap_err();
    assert!(message("foglights", json!(["R1C1"])).contains("foglights"));
    assert!(message("killercage", json!([{"cells": ["R1C5"], "value": "3"}])).contains("killercage 1: the cell R1C5"));
    assert!(message("killercage", json!([{"cells": ["R1C1"], "value": "x+y"}])).contains("x+y"));
    assert!(message("killercage", json!([{"cells": ["R1C1"], "value": "3", "product": true}])).contains("product"));
    assert!(message("thermometer", json!([{"lines": [["R1C1", "hm"]]}])).contains("hm"));
    assert!(message("negative", json!(["sums"])).contains("sums"));
    assert!(message("littlekillersum", json!([{"cell": "R0C0", "direction": "LR", "value": "3"}])).contains("LR"));
    assert_eq!(with("foglights", json!([])), Ok(()));
    let drawn =
        json!({"cells": grid, "lines": [{"wayPoints": [[0.5, 0.5]]}], "metadata": {"rules": "Lines are palindromes."}});
    let error = parse(&drawn.to_string(), None).unwrap_err();
    assert!(error.message.contains("1 lines") && error.message.contains("Lines are palindromes."), "{error}");
    let notes = parse(&json!({"size": 4, "grid": grid, "line": [{"lines": [["R1C1", "R1C2"]]}]}).to_string(), None)
        .unwrap()
        .notes();
    assert_eq!(notes.len(), 1);
    assert!(parse("{\"size\": 4,\n \"grid\": [}", None).unwrap_err().to_string().contains("line 2, column"));
    let short = parse("123.\n34..\n2..\n....\n", None).unwrap_err();
    assert_eq!(short.place.map(|place| place.line), Some(3), "{short}");
    let wrong = parse("123.\n34..\n2.7.\n....\n", None).unwrap_err();
    assert_eq!(wrong.place.map(|place| (place.line, place.column)), Some((3, 3)), "{wrong}");
}

/// Texts with random changes are read or refused, never more.
#[test]
fn damaged_texts_make_no_panic() {
    let mut random = Random::new(11);
    let mut texts: Vec<String> =
        vec!["1...3.......4.2.".into(), "4\n1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n".into(), PACKED.trim().into()];
    for kind in 0..43 {
        if let Some((key, value)) = random_clue(kind, &mut random) {
            let mut document =
                json!({"size": 4, "grid": vec![vec![json!({"value": 2}); 4]; 4], "source": {"a": [1.5, null]}});
            document[key] = value;
            texts.push(document.to_string());
        }
    }
    texts.push(json!({"size": 4, "yin_yang": {"colours": ["a", "b"], "connected": true, "no_2x2_mono": true},
        "rule": "line fully on a: own; fully on b: zipper only; mixed: both", "lines": [{"type": "renban", "cells": ["R1C1", "R1C2"]}],
        "letter_quads": {"letters": "AB", "quads": [{"top_left": "R1C1", "letters": ["A"]}]}}).to_string());
    let symbols: Vec<char> = "0123456789[]{}\",:.RC-x\n ä".chars().collect();
    let mut read = 0;
    for text in &texts {
        for _ in 0..60 {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..1 + random.below(3) {
                let at = random.below(chars.len());
                match random.below(3) {
                    0 => chars[at] = symbols[random.below(symbols.len())],
                    1 => chars.insert(at, symbols[random.below(symbols.len())]),
                    _ => drop(chars.remove(at)),
                }
            }
            let text: String = chars.into_iter().collect();
            let _ = Kind::detect(&text);
            if let Ok(puzzle) = parse(&text, None) {
                read += 1;
                if puzzle.size() < 10 {
                    let _ = puzzle.compile();
                    let _ = puzzle.draw_puzzle(gordian_puzzles::board::Style::PLAIN);
                }
            }
        }
    }
    assert!(read > 30, "{read}");
}

#[test]
fn what_counting_refutes_is_told_before_any_search() {
    let refuted = |text: &str| {
        let error = AnyPuzzle::parse(sudoku::KIND, text, None).unwrap_err();
        assert_eq!(error.class, ErrorClass::NoSolution);
        // The rules that contradict each other are still there to be explained.
        let puzzle = AnyPuzzle::read(sudoku::KIND, text, None).unwrap();
        let mut solver = Solver::new();
        puzzle.compile().unwrap().cnf.feed(&mut solver);
        assert_eq!(solver.solve(), Outcome::Unsatisfiable);
        (error.message, error.picture.unwrap())
    };
    let (message, picture) = refuted("1..2\n....\n....\n1...");
    assert_eq!(message, "column 1 has the 1 more than once: it is given at r1c1 and r4c1");
    assert_eq!(picture.matches("[1]").count(), 2, "{picture}");
    let with = |clue: Value| {
        let mut document = json!({"size": 4, "grid": vec![vec![json!({}); 4]; 4]});
        document.as_object_mut().unwrap().extend(clue.as_object().unwrap().clone());
        document.to_string()
    };
    for (clue, message) in [
        (
            json!({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "8"}]}),
            "no digits fit the cage of 8 at r1c1–r1c2: the sum of its 2 digits is from 3 to 7",
        ),
        (
            json!({"killercage": [{"cells": ["R1C1", "R1C2", "R1C3", "R1C4"], "value": "9"}]}),
            "no digits fit the cage of 9 at r1c1–r1c2–r1c3–r1c4: the sum of its 4 digits is 10",
        ),
        (
            json!({"killercage": [{"cells": ["R1C1", "R1C2", "R1C3", "R1C4", "R2C4"]}]}),
            "no digits fit the cage at r1c1–r1c2–r1c3–r1c4–r2c4: it has 5 cells, and there are 4 digits",
        ),
        (
            json!({"littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "13"}]}),
            "no digits fit the diagonal r1c2–r2c3–r3c4, which sums to 13: the sum of its 3 digits is from 3 to 12",
        ),
        (
            json!({"thermometer": [{"lines": [["R1C1", "R1C2", "R1C3", "R1C4", "R2C4"]]}]}),
            "no digits fit the thermometer at r1c1–r1c2–r1c3–r1c4–r2c4: it has 5 cells, and there are 4 digits",
        ),
    ] {
        let (found, picture) = refuted(&with(clue));
        assert_eq!(found, message);
        assert!(picture.contains('['), "{picture}");
    }
    let (message, _) = refuted("....\n.333\n....\n....");
    assert_eq!(message, "row 2 has the 3 more than once: it is given at r2c2, r2c3 and r2c4");
}

/// An indexer is described by the number that it finds: that of its own row or column.
#[test]
fn indexers_say_which_number_they_find() {
    let mut grid = vec![vec![json!({}); 4]; 4];
    grid[0][2] = json!({"value": 2, "given": true});
    for (key, words, (row, column), number) in [
        ("rowindexer", "the digit at r1c3 says in which row of column 3 the 1 stands", (1, 2), 1),
        ("columnindexer", "the digit at r1c3 says in which column of row 1 the 3 stands", (0, 1), 3),
    ] {
        let text = json!({"size": 4, "grid": grid, key: [{"cells": ["R1C3"]}]}).to_string();
        let puzzle = parse(&text, None).unwrap();
        let shown = puzzle.draw_puzzle(Style::PLAIN);
        assert!(shown.contains(words), "{shown}");
        let found = solutions(key, &puzzle, 1000);
        assert!(!found.is_empty() && found.iter().all(|solution| solution.grid[row][column] == number), "{key}");
    }
}
