//! The folder of a question in parts: the formula, the cubes, a manifest that binds them, results,
//! and proofs that cubes have no solution.

mod compose;
mod diagram;
mod hashing;
mod result;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gordian_formula::dimacs::{self, FormulaTarget, Query, ReadOptions};
use gordian_formula::{ClauseSink, Clock, Cnf, Lit};
use gordian_puzzles::{AnyPuzzle, Kind};
use gordian_queries::SymmetryGroup;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::arguments::{Content, Files, Question};
use crate::failure::Failure;
use crate::output::files::{write, write_durably};

pub(crate) use compose::compose;
pub(crate) use diagram::{TracedCube, compose_diagram};
pub(crate) use hashing::{HashedInput, HashedOutput};
pub(crate) use result::{CubeAnswer, CubeNumbers, CubeResult};

/// The files of the folder.
pub(crate) const MANIFEST: &str = "manifest.json";
pub(crate) const FORMULA: &str = "formula.cnf";
pub(crate) const CUBES: &str = "cubes.icnf";
pub(crate) const SYMMETRY: &str = "symmetry.txt";
pub(crate) const RESULTS: &str = "results";
/// The clauses that were learned while the question was split, as the beginning of a proof.
pub(crate) const LEMMAS: &str = "split.drat";
pub(crate) const PROOFS: &str = "proofs";
/// Diagrams that prove counts.
pub(crate) const TRACES: &str = "traces";
/// The solutions of each cube.
pub(crate) const SOLUTIONS: &str = "solutions";
/// The number of a cube that has a solution, for those who search others.
pub(crate) const FOUND: &str = "found";
/// The text of the puzzle, on which a solution is checked and drawn.
pub(crate) const PUZZLE: &str = "puzzle.txt";

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
    pub(crate) question: Question,
    /// The name of the symmetry group whose classes are counted.
    pub(crate) up_to_symmetry: Option<String>,
    /// The number of cubes.
    pub(crate) cubes: usize,
    /// The number of variables that matter and stand in no clause. Each doubles the count.
    pub(crate) free: usize,
    pub(crate) formula_sha256: String,
    pub(crate) cubes_sha256: String,
    pub(crate) symmetry_sha256: Option<String>,
    /// The hash of what was learned while the question was split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lemmas_sha256: Option<String>,
    /// The puzzle whose solution is searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) puzzle: Option<PuzzleSource>,
}

/// The puzzle that a formula was made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PuzzleSource {
    /// The name of its kind.
    pub(crate) kind: String,
    /// Its name or number in a text that holds several.
    pub(crate) pick: Option<String>,
    pub(crate) sha256: String,
}

/// The files of a new folder, beside the manifest.
pub(crate) struct Parts<'a> {
    pub(crate) formula: &'a [u8],
    pub(crate) cubes: &'a [u8],
    pub(crate) symmetry: Option<&'a [u8]>,
    pub(crate) lemmas: &'a [u8],
    pub(crate) puzzle: Option<&'a [u8]>,
}

/// A folder that was opened: all of its files belong together.
pub(crate) struct Folder {
    path: PathBuf,
    pub(crate) manifest: Manifest,
    /// The hash of the manifest.
    pub(crate) identity: String,
}

/// The files of a folder that are there, whatever they hold.
pub(crate) fn files_of(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        [MANIFEST, FORMULA, CUBES, SYMMETRY, LEMMAS, FOUND, PUZZLE].iter().map(|name| folder.join(name)).collect();
    for name in [RESULTS, PROOFS, TRACES, SOLUTIONS] {
        let entries = fs::read_dir(folder.join(name)).into_iter().flatten();
        files.extend(entries.filter_map(|entry| entry.ok().map(|entry| entry.path())));
    }
    files
}

/// The hash of some bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a new folder of files that the manifest names by their hashes. The manifest comes last: a
/// folder that has one is complete.
pub(crate) fn create(files: &Files, folder: &Path, manifest: &Manifest, parts: &Parts<'_>) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::at(folder, error))?;
    if fs::read_dir(folder).map_err(|error| Failure::at(folder, error))?.next().is_some() {
        return Err(Failure::at(folder, "is not empty; a new folder is needed"));
    }
    let beside = match manifest.question {
        Question::Count => TRACES,
        Question::List => SOLUTIONS,
        Question::Satisfiable => PROOFS,
    };
    for name in [RESULTS, beside] {
        let inner = folder.join(name);
        fs::create_dir(&inner).map_err(|error| Failure::at(&inner, error))?;
    }
    let Parts { formula, cubes, symmetry, lemmas, puzzle } = *parts;
    let named = [(FORMULA, Some(formula)), (CUBES, Some(cubes)), (SYMMETRY, symmetry), (LEMMAS, Some(lemmas))];
    for (name, bytes) in named.into_iter().chain([(PUZZLE, puzzle)]) {
        bytes.map_or(Ok(()), |bytes| write(files, &folder.join(name), Content::Part, bytes))?;
    }
    let text = serde_json::to_string_pretty(manifest).map_err(io::Error::from)?;
    write(files, &folder.join(MANIFEST), Content::Part, (text + "\n").as_bytes())
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
        if manifest.format != FORMAT {
            let message = format!("format {}; this program knows format {FORMAT}", manifest.format);
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

    /// The clauses that were learned while the question was split, in binary DRAT.
    pub(crate) fn lemmas(&self) -> Result<Vec<u8>, Failure> {
        match &self.manifest.lemmas_sha256 {
            Some(hash) => self.part(LEMMAS, hash),
            None => Ok(Vec::new()),
        }
    }

    /// The text of the puzzle, if the formula was made of one.
    fn puzzle(&self) -> Result<Option<(&PuzzleSource, String)>, Failure> {
        let Some(source) = &self.manifest.puzzle else { return Ok(None) };
        let text = String::from_utf8(self.part(PUZZLE, &source.sha256)?);
        let text = text.map_err(|error| Failure::at(&self.path.join(PUZZLE), error))?;
        Ok(Some((source, text)))
    }

    fn place_of(&self, cube: usize) -> PathBuf {
        self.path.join(RESULTS).join(format!("{cube}.json"))
    }

    /// The place for the proof that a cube has no solution.
    pub(crate) fn place_of_proof(&self, cube: usize) -> PathBuf {
        self.path.join(PROOFS).join(format!("{cube}.drat"))
    }

    /// The place for the diagram that proves the count of a cube.
    pub(crate) fn place_of_trace(&self, cube: usize) -> PathBuf {
        self.path.join(TRACES).join(format!("{cube}.nnf"))
    }

    /// The place for the solutions of a cube.
    pub(crate) fn place_of_solutions(&self, cube: usize) -> PathBuf {
        self.path.join(SOLUTIONS).join(format!("{cube}.jsonl"))
    }

    /// Tells those who search other cubes that this one has a solution.
    pub(crate) fn tell(&self, files: &Files, cube: usize) -> Result<(), Failure> {
        write(files, &self.path.join(FOUND), Content::Part, format!("{cube}\n").as_bytes())
    }

    /// A cube that has a solution, if somebody told of one. `merge` does not believe it.
    pub(crate) fn told(&self) -> Option<usize> {
        let cube = read(&self.path.join(FOUND)).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let cube = cube?.trim().parse().ok().filter(|cube| (1..=self.manifest.cubes).contains(cube))?;
        let result = self.result(cube).ok().flatten()?;
        matches!(result.answer, CubeAnswer::Satisfiable { .. }).then_some(cube)
    }

    /// The puzzle that the formula was made of, if the folder has its text.
    pub(crate) fn read_puzzle(&self) -> Result<Option<Rc<AnyPuzzle>>, Failure> {
        let Some((source, text)) = self.puzzle()? else { return Ok(None) };
        let kind = Kind::from_name(&source.kind)
            .ok_or_else(|| Failure::new(format!("`{}`, the kind of the puzzle, is not known here", source.kind)))?;
        let puzzle = AnyPuzzle::read(kind, &text, source.pick.as_deref());
        puzzle.map(|puzzle| Some(Rc::new(puzzle))).map_err(|error| Failure::new(format!("{PUZZLE}: {error}")))
    }

    /// A file in the folder of results that is the result of no cube.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn foreign_result(&self) -> Result<Option<PathBuf>, Failure> {
        let results = self.path.join(RESULTS);
        let at = |error| Failure::at(&results, error);
        let entries = match fs::read_dir(&results) {
            // Then no cube has a result.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            entries => entries.map_err(at)?,
        };
        for entry in entries {
            let path = entry.map_err(at)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let Some(stem) = name.strip_suffix(".json").filter(|stem| !stem.starts_with('.')) else { continue };
            let number: Option<usize> = stem.parse().ok().filter(|number: &usize| number.to_string() == stem);
            if !number.is_some_and(|number| (1..=self.manifest.cubes).contains(&number)) {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// The result of a cube, if there is one. `Err` within if it is damaged: then the cube is as if it
    /// had none.
    ///
    /// # Errors
    /// If it belongs to another folder or another cube, or is no file.
    pub(crate) fn result_or_damage(&self, cube: usize) -> Result<Result<Option<CubeResult>, Failure>, Failure> {
        let place = self.place_of(cube);
        // A link is no result: it may lead out of the folder, or nowhere.
        match fs::symlink_metadata(&place) {
            Ok(metadata) if metadata.is_file() => {}
            Ok(_) => return Err(Failure::at(&place, "is no file")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ok(None)),
            Err(error) => return Err(Failure::at(&place, error)),
        }
        let result: CubeResult = match serde_json::from_slice(&read(&place)?) {
            Ok(result) => result,
            Err(error) => return Ok(Err(Failure::at(&place, error))),
        };
        if result.clone().sealed()? != result {
            let message = "was changed: its hash is another one; run the cube again";
            return Ok(Err(Failure::at(&place, message)));
        }
        if result.cube != cube || result.manifest_sha256 != self.identity {
            return Err(Failure::at(&place, "is the result of another cube, or of another folder"));
        }
        if !result.answer.fits(self.manifest.question) {
            return Err(Failure::at(&place, "is the result of another question"));
        }
        Ok(Ok(Some(result)))
    }

    /// The result of a cube, if there is one.
    ///
    /// # Errors
    /// If it belongs to another folder or another cube, or was changed.
    pub(crate) fn result(&self, cube: usize) -> Result<Option<CubeResult>, Failure> {
        self.result_or_damage(cube)?
    }

    /// The reason why a result lacks the file that proves it, or holds its solutions, if it does: the file is not
    /// there, or is wanted and was never written.
    pub(crate) fn lack(&self, result: &CubeResult, is_wanted: bool) -> Option<String> {
        let cube = result.cube;
        let (place, name, was_written) = match &result.answer {
            CubeAnswer::Satisfiable { .. } => return None,
            CubeAnswer::Listed { .. } => (self.place_of_solutions(cube), "list", true),
            CubeAnswer::Counted { trace_sha256, .. } => (self.place_of_trace(cube), "diagram", trace_sha256.is_some()),
            CubeAnswer::Refuted { proof_sha256, .. } => (self.place_of_proof(cube), "proof", proof_sha256.is_some()),
        };
        match was_written {
            true if !place.exists() => Some(format!("{}: there is no such file any more", place.display())),
            false if is_wanted => Some(format!("cube {cube} has a result without a {name}")),
            _ => None,
        }
    }

    /// Writes the result of a cube, whole or not at all. It survives a crash of the machine.
    pub(crate) fn write(&self, files: &Files, cube: usize, answer: CubeAnswer) -> Result<(), Failure> {
        let result = CubeResult { cube, manifest_sha256: self.identity.clone(), answer, sha256: String::new() };
        let text = serde_json::to_string(&result.sealed()?).map_err(io::Error::from)?;
        write_durably(files, &self.place_of(cube), Content::Part, (text + "\n").as_bytes())
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
