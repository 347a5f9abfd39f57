//! Unit propagation over the formula and what was derived from it.

use gordian_formula::{Lit, sorted_set};

/// Clauses, an assignment, and the literals to look at for each clause.
///
/// Invariant: but for a conflict, every clause of two and more literals that has one false among
/// its first two has a true one.
#[derive(Debug, Default)]
pub(super) struct Units {
    values: Vec<i8>,
    trail: Vec<Lit>,
    head: usize,
    clauses: Vec<Vec<Lit>>,
    watches: Vec<Vec<u32>>,
    is_contradictory: bool,
}

impl Units {
    pub(super) fn new(num_vars: usize) -> Units {
        Units { values: vec![0; 2 * num_vars], watches: vec![Vec::new(); 2 * num_vars], ..Units::default() }
    }

    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    pub(super) fn height(&self) -> usize {
        self.trail.len()
    }

    /// Adds a clause, while nothing is assumed.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        let mut lits = sorted_set(clause.iter().copied());
        let is_true = lits.windows(2).any(|pair| pair[0] == !pair[1]) || lits.iter().any(|&lit| self.value(lit) > 0);
        if is_true || self.is_contradictory {
            return;
        }
        lits.retain(|&lit| self.value(lit) == 0);
        match lits[..] {
            [] => self.is_contradictory = true,
            [unit] => {
                self.assign(unit);
                self.is_contradictory = !self.propagate();
            }
            [first, second, ..] => {
                let number = self.clauses.len() as u32;
                self.watches[first.index()].push(number);
                self.watches[second.index()].push(number);
                self.clauses.push(lits);
            }
        }
    }

    fn assign(&mut self, lit: Lit) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.trail.push(lit);
    }

    /// Assumes a literal; false if that leads to a conflict by propagation.
    pub(super) fn assume(&mut self, lit: Lit) -> bool {
        if self.is_contradictory || self.value(lit) < 0 {
            return false;
        }
        if self.value(lit) == 0 {
            self.assign(lit);
        }
        self.propagate()
    }

    /// Whether propagation alone finds a contradiction.
    pub(super) fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// Takes back assumptions, and what followed.
    pub(super) fn undo(&mut self, height: usize) {
        for lit in self.trail.drain(height..) {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
        self.head = self.head.min(height);
    }

    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let mut watches = std::mem::take(&mut self.watches[(!lit).index()]);
            let mut kept = 0;
            let mut is_consistent = true;
            'clauses: for at in 0..watches.len() {
                let number = watches[at];
                watches[kept] = number;
                kept += 1;
                let clause = &mut self.clauses[number as usize];
                if !is_consistent {
                    continue;
                }
                if clause[0] == !lit {
                    clause.swap(0, 1);
                }
                if self.values[clause[0].index()] > 0 {
                    continue;
                }
                for other in 2..clause.len() {
                    if self.values[clause[other].index()] >= 0 {
                        clause.swap(1, other);
                        self.watches[clause[1].index()].push(number);
                        kept -= 1;
                        continue 'clauses;
                    }
                }
                let last = clause[0];
                if self.values[last.index()] < 0 {
                    is_consistent = false;
                } else {
                    self.assign(last);
                }
            }
            watches.truncate(kept);
            self.watches[(!lit).index()] = watches;
            if !is_consistent {
                return false;
            }
        }
        true
    }
}
