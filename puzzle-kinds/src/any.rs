//! A puzzle whose kind is known only when its text is read.

use std::ops::Deref;

use super::erased::{AnySolution, DynPuzzle};
use super::error::PuzzleError;
use super::kind::Kind;
use super::puzzle::Puzzle;

/// A puzzle of any kind.
///
/// ```
/// use gordian_puzzles::board::Style;
/// use gordian_puzzles::{AnyPuzzle, Kind};
///
/// let text = "SEND + MORE = MONEY";
/// let kind = Kind::detect(text).unwrap();
/// let puzzle = AnyPuzzle::parse(kind, text, None)?;
/// let compiled = puzzle.compile()?;
/// assert_eq!(compiled.meanings[0], "S=1");
/// assert!(puzzle.draw_puzzle(Style::PLAIN).contains("MORE"));
/// # Ok::<(), gordian_puzzles::PuzzleError>(())
/// ```
#[derive(Debug)]
pub struct AnyPuzzle {
    kind: Kind,
    puzzle: DynPuzzle,
}

impl AnyPuzzle {
    /// Reads a puzzle of a text that is no list.
    pub(crate) fn read_alone(kind: Kind, text: &str, pick: Option<&str>) -> Result<AnyPuzzle, PuzzleError> {
        Ok(AnyPuzzle { kind, puzzle: (kind.read)(text, pick)? })
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

impl Deref for AnyPuzzle {
    type Target = dyn Puzzle<Solution = AnySolution>;

    fn deref(&self) -> &Self::Target {
        &*self.puzzle
    }
}
