//! Kinds of puzzles: the rows of their table.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::erased::DynPuzzle;
use super::error::PuzzleError;
use super::outline::Outline;
use super::part::Part;

/// A kind of puzzle: a handle to its row.
#[derive(Clone, Copy)]
pub struct Kind(pub(crate) &'static KindRow);

/// The data of a kind beside its puzzles.
#[derive(Debug)]
pub struct KindRow {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// Other names by which it may be chosen.
    pub aliases: &'static [&'static str],
    /// A description in a few words, without a full stop.
    pub description: &'static str,
    /// Tells how sure the kind is that a text is its own; `None` if it is not.
    pub detect: fn(&Outline<'_>) -> Option<Certainty>,
    /// Reads a puzzle, as [`AnyPuzzle::read`](crate::AnyPuzzle::read).
    pub read: fn(text: &str, pick: Option<&str>) -> Result<DynPuzzle, PuzzleError>,
    /// Finds the puzzles of a text, as [`AnyPuzzle::parts`](crate::AnyPuzzle::parts).
    pub parts: fn(text: &str) -> Vec<Part>,
    /// Whether its texts may be grids of numbers in which `0` is an empty cell: they look like formulas.
    pub has_zeros: bool,
    /// Whether its formulas are solved sooner when decisions are made on the tightest exactly-one group.
    pub is_like_cover: bool,
}

/// The certainty of a kind that a text is its own. If several kinds are the surest, the first in
/// the table gets the text.
///
/// Mistakes are left for the parser to explain: a grid that lacks a cell is still a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// It has a shape that many texts have.
    Possible,
    /// It has a shape that few texts of other kinds have.
    Plausible,
    /// It was read, and is faultless.
    Faultless,
    /// It is written in signs that no other kind uses so.
    Notation,
    /// A header line has a key of this kind, which others may have too.
    SharedKey,
    /// A header line has a key that is the kind's own.
    OwnKey,
    /// It is in a format that holds nothing else.
    Format,
    /// It is an address that names the kind. Its digits may spell the mark of a format.
    Address,
}

impl Deref for Kind {
    type Target = KindRow;

    fn deref(&self) -> &KindRow {
        self.0
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.name == other.name
    }
}

impl Eq for Kind {}

impl Hash for Kind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
