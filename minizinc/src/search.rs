//! A question on its way to its answer.

use std::ops::ControlFlow;

use gordian_flatzinc::Goal;
use gordian_flatzinc::mapping::{MappingError, Reach, map_within};
use gordian_formula::{ClauseSink, Instant};

use crate::engine::Engine;
use crate::question::Listener;
use crate::{Answer, Question, SearchError, Solution, Wanted, list, mixed, optimize, propagated};

impl Question<'_> {
    /// Searches, in a formula or, where that would be too large, by propagating the constraints.
    ///
    /// The listener hears of each solution, of a model with a goal of each that is better than those before.
    ///
    /// # Errors
    /// If the model cannot be mapped or is too large, or if what was found is no solution.
    pub fn answer(&self, listener: &mut dyn FnMut(&Solution<'_>) -> ControlFlow<()>) -> Result<Answer, SearchError> {
        let is_one_enough = self.model.goal != Goal::Satisfy || self.wanted == Wanted::One;
        let mut reach = Reach::new(is_one_enough);
        let mut answer = self.answer_within(reach, listener)?;
        // Nothing was found among the values that were tried of integers without bounds, and others remain.
        while answer.is_exhausted && answer.solutions == 0 && !answer.unbounded.is_empty() {
            let Some(wider) = reach.wider(self.model) else { break };
            reach = wider;
            answer = match self.answer_within(reach, listener) {
                Ok(next) => Answer { mapping_time: answer.mapping_time + next.mapping_time, ..next },
                // So many values are too much for the search, which has been right so far.
                Err(error) if error.is_refusal() => break,
                Err(error) => return Err(error),
            };
        }
        Ok(answer)
    }

    /// Searches where integers without bounds reach so far.
    fn answer_within(&self, reach: Reach, listener: &mut Listener<'_>) -> Result<Answer, SearchError> {
        let started = Instant::now();
        match self.by_formula(reach, listener) {
            Err(error) if error.is_too_large() => {
                let searching = Instant::now();
                let found = propagated::run(self, reach, listener)?;
                let found = found.map_err(|refusal| SearchError::TooLarge { error: Box::new(error), refusal })?;
                let mapping_time = searching.duration_since(started);
                Ok(Answer { mapping_time, search_time: searching.elapsed(), ..found })
            }
            answer => answer,
        }
    }

    /// Searches the formula of the model.
    fn by_formula(&self, reach: Reach, listener: &mut Listener<'_>) -> Result<Answer, SearchError> {
        let started = Instant::now();
        let mapping = match map_within(self.model, self.limits, reach, &self.clock) {
            Err(MappingError::Stopped) => {
                return Ok(Answer { mapping_time: started.elapsed(), ..Answer::default() });
            }
            mapping => mapping?,
        };
        let (unbounded, is_worse_only) = (mapping.unbounded.clone(), mapping.is_worse_only);
        if !mapping.propagated.is_empty() || !mapping.wide.is_empty() {
            let found = mixed::run(self, &mapping, listener)?;
            let found = Answer { search_time: started.elapsed(), ..found };
            return Ok(found.of_unbounded(unbounded, is_worse_only));
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
        let found = Answer {
            variables: engine.formula.cnf.num_vars(),
            constraints: engine.formula.cnf.num_clauses() + engine.formula.cnf.num_groups(),
            mapping_time,
            search_time: started.elapsed(),
            ..found
        };
        Ok(found.of_unbounded(unbounded, is_worse_only))
    }
}
