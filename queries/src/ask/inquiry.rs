//! One question on its way to its answer, by one method.

use std::ops::ControlFlow;

use gordian_formula::{Clock, Cnf};

use super::question::Question;
use crate::collect::Collector;
use crate::engines;
use crate::engines::component::{self, Style, Trace};
use crate::engines::cover::Cover;
use crate::engines::reading::Reading;
use crate::engines::task::{Found, Task};
use crate::forecast::Advance;
use crate::method::Goal;
use crate::slots::Slots;
use crate::symmetry::{Action, SymmetryGroup};
use crate::{Answer, Engine, Listener, Method, QueryError, Refusal, Status, SymmetryUse};

/// A question, its formula as it is read, and whether solutions are to be listed or counted.
#[derive(Clone, Copy)]
pub(super) struct Inquiry<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) reading: &'a Reading<'a>,
    pub(super) goal: Goal,
}

impl<'a> Inquiry<'a> {
    pub(super) fn clock(&self) -> &'a Clock {
        &self.question.limits.clock
    }

    pub(super) fn cnf(&self) -> &'a Cnf {
        self.reading.cnf
    }

    pub(super) fn slots(&self) -> &'a Slots {
        &self.reading.slots
    }

    /// The symmetry up to which is asked, as it acts on solutions.
    pub(super) fn action(&self) -> Option<&'a Action> {
        self.question.symmetry.map(SymmetryGroup::action)
    }

    /// Whether all solutions are to be counted in one go, none of them shown.
    pub(super) fn counts_all(&self) -> bool {
        self.goal == Goal::Count && self.question.limits.solutions.is_none() && self.question.checkpoint.is_none()
    }

    /// The formula as an exact cover.
    pub(super) fn cover(&self) -> Result<&'a Cover, Refusal> {
        self.reading.cover(self.clock())
    }

    pub(super) fn collector<'b>(&'b self, listener: &'b mut dyn Listener) -> Collector<'b> {
        Collector::new(self.slots(), &self.question.limits, listener, self.question.symmetry.is_some())
    }

    /// The task of an engine that uses the symmetry like this.
    pub(super) fn task(&self, symmetry: Option<SymmetryUse>) -> Task<'a> {
        let Question { options, limits, .. } = self.question;
        let (reading, goal, action) = (self.reading, self.goal, self.action());
        Task { reading, goal, action, symmetry, options, limits, too_many: None }
    }

    /// By this method, in parts where that is wanted and possible. Parts of the method that are
    /// open are chosen.
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
            Some(engine) if self.is_in_parts(engine, symmetry)? => self.run_in_parts(&[engine], listener),
            None if self.question.checkpoint.is_some() => Err(QueryError::NotInParts),
            _ => self.run(Method { engine, symmetry }, listener),
        }
    }

    /// By this method, which is one of the table for what is asked.
    pub(super) fn run(&self, method: Method, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        match method {
            Method { engine: None, .. } | Method { symmetry: Some(SymmetryUse::Burnside), .. } => {
                self.count_folded(method.engine, listener)
            }
            Method { engine: Some(engine), symmetry } => {
                let search = |collector: &mut Collector<'_>| engines::search(engine, &self.task(symmetry), collector);
                self.collect(method, self.collector(listener), search)
            }
        }
    }

    /// The answer of a search by this method, which may find out that it does not apply.
    pub(super) fn collect(
        &self,
        method: Method,
        mut collector: Collector<'_>,
        search: impl FnOnce(&mut Collector<'_>) -> Result<Found, Refusal>,
    ) -> Result<Answer, QueryError> {
        let found = search(&mut collector).map_err(|reason| QueryError::Refused { method, reason })?;
        self.conclude(method, collector, found)
    }

    /// Counts by components, of the simplified formula or of the formula as it is, until `turn`,
    /// which hears how far it has come, breaks it off.
    pub(super) fn count_components(
        &self,
        listener: &mut dyn Listener,
        style: Style,
        turn: &mut dyn FnMut(Advance) -> ControlFlow<()>,
    ) -> Result<(Answer, Option<Trace>), QueryError> {
        let mut collector = Collector::new(self.slots(), &self.question.limits, listener, false);
        let (found, trace) = component::count_in_turns(self.cnf(), style, turn, &mut collector);
        Ok((self.conclude(Engine::Component, collector, found)?, trace))
    }

    /// The answer where the time is over before the method has begun.
    pub(super) fn stopped(&self, method: Method, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let mut collector = self.collector(listener);
        let _ = collector.poll();
        self.conclude(method, collector, Found::default())
    }

    /// The answer that a collector holds, with what was found beside. If classes are told and
    /// nothing else is said, they are told by orbits.
    pub(super) fn conclude(
        &self,
        method: impl Into<Method>,
        collector: Collector<'_>,
        found: Found,
    ) -> Result<Answer, QueryError> {
        let collected = collector.finish().map_err(|error| match (error, self.action()) {
            // All solutions came, and their orbits hold others.
            (QueryError::OrbitArithmetic { .. }, Some(action)) if !action.is_on_formula() => QueryError::NotASymmetry,
            (error, _) => error,
        })?;
        let method = method.into();
        let orbits = self.question.symmetry.map(|_| SymmetryUse::Orbits);
        let Found { number, estimate, nodes, effort, statistics } = found;
        let answer = Answer {
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
            effort,
            statistics,
            share: collected.share.filter(|_| collected.stop.is_some()),
            estimate,
            attempts: Vec::new(),
        };
        Ok(match number {
            Some(number) => answer.with_totals(number, None),
            None => answer,
        })
    }
}
