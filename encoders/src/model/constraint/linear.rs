//! Linear sums.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer, Operand};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation, Sum, Truth, imply};

/// Two variables are compared by their values where there are at most this many pairs, by order literals beyond.
pub const MOST_PAIRS: usize = 1 << 12;

/// The sum of `coefficient * operand` compares like this with the bound.
#[derive(Clone, Debug)]
pub struct Linear {
    /// Coefficients and what they multiply.
    pub terms: Vec<(i64, Operand)>,
    /// How the sum compares.
    pub relation: Relation,
    /// With what.
    pub bound: i64,
}

impl Constraint {
    /// The sum of the operands compares like this with the bound.
    pub fn sum<T: Into<Operand>>(of: impl IntoIterator<Item = T>, relation: Relation, bound: i64) -> Constraint {
        Constraint::weighted(of.into_iter().map(|operand| (1, operand)), relation, bound)
    }

    /// The sum of `coefficient * operand` compares like this with the bound.
    pub fn weighted<T: Into<Operand>>(
        terms: impl IntoIterator<Item = (i64, T)>,
        relation: Relation,
        bound: i64,
    ) -> Constraint {
        let terms = terms.into_iter().map(|(coefficient, operand)| (coefficient, operand.into())).collect();
        Linear { terms, relation, bound }.into()
    }

    /// `first` compares like this with `second`.
    pub fn compare(first: Integer, relation: Relation, second: Integer) -> Constraint {
        Constraint::weighted([(1, first), (-1, second)], relation, 0)
    }

    /// Exactly this many of the Booleans are true.
    pub fn exactly(count: usize, of: impl IntoIterator<Item = super::Boolean>) -> Constraint {
        Constraint::sum(of, Relation::Equal, i64::try_from(count).unwrap_or(i64::MAX))
    }
}

impl Constrain for Linear {
    fn holds(&self, assignment: &Assignment) -> bool {
        let term = |&(factor, x): &(i64, Operand)| i128::from(factor) * i128::from(assignment.count(x));
        compares(self.terms.iter().map(term).sum(), self.relation, i128::from(self.bound))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.linear(&self.terms, self.relation, self.bound)
    }

    fn negate(&self) -> Option<Constraint> {
        Some(Linear { terms: self.terms.clone(), relation: opposite(self.relation), bound: self.bound }.into())
    }

    fn literal(&self, poster: &mut Poster<'_>) -> Option<Truth> {
        let [(factor, Operand::Integer(x))] = self.terms[..] else { return None };
        let allowed = |&value: &i64| compares(product(factor, value), self.relation, i128::from(self.bound));
        let values: Vec<i64> = poster.values(x).iter().copied().filter(allowed).collect();
        Some(poster.is_among(x, &values))
    }

    fn truth(&self, poster: &mut Poster<'_>) -> Result<Option<Truth>, EncodingError> {
        let is_equality = matches!(self.relation, Relation::Equal | Relation::NotEqual);
        match self.terms[..] {
            // Pairs of values say it without a variable.
            [(_, Operand::Integer(x)), (_, Operand::Integer(y))]
                if is_equality && poster.combinations(&[x, y]) <= MOST_PAIRS =>
            {
                Ok(None)
            }
            _ => {
                let sum = poster.sum(&self.terms)?;
                sum.truth(poster.structure(), self.relation, self.bound).map(Some)
            }
        }
    }
}

impl Poster<'_> {
    pub(super) fn linear(
        &mut self,
        terms: &[(i64, Operand)],
        relation: Relation,
        bound: i64,
    ) -> Result<(), EncodingError> {
        match *terms {
            [(factor, Operand::Integer(x))] if self.values(x).len() <= MOST_PAIRS => {
                self.restrict(x, |value| compares(product(factor, value), relation, bound.into()));
                return Ok(());
            }
            [(a, Operand::Integer(x)), (b, Operand::Integer(y))]
                if matches!(relation, Relation::Equal | Relation::NotEqual)
                    && x != y
                    && self.combinations(&[x, y]) <= MOST_PAIRS =>
            {
                self.pairs(x, y, |first, second| {
                    compares(product(a, first) + product(b, second), relation, bound.into())
                });
                return Ok(());
            }
            _ => {}
        }
        if relation == Relation::Equal && self.code(terms, bound) {
            return Ok(());
        }
        let only_booleans =
            terms.iter().all(|&(factor, operand)| factor == 1 && matches!(operand, Operand::Boolean(_)));
        if only_booleans && relation != Relation::NotEqual {
            let truths: Vec<Truth> = terms.iter().filter_map(|&(_, operand)| self.operand_truth(operand)).collect();
            return self.counted(truths, relation, bound);
        }
        let sum = self.sum(terms)?;
        sum.post(self, relation, bound)
    }

    /// Writes `a x + b y + c z = bound` by values where each value of `z` stands for one pair of values of the two
    /// others, as the index of a matrix does for a row and a column; false where it is no such sum.
    fn code(&mut self, terms: &[(i64, Operand)], bound: i64) -> bool {
        let &[(a, Operand::Integer(x)), (b, Operand::Integer(y)), (c, Operand::Integer(z))] = terms else {
            return false;
        };
        let widest = [[(a, x), (b, y), (c, z)], [(a, x), (c, z), (b, y)], [(c, z), (b, y), (a, x)]];
        let Some([(a, x), (b, y), (c, z)]) = widest.into_iter().max_by_key(|terms| self.values(terms[2].1).len())
        else {
            return false;
        };
        let pairs = self.combinations(&[x, y]);
        if x == y || y == z || x == z || c.abs() != 1 || pairs > MOST_PAIRS || pairs > 2 * self.values(z).len() {
            return false;
        }
        let code = |first, second| (i128::from(bound) - product(a, first) - product(b, second)) * i128::from(c);
        let (first, second) = (self.values(x).to_vec(), self.values(y).to_vec());
        let all = || first.iter().flat_map(|&one| second.iter().map(move |&other| (one, other)));
        let mut codes: Vec<i128> = all().map(|(one, other)| code(one, other)).collect();
        codes.sort_unstable();
        if codes.windows(2).any(|pair| pair[0] == pair[1]) {
            return false;
        }
        for (one, other) in all() {
            let (is_one, is_other) = (self.equals(x, one), self.equals(y, other));
            let is_code = i64::try_from(code(one, other)).map_or(Truth::Never, |value| self.equals(z, value));
            imply(self, &[is_one, is_other], &[is_code]);
            for part in [is_one, is_other] {
                imply(self, &[is_code], &[part]);
            }
        }
        self.restrict(z, |value| codes.binary_search(&i128::from(value)).is_ok());
        for (own, values) in [(x, &first), (y, &second)] {
            for &value in values {
                let with = all().filter(|&(one, other)| value == if own == x { one } else { other });
                let with: Vec<Truth> = with
                    .filter_map(|(one, other)| i64::try_from(code(one, other)).ok())
                    .map(|value| self.equals(z, value))
                    .collect();
                let is = self.equals(own, value);
                imply(self, &[is], &with);
            }
        }
        true
    }

    fn operand_truth(&mut self, operand: Operand) -> Option<Truth> {
        match operand {
            Operand::Boolean(boolean) => Some(self.boolean(boolean)),
            Operand::Integer(_) => None,
        }
    }

    /// # Errors
    /// If the sum of the variables' values leaves the range of magnitudes.
    pub(super) fn sum(&mut self, terms: &[(i64, Operand)]) -> Result<Sum, EncodingError> {
        let mut sum = Sum::new();
        for &(coefficient, operand) in terms {
            sum = self.add_to(sum, coefficient, operand);
        }
        Ok(sum)
    }
}

pub(super) fn product(factor: i64, value: i64) -> i128 {
    i128::from(factor) * i128::from(value)
}

pub(super) fn compares(number: i128, relation: Relation, bound: i128) -> bool {
    match relation {
        Relation::Equal => number == bound,
        Relation::NotEqual => number != bound,
        Relation::AtMost => number <= bound,
        Relation::Less => number < bound,
        Relation::AtLeast => number >= bound,
        Relation::Greater => number > bound,
    }
}

/// The relation that holds where this one does not.
pub(super) fn opposite(relation: Relation) -> Relation {
    match relation {
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::AtMost => Relation::Greater,
        Relation::Less => Relation::AtLeast,
        Relation::AtLeast => Relation::Less,
        Relation::Greater => Relation::AtMost,
    }
}
