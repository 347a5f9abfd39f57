//! Counting by sums: of what each symmetry leaves in place, and of parts that a symmetry maps to each other.

use std::cell::RefCell;
use std::ops::ControlFlow;

use gordian_formula::Cnf;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::inquiry::Inquiry;
use super::question::Question;
use crate::classes::burnside::{Burnside, Failure, burnside, in_parts};
use crate::collect::Collector;
use crate::engines::task::Found;
use crate::symmetry::SymmetryGroup;
use crate::{Answer, Engine, Listener, Method, Progress, QueryError, Refusal, Solution, SymmetryUse};

/// Classes whose solutions are all looked up before a symmetry is taken on trust.
const SAMPLE: u128 = 100;

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
        let mut counter = |folded: &Cnf| {
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
