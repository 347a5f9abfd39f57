//! Models whose formula would be too large: their constraints are propagated.

use std::ops::ControlFlow;

use gordian_flatzinc::Goal;
use gordian_flatzinc::mapping::shown_variables;
use gordian_formula::ClauseSink;
use gordian_lazy::flatzinc::Translation;
use gordian_solver::{Budget, Outcome};

use crate::judge::judge;
use crate::question::{Listener, Question, Wanted};
use crate::{Answer, SearchError, Solution};

/// Answers by lazy clause generation; `None` where a constraint of the model cannot be propagated.
///
/// # Errors
/// If what was found is no solution.
pub(crate) fn run(question: &Question<'_>, listener: &mut Listener<'_>) -> Result<Option<Answer>, SearchError> {
    let Ok(mut translation) = Translation::new(question.model, question.options.clone()) else { return Ok(None) };
    let names = translation.unbounded().map(|id| question.model.variables[id.index()].name.clone());
    let unbounded: Vec<String> = names.collect();
    let mut answer = Answer { constraints: translation.solver.num_propagators(), unbounded, ..Answer::default() };
    let mut wrong = None;
    let mut take = |values: &[i64]| {
        if let Err(error) = judge(question.model, values) {
            wrong = Some(error);
            return ControlFlow::Break(());
        }
        answer.solutions += 1;
        answer.objective = question.model.objective(values);
        listener(&Solution { values, objective: answer.objective })
    };
    let budget = Budget::unlimited().with_clock(question.clock.clone());
    let is_complete = match question.model.goal {
        Goal::Satisfy => list(question, &mut translation, &budget, &mut take),
        Goal::Minimize(_) | Goal::Maximize(_) => {
            matches!(translation.optimize(&budget, take), Outcome::Satisfiable | Outcome::Unsatisfiable)
        }
    };
    if let Some(error) = wrong {
        return Err(error);
    }
    answer.is_complete = is_complete && answer.unbounded.is_empty();
    answer.variables = translation.solver.num_vars();
    answer.statistics = translation.solver.statistics().clone();
    Ok(Some(answer))
}

/// Brings as many solutions as are wanted; whether no other one exists.
fn list(
    question: &Question<'_>,
    translation: &mut Translation,
    budget: &Budget,
    take: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
) -> bool {
    let mut left = match question.wanted {
        Wanted::One => 1,
        Wanted::UpTo(count) => count,
        Wanted::All => u64::MAX,
    };
    let mut goes_on = left > 0;
    if !goes_on {
        return false;
    }
    let ended = translation.enumerate(&shown_variables(question.model), budget, |values| {
        left -= 1;
        goes_on = take(values).is_continue() && left > 0;
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    goes_on && ended.is_ok()
}
