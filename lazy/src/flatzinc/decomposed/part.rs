//! The parts of a decomposition.

use gordian_flatzinc::Term;
use gordian_formula::Lit;

use crate::flatzinc::translator::{Refusal, Translator};
use crate::view::View;

/// A clause, or a comparison of a sum with zero.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Clause(Vec<Lit>),
    Sum(Vec<(i64, View)>, Comparison, i64),
}

/// How a sum compares with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Different,
    AtMost,
}

pub(super) fn post_part(translator: &mut Translator, part: &Part, guard: Option<Lit>) -> Result<(), Refusal> {
    match part {
        Part::Clause(lits) => translator.clause(guard, lits),
        Part::Sum(terms, Comparison::Equal, bound) => translator.solver.add_equal(terms, *bound, guard)?,
        Part::Sum(terms, Comparison::Different, bound) => translator.solver.add_different(terms, *bound, guard)?,
        Part::Sum(terms, Comparison::AtMost, bound) => translator.solver.add_at_most(terms, *bound, guard)?,
    }
    Ok(())
}

/// A literal that is true exactly where the part holds.
pub(super) fn truth(translator: &mut Translator, part: &Part) -> Result<Lit, Refusal> {
    let (terms, comparison, bound) = match part {
        Part::Clause(lits) => return Ok(translator.disjunction(lits)),
        Part::Sum(terms, comparison, bound) => (terms, *comparison, *bound),
    };
    let negation = match comparison {
        Comparison::Equal => Part::Sum(terms.clone(), Comparison::Different, bound),
        Comparison::Different => Part::Sum(terms.clone(), Comparison::Equal, bound),
        Comparison::AtMost => {
            let negated = terms.iter().map(|&(factor, view)| (factor, -view)).collect();
            Part::Sum(negated, Comparison::AtMost, -bound - 1)
        }
    };
    let holds = translator.solver.new_literal();
    post_part(translator, part, Some(holds))?;
    post_part(translator, &negation, Some(!holds))?;
    Ok(holds)
}

/// `first - second` is at most this.
pub(super) fn at_most(first: View, second: View, most: i64) -> Part {
    Part::Sum(vec![(1, first), (-1, second)], Comparison::AtMost, most)
}

impl Translator {
    /// An integer, or a Boolean as one.
    pub(super) fn number_of(&mut self, term: &Term) -> Result<View, Refusal> {
        match self.view(term) {
            Err(Refusal::Arguments) => {
                let lit = self.literal(term)?;
                Ok(self.zero_one(lit)?.into())
            }
            view => view,
        }
    }

    pub(super) fn numbers_of(&mut self, terms: &[Term]) -> Result<Vec<View>, Refusal> {
        terms.iter().map(|term| self.number_of(term)).collect()
    }

    /// The literal that two views have the same value.
    pub(super) fn same(&mut self, one: View, other: View) -> Result<Lit, Refusal> {
        match (self.only_value(one), self.only_value(other)) {
            (_, Some(value)) => Ok(self.solver.equals(one, value)),
            (Some(value), None) => Ok(self.solver.equals(other, value)),
            (None, None) => truth(self, &Part::Sum(vec![(1, one), (-1, other)], Comparison::Equal, 0)),
        }
    }

    pub(super) fn only_value(&self, view: View) -> Option<i64> {
        let (lower, upper) = self.bounds_of(view);
        (lower == upper).then_some(lower)
    }

    /// Literals as addends that are one where they are true.
    pub(super) fn ones(&mut self, lits: &[Lit], factor: i64) -> Result<Vec<(i64, View)>, Refusal> {
        lits.iter().map(|&lit| Ok((factor, self.zero_one(lit)?.into()))).collect()
    }
}
