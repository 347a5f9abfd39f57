//! Unit propagation over the formula and what was derived from it.

use gordian_formula::{Lit, sorted_set};

/// No clause.
const NONE: u32 = u32::MAX;

#[derive(Debug)]
struct Clause {
    /// Without repeated literals.
    lits: Vec<Lit>,
    is_live: bool,
}

/// Clauses, an assignment, and the literals to look at for each clause.
///
/// Invariant: but for a conflict, every clause of two and more literals that has one false among
/// its first two has a true one. While nothing is assumed, the assignment is what follows from the
/// clauses that are there, and from no others.
#[derive(Debug, Default)]
pub(super) struct Units {
    values: Vec<i8>,
    trail: Vec<Lit>,
    head: usize,
    clauses: Vec<Clause>,
    watches: Vec<Vec<u32>>,
    /// By variable: the clause that made its literal true, if one did.
    reasons: Vec<u32>,
    is_contradictory: bool,
}

impl Units {
    pub(super) fn new(num_vars: usize) -> Units {
        Units {
            values: vec![0; 2 * num_vars],
            watches: vec![Vec::new(); 2 * num_vars],
            reasons: vec![NONE; num_vars],
            ..Units::default()
        }
    }

    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    pub(super) fn height(&self) -> usize {
        self.trail.len()
    }

    /// Adds a clause, while nothing is assumed. Returns its number.
    pub(super) fn add(&mut self, clause: &[Lit]) -> u32 {
        let number = self.clauses.len() as u32;
        self.clauses.push(Clause { lits: sorted_set(clause.iter().copied()), is_live: true });
        self.attach(number);
        number
    }

    /// Takes clauses out, while nothing is assumed, with all that followed from them.
    pub(super) fn remove(&mut self, numbers: &[u32]) {
        let mut is_reason = self.is_contradictory;
        for &number in numbers {
            let clause = &mut self.clauses[number as usize];
            clause.is_live = false;
            is_reason |= clause.lits.iter().any(|lit| self.reasons[lit.var().index()] == number);
        }
        if is_reason {
            self.trail.clear();
            self.head = 0;
            self.values.fill(0);
            self.reasons.fill(NONE);
            self.watches.iter_mut().for_each(Vec::clear);
            self.is_contradictory = false;
            for number in 0..self.clauses.len() as u32 {
                if self.clauses[number as usize].is_live {
                    self.attach(number);
                }
            }
        }
    }

    /// The literals of a clause.
    pub(super) fn lits(&self, number: u32) -> &[Lit] {
        &self.clauses[number as usize].lits
    }

    pub(super) fn is_live(&self, number: u32) -> bool {
        self.clauses[number as usize].is_live
    }

    /// The clauses that are there.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses.iter().filter(|clause| clause.is_live).map(|clause| &clause.lits[..])
    }

    /// Watches a clause, and makes true what follows from it.
    fn attach(&mut self, number: u32) {
        if self.is_contradictory {
            return;
        }
        let values = &self.values;
        let lits = &mut self.clauses[number as usize].lits;
        // Those that are true or open first, since the others stay false.
        lits.sort_by_key(|lit| -values[lit.index()]);
        let open = lits.iter().filter(|lit| values[lit.index()] >= 0).count();
        if let [first, second, ..] = lits[..] {
            self.watches[first.index()].push(number);
            self.watches[second.index()].push(number);
        }
        match lits.first().map(|&first| (first, values[first.index()])) {
            None | Some((_, ..0)) => self.is_contradictory = true,
            Some((first, 0)) if open == 1 => {
                self.assign(first, number);
                self.is_contradictory = !self.propagate();
            }
            // The literal needs no other clause any more.
            Some((first, _)) if lits.len() == 1 => self.reasons[first.var().index()] = number,
            Some(_) => {}
        }
    }

    fn assign(&mut self, lit: Lit, reason: u32) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.reasons[lit.var().index()] = reason;
        self.trail.push(lit);
    }

    /// Assumes a literal; false if that leads to a conflict by propagation.
    pub(super) fn assume(&mut self, lit: Lit) -> bool {
        !self.is_contradictory && self.set(lit) && self.propagate()
    }

    /// Makes a literal true; false if it is false.
    fn set(&mut self, lit: Lit) -> bool {
        if self.value(lit) == 0 {
            self.assign(lit, NONE);
        }
        self.value(lit) > 0
    }

    /// Whether propagation refutes that all of these are false, while nothing is assumed.
    pub(super) fn implies(&mut self, mut clause: impl Iterator<Item = Lit>) -> bool {
        let height = self.height();
        // All first: a clause within this one shows before what follows from its literals.
        let is_refuted = self.is_contradictory || clause.any(|lit| !self.set(!lit)) || !self.propagate();
        self.undo(height);
        is_refuted
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
            self.reasons[lit.var().index()] = NONE;
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
                let Clause { lits: clause, is_live } = &mut self.clauses[number as usize];
                if !*is_live {
                    continue;
                }
                watches[kept] = number;
                kept += 1;
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
                    watches.copy_within(at + 1.., kept);
                    kept += watches.len() - at - 1;
                    break;
                }
                self.assign(last, number);
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
