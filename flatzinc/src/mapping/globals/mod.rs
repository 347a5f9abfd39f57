//! Constraints that stand for many.
//!
//! Those that count, and those that order neighbours, become statements about sums, so that all is used that sums say
//! of single variables. The others are kept whole until they are written.

mod choice;
mod counting;
mod graphs;
mod order;
mod packing;
mod sequences;

use gordian_encoders::encode::EncodingError;
use gordian_encoders::model::Constraint;

use super::arguments::Arguments;
use super::error::MappingError;
use super::handles::Handles;
use super::statement::{Demand, Global};
use super::store::Store;
use super::values::Contradiction;

/// The demands of a constraint of this name; `None` if it is not known.
pub(super) fn demand(name: &str, of: Arguments<'_>) -> Result<Option<Demand>, MappingError> {
    if let "all_different_int" | "alldifferent_int" | "alldifferent" | "all_different" = name {
        let of = of.numbers(0)?.into_iter().map(|number| (number, 0)).collect();
        return Ok(Some(Demand::AllDifferent(of)));
    }
    for read in [counting::read, order::read, sequences::read, graphs::read, packing::read] {
        if let Some(global) = read(name, of)? {
            return Ok(Some(Demand::Global(global)));
        }
    }
    Ok(None)
}

/// Tightens the bounds of the variables of a constraint that is demanded.
pub(super) fn propagate(store: &mut Store, global: &Global) -> Result<(), Contradiction> {
    match global {
        Global::NumberOfValues { of, number } => {
            store.keep_between(*number, i64::from(!of.is_empty()), of.len() as i64)
        }
        Global::ExtremePosition { of, index, .. } => store.keep_between(*index, 1, of.len() as i64),
        Global::Circuit { successors: all, .. } => graphs::keep_positions(store, all, all.len()),
        Global::Inverse { forward, backward } => {
            graphs::keep_positions(store, forward, backward.len())?;
            graphs::keep_positions(store, backward, forward.len())
        }
        Global::Cumulative { tasks, capacity } => packing::keep_resource(store, tasks, *capacity),
        Global::Table { of, rows } => sequences::keep_rows(store, of, rows),
        Global::Regular { of, automaton } => {
            sequences::keep_symbols(store, of, automaton.edges.iter().flatten().map(|&(symbol, _)| symbol))
        }
        Global::CostRegular { of, automaton, .. } => {
            sequences::keep_symbols(store, of, automaton.edges.iter().flatten().map(|&(symbol, _, _)| symbol))
        }
        Global::Disjunctive { tasks, .. } => {
            tasks.iter().try_for_each(|&(_, duration)| store.keep_between(duration, 0, i64::MAX))
        }
        _ => Ok(()),
    }
}

/// The constraint of the problem. One that may be negated defines whatever it needs in every assignment.
///
/// # Errors
/// If numbers are too large.
pub(super) fn compose(
    handles: &mut Handles<'_>,
    global: &Global,
    is_negated: bool,
) -> Result<Constraint, EncodingError> {
    match global {
        Global::Table { .. } | Global::Regular { .. } | Global::CostRegular { .. } => {
            sequences::compose(handles, global)
        }
        Global::AllEqual(_) | Global::AllDifferentExcept { .. } | Global::NumberOfValues { .. } => {
            counting::compose(handles, global)
        }
        Global::Circuit { .. } | Global::Inverse { .. } | Global::Connected { .. } => {
            graphs::compose(handles, global, is_negated)
        }
        Global::Cumulative { .. }
        | Global::Disjunctive { .. }
        | Global::NonOverlapping { .. }
        | Global::BinCapacity { .. } => packing::compose(handles, global),
        Global::Lexicographic { .. }
        | Global::ValuePrecedence { .. }
        | Global::SequencePrecedence(_)
        | Global::Sorted { .. }
        | Global::ExtremePosition { .. } => order::compose(handles, global),
    }
}
