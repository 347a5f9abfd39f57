//! The value that a variable gets when it is decided.

use gordian_formula::{Lit, Var};

/// For each variable the value it last had (saved), the one it had in the longest trail without
/// conflict since the last rephasing (best), and since the last reset of the target (target). 1,
/// -1, or 0 for none. The caller's wish (forced) goes before all of them; that table is as long as
/// the largest variable with a wish.
#[derive(Clone, Default)]
pub(crate) struct Phases {
    saved: Vec<i8>,
    target: Vec<i8>,
    best: Vec<i8>,
    forced: Vec<i8>,
    target_length: usize,
    best_length: usize,
}

impl Phases {
    pub(crate) fn grow(&mut self, num_vars: usize, initial: bool) {
        self.saved.resize(num_vars, sign(initial));
        self.target.resize(num_vars, 0);
        self.best.resize(num_vars, 0);
    }

    #[inline]
    pub(crate) fn save(&mut self, lit: Lit) {
        self.saved[lit.var().index()] = sign(lit.is_positive());
    }

    pub(crate) fn saved(&self, var: Var) -> bool {
        self.saved[var.index()] > 0
    }

    /// All saved phases, for [`Phases::restore_saved`].
    pub(crate) fn copy_saved(&self) -> Vec<i8> {
        self.saved.clone()
    }

    /// Brings saved phases back, those of variables that are newer than they left as they are.
    pub(crate) fn restore_saved(&mut self, saved: &[i8]) {
        self.saved[..saved.len()].copy_from_slice(saved);
    }

    /// The phase that the caller forces, if any.
    pub(crate) fn forced(&self, var: Var) -> Option<bool> {
        self.forced.get(var.index()).filter(|&&value| value != 0).map(|&value| value > 0)
    }

    /// All that the caller wants.
    pub(crate) fn wishes(&self) -> impl Iterator<Item = Lit> + '_ {
        let vars = (0..self.forced.len()).map(Var::from_index);
        vars.filter_map(|var| self.forced(var).map(|value| var.lit(value)))
    }

    /// Puts these in the place of all that the caller wants.
    pub(crate) fn set_wishes(&mut self, wishes: &[Lit]) {
        self.forced = Vec::new();
        wishes.iter().for_each(|lit| self.force(lit.var(), Some(lit.is_positive())));
    }

    pub(crate) fn force(&mut self, var: Var, value: Option<bool>) {
        let index = var.index();
        if index >= self.forced.len() && value.is_some() {
            self.forced.resize(index + 1, 0);
        }
        if let Some(forced) = self.forced.get_mut(index) {
            *forced = value.map_or(0, sign);
        }
    }

    pub(crate) fn target(&self, var: Var) -> Option<bool> {
        let value = self.target[var.index()];
        (value != 0).then_some(value > 0)
    }

    /// Remembers a trail that led to no conflict, where it is longer than those before it.
    pub(crate) fn remember(&mut self, consistent: &[Lit]) {
        if consistent.len() > self.target_length {
            self.target_length = consistent.len();
            copy(&mut self.target, consistent);
        }
        if consistent.len() > self.best_length {
            self.best_length = consistent.len();
            copy(&mut self.best, consistent);
        }
    }

    /// Forgets the target; the next consistent trail sets it anew.
    pub(crate) fn reset_target(&mut self) {
        self.target_length = 0;
        self.target.fill(0);
    }

    /// Forgets how long the best trail was; its values stay until a new one is found.
    pub(crate) fn reset_best(&mut self) {
        self.best_length = 0;
    }

    pub(crate) fn set_all(&mut self, value: bool) {
        self.saved.fill(sign(value));
    }

    pub(crate) fn flip_all(&mut self) {
        for saved in &mut self.saved {
            *saved = -*saved;
        }
    }

    /// Takes the best values where there are any.
    pub(crate) fn save_best(&mut self) {
        for (saved, &best) in self.saved.iter_mut().zip(&self.best) {
            if best != 0 {
                *saved = best;
            }
        }
    }

    pub(crate) fn set(&mut self, var: Var, value: bool) {
        self.saved[var.index()] = sign(value);
    }
}

fn sign(value: bool) -> i8 {
    if value { 1 } else { -1 }
}

fn copy(phases: &mut [i8], lits: &[Lit]) {
    for lit in lits {
        phases[lit.var().index()] = sign(lit.is_positive());
    }
}
