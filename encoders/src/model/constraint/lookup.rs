//! The value of a function of two integers, given by its table.

use std::collections::BTreeMap;

use gordian_formula::sorted_set;

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Truth, go_on, imply};

/// `table[first, second] = result`; pairs that the table does not have are forbidden.
///
/// An entry of a matrix of constants is such a function, and so is a step of an automaton, from a state by a symbol to
/// a state. Each value of `first` has a clause for each value of `second`, but for those with the result that most of
/// them have: it follows where none of the others is left. Together with the values of the two that each result needs,
/// unit propagation finds every value that is impossible of the three, as with the clauses of Quimper and Walsh,
/// "Decomposing global grammar constraints" (2007), which have a literal for each pair.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// One argument.
    pub first: Integer,
    /// The other.
    pub second: Integer,
    /// The value.
    pub result: Integer,
    /// The value for each pair of arguments.
    pub table: BTreeMap<(i64, i64), i64>,
}

impl Constraint {
    /// `table[first, second] = result`; pairs that the table does not have are forbidden.
    pub fn lookup(first: Integer, second: Integer, result: Integer, table: BTreeMap<(i64, i64), i64>) -> Constraint {
        Lookup { first, second, result, table }.into()
    }
}

impl Constrain for Lookup {
    fn holds(&self, assignment: &Assignment) -> bool {
        let pair = (assignment.value(self.first), assignment.value(self.second));
        self.table.get(&pair) == Some(&assignment.value(self.result))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let own = poster.values(self.result).to_vec();
        let (mut from_first, mut from_second) = (BTreeMap::new(), BTreeMap::new());
        for a in poster.values(self.first).to_vec() {
            go_on(poster)?;
            let mut pairs: BTreeMap<Option<i64>, Vec<i64>> = BTreeMap::new();
            for b in poster.values(self.second).to_vec() {
                let is_possible = self.first != self.second || a == b;
                let value = self.table.get(&(a, b)).copied().filter(|_| is_possible);
                let value = value.filter(|value| own.binary_search(value).is_ok());
                pairs.entry(value).or_default().push(b);
                if let Some(value) = value {
                    from_first.entry(value).or_insert_with(Vec::new).push(a);
                    from_second.entry(value).or_insert_with(Vec::new).push(b);
                }
            }
            self.post_row(poster, a, &pairs);
        }
        for value in own {
            let is = poster.equals(self.result, value);
            for (argument, sources) in [(self.first, &mut from_first), (self.second, &mut from_second)] {
                let sources = sorted_set(sources.remove(&value).unwrap_or_default());
                if sources.len() < poster.values(argument).len() {
                    let sources: Vec<Truth> =
                        sources.into_iter().map(|source| poster.equals(argument, source)).collect();
                    imply(poster, &[is], &sources);
                }
            }
        }
        Ok(())
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        for (&(a, b), &value) in &self.table {
            let pair = [poster.equals(self.first, a), poster.equals(self.second, b), poster.equals(self.result, value)];
            imply(poster, &pair, &[]);
        }
        Ok(())
    }
}

impl Lookup {
    /// The results where `first` is `a`, each with the values of `second` that lead to it.
    fn post_row(&self, poster: &mut Poster<'_>, a: i64, pairs: &BTreeMap<Option<i64>, Vec<i64>>) {
        let is_a = poster.equals(self.first, a);
        let most = pairs.iter().max_by_key(|(_, with)| with.len()).map(|(&value, _)| value);
        for (&value, with) in pairs {
            let is = value.map_or(Truth::Never, |value| poster.equals(self.result, value));
            if Some(value) == most {
                let others = pairs.iter().filter(|&(&other, _)| other != value).flat_map(|(_, with)| with);
                let mut others: Vec<Truth> = others.map(|&b| poster.equals(self.second, b)).collect();
                if others.len() < with.len() {
                    others.push(is);
                    imply(poster, &[is_a], &others);
                    continue;
                }
            }
            for &b in with {
                let is_b = poster.equals(self.second, b);
                imply(poster, &[is_a, is_b], &[is]);
            }
        }
    }
}
