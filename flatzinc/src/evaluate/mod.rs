//! The meaning of constraints: whether they hold for given values.
//!
//! Written after the MiniZinc handbook and the definitions of MiniZinc's library of globals, constraint by constraint
//! and without regard to speed; the mapping onto clauses shares nothing with it, so that each can be held against the
//! other.
//!
//! - A partial function is a relation: `int_div(1, 0, z)` is false.
//! - Division truncates toward zero, and a remainder has the sign of what is divided.
//! - Elements of arrays are numbered from one.
//! - `c_reif(…, r)` is `r ↔ c(…)`, `c_imp(…, r)` is `r → c(…)`; `fzn_c` and `gordian_c` are `c`.

mod arithmetic;
mod arrays;
mod automata;
mod call;
mod counting;
mod error;
mod graphs;
mod logic;
mod order;
mod packing;
mod sets;
mod wide;

use crate::model::{Constraint, Domain, Goal, Model, VariableId};

use call::{Call, Judgement};
pub use error::{EvaluationError, EvaluationReason};

/// The statement that an assignment breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The value of a variable is not in its domain.
    Domain(VariableId),
    /// A constraint, by its position, is false.
    Constraint(usize),
}

impl Model {
    /// The first domain or constraint that these values break; `None` for a solution. A value for each variable, 0 or 1
    /// for Booleans.
    ///
    /// # Errors
    ///
    /// If a constraint is not known, or has arguments that are not its own.
    ///
    /// # Panics
    ///
    /// If there are fewer values than variables.
    ///
    /// ```
    /// use gordian_flatzinc::{Model, Violation};
    /// let model = Model::read(b"var 1..9: x; var 1..9: y; constraint int_times(x, y, 12); solve satisfy;")?;
    /// assert_eq!(model.violation(&[3, 4])?, None);
    /// assert_eq!(model.violation(&[3, 5])?, Some(Violation::Constraint(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn violation(&self, values: &[i64]) -> Result<Option<Violation>, EvaluationError> {
        for (index, (variable, &value)) in self.variables.iter().zip(values).enumerate() {
            let is_inside = match &variable.domain {
                Domain::Boolean => matches!(value, 0 | 1),
                Domain::Integer(domain) => domain.as_ref().is_none_or(|domain| domain.contains(value)),
            };
            if !is_inside {
                return Ok(Some(Violation::Domain(VariableId(index as u32))));
            }
        }
        for (index, constraint) in self.constraints.iter().enumerate() {
            if !constraint.holds(values)? {
                return Ok(Some(Violation::Constraint(index)));
            }
        }
        Ok(None)
    }

    /// The value that is to be small or large.
    pub fn objective(&self, values: &[i64]) -> Option<i64> {
        match self.goal {
            Goal::Satisfy => None,
            Goal::Minimize(id) | Goal::Maximize(id) => values.get(id.index()).copied(),
        }
    }
}

impl Constraint {
    /// Whether the constraint is true under these values, one for each variable of its model.
    ///
    /// # Errors
    ///
    /// If the constraint is not known, or has arguments that are not its own.
    ///
    /// # Panics
    ///
    /// If there are fewer values than variables.
    pub fn holds(&self, values: &[i64]) -> Result<bool, EvaluationError> {
        judge(&self.name, &Call::new(&self.arguments, values)).map_err(|reason| EvaluationError {
            constraint: self.name.clone(),
            place: self.place,
            reason,
        })
    }
}

/// A reified or a plain constraint.
fn judge(name: &str, call: &Call<'_>) -> Result<bool, EvaluationReason> {
    let name = name.strip_prefix("fzn_").or_else(|| name.strip_prefix("gordian_")).unwrap_or(name);
    if let Some(base) = name.strip_suffix("_reif") {
        let (inner, reified) = call.reified()?;
        return Ok(reified == judge_plain(base, &inner)?);
    }
    if let Some(base) = name.strip_suffix("_imp") {
        let (inner, reified) = call.reified()?;
        // Arguments have to be right even where it does not matter what they say.
        return Ok(judge_plain(base, &inner)? || !reified);
    }
    judge_plain(name, call)
}

/// The families of constraints, each with those that it knows.
const FAMILIES: [fn(&str, &Call<'_>) -> Judgement; 9] = [
    arithmetic::judge,
    logic::judge,
    arrays::judge,
    counting::judge,
    order::judge,
    packing::judge,
    graphs::judge,
    automata::judge,
    sets::judge,
];

fn judge_plain(name: &str, call: &Call<'_>) -> Result<bool, EvaluationReason> {
    FAMILIES.iter().find_map(|judge| judge(name, call)).unwrap_or(Err(EvaluationReason::Unknown))
}
