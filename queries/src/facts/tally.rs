//! In how many solutions each variable is true.

use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Cnf, Model, Var};
use gordian_solver::Options;
use num_bigint::BigUint;

use super::found::{Counts, Facts};
use crate::collect::Collector;
use crate::engines::exact_cover::{self, Rows};
use crate::engines::frontier::{Diagram, Effort, Failure};
use crate::engines::reading::Reading;
use crate::engines::task::Task;
use crate::method::Goal;
use crate::plan::diagram_or_search;
use crate::{Limits, Listener, QueryError, Solution, Status, Stop};

/// Solutions added up, variable by variable.
pub(crate) struct Tally {
    visible: Vec<Var>,
    total: BigUint,
    /// By the index of the variable.
    of_true: Vec<BigUint>,
    first: Option<Model>,
    second: Option<Model>,
    /// The limit that ended it before all were added.
    pub(crate) stop: Option<Stop>,
}

impl Tally {
    pub(crate) fn new(cnf: &Cnf) -> Tally {
        let of_true = vec![BigUint::ZERO; cnf.num_vars()];
        Tally { visible: cnf.projection(), total: BigUint::ZERO, of_true, first: None, second: None, stop: None }
    }

    /// The numbers.
    pub(crate) fn into_counts(mut self) -> Counts {
        let of_true = self.visible.iter().map(|var| std::mem::take(&mut self.of_true[var.index()])).collect();
        Counts { total: self.total, of_true, stop: self.stop }
    }

    /// The facts that follow from the numbers, in place of the facts known so far.
    pub(crate) fn into_facts(mut self, known: Facts) -> Facts {
        let (first, second) = (self.first.take(), self.second.take());
        let counts = self.into_counts();
        let value = |number: &BigUint| match (counts.stop, &first) {
            (None, Some(_)) if *number == BigUint::ZERO => Some(false),
            (None, Some(_)) if *number == counts.total => Some(true),
            _ => None,
        };
        let seen = |(number, known): (&BigUint, &[bool; 2])| {
            [known[0] || *number != BigUint::ZERO, known[1] || *number < counts.total]
        };
        let status = Status::of(first.is_some() || known.first.is_some(), counts.stop.is_none());
        Facts {
            status,
            stop: counts.stop,
            fixed: counts.of_true.iter().map(value).collect(),
            seen: counts.of_true.iter().zip(&known.seen).map(seen).collect(),
            first: first.or(known.first),
            second: second.or(known.second),
            visible: known.visible,
            calls: known.calls,
            tally: Some(counts),
        }
    }
}

impl Listener for Tally {
    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        self.total += 1_u32;
        for var in solution.true_vars() {
            self.of_true[var.index()] += 1_u32;
        }
        if self.first.is_none() {
            self.first = Some(solution.model());
        } else if self.second.is_none() {
            self.second = Some(solution.model());
        }
        ControlFlow::Continue(())
    }
}

/// The solutions of an exact cover, by its diagram or by going through them; `None` if the formula
/// is no exact cover, or a large one.
pub(crate) fn of_cover(reading: &Reading<'_>, limits: &Limits) -> Result<Option<Tally>, QueryError> {
    let (Ok(cover), slots) = (reading.cover(&limits.clock), &reading.slots) else { return Ok(None) };
    let mut tally = Tally::new(reading.cnf);
    let mut collector = Collector::new(slots, limits, &mut tally, false);
    let (allowance, has_few) = diagram_or_search(cover, &limits.clock);
    let mut sums = None;
    match Diagram::new(cover, &allowance, &mut Effort::default(), &mut || collector.poll()) {
        Err(Failure::Interrupted) => {}
        Err(Failure::TooLarge) if has_few => {
            let options = &Options::default();
            let (goal, too_many) = (Goal::List, None);
            let task = Task { reading, goal, action: None, symmetry: None, options, limits, too_many };
            let _ = exact_cover::run(&task, &mut collector);
        }
        Err(Failure::TooLarge) => return Ok(None),
        Ok(diagram) => {
            let total = diagram.total();
            let mut rows = Rows::new(cover, slots);
            for rank in [BigUint::ZERO, BigUint::from(1_u32)].into_iter().filter(|rank| *rank < total) {
                let _ = collector.take(rows.of_options(&diagram.at(rank)), None, None, 1);
            }
            sums = Some((total, diagram.with_options(cover.options.len())));
        }
    }
    let stop = collector.finish()?.stop;
    if let Some((total, with_options)) = sums {
        tally.total = total;
        for (lit, number) in cover.options.iter().zip(with_options).filter(|(lit, _)| lit.is_positive()) {
            tally.of_true[lit.var().index()] = number;
        }
    }
    Ok(Some(Tally { stop, ..tally }))
}
