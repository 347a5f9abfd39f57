//! A portfolio of searches for the same number, of which none is known to be the best one. They take
//! turns, a thread each, of which one runs at a time; or, where there are no threads, in rounds.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use gordian_solver::{Observer, Statistics, Terminator};

use crate::turns::Turns;
use crate::{Answer, Limits};

/// Steps that one may be ahead of another.
const AHEAD: u64 = 1 << 18;
/// Steps that a side takes like the others although it is not likely to end first. From there to
/// `SLOW_UNTIL` each of its steps counts `SLOWNESS` times. So it costs the others little, and comes
/// to its own where they take long.
const TRIAL: u64 = 1 << 23;
const SLOW_UNTIL: u64 = 6 * TRIAL;
const SLOWNESS: u64 = 4;
/// The steps that the others take before a side that begins late.
const HEAD_START: u64 = 1 << 22;
/// The steps of each side in the first round, where there are no threads; each round has twice as many.
const FIRST_ROUND: u64 = HEAD_START;
/// Whether there are threads.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// The means lent to one of several searches.
pub(crate) struct Lent {
    pub(crate) turn: Turn,
    /// Those of the caller, who does not know of the others.
    caller: Limits,
    is_slow: bool,
}

impl Lent {
    fn to(turn: Turn, limits: &Limits) -> Lent {
        Lent { turn, caller: limits.clone(), is_slow: false }
    }

    /// For a search that takes so many steps before it tells of any: returns when its turn has
    /// come, `None` if others have ended until then.
    pub(crate) fn after(mut self, steps: u64) -> Option<Lent> {
        self.turn.start += steps;
        self.turn.take(0).is_continue().then_some(self)
    }

    /// For a search of the engine that is not likely to end first.
    pub(crate) fn slow(self) -> Lent {
        Lent { is_slow: true, ..self }
    }

    /// For a search that this flag ends, too.
    pub(crate) fn until(self, flag: Arc<AtomicBool>) -> Lent {
        Lent { caller: self.caller.with_terminator(flag), ..self }
    }

    /// For a search of the engine: its limits, and its steps, which both the engine and the
    /// collector of its solutions tell.
    pub(crate) fn into_engine(self) -> (Limits, Arc<EngineSteps>) {
        let flag = Arc::clone(&self.turn.sides.is_over);
        let terminator = Terminator::from(Arc::clone(&flag));
        let Lent { turn, caller, is_slow } = self;
        let limits = caller.clone().with_terminator(flag);
        let (ticks, lines) = Default::default();
        (limits, Arc::new(EngineSteps { turn, terminator, caller, is_slow, ticks, lines }))
    }
}

/// A search that is to take turns with others.
pub(crate) struct Contender<'a, L, T> {
    /// Steps that the others take before it begins.
    head_start: u64,
    search: Box<dyn FnMut(L) -> T + Send + 'a>,
}

impl<'a, L, T> Contender<'a, L, T> {
    pub(crate) fn new(search: impl FnMut(L) -> T + Send + 'a) -> Contender<'a, L, T> {
        Contender { head_start: 0, search: Box::new(search) }
    }

    /// One that takes long to begin, or is seldom the best.
    pub(crate) fn late(self) -> Contender<'a, L, T> {
        Contender { head_start: HEAD_START, ..self }
    }
}

/// The outcome of a search.
pub(crate) trait Said {
    /// Whether it came to its end.
    fn is_complete(&self) -> bool;

    /// How many solutions it knows.
    fn known(&self) -> u128;
}

impl Said for Answer {
    fn is_complete(&self) -> bool {
        Answer::is_complete(self)
    }

    fn known(&self) -> u128 {
        self.count
    }
}

impl<E> Said for Result<Answer, E> {
    fn is_complete(&self) -> bool {
        self.as_ref().is_ok_and(Answer::is_complete)
    }

    fn known(&self) -> u128 {
        self.as_ref().map_or(0, Answer::known)
    }
}

/// Lets searches take turns. Brings what the one says that comes to its end first; if none does,
/// what the one says that knows the most solutions, of several the first one.
pub(crate) fn race<T: Said + Send>(
    limits: &Limits,
    first: impl FnMut(Lent) -> T,
    others: Vec<Contender<'_, Lent, T>>,
) -> T {
    if HAS_THREADS {
        race_by_threads(limits, first, others)
    } else {
        race_in_rounds(FIRST_ROUND, limits, first, others)
    }
}

/// Lets searches take turns, each in its own thread.
fn race_by_threads<T: Said + Send>(
    limits: &Limits,
    mut first: impl FnMut(Lent) -> T,
    others: Vec<Contender<'_, Lent, T>>,
) -> T {
    let stopped: Mutex<Vec<T>> = Mutex::new(Vec::new());
    let others = others.into_iter().map(|Contender { head_start, mut search }| {
        let stopped = &stopped;
        let contend = move |turn| {
            let said = search(Lent::to(turn, limits));
            if said.is_complete() {
                return Some(said);
            }
            stopped.lock().unwrap_or_else(PoisonError::into_inner).push(said);
            None
        };
        Contender { head_start, ..Contender::new(contend) }
    });
    let (one, other) = take_turns(|turn| first(Lent::to(turn, limits)), others.collect());
    if one.is_complete() {
        return one;
    }
    let stopped = stopped.into_inner().unwrap_or_else(PoisonError::into_inner);
    other.unwrap_or_else(|| stopped.into_iter().fold(one, better))
}

/// The one of two incomplete answers that knows more solutions, of equals the first one.
fn better<T: Said>(best: T, said: T) -> T {
    if said.known() > best.known() { said } else { best }
}

/// Lets searches take turns without threads: each begins anew in each round, and may take twice as
/// many steps as in the last one. All together take about four times as long as with threads.
///
/// The one that ends first with threads is the one that takes the fewest steps. So does the one
/// whose answer counts here: if one comes to its end, the rest of the round is for those that do so
/// in fewer steps.
fn race_in_rounds<T: Said>(
    mut allowance: u64,
    limits: &Limits,
    mut first: impl FnMut(Lent) -> T,
    mut others: Vec<Contender<'_, Lent, T>>,
) -> T {
    let mut has_given_up = vec![false; 1 + others.len()];
    let mut most: Option<T> = None;
    loop {
        let (mut fewest, mut ended) = (allowance, None);
        for side in 0..has_given_up.len() {
            let start = side.checked_sub(1).map_or(0, |other| others[other].head_start);
            if has_given_up[side] || start > fewest {
                continue;
            }
            let sides = Arc::new(Sides { most_steps: fewest, ..Sides::new(1) });
            let lent = Lent::to(Turn { sides: Arc::clone(&sides), side: 0, start }, limits);
            let said = match side.checked_sub(1) {
                None => first(lent),
                Some(other) => (others[other].search)(lent),
            };
            let (steps, was_stopped) = sides.reached();
            let is_complete = said.is_complete();
            has_given_up[side] = !is_complete && !was_stopped;
            if is_complete {
                ended = Some(said);
            } else {
                most = Some(match most.take() {
                    Some(most) => better(most, said),
                    None => said,
                });
            }
            // The end of the first one ends all, as it does with threads.
            if is_complete || has_given_up[0] && side == 0 {
                let Some(fewer) = steps.checked_sub(1) else { break };
                fewest = fewest.min(fewer);
            }
        }
        if let Some(said) = ended {
            return said;
        }
        if let Some(said) = most.take_if(|_| has_given_up[0] || limits.stopped().is_some()) {
            return said;
        }
        allowance = allowance.saturating_mul(2);
    }
}

/// Runs the first search on this thread and the others, which bring nothing if they were stopped,
/// on threads of their own. Brings what the first one says, and what another one says if one came
/// to its end.
fn take_turns<A, B: Send>(
    first: impl FnOnce(Turn) -> A,
    others: Vec<Contender<'_, Turn, Option<B>>>,
) -> (A, Option<B>) {
    let turns = Arc::new(Sides::new(1 + others.len()));
    let turn = |side, start| Turn { sides: Arc::clone(&turns), side, start };
    thread::scope(|scope| {
        let others: Vec<_> = (1..)
            .zip(others)
            .filter_map(|(side, Contender { head_start, mut search })| {
                let turn = turn(side, head_start);
                let started = thread::Builder::new().spawn_scoped(scope, move || {
                    let turns = Arc::clone(&turn.sides);
                    let _taking_part = turns.taking_part(side);
                    if turn.take(0).is_break() {
                        return None;
                    }
                    let result = search(turn);
                    if result.is_some() {
                        turns.end();
                    }
                    result
                });
                if started.is_err() {
                    // No more threads can be had: it gives up before its first step, and the others
                    // go on without it.
                    drop(turns.taking_part(side));
                }
                started.ok()
            })
            .collect();
        let taking_part = turns.taking_part(0);
        let one = first(turn(0, 0));
        // Complete, or stopped by what stops all.
        turns.end();
        drop(taking_part);
        let others = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (one, others.fold(None, Option::or))
    })
}

/// The steps that a side reports if it is not likely to end first.
pub(crate) fn slowed(steps: u64) -> u64 {
    steps + (steps.clamp(TRIAL, SLOW_UNTIL) - TRIAL) * (SLOWNESS - 1)
}

/// The steps of a search of the engine: its ticks, and the lines of memory that its solutions took.
#[derive(Debug)]
pub(crate) struct EngineSteps {
    turn: Turn,
    terminator: Terminator,
    caller: Limits,
    is_slow: bool,
    ticks: AtomicU64,
    lines: AtomicU64,
}

impl EngineSteps {
    /// Notes the lines of memory that solutions took, and returns when it is the turn of the search.
    pub(crate) fn take_lines(&self, lines: u64) -> ControlFlow<()> {
        self.lines.store(lines, Ordering::Relaxed);
        self.take()
    }

    fn take(&self) -> ControlFlow<()> {
        let steps = self.ticks.load(Ordering::Relaxed) + self.lines.load(Ordering::Relaxed);
        self.turn.take(if self.is_slow { slowed(steps) } else { steps })
    }
}

/// Lets the other searches go on when their turn has come.
pub(crate) struct Waiting(pub(crate) Arc<EngineSteps>);

impl Observer for Waiting {
    fn progress(&mut self, statistics: &Statistics) {
        self.0.ticks.store(statistics.ticks, Ordering::Relaxed);
        if self.0.take().is_break() || self.0.caller.clock.is_flagged() {
            self.0.terminator.trip();
        }
    }
}

/// One side's part in the turns.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    sides: Arc<Sides>,
    side: usize,
    /// Steps that count before it has taken any.
    start: u64,
}

impl Turn {
    /// Says how many steps this side has taken, and returns when it is its turn. `Break` if there
    /// is nothing more to do, since another side has come to its end.
    pub(crate) fn take(&self, steps: u64) -> ControlFlow<()> {
        self.sides.take(self.side, self.start + steps)
    }
}

/// Sides that run on threads of their own; or, without threads, one side in one round.
///
/// Invariant: until one of the sides ends, only the one whose turn it is runs, if it has not given
/// up; the others wait in [`Sides::take`].
#[derive(Debug)]
struct Sides {
    /// Whose turn it is, and whether one has ended.
    state: Mutex<(Turns, bool)>,
    changed: Condvar,
    /// That of the state, for searches in the midst of something.
    is_over: Arc<AtomicBool>,
    /// One that takes more steps is told to stop.
    most_steps: u64,
}

impl Sides {
    fn new(number: usize) -> Sides {
        let state = Mutex::new((Turns::new(number, AHEAD), false));
        Sides { state, changed: Condvar::new(), is_over: Arc::default(), most_steps: u64::MAX }
    }

    /// The fewest steps that one has taken which has not given up, and whether all were told to stop.
    fn reached(&self) -> (u64, bool) {
        let state = self.state();
        (state.0.least().map_or(0, |(steps, _)| steps), state.1)
    }

    fn take(&self, side: usize, steps: u64) -> ControlFlow<()> {
        if steps > self.most_steps {
            self.end();
        }
        let mut state = self.state();
        let before = state.0.turn();
        if state.0.take(side, steps) != before {
            self.changed.notify_all();
        }
        while state.0.turn() != side && !state.1 {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// A side has the number, or was told to stop: the others need not go on.
    fn end(&self) {
        self.state().1 = true;
        self.is_over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The right of a side to take part: when it is dropped, the turns are left to the others.
    fn taking_part(&self, side: usize) -> TakingPart<'_> {
        TakingPart { turns: self, side }
    }

    fn state(&self) -> MutexGuard<'_, (Turns, bool)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct TakingPart<'a> {
    turns: &'a Sides,
    side: usize,
}

impl Drop for TakingPart<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.turns.end();
            return;
        }
        self.turns.state().0.give_up(self.side);
        self.turns.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use gordian_testkit::Random;

    use super::*;

    /// Takes so many steps, a thousand at a time, and says whether it came to its end; and how far
    /// other sides were behind at most.
    fn walk(turns: &Sides, side: usize, length: u64) -> bool {
        for steps in (0..length).step_by(1000) {
            if turns.take(side, steps).is_break() {
                return false;
            }
            let (state, is_over) = &*turns.state();
            assert!(*is_over || state.least().is_none_or(|(least, _)| steps <= least + AHEAD + 1000));
        }
        turns.end();
        true
    }

    #[test]
    fn the_shortest_way_ends_first() {
        for lengths in [[5_000_000, 2_000_000, 4_000_000], [2_000_000, 5_000_000, 3_000_000]] {
            let turns = Sides::new(lengths.len());
            let ended: Vec<bool> = thread::scope(|scope| {
                let turns = &turns;
                let walks =
                    lengths.iter().enumerate().map(|(side, &length)| scope.spawn(move || walk(turns, side, length)));
                let walks: Vec<_> = walks.collect();
                walks.into_iter().map(|walk| walk.join().unwrap()).collect()
            });
            assert_eq!(ended, lengths.map(|length| length == 2_000_000));
        }
    }

    /// The outcome of a walk: whose it was, how far it came, and whether that was its end.
    #[derive(Debug, PartialEq, Eq)]
    struct Walked {
        side: usize,
        steps: u64,
        is_complete: bool,
    }

    impl Said for Walked {
        fn is_complete(&self) -> bool {
            self.is_complete
        }

        fn known(&self) -> u128 {
            self.steps.into()
        }
    }

    /// Walks so many steps, to the end or until it gives up.
    fn walker(side: usize, length: u64, gives_up: bool) -> impl FnMut(Lent) -> Walked + Send {
        move |lent| {
            for steps in (0..length).step_by(1000) {
                if lent.turn.take(steps).is_break() {
                    return Walked { side, steps, is_complete: false };
                }
            }
            Walked { side, steps: length, is_complete: !gives_up }
        }
    }

    #[test]
    fn rounds_end_as_threads_do() {
        let mut random = Random::new(9);
        let (mut by_others, mut by_none) = (0, 0);
        for _ in 0..200 {
            // Far enough apart: threads let one be some steps ahead of another.
            let mut lengths: Vec<u64> = (1..5).map(|length| length * 4 * AHEAD).collect();
            random.shuffle(&mut lengths);
            let (gives_up, late) = ([(); 4].map(|()| random.chance(40)), [(); 4].map(|()| random.chance(30)));
            let others = || {
                let other = |side: usize| Contender::new(walker(side, lengths[side], gives_up[side]));
                (1..4).map(|side| if late[side] { other(side).late() } else { other(side) }).collect()
            };
            let limits = Limits::none();
            let first = || walker(0, lengths[0], gives_up[0]);
            let by_threads = race_by_threads(&limits, first(), others());
            for first_round in [1, AHEAD, 1 << 40] {
                let in_rounds = race_in_rounds(first_round, &limits, first(), others());
                assert_eq!(in_rounds.is_complete, by_threads.is_complete);
                assert!(in_rounds == by_threads || !in_rounds.is_complete, "{in_rounds:?} {by_threads:?}");
            }
            by_others += u32::from(by_threads.is_complete && by_threads.side > 0);
            by_none += u32::from(!by_threads.is_complete);
        }
        assert!(by_others > 50 && by_none > 10, "{by_others} {by_none}");
    }

    #[test]
    fn rounds_end_when_the_time_is_over() {
        let limits = Limits::none().with_terminator(Arc::new(AtomicBool::new(true)));
        let said =
            race_in_rounds(1, &limits, walker(0, 1 << 40, false), vec![Contender::new(walker(1, 1 << 40, false))]);
        assert!(!said.is_complete);
    }

    #[test]
    fn one_that_gives_up_is_not_waited_for() {
        let turns = Sides::new(2);
        drop(turns.taking_part(1));
        assert!(walk(&turns, 0, 3 * AHEAD));
        let turns = Sides::new(3);
        thread::scope(|scope| {
            let second = scope.spawn(|| walk(&turns, 1, 3 * AHEAD));
            drop(turns.taking_part(2));
            drop(turns.taking_part(0));
            assert!(second.join().unwrap());
        });
    }
}
