//! Constraints as callers add them.

use gordian_formula::{ClauseSink, Lit};

use crate::domain::MAX_MAGNITUDE;
use crate::error::LazyError;
use crate::propagators::all_different::AllDifferent;
use crate::propagators::circuit::Circuit;
use crate::propagators::cumulative::{Cumulative, Task};
use crate::propagators::different::Different;
use crate::propagators::element::Element;
use crate::propagators::linear::Linear;
use crate::propagators::maximum::Maximum;
use crate::propagators::product::Product;
use crate::solver::LazySolver;
use crate::view::View;

/// The largest sum of the factors of a sum, by their magnitudes.
const MAX_FACTORS: i128 = 1 << 62;

/// Sums with more terms are sums of parts.
const MOST_TERMS: usize = 1000;

/// Constraints. Each is to hold where its guard is true, or always where there is none; nothing is
/// asked where the guard is false.
impl LazySolver {
    /// One of the literals is true.
    pub(crate) fn add_clause_if(&mut self, guard: Option<Lit>, lits: &[Lit]) {
        let clause: Vec<Lit> = guard.map(|guard| !guard).into_iter().chain(lits.iter().copied()).collect();
        self.add_clause(&clause);
    }

    /// The sum of `factor * view` is at most a number.
    ///
    /// # Errors
    /// [`LazyError::Overflow`] where the factors are too large.
    pub fn add_at_most(&mut self, terms: &[(i64, View)], most: i64, guard: Option<Lit>) -> Result<(), LazyError> {
        check_factors(terms)?;
        let terms = self.parts_of(terms, false);
        self.post(guard, Linear::new(&terms, i128::from(most)));
        Ok(())
    }

    /// The sum of `factor * view` is a number.
    ///
    /// # Errors
    /// As [`LazySolver::add_at_most`].
    pub fn add_equal(&mut self, terms: &[(i64, View)], sum: i64, guard: Option<Lit>) -> Result<(), LazyError> {
        check_factors(terms)?;
        let terms = &self.parts_of(terms, true)[..];
        let negated: Vec<(i64, View)> = terms.iter().map(|&(factor, view)| (factor, -view)).collect();
        self.post(guard, Linear::new(terms, i128::from(sum)));
        self.post(guard, Linear::new(&negated, -i128::from(sum)));
        Ok(())
    }

    /// The terms, or if they are many, about the square root of their number of integers that are sums of them, or at
    /// least these sums. As much is propagated, and a bound that moves costs a part, where it would cost all terms: to
    /// give values to 100,000 of them took minutes.
    fn parts_of(&mut self, terms: &[(i64, View)], is_exact: bool) -> Vec<(i64, View)> {
        if terms.len() <= MOST_TERMS {
            return terms.to_vec();
        }
        let mut parts = Vec::new();
        for part in terms.chunks(terms.len().isqrt()) {
            let least_of = |view: View, factor: i64| i128::from(factor) * i128::from(self.least_of(view));
            let ends = |&(factor, view): &(i64, View)| {
                let [first, last] = [least_of(view, factor), -least_of(-view, factor)];
                [first.min(last), first.max(last)]
            };
            let [least, most] = [0, 1].map(|end| part.iter().map(|term| ends(term)[end]).sum::<i128>());
            let bounds = i64::try_from(least).ok().zip(i64::try_from(most).ok());
            let Some(sum) = bounds.and_then(|(least, most)| self.new_integer(least, most).ok()) else {
                // The sum of the part is too large to be an integer of its own.
                parts.extend_from_slice(part);
                continue;
            };
            let mut upwards = part.to_vec();
            upwards.push((-1, sum.into()));
            self.post(None, Linear::new(&upwards, 0));
            if is_exact {
                let downwards: Vec<(i64, View)> = upwards.iter().map(|&(factor, view)| (factor, -view)).collect();
                self.post(None, Linear::new(&downwards, 0));
            }
            parts.push((1, sum.into()));
        }
        parts
    }

    /// The sum of `factor * view` is not a number.
    ///
    /// # Errors
    /// As [`LazySolver::add_at_most`].
    pub fn add_different(&mut self, terms: &[(i64, View)], number: i64, guard: Option<Lit>) -> Result<(), LazyError> {
        check_factors(terms)?;
        self.post(guard, Different::new(terms, i128::from(number)));
        Ok(())
    }

    /// A view is the greatest of these, of which there is at least one. The least is `-max(-x_1,
    /// ..., -x_n)`, the magnitude of `x` is `max(x, -x)`.
    ///
    /// # Errors
    /// [`LazyError::Empty`] where there are none.
    pub fn add_maximum(&mut self, result: View, items: &[View], guard: Option<Lit>) -> Result<(), LazyError> {
        if items.is_empty() {
            return Err(LazyError::Empty);
        }
        self.post(guard, Maximum::new(result, items.to_vec()));
        Ok(())
    }

    /// A view is one of these, namely that whose number, from `first` on, is the index: `result =
    /// items[index]`. The index is one of the numbers.
    ///
    /// # Errors
    /// [`LazyError::Empty`] where there are none.
    pub fn add_element(
        &mut self,
        result: View,
        index: View,
        first: i64,
        items: &[View],
        guard: Option<Lit>,
    ) -> Result<(), LazyError> {
        if items.is_empty() {
            return Err(LazyError::Empty);
        }
        let mut chosen = Vec::with_capacity(items.len());
        for (number, &item) in (first..).zip(items) {
            let lit = self.equals(index, number);
            if lit != !self.truth() {
                chosen.push((lit, item));
            }
        }
        for within in [self.at_least(index, first), self.at_most(index, first + items.len() as i64 - 1)] {
            self.add_clause_if(guard, &[within]);
        }
        self.post(guard, Element::new(result, chosen));
        Ok(())
    }

    /// A view is the one beside the literal that is true. Clauses must see to it that exactly one is.
    ///
    /// # Errors
    /// [`LazyError::Empty`] where there are none.
    pub fn add_choice(&mut self, result: View, choices: Vec<(Lit, View)>, guard: Option<Lit>) -> Result<(), LazyError> {
        if choices.is_empty() {
            return Err(LazyError::Empty);
        }
        self.post(guard, Element::new(result, choices));
        Ok(())
    }

    /// A view is the product of two others.
    pub fn add_product(&mut self, result: View, left: View, right: View, guard: Option<Lit>) {
        self.post(guard, Product::new(result, left, right));
    }

    /// These views have different values.
    pub fn add_all_different(&mut self, views: &[View], guard: Option<Lit>) {
        for (at, &view) in views.iter().enumerate() {
            for &other in &views[..at] {
                self.post(guard, Different::new(&[(1, view), (-1, other)], 0));
            }
        }
        self.post(guard, AllDifferent::new(views.to_vec()));
    }

    /// Tasks, each with its start, its duration and what it needs of a resource meanwhile: together
    /// never more than the capacity. Tasks that take no time, or need nothing, take no part.
    ///
    /// # Errors
    /// [`LazyError::Overflow`] where a duration, a need or the capacity is negative or too large.
    pub fn add_cumulative(
        &mut self,
        tasks: &[(View, i64, i64)],
        capacity: i64,
        guard: Option<Lit>,
    ) -> Result<(), LazyError> {
        let is_fine = |number: i64| (0..=MAX_MAGNITUDE / 2).contains(&number);
        let total: i128 = tasks.iter().map(|&(_, _, demand)| i128::from(demand)).sum();
        if !tasks.iter().all(|&(_, duration, demand)| is_fine(duration) && is_fine(demand))
            || !is_fine(capacity)
            || total > i128::from(MAX_MAGNITUDE)
        {
            return Err(LazyError::Overflow);
        }
        let tasks = tasks
            .iter()
            .filter(|&&(_, duration, demand)| duration > 0 && demand > 0)
            .map(|&(start, duration, demand)| Task { start, duration, demand })
            .collect();
        self.post(guard, Cumulative::new(tasks, capacity));
        Ok(())
    }

    /// Tasks, each with its start and its duration, of which no two overlap: for each two, a
    /// literal says which comes first.
    ///
    /// # Errors
    /// As [`LazySolver::add_cumulative`].
    pub fn add_disjunctive(&mut self, tasks: &[(View, i64)], guard: Option<Lit>) -> Result<(), LazyError> {
        let needs: Vec<(View, i64, i64)> = tasks.iter().map(|&(start, duration)| (start, duration, 1)).collect();
        self.add_cumulative(&needs, 1, guard)?;
        for (at, &(start, duration)) in tasks.iter().enumerate() {
            for &(other_start, other_duration) in &tasks[..at] {
                if duration == 0 || other_duration == 0 {
                    continue;
                }
                let [first, second] = [(); 2].map(|()| self.new_literal());
                self.add_clause_if(guard, &[first, second]);
                // Both may be false where nothing is asked, and one of them decides otherwise.
                self.add_clause(&[!first, !second]);
                self.add_at_most(&[(1, start), (-1, other_start)], -duration, Some(first))?;
                self.add_at_most(&[(1, other_start), (-1, start)], -other_duration, Some(second))?;
            }
        }
        Ok(())
    }

    /// The views say which vertex, numbered from `first` on, comes after each one: together one
    /// circle through all of them, or, with `may_skip`, through those that are not their own next
    /// ones.
    pub fn add_circuit(&mut self, next: &[View], first: i64, may_skip: bool, guard: Option<Lit>) {
        let count = next.len();
        let mut arcs = vec![Vec::new(); count];
        let mut entering = vec![Vec::new(); count];
        for (from, &view) in next.iter().enumerate() {
            for (to, number) in (0..count).zip(first..) {
                let lit = self.equals(view, number);
                if lit != !self.truth() {
                    arcs[from].push((to, lit));
                    entering[to].push(lit);
                }
            }
        }
        for lits in arcs.iter().map(|arcs| arcs.iter().map(|&(_, lit)| lit).collect()).chain(entering) {
            let lits: Vec<Lit> = lits;
            self.add_clause_if(guard, &lits);
            if guard.is_none() {
                self.add_at_most_one(&lits);
                continue;
            }
            for (at, &one) in lits.iter().enumerate() {
                for &other in &lits[..at] {
                    self.add_clause_if(guard, &[!one, !other]);
                }
            }
        }
        self.post(guard, Circuit::new(arcs, may_skip));
    }
}

fn check_factors(terms: &[(i64, View)]) -> Result<(), LazyError> {
    let size: i128 = terms.iter().map(|&(factor, _)| i128::from(factor).abs()).sum();
    if size > MAX_FACTORS { Err(LazyError::Overflow) } else { Ok(()) }
}
