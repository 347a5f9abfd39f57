//! Counting in parts, by several threads or with a checkpoint.

use gordian_solver::Options;
use num_bigint::BigUint;

use super::inquiry::Inquiry;
use crate::engines::cdcl;
use crate::engines::cover::Cover;
use crate::engines::task::Found;
use crate::method::Goal;
use crate::parallel::{self, Counting};
use crate::symmetry::Filter;
use crate::{Answer, Engine, Listener, QueryError, SymmetryUse};

impl Inquiry<'_> {
    /// Whether to count in parts: where that is possible and wanted. With a checkpoint it is wanted by all means.
    pub(super) fn is_in_parts(&self, engine: Engine, symmetry: Option<SymmetryUse>) -> Result<bool, QueryError> {
        let question = self.question;
        let is_wanted = question.threads > 1 && self.goal == Goal::Count && question.limits.solutions.is_none();
        if question.checkpoint.is_none() && !is_wanted {
            return Ok(false);
        }
        let is_plain = matches!(symmetry, None | Some(SymmetryUse::Orbits));
        let has_memory = self.action().is_some_and(|action| !Filter::is_without_memory(action));
        let can_split = match engine {
            Engine::Blocking | Engine::Chronological => true,
            // One count remembers parts for all others, so it is split only to be taken up again.
            Engine::Component => question.checkpoint.is_some() && symmetry.is_none(),
            // Parts know covers only, without clauses beside.
            Engine::ExactCover => self.cover().is_ok(),
            _ => false,
        };
        match is_plain && !has_memory && can_split {
            false if question.checkpoint.is_some() => Err(QueryError::NotInParts),
            is_possible => Ok(is_possible),
        }
    }

    /// By one engine, or by several in turn if these are engines of formulas; the first one stands for all.
    pub(super) fn run_in_parts(&self, engines: &[Engine], listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let engine = engines[0];
        let refused = |reason| QueryError::Refused { method: engine.into(), reason };
        let cover = (engine == Engine::ExactCover).then(|| self.cover().map_err(refused)).transpose()?;
        let options = &cdcl::options(engine, self.reading, &self.question.options, &self.question.limits);
        let mut collector = self.collector(listener);
        let asked = self.asked(engines, cover, options);
        let Counting { nodes, threads, number, engine } = parallel::run(&asked, &mut collector)?;
        let answer = self.conclude(engine, collector, Found { nodes, ..Found::default() })?;
        Ok(Answer { threads: Some(threads), ..with_number(answer, number) })
    }
    /// The answer of the checkpoint, if the time is over before anything is chosen.
    pub(super) fn known_by_checkpoint(&self, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let mut collector = self.collector(listener);
        let number = parallel::known(&self.asked(&[], None, &self.question.options), &mut collector)?;
        let answer = self.conclude(Engine::Chronological, collector, Found::default())?;
        Ok(with_number(answer, number))
    }

    fn asked<'b>(
        &'b self,
        engines: &'b [Engine],
        cover: Option<&'b Cover>,
        options: &'b Options,
    ) -> parallel::Asked<'b> {
        parallel::Asked {
            cnf: self.cnf(),
            slots: self.slots(),
            engines,
            cover,
            symmetry: self.action(),
            options,
            threads: self.question.threads,
            checkpoint: self.question.checkpoint,
        }
    }
}

/// The answer with the whole number, of which it has 128 bits.
fn with_number(answer: Answer, number: BigUint) -> Answer {
    let orbits = answer.exact_orbits();
    if answer.is_complete() { answer.with_totals(number, orbits) } else { answer.at_least(number) }
}
