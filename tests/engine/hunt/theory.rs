//! A propagator that knows clauses which the solver does not, and tells of them by whim, some of
//! them in two parts with a variable of its own.

use std::collections::BTreeMap;

use gordian_formula::{Lit, Var};
use gordian_solver::Propagator;
use gordian_testkit::{Random, lit, lits};

/// Believes nothing of what it is told: panics where the calls contradict what the trait promises.
pub(crate) struct Theory {
    clauses: Vec<Vec<i32>>,
    observed: Vec<Var>,
    values: BTreeMap<Var, bool>,
    /// The literals told, and how many there were when each level began.
    trail: Vec<Lit>,
    levels: Vec<usize>,
    /// For each literal that it propagated, the clause.
    reasons: BTreeMap<Lit, usize>,
    /// A clause that it refused a model by.
    owed: Option<usize>,
    /// The number of the next variable of its own, how many it may still bring, and how many of
    /// them are to refine a model.
    next_own: Var,
    own_left: usize,
    refinements: usize,
    /// The second part of a clause that it gave the first part of.
    second_part: Option<Vec<Lit>>,
    has_begun: bool,
    /// The number of clauses that it may still add without need.
    gifts: usize,
    whim: Random,
}

impl Theory {
    /// One that goes by these clauses. Its own variables have numbers from `next_own` on.
    pub(crate) fn new(clauses: Vec<Vec<i32>>, next_own: Var, seed: u64) -> Theory {
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
            next_own,
            own_left: 3,
            refinements: 0,
            second_part: None,
            has_begun: false,
            gifts: 5,
            whim: Random::new(seed),
        }
    }

    pub(crate) fn observed(&self) -> Vec<Var> {
        self.observed.clone()
    }

    fn bring(&mut self) -> Option<Lit> {
        self.own_left = self.own_left.checked_sub(1)?;
        let var = self.next_own;
        self.next_own = Var::from_index(var.index() + 1);
        self.observed.push(var);
        Some(var.lit(self.whim.chance(50)))
    }

    /// The clause in two parts, the second for later.
    fn split(&mut self, clause: &mut Vec<Lit>) {
        if clause.len() < 2 || !self.whim.chance(30) {
            return;
        }
        if let Some(link) = self.bring() {
            let mut rest = clause.split_off(self.whim.between(1, clause.len() - 1));
            rest.push(!link);
            clause.push(link);
            self.second_part = Some(rest);
        }
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

impl Propagator for Theory {
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

    fn implication(&mut self) -> Option<[Lit; 2]> {
        if !self.whim.chance(50) {
            return None;
        }
        let (clause, _) = self.find(1)?;
        let lits = lits(&self.clauses[clause]);
        let &[one, other] = &lits[..] else { return None };
        let is_false = |lit| self.value(lit) == Some(false);
        match (is_false(one), is_false(other)) {
            (true, _) => Some([!one, other]),
            (_, true) => Some([!other, one]),
            _ => None,
        }
    }

    fn refine(&mut self) -> Option<Lit> {
        if self.refinements == 2 || !self.whim.chance(50) {
            return None;
        }
        self.refinements += 1;
        self.bring()
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
        if let Some(mut part) = self.second_part.take() {
            clause.append(&mut part);
            return true;
        }
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
        self.split(clause);
        given.is_some()
    }
}
