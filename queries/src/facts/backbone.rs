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
            // The second solution differs in as little as it can, which tells a reader most; the next ones show
            // many variables at once.
            if facts.second.is_some() {
                open.iter().for_each(|&rank| solver.set_phase(!literal(rank)));
            }
            let outcome = solver.solve_within(&[guard], &budget);
            let model = solver.model();
            solver.add_clause(&[!guard]);
            match (outcome, model) {
                (Outcome::Satisfiable, Some(model)) => {
                    facts.see(&model);
                    open.retain(|&rank| {
                        let is_open = facts.seen[rank] != [true; 2];
                        if !is_open {
                            solver.unset_phase(facts.visible[rank]);
                        }
                        is_open
                    });
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

#[cfg(test)]
mod tests {
    use gordian_formula::ClauseSink;

    use super::*;

    #[test]
    fn one_solution_shows_many_variables_to_be_open() {
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(900);
        for three in vars.chunks(3) {
            cnf.add_clause(&[three[0].positive(), three[1].positive()]);
            cnf.add_clause(&[three[0].negative(), three[1].negative(), three[2].positive()]);
        }
        cnf.add_clause(&[vars[7].positive()]);
        let mut backbone = Backbone::new(&cnf, &Options::default());
        backbone.advance(&Limits::none(), None, &mut ());
        let fixed: Vec<usize> = (0..vars.len()).filter(|&rank| backbone.facts.fixed[rank].is_some()).collect();
        assert_eq!(fixed, [7]);
        assert!(backbone.facts.calls <= 7, "{}", backbone.facts.calls);
    }
}
