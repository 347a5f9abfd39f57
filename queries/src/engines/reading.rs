//! A formula, and what is read out of it.

use std::sync::OnceLock;

use gordian_formula::{Clock, Cnf, Lit};

use super::cover::Cover;
use crate::Refusal;
use crate::slots::Slots;

/// A formula with its visible variables, and as an exact cover: whoever needs that first has it
/// read, and all others share it.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    pub(crate) cnf: &'a Cnf,
    pub(crate) slots: Slots,
    cover: Once<Cover>,
    beside_clauses: Once<(Cover, Vec<Vec<Lit>>)>,
}

/// A structure that can be read out of some formulas.
type Once<T> = OnceLock<Result<T, Refusal>>;

impl<'a> Reading<'a> {
    pub(crate) fn new(cnf: &'a Cnf) -> Reading<'a> {
        let slots = Slots::of_formula(cnf);
        Reading { cnf, slots, cover: OnceLock::new(), beside_clauses: OnceLock::new() }
    }

    /// See [`Cover::of`].
    pub(crate) fn cover(&self, clock: &Clock) -> Result<&Cover, Refusal> {
        once(&self.cover, || Cover::of(self.cnf, &self.slots, clock))
    }

    /// See [`Cover::beside_clauses`].
    pub(crate) fn cover_beside_clauses(&self, clock: &Clock) -> Result<(&Cover, &[Vec<Lit>]), Refusal> {
        if let Ok(cover) = self.cover(clock) {
            return Ok((cover, &[]));
        }
        let read = once(&self.beside_clauses, || Cover::beside_clauses(self.cnf, &self.slots, clock));
        read.map(|(cover, clauses)| (cover, clauses.as_slice()))
    }
}

/// The value made before, or now. That the time was over is kept out of it: others may have other
/// clocks.
fn once<T>(cell: &Once<T>, make: impl FnOnce() -> Result<T, Refusal>) -> Result<&T, Refusal> {
    let made = match cell.get() {
        Some(made) => made,
        None => match make() {
            Err(Refusal::Stopped) => return Err(Refusal::Stopped),
            made => cell.get_or_init(|| made),
        },
    };
    made.as_ref().map_err(|&refusal| refusal)
}
