//! Reading DIMACS: what every text means, however it is cut into pieces.

use std::fmt::Write as _;
use std::io::{self, Read};

use gordian_formula::dimacs::{
    self, CountType, Dialect, Error, Fault, FormulaTarget, Query, Quirk, ReadOptions, Report, SyntaxError,
};
use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_testkit::Random;

/// Writes down all that it is told.
#[derive(Default)]
struct Recorder {
    events: String,
}

impl FormulaTarget for Recorder {
    fn clause(&mut self, _: &[Lit]) {
        unreachable!("the reader always tells the line");
    }

    fn clause_at(&mut self, clause: &[Lit], line: u64) {
        write!(self.events, "{line}:{clause:?} ").unwrap();
    }

    fn query(&mut self, query: Query<'_>) -> bool {
        write!(self.events, "{}:a{:?} ", query.line, query.assumptions).unwrap();
        true
    }

    fn visible(&mut self, visible: &[Var]) {
        write!(self.events, "show{visible:?} ").unwrap();
    }
}

/// Hands out one byte at a time, with an interruption before each.
struct Dripping<'a> {
    text: &'a [u8],
    is_interrupted: bool,
}

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.text.read(&mut buffer[..1])
    }
}

/// Everything there is to know about a text, in one string.
fn all_of(input: impl Read, dialect: Dialect, buffer_size: usize) -> String {
    let mut recorder = Recorder::default();
    let read = dimacs::read(input, &ReadOptions { dialect, buffer_size, ..ReadOptions::default() }, &mut recorder);
    let events = recorder.events;
    match read {
        Err(error) => format!("{events}! {error}"),
        Ok(report) => {
            let warnings: Vec<String> = report.warnings.iter().map(|warning| format!("? {warning}")).collect();
            let Report { header, clauses, literals, largest_variable, visible, count_type, num_queries, .. } = report;
            let numbers = [clauses, literals, largest_variable as u64, num_queries];
            format!("{events}{header:?} {numbers:?} {visible:?} {count_type:?} {}", warnings.join(" "))
        }
    }
}

/// The clauses with their lines, or the error; and the warnings.
fn answer(text: &str) -> String {
    let whole = all_of(text.as_bytes(), Dialect::Lenient, 1 << 10);
    let warnings = whole.split_once('?').map_or("", |(_, warnings)| warnings);
    match whole.split_once("! ") {
        Some((_, error)) => error.to_owned(),
        None => {
            let events = whole.split("Some(Header").next().unwrap().split("None [").next().unwrap();
            format!(
                "{}{}",
                events.trim_end(),
                if warnings.is_empty() { String::new() } else { format!(" ?{warnings}") }
            )
        }
    }
}

fn error_in(text: &[u8], dialect: Dialect) -> SyntaxError {
    match dimacs::read(text, &ReadOptions::with_dialect(dialect), &mut Cnf::new()) {
        Err(Error::Syntax(error)) => error,
        other => panic!("{:?}: {other:?}", text.escape_ascii().to_string()),
    }
}

fn report_of(text: &str) -> Report {
    dimacs::read(text.as_bytes(), &ReadOptions::default(), &mut Cnf::new()).unwrap()
}

/// Texts that hold every feature and every fault.
const SAMPLES: &[&str] = &[
    "",
    "\n",
    "c\n",
    "c",
    "p cnf 0 0",
    "p cnf 0 1\n0",
    "p cnf 3 2\n1 -3 0\n2 3 -1 0\n",
    "p cnf 3 2\n1\n-3\n0 2 3\n-1 0",
    "p cnf 3 2\n1 -3 0 2 3 -1 0 c and a comment 5 0\n",
    "c foo\n\nc p show 1 2 0\r\np  cnf\t3   2 \r\n1 -3 c in\n 0\r\n c t pmc\n2\t3 -1 0\r\nc p show 3 0\nc ind 1 2\n",
    "p cnf 9 1\n123456789 -12345678 1234567 -123456 2147483647 -2147483647 0",
    "p cnf 9 1\n00000001 -0000000000000000000002 +3 000",
    "p inccnf\n1 -3 0\na 0\n2 3 -1 0\na 1\nc between\n2 0 a -1 2 0\n",
    "p inccnf\na 1",
    "p inccnf\n1 a 2 0",
    "p inccnf\na1 2 0",
    "p cnf 1 1\na 1 0\n",
    "p cnf 1 1\ne 1 0\n",
    "P CNF 3 2\nC capital\n1 0 2 0",
    "cglued to its c\np cnf 2 1\n1 c2 0",
    "p cnf 2 1\n1 -2x 0",
    "p cnf 2 1\n1 - 2 0",
    "p cnf 2 1\n1 --2 0",
    "p cnf 2 1\n1 -0 0",
    "p cnf 2 1\n1 2147483648 0",
    "p cnf 2 1\n1 99999999999999999999999999999999999999999999 0",
    "p cnf 2147483648 1\n",
    "p cnf 2 18446744073709551616\n",
    "p cnf 2 -1\n",
    "p cnf 2\n",
    "p cnf 2 1 3\n",
    "p cnf 2 1 c but a comment may follow\n1 2 0",
    "p wcnf 2 1 10\n",
    "p\n",
    "pcnf 1 1\n",
    "1 2 0\np cnf 2 1\n",
    "1 2\np cnf 2 1\n",
    "p cnf 2 1\np cnf 2 1\n1 2 0",
    "p cnf 2 1\np cnf 2 2\n1 2 0",
    "p cnf 2 1\n1 0\np cnf 2 1\n1 2 0",
    "p cnf 2 1\n1 2 0\n%\n0\n\n",
    "p cnf 2 1\n1 2 0\n%\n0\n1 0\n",
    "p cnf 2 1\n1 2 %\n0\n",
    "p cnf 2 1\n1 2 0\n\x1a\x1a\n\x1a",
    "p cnf 2 1\n1 2 0\n\x1a1 0",
    "p cnf 2 1\n1 2 0\0\n",
    "p cnf 2 1\nx1 2 0\n",
    "p cnf 2 1\n1 2",
    "p cnf 2 1\n1 2 \n\n\n",
    "\u{feff}p cnf 2 1\n1 2 0",
    "c p show 1 x 0\n",
    "c p show 1 -2 0\n",
    "c p show 1 0 2 0\n",
    "c p show me the way\n",
    "c p show\n",
    "c p show 0\n",
    "c p show 2147483648 0\n",
    "c p shower 1 2 0\nc p ind 1 0\nc t mcc\nc t\nc ind",
    "p cnf 2 1\n\u{b}1 \u{c} 2 0\n",
    "c p show +1 -0\n",
    "c p show +1 +2\np cnf 2 1\n1 2 0\n",
    "p cnf 2 1\n1\n\n -002 \n\n\nc and a comment that is long enough for the fast path\n",
    "p cnf 2 1\n1 0 +2 \n \n",
    "p inccnf\n1 0 a \n",
    "p inccnf\r1 2\n",
    "c one\r\ncglued\r\nc p show 1\r\np cnf 2 1 c\r\n1 2 0 c three\r",
    "c one\rp cnf 1 1\r1 0\r",
    "p cnf 1 1\n1 0 c \r \t 2 0\n",
    "c p show 1\r2\n",
    "w 1 0.5\np cnf 2 1\n1 2 0\nw 2 0.5 0\n",
    "w\n",
    "w 1\r\n",
    "w 0 1\n",
];

#[test]
fn every_text_means_the_same_however_it_is_cut() {
    let sizes = if cfg!(miri) { vec![1, 7, 19] } else { (1..=48).collect() };
    for text in SAMPLES {
        for dialect in [Dialect::Lenient, Dialect::Strict, Dialect::Relaxed] {
            let expected = all_of(text.as_bytes(), dialect, 1 << 10);
            for &size in &sizes {
                assert_eq!(all_of(text.as_bytes(), dialect, size), expected, "{text:?} in pieces of {size}");
            }
            let dripping = Dripping { text: text.as_bytes(), is_interrupted: false };
            assert_eq!(all_of(dripping, dialect, 1 << 10), expected, "{text:?} byte by byte");
        }
    }
}

/// Numbers with enough text behind them are read by a fast path, and all others byte by byte.
#[test]
fn every_short_text_means_the_same_with_a_comment_behind_it() {
    let longest = if cfg!(miri) { 2 } else { 5 };
    let mut texts = vec![String::new()];
    for _ in 0..longest {
        let longer =
            texts.iter().flat_map(|text| ['1', '0', '-', 'y', ' ', '\n', '\t'].map(|next| format!("{text}{next}")));
        texts = longer.collect();
        for text in &texts {
            let text = format!("p cnf 2 1\n{text}\n");
            let followed = format!("{text}c {}\n", "x".repeat(40));
            assert_eq!(answer(&text), answer(&followed), "{text:?}");
        }
    }
}

#[test]
fn clauses_come_with_the_lines_in_which_they_begin() {
    assert_eq!(answer("p cnf 3 2\n1\n-3\n0 2 3\n-1 0"), "2:[1, -3] 4:[2, 3, -1]");
    assert_eq!(answer("p cnf 3 3\n1 0 2 0\nc x\n\n\n0"), "2:[1] 2:[2] 6:[] ? line 4, column 1: blank lines");
    assert_eq!(answer("p cnf 3 2\n1 -3 c 7 0\n 0 2 c\n-1 0"), "2:[1, -3] 3:[2, -1]");
}

#[test]
fn queries_come_in_their_places() {
    let text = "p inccnf\n1 -3 0\na 0\n2 3 -1 0\na 1\nc between\n2 0 a -1 4 0\n";
    assert_eq!(answer(text), "2:[1, -3] 3:a[] 4:[2, 3, -1] 5:a[1, 2] 7:a[-1, 4]");
    let report = report_of(text);
    assert!(report.is_incremental() && report.warnings.is_empty());
    assert_eq!((report.clauses, report.literals, report.num_queries, report.largest_variable), (2, 5, 3, 4));
    assert_eq!(report.bytes, text.len() as u64);
    let queries: Vec<_> = report.queries().map(|query| (query.clauses_before, query.assumptions.len())).collect();
    assert_eq!(queries, [(1, 0), (2, 2), (2, 2)]);
}

#[test]
fn projection_is_the_union_of_all_lines() {
    let text = "c p show 5 1 0\np cnf 3 1\n1 2 0\nc ind 2 1 0\nc t pmc\n";
    let mut cnf = Cnf::new();
    let report = dimacs::read(text.as_bytes(), &ReadOptions::default(), &mut cnf).unwrap();
    let numbers: Vec<i32> = cnf.visible().unwrap().iter().map(|var| var.to_dimacs()).collect();
    assert_eq!(numbers, [1, 2, 5]);
    assert_eq!(report.visible.as_deref(), cnf.visible());
    assert_eq!((report.count_type, cnf.num_vars()), (Some(CountType::Projected), 5));
    assert_eq!(report.warnings[0].quirk, Quirk::Variables { declared: 3, found: 5 });
    assert_eq!(report_of("c p show 0\np cnf 1 0\n").visible, Some(vec![]));
    assert_eq!(report_of("c p shower 1 0\np cnf 1 0\n").visible, None);
    for line in ["C P SHOW 1 0", "C p show 1 0", "c P SHOW 1 0", "C IND 1 0"] {
        assert_eq!(report_of(&format!("p cnf 2 0\n{line}\n")).visible, Some(vec![Var::from_index(0)]), "{line}");
    }
    for line in ["c p show +1 0", "c ind +1 0", "c p show 1 +1", "c p show +1"] {
        let report = report_of(&format!("p cnf 2 0\n{line}\n"));
        assert_eq!(report.visible, Some(vec![Var::from_index(0)]), "{line}");
        assert!(report.warnings.iter().any(|warning| warning.quirk == Quirk::PlusSign), "{line}");
        assert!(report.warnings.iter().all(|warning| warning.quirk != Quirk::ProseProjection), "{line}");
    }
}

#[test]
fn the_type_of_a_count_is_the_last_one_that_is_known() {
    for (word, expected) in [
        ("mc", CountType::Models),
        ("pmc", CountType::Projected),
        ("wmc", CountType::Weighted),
        ("pwmc", CountType::ProjectedWeighted),
    ] {
        let text = format!("c t mc\nc t {word}\nc t other\np cnf 1 0\n");
        assert_eq!(report_of(&text).count_type, Some(expected));
    }
    assert_eq!(report_of("c t mc\np cnf 1 0\n").count_type, Some(CountType::Models));
    assert_eq!(report_of("c t pmc\nc t mc\np cnf 1 0\n").count_type, Some(CountType::Models));
}

#[test]
fn a_header_allocates_nothing_and_unused_variables_are_told() {
    let mut cnf = Cnf::new();
    let text = "p cnf 2147483647 18446744073709551614\n1 0\n";
    let report = dimacs::read(text.as_bytes(), &ReadOptions::default(), &mut cnf).unwrap();
    assert_eq!((cnf.num_vars(), report.largest_variable, report.num_vars()), (1, 1, 2147483647));
    let text = "c p show 2147483647 0\n1 0\n";
    let report = dimacs::read(text.as_bytes(), &ReadOptions::default(), &mut Cnf::new()).unwrap();
    assert_eq!(report.num_vars(), 2147483647);
    let text = "2147483647 -2147483647 0\n";
    dimacs::read(text.as_bytes(), &ReadOptions::default(), &mut cnf).unwrap();
    assert_eq!(cnf.num_vars(), 2147483647);
}

#[test]
fn errors_tell_place_text_and_fault() {
    let cases: &[(&str, u64, u64, &str, Fault)] = &[
        ("p cnf 3 2\n1 -3x 0\n", 2, 3, "-3x", Fault::Junk),
        ("p cnf 3 2\n1 -0 0\n", 2, 3, "-0", Fault::SignedZero),
        ("p cnf 3 2\n1 2147483648 0\n", 2, 3, "2147483648", Fault::Overflow),
        ("p cnf 3 2\n-2147483648 0\n", 2, 1, "-2147483648", Fault::Overflow),
        ("p cnf 3 2\n1 2 3\0 4 0\n", 2, 5, "3\\x00", Fault::Junk),
        ("p cnf 3 2\n1 -3 0\n2 3 -1\n", 3, 5, "-1", Fault::Unterminated { since: 3 }),
        ("p inccnf\n1 0\na\n", 3, 1, "a", Fault::Unterminated { since: 3 }),
        ("p wcnf 3 2 10\n", 1, 3, "wcnf", Fault::UnknownFormat),
        ("p cnf 3 2\nx1 2 0\n", 2, 1, "x1", Fault::Xor),
        ("p cnf 3 2\na 1 0\n", 2, 1, "a", Fault::Quantifier),
        ("p cnf 3\n", 1, 1, "p cnf 3", Fault::IncompleteHeader),
        ("p cnf 3 2 10\n", 1, 11, "10", Fault::HeaderTail),
        ("p cnf 3 2\n1 2\np cnf 3 2\n", 3, 1, "p", Fault::HeaderInClause { since: 2 }),
        ("p cnf 3 2\n1 2 0\np cnf 3 2\n", 3, 1, "p cnf 3 2", Fault::SecondHeader),
        ("p cnf 2 18446744073709551615\n", 1, 9, "18446744073709551615", Fault::ManyClauses),
        ("p cnf 2 18446744073709551616\n", 1, 9, "18446744073709551616", Fault::ManyClauses),
        ("p cnf 2147483648 1\n", 1, 7, "2147483648", Fault::Overflow),
        ("p cnf 3 1\n1 2 0\n%\n0\n5 0\n", 5, 1, "5", Fault::BehindEnd),
        ("p cnf 3 1\n1 2 0\n%\n0\n0\n", 5, 1, "0", Fault::BehindEnd),
        ("p cnf 3 1\n1 2 0\n%\n\x1a0\n", 4, 1, "\\x1a0", Fault::BehindEnd),
        ("c p show 1 two 0\n", 1, 12, "two", Fault::Projection),
        ("c p show -1 0\n", 1, 10, "-1", Fault::Projection),
        ("c ind 1 +x 0\n", 1, 9, "+x", Fault::Projection),
        ("c ind 1 -0\n", 1, 9, "-0", Fault::SignedZero),
        ("c ind 1 2147483648\n", 1, 9, "2147483648", Fault::Overflow),
        ("\u{feff}y\n", 1, 1, "y", Fault::Junk),
        ("p cnf 1 1\n1 é 0\n", 2, 3, "é", Fault::Junk),
        // Words that mean something at the beginning of a line only.
        ("p cnf 3 2\n1 c2 0\n", 2, 3, "c2", Fault::Junk),
        ("p cnf 3 2\n1 0 p cnf 3 2\n", 2, 5, "p", Fault::Junk),
        ("p cnf 3 2\n1 0 e 2 0\n", 2, 5, "e", Fault::Junk),
        ("p cnf 3 2\n1 0 x2 0\n", 2, 5, "x2", Fault::Junk),
        ("p cnf 3 2\n1 0 w 2 3\n", 2, 5, "w", Fault::Junk),
        ("p cnf 3 2\n1\nw 2 3\n", 3, 1, "w", Fault::Junk),
        ("p cnf 3 2\n1 0\n\x1a2 0\n", 3, 1, "\\x1a2", Fault::Junk),
    ];
    for &(text, line, column, shown, fault) in cases {
        for dialect in [Dialect::Lenient, Dialect::Strict, Dialect::Relaxed] {
            if dialect == Dialect::Strict && text.contains(['%', '\u{feff}']) {
                continue;
            }
            let error = error_in(text.as_bytes(), dialect);
            assert_eq!((error.place.line, error.place.column), (line, column), "{text:?}");
            assert_eq!((error.text.as_str(), error.fault), (shown, fault), "{text:?}");
        }
    }
    assert_eq!(error_in(b"\xff\xfep\0 \0", Dialect::Lenient).fault, Fault::Utf16);
    let long = error_in(&[b'9'; 5000], Dialect::Lenient);
    assert_eq!(long.text, format!("{}…", "9".repeat(40)));
}

#[test]
fn a_clause_without_its_zero_is_told_at_its_last_literal() {
    let spaces = " ".repeat(50);
    for (tail, line, column, shown) in [
        ("1 2", 2, 3, "2"),
        ("1 2\n", 2, 3, "2"),
        ("1 2\nc the end", 2, 3, "2"),
        ("1 2 c the end", 2, 3, "2"),
        ("1\n\n 2\n\n", 4, 2, "2"),
        ("1 -002\n", 2, 3, "-002"),
        ("1 0 2", 2, 5, "2"),
        ("1 2\nc one\n-2147483647\nc two\n", 4, 1, "-2147483647"),
    ] {
        for behind in ["", &spaces, &format!("\nc{spaces}"), &format!("{spaces}\n{spaces}\n{spaces}")] {
            let error = error_in(format!("p cnf 2 1\n{tail}{behind}").as_bytes(), Dialect::Lenient);
            let found = (error.place.line, error.place.column, error.text.as_str());
            assert_eq!(found, (line, column, shown), "{tail:?}");
            assert!(matches!(error.fault, Fault::Unterminated { .. }), "{tail:?}");
        }
    }
    let error = error_in(b"p cnf 2 1\n1 +2\n", Dialect::Lenient);
    assert_eq!((error.place.line, error.place.column, error.text.as_str()), (2, 3, "+2"));
    let error = error_in(b"p inccnf\n1 0 a \nc\n", Dialect::Lenient);
    assert_eq!((error.place.line, error.place.column, error.text.as_str()), (2, 5, "a"));
}

#[test]
fn numbers_may_have_any_number_of_leading_zeros() {
    for length in [1000, 4094, 4095, 4096, 4097, 5000, 8192, 100_000] {
        let zeros = "0".repeat(length);
        let text = format!("c p show {zeros}1 0\np cnf {zeros}2 {zeros}2\n-{zeros}1 {zeros}2 {zeros}\n2 0\n");
        assert_eq!(answer(&text), "3:[-1, 2] 4:[2] show[x1]", "{length} zeros");
        assert_eq!(answer(&format!("-{zeros}")).split(": ").last(), Some("zero ends a clause and has no sign"));
        let error = error_in(format!("{zeros}x").as_bytes(), Dialect::Lenient);
        assert_eq!((error.text, error.fault), (format!("{}…", "0".repeat(40)), Fault::Junk));
    }
}

/// A line that ends in a carriage return for some programs goes on for others. The text behind it would be a comment
/// for one of them, and a clause for the other.
#[test]
fn no_carriage_return_hides_text() {
    for (text, line, column) in [
        ("c classic Mac line ends\rp cnf 1 2\r1 0\r-1 0\r", 1, 24),
        ("p cnf 1 2\nc one carriage return in a comment\r1 0\n-1 0\n", 2, 35),
        ("p cnf 1 2\r1 0\r-1 0\r", 1, 10),
        ("p cnf 1 2 c comment\r1 0\n", 1, 20),
        ("p inccnf\r1 0\n-1 0\na 0\n", 1, 9),
        ("p inccnf 1\r0\n", 1, 11),
        ("c\r1 0\n", 1, 2),
        ("c \r\r 1 0\n", 1, 3),
        ("c one\r\t 1 0\n", 1, 6),
        ("1 0 c comment\r2 0\n", 1, 14),
        ("cglued\r1 0\n", 1, 7),
        ("c p\r1 0\n", 1, 4),
        ("c p show\r1 0\n", 1, 9),
        ("c p show 1\r2 0\n", 1, 11),
        ("c p show 1 0\r2 0\n", 1, 13),
        ("c p show it\r2 0\n", 1, 12),
        ("c ind 1\r2 0\n", 1, 8),
        ("c t mc\r2 0\n", 1, 7),
        ("c t\rmc 2 0\n", 1, 4),
        ("c p weight 1 0.5\r0\n", 1, 17),
        ("c weights 1 2\r3 4\n", 1, 14),
        ("w 1 0.5\r0\n", 1, 8),
        ("1 0\n%\n0\nc\r1 0\n", 4, 2),
    ] {
        for (dialect, weights) in [(Dialect::Lenient, false), (Dialect::Lenient, true), (Dialect::Relaxed, false)] {
            for buffer_size in [1, 2, 3, 5, 20, 1 << 10] {
                let options = ReadOptions { dialect, weights, buffer_size };
                match dimacs::read(text.as_bytes(), &options, &mut Cnf::new()) {
                    Err(Error::Syntax(error)) => {
                        let found = (error.place.line, error.place.column, error.text.as_str(), error.fault);
                        assert_eq!(found, (line, column, "\\r", Fault::CarriageReturn), "{text:?}");
                    }
                    other => panic!("{text:?}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn carriage_returns_that_hide_nothing_are_white_space() {
    for (text, expected) in [
        ("c comment\r\np cnf 2 1\r\n1 2 0\r\n", "3:[1, 2]"),
        ("p cnf 2 1 \r\r\nc comment\r\r\n1 2 0\n", "3:[1, 2]"),
        ("c comment\r \t\r\np cnf 2 1\n1 2 0 c end\r", "3:[1, 2]"),
        ("c\r\ncglued\r\np cnf 2 1\r\n1\r2\r0\rc\r", "4:[1, 2]"),
        ("c p show 1 0\r\nc t mc\r\nw 1 0.5\r\np cnf 2 1 c\r\n1 2 0\n%\r\n0\r\nc end\r", "5:[1, 2] show[x1]"),
    ] {
        for size in [1, 2, 3, 20, 1 << 10] {
            let found = all_of(text.as_bytes(), Dialect::Relaxed, size);
            assert_eq!(found.split("Some(Header").next().map(str::trim), Some(expected), "{text:?}");
        }
    }
}

#[test]
fn quirks_are_told_once_refused_or_passed_over() {
    let cases: &[(&str, &[Quirk])] = &[
        ("1 0\n", &[Quirk::MissingHeader]),
        ("", &[Quirk::MissingHeader]),
        ("1 0\np cnf 1 1\n", &[Quirk::LateHeader]),
        ("p cnf 1 1\np cnf 1 1\n1 0\n", &[Quirk::RepeatedHeader]),
        ("p cnf 1 2\n2 0\n", &[Quirk::Variables { declared: 1, found: 2 }, Quirk::Clauses { declared: 2, found: 1 }]),
        ("P CNF 1 1\n1 0\n", &[Quirk::UpperCase]),
        ("P cnf 1 1\n1 0\n", &[Quirk::UpperCase]),
        ("p Cnf 1 1\n1 0\n", &[Quirk::UpperCase]),
        ("cx\np cnf 1 1\n1 0\n", &[Quirk::GluedComment]),
        ("p cnf 2 1\n+1 +2 0\n", &[Quirk::PlusSign]),
        ("\u{feff}p cnf 1 1\n1 0\n", &[Quirk::ByteOrderMark]),
        ("p cnf 1 1\n1 0\n\x1a", &[Quirk::ControlZ]),
        ("p cnf 1 1\n1 0\n\x1a\x1a\n\x1a", &[Quirk::ControlZ]),
        ("p cnf 1 1\n1 0\n%\n0\n", &[Quirk::Percent]),
        ("p cnf 1 1\n1 0\n%\n0\nc end\n", &[Quirk::Percent]),
        ("c p show 1\np cnf 1 1\n1 0\n", &[Quirk::UnterminatedProjection]),
        ("c p show it\np cnf 1 1\n1 0\n", &[Quirk::ProseProjection]),
        ("c P SHOW 1 0\np cnf 1 1\n1 0\n", &[Quirk::UpperCase]),
        ("c IND 1 0\np cnf 1 1\n1 0\n", &[Quirk::UpperCase]),
        ("c T MC\np cnf 1 1\n1 0\n", &[Quirk::UpperCase]),
        ("c P IS A WORD\nc T\nc T IS ANOTHER\np cnf 1 1\n1 0\n", &[]),
        ("c t xyz\np cnf 1 1\n1 0\n", &[Quirk::UnknownCount]),
        ("c t is time\nc t\np cnf 1 1\n1 0\n", &[]),
        ("p cnf 1 2\r\n1 0\r\n1 0\r\n", &[Quirk::CarriageReturn]),
        ("p cnf 1 2\n1\t0\n1\t0", &[Quirk::Tab]),
        ("p cnf 1 1\n\n1 0\n \n", &[Quirk::BlankLine]),
        ("p cnf 9 1\n1 0 \n", &[]),
        ("p cnf 9 1 \n1 0 ", &[]),
    ];
    for &(text, expected) in cases {
        let quirks: Vec<Quirk> = report_of(text).warnings.iter().map(|warning| warning.quirk).collect();
        assert_eq!(quirks, expected, "{text:?}");
        let read = |dialect| dimacs::read(text.as_bytes(), &ReadOptions::with_dialect(dialect), &mut Cnf::new());
        assert!(read(Dialect::Relaxed).unwrap().warnings.is_empty(), "{text:?}");
        match expected.first() {
            None | Some(Quirk::CarriageReturn | Quirk::Tab | Quirk::BlankLine) => {
                assert_eq!(read(Dialect::Strict).unwrap().warnings.len(), expected.len(), "{text:?}");
            }
            Some(&quirk) => assert_eq!(error_in(text.as_bytes(), Dialect::Strict).fault, Fault::Strict(quirk)),
        }
    }
}

#[test]
fn an_error_of_the_input_is_handed_on() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::new(io::ErrorKind::InvalidData, "broken"))
        }
    }
    let input = "p cnf 1 1\n1 ".as_bytes().chain(Failing);
    let error = dimacs::read(input, &ReadOptions::default(), &mut Cnf::new()).unwrap_err();
    assert!(matches!(&error, Error::Io(inner) if inner.kind() == io::ErrorKind::InvalidData), "{error:?}");
}

#[test]
fn the_hole_of_a_sparse_file_is_not_read_to_its_end() {
    for length in [1, 4096, 5000] {
        let word = vec![b'1'; length];
        let mut input = word.as_slice().chain(io::repeat(0).take(1 << 22));
        let error = dimacs::read(&mut input, &ReadOptions::default(), &mut Cnf::new()).unwrap_err();
        assert!(matches!(error, Error::Syntax(SyntaxError { fault: Fault::Junk, .. })));
        assert!(input.into_inner().1.limit() > 1 << 21, "after {length} digits");
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut random = Random::new(1);
    let alphabet = b"0123456789-+ \t\r\n\x0b\x00\x1a%capxeXnfindshowtmc\xef\xbb\xbf\xff";
    for _ in 0..if cfg!(miri) { 20 } else { 20_000 } {
        let mut text = SAMPLES[random.below(SAMPLES.len())].as_bytes().to_vec();
        for _ in 0..1 + random.below(4) {
            let at = random.below(text.len() + 1);
            match random.below(4) {
                0 => text.insert(at, alphabet[random.below(alphabet.len())]),
                1 => text.insert(at, random.below(256) as u8),
                2 if at < text.len() => drop(text.remove(at)),
                _ => {
                    let other = SAMPLES[random.below(SAMPLES.len())].as_bytes();
                    text.splice(at..at, other.iter().copied());
                }
            }
        }
        for dialect in [Dialect::Lenient, Dialect::Strict, Dialect::Relaxed] {
            let expected = all_of(&text[..], dialect, 1 << 10);
            let size = 1 + random.below(40);
            assert_eq!(all_of(&text[..], dialect, size), expected, "{:?}", text.escape_ascii().to_string());
        }
    }
}
