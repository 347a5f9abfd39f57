//! A formula under an assignment, with the number of open literals of each clause.

use gordian_formula::{ClauseSink, Cnf, GroupKind, Lit, Var};

/// A formula under an assignment.
///
/// Invariant: for the first `head` literals of the trail, `open` and `satisfied` hold the numbers of
/// literals that these leave not false, and make true, in each long clause.
pub(super) struct State {
    /// The clauses of three and more literals, and those of exactly-one groups.
    clauses: Vec<Vec<Lit>>,
    open: Vec<u32>,
    satisfied: Vec<u32>,
    /// For each literal the long clauses that hold it, and the literals that binary clauses say follow.
    occurrences: Vec<Vec<u32>>,
    implied: Vec<Vec<Lit>>,
    /// At-most-one and exactly-one groups, and for each literal those that hold it.
    groups: Vec<Vec<Lit>>,
    memberships: Vec<Vec<u32>>,
    values: Vec<i8>,
    trail: Vec<Lit>,
    head: usize,
    /// Whether the formula has an empty clause.
    is_refuted: bool,
    /// The last measurement that met a clause.
    stamps: Vec<u64>,
    stamp: u64,
    /// The number of constraints that were looked at.
    pub(super) ticks: u64,
}

impl State {
    /// The formula, with what its unit clauses imply. `Err` if that is a contradiction.
    pub(super) fn new(cnf: &Cnf) -> Result<State, ()> {
        let num_lits = 2 * cnf.num_vars();
        let mut state = State {
            clauses: Vec::new(),
            open: Vec::new(),
            satisfied: Vec::new(),
            occurrences: vec![Vec::new(); num_lits],
            implied: vec![Vec::new(); num_lits],
            groups: Vec::new(),
            memberships: vec![Vec::new(); num_lits],
            values: vec![0; num_lits],
            trail: Vec::new(),
            head: 0,
            is_refuted: false,
            stamps: Vec::new(),
            stamp: 0,
            ticks: 0,
        };
        let mut units = Vec::new();
        cnf.clauses().for_each(|clause| state.add_clause(clause, &mut units));
        for group in cnf.groups() {
            for &member in group.members {
                state.memberships[member.index()].push(state.groups.len() as u32);
            }
            state.groups.push(group.members.to_vec());
            if group.kind == GroupKind::ExactlyOne {
                state.add_clause(group.members, &mut units);
            }
        }
        state.open = state.clauses.iter().map(|clause| clause.len() as u32).collect();
        state.satisfied = vec![0; state.clauses.len()];
        state.stamps = vec![0; state.clauses.len()];
        if state.is_refuted || !state.assume(&units) { Err(()) } else { Ok(state) }
    }

    fn add_clause(&mut self, clause: &[Lit], units: &mut Vec<Lit>) {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        if clause.windows(2).any(|pair| pair[0].var() == pair[1].var()) {
            return;
        }
        match clause[..] {
            [] => self.is_refuted = true,
            [unit] => units.push(unit),
            [a, b] => {
                self.implied[(!a).index()].push(b);
                self.implied[(!b).index()].push(a);
            }
            _ => {
                for lit in &clause {
                    self.occurrences[lit.index()].push(self.clauses.len() as u32);
                }
                self.clauses.push(clause);
            }
        }
    }

    pub(super) fn num_vars(&self) -> usize {
        self.values.len() / 2
    }

    pub(super) fn is_open(&self, var: Var) -> bool {
        self.values[var.positive().index()] == 0
    }

    /// The length of the trail, to which [`State::undo`] leads back.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Makes literals true, and what follows by unit propagation. Whether there is no contradiction.
    pub(super) fn assume(&mut self, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| self.enqueue(lit)) && self.propagate()
    }

    /// Takes back all literals but the first `mark` ones.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some(lit) = self.trail.pop() else { break };
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            if self.trail.len() < self.head {
                self.head = self.trail.len();
                self.occurrences[lit.index()].iter().for_each(|&clause| self.satisfied[clause as usize] -= 1);
                self.occurrences[(!lit).index()].iter().for_each(|&clause| self.open[clause as usize] += 1);
            }
        }
    }

    fn enqueue(&mut self, lit: Lit) -> bool {
        match self.values[lit.index()] {
            0 => {
                self.values[lit.index()] = 1;
                self.values[(!lit).index()] = -1;
                self.trail.push(lit);
                true
            }
            value => value > 0,
        }
    }

    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            if !self.propagate_one(lit) {
                return false;
            }
        }
        true
    }

    /// Counts a literal in all of its clauses, even after a contradiction, so that it can be undone.
    fn propagate_one(&mut self, lit: Lit) -> bool {
        let mut units = Vec::new();
        let mut is_consistent = true;
        for &clause in &self.occurrences[lit.index()] {
            self.satisfied[clause as usize] += 1;
        }
        for &clause in &self.occurrences[(!lit).index()] {
            let index = clause as usize;
            self.open[index] -= 1;
            if self.satisfied[index] == 0 && self.open[index] <= 1 {
                // A literal that waits on the trail is true or false here before it is counted.
                let left = self.clauses[index].iter().find(|lit| self.values[lit.index()] >= 0);
                left.map_or_else(|| is_consistent = false, |&left| units.push(left));
            }
        }
        units.extend_from_slice(&self.implied[lit.index()]);
        self.ticks += 1 + (self.occurrences[lit.index()].len() + self.occurrences[(!lit).index()].len()) as u64;
        for &group in &self.memberships[lit.index()] {
            let mut is_first = true;
            for &member in &self.groups[group as usize] {
                // A literal that stands twice in a group contradicts itself.
                if member == lit && is_first {
                    is_first = false;
                } else {
                    units.push(!member);
                }
            }
        }
        self.ticks += units.len() as u64 / 4;
        is_consistent && units.into_iter().all(|unit| self.enqueue(unit))
    }

    /// How much the literals of the trail from `mark` on shorten the formula: each clause that became
    /// shorter without becoming true counts five times as much as one that is longer by a literal (as
    /// in march), and each literal a little.
    pub(super) fn reduction(&mut self, mark: usize) -> f64 {
        self.stamp += 1;
        let mut sum = (self.trail.len() - mark) as f64 * LITERAL;
        for at in mark..self.trail.len() {
            let falsified = !self.trail[at];
            for &clause in &self.occurrences[falsified.index()] {
                let index = clause as usize;
                if self.satisfied[index] == 0 && std::mem::replace(&mut self.stamps[index], self.stamp) != self.stamp {
                    sum += weight(self.open[index]);
                }
            }
            self.ticks += self.occurrences[falsified.index()].len() as u64;
        }
        sum
    }

    /// The open variables that stand in clauses, those first whose both values promise most before
    /// anything is propagated.
    pub(super) fn candidates(&mut self) -> Vec<Var> {
        let mut scores = vec![0.0; self.values.len()];
        for (index, clause) in self.clauses.iter().enumerate() {
            if self.satisfied[index] == 0 {
                let weight = weight(self.open[index].saturating_sub(1));
                clause.iter().for_each(|lit| scores[(!*lit).index()] += weight);
            }
            self.ticks += 1;
        }
        for (code, score) in scores.iter_mut().enumerate() {
            let binary = self.implied[code].iter().filter(|lit| self.values[lit.index()] == 0).count();
            let grouped: usize =
                self.memberships[code].iter().map(|&group| self.groups[group as usize].len() - 1).sum();
            *score += (binary + grouped) as f64 * LITERAL;
        }
        let score = |var: Var| {
            let [positive, negative] = [scores[var.positive().index()], scores[var.negative().index()]];
            product(positive, negative)
        };
        let vars = (0..self.num_vars()).map(Var::from_index).filter(|&var| self.is_open(var));
        let mut ranked: Vec<(f64, Var)> = vars.map(|var| (score(var), var)).filter(|(score, _)| *score > 0.0).collect();
        ranked.sort_by(|(one, a), (other, b)| other.total_cmp(one).then(a.cmp(b)));
        ranked.into_iter().map(|(_, var)| var).collect()
    }
}

/// The weight of a literal that follows, beside that of a clause that becomes binary, 1.
const LITERAL: f64 = 0.02;

/// The worth of two values of a variable: both are to shorten much.
pub(super) fn product(one: f64, other: f64) -> f64 {
    one * other * 1024.0 + one + other
}

fn weight(open: u32) -> f64 {
    0.2_f64.powi(open.saturating_sub(2).min(12) as i32)
}
