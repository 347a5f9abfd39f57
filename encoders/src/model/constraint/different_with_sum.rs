//! Different values with a given sum.

use gordian_formula::{ClauseSink, Lit, sorted_set};

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer, Operand};
use super::all_different::are_different;
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation, Truth, imply};

/// At most this many sets of different values with a given sum are enumerated.
const MOST_SETS: usize = 400;

/// No two have the same value, and they sum to the total: stronger than both apart, since the sets of values that
/// do are enumerated where there are few.
#[derive(Clone, Debug)]
pub struct DifferentWithSum {
    /// The variables.
    pub of: Vec<Integer>,
    /// Their sum.
    pub total: i64,
}

impl Constraint {
    /// No two have the same value, and they sum to the total.
    pub fn different_with_sum(of: impl IntoIterator<Item = Integer>, total: i64) -> Constraint {
        DifferentWithSum { of: of.into_iter().collect(), total }.into()
    }
}

impl Constrain for DifferentWithSum {
    fn holds(&self, assignment: &Assignment) -> bool {
        let values = assignment.of(&self.of);
        let sum: i128 = values.iter().map(|&value| i128::from(value)).sum();
        sum == i128::from(self.total) && are_different(values)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.different_with_sum(&self.of, self.total)
    }

    fn negate(&self) -> Option<Constraint> {
        Some(Constraint::Any(vec![
            Constraint::all_different(self.of.iter().copied()).negated(),
            Constraint::sum(self.of.iter().copied(), Relation::NotEqual, self.total),
        ]))
    }
}

impl Poster<'_> {
    /// One literal for each set of values that sum to the total; its values all occur.
    fn different_with_sum(&mut self, of: &[Integer], total: i64) -> Result<(), EncodingError> {
        let values: Vec<i64> = sorted_set(of.iter().flat_map(|&x| self.values(x).iter().copied()));
        let mut sets = Vec::new();
        if !sets_with_sum(&values, of.len(), i128::from(total), &mut Vec::new(), &mut sets) {
            self.all_different(of);
            let terms: Vec<(i64, Operand)> = of.iter().map(|&x| (1, x.into())).collect();
            return self.linear(&terms, Relation::Equal, total);
        }
        let chosen: Vec<Truth> = match sets.len() {
            0 => {
                self.add_clause(&[]);
                return Ok(());
            }
            1 => vec![Truth::Always],
            count => self.new_vars(count).into_iter().map(|var| var.positive().into()).collect(),
        };
        let lits: Vec<Lit> = chosen.iter().filter_map(|truth| truth.lit()).collect();
        if !lits.is_empty() {
            self.add_exactly_one(&lits);
        }
        for value in values {
            let mut truths: Vec<Truth> = of.iter().map(|&x| self.equals(x, value)).collect();
            truths.retain(|&truth| truth != Truth::Never);
            let holds = |set: &Vec<i64>| set.binary_search(&value).is_ok();
            let with: Vec<Truth> =
                chosen.iter().zip(&sets).filter(|(_, set)| holds(set)).map(|(&lit, _)| lit).collect();
            let is_plain = !truths.contains(&Truth::Always);
            if with.is_empty() {
                truths.iter().for_each(|&truth| self.any(&[!truth]));
                continue;
            }
            if with.len() < chosen.len() {
                for &truth in &truths {
                    imply(self, &[truth], &with);
                }
                for &set in &with {
                    imply(self, &[set], &truths);
                }
            } else if !is_plain {
                self.any(&truths);
            }
            self.one_of(&truths, with.len() == chosen.len());
        }
        Ok(())
    }
}

/// All sets of so many of the values with this sum, sorted; false beyond [`MOST_SETS`].
fn sets_with_sum(values: &[i64], count: usize, total: i128, chosen: &mut Vec<i64>, sets: &mut Vec<Vec<i64>>) -> bool {
    if count == 0 {
        if total == 0 {
            sets.push(chosen.clone());
        }
        return sets.len() <= MOST_SETS;
    }
    for (at, &value) in values.iter().enumerate() {
        let rest = &values[at + 1..];
        if rest.len() + 1 < count {
            break;
        }
        let sum = |part: &[i64]| part.iter().map(|&value| i128::from(value)).sum::<i128>();
        let left = total - i128::from(value);
        // The least and the greatest that the others can add.
        if sum(&rest[..count - 1]) > left || sum(&rest[rest.len() - (count - 1)..]) < left {
            continue;
        }
        chosen.push(value);
        let few = sets_with_sum(rest, count - 1, left, chosen, sets);
        chosen.pop();
        if !few {
            return false;
        }
    }
    true
}
