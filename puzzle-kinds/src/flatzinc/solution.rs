//! Solutions: decoded, judged and serialised.

use std::sync::Arc;

use gordian_encoders::rule::Guarding;
use gordian_flatzinc::mapping::constraint_words;
use gordian_flatzinc::{Domain, Model, OutputForm, Term, Violation as Broken};
use gordian_formula::{Clock, Model as FormulaModel};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::puzzle::FlatZinc;
use super::written::Written;
use crate::error::Violation;

/// An assignment of all variables of a model. It is serialised as what the model prints: values by their names, arrays
/// nested by their dimensions.
#[derive(Clone, Debug)]
pub struct FlatZincSolution {
    /// The values, those of Booleans 0 or 1.
    pub values: Vec<i64>,
    pub(super) model: Arc<Model>,
}

impl FlatZincSolution {
    /// The same with other values.
    pub fn with_values(&self, values: Vec<i64>) -> FlatZincSolution {
        FlatZincSolution { values, model: Arc::clone(&self.model) }
    }
}

impl PartialEq for FlatZincSolution {
    fn eq(&self, other: &FlatZincSolution) -> bool {
        self.values == other.values
    }
}

impl Eq for FlatZincSolution {}

impl FlatZinc {
    /// The values that a model of one of the formulas stands for. The number of variables
    /// tells which formula, unless a solver has added some; then the rules do.
    pub(super) fn solution_of(&self, model: &FormulaModel) -> Result<FlatZincSolution, Violation> {
        if self.written.iter().all(|written| written.get().is_none()) {
            let made = self.write(Guarding::None, &Clock::unlimited());
            made.map_err(|error| Violation::new(error.message))?;
        }
        let mut written: Vec<_> = self.written.iter().filter_map(|written| written.get()).collect();
        written.sort_by_key(|written| model.num_vars().abs_diff(written.num_vars));
        let solution =
            |written: &&Written| FlatZincSolution { values: written.values(model), model: Arc::clone(&self.model) };
        let solutions: Vec<FlatZincSolution> = written.iter().map(solution).collect();
        let right = solutions.iter().position(|solution| self.judge(solution).is_ok()).unwrap_or(0);
        solutions.into_iter().nth(right).ok_or_else(|| Violation::new("the model was never written as a formula"))
    }

    /// Judges by the meaning of the constraints.
    pub(super) fn judge(&self, solution: &FlatZincSolution) -> Result<(), Violation> {
        let model = &*self.model;
        if solution.values.len() != model.variables.len() {
            return Err(Violation::new("the solution has another number of values"));
        }
        match model.violation(&solution.values) {
            Ok(None) => Ok(()),
            Ok(Some(Broken::Domain(id))) => {
                let name = &model.variables[id.index()].name;
                Err(Violation::new(format!("`{name}` has the value {}", solution.values[id.index()])))
            }
            Ok(Some(Broken::Constraint(at))) => Err(Violation::new(constraint_words(model, &model.constraints[at]))),
            Err(error) => Err(Violation::new(error.to_string())),
        }
    }
}

/// The value of a term in JSON.
pub(super) fn value(model: &Model, term: &Term, values: &[i64]) -> Value {
    match term {
        Term::Boolean(value) => (*value).into(),
        Term::Integer(value) => (*value).into(),
        Term::Set(set) => set.to_string().into(),
        Term::VariableSet(set) => set.value(values).to_string().into(),
        Term::Variable(id) => match model.variables[id.index()].domain {
            Domain::Boolean => (values[id.index()] != 0).into(),
            Domain::Integer(_) => values[id.index()].into(),
        },
    }
}

/// The number of indices from the first to the last.
pub(super) fn length(first: i64, last: i64) -> usize {
    usize::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(0)
}

/// Values in arrays, nested by the dimensions.
pub(super) fn nested(dimensions: &[(i64, i64)], values: &[Value]) -> Value {
    match dimensions {
        // Dimensions of an array without elements may be as long as they like.
        &[(first, last), ref rest @ ..] if !rest.is_empty() && !values.is_empty() => {
            let size = values.len() / length(first, last).max(1);
            values.chunks(size.max(1)).map(|part| nested(rest, part)).collect()
        }
        _ => values.to_vec().into(),
    }
}

impl Serialize for FlatZincSolution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.model.outputs.len()))?;
        for output in &self.model.outputs {
            let shown = match &output.form {
                OutputForm::Term(term) => value(&self.model, term, &self.values),
                OutputForm::Array { dimensions, elements } => {
                    let values: Vec<Value> =
                        elements.iter().map(|element| value(&self.model, element, &self.values)).collect();
                    nested(dimensions, &values)
                }
            };
            map.serialize_entry(&output.name, &shown)?;
        }
        map.end()
    }
}
