//! Sudokus in JSON: no rule is left out for the way in which it is written.

use gordian_puzzles::{AnyPuzzle, sudoku};

use crate::readings::count;

fn fault(text: &str) -> String {
    count(sudoku::KIND, text, None).expect_err(text).message
}

#[test]
fn a_rule_of_the_whole_grid_is_true_or_false() {
    for key in ["nonconsecutive", "antiknight", "antiking", "diagonal+", "disjointgroups"] {
        for value in ["\"no\"", "\"false\"", "\"true\"", "0", "1", "[1]"] {
            let said = fault(&format!("{{\"size\":4,\"{key}\":{value}}}"));
            assert!(said.contains("is neither true nor false"), "{key} {value}: {said}");
        }
        for value in ["false", "null", "\"\""] {
            assert_eq!(
                count(sudoku::KIND, &format!("{{\"size\":4,\"{key}\":{value}}}"), None).unwrap(),
                288,
                "{value}"
            );
        }
    }
    assert_eq!(fault("{\"size\":4,\"nonconsecutive\":\"no\"}"), "nonconsecutive: \"no\" is neither true nor false");
    assert_eq!(count(sudoku::KIND, "{\"size\":4,\"nonconsecutive\":true}", None).unwrap(), 0);
}

/// A document of SudokuPad of size 4 with the digit 1 in its first square.
fn pad(rest: &str) -> String {
    let row = "[{},{},{},{}]";
    format!("{{\"cells\":[[{{\"value\":1}},{{}},{{}},{{}}],{row},{row},{row}]{rest}}}")
}

#[test]
fn rules_of_the_metadata_of_sudokupad_are_read_however_they_are_written() {
    let counted = |rest: &str| count(sudoku::KIND, &pad(rest), None).unwrap_or_else(|error| panic!("{rest}: {error}"));
    let plain = counted("");
    let knight = counted(",\"metadata\":{\"antiknight\":true}");
    assert_eq!((plain, knight), (72, 6));
    for rest in [
        ",\"metadata\":{\"antiknight\":\"true\"}",
        ",\"cages\":[{\"value\":\"title: X\"},{\"value\":\"antiknight: true\"}]",
        ",\"metadata\":{\"antiknight\":true},\"cages\":[{\"cells\":[],\"value\":\"AntiKnight:true\"}]",
    ] {
        assert_eq!(counted(rest), knight, "{rest}");
    }
    for rest in [
        ",\"metadata\":{\"antiknight\":\"false\",\"norowcol\":false,\"solution\":\"1\",\"title\":2024}",
        ",\"metadata\":null,\"cages\":[{\"value\":\"rules: any\"},{\"value\":\"norowcol: false\"},{}],\"regions\":[]",
    ] {
        assert_eq!(counted(rest), plain, "{rest}");
    }
    for (rest, said) in [
        ("\"metadata\":{\"antiknight\":1}", "metadata: antiknight: 1 is neither true nor false"),
        ("\"metadata\":{\"antiking\":\"no\"}", "metadata: antiking: \"no\" is neither true nor false"),
        ("\"metadata\":{\"norowcol\":\"true\"}", "metadata: `norowcol` cannot be expressed here"),
        ("\"metadata\":{\"norowcol\":\"yes\"}", "metadata: norowcol: \"yes\" is neither true nor false"),
        ("\"metadata\":{\"title\":[\"X\"]}", "metadata: title: [\"X\"] is no text"),
        ("\"metadata\":\"antiknight\"", "metadata: \"antiknight\" is no object in braces"),
        ("\"cages\":[{\"value\":\"norowcol: true\"}]", "cage 1: `norowcol` cannot be expressed here"),
        ("\"cages\":{\"a\":{\"cells\":[[0,0],[1,1]],\"value\":4}}", "is no list"),
        ("\"cages\":[{\"value\":7}]", "cage 1: a list of cells is missing"),
        ("\"cages\":[{\"cells\":{},\"sum\":7}]", "cage 1: {} is no list"),
        ("\"cages\":[{\"cells\":[[0,0]],\"unique\":\"no\"}]", "cage 1: \"no\" is neither true nor false"),
        ("\"regions\":\"none\"", "regions: \"none\" is no list"),
        ("\"lines\":{\"a\":1}", "`lines` cannot be expressed here"),
    ] {
        let message = fault(&pad(&format!(",{rest}")));
        assert!(message.contains(said), "{rest}: {message}");
    }
    // Digits of a cage may repeat only where the file says so.
    let cage = |unique: &str| counted(&format!(",\"cages\":[{{\"cells\":[[0,0],[1,2]],\"unique\":{unique}}}]"));
    assert_eq!((cage("\"false\""), cage("\"true\""), cage("null")), (plain, cage("true"), cage("true")));
    assert!(cage("true") < plain);
    let noted = pad(",\"metadata\":{\"mood\":\"fine\"},\"cages\":[{\"value\":\"foggy: a bit\"},{\"value\":\"hello\"}]");
    assert_eq!(
        AnyPuzzle::parse(sudoku::KIND, &noted, None).unwrap().notes(),
        ["metadata: `mood` is not read", "cage 1: `foggy` is not read", "cage 2: a text without cells is not read"]
    );
}

#[test]
fn parts_of_f_puzzles_that_contradict_others_are_refused() {
    let row = "[{},{},{},{}]";
    let grid =
        |first: &str, rest: &str| format!("{{\"size\":4,\"grid\":[[{first},{{}},{{}},{{}}],{row},{row},{row}]{rest}}}");
    let killer = |cells: &str| {
        let clue = format!("{{\"cell\":\"R0C2\",\"direction\":\"DR\",{cells}\"value\":\"3\"}}");
        grid("{}", &format!(",\"littlekillersum\":[{clue}]"))
    };
    let lines = |key: &str| format!("{{\"size\":4,\"{key}\":[{{\"type\":\"renban\",\"cells\":[\"R1C1\",\"R1C2\"]}}]}}");
    for (text, said) in [
        (grid("{\"region\":-1}", ""), "-1 is no number of a region: they begin with 0"),
        (killer("\"cells\":[\"R1C1\"],"), "`cells` are not those of the diagonal: r1c3–r2c4"),
        (lines("line"), "line: `renban` is a rule, and the list `lines` has lines with rules"),
        (lines("circle"), "circle: `renban` is a rule"),
    ] {
        let message = fault(&text);
        assert!(message.contains(said), "{text}: {message}");
    }
    let counted = |text: &str| count(sudoku::KIND, text, None).unwrap();
    assert_eq!(counted(&killer("")), counted(&killer("\"cells\":[\"R2C4\",\"R1C3\"],")));
    assert!(counted(&lines("lines")) < 288);
    let noted = grid("{}", ",\"renban\":[{\"lines\":[[\"R1C1\",\"R1C2\"]],\"value\":\"7\"}]");
    let notes = AnyPuzzle::parse(sudoku::KIND, &noted, None).unwrap().notes();
    assert_eq!(notes, ["renban 1: the value 7 means nothing on such a line"]);
}
