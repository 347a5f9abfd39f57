//! Puzzles of pips: dominoes, cells and regions.

use super::clue::Clue;
use super::laid::{Kind, Options};
use super::solution::PipsSolution;
use crate::words::joined;

/// The most pips on half a domino: the largest sets that are sold go up to double 18.
pub(crate) const MAX_PIPS: u32 = 18;
/// The longest side of a board.
pub(crate) const MAX_SIDE: usize = 256;
/// The most squares of a board.
pub(crate) const MAX_SQUARES: usize = 2048;

/// A board of squares, each in one region, that dominoes cover; each region says something of the numbers in it.
///
/// Each domino is used once. A solution is where each domino lies and which number each square holds: a double turned
/// round, or two dominoes with the same numbers exchanged, make no other solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pips {
    pub(crate) title: Option<String>,
    /// The dominoes as they are listed.
    pub(crate) dominoes: Vec<[u32; 2]>,
    /// Row and column of each square, sorted; as many as halves of dominoes.
    pub(crate) squares: Vec<[usize; 2]>,
    /// Every square belongs to one of them.
    pub(crate) regions: Vec<Region>,
    /// The region of each square.
    pub(crate) region_of: Vec<usize>,
    /// The solution that stands beside the puzzle in its text.
    pub(crate) given: Given,
    /// The ways to lay the dominoes but for those that a region alone forbids.
    pub(crate) pruned: Options,
}

/// The solution that stands beside a puzzle in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// There is none.
    None,
    /// There is one, in a form that is not understood.
    Unreadable,
    /// This one; it need not be right.
    Solution(PipsSolution),
}

/// A region of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// The squares by their index, in the order in which they are listed; at least one.
    pub(crate) squares: Vec<usize>,
    pub(crate) clue: Clue,
    /// Its line and column in the text.
    pub(crate) place: (usize, usize),
}

impl Pips {
    /// The dominoes as they are listed.
    pub fn dominoes(&self) -> &[[u32; 2]] {
        &self.dominoes
    }

    /// The solution that stands beside the puzzle in its file, where there is one; it need not be right.
    pub fn given_solution(&self) -> Option<&PipsSolution> {
        match &self.given {
            Given::Solution(solution) => Some(solution),
            Given::None | Given::Unreadable => None,
        }
    }

    /// The number of rows and of columns, holes counted.
    pub(crate) fn size(&self) -> [usize; 2] {
        [0, 1].map(|axis| self.squares.iter().map(|square| square[axis] + 1).max().unwrap_or(0))
    }

    /// The index of the square at this row and column.
    pub(crate) fn square_at(&self, at: [usize; 2]) -> Option<usize> {
        self.squares.binary_search(&at).ok()
    }

    /// The kinds of dominoes, in ascending order.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let mut sorted: Vec<[u32; 2]> = self.dominoes.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        sorted.sort_unstable();
        let mut kinds: Vec<Kind> = Vec::new();
        for numbers in sorted {
            match kinds.last_mut() {
                Some(kind) if kind.numbers == numbers => kind.copies += 1,
                _ => kinds.push(Kind { numbers, copies: 1 }),
            }
        }
        kinds
    }

    /// The pairs of squares with a common side, each once, the smaller index first.
    pub(crate) fn edges(&self) -> Vec<[usize; 2]> {
        let beside = |index: usize| {
            let [row, column] = self.squares[index];
            let others = [self.square_at([row, column + 1]), self.square_at([row + 1, column])];
            others.into_iter().flatten().map(move |other| [index, other])
        };
        (0..self.squares.len()).flat_map(beside).collect()
    }

    /// The square as people call it, rows and columns from 1.
    pub(crate) fn name(&self, square: usize) -> String {
        let [row, column] = self.squares[square];
        format!("r{}c{}", row + 1, column + 1)
    }

    /// The squares of a region as people call them.
    pub(crate) fn names(&self, region: &Region) -> String {
        joined(&region.squares.iter().map(|&square| self.name(square)).collect::<Vec<_>>())
    }

    /// The demand of a region as a sentence.
    pub(crate) fn demand(&self, region: &Region) -> String {
        let be = if region.squares.len() == 1 { "is" } else { "are" };
        self.sentence(region, [be, "are all", ""])
    }

    /// A sentence which says that no numbers meet the demand of a region.
    pub(crate) fn denial(&self, region: &Region) -> String {
        self.sentence(region, ["cannot be", "cannot all be", "cannot "])
    }

    /// A sentence about the numbers of a region: it has `be` before one property of the numbers,
    /// `be_all` before a property that they share, and `before_verb` before another verb.
    fn sentence(&self, region: &Region, [be, be_all, before_verb]: [&str; 3]) -> String {
        let is_single = region.squares.len() == 1;
        let subject = format!("the number{} in {}", if is_single { "" } else { "s" }, self.names(region));
        match region.clue {
            // One number is always the same as all others of its region, and different from them.
            Clue::Equals | Clue::Unequal if is_single => format!("{subject} {be} free"),
            Clue::Empty => format!("{subject} {be} free"),
            Clue::Sum(target) if is_single => format!("{subject} {be} {target}"),
            Clue::Less(target) if is_single => format!("{subject} {be} less than {target}"),
            Clue::Greater(target) if is_single => format!("{subject} {be} greater than {target}"),
            Clue::Sum(target) => format!("{subject} {before_verb}add up to {target}"),
            Clue::Less(target) => format!("{subject} {before_verb}add up to less than {target}"),
            Clue::Greater(target) => format!("{subject} {before_verb}add up to more than {target}"),
            Clue::Equals => format!("{subject} {be_all} the same"),
            Clue::Unequal => format!("{subject} {be_all} different"),
        }
    }
}
