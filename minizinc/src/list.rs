//! All solutions, or the first ones.

use std::ops::ControlFlow;

use gordian_queries::{Limits, Question as Query, Solution as Found};

use crate::engine::Engine;
use crate::question::{Listener, Question, Wanted};
use crate::{Answer, SearchError, Solution};

/// Brings the solutions that are wanted, each once.
///
/// # Errors
/// If the query refuses, or if what was found is no solution.
pub(crate) fn run(
    question: &Question<'_>,
    engine: &mut Engine<'_>,
    listener: &mut Listener<'_>,
) -> Result<Answer, SearchError> {
    let limits = Limits::none().with_clock(question.clock.clone());
    let limits = match question.wanted {
        Wanted::UpTo(count) => limits.with_solutions(u128::from(count)),
        Wanted::One | Wanted::All => limits,
    };
    let mut wrong = None;
    let mut solutions = 0;
    let query = Query::new(&engine.formula.cnf).with_limits(limits).with_options(question.options.clone());
    let answer = query.list(&mut |found: &Found<'_>| match engine.values(&found.model()) {
        Ok(values) => {
            solutions += 1;
            listener(&Solution { values: &values, objective: None })
        }
        Err(error) => {
            wrong = Some(error);
            ControlFlow::Break(())
        }
    })?;
    match wrong {
        Some(error) => Err(error),
        None => Ok(Answer {
            solutions,
            is_complete: answer.is_complete(),
            statistics: answer.statistics.unwrap_or_default(),
            ..Answer::default()
        }),
    }
}
