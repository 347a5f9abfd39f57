//! The names that callers have for the variables of the engine.

use gordian_formula::{Lit, Var};

/// For each internal variable the caller's, or none: definitions bring variables that no caller knows of.
#[derive(Clone, Default)]
pub(crate) struct Names {
    /// By internal index, the caller's index or [`NONE`].
    indices: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Names {
    /// The number of internal variables.
    pub(crate) fn len(&self) -> usize {
        self.indices.len()
    }

    /// Names the next internal variable.
    pub(crate) fn push(&mut self, name: Option<Var>) {
        self.indices.push(name.map_or(NONE, |var| var.index() as u32));
    }

    /// The caller's literal.
    pub(crate) fn name(&self, internal: Lit) -> Option<Lit> {
        let index = *self.indices.get(internal.var().index())?;
        (index != NONE).then(|| Var::from_index(index as usize).lit(internal.is_positive()))
    }

    /// The internal variables that have names, with their names, in the order in which they were made.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Var, Var)> + '_ {
        let named = self.indices.iter().enumerate().filter(|&(_, &name)| name != NONE);
        named.map(|(internal, &name)| (Var::from_index(internal), Var::from_index(name as usize)))
    }
}
