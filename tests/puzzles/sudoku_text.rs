//! Sudokus as text: a text is never read as less than it says.

use gordian_puzzles::sudoku;

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
