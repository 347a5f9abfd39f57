//! Pips from JSON to solutions.

use std::collections::BTreeSet;

use gordian_formula::{ClauseSink, Cnf};
use gordian_puzzles::Puzzle;
use gordian_puzzles::board::Style;
use gordian_puzzles::pips::{Pips, PipsSolution, levels, parse, parse_level};
use gordian_queries::{Engine, Question, Solution};
use gordian_testkit::Random;
use serde_json::{Value, json};

/// Two squares and their numbers.
type Laid = ([usize; 2], [usize; 2], u64, u64);

/// Every solution, by trying all ways to lay one domino after the other on the first empty square; no formula.
fn solutions_by_hand(puzzle: &Value) -> BTreeSet<Vec<Laid>> {
    struct Hand<'a> {
        squares: Vec<[usize; 2]>,
        dominoes: Vec<(u64, u64)>,
        regions: &'a [Value],
        laid: Vec<Laid>,
        found: BTreeSet<Vec<Laid>>,
    }
    impl Hand<'_> {
        fn holds(&self) -> bool {
            let number = |square: &Value| {
                let at = [square[0].as_u64().unwrap() as usize, square[1].as_u64().unwrap() as usize];
                let of = |&(first, second, a, b): &Laid| {
                    if first == at {
                        Some(a)
                    } else if second == at {
                        Some(b)
                    } else {
                        None
                    }
                };
                self.laid.iter().find_map(of).unwrap()
            };
            self.regions.iter().all(|region| {
                let numbers: Vec<u64> = region["indices"].as_array().unwrap().iter().map(number).collect();
                let (sum, target) = (numbers.iter().sum::<u64>(), region["target"].as_u64().unwrap_or(0));
                let different = numbers.iter().collect::<BTreeSet<_>>().len();
                match region["type"].as_str().unwrap() {
                    "sum" => sum == target,
                    "less" => sum < target,
                    "greater" => sum > target,
                    "equals" => different == 1,
                    "unequal" => different == numbers.len(),
                    _ => true,
                }
            })
        }

        fn run(&mut self) {
            let taken = |square: &[usize; 2]| self.laid.iter().any(|laid| laid.0 == *square || laid.1 == *square);
            let Some(&first) = self.squares.iter().find(|square| !taken(square)) else {
                if self.holds() {
                    self.found.insert(self.laid.clone());
                }
                return;
            };
            let beside = [[first[0], first[1] + 1], [first[0] + 1, first[1]]];
            let beside = beside.into_iter().filter(|square| self.squares.contains(square) && !taken(square));
            for second in beside.collect::<Vec<_>>() {
                for index in 0..self.dominoes.len() {
                    let (a, b) = self.dominoes.remove(index);
                    for (a, b) in [(a, b), (b, a)] {
                        self.laid.push((first, second, a, b));
                        self.run();
                        self.laid.pop();
                    }
                    self.dominoes.insert(index, (a, b));
                }
            }
        }
    }
    let regions = puzzle["regions"].as_array().unwrap();
    let squares = regions.iter().flat_map(|region| region["indices"].as_array().unwrap());
    let mut squares: Vec<[usize; 2]> =
        squares.map(|at| [at[0].as_u64().unwrap() as usize, at[1].as_u64().unwrap() as usize]).collect();
    squares.sort();
    let dominoes = puzzle["dominoes"].as_array().unwrap().iter();
    let dominoes = dominoes.map(|domino| (domino[0].as_u64().unwrap(), domino[1].as_u64().unwrap())).collect();
    let mut hand = Hand { squares, dominoes, regions, laid: Vec::new(), found: BTreeSet::new() };
    hand.run();
    hand.found
}

/// Like [`solutions_by_hand`], by the formula and the method that fits.
fn solutions_by_formula(puzzle: &Pips) -> BTreeSet<Vec<Laid>> {
    let compiled = puzzle.compile().unwrap();
    let mut found = BTreeSet::new();
    let answer = Question::new(&compiled.cnf).list(&mut |solution: &Solution<'_>| {
        let solution = puzzle.decode(&solution.model()).unwrap();
        puzzle.check(&solution).unwrap_or_else(|violation| panic!("{violation}"));
        assert!(found.insert(normal(puzzle, &solution)), "the same solution twice");
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(answer.unwrap().count, found.len() as u128);
    found
}

fn normal(puzzle: &Pips, solution: &PipsSolution) -> Vec<Laid> {
    let laid = puzzle.dominoes().iter().zip(&solution.dominoes).map(|(&[a, b], &[first, second])| {
        if first < second { (first, second, a.into(), b.into()) } else { (second, first, b.into(), a.into()) }
    });
    let mut laid: Vec<_> = laid.collect();
    laid.sort();
    laid
}

/// A small puzzle around a random solution; the numbers go to `most`, dominoes repeat.
fn random_puzzle(random: &mut Random, most: u64) -> Value {
    let (rows, columns) = [(2, 2), (2, 3), (2, 4), (4, 2), (1, 6)][random.below(5)];
    let mut numbers = vec![vec![0; columns]; rows];
    numbers.iter_mut().flatten().for_each(|number| *number = random.below(most + 1));
    // Rows or columns of dominoes.
    let mut dominoes = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if columns % 2 == 0 && column % 2 == 0 {
                dominoes.push([numbers[row][column], numbers[row][column + 1]]);
            } else if columns % 2 == 1 && row % 2 == 0 {
                dominoes.push([numbers[row][column], numbers[row + 1][column]]);
            }
        }
    }
    let mut regions: Vec<Vec<[usize; 2]>> = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            match random.below(3) {
                0 => regions.push(vec![[row, column]]),
                _ => match regions.last_mut() {
                    Some(last) => last.push([row, column]),
                    None => regions.push(vec![[row, column]]),
                },
            }
        }
    }
    let regions: Vec<Value> = regions
        .into_iter()
        .map(|squares| {
            let sum: u64 = squares.iter().map(|&[row, column]| numbers[row][column]).sum();
            let off = if random.below(8) == 0 { 1 } else { 0 };
            match random.below(6) {
                0 => json!({"indices": squares, "type": "empty"}),
                1 => json!({"indices": squares, "type": "less", "target": sum + random.below(3)}),
                2 => json!({"indices": squares, "type": "greater", "target": sum.saturating_sub(random.below(3))}),
                3 => json!({"indices": squares, "type": if random.below(2) == 0 { "equals" } else { "unequal" }}),
                _ => json!({"indices": squares, "type": "sum", "target": sum + off}),
            }
        })
        .collect();
    json!({"dominoes": dominoes, "regions": regions})
}

#[test]
fn random_puzzles_have_the_solutions_found_by_hand() {
    let mut random = Random::new(1);
    let (mut solvable, mut several) = (0, 0);
    for _ in 0..300 {
        let most = 1 + random.below(6);
        let value = random_puzzle(&mut random, most);
        let expected = solutions_by_hand(&value);
        let text = value.to_string();
        let puzzle = parse(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(solutions_by_formula(&puzzle), expected, "{text}");
        if let Some(refutation) = puzzle.refutation(&text) {
            assert!(expected.is_empty(), "{refutation}\n{text}");
        }
        solvable += usize::from(!expected.is_empty());
        several += usize::from(expected.len() > 1);
    }
    assert!(solvable > 50 && several > 25, "{solvable} {several}");
}

#[test]
fn doubles_turned_and_equal_dominoes_exchanged_are_the_same_solution() {
    let value = json!({
        "dominoes": [[1, 1], [1, 1], [2, 2]],
        "regions": [{"indices": [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5]], "type": "empty"}],
    });
    let puzzle = parse(&value.to_string(), None).unwrap();
    assert_eq!(solutions_by_formula(&puzzle).len(), 3);
}

#[test]
fn all_methods_agree_on_what_is_an_exact_cover() {
    let mut random = Random::new(7);
    for _ in 0..60 {
        let value = random_puzzle(&mut random, 4);
        let puzzle = parse(&value.to_string(), None).unwrap();
        let cnf: Cnf = puzzle.compile().unwrap().cnf;
        let count = |method| Question::new(&cnf).with_method(method).count(&mut ()).unwrap().count;
        assert_eq!(count(Engine::Chronological), count(Engine::Blocking), "{value}");
        let kinds: BTreeSet<Vec<u64>> = value["dominoes"].as_array().unwrap().iter().map(sorted_pair).collect();
        if kinds.len() == puzzle.dominoes().len() {
            assert_eq!(count(Engine::ExactCover), count(Engine::Chronological), "{value}");
            assert_eq!(cnf.projection().len(), cnf.num_vars());
        }
    }
}

fn sorted_pair(domino: &Value) -> Vec<u64> {
    let mut pair: Vec<u64> = domino.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect();
    pair.sort_unstable();
    pair
}

const SMALL: &str = r#"{"printDate":"2024-01-01","easy":null,"medium":{"id":7,"dominoes":[[0,1]],"regions":[
 {"indices":[[0,0]],"type":"sum","target":1},{"indices":[[0,1]],"type":"empty"}]},"hard":{"dominoes":null}}"#;

#[test]
fn null_puzzles_are_survived() {
    let puzzle = parse(SMALL, None).unwrap();
    assert_eq!(puzzle.title(), Some("2024-01-01 medium"));
    assert_eq!(solutions_by_formula(&puzzle).len(), 1);
    assert_eq!(parse(SMALL, Some("medium")), Ok(puzzle.clone()));
    assert_eq!(parse(SMALL, Some("2")), Ok(puzzle));
    for (pick, message) in [
        ("easy", "the puzzle `easy` is null in this text"),
        ("hard", "the puzzle `hard` is null in this text"),
        ("harder", "the text holds medium, and none is called `harder`"),
    ] {
        assert_eq!(parse(SMALL, Some(pick)).unwrap_err().message, message);
    }
    let levels = levels(SMALL).unwrap();
    let present: Vec<bool> = levels.iter().map(|level| level.is_present()).collect();
    assert_eq!(present, [false, true, false]);
    assert!(parse_level(SMALL, &levels[0]).is_err());
    assert_eq!(parse(r#"{"easy":null}"#, None).unwrap_err().message, "every puzzle of the text is null");
}

/// An archive has a day above the levels. Its error does not call anything null that is not.
#[test]
fn an_object_that_is_no_puzzle_is_told_from_a_null() {
    let day = r#"{"2026-01-01": {"easy": {"dominoes": [[1,1]], "regions": []}, "hard": null}}"#;
    let archive = "`2026-01-01` holds puzzles of its own: only a text with the puzzles of one day is understood";
    for (text, pick, message) in [
        (day, None, archive),
        (day, Some("2026-01-01"), archive),
        (day, Some("1"), archive),
        (r#"{"easy": null, "note": {"by": "me"}}"#, None, "`note` is no puzzle: it has no `dominoes`"),
        (r#"{"easy": {"dominoes": [[1,1]]}}"#, None, "`easy` is no puzzle: it has no `regions`"),
        (r#"{"dominoes": [[1,1]]}"#, None, "the text is no puzzle: it has no `regions`"),
    ] {
        assert_eq!(parse(text, pick).unwrap_err().message, message, "{text}");
    }
}

#[test]
fn mistakes_are_told_with_their_places() {
    let with = |from: &str, to: &str| {
        let text = SMALL.replacen(from, to, 1);
        assert_ne!(text, SMALL);
        let error = parse(&text, Some("medium")).unwrap_err();
        (error.message.clone(), error.place.map(|place| (place.line, place.column)), error.to_string())
    };
    let (message, place, text) = with("[[0,1]],\"type\":\"empty\"", "[[0,0]],\"type\":\"empty\"");
    assert_eq!((message.as_str(), place), ("the square in row 0, column 0 stands in two regions", Some((2, 58))));
    assert!(text.contains("^^^^^") && text.contains("| X |"), "{text}");
    let (message, place, _) = with("[[0,1]],\"type\":\"empty\"", "[[0,1],[0,2]],\"type\":\"empty\"");
    assert_eq!((message.as_str(), place.unwrap().0), ("1 domino covers 2 squares, and the board has 3", 1));
    for (from, to, expected) in [
        ("[[0,1]],\"regions\"", "[[0,19]],\"regions\"", "a domino must be a pair of numbers from 0 to 18"),
        ("[[0,1]],\"regions\"", "[[0]],\"regions\"", "a domino must be a pair of numbers from 0 to 18"),
        ("[[0,1]],\"regions\"", "[],\"regions\"", "there must be 1 to 1024 dominoes"),
        ("\"sum\"", "\"product\"", "a clue must be one of empty, sum, less, greater, equals, unequal"),
        (",\"target\":1", "", "a region of type `sum` needs a `target`"),
        ("\"target\":1", "\"target\":-1", "a target must be a number from 0"),
        ("[[0,0]]", "[]", "a region must have squares"),
        ("[[0,0]]", "[[0,-1]]", "a square must be a pair of row and column, each from 0 to 255"),
        ("[[0,0]]", "7", "a region must be an object with a list `indices` and a `type`"),
        ("\"easy\":", "\"easy\"", "this is not the JSON of a puzzle: expected `:`"),
    ] {
        let (message, place, _) = with(from, to);
        assert_eq!(message, expected);
        assert!(place.is_some(), "{message}");
    }
}

#[test]
fn what_counting_refutes_is_told_before_any_search() {
    let refuted = |dominoes: Value, regions: Value| {
        let text = json!({"dominoes": dominoes, "regions": regions}).to_string();
        let puzzle = parse(&text, None).unwrap();
        assert!(solutions_by_formula(&puzzle).is_empty());
        puzzle.refutation(&text).unwrap().message
    };
    let row = json!([[0, 0], [0, 1]]);
    let message = refuted(json!([[1, 2]]), json!([{"indices": row, "type": "sum", "target": 9}]));
    assert_eq!(
        message,
        "the numbers in r1c1 and r1c2 cannot add up to 9: the largest numbers of the dominoes add up to 3"
    );
    let message = refuted(json!([[1, 2]]), json!([{"indices": row, "type": "equals"}]));
    assert_eq!(
        message,
        "the numbers in r1c1 and r1c2 cannot all be the same: no number stands 2 times on the dominoes"
    );
    for (dominoes, squares, clue, message) in [
        (json!([[1, 2]]), 1, json!({"type": "sum", "target": 3}), "the number in r1c1 cannot be 3: the largest"),
        (json!([[1, 2]]), 1, json!({"type": "less", "target": 1}), "the number in r1c1 cannot be less than 1: the"),
        (json!([[1, 2]]), 1, json!({"type": "greater", "target": 2}), "the number in r1c1 cannot be greater than 2: "),
        (
            json!([[1, 2]]),
            2,
            json!({"type": "less", "target": 3}),
            "the numbers in r1c1 and r1c2 cannot add up to less than 3: the smallest",
        ),
        (
            json!([[1, 2], [1, 1]]),
            3,
            json!({"type": "greater", "target": 5}),
            "the numbers in r1c1, r1c2 and r1c3 cannot add up to more than 5: the largest",
        ),
        (
            json!([[1, 1]]),
            2,
            json!({"type": "unequal"}),
            "the numbers in r1c1 and r1c2 cannot all be different: all numbers of the dominoes are the same",
        ),
    ] {
        let places = |range: std::ops::Range<usize>| range.map(|column| json!([0, column])).collect::<Vec<_>>();
        let mut region = clue;
        region["indices"] = json!(places(0..squares));
        let mut regions = vec![region];
        let all = 2 * dominoes.as_array().unwrap().len();
        if squares < all {
            regions.push(json!({"indices": places(squares..all), "type": "empty"}));
        }
        let found = refuted(dominoes, json!(regions));
        assert!(found.starts_with(message), "{found}");
    }
    let apart = json!([{"indices": [[0, 0], [0, 2]], "type": "empty"}]);
    assert_eq!(refuted(json!([[1, 2]]), apart), "a part of the board has a single square");
    let three = json!([{"indices": [[0, 1], [1, 0], [1, 1], [1, 2]], "type": "empty"}]);
    let message = refuted(json!([[1, 2], [1, 3]]), three);
    assert!(message.contains("of one colour of the chessboard"), "{message}");
}

#[test]
fn a_solution_is_drawn_with_pips() {
    let puzzle = parse(SMALL, None).unwrap();
    let value: Value = serde_json::to_value(puzzle.decode(&model_of(&puzzle)).unwrap()).unwrap();
    assert_eq!(value, json!({"pips": [[1, 0]], "dominoes": [[[0, 1], [0, 0]]]}));
    let solution = puzzle.decode(&model_of(&puzzle)).unwrap();
    assert_eq!(
        puzzle.draw(&solution, Style::PLAIN),
        "+-1-------------+\n|               |\n|   o           |\n|               |\n+---------------+\n"
    );
    assert_eq!(puzzle.draw_puzzle(Style::PLAIN), "2024-01-01 medium\n+---+---+\n| 1 |   |\n+---+---+\nDominoes: 0-1\n");
    let svg = puzzle.board(Some(&solution)).to_svg();
    assert!(svg.contains("<circle") && svg.contains("rx=\"6\""), "{svg}");
}

fn model_of(puzzle: &Pips) -> gordian_formula::Model {
    let mut solver = gordian_solver::Solver::new();
    puzzle.compile().unwrap().cnf.feed(&mut solver);
    assert_eq!(solver.solve(), gordian_solver::Outcome::Satisfiable);
    solver.model().unwrap()
}
