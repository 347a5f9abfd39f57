//! Constraints over sets, number by number.

use std::sync::Arc;

use gordian_encoders::encode::Relation;

use super::arguments::Arguments;
use super::error::MappingError;
use super::statement::{Addend, Condition, Demand, Linear, Literal, Number};
use super::translation::Translation;
use crate::integer_set::IntegerSet;
use crate::model::Term;

/// The most numbers that the sets of one constraint may have.
const MOST_NUMBERS: u128 = 1 << 17;

/// Whether a set has a number.
fn has(set: &Term, number: i64) -> Literal {
    match set {
        Term::Set(set) => Literal::Constant(set.contains(number)),
        Term::VariableSet(set) => set.member(number).map_or(Literal::Constant(false), |id| Literal::positive(id.0)),
        Term::Boolean(_) | Term::Integer(_) | Term::Variable(_) => unreachable!("arguments are checked to be sets"),
    }
}

/// The numbers that one of the sets may have, increasing.
fn numbers(of: Arguments<'_>, sets: &[&Term]) -> Result<Vec<i64>, MappingError> {
    let universes = || sets.iter().filter_map(|set| universe(set));
    if universes().map(IntegerSet::len).sum::<u128>() > MOST_NUMBERS {
        return Err(of.wrong("its sets have more than 131,072 numbers"));
    }
    Ok(IntegerSet::from_ranges(universes().flat_map(IntegerSet::ranges)).iter().collect())
}

fn universe(set: &Term) -> Option<&IntegerSet> {
    match set {
        Term::Set(set) => Some(set),
        Term::VariableSet(set) => Some(&set.universe),
        Term::Boolean(_) | Term::Integer(_) | Term::Variable(_) => None,
    }
}

impl Translation<'_> {
    /// Adds a constraint over sets; false for others, and where a number is in a set that is constant.
    pub(super) fn add_set(
        &mut self,
        name: &str,
        of: Arguments<'_>,
        condition: Condition,
    ) -> Result<bool, MappingError> {
        let demands = match name {
            "set_in" if matches!(of.any_set(1), Ok(Term::VariableSet(_))) => self.member(of)?,
            "set_card" => vec![cardinality(of)?],
            "set_eq" | "set_ne" | "set_subset" | "set_superset" => self.compare(name, of)?,
            "set_le" | "set_lt" => vec![Demand::All(vec![self.precedes(name, of)?])],
            "set_union" | "set_intersect" | "set_diff" | "set_symdiff" => self.combine(name, of)?,
            "array_set_element" | "array_var_set_element" => element(of)?,
            _ => return Ok(false),
        };
        self.push_all(condition, demands);
        Ok(true)
    }

    fn member(&mut self, of: Arguments<'_>) -> Result<Vec<Demand>, MappingError> {
        let (x, set) = (of.number(0)?, of.any_set(1)?);
        if let Number::Constant(number) = x {
            return Ok(vec![Demand::All(vec![has(set, number)])]);
        }
        let all = numbers(of, &[set])?;
        let mut demands = vec![Demand::Member(x, Arc::new(IntegerSet::from_values(all.iter().copied())))];
        for number in all {
            let is_number =
                self.truth_of(Demand::Linear(Linear::compare(x, Relation::Equal, Number::Constant(number))));
            demands.push(Demand::Any(vec![!is_number, has(set, number)]));
        }
        Ok(demands)
    }

    fn compare(&mut self, name: &str, of: Arguments<'_>) -> Result<Vec<Demand>, MappingError> {
        let (a, b) = if name == "set_superset" { (1, 0) } else { (0, 1) };
        let (a, b) = (of.any_set(a)?, of.any_set(b)?);
        Ok(match name {
            "set_eq" => {
                let both = numbers(of, &[a, b])?;
                both.into_iter().map(|number| Demand::Odd(vec![has(a, number), !has(b, number)])).collect()
            }
            "set_ne" => {
                let both = numbers(of, &[a, b])?.into_iter();
                let differs = both.map(|number| self.truth_of(Demand::Odd(vec![has(a, number), has(b, number)])));
                vec![Demand::Any(differs.collect())]
            }
            _ => {
                let inside = numbers(of, &[a])?;
                inside.into_iter().map(|number| Demand::Any(vec![!has(a, number), has(b, number)])).collect()
            }
        })
    }

    fn combine(&mut self, name: &str, of: Arguments<'_>) -> Result<Vec<Demand>, MappingError> {
        let [a, b, result] = [of.any_set(0)?, of.any_set(1)?, of.any_set(2)?];
        let mut demands = Vec::new();
        for number in numbers(of, &[a, b, result])? {
            let [a, b, result] = [a, b, result].map(|set| has(set, number));
            demands.push(match name {
                "set_symdiff" => Demand::Odd(vec![a, b, !result]),
                "set_union" => Demand::Odd(vec![self.truth_of(Demand::Any(vec![a, b])), !result]),
                "set_intersect" => Demand::Odd(vec![self.truth_of(Demand::All(vec![a, b])), !result]),
                _ => Demand::Odd(vec![self.truth_of(Demand::All(vec![a, !b])), !result]),
            });
        }
        Ok(demands)
    }

    /// Whether the numbers of the first set, in increasing order, come before those of the second in the order of a
    /// lexicon, or are the same where that is enough.
    fn precedes(&mut self, name: &str, of: Arguments<'_>) -> Result<Literal, MappingError> {
        let (a, b) = (of.any_set(0)?, of.any_set(1)?);
        // Both are about the numbers from here on: whether those of the first set come before those of the second, and
        // whether each set has one.
        let mut before = Literal::Constant(name == "set_le");
        let mut more = [Literal::Constant(false); 2];
        for number in numbers(of, &[a, b])?.into_iter().rev() {
            let [in_a, in_b] = [a, b].map(|set| has(set, number));
            let next = Literal::positive(self.store.add_boolean());
            for (is_in_a, is_in_b, then) in
                [(true, true, before), (false, false, before), (true, false, more[1]), (false, true, !more[0])]
            {
                let unless = [(in_a, is_in_a), (in_b, is_in_b)].map(|(lit, value)| if value { !lit } else { lit });
                for (next, then) in [(next, !then), (!next, then)] {
                    self.push(Condition::Always, Demand::Any(vec![unless[0], unless[1], next, then]));
                }
            }
            before = next;
            more = [(in_a, more[0]), (in_b, more[1])].map(|(own, more)| self.truth_of(Demand::Any(vec![own, more])));
        }
        Ok(before)
    }
}

fn cardinality(of: Arguments<'_>) -> Result<Demand, MappingError> {
    let (set, number) = (of.any_set(0)?, of.number(1)?);
    let members = numbers(of, &[set])?.into_iter().map(|number| (1, Addend::Literal(has(set, number))));
    let terms = members.chain([(-1, Addend::Number(number))]).collect();
    Ok(Demand::Linear(Linear { terms, relation: Relation::Equal, bound: 0 }))
}

fn element(of: Arguments<'_>) -> Result<Vec<Demand>, MappingError> {
    let (index, list, result) = (of.number(0)?, of.any_sets(1)?, of.any_set(2)?);
    let mut demands = vec![Demand::Member(index, Arc::new(IntegerSet::from_ranges([1..=list.len() as i64])))];
    let all: Vec<&Term> = list.iter().copied().chain([result]).collect();
    for number in numbers(of, &all)? {
        let list = list.iter().map(|set| has(set, number)).collect();
        demands.push(Demand::BooleanElement { index, list, result: has(result, number) });
    }
    Ok(demands)
}
