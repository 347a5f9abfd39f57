//! A small exhaustive enumerator of models: unit propagation and case splits over plain clauses.
//!
//! It shares nothing with the encoders but the vocabulary; groups are expanded by the sink's own defaults.

use gordian_formula::{ClauseSink, Cnf, Lit, LitMap, Model, Var};

/// A formula in plain clauses, indexed by literal.
pub(crate) struct Enumerator {
    clauses: Vec<Vec<Lit>>,
    occurrences: LitMap<Vec<usize>>,
    num_vars: usize,
    /// Whether each literal is true, false or open; undone from the end of `trail`.
    values: LitMap<Option<bool>>,
    trail: Vec<Lit>,
}

impl Enumerator {
    pub(crate) fn new(cnf: &Cnf) -> Enumerator {
        let clauses: Vec<Vec<Lit>> = cnf.expanded().clauses().map(<[Lit]>::to_vec).collect();
        let num_vars = cnf.num_vars();
        let mut occurrences: LitMap<Vec<usize>> = LitMap::new();
        occurrences.grow(num_vars);
        for (index, clause) in clauses.iter().enumerate() {
            for &lit in clause {
                occurrences[lit].push(index);
            }
        }
        let mut values = LitMap::new();
        values.grow(num_vars);
        Enumerator { clauses, occurrences, num_vars, values, trail: Vec::new() }
    }

    /// Up to `limit` models that satisfy the assumptions.
    pub(crate) fn models(&mut self, assumptions: &[Lit], limit: usize) -> Vec<Model> {
        let mut models = Vec::new();
        if self.assume(assumptions) {
            self.split(limit, &mut models);
        }
        self.undo(0);
        models
    }

    /// The values that unit propagation gives these literals under the assumptions; `None` on a contradiction.
    pub(crate) fn propagated(&mut self, assumptions: &[Lit], lits: &[Lit]) -> Option<Vec<Option<bool>>> {
        let consistent = self.assume(assumptions);
        let values = lits.iter().map(|&lit| self.values[lit]).collect();
        self.undo(0);
        consistent.then_some(values)
    }

    fn assume(&mut self, assumptions: &[Lit]) -> bool {
        let units: Vec<Lit> = self.clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]).collect();
        !self.clauses.iter().any(Vec::is_empty) && units.iter().chain(assumptions).all(|&lit| self.assign(lit))
    }

    fn split(&mut self, limit: usize, models: &mut Vec<Model>) {
        let open = (0..self.num_vars).map(Var::from_index).find(|var| self.values[var.positive()].is_none());
        let Some(var) = open else {
            let values = (0..self.num_vars).map(|index| self.values[Var::from_index(index).positive()] == Some(true));
            models.push(Model::from_values(values.collect()));
            return;
        };
        let height = self.trail.len();
        for value in [false, true] {
            if models.len() < limit && self.assign(var.lit(value)) {
                self.split(limit, models);
            }
            self.undo(height);
        }
    }

    /// Makes a literal true and propagates; false on a contradiction.
    fn assign(&mut self, lit: Lit) -> bool {
        let mut next = self.trail.len();
        if !self.set(lit) {
            return false;
        }
        while next < self.trail.len() {
            let falsified = !self.trail[next];
            next += 1;
            for position in 0..self.occurrences[falsified].len() {
                let clause = &self.clauses[self.occurrences[falsified][position]];
                if clause.iter().any(|&lit| self.values[lit] == Some(true)) {
                    continue;
                }
                let mut open: Vec<Lit> = clause.iter().copied().filter(|&lit| self.values[lit].is_none()).collect();
                open.dedup();
                match open[..] {
                    [] => return false,
                    [unit] => {
                        self.set(unit);
                    }
                    _ => {}
                }
            }
        }
        true
    }

    fn set(&mut self, lit: Lit) -> bool {
        if self.values[lit].is_none() {
            self.values[lit] = Some(true);
            self.values[!lit] = Some(false);
            self.trail.push(lit);
        }
        self.values[lit] == Some(true)
    }

    fn undo(&mut self, height: usize) {
        for lit in self.trail.drain(height..) {
            self.values[lit] = None;
            self.values[!lit] = None;
        }
    }
}
