//! Two searches for the same number, where none is known to be the better one: they take turns, a thread each, of which one runs at
//! a time. The better one ends after about twice the steps that it takes alone.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use gordian_formula::Cnf;
use gordian_solver::{Observer, Options, Solver, Statistics, Terminator};
use num_bigint::BigUint;

use crate::collect::Collector;
use crate::component::{Counting, Style};
use crate::slots::Slots;
use crate::symmetry::Action;
use crate::{Effort, Limits, Method, chronological, component, lex_leader};

/// Steps that one may be ahead of the other.
const AHEAD: u64 = 1 << 18;

/// What came out: the number unless `poll` broke it off, by the method that had it first, and what counting by components took.
pub(crate) struct Outcome {
    pub(crate) number: Option<BigUint>,
    pub(crate) method: Method,
    pub(crate) effort: Effort,
}

/// Counts by components and, with these options of the engine, by backtracking, which goes through one solution of each class where it is given a symmetry that it can break.
///
/// No rule has been found that tells beforehand which one ends first: of Costas arrays, counting by components is the better one of
/// small, backtracking of large ones, by factors.
pub(crate) fn count(
    cnf: &Cnf,
    slots: &Slots,
    options: Options,
    symmetry: Option<&Action>,
    poll: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Outcome {
    let components = |turns: &Arc<Turns>| {
        component::count(cnf, Style::Simplified, &mut |steps| {
            let flow = poll(steps);
            if flow.is_break() { flow } else { turns.take(Side::First, steps) }
        })
    };
    let backtracking =
        |turns: &Arc<Turns>| backtrack(cnf, slots, options, symmetry, lend(turns, Side::Second, &Limits::none()));
    let (Counting { number, effort, .. }, other) = take_turns(components, backtracking);
    match (number, other) {
        (None, Some((number, method))) => Outcome { number: Some(number.into()), method, effort },
        (number, _) => Outcome { number, method: Method::Component, effort },
    }
}

/// The number of solutions, and how it was found; `None` if the other search ended first.
fn backtrack(
    cnf: &Cnf,
    slots: &Slots,
    options: Options,
    symmetry: Option<&Action>,
    lent: Lent,
) -> Option<(u128, Method)> {
    let broken = symmetry.and_then(|action| {
        let mut broken = cnf.clone();
        lex_leader::break_symmetry(&mut broken, slots, action).then_some((broken, action))
    });
    let mut solver = Solver::with_options(options);
    broken.as_ref().map_or(cnf, |(broken, _)| broken).feed(&mut solver);
    solver.set_observer(Some(lent.observer));
    let mut listener = ();
    let mut collector = Collector::new(slots, &lent.limits, &mut listener, false);
    let budget = lent.limits.budget();
    let method = match broken {
        Some((_, action)) => {
            lex_leader::run(slots, &mut solver, action, &budget, &mut collector);
            Method::LexLeader
        }
        None => {
            chronological::run(slots, &mut solver, None, &budget, &mut collector);
            Method::Chronological
        }
    };
    (!collector.is_stopped()).then(|| (collector.count(), method))
}

/// What one of two searches with the engine is to search with.
pub(crate) struct Lent {
    pub(crate) limits: Limits,
    pub(crate) observer: Box<dyn Observer + Send>,
}

/// What makes a search of the engine under these limits take turns.
fn lend(turns: &Arc<Turns>, side: Side, limits: &Limits) -> Lent {
    let flag = Arc::new(AtomicBool::new(false));
    let terminator = Terminator::from(Arc::clone(&flag));
    let waiting = Waiting { turns: Arc::clone(turns), side, terminator, caller: limits.clone() };
    Lent { limits: limits.clone().with_terminator(flag), observer: Box::new(waiting) }
}

/// Lets two searches with the engine take turns. Brings what the one says that comes to its end first; if none does, what the first one says.
pub(crate) fn race<T: Send>(
    limits: &Limits,
    first: impl FnOnce(Lent) -> T,
    second: impl FnOnce(Lent) -> T + Send,
    is_complete: impl Fn(&T) -> bool + Sync,
) -> T {
    let (one, other) = take_turns(
        |turns| first(lend(turns, Side::First, limits)),
        |turns| Some(second(lend(turns, Side::Second, limits))).filter(&is_complete),
    );
    match other {
        Some(other) if !is_complete(&one) => other,
        _ => one,
    }
}

/// Runs the first search on this thread and the second one, which brings nothing if it was stopped, on another.
fn take_turns<A, B: Send>(
    first: impl FnOnce(&Arc<Turns>) -> A,
    second: impl FnOnce(&Arc<Turns>) -> Option<B> + Send,
) -> (A, Option<B>) {
    let turns = Arc::new(Turns::new());
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            let _taking_part = turns.taking_part(Side::Second);
            if turns.take(Side::Second, 0).is_break() {
                return None;
            }
            let result = second(&turns);
            if result.is_some() {
                turns.end();
            }
            result
        });
        let taking_part = turns.taking_part(Side::First);
        let one = first(&turns);
        // Complete, or stopped by what stops both.
        turns.end();
        drop(taking_part);
        (one, other.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Lets the other search go on when its turn has come.
struct Waiting {
    turns: Arc<Turns>,
    side: Side,
    terminator: Terminator,
    caller: Limits,
}

impl Observer for Waiting {
    fn progress(&mut self, statistics: &Statistics) {
        if self.turns.take(self.side, statistics.ticks).is_break() || self.caller.terminated() {
            self.terminator.trip();
        }
    }
}

/// Which of the two searches a thread makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    First,
    Second,
}

/// Whose turn it is.
///
/// Invariant: until one of the two ends, only the side named by `turn` runs; the other waits in [`Turns::take`].
#[derive(Debug)]
pub(crate) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    turn: Side,
    /// Of each side; none where it has given up.
    steps: [Option<u64>; 2],
    is_over: bool,
}

impl Turns {
    /// The first side begins.
    pub(crate) fn new() -> Turns {
        let state = State { turn: Side::First, steps: [Some(0); 2], is_over: false };
        Turns { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Says how many steps this side has taken, and returns when it is its turn. `Break` if there is nothing more to do, since the other
    /// side has come to its end.
    pub(crate) fn take(&self, side: Side, steps: u64) -> ControlFlow<()> {
        let mut state = self.state();
        state.steps[side as usize] = Some(steps);
        let other = if side == Side::First { Side::Second } else { Side::First };
        if state.turn == side && state.steps[other as usize].is_some_and(|others| steps > others + AHEAD) {
            state.turn = other;
            self.changed.notify_all();
        }
        while state.turn != side && state.steps[other as usize].is_some() && !state.is_over {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// This side has the number, or was told to stop: the other one need not go on.
    pub(crate) fn end(&self) {
        self.state().is_over = true;
        self.changed.notify_all();
    }

    /// What this side holds while it searches: when it is dropped, the rest is left to the other one.
    pub(crate) fn taking_part(&self, side: Side) -> TakingPart<'_> {
        TakingPart { turns: self, side }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) struct TakingPart<'a> {
    turns: &'a Turns,
    side: Side,
}

impl Drop for TakingPart<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.turns.end();
        } else {
            self.turns.state().steps[self.side as usize] = None;
            self.turns.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes so many steps, a thousand at a time, and says whether it came to its end; and how far the other side was behind at most.
    fn walk(turns: &Turns, side: Side, length: u64) -> bool {
        for steps in (0..length).step_by(1000) {
            if turns.take(side, steps).is_break() {
                return false;
            }
            let state = turns.state();
            let [first, second] = state.steps.map(|steps| steps.unwrap_or(u64::MAX));
            assert!(state.is_over || first.max(second) == u64::MAX || first.abs_diff(second) <= AHEAD + 1000);
        }
        turns.end();
        true
    }

    #[test]
    fn the_shorter_way_ends_first() {
        for lengths in [[5_000_000, 2_000_000], [2_000_000, 5_000_000]] {
            let turns = Turns::new();
            let ended = std::thread::scope(|scope| {
                let second = scope.spawn(|| walk(&turns, Side::Second, lengths[1]));
                [walk(&turns, Side::First, lengths[0]), second.join().unwrap()]
            });
            assert_eq!(ended, [lengths[0] < lengths[1], lengths[1] < lengths[0]]);
        }
    }

    #[test]
    fn one_that_gives_up_is_not_waited_for() {
        let turns = Turns::new();
        drop(turns.taking_part(Side::Second));
        assert!(walk(&turns, Side::First, 3 * AHEAD));
        let turns = Turns::new();
        std::thread::scope(|scope| {
            let second = scope.spawn(|| walk(&turns, Side::Second, 3 * AHEAD));
            drop(turns.taking_part(Side::First));
            assert!(second.join().unwrap());
        });
    }
}
