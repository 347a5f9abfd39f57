//! The backbone: the variables that have the same value in all solutions.

use gordian_formula::{Cnf, Lit};
use gordian_solver::{Options, Outcome, Solver};

use super::found::Facts;
use crate::{Limits, Listener, Settled};

/// The search for the backbone.
pub(super) struct Backbone {
    solver: Solver,
    pub(super) facts: Facts,
    /// The ranks of the variables that have the same value in all solutions found so far.
    open: Vec<usize>,
}

impl Backbone {
    pub(super) fn new(cnf: &Cnf, options: &Options) -> Backbone {
        let mut solver = Solver::with_options(options.clone());
        cnf.feed(&mut solver);
        Backbone { solver, facts: Facts::unknown(cnf.projection()), open: Vec::new() }
    }

    /// Goes on until all is known, or to the limits; with `ticks`, until so many were taken in all.
    /// The listener hears how many variables are settled: the same in all solutions, or not.
    pub(super) fn advance(&mut self, limits: &Limits, ticks: Option<u64>, listener: &mut dyn Listener) {
        let Backbone { solver, facts, open } = self;
        facts.stop = None;
        loop {
            let mut budget = limits.budget();
            if let Some(ticks) = ticks {
                budget = budget.with_ticks(ticks.saturating_sub(solver.statistics().ticks));
            }
            facts.calls += 1;
            let Some(first) = &facts.first else {
                let outcome = solver.solve_within(&[], &budget);
                facts.status = outcome.into();
                if let Outcome::Unknown(interrupt) = outcome {
                    facts.stop = Some(interrupt.into());
                }
                let Some(first) = solver.model() else { return };
                facts.see(&first);
                facts.first = Some(first);
                *open = (0..facts.visible.len()).collect();
                if open.is_empty() {
                    return;
                }
                listener.settled(Settled { settled: 0, of: open.len() });
                continue;
            };
            let guard = solver.new_var().positive();
            let literal = |rank: usize| facts.visible[rank].lit(first.value(facts.visible[rank]));
            let clause: Vec<Lit> = open.iter().map(|&rank| !literal(rank)).chain([!guard]).collect();
            solver.add_clause(&clause);
            let outcome = solver.solve_within(&[guard], &budget);
            let model = solver.model();
            solver.add_clause(&[!guard]);
            match (outcome, model) {
                (Outcome::Satisfiable, Some(model)) => {
                    facts.see(&model);
                    open.retain(|&rank| facts.seen[rank] != [true; 2]);
                    facts.second.get_or_insert(model);
                }
                (Outcome::Unknown(interrupt), _) => {
                    facts.stop = Some(interrupt.into());
                    return;
                }
                _ => {
                    for rank in open.drain(..) {
                        facts.fixed[rank] = Some(first.value(facts.visible[rank]));
                    }
                }
            }
            listener.settled(Settled { settled: facts.visible.len() - open.len(), of: facts.visible.len() });
            if open.is_empty() {
                return;
            }
        }
    }
}
