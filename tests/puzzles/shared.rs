//! Every puzzle of the shared folder, from its file to a solution that is checked, and its number
//! of solutions where one is known.
//!
//! Puzzles are read as the command line reads them, by their content. Each is compiled and solved;
//! the solution is decoded and judged by rules that know nothing of the formula, drawn, and
//! compared with the one that comes with the puzzle. That takes minutes, so by default only some
//! puzzles of each family are taken, and none that takes long; the last test takes all of them.

#![allow(clippy::print_stdout, reason = "how much was tested is said")]

use std::fs::read_to_string;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use gordian_formula::{Cnf, Lit};
use gordian_puzzles::board::Style;
use gordian_puzzles::{
    AnyPuzzle, Compiled, ErrorClass, Kind, Puzzle, cryptarithm, pips, polyform, star_battle, sudoku,
};
use gordian_queries::{Question, SymmetryGroup};
use gordian_solver::{Options, Outcome, Solver};
use gordian_testkit::{at_once, pictures};
use serde_json::{Value, json};

use crate::common::{drawn, shared_puzzles};

/// The known facts about the solutions of a puzzle.
#[derive(Clone, Debug, PartialEq)]
enum Known {
    /// Nothing but that there is one.
    Some,
    /// There are at least two.
    Several,
    /// There are so many.
    Count(u64),
    /// There are so many, where that is known, and so many classes up to the symmetries of these names.
    Classes(Option<u64>, Vec<(&'static str, u64)>),
}

/// A puzzle with what is known of it.
struct Task {
    name: String,
    kind: Kind,
    text: String,
    pick: Option<String>,
    known: Known,
    /// A solution, in parts of the JSON that one is told in.
    solution: Option<Value>,
    /// Whether it takes long.
    is_heavy: bool,
}

impl Task {
    fn new(name: impl Into<String>, kind: Kind, text: impl Into<String>, known: Known) -> Task {
        let (name, text) = (name.into(), text.into());
        Task { name, kind, text, pick: None, known, solution: None, is_heavy: false }
    }
}

/// Does the tasks on two threads: all, or every so manyth and none that is heavy. Tells how long it took.
fn run(family: &str, tasks: &[Task], step: Option<usize>) {
    let tasks: Vec<&Task> = match step {
        Some(step) => tasks.iter().filter(|task| !task.is_heavy).step_by(step).collect(),
        None => tasks.iter().collect(),
    };
    let mut took: Vec<(Duration, &str)> = at_once(2, &tasks, |task| {
        let begin = Instant::now();
        judge(task);
        (begin.elapsed(), task.name.as_str())
    });
    took.sort();
    let all: Duration = took.iter().map(|(time, _)| *time).sum();
    let longest: Vec<String> =
        took.iter().rev().take(4).map(|(time, name)| format!("{name:.40} {:.1} s", time.as_secs_f64())).collect();
    println!("{family}: {} puzzles in {:.1} s; longest: {}", tasks.len(), all.as_secs_f64(), longest.join(", "));
}

fn judge(task: &Task) {
    let Task { name, kind, text, pick, known, solution, .. } = task;
    assert_eq!(Kind::detect(text), Some(*kind), "{name}");
    let puzzle = match AnyPuzzle::parse(*kind, text, pick.as_deref()) {
        Ok(puzzle) => puzzle,
        Err(error) => {
            let has_none = matches!(known, Known::Classes(Some(0), _) | Known::Count(0));
            assert!(has_none && error.class == ErrorClass::NoSolution, "{name}: {error}");
            return;
        }
    };
    let compiled = puzzle.compile().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(compiled.meanings.len(), compiled.cnf.projection().len(), "{name}");
    // The JSON of the first solutions, each decoded and judged.
    let solutions = |limit| {
        let told = |model: &_| {
            assert_eq!(compiled.cnf.first_violated(model), None, "{name}");
            let found = puzzle.decode(model).unwrap_or_else(|violation| panic!("{name}: {violation}"));
            puzzle.check(&found).unwrap_or_else(|violation| panic!("{name}: {violation}"));
            assert!(puzzle.draw(&found, Style::PLAIN).len() > 10, "{name}");
            pictures::check(name, &puzzle.svg(Some(&found)));
            serde_json::to_value(&found).unwrap()
        };
        models(&compiled.cnf, *kind, limit).iter().map(told).collect::<Vec<Value>>()
    };
    let found = match known {
        Known::Some => {
            let found = solutions(1);
            assert_eq!(found.len(), 1, "{name}");
            found
        }
        Known::Several | Known::Count(1) => {
            let found = solutions(2);
            assert_eq!(found.len(), if *known == Known::Several { 2 } else { 1 }, "{name}");
            found
        }
        Known::Count(count) => {
            let answer = Question::new(&compiled.cnf).count(&mut ()).unwrap();
            assert_eq!(answer.count, u128::from(*count), "{name}");
            solutions(usize::from(*count > 0))
        }
        Known::Classes(count, classes) => {
            for (symmetries, orbits) in classes {
                let (total, classes) = counts(&compiled, symmetries);
                assert_eq!((count.unwrap_or(total), classes), (total, *orbits), "{name} up to {symmetries}");
            }
            solutions(usize::from(*count != Some(0)))
        }
    };
    if let (Some(solution), Known::Count(1)) = (solution, known) {
        for (key, value) in solution.as_object().unwrap() {
            assert_eq!(&found[0][key], value, "{name}");
        }
    }
}

/// At most `limit` models, no two of them alike in the visible variables, with the decisions of the
/// command line.
fn models(cnf: &Cnf, kind: Kind, limit: usize) -> Vec<gordian_formula::Model> {
    let mut solver = Solver::with_options(Options::default().with("group_decisions", u64::from(kind != sudoku::KIND)));
    cnf.feed(&mut solver);
    let visible = cnf.projection();
    let mut models = Vec::new();
    while models.len() < limit && solver.solve() == Outcome::Satisfiable {
        let model = solver.model().unwrap();
        let other: Vec<Lit> = visible.iter().map(|&var| var.lit(!model.value(var))).collect();
        solver.add_clause(&other);
        models.push(model);
    }
    models
}

/// The numbers of solutions and of classes, up to the symmetries of the puzzle that have this name.
fn counts(compiled: &Compiled, symmetries: &str) -> (u64, u64) {
    let spec = compiled.symmetries.iter().find(|spec| spec.name == symmetries).unwrap();
    // If the symmetries are known to map the clauses too, there are more ways to count.
    let group = SymmetryGroup::from_generators(&compiled.cnf, &spec.generators, "symmetries")
        .or_else(|_| SymmetryGroup::from_verified(&compiled.cnf, &spec.generators, "symmetries"))
        .unwrap();
    let answer = Question::new(&compiled.cnf).up_to(&group).count(&mut ()).unwrap();
    (answer.count.try_into().unwrap(), answer.orbits.unwrap().try_into().unwrap())
}

fn text_of(path: &Path) -> String {
    read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of a table but the first, in fields.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = text_of(path);
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn pips() -> Option<Vec<Task>> {
    let folder = shared_puzzles("pips")?;
    let of_row = |row: Vec<String>| {
        let [day, level, placements] = [&row[0], &row[1], &row[2]];
        let text = text_of(&folder.join(format!("{day}.json")));
        let puzzle = pips::parse(&text, Some(level)).unwrap_or_else(|error| panic!("{day} {level}: {error}"));
        assert_eq!((puzzle.notes(), puzzle.refutation(&text)), (Vec::new(), None), "{day} {level}");
        // The order of the ends of a domino is left open, so the numbers on the squares are
        // compared.
        let solution = puzzle.given_solution().map(|given| {
            puzzle.check(given).unwrap_or_else(|violation| panic!("{day} {level}: {violation}"));
            json!({ "pips": serde_json::to_value(given).unwrap()["pips"] })
        });
        let known = Known::Count(placements.parse().unwrap());
        Task { pick: Some(level.clone()), solution, ..Task::new(format!("{day} {level}"), pips::KIND, text, known) }
    };
    let tasks: Vec<Task> = table(&folder.join("counts.tsv")).into_iter().map(of_row).collect();
    let given = tasks.iter().filter(|task| task.solution.is_some()).count();
    let count = |name: &str| tasks.iter().find(|task| task.name == name).map(|task| task.known.clone());
    assert!(tasks.len() > 300 && given > 100, "{} {given}", tasks.len());
    assert_eq!(count("2025-10-05 hard"), Some(Known::Count(344)));
    assert_eq!(count("2025-09-15 hard"), Some(Known::Count(2_764_800)));
    Some(tasks)
}

fn queens() -> Option<Vec<Task>> {
    let folder = shared_puzzles("queens")?;
    let of_row = |row: Vec<String>| {
        let text = text_of(&folder.join(format!("{}.txt", row[0])));
        let columns = row.get(3).filter(|columns| !columns.trim().is_empty());
        let stars = columns.map(|columns| {
            let columns = columns.split([' ', ',']).filter(|column| !column.is_empty());
            let stars: Vec<[usize; 2]> =
                columns.enumerate().map(|(row, column)| [row, column.parse().unwrap()]).collect();
            json!({ "stars": stars })
        });
        Task { solution: stars, ..Task::new(&row[0], star_battle::KIND, text, Known::Count(row[2].parse().unwrap())) }
    };
    let tasks: Vec<Task> = table(&folder.join("counts.tsv")).into_iter().map(of_row).collect();
    assert!(tasks.len() > 200 && tasks.iter().any(|task| task.solution.is_some()), "{}", tasks.len());
    Some(tasks)
}

fn star_battles() -> Option<Vec<Task>> {
    let folder = shared_puzzles("starbattle")?;
    let mut tasks = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let text = text_of(&path);
        let boards = text.lines().filter(|line| line.starts_with("stars:")).count();
        for board in 1..=boards {
            let name = format!("{} {board}", path.file_stem().unwrap().display());
            let is_heavy = name.starts_with("17-");
            let pick = (boards > 1).then(|| board.to_string());
            tasks.push(Task { pick, is_heavy, ..Task::new(name, star_battle::KIND, &text, Known::Count(1)) });
        }
    }
    assert!(tasks.len() > 150, "{}", tasks.len());
    Some(tasks)
}

/// The digits of a solution in the shape in which they are told: one character each, or numbers
/// with commas between them.
fn grid(digits: &str) -> Value {
    if digits.contains(',') {
        let digits: Vec<u64> = digits.split(',').map(|digit| digit.parse().unwrap()).collect();
        return json!({ "grid": digits.chunks(digits.len().isqrt()).collect::<Vec<_>>() });
    }
    let rows = digits.as_bytes().chunks(digits.len().isqrt()).map(|row| String::from_utf8(row.to_vec()).unwrap());
    json!({ "grid": rows.collect::<Vec<String>>() })
}

fn variants_of_sudoku() -> Option<Vec<Task>> {
    let folder = shared_puzzles("sudoku")?;
    let of_row = |row: Vec<String>| {
        let text = text_of(&folder.join("variants").join(&row[0]));
        // Without a given digit, these take the longest.
        let is_heavy =
            ["RegionalDifferences", "TheFourPyramids", "Pandemonium"].iter().any(|name| row[0].contains(name));
        Task { solution: Some(grid(&row[3])), is_heavy, ..Task::new(&row[0], sudoku::KIND, text, Known::Count(1)) }
    };
    let mut tasks: Vec<Task> = table(&folder.join("variants/solutions.tsv")).into_iter().map(of_row).collect();
    assert!(tasks.len() > 200, "{}", tasks.len());
    for name in ["dune.fpuzzles.json", "two_halves.json", "zippery_when_wet.json"] {
        let text = text_of(&folder.join("named").join(name));
        let document: Value = serde_json::from_str(&text).unwrap();
        let digits = match &document["solution"] {
            Value::String(digits) => digits.clone(),
            Value::Array(digits) => digits.iter().map(Value::to_string).collect(),
            other => panic!("{name}: {other}"),
        };
        tasks.push(Task { solution: Some(grid(&digits)), ..Task::new(name, sudoku::KIND, text, Known::Count(1)) });
    }
    Some(tasks)
}

fn classic_sudokus() -> Option<Vec<Task>> {
    let folder = shared_puzzles("sudoku/classic")?;
    let mut tasks = Vec::new();
    for name in ["17-clue", "hardest-1106", "hardest-1905", "magictour"] {
        let text = text_of(&folder.join(format!("{name}.txt")));
        assert_eq!(Kind::detect(&text), Some(sudoku::KIND));
        assert_eq!(AnyPuzzle::parse(sudoku::KIND, &text, None).unwrap_err().class, ErrorClass::Choice);
        assert_eq!(AnyPuzzle::parse(sudoku::KIND, &text, Some("100000")).unwrap_err().class, ErrorClass::Choice);
        for (number, line) in (1..).zip(text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'))) {
            tasks.push(Task::new(format!("{name} {number}"), sudoku::KIND, line, Known::Count(1)));
        }
    }
    assert!(tasks.len() > 1000, "{}", tasks.len());
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().display().to_string();
        if !name.starts_with("huaming") && !name.starts_with("sigh") {
            continue;
        }
        // Only the small ones are known to have no other solution.
        let is_heavy = ["-36x36", "-64x64", "-81x81", "-100x100"].iter().any(|size| name.contains(size));
        let known = match name.as_str() {
            "huaming-16x16_hard" | "huaming-25x25_easy" => Known::Several,
            _ if is_heavy => Known::Some,
            _ => Known::Count(1),
        };
        tasks.push(Task { is_heavy, ..Task::new(name, sudoku::KIND, text_of(&path), known) });
    }
    Some(tasks)
}

const NOT_UNIQUE: [&str; 2] = ["nu * pi * sigma = iota * mu * psi", "eta * tau * phi = zeta * nu * chi"];

fn cryptarithms() -> Option<Vec<Task>> {
    let text = text_of(&shared_puzzles("cryptarithms/unique.txt")?);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    // All are meant to have one solution. A search through all permutations of the digits finds two
    // for some of them.
    let of = |line| {
        let known = if NOT_UNIQUE.contains(&line) { Known::Count(2) } else { Known::Count(1) };
        Task::new(line, cryptarithm::KIND, line, known)
    };
    let tasks: Vec<Task> = lines.map(of).collect();
    assert!(tasks.len() > 700, "{}", tasks.len());
    Some(tasks)
}

fn polyforms() -> Option<Vec<Task>> {
    let puzzles: Vec<Value> = serde_json::from_str(&text_of(&shared_puzzles("polyforms/counted.json")?)).unwrap();
    let cells = |value: &Value| serde_json::from_value::<Vec<Vec<i32>>>(value.clone()).unwrap();
    let of = |puzzle: &Value| {
        let board = cells(&puzzle["cells"]);
        let mut text = format!("board:\n{}\n\npieces:\n", drawn(&board, '.'));
        for (symbol, piece) in ('A'..='Z').zip(puzzle["pieces"].as_object().unwrap().values()) {
            text.push_str(&format!("{}\n\n", drawn(&cells(piece), symbol).replace('-', ".")));
        }
        let known = |key: &str| puzzle["counted"][key].as_u64().unwrap();
        let mut classes = vec![("board symmetries", known("up_to_rotation_reflection"))];
        if board[0].len() == 3 {
            classes.push(("board rotations", known("up_to_rotation")));
        }
        let known = Known::Classes(Some(known("total")), classes);
        let is_heavy = board.len() > 29;
        Task { is_heavy, ..Task::new(puzzle["name"].as_str().unwrap(), polyform::KIND, text, known) }
    };
    let tasks: Vec<Task> = puzzles.iter().map(of).collect();
    assert!(tasks.len() > 50, "{}", tasks.len());
    Some(tasks)
}

/// The packings of a list of piece sets: a name, a title, the name of a box, and for each piece its
/// name and its layers side by side.
fn boxes_of_cubes() -> Option<Vec<Task>> {
    let mut tasks = Vec::new();
    for puzzle in text_of(&shared_puzzles("polyforms/ssoma-puzzles.txt")?).split("\n-\n") {
        let blocks: Vec<&str> = puzzle.trim().split("\n\n").collect();
        let header: Vec<&str> = blocks[0].lines().collect();
        let (name, figure) = (header[0], header[2]);
        let sides: Vec<usize> = figure.split('_').skip(1).map(|side| side.parse().unwrap()).collect();
        let sides = match sides[..] {
            [side] => vec![side; 3],
            // A figure whose cells the list does not tell.
            [] => continue,
            _ => sides,
        };
        let [x, y, z] = sides[..] else { panic!("{figure}") };
        let mut text =
            format!("board: {}\n\npieces:\n", if z == 1 { format!("{x}x{y}") } else { format!("{x}x{y}x{z}") });
        // Names stand in blocks of their own before the shapes, some of them above the shape in one block.
        let shapes = blocks[1..].iter().filter(|block| block.contains('*'));
        for (symbol, shape) in ('A'..='Z').zip(shapes) {
            let rows = shape.lines().filter(|line| line.contains(['*', '.']));
            let rows: Vec<Vec<&str>> = rows.map(|line| line.split(" / ").collect()).collect();
            let layer = |layer: usize| -> Vec<String> {
                rows.iter().map(|row| row[layer].replace('*', &symbol.to_string())).collect()
            };
            let layers: Vec<String> = (0..rows[0].len()).map(|index| layer(index).join("\n")).collect();
            text.push_str(&format!("{}\n\n", layers.join("\n/\n")));
        }
        let known = match name {
            "soma" => Known::Classes(Some(11_520), vec![("board symmetries", 240), ("board rotations", 480)]),
            "diabolical" => Known::Classes(Some(624), vec![("board symmetries", 13)]),
            "sg" => Known::Classes(Some(8), vec![("board symmetries", 1)]),
            "conway" => Known::Classes(Some(27_456), vec![("board symmetries", 572)]),
            "pentominoes" => Known::Classes(Some(9_356), vec![("board symmetries", 2_339)]),
            "bedlam" => Known::Classes(None, vec![("board rotations", 19_186)]),
            "miku" => Known::Classes(Some(48), vec![("board rotations", 2)]),
            _ => Known::Some,
        };
        let is_heavy = matches!(name, "pentominoes" | "miku" | "bedlam");
        tasks.push(Task { is_heavy, ..Task::new(name, polyform::KIND, text, known) });
    }
    assert!(tasks.len() > 6, "{}", tasks.len());
    Some(tasks)
}

/// The files of BurrTools that are packings of squares or cubes.
fn files_of_burrtools() -> Option<Vec<Task>> {
    let folder = shared_puzzles("polyforms/burrtools")?;
    let mut tasks = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().display().to_string();
        let bytes = std::fs::read(&path).unwrap();
        let mut text = String::new();
        if flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).is_err() {
            text = String::from_utf8(bytes).unwrap();
        }
        let problems = text.matches("<problem ").count();
        for problem in 1..=problems {
            let pick = (problems > 1).then(|| problem.to_string());
            let name = format!("{name} {problem}");
            if text.contains("<gridType type=\"0\"") {
                // The number that BurrTools counted, if it did.
                let known = match name.as_str() {
                    "AlPackino 1" => Known::Classes(None, vec![("board rotations", 1)]),
                    "CubeInCage 1" => Known::Classes(None, vec![("board symmetries", 96)]),
                    _ => Known::Some,
                };
                let is_heavy = name == "AlPackino 1";
                tasks.push(Task { pick, is_heavy, ..Task::new(name, polyform::KIND, &text, known) });
            } else {
                let error = AnyPuzzle::parse(polyform::KIND, &text, pick.as_deref()).expect_err(&name);
                assert!(error.message.contains("the grid is one of "), "{name}: {error}");
            }
        }
    }
    assert!(tasks.len() > 2, "{}", tasks.len());
    Some(tasks)
}

/// A family's name, its tasks, and the step at which they are taken by default.
type Family = (&'static str, fn() -> Option<Vec<Task>>, usize);

const FAMILIES: [Family; 9] = [
    ("pips", pips, 1),
    ("queens", queens, 1),
    ("star battles", star_battles, 4),
    ("variants of Sudoku", variants_of_sudoku, 6),
    ("classic Sudokus", classic_sudokus, 50),
    ("cryptarithms", cryptarithms, 20),
    ("polyforms", polyforms, 2),
    ("boxes of cubes", boxes_of_cubes, 1),
    ("files of BurrTools", files_of_burrtools, 1),
];

#[test]
fn some_puzzles_are_solved_and_have_the_counts_that_are_known() {
    for (name, tasks, step) in FAMILIES {
        if let Some(tasks) = tasks() {
            run(name, &tasks, Some(step));
        }
    }
}

#[test]
#[ignore = "takes minutes: cargo test --test puzzles shared:: -- --ignored --nocapture"]
fn all_puzzles_are_solved_and_have_the_counts_that_are_known() {
    for (name, tasks, _) in FAMILIES {
        if let Some(tasks) = tasks() {
            run(name, &tasks, None);
        }
    }
}
