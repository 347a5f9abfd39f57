//! The order of values.

use std::collections::BTreeSet;

use gordian_encoders::encode::{EncodingError, Relation};
use gordian_encoders::model::{Constraint, Integer, Operand};

use super::super::arguments::Arguments;
use super::super::error::MappingError;
use super::super::handles::Handles;
use super::super::statement::{Condition, Demand, Global, Linear};
use super::super::translation::Translation;

/// Constraints that are kept whole.
pub(super) fn read(name: &str, of: Arguments<'_>) -> Result<Option<Global>, MappingError> {
    Ok(Some(match name {
        "lex_less_int" | "lex_less_bool" | "lex_lesseq_int" | "lex_lesseq_bool" => {
            let strictly = name.starts_with("lex_less_");
            Global::Lexicographic { first: of.addends(0)?, second: of.addends(1)?, strictly }
        }
        "value_precede_int" => {
            Global::ValuePrecedence { of: of.numbers(2)?, values: vec![of.constant(0)?, of.constant(1)?] }
        }
        "value_precede_chain_int" => Global::ValuePrecedence { of: of.numbers(1)?, values: of.constants(0)? },
        "seq_precede_chain_int" => Global::SequencePrecedence(of.numbers(0)?),
        "sort" => {
            let (of, result) = (of.numbers(0)?, of.numbers(1)?);
            Global::Sorted { of, result }
        }
        "maximum_arg_int" | "maximum_arg_bool" | "arg_max_int" | "arg_max_bool" => {
            Global::ExtremePosition { of: of.addends(0)?, index: of.number(1)?, greatest: true }
        }
        "minimum_arg_int" | "minimum_arg_bool" | "arg_min_int" | "arg_min_bool" => {
            Global::ExtremePosition { of: of.addends(0)?, index: of.number(1)?, greatest: false }
        }
        _ => return Ok(None),
    }))
}

pub(super) fn compose(handles: &mut Handles<'_>, global: &Global) -> Result<Constraint, EncodingError> {
    Ok(match global {
        Global::Lexicographic { first, second, strictly } => {
            let (first, second) = (handles.addends(first)?, handles.addends(second)?);
            match strictly {
                true => Constraint::lexicographic_less(first, second),
                false => Constraint::lexicographic_at_most(first, second),
            }
        }
        Global::ValuePrecedence { of, values } => {
            Constraint::value_precedence(handles.integers(of)?, values.iter().copied())
        }
        Global::SequencePrecedence(of) => {
            let of = handles.integers(of)?;
            sequence(handles, of)
        }
        Global::Sorted { of, result } => {
            let (of, result) = (handles.integers(of)?, handles.integers(result)?);
            sorted(handles, &of, result)
        }
        Global::ExtremePosition { of, index, greatest } => {
            let (of, index) = (handles.addends(of)?, handles.integer(*index)?);
            let index = handles.problem.scaled(index, 1, -1)?;
            if *greatest { Constraint::arg_max(of, index) } else { Constraint::arg_min(of, index) }
        }
        other => unreachable!("{other:?} is no order"),
    })
}

/// The first value above zero is one, and each new one is at most one more than the greatest before.
fn sequence(handles: &Handles<'_>, of: Vec<Integer>) -> Constraint {
    // A value stands after all smaller ones, so it is at most the number of variables.
    let most = of.len() as i64;
    let within = of.iter().map(|&x| {
        let values = handles.problem.values(x);
        Constraint::member(x, values.iter().copied().filter(|&value| value <= most).collect::<Vec<_>>())
    });
    let mut parts: Vec<Constraint> = within.collect();
    parts.push(Constraint::value_precedence(of, 1..=most));
    Constraint::All(parts)
}

/// For each threshold as many of the numbers reach it as of the result, which increases.
fn sorted(handles: &mut Handles<'_>, of: &[Integer], result: Vec<Integer>) -> Constraint {
    if of.len() != result.len() {
        return Constraint::Any(Vec::new());
    }
    let thresholds: BTreeSet<i64> =
        of.iter().chain(&result).flat_map(|&x| handles.problem.values(x)).copied().collect();
    let mut parts = Vec::with_capacity(thresholds.len() + 1);
    for &threshold in thresholds.iter().skip(1) {
        let mut terms: Vec<(i64, Operand)> = Vec::with_capacity(2 * of.len());
        for (sign, all) in [(1, of), (-1, &result[..])] {
            terms.extend(all.iter().map(|&x| (sign, handles.problem.at_least(x, threshold).into())));
        }
        parts.push(Constraint::weighted(terms, Relation::Equal, 0));
    }
    parts.push(Constraint::not_decreasing(result));
    Constraint::All(parts)
}

impl Translation<'_> {
    /// Adds a constraint that orders neighbours; false for others.
    pub(in super::super) fn add_chain(
        &mut self,
        name: &str,
        of: Arguments<'_>,
        condition: Condition,
    ) -> Result<bool, MappingError> {
        let (sign, most) = match name {
            "increasing_int" | "increasing_bool" => (1, 0),
            "decreasing_int" | "decreasing_bool" => (-1, 0),
            "strictly_increasing_int" | "strictly_increasing_bool" => (1, -1),
            "strictly_decreasing_int" | "strictly_decreasing_bool" => (-1, -1),
            _ => return Ok(false),
        };
        let neighbours = |pair: &[_]| {
            let terms = vec![(sign, pair[0]), (-sign, pair[1])];
            Demand::Linear(Linear { terms, relation: Relation::AtMost, bound: most })
        };
        let demands = of.addends(0)?.windows(2).map(neighbours).collect();
        self.push_all(condition, demands);
        Ok(true)
    }
}
