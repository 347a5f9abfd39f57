//! A portfolio of searches for the same number, of which none is known to be the best one. They take
//! turns, a thread each, of which one runs at a time; where there are no threads, one after the other.
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

use gordian_solver::{Observer, Statistics};

use self::sides::{Next, Sides, Walk, replay};
use crate::forecast::Advance;
use crate::{Answer, Attempt, Limits};
pub(crate) use entry::Entry;
pub(crate) use sides::Turn;

/// The steps that each search may take at first.
const FIRST_STEPS: u64 = 1 << 21;
/// Steps of a decision of the engine, which its ticks leave out: 45 ns beside the 25 ns of a step, fitted to
/// 54 counts by backtracking.
const STEPS_PER_DECISION: u64 = 2;
/// Whether there are threads.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");

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

    /// The limits of a search within this one.
    pub(crate) fn limits(&self) -> Limits {
        self.caller.clone().with_terminator(self.turn.is_over())
    }

    /// For a search that begins again, and counts its steps anew.
    pub(crate) fn again(&self) -> Lent {
        Lent::to(self.turn.again(), &self.caller)
    }

    /// The same with a flag that ends the search.
    pub(crate) fn until(self, flag: Arc<AtomicBool>) -> Lent {
        Lent { caller: self.caller.with_terminator(flag), ..self }
    }

    /// For a search of the engine: its limits, and its steps, which both the engine and the
    /// collector of its solutions tell.
    pub(crate) fn into_engine(self) -> (Limits, Arc<EngineSteps>) {
        let (ticks, lines, share) = Default::default();
        (self.limits(), Arc::new(EngineSteps { turn: self.turn, ticks, lines, share }))
    }
}

/// A search that is to take turns with others.
pub(crate) struct Contender<'a, L, T> {
    entry: Entry,
    search: Box<dyn FnMut(L) -> T + Send + 'a>,
}

impl<'a, L, T> Contender<'a, L, T> {
    pub(crate) fn new(entry: Entry, search: impl FnMut(L) -> T + Send + 'a) -> Contender<'a, L, T> {
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

    /// The outcome, with what another one guesses that it does not.
    fn with_guess_of(self, other: &Self) -> Self;
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

    fn with_guess_of(self, other: &Answer) -> Answer {
        let share = [self.share, other.share].into_iter().flatten().reduce(f64::max);
        Answer { share, estimate: self.estimate.or(other.estimate), ..self }
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

    fn with_guess_of(self, other: &Result<Answer, E>) -> Result<Answer, E> {
        match other {
            Ok(other) => self.map(|answer| answer.with_guess_of(other)),
            Err(_) => self,
        }
    }
}

/// Lets searches take turns. Brings what the one says that comes to its end first; if none does,
/// what the one says that knows the most solutions, of several the first one.
pub(crate) fn race<T: Said + Send>(
    limits: &Limits,
    entry: Entry,
    first: impl FnMut(Lent) -> T,
    others: Vec<Contender<'_, Lent, T>>,
) -> T {
    if HAS_THREADS {
        race_by_threads(limits, entry, first, others)
    } else {
        race_alone(FIRST_STEPS, limits, entry, first, others)
    }
}

/// Lets a search take about so many steps; brings what it says then.
pub(crate) fn attempt<T>(limits: &Limits, entry: Entry, most: u64, search: impl FnOnce(Lent) -> T) -> T {
    search(Lent::to(Turn::of(&Arc::new(Sides::alone(entry, most)), 0), limits))
}

/// The one of two incomplete answers that knows more solutions, of equals the first one.
fn better<T: Said>(best: T, said: T) -> T {
    if said.known() > best.known() { said.with_guess_of(&best) } else { best.with_guess_of(&said) }
}

/// Like [`race`], without threads, of which a page has none.
///
/// A search cannot be left in the midst of its work, so it begins anew whenever its turn comes again,
/// and may take twice as many steps as before. The steps that each told of are replayed in turns, as
/// threads would have taken them; so the same search ends first. All together take about four times as
/// long as with threads.
fn race_alone<T: Said>(
    first_steps: u64,
    limits: &Limits,
    entry: Entry,
    mut first: impl FnMut(Lent) -> T,
    mut others: Vec<Contender<'_, Lent, T>>,
) -> T {
    let entries: Vec<Entry> = [entry].into_iter().chain(others.iter().map(|other| other.entry)).collect();
    let mut walks = vec![Walk::default(); entries.len()];
    let mut said: Vec<Option<T>> = entries.iter().map(|_| None).collect();
    loop {
        let (next, attempts) = replay(&entries, &walks);
        let side = match next {
            Next::Ended(side) => match said[side].take() {
                Some(said) => return said.after(attempts),
                None => side,
            },
            Next::Unknown(side) => side,
            Next::Over => match said.iter_mut().filter_map(Option::take).reduce(best) {
                Some(said) => return said.after(attempts),
                None => 0,
            },
        };
        let most = first_steps.max(walks[side].most.saturating_mul(2)).max(entries[side].head_start + first_steps);
        let sides = Arc::new(Sides::alone(entries[side], most));
        let lent = Lent::to(Turn::of(&sides, 0), limits);
        let outcome = match side.checked_sub(1) {
            None => first(lent),
            Some(other) => (others[other].search)(lent),
        };
        walks[side] = sides.walked(outcome.is_complete());
        said[side] = Some(outcome);
    }
}

/// Like [`better`], but a complete answer is the best. With threads it might not have come to its end
/// before the first search gave up.
fn best<T: Said>(best: T, said: T) -> T {
    match (best.is_complete(), said.is_complete()) {
        (true, _) => best,
        (false, true) => said,
        (false, false) => better(best, said),
    }
}

/// Like [`race`], each search in its own thread.
fn race_by_threads<T: Said + Send>(
    limits: &Limits,
    entry: Entry,
    mut first: impl FnMut(Lent) -> T,
    others: Vec<Contender<'_, Lent, T>>,
) -> T {
    let stopped: Mutex<Vec<T>> = Mutex::new(Vec::new());
    let others = others.into_iter().map(|Contender { entry, mut search }| {
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
            .filter_map(|(side, Contender { mut search, .. })| {
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

/// The steps of a search of the engine: its ticks, those of simplification and of decisions too, and the
/// lines of memory that its solutions took.
#[derive(Debug)]
pub(crate) struct EngineSteps {
    turn: Turn,
    ticks: AtomicU64,
    lines: AtomicU64,
    /// The bits of the share of the space that is done; zero if the engine tells none.
    share: AtomicU64,
}

impl EngineSteps {
    /// Notes the solutions and the lines of memory that these took, and returns when it is the turn of the search.
    pub(crate) fn take_solutions(&self, solutions: u128, lines: u64) -> ControlFlow<()> {
        self.lines.store(lines, Ordering::Relaxed);
        self.turn.find(solutions)?;
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
        let ticks = statistics.ticks + statistics.inprocess_ticks + STEPS_PER_DECISION * statistics.decisions;
        self.0.ticks.store(ticks, Ordering::Relaxed);
        // The limits of the engine have the flag of the turns, so it ends by itself where these are over.
        let _ = self.0.take();
    }
}

#[cfg(test)]
mod tests {
    use gordian_testkit::Random;

    use super::*;
    use crate::Engine;

    /// The outcome of a walk: whose it was, how far it came, whether that was its end, and what was tried.
    #[derive(Debug, PartialEq)]
    struct Walked {
        side: usize,
        steps: u64,
        is_complete: bool,
        attempts: Vec<Attempt>,
    }

    impl Said for Walked {
        fn is_complete(&self) -> bool {
            self.is_complete
        }

        fn known(&self) -> u128 {
            self.steps.into()
        }

        fn after(self, attempts: Vec<Attempt>) -> Walked {
            Walked { attempts, ..self }
        }

        fn with_guess_of(self, _: &Walked) -> Walked {
            self
        }
    }

    /// Walks so many steps, to the end or until it gives up.
    fn walker(side: usize, length: u64, gives_up: bool, tells: bool) -> impl FnMut(Lent) -> Walked + Send {
        move |lent| {
            let walked = |steps, is_complete| Walked { side, steps, is_complete, attempts: Vec::new() };
            for ticks in (0..length).step_by(1000) {
                let share = ticks as f64 / length as f64;
                let flow = if tells { lent.turn.advance(Advance { ticks, share }) } else { lent.turn.take(ticks) };
                if flow.is_break() {
                    return walked(ticks, false);
                }
            }
            walked(length, !gives_up)
        }
    }

    #[test]
    fn an_attempt_is_stopped_after_its_steps() {
        let most = 1 << 20;
        let of_length =
            |length| attempt(&Limits::none(), Entry::new(Engine::Component), most, walker(0, length, false, false));
        assert!(of_length(most / 2).is_complete);
        let stopped = of_length(most * 16);
        assert!(!stopped.is_complete && (most..most + 2000).contains(&stopped.steps), "{stopped:?}");
    }

    #[test]
    fn without_threads_the_same_search_ends_first() {
        let mut random = Random::new(9);
        let (mut by_others, mut by_none) = (0, 0);
        for _ in 0..100 {
            let lengths = [(); 4].map(|()| 1 + random.below(8 << 20) as u64);
            let mut chance = |percent| [(); 4].map(|()| random.chance(percent));
            let (gives_up, late, slow, tells) = (chance(40), chance(30), chance(30), chance(50));
            let entry = |side: usize| {
                let entry = Entry::new(Engine::Component);
                let entry = if late[side] { entry.late() } else { entry };
                if slow[side] { entry.slow() } else { entry }
            };
            let walk = |side: usize| walker(side, lengths[side], gives_up[side], tells[side]);
            let others = || (1..4).map(|side| Contender::new(entry(side), walk(side))).collect();
            let limits = Limits::none();
            let first = Entry::new(Engine::Component);
            let by_threads = race_by_threads(&limits, first, walk(0), others());
            for first_steps in [1 << 16, 1 << 21, 1 << 40] {
                let alone = race_alone(first_steps, &limits, first, walk(0), others());
                if by_threads.is_complete {
                    assert_eq!(alone, by_threads);
                }
            }
            by_others += u32::from(by_threads.is_complete && by_threads.side > 0);
            by_none += u32::from(!by_threads.is_complete);
        }
        assert!(by_others > 20 && by_none > 5, "{by_others} {by_none}");
    }
}
