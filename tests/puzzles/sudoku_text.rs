//! Sudokus as text: a text is never read as less than it says.

use gordian_puzzles::{AnyPuzzle, ErrorClass, Kind, Part, sudoku};

use crate::readings::count;

const ROWS: [&str; 9] = [
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
];

#[test]
fn the_rows_of_a_grid_may_stand_in_one_line() {
    let grid = count(sudoku::KIND, &ROWS.join("\n"), None).unwrap();
    for separator in [" ", "  ", "|", " | ", "/", ",", ";", "\t"] {
        for header in ["", "sudoku: 9\n", "boxes: 3x3\n"] {
            let text = format!("{header}{}\n", ROWS.join(separator));
            assert_eq!(count(sudoku::KIND, &text, None).unwrap(), grid, "{text}");
        }
    }
    let four = "1... .... ..2. ....\n";
    let grid = count(sudoku::KIND, &four.replace(' ', "\n"), None).unwrap();
    assert_eq!(count(sudoku::KIND, four, None).unwrap(), grid);
    let sixteen = vec!["G..............."; 16].join(" ");
    let error = count(sudoku::KIND, &sixteen, None).unwrap_err();
    assert!(error.message.contains("column 1") && !error.message.contains("no digit"), "{error}");
}

#[test]
fn more_squares_behind_a_puzzle_in_one_line_are_an_error() {
    let (four, solution) = ("1...3.......4.2.", "1243342121344312");
    let nine = ROWS.concat();
    for harmless in
        [solution, "0.5", "7", "000123", "# 1... ...2", "by me", "not bad.", &format!("{solution} 1.5"), "1.2 3.4 5.6"]
    {
        let text = format!("{four} {harmless}");
        assert_eq!(count(sudoku::KIND, &text, None).unwrap(), 6, "{text}");
    }
    for harmless in ["7.1", "# hard", ".........", nine.as_str()] {
        let text = format!("{nine} {harmless}");
        assert_eq!(count(sudoku::KIND, &text, None).unwrap(), 1, "{text}");
    }
    for more in [four, "....", &format!("{solution} {solution}"), &[four; 14].join(" "), &format!("|{four}|")] {
        let text = format!("{four} {more}");
        let error = count(sudoku::KIND, &text, None).unwrap_err();
        assert!(error.message.contains("here are more") && error.place.unwrap().column > 17, "{text}: {error}");
    }
}

/// The number of solutions of each puzzle of a text, or the message of its fault.
fn counts(text: &str) -> Vec<Result<u64, String>> {
    assert_eq!(Kind::detect(text), Some(sudoku::KIND), "{text}");
    let parts = AnyPuzzle::parts(sudoku::KIND, text);
    let of = |(kind, part): &(Kind, Part)| count(*kind, part.of(text), part.pick.as_deref());
    parts.iter().map(|part| of(part).map_err(|error| error.message)).collect()
}

#[test]
fn nine_squares_are_a_row_unless_the_text_says_otherwise() {
    let grid = ROWS.join("\n");
    for (text, fault) in [
        (ROWS[..8].join("\n"), "this row has 9 squares, and there are 8 rows"),
        (format!("{grid}\n{}", ROWS[8]), "this row has 9 squares, and there are 10 rows"),
        (ROWS[..1].join("\n"), "9 squares are one row of a grid, or all of a puzzle below the line `sudoku: 3`"),
        (".1.2.....|.........".to_owned(), "here are more"),
        (format!("{} 7.1", ROWS.join(" ")), "here are more"),
    ] {
        assert_eq!(counts(&text).len(), 1, "{text}");
        let error = count(sudoku::KIND, &text, None).unwrap_err();
        assert!(error.message.contains(fault) && error.place.is_some(), "{text}: {error}");
    }
    assert_eq!(counts("sudoku: 3\n1........\n12.......\n"), [Ok(4), Ok(2)]);
    assert_eq!(counts(&format!("sudoku: 3\n{}", "1........\n".repeat(9))).len(), 9);
    // Rows of 16 squares are puzzles of size 4, unless most of them have larger digits.
    assert_eq!(counts("1...3.......4.2.\n................\n"), [Ok(6), Ok(288)]);
    let sixteen = "1..F...........2\n".repeat(15);
    let error = count(sudoku::KIND, &sixteen, None).unwrap_err();
    assert!(error.message.contains("this row has 16 squares, and there are 15 rows"), "{error}");
}

#[test]
fn a_text_may_hold_several_grids() {
    let (full, empty) = (ROWS.join("\n"), ROWS.join("\n").replacen('5', "6", 1));
    let apart = format!("{}\n\n{}\n\n{}", ROWS[..3].join("\n"), ROWS[3..6].join("\n"), ROWS[6..].join("\n"));
    for text in [
        format!("{full}\n\n{full}\n\n{empty}\n"),
        format!("{full}\n# the second\n{apart}\n-----\n{empty}\n"),
        format!("Grid 01\n{full}\nGrid 02\n{full}\nGrid 03\n{empty}\n").replace('.', "0"),
        format!("boxes: 3x3\n\n[Puzzle]\n{apart}\n\n[State]\n{full}\n[Other]\n{empty}"),
        format!("boxes: 3x3\n{full}\n\n{full}\n\n{empty}\n"),
    ] {
        let [first, second, third] = &counts(&text)[..] else { panic!("{text}") };
        assert_eq!((first, second), (&Ok(1), &Ok(1)), "{text}");
        assert!(third.as_ref().is_err_and(|message| message.contains('6')), "{third:?}\n{text}");
        assert_eq!(count(sudoku::KIND, &text, None).unwrap_err().class, ErrorClass::Choice, "{text}");
        assert_eq!(count(sudoku::KIND, &text, Some("2")).unwrap(), 1, "{text}");
        assert_eq!(count(sudoku::KIND, &text, Some("4")).unwrap_err().class, ErrorClass::Choice, "{text}");
    }
    let titled = format!("Grid 01\n{full}\n\nGrid 02\n{}\n", ROWS[..8].join("\n"));
    let parts = AnyPuzzle::parts(sudoku::KIND, &titled);
    assert_eq!(parts.iter().map(|(_, part)| part.name.as_deref().unwrap()).collect::<Vec<_>>(), ["Grid 01", "Grid 02"]);
    assert_eq!(count(sudoku::KIND, &titled, Some("Grid 01")).unwrap(), 1);
    let missing = Err("this row has 9 squares, and there are 8 rows".to_owned());
    assert_eq!(counts(&titled), [Ok(1), missing.clone()]);
    assert_eq!(counts(&format!("{full}\n\n{}\n", ROWS[..8].join("\n"))), [Ok(1), missing]);
    let puzzle = AnyPuzzle::parse(sudoku::KIND, &format!("[Puzzle]\n{full}\n"), None).unwrap();
    assert_eq!(puzzle.title(), Some("Puzzle"));
    let six = "1.....\n..2...\n......\n...3..\n......\n.....4\n";
    assert_eq!(counts(&format!("{six}\n{six}")).len(), 2);
    // A header between grids could be meant for one of them.
    let error = count(sudoku::KIND, &format!("{six}\ndiagonals: yes\n{six}"), Some("1")).unwrap_err();
    assert!(error.message.contains("stands above the first") && error.place.unwrap().line == 8, "{error}");
}
