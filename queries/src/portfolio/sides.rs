//! The turns of searches that run on threads of their own, or one after the other.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::entry::{Entry, Pace};
use crate::forecast::{Advance, Forecast, Outlook};
use crate::turns::Turns;
use crate::{Attempt, Engine};

/// Steps that one may be ahead of another.
const AHEAD: u64 = 1 << 18;
/// The steps of a side alone that are noted, and how far apart they are from there on, so that a long
/// search does not fill the memory.
const MOST_NOTED: usize = 1 << 20;
const STRIDE: u64 = AHEAD >> 4;
/// Steps of all sides at which it is seen for the first time which of them is likely to end first.
/// The next looks are after half as many steps more each.
const FIRST_LOOK: u64 = 1 << 22;
/// How many times sooner than another one a side has to be expected to end, to lead. A step of the other one counts
/// as many times more then; or if that one tells its progress, as many times as it is behind, up to a limit.
const ADVANTAGE: f64 = 4.0;
const MOST_BEHIND: f64 = 16.0;
/// The least share from which it is told when a search that remembers parts may end.
const LEAST_SHARE: f64 = 0.01;
/// A share that is smaller may be too small by this factor: the first branches of some searches are the longest.
const SMALL_SHARE: f64 = 0.125;
const SMALL_SHARE_IS_OFF: f64 = 4.0;
/// How many times the steps that it has taken a side is expected to take still, if it does not tell.
const AS_LONG_AGAIN: f64 = 8.0;

/// One side's part in the turns.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    sides: Arc<Sides>,
    side: usize,
    /// Steps of what this side did before it began again.
    before: u64,
}

impl Turn {
    pub(super) fn of(sides: &Arc<Sides>, side: usize) -> Turn {
        Turn { sides: Arc::clone(sides), side, before: 0 }
    }

    /// For a side that begins again, and counts its steps anew.
    pub(super) fn again(&self) -> Turn {
        Turn { before: self.sides.state().sides[self.side].steps, ..self.clone() }
    }

    /// Says how many steps this side has taken, and returns when it is its turn. `Break` if there
    /// is nothing more to do, since another side has come to its end.
    pub(crate) fn take(&self, steps: u64) -> ControlFlow<()> {
        self.go_on(steps, Progress::Untold)
    }

    /// Like [`Turn::take`], for a side that knows which share of the space it has done.
    pub(crate) fn advance(&self, Advance { ticks, share }: Advance) -> ControlFlow<()> {
        self.go_on(ticks, Progress::Share(share))
    }

    /// Like [`Turn::advance`], for a side that remembers parts. The first parts may take nearly all of the time, and
    /// those that are met again none, so a small share tells nothing.
    pub(crate) fn advance_by_parts(&self, advance: Advance) -> ControlFlow<()> {
        if advance.share < LEAST_SHARE { self.take(advance.ticks) } else { self.advance(advance) }
    }

    /// Like [`Turn::take`], for a side that knows about how long it will still take.
    pub(crate) fn expect(&self, Outlook { ticks, rest }: Outlook) -> ControlFlow<()> {
        self.go_on(ticks, Progress::Rest(rest))
    }

    /// Tells how many solutions this side has found, where others may know more; like [`Turn::take`] otherwise.
    pub(super) fn find(&self, solutions: u128) -> ControlFlow<()> {
        self.sides.wait(self.side, Step::Found(solutions as f64))
    }

    fn go_on(&self, steps: u64, progress: Progress) -> ControlFlow<()> {
        self.sides.wait(self.side, Step::Taken { steps: self.before + steps, progress })
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
    /// The side that others go slower for.
    leader: Option<usize>,
    is_over: bool,
}

/// How far a side has come.
#[derive(Debug)]
struct Side {
    entry: Entry,
    steps: u64,
    progress: Progress,
    /// Whether it has told of a share.
    has_begun: bool,
    /// The solutions that it has found, if it tells of them.
    solutions: f64,
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
    Taken { steps: u64, progress: Progress },
    /// So many more, of which it does not tell later.
    Charged(u64),
    /// None, but so many solutions in all.
    Found(f64),
}

/// The progress that a side tells of.
#[derive(Clone, Copy, Debug)]
enum Progress {
    Untold,
    /// The share of the space that it has done.
    Share(f64),
    /// The steps that it will still take, about.
    Rest(f64),
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
        State { turns, sides, next_look: FIRST_LOOK, leader: None, is_over: false }
    }

    fn go_on(&mut self, at: usize, step: Step) {
        match step {
            Step::Taken { steps, progress } => self.take(at, steps, progress),
            Step::Charged(steps) => self.charge(at, steps),
            Step::Found(solutions) => self.sides[at].solutions = solutions,
        }
    }

    /// Tells how far each side came that began.
    fn attempts(&self) -> Vec<Attempt> {
        let begun = self.sides.iter().filter(|side| side.steps > 0);
        begun.map(|side| Attempt { method: side.entry.method, steps: side.steps, share: side.share() }).collect()
    }

    /// Notes how far a side has come.
    fn take(&mut self, at: usize, steps: u64, progress: Progress) {
        let side = &mut self.sides[at];
        // A forecast that the others wait for counts for more than what was thought of the search before.
        let pace = if self.leader == Some(at) { Pace::EVEN } else { side.entry.pace };
        let more = pace.counted(steps).saturating_sub(pace.counted(side.steps));
        let passed = steps.saturating_sub(side.steps);
        side.steps = steps;
        if !matches!(progress, Progress::Untold) {
            side.progress = progress;
            side.has_begun |= matches!(progress, Progress::Share(share) if share > 0.0);
        }
        let cost = side.cost;
        if self.sides.iter().map(|side| side.steps).sum::<u64>() >= self.next_look {
            self.look();
        }
        // The costs do not multiply: a side goes so many times slower at most.
        self.charge(at, more.max(cost * passed));
    }

    fn charge(&mut self, at: usize, steps: u64) {
        let side = &mut self.sides[at];
        side.counted = side.counted.saturating_add(steps);
        self.turns.take(at, side.counted);
    }

    /// Lets the side go ahead that is likely to end first: steps of the others cost more from now
    /// on, as long as that is likely.
    ///
    /// A side that does not tell how far it has come, or has come nowhere since the last look, may end
    /// after as many steps as it has taken, or a few times as many. So one that is sure to take much longer
    /// goes slower, too, until the other one has shown that it is not short.
    fn look(&mut self) {
        self.next_look = self.next_look.saturating_add(self.next_look / 2);
        for side in &mut self.sides {
            if let Progress::Share(share) = side.progress {
                side.forecast.look(side.steps, share);
            }
        }
        let active = || self.sides.iter().enumerate().filter(|(_, side)| !side.has_given_up);
        let first =
            active().filter_map(|(at, side)| Some((side.rest()?, at))).min_by(|one, other| one.0.total_cmp(&other.0));
        let most = self.sides.iter().map(|side| side.solutions).fold(0.0, f64::max);
        let untold = active().filter(|(_, side)| side.rest().is_none() && side.steps > 0);
        let untold = untold.map(|(_, side)| side.guess().max(side.rest_to(most))).reduce(f64::min);
        self.leader = None;
        for (at, side) in self.sides.iter_mut().enumerate() {
            let told = side.rest().map(|rest| if side.has_small_share() { rest / SMALL_SHARE_IS_OFF } else { rest });
            let least = side.rest_to(most);
            let told = told.or(Some(least).filter(|&least| least > side.guess()));
            let theirs = told.unwrap_or(side.guess());
            let ahead = first.filter(|&(rest, leader)| at != leader && rest * ADVANTAGE < theirs);
            let is_far = side.early_rest().zip(untold).is_some_and(|(rest, untold)| untold * ADVANTAGE < rest);
            side.cost = match (ahead, told) {
                (Some((rest, _)), Some(theirs)) => (theirs / rest).min(MOST_BEHIND) as u64,
                (None, _) if !is_far => 1,
                _ => ADVANTAGE as u64,
            };
            self.leader = self.leader.or(ahead.map(|(_, leader)| leader).filter(|_| !side.has_given_up));
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
        let (progress, forecast) = (Progress::Untold, Forecast::new());
        let has_begun = false;
        Side { entry, steps: 0, progress, has_begun, solutions: 0.0, forecast, cost: 1, counted, has_given_up: false }
    }

    fn share(&self) -> Option<f64> {
        match self.progress {
            Progress::Share(share) => Some(share),
            Progress::Untold | Progress::Rest(_) => None,
        }
    }

    /// The steps that it will still take, if it tells of its progress, and has come further since the last look. One
    /// that has never done anything prepares its search.
    fn rest(&self) -> Option<f64> {
        match self.progress {
            Progress::Share(_) if self.has_begun => Some(self.forecast.likely_rest()).filter(|rest| rest.is_finite()),
            Progress::Untold | Progress::Share(_) => None,
            Progress::Rest(rest) => Some(rest),
        }
    }

    /// The same at the earliest.
    fn early_rest(&self) -> Option<f64> {
        match self.progress {
            Progress::Share(_) => self.rest().map(|_| self.forecast.early_rest()),
            Progress::Untold | Progress::Rest(_) => self.rest(),
        }
    }

    fn has_small_share(&self) -> bool {
        self.share().is_some_and(|share| share < SMALL_SHARE)
    }

    /// The steps that blocking takes at least until it has so many solutions, each of which it has to find; none for
    /// others, which pass many at once.
    fn rest_to(&self, solutions: f64) -> f64 {
        let is_by_one = self.entry.method.engine == Some(Engine::Blocking) && self.solutions > 0.0;
        if is_by_one { (solutions / self.solutions - 1.0).max(0.0) * self.steps as f64 } else { 0.0 }
    }

    /// The steps that it will still take, if it does not tell.
    fn guess(&self) -> f64 {
        AS_LONG_AGAIN * self.steps as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_small_share_of_a_search_that_remembers_parts_tells_nothing() {
        let one = sides(1);
        let turn = Turn::of(&one, 0);
        for (ticks, share, told) in [(1000, 1e-6, None), (2000, 0.5, Some(0.5)), (3000, 0.75, Some(0.75))] {
            assert!(turn.advance_by_parts(Advance { ticks, share }).is_continue());
            assert_eq!(one.state().sides[0].share(), told);
        }
    }

    /// The progress that a side tells of after so many of so many steps.
    type Tells = fn(f64, f64) -> Progress;
    const SHARE: Tells = |steps, length| Progress::Share(steps / length);
    const REST: Tells = |steps, length| Progress::Rest(length - steps);
    const NOTHING: Tells = |_, _| Progress::Untold;

    /// Walks the sides of one state until one has taken all of its steps.
    fn run(lengths: &[(u64, Tells)]) -> Vec<u64> {
        let entries = vec![Entry::new(Engine::Component); lengths.len()];
        let mut state = State::new(entries);
        loop {
            let at = state.turns.turn();
            let steps = state.sides[at].steps + 1000;
            let (length, tells) = lengths[at];
            if steps >= length {
                return state.sides.iter().map(|side| side.steps).collect();
            }
            state.take(at, steps, tells(steps as f64, length as f64));
        }
    }

    #[test]
    fn the_others_go_slower_when_one_is_likely_to_end_first() {
        let total = |lengths: &[(u64, Tells)]| run(lengths).iter().sum::<u64>();
        let (short, long) = (50_000_000, 1_000_000_000);
        // All alike: none is expected to end much sooner.
        for tells in [SHARE, REST] {
            assert!(total(&[(short, tells), (short, SHARE)]) > 2 * short - 2 * AHEAD);
            for other in [SHARE, REST] {
                for lengths in [[(short, tells), (long, other)], [(long, other), (short, tells)]] {
                    assert!(total(&lengths) < short * 27 / 20, "{:?}", run(&lengths));
                }
            }
            // Nothing is known of the other one, until the first has done half of its way, about.
            assert!(total(&[(short, tells), (long, NOTHING)]) < short * 18 / 10);
            // The one that tells is far from its end, so the other one, which may be short, goes ahead.
            assert!(total(&[(long, tells), (short, NOTHING)]) < short * 17 / 10);
        }
    }

    #[test]
    fn blocking_goes_slower_where_another_one_knows_of_many_more_solutions() {
        let length = 50_000_000;
        let blocked = |known: f64| {
            let mut state = State::new([Engine::Chronological, Engine::Blocking].map(Entry::new).to_vec());
            loop {
                let at = state.turns.turn();
                let steps = state.sides[at].steps + 1000;
                if steps >= length {
                    return state.sides[1].steps;
                }
                let share = steps as f64 / length as f64;
                let (progress, solutions) = match at {
                    0 => (Progress::Share(share), known * share),
                    _ => (Progress::Untold, (steps / 100_000) as f64),
                };
                state.go_on(at, Step::Found(solutions));
                state.go_on(at, Step::Taken { steps, progress });
            }
        };
        let (alike, many) = (blocked(500.0), blocked(1e12));
        assert!(alike > length / 4 && many < length / 8, "{alike} {many}");
    }
}
