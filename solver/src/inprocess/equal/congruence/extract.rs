//! Finding gates among clauses.

use gordian_formula::{Lit, LitMap, Var, sorted_set};

use super::gates::{Gates, Kind};
use crate::engine::{Call, Engine};
use crate::store::lists::Lists;

/// Conjunctions of more inputs are not looked for.
const CONJUNCTION_LIMIT: usize = 1000;
/// Parities of more variables, the output included, are not looked for: their clauses double with each.
const PARITY_LIMIT: usize = 5;
/// Literals in more ternary clauses than this are no conditions of choices.
const CHOICE_LIMIT: usize = 1000;

/// Watches that are looked through in the time of one step.
const WATCHES_PER_STEP: usize = 8;

/// All gates that the clauses show, and the equalities that they show at once.
pub(super) fn extract<'a>(engine: &'a Engine, call: &'a Call<'_>, steps: u64) -> Extractor<'a> {
    let (equal, never) = (Vec::new(), Vec::new());
    let is_late = Box::new(|| call.is_late_by_now());
    let mut extractor = Extractor { engine, is_late, gates: Gates::default(), equal, never, steps };
    extractor.find_conjunctions();
    extractor.find_nested();
    for size in 3..=PARITY_LIMIT {
        if (extractor.is_late)() {
            break;
        }
        extractor.find_parities(size);
    }
    extractor.find_choices();
    extractor
}

pub(super) struct Extractor<'a> {
    pub(super) engine: &'a Engine,
    is_late: Box<dyn Fn() -> bool + 'a>,
    pub(super) gates: Gates,
    /// Literals that are equal.
    pub(super) equal: Vec<[Lit; 2]>,
    /// Literals that are false: propagation shows it.
    pub(super) never: Vec<Lit>,
    steps: u64,
}

impl<'a> Extractor<'a> {
    fn spend(&mut self, steps: usize) -> bool {
        self.steps = if (self.is_late)() { 0 } else { self.steps.saturating_sub(steps as u64) };
        self.steps > 0
    }

    /// The irredundant clauses that level zero leaves open.
    fn clauses(&self) -> impl Iterator<Item = &'a [Lit]> + use<'a> {
        let Engine { arena, trail, .. } = self.engine;
        let is_wanted = |&clause: &_| !arena.is_garbage(clause) && !arena.is_redundant(clause);
        let lits = arena.clauses().filter(is_wanted).map(|clause| arena.lits(clause));
        lits.filter(|lits| lits.iter().all(|&lit| trail.value(lit) == 0))
    }

    fn others(&self, lit: Lit) -> impl Iterator<Item = Lit> + use<'a> {
        self.engine.watches.of(lit).iter().filter(|watch| watch.is_binary()).map(|watch| watch.blocker)
    }

    /// `output = conjunction of inputs`: a clause of the output and the negated inputs, and for
    /// each input a binary clause of it and the negated output.
    fn find_conjunctions(&mut self) {
        let num_vars = self.engine.trail.num_vars();
        let mut degrees: LitMap<u32> = LitMap::new();
        degrees.grow(num_vars);
        for lit in (0..2 * num_vars as u32).map(Lit::from_code) {
            degrees[lit] = self.others(lit).count() as u32;
        }
        let mut marks: LitMap<u32> = LitMap::new();
        marks.grow(num_vars);
        let mut stamp = 0;
        for lits in self.clauses().filter(|lits| lits.len() <= CONJUNCTION_LIMIT) {
            if (self.is_late)() {
                return;
            }
            // Each literal must be in a binary clause with the negation of the output, negated: the
            // one that is in the fewest leads to it.
            let Some(&rarest) = lits.iter().min_by_key(|&&lit| degrees[!lit]) else { continue };
            let inputs = lits.len() as u32 - 1;
            if degrees[!rarest] == 0 || !lits.iter().any(|&lit| degrees[!lit] >= inputs) {
                continue;
            }
            stamp += 1;
            lits.iter().for_each(|&lit| marks[lit] = stamp);
            let mut outputs: Vec<Lit> = self.others(!rarest).map(|lit| !lit).chain([rarest]).collect();
            outputs.retain(|&lit| marks[lit] == stamp && degrees[!lit] >= inputs);
            outputs.sort_unstable();
            outputs.dedup();
            if !self.spend(lits.len() + self.engine.watches.of(!rarest).len() / WATCHES_PER_STEP) {
                return;
            }
            for output in outputs {
                if !self.spend(1 + self.engine.watches.of(!output).len() / WATCHES_PER_STEP) {
                    return;
                }
                let found: Vec<Lit> = sorted_set(self.others(!output).filter(|&input| marks[!input] == stamp));
                if found.len() == inputs as usize {
                    self.gates.add(Kind::And, output, &found);
                }
            }
        }
    }

    /// `output = parity of inputs`: of all clauses over the variables those of which an odd, or
    /// even, number of literals is negated. Each of the variables is an output.
    fn find_parities(&mut self, size: usize) {
        let mut counts: LitMap<u32> = LitMap::new();
        counts.grow(self.engine.trail.num_vars());
        for &lit in self.clauses().filter(|lits| lits.len() == size).flatten() {
            counts[lit] += 1;
        }
        // Each literal is in half of the clauses.
        let half = 1 << (size - 2);
        let mut candidates: Vec<[Lit; PARITY_LIMIT]> = Vec::new();
        for lits in self.clauses().filter(|lits| lits.len() == size) {
            if (self.is_late)() {
                return;
            }
            if lits.iter().all(|&lit| counts[lit] >= half && counts[!lit] >= half) {
                let mut sorted = [Lit::from_code(0); PARITY_LIMIT];
                sorted[..size].copy_from_slice(lits);
                sorted[..size].sort_unstable();
                candidates.push(sorted);
            }
        }
        if !self.spend(candidates.len() * 4) {
            return;
        }
        let vars = |lits: &[Lit; PARITY_LIMIT]| lits.map(|lit| lit.var());
        let is_odd = |lits: &[Lit]| lits.iter().filter(|lit| lit.is_negative()).count() % 2 == 1;
        candidates.sort_unstable_by_key(|lits| (vars(lits), is_odd(&lits[..size]), *lits));
        candidates.dedup();
        let same = |left: &[Lit; PARITY_LIMIT], right: &[Lit; PARITY_LIMIT]| {
            vars(left) == vars(right) && is_odd(&left[..size]) == is_odd(&right[..size])
        };
        for clauses in candidates.chunk_by(same).filter(|clauses| clauses.len() == 1 << (size - 1)) {
            let is_negated = is_odd(&clauses[0][..size]);
            let vars: Vec<Lit> = clauses[0][..size].iter().map(|lit| lit.var().positive()).collect();
            // With an even number of negations forbidden to fail all, the parity of all variables is odd.
            self.add_parity(&vars, !is_negated);
        }
    }

    /// Gates of positive literals, sorted and distinct, whose parity is odd, or even: each of them is an output.
    pub(super) fn add_parity(&mut self, lits: &[Lit], is_odd: bool) {
        debug_assert!(lits.is_sorted_by(|left, right| left < right) && lits.iter().all(|lit| lit.is_positive()));
        for (at, &output) in lits.iter().enumerate() {
            let inputs = [&lits[..at], &lits[at + 1..]].concat();
            self.gates.add(Kind::Xor, if is_odd { !output } else { output }, &inputs);
        }
    }

    /// `output = if condition then one else other`: ternary clauses that make the output equal to
    /// one if the condition holds, and to the other if not.
    fn find_choices(&mut self) {
        let num_vars = self.engine.trail.num_vars();
        let ternary_clauses = self.clauses().filter(|lits| lits.len() == 3);
        let mut ternary: Lists<[Lit; 2]> = Lists::with_room(num_vars, ternary_clauses.flatten().copied());
        for lits in self.clauses() {
            if (self.is_late)() {
                return;
            }
            if let &[a, b, c] = lits {
                for (lit, left, right) in [(a, b, c), (b, a, c), (c, a, b)] {
                    ternary.push(lit, [left.min(right), left.max(right)]);
                }
            }
        }
        let mut equal_to: Vec<Vec<Lit>> = vec![Vec::new(); num_vars];
        for condition in (0..num_vars).map(|index| Var::from_index(index).positive()) {
            let sizes = [condition, !condition].map(|lit| ternary.of(lit).len());
            if sizes[0].min(sizes[1]) < 2 || sizes[0].max(sizes[1]) > CHOICE_LIMIT {
                continue;
            }
            if !self.spend(sizes[0] + sizes[1]) {
                return;
            }
            let if_true = conditional_equivalences(ternary.of_mut(!condition));
            let if_false = conditional_equivalences(ternary.of_mut(condition));
            for &[left, right] in &if_true {
                // Signs are moved to the right side.
                equal_to[left.var().index()].push(if left.is_positive() { right } else { !right });
                equal_to[right.var().index()].push(if right.is_positive() { left } else { !left });
            }
            for &[left, right] in &if_false {
                for (output, otherwise) in [(left, right), (right, left)] {
                    let branches = &equal_to[output.var().index()];
                    if !self.spend(branches.len()) {
                        return;
                    }
                    for &then in branches {
                        let then = if output.is_positive() { then } else { !then };
                        self.add_choice(output, condition, then, otherwise);
                    }
                }
            }
            for lit in if_true.iter().flatten() {
                equal_to[lit.var().index()].clear();
            }
        }
    }

    /// A gate with signs moved to the output and the last branch; an equivalence where the branches are the same.
    pub(super) fn add_choice(&mut self, output: Lit, condition: Lit, then: Lit, otherwise: Lit) {
        let (condition, then, otherwise) = match condition.is_positive() {
            true => (condition, then, otherwise),
            false => (!condition, otherwise, then),
        };
        if then == otherwise {
            self.equal.push([output, then]);
        } else if then.var() != otherwise.var() {
            let sign = then.is_positive();
            let [output, then, otherwise] = [output, then, otherwise].map(|lit| if sign { lit } else { !lit });
            self.gates.add(Kind::Choice, output, &[condition, then, otherwise]);
        }
    }
}

/// Literals that are equal where the literal of these ternary clauses is false: a clause has its
/// other literals, another one their negations.
fn conditional_equivalences(pairs: &mut [[Lit; 2]]) -> Vec<[Lit; 2]> {
    pairs.sort_unstable();
    let mut found = Vec::new();
    for &[left, right] in pairs.iter() {
        let negated = [(!left).min(!right), (!left).max(!right)];
        // Each pair of clauses is found twice; count it at the clause whose first literal is
        // positive.
        if left.is_positive() && pairs.binary_search(&negated).is_ok() {
            found.push([left, !right]);
        }
    }
    found.dedup();
    found
}
