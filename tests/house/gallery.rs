//! The gallery of the documents: one picture for each kind of puzzle, drawn from the samples.
//!
//! If a drawing changes, `UPDATE_DOCS=1 cargo test --test house gallery` draws all of them anew,
//! and writes the page that shows them.

use std::fmt::Write;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use gordian_puzzles::{AnyPuzzle, Kind};
use gordian_queries::{Question, Solution};
use gordian_testkit::sample;

/// A picture: its name, the sample that it shows, whether solved, and the words about it.
struct Picture {
    name: &'static str,
    sample: &'static str,
    is_solved: bool,
    words: &'static str,
}

const fn picture(name: &'static str, sample: &'static str, is_solved: bool, words: &'static str) -> Picture {
    Picture { name, sample, is_solved, words }
}

const PICTURES: [Picture; 14] = [
    picture("pips", "pips/five-dominoes.json", false, "Pips: a board whose regions restrict the numbers in them."),
    picture("pips-solved", "pips/five-dominoes.json", true, "Its solution: the dominoes, with their pips."),
    picture("queens", "queens/queens-8x8.txt", true, "Queens: one in each row, column and region, none touching."),
    picture(
        "star-battle",
        "queens/star-battle-10x10.txt",
        true,
        "Star Battle: two stars in each row, column and region.",
    ),
    picture("sudoku", "sudoku/classic-9x9.txt", true, "Sudoku: the givens stand out."),
    picture("sudoku-irregular", "sudoku/irregular-5x5.txt", true, "Sudoku with irregular regions instead of boxes."),
    picture("sudoku-killer", "sudoku/killer-9x9.json", false, "Sudoku with cages and their sums."),
    picture("sudoku-lines", "sudoku/nine-lines-9x9.json", true, "Sudoku with lines of nine kinds, each in its colour."),
    picture(
        "sudoku-arrows",
        "sudoku/arrows-9x9.json",
        true,
        "Sudoku with arrows, thermometers, dots and parities, and no givens.",
    ),
    picture(
        "sudoku-shading",
        "sudoku/land-and-water-6x6.json",
        true,
        "Sudoku with a shading on which the rules of the lines depend.",
    ),
    picture(
        "polyominoes",
        "polyforms/pentominoes-3x20.txt",
        true,
        "Polyforms: the twelve pentominoes in the longest rectangle.",
    ),
    picture("polycubes", "polyforms/slothouber-graatsma.txt", true, "Polyforms: blocks in a cube, layer by layer."),
    picture("cryptarithm", "cryptarithms/send-more-money.txt", true, "A cryptarithm."),
    picture("product", "cryptarithms/abcd-times-4.txt", true, "A cryptarithm with a product."),
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

#[test]
fn the_gallery_shows_what_is_drawn() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut page = String::from(
        "# Gallery\n\nThese are samples of each kind of puzzle. `gordian solve FILE --svg PICTURE.svg` draws the\n\
         solved ones, and `gordian show` draws the unsolved ones.\n\
         `UPDATE_DOCS=1 cargo test --test house gallery` writes this page and its pictures, and every run\n\
         of the tests compares them with new drawings.\n",
    );
    let mut files: Vec<(String, String)> = Vec::new();
    for Picture { name, sample: path, is_solved, words } in PICTURES {
        let text = sample(path);
        let puzzle = AnyPuzzle::parse(Kind::detect(&text).unwrap(), &text, None).unwrap();
        let solution = is_solved.then(|| first_solution(&puzzle));
        files.push((format!("pictures/{name}.svg"), puzzle.svg(solution.as_ref())));
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
