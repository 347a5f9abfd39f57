//! The collector, to which all methods bring their solutions.

use std::ops::ControlFlow;
use std::time::Duration;

use gordian_formula::{Clock, Instant, Model, Var};

use crate::slots::Slots;
use crate::symmetry::Filter;
use crate::{Limits, Listener, Progress, QueryError, Solution, Stop};

/// The least time between two calls of [`Listener::progress`].
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);
/// Solutions between two looks at the clock.
const CLOCK_INTERVAL: u32 = 64;
/// Slots of a solution that are read with one line of memory.
const SLOTS_PER_LINE: usize = 16;
/// Lines of memory between two looks at the turns: orbits may be large, and the search far from its
/// own next look.
const LINES_PER_TURN: u64 = 1 << 15;

/// Hears how far a search has come; waits for the turn of the search, and ends it when another one has ended.
type TurnTaker<'a> = dyn FnMut(&Taken) -> ControlFlow<()> + 'a;

/// How far a search has come that takes turns with others.
pub(crate) struct Taken {
    /// Steps of the search.
    pub(crate) steps: u64,
    /// Lines of memory that its solutions and their images took.
    pub(crate) lines: u64,
    pub(crate) solutions: u128,
    /// The part of the space that is done, where that is known.
    pub(crate) share: Option<f64>,
}

/// Counts solutions and classes, tells the listener, keeps the limits.
///
/// Invariant: without an error, `orbit_sum` is the sum of the sizes of the orbits counted in `orbits`.
pub(crate) struct Collector<'a> {
    slots: &'a Slots,
    limits: &'a Limits,
    listener: &'a mut dyn Listener,
    count: u128,
    orbits: Option<u128>,
    orbit_sum: u128,
    stop: Option<Stop>,
    error: Option<QueryError>,
    /// The part of the space that is done, where that is known.
    share: Option<f64>,
    last_progress: Instant,
    until_clock: u32,
    true_vars: Vec<Var>,
    /// The steps of a search that takes turns with others.
    steps: u64,
    /// Lines of memory that solutions and their images took, and the number at the last look.
    lines: u64,
    told_lines: u64,
    turn: Option<Box<TurnTaker<'a>>>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(
        slots: &'a Slots,
        limits: &'a Limits,
        listener: &'a mut dyn Listener,
        symmetric: bool,
    ) -> Collector<'a> {
        Collector {
            slots,
            limits,
            listener,
            count: 0,
            orbits: symmetric.then_some(0),
            orbit_sum: 0,
            stop: None,
            error: None,
            share: None,
            last_progress: Instant::now(),
            until_clock: CLOCK_INTERVAL,
            true_vars: Vec::new(),
            steps: 0,
            lines: 0,
            told_lines: 0,
            turn: None,
        }
    }

    /// For a search that takes turns with others: `turn` hears how far it has come, and ends it when another one has
    /// ended.
    pub(crate) fn taking_turns(self, turn: impl FnMut(&Taken) -> ControlFlow<()> + 'a) -> Collector<'a> {
        Collector { turn: Some(Box::new(turn)), ..self }
    }

    /// Adds lines of memory that a solution took beside the search, or the search beside its steps.
    pub(crate) fn charge(&mut self, lines: u64) -> ControlFlow<()> {
        self.lines += lines;
        if self.lines < self.told_lines + LINES_PER_TURN { ControlFlow::Continue(()) } else { self.take_turn() }
    }

    /// Takes so many more steps of the search, and looks at the clock.
    pub(crate) fn step(&mut self, steps: u64) -> ControlFlow<()> {
        self.steps += steps;
        self.take_turn()?;
        self.poll()
    }

    fn take_turn(&mut self) -> ControlFlow<()> {
        self.told_lines = self.lines;
        let taken = Taken { steps: self.steps, lines: self.lines, solutions: self.count, share: self.share };
        if self.turn.as_mut().is_some_and(|turn| turn(&taken).is_break()) {
            return self.stop(Stop::Budget);
        }
        ControlFlow::Continue(())
    }

    /// Takes one of the solutions, of which the filter tells whether it stands for its class. Each such solution stands
    /// for `weight` ones, alike but for a symmetry, of which only this one comes.
    pub(crate) fn take(
        &mut self,
        row: &[u32],
        model: Option<&Model>,
        filter: Option<&mut Filter<'_>>,
        weight: u128,
    ) -> ControlFlow<()> {
        self.count += weight;
        self.charge(1 + (self.slots.num_vars() / SLOTS_PER_LINE) as u64)?;
        let Some(filter) = filter else {
            return self.deliver(row, model, None);
        };
        let size = filter.orbit_size(row, &self.limits.clock);
        self.charge(filter.take_lines())?;
        match size {
            Ok(None) => self.tick(),
            Ok(Some(size)) => self.deliver(row, model, Some(size * weight)),
            Err(error) => {
                self.fail(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Takes a solution that stands for its class, whose `size` solutions do not come.
    pub(crate) fn take_orbit(&mut self, row: &[u32], model: Option<&Model>, size: u128) -> ControlFlow<()> {
        self.count += size;
        self.deliver(row, model, Some(size))
    }

    /// Adds solutions that nobody wants to see, which took so many lines of memory.
    pub(crate) fn add(&mut self, solutions: u128, lines: u64) -> ControlFlow<()> {
        self.count += solutions;
        self.charge(lines)?;
        self.after_one()
    }

    /// Takes the state of a count that others make, and looks at the clock. `share` is the part of
    /// the space that is done.
    pub(crate) fn watch(&mut self, count: u128, orbits: u128, share: f64) -> ControlFlow<()> {
        self.take_sum(count, orbits, 0);
        self.share = Some(share);
        self.poll()
    }

    /// Takes how much of the space is done, and looks at the clock.
    pub(crate) fn advance(&mut self, share: f64) -> ControlFlow<()> {
        self.note(share);
        self.poll()
    }

    /// Takes how much of the space is done.
    pub(crate) fn note(&mut self, share: f64) {
        self.share = Some(self.share.map_or(share, |known| known.max(share)));
    }

    /// Tells that a search beside this one knows of so many solutions. It has kept the time between
    /// two calls.
    pub(crate) fn relay(&mut self, known: u128) {
        self.listener.progress(&Progress { solutions: known, orbits: None, share: self.share });
    }

    /// Takes what others have counted in all.
    pub(crate) fn take_sum(&mut self, count: u128, orbits: u128, orbit_sum: u128) {
        self.count = count;
        self.orbits = self.orbits.map(|_| orbits);
        self.orbit_sum = orbit_sum;
    }

    fn deliver(&mut self, row: &[u32], model: Option<&Model>, orbit_size: Option<u128>) -> ControlFlow<()> {
        if let (Some(orbits), Some(size)) = (&mut self.orbits, orbit_size) {
            *orbits += 1;
            self.orbit_sum += size;
        }
        self.true_vars.clear();
        self.true_vars.extend(row.iter().map(|&slot| self.slots.vars()[slot as usize]));
        let solution = Solution { true_vars: &self.true_vars, model, num_vars: self.slots.num_vars(), orbit_size };
        if self.listener.solution(&solution).is_break() {
            return self.stop(Stop::Listener);
        }
        self.after_one()
    }

    fn after_one(&mut self) -> ControlFlow<()> {
        if self.limits.solutions.is_some_and(|limit| self.orbits.unwrap_or(self.count) >= limit) {
            return self.stop(Stop::Limit);
        }
        self.tick()
    }

    /// Looks at the clock now and then.
    fn tick(&mut self) -> ControlFlow<()> {
        self.until_clock -= 1;
        if self.until_clock == 0 {
            self.until_clock = CLOCK_INTERVAL;
            return self.poll();
        }
        ControlFlow::Continue(())
    }

    /// Looks at the clock and the terminator, and tells about progress when that is due.
    pub(crate) fn poll(&mut self) -> ControlFlow<()> {
        if self.limits.solutions == Some(0) {
            return self.stop(Stop::Limit);
        }
        if let Some(stop) = self.limits.stopped() {
            return self.stop(stop);
        }
        let now = Instant::now();
        if now.duration_since(self.last_progress) >= PROGRESS_INTERVAL {
            self.last_progress = now;
            self.listener.progress(&Progress { solutions: self.count, orbits: self.orbits, share: self.share });
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn stop(&mut self, stop: Stop) -> ControlFlow<()> {
        self.stop = Some(stop);
        ControlFlow::Break(())
    }

    /// Takes an error that ends the search; none where the time is over, which may be why.
    pub(crate) fn fail(&mut self, error: QueryError) {
        if self.stop.is_none() && self.poll().is_continue() {
            self.error = Some(error);
        }
    }

    /// The clock for work other than a search.
    pub(crate) fn clock(&self) -> &Clock {
        &self.limits.clock
    }

    pub(crate) fn count(&self) -> u128 {
        self.count
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some() || self.error.is_some()
    }

    /// The collected solutions and classes, and the reason of the end.
    ///
    /// # Errors
    /// If something failed on the way, or the orbits of a completed search do not sum up.
    pub(crate) fn finish(self) -> Result<Collected, QueryError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.orbits.is_some() && self.stop.is_none() && self.orbit_sum != self.count {
            return Err(QueryError::OrbitArithmetic { orbit_sum: self.orbit_sum, count: self.count });
        }
        Ok(Collected { count: self.count, orbits: self.orbits, stop: self.stop, share: self.share })
    }
}

/// The final numbers of a [`Collector`].
pub(crate) struct Collected {
    pub(crate) count: u128,
    pub(crate) orbits: Option<u128>,
    pub(crate) stop: Option<Stop>,
    pub(crate) share: Option<f64>,
}
