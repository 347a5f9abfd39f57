//! Texts mean what the documents say of them: no line of a text is left unread.

use std::ops::ControlFlow;

use gordian_formula::Model;
use gordian_puzzles::{AnyPuzzle, ErrorClass, Kind, PuzzleError, cryptarithm, polyform, sudoku};
use gordian_solver::{Budget, Enumeration, Solver};
use gordian_testkit::Random;

fn count(kind: Kind, text: &str, pick: Option<&str>) -> Result<u64, PuzzleError> {
    let puzzle = AnyPuzzle::parse(kind, text, pick)?;
    let cnf = puzzle.compile()?.cnf;
    let mut solver = Solver::new();
    cnf.feed(&mut solver);
    let mut count = 0;
    let outcome = solver.enumerate(cnf.visible().unwrap(), &Budget::unlimited(), &mut |model: &Model| {
        puzzle.check(&puzzle.decode(model).unwrap()).unwrap();
        count += 1;
        ControlFlow::Continue(())
    });
    assert!(matches!(outcome, Enumeration::Complete));
    Ok(count)
}

#[test]
fn headers_hold_for_sudokus_in_one_line() {
    let mut random = Random::new(40);
    let headers =
        ["", "Sudoku X", "diagonals: yes # both", "boxes: 1x4", "anti-knight: yes", "sudoku: 4", "title: one"];
    for _ in 0..60 {
        let square = |random: &mut Random| if random.chance(25) { ['1', '2', '3', '4'][random.below(4)] } else { '.' };
        let line: String = (0..16).map(|_| square(&mut random)).collect();
        let rows: Vec<&str> = (0..4).map(|row| &line[4 * row..4 * row + 4]).collect();
        let header = headers[random.below(headers.len())];
        let of =
            |puzzle: &str| count(sudoku::KIND, &format!("{header}\n{puzzle}\n"), None).map_err(|error| error.class);
        let (line, grid) = (of(&line), of(&rows.join("\n")));
        assert_eq!(line, grid, "{header}\n{}", rows.join("\n"));
    }
    let list = "diagonals: yes\n1...3.......4.2.\n................\n";
    let parts = AnyPuzzle::parts(sudoku::KIND, list);
    let counts = parts.iter().map(|(kind, part)| count(*kind, part.of(list), part.pick.as_deref()).unwrap());
    assert_eq!(counts.collect::<Vec<_>>(), [1, 48]);
    for wrong in ["colour: red", "sudoku: 9"] {
        let text = format!("{wrong}\n1...3.......4.2.\n");
        assert_eq!(count(sudoku::KIND, &text, None).unwrap_err().place.unwrap().line, 1, "{wrong}");
    }
    // Zeros are empty squares, so this row is no size.
    assert_eq!(count(sudoku::KIND, "0003\n....\n....\n....\n", None).unwrap(), 72);
}

#[test]
fn no_part_of_a_json_sudoku_is_lost() {
    let grid = |first: &str, rest: &str| {
        let row = format!("[{}]", ["{}"; 4].join(","));
        format!("{{\"size\":4,\"grid\":[[{first},{{}},{{}},{{}}],{row},{row},{row}]{rest}}}")
    };
    let cage = "\"killercage\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"3\"}]";
    for (text, words) in [
        (grid("{}", &format!(",{cage},{cage}")), "`killercage` stands twice"),
        (grid("{}", ",\"negative\":\"xv\""), "negative"),
        (grid("{\"parity\":\"weird\"}", ""), "\"weird\" is neither even nor odd"),
        ("{\"size\":4,\"lines\":{\"type\":\"renban\"}}".into(), "is no list"),
        (
            "{\"size\":4,\"yin_yang\":{\"colours\":[\"a\",\"b\"],\"no_2x2_mono\":\"yes\"}}".into(),
            "`no_2x2_mono`: \"yes\" is neither true nor false",
        ),
        ("{\"size\":4,\"letter_quads\":{\"letters\":\"ab\",\"quads\":{}}}".into(), "is no list"),
    ] {
        let error = count(sudoku::KIND, &text, None).unwrap_err();
        assert!(error.message.contains(words), "{error}\n{text}");
    }
    assert_eq!(count(sudoku::KIND, &grid("{}", &format!(",{cage}")), None).unwrap(), 48);
}

#[test]
fn a_lettered_cell_is_covered_by_the_piece_of_that_name() {
    for (text, expected) in [
        ("board:\n22\n\npieces:\nb\n\n2\n", 0),
        ("board:\nab\n..\n\npieces:\naa\n\nbb\n", 1),
        ("board:\naa\n..\n\npieces:\naa\n\nbb\n", 1),
        ("board:\n..\n..\n\npieces:\naa\n\nbb\n", 2),
        ("board:\na.\n..\n\npieces:\naa\n\nbb\n", 2),
        ("board:\na..\n...\n\npieces:\naa\n\nbb\n\ncc\n", 3),
    ] {
        let counted = count(polyform::KIND, text, None);
        let counted = counted.or_else(|error| if error.class == ErrorClass::NoSolution { Ok(0) } else { Err(error) });
        assert_eq!(counted.unwrap(), expected, "{text}");
    }
    // A named cell is one that a turn has to keep.
    let of = |board: &str| {
        let text = format!("board:\n{board}\n\npieces:\naa\n\nbb\n");
        let compiled = AnyPuzzle::parse(polyform::KIND, &text, None).unwrap().compile().unwrap();
        compiled.symmetries.iter().map(|spec| spec.generators.len()).max()
    };
    assert!(of("..\n..") > of("a.\n.."), "a named cell breaks the symmetry of a board");
    // A copy of the named piece could be exchanged with the other one.
    let copies = "board:\nI..\n...\n\npieces: dominoes x2\npieces:\nbb\n";
    let error = count(polyform::KIND, copies, None).unwrap_err();
    assert!(error.message.contains("piece I has copies") && error.place.unwrap().line == 2, "{error}");
}

#[test]
fn one_of_a_list_is_picked() {
    let list = "A + B = C\nD + E = F\n# another\nG + H = I\nJ + K = L\n";
    assert_eq!(count(cryptarithm::KIND, list, Some("2")).unwrap(), 32);
    assert_eq!(count(cryptarithm::KIND, list, Some("5")).unwrap_err().class, ErrorClass::Choice);
    let based = "base: 4\nA + B = C\nD + E = F\n";
    let parts = AnyPuzzle::parts(cryptarithm::KIND, based);
    let counts = parts.iter().map(|(kind, part)| count(*kind, part.of(based), part.pick.as_deref()).unwrap());
    assert_eq!(counts.collect::<Vec<_>>(), [2, 2]);
    assert_eq!(count(cryptarithm::KIND, "A + B = C\nB + C = D\n", Some("2")).unwrap_err().class, ErrorClass::Choice);
    let documents = "{\"size\":4}\n{\"size\":3}\n";
    assert_eq!(count(sudoku::KIND, documents, Some("2")).unwrap(), 12);
    for pick in [None, Some("3"), Some("0")] {
        assert_eq!(count(sudoku::KIND, documents, pick).unwrap_err().class, ErrorClass::Choice);
    }
    let second = "{\"size\":4}\n{\"size\":3,\"colour\":[1]}\n";
    assert!(count(sudoku::KIND, second, Some("2")).unwrap_err().message.contains("`colour`"));
}

#[test]
fn a_sign_may_stand_behind_the_equals_sign() {
    for (first, second) in [("A - B = -C", "A + C = B"), ("-A + BB = C", "BB = A + C"), ("A = -B + C", "A + B = C")] {
        let [first, second] = [first, second].map(|text| count(cryptarithm::KIND, text, None).unwrap());
        assert_eq!(first, second);
    }
    for wrong in ["AB÷C = D", "A\u{301} + B = C", "A = = B", "A - = B", "A = -", "A = + - B"] {
        assert!(count(cryptarithm::KIND, wrong, None).is_err(), "{wrong}");
    }
}
