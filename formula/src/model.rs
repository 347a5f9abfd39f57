//! Models: total assignments.

use crate::{Lit, Var};

/// A value for each variable of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// The model that gives the variable with index `i` the value `values[i]`.
    pub fn from_values(values: Vec<bool>) -> Model {
        Model { values }
    }

    /// The number of variables it has a value for.
    pub fn num_vars(&self) -> usize {
        self.values.len()
    }

    /// Whether the literal is true. A variable beyond the last one is taken as false.
    #[inline]
    pub fn satisfies(&self, lit: Lit) -> bool {
        self.value(lit.var()) != lit.is_negative()
    }

    /// The value of a variable; false beyond the last one.
    #[inline]
    pub fn value(&self, var: Var) -> bool {
        self.values.get(var.index()).copied().unwrap_or(false)
    }

    /// The true literal of each variable, in order.
    pub fn literals(&self) -> impl Iterator<Item = Lit> + '_ {
        self.values.iter().enumerate().map(|(index, &value)| Var::from_index(index).lit(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_literals_of_a_model_are_those_that_it_satisfies() {
        let model = Model::from_values(vec![true, false, true]);
        let numbers: Vec<i32> = model.literals().map(Lit::to_dimacs).collect();
        assert_eq!(numbers, [1, -2, 3]);
        assert_eq!(model.num_vars(), 3);
        assert!(model.literals().all(|lit| model.satisfies(lit) && !model.satisfies(!lit)));
        let beyond = Var::from_index(3);
        assert!(!model.value(beyond) && model.satisfies(beyond.negative()));
    }
}
