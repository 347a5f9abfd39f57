//! Clauses that the encodings of several constraints share.

use std::collections::BTreeMap;

use gordian_formula::{ClauseSink, Lit};

use super::super::poster::Poster;
use super::super::variable::Integer;
use crate::encode::{CardinalityEncoding, EncodingError, Relation, Sum, Truth, between, imply};

impl Poster<'_> {
    /// The value of `x` is one that is allowed.
    pub(super) fn restrict(&mut self, x: Integer, allowed: impl Fn(i64) -> bool) {
        let (kept, denied): (Vec<i64>, Vec<i64>) = self.values(x).iter().copied().partition(|&value| allowed(value));
        if denied.is_empty() {
            return;
        }
        if kept.len() <= 1 || self.guard.is_some() && kept.len() < denied.len() {
            let kept: Vec<Truth> = kept.into_iter().map(|value| self.equals(x, value)).collect();
            self.any(&kept);
        }
        for value in denied {
            let truth = self.equals(x, value);
            self.any(&[!truth]);
        }
    }

    /// For each value that some of the variables have and that counts, whether each of these has it.
    pub(super) fn by_value(&mut self, of: &[Integer], counts: impl Fn(i64) -> bool) -> BTreeMap<i64, Vec<Truth>> {
        let mut of_value: BTreeMap<i64, Vec<Truth>> = BTreeMap::new();
        for &x in of {
            for value in self.values(x).to_vec().into_iter().filter(|&value| counts(value)) {
                let truth = self.equals(x, value);
                of_value.entry(value).or_default().push(truth);
            }
        }
        of_value
    }

    /// At most one of these holds, or exactly one. None of them never does.
    pub(super) fn one_of(&mut self, truths: &[Truth], exactly: bool) {
        let lits: Vec<Lit> = truths.iter().filter_map(|truth| truth.lit()).collect();
        match truths.len() - lits.len() {
            0 if exactly => self.add_exactly_one(&lits),
            0 => self.add_at_most_one(&lits),
            1 => lits.iter().for_each(|&lit| self.add_clause(&[!lit])),
            _ => self.add_clause(&[]),
        }
    }

    /// How many of these hold compares like this with the bound.
    pub(super) fn counted(&mut self, truths: Vec<Truth>, relation: Relation, bound: i64) -> Result<(), EncodingError> {
        let always = truths.iter().filter(|&&truth| truth == Truth::Always).count();
        let lits: Vec<Lit> = truths.into_iter().filter_map(Truth::lit).collect();
        self.between(&lits, relation, bound.saturating_sub(i64::try_from(always).unwrap_or(i64::MAX)))
    }

    /// The number of true literals compares like this with the bound.
    pub(super) fn between(&mut self, lits: &[Lit], relation: Relation, bound: i64) -> Result<(), EncodingError> {
        let count = i64::try_from(lits.len()).unwrap_or(i64::MAX);
        let (least, most) = match relation {
            Relation::Equal => (bound, bound),
            Relation::AtMost => (0, bound),
            Relation::Less => (0, bound.saturating_sub(1)),
            Relation::AtLeast => (bound, count),
            Relation::Greater => (bound.saturating_add(1), count),
            Relation::NotEqual => {
                let sum = lits.iter().fold(Sum::new(), |sum, &lit| sum.plus_literal(1, lit));
                return sum.post(self, relation, bound);
            }
        };
        if most < 0 || least > count {
            self.add_clause(&[]);
            return Ok(());
        }
        between(self, lits, least.max(0) as usize, most.min(count) as usize, CardinalityEncoding::Auto)
    }

    /// The values of two variables are a pair that is allowed: values that exclude each other where few do, and the
    /// values that support a value where few do.
    pub(super) fn pairs(&mut self, x: Integer, y: Integer, allowed: impl Fn(i64, i64) -> bool) {
        let (first, second) = (self.values(x).to_vec(), self.values(y).to_vec());
        for &a in &first {
            let (with, without): (Vec<i64>, Vec<i64>) = second.iter().partition(|&&b| allowed(a, b));
            let own = self.equals(x, a);
            if without.len() <= with.len() {
                for &b in &without {
                    let other = self.equals(y, b);
                    imply(self, &[own, other], &[]);
                }
            }
            self.supported(own, y, &with, &without);
        }
        for &b in &second {
            let (with, without): (Vec<i64>, Vec<i64>) = first.iter().partition(|&&a| allowed(a, b));
            let own = self.equals(y, b);
            self.supported(own, x, &with, &without);
        }
    }

    pub(super) fn supported(&mut self, own: Truth, other: Integer, with: &[i64], without: &[i64]) {
        if without.len() > 1 || with.is_empty() {
            let support: Vec<Truth> = with.iter().map(|&value| self.equals(other, value)).collect();
            imply(self, &[own], &support);
        }
    }
}
