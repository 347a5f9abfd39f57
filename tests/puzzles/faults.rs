//! Mistakes in puzzles are told with their place, and nothing that is fed to the parsers makes them panic.

use gordian_puzzles::board::Style;
use gordian_puzzles::{AnyPuzzle, ErrorClass, KINDS, Kind, PuzzleError, cryptarithm, polyform, star_battle, sudoku};
use gordian_testkit::Random;

fn fault(kind: Kind, text: &str) -> PuzzleError {
    match AnyPuzzle::parse(kind, text, None).and_then(|puzzle| puzzle.compile()) {
        Ok(_) => panic!("no fault was found in\n{text}"),
        Err(error) => error,
    }
}

/// A text, the line and column of its fault, and words of the message.
type Case = (&'static str, Option<(usize, usize)>, &'static str);

/// Each text has its fault at its place.
fn assert_faults(kind: Kind, cases: &[Case]) {
    for (text, place, words) in cases {
        let error = fault(kind, text);
        assert_eq!(error.place.map(|place| (place.line, place.column)), *place, "{error}\n{text}");
        assert!(error.message.contains(words), "{error}\n{text}");
        assert!(!error.message.ends_with('.') && error.picture.is_some() == place.is_some(), "{error}");
    }
}

#[test]
fn faults_of_polyforms_are_found() {
    assert_faults(
        polyform::KIND,
        &[
            ("pieces: dominoes", None, "no board"),
            ("board: 2x2", None, "no pieces"),
            ("board:\n\npieces: dominoes", Some((1, 1)), "no cells"),
            ("board: 2x\npieces: dominoes", Some((1, 1)), "a size is"),
            ("board: 900x900\npieces: dominoes x*", Some((1, 1)), "more than 65536 cells"),
            ("board: 2x2\nboard: 2x2", Some((2, 1)), "second board"),
            ("..\n", Some((1, 1)), "before `board:`"),
            ("board: 2x2\n..\n", Some((2, 1)), "has its size already"),
            ("board:\n..\n\n..\n", Some((4, 1)), "ended at the blank line"),
            ("board:\n.!\n", Some((2, 2)), "`!` means nothing on a board"),
            ("board:\n.A\npieces: domino", Some((2, 2)), "no piece A"),
            ("board: 2x2\ncolour: red", Some((2, 1)), "none of the keys"),
            ("board: 2x2\nempty: some", Some((2, 1)), "`empty` must be"),
            ("board: 2x2\npieces: dodecahedra", Some((2, 1)), "is no set of pieces"),
            ("board: 2x2\npieces: tetrominoes I Q", Some((2, 1)), "no piece Q among"),
            ("board: 2x2\npieces: dominoes xx", Some((2, 1)), "no number of copies"),
            ("board: 2x2\npieces: squares", Some((2, 1)), "lengths of the sides"),
            ("board: 2x2\npieces:\nA?", Some((3, 2)), "`?` is no letter"),
            ("board: 2x2\npieces:\nA.A", Some((3, 3)), "falls into parts"),
            ("board: 2x2\npieces:\nAA\n\n.A", Some((5, 2)), "drawn in line 3 already"),
            ("board: 2x2\npieces: dominoes\nQ: x2", Some((3, 1)), "no piece Q"),
            ("board: 2x2\npieces: dominoes\nI: dominoes", Some((3, 1)), "attributes of one piece"),
            ("board: 2x2\npieces: squares 1..4000", Some((2, 1)), "these pieces have more than"),
            ("board: 2x2\npieces: 4000x4000x4000", Some((2, 1)), "these pieces have more than"),
            ("board: 2x2x2\npieces: one-sided tromino L", Some((2, 1)), "cannot be one-sided"),
            ("board: 2x2\npieces: dominoes", None, "the pieces have 2 cells, but the board has 4"),
            ("board: 2x2\npieces: domino x3", None, "the pieces have 6 cells, but the board has 4"),
            ("board: 2x2\npieces: monomino", None, "the pieces have 1 cell, but the board has 4"),
            ("board: 2x2\npieces: monomino optional", None, "the pieces have at most 1 cell, but the board has 4"),
            ("board: 3x3\npieces: dominoes x*", None, "no choice of the pieces"),
            (
                "board:\n..?\n\npieces: tromino I, 1x1",
                None,
                "the pieces have 4 cells, but the board has 3, one of which",
            ),
            ("board: 2x4\npieces: pentomino I, tromino I", Some((2, 1)), "piece I fits nowhere"),
        ],
    );
    let classes = ["board: 2x2\npieces: dominoes", "board: 2x4\npieces: pentomino I, tromino I"];
    assert!(classes.iter().all(|text| fault(polyform::KIND, text).class == ErrorClass::NoSolution));
}

#[test]
fn faults_of_region_grids_are_found_and_drawn() {
    assert_faults(
        star_battle::KIND,
        &[
            ("", None, "no board"),
            ("stars: 2\n", Some((1, 1)), "no grid"),
            ("size: 4\n", Some((1, 1)), "no grid"),
            ("stars: many\nAB\nAB", Some((1, 1)), "`stars` must be a number"),
            ("crowns: 1\nAB\nAB", Some((1, 1)), "none of the keys"),
            ("regions: none\nAB\nAB", Some((1, 1)), "exclude each other"),
            ("size: 3\nAB\nAB", Some((1, 1)), "differs from that of the grid"),
            ("size: 500\nregions: none\nstars: 100", Some((1, 1)), "too many for a board"),
            ("AAB\nAB\nCCC", Some((2, 3)), "a square is missing: row 2 has 2 squares, most rows have 3"),
            ("AAB\nAABB\nCCC", Some((2, 4)), "a square is doubled: row 2 has 4 squares, most rows have 3"),
            ("AAB\nA\nCCC", Some((2, 2)), "row 2 has 1 square, most rows have 3"),
            ("AAB\nA.B\nCCC", Some((2, 2)), "belongs to no region"),
            ("AAB\nA B\nCCC", Some((2, 2)), "belongs to no region"),
            ("A A B\nA B\nC C C", Some((2, 4)), "a square is missing"),
            ("AAB\nAAB", Some((2, 1)), "not square: it has 2 rows and 3 columns"),
            ("connected: yes\nABA\nABA\nCCC", Some((2, 3)), "these 2 squares"),
            ("AAB\nAAB\nAAB", Some((1, 1)), "has 3 regions, and this one has 2; the largest is A"),
            ("AAB\nCDB\nCCB", Some((2, 2)), "has 3 regions, and this one has 4; the smallest is D"),
        ],
    );
    let stray = AnyPuzzle::validate(star_battle::KIND, "AABB\nAABB\nCCDD\nCCDA", None).unwrap_err();
    assert!(stray.message.starts_with("region A is not connected: this square"), "{stray}");
    assert_eq!(stray.place.map(|place| (place.line, place.column)), Some((4, 4)));
    let picture = stray.picture.unwrap();
    assert!(picture.contains("| d | X |"), "{picture}");
    let several = fault(star_battle::KIND, "AB\nAB\n\nAB\nAB\n");
    assert_eq!((several.class, several.place.map(|place| place.line)), (ErrorClass::Choice, Some(4)));
}

#[test]
fn one_of_several_boards_is_chosen_by_number_or_name() {
    let text = "# first\nAB\nAB\n\n# second\nstars: 1\nsize: 2\nregions: none\n";
    let pick = |pick| AnyPuzzle::parse(star_battle::KIND, text, Some(pick));
    assert_eq!(pick("1").unwrap().title(), Some("first"));
    assert_eq!(pick("second").unwrap().title(), Some("second"));
    for wrong in ["0", "3", "third"] {
        assert_eq!(pick(wrong).unwrap_err().class, ErrorClass::Choice);
    }
    assert!(AnyPuzzle::parse(cryptarithm::KIND, "A + B = C", Some("2")).is_err());
}

#[test]
fn regions_in_many_parts_are_taken_as_meant_with_a_note() {
    let text = "ABAB\nABAB\nCDCD\nCDCD";
    assert_eq!(AnyPuzzle::parse(star_battle::KIND, text, None).unwrap().notes().len(), 4);
    assert!(AnyPuzzle::parse(star_battle::KIND, &format!("connected: yes\n{text}"), None).is_err());
    // One square that looks misprinted is told where the puzzle is to be judged, and is no reason not to solve it.
    let stray = "AABB\nAABB\nCCDD\nCCDA";
    assert_eq!(AnyPuzzle::parse(star_battle::KIND, stray, None).unwrap().notes().len(), 1);
    assert!(AnyPuzzle::validate(star_battle::KIND, stray, None).is_err());
    assert!(AnyPuzzle::validate(star_battle::KIND, &format!("connected: no\n{stray}"), None).is_ok());
}

#[test]
fn faults_of_cryptarithms_are_found() {
    assert_faults(
        cryptarithm::KIND,
        &[
            ("", None, "no equation"),
            ("1 + 1 = 2", None, "no equation with letters"),
            ("A + B", Some((1, 6)), "no `=`"),
            ("A = B = C", Some((1, 7)), "a second `=`"),
            ("A + = C", Some((1, 5)), "missing before `=`"),
            ("A + B =", Some((1, 8)), "missing at the end"),
            ("= A", Some((1, 1)), "missing before `=`"),
            ("A + * B = C", Some((1, 5)), "missing before `*`"),
            ("A B = C", Some((1, 3)), "operator is missing"),
            ("A / B = C", Some((1, 3)), "no letter, no digit"),
            ("A + (B) = C", Some((1, 5)), "no letter, no digit"),
            ("base: 99\nA = A", Some((1, 1)), "`base` is from 2 to 36"),
            ("base: 3\nA + 3 = B", Some((2, 5)), "no digit 3 in base 3"),
            ("leading zeros: maybe", Some((1, 1)), "`yes` or `no`"),
            ("colour: red", Some((1, 1)), "none of the keys"),
            ("ABCDEFG + HIJ = KAB", Some((1, 17)), "K is one too many"),
        ],
    );
}

#[test]
fn what_is_too_large_is_refused() {
    let long = "A".repeat(1000);
    for text in [
        format!("{} = B", vec!["A"; 20_000].join(" * ")),
        format!("{} * B = C", vec!["9"; 20_000].join(" * ")),
        format!("{} = B", [long.as_str(); 6].join(" * ")),
        format!("{}A = B", "A".repeat(2000)),
    ] {
        assert!(!fault(cryptarithm::KIND, &text).message.is_empty());
    }
    assert!(fault(polyform::KIND, "board: 64x64\npieces: octominoes x*").message.contains("placements"));
}

#[test]
fn the_kind_is_told_from_the_text() {
    for (text, kind) in [
        ("board: 2x2\npieces: dominoes", Some(polyform::KIND)),
        ("SEND + MORE = MONEY", Some(cryptarithm::KIND)),
        ("# a comment\n\nABCD * 4 = DCBA\n", Some(cryptarithm::KIND)),
        ("queens: 8", Some(star_battle::KIND)),
        ("title: mine\nAAB\nABB\nCCC\n", Some(star_battle::KIND)),
        ("AAB\nAB\nCCC\n", Some(star_battle::KIND)),
        ("1 1 2\n1 2 2\n3 3 3\n", Some(star_battle::KIND)),
        ("112\n122\n333\n", Some(star_battle::KIND)),
        (
            "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n",
            Some(sudoku::KIND),
        ),
        ("1 -2 0\n2 3 0\n", None),
        ("{\"a\": [1]}", None),
        ("", None),
    ] {
        assert_eq!(Kind::detect(text), kind, "{text}");
    }
    assert!(KINDS.iter().all(|&kind| Kind::from_name(kind.name) == Some(kind)));
}

#[test]
fn random_texts_never_panic() {
    // Long because it lists the parts that texts are made of.
    const PARTS: [&str; 60] = [
        "board:",
        "pieces:",
        "empty: any",
        "title: t",
        "stars: 2",
        "queens: 3",
        "regions: none",
        "size: 3",
        "connected: no",
        "diagonals: yes",
        "base: 7",
        "leading zeros: yes",
        "dominoes",
        "pentominoes",
        "one-sided",
        "fixed",
        "x2",
        "x*",
        "optional",
        "2x3",
        "1x2x2",
        "squares 1..3",
        "soma",
        "A: x3",
        "A",
        "AA",
        "AB",
        "BA",
        ".",
        "..",
        "?",
        "-",
        "/",
        " / ",
        " ",
        " ",
        "\n",
        "\n",
        "\n",
        "\n",
        "\n\n",
        "#",
        "# c",
        ":",
        ",",
        ";",
        "+",
        "-",
        "*",
        "=",
        "=",
        "&&",
        "é",
        "दो",
        "\t",
        "\r\n",
        "\u{feff}",
        "0",
        "12",
        "\u{0}",
    ];
    let mut random = Random::new(7);
    let mut read = 0;
    for _ in 0..30_000 {
        let text: String = (0..random.below(24)).map(|_| PARTS[random.below(PARTS.len())]).collect();
        Kind::detect(&text);
        for &kind in KINDS {
            match AnyPuzzle::parse(kind, &text, None) {
                Err(error) => drop(error.to_string()),
                Ok(puzzle) => {
                    read += 1;
                    puzzle.draw_puzzle(Style::UNICODE);
                    puzzle.svg(None);
                    let compiled = puzzle.compile();
                    if let Ok(compiled) = compiled {
                        assert_eq!(compiled.meanings.len(), compiled.cnf.projection().len());
                        if let Ok(solution) = puzzle.decode(&gordian_formula::Model::from_values(Vec::new())) {
                            let _ = puzzle.check(&solution);
                        }
                    }
                }
            }
        }
    }
    assert!(read > 100, "{read}");
}
