//! Packings in the files of BurrTools.

use gordian_puzzles::polyform::parse_any;
use gordian_puzzles::{Kind, Puzzle, PuzzleError, polyform};
use gordian_queries::Question;

fn file(attributes: &str, shapes: &str, problem: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType {attributes}/>\n<colors/>\n<shapes>\n{shapes}</shapes>\n\
         <problems>\n{problem}</problems>\n</puzzle>\n"
    )
}

const BOX: &str = "<voxel x=\"3\" y=\"2\" z=\"1\" type=\"0\">#####+</voxel>\n";
const DOMINO: &str = "<voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>\n";
const PROBLEM: &str =
    "<problem name=\"one\"><shapes><shape id=\"1\" min=\"0\" max=\"3\"/></shapes><result id=\"0\"/></problem>\n";

fn count(text: &str) -> u128 {
    let puzzle = parse_any(text, None).unwrap_or_else(|error| panic!("{error}"));
    Question::new(&puzzle.compile().unwrap().cnf).count(&mut ()).unwrap().count
}

#[test]
fn dominoes_in_a_box_have_the_known_count() {
    let text = file("type=\"0\"", &(BOX.to_owned() + DOMINO), PROBLEM);
    assert_eq!(Kind::detect(&text), Some(polyform::KIND));
    // All six cells by three dominoes in three ways; five cells cannot be covered.
    assert_eq!(count(&text), 3);
    assert_eq!(count(&text.replace("#####+", "####++")), 3 + 1);
}

#[test]
fn what_is_not_understood_is_refused_with_its_place() {
    let whole = file("type=\"0\"", &(BOX.to_owned() + DOMINO), PROBLEM);
    let error = |from: &str, to: &str| -> PuzzleError {
        let text = whole.replacen(from, to, 1);
        assert_ne!(text, whole);
        parse_any(&text, None).unwrap_err()
    };
    for (from, to, line, message) in [
        ("<gridType type=\"0\"", "<gridType type=\"2\"", 3, "the grid is one of closely packed spheres"),
        ("<gridType type=\"0\"", "<gridType type=\"77\"", 3, "an unknown grid"),
        ("#####+", "####1#+", 6, "this shape has colours"),
        ("#####+", "####+", 6, "a shape of 3x2x1 has 6 cells, and this one 5"),
        ("#####+", "####?+", 6, "`?` stands in a shape"),
        ("#####+", "______", 10, "the result has no cells"),
        ("shape id=\"1\"", "shape id=\"9\"", 10, "none is number 9"),
        ("min=\"0\"", "min=\"9\"", 10, "exclude each other"),
        ("x=\"3\"", "x=\"three\"", 6, "`x` is a number, not `three`"),
        ("<result id=\"0\"/>", "", 10, "the problem has no `result`"),
        ("</puzzle>", "", 1, "this is not XML"),
    ] {
        let error = error(from, to);
        assert!(error.message.contains(message), "{error}");
        assert_eq!(error.place.map(|place| place.line), Some(line), "{error}");
        assert!(error.picture.is_some(), "{error}");
    }
    let several =
        file("type=\"0\"", &(BOX.to_owned() + DOMINO), &format!("{PROBLEM}{}", PROBLEM.replace("one", "two")));
    assert!(parse_any(&several, None).unwrap_err().message.ends_with("choose one of 1 one, 2 two"));
    assert_eq!(parse_any(&several, Some("two")).unwrap().title(), Some("two"));
    assert!(parse_any(&several, Some("three")).is_err());
}
