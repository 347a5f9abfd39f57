//! Reading the weights of literals.

use gordian_formula::dimacs::{self, Dialect, Error, Fault, ReadOptions, Report, SyntaxError};
use gordian_formula::{Cnf, Lit, LiteralWeight, WeightError};

fn read(text: &str, buffer_size: usize) -> Result<Report, Error> {
    let options = ReadOptions { buffer_size, weights: true, ..ReadOptions::with_dialect(Dialect::Strict) };
    dimacs::read(text.as_bytes(), &options, &mut Cnf::new())
}

/// The weights of the literals 1, -1, 2 and -2, `~` before a complement.
fn weights_in(text: &str) -> [String; 4] {
    let reports = [1, 7, 1 << 10].map(|size| read(text, size).unwrap_or_else(|error| panic!("{text}: {error}")));
    assert!(reports.iter().all(|report| report.literal_weights == reports[0].literal_weights));
    [1, -1, 2, -2].map(|number| match reports[0].literal_weights.of(Lit::from_dimacs(number).unwrap()) {
        LiteralWeight::One => "one".to_owned(),
        LiteralWeight::Given(weight) => weight.to_string(),
        LiteralWeight::Complement(weight) => format!("~{weight}"),
    })
}

fn error_in(text: &str) -> SyntaxError {
    match read(text, 1 << 10) {
        Err(Error::Syntax(error)) => error,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn every_form_of_weights_is_read() {
    let formula = |lines: &str| format!("p cnf 2 1\n{lines}1 2 0\n");
    for (lines, expected) in [
        ("", ["one", "one", "one", "one"]),
        ("c p weight 1 0.3 0\nc p weight -1 -7/10 0\n", ["0.3", "-7/10", "one", "one"]),
        ("c p weight -2 1e-3 0\n", ["one", "one", "~1e-3", "1e-3"]),
        ("c p weight -2 1e-3\n", ["one", "one", "~1e-3", "1e-3"]),
        ("c p weight 2 0 0\nc p weight 2 0 0\n", ["one", "one", "0", "~0"]),
        ("w 1 0.3\nw 2 -1\n", ["0.3", "~0.3", "1", "1"]),
        ("w 001 +0.3\n", ["+0.3", "~+0.3", "one", "one"]),
        ("w 1 0.25 0\nw -1 0.5 0\n", ["0.25", "0.5", "one", "one"]),
        ("c weights 1 2 3 4\n", ["1", "2", "3", "4"]),
        ("c weights 1 2\nc p weighty\nc p weights 3\n", ["1", "2", "one", "one"]),
    ] {
        assert_eq!(weights_in(&formula(lines)), expected, "{lines}");
        assert_eq!(weights_in(&format!("{lines}{}", formula(""))), expected, "{lines} before the header");
    }
    let report = read("p cnf 2 0\nw 2 1\nc p weight 1 2 0\n", 1).unwrap();
    let places = report.weights.map(|place| (place.line, place.column));
    assert_eq!((places, report.warnings.len()), (Some((2, 1)), 0));
}

#[test]
fn wrong_weights_are_refused_at_their_places() {
    for (line, column, text, fault) in [
        ("c p weight", 1, "", Fault::WeightLine),
        ("c p weight 1", 1, "", Fault::WeightLine),
        ("c p weight 0 1 0", 12, "0", Fault::WeightLine),
        ("c p weight x 1 0", 12, "x", Fault::Junk),
        ("c p weight 1 0.1.2 0", 14, "0.1.2", Fault::Weight(WeightError::Syntax)),
        ("c p weight 1 1/0 0", 14, "1/0", Fault::Weight(WeightError::ZeroDenominator)),
        ("c p weight 1 1e99999 0", 14, "1e99999", Fault::Weight(WeightError::Exponent)),
        ("c p weight 1 0.5 1", 18, "1", Fault::WeightLine),
        ("c p weight 1 0.5 0 0", 20, "0", Fault::WeightLine),
        ("c p weight 3 0.5 0", 12, "3", Fault::WeightOfNothing),
        ("c p weight 2147483648 0.5 0", 12, "2147483648", Fault::Overflow),
        ("w 1", 1, "", Fault::WeightLine),
        ("w 1 a", 5, "a", Fault::Weight(WeightError::Syntax)),
        ("w 1 1 2", 7, "2", Fault::WeightLine),
        ("c weights 1 2 3", 1, "", Fault::WeightLine),
        ("c weights 1 2 3 4 5 6", 19, "3", Fault::WeightOfNothing),
    ] {
        let error = error_in(&format!("p cnf 2 1\n{line}\n1 2 0\n"));
        let found = (error.place.line, error.place.column, &error.text[..], error.fault);
        assert_eq!(found, (2, column, text, fault), "{line}");
    }
    let error = error_in("p cnf 2 0\nc p weight 1 0.5 0\nc p weight 1 0.25 0\n");
    assert_eq!((error.place.line, error.place.column, error.fault), (3, 14, Fault::SecondWeight));
    let long = format!("p cnf 1 0\nc p weight 1 0.{} 0\n", "3".repeat(5000));
    assert_eq!(error_in(&long).fault, Fault::Weight(WeightError::Syntax));
}

#[test]
fn weights_that_nobody_asks_for_are_comments() {
    let text = "p cnf 2 1\nc p weight 9 nonsense\nc p weight 1 0.5 0\nw 9 0.5\n1 2 0\n";
    let report = dimacs::read(text.as_bytes(), &ReadOptions::default(), &mut Cnf::new()).unwrap();
    assert!(report.literal_weights.is_empty());
    assert_eq!((report.weights.map(|place| place.line), report.warnings.len()), (Some(2), 1));
}

#[test]
fn a_wrong_line_of_cachet_is_refused_whether_weights_are_read_or_not() {
    for (line, column, text, fault) in [
        ("w", 1, "", Fault::WeightLine),
        ("w foo", 3, "foo", Fault::Junk),
        ("w 1", 1, "", Fault::WeightLine),
        ("w 0 1", 3, "0", Fault::WeightLine),
        ("w 1 foo", 5, "foo", Fault::Weight(WeightError::Syntax)),
        ("w 1 1 2", 7, "2", Fault::WeightLine),
    ] {
        for weights in [false, true] {
            let options = ReadOptions { weights, ..ReadOptions::default() };
            match dimacs::read(format!("p cnf 2 1\n{line}\n1 2 0\n").as_bytes(), &options, &mut Cnf::new()) {
                Err(Error::Syntax(error)) => {
                    let found = (error.place.line, error.place.column, &error.text[..], error.fault);
                    assert_eq!(found, (2, column, text, fault), "{line}");
                }
                other => panic!("{line}: {other:?}"),
            }
        }
    }
}

#[test]
fn no_clause_is_lost_behind_a_weight_that_nobody_asks_for() {
    let read = |line: &str| {
        let text = format!("p cnf 2 1\n{line}\n1 2 0\n");
        dimacs::read(text.as_bytes(), &ReadOptions::default(), &mut Cnf::new()).map(|report| report.clauses)
    };
    for line in ["w 1 0.5", "w 1 0.5 0", "w 1 -1", "w -2 1/3 0"] {
        assert_eq!(read(line).unwrap(), 1, "{line}");
    }
    for line in ["w 1 0.5 0 -1 0", "w 1 0.5 -1 0"] {
        assert!(read(line).is_err(), "{line}");
    }
}

#[test]
fn what_comments_say_behind_the_end_holds() {
    let text = "p cnf 2 1\n1 2 0\n%\n0\nc p show 1 0\nc p weight 2 0.5 0\n";
    let options = ReadOptions { weights: true, ..ReadOptions::default() };
    let report = dimacs::read(text.as_bytes(), &options, &mut Cnf::new()).unwrap();
    assert_eq!(report.visible.map(|visible| visible.len()), Some(1));
    assert!(!report.literal_weights.is_empty());
}
