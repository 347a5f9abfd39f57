//! Conjugacy classes of a group that is listed.

use std::collections::HashMap;

use crate::symmetry::Action;

/// Elements that are conjugates of each other.
pub(super) struct Class {
    /// The first of them, as a row of the action.
    pub(super) element: Vec<u32>,
    /// How many there are.
    pub(super) size: u128,
}

/// The classes in the order of their first elements, that of the identity first; `None` where the elements are not listed.
pub(super) fn classes(action: &Action) -> Option<Vec<Class>> {
    let elements: Vec<&[u32]> = action.elements()?.collect();
    let number_of: HashMap<&[u32], usize> = elements.iter().enumerate().map(|(number, &row)| (row, number)).collect();
    let mut seen = vec![false; elements.len()];
    let mut classes = Vec::new();
    let mut conjugate = Vec::new();
    for first in 0..elements.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut class = vec![first];
        let mut next = 0;
        while let Some(&number) = class.get(next) {
            next += 1;
            for generator in action.generators() {
                conjugate_by(generator, elements[number], &mut conjugate);
                let other = number_of[conjugate.as_slice()];
                if !std::mem::replace(&mut seen[other], true) {
                    class.push(other);
                }
            }
        }
        classes.push(Class { element: elements[first].to_vec(), size: class.len() as u128 });
    }
    Some(classes)
}

/// First the inverse of the generator, then the element, then the generator.
fn conjugate_by(generator: &[u32], element: &[u32], conjugate: &mut Vec<u32>) {
    conjugate.clear();
    conjugate.resize(element.len(), 0);
    for (&from, &to) in generator.iter().zip(element) {
        // The element sends a slot to `to`, so the conjugate sends the slot's image to the image of `to`.
        conjugate[from as usize / 2] = generator[to as usize / 2] ^ (to & 1) ^ (from & 1);
    }
}
