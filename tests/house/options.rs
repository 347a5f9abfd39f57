//! The table of options, its page in the documents, and that the engine reads every one of them.

use std::fmt::Write as _;
use std::fs;

use gordian_solver::Options;

use crate::arrows::{read, root, rust_files, tokens};

fn page() -> String {
    let mut text = String::from(
        "# Options of the engine\n\nEach is set with `--set name=value`. Each technique declares its own in its file;\n\
         `solver/src/techniques.rs` is the table of techniques, and\n\
         `UPDATE_DOCS=1 cargo test --test house options` writes this page anew.\n\n\
         | option | default | range | meaning |\n|---|---|---|---|\n",
    );
    for row in Options::all() {
        writeln!(text, "| `{}` | {} | {} to {} | {} |", row.name, row.default, row.low, row.high, row.doc).unwrap();
    }
    text
}

#[test]
fn the_page_is_the_table() {
    let path = root().join("docs/options.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, page()).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap_or_default(), page(), "run it with UPDATE_DOCS=1");
}

/// A technique is known by the name of its file, or of its folder: `field "name": …` in `vivify.rs`
/// is read as `vivify.field`.
#[test]
fn every_option_is_read_somewhere() {
    let files = rust_files(&root().join("solver/src"));
    let sources: Vec<String> = files.iter().map(|file| read(file)).collect();
    let words: String = sources.iter().map(|source| tokens(source).concat()).collect();
    for row in Options::all() {
        let declared = format!("\"{}\": ", row.name);
        let holds = |source: &String| source.contains(&declared) && source.contains("technique! {");
        let at = sources.iter().position(holds).unwrap_or_else(|| panic!("nothing declares the option {}", row.name));
        let before = sources[at].split(&declared).next().unwrap_or_default();
        let field = before.split_whitespace().next_back().expect("a field stands before the name");
        let file = if files[at].ends_with("mod.rs") { files[at].parent().unwrap() } else { &files[at] };
        let technique = file.file_stem().unwrap().to_string_lossy();
        let read_as = format!("options.{technique}.{field}");
        assert!(words.contains(&read_as), "nothing reads the option {} as {read_as}", row.name);
    }
}
