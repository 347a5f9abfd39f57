//! A question on its way to its answer.

use std::ops::ControlFlow;

use gordian_flatzinc::Goal;
use gordian_flatzinc::mapping::{MappingError, map_within};
use gordian_formula::{ClauseSink, Instant};

use crate::engine::Engine;
use crate::{Answer, Question, SearchError, Solution, Wanted, list, mixed, optimize, propagated};

impl Question<'_> {
    /// Searches, in a formula or, where that would be too large, by propagating the constraints.
    ///
    /// The listener hears of each solution, of a model with a goal of each that is better than those before.
    ///
    /// # Errors
    /// If the model cannot be mapped or is too large, or if what was found is no solution.
    pub fn answer(&self, listener: &mut dyn FnMut(&Solution<'_>) -> ControlFlow<()>) -> Result<Answer, SearchError> {
        let started = Instant::now();
        match self.by_formula(listener) {
            Err(error) if error.is_too_large() => {
                let searching = Instant::now();
                let found = propagated::run(self, listener)?;
                let found = found.map_err(|refusal| SearchError::TooLarge { error: Box::new(error), refusal })?;
                let mapping_time = searching.duration_since(started);
                Ok(Answer { mapping_time, search_time: searching.elapsed(), ..found })
            }
            answer => answer,
        }
    }

    /// Searches the formula of the model.
    fn by_formula(&self, listener: &mut dyn FnMut(&Solution<'_>) -> ControlFlow<()>) -> Result<Answer, SearchError> {
        let started = Instant::now();
        let mapping = match map_within(self.model, self.limits, &self.clock) {
            Err(MappingError::Stopped) => {
                return Ok(Answer { mapping_time: started.elapsed(), ..Answer::default() });
            }
            mapping => mapping?,
        };
        let unbounded = mapping.unbounded.clone();
        if !mapping.propagated.is_empty() || !mapping.wide.is_empty() {
            let found = mixed::run(self, &mapping, listener)?;
            let is_complete = found.is_complete && unbounded.is_empty();
            return Ok(Answer { is_complete, search_time: started.elapsed(), unbounded, ..found });
        }
        let mut engine = match Engine::new(self, mapping)? {
            Some(engine) => engine,
            // The time is over.
            None => return Ok(Answer { mapping_time: started.elapsed(), unbounded, ..Answer::default() }),
        };
        let mapping_time = started.elapsed();
        let started = Instant::now();
        let found = match (self.model.goal, self.wanted) {
            (Goal::Minimize(_) | Goal::Maximize(_), _) => optimize::run(&mut engine, listener)?,
            (Goal::Satisfy, Wanted::One) => engine.find_one(listener)?,
            (Goal::Satisfy, _) => list::run(self, &mut engine, listener)?,
        };
        Ok(Answer {
            is_complete: found.is_complete && unbounded.is_empty(),
            variables: engine.formula.cnf.num_vars(),
            constraints: engine.formula.cnf.num_clauses() + engine.formula.cnf.num_groups(),
            mapping_time,
            search_time: started.elapsed(),
            unbounded,
            ..found
        })
    }
}
