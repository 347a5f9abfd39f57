//! A propagator that knows clauses which the solver does not, and tells of them by whim.

use std::collections::BTreeMap;

use gordian_formula::{Lit, Var};
use gordian_solver::Propagator;
use gordian_testkit::{Random, lit, lits};

/// Believes nothing of what it is told: panics where the calls contradict what the trait promises.
pub(crate) struct Theory<'a> {
    clauses: &'a [Vec<i32>],
    observed: Vec<Var>,
    values: BTreeMap<Var, bool>,
    /// The literals told, and how many there were when each level began.
    trail: Vec<Lit>,
    levels: Vec<usize>,
    /// For each literal that it propagated, the clause.
    reasons: BTreeMap<Lit, usize>,
    /// A clause that it refused a model by.
    owed: Option<usize>,
    has_begun: bool,
    /// The number of clauses that it may still add without need.
    gifts: usize,
    whim: Random,
}

impl<'a> Theory<'a> {
    /// One that goes by these clauses.
    pub(crate) fn new(clauses: &'a [Vec<i32>], seed: u64) -> Theory<'a> {
        let vars = clauses.iter().flatten().map(|&number| lit(number).var());
        let mut observed: Vec<Var> = vars.collect();
        observed.sort_unstable();
        observed.dedup();
        Theory {
            clauses,
            observed,
            values: BTreeMap::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            reasons: BTreeMap::new(),
            owed: None,
            has_begun: false,
            gifts: 5,
            whim: Random::new(seed),
        }
    }

    pub(crate) fn observed(&self) -> Vec<Var> {
        self.observed.clone()
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.values.get(&lit.var()).map(|&value| value == lit.is_positive())
    }

    /// The literals of a clause that have no value; `None` where it is satisfied, or always is.
    fn open(&self, clause: usize) -> Option<Vec<Lit>> {
        let lits: Vec<Lit> = self.clauses[clause].iter().map(|&number| lit(number)).collect();
        let is_true = lits.iter().any(|&lit| self.value(lit) == Some(true) || lits.contains(&!lit));
        let mut open: Vec<Lit> = lits.into_iter().filter(|&lit| self.value(lit).is_none()).collect();
        open.dedup();
        (!is_true).then_some(open)
    }

    /// Clauses with at most this many open literals, from one that it happens to think of.
    fn find(&mut self, most: usize) -> Option<(usize, Vec<Lit>)> {
        let count = self.clauses.len();
        let start = self.whim.below(count.max(1));
        let mut found = (start..start + count).map(|at| at % count).filter_map(|at| Some((at, self.open(at)?)));
        found.find(|(_, open)| open.len() <= most)
    }
}

impl Propagator for Theory<'_> {
    fn call_began(&mut self) {
        assert!(self.trail.is_empty() && self.levels.is_empty(), "a call that began late");
        self.has_begun = true;
    }

    fn assigned(&mut self, lits: &[Lit]) {
        assert!(self.has_begun);
        for &lit in lits {
            assert!(self.observed.contains(&lit.var()), "told {lit}, which is not observed");
            let before = self.values.insert(lit.var(), lit.is_positive());
            assert_eq!(before, None, "told {lit} twice");
            self.trail.push(lit);
        }
    }

    fn level_began(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtracked(&mut self, level: u32) {
        let length = *self.levels.get(level as usize).expect("only what began is undone");
        self.trail.drain(length..).for_each(|lit| _ = self.values.remove(&lit.var()));
        self.levels.truncate(level as usize);
    }

    fn check_model(&mut self, model: &[Lit]) -> bool {
        assert_eq!(model.len(), self.observed.len());
        assert!(model.iter().all(|&lit| self.value(lit) == Some(true)), "a model that was not told");
        self.owed = self.find(0).map(|(clause, _)| clause);
        self.owed.is_none()
    }

    fn decide(&mut self) -> Option<Lit> {
        if !self.whim.chance(20) || self.observed.is_empty() {
            return None;
        }
        let at = self.whim.below(self.observed.len());
        Some(self.observed[at].lit(self.whim.chance(50)))
    }

    fn propagate(&mut self) -> Option<Lit> {
        if self.whim.chance(40) {
            return None;
        }
        let (clause, open) = self.find(1)?;
        let lit = match open.first() {
            Some(&lit) => lit,
            // A false one: in conflict at once.
            None => lit(*self.clauses[clause].first()?),
        };
        self.reasons.insert(lit, clause);
        Some(lit)
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        let of = self.reasons.get(&lit).expect("only what was propagated has a reason");
        clause.extend(lits(&self.clauses[*of]));
    }

    fn add_clause(&mut self, clause: &mut Vec<Lit>) -> bool {
        let given = match self.owed.take() {
            Some(owed) => Some(owed),
            None if self.gifts > 0 && self.whim.chance(20) => {
                self.gifts -= 1;
                Some(self.whim.below(self.clauses.len()))
            }
            None if self.whim.chance(30) => self.find(0).map(|(clause, _)| clause),
            None => None,
        };
        clause.extend(given.iter().flat_map(|&at| lits(&self.clauses[at])));
        given.is_some()
    }
}
