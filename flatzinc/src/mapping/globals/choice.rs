//! Choices by conditions.

use gordian_encoders::encode::Relation;

use super::super::arguments::Arguments;
use super::super::error::MappingError;
use super::super::statement::{Condition, Demand, Linear, Literal};
use super::super::translation::Translation;

impl Translation<'_> {
    /// Adds `if_then_else_…(conditions, values, result)`: the result has the value beside the first condition that is
    /// true. False for other constraints.
    pub(in super::super) fn add_choice(
        &mut self,
        name: &str,
        of: Arguments<'_>,
        condition: Condition,
    ) -> Result<bool, MappingError> {
        let ("if_then_else_int" | "if_then_else_var_int" | "if_then_else_bool" | "if_then_else_var_bool") = name else {
            return Ok(false);
        };
        let (conditions, values, result) = (of.literals(0)?, of.addends(1)?, of.addend(2)?);
        if conditions.len() != values.len() {
            return Err(of.wrong("there are not as many values as conditions"));
        }
        let mut before: Vec<Literal> = Vec::new();
        let mut demands = Vec::with_capacity(values.len());
        for (chosen, value) in conditions.into_iter().zip(values) {
            let terms = vec![(1, value), (-1, result)];
            let is_result = self.truth_of(Demand::Linear(Linear { terms, relation: Relation::Equal, bound: 0 }));
            demands.push(Demand::Any(before.iter().copied().chain([!chosen, is_result]).collect()));
            before.push(chosen);
        }
        self.push_all(condition, demands);
        Ok(true)
    }
}
