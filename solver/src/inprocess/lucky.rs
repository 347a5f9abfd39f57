//! Trying assignments that easy formulas are satisfied by.

use gordian_formula::Var;

use crate::engine::{Call, Engine};
use crate::search::backtrack::backtrack;
use crate::search::open_level::open_level;
use crate::search::propagate::propagate;

pub(crate) mod own {
    technique! {
        options {
            /// Try constant assignments before the first search.
            enabled "lucky": bool = true;
        }
        counters {
            /// Times a constant assignment was a model.
            lucky "lucky";
        }
    }
}

/// Assigns all variables false, or all true, from the first to the last or the other way round,
/// with propagation in between, and gives up at the first conflict (Biere, 2019, in CaDiCaL). True
/// if that is a model; it stays assigned.
///
/// The first order is that of the numbers, the second that in which clauses name the variables,
/// which is the order of the engine. Formulas are numbered, or written, from inputs to
/// consequences, or step by step; that is why it may work.
pub(crate) fn lucky(engine: &mut Engine, call: &Call<'_>) -> bool {
    let before = engine.statistics.ticks;
    let by_clauses: Vec<Var> = (0..engine.trail.num_vars()).map(Var::from_index).collect();
    let mut by_number = by_clauses.clone();
    by_number.sort_by_key(|var| {
        let name = call.external.names().name(var.positive());
        (name.is_none(), name)
    });
    let mut orders = vec![by_number, by_clauses];
    orders.dedup();
    let is_lucky = orders.iter().map(|order| order.iter().copied()).any(|order| {
        [false, true].into_iter().any(|value| {
            assign_all(engine, call, order.clone(), value) || assign_all(engine, call, order.clone().rev(), value)
        })
    });
    engine.statistics.inprocess_ticks += engine.statistics.ticks - before;
    engine.statistics.ticks = before;
    if is_lucky {
        engine.statistics.lucky.lucky += 1;
    } else {
        // The attempts are no experience of the search.
        engine.phases.set_all(call.options.decide.initial_phase);
    }
    is_lucky
}

fn assign_all(engine: &mut Engine, call: &Call<'_>, order: impl Iterator<Item = Var>, value: bool) -> bool {
    for var in order {
        let lit = var.lit(value);
        if engine.trail.value(lit) != 0 || engine.removed[var.index()] {
            continue;
        }
        open_level(engine, lit);
        if propagate(engine).is_some() || call.is_late_by_now() {
            backtrack(engine, 0);
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::outcome::Outcome;
    use crate::solver::Solver;
    use gordian_testkit::{lit, lits};

    #[test]
    fn variables_are_assigned_in_the_order_of_their_numbers() {
        let mut solver = Solver::new();
        // Neither 3 nor 5 can be false, and they are the first and the last that are named; 1 cannot be true, nor 4.
        for clause in [[3, 1], [-1, 2], [-1, -2], [-4, -3], [5, 1]] {
            solver.add_clause(&lits(&clause));
        }
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        assert_eq!((solver.statistics().lucky.lucky, solver.statistics().decisions > 0), (1, true));
        let model = [1, 2, 3, 4, 5].map(|number| solver.value(lit(number)));
        assert_eq!(model, [false, false, true, false, true].map(Some));
    }
}
