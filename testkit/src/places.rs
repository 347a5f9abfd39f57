//! The places of the files of tests.

#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::path::{Path, PathBuf};

/// The folder of the project.
///
/// # Panics
///
/// Never: this crate lies in it.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the project holds this crate")
}

/// A puzzle that the project ships.
pub fn sample_path(name: &str) -> PathBuf {
    root().join("puzzles").join(name)
}

/// The text of a puzzle that the project ships.
///
/// # Panics
///
/// If it cannot be read.
pub fn sample(name: &str) -> String {
    let path = sample_path(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file or folder of the shared one, which is no part of the project: `GORDIAN_SHARED` or
/// `../shared`. `None`, and a line that says so, where it is absent.
///
/// # Panics
///
/// If it is absent and `CI` is set.
pub fn shared(name: impl AsRef<Path>) -> Option<PathBuf> {
    let shared = std::env::var_os("GORDIAN_SHARED").map_or("../shared".into(), PathBuf::from);
    let path = root().join(shared).join(name);
    if path.exists() {
        return Some(path);
    }
    absent(&path.display().to_string());
    None
}

/// Says that a test, or a part of it, is skipped for this reason.
pub fn skip(reason: &str) {
    println!("skipped: {reason}");
}

/// Like [`skip`], if something is absent that a run of all tests needs.
///
/// # Panics
///
/// If `CI` is set.
pub fn absent(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "{what} is absent");
    skip(&format!("{what} is absent"));
}

/// An empty folder for a test below that for the tests of its package, which only that package
/// knows: `env!("CARGO_TARGET_TMPDIR")`.
///
/// # Panics
///
/// If it cannot be made.
pub fn directory_in(folder: &str, test: &str) -> PathBuf {
    let path = Path::new(folder).join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("tests may write there");
    path
}

/// Writes a file into the directory.
///
/// # Panics
///
/// If it cannot be written.
pub fn file(directory: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = directory.join(name);
    std::fs::write(&path, content).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}

/// The number that a variable of the environment holds, by which tests are run at scale.
///
/// # Panics
///
/// If it holds no number.
pub fn number_of(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} must be a number, not '{text}'")),
        Err(_) => default,
    }
}
