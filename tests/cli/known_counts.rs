//! Known numbers of solutions and classes, on the command line: the quick ones of what `examples/known_counts` writes.

#[path = "../../examples/known_counts/main.rs"]
#[allow(dead_code, reason = "its main function is for the example")]
mod example;

use std::path::Path;

use gordian_testkit::at_once;

use crate::{directory, run};
use example::rows::{Input, Row, rows};

/// Rows that take long, by number and the beginning of the name.
const LONG: [(u32, &str); 19] = [
    (7, ""),
    (8, "square-at-0-0"),
    (9, "x-at-1-2"),
    (9, "x-at-2-3"),
    (9, "x-at-3-3"),
    (13, ""),
    (15, ""),
    (29, "toroidal-classes-10"),
    (30, "peaceable-8"),
    (30, "peaceable-9"),
    (30, "peaceable-10"),
    (34, ""),
    (41, ""),
    (46, ""),
    (47, ""),
    (48, ""),
    (51, "cycles-8x8"),
    (53, "golomb-10"),
    (58, "factorisations-10"),
];

fn is_in(list: &[(u32, &str)], row: &Row) -> bool {
    list.iter().any(|&(number, name)| number == row.number && row.name.starts_with(name))
}

/// The JSON document of `count`.
fn count(path: &Path, options: &[&str]) -> serde_json::Value {
    let path = path.to_str().expect("the path is text");
    run(["count", "--json", path].iter().chain(options)).json()
}

/// Counts the rows of which this holds, and returns how many counts that took.
fn count_rows(test: &str, wanted: impl Fn(&Row) -> bool) -> usize {
    let folder = directory(test);
    let rows: Vec<Row> = rows().into_iter().filter(|row| wanted(row)).collect();
    let counts = at_once(2, &rows, |row| {
        let mut counted = 0;
        let line = example::write(&folder, row).unwrap();
        let words: Vec<&str> = line.trim_end().split('\t').collect();
        let path = folder.join(words[2]);
        if let Some(solutions) = row.solutions {
            let document = count(&path, &[]);
            assert_eq!(document["count"], solutions.to_string(), "{line}{document}");
            assert_eq!(document["complete"], true, "{line}{document}");
            counted += 1;
        }
        let Some(classes) = row.classes else { return counted };
        let symmetries = folder.join(words[3]);
        let mut options = match (&row.input, words[4]) {
            (Input::Puzzle { symmetries: "rotations", .. }, _) => vec!["--up-to-symmetry=rotations"],
            (Input::Puzzle { .. }, _) => vec!["--up-to-symmetry"],
            (_, "solutions") => vec!["--unverified", "--symmetry", symmetries.to_str().unwrap()],
            _ => vec!["--symmetry", symmetries.to_str().unwrap()],
        };
        options.extend(["--method", row.method]);
        let document = count(&path, &options);
        if classes > 0 {
            assert_eq!(document["orbits"], classes.to_string(), "{line}{document}");
        }
        if let Some(solutions) = row.solutions {
            assert_eq!(document["count"], solutions.to_string(), "{line}{document}");
        }
        counted + 1
    });
    counts.iter().sum()
}

#[test]
fn known_numbers_come_out() {
    let counted = count_rows("known_counts", |row| !is_in(&LONG, row));
    assert!(counted > 200, "{counted} only");
}

/// `cargo test --test cli known_counts -- --ignored`.
#[test]
#[ignore = "takes a minute or two"]
fn known_numbers_that_take_long_come_out() {
    let counted = count_rows("long_known_counts", |row| is_in(&LONG, row));
    assert!(counted > 30, "{counted} only");
}
