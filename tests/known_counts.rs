//! Known numbers of solutions and classes, on the command line: the quick ones of what `examples/known_counts` writes.

#[path = "../examples/known_counts/main.rs"]
#[allow(dead_code, reason = "its main function is for the example")]
mod known_counts;

mod cli_common;

use std::path::Path;

use cli_common::{directory, run};
use known_counts::rows::{Input, rows};

/// Rows left out, by number and the beginning of the name: they take long, or have not come out within their limits yet, see
/// `docs/performance.md`.
const SLOW: [(u32, &str); 17] = [
    (7, ""),
    (8, "square-at-0-0"),
    (13, ""),
    (15, ""),
    (29, "toroidal-classes-9"),
    (29, "toroidal-classes-10"),
    (30, "peaceable-7"),
    (30, "peaceable-8"),
    (34, ""),
    (45, "costas-9"),
    (45, "costas-10"),
    (46, ""),
    (47, ""),
    (48, ""),
    (51, "cycles-6x6"),
    (53, "golomb-9"),
    (53, "golomb-10"),
];

/// What `count` says: its JSON document.
fn count(path: &Path, options: &[&str]) -> serde_json::Value {
    let path = path.to_str().expect("the path is text");
    run(["count", "--json", path].iter().chain(options)).json()
}

#[test]
fn known_numbers_come_out() {
    let folder = directory("known_counts");
    let mut counted = 0;
    for row in rows() {
        if SLOW.iter().any(|&(number, name)| number == row.number && row.name.starts_with(name)) {
            continue;
        }
        let line = known_counts::write(&folder, &row).unwrap();
        let words: Vec<&str> = line.trim_end().split('\t').collect();
        let path = folder.join(words[2]);
        if let Some(solutions) = row.solutions {
            let document = count(&path, &[]);
            assert_eq!(document["count"], solutions.to_string(), "{line}{document}");
            assert_eq!(document["complete"], true, "{line}{document}");
            counted += 1;
        }
        let Some(classes) = row.classes else { continue };
        let symmetries = folder.join(words[3]);
        let options = match (&row.input, words[4]) {
            (Input::Puzzle { symmetries: "rotations", .. }, _) => vec!["--up-to-symmetry=rotations"],
            (Input::Puzzle { .. }, _) => vec!["--up-to-symmetry"],
            (_, "solutions") => vec!["--unverified", "--symmetry", symmetries.to_str().unwrap()],
            _ => vec!["--symmetry", symmetries.to_str().unwrap()],
        };
        let document = count(&path, &options);
        if classes > 0 {
            assert_eq!(document["orbits"], classes.to_string(), "{line}{document}");
        }
        if let Some(solutions) = row.solutions {
            assert_eq!(document["count"], solutions.to_string(), "{line}{document}");
        }
        counted += 1;
    }
    assert!(counted > 200, "{counted} only");
}
