//! The formula that was made of a model, as decoding needs it.

use gordian_encoders::model::ProblemFormula;
use gordian_flatzinc::mapping::Mapping;
use gordian_formula::Model as FormulaModel;

/// The part of a written formula that decoding needs.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) mapping: Mapping,
    /// The formula without its clauses.
    pub(super) formula: ProblemFormula,
    pub(super) num_vars: usize,
}

impl Written {
    /// The values of the model's variables.
    pub(super) fn values(&self, model: &FormulaModel) -> Vec<i64> {
        self.mapping.values(&self.formula.assignment(model), &[])
    }
}
