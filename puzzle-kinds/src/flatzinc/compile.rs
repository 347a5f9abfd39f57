//! A model as a formula.

use std::mem;

use gordian_encoders::rule::Guarding;
use gordian_flatzinc::mapping::{Simplification, map};
use gordian_formula::{ClauseSink, Clock};

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
        let mapping = map(&self.model, simplification).map_err(|error| {
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
}
