//! How often values stand.

use std::collections::BTreeSet;
use std::sync::Arc;

use gordian_encoders::encode::{EncodingError, Relation};
use gordian_encoders::model::Constraint;

use super::super::arguments::Arguments;
use super::super::error::MappingError;
use super::super::handles::Handles;
use super::super::statement::{Addend, Condition, Demand, Global, Linear, Literal, Number};
use super::super::translation::Translation;
use crate::integer_set::IntegerSet;

/// Constraints that are kept whole.
pub(super) fn read(name: &str, of: Arguments<'_>) -> Result<Option<Global>, MappingError> {
    Ok(Some(match name {
        "alldifferent_except_0" | "all_different_except_0" => {
            Global::AllDifferentExcept { of: of.numbers(0)?, except: Arc::new(IntegerSet::from_values([0])) }
        }
        "alldifferent_except" | "all_different_except" => {
            Global::AllDifferentExcept { of: of.numbers(0)?, except: of.set(1)? }
        }
        "all_equal_int" | "all_equal_bool" => Global::AllEqual(of.addends(0)?),
        "nvalue" => Global::NumberOfValues { of: of.numbers(1)?, number: of.number(0)? },
        _ => return Ok(None),
    }))
}

pub(super) fn compose(handles: &mut Handles<'_>, global: &Global) -> Result<Constraint, EncodingError> {
    Ok(match global {
        Global::AllEqual(of) => Constraint::all_equal(handles.addends(of)?),
        Global::AllDifferentExcept { of, except } => {
            let of = handles.integers(of)?;
            let values: BTreeSet<i64> = of.iter().flat_map(|&x| handles.problem.values(x)).copied().collect();
            Constraint::all_different_except(of, values.into_iter().filter(|&value| except.contains(value)))
        }
        Global::NumberOfValues { of, number } => {
            Constraint::number_of_values(handles.integers(of)?, handles.integer(*number)?)
        }
        other => unreachable!("{other:?} does not count"),
    })
}

/// How the number in a constraint `count_…` compares, seen from the sum.
fn relation_of(name: &str) -> Option<Relation> {
    let name = name.strip_prefix("count_")?;
    let name = name.strip_suffix("_par").unwrap_or(name);
    Some(match name.strip_suffix("_bool").unwrap_or(name) {
        "eq" => Relation::Equal,
        "neq" => Relation::NotEqual,
        "leq" => Relation::AtLeast,
        "lt" => Relation::Greater,
        "geq" => Relation::AtMost,
        "gt" => Relation::Less,
        _ => return None,
    })
}

impl Translation<'_> {
    /// Adds a constraint that says how often values stand as sums of literals; false for others.
    pub(in super::super) fn add_counting(
        &mut self,
        name: &str,
        of: Arguments<'_>,
        condition: Condition,
    ) -> Result<bool, MappingError> {
        match name {
            "among" => {
                let (number, set) = (of.number(0)?, of.set(2)?);
                let is_inside = |&x: &Number| Demand::Member(x, set.clone());
                let inside: Vec<Demand> = of.numbers(1)?.iter().map(is_inside).collect();
                let literals = inside.into_iter().map(|demand| self.truth_of(demand)).collect();
                self.push(condition, compared(literals, Relation::Equal, number));
            }
            "exactly_int" | "at_least_int" | "at_most_int" => {
                let relation = match name {
                    "exactly_int" => Relation::Equal,
                    "at_least_int" => Relation::AtLeast,
                    _ => Relation::AtMost,
                };
                let literals = self.occurrences(&of.addends(1)?, of.addend(2)?);
                self.push(condition, compared(literals, relation, of.number(0)?));
            }
            "global_cardinality" | "global_cardinality_closed" => {
                self.add_cardinality(name, of, condition)?;
            }
            "global_cardinality_low_up" | "global_cardinality_low_up_closed" => {
                self.add_bounded_cardinality(name, of, condition)?;
            }
            "member_int" | "member_bool" => {
                let literals = self.occurrences(&of.addends(0)?, of.addend(1)?);
                self.push(condition, Demand::Any(literals));
            }
            "bin_packing_load" | "bin_packing_capa" => self.add_loads(name, of, condition)?,
            _ => {
                let Some(relation) = relation_of(name) else { return Ok(false) };
                let literals = self.occurrences(&of.addends(0)?, of.addend(1)?);
                self.push(condition, compared(literals, relation, of.number(2)?));
            }
        }
        Ok(true)
    }

    /// Literals that say which of these have the value.
    fn occurrences(&mut self, of: &[Addend], value: Addend) -> Vec<Literal> {
        of.iter()
            .map(|&x| match (x, value) {
                (Addend::Literal(x), Addend::Literal(value)) => self.truth_of(Demand::Odd(vec![x, !value])),
                (x, value) => {
                    let terms = vec![(1, x), (-1, value)];
                    self.truth_of(Demand::Linear(Linear { terms, relation: Relation::Equal, bound: 0 }))
                }
            })
            .collect()
    }

    fn add_cardinality(&mut self, name: &str, of: Arguments<'_>, condition: Condition) -> Result<(), MappingError> {
        let (all, cover, counts) = (of.addends(0)?, of.constants(1)?, of.numbers(2)?);
        if cover.len() != counts.len() {
            return Err(of.wrong("there are not as many counts as values"));
        }
        let mut demands = closed(name, &all, &cover);
        for (&value, &count) in cover.iter().zip(&counts) {
            let literals = self.occurrences(&all, Addend::Number(Number::Constant(value)));
            demands.push(compared(literals, Relation::Equal, count));
        }
        // This follows from the others, but not by propagation. If a value is covered twice, it does not follow, and
        // MiniZinc demands it.
        let is_equal = name.ends_with("_closed") && !has_repetitions(&cover);
        let relation = if is_equal { Relation::Equal } else { Relation::AtMost };
        let terms = counts.into_iter().map(|count| (1, Addend::Number(count))).collect();
        demands.push(Demand::Linear(Linear { terms, relation, bound: all.len() as i64 }));
        self.push_all(condition, demands);
        Ok(())
    }

    fn add_bounded_cardinality(
        &mut self,
        name: &str,
        of: Arguments<'_>,
        condition: Condition,
    ) -> Result<(), MappingError> {
        let (all, cover) = (of.addends(0)?, of.constants(1)?);
        let (least, most) = (of.constants(2)?, of.constants(3)?);
        if cover.len() != least.len() || cover.len() != most.len() {
            return Err(of.wrong("there are not as many bounds as values"));
        }
        let mut demands = closed(name, &all, &cover);
        if name.ends_with("_closed") && has_repetitions(&cover) {
            // MiniZinc demands this too; otherwise it follows from the others.
            let total = |bounds: &[i64]| bounds.iter().map(|&bound| i128::from(bound)).sum::<i128>();
            let fits = (total(&least)..=total(&most)).contains(&(all.len() as i128));
            demands.push(Demand::All(vec![Literal::Constant(fits)]));
        }
        for (value, (least, most)) in cover.into_iter().zip(least.into_iter().zip(most)) {
            let literals = self.occurrences(&all, Addend::Number(Number::Constant(value)));
            if least == most {
                demands.push(compared(literals, Relation::Equal, Number::Constant(least)));
                continue;
            }
            demands.push(compared(literals.clone(), Relation::AtLeast, Number::Constant(least)));
            demands.push(compared(literals, Relation::AtMost, Number::Constant(most)));
        }
        self.push_all(condition, demands);
        Ok(())
    }

    /// `bin_packing_load(loads, bins, sizes)` and its like with capacities; bins are numbered from one.
    fn add_loads(&mut self, name: &str, of: Arguments<'_>, condition: Condition) -> Result<(), MappingError> {
        let (loads, bins, sizes) = (of.numbers(0)?, of.numbers(1)?, of.constants(2)?);
        if bins.len() != sizes.len() {
            return Err(of.wrong("there are not as many sizes as items"));
        }
        let positions = Arc::new(IntegerSet::from_ranges([1..=loads.len() as i64]));
        let mut demands: Vec<Demand> = bins.iter().map(|&bin| Demand::Member(bin, positions.clone())).collect();
        let relation = if name == "bin_packing_load" { Relation::Equal } else { Relation::AtMost };
        let items: Vec<Addend> = bins.into_iter().map(Addend::Number).collect();
        for (bin, &load) in (1..).zip(&loads) {
            let inside = self.occurrences(&items, Addend::Number(Number::Constant(bin)));
            let terms = sizes.iter().copied().zip(inside.into_iter().map(Addend::Literal));
            demands.push(against(terms.collect(), relation, load));
        }
        if relation == Relation::Equal {
            // This follows from the others, but not by propagation.
            let total = sizes.iter().try_fold(0_i64, |total, &size| total.checked_add(size));
            let total = total.ok_or_else(|| of.wrong("the sizes are too large"))?;
            let terms = loads.into_iter().map(|load| (1, Addend::Number(load))).collect();
            demands.push(Demand::Linear(Linear { terms, relation, bound: total }));
        }
        self.push_all(condition, demands);
        Ok(())
    }
}

/// Whether a value stands twice.
fn has_repetitions(values: &[i64]) -> bool {
    values.iter().collect::<BTreeSet<_>>().len() < values.len()
}

/// That all have one of the values, where the name says so.
fn closed(name: &str, all: &[Addend], cover: &[i64]) -> Vec<Demand> {
    if !name.ends_with("_closed") {
        return Vec::new();
    }
    let values = Arc::new(IntegerSet::from_values(cover.iter().copied()));
    let numbers = all.iter().filter_map(|addend| match addend {
        Addend::Number(number) => Some(*number),
        Addend::Literal(_) => None,
    });
    numbers.map(|number| Demand::Member(number, values.clone())).collect()
}

/// The number of true literals compares with another number.
fn compared(literals: Vec<Literal>, relation: Relation, number: Number) -> Demand {
    against(literals.into_iter().map(|literal| (1, Addend::Literal(literal))).collect(), relation, number)
}

/// A sum compares with a number. Sums of the model are equal, different or at most something.
fn against(mut terms: Vec<(i64, Addend)>, relation: Relation, number: Number) -> Demand {
    terms.push((-1, Addend::Number(number)));
    let (sign, relation, bound) = match relation {
        Relation::AtLeast => (-1, Relation::AtMost, 0),
        Relation::Greater => (-1, Relation::AtMost, -1),
        Relation::Less => (1, Relation::AtMost, -1),
        relation => (1, relation, 0),
    };
    terms.iter_mut().for_each(|(coefficient, _)| *coefficient *= sign);
    Demand::Linear(Linear { terms, relation, bound })
}
