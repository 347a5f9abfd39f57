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
    /// Reads a puzzle. If the text holds several, `pick` chooses one: by its number from 1, or by
    /// its name.
    ///
    /// # Errors
    /// If the text is no puzzle of this kind, or none is chosen of several, or there is none of that number or name, or
    /// it has no solution for a reason that counting alone shows.
    pub fn parse(kind: Kind, text: &str, pick: Option<&str>) -> Result<AnyPuzzle, PuzzleError> {
        let puzzle = AnyPuzzle::read(kind, text, pick)?;
        puzzle.refutation(text).map_or(Ok(puzzle), Err)
    }

    /// Like [`AnyPuzzle::parse`], but a text that looks like a mistake is refused, even if it need
    /// not be one.
    ///
    /// # Errors
    /// Those of [`AnyPuzzle::parse`], and if the text looks like a mistake.
    pub fn validate(kind: Kind, text: &str, pick: Option<&str>) -> Result<AnyPuzzle, PuzzleError> {
        let puzzle = AnyPuzzle::parse(kind, text, pick)?;
        puzzle.mistake().cloned().map_or(Ok(puzzle), Err)
    }

    /// Like [`AnyPuzzle::parse`], but a puzzle whose rules can be told one by one is read even if
    /// counting shows that it has no solution. The rules that contradict each other then say more.
    ///
    /// # Errors
    /// Those of [`AnyPuzzle::parse`]. Counting refutes only a puzzle whose rules cannot be told one
    /// by one.
    pub fn read(kind: Kind, text: &str, pick: Option<&str>) -> Result<AnyPuzzle, PuzzleError> {
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
