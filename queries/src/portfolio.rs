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
/// The numbers that are noted of a side where there are no threads, and the steps between two of
/// them from there on, so that a long search does not fill the memory.
const MOST_NOTED: usize = 1 << 21;
const STRIDE: u64 = AHEAD >> 4;
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
/// If one comes to its end, the rest of the round is for those that may do so as soon. Then the turns
/// are taken as with threads, by the steps that each has told of: who ends first there, answers here.
fn race_in_rounds<T: Said>(
    mut allowance: u64,
    limits: &Limits,
    mut first: impl FnMut(Lent) -> T,
    mut others: Vec<Contender<'_, Lent, T>>,
) -> T {
    let mut walks: Vec<Walk<T>> = Vec::new();
    walks.push(Walk::after(0));
    walks.extend(others.iter().map(|other| Walk::after(other.head_start)));
    loop {
        let mut most_steps = allowance;
        for (side, walk) in walks.iter_mut().enumerate() {
            if walk.has_given_up() || walk.start > most_steps {
                continue;
            }
            let sides = Arc::new(Sides { most_steps, trace: Some(Mutex::default()), ..Sides::new(1) });
            let lent = Lent::to(Turn { sides: Arc::clone(&sides), side: 0, start: walk.start }, limits);
            let said = match side.checked_sub(1) {
                None => first(lent),
                Some(other) => (others[other].search)(lent),
            };
            (walk.steps, walk.was_stopped) = sides.traced();
            // The end of the first one ends all, as it does with threads.
            if said.is_complete() || side == 0 && !walk.was_stopped {
                most_steps = most_steps.min(walk.steps.last().map_or(0, |steps| steps + AHEAD));
            }
            walk.said = Some(said);
        }
        if walks[0].has_given_up() || walks.iter().any(Walk::is_complete) || limits.stopped().is_some() {
            let ended = first_to_end(&walks);
            let said = |walk: Walk<T>| walk.said;
            return match ended {
                Some(side) => walks.into_iter().nth(side).and_then(said),
                None => walks.into_iter().filter_map(said).reduce(better),
            }
            .unwrap_or_else(|| first(Lent::to(Turn { sides: Arc::new(Sides::new(1)), side: 0, start: 0 }, limits)));
        }
        allowance = allowance.saturating_mul(2);
    }
}

/// A search in one round.
struct Walk<T> {
    /// Steps that count before it has taken any.
    start: u64,
    /// The steps that it told of, in their order, as far as they are apart.
    steps: Vec<u64>,
    was_stopped: bool,
    said: Option<T>,
}

impl<T: Said> Walk<T> {
    fn after(start: u64) -> Walk<T> {
        Walk { start, steps: Vec::new(), was_stopped: false, said: None }
    }

    fn is_complete(&self) -> bool {
        self.said.as_ref().is_some_and(Said::is_complete)
    }

    fn has_given_up(&self) -> bool {
        !self.was_stopped && self.said.as_ref().is_some_and(|said| !said.is_complete())
    }
}

/// The search that would come to its end first if all took turns; none if the first one gives up
/// before any other does.
fn first_to_end<T: Said>(walks: &[Walk<T>]) -> Option<usize> {
    let mut turns = Turns::new(walks.len(), AHEAD);
    for (side, walk) in walks.iter().enumerate().skip(1) {
        turns.take(side, walk.start);
    }
    let mut told = vec![0; walks.len()];
    while turns.least().is_some() {
        let side = turns.turn();
        match walks[side].steps.get(told[side]) {
            Some(&steps) => {
                turns.take(side, steps);
                told[side] += 1;
            }
            None if walks[side].is_complete() => return Some(side),
            None if side == 0 && walks[0].has_given_up() => return None,
            None => turns.give_up(side),
        }
    }
    None
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
    /// The steps that the one side told of, if that is wanted.
    trace: Option<Mutex<Vec<u64>>>,
}

impl Sides {
    fn new(number: usize) -> Sides {
        let state = Mutex::new((Turns::new(number, AHEAD), false));
        Sides { state, changed: Condvar::new(), is_over: Arc::default(), most_steps: u64::MAX, trace: None }
    }

    /// The steps that the one side told of, and whether it was told to stop.
    fn traced(&self) -> (Vec<u64>, bool) {
        let trace = self.trace.as_ref().map(|trace| trace.lock().unwrap_or_else(PoisonError::into_inner).clone());
        (trace.unwrap_or_default(), self.is_over.load(Ordering::Relaxed))
    }

    fn take(&self, side: usize, steps: u64) -> ControlFlow<()> {
        if let Some(trace) = &self.trace {
            let mut trace = trace.lock().unwrap_or_else(PoisonError::into_inner);
            if trace.len() < MOST_NOTED || trace.last().is_none_or(|&last| steps >= last + STRIDE) {
                trace.push(steps);
            }
        }
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
            let mut lengths: Vec<u64> =
                (1..5).map(|length| length * 4 * AHEAD + random.below(4 << 18) as u64).collect();
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
