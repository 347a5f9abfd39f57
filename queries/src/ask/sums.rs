//! Counting by sums: of what each symmetry leaves in place, and of parts that a symmetry maps to each other.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use gordian_formula::{Cnf, Lit};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::beside::STEPS_PER_CLAUSE;
use super::inquiry::Inquiry;
use super::question::Question;
use crate::classes::burnside::{self, Burnside, Failure, Span, burnside, in_parts};
use crate::collect::Collector;
use crate::engines::component::Style;
use crate::engines::frontier::Allowance;
use crate::engines::reading::Reading;
use crate::engines::task::Found;
use crate::forecast::{Advance, Forecast, Outlook};
use crate::method::Goal;
use crate::portfolio::{Contender, Entry, Lent, race};
use crate::symmetry::{Action, SymmetryGroup};
use crate::{Answer, Engine, Limits, Listener, Method, Progress, QueryError, Refusal, Solution, SymmetryUse};

/// Classes whose solutions are all looked up before a symmetry is taken on trust.
const SAMPLE: u128 = 100;
/// Steps that it takes about to find the number of a conjugate of an element: 70 ns for 2,488,320 elements.
const STEPS_PER_CONJUGATE: u64 = 3;
/// Literals of a formula that are read, to make another formula of it, in one step.
const LITERALS_PER_STEP: usize = 4;
/// Steps of a count by components after which it is told for the first time how long it may still take.
const FIRST_LOOK: u64 = 1 << 18;

impl Inquiry<'_> {
    /// Counts what the elements of the group leave in place, by this engine or by the method that fits.
    pub(super) fn count_folded(
        &self,
        engine: Option<Engine>,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        let method = Method { engine, symmetry: Some(SymmetryUse::Burnside) };
        let refused = |reason| QueryError::Refused { method, reason };
        let action = self.action().ok_or_else(|| refused(Refusal::NoSymmetry))?;
        if engine == Some(Engine::Frontier) {
            self.cover().map_err(refused)?;
        }
        // A solution that a symmetry leaves in place is a solution.
        let mut known = if action.is_on_formula() { BigUint::ZERO } else { self.try_images()? };
        let collector = RefCell::new(self.collector(listener));
        let mut nodes = 0;
        let mut counter = |folded: &Cnf, _: Span| {
            let mut relay = Relay { collector: &collector, known: known.to_u128().unwrap_or(u128::MAX), adds: false };
            let answer = self.question.count_part(folded, engine, &mut relay)?;
            nodes += answer.nodes.unwrap_or(0);
            known = answer.exact_count().max(std::mem::take(&mut known));
            whole(answer, &mut collector.borrow_mut())
        };
        let mut poll = || collector.borrow_mut().poll();
        let numbers = burnside(self.cnf(), self.slots(), action, &mut counter, &mut poll);
        let collector = collector.into_inner();
        let answer = |collector| self.conclude(method, collector, Found::nodes(nodes));
        match numbers {
            Ok(Burnside { count, orbits }) => Ok(answer(collector)?.with_totals(count, Some(orbits))),
            Err(Failure::Stopped) => Ok(answer(collector)?.at_least(known)),
            Err(Failure::TooLarge) => Err(refused(Refusal::LargeGroup)),
            Err(Failure::Error(error)) => Err(error),
        }
    }

    /// Counts solutions and classes by sums over the group, in turns with others. Each number is counted by components,
    /// and where the formula is an exact cover, along a frontier, too, in turns within those of this search.
    pub(super) fn count_by_sums(&self, action: &Action, lent: Lent) -> Result<Answer, QueryError> {
        // Beside a frontier, counts by components are charged for preparing in the race of each part.
        let lent = match self.cover() {
            Ok(_) => lent,
            Err(_) => self.after_preparing(STEPS_PER_CLAUSE, lent)?,
        };
        let steps = AtomicU64::new(0);
        let tell = |Outlook { ticks, rest }| {
            let ticks = steps.load(Ordering::Relaxed) + ticks;
            if self.question.limits.stopped().is_some() {
                ControlFlow::Break(())
            } else if rest.is_finite() {
                lent.turn.expect(Outlook { ticks, rest })
            } else {
                lent.turn.take(ticks)
            }
        };
        let size =
            self.cnf().clauses().chain(self.cnf().groups().map(|group| group.members)).map(<[Lit]>::len).sum::<usize>();
        let mut counter = |folded: &Cnf, span: Span| {
            steps.fetch_add((size / LITERALS_PER_STEP) as u64, Ordering::Relaxed);
            let told = AtomicU64::new(0);
            let limits = lent.limits();
            let number = count_fold(folded, &limits, &|outlook| {
                told.store(outlook.ticks, Ordering::Relaxed);
                tell(Outlook { rest: span.rest(outlook), ..outlook })
            })?;
            let ticks = told.into_inner();
            steps.fetch_add(ticks, Ordering::Relaxed);
            match tell(Outlook { ticks: 0, rest: span.rest(Outlook { ticks, rest: 0.0 }) }) {
                ControlFlow::Continue(()) => Ok(number),
                ControlFlow::Break(()) => Err(Failure::Stopped),
            }
        };
        let conjugates = (burnside::POLL_INTERVAL * action.generators().len()) as u64;
        let mut poll = || {
            steps.fetch_add(conjugates * STEPS_PER_CONJUGATE, Ordering::Relaxed);
            tell(Outlook { ticks: 0, rest: f64::INFINITY })
        };
        let summed = burnside(self.cnf(), self.slots(), action, &mut counter, &mut poll);
        match summed {
            Ok(Burnside { count, orbits }) => {
                let answer = self.conclude(SymmetryUse::Burnside, self.collector(&mut ()), Found::default())?;
                Ok(answer.with_totals(count, Some(orbits)))
            }
            Err(Failure::Error(error)) => Err(error),
            Err(Failure::TooLarge | Failure::Stopped) => {
                Err(QueryError::Refused { method: SymmetryUse::Burnside.into(), reason: Refusal::LargeGroup })
            }
        }
    }

    /// Looks up the images of some solutions under a symmetry that was taken on trust: sums would
    /// not show that it is none. Brings how many are known then.
    fn try_images(&self) -> Result<BigUint, QueryError> {
        let some = self.question.clone().with_limits(self.question.limits.clone().with_solutions(SAMPLE));
        let method = Method::new(Engine::Blocking, SymmetryUse::Orbits);
        Inquiry { question: &some, ..*self }.run(method, &mut ()).map(|answer| answer.exact_count())
    }

    /// Counts all solutions by parts that a known symmetry maps to each other; `None` where there
    /// is none, or it does not split.
    pub(super) fn count_alike(&self, listener: &mut dyn Listener) -> Option<Result<Answer, QueryError>> {
        let known = self.question.known.filter(|_| self.question.symmetry.is_none());
        let action = known.map(SymmetryGroup::action).filter(|action| action.is_on_formula())?;
        let collector = RefCell::new(self.collector(listener));
        let (mut nodes, mut known) = (0, BigUint::ZERO);
        let mut method = Method::from(Engine::Frontier);
        let number = in_parts(self.cnf(), self.slots(), action, &mut |part| {
            let mut relay = Relay { collector: &collector, known: known.to_u128().unwrap_or(u128::MAX), adds: true };
            let answer = self.question.count_part(part, None, &mut relay)?;
            nodes += answer.nodes.unwrap_or(0);
            known += answer.exact_count();
            if answer.method != Method::from(Engine::Frontier) {
                method = answer.method;
            }
            whole(answer, &mut collector.borrow_mut())
        })?;
        let collector = collector.into_inner();
        let answer = |collector| self.conclude(method, collector, Found::nodes(nodes));
        Some(match number {
            Ok(number) => answer(collector).map(|answer| answer.with_totals(number, None)),
            Err(Failure::Error(error)) => Err(error),
            Err(Failure::Stopped | Failure::TooLarge) => answer(collector).map(|answer| answer.at_least(known)),
        })
    }
}

impl Question<'_> {
    /// Counts the solutions of a formula made of this one, as far as that goes.
    fn count_part(&self, part: &Cnf, engine: Option<Engine>, listener: &mut dyn Listener) -> Result<Answer, Failure> {
        let question = Question { cnf: part, method: Method { engine, symmetry: None }, ..self.of_all() };
        question.count(listener).map_err(Failure::Error)
    }
}

/// Counts the solutions of a formula by components, and along a frontier where that fits, in turns. `tell` hears the
/// steps of both together, and about how long the one will still take that seems to end first.
fn count_fold(
    cnf: &Cnf,
    limits: &Limits,
    tell: &(dyn Fn(Outlook) -> ControlFlow<()> + Sync),
) -> Result<BigUint, Failure> {
    let reading = Reading::new(cnf);
    let question = Question::new(cnf).with_limits(limits.clone());
    let inquiry = question.inquiry(&reading, Goal::Count);
    let unknown = Outlook { ticks: 0, rest: f64::INFINITY };
    let told = Mutex::new([unknown; 2]);
    let (parts, along) = (0, 1);
    let outlooks = || told.lock().unwrap_or_else(PoisonError::into_inner);
    let tell_both = |of: usize, outlook| {
        outlooks()[of] = outlook;
        let [one, other] = *outlooks();
        tell(Outlook { ticks: one.ticks + other.ticks, rest: one.rest.min(other.rest) })
    };
    let by_parts = |lent: &Lent| {
        let (mut forecast, mut next_look) = (Forecast::new(), FIRST_LOOK);
        let mut turn = |advance: Advance| {
            lent.turn.advance_by_parts(advance)?;
            if advance.ticks >= next_look {
                forecast.look(advance.ticks, advance.share);
                next_look = advance.ticks + advance.ticks / 2;
            }
            tell_both(parts, Outlook { ticks: advance.ticks, rest: forecast.likely_rest() })
        };
        inquiry.count_components(&mut (), Style::Simplified, &mut turn).map(|(answer, _)| answer)
    };
    let answer = match inquiry.cover() {
        Ok(cover) => {
            let by_frontier = |lent: Lent| {
                let mut turn = |outlook| {
                    lent.turn.expect(outlook)?;
                    tell_both(along, outlook)
                };
                let answer = inquiry.count_along(cover, &Allowance::of_memory(), Some(&mut turn), &mut ());
                outlooks()[along].rest = f64::INFINITY;
                answer
            };
            let by_parts = |lent| by_parts(&inquiry.after_preparing(STEPS_PER_CLAUSE, lent)?);
            let others = vec![Contender::new(Entry::new(Engine::Component).slow(), by_parts)];
            race(limits, Entry::new(Engine::Frontier), by_frontier, others)
        }
        Err(_) => race(limits, Entry::new(Engine::Component), |lent| by_parts(&lent), Vec::new()),
    };
    let answer = answer.map_err(Failure::Error)?;
    if answer.is_complete() { Ok(answer.exact_count()) } else { Err(Failure::Stopped) }
}

/// Tells how far the count of a part has come.
struct Relay<'c, 'a> {
    collector: &'c RefCell<Collector<'a>>,
    /// Solutions that other parts have shown to exist.
    known: u128,
    /// Whether those of this part are others.
    adds: bool,
}

impl Listener for Relay<'_, '_> {
    fn solution(&mut self, _: &Solution<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) {
        let here = progress.solutions;
        let known = if self.adds { self.known.saturating_add(here) } else { self.known.max(here) };
        self.collector.borrow_mut().relay(known);
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

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink, Permutation, Var};
    use gordian_testkit::{Random, dominoes};

    use super::*;

    /// The coverings of a square board by dominoes, and its mirror images.
    fn mirrored_board(side: usize) -> (Cnf, SymmetryGroup) {
        let (cnf, places) = dominoes(side, side);
        let mirrored = |cell: usize| cell - cell % side + (side - 1 - cell % side);
        let images = places.iter().map(|cells| {
            let mut image = cells.map(mirrored);
            image.sort_unstable();
            Var::from_index(places.iter().position(|place| *place == image).unwrap()).positive()
        });
        let mirror = Permutation::from_images(images.collect()).unwrap();
        let group = SymmetryGroup::from_generators(&cnf, &[mirror], "board").unwrap();
        (cnf, group)
    }

    #[test]
    fn sums_over_a_group_of_an_exact_cover() {
        for (side, count, classes) in [(2, 2u32, 2u32), (4, 36, 24), (6, 6728, 3512)] {
            let (cnf, group) = mirrored_board(side);
            let question = Question::new(&cnf).up_to(&group);
            let reading = Reading::new(&cnf);
            let inquiry = question.inquiry(&reading, Goal::Count);
            let sums = |lent: Lent| inquiry.count_by_sums(group.action(), lent);
            let answer = race(&Limits::none(), Entry::new(SymmetryUse::Burnside), sums, Vec::new()).unwrap();
            assert_eq!((answer.exact_count(), answer.exact_orbits()), (count.into(), Some(classes.into())));
        }
    }

    #[test]
    fn both_ways_to_count_a_part_tell_their_steps() {
        let (cnf, _) = dominoes(6, 6);
        let most = AtomicU64::new(0);
        let tell = |outlook: Outlook| {
            most.fetch_max(outlook.ticks, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        assert_eq!(count_fold(&cnf, &Limits::none(), &tell).ok(), Some(BigUint::from(6728u32)));
        assert!(most.into_inner() > 0);
        // Without a frontier, it is told how long the components will take.
        let mut random = Random::new(5);
        let mut clauses = Cnf::new();
        let vars = clauses.new_vars(120);
        for _ in 0..230 {
            let first = random.below(100);
            clauses.add_clause(&[0, 5, 10].map(|step| vars[first + step + random.below(5)].lit(random.chance(50))));
        }
        let outlooks = AtomicU64::new(0);
        let tell = |outlook: Outlook| {
            outlooks.fetch_add(u64::from(outlook.rest.is_finite()), Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        assert!(count_fold(&clauses, &Limits::none(), &tell).is_ok());
        assert!(outlooks.into_inner() > 0);
        let stop = |_: Outlook| ControlFlow::Break(());
        assert!(matches!(count_fold(&cnf, &Limits::none(), &stop), Err(Failure::Stopped)));
    }
}
