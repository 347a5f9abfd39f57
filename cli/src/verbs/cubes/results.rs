//! The results of a folder, and the cubes that have none.

use crate::cubes::{CubeResult, Folder};
use crate::failure::Failure;

/// The most missing cubes that a sentence names.
const MOST_NAMED: usize = 20;

/// The results of a folder, and the cubes that have none.
pub(super) struct Results {
    pub(super) known: Vec<CubeResult>,
    pub(super) missing: Vec<usize>,
}

impl Results {
    /// # Errors
    /// If a result is damaged, or does not belong here.
    pub(super) fn of(folder: &Folder) -> Result<Results, Failure> {
        if let Some(path) = folder.foreign_result()? {
            return Err(Failure::at(&path, "is the result of no cube of this folder"));
        }
        let mut results = Results { known: Vec::new(), missing: Vec::new() };
        for cube in 1..=folder.manifest.cubes {
            match folder.result(cube)? {
                Some(result) => results.known.push(result),
                None => results.missing.push(cube),
            }
        }
        Ok(results)
    }
}

/// The sentence that says which cubes are missing.
pub(super) fn missing_cubes(missing: &[usize], cubes: usize) -> String {
    let named: Vec<String> = missing.iter().take(MOST_NAMED).map(usize::to_string).collect();
    let more = if missing.len() > MOST_NAMED { " …" } else { "" };
    format!("{} of {cubes} cubes are missing: {}{more}.", missing.len(), named.join(" "))
}
