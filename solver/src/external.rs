//! The caller's variables and the engine's.

use std::collections::HashMap;

use gordian_formula::{Lit, Var};

use crate::store::names::Names;

/// Maps the caller's variables to dense internal ones, which are made when a variable is first
/// used. Memory follows the variables in use, not the largest number.
///
/// Variables that unit clauses decided before the first search have no internal one, only a value,
/// until they are named again.
///
/// Invariant: the tables and `names` undo each other on the variables used so far that are not fixed.
#[derive(Clone, Default)]
pub(crate) struct External {
    num_vars: usize,
    /// The internal index plus one; zero for unused, [`FIXED_TRUE`] or [`FIXED_FALSE`] for those that are fixed.
    to_internal: Vec<u32>,
    /// Like `to_internal`, for numbers far above those in use.
    sparse: HashMap<u32, u32>,
    names: Names,
    /// Variables that were fixed, some of which may have been named again.
    fixed: Vec<u32>,
}

/// The entries of variables that have a value and no internal one.
const FIXED_TRUE: u32 = u32::MAX;
const FIXED_FALSE: u32 = u32::MAX - 1;

/// Numbers are held in a table while it has at most this many entries for each variable in use.
const DENSITY: usize = 16;
const MIN_TABLE: usize = 1 << 20;

impl External {
    /// The number of the caller's variables: one more than the largest index made or used.
    pub(crate) fn num_vars(&self) -> usize {
        self.num_vars
    }

    /// The number of internal variables.
    pub(crate) fn num_internal(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn new_var(&mut self) -> Var {
        let var = Var::from_index(self.num_vars);
        self.num_vars += 1;
        var
    }

    pub(crate) fn reserve(&mut self, num_vars: usize) {
        self.num_vars = self.num_vars.max(num_vars);
    }

    #[inline]
    fn entry(&self, var: Var) -> u32 {
        match self.to_internal.get(var.index()) {
            Some(&entry) if entry != 0 => entry,
            _ if self.sparse.is_empty() => 0,
            _ => self.sparse.get(&(var.index() as u32)).copied().unwrap_or(0),
        }
    }

    /// The internal literal, where the variable has one.
    #[inline]
    pub(crate) fn get(&self, lit: Lit) -> Option<Lit> {
        match self.entry(lit.var()) {
            0 | FIXED_FALSE | FIXED_TRUE => None,
            entry => Some(Var::from_index(entry as usize - 1).lit(lit.is_positive())),
        }
    }

    /// The value of a literal whose variable has no internal one for having a value.
    pub(crate) fn fixed(&self, lit: Lit) -> Option<bool> {
        let is_true = match self.entry(lit.var()) {
            FIXED_TRUE => true,
            FIXED_FALSE => false,
            _ => return None,
        };
        Some(is_true == lit.is_positive())
    }

    /// The literals of variables without an internal one that are true.
    pub(crate) fn fixed_lits(&self) -> impl Iterator<Item = Lit> + '_ {
        let vars = self.fixed.iter().map(|&index| Var::from_index(index as usize));
        vars.filter_map(|var| self.fixed(var.positive()).map(|value| var.lit(value)))
    }

    /// Takes the internal variables away from those that have a value, by the codes of internal
    /// literals. The others are numbered anew, in their order.
    pub(crate) fn fix(&mut self, values: &[i8]) {
        let names = std::mem::take(&mut self.names);
        for (internal, name) in names.iter() {
            let entry = match values[internal.positive().index()] {
                0 => {
                    self.names.push(Some(name));
                    self.names.len() as u32
                }
                value => {
                    self.fixed.push(name.index() as u32);
                    if value > 0 { FIXED_TRUE } else { FIXED_FALSE }
                }
            };
            self.set_entry(name, entry);
        }
    }

    fn set_entry(&mut self, var: Var, entry: u32) {
        match self.to_internal.get_mut(var.index()) {
            Some(place) => *place = entry,
            None => {
                self.sparse.insert(var.index() as u32, entry);
            }
        }
    }

    /// Gives a variable an internal one that has none.
    pub(crate) fn put_to_use(&mut self, var: Var) {
        let index = var.index();
        self.num_vars = self.num_vars.max(index + 1);
        self.names.push(Some(var));
        let entry = self.names.len() as u32;
        if index >= self.to_internal.len() && index < MIN_TABLE.max(DENSITY * self.names.len()) {
            self.to_internal.resize(index + 1, 0);
        }
        self.set_entry(var, entry);
    }

    /// Takes note that the engine made variables of its own; there are this many now.
    pub(crate) fn add_definitions(&mut self, num_internal: usize) {
        while self.names.len() < num_internal {
            self.names.push(None);
        }
    }

    /// The names that the caller has for the internal variables.
    pub(crate) fn names(&self) -> &Names {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_far_apart_take_little_memory() {
        let mut external = External::default();
        let vars = [3, Var::MAX_INDEX, 5, MIN_TABLE + 5].map(Var::from_index);
        for var in vars {
            assert_eq!(external.get(var.positive()), None);
            external.put_to_use(var);
        }
        for (internal, var) in vars.into_iter().enumerate() {
            let lit = external.get(var.negative()).unwrap();
            assert_eq!(lit, Var::from_index(internal).negative());
            assert_eq!(external.names().name(lit), Some(var.negative()));
        }
        assert!(external.to_internal.len() <= MIN_TABLE);
        assert_eq!(external.num_vars(), Var::MAX_INDEX + 1);
    }
}
