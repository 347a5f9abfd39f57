//! The files to run on.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A formula to run on.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The path of the file, possibly compressed.
    pub path: PathBuf,
    /// Its name in tables.
    pub name: String,
    /// The kind of formula.
    pub family: String,
    /// Whether it is satisfiable, where that is known.
    pub satisfiable: Option<bool>,
}

/// The entries of an index in the given sets, all sets if none is given.
///
/// An index is a TSV file with the columns `file`, `set`, `family` and `status`. A status marked as
/// a label is what the name of the file promises, not a verdict, so nobody is judged by it.
///
/// # Errors
/// If the index cannot be read, lacks a column, or no entry is in the sets.
pub fn from_index(index: &Path, sets: &[String]) -> Result<Vec<Entry>, String> {
    let text = std::fs::read_to_string(index).map_err(|error| format!("{}: {error}", index.display()))?;
    let folder = index.parent().unwrap_or(Path::new("."));
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or("").split('\t').collect();
    let column = |name: &str| {
        header.iter().position(|column| *column == name).ok_or_else(|| format!("{}: no column {name}", index.display()))
    };
    let (file, set, family, status) = (column("file")?, column("set")?, column("family")?, column("status")?);
    let entries: Vec<Entry> = lines
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|row| row.len() == header.len() && (sets.is_empty() || sets.iter().any(|wanted| wanted == row[set])))
        .map(|row| Entry {
            path: folder.join(row[file]),
            name: row[file].to_string(),
            family: row[family].to_string(),
            satisfiable: match row[status] {
                "SAT" => Some(true),
                "UNSAT" => Some(false),
                _ => None,
            },
        })
        .collect();
    if entries.is_empty() {
        Err(format!("{}: nothing in the sets {}", index.display(), sets.join(", ")))
    } else {
        Ok(entries)
    }
}

/// Every formula in a folder, by its extension. The family is the part of its name before `__`, else the folder's name.
///
/// # Errors
/// If the folder cannot be read or holds no formula.
pub fn from_folder(folder: &Path) -> Result<Vec<Entry>, String> {
    let listing = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut entries: Vec<Entry> = listing
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(".cnf")))
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let parent = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let family = name.split_once("__").map_or(parent, |(family, _)| family.to_string());
            Entry { path, name, family, satisfiable: None }
        })
        .collect();
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    if entries.is_empty() { Err(format!("{}: no formulas", folder.display())) } else { Ok(entries) }
}

/// Writes a formula, uncompressed, to `target`, so that every solver reads the same plain text.
///
/// # Errors
/// If it cannot be read or written, or the program that uncompresses it is missing.
pub fn unpack(entry: &Entry, target: &Path) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", entry.path.display());
    let program = match entry.path.extension().and_then(|extension| extension.to_str()) {
        Some("xz") => "xz",
        Some("gz") => "gzip",
        Some("bz2") => "bzip2",
        Some("zst") => "zstd",
        _ => return std::fs::copy(&entry.path, target).map(|_| ()).map_err(fail),
    };
    let file = std::fs::File::create(target).map_err(fail)?;
    let status =
        Command::new(program).arg("-dc").arg(&entry.path).stdin(Stdio::null()).stdout(file).status().map_err(fail)?;
    if status.success() { Ok(()) } else { Err(format!("{}: {program} failed", entry.path.display())) }
}
