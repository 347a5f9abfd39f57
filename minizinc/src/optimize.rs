//! The best solution.

use gordian_encoders::encode::Truth;
use gordian_flatzinc::Goal;
use gordian_flatzinc::mapping::Mapped;
use gordian_formula::Lit;
use gordian_solver::Outcome;

use crate::engine::Engine;
use crate::question::Listener;
use crate::{Answer, SearchError, Solution};

/// Finds better and better solutions until there is none: after each, the objective is bounded by one less. Clauses
/// that the search learned stay, since bounds only grow tighter.
///
/// # Errors
/// If what was found is no solution.
pub(crate) fn run(engine: &mut Engine<'_>, listener: &mut Listener<'_>) -> Result<Answer, SearchError> {
    let mut answer = Answer::default();
    let goal = engine.model.goal;
    loop {
        let model = match engine.next() {
            Ok(model) => model,
            Err(outcome) => {
                answer.is_complete = outcome == Outcome::Unsatisfiable;
                break;
            }
        };
        let values = engine.values(&model)?;
        answer.solutions += 1;
        answer.objective = engine.model.objective(&values);
        if listener(&Solution { values: &values, objective: answer.objective }).is_break() {
            break;
        }
        let Some(reached) = answer.objective else { break };
        for clause in improve(engine, goal, reached) {
            let holds = clause.contains(&Truth::Always);
            let clause: Vec<Lit> = clause.into_iter().filter_map(Truth::lit).collect();
            if !holds {
                engine.solver().add_clause(&clause);
            }
        }
    }
    answer.statistics = engine.solver().statistics().clone();
    Ok(answer)
}

/// Clauses that together say that the objective is better than what was reached.
fn improve(engine: &Engine<'_>, goal: Goal, reached: i64) -> Vec<Vec<Truth>> {
    let (variable, is_small) = match goal {
        Goal::Minimize(variable) => (variable, true),
        Goal::Maximize(variable) => (variable, false),
        Goal::Satisfy => return vec![Vec::new()],
    };
    match engine.mapping.variables.get(variable.index()) {
        Some(&Mapped::Integer(integer)) if is_small => engine.formula.at_most(integer, reached - 1),
        Some(&Mapped::Integer(integer)) => engine.formula.at_least(integer, reached + 1),
        // A constant has no better value.
        _ => vec![Vec::new()],
    }
}
