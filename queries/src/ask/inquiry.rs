//! One question on its way to its answer, by one method.

use std::ops::ControlFlow;

use gordian_formula::Clock;
use gordian_solver::{Observer, Options, Solver, Statistics};

use super::question::Question;
use crate::classes::{Classes, symmetry_breaking};
use crate::collect::Collector;
use crate::engines::component::{self, Advance, Counting, Style, Trace};
use crate::engines::cover::Cover;
use crate::engines::frontier::Allowance;
use crate::engines::{blocking, chronological, exact_cover};
use crate::method::Goal;
use crate::plan::MEMORY;
use crate::slots::Slots;
use crate::symmetry::{Action, SymmetryGroup};
use crate::{Answer, Engine, Listener, Method, QueryError, Refusal, Status, Stop, SymmetryUse};

/// A question, the visible variables of its formula, and whether solutions are to be listed or counted.
#[derive(Clone, Copy)]
pub(super) struct Inquiry<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) slots: &'a Slots,
    pub(super) goal: Goal,
}

impl Inquiry<'_> {
    pub(super) fn clock(&self) -> &Clock {
        &self.question.limits.clock
    }

    /// The symmetry up to which is asked, as it acts on solutions.
    pub(super) fn action(&self) -> Option<&Action> {
        self.question.symmetry.map(SymmetryGroup::action)
    }

    /// Whether all solutions are to be counted in one go, none of them shown.
    pub(super) fn counts_all(&self) -> bool {
        self.goal == Goal::Count && self.question.limits.solutions.is_none() && self.question.checkpoint.is_none()
    }

    /// The formula as an exact cover.
    pub(super) fn cover(&self) -> Result<Cover, Refusal> {
        Cover::of(self.question.cnf, self.slots, self.clock())
    }

    pub(super) fn collector<'b>(&'b self, listener: &'b mut dyn Listener) -> Collector<'b> {
        Collector::new(self.slots, &self.question.limits, listener, self.question.symmetry.is_some())
    }

    /// By this method, in parts where that is wanted and possible. What the method leaves open is chosen.
    pub(super) fn by(&self, method: Method, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let refused = |reason| QueryError::Refused { method, reason };
        let symmetry = method.use_for(self.question.symmetry.is_some(), self.goal).map_err(refused)?;
        let engine = match (method.engine, symmetry) {
            (None, Some(SymmetryUse::Burnside)) => None,
            (None, Some(SymmetryUse::LexLeader)) => Some(Engine::Chronological),
            (None, _) => Some(self.engine_through_solutions()),
            (engine, _) => engine,
        };
        match engine {
            Some(engine) if self.is_in_parts(engine, symmetry)? => self.run_in_parts(engine, listener),
            None if self.question.checkpoint.is_some() => Err(QueryError::NotInParts),
            _ => self.run(Method { engine, symmetry }, listener),
        }
    }

    /// By this method, which is one of the table for what is asked.
    pub(super) fn run(&self, method: Method, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let refused = |reason| QueryError::Refused { method, reason };
        let Method { engine: Some(engine), symmetry } = method else {
            return self.count_folded(None, listener);
        };
        match (engine, symmetry) {
            (_, Some(SymmetryUse::Burnside)) => self.count_folded(Some(engine), listener),
            (Engine::Component, _) => Ok(self.count_components(listener, Style::Simplified)?.0),
            (Engine::Frontier, _) => {
                let cover = self.cover().map_err(refused)?;
                let allowance = Allowance { memory: MEMORY, work: u64::MAX };
                match (self.goal, symmetry) {
                    (Goal::Count, None) => self.count_along(&cover, &allowance, listener, None),
                    _ => self.list_along(&cover, &allowance, listener),
                }
            }
            (Engine::ExactCover, _) => {
                let found = Cover::beside_clauses(self.question.cnf, self.slots, self.clock());
                let (cover, clauses) = found.map_err(refused)?;
                let mut collector = self.collector(listener);
                let wanted = self.goal == Goal::List;
                let nodes = exact_cover::run(&cover, &clauses, self.slots, self.action(), wanted, &mut collector);
                self.conclude(engine, collector, Some(nodes), None)
            }
            (Engine::Blocking | Engine::Chronological, _) => self.by_solver(engine, symmetry, listener, None),
        }
    }

    /// By the CDCL engine, which tells the observer of its progress.
    pub(super) fn by_solver(
        &self,
        engine: Engine,
        symmetry: Option<SymmetryUse>,
        listener: &mut dyn Listener,
        observer: Option<Box<dyn Observer + Send>>,
    ) -> Result<Answer, QueryError> {
        let method = Method::new(engine, symmetry);
        let refused = |reason| QueryError::Refused { method, reason };
        let mut broken = None;
        let classes = match symmetry {
            Some(SymmetryUse::LexLeader) => {
                let action = self.action().ok_or_else(|| refused(Refusal::NoSymmetry))?;
                if !action.is_on_formula() {
                    return Err(refused(Refusal::Trust));
                }
                let cnf = broken.insert(self.question.cnf.clone());
                if !symmetry_breaking::break_symmetry(cnf, self.slots, action, self.clock()) {
                    return Err(refused(Refusal::LargeGroup));
                }
                Classes::Broken(action)
            }
            _ => Classes::of(self.action()),
        };
        let options = if broken.is_none() { self.engine_options(engine) } else { self.question.options.clone() };
        let mut solver = Solver::with_options(options);
        solver.set_observer(observer);
        let cnf = broken.as_ref().unwrap_or(self.question.cnf);
        cnf.feed(&mut solver);
        let mut collector = self.collector(listener);
        let budget = self.question.limits.budget();
        match (engine, classes) {
            (Engine::Chronological, Classes::Untold) if self.counts_all() => {
                chronological::count(self.slots, &mut solver, &budget, &mut collector);
            }
            (Engine::Chronological, _) => {
                chronological::run(self.slots, &mut solver, classes, &budget, &mut collector);
            }
            _ => blocking::run(cnf, self.slots, &mut solver, classes, &budget, &mut collector),
        }
        self.conclude(method, collector, None, Some(solver.statistics().clone()))
    }

    /// Counts by components, of the simplified formula or of the formula as it is.
    pub(super) fn count_components(
        &self,
        listener: &mut dyn Listener,
        style: Style,
    ) -> Result<(Answer, Option<Trace>), QueryError> {
        self.count_components_while(listener, style, &mut |_| ControlFlow::Continue(()))
    }

    /// As [`Inquiry::count_components`], until `turn`, which hears how far it has come, breaks it off.
    pub(super) fn count_components_while(
        &self,
        listener: &mut dyn Listener,
        style: Style,
        turn: &mut dyn FnMut(Advance) -> ControlFlow<()>,
    ) -> Result<(Answer, Option<Trace>), QueryError> {
        let mut collector = Collector::new(self.slots, &self.question.limits, listener, false);
        let Counting { number, effort, trace } = component::count(self.question.cnf, style, &mut |advance| {
            collector.advance(advance.share)?;
            turn(advance)
        });
        if number.is_none() && !collector.is_stopped() {
            // Another one has the number, or is to be asked.
            let _ = collector.stop(Stop::Budget);
        }
        let answer = self.conclude(Engine::Component, collector, None, None)?;
        let answer = Answer { effort: Some(effort), ..answer };
        let answer = match number {
            Some(number) => answer.with_totals(number, None),
            None => answer,
        };
        Ok((answer, trace))
    }

    /// In an exact cover, deciding on the tightest group shortens the search a hundredfold: measured on pentomino boards, by
    /// conflicts. Where other clauses stand beside the groups it may as well lengthen it.
    pub(super) fn engine_options(&self, engine: Engine) -> Options {
        let mut options = self.question.options.clone();
        if engine == Engine::Blocking && self.cover().is_ok() {
            options = options.with("group_decisions", 1);
        }
        options
    }

    /// The answer where the time is over before the method has begun.
    pub(super) fn stopped(&self, method: Method, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let mut collector = self.collector(listener);
        let _ = collector.poll();
        self.conclude(method, collector, None, None)
    }

    /// The answer that a collector holds. Where classes are told and nothing else is said, it is by orbits.
    pub(super) fn conclude(
        &self,
        method: impl Into<Method>,
        collector: Collector<'_>,
        nodes: Option<u64>,
        statistics: Option<Statistics>,
    ) -> Result<Answer, QueryError> {
        let collected = collector.finish().map_err(|error| match (error, self.action()) {
            // All solutions came, and their orbits hold others.
            (QueryError::OrbitArithmetic { .. }, Some(action)) if !action.is_on_formula() => QueryError::NotASymmetry,
            (error, _) => error,
        })?;
        let method = method.into();
        let orbits = self.question.symmetry.map(|_| SymmetryUse::Orbits);
        Ok(Answer {
            status: Status::of(collected.count > 0, collected.stop.is_none()),
            stop: collected.stop,
            count: collected.count,
            large_count: None,
            orbits: collected.orbits,
            large_orbits: None,
            group: self.question.symmetry.map(SymmetryGroup::summary),
            method: Method { symmetry: method.symmetry.or(orbits), ..method },
            checked_by: None,
            nodes,
            threads: None,
            effort: None,
            statistics,
        })
    }
}
