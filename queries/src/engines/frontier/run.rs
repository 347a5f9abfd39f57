//! All solutions of an exact cover along a frontier.

use std::ops::ControlFlow;

use super::{Allowance, Diagram, Effort, Failure, count};
use crate::collect::Collector;
use crate::engines::cover::Cover;
use crate::engines::exact_cover::Rows;
use crate::engines::task::{Found, Task};
use crate::forecast::Outlook;
use crate::method::Goal;
use crate::symmetry::Filter;
use crate::{Refusal, Stop};

/// Counts the solutions; or brings them to the collector, by a diagram of them.
///
/// # Errors
/// If the formula is no exact cover, or its frontiers are too large.
pub(crate) fn run(task: &Task<'_>, collector: &mut Collector<'_>) -> Result<Found, Refusal> {
    let cover = task.reading.cover(task.clock())?;
    match (task.goal, task.action) {
        (Goal::Count, None) => count_in_turns(cover, &Allowance::of_memory(), None, collector),
        _ => list(cover, task, collector),
    }
}

/// Counts, in turns with others where there is a `turn`, which hears how far it has come.
///
/// # Errors
/// If the frontiers take more than is allowed.
pub(crate) fn count_in_turns(
    cover: &Cover,
    allowance: &Allowance,
    mut turn: Option<&mut dyn FnMut(Outlook) -> ControlFlow<()>>,
    collector: &mut Collector<'_>,
) -> Result<Found, Refusal> {
    let mut effort = Effort::default();
    let mut poll = |outlook| {
        let taken = turn.as_mut().map_or(ControlFlow::Continue(()), |turn| turn(outlook));
        if taken.is_break() { taken } else { collector.poll() }
    };
    let number = unless_too_large(count(cover, allowance, &mut effort, &mut poll))?;
    if number.is_none() && !collector.is_stopped() {
        // Another one has the number.
        let _ = collector.stop(Stop::Budget);
    }
    Ok(Found { number, ..Found::nodes(effort.states) })
}

fn list(cover: &Cover, task: &Task<'_>, collector: &mut Collector<'_>) -> Result<Found, Refusal> {
    let mut effort = Effort::default();
    let diagram = Diagram::new(cover, &Allowance::of_memory(), &mut effort, &mut || collector.poll());
    if let Some(diagram) = unless_too_large(diagram)? {
        let mut rows = Rows::new(cover, task.slots());
        let mut filter = task.action.map(Filter::new);
        let _ = diagram.for_each(&mut |options| collector.take(rows.of_options(options), None, filter.as_mut(), 1));
    }
    Ok(Found::nodes(effort.states))
}

/// The result; `None` if it was interrupted.
pub(crate) fn unless_too_large<T>(found: Result<T, Failure>) -> Result<Option<T>, Refusal> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Failure::Interrupted) => Ok(None),
        Err(Failure::TooLarge) => Err(Refusal::Memory),
    }
}

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink, Cnf, Lit};
    use gordian_testkit::dominoes;

    use super::*;
    use crate::Limits;
    use crate::slots::Slots;

    /// The forecasts of a count of these covers while it sweeps.
    fn told_of(cnf: &Cnf) -> Vec<Outlook> {
        let cover = Cover::of(cnf, &Slots::of_formula(cnf), &Default::default()).unwrap();
        let mut told: Vec<Outlook> = Vec::new();
        let mut turn = |outlook| {
            told.push(outlook);
            ControlFlow::Continue(())
        };
        let (limits, mut listener) = (Limits::none(), ());
        let slots = Slots::of_formula(cnf);
        let mut collector = Collector::new(&slots, &limits, &mut listener, false);
        let found = count_in_turns(&cover, &Allowance::of_memory(), Some(&mut turn), &mut collector).unwrap();
        assert!(found.number.is_some());
        assert!(told.is_sorted_by_key(|outlook| outlook.ticks));
        // The first ones come before the sweep, which cannot tell anything yet.
        let before = told.iter().position(|outlook| outlook.rest.is_finite()).unwrap();
        assert!(before > 0);
        told.split_off(before)
    }

    /// Latin squares.
    fn latin(side: usize) -> Cnf {
        let mut cnf = Cnf::new();
        let lits: Vec<Lit> = (0..side.pow(3)).map(|_| cnf.new_var().positive()).collect();
        let lit = |row, column, number| lits[(row * side + column) * side + number];
        for one in 0..side {
            for other in 0..side {
                let groups: [&dyn Fn(usize) -> Lit; 3] =
                    [&|at| lit(one, other, at), &|at| lit(one, at, other), &|at| lit(at, one, other)];
                for member in groups {
                    cnf.add_exactly_one(&(0..side).map(member).collect::<Vec<Lit>>());
                }
            }
        }
        cnf
    }

    #[test]
    fn it_tells_about_how_long_it_will_still_take() {
        // Boards have as many states at each position; squares of numbers have most in the middle.
        let boards = [32, 44, 60].map(|columns| (format!("{columns} columns"), dominoes(12, columns).0, 8, 0.6..1.5));
        for (name, cnf, least, range) in boards.into_iter().chain([("squares".to_owned(), latin(5), 3, 0.4..2.5)]) {
            let sweep = told_of(&cnf);
            assert!(sweep.len() >= least, "{name}: {}", sweep.len());
            let (begin, end) = (sweep[0].ticks as f64, sweep[sweep.len() - 1].ticks as f64);
            for &Outlook { ticks, rest } in &sweep[sweep.len() / 2..] {
                let total = ticks as f64 + rest - begin;
                assert!(range.contains(&(total / (end - begin))), "{name}: {ticks} and {rest}, {begin} {end}");
            }
        }
    }
}
