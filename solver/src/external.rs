//! The caller's variables and the engine's.

use std::collections::HashMap;

use gordian_formula::{Lit, Var};

use crate::store::names::Names;

/// Maps the caller's variables to dense internal ones, made when a variable is first used: memory follows what is used, not the
/// largest number.
///
/// Invariant: the tables and `names` undo each other on the variables used so far.
#[derive(Default)]
pub(crate) struct External {
    num_vars: usize,
    /// The internal index plus one; zero for unused.
    to_internal: Vec<u32>,
    /// As `to_internal`, for numbers far beyond what is used.
    sparse: HashMap<u32, u32>,
    names: Names,
}

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

    /// The internal literal, where the variable is in use.
    #[inline]
    pub(crate) fn get(&self, lit: Lit) -> Option<Lit> {
        let index = lit.var().index();
        let entry = match self.to_internal.get(index) {
            Some(&entry) if entry != 0 => entry,
            _ if self.sparse.is_empty() => 0,
            _ => self.sparse.get(&(index as u32)).copied().unwrap_or(0),
        };
        (entry != 0).then(|| Var::from_index(entry as usize - 1).lit(lit.is_positive()))
    }

    /// Puts a variable to use that is not.
    pub(crate) fn put_to_use(&mut self, var: Var) {
        let index = var.index();
        self.num_vars = self.num_vars.max(index + 1);
        self.names.push(Some(var));
        let entry = self.names.len() as u32;
        if index >= self.to_internal.len() && index < MIN_TABLE.max(DENSITY * self.names.len()) {
            self.to_internal.resize(index + 1, 0);
        }
        match self.to_internal.get_mut(index) {
            Some(place) => *place = entry,
            None => {
                self.sparse.insert(index as u32, entry);
            }
        }
    }

    /// Takes note that the engine made variables of its own; there are this many now.
    pub(crate) fn add_definitions(&mut self, num_internal: usize) {
        while self.names.len() < num_internal {
            self.names.push(None);
        }
    }

    /// What the caller calls the internal variables.
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
