//! A priority queue of variables that owns their scores.

use gordian_formula::Var;

/// A binary heap of variables, the highest score on top; among equal scores, the lower index.
///
/// Invariant: `places[v]` is the place of `v` in `heap`, or [`ABSENT`]; no entry is better than its parent.
#[derive(Clone, Default)]
pub(crate) struct Heap {
    heap: Vec<u32>,
    places: Vec<u32>,
    scores: Vec<f64>,
}

const ABSENT: u32 = u32::MAX;

impl Heap {
    pub(crate) fn grow(&mut self, num_vars: usize) {
        for index in self.places.len()..num_vars {
            self.places.push(ABSENT);
            self.scores.push(0.0);
            self.insert(Var::from_index(index));
        }
    }

    #[inline]
    pub(crate) fn score(&self, var: Var) -> f64 {
        self.scores[var.index()]
    }

    #[inline]
    pub(crate) fn contains(&self, var: Var) -> bool {
        self.places[var.index()] != ABSENT
    }

    pub(crate) fn top(&self) -> Option<Var> {
        self.heap.first().map(|&index| Var::from_index(index as usize))
    }

    #[inline]
    pub(crate) fn insert(&mut self, var: Var) {
        if !self.contains(var) {
            let place = self.heap.len();
            self.heap.push(var.index() as u32);
            self.places[var.index()] = place as u32;
            self.rise(place);
        }
    }

    pub(crate) fn pop(&mut self) -> Option<Var> {
        let top = self.top()?;
        let last = self.heap.pop()?;
        self.places[top.index()] = ABSENT;
        if let Some(first) = self.heap.first_mut() {
            *first = last;
            self.places[last as usize] = 0;
            self.sink(0);
        }
        Some(top)
    }

    /// Gives a variable a score that is not lower than the one it has.
    #[inline]
    pub(crate) fn raise(&mut self, var: Var, score: f64) {
        debug_assert!(score >= self.score(var));
        self.scores[var.index()] = score;
        let place = self.places[var.index()];
        if place == ABSENT || place == 0 {
            return;
        }
        // Mostly it stays where it is, which is seen here, without a call.
        let parent = self.heap[(place as usize - 1) / 2];
        if is_better((score, var.index() as u32), (self.scores[parent as usize], parent)) {
            self.rise(place as usize);
        }
    }

    /// Multiplies every score; a positive factor keeps the order.
    pub(crate) fn scale(&mut self, factor: f64) {
        for score in &mut self.scores {
            *score *= factor;
        }
    }

    fn better(&self, left: u32, right: u32) -> bool {
        is_better((self.scores[left as usize], left), (self.scores[right as usize], right))
    }

    #[inline(never)]
    fn rise(&mut self, mut place: usize) {
        let Heap { heap, places, scores } = self;
        let var = heap[place];
        let score = scores[var as usize];
        while place > 0 {
            let parent = (place - 1) / 2;
            let other = heap[parent];
            if !is_better((score, var), (scores[other as usize], other)) {
                break;
            }
            heap[place] = other;
            places[other as usize] = place as u32;
            place = parent;
        }
        heap[place] = var;
        places[var as usize] = place as u32;
    }

    fn sink(&mut self, mut place: usize) {
        let var = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.better(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.better(self.heap[child], var) {
                break;
            }
            self.heap[place] = self.heap[child];
            self.places[self.heap[place] as usize] = place as u32;
            place = child;
        }
        self.heap[place] = var;
        self.places[var as usize] = place as u32;
    }

    /// Panics unless the invariant on the type holds.
    pub(crate) fn check_invariants(&self) {
        for (place, &var) in self.heap.iter().enumerate() {
            assert_eq!(self.places[var as usize] as usize, place);
            assert!(place == 0 || !self.better(var, self.heap[(place - 1) / 2]));
        }
    }
}

/// Whether a variable, with its score, goes before another.
#[inline]
fn is_better(left: (f64, u32), right: (f64, u32)) -> bool {
    left.0 > right.0 || (left.0 == right.0 && left.1 < right.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::random::Random;

    #[test]
    fn it_pops_in_the_order_of_the_scores() {
        let mut random = Random::new(7);
        let mut heap = Heap::default();
        heap.grow(40);
        for _ in 0..200 {
            let var = Var::from_index(random.below(40) as usize);
            heap.raise(var, heap.score(var) + random.below(9) as f64);
            heap.check_invariants();
        }
        let popped: Vec<f64> = std::iter::from_fn(|| heap.pop().map(|var| heap.score(var))).collect();
        assert_eq!(popped.len(), 40);
        assert!(popped.is_sorted_by(|left, right| left >= right));
    }
}
