//! Texts mean what the documents say of them: no line of a text is left unread.

use std::ops::ControlFlow;

use gordian_formula::Model;
use gordian_puzzles::{AnyPuzzle, ErrorClass, Kind, PuzzleError, cryptarithm, pips, polyform, star_battle, sudoku};
use gordian_solver::{Budget, Enumeration, Solver};
use gordian_testkit::Random;

pub(crate) fn count(kind: Kind, text: &str, pick: Option<&str>) -> Result<u64, PuzzleError> {
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
        (grid("{}", ",\"killercage\":{\"cells\":[]}"), "killercage: clues are a list in brackets"),
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
    // A place is told once, and its column counts characters.
    let error = count(sudoku::KIND, "{\n\"title\":\"Größe\", x}", None).unwrap_err();
    assert_eq!((error.place.unwrap().line, error.place.unwrap().column), (2, 18), "{error}");
    assert_eq!(error.message, "this is not the JSON of a puzzle: key must be a string");
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

#[test]
fn headers_mean_the_same_in_any_order_and_stand_once() {
    for text in ["queens: 5\ndiagonals: no\n", "diagonals: no\nqueens: 5\n"] {
        assert_eq!(count(star_battle::KIND, text, None).unwrap(), 14, "{text}");
    }
    assert!(count(star_battle::KIND, "queens: 5\nsize: 6\n", None).unwrap_err().message.contains("size is 5"));
    for (kind, text) in [
        (cryptarithm::KIND, "base: 3\nbase: 10\nA + B = C\n"),
        (cryptarithm::KIND, "leading zeros: yes\nLeading zeros: no\nA + B = C\n"),
        (sudoku::KIND, "boxes: 1x4\nboxes: 2x2\n1...3.......4.2.\n"),
        (polyform::KIND, "empty: any\nempty: none\nboard: 2x2\npieces: squares 2\n"),
    ] {
        let error = count(kind, text, None).unwrap_err();
        assert!(error.message.contains("a second line"), "{text}: {error}");
    }
}

#[test]
fn no_number_begins_with_a_written_zero() {
    let error = count(cryptarithm::KIND, "A + 07 = B\n", None).unwrap_err();
    let place = error.place.unwrap();
    assert_eq!((place.line, place.column), (1, 5), "{error}");
    assert_eq!(count(cryptarithm::KIND, "leading zeros: yes\nA + 07 = B\n", None).unwrap(), 3);
    assert_eq!(count(cryptarithm::KIND, "A + 0 = A\n", None).unwrap(), 10);
}

#[test]
fn a_grid_with_regions_below_it_is_a_sudoku() {
    let text = "1...\n..2.\n.3..\n...4\n\nregions:\n1122\n1122\n3344\n3344\n";
    assert_eq!(Kind::detect(text), Some(sudoku::KIND));
    assert_eq!(Kind::detect("regions: none\nsize: 5\n"), Some(star_battle::KIND));
}

const CLASSIC: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n\
                       ....8..79\n";

/// Boards of stars have the header `diagonals`, too, but no empty squares.
#[test]
fn a_grid_with_empty_squares_and_diagonals_is_a_sudoku() {
    for grid in [
        CLASSIC.to_owned(),
        CLASSIC.replace('.', "0"),
        CLASSIC.replace('.', "_"),
        // Nine different signs, as many as a board of nine rows has regions.
        CLASSIC.replace(['.', '5'], "0"),
        CLASSIC.split_whitespace().collect::<String>() + "\n",
        CLASSIC.replace('.', "0").split_whitespace().collect::<String>() + "\n",
        "1...\n....\n...2\n....\n".to_owned(),
        "1 . | . .\n. . | . .\n----+----\n. . | . 2\n. . | . .\n".to_owned(),
    ] {
        for text in [
            format!("diagonals: yes\n{grid}"),
            format!("{grid}diagonals: no\n"),
            format!("title: t\ndiagonals: yes\n\n{grid}"),
        ] {
            assert_eq!(Kind::detect(&text), Some(sudoku::KIND), "{text}");
            assert!(AnyPuzzle::read(sudoku::KIND, &text, None).is_ok(), "{text}");
        }
    }
    for board in [
        "diagonals: yes\n1122\n1122\n3344\n3344\n",
        "1122\n1122\n3344\n3344\ndiagonals: no\n",
        "diagonals: yes\n0011\n0011\n2233\n2233\n",
        "diagonals: yes\n0101\n0101\n2323\n2323\n",
        "diagonals: yes\nAABB\nAABB\nCCDD\nCCDD\n",
        "diagonals: yes\nAABB\nA.BB\nCCDD\nCCDD\n",
        "diagonals: yes\nstars: 1\n1234\n3012\n2341\n4120\n",
        "diagonals: yes\nqueens: 8\n",
        "diagonals: yes\nsize: 8\nregions: none\n",
    ] {
        assert_eq!(Kind::detect(board), Some(star_battle::KIND), "{board}");
    }
}

/// A Sudoku has regions or boxes, and its regions stand below its grid.
#[test]
fn regions_of_a_sudoku_stand_below_its_grid_and_beside_no_boxes() {
    let (grid, regions) = ("1...\n3...\n....\n4.2.\n", "aaaa\nbbbb\ncccc\ndddd\n");
    assert_eq!(count(sudoku::KIND, &format!("{grid}\nregions:\n{regions}"), None).unwrap(), 8);
    for (text, line, message) in [
        (format!("boxes: 2x2\n{grid}\nregions:\n{regions}"), 1, "`boxes` and `regions` exclude each other"),
        (format!("{grid}boxes: 2x2\nregions:\n{regions}"), 5, "`boxes` and `regions` exclude each other"),
        (format!("{grid}regions:\n{regions}boxes: 2x2\n"), 10, "`boxes` and `regions` exclude each other"),
        (format!("sudoku: 4\nregions:\n{regions}\n{grid}"), 2, "the grid comes first"),
        (format!("sudoku: 4\n{grid}\nregions:\n"), 7, "no labels of regions below this line"),
        (format!("regions:\n{}\n", grid.replace('\n', "")), 1, "the grid comes first"),
        (format!("{}\nregions:\n", grid.replace('\n', "")), 2, "no labels of regions below this line"),
        (format!("{grid}regions:\naaaa\n"), 6, "a grid of 4 rows needs 4 rows of regions, not 1"),
    ] {
        let error = count(sudoku::KIND, &text, None).unwrap_err();
        assert_eq!(error.place.map(|place| place.line), Some(line), "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
    }
}

#[test]
fn an_address_needs_no_scheme_and_may_have_a_comment_above_it() {
    let address = "f-puzzles.com/?load=N4IgzglgXgpiBcACALAGkSALhTAbO8WI6IA5gE4QAmCiA2naAG4CGuArgQIypkRMwAdgkzlOAX3TBJiaVPEBddIxlzZqxcrXaNS+jvnyFekAGsIufOQDGLUgX0hrMS2Fp0QAJQDMAYW/EGD6+yCAmrBwOIAGK4gBQQA=";
    let data = address.split('=').nth(1).unwrap();
    let packed = format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuz{data}");
    let texts = [address.to_owned(), format!("# from a friend\nhttps://www.{address}\n"), packed];
    for text in &texts {
        assert_eq!(Kind::detect(text), Some(sudoku::KIND), "{text}");
        assert_eq!(count(sudoku::KIND, text, None).unwrap(), 12, "{text}");
    }
    let list = format!("{}\n{}\n", texts[0], texts[2]);
    assert_eq!(Kind::detect_list(&list), Some(sudoku::KIND));
    assert_eq!(count(sudoku::KIND, &list, Some("2")).unwrap(), 12);
}

/// BurrTools lets a limit of the holes count where the number of pieces may vary, and only there.
#[test]
fn a_limit_of_the_holes_of_burrtools_is_refused_where_it_excludes_something() {
    let file = |copies: &str, limit: &str| {
        format!(
            "<puzzle><shapes><voxel x=\"3\" y=\"1\" z=\"1\" type=\"0\">++#</voxel>\
             <voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#</voxel></shapes><problems><problem{limit}>\
             <shapes><shape id=\"1\" {copies}/></shapes><result id=\"0\"/></problem></problems></puzzle>"
        )
    };
    let of = |copies: &str, limit: &str| count(polyform::KIND, &file(copies, limit), None);
    assert_eq!(of("min=\"1\" max=\"3\"", "").unwrap(), 4);
    assert_eq!(of("min=\"1\" max=\"3\"", " maxHoles=\"2\"").unwrap(), 4);
    assert!(of("min=\"1\" max=\"3\"", " maxHoles=\"1\"").unwrap_err().message.contains("`maxHoles` is 1"));
    assert_eq!(of("min=\"2\" max=\"3\"", " maxHoles=\"1\"").unwrap(), 3);
    assert_eq!(of("count=\"2\"", " maxHoles=\"0\"").unwrap(), 2);
}

/// A puzzle whose name is the number of another one was asked about in its place.
#[test]
fn puzzles_whose_names_are_numbers_are_told_apart() {
    let problem = |name: &str, copies: u8, board: u8| {
        format!(
            "<problem name=\"{name}\"><shapes><shape id=\"0\" count=\"{copies}\"/></shapes><result id=\"{board}\"/></problem>"
        )
    };
    let packing = format!(
        "<puzzle><shapes><voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>\
         <voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\"><!-- two rows -->##<!-- of two -->##</voxel>\
         <voxel x=\"3\" y=\"2\" z=\"1\" type=\"0\">######</voxel></shapes><problems>{}{}{}</problems></puzzle>",
        problem("0", 1, 0),
        problem("1", 2, 1),
        problem("2", 3, 2),
    );
    let square = |number: u8| {
        format!("{{\"dominoes\":[[1,{number}]],\"regions\":[{{\"indices\":[[0,0],[0,1]],\"type\":\"empty\"}}]}}")
    };
    let levels = format!("{{\"2\":{},\"1\":{}}}", square(1), square(2));
    let boards = "# 2\nqueens: 4\n# 1\nqueens: 6\n";
    let grids = "[2]\n1234\n3412\n....\n....\n[1]\n1234\n3412\n2143\n....\n";
    let texts = [
        (polyform::KIND, &*packing, &[1, 2, 3][..]),
        (pips::KIND, &levels, &[1, 2]),
        (star_battle::KIND, boards, &[2, 4]),
        (sudoku::KIND, grids, &[4, 1]),
    ];
    for (kind, text, counts) in texts {
        let parts = AnyPuzzle::parts(kind, text);
        let found = parts.iter().map(|(kind, part)| count(*kind, part.of(text), part.pick.as_deref()).unwrap());
        assert_eq!(found.collect::<Vec<_>>(), counts, "{text}");
        assert_eq!(count(kind, text, Some("1")).unwrap(), counts[0], "{text}");
    }
    assert_eq!(count(polyform::KIND, &packing, Some("0")).unwrap(), 1);
}

/// The later one counted, without a word.
#[test]
fn a_header_of_a_board_stands_once_however_it_is_written() {
    let grid = "AABB\nAABB\nCCDD\nCCDD\n";
    for again in ["Stars: 1", "stars: 2", "STARS:1"] {
        let error = count(star_battle::KIND, &format!("stars: 1\n{again}\n{grid}"), None).unwrap_err();
        assert!(error.message.contains("a second line `stars:`") && error.place.unwrap().line == 2, "{error}");
    }
    let boards = "title: a\nqueens: 4\nTitle: b\nQueens: 6\n";
    assert_eq!(count(star_battle::KIND, boards, Some("2")).unwrap(), 4);
}

#[test]
fn regions_may_be_drawn_with_signs() {
    let signs = "@@&&\n@@&&\n%%$$\n%%$$\n";
    assert_eq!(Kind::detect(signs), Some(star_battle::KIND));
    assert_eq!(count(star_battle::KIND, signs, None).unwrap(), 2);
    for other in ["**\n**\n", "-1\n*1\n", "((\n))\n;;\n"] {
        assert_ne!(Kind::detect(other), Some(star_battle::KIND), "{other}");
    }
}

/// They were taken for formulas, whose errors told nothing about equations.
#[test]
fn equations_with_signs_that_are_unknown_are_cryptarithms() {
    for text in ["SEND + MORE = MONEY.", "(A + B) * C = DE", "AB / C = D", "SEND + MORE = MONEY # note"] {
        assert_eq!(Kind::detect(text), Some(cryptarithm::KIND), "{text}");
    }
    assert_ne!(Kind::detect("p cnf 2 1\n1 2 0\n"), Some(cryptarithm::KIND));
}

#[test]
fn a_wrong_solution_of_a_domino_puzzle_is_told_as_wrong() {
    let text = |solution: &str| {
        format!(
            "{{\"dominoes\":[[1,2],[3,4]],\"regions\":[{{\"indices\":[[0,0],[0,1],[1,0],[1,1]],\"type\":\"empty\"}}],\
             \"solution\":{solution}}}"
        )
    };
    let notes = |solution: &str| AnyPuzzle::parse(pips::KIND, &text(solution), None).unwrap().notes().join("; ");
    assert_eq!(notes("[[[0,0],[0,1]],[[1,0],[1,1]]]"), "");
    assert!(notes("[[[0,0],[0,1]]]").contains("wrong: 1 dominoes lie on the board, not 2"));
    assert!(notes("[[[0,0],[0,1]],[[1,1],[2,1]]]").contains("wrong: the domino 3-4 lies off the board"));
    assert!(notes("7").contains("in a form that is unknown"));
}
