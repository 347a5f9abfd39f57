//! Models whose formula would be too large: their constraints are propagated.

use gordian_flatzinc::Goal;
use gordian_flatzinc::mapping::{Reach, shown_variables, with_bounds};
use gordian_lazy::flatzinc::{Translation, TranslationError};
use gordian_solver::Outcome;

use crate::found::Found;
use crate::question::{Listener, Question};
use crate::{Answer, SearchError};

/// Answers by lazy clause generation; or says why the model cannot be propagated.
///
/// # Errors
/// If what was found is no solution.
pub(crate) fn run(
    question: &Question<'_>,
    reach: Reach,
    listener: &mut Listener<'_>,
) -> Result<Result<Answer, TranslationError>, SearchError> {
    // Propagators find bounds, too, but whether a variable has any must be known before the search.
    let bounded = with_bounds(question.model, reach, &question.clock);
    let is_worse_only = bounded.as_ref().is_some_and(|bounded| bounded.is_worse_only);
    let model = bounded.as_ref().map_or(question.model, |bounded| &bounded.model);
    let mut translation = match Translation::new(model, question.options.clone()) {
        Ok(translation) => translation,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let names = translation.unbounded().map(|id| question.model.variables[id.index()].name.clone());
    let unbounded: Vec<String> = names.collect();
    let mut found = Found::new(question, translation.solver.num_propagators(), listener);
    let is_complete = match question.model.goal {
        Goal::Satisfy => list(question, &mut translation, &mut found),
        Goal::Minimize(_) | Goal::Maximize(_) => {
            let outcome = translation.optimize(&found.budget(), |values| found.take(values));
            matches!(outcome, Outcome::Satisfiable | Outcome::Unsatisfiable)
        }
    };
    let answer = found.finish(is_complete, &translation.solver)?;
    // All values that the solver can have were tried, so none are left for a wider search.
    Ok(Ok(Answer { is_exhausted: false, ..answer.of_unbounded(unbounded, is_worse_only) }))
}

/// Brings as many solutions as are wanted; whether no other one exists.
fn list(question: &Question<'_>, translation: &mut Translation, found: &mut Found<'_, '_, '_>) -> bool {
    if found.is_enough() {
        return false;
    }
    let shown = shown_variables(question.model);
    let ended = translation.enumerate(&shown, &found.budget(), |values| found.take(values));
    !found.is_enough() && ended.is_ok()
}
