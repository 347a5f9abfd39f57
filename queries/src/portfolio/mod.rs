//! A portfolio of searches for the same number, of which none is known to be the best one. They take
//! turns, a thread each, of which one runs at a time.
//!
//! Sides that tell how far they have come are compared now and then: the others go slower while one is
//! expected to end much sooner.

mod entry;
mod sides;

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use gordian_solver::{Observer, Statistics, Terminator};

use self::sides::Sides;
use crate::engines::component::Advance;
use crate::{Answer, Attempt, Limits};
pub(crate) use entry::Entry;
pub(crate) use sides::Turn;

/// The means lent to one of several searches.
pub(crate) struct Lent {
    pub(crate) turn: Turn,
    /// Those of the caller, who does not know of the others.
    caller: Limits,
}

impl Lent {
    fn to(turn: Turn, limits: &Limits) -> Lent {
        Lent { turn, caller: limits.clone() }
    }

    /// For a search that takes so many steps before it tells of any: returns when its turn has
    /// come, `None` if others have ended until then.
    pub(crate) fn after(self, steps: u64) -> Option<Lent> {
        self.turn.charge(steps).is_continue().then_some(self)
    }

    /// For a search that this flag ends, too.
    pub(crate) fn until(self, flag: Arc<AtomicBool>) -> Lent {
        Lent { caller: self.caller.with_terminator(flag), ..self }
    }

    /// For a search of the engine: its limits, and its steps, which both the engine and the
    /// collector of its solutions tell.
    pub(crate) fn into_engine(self) -> (Limits, Arc<EngineSteps>) {
        let flag = self.turn.is_over();
        let terminator = Terminator::from(Arc::clone(&flag));
        let Lent { turn, caller } = self;
        let limits = caller.clone().with_terminator(flag);
        let (ticks, lines, share) = Default::default();
        (limits, Arc::new(EngineSteps { turn, terminator, caller, ticks, lines, share }))
    }
}

/// A search that is to take turns with others.
pub(crate) struct Contender<'a, L, T> {
    entry: Entry,
    search: Box<dyn FnOnce(L) -> T + Send + 'a>,
}

impl<'a, L, T> Contender<'a, L, T> {
    pub(crate) fn new(entry: Entry, search: impl FnOnce(L) -> T + Send + 'a) -> Contender<'a, L, T> {
        Contender { entry, search: Box::new(search) }
    }
}

/// The outcome of a search.
pub(crate) trait Said {
    /// Whether it came to its end.
    fn is_complete(&self) -> bool;

    /// How many solutions it knows.
    fn known(&self) -> u128;

    /// The outcome, with what was tried for it.
    fn after(self, attempts: Vec<Attempt>) -> Self;
}

impl Said for Answer {
    fn is_complete(&self) -> bool {
        Answer::is_complete(self)
    }

    fn known(&self) -> u128 {
        self.count
    }

    fn after(self, attempts: Vec<Attempt>) -> Answer {
        Answer { attempts, ..self }
    }
}

impl<E> Said for Result<Answer, E> {
    fn is_complete(&self) -> bool {
        self.as_ref().is_ok_and(Answer::is_complete)
    }

    fn known(&self) -> u128 {
        self.as_ref().map_or(0, Answer::known)
    }

    fn after(self, attempts: Vec<Attempt>) -> Result<Answer, E> {
        self.map(|answer| answer.after(attempts))
    }
}

/// Lets searches take turns. Brings what the one says that comes to its end first; if none does,
/// what the one says that knows the most solutions, of several the first one.
pub(crate) fn race<T: Said + Send>(
    limits: &Limits,
    entry: Entry,
    first: impl FnOnce(Lent) -> T,
    others: Vec<Contender<'_, Lent, T>>,
) -> T {
    let stopped: Mutex<Vec<T>> = Mutex::new(Vec::new());
    let others = others.into_iter().map(|Contender { entry, search }| {
        let stopped = &stopped;
        Contender::new(entry, move |turn| {
            let said = search(Lent::to(turn, limits));
            if said.is_complete() {
                return Some(said);
            }
            stopped.lock().unwrap_or_else(PoisonError::into_inner).push(said);
            None
        })
    });
    let (one, other, attempts) = take_turns(entry, |turn| first(Lent::to(turn, limits)), others.collect());
    if one.is_complete() {
        return one.after(attempts);
    }
    let stopped = stopped.into_inner().unwrap_or_else(PoisonError::into_inner);
    let better = |best: T, said: T| if said.known() > best.known() { said } else { best };
    other.unwrap_or_else(|| stopped.into_iter().fold(one, better)).after(attempts)
}

/// Runs the first search on this thread and the others, which bring nothing if they were stopped,
/// on threads of their own. Brings what the first one says, what another one says if one came to
/// its end, and how far each has come.
fn take_turns<A, B: Send>(
    entry: Entry,
    first: impl FnOnce(Turn) -> A,
    others: Vec<Contender<'_, Turn, Option<B>>>,
) -> (A, Option<B>, Vec<Attempt>) {
    let entries = [entry].into_iter().chain(others.iter().map(|other| other.entry));
    let sides = Arc::new(Sides::new(entries.collect()));
    let (one, other) = thread::scope(|scope| {
        let others: Vec<_> = (1..)
            .zip(others)
            .filter_map(|(side, Contender { search, .. })| {
                let started = {
                    let sides = Arc::clone(&sides);
                    thread::Builder::new().spawn_scoped(scope, move || {
                        let _taking_part = sides.taking_part(side);
                        let turn = Turn::of(&sides, side);
                        if turn.take(0).is_break() {
                            return None;
                        }
                        let result = search(turn);
                        if result.is_some() {
                            sides.end();
                        }
                        result
                    })
                };
                if started.is_err() {
                    // No more threads can be had: it gives up before its first step, and the others
                    // go on without it.
                    drop(sides.taking_part(side));
                }
                started.ok()
            })
            .collect();
        let taking_part = sides.taking_part(0);
        let one = first(Turn::of(&sides, 0));
        // Complete, or stopped by what stops all.
        sides.end();
        drop(taking_part);
        let others = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (one, others.fold(None, Option::or))
    });
    (one, other, sides.attempts())
}

/// The steps of a search of the engine: its ticks, those of simplification too, and the lines of
/// memory that its solutions took.
#[derive(Debug)]
pub(crate) struct EngineSteps {
    turn: Turn,
    terminator: Terminator,
    caller: Limits,
    ticks: AtomicU64,
    lines: AtomicU64,
    /// The bits of the share of the space that is done; zero if the engine tells none.
    share: AtomicU64,
}

impl EngineSteps {
    /// Notes the lines of memory that solutions took, and returns when it is the turn of the search.
    pub(crate) fn take_lines(&self, lines: u64) -> ControlFlow<()> {
        self.lines.store(lines, Ordering::Relaxed);
        self.take()
    }

    fn take(&self) -> ControlFlow<()> {
        let ticks = self.ticks.load(Ordering::Relaxed) + self.lines.load(Ordering::Relaxed);
        match f64::from_bits(self.share.load(Ordering::Relaxed)) {
            0.0 => self.turn.take(ticks),
            share => self.turn.advance(Advance { ticks, share }),
        }
    }
}

/// Lets the other searches go on when their turn has come.
pub(crate) struct Waiting(pub(crate) Arc<EngineSteps>);

impl Observer for Waiting {
    fn covered(&mut self, share: f64) {
        self.0.share.store(share.to_bits(), Ordering::Relaxed);
    }

    fn progress(&mut self, statistics: &Statistics) {
        self.0.ticks.store(statistics.ticks + statistics.inprocess_ticks, Ordering::Relaxed);
        if self.0.take().is_break() || self.0.caller.clock.is_flagged() {
            self.0.terminator.trip();
        }
    }
}
