//! Dominoes that lie on squares.

/// Dominoes with the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The smaller number first.
    pub(crate) numbers: [u32; 2],
    /// The number of copies.
    pub(crate) copies: usize,
}

/// A domino on two squares, with the number of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    /// The kind of the domino.
    pub(crate) kind: usize,
    /// Two squares with a common side, the smaller index first.
    pub(crate) squares: [usize; 2],
    /// Their numbers.
    pub(crate) numbers: [u32; 2],
}

/// The ways in which dominoes can lie, in the order of their squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) laid: Vec<Laid>,
    /// The numbers that each square may hold, in ascending order.
    pub(crate) domains: Vec<Vec<u32>>,
}

impl Options {
    /// Finds the numbers that each square may hold.
    pub(super) fn find_domains(&mut self) {
        self.domains.iter_mut().for_each(Vec::clear);
        for Laid { squares, numbers, .. } in &self.laid {
            for (&square, &number) in squares.iter().zip(numbers) {
                self.domains[square].push(number);
            }
        }
        for domain in &mut self.domains {
            domain.sort_unstable();
            domain.dedup();
        }
    }
}
