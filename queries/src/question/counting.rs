//! Ways to count that are made of several searches, or bring no solutions.

use std::cell::RefCell;
use std::ops::ControlFlow;

use gordian_formula::Cnf;
use gordian_solver::{Observer, Solver};
use num_bigint::BigUint;

use super::Question;
use super::beside::{has_sums, unless_too_large};
use crate::burnside::{Burnside, Failure, burnside, in_parts};
use crate::choose::{LARGE, QUICK_TICKS, Tactic, first_attempt, instead_of_turns, tactic};
use crate::collect::Collector;
use crate::component::{Counting, Style, Trace};
use crate::cover::Cover;
use crate::frontier::{Allowance, Diagram};
use crate::lex_leader::Search;
use crate::slots::Slots;
use crate::symmetry::{Action, Filter, SymmetryGroup};
use crate::turns::{Contender, Lent};
use crate::{Answer, Limits, Listener, Method, QueryError, Refusal};
use crate::{chronological, component, exact_cover, frontier, lex_leader, turns};

impl Question<'_> {
    /// Counts by backtracking, with the symmetry broken where that can be done; or where `fits` is blocking, which finds few solutions sooner but may need
    /// long to see that there are no others, by both in turns. A symmetry is of use to count all solutions, too: nothing is told of it then.
    ///
    /// What takes more than a moment is tried in other ways, with less effort: by blocking with the symmetry broken, which is better where few classes are
    /// hard to find; where classes are wanted by sums over the group, else by components, none of
    /// which need go through all of them.
    pub(super) fn count_by_engines(
        &self,
        fits: Method,
        slots: &Slots,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        let found = if self.symmetry.is_none() { self.breakable_symmetry(slots) } else { None };
        let mut question = self.clone();
        question.symmetry = self.symmetry.or(found.as_ref());
        let breaks = question.can_break(slots);
        let backtracking = if breaks { Method::LexLeader } else { Method::Chronological };
        // Breaking the symmetry of a large group takes longer than other ways take to the end.
        let cost = question.symmetry.filter(|_| breaks).map_or(0, |group| lex_leader::cost(slots, group.action()));
        let over = QueryError::Refused { method: backtracking, reason: Refusal::LargeGroup };
        let by = |method, lent: Lent, listener: &mut dyn Listener| {
            let cost = if method == Method::LexLeader { cost } else { 0 };
            let lent = lent.after(cost).ok_or_else(|| over.clone())?;
            let question = question.clone().with_limits(lent.limits);
            question.run_observed(method, slots, listener, false, Some(Box::new(lent.observer)))
        };
        let mut others: Vec<Contender<'_, Lent, _>> = Vec::new();
        if fits == Method::Blocking {
            others.push(Contender::new(|lent| by(backtracking, lent, &mut ())));
        }
        if breaks {
            others.push(
                Contender::new(|lent: Lent| {
                    let Lent { limits, observer, .. } = lent.after(cost).ok_or_else(|| over.clone())?.slow();
                    let question = question.clone().with_limits(limits);
                    question.run_lex_leader(Search::Blocking, slots, &mut (), Some(Box::new(observer)))
                })
                .late(),
            );
        }
        match self.symmetry.map(SymmetryGroup::action) {
            Some(action) if has_sums(action) => {
                others.push(Contender::new(move |lent| self.count_by_sums(slots, action, lent)).late());
            }
            Some(_) => {}
            None => others.push(Contender::new(move |lent| self.count_components_beside(slots, lent)).late()),
        }
        let first = |lent: Lent| match fits {
            // With the symmetry broken, backtracking is nearly always the better one.
            Method::Blocking => by(fits, if breaks { lent.slow() } else { lent }, listener),
            _ => by(backtracking, lent, listener),
        };
        let answer = turns::race(&self.limits, first, others);
        match self.symmetry {
            Some(_) => answer,
            None => answer.map(|answer| Answer { orbits: None, group: None, ..answer }),
        }
    }

    /// Goes through one solution of each class, with the symmetry broken.
    pub(super) fn run_lex_leader(
        &self,
        search: Search,
        slots: &Slots,
        listener: &mut dyn Listener,
        observer: Option<Box<dyn Observer + Send>>,
    ) -> Result<Answer, QueryError> {
        let method = Method::LexLeader;
        let refused = |reason| QueryError::Refused { method, reason };
        let action = self.symmetry.map(SymmetryGroup::action).ok_or_else(|| refused(Refusal::NoSymmetry))?;
        if !action.is_on_formula() {
            return Err(refused(Refusal::Trust));
        }
        let mut broken = self.cnf.clone();
        if !lex_leader::break_symmetry(&mut broken, slots, action, &self.limits.clock()) {
            return Err(refused(Refusal::LargeGroup));
        }
        let mut solver = Solver::with_options(self.engine_options(method, slots));
        solver.set_observer(observer);
        broken.feed(&mut solver);
        let mut collector = Collector::new(slots, &self.limits, listener, true);
        lex_leader::run(search, slots, &mut solver, action, &self.limits.budget(), &mut collector);
        self.conclude(method, collector, None, Some(solver.statistics().clone()))
    }

    /// Counts by components, of the simplified formula or of the formula as it is.
    pub(super) fn count_components(
        &self,
        slots: &Slots,
        listener: &mut dyn Listener,
        style: Style,
    ) -> Result<(Answer, Option<Trace>), QueryError> {
        let mut collector = Collector::new(slots, &self.limits, listener, false);
        let Counting { number, effort, trace } =
            component::count(self.cnf, style, &mut |advance| collector.advance(advance.share));
        let mut answer = self.conclude(Method::Component, collector, None, None)?;
        answer.effort = Some(effort);
        if let Some(number) = number {
            answer = answer.with_totals(number, None);
        }
        Ok((answer, trace))
    }

    /// Counts by backtracking, for a moment; the number, or how many solutions are known.
    pub(super) fn count_few(&self, slots: &Slots) -> Result<ControlFlow<Answer, BigUint>, QueryError> {
        let (limits, budget) = first_attempt(&self.limits);
        let mut listener = ();
        let mut collector = Collector::new(slots, &limits, &mut listener, false);
        let mut solver = Solver::with_options(self.engine_options(Method::Chronological, slots));
        self.cnf.feed(&mut solver);
        chronological::run(slots, &mut solver, None, &budget, &mut collector);
        let answer = self.conclude(Method::Chronological, collector, None, Some(solver.statistics().clone()))?;
        Ok(match answer.is_complete() {
            true => ControlFlow::Break(answer),
            false => ControlFlow::Continue(answer.exact_count()),
        })
    }

    /// Counts by components and by backtracking in turns, until one of the two has the number, or another method fits
    /// better. What does not end in a moment begins anew where it turns out to have a symmetry that can be broken.
    pub(super) fn count_by_turns(
        &self,
        slots: &Slots,
        has_clauses: bool,
        listener: &mut dyn Listener,
    ) -> Result<ControlFlow<Answer, Method>, QueryError> {
        let mut collector = Collector::new(slots, &self.limits, listener, false);
        let options = self.engine_options(Method::Chronological, slots);
        let limits = Limits { solutions: None, ..self.limits.clone() };
        let (mut is_quick, mut other, mut symmetry) = (true, None, None);
        let mut outcome = turns::count(self.cnf, slots, options.clone(), None, &limits, &mut |advance| {
            if is_quick && advance.ticks > QUICK_TICKS {
                is_quick = false;
                other = instead_of_turns(self.cnf, slots, has_clauses, &self.limits, &self.options);
                symmetry = if other.is_none() { self.breakable_symmetry(slots) } else { None };
            }
            if other.is_some() || symmetry.is_some() {
                ControlFlow::Break(())
            } else {
                collector.advance(advance.share)
            }
        });
        if let Some(method) = other {
            return Ok(ControlFlow::Continue(method));
        }
        if let (Some(symmetry), None) = (symmetry, &outcome.number) {
            let action = Some(symmetry.action());
            outcome = turns::count(self.cnf, slots, options, action, &limits, &mut |advance| {
                collector.advance(advance.share)
            });
        }
        let turns::Outcome { number, at_least, method, effort } = outcome;
        let answer = Answer { effort: Some(effort), ..self.conclude(method, collector, None, None)? };
        Ok(ControlFlow::Break(match number {
            Some(number) => answer.with_totals(number, None),
            None => answer.at_least(at_least.into()),
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

    /// A symmetry by which all solutions follow from one of each class: the known one, or what is found in a formula that is small enough to look.
    fn breakable_symmetry(&self, slots: &Slots) -> Option<SymmetryGroup> {
        let can_break = |group: &SymmetryGroup| {
            group.order().is_some_and(|order| order > 1) && lex_leader::can_break(slots, group.action())
        };
        match self.known {
            Some(known) if can_break(known) => Some(known.clone()),
            _ if self.cnf.num_clauses() > LARGE || slots.len() > LARGE => None,
            _ => SymmetryGroup::detect_small(self.cnf, &self.limits.clock()).filter(can_break),
        }
    }

    /// Lists by the diagram that a frontier passes through.
    pub(super) fn list_along(
        &self,
        slots: &Slots,
        cover: &Cover,
        allowance: &Allowance,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        let mut collector = Collector::new(slots, &self.limits, listener, self.symmetry.is_some());
        let mut effort = frontier::Effort::default();
        let diagram = Diagram::new(cover, allowance, &mut effort, &mut || collector.poll());
        if let Some(diagram) = unless_too_large(diagram)? {
            let action = self.symmetry.map(SymmetryGroup::action);
            exact_cover::run_along(&diagram, cover, slots, action, &mut collector);
        }
        self.conclude(Method::Frontier, collector, Some(effort.states), None)
    }

    /// Lists all solutions as images under a known symmetry of those that a search finds; `None` where there is none, or
    /// the search would be short, or a limit says that some solutions are enough: these would be all alike.
    pub(super) fn list_by_images(
        &self,
        slots: &Slots,
        cover: &Cover,
        listener: &mut dyn Listener,
    ) -> Option<Result<Answer, QueryError>> {
        let action = self.known.filter(|_| self.symmetry.is_none() && self.limits.solutions.is_none())?.action();
        if !Filter::is_without_memory(action)
            || self.checkpoint.is_some()
            || matches!(tactic(cover, &self.limits.clock()), Tactic::Search)
        {
            return None;
        }
        let mut collector = Collector::new(slots, &self.limits, listener, false);
        let nodes = exact_cover::run_by_images(cover, slots, action, &self.limits, &mut collector);
        Some(nodes.and_then(|nodes| self.conclude(Method::ExactCover, collector, Some(nodes), None)))
    }

    /// Counts what the elements of the group leave in place, along a frontier or by the method that fits.
    pub(super) fn count_folded(
        &self,
        method: Method,
        slots: &Slots,
        action: &Action,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        // A solution that a symmetry leaves in place is a solution.
        let mut known = if action.is_on_formula() { BigUint::ZERO } else { self.try_images(slots)? };
        let collector = RefCell::new(Collector::new(slots, &self.limits, listener, true));
        let mut nodes = 0;
        let inner = Some(method).filter(|&method| method == Method::Frontier);
        let mut counter = |folded: &Cnf| {
            let answer = self.count_part(folded, inner)?;
            nodes += answer.nodes.unwrap_or(0);
            known = answer.exact_count().max(std::mem::take(&mut known));
            whole(answer, &mut collector.borrow_mut())
        };
        let numbers = burnside(self.cnf, slots, action, &mut counter, &mut || collector.borrow_mut().poll());
        let collector = collector.into_inner();
        let answer = |collector| self.conclude(method, collector, Some(nodes), None);
        match numbers {
            Ok(Burnside { count, orbits }) => Ok(answer(collector)?.with_totals(count, Some(orbits))),
            Err(Failure::Stopped) => Ok(answer(collector)?.at_least(known)),
            Err(Failure::TooLarge) => Err(QueryError::Refused { method, reason: Refusal::LargeGroup }),
            Err(Failure::Error(error)) => Err(error),
        }
    }

    /// Looks up the images of some solutions under a symmetry that was taken on trust: sums would not show that it is none.
    /// Brings how many are known then.
    fn try_images(&self, slots: &Slots) -> Result<BigUint, QueryError> {
        let some = self.clone().with_limits(self.limits.clone().with_solutions(SAMPLE));
        some.run(Method::Blocking, slots, &mut (), false).map(|answer| answer.exact_count())
    }

    /// Counts all solutions by parts that a known symmetry maps to each other; `None` where there is none, or it does not split.
    pub(super) fn count_alike(&self, slots: &Slots, listener: &mut dyn Listener) -> Option<Result<Answer, QueryError>> {
        let action = self.known.filter(|_| self.symmetry.is_none())?.action();
        if !action.is_on_formula() {
            return None;
        }
        let mut collector = Collector::new(slots, &self.limits, listener, false);
        let (mut nodes, mut known) = (0, BigUint::ZERO);
        let mut method = Method::Frontier;
        let number = in_parts(self.cnf, slots, action, &mut |part| {
            let answer = self.count_part(part, None)?;
            nodes += answer.nodes.unwrap_or(0);
            known += answer.exact_count();
            if answer.method != Method::Frontier {
                method = answer.method;
            }
            whole(answer, &mut collector)
        })?;
        let answer = |collector| self.conclude(method, collector, Some(nodes), None);
        Some(match number {
            Ok(number) => answer(collector).map(|answer| answer.with_totals(number, None)),
            Err(Failure::Error(error)) => Err(error),
            Err(Failure::Stopped | Failure::TooLarge) => answer(collector).map(|answer| answer.at_least(known)),
        })
    }

    /// Counts the solutions of a formula made of this one, as far as that goes.
    pub(super) fn count_part(&self, part: &Cnf, method: Option<Method>) -> Result<Answer, Failure> {
        let limits = Limits { solutions: None, ..self.limits.clone() };
        let question = Question::new(part).with_limits(limits).with_options(self.options.clone());
        let question = question.with_threads(self.threads).with_method(method);
        question.count(&mut ()).map_err(Failure::Error)
    }
}

/// The number of solutions of a part; what stopped its count stops all.
fn whole(answer: Answer, collector: &mut Collector<'_>) -> Result<BigUint, Failure> {
    match answer.stop {
        None => Ok(answer.exact_count()),
        Some(stop) => {
            let _ = collector.stop(stop);
            Err(Failure::Stopped)
        }
    }
}

/// Classes whose solutions are all looked up before a symmetry is taken on trust.
const SAMPLE: u128 = 100;

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink, Cnf, Lit};
    use gordian_solver::Options;
    use gordian_testkit::Random;

    use super::*;

    /// Clauses with all their images under a rotation of the variables, of which those of the first cycle are visible.
    fn symmetric_formula(seed: u64) -> Cnf {
        let mut random = Random::new(seed);
        let cycle = 4 + random.below(4);
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(2 * cycle);
        for _ in 0..1 + random.below(3) {
            let mut clause: Vec<(usize, bool)> =
                (0..2 + random.below(2)).map(|_| (random.below(2 * cycle), random.below(2) == 0)).collect();
            // Without tautologies, which leave nearly every permutation a symmetry.
            clause.sort_unstable();
            clause.dedup_by_key(|lit| lit.0);
            for turn in 0..cycle {
                let turned = |&(at, sign): &(usize, bool)| vars[at / cycle * cycle + (at + turn) % cycle].lit(sign);
                cnf.add_clause(&clause.iter().map(turned).collect::<Vec<Lit>>());
            }
        }
        if random.below(2) == 0 {
            cnf.add_visible(&vars[..cycle]);
        }
        cnf
    }

    #[test]
    fn a_symmetry_that_nobody_asked_for_changes_no_number() {
        let limits = Limits::none();
        let mut broken = 0;
        for seed in 0..400 {
            let cnf = symmetric_formula(seed);
            let question = Question::new(&cnf);
            let slots = Slots::of_formula(&cnf);
            let expected = Question::new(&cnf).with_method(Some(Method::Chronological)).count(&mut ()).unwrap();
            for fits in [Method::Blocking, Method::Chronological] {
                let answer = question.count_by_engines(fits, &slots, &mut ()).unwrap();
                assert_eq!((answer.count, answer.orbits, answer.group), (expected.count, None, None), "{seed}");
                broken += u32::from(answer.method == Method::LexLeader);
            }
            let found = question.breakable_symmetry(&slots);
            let action = found.as_ref().map(SymmetryGroup::action);
            let outcome =
                turns::count(&cnf, &slots, Options::default(), action, &limits, &mut |_| ControlFlow::Continue(()));
            assert_eq!(outcome.number, Some(expected.count.into()), "{seed}");
        }
        assert!(broken > 300, "{broken}");
    }

    #[test]
    fn sums_that_take_turns_bring_the_classes() {
        let limits = Limits::none();
        for seed in 0..200 {
            let cnf = symmetric_formula(seed);
            let slots = Slots::of_formula(&cnf);
            let group = SymmetryGroup::detect(&cnf);
            let question = Question::new(&cnf).up_to(&group);
            let expected = question.clone().with_method(Method::Blocking).count(&mut ()).unwrap();
            let sums = |lent| question.count_by_sums(&slots, group.action(), lent).unwrap();
            let answer = turns::race(&limits, sums, Vec::new());
            assert_eq!(
                (answer.exact_count(), answer.exact_orbits()),
                (expected.exact_count(), expected.exact_orbits())
            );
            let answer = question.count_by_engines(Method::Blocking, &slots, &mut ()).unwrap();
            assert_eq!(
                (answer.exact_count(), answer.exact_orbits()),
                (expected.exact_count(), expected.exact_orbits())
            );
        }
    }
}
