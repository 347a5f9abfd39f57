//! Conjugacy classes of a group.

use std::ops::ControlFlow;

use super::failure::Failure;
use crate::symmetry::{Action, Numbering};

/// Elements between two looks at the clock.
const POLL_INTERVAL: usize = 1 << 14;

/// Elements that are conjugates of each other.
pub(super) struct Class {
    /// One of them, as a row of the action.
    pub(super) element: Vec<u32>,
    /// How many there are.
    pub(super) size: u128,
}

/// The classes, that of the identity first.
pub(super) fn classes(action: &Action, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Vec<Class>, Failure> {
    let numbering = Numbering::of(action).ok_or(Failure::TooLarge)?;
    let conjugators: Vec<_> = action.generators().iter().map(|row| numbering.conjugator(row)).collect();
    let mut seen = vec![false; numbering.order()];
    let mut classes = Vec::new();
    let (mut class, mut digits, mut images) = (Vec::new(), Vec::new(), Vec::new());
    for first in 0..seen.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        class.clear();
        class.push(first as u32);
        let mut next = 0;
        while let Some(&number) = class.get(next) {
            next += 1;
            if next % POLL_INTERVAL == 0 && poll().is_break() {
                return Err(Failure::Stopped);
            }
            numbering.digits(number as usize, &mut digits);
            for conjugator in &conjugators {
                let other = numbering.conjugate(&digits, conjugator, &mut images);
                if !std::mem::replace(&mut seen[other], true) {
                    class.push(other as u32);
                }
            }
        }
        classes.push(Class { element: numbering.element(first), size: class.len() as u128 });
    }
    Ok(classes)
}
