//! Whether an assignment is a solution.

use gordian_flatzinc::mapping::constraint_words;
use gordian_flatzinc::{Model, Violation};

use crate::SearchError;

/// Judges an assignment by the meaning of the model's constraints alone.
///
/// # Errors
/// [`SearchError::Wrong`] if it breaks one, [`SearchError::Judgement`] if a constraint cannot be judged.
pub(crate) fn judge(model: &Model, values: &[i64]) -> Result<(), SearchError> {
    match model.violation(values)? {
        None => Ok(()),
        Some(Violation::Domain(variable)) => {
            Err(SearchError::Wrong(format!("the domain of {}", model.variables[variable.index()].name)))
        }
        Some(Violation::Constraint(at)) => Err(SearchError::Wrong(constraint_words(model, &model.constraints[at]))),
    }
}
