//! The answers of the program on DIMACS files as they are found in the world, and on the samples of
//! the project.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use gordian_testkit::{Run, file, root, shared};

use crate::{directory, run, run_with_input};
use gordian_formula::Cnf;
use gordian_formula::dimacs::{self, Dialect, Fault, Place, Quirk, ReadOptions, SyntaxError, Warning};

/// The expected answer on a file.
enum Expected {
    Satisfiable(&'static [(u64, u64, Quirk)]),
    Unsatisfiable,
    /// Line, column, text.
    Error(u64, u64, &'static str, Fault),
}

use Expected::{Error, Satisfiable, Unsatisfiable};

const DIALECT: &[(&str, Expected)] = &[
    ("blank_before_header.cnf", Satisfiable(&[(1, 1, Quirk::BlankLine)])),
    ("bom.cnf", Satisfiable(&[(1, 1, Quirk::ByteOrderMark)])),
    ("c_glued.cnf", Satisfiable(&[(1, 1, Quirk::GluedComment), (1, 1, Quirk::MissingHeader)])),
    ("c_p_show.cnf", Satisfiable(&[])),
    ("comment_at_eof_no_nl.cnf", Satisfiable(&[])),
    ("comment_in_body.cnf", Satisfiable(&[])),
    ("comment_inside_clause.cnf", Satisfiable(&[])),
    ("comment_trailing.cnf", Satisfiable(&[])),
    ("crlf.cnf", Satisfiable(&[(1, 10, Quirk::CarriageReturn)])),
    ("ctrl_z.cnf", Satisfiable(&[(4, 1, Quirk::ControlZ)])),
    ("double_header.cnf", Satisfiable(&[(2, 1, Quirk::RepeatedHeader)])),
    ("dup_and_taut.cnf", Satisfiable(&[])),
    ("embedded_option.cnf", Satisfiable(&[])),
    ("empty_clause.cnf", Unsatisfiable),
    ("empty_file.cnf", Satisfiable(&[(1, 1, Quirk::MissingHeader)])),
    ("fake.cnf.gz", Satisfiable(&[])),
    ("header_spaces.cnf", Satisfiable(&[])),
    ("header_spaces2.cnf", Satisfiable(&[])),
    ("header_too_few_clauses_declared.cnf", Satisfiable(&[(1, 1, Quirk::Clauses { declared: 1, found: 2 })])),
    ("header_too_many_clauses_declared.cnf", Satisfiable(&[(1, 1, Quirk::Clauses { declared: 5, found: 2 })])),
    ("header_vars_larger.cnf", Satisfiable(&[])),
    ("header_vars_too_small.cnf", Satisfiable(&[(1, 1, Quirk::Variables { declared: 2, found: 3 })])),
    ("huge_header_vars.cnf", Satisfiable(&[])),
    ("icnf.cnf", Satisfiable(&[])),
    ("int_overflow.cnf", Error(2, 3, "2147483648", Fault::Overflow)),
    ("junk_char.cnf", Error(2, 3, "-3x", Fault::Junk)),
    ("minus_zero.cnf", Error(2, 3, "-0", Fault::SignedZero)),
    ("missing_final_zero.cnf", Error(3, 5, "-1", Fault::Unterminated { since: 3 })),
    ("multiline_clause.cnf", Satisfiable(&[])),
    ("no_clauses.cnf", Satisfiable(&[])),
    ("no_final_newline.cnf", Satisfiable(&[])),
    ("no_header.cnf", Satisfiable(&[(1, 1, Quirk::MissingHeader)])),
    ("nul_byte.cnf", Error(4, 5, "3\\x00", Fault::Junk)),
    ("ok.cnf", Satisfiable(&[])),
    ("ok.cnf.bz2", Satisfiable(&[])),
    ("ok.cnf.gz", Satisfiable(&[])),
    ("ok.cnf.xz", Satisfiable(&[])),
    ("ok.cnf.zst", Satisfiable(&[])),
    ("ok_gz_noext.cnf", Satisfiable(&[])),
    ("only_comment.cnf", Satisfiable(&[(1, 1, Quirk::MissingHeader)])),
    ("plus_sign.cnf", Satisfiable(&[(2, 1, Quirk::PlusSign)])),
    ("satlib_percent.cnf", Satisfiable(&[(4, 1, Quirk::Percent)])),
    ("tabs.cnf", Satisfiable(&[(2, 2, Quirk::Tab)])),
    ("two_clauses_one_line.cnf", Satisfiable(&[])),
    ("upper_header.cnf", Satisfiable(&[(1, 1, Quirk::UpperCase)])),
    ("wcnf.cnf", Error(1, 3, "wcnf", Fault::UnknownFormat)),
    ("xor_lines.cnf", Error(2, 1, "x1", Fault::Xor)),
    ("zero_vars_empty_clause.cnf", Unsatisfiable),
    ("zero_zero.cnf", Satisfiable(&[])),
];

fn is_compressed(name: &str) -> bool {
    name.starts_with("ok.cnf.") || name == "ok_gz_noext.cnf"
}

/// Whether strict reading lets it pass, too.
fn is_blank(quirk: &Quirk) -> bool {
    matches!(quirk, Quirk::CarriageReturn | Quirk::Tab | Quirk::BlankLine)
}

fn warnings(run: &Run) -> Vec<&str> {
    run.lines('c').into_iter().filter(|line| line.starts_with("WARNING")).collect()
}

#[test]
fn no_dialect_file_is_forgotten() {
    let Some(folder) = shared("dialect") else { return };
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = names.filter(|name| name != "MATRIX.tsv").collect();
    let known: BTreeSet<String> = DIALECT.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(files, known);
}

#[test]
fn the_reader_answers_every_dialect_file() {
    let Some(folder) = shared("dialect") else { return };
    for (name, expected) in DIALECT.iter().filter(|(name, _)| !is_compressed(name)) {
        let text = fs::read(folder.join(name)).unwrap();
        for dialect in [Dialect::Lenient, Dialect::Strict, Dialect::Relaxed] {
            let read = dimacs::read(&text[..], &ReadOptions::with_dialect(dialect), &mut Cnf::new());
            match (expected, read) {
                (Unsatisfiable, Ok(report)) => assert!(report.warnings.is_empty(), "{name}"),
                (Satisfiable(quirks), Ok(report)) => {
                    let told =
                        report.warnings.iter().map(|warning| (warning.place.line, warning.place.column, warning.quirk));
                    match dialect {
                        Dialect::Lenient => assert_eq!(told.collect::<Vec<_>>(), *quirks, "{name}"),
                        Dialect::Strict => assert!(quirks.iter().all(|(.., quirk)| is_blank(quirk)), "{name}"),
                        Dialect::Relaxed => assert_eq!(told.count(), 0, "{name}"),
                    }
                }
                (Satisfiable(quirks), Err(dimacs::Error::Syntax(error))) if dialect == Dialect::Strict => {
                    let first = quirks.iter().find(|(.., quirk)| !is_blank(quirk));
                    let &(line, column, quirk) = first.unwrap_or_else(|| panic!("{name}: {error}"));
                    assert_eq!((error.place, error.fault), (Place { line, column }, Fault::Strict(quirk)), "{name}");
                }
                (&Error(line, column, text, fault), Err(dimacs::Error::Syntax(error))) => {
                    let expected = SyntaxError { place: Place { line, column }, text: text.to_owned(), fault };
                    assert_eq!(error, expected, "{name}");
                }
                (_, read) => panic!("{name} {dialect:?}: {read:?}"),
            }
        }
    }
}

#[test]
fn the_program_answers_every_dialect_file() {
    let Some(folder) = shared("dialect") else { return };
    for (name, expected) in DIALECT {
        let path = folder.join(name).into_os_string().into_string().unwrap();
        for option in ["--verbose", "--strict", "--relaxed"] {
            let run = run(["solve", option, &path]);
            let is_refused = |quirks: &[(u64, u64, Quirk)]| {
                option == "--strict" && quirks.iter().any(|(.., quirk)| !is_blank(quirk))
            };
            match expected {
                Satisfiable(quirks) if !is_refused(quirks) => {
                    assert_eq!((run.code, run.status()), (Some(10), "SATISFIABLE"), "{name}");
                    let told = |&(line, column, quirk)| {
                        format!("WARNING {}", Warning { place: Place { line, column }, quirk })
                    };
                    let expected: Vec<String> =
                        if option == "--relaxed" { vec![] } else { quirks.iter().map(told).collect() };
                    assert_eq!(warnings(&run), expected, "{name} {option}");
                }
                Unsatisfiable => assert_eq!((run.code, run.status()), (Some(20), "UNSATISFIABLE"), "{name}"),
                Satisfiable(_) => assert_eq!(run.code, Some(1), "{name} {option}"),
                Error(line, column, text, fault) => {
                    assert_eq!(run.code, Some(1), "{name}");
                    assert!(run.lines('s').is_empty(), "{run:?}");
                    let message = format!("{path}:{line}:{column}: `{text}`: {fault}");
                    assert!(run.stderr.starts_with("gordian: ") && run.stderr.contains(&message), "{run:?}");
                }
            }
        }
    }
}

#[test]
fn compression_is_recognised_on_standard_input() {
    let Some(folder) = shared("dialect") else { return };
    for (name, _) in DIALECT.iter().filter(|(name, _)| is_compressed(name)) {
        let bytes = fs::read(folder.join(name)).unwrap();
        let whole = run_with_input(["solve", "-"], &bytes);
        assert_eq!(
            (whole.code, whole.values()),
            (Some(10), run(["solve", &path_of(&folder, "ok.cnf")]).values()),
            "{name}"
        );
        let twice = run_with_input(["solve", "-"], &bytes.repeat(2));
        assert!(twice.code == Some(1) && twice.stderr.contains("<stdin>:4:1: "), "two headers in {name}: {twice:?}");
        let cut = run_with_input(["solve", "-"], &bytes[..bytes.len() - 5]);
        assert!(
            cut.code == Some(1) && cut.lines('s').is_empty() && cut.stderr.contains("<stdin>: the "),
            "{name}: {cut:?}"
        );
    }
}

#[test]
fn packed_inputs_that_cannot_be_read_are_named_and_padding_is_left_out() {
    let lzma = b"\x5d\x00\x00\x80\x00\xff\xff\xff\xff\xff\xff\xff\xff\x00\x38\x08\x08\x67";
    for (bytes, name) in [(&b"\x1f\x9d\x90\x70\x40\x8c"[..], "`compress` (.Z)"), (lzma, "LZMA (.lzma)")] {
        let solved = run_with_input(["solve", "-"], bytes);
        assert_eq!((solved.code, solved.lines('s')), (Some(1), vec![]), "{name}");
        let message = format!("<stdin>: this is compressed with {name}, which cannot be read: decompress it first");
        assert!(solved.stderr.contains(&message), "{solved:?}");
    }
    let Some(folder) = shared("dialect") else { return };
    let padded = [fs::read(folder.join("ok.cnf.gz")).unwrap(), vec![0; 512]].concat();
    assert_eq!(run_with_input(["solve", "-"], &padded).code, Some(10));
}

fn path_of(folder: &Path, name: &str) -> String {
    folder.join(name).into_os_string().into_string().unwrap()
}

#[test]
fn counts_see_the_projection_and_the_unused_variables() {
    let count = |text: &str| {
        let run = run_with_input(["count", "-"], text.as_bytes());
        let exact =
            run.lines('c').into_iter().find_map(|line| line.strip_prefix("s exact arb int ").map(str::to_owned));
        exact.unwrap_or_else(|| panic!("{text}: {run:?}"))
    };
    assert_eq!(count("p cnf 2 1\n1 2 0\n"), "3");
    assert_eq!(count("p cnf 4 1\n1 2 0\n"), "12");
    assert_eq!(count("p cnf 4 1\n1 2 0\nc p show 1 0\n"), "2");
    assert_eq!(count("c ind 1 0\np cnf 4 1\n1 2 0\nc p show 3 0\n"), "4");
    assert_eq!(count("c p show 0\np cnf 4 1\n1 2 0\n"), "1");
    assert_eq!(count("p cnf 3 1\nc p show +1 0\n1 2 0\n"), "2");
}

#[test]
fn carriage_returns_that_could_hide_clauses_are_refused() {
    for (text, place) in [
        ("c classic Mac line ends\rp cnf 1 2\r1 0\r-1 0\r", "1:24"),
        ("p cnf 1 2\nc one carriage return in a comment\r1 0\n-1 0\n", "2:35"),
        ("p cnf 1 2\r1 0\r-1 0\r", "1:10"),
        ("p inccnf\r1 0\n-1 0\na 0\n", "1:9"),
    ] {
        for [verb, option] in [["solve", "--verbose"], ["count", "--verbose"], ["solve", "--relaxed"]] {
            let run = run_with_input([verb, option, "-"], text.as_bytes());
            assert_eq!((run.code, run.lines('s')), (Some(1), vec![]), "{text:?}: {run:?}");
            let message = format!("<stdin>:{place}: `\\r`: {}", Fault::CarriageReturn);
            assert!(run.stderr.contains(&message), "{text:?}: {run:?}");
        }
    }
}

#[test]
fn the_samples_answer_as_their_index_says() {
    let folder = root().join("cnf-samples");
    let index = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut listed = BTreeSet::new();
    for row in index.lines().filter(|line| line.starts_with("| [")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let name = cells[1].trim_start_matches('[').split(']').next().unwrap();
        let path = path_of(&folder, name);
        let solved = run(["solve", &path]);
        assert_eq!(solved.status().to_lowercase(), cells[2], "{name}");
        let counted = run(["count", &path]);
        match cells[3] {
            "-" => assert_eq!(counted.code, Some(1), "{name}: {counted:?}"),
            models => {
                assert!(counted.lines('c').contains(&&*format!("s exact arb int {models}")), "{name}: {counted:?}")
            }
        }
        listed.insert(name.to_owned());
    }
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = names.filter(|name| name.ends_with("cnf")).collect();
    assert_eq!(files, listed);
}

#[test]
fn a_formula_that_is_checked_is_warned_of() {
    let directory = directory("dialect-check");
    let formula = file(&directory, "cut.cnf", "p cnf 3 5\n1 2 0\n");
    let model = file(&directory, "cut.model", "v 1 2 3 0\n");
    let checked = run(["check", formula.to_str().unwrap(), model.to_str().unwrap()]);
    assert!(checked.code == Some(0) && checked.stdout.contains("c WARNING") && checked.stdout.contains("declares 5"));
    let strict = run(["check", "--strict", formula.to_str().unwrap(), model.to_str().unwrap()]);
    assert_eq!(strict.code, Some(1), "{strict:?}");
}
