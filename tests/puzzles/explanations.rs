//! Puzzles and formulas without solution are explained by sets that contradict each other and are minimal.
//!
//! Each set is judged by solvers of its own: the rules of the set have no model together, and have one without any one
//! of them.

#![allow(clippy::print_stdout, reason = "how much was tested is said")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use gordian_formula::Lit;
use gordian_puzzles::{AnyPuzzle, Kind, PuzzleError, cryptarithm, pips, polyform, star_battle, sudoku};
use gordian_queries::{Explanation, Limits, Question, Stop};
use gordian_solver::{Outcome, Solver};
use gordian_testkit::{Random, sample};
use serde_json::Value;

use crate::common::{drawn, shared_puzzles};

fn is_solvable(puzzle: &AnyPuzzle) -> bool {
    let mut solver = Solver::new();
    puzzle.compile().unwrap().cnf.feed(&mut solver);
    solver.solve() == Outcome::Satisfiable
}

/// The effort of explaining a puzzle.
struct Explained {
    /// Members of the minimal set; none if it was not found in time.
    size: Option<usize>,
    seconds: f64,
}

/// Puzzles without a single digit take a search of seconds for each rule.
const IN_TIME: Duration = Duration::from_secs(60);

/// Explains the puzzle, and judges the explanation; `None` if it has a solution.
fn explained(name: &str, puzzle: &AnyPuzzle) -> Option<Explained> {
    let begin = Instant::now();
    let guarded = puzzle.compile_guarded().unwrap();
    let limits = Limits::none().with_deadline(begin + IN_TIME);
    let explanation = Question::new(&guarded.cnf).with_limits(limits).explain(&guarded.selectors, &mut ());
    let seconds = begin.elapsed().as_secs_f64();
    let solvable = is_solvable(puzzle);
    let found = match explanation {
        Explanation::Satisfiable(model) => {
            assert!(solvable && guarded.cnf.first_violated(&model).is_none(), "{name}");
            return None;
        }
        Explanation::Contradiction(found) => found,
        Explanation::Unknown(Stop::Time) => return (!solvable).then_some(Explained { size: None, seconds }),
        Explanation::Unknown(stop) => panic!("{name}: {stop:?}"),
    };
    assert!(!solvable, "{name}");
    if !found.is_minimal {
        assert!(begin.elapsed() > IN_TIME, "{name}");
        return Some(Explained { size: None, seconds });
    }
    let mut solver = Solver::new();
    guarded.cnf.feed(&mut solver);
    let mut has_model = |without: Option<usize>| {
        let kept = found.members.iter().filter(|&&member| Some(member) != without);
        let assumptions: Vec<Lit> = kept.map(|&member| guarded.selectors[member]).collect();
        let has_model = solver.solve_under(&assumptions) == Outcome::Satisfiable;
        if let Some(model) = solver.model() {
            assert!(
                guarded.cnf.first_violated(&model).is_none() && assumptions.iter().all(|&lit| model.satisfies(lit))
            );
        }
        has_model
    };
    assert!(!has_model(None), "{name}: the set has a model");
    for &member in &found.members {
        assert!(has_model(Some(member)), "{name}: `{}` is not needed", guarded.rules[member].text);
        assert!(!guarded.rules[member].text.is_empty());
    }
    Some(Explained { size: Some(found.members.len()), seconds })
}

/// Changes inputs until so many without solution are explained. `mutated` gives the next one.
fn explain_mutated(
    family: &str,
    kind: Kind,
    wanted: usize,
    mut mutated: impl FnMut(&mut Random) -> (String, Option<&'static str>),
) {
    let mut random = Random::new(family.len() as u64);
    let (mut all, mut sizes, mut tries) = (Vec::new(), Vec::new(), 0);
    while sizes.len() < wanted {
        tries += 1;
        assert!(tries < 60 * wanted, "{family}: {} of {tries}", sizes.len());
        let (text, pick) = mutated(&mut random);
        // If counting refutes the puzzle, no set of rules is needed.
        let puzzle: Result<AnyPuzzle, PuzzleError> = AnyPuzzle::read(kind, &text, pick);
        if let Some(explained) = puzzle.ok().and_then(|puzzle| explained(&text, &puzzle)) {
            all.push(explained.seconds);
            sizes.extend(explained.size);
        }
    }
    all.sort_by(f64::total_cmp);
    sizes.sort_unstable();
    let (median, most) = (1000.0 * all[all.len() / 2], 1000.0 * all[all.len() - 1]);
    println!(
        "{family}: {wanted} of {tries} explained, {} not in time; rules from {} to {}, median {}; median {median:.1} ms, most {most:.0} ms",
        all.len() - wanted,
        sizes[0],
        sizes[wanted - 1],
        sizes[wanted / 2]
    );
}

/// The texts of files of a folder, by their names in order.
fn texts(folder: PathBuf, keep: impl Fn(&str) -> bool) -> Vec<String> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.file_name().is_some_and(|name| keep(&name.to_string_lossy())));
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

fn pips(wanted: usize) {
    let texts = match shared_puzzles("pips") {
        Some(folder) => {
            let days = ["2025-10-05", "2025-08-18", "2025-12-02", "2026-01-01", "2026-02-16"];
            days.map(|day| std::fs::read_to_string(folder.join(format!("{day}.json"))).unwrap()).to_vec()
        }
        None => vec![sample("pips/five-dominoes.json")],
    };
    explain_mutated("pips", pips::KIND, wanted, |random| {
        let text = &texts[random.below(texts.len())];
        let mut day: serde_json::Value = serde_json::from_str(text).unwrap();
        let level = ["easy", "medium", "hard"][random.below(3)];
        let Some(regions) = day[level]["regions"].as_array_mut() else { return (text.clone(), Some(level)) };
        let index = random.below(regions.len());
        let region = &mut regions[index];
        match region["target"].as_i64() {
            Some(target) => region["target"] = (target + [-2, -1, 1, 2, 3][random.below(5)]).max(0).into(),
            None => region["type"] = ["equals", "unequal"][random.below(2)].into(),
        }
        (day.to_string(), Some(level))
    });
}

/// Moves a square of a board to the region of another one.
fn with_a_square_moved(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let is_row = |line: &Vec<char>| line.len() > 3 && !line.iter().any(|char| [':', '#'].contains(char));
    let rows: Vec<usize> = (0..lines.len()).filter(|&line| is_row(&lines[line])).collect();
    let place = |random: &mut Random| (rows[random.below(rows.len())], random.below(rows.len()));
    for _ in 0..1 + random.below(2) {
        let ((row, column), (other_row, other_column)) = (place(random), place(random));
        let label = lines[other_row][other_column];
        lines[row][column] = label;
    }
    lines.into_iter().map(|line| line.into_iter().chain(['\n']).collect::<String>()).collect()
}

fn queens(wanted: usize) {
    let boards = match shared_puzzles("queens") {
        Some(folder) => texts(folder, |name| name.ends_with(".txt")),
        None => vec![sample("queens/queens-8x8.txt")],
    };
    explain_mutated("queens", star_battle::KIND, wanted, |random| {
        (with_a_square_moved(&boards[random.below(boards.len())], random), None)
    });
}

fn star_battle(wanted: usize) {
    let boards: Vec<String> = match shared_puzzles("starbattle") {
        Some(folder) => {
            let files = texts(folder, |name| name.ends_with(".txt") && name < "17");
            files.iter().flat_map(|file| file.split("\n\n")).map(str::to_owned).collect()
        }
        None => vec![sample("queens/star-battle-10x10.txt")],
    };
    explain_mutated("star battle", star_battle::KIND, wanted, |random| {
        (with_a_square_moved(&boards[random.below(boards.len())], random), None)
    });
}

fn cryptarithms(wanted: usize) {
    let known =
        "SEND + MORE = MONEY\nEAT + THAT = APPLE\nBASE + BALL = GAMES\nABCD * 4 = DCBA\nAA + BB + CC = ABC".to_owned();
    let known =
        shared_puzzles("cryptarithms").map_or(known, |folder| texts(folder, |name| name == "unique.txt").concat());
    // Take puzzles as people set them, not those of two hundred words.
    let is_meant = |line: &&str| line.len() < 80;
    let known: Vec<&str> = known.lines().filter(is_meant).collect();
    explain_mutated("cryptarithms", cryptarithm::KIND, wanted, |random| {
        let mut chars: Vec<char> = known[random.below(known.len())].chars().collect();
        let letters: Vec<usize> = (0..chars.len()).filter(|&at| chars[at].is_alphabetic()).collect();
        let (at, from) = (letters[random.below(letters.len())], letters[random.below(letters.len())]);
        chars[at] = chars[from];
        (chars.into_iter().collect(), None)
    });
}

fn polyforms(wanted: usize) {
    let figures: Vec<Value> = shared_puzzles("polyforms/counted.json").map_or(Vec::new(), |path| {
        let all: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        all.into_iter().filter(|figure| figure["cells"].as_array().unwrap().len() < 30).collect()
    });
    explain_mutated("polyforms", polyform::KIND, wanted, |random| {
        if !figures.is_empty() && random.below(2) == 0 {
            return (with_a_cell_moved(&figures[random.below(figures.len())], random), None);
        }
        let (rows, columns) = (3 + random.below(2), 4 + random.below(3));
        let mut board = vec![vec!['.'; columns]; rows];
        for _ in 0..random.below(7) {
            board[random.below(rows)][random.below(columns)] = '-';
        }
        let rows: Vec<String> = board.into_iter().map(|row| row.into_iter().collect()).collect();
        let pieces = ["trominoes x*", "tetrominoes x*", "tetrominoes optional", "L-tromino x*", "dominoes, trominoes"];
        (format!("board:\n{}\n\npieces: {}\n", rows.join("\n"), pieces[random.below(pieces.len())]), None)
    });
}

/// The text of a packing with a cell of the box taken away and another one put beside another cell.
fn with_a_cell_moved(figure: &Value, random: &mut Random) -> String {
    let of = |value: &Value| serde_json::from_value::<Vec<Vec<i32>>>(value.clone()).unwrap();
    let mut cells = of(&figure["cells"]);
    let taken = random.below(cells.len());
    cells.swap_remove(taken);
    loop {
        let mut cell = cells[random.below(cells.len())].clone();
        let axis = random.below(cell.len());
        cell[axis] += if random.below(2) == 0 { 1 } else { -1 };
        if !cells.contains(&cell) {
            cells.push(cell);
            break;
        }
    }
    let mut text = format!("board:\n{}\n\npieces:\n", drawn(&cells, '.'));
    for (symbol, piece) in ('A'..='Z').zip(figure["pieces"].as_object().unwrap().values()) {
        text.push_str(&format!("{}\n\n", drawn(&of(piece), symbol).replace('-', ".")));
    }
    text
}

fn sudokus(wanted: usize) {
    let variants = match shared_puzzles("sudoku/variants") {
        Some(folder) => texts(folder, |name| name.ends_with(".json")),
        None => vec![sample("sudoku/killer-9x9.json")],
    };
    explain_mutated("sudokus", sudoku::KIND, wanted, |random| {
        let mut document: Value = serde_json::from_str(&variants[random.below(variants.len())]).unwrap();
        let mut clues = Vec::new();
        numbers_of(&mut document, &mut clues);
        if let Some(clue) = (!clues.is_empty()).then(|| clues.swap_remove(random.below(clues.len()))) {
            let other = |number: i64, random: &mut Random| (number + [-2, -1, 1, 2, 3][random.below(5)]).max(1);
            match clue {
                Value::String(text) => *text = other(text.parse().unwrap(), random).to_string(),
                Value::Number(_) => *clue = other(clue.as_i64().unwrap(), random).into(),
                _ => {}
            }
        }
        (document.to_string(), None)
    });
}

/// The numbers of clues, and given digits, in a document of a Sudoku.
fn numbers_of<'a>(document: &'a mut Value, clues: &mut Vec<&'a mut Value>) {
    match document {
        Value::Object(entries) => {
            for (key, value) in entries {
                let is_number = value.is_number() || value.as_str().is_some_and(|text| text.parse::<u8>().is_ok());
                match key.as_str() {
                    "value" if is_number => clues.push(value),
                    _ => numbers_of(value, clues),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| numbers_of(value, clues)),
        _ => {}
    }
}

/// The number of puzzles wanted of a family: `default`, or the number in `GORDIAN_MUTANTS`.
fn wanted(default: usize) -> usize {
    std::env::var("GORDIAN_MUTANTS").map_or(default, |text| text.parse().unwrap())
}

#[test]
fn mutated_pips_are_explained_by_minimal_sets() {
    pips(wanted(12));
}

#[test]
fn mutated_queens_are_explained_by_minimal_sets() {
    queens(wanted(12));
    star_battle(wanted(4));
}

#[test]
fn mutated_cryptarithms_are_explained_by_minimal_sets() {
    cryptarithms(wanted(8));
}

#[test]
fn mutated_polyforms_are_explained_by_minimal_sets() {
    polyforms(wanted(12));
}

#[test]
fn mutated_sudokus_are_explained_by_minimal_sets() {
    sudokus(wanted(4));
}

#[test]
fn the_rules_that_contradict_each_other_are_named() {
    let texts = |kind: Kind, text: &str| -> Vec<String> {
        let guarded = AnyPuzzle::read(kind, text, None).unwrap().compile_guarded().unwrap();
        match Question::new(&guarded.cnf).explain(&guarded.selectors, &mut ()) {
            Explanation::Contradiction(found) => {
                found.members.iter().map(|&member| guarded.rules[member].text.clone()).collect()
            }
            other => panic!("{other:?}"),
        }
    };
    // Regions A and B lie in one row together, and region D fills two.
    let found = texts(star_battle::KIND, "AABB\nCCCC\nDDDD\nDDDD");
    let first = ["row 1 has one star", "region A has one star", "region B has one star"];
    let second = ["row 3 has one star", "row 4 has one star", "region D has one star"];
    assert!(found == first || found == second, "{found:?}");
    assert_eq!(
        texts(cryptarithm::KIND, "A + B = A, B + C = D\nC = 1"),
        ["different letters stand for different digits", "A + B = A", "B + C = D"]
    );
    // Only a double lies on two squares with the same number, and there is none.
    let pips = r#"{"dominoes": [[1, 2], [3, 4]], "regions": [
        {"indices": [[0, 0], [0, 1]], "type": "equals"}, {"indices": [[0, 2], [0, 3]], "type": "empty"}]}"#;
    assert_eq!(texts(pips::KIND, pips), ["the numbers in r1c1 and r1c2 are all the same"]);
    let pips = r#"{"dominoes": [[1, 1], [2, 3]], "regions": [
        {"indices": [[0, 0], [0, 1]], "type": "equals"}, {"indices": [[0, 2], [0, 3]], "type": "equals"}]}"#;
    assert_eq!(
        texts(pips::KIND, pips),
        [
            "the numbers in r1c1 and r1c2 are all the same",
            "the numbers in r1c3 and r1c4 are all the same",
            "the domino 1-1 lies on the board once"
        ]
    );
}
