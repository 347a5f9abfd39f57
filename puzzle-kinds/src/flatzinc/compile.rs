//! A model as a formula.

use std::mem;

use gordian_encoders::encode::{EncodingError, Truth};
use gordian_encoders::rule::Guarding;
use gordian_flatzinc::Goal;
use gordian_flatzinc::mapping::{Mapped, MappingError, Simplification, map};
use gordian_formula::{ClauseSink, Clock, Lit};

use super::puzzle::FlatZinc;
use super::written::Written;
use crate::compiled::Compiled;
use crate::error::PuzzleError;

impl FlatZinc {
    /// The model as a formula. Rules that can be left out stand for the constraints as the model has them; otherwise
    /// the constraints are simplified together.
    pub(super) fn write(&self, guarding: Guarding, clock: &Clock) -> Result<Compiled, PuzzleError> {
        let (at, simplification) = match guarding {
            Guarding::None => (0, Simplification::Full),
            Guarding::Selectors => (1, Simplification::Definitions),
        };
        let mapping = map(&self.model, simplification, clock).map_err(|error| {
            if error == MappingError::Stopped {
                return PuzzleError::of_encoding("", &EncodingError::Stopped);
            }
            let place = error.place();
            let malformed = PuzzleError::malformed(error.to_string());
            if place.line > 0 { malformed.at(place.line as usize, place.column as usize) } else { malformed }
        })?;
        if let Some(name) = mapping.unbounded.first() {
            let message = format!("`{name}` has no bounds, and none follow from the constraints");
            return Err(PuzzleError::malformed(message));
        }
        let formula = mapping.problem.compile_as(guarding, clock);
        let mut formula = formula.map_err(|error| PuzzleError::of_encoding("", &error))?;
        let (cnf, rules) = (mem::take(&mut formula.cnf), mem::take(&mut formula.rules));
        let selectors = mem::take(&mut formula.selectors);
        let meanings = formula.meanings.clone();
        // A second writing is the same.
        let _ = self.written[at].set(Written { mapping, formula, num_vars: cnf.num_vars() });
        Ok(Compiled { cnf, meanings, symmetries: Vec::new(), rules, selectors })
    }

    /// The model as a formula in which the objective is better than this.
    pub(super) fn write_better(&self, than: i64, clock: &Clock) -> Result<Compiled, PuzzleError> {
        let (variable, is_small) = match self.model.goal {
            Goal::Satisfy => return Err(PuzzleError::without_goal()),
            Goal::Minimize(variable) => (variable, true),
            Goal::Maximize(variable) => (variable, false),
        };
        let mut compiled = self.write(Guarding::None, clock)?;
        let Some(Written { mapping, formula, .. }) = self.written[0].get() else { return Ok(compiled) };
        let is_better = |value: i64| if is_small { value < than } else { value > than };
        let clauses = match mapping.variables[variable.index()] {
            Mapped::Integer(integer) if is_small => formula.at_most(integer, than.saturating_sub(1)),
            Mapped::Integer(integer) => formula.at_least(integer, than.saturating_add(1)),
            Mapped::Constant(value) if is_better(value) => Vec::new(),
            Mapped::Constant(_) => vec![Vec::new()],
            Mapped::Boolean(_) | Mapped::Wide { .. } | Mapped::Computed(_) => {
                return Err(PuzzleError::malformed("the objective is no integer of the formula"));
            }
        };
        for clause in clauses {
            if !clause.contains(&Truth::Always) {
                let clause: Vec<Lit> = clause.into_iter().filter_map(Truth::lit).collect();
                compiled.cnf.add_clause(&clause);
            }
        }
        Ok(compiled)
    }
}
