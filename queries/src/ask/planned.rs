//! One question on its way to its answer, by what fits its formula.

use std::ops::ControlFlow;

use super::beside::has_sums;
use super::counting::{FirstAttempt, LONG_TO_BREAK};
use super::inquiry::Inquiry;
use super::question::Question;
use crate::classes::{burnside, symmetry_breaking};
use crate::engines::cover::Cover;
use crate::method::Goal;
use crate::plan::{Tactic, choose, expected_nodes, fits_cover, is_easy, tactic, wants_few};
use crate::symmetry::Action;
use crate::{Answer, Engine, Listener, Method, QueryError, Refusal, SymmetryUse};

impl Inquiry<'_> {
    /// By what the planner thinks fits.
    pub(super) fn as_planned(&self, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let (cover, question) = (self.cover().ok(), self.question);
        if question.limits.stopped().is_some() {
            if question.checkpoint.is_some() {
                return self.known_by_checkpoint(listener);
            }
            return Err(QueryError::Refused { method: Engine::Chronological.into(), reason: Refusal::Stopped });
        }
        let only_counts = self.counts_all() && question.symmetry.is_none();
        if let Some(cover) = cover.filter(|cover| fits_cover(cover, &question.limits, only_counts)) {
            return self.by_cover(cover, listener);
        }
        // Solutions that were found on the way to a choice are known, whatever becomes of what is
        // chosen.
        if only_counts {
            let FirstAttempt { known, has_rare_solutions } = match self.count_few()? {
                ControlFlow::Break(answer) => return Ok(answer),
                ControlFlow::Continue(attempt) => attempt,
            };
            return Ok(self.count_by_turns(has_rare_solutions, listener)?.at_least(known));
        }
        if let Some(action) = self.breakable().filter(|_| self.counts_all()) {
            // A broken symmetry leaves less to do than threads would do sooner.
            return self.count_broken(action, listener);
        }
        let (engine, found) = choose(self.reading, &question.limits, &question.options);
        // Parts know covers only, without clauses beside.
        let is_resumable = self.question.checkpoint.is_some();
        let engine = match engine {
            Engine::ExactCover if is_resumable && self.cover().is_err() => Engine::Chronological,
            engine => engine,
        };
        let answer = match engine {
            // Two that take turns leave less to do than threads would do sooner.
            Engine::Blocking if self.counts_all() => self.count_by_orbits(listener)?,
            // The formula may fall apart, whichever of the two is chosen.
            Engine::Blocking | Engine::Chronological if is_resumable && self.question.symmetry.is_none() => {
                self.run_in_parts(&[engine, Engine::Component], listener)?
            }
            _ => self.through_solutions(engine, listener)?,
        };
        // Solutions that a list has not shown are not counted by it.
        Ok(if self.goal == Goal::List { answer } else { answer.at_least(found.into()) })
    }

    /// By an engine that goes through all solutions, or one of each class.
    fn through_solutions(&self, engine: Engine, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        match engine {
            Engine::Blocking | Engine::Chronological if self.breaks_soon() => {
                self.by(Method::new(engine, SymmetryUse::LexLeader), listener)
            }
            _ => self.by(engine.into(), listener),
        }
    }

    /// An engine that finds solutions where the search for covers, which does not learn, finds none in a moment. The
    /// cover fits the search.
    fn sooner_than_search(&self, cover: &Cover) -> Option<Engine> {
        let Question { limits, options, checkpoint, .. } = self.question;
        // A cover of other options fits only since it is easy.
        if checkpoint.is_some() || !cover.is_mostly_primary() || is_easy(cover, limits) {
            return None;
        }
        let (engine, found) = choose(self.reading, limits, options);
        (found > 0 || wants_few(limits)).then_some(engine)
    }

    /// An engine that goes through all solutions.
    pub(super) fn engine_through_solutions(&self) -> Engine {
        let Question { limits, options, .. } = self.question;
        match self.cover() {
            Ok(cover) if fits_cover(cover, limits, false) => Engine::ExactCover,
            _ => choose(self.reading, limits, options).0,
        }
    }

    /// By a search for exact covers, or what may be better than it.
    fn by_cover(&self, cover: &Cover, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let search = Method::from(Engine::ExactCover);
        if self.goal == Goal::List
            && let Some(answer) = self.list_by_images(cover, listener)
        {
            return answer;
        }
        if !self.counts_all() {
            return match self.sooner_than_search(cover) {
                Some(engine) => self.through_solutions(engine, listener),
                None => self.by(search, listener),
            };
        }
        let symmetry = self.question.symmetry;
        let takes_turns = symmetry.is_none() && self.question.threads == 1;
        let nodes = expected_nodes(cover, self.clock());
        let Tactic::Frontier(allowance) = tactic(nodes) else {
            return if takes_turns { self.count_covers(cover, nodes, listener) } else { self.by_search(listener) };
        };
        if let Some(answer) = self.count_alike(listener) {
            return answer;
        }
        let answer = match symmetry.map(|group| group.action()) {
            None if takes_turns => self.count_covers(cover, nodes, listener),
            None => self.count_along(cover, &allowance, None, listener),
            Some(action)
                if !action.is_on_formula()
                    || symmetry_breaking::is_large(self.slots(), action)
                    || burnside::effort(action) > 2 * u128::from(allowance.work) =>
            {
                return self.by_search(listener);
            }
            Some(_) => self.run(SymmetryUse::Burnside.into(), listener),
        };
        match answer {
            Err(QueryError::Refused { .. }) => self.by_search(listener),
            answer => answer,
        }
    }

    /// Counts covers, or classes of them, by the search, and by sums over the group beside it.
    fn by_search(&self, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        match self.action() {
            Some(action) if has_sums(action) && self.question.threads == 1 => {
                self.count_classes_of_covers(action, listener)
            }
            _ => self.by(Engine::ExactCover.into(), listener),
        }
    }

    /// Whether a list of one solution of each class need not go through all of the others.
    fn breaks_soon(&self) -> bool {
        let cost = |action: &Action| symmetry_breaking::cost(self.slots(), action);
        self.goal == Goal::List && self.breakable().is_some_and(|action| cost(action) < LONG_TO_BREAK)
    }

    /// The symmetry that was asked for, if it can be broken.
    fn breakable(&self) -> Option<&Action> {
        self.action().filter(|action| symmetry_breaking::can_break(action))
    }
}
