//! Conjugacy classes of a group.

use std::ops::ControlFlow;

use super::failure::Failure;
use crate::symmetry::{Action, Numbering};

/// Elements between two looks at the clock.
pub(crate) const POLL_INTERVAL: usize = 1 << 8;

/// Elements that are conjugates of each other.
pub(super) struct Class {
    /// One of them, as a row of the action.
    pub(super) element: Vec<u32>,
    /// The number of elements.
    pub(super) size: u128,
}

/// The classes, that of the identity first.
pub(super) fn classes(action: &Action, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Vec<Class>, Failure> {
    let numbering = Numbering::of(action).ok_or(Failure::TooLarge)?;
    let mut conjugators = numbering.conjugators(action.generators().iter().map(|row| &**row));
    let mut seen = Seen(vec![0; numbering.order().div_ceil(64)]);
    let mut classes = Vec::new();
    let mut class = Vec::new();
    let mut conjugated = 0;
    for first in 0..numbering.order() {
        if !seen.insert(first) {
            continue;
        }
        class.clear();
        class.push(first as u32);
        let mut next = 0;
        while let Some(&number) = class.get(next) {
            next += 1;
            conjugated += 1;
            if conjugated % POLL_INTERVAL == 0 && poll().is_break() {
                return Err(Failure::Stopped);
            }
            numbering.conjugate(number as usize, &mut conjugators, |other| {
                if seen.insert(other) {
                    class.push(other as u32);
                }
            });
        }
        classes.push(Class { element: numbering.element(first), size: class.len() as u128 });
    }
    Ok(classes)
}

/// A set of numbers with a bit for each, so that a table that is looked up in no order stays in a
/// cache.
struct Seen(Vec<u64>);

impl Seen {
    /// Whether it is new.
    fn insert(&mut self, number: usize) -> bool {
        let (word, bit) = (&mut self.0[number / 64], 1 << (number % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}
