//! Ways to count that are made of several searches.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gordian_solver::Solver;
use num_bigint::BigUint;

use super::beside::{FRONTIER_TRIAL, has_sums};
use super::inquiry::Inquiry;
use super::question::Question;
use crate::classes::{Classes, symmetry_breaking};
use crate::collect::Collector;
use crate::engines::component::{Advance, Style};
use crate::engines::cover::Cover;
use crate::engines::task::Found;
use crate::engines::{cdcl, chronological, exact_cover};
use crate::plan::{LARGE, QUICK_TICKS, Tactic, first_attempt, instead_of_turns, tactic};
use crate::portfolio::{Contender, Lent, Waiting, race};
use crate::slots::Slots;
use crate::symmetry::{Action, Filter, SymmetryGroup};
use crate::{Answer, Engine, Listener, Method, QueryError, Refusal, SymmetryUse};

/// Steps of breaking a symmetry in which sums over its group are begun.
const LONG_TO_BREAK: u64 = 1 << 20;

/// A way to count, beside others.
type Beside<'a> = Contender<'a, Lent, Result<Answer, QueryError>>;

impl Inquiry<'_> {
    /// Counts by backtracking, with the symmetry broken where that can be done; or where `fits` is
    /// blocking, which finds few solutions sooner but may need long to see that there are no
    /// others, by both in turns. A symmetry is of use to count all solutions, too: nothing is told
    /// of it then.
    ///
    /// If that takes more than a moment, other ways are tried with less effort: blocking with the
    /// symmetry broken, which is better if few classes are hard to find; and sums over the group if
    /// classes are wanted, or else components. The last two need not go through all solutions.
    pub(super) fn count_by_engines(&self, fits: Engine, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let asked = self.question.symmetry;
        let found = if asked.is_none() { self.breakable_symmetry() } else { None };
        let question = self.question.clone().up_to(asked.or(found.as_ref()));
        let inquiry = Inquiry { question: &question, ..*self };
        let breaks = inquiry.can_break();
        let plain = inquiry.action().map(|_| SymmetryUse::Orbits);
        let broken = Some(SymmetryUse::LexLeader).filter(|_| breaks);
        let mut others: Vec<Beside<'_>> = Vec::new();
        if fits == Engine::Blocking {
            others.push(Contender::new(|lent| {
                inquiry.by_solver_beside(Engine::Chronological, broken.or(plain), lent, &mut ())
            }));
        }
        if breaks {
            let blocking = |lent: Lent| inquiry.by_solver_beside(Engine::Blocking, broken, lent.slow(), &mut ());
            others.push(Contender::new(blocking).late());
        }
        match self.action() {
            Some(action) if has_sums(action) => {
                let sums = Contender::new(move |lent| self.count_by_sums(action, lent));
                others.push(if takes_long_to_break(self.slots(), action) { sums } else { sums.late() });
            }
            Some(_) => {}
            None => others.push(Contender::new(move |lent| self.count_components_beside(lent)).late()),
        }
        let first = |lent: Lent| match fits {
            // With the symmetry broken, backtracking is nearly always the better one.
            Engine::Blocking => {
                inquiry.by_solver_beside(fits, plain, if breaks { lent.slow() } else { lent }, &mut *listener)
            }
            _ => inquiry.by_solver_beside(Engine::Chronological, broken.or(plain), lent, &mut *listener),
        };
        let answer = race(&self.question.limits, first, others);
        match asked {
            Some(_) => answer,
            None => answer.map(Answer::without_classes),
        }
    }

    /// By the CDCL engine, in turns with others.
    fn by_solver_beside(
        &self,
        engine: Engine,
        symmetry: Option<SymmetryUse>,
        lent: Lent,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        // Breaking the symmetry of a large group takes longer than other ways take to the end.
        let cost = match (symmetry, self.action()) {
            (Some(SymmetryUse::LexLeader), Some(action)) => symmetry_breaking::cost(self.slots(), action),
            _ => 0,
        };
        let over = || QueryError::Refused { method: Method::new(engine, symmetry), reason: Refusal::LargeGroup };
        let (limits, steps) = lent.after(cost).ok_or_else(over)?.into_engine();
        let question = self.question.clone().with_limits(limits);
        let inquiry = Inquiry { question: &question, ..*self };
        let collector = inquiry.collector(listener).taking_turns(|_, lines| steps.take_lines(lines));
        inquiry.collect(Method::new(engine, symmetry), collector, |collector| {
            cdcl::run(engine, &inquiry.task(symmetry), Some(Box::new(Waiting(Arc::clone(&steps)))), collector)
        })
    }

    /// Counts by backtracking, for a moment; the number, or how many solutions are known.
    pub(super) fn count_few(&self) -> Result<ControlFlow<Answer, BigUint>, QueryError> {
        let Question { limits, options, .. } = self.question;
        let (limits, budget) = first_attempt(limits);
        let mut listener = ();
        let mut collector = Collector::new(self.slots(), &limits, &mut listener, false);
        let mut solver = Solver::with_options(options.clone());
        self.cnf().feed(&mut solver);
        chronological::run(self.slots(), &mut solver, Classes::Untold, &budget, &mut collector);
        let found = Found { statistics: Some(solver.statistics().clone()), ..Found::default() };
        let answer = self.conclude(Engine::Chronological, collector, found)?;
        Ok(match answer.is_complete() {
            true => ControlFlow::Break(answer),
            false => ControlFlow::Continue(answer.exact_count()),
        })
    }

    /// Counts by components and by backtracking in turns, until one of the two has the number, or
    /// another engine fits better. If that takes more than a moment and a symmetry can be broken,
    /// backtracking restarts with it broken.
    ///
    /// No rule has been found that tells beforehand which one ends first: of Costas arrays, counting
    /// by components is the better one of small, backtracking of large ones, by factors.
    pub(super) fn count_by_turns(
        &self,
        listener: &mut dyn Listener,
    ) -> Result<ControlFlow<Answer, Engine>, QueryError> {
        let Question { limits, options, .. } = self.question;
        let (mut is_quick, mut other) = (true, None);
        let answer = self.count_with_components(listener, Contender::late, &mut |advance| {
            if is_quick && advance.ticks > QUICK_TICKS {
                is_quick = false;
                other = instead_of_turns(self.reading, limits, options);
            }
            if other.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(match other {
            Some(engine) if !answer.is_complete() => ControlFlow::Continue(engine),
            _ => ControlFlow::Break(answer),
        })
    }

    /// Counts in turns by components, which `poll` can break off, by backtracking, by backtracking
    /// with a symmetry broken, which begins as `begin` says and replaces the plain one, and along a
    /// frontier if the formula is an exact cover that no search for covers fits.
    fn count_with_components<'a>(
        &'a self,
        listener: &mut dyn Listener,
        begin: impl FnOnce(Beside<'a>) -> Beside<'a>,
        poll: &mut dyn FnMut(Advance) -> ControlFlow<()>,
    ) -> Result<Answer, QueryError> {
        let components = |lent: Lent| {
            let mut turn = |advance: Advance| {
                poll(advance)?;
                lent.turn.take(advance.ticks)
            };
            Ok(self.count_components(&mut *listener, Style::Simplified, &mut turn)?.0)
        };
        let engine = Engine::Chronological;
        let is_replaced = Arc::<AtomicBool>::default();
        let replaced = Arc::clone(&is_replaced);
        let plain = move |lent: Lent| self.by_solver_beside(engine, None, lent.until(Arc::clone(&replaced)), &mut ());
        let broken = move |lent: Lent| {
            let method = Method::new(engine, SymmetryUse::LexLeader);
            let none = || QueryError::Refused { method, reason: Refusal::NoSymmetry };
            let symmetry = self.breakable_symmetry().ok_or_else(none)?;
            is_replaced.store(true, Ordering::Relaxed);
            let question = self.question.clone().up_to(&symmetry);
            let inquiry = Inquiry { question: &question, ..*self };
            inquiry.by_solver_beside(engine, method.symmetry, lent, &mut ()).map(Answer::without_classes)
        };
        let mut others = vec![Contender::new(plain), begin(Contender::new(broken))];
        if let Ok(cover) = self.cover() {
            others.push(Contender::new(|lent| self.count_along_beside(cover, lent, FRONTIER_TRIAL)));
        }
        race(&self.question.limits, components, others)
    }

    /// A symmetry by which all solutions follow from one of each class: the known one, or what is
    /// found in a formula that is small enough to look.
    fn breakable_symmetry(&self) -> Option<SymmetryGroup> {
        let can_break = |group: &SymmetryGroup| {
            group.order().is_some_and(|order| order > 1) && symmetry_breaking::can_break(self.slots(), group.action())
        };
        let cnf = self.cnf();
        match self.question.known {
            Some(known) if can_break(known) => Some(known.clone()),
            _ if cnf.num_clauses() > LARGE || self.slots().len() > LARGE => None,
            _ => SymmetryGroup::detect_small(cnf, self.clock()).filter(can_break),
        }
    }

    /// Lists all solutions as images under a known symmetry of those that a search finds; `None`
    /// where there is none, or the search would be short, or a limit says that some solutions are
    /// enough: these would be all alike.
    pub(super) fn list_by_images(
        &self,
        cover: &Cover,
        listener: &mut dyn Listener,
    ) -> Option<Result<Answer, QueryError>> {
        let Question { known, symmetry, limits, checkpoint, .. } = self.question;
        let action = known.filter(|_| symmetry.is_none() && limits.solutions.is_none())?.action();
        if !Filter::is_without_memory(action)
            || checkpoint.is_some()
            || matches!(tactic(cover, self.clock()), Tactic::Search)
        {
            return None;
        }
        let mut collector = self.collector(listener);
        let nodes = exact_cover::run_by_images(cover, self.slots(), action, limits, &mut collector);
        Some(nodes.and_then(|nodes| self.conclude(Engine::ExactCover, collector, Found::nodes(nodes))))
    }
}

/// Whether sums over the group may well have ended before a search with the symmetry broken begins,
/// if that can begin at all.
fn takes_long_to_break(slots: &Slots, action: &Action) -> bool {
    !symmetry_breaking::can_break(slots, action) || symmetry_breaking::cost(slots, action) >= LONG_TO_BREAK
}

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink, Cnf, Lit};
    use gordian_testkit::Random;

    use super::*;
    use crate::Limits;
    use crate::engines::reading::Reading;
    use crate::method::Goal;

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
        let mut broken = 0;
        for seed in 0..400 {
            let cnf = symmetric_formula(seed);
            let question = Question::new(&cnf);
            let reading = Reading::new(&cnf);
            let inquiry = question.inquiry(&reading, Goal::Count);
            let expected = Question::new(&cnf).with_method(Engine::Chronological).count(&mut ()).unwrap();
            for fits in [Engine::Blocking, Engine::Chronological] {
                let answer = inquiry.count_by_engines(fits, &mut ()).unwrap();
                assert_eq!((answer.count, answer.orbits, answer.group), (expected.count, None, None), "{seed}");
                broken += u32::from(answer.method.symmetry == Some(SymmetryUse::LexLeader));
            }
            for begin in [Contender::late, |at_once| at_once] {
                let answer = inquiry.count_with_components(&mut (), begin, &mut |_| ControlFlow::Continue(())).unwrap();
                assert_eq!((answer.stop, answer.count), (None, expected.count), "{seed}");
            }
        }
        assert!(broken > 300, "{broken}");
    }

    #[test]
    fn sums_that_take_turns_bring_the_classes() {
        let limits = Limits::none();
        for seed in 0..200 {
            let cnf = symmetric_formula(seed);
            let reading = Reading::new(&cnf);
            let group = SymmetryGroup::detect(&cnf);
            let question = Question::new(&cnf).up_to(&group);
            let inquiry = question.inquiry(&reading, Goal::Count);
            let expected = question.clone().with_method(Engine::Blocking).count(&mut ()).unwrap();
            let sums = |lent| inquiry.count_by_sums(group.action(), lent).unwrap();
            let answer = race(&limits, sums, Vec::new());
            assert_eq!(
                (answer.exact_count(), answer.exact_orbits()),
                (expected.exact_count(), expected.exact_orbits())
            );
            let answer = inquiry.count_by_engines(Engine::Blocking, &mut ()).unwrap();
            assert_eq!(
                (answer.exact_count(), answer.exact_orbits()),
                (expected.exact_count(), expected.exact_orbits())
            );
        }
    }
}
