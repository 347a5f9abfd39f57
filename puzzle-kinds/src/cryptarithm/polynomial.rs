//! Polynomials in digits, as they arise when words are added and multiplied.

use std::collections::BTreeMap;

/// A product of variables, sorted: none, one or two of them.
pub(super) type Monomial = Vec<usize>;

/// A sum of monomials with integer coefficients, where a coefficient is a number with columns:
/// `columns[j]` counts for `base^j`, and columns may be negative or beyond the base.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Polynomial {
    terms: BTreeMap<Monomial, Vec<i64>>,
}

/// The largest magnitude of a column of a coefficient.
const MAX_COLUMN: i64 = 1 << 40;

impl Polynomial {
    /// One, the polynomial of the empty product.
    pub(super) fn one() -> Polynomial {
        Polynomial { terms: BTreeMap::from([(Vec::new(), vec![1])]) }
    }

    /// Adds `factor * base^column * monomial`; whether columns stay in their range.
    pub(super) fn add(&mut self, monomial: Monomial, column: usize, factor: i64) -> bool {
        let columns = self.terms.entry(monomial).or_default();
        if columns.len() <= column {
            columns.resize(column + 1, 0);
        }
        columns[column] += factor;
        columns[column].abs() <= MAX_COLUMN
    }

    /// Adds `factor * other`; whether columns stay in their range.
    pub(super) fn add_all(&mut self, other: &Polynomial, factor: i64) -> bool {
        other.entries().all(|(monomial, column, own)| self.add(monomial.clone(), column, own * factor))
    }

    /// The product; `None` where columns leave their range.
    pub(super) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::default();
        for (first, low, a) in self.entries() {
            for (second, high, b) in other.entries() {
                let mut monomial = [first.as_slice(), second].concat();
                monomial.sort_unstable();
                product.add(monomial, low + high, a.checked_mul(b)?).then_some(())?;
            }
        }
        Some(product)
    }

    /// The largest number of variables in a monomial.
    pub(super) fn degree(&self) -> usize {
        self.terms.keys().map(Vec::len).max().unwrap_or(0)
    }

    /// The number of columns.
    pub(super) fn columns(&self) -> usize {
        self.terms.values().map(Vec::len).max().unwrap_or(0)
    }

    /// The monomials with the columns of their coefficients.
    pub(super) fn terms(&self) -> impl Iterator<Item = (&Monomial, &[i64])> {
        self.terms.iter().map(|(monomial, columns)| (monomial, columns.as_slice()))
    }

    fn entries(&self) -> impl Iterator<Item = (&Monomial, usize, i64)> {
        let entries = self.terms.iter().flat_map(|(monomial, columns)| {
            columns.iter().enumerate().map(move |(column, &factor)| (monomial, column, factor))
        });
        entries.filter(|(.., factor)| *factor != 0)
    }
}
