//! The solutions that a certificate lists, and those that it forbids.

use gordian_formula::{Clock, Model, Permutation, Var};

use super::choice::Choice;
use crate::QueryError;
use crate::rows::RowSet;
use crate::slots::Slots;
use crate::symmetry::{Action, Orbit};

/// Up to this much memory for solutions, in bytes.
const MAX_BYTES: usize = 1 << 31;

/// The solutions found so far, as ascending rows of the slots of their true variables.
///
/// Invariant: `listed` and `hidden` have one entry for each class or solution; `blocked` holds
/// those of their images that make a representative of the choice true.
pub(super) struct Ledger<'a> {
    /// The group whose classes are listed; without one, each solution is.
    pub(super) classes: Option<(&'a Action, &'a [Permutation])>,
    /// For each slot, whether it is a representative; empty without a choice.
    is_representative: Vec<bool>,
    orbit: Orbit,
    pub(super) listed: RowSet,
    /// The hidden variables that are true in a model of each listed solution.
    pub(super) hidden: Vec<Box<[Var]>>,
    pub(super) blocked: RowSet,
}

/// A solution that no one found before stands for.
pub(super) struct New {
    /// The size of its orbit.
    pub(super) orbit_size: usize,
    /// The first of its blocked images; it and all later ones are new.
    pub(super) first_blocked: usize,
}

impl<'a> Ledger<'a> {
    pub(super) fn new(
        slots: &Slots,
        classes: Option<(&'a Action, &'a [Permutation])>,
        choice: Option<&Choice>,
    ) -> Ledger<'a> {
        let mut is_representative = Vec::new();
        if let Some(choice) = choice {
            is_representative.resize(slots.len(), false);
            for lit in &choice.representatives {
                if let Some(slot) = slots.of(lit.var()) {
                    is_representative[slot as usize] = true;
                }
            }
        }
        Ledger {
            classes,
            is_representative,
            orbit: Orbit::new(),
            listed: RowSet::new(),
            hidden: Vec::new(),
            blocked: RowSet::new(),
        }
    }

    /// Takes a solution, which makes a representative true; without a model it has no hidden
    /// variables. `None` if it was blocked already.
    ///
    /// # Errors
    /// If there are more solutions than can be kept.
    pub(super) fn take(
        &mut self,
        slots: &Slots,
        row: &[u32],
        model: Option<&Model>,
        clock: &Clock,
    ) -> Result<Option<New>, QueryError> {
        if self.blocked.contains(row) {
            return Ok(None);
        }
        let first_blocked = self.blocked.len();
        let orbit_size = match self.classes {
            None => {
                self.blocked.insert(row);
                self.list(slots, row, model);
                1
            }
            Some((action, generators)) => {
                let mut orbit = std::mem::replace(&mut self.orbit, Orbit::new());
                orbit.expand(action, row, clock)?;
                for image in orbit.rows() {
                    let is_kept = self.is_representative.is_empty()
                        || image.iter().any(|&slot| self.is_representative[slot as usize]);
                    if is_kept {
                        self.blocked.insert(image);
                    }
                }
                let least = (0..orbit.len()).min_by_key(|&position| orbit.row(position)).unwrap_or(0);
                let path = orbit.path(least);
                let image =
                    model.map(|model| image_of(model, slots.num_vars(), path.iter().map(|&at| &generators[at])));
                self.list(slots, orbit.row(least), image.as_ref());
                self.orbit = orbit;
                self.orbit.len()
            }
        };
        if self.blocked.bytes() + self.listed.bytes() > MAX_BYTES {
            return Err(QueryError::TooLarge { solutions: self.blocked.len() });
        }
        Ok(Some(New { orbit_size, first_blocked }))
    }

    fn list(&mut self, slots: &Slots, row: &[u32], model: Option<&Model>) {
        self.listed.insert(row);
        let is_hidden = |var: &Var| slots.of(*var).is_none();
        let hidden = model.map(|model| {
            let vars = (0..slots.num_vars()).map(Var::from_index);
            vars.filter(|&var| model.value(var)).filter(is_hidden).collect()
        });
        self.hidden.push(hidden.unwrap_or_default());
    }
}

/// The image of a model under permutations, one after the other.
fn image_of<'p>(model: &Model, num_vars: usize, path: impl Iterator<Item = &'p Permutation>) -> Model {
    let mut values: Vec<bool> = (0..num_vars).map(|index| model.value(Var::from_index(index))).collect();
    for permutation in path {
        let mut image = values.clone();
        for (index, &value) in values.iter().enumerate() {
            let lit = permutation.image(Var::from_index(index).positive());
            if let Some(to) = image.get_mut(lit.var().index()) {
                *to = value == lit.is_positive();
            }
        }
        values = image;
    }
    Model::from_values(values)
}
