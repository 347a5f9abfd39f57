//! The turns of searches that run on threads of their own, or one after the other.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::entry::Entry;
use crate::Attempt;
use crate::engines::component::Advance;
use crate::forecast::Forecast;
use crate::turns::Turns;

/// Steps that one may be ahead of another.
const AHEAD: u64 = 1 << 18;
/// The steps of a side alone that are noted, and how far apart they are from there on, so that a long
/// search does not fill the memory.
const MOST_NOTED: usize = 1 << 20;
const STRIDE: u64 = AHEAD >> 4;
/// Steps of all sides at which it is seen for the first time which of them is likely to end first.
/// The next looks are after half as many steps more each.
const FIRST_LOOK: u64 = 1 << 22;
/// How many times sooner than another one a side has to be expected to end, to lead; and what a step
/// of the other one counts then.
const ADVANTAGE: f64 = 4.0;
const COST_BEHIND: u64 = 4;

/// One side's part in the turns.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    sides: Arc<Sides>,
    side: usize,
}

impl Turn {
    pub(super) fn of(sides: &Arc<Sides>, side: usize) -> Turn {
        Turn { sides: Arc::clone(sides), side }
    }

    /// Says how many steps this side has taken, and returns when it is its turn. `Break` if there
    /// is nothing more to do, since another side has come to its end.
    pub(crate) fn take(&self, steps: u64) -> ControlFlow<()> {
        self.sides.wait(self.side, Step::Taken { steps, share: None })
    }

    /// Like [`Turn::take`], for a side that knows which share of the space it has done.
    pub(crate) fn advance(&self, Advance { ticks, share }: Advance) -> ControlFlow<()> {
        self.sides.wait(self.side, Step::Taken { steps: ticks, share: Some(share) })
    }

    /// Counts steps that this side takes without telling of them, and returns when it is its turn.
    pub(super) fn charge(&self, steps: u64) -> ControlFlow<()> {
        self.sides.wait(self.side, Step::Charged(steps))
    }

    /// True when a side has come to its end.
    pub(super) fn is_over(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.sides.is_over)
    }
}

/// Sides that run on threads of their own.
///
/// Invariant: until one of the sides ends, only the one whose turn it is runs, if it has not given
/// up; the others wait in [`Sides::wait`].
#[derive(Debug)]
pub(super) struct Sides {
    state: Mutex<State>,
    changed: Condvar,
    /// That of the state, for searches in the midst of something.
    is_over: Arc<AtomicBool>,
    /// The notes of a side that is alone.
    walk: Option<Mutex<Walk>>,
}

impl Sides {
    pub(super) fn new(entries: Vec<Entry>) -> Sides {
        let state = Mutex::new(State::new(entries));
        Sides { state, changed: Condvar::new(), is_over: Arc::default(), walk: None }
    }

    /// One side that is told to stop after so many steps.
    pub(super) fn alone(entry: Entry, most: u64) -> Sides {
        let walk = Walk { most, ..Walk::default() };
        Sides { walk: Some(Mutex::new(walk)), ..Sides::new(vec![entry]) }
    }

    /// The steps of the side that was alone; the caller knows whether it came to its end.
    pub(super) fn walked(&self, is_complete: bool) -> Walk {
        let walk = self.walk.as_ref().map(|walk| walk.lock().unwrap_or_else(PoisonError::into_inner).clone());
        let end = match (is_complete, self.state().is_over) {
            (true, _) => End::Complete,
            (false, true) => End::Unknown,
            (false, false) => End::GaveUp,
        };
        Walk { end, ..walk.unwrap_or_default() }
    }

    /// Notes the step of a side that is alone, and tells it to stop if it has taken enough.
    fn note(&self, walk: &Mutex<Walk>, step: Step) {
        let mut walk = walk.lock().unwrap_or_else(PoisonError::into_inner);
        walk.note(step);
        if self.state().sides[0].counted > walk.most {
            self.end();
        }
    }

    fn wait(&self, side: usize, step: Step) -> ControlFlow<()> {
        let mut state = self.state();
        let before = state.turns.turn();
        state.go_on(side, step);
        if let Some(walk) = &self.walk {
            drop(state);
            self.note(walk, step);
            state = self.state();
        }
        if state.turns.turn() != before {
            self.changed.notify_all();
        }
        while state.turns.turn() != side && !state.is_over {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// A side has the number, or was told to stop: the others need not go on.
    pub(super) fn end(&self) {
        self.state().is_over = true;
        self.is_over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The right of a side to take part: when it is dropped, the turns are left to the others.
    pub(super) fn taking_part(&self, side: usize) -> TakingPart<'_> {
        TakingPart { turns: self, side }
    }

    /// Tells how far each side came that began.
    pub(super) fn attempts(&self) -> Vec<Attempt> {
        self.state().attempts()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) struct TakingPart<'a> {
    turns: &'a Sides,
    side: usize,
}

impl Drop for TakingPart<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.turns.end();
            return;
        }
        self.turns.state().give_up(self.side);
        self.turns.changed.notify_all();
    }
}

/// Whose turn it is, and whether one has ended.
#[derive(Debug)]
struct State {
    turns: Turns,
    sides: Vec<Side>,
    /// Steps of all sides at which the costs of steps are set anew.
    next_look: u64,
    is_over: bool,
}

/// How far a side has come.
#[derive(Debug)]
struct Side {
    entry: Entry,
    steps: u64,
    /// The share of the space that it has done, if it tells that.
    share: Option<f64>,
    forecast: Forecast,
    /// Each of its steps counts so much from now on; and the sum of what its steps have counted.
    cost: u64,
    counted: u64,
    has_given_up: bool,
}

/// Steps of a side as it tells of them.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// So many in all.
    Taken { steps: u64, share: Option<f64> },
    /// So many more, of which it does not tell later.
    Charged(u64),
}

/// The steps of a side that was alone, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    steps: Vec<Step>,
    /// The most steps that it was to take.
    pub(super) most: u64,
    end: End,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum End {
    /// It was told to stop.
    #[default]
    Unknown,
    Complete,
    GaveUp,
}

impl Walk {
    fn note(&mut self, step: Step) {
        if let (true, Some(&Step::Taken { steps: last, .. }), Step::Taken { steps, .. }) =
            (self.steps.len() >= MOST_NOTED, self.steps.last(), step)
            && steps < last + STRIDE
        {
            return;
        }
        self.steps.push(step);
    }
}

/// The next event if sides take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// This side ends before all others.
    Ended(usize),
    /// It is the turn of this side, of which no more is known.
    Unknown(usize),
    /// The first side has given up.
    Over,
}

/// Lets sides take turns that have taken these steps; and tells how far each came.
pub(super) fn replay(entries: &[Entry], walks: &[Walk]) -> (Next, Vec<Attempt>) {
    let mut state = State::new(entries.to_vec());
    let mut told = vec![0; walks.len()];
    let next = loop {
        let side = state.turns.turn();
        match (walks[side].steps.get(told[side]), walks[side].end) {
            (Some(&step), _) => state.go_on(side, step),
            (None, End::Complete) => break Next::Ended(side),
            (None, End::Unknown) => break Next::Unknown(side),
            (None, End::GaveUp) if side == 0 => break Next::Over,
            (None, End::GaveUp) => state.give_up(side),
        }
        told[side] += 1;
    };
    (next, state.attempts())
}

impl State {
    fn new(entries: Vec<Entry>) -> State {
        let turns = Turns::beginning_at(entries.iter().map(|entry| entry.head_start), AHEAD);
        let sides = entries.into_iter().map(Side::new).collect();
        State { turns, sides, next_look: FIRST_LOOK, is_over: false }
    }

    fn go_on(&mut self, at: usize, step: Step) {
        match step {
            Step::Taken { steps, share } => self.take(at, steps, share),
            Step::Charged(steps) => self.charge(at, steps),
        }
    }

    /// Tells how far each side came that began.
    fn attempts(&self) -> Vec<Attempt> {
        let begun = self.sides.iter().filter(|side| side.steps > 0);
        begun.map(|side| Attempt { method: side.entry.method, steps: side.steps, share: side.share }).collect()
    }

    /// Notes how far a side has come.
    fn take(&mut self, at: usize, steps: u64, share: Option<f64>) {
        let side = &mut self.sides[at];
        let more = side.entry.pace.counted(steps).saturating_sub(side.entry.pace.counted(side.steps));
        (side.steps, side.share) = (steps, share.or(side.share));
        let cost = side.cost;
        if self.sides.iter().map(|side| side.steps).sum::<u64>() >= self.next_look {
            self.look();
        }
        self.charge(at, cost * more);
    }

    fn charge(&mut self, at: usize, steps: u64) {
        let side = &mut self.sides[at];
        side.counted = side.counted.saturating_add(steps);
        self.turns.take(at, side.counted);
    }

    /// Lets the side go ahead that is likely to end first: steps of the others cost more from now
    /// on, as long as that is likely.
    ///
    /// A side that does not tell how far it has come may end after as many steps as it has taken, or
    /// a few times as many.
    fn look(&mut self) {
        self.next_look = self.next_look.saturating_add(self.next_look / 2);
        for side in &mut self.sides {
            if let Some(share) = side.share {
                side.forecast.look(side.steps, share);
            }
        }
        let known = self.sides.iter().enumerate().filter(|(_, side)| side.share.is_some() && !side.has_given_up);
        let Some((rest, leader)) =
            known.map(|(at, side)| (side.forecast.rest(), at)).min_by(|one, other| one.0.total_cmp(&other.0))
        else {
            return;
        };
        for (at, side) in self.sides.iter_mut().enumerate() {
            let theirs = if side.share.is_some() { side.forecast.rest() } else { ADVANTAGE * side.steps as f64 };
            side.cost = if at != leader && rest * ADVANTAGE < theirs { COST_BEHIND } else { 1 };
        }
    }

    fn give_up(&mut self, at: usize) {
        self.sides[at].has_given_up = true;
        self.turns.give_up(at);
    }
}

impl Side {
    fn new(entry: Entry) -> Side {
        let counted = entry.head_start;
        Side { entry, steps: 0, share: None, forecast: Forecast::new(), cost: 1, counted, has_given_up: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;

    fn sides(number: usize) -> Arc<Sides> {
        Arc::new(Sides::new(vec![Entry::new(Engine::Component); number]))
    }

    /// Takes so many steps, a thousand at a time, and says whether it came to its end; and how far
    /// other sides were behind at most.
    fn walk(sides: &Arc<Sides>, side: usize, length: u64) -> bool {
        let turn = Turn::of(sides, side);
        for steps in (0..length).step_by(1000) {
            if turn.take(steps).is_break() {
                return false;
            }
            let state = sides.state();
            assert!(state.is_over || state.turns.least().is_none_or(|(least, _)| steps <= least + AHEAD + 1000));
        }
        sides.end();
        true
    }

    #[test]
    fn the_shortest_way_ends_first() {
        for lengths in [[5_000_000, 2_000_000, 4_000_000], [2_000_000, 5_000_000, 3_000_000]] {
            let sides = sides(lengths.len());
            let ended: Vec<bool> = thread::scope(|scope| {
                let sides = &sides;
                let walks =
                    lengths.iter().enumerate().map(|(side, &length)| scope.spawn(move || walk(sides, side, length)));
                let walks: Vec<_> = walks.collect();
                walks.into_iter().map(|walk| walk.join().unwrap()).collect()
            });
            assert_eq!(ended, lengths.map(|length| length == 2_000_000));
        }
    }

    #[test]
    fn one_that_gives_up_is_not_waited_for() {
        let two = sides(2);
        drop(two.taking_part(1));
        assert!(walk(&two, 0, 3 * AHEAD));
        let three = sides(3);
        thread::scope(|scope| {
            let second = scope.spawn(|| walk(&three, 1, 3 * AHEAD));
            drop(three.taking_part(2));
            drop(three.taking_part(0));
            assert!(second.join().unwrap());
        });
    }

    /// Walks a side of one state to the number of steps that it takes at once, telling its share.
    fn run(lengths: &[(u64, bool)]) -> Vec<u64> {
        let entries = vec![Entry::new(Engine::Component); lengths.len()];
        let mut state = State::new(entries);
        loop {
            let at = state.turns.turn();
            let steps = state.sides[at].steps + 1000;
            let (length, tells) = lengths[at];
            if steps >= length {
                return state.sides.iter().map(|side| side.steps).collect();
            }
            state.take(at, steps, tells.then(|| steps as f64 / length as f64));
        }
    }

    #[test]
    fn the_others_go_slower_when_one_is_likely_to_end_first() {
        let total = |lengths: &[(u64, bool)]| run(lengths).iter().sum::<u64>();
        let (short, long) = (50_000_000, 1_000_000_000);
        // All alike: none is expected to end much sooner.
        assert!(total(&[(short, true), (short, true)]) > 2 * short - 2 * AHEAD);
        for lengths in [[(short, true), (long, true)], [(long, true), (short, true)]] {
            assert!(total(&lengths) < short * 27 / 20, "{:?}", run(&lengths));
        }
        // Nothing is known of the other one, until the first has done half of its way, about.
        assert!(total(&[(short, true), (long, false)]) < short * 18 / 10);
        // The one that is behind ends sooner than it seemed to.
        assert!(total(&[(long, true), (short, false)]) < 3 * short);
    }
}
