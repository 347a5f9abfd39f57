//! Tasks in time, boxes in space, items in bins.

use std::collections::BTreeSet;

use gordian_encoders::encode::{EncodingError, Relation};
use gordian_encoders::model::constraint::{Disjunctive, NonOverlapping, Task};
use gordian_encoders::model::{Constraint, Integer, Operand};

use super::super::arguments::Arguments;
use super::super::error::MappingError;
use super::super::handles::Handles;
use super::super::statement::{Global, Number};
use super::super::store::{Resolved, Store};
use super::super::values::Contradiction;

/// Constraints that are kept whole.
pub(super) fn read(name: &str, of: Arguments<'_>) -> Result<Option<Global>, MappingError> {
    Ok(Some(match name {
        "cumulative" => {
            let [starts, durations, demands] = [of.numbers(0)?, of.numbers(1)?, of.numbers(2)?];
            same_length(of, &[starts.len(), durations.len(), demands.len()])?;
            let tasks = starts.into_iter().zip(durations).zip(demands);
            let tasks = tasks.map(|((start, duration), demand)| [start, duration, demand]).collect();
            Global::Cumulative { tasks, capacity: of.number(3)? }
        }
        "disjunctive" | "disjunctive_strict" => {
            let (starts, durations) = (of.numbers(0)?, of.numbers(1)?);
            same_length(of, &[starts.len(), durations.len()])?;
            Global::Disjunctive {
                tasks: starts.into_iter().zip(durations).collect(),
                is_strict: name == "disjunctive_strict",
            }
        }
        "diffn" | "diffn_nonstrict" => {
            let [x, y, width, height] = [of.numbers(0)?, of.numbers(1)?, of.numbers(2)?, of.numbers(3)?];
            same_length(of, &[x.len(), y.len(), width.len(), height.len()])?;
            let boxes = (0..x.len()).map(|at| vec![(x[at], width[at]), (y[at], height[at])]).collect();
            Global::NonOverlapping { boxes, is_strict: name == "diffn" }
        }
        "bin_packing" => {
            let (bins, sizes) = (of.numbers(1)?, of.constants(2)?);
            same_length(of, &[bins.len(), sizes.len()])?;
            if sizes.iter().any(|&size| size < 0) {
                return Err(of.wrong("a size is negative"));
            }
            Global::BinCapacity { items: bins.into_iter().zip(sizes).collect(), capacity: of.constant(0)? }
        }
        _ => return Ok(None),
    }))
}

fn same_length(of: Arguments<'_>, lengths: &[usize]) -> Result<(), MappingError> {
    match lengths.windows(2).all(|pair| pair[0] == pair[1]) {
        true => Ok(()),
        false => Err(of.wrong("the arrays are not equally long")),
    }
}

/// Durations, demands and capacities are not negative.
pub(super) fn keep_resource(store: &mut Store, tasks: &[[Number; 3]], capacity: Number) -> Result<(), Contradiction> {
    let sizes = tasks.iter().flat_map(|&[_, duration, demand]| [duration, demand]);
    sizes.chain((!tasks.is_empty()).then_some(capacity)).try_for_each(|size| store.keep_between(size, 0, i64::MAX))
}

pub(super) fn compose(handles: &mut Handles<'_>, global: &Global) -> Result<Constraint, EncodingError> {
    match global {
        Global::Cumulative { tasks, capacity } => cumulative(handles, tasks, *capacity),
        Global::Disjunctive { tasks, is_strict } => {
            let mut own = Vec::with_capacity(tasks.len());
            for &(start, duration) in tasks {
                own.push((handles.integer(start)?, handles.integer(duration)?));
            }
            let sizes: Vec<Integer> = own.iter().map(|&(_, duration)| duration).collect();
            let apart = Disjunctive { tasks: own, is_strict: *is_strict }.into();
            Ok(with_sizes(handles, &sizes, apart))
        }
        Global::NonOverlapping { boxes, is_strict } => {
            let mut own = Vec::with_capacity(boxes.len());
            for sides in boxes {
                let mut all = Vec::with_capacity(sides.len());
                for &(origin, size) in sides {
                    all.push((handles.integer(origin)?, handles.integer(size)?));
                }
                own.push(all);
            }
            Ok(NonOverlapping { boxes: own, is_strict: *is_strict }.into())
        }
        Global::BinCapacity { items, capacity } => bin_capacity(handles, items, *capacity),
        other => unreachable!("{other:?} packs nothing"),
    }
}

/// The constraint, and that the sizes are not negative where they could be.
fn with_sizes(handles: &Handles<'_>, sizes: &[Integer], constraint: Constraint) -> Constraint {
    let can_be_negative = |&&size: &&Integer| handles.problem.values(size).first().is_some_and(|&least| least < 0);
    let mut parts: Vec<Constraint> = sizes
        .iter()
        .filter(can_be_negative)
        .map(|&size| Constraint::weighted([(1, size)], Relation::AtLeast, 0))
        .collect();
    parts.push(constraint);
    if parts.len() == 1 { parts.remove(0) } else { Constraint::All(parts) }
}

/// Tasks and times of their starts together take at most so many literals: beyond, a propagator is faster.
const MOST_STARTS: u64 = 1 << 18;

/// Refuses what would take too many sums, before any of them is made.
fn check_starts(handles: &mut Handles<'_>, tasks: &[[Number; 3]]) -> Result<(), EncodingError> {
    let mut most = 0;
    for &[start, ..] in tasks {
        if let Resolved::View(view) = handles.store.number(start) {
            most = most.max(handles.store.values(view.root).count());
        }
    }
    let values = u64::try_from(most).unwrap_or(u64::MAX).saturating_mul(tasks.len() as u64);
    if values > MOST_STARTS { Err(EncodingError::DomainTooLarge { values, limit: MOST_STARTS }) } else { Ok(()) }
}

fn cumulative(handles: &mut Handles<'_>, tasks: &[[Number; 3]], capacity: Number) -> Result<Constraint, EncodingError> {
    check_starts(handles, tasks)?;
    let capacity = handles.integer(capacity)?;
    let (mut own, mut sizes) = (Vec::with_capacity(tasks.len()), Vec::with_capacity(2 * tasks.len() + 1));
    for &[start, duration, demand] in tasks {
        let (start, duration, demand) = (handles.integer(start)?, handles.integer(duration)?, handles.integer(demand)?);
        sizes.extend([duration, demand]);
        // A task that takes no time, or nothing of the resource, is under way for nobody.
        let is_nothing = |size: Integer| handles.problem.values(size) == [0];
        if !is_nothing(duration) && !is_nothing(demand) {
            own.push(Task { start, duration, demand });
        }
    }
    if !tasks.is_empty() {
        sizes.push(capacity);
    }
    Ok(with_sizes(handles, &sizes, Constraint::cumulative(own, capacity)))
}

/// A sum for each bin that some item may be in.
fn bin_capacity(
    handles: &mut Handles<'_>,
    items: &[(Number, i64)],
    capacity: i64,
) -> Result<Constraint, EncodingError> {
    if capacity < 0 {
        // The bin of any item has too much.
        return Ok(if items.is_empty() { Constraint::All(Vec::new()) } else { Constraint::Any(Vec::new()) });
    }
    let mut own = Vec::with_capacity(items.len());
    for &(bin, size) in items {
        own.push((handles.integer(bin)?, size));
    }
    let bins: BTreeSet<i64> = own.iter().flat_map(|&(bin, _)| handles.problem.values(bin)).copied().collect();
    let mut parts = Vec::with_capacity(bins.len());
    for bin in bins {
        let terms: Vec<(i64, Operand)> =
            own.iter().map(|&(of, size)| (size, handles.problem.is(of, bin).into())).collect();
        parts.push(Constraint::weighted(terms, Relation::AtMost, capacity));
    }
    Ok(Constraint::All(parts))
}
