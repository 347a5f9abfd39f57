//! What a run has to remember to be taken up again.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use gordian_formula::Lit;

use super::cube::{Cube, Tally};

/// What a counting run knows: the sum over what is done, and what is not done. As text it is a line each.
///
/// It is saved so that at any moment, also when the program or the machine stops, a whole checkpoint is in its place: written
/// to a file beside it, brought to the disk, then renamed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Checkpoint {
    /// Tells what was asked: another formula, method or symmetry group has another number.
    pub(super) question: u64,
    pub(super) tally: Tally,
    pub(super) pending: Vec<Cube>,
}

/// Why a checkpoint cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub kind: CheckpointErrorKind,
}

/// What can be wrong with a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointErrorKind {
    /// The file cannot be read or written: what the system says.
    Io(String),
    /// This line, from one, is not one of a checkpoint.
    Line(usize),
    /// The last line is missing.
    Truncated,
    /// It was written by a run that asked something else.
    OtherQuestion,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.kind {
            CheckpointErrorKind::Io(message) => f.write_str(message),
            CheckpointErrorKind::Line(line) => write!(f, "line {line} is not one of a checkpoint"),
            CheckpointErrorKind::Truncated => f.write_str("the checkpoint has no end"),
            CheckpointErrorKind::OtherQuestion => {
                f.write_str("the checkpoint belongs to another formula, method or symmetry group")
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

impl Checkpoint {
    /// Reads a checkpoint; `None` if there is no such file.
    ///
    /// # Errors
    /// If the file cannot be read, or is no checkpoint.
    pub(super) fn load(path: &Path) -> Result<Option<Checkpoint>, CheckpointError> {
        let fail = |kind| CheckpointError { path: path.to_path_buf(), kind };
        match fs::read_to_string(path) {
            Ok(text) => Checkpoint::parse(&text).map(Some).map_err(fail),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(fail(CheckpointErrorKind::Io(error.to_string()))),
        }
    }

    /// Writes the checkpoint in place of what stood there.
    ///
    /// # Errors
    /// If that is not possible; what stood there stays.
    pub(super) fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(".new");
        let beside = path.with_file_name(name);
        let written = File::create(&beside).and_then(|mut file| {
            file.write_all(self.to_string().as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, path)?;
            let folder = match path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent,
                _ => Path::new("."),
            };
            // Some systems cannot open a folder: there the name may come to the disk later than the content.
            File::open(folder).and_then(|folder| folder.sync_all()).or(Ok(()))
        });
        let fail =
            |error: io::Error| CheckpointError { path: path.into(), kind: CheckpointErrorKind::Io(error.to_string()) };
        written.map_err(fail)
    }

    fn parse(text: &str) -> Result<Checkpoint, CheckpointErrorKind> {
        let mut checkpoint = Checkpoint::default();
        let mut is_ended = false;
        for (number, line) in (1..).zip(text.lines()) {
            let words: Vec<&str> = line.split(' ').collect();
            let parsed = match (number, &words[..]) {
                (1, ["gordian", "checkpoint", "1"]) => Some(()),
                (2.., ["question", word]) => {
                    u64::from_str_radix(word, 16).ok().map(|question| checkpoint.question = question)
                }
                (2.., ["done", numbers @ ..]) => tally(numbers).map(|tally| checkpoint.tally = tally),
                (2.., ["open", root, share, lits @ ..]) if !is_ended => {
                    cube(root, share, lits).map(|cube| checkpoint.pending.push(cube))
                }
                (2.., ["end", count]) => {
                    is_ended = true;
                    (count.parse() == Ok(checkpoint.pending.len())).then_some(())
                }
                _ => None,
            };
            parsed.ok_or(CheckpointErrorKind::Line(number))?;
        }
        if is_ended { Ok(checkpoint) } else { Err(CheckpointErrorKind::Truncated) }
    }
}

fn tally(words: &[&str]) -> Option<Tally> {
    let [count, orbits, orbit_sum, nodes] = words else { return None };
    Some(Tally {
        count: count.parse().ok()?,
        orbits: orbits.parse().ok()?,
        orbit_sum: orbit_sum.parse().ok()?,
        nodes: nodes.parse().ok()?,
    })
}

fn cube(root: &str, share: &str, lits: &[&str]) -> Option<Cube> {
    let lit = |word: &&str| word.parse().ok().and_then(Lit::from_dimacs);
    Some(Cube {
        root: root.parse().ok()?,
        share: share.parse().ok().filter(|share: &f64| (0.0..=1.0).contains(share))?,
        lits: lits.iter().map(lit).collect::<Option<_>>()?,
    })
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { count, orbits, orbit_sum, nodes } = self.tally;
        writeln!(f, "gordian checkpoint 1")?;
        writeln!(f, "question {:016x}", self.question)?;
        writeln!(f, "done {count} {orbits} {orbit_sum} {nodes}")?;
        for cube in &self.pending {
            write!(f, "open {} {}", cube.root, cube.share)?;
            for lit in &cube.lits {
                write!(f, " {}", lit.to_dimacs())?;
            }
            writeln!(f)?;
        }
        writeln!(f, "end {}", self.pending.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Checkpoint {
        let lits = [3, -5].map(|number| Lit::from_dimacs(number).unwrap());
        Checkpoint {
            question: 0xfeed,
            tally: Tally { count: 1 << 100, orbits: 7, orbit_sum: 8, nodes: 9 },
            pending: vec![
                Cube { root: 0, lits: Vec::new(), share: 0.1 },
                Cube { root: 2, lits: lits.to_vec(), share: 1.0 / 3.0 },
            ],
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(Checkpoint::parse(&sample().to_string()), Ok(sample()));
        assert_eq!(Checkpoint::parse(&Checkpoint::default().to_string()), Ok(Checkpoint::default()));
    }

    #[test]
    fn every_beginning_is_refused() {
        let text = sample().to_string();
        for length in 0..text.len() - 2 {
            assert!(Checkpoint::parse(&text[..length]).is_err(), "{}", &text[..length]);
        }
        for (from, to) in [("checkpoint 1", "checkpoint 2"), ("3 -5", "3 x"), ("end 2", "end 3"), (" 8 9", " 8")] {
            assert!(Checkpoint::parse(&text.replace(from, to)).is_err(), "{to}");
        }
    }
}
