//! Searches that take turns without threads: in a page there are none.
//!
//! A search cannot be left in the midst of its work, so it begins anew whenever its turn comes again,
//! and may take twice as many steps as before. The steps that each told of are replayed in turns, as
//! threads would have taken them; so the same search ends first. All together take about four times as
//! long as with threads.

use std::sync::Arc;

use super::entry::Entry;
use super::sides::{Next, Sides, Turn, Walk, replay};
use super::{Contender, Lent, Said, better};
use crate::Limits;

/// The steps that each search may take at first.
pub(super) const FIRST_STEPS: u64 = 1 << 21;

/// Like [`super::race`], without threads.
pub(super) fn race<T: Said>(
    first_steps: u64,
    limits: &Limits,
    entry: Entry,
    mut first: impl FnMut(Lent) -> T,
    mut others: Vec<Contender<'_, Lent, T>>,
) -> T {
    let entries: Vec<Entry> = [entry].into_iter().chain(others.iter().map(|other| other.entry)).collect();
    let mut walks = vec![Walk::default(); entries.len()];
    let mut said: Vec<Option<T>> = entries.iter().map(|_| None).collect();
    loop {
        let (next, attempts) = replay(&entries, &walks);
        let side = match next {
            Next::Ended(side) => match said[side].take() {
                Some(said) => return said.after(attempts),
                None => side,
            },
            Next::Unknown(side) => side,
            Next::Over => match said.iter_mut().filter_map(Option::take).reduce(best) {
                Some(said) => return said.after(attempts),
                None => 0,
            },
        };
        let most = first_steps.max(walks[side].most.saturating_mul(2)).max(entries[side].head_start + first_steps);
        let sides = Arc::new(Sides::alone(entries[side], most));
        let lent = Lent::to(Turn::of(&sides, 0), limits);
        let outcome = match side.checked_sub(1) {
            None => first(lent),
            Some(other) => (others[other].search)(lent),
        };
        walks[side] = sides.walked(outcome.is_complete());
        said[side] = Some(outcome);
    }
}

/// Like [`better`], but a complete answer is the best. With threads it might not have come to its end
/// before the first search gave up.
fn best<T: Said>(best: T, said: T) -> T {
    match (best.is_complete(), said.is_complete()) {
        (true, _) => best,
        (false, true) => said,
        (false, false) => better(best, said),
    }
}
