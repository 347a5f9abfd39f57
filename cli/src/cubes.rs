//! The folder of a count in parts: the formula, the cubes, a manifest that binds them, and results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gordian_formula::dimacs::{self, FormulaTarget, Query, ReadOptions};
use gordian_formula::{ClauseSink, Clock, Cnf, Lit};
use gordian_queries::SymmetryGroup;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::arguments::{Content, Files};
use crate::failure::Failure;
use crate::output::files::write;

/// The files of the folder.
pub(crate) const MANIFEST: &str = "manifest.json";
pub(crate) const FORMULA: &str = "formula.cnf";
pub(crate) const CUBES: &str = "cubes.icnf";
pub(crate) const SYMMETRY: &str = "symmetry.txt";
pub(crate) const RESULTS: &str = "results";

/// The version of the folder. It changes if the same files come to mean something else.
pub(crate) const FORMAT: u32 = 1;
/// The largest size of a file in bytes.
const LARGEST: u64 = 1 << 32;
/// The most variables that stand in no clause: as many as a formula may have.
const MOST_FREE: usize = 1 << 31;

/// The subject of a folder. Its bytes have a hash, which every result names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) format: u32,
    /// The program that wrote it.
    pub(crate) program: String,
    /// The name of the input.
    pub(crate) input: String,
    /// The hash of the input, if it is a file.
    pub(crate) input_sha256: Option<String>,
    /// Always `count`.
    pub(crate) question: String,
    /// The name of the symmetry group whose classes are counted.
    pub(crate) up_to_symmetry: Option<String>,
    /// The number of cubes.
    pub(crate) cubes: usize,
    /// The number of variables that matter and stand in no clause. Each doubles the count.
    pub(crate) free: usize,
    pub(crate) formula_sha256: String,
    pub(crate) cubes_sha256: String,
    pub(crate) symmetry_sha256: Option<String>,
}

/// The result of one cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CubeResult {
    /// The number of the cube, from 1.
    pub(crate) cube: usize,
    /// The hash of the manifest.
    pub(crate) manifest_sha256: String,
    /// The number of solutions in the cube, in decimal.
    pub(crate) count: String,
    /// The classes whose least solution is in the cube, in decimal, and the solutions in these classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) orbits: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) orbit_sum: Option<String>,
    pub(crate) method: String,
    /// The hash of the document without this field, so that a changed number is noticed.
    pub(crate) sha256: String,
}

impl CubeResult {
    /// The result with its hash.
    pub(crate) fn sealed(self) -> Result<CubeResult, Failure> {
        let open = CubeResult { sha256: String::new(), ..self };
        let bytes = serde_json::to_vec(&open).map_err(io::Error::from)?;
        Ok(CubeResult { sha256: sha256(&bytes), ..open })
    }
}

/// A folder that was opened: all of its files belong together.
pub(crate) struct Folder {
    path: PathBuf,
    pub(crate) manifest: Manifest,
    /// The hash of the manifest.
    pub(crate) identity: String,
}

/// The hash of some bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a new folder of files that the manifest names by their hashes. The manifest comes last: a
/// folder that has one is complete.
pub(crate) fn create(
    files: &Files,
    folder: &Path,
    manifest: &Manifest,
    formula: &[u8],
    cubes: &[u8],
    symmetry: Option<&[u8]>,
) -> Result<(), Failure> {
    let results = folder.join(RESULTS);
    fs::create_dir_all(folder).map_err(|error| Failure::at(folder, error))?;
    if fs::read_dir(folder).map_err(|error| Failure::at(folder, error))?.next().is_some() {
        return Err(Failure::at(folder, "is not empty; a new folder is needed"));
    }
    fs::create_dir(&results).map_err(|error| Failure::at(&results, error))?;
    let part = |name: &str, bytes: &[u8]| write(files, &folder.join(name), Content::Part, bytes);
    part(FORMULA, formula)?;
    part(CUBES, cubes)?;
    symmetry.map_or(Ok(()), |symmetry| part(SYMMETRY, symmetry))?;
    let text = serde_json::to_string_pretty(manifest).map_err(io::Error::from)?;
    part(MANIFEST, (text + "\n").as_bytes())
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// If there is no manifest, or one of another version.
    pub(crate) fn open(path: &Path) -> Result<Folder, Failure> {
        let place = path.join(MANIFEST);
        let bytes = read(&place)?;
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| Failure::at(&place, error))?;
        if manifest.format != FORMAT || manifest.question != "count" {
            let message =
                format!("format {} of a {}; this program knows format {FORMAT}", manifest.format, manifest.question);
            return Err(Failure::at(&place, message));
        }
        if manifest.free > MOST_FREE {
            return Err(Failure::at(&place, "has more free variables than a formula can have"));
        }
        Ok(Folder { path: path.to_path_buf(), manifest, identity: sha256(&bytes) })
    }

    /// One of the files that the manifest names by its hash.
    fn part(&self, name: &str, hash: &str) -> Result<Vec<u8>, Failure> {
        let place = self.path.join(name);
        let bytes = read(&place)?;
        match sha256(&bytes) == hash {
            true => Ok(bytes),
            false => Err(Failure::at(&place, "is not the file that the manifest names: its hash is another one")),
        }
    }

    /// The formula, and the symmetry group if classes are counted.
    pub(crate) fn formula(&self, clock: &Clock) -> Result<(Cnf, Option<SymmetryGroup>), Failure> {
        let at = |name: &str, error: String| Failure::at(&self.path.join(name), error);
        let bytes = self.part(FORMULA, &self.manifest.formula_sha256)?;
        let mut cnf = Cnf::new();
        let report = dimacs::read(&bytes[..], &ReadOptions::default(), &mut cnf);
        let report = report.map_err(|error| at(FORMULA, error.to_string()))?;
        cnf.reserve_vars(report.num_vars());
        if let Some(visible) = &report.visible {
            cnf.add_visible(visible);
        }
        let group = match (&self.manifest.symmetry_sha256, &self.manifest.up_to_symmetry) {
            (Some(hash), Some(name)) => {
                let text =
                    String::from_utf8(self.part(SYMMETRY, hash)?).map_err(|error| at(SYMMETRY, error.to_string()))?;
                let group = SymmetryGroup::read_within(&cnf, &text, name.clone(), clock);
                Some(group.map_err(|error| at(SYMMETRY, error.to_string()))?)
            }
            _ => None,
        };
        Ok((cnf, group))
    }

    /// The cubes in their order.
    pub(crate) fn cubes(&self) -> Result<Vec<Vec<Lit>>, Failure> {
        let bytes = self.part(CUBES, &self.manifest.cubes_sha256)?;
        let mut read = Read::default();
        let done = dimacs::read(&bytes[..], &ReadOptions::default(), &mut read);
        done.map_err(|error| Failure::at(&self.path.join(CUBES), error))?;
        match read.cubes.len() == self.manifest.cubes {
            true => Ok(read.cubes),
            false => Err(Failure::at(&self.path.join(CUBES), "holds another number of cubes than the manifest")),
        }
    }

    fn place_of(&self, cube: usize) -> PathBuf {
        self.path.join(RESULTS).join(format!("{cube}.json"))
    }

    /// The result of a cube, if there is one.
    ///
    /// # Errors
    /// If it belongs to another folder or another cube, or was changed.
    pub(crate) fn result(&self, cube: usize) -> Result<Option<CubeResult>, Failure> {
        let place = self.place_of(cube);
        // A link is no result: it may lead out of the folder, or nowhere.
        match fs::symlink_metadata(&place) {
            Ok(metadata) if metadata.is_file() => {}
            Ok(_) => return Err(Failure::at(&place, "is no file")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::at(&place, error)),
        }
        let result: CubeResult = serde_json::from_slice(&read(&place)?).map_err(|error| Failure::at(&place, error))?;
        if result.cube != cube || result.manifest_sha256 != self.identity {
            return Err(Failure::at(&place, "is the result of another cube, or of another folder"));
        }
        let sealed = result.clone().sealed()?;
        if sealed != result {
            return Err(Failure::at(&place, "was changed: its hash is another one; delete it and run the cube again"));
        }
        Ok(Some(result))
    }

    /// Writes the result of a cube, whole or not at all.
    pub(crate) fn write(&self, files: &Files, result: &CubeResult) -> Result<(), Failure> {
        let text = serde_json::to_string(result).map_err(io::Error::from)?;
        write(files, &self.place_of(result.cube), Content::Part, (text + "\n").as_bytes())
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let metadata = fs::metadata(path).map_err(|error| Failure::at(path, error))?;
    // Reading a pipe would wait for ever.
    if !metadata.is_file() {
        return Err(Failure::at(path, "is no file"));
    }
    if metadata.len() > LARGEST {
        return Err(Failure::at(path, "is too large"));
    }
    fs::read(path).map_err(|error| Failure::at(path, error))
}

/// Takes the questions of an iCNF file, and drops its clauses.
#[derive(Default)]
struct Read {
    cubes: Vec<Vec<Lit>>,
}

impl FormulaTarget for Read {
    fn clause(&mut self, _clause: &[Lit]) {}

    fn query(&mut self, query: Query<'_>) -> bool {
        self.cubes.push(query.assumptions.to_vec());
        true
    }
}
