//! How many states are still to come, judged by those that came.

use super::key::Key;
use super::layer::Layer;
use super::plan::Plan;
use super::tally::Tally;

/// One state in so many may be a dead end, and the second half is still like the first one.
const FEW_DEAD_ENDS: u64 = 8;
/// States from which the covered items of a position are known.
const SAMPLE: usize = 64;
/// Points at which a curve is added up.
const POINTS: u32 = 64;

/// The positions of a sweep so far.
///
/// Two guesses tell how many states are still to come, and the lower one is taken:
///
/// - The states of a position are a power of its width, whose base is that of the largest position so far. This fits
///   boards, whose states are sets of cells and pieces, most of which are dead ends.
/// - If every item must be covered and few states are dead ends, the options that are not yet taken cover what a state
///   leaves, so states with as many items covered as others leave open are as many. Up to the half, the logarithm of
///   their number is a parabola through nothing, the largest position, and everything. This fits squares of numbers
///   and factorisations, whose width stays the same while their states become few again.
pub(super) struct Course {
    /// Whether every item must be covered.
    is_exact: bool,
    num_items: f64,
    /// The positions with states that are done: for each the mean number of items that are covered, and the states.
    done: Vec<(f64, u64)>,
    pub(super) dead_ends: u64,
    largest: Largest,
    /// The mean number of items that are covered in the states of this position.
    covered: f64,
    /// The states of this position.
    here: u64,
}

/// The position with the most states.
struct Largest {
    states: u64,
    covered: f64,
    /// The base of the power of its width that its states are.
    growth: f64,
}

impl Course {
    pub(super) fn new<K: Key>(plan: &Plan<K>) -> Course {
        Course {
            is_exact: plan.is_exact(),
            num_items: plan.end() as f64,
            done: Vec::new(),
            dead_ends: 0,
            largest: Largest { states: 0, covered: 0.0, growth: 1.0 },
            covered: 0.0,
            here: 0,
        }
    }

    /// Begins with the states of a position.
    pub(super) fn enter<K: Key, T: Tally>(&mut self, plan: &Plan<K>, position: usize, layer: &Layer<K, T>) {
        if self.here > 0 {
            self.done.push((self.covered, self.here));
        }
        self.here = layer.len() as u64;
        if self.here == 0 {
            return;
        }
        // Tables have no order, so the first ones are as good as any.
        let (sum, number) = layer
            .states()
            .take(SAMPLE)
            .fold((0, 0), |(sum, number), (key, _)| (sum + u64::from(key.len()), number + 1));
        self.covered = position as f64 + sum as f64 / f64::from(number);
        if self.here > self.largest.states {
            let growth = plan.growth(position, layer.len());
            self.largest = Largest { states: self.here, covered: self.covered, growth };
        }
    }

    /// The states that later positions will have, about.
    pub(super) fn rest<K: Key>(&self, plan: &Plan<K>, position: usize) -> f64 {
        let by_width = plan.states_after(position, self.largest.growth);
        self.mirrored().map_or(by_width, |mirrored| mirrored.min(by_width))
    }

    /// The same, if states with as many items covered as others leave open are as many.
    fn mirrored(&self) -> Option<f64> {
        let states = self.here + self.done.iter().map(|&(_, states)| states).sum::<u64>();
        if !self.is_exact || self.dead_ends * FEW_DEAD_ENDS > states {
            return None;
        }
        let (half, open) = (self.num_items / 2.0, self.num_items - self.covered);
        if self.covered >= half {
            let mirrored = self.done.iter().filter(|&&(covered, _)| covered < open);
            return Some(mirrored.map(|&(_, states)| states as f64).sum());
        }
        let height = |covered: f64| half.powi(2) - (half - covered).powi(2);
        let steepness = (self.largest.states as f64).ln() / height(self.largest.covered);
        if !steepness.is_finite() {
            return None;
        }
        let step = open / f64::from(POINTS);
        let points = (0..POINTS).map(|point| self.covered + step * (f64::from(point) + 0.5));
        let positions_per_item = (self.done.len() + 1) as f64 / self.covered;
        Some(points.map(|covered| (steepness * height(covered)).exp()).sum::<f64>() * step * positions_per_item)
    }
}
