//! The gallery of the documents: one picture for each kind of puzzle, drawn from the samples.
//!
//! If a drawing changes, `UPDATE_DOCS=1 cargo test --test house gallery` draws all of them anew,
//! and writes the page that shows them.

use std::fmt::Write;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use gordian_puzzles::facts::Known;
use gordian_puzzles::{AnyPuzzle, Kind};
use gordian_queries::{Question, Solution};
use gordian_testkit::{pictures, sample};

/// The side of a puzzle that a picture shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    Puzzle,
    Solution,
    /// The facts that all solutions share, and in how many each candidate stands.
    Facts,
}
use Shows::{Facts, Puzzle, Solution as Solved};

/// A picture: its name, the sample that it shows, and the words about it.
struct Picture {
    name: &'static str,
    sample: &'static str,
    shows: Shows,
    words: &'static str,
}

const fn picture(name: &'static str, sample: &'static str, shows: Shows, words: &'static str) -> Picture {
    Picture { name, sample, shows, words }
}

const PICTURES: [Picture; 18] = [
    picture("pips", "pips/five-dominoes.json", Puzzle, "Pips: a board whose regions restrict the numbers in them."),
    picture("pips-solved", "pips/five-dominoes.json", Solved, "Its solution: the dominoes, with their pips."),
    picture("queens", "queens/queens-8x8.txt", Solved, "Queens: one in each row, column and region, none touching."),
    picture(
        "star-battle",
        "queens/star-battle-10x10.txt",
        Solved,
        "Star Battle: two stars in each row, column and region.",
    ),
    picture("sudoku", "sudoku/classic-9x9.txt", Solved, "Sudoku: the givens stand out from what was found."),
    picture("sudoku-irregular", "sudoku/irregular-5x5.txt", Solved, "Sudoku with irregular regions instead of boxes."),
    picture("sudoku-killer", "sudoku/killer-9x9.json", Puzzle, "Sudoku with cages and their sums."),
    picture(
        "sudoku-lines",
        "sudoku/nine-lines-9x9.json",
        Solved,
        "Sudoku with lines of nine kinds, each in its colour.",
    ),
    picture(
        "sudoku-arrows",
        "sudoku/arrows-9x9.json",
        Solved,
        "Sudoku with arrows, thermometers, dots and parities, and no givens.",
    ),
    picture(
        "sudoku-shading",
        "sudoku/land-and-water-6x6.json",
        Solved,
        "Sudoku with a shading on which the rules of the lines depend.",
    ),
    picture(
        "polyominoes",
        "polyforms/pentominoes-3x20.txt",
        Solved,
        "Polyforms: the twelve pentominoes in the longest rectangle.",
    ),
    picture("polycubes", "polyforms/slothouber-graatsma.txt", Solved, "Polyforms: blocks in a cube, layer by layer."),
    picture("cryptarithm", "cryptarithms/send-more-money.txt", Solved, "A cryptarithm."),
    picture("product", "cryptarithms/abcd-times-4.txt", Solved, "A cryptarithm with a product."),
    picture(
        "facts-pips",
        "pips/five-dominoes.json",
        Facts,
        "Facts: what all solutions share, and the candidates, counted.",
    ),
    picture("facts-cryptarithm", "cryptarithms/two-two-four.txt", Facts, "Facts about the letters of a cryptarithm."),
    picture("facts-queens", "queens/two-stars-8x8.txt", Facts, "Facts about a board with two solutions."),
    picture("sudoku-killer-solved", "sudoku/killer-9x9.json", Solved, "The cages solved: no digit lies on a sum."),
];

/// The solution that comes first in the order of their JSON, so that it does not depend on how solutions are found.
fn first_solution(puzzle: &AnyPuzzle) -> gordian_puzzles::AnySolution {
    let compiled = puzzle.compile().unwrap();
    let mut first: Option<(String, gordian_puzzles::AnySolution)> = None;
    let answer = Question::new(&compiled.cnf).list(&mut |solution: &Solution<'_>| {
        let solution = puzzle.decode(&solution.model()).unwrap();
        puzzle.check(&solution).unwrap();
        let json = serde_json::to_string(&solution).unwrap();
        if first.as_ref().is_none_or(|(least, _)| json < *least) {
            first = Some((json, solution));
        }
        ControlFlow::Continue(())
    });
    answer.unwrap();
    first.unwrap().1
}

/// The facts that all solutions of a puzzle share, drawn.
fn facts(puzzle: &AnyPuzzle) -> String {
    let compiled = puzzle.compile().unwrap();
    let question = Question::new(&compiled.cnf);
    let found = question.facts(&mut ());
    let counts = question.count_each(&found, &mut ()).unwrap().of_true;
    puzzle.facts(&Known { fixed: &found.fixed, counts: Some(&counts) }).to_svg()
}

fn drawn(path: &str, shows: Shows) -> String {
    let text = sample(path);
    let puzzle = AnyPuzzle::parse(Kind::detect(&text).unwrap(), &text, None).unwrap();
    match shows {
        Puzzle => puzzle.svg(None),
        Solved => puzzle.svg(Some(&first_solution(&puzzle))),
        Facts => facts(&puzzle),
    }
}

#[test]
fn the_gallery_shows_what_is_drawn() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut page = String::from(
        "# Gallery\n\nThese are samples of each kind of puzzle. `gordian solve FILE --svg PICTURE.svg` draws the\n\
         solved ones, `gordian show` the unsolved ones, and `gordian facts --counts` what all solutions\n\
         share. Colours stand in attributes, and elements have classes, so a style sheet can change them:\n\
         `cell`, `tint` and `tint-0` to `tint-8` for regions, `borders`, `given`, `found`, `candidate`,\n\
         `figures`, `cage`, `stress` and `rule` for what `explain` outlines.\n\
         `UPDATE_DOCS=1 cargo test --test house gallery` writes this page and its pictures, and every run\n\
         of the tests compares them with new drawings.\n",
    );
    let mut files: Vec<(String, String)> = Vec::new();
    for Picture { name, sample: path, shows, words } in PICTURES {
        let svg = drawn(path, shows);
        pictures::check(name, &svg);
        files.push((format!("pictures/{name}.svg"), svg));
        write!(
            page,
            "\n{words}\n[`{path}`](../puzzles/{path})\n\n![{}](pictures/{name}.svg)\n",
            words.trim_end_matches('.')
        )
        .unwrap();
    }
    files.push(("gallery.md".to_owned(), page));
    for (name, text) in files {
        let path = folder.join(&name);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(path, text).unwrap();
        } else {
            let shown = fs::read_to_string(path).unwrap_or_default();
            assert!(shown == text, "docs/{name} shows something else than what is drawn; UPDATE_DOCS=1 draws it anew");
        }
    }
}

/// The pictures of the other samples are whole, too.
#[test]
fn nothing_overlaps_in_the_pictures_of_all_samples() {
    for kind in ["cryptarithms", "flatzinc", "pips", "polyforms", "queens", "sudoku"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(kind);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let puzzle = AnyPuzzle::read(Kind::detect(&text).unwrap(), &text, None).unwrap();
            pictures::check(&path.display().to_string(), &puzzle.svg(None));
        }
    }
}
