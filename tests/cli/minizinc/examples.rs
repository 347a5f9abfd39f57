//! The models of `examples/minizinc`: each says in a comment how many solutions it has, or which one is best.

use std::path::{Path, PathBuf};

use gordian_testkit::root;

use super::solve;
use crate::run;

/// A model that takes longer to list than to count.
const LONG: &str = "pentominoes";

/// The expected answer of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Solutions(usize),
    Best(i64),
}

fn folder() -> PathBuf {
    root().join("examples/minizinc")
}

/// The files of a folder with this ending, and their names without it.
fn files(folder: &Path, ending: &str) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let of_ending = entries.filter(|path| path.extension().is_some_and(|own| own == ending));
    let name = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let mut files: Vec<(String, PathBuf)> = of_ending.map(|path| (name(&path), path)).collect();
    files.sort_unstable();
    files
}

fn expected(name: &str) -> Expected {
    let path = folder().join(format!("{name}.mzn"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let number = |line: &str, word: &str| line.strip_prefix(word).map(|rest| rest.trim().parse().expect("a number"));
    let told = |line: &str| {
        let solutions = number(line, "% solutions:").map(|count: i64| Expected::Solutions(count as usize));
        solutions.or_else(|| number(line, "% best:").map(Expected::Best))
    };
    text.lines().find_map(told).unwrap_or_else(|| panic!("{name} says nothing of its solutions"))
}

#[test]
fn models_have_the_solutions_that_they_tell_of() {
    for (name, path) in files(&folder(), "mzn").into_iter().filter(|(name, _)| name != LONG) {
        let Some(run) = solve(&path, &["-a"]) else { return };
        assert_eq!(run.code, Some(0), "{name}: {}", run.stderr);
        let count = run.stdout.matches("----------\n").count();
        match expected(&name) {
            Expected::Solutions(0) => assert!(run.stdout.contains("=====UNSATISFIABLE====="), "{name}"),
            Expected::Solutions(expected) => assert_eq!(count, expected, "{name}"),
            Expected::Best(best) => {
                let last = run.stdout.rsplit("----------\n").nth(1).expect("a solution");
                assert!(last.contains(&format!(" = {best};")), "{name}: {last}");
            }
        }
    }
}

/// One packing of the pentominoes: each piece covers five cells of the board.
#[test]
fn pentominoes_fill_the_board() {
    let Some(run) = solve(&folder().join("pentominoes.mzn"), &[]) else { return };
    let mut cells: Vec<u32> = run.stdout.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    cells.sort_unstable();
    let expected: Vec<u32> = (1..=12).flat_map(|piece| [piece; 5]).collect();
    assert_eq!(cells, expected, "{}", run.stdout);
}

/// The same without MiniZinc, from what it compiled.
#[test]
fn compiled_models_have_the_solutions_that_they_tell_of() {
    let compiled = files(&folder().join("compiled"), "fzn");
    assert!(compiled.len() > 4);
    for (name, path) in compiled {
        match expected(&name) {
            Expected::Solutions(count) => {
                let answer = run([Path::new("count"), Path::new("--json"), &path]).json();
                assert_eq!(answer["count"], count.to_string(), "{name}");
            }
            Expected::Best(best) => {
                let answer = run([Path::new("solve"), Path::new("--json"), &path]).json();
                assert_eq!((&answer["objective"], &answer["optimal"]), (&best.into(), &true.into()), "{name}");
            }
        }
    }
}

/// Constraints of which only the reified form is in the library, as a definition: MiniZinc's own is wrong or missing.
const DEFINED: [&str; 3] = ["cost_mdd", "mdd_nondet", "sliding_sum"];

/// The table of docs/minizinc.md has a row for each constraint of the library, and for no other.
#[test]
fn the_table_names_the_constraints_of_the_library() {
    let library = files(&super::library().join("mznlib"), "mzn");
    let (mut kept, mut reified) = (Vec::new(), Vec::new());
    for name in library.iter().filter_map(|(name, _)| name.strip_prefix("fzn_")) {
        match name.strip_suffix("_reif") {
            Some(base) => reified.push(base),
            None => kept.push(name),
        }
    }
    kept.sort_unstable();
    reified.sort_unstable();
    let document = std::fs::read_to_string(root().join("docs/minizinc.md")).expect("the document");
    for name in DEFINED {
        assert!(reified.contains(&name) && document.contains(&format!("`{name}`")), "{name}");
    }
    reified.retain(|name| !DEFINED.contains(name));
    assert_eq!(kept, reified, "every constraint has its reified form");
    let (_, table) = document.split_once("\n## Constraints\n").expect("its section");
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let mut told: Vec<&str> = rows
        .flat_map(|row| row.split('|').nth(1).into_iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)))
        .collect();
    told.sort_unstable();
    assert_eq!(told, kept);
}
