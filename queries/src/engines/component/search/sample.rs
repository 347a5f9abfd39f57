//! Estimates of what a search would have found that was broken off.
//!
//! The part that the search has done is known exactly. Each part that is open is estimated from samples. A sample
//! takes one side of each decision by chance, and counts the result the more the less likely its choices were (Knuth,
//! *Estimating the efficiency of backtrack programs*, 1975). Parts that share no variable are sampled one by one, known
//! ones are looked up, and small ones are counted to the end (Lai, Meel and Yap, *Fast converging anytime model
//! counting*, 2023).

use super::sampling::Sampling;
use super::{Amount, Measure, Search};
use crate::estimate::Estimate;

/// The part of the ticks of the search that an estimate may take, and its bounds.
const PART_OF_TICKS: u64 = 16;
const LEAST_TICKS: u64 = 1 << 18;
const MOST_TICKS: u64 = 1 << 23;
/// A part that is open gets ticks in proportion to its share of the open space. It is small if that is less than this.
const SMALL: f64 = 1.0 / 128.0;
/// Components with so many variables or fewer are counted to the end at first; larger ones too, by so many variables
/// more each time, while a sample takes less than this part of the ticks.
const FIRST_SIZE: usize = 8;
const GROWTH: usize = 2;
const CHEAP: u64 = 64;
/// The samples of a part, and of one whose share is small.
const LEAST_SAMPLES: usize = 8;
const FEW_SAMPLES: usize = 1;
const MOST_SAMPLES: usize = 1 << 10;

/// The shares of the space that a decision leaves open.
#[derive(Clone, Copy)]
struct Shares {
    /// Either side.
    side: f64,
    /// Each part of the side that was being counted.
    part: f64,
}

/// The effort for a part.
#[derive(Clone, Copy)]
struct Slice {
    ticks: u64,
    /// Samples, even if these take more ticks.
    samples: usize,
    /// The ticks of the search at which the estimate is given up.
    last_tick: u64,
}

impl<M: Measure> Search<'_, M> {
    /// Estimates the amount of a search that was broken off, which cannot go on then. `None` if that takes too long, or
    /// amounts are negative.
    pub(crate) fn estimate(mut self) -> Option<Estimate> {
        let ticks = (self.ticks() / PART_OF_TICKS).clamp(LEAST_TICKS, MOST_TICKS);
        let last_tick = self.ticks() + 2 * ticks + LEAST_TICKS;
        self.trace = None;
        self.leave_hidden(last_tick)?;
        let open = (1.0 - self.share()).max(f64::MIN_POSITIVE);
        let shares = self.shares();
        let slice = |share: f64| match (share / open).min(1.0) {
            ..SMALL => Slice { ticks: 0, samples: FEW_SAMPLES, last_tick },
            share => Slice { ticks: (ticks as f64 * share) as u64, samples: LEAST_SAMPLES, last_tick },
        };
        self.sampling = Some(Sampling::new(FIRST_SIZE));
        let mut above = None;
        for &Shares { side, part } in shares.iter().rev() {
            let mut sum = self.estimate_side(above, slice(part))?;
            self.clear_side();
            let top = self.frames.last()?;
            if let Some(before) = &top.before {
                sum = sum.plus(Estimate::exact(before.ln()?));
            } else if !top.is_second {
                self.begin_second_side();
                sum = sum.plus(self.estimate_side(None, slice(side))?);
                self.clear_side();
            }
            let done = self.frames.pop()?;
            above = Some(sum);
            if let Some(below) = self.frames.last_mut() {
                self.components.pop();
                below.open -= 1;
                self.go_back(done.trail);
            }
        }
        above
    }

    /// Goes on until a visible variable was decided last.
    fn leave_hidden(&mut self, last_tick: u64) -> Option<()> {
        while let Some(top) = self.frames.last()
            && !self.components[top.component].has_visible
        {
            if self.is_refuted || self.frames.len() == 1 || self.ticks() > last_tick {
                return None;
            }
            self.step();
        }
        Some(())
    }

    /// Decides once more, or ends a side.
    fn step(&mut self) {
        match self.open_part() {
            Some(part) => self.branch(part),
            None => {
                let _ = self.finish_side();
            }
        }
    }

    fn shares(&self) -> Vec<Shares> {
        let mut open = 1.0;
        let of_frame = self.frames.iter().map(|frame| {
            let side = if frame.decision.is_some() { open / 2.0 } else { open };
            open = side / frame.num_parts.max(1) as f64;
            Shares { side, part: open }
        });
        of_frame.collect()
    }

    /// Estimates the side on top, of which the part that is on top of the stack is known as `above`.
    fn estimate_side(&mut self, above: Option<Estimate>, slice: Slice) -> Option<Estimate> {
        let Some(current) = &self.frames.last()?.current else { return Some(Estimate::ZERO) };
        let mut product = Estimate::exact(current.ln()?).times(above.unwrap_or(Estimate::exact(0.0)));
        loop {
            let top = self.frames.last()?;
            if top.current.is_none() {
                return Some(Estimate::ZERO);
            }
            if top.open == top.first {
                return Some(product);
            }
            let estimate = self.estimate_part(slice)?;
            product = product.times(estimate);
            self.components.pop();
            self.frames.last_mut()?.open -= 1;
        }
    }

    /// Estimates the part on top of the stack, which stays there.
    fn estimate_part(&mut self, slice: Slice) -> Option<Estimate> {
        self.sampling.as_mut()?.exact_size = FIRST_SIZE;
        let end = self.ticks() + slice.ticks;
        let mut samples = Vec::new();
        loop {
            let before = self.ticks();
            let (ln, is_exact) = self.sample(slice.last_tick)?;
            if is_exact || self.frames.last()?.current.is_none() {
                return Some(Estimate::exact(ln));
            }
            if self.ticks() - before < slice.ticks / CHEAP && samples.is_empty() {
                let sampling = self.sampling.as_mut()?;
                sampling.exact_size += GROWTH;
                continue;
            }
            samples.push(ln);
            let is_enough = samples.len() >= slice.samples && self.ticks() > end;
            if is_enough || samples.len() == MOST_SAMPLES {
                return Some(Estimate::of_samples(&samples));
            }
        }
    }

    /// A sample of the part on top of the stack by its logarithm, and whether it is exact. Leaves the part where it is.
    fn sample(&mut self, last_tick: u64) -> Option<(f64, bool)> {
        let depth = self.frames.len();
        let frame = self.frames.last_mut()?;
        let component = *self.components.last()?;
        let open = frame.open;
        let current = frame.current.replace(Amount::ONE);
        frame.has_samples = false;
        self.sampling.as_mut()?.ln_weight = 0.0;
        self.branch(open - 1);
        while self.frames.len() > depth {
            if self.is_refuted || self.ticks() > last_tick {
                return None;
            }
            self.step();
        }
        let ln_weight = self.sampling.as_ref()?.ln_weight;
        let frame = self.frames.last_mut()?;
        let is_exact = !frame.has_samples;
        let ln = match std::mem::replace(&mut frame.current, current) {
            Some(amount) => ln_weight + amount.ln()?,
            None => f64::NEG_INFINITY,
        };
        self.components.push(component);
        frame.open = open;
        // A sample without a model left this to do, and what it learned may show that nothing here has one.
        let trail = self.engine.trail().len();
        self.go_back(trail);
        if !self.to_assert.is_empty() {
            self.frames.last_mut()?.current = None;
        }
        Some((ln, is_exact))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use gordian_formula::{Lit, Var};
    use gordian_testkit::Random;

    use super::super::{Leaves, Task, Total};
    use super::*;
    use crate::engines::component::measure::Models;
    use crate::estimate::assert_are_right;

    #[test]
    fn estimates_are_right_on_average_and_within_their_errors() {
        for begun in [false, true] {
            let mut estimates = Vec::new();
            for seed in 0..50 {
                let mut random = Random::new(seed);
                let num_vars = 60;
                let mut clause = || -> Vec<Lit> {
                    let first = random.below(num_vars - 12);
                    let mut at: Vec<usize> = (0..3).map(|third| first + 4 * third + random.below(4)).collect();
                    at.sort_unstable();
                    at.iter().map(|&at| Var::from_index(at).lit(random.chance(50))).collect()
                };
                let clauses: Vec<Vec<Lit>> = (0..100).map(|_| clause()).collect();
                let visible: Vec<bool> = (0..num_vars).map(|_| seed % 2 == 0 || random.chance(75)).collect();
                let task = Task { num_vars, clauses: &clauses, visible: &visible, cache_bytes: 1 << 20 };
                let search = || Search::new(&task, &Models, vec![0.0; num_vars], Leaves::Nothing);
                let Total::Amount(number) = search().run(&mut |_| ControlFlow::Continue(())) else { continue };
                let mut stopped = search();
                if begun && stopped.run(&mut |_| ControlFlow::Break(())) != Total::Stopped {
                    continue;
                }
                estimates.push((stopped.estimate().unwrap(), number.ln().unwrap()));
            }
            assert!(estimates.len() > 35, "{begun}: {}", estimates.len());
            assert_are_right(&estimates);
        }
    }
}
