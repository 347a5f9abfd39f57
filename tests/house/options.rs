//! The table of options, its page in the documents, and that the engine reads every one of them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use gordian_solver::Options;

fn page() -> String {
    let mut text = String::from(
        "# Options of the engine\n\nEach is set with `--set name=value`. The page is made from the table in `solver/src/options.rs`; \
         `UPDATE_DOCS=1 cargo test --test house options` writes it anew.\n\n| option | default | range | meaning |\n|---|---|---|---|\n",
    );
    for row in Options::all() {
        writeln!(text, "| `{}` | {} | {} to {} | {} |", row.name, row.default, row.low, row.high, row.doc).unwrap();
    }
    text
}

#[test]
fn the_page_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/options.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, page()).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap_or_default(), page(), "run it with UPDATE_DOCS=1");
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_option_is_read_somewhere() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("solver/src"), &mut files);
    let engine: String = files
        .iter()
        .filter(|file| !file.ends_with("options.rs") && !file.ends_with("tests.rs"))
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    for row in Options::all() {
        assert!(engine.contains(&format!("options.{}", row.name)), "nothing reads the option {}", row.name);
    }
}
