//! Ways to count that are made of several searches, or bring no solutions.

use std::ops::ControlFlow;

use gordian_formula::Cnf;
use gordian_solver::Solver;

use super::Question;
use crate::burnside::{Burnside, Failure, burnside, in_parts};
use crate::choose::{QUICK_TICKS, first_attempt, instead_of_turns};
use crate::collect::Collector;
use crate::component::{Counting, Style, Trace};
use crate::cover::Cover;
use crate::frontier::Allowance;
use crate::slots::Slots;
use crate::symmetry::Action;
use crate::turns::Lent;
use crate::{Answer, Limits, Listener, Method, QueryError, Refusal};
use crate::{chronological, component, frontier, lex_leader, turns};

impl Question<'_> {
    /// Counts by backtracking, with the symmetry broken where that can be done; or where `fits` is blocking, which finds few solutions sooner but may need
    /// long to see that there are no others, by both in turns.
    pub(super) fn count_by_engines(
        &self,
        fits: Method,
        slots: &Slots,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        let can_break = self.symmetry.is_some_and(|group| lex_leader::can_break(slots, group.action()));
        let backtracking = if can_break { Method::LexLeader } else { Method::Chronological };
        if fits != Method::Blocking {
            return self.run(backtracking, slots, listener, false);
        }
        let by = |method, lent: Lent, listener: &mut dyn Listener| {
            let question = self.clone().with_limits(lent.limits);
            question.run_observed(method, slots, listener, false, Some(lent.observer))
        };
        turns::race(
            &self.limits,
            |lent| by(Method::Blocking, lent, listener),
            |lent| by(backtracking, lent, &mut ()),
            |answer| answer.as_ref().is_ok_and(Answer::is_complete),
        )
    }

    /// Counts by components, of the simplified formula or of the formula as it is.
    pub(super) fn count_components(
        &self,
        slots: &Slots,
        listener: &mut dyn Listener,
        style: Style,
    ) -> Result<(Answer, Option<Trace>), QueryError> {
        let mut collector = Collector::new(slots, &self.limits, listener, false);
        let Counting { number, effort, trace } = component::count(self.cnf, style, &mut |_| collector.poll());
        let mut answer = self.conclude(Method::Component, collector, None, None)?;
        answer.effort = Some(effort);
        if let Some(number) = number {
            answer = answer.with_totals(number, None);
        }
        Ok((answer, trace))
    }

    /// Counts by backtracking, if that ends in a moment.
    pub(super) fn count_few(&self, slots: &Slots) -> Result<Option<Answer>, QueryError> {
        let (limits, budget) = first_attempt(&self.limits);
        let mut listener = ();
        let mut collector = Collector::new(slots, &limits, &mut listener, false);
        let mut solver = Solver::with_options(self.engine_options(Method::Chronological, slots));
        self.cnf.feed(&mut solver);
        chronological::run(slots, &mut solver, None, &budget, &mut collector);
        let answer = self.conclude(Method::Chronological, collector, None, Some(solver.statistics().clone()))?;
        Ok(answer.is_complete().then_some(answer))
    }

    /// Counts by components and by backtracking in turns, until one of the two has the number, or another method fits
    /// better.
    pub(super) fn count_by_turns(
        &self,
        slots: &Slots,
        has_clauses: bool,
        listener: &mut dyn Listener,
    ) -> Result<ControlFlow<Answer, Method>, QueryError> {
        let mut collector = Collector::new(slots, &self.limits, listener, false);
        let options = self.engine_options(Method::Chronological, slots);
        let (mut is_quick, mut other) = (true, None);
        let turns::Outcome { number, method, effort } = turns::count(self.cnf, slots, options, &mut |steps| {
            if is_quick && steps > QUICK_TICKS {
                is_quick = false;
                other = instead_of_turns(self.cnf, slots, has_clauses, &self.limits, &self.options);
            }
            if other.is_some() { ControlFlow::Break(()) } else { collector.poll() }
        });
        if let Some(method) = other {
            return Ok(ControlFlow::Continue(method));
        }
        let answer = Answer { effort: Some(effort), ..self.conclude(method, collector, None, None)? };
        Ok(ControlFlow::Break(match number {
            Some(number) => answer.with_totals(number, None),
            None => answer,
        }))
    }

    /// Counts by components, and brings a trace of the search that proves the number; none if it was stopped.
    ///
    /// # Errors
    /// If a symmetry is given: solutions are counted, not classes.
    pub fn count_with_trace(&self, listener: &mut dyn Listener) -> Result<(Answer, Option<Trace>), QueryError> {
        if self.symmetry.is_some() {
            return Err(QueryError::Refused { method: Method::Component, reason: Refusal::Symmetry });
        }
        let (answer, trace) = self.count_components(&self.slots()?, listener, Style::Traced)?;
        let trace = trace.filter(|_| answer.is_complete());
        Ok((answer, trace))
    }

    /// Counts along a frontier.
    pub(super) fn count_along(
        &self,
        slots: &Slots,
        cover: &Cover,
        allowance: &Allowance,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        let method = Method::Frontier;
        let mut collector = Collector::new(slots, &self.limits, listener, false);
        let mut effort = frontier::Effort::default();
        let outcome = frontier::count(cover, allowance, &mut effort, &mut || collector.poll());
        let answer = self.conclude(method, collector, Some(effort.states), None)?;
        match outcome {
            frontier::Outcome::Counted(count) => Ok(answer.with_totals(count, None)),
            frontier::Outcome::Interrupted => Ok(answer),
            frontier::Outcome::TooLarge => Err(QueryError::Refused { method, reason: Refusal::Memory }),
        }
    }

    /// Counts what the elements of the group leave in place, along a frontier or by the method that fits.
    pub(super) fn count_folded(
        &self,
        method: Method,
        slots: &Slots,
        action: &Action,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        if !action.is_on_formula() {
            return Err(QueryError::Refused { method, reason: Refusal::Trust });
        }
        let mut collector = Collector::new(slots, &self.limits, listener, true);
        let mut nodes = 0;
        let inner = Some(method).filter(|&method| method == Method::Frontier);
        let numbers = burnside(self.cnf, slots, action, &mut |folded| {
            let answer = self.count_part(folded, inner, &mut collector)?;
            nodes += answer.nodes.unwrap_or(0);
            Ok(answer.exact_count())
        });
        let answer = |collector| self.conclude(method, collector, Some(nodes), None);
        match numbers {
            Ok(Burnside { count, orbits }) => Ok(answer(collector)?.with_totals(count, Some(orbits))),
            Err(Failure::Stopped) => answer(collector),
            Err(Failure::TooLarge) => Err(QueryError::Refused { method, reason: Refusal::LargeGroup }),
            Err(Failure::Error(error)) => Err(error),
        }
    }

    /// Counts all solutions by parts that a known symmetry maps to each other; `None` where there is none, or it does not split.
    pub(super) fn count_alike(&self, slots: &Slots, listener: &mut dyn Listener) -> Option<Result<Answer, QueryError>> {
        let action = self.known.filter(|_| self.symmetry.is_none())?.action();
        if !action.is_on_formula() {
            return None;
        }
        let mut collector = Collector::new(slots, &self.limits, listener, false);
        let mut nodes = 0;
        let mut method = Method::Frontier;
        let number = in_parts(self.cnf, slots, action, &mut |part| {
            let answer = self.count_part(part, None, &mut collector)?;
            nodes += answer.nodes.unwrap_or(0);
            if answer.method != Method::Frontier {
                method = answer.method;
            }
            Ok(answer.exact_count())
        })?;
        let answer = |collector| self.conclude(method, collector, Some(nodes), None);
        Some(match number {
            Ok(number) => answer(collector).map(|answer| answer.with_totals(number, None)),
            Err(Failure::Error(error)) => Err(error),
            Err(Failure::Stopped | Failure::TooLarge) => answer(collector),
        })
    }

    /// Counts the solutions of a formula made of this one.
    pub(super) fn count_part(
        &self,
        part: &Cnf,
        method: Option<Method>,
        collector: &mut Collector<'_>,
    ) -> Result<Answer, Failure> {
        let limits = Limits { solutions: None, ..self.limits.clone() };
        let question = Question::new(part).with_limits(limits).with_options(self.options.clone());
        let question = question.with_threads(self.threads).with_method(method);
        let answer = question.count(&mut ()).map_err(Failure::Error)?;
        match answer.stop {
            None => Ok(answer),
            Some(stop) => {
                let _ = collector.stop(stop);
                Err(Failure::Stopped)
            }
        }
    }
}
