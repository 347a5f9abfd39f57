//! Checkpoints: the data from which a run can be resumed.

use std::{fmt, io};

use gordian_formula::Lit;

use super::cube::{Cube, Tally};
use super::digest::Digest;
use crate::checkpoint_error::{CheckpointError, CheckpointErrorKind, FORMAT, PROGRAM};

/// The place where a run keeps its checkpoint, most often a file. This library opens none, since
/// only the caller knows which files must stay as they are.
pub trait CheckpointStore: fmt::Debug + Send + Sync {
    /// The name of the place in messages, such as the name of a file.
    fn name(&self) -> String;

    /// The last saved checkpoint; `None` if there is none.
    ///
    /// # Errors
    /// If that cannot be found out.
    fn load(&self) -> io::Result<Option<Vec<u8>>>;

    /// Puts a checkpoint in place of the last one. At any moment, also when the program or the
    /// machine stops, one of the two is there, and whole.
    ///
    /// # Errors
    /// If that is not possible; the last one stays.
    fn save(&self, checkpoint: &[u8]) -> io::Result<()>;
}

/// The state of a counting run: the sum over the completed cubes, and the cubes that are left. Its
/// text has a line for each, and the last line is a digest of all before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Checkpoint {
    /// The number of the question: another formula, method or symmetry group has another one.
    pub(super) question: u128,
    pub(super) tally: Tally,
    pub(super) pending: Vec<Cube>,
}

/// The beginning of a checkpoint of any version.
const MARK: &str = "gordian checkpoint ";
/// The most characters of a version that a message repeats.
const SHOWN: usize = 20;

/// Whether bytes begin as a checkpoint of any version does.
pub fn begins_as_checkpoint(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK.as_bytes())
}

impl Checkpoint {
    /// The last saved checkpoint of the run that asks this question; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read, or is no checkpoint of this question by this program.
    pub(super) fn load(store: &dyn CheckpointStore, question: u128) -> Result<Option<Checkpoint>, CheckpointError> {
        let fail = |kind| CheckpointError { place: store.name(), kind };
        let bytes = store.load().map_err(|error| fail(CheckpointErrorKind::Io(error.to_string())))?;
        let Some(bytes) = bytes else { return Ok(None) };
        let checkpoint = Checkpoint::parse(&bytes).map_err(fail)?;
        match checkpoint.question == question {
            true => Ok(Some(checkpoint)),
            false => Err(fail(CheckpointErrorKind::OtherQuestion)),
        }
    }

    /// Saves the checkpoint in place of the last one.
    ///
    /// # Errors
    /// If that is not possible; what stood there stays.
    pub(super) fn save(&self, store: &dyn CheckpointStore) -> Result<(), CheckpointError> {
        let fail = |error: io::Error| CheckpointError {
            place: store.name(),
            kind: CheckpointErrorKind::Io(error.to_string()),
        };
        store.save(self.to_string().as_bytes()).map_err(fail)
    }

    /// Nothing is read that would not be written in the same bytes: so no change of any byte is
    /// believed.
    fn parse(bytes: &[u8]) -> Result<Checkpoint, CheckpointErrorKind> {
        if !begins_as_checkpoint(bytes) {
            return Err(CheckpointErrorKind::NoCheckpoint);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| CheckpointErrorKind::Damaged)?;
        let format = text[MARK.len()..].lines().next().unwrap_or_default();
        if format != FORMAT {
            return Err(CheckpointErrorKind::OtherFormat(excerpt(format)));
        }
        let end = text.rfind("\ndigest ").map(|end| end + 1).ok_or(CheckpointErrorKind::Truncated)?;
        if text[end..] != digest_line(&text[..end]) {
            return Err(CheckpointErrorKind::Damaged);
        }
        let program = text.lines().nth(1).and_then(|line| line.strip_prefix("program ")).unwrap_or_default();
        if program != PROGRAM {
            return Err(CheckpointErrorKind::OtherProgram(excerpt(program)));
        }
        let checkpoint = Checkpoint::parse_lines(&text[..end]).ok_or(CheckpointErrorKind::Damaged)?;
        if checkpoint.to_string() == text { Ok(checkpoint) } else { Err(CheckpointErrorKind::Damaged) }
    }

    fn parse_lines(text: &str) -> Option<Checkpoint> {
        let mut checkpoint = Checkpoint::default();
        for line in text.lines().skip(2) {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["question", word] => checkpoint.question = u128::from_str_radix(word, 16).ok()?,
                ["done", ref numbers @ ..] => checkpoint.tally = tally(numbers)?,
                ["open", root, share, ref lits @ ..] => checkpoint.pending.push(cube(root, share, lits)?),
                ["end", _] => {}
                _ => return None,
            }
        }
        Some(checkpoint)
    }
}

/// A version that stands in a checkpoint, for a message.
fn excerpt(version: &str) -> String {
    version.chars().take(SHOWN).flat_map(char::escape_debug).collect()
}

/// The last line, for the lines before it.
fn digest_line(lines: &str) -> String {
    let mut digest = Digest::default();
    digest.add_bytes(lines.as_bytes());
    format!("digest {:032x}\n", digest.finish())
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
        let Tally { count, orbits, orbit_sum, nodes } = &self.tally;
        let mut text = format!("{MARK}{FORMAT}\nprogram {PROGRAM}\nquestion {:032x}\n", self.question);
        text += &format!("done {count} {orbits} {orbit_sum} {nodes}\n");
        for cube in &self.pending {
            text += &format!("open {} {}", cube.root, cube.share);
            for lit in &cube.lits {
                text += &format!(" {}", lit.to_dimacs());
            }
            text.push('\n');
        }
        text += &format!("end {}\n", self.pending.len());
        f.write_str(&text)?;
        f.write_str(&digest_line(&text))
    }
}

#[cfg(test)]
mod tests {
    use gordian_testkit::{Random, damage, number_of};
    use num_bigint::BigUint;

    use super::*;

    fn samples() -> [Checkpoint; 3] {
        let lits = [3, -5].map(|number| Lit::from_dimacs(number).unwrap());
        let tally = Tally { count: BigUint::from(3u8).pow(100), orbits: 7, orbit_sum: 8, nodes: 9 };
        let pending = vec![
            Cube { root: 0, lits: Vec::new(), share: 0.1 },
            Cube { root: 2, lits: lits.to_vec(), share: 1.0 / 3.0 },
        ];
        let done = Tally { count: 9356u32.into(), nodes: 4_054_886, ..Tally::default() };
        [
            Checkpoint { question: 0xfeed << 100, tally, pending },
            Checkpoint { question: 1, tally: done, pending: Vec::new() },
            Checkpoint::default(),
        ]
    }

    fn refusal(bytes: &[u8]) -> CheckpointErrorKind {
        match Checkpoint::parse(bytes) {
            Err(kind) => kind,
            Ok(read) => panic!("{:?} was read as {read:?}", String::from_utf8_lossy(bytes)),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for checkpoint in samples() {
            assert_eq!(Checkpoint::parse(checkpoint.to_string().as_bytes()), Ok(checkpoint));
        }
    }

    #[test]
    fn no_change_of_any_byte_is_believed() {
        for checkpoint in samples() {
            let bytes = checkpoint.to_string().into_bytes();
            for at in 0..bytes.len() {
                let mut changed = bytes.clone();
                for value in (0..=u8::MAX).filter(|&value| value != bytes[at]) {
                    changed[at] = value;
                    refusal(&changed);
                }
                refusal(&[&bytes[..at], &bytes[at + 1..]].concat());
                refusal(&bytes[..at]);
                for value in 0..=u8::MAX {
                    refusal(&[&bytes[..at], &[value], &bytes[at..]].concat());
                }
            }
            for value in 0..=u8::MAX {
                refusal(&[&bytes[..], &[value]].concat());
            }
            refusal(&bytes.repeat(2));
        }
    }

    /// Bytes replaced, exchanged, left out, put in or repeated at random, up to eight times; so many cases as
    /// `GORDIAN_DAMAGE` says, from the seed `GORDIAN_DAMAGE_SEED` on.
    #[test]
    fn no_random_damage_is_believed() {
        let (first, cases) = (number_of("GORDIAN_DAMAGE_SEED", 0), number_of("GORDIAN_DAMAGE", 20_000));
        for seed in first..first + cases {
            let mut random = Random::new(seed);
            let right = samples()[random.below(3)].to_string().into_bytes();
            let mut damaged = right.clone();
            (0..1 + random.below(8)).for_each(|_| damage(&mut random, &mut damaged));
            if damaged != right {
                refusal(&damaged);
            }
        }
    }

    #[test]
    fn lines_of_two_checkpoints_do_not_mix() {
        let [one, other, _] = samples().map(|checkpoint| checkpoint.to_string());
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let (one, other) = (lines(&one), lines(&other));
        for (at, line) in one.iter().enumerate() {
            for foreign in other.iter().filter(|foreign| *foreign != line) {
                let mut mixed = one.clone();
                mixed[at].clone_from(foreign);
                refusal((mixed.join("\n") + "\n").as_bytes());
            }
            let mut twice = one.clone();
            twice.insert(at, line.clone());
            refusal((twice.join("\n") + "\n").as_bytes());
        }
    }

    /// With a digest that is right, as a program writes it.
    fn digested(lines: &str) -> String {
        lines.to_owned() + &digest_line(lines)
    }

    #[test]
    fn other_versions_are_named() {
        let old = "gordian checkpoint 1\nquestion 46b8c0bfe02f67b0\ndone 9357 0 0 4054886\nend 0\n";
        assert_eq!(refusal(old.as_bytes()), CheckpointErrorKind::OtherFormat("1".to_owned()));
        let text = samples()[1].to_string();
        let lines = &text[..text.find("digest").unwrap()];
        assert!(Checkpoint::parse(digested(lines).as_bytes()).is_ok());
        let other = digested(&lines.replace(&format!("program {PROGRAM}"), "program 0.0.7"));
        assert_eq!(refusal(other.as_bytes()), CheckpointErrorKind::OtherProgram("0.0.7".to_owned()));
        // The text is read strictly even if its digest is right.
        for (from, to) in [("end 0", "end 1"), ("done 9356", "done 09356"), ("end 0\n", ""), ("question", "Question")] {
            assert_eq!(refusal(digested(&lines.replace(from, to)).as_bytes()), CheckpointErrorKind::Damaged, "{to}");
        }
        assert_eq!(refusal(b""), CheckpointErrorKind::NoCheckpoint);
        assert_eq!(refusal(b"p cnf 1 1\n1 0\n"), CheckpointErrorKind::NoCheckpoint);
    }
}
