//! Models in the caller's variables.

use std::fmt;

use gordian_formula::Model;

use crate::engine::Engine;
use crate::external::External;

/// Models that differ only in visible variables that do not matter to them, as
/// [`Solver::enumerate_cubes`](crate::Solver::enumerate_cubes) finds them.
pub struct Cube<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) external: &'a External,
    pub(crate) num_free: u32,
}

impl Cube<'_> {
    /// The number of models, always a power of two.
    pub fn num_models(&self) -> u64 {
        1 << self.num_free
    }

    /// One of the models. It takes time proportional to the number of variables, so that a caller
    /// who counts does not ask for it.
    pub fn model(&self) -> Model {
        model_of(&self.engine.extended_values(), self.external)
    }
}

impl fmt::Debug for Cube<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Cube").field("num_models", &self.num_models()).finish_non_exhaustive()
    }
}

/// A model by its internal values. A removed variable that no removed clause asks anything of has no
/// value yet: false.
pub(crate) fn model_of(internal: &[i8], external: &External) -> Model {
    let mut values = vec![false; external.num_vars()];
    for (var, name) in external.names().iter() {
        values[name.index()] = internal[var.positive().index()] > 0;
    }
    for lit in external.fixed_lits() {
        values[lit.var().index()] = lit.is_positive();
    }
    Model::from_values(values)
}
