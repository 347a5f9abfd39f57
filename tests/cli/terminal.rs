//! Inputs, names and arguments are made by anybody: whatever stands in them, no terminal obeys what
//! the program prints.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use gordian_testkit::{Run, file, sample_path, shared};

use crate::{directory, run};
use gordian_formula::text::is_harmful;
use gordian_puzzles::board::Style;
use gordian_puzzles::{AnyPuzzle, Kind, Puzzle, cryptarithm, pips, polyform, star_battle, sudoku};

/// A title of the window, a colour, the same by a control character of one byte, text from right to
/// left, and more.
const HARM: &str = "\u{1b}]0;x\u{7}\u{1b}[31m\u{9b}31m\u{7f}\u{202e}\u{2066}\u{200f}\u{8}\r";

/// Texts of each kind of puzzle, into which harmful characters are put.
const TEXTS: [(Kind, &str); 6] = [
    (polyform::KIND, "title: t\nboard: 2x2\npieces: dominoes x*\n"),
    (polyform::KIND, "title: t\nboard:\n..\n..\n\nA x2\nAA\n"),
    (star_battle::KIND, "title: t\nstars: 1\nAAAA\nABBB\nCCCB\nDDDD\n"),
    (cryptarithm::KIND, "title: t\n# c\nTO + GO = OUT\n"),
    (sudoku::KIND, "title: t\n1...\n...2\n3...\n...4\n"),
    (
        pips::KIND,
        r#"{"id":"t","dominoes":[[1,1],[1,2]],"regions":[{"indices":[[0,0],[0,1],[1,0],[1,1]],"type":"sum","target":5}]}"#,
    ),
];

/// JSON and XML with strings in all sorts of places, marked `@`.
const DOCUMENTS: [(Kind, &str); 9] = [
    (
        pips::KIND,
        r#"{"id":"@","dominoes":[[1,1],[1,2]],"regions":[{"indices":[[0,0],[0,1],[1,0],[1,1]],"type":"sum","target":5}]}"#,
    ),
    (
        pips::KIND,
        r#"{"printDate":"@","easy@":{"dominoes":[[1,1]],"regions":[{"indices":[[0,0],[0,1]],"type":"empty"}]}}"#,
    ),
    (pips::KIND, r#"{"easy@":{"dominoes":[[1,1]],"regions":[]},"hard@":{"dominoes":[[1,1]],"regions":[]}}"#),
    (pips::KIND, r#"{"id":"t","dominoes":[[1,1]],"regions":[{"indices":[[0,0],[0,1]],"type":"@","target":5}]}"#),
    (
        sudoku::KIND,
        r#"{"size":4,"title":"@","author":"@","grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#,
    ),
    (
        sudoku::KIND,
        r#"{"size":4,"title":"t","@":["@"],"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#,
    ),
    (
        sudoku::KIND,
        r#"{"size":4,"title":"t","killercage":[{"cells":["R1C1","@"],"value":"@"}],"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#,
    ),
    (
        sudoku::KIND,
        r#"{"cells":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"metadata":{"title":"@","author":"@","rules":"@"},"cages":[{"value":"title: @"},{"value":"author: @"}],"arrows":[{"color":"@"}]}"#,
    ),
    (
        polyform::KIND,
        r#"<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes><voxel x="2" y="1" z="1" type="0">##</voxel></shapes><problems><problem name="@"><shapes><shape id="0" count="1"/></shapes><result id="0"/></problem></problems></puzzle>"#,
    ),
];

/// A text with the harm in it, as it is and as JSON or XML write it.
fn harmed(document: &str) -> Vec<String> {
    let by_number = |format: &dyn Fn(char) -> String| HARM.chars().map(format).collect::<String>();
    let json = by_number(&|char| format!("\\u{:04x}", u32::from(char)));
    let xml = by_number(&|char| format!("&#{};", u32::from(char)));
    let valid_xml = "&#133;&#155;31m&#8238;&#10;&#13;&#127;".to_owned();
    [HARM.to_owned(), json.clone() + "\\n", xml, valid_xml].map(|harm| document.replace('@', &harm)).into()
}

fn assert_harmless(text: &str, of: &dyn std::fmt::Debug) {
    let harm = text.chars().find(|&char| is_harmful(char) && char != '\n' && char != '\t');
    assert_eq!(harm, None, "{of:?} gives {text:?}");
}

fn assert_run_harmless(run: &Run, of: &dyn std::fmt::Debug) {
    assert!(run.code.is_some() && !run.stderr.contains("panicked"), "{of:?}: {run:?}");
    assert_harmless(&run.stdout, of);
    assert_harmless(&run.stderr, of);
}

/// Everything that the library says of a text.
fn said(kind: Kind, text: &str) -> Vec<String> {
    let mut said = Vec::new();
    // The readers of each kind are doors of their own.
    let title = match kind.name {
        "queens" => star_battle::parse(text).map(|puzzle| puzzle.title().map(str::to_owned)),
        "polyform" => polyform::parse(text).map(|puzzle| puzzle.title().map(str::to_owned)),
        "cryptarithm" => cryptarithm::parse(text).map(|puzzle| puzzle.title().map(str::to_owned)),
        "sudoku" => sudoku::parse(text, None).map(|puzzle| puzzle.title().map(str::to_owned)),
        "pips" => pips::parse(text, None).map(|puzzle| puzzle.title().map(str::to_owned)),
        name => panic!("the door of {name} is to be tried here"),
    };
    said.extend(title.unwrap_or_else(|error| Some(error.to_string())));
    said.extend(star_battle::boards(text).into_iter().filter_map(|board| board.name));
    for read in [AnyPuzzle::read, AnyPuzzle::parse, AnyPuzzle::validate] {
        for pick in [None, Some("1"), Some(HARM)] {
            let puzzle = match read(kind, text, pick) {
                Ok(puzzle) => puzzle,
                Err(error) => {
                    said.push(error.to_string());
                    said.extend(error.picture);
                    continue;
                }
            };
            said.extend(puzzle.title().map(str::to_owned));
            said.extend(puzzle.notes());
            said.push(puzzle.draw_puzzle(Style::UNICODE));
            let svg = puzzle.svg(None);
            assert!(!svg.chars().any(|char| is_harmful(char) && char != '\n'), "{text:?} gives {svg}");
            match puzzle.compile_guarded() {
                Ok(guarded) => {
                    said.extend(guarded.meanings);
                    said.extend(guarded.rules.into_iter().map(|rule| rule.text));
                }
                Err(error) => said.push(error.to_string()),
            }
        }
    }
    said
}

/// At every place of a text, and in every string of a document.
#[test]
fn nothing_that_is_said_of_a_puzzle_is_obeyed() {
    for (kind, text) in TEXTS {
        // In front, braces and brackets would make it a document, which no reader of lines takes.
        for (at, prefix) in text.char_indices().map(|(at, _)| (at, "")).chain([(0, "{"), (0, "<"), (9, "{\n")]) {
            for harm in [HARM, "\u{1b}[2J", "\u{85}", "\u{202e}", "\u{c}", "\r"] {
                let harmed = format!("{prefix}{}{harm}{}", &text[..at], &text[at..]);
                said(kind, &harmed).iter().for_each(|said| assert_harmless(said, &harmed));
            }
        }
    }
    for (kind, document) in DOCUMENTS {
        for harmed in harmed(document) {
            said(kind, &harmed).iter().for_each(|said| assert_harmless(said, &harmed));
        }
    }
}

#[test]
fn the_title_is_still_shown() {
    let titles: Vec<String> = DOCUMENTS
        .iter()
        .filter_map(|(kind, document)| {
            let puzzle = AnyPuzzle::read(*kind, &document.replace('@', "\\u001b[31m数独\\u200d★"), Some("1")).ok()?;
            puzzle.title().map(str::to_owned)
        })
        .collect();
    assert!(titles.iter().filter(|title| title.contains("\u{fffd}[31m数独\u{200d}★")).count() >= 3, "{titles:?}");
}

/// Every verb that reads a puzzle, as lines for people and as JSON.
#[test]
fn nothing_that_a_verb_prints_of_a_puzzle_is_obeyed() {
    let directory = directory("terminal-puzzles");
    let texts = TEXTS.iter().flat_map(|(kind, text)| {
        let places = text.char_indices().map(|(at, _)| at).step_by(7);
        places.map(move |at| (*kind, format!("{}{HARM}{}", &text[..at], &text[at..])))
    });
    let documents =
        DOCUMENTS.iter().flat_map(|(kind, document)| harmed(document).into_iter().map(|text| (*kind, text)));
    let verbs = ["show", "solve", "list", "count", "facts", "explain", "encode", "decode", "check"];
    for (number, (kind, text)) in documents.chain(texts).enumerate() {
        let puzzle = file(&directory, "puzzle", &text);
        let result = file(&directory, "result", format!("v 1 {HARM} 0\n"));
        for (index, verb) in verbs.iter().enumerate() {
            // Each text meets every verb, in one of the two forms.
            let mut words = vec![*verb, "--as", kind.name, puzzle.to_str().unwrap()];
            words.extend(["decode", "check"].contains(verb).then_some(result.to_str().unwrap()));
            words.extend(((number + index) % 2 == 0).then_some("--json"));
            words.extend((*verb == "list").then_some("--limit=2"));
            assert_run_harmless(&run(&words), &(words, &text));
        }
        // Without being told the kind, too.
        assert_run_harmless(&run(["show", puzzle.to_str().unwrap()]), &text);
    }
}

/// Formulas and what belongs to them: comments, junk, results, proofs, symmetries, certificates.
#[test]
fn nothing_that_is_printed_of_a_formula_is_obeyed() {
    let directory = directory("terminal-formulas");
    let base = "c c\np cnf 3 2\n1 2 3 0\n-1 -2 0\nc p show 1 2 0\n";
    let formula = file(&directory, "formula.cnf", base);
    let right = formula.to_str().unwrap();
    let harmed = |text: &str| -> Vec<String> {
        text.char_indices().map(|(at, _)| format!("{}{HARM}{}", &text[..at], &text[at..])).step_by(3).collect()
    };
    for (number, text) in harmed(base).into_iter().enumerate() {
        let path = file(&directory, "harmed.cnf", &text);
        let verb = ["solve", "list", "count", "facts", "explain"][number % 5];
        for option in ["--strict", "-v"] {
            assert_run_harmless(&run([verb, "--as=cnf", option, path.to_str().unwrap()]), &(verb, &text));
        }
    }
    for evidence in ["s SATISFIABLE\nv 1 -2 3 0\n", "1 2 0\nd 1 2 0\n0\n", "3 1 0 1 2 0\n", "o 1 0\nt 2 0\n1 2 1 0\n"] {
        for text in harmed(evidence) {
            let path = file(&directory, "evidence", &text);
            assert_run_harmless(&run(["check", right, path.to_str().unwrap()]), &text);
        }
    }
    for text in harmed("(1 2)(3)\n") {
        let path = file(&directory, "symmetry", &text);
        assert_run_harmless(&run(["count", "--symmetry", path.to_str().unwrap(), right]), &text);
    }
    let folder = directory.join("certificate");
    assert_eq!(run(["count", "-q", "--certificate", folder.to_str().unwrap(), right]).code, Some(10));
    for part in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
        let bytes = fs::read(&part).unwrap();
        for at in (0..bytes.len()).step_by(5) {
            fs::write(&part, [&bytes[..at], HARM.as_bytes(), &bytes[at..]].concat()).unwrap();
            assert_run_harmless(&run(["check", right, folder.to_str().unwrap()]), &(&part, at));
        }
        fs::write(&part, bytes).unwrap();
    }
    let checkpoint = file(&directory, "checkpoint", format!("gordian checkpoint {HARM}\n"));
    let refused = run(["count", "--method=chronological", "--checkpoint", checkpoint.to_str().unwrap(), right]);
    assert!(refused.stderr.contains("version"), "{refused:?}");
    assert_run_harmless(&refused, &checkpoint);
}

/// Names of files, of what is there and what is not, and other arguments.
#[test]
fn nothing_that_is_printed_of_an_argument_is_obeyed() {
    let directory = directory("terminal-names");
    let name = format!("a{}\n\u{9b}", HARM.replace('/', ""));
    let there = file(&directory, &format!("{name}.cnf"), "p cnf 2 1\n1 2 x\n");
    let puzzle = file(&directory, &format!("{name}.txt"), "board: 2x\n");
    let right = file(&directory, &format!("{name}.right.cnf"), "p cnf 2 1\n1 2 0\n");
    let symmetry = file(&directory, &format!("{name}.symmetry"), "(1 2)\n");
    let missing = directory.join(format!("{name}.missing"));
    let [there, puzzle, right, symmetry, missing] =
        [&there, &puzzle, &right, &symmetry, &missing].map(|path: &std::path::PathBuf| path.to_str().unwrap());
    for words in [
        vec!["solve", there],
        vec!["solve", "-v", right],
        vec!["solve", right, right],
        vec!["solve", missing],
        vec!["show", puzzle],
        vec!["show", "--pick", HARM, puzzle],
        vec!["show", "--as", HARM, puzzle],
        vec!["solve", "--set", HARM, right],
        vec!["count", "--project", HARM, right],
        vec!["count", "--symmetry", symmetry, right],
        vec!["count", "--symmetry", symmetry, "--json", right],
        vec!["count", "--checkpoint", right, right],
        vec!["count", "--certificate", right, there],
        vec!["check", right, missing],
        vec!["check", right, there],
        vec!["list", "--time", HARM, right],
        vec!["show", "--svg", missing, right],
        vec![HARM],
        vec!["solve", HARM, HARM, HARM],
    ] {
        assert_run_harmless(&run(&words), &words);
    }
    // A name that is no text at all.
    let odd = directory.join(OsStr::from_bytes(b"\x9b31m\xff\x1b[31m.cnf"));
    assert_run_harmless(&run([OsStr::new("solve"), odd.as_os_str()]), &odd);
}

/// Only what the program itself makes colourful is so.
#[test]
fn colours_are_the_only_sequences() {
    let directory = directory("terminal-colours");
    for (kind, text) in TEXTS.iter().copied().chain(DOCUMENTS) {
        let harm = HARM.chars().map(|char| format!("\\u{:04x}", u32::from(char))).collect::<String>();
        let puzzle =
            file(&directory, "puzzle", text.replace('@', &harm).replace("title: t", &format!("title: t{HARM}")));
        for verb in ["show", "solve"] {
            let run = run([verb, "--color=always", "--as", kind.name, puzzle.to_str().unwrap()]);
            let mut parts = run.stdout.split('\u{1b}');
            let mut plain = parts.next().unwrap().to_owned();
            for part in parts {
                let (numbers, rest) = part.strip_prefix('[').and_then(|part| part.split_once('m')).unwrap();
                assert!(matches!(numbers, "0" | "1") || numbers.starts_with("30;48;5;"), "{run:?}");
                plain.push_str(rest);
            }
            assert_harmless(&plain, &text);
        }
    }
}

/// A line feed in a name would end a comment, and what comes behind it would be a clause.
#[test]
fn no_name_becomes_a_clause() {
    let directory = directory("terminal-clauses");
    let breaks = ["\\n1 0\\n", "\\r\\n-1 0\\r", "\\u0085-1 0", "\\u2028-1 0", "\\np show 1 0\\n"];
    for document in DOCUMENTS.iter().filter(|(kind, _)| *kind != polyform::KIND).map(|(_, document)| document) {
        let encode = |text: &str| {
            let puzzle = file(&directory, "puzzle.json", text);
            run([OsStr::new("encode"), OsStr::new("--pick=1"), puzzle.as_os_str()])
        };
        let clauses = |run: &Run| -> Vec<String> {
            let is_clause = |line: &&str| !line.starts_with("c ") && *line != "c" || line.starts_with("c p show");
            run.stdout.lines().filter(is_clause).map(str::to_owned).collect()
        };
        let plain = encode(&document.replace('@', "x"));
        for text in breaks {
            let broken = encode(&document.replace('@', text));
            assert_eq!((broken.code, clauses(&broken)), (plain.code, clauses(&plain)), "{document} {text}");
            assert_run_harmless(&broken, document);
        }
    }
    let path = sample_path("sudoku/classic-9x9.txt");
    assert_eq!(run([OsStr::new("encode"), path.as_os_str()]).code, Some(0));
}

/// The inputs that went wrong.
#[test]
fn inputs_of_the_shared_folder_are_shown_harmlessly() {
    let Some(folder) = shared("faults/07-terminal-escapes") else { return };
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        for kind in [&[][..], &["--as=cryptarithm"], &["--json"]] {
            let words = kind.iter().map(OsStr::new).chain([path.as_os_str()]);
            assert_run_harmless(&run([OsStr::new("show")].into_iter().chain(words)), &path);
        }
    }
}
