//! The candidates for decided and equal literals, after the models seen so far.

use gordian_formula::Lit;

use super::environment::Environment;
use crate::store::lists::Lists;

/// Invariant: backbone candidates had the same value in all models seen, true; the literals of a
/// class had the same value as each other in each of them.
pub(super) struct Candidates<'a> {
    clauses: Vec<&'a [Lit]>,
    /// For each literal the clauses it stands in.
    occurrences: Lists<u32>,
    is_grouped: Vec<bool>,
    /// By literal, the model seen last.
    values: Vec<i8>,
    backbone: Vec<Lit>,
    classes: Vec<Vec<Lit>>,
    ticks: u64,
}

impl<'a> Candidates<'a> {
    /// Everything that a first model allows.
    pub(super) fn new(environment: &'a Environment, values: &[i8]) -> Candidates<'a> {
        let num_vars = environment.vars().len();
        let clauses: Vec<&[Lit]> = environment.clauses().collect();
        let mut occurrences: Lists<u32> = Lists::with_room(num_vars, clauses.iter().copied().flatten().copied());
        for (number, clause) in clauses.iter().enumerate() {
            clause.iter().for_each(|&lit| occurrences.push(lit, number as u32));
        }
        let mut is_grouped = vec![false; num_vars];
        for lit in environment.groups().iter().flat_map(|(_, members)| members) {
            is_grouped[lit.var().index()] = true;
        }
        let lits = (0..2 * num_vars as u32).map(Lit::from_code);
        let backbone: Vec<Lit> = lits.filter(|lit| values[lit.index()] > 0).collect();
        let classes = vec![backbone.clone()];
        let ticks = num_vars as u64 + occurrences.len() as u64 / 4;
        let mut candidates =
            Candidates { clauses, occurrences, is_grouped, values: values.to_vec(), backbone, classes, ticks };
        candidates.flip();
        candidates
    }

    /// Cache lines touched so far, about.
    pub(super) fn ticks(&self) -> u64 {
        self.ticks
    }

    /// A literal that may be true in all models. It is no candidate from then on.
    pub(super) fn next_backbone(&mut self) -> Option<Lit> {
        self.backbone.pop()
    }

    /// Two literals that may be equal, among those that are open.
    pub(super) fn next_pair(&mut self, is_open: impl Fn(Lit) -> bool) -> Option<[Lit; 2]> {
        while let Some(class) = self.classes.last_mut() {
            class.retain(|&lit| is_open(lit));
            if let &[.., left, right] = &class[..] {
                return Some([left, right]);
            }
            self.classes.pop();
        }
        None
    }

    /// Takes a literal of the last pair out of its class.
    pub(super) fn drop(&mut self, lit: Lit) {
        if let Some(class) = self.classes.last_mut() {
            class.retain(|&other| other != lit);
        }
    }

    /// Drops what another model refutes.
    pub(super) fn refine(&mut self, values: &[i8]) {
        self.values.copy_from_slice(values);
        self.backbone.retain(|lit| values[lit.index()] > 0);
        for class in std::mem::take(&mut self.classes) {
            let (one, other): (Vec<Lit>, Vec<Lit>) = class.into_iter().partition(|lit| values[lit.index()] > 0);
            self.classes.extend([one, other].into_iter().filter(|class| class.len() > 1));
        }
        self.flip();
    }

    /// Changes single values of the model where all clauses stay satisfied: a literal that can
    /// change is neither decided nor equal to one that did not.
    fn flip(&mut self) {
        let mut backbone = std::mem::take(&mut self.backbone);
        backbone.retain(|&lit| self.values[lit.index()] > 0 && !self.flip_one(lit));
        self.backbone = backbone;
        let mut classes = std::mem::take(&mut self.classes);
        for class in &mut classes {
            class.retain(|&lit| !self.flip_one(lit));
        }
        // Others may have lost the value they were candidates with.
        self.backbone.retain(|lit| self.values[lit.index()] > 0);
        classes.retain(|class| class.len() > 1);
        self.classes = classes;
    }

    /// Changes the value of a literal if no clause needs it.
    fn flip_one(&mut self, lit: Lit) -> bool {
        let Candidates { clauses, occurrences, is_grouped, values, ticks, .. } = self;
        let true_lit = if values[lit.index()] > 0 { lit } else { !lit };
        *ticks += 1 + occurrences.of(true_lit).len() as u64 / 4;
        let is_satisfied_otherwise = |&number: &u32| {
            clauses[number as usize].iter().any(|&other| other != true_lit && values[other.index()] > 0)
        };
        if is_grouped[lit.var().index()] || !occurrences.of(true_lit).iter().all(is_satisfied_otherwise) {
            return false;
        }
        (values[true_lit.index()], values[(!true_lit).index()]) = (-1, 1);
        true
    }
}
