//! The answer of `gordian solve`.

use std::io::{self, Write};

use gordian_formula::text::escaped;
use gordian_queries::Status;
use gordian_solver::PortfolioAnswer;
use serde::Serialize;

use crate::failure::Failure;
use crate::render::competition::{print_counters, write_values};
use crate::render::json;
use crate::render::report::{Counters, Exit, Print, Report, Solved, StatusWord};
use crate::session::Session;

/// The answer of `gordian solve`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SolveReport {
    #[serde(with = "StatusWord")]
    pub(super) status: Status,
    #[serde(flatten)]
    pub(super) found: Found,
    /// The threads that searched, if there were several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) portfolio: Option<Threads>,
    /// The counters of the engine, and `seconds`.
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, f64>"))]
    pub(super) stats: Counters,
    /// The reason why the engine stopped without an answer.
    #[serde(skip)]
    pub(super) stopped: Option<String>,
    #[serde(skip)]
    pub(super) failure: Option<Failure>,
}

/// The model, the solution or the answers that were found.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum Found {
    /// The answer about a formula.
    Model {
        /// A literal for each variable.
        #[serde(skip_serializing_if = "Option::is_none")]
        model: Option<Vec<i32>>,
        /// The way in which the answer was checked.
        #[serde(skip)]
        checked: Option<&'static str>,
    },
    /// The answers about a formula that asks questions.
    Queries {
        /// The answers, in the order of the questions.
        queries: Vec<Query>,
    },
    /// The answer about a puzzle.
    Solution {
        #[serde(skip_serializing_if = "Option::is_none")]
        solution: Option<Solved>,
        #[serde(skip)]
        is_drawn: bool,
    },
    /// The answer about a puzzle with a goal.
    #[cfg_attr(not(feature = "flatzinc"), expect(dead_code, reason = "only models of MiniZinc have goals"))]
    Best {
        /// The best solution that was found.
        #[serde(skip_serializing_if = "Option::is_none")]
        solution: Option<Solved>,
        #[serde(flatten)]
        best: Best,
        #[serde(skip)]
        goal: Option<String>,
        #[serde(skip)]
        is_drawn: bool,
    },
    /// The answer about a puzzle that counting alone has refuted.
    Refuted {
        /// The reason why there is no solution.
        reason: String,
    },
}

/// The threads that searched for one answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Threads {
    /// The number of them; 1 if the answer came before the others began.
    pub(super) threads: usize,
    /// The one that gave the answer, from 0; the counters are its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) winner: Option<usize>,
    /// The conflicts of each. Those before the others began count for each.
    pub(super) conflicts: Vec<u64>,
}

impl Threads {
    pub(super) fn of(answer: &PortfolioAnswer) -> Threads {
        let conflicts = answer.workers.iter().map(|statistics| statistics.conflicts).collect();
        Threads { threads: answer.workers.len(), winner: answer.winner, conflicts }
    }
}

/// How good the solution of a puzzle with a goal is.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Best {
    /// The value that is to be small or large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) objective: Option<i64>,
    /// Whether it is proven that no solution is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) optimal: Option<bool>,
}

/// The answer to one question of a formula that asks several.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Query {
    #[serde(with = "StatusWord")]
    pub(super) status: Status,
    /// A literal for each variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) model: Option<Vec<i32>>,
    /// Assumptions that together contradict the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) core: Option<Vec<i32>>,
    #[serde(skip)]
    pub(super) number: usize,
    /// The way in which the answer was checked.
    #[serde(skip)]
    pub(super) checked: Option<&'static str>,
}

impl Report for SolveReport {
    fn exit(&self) -> Exit {
        Exit::Answered(self.status)
    }

    fn sentence(&self) -> String {
        match (&self.found, &self.stopped) {
            (Found::Refuted { reason }, _) => format!("There is no solution: {reason}."),
            (Found::Solution { solution: Some(solution), is_drawn: true }, _) => {
                let mut text = Vec::new();
                // Memory takes all that is written to it.
                let _ = json::write(&mut text, solution);
                String::from_utf8_lossy(&text).into_owned()
            }
            (_, _) if self.status == Status::Satisfiable => "There is a solution.".to_owned(),
            (_, _) if self.status == Status::Unsatisfiable => "There is no solution.".to_owned(),
            (_, Some(reason)) => format!("No solution was found: {reason}."),
            (_, None) => "No solution was found.".to_owned(),
        }
    }

    fn failure(self) -> Option<Failure> {
        self.failure
    }
}

impl Print for SolveReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        if let (Found::Model { .. }, Some(Threads { threads: threads @ 2.., winner, conflicts })) =
            (&self.found, &self.portfolio)
        {
            let answered = winner.map_or(String::new(), |winner| format!(", number {winner} answered"));
            session.comment(format_args!("{threads} threads{answered}, conflicts of each: {conflicts:?}"))?;
        }
        match &self.found {
            Found::Model { model, checked } => {
                for comment in checked.iter().copied().chain(self.stopped.as_deref()) {
                    session.comment(comment)?;
                }
                writeln!(session.out, "s {}", self.status)?;
                // A user who waits for the verdict need not wait for the model.
                session.flush()?;
                model.iter().try_for_each(|model| write_values(&mut session.out, model))?;
            }
            Found::Queries { .. } => writeln!(session.out, "s {}", self.status)?,
            Found::Solution { solution, is_drawn } => self.print_solution(session, solution.as_ref(), *is_drawn)?,
            Found::Best { solution, best, goal, is_drawn } => {
                self.print_solution(session, solution.as_ref(), *is_drawn)?;
                self.print_best(session, best, goal.as_deref().unwrap_or_default())?;
            }
            Found::Refuted { reason } => return writeln!(session.out, "There is no solution: {reason}."),
        }
        print_counters(session, &self.stats)
    }
}

impl SolveReport {
    fn print_solution(&self, session: &mut Session, solution: Option<&Solved>, is_drawn: bool) -> io::Result<()> {
        match (solution, &self.stopped) {
            (Some(solution), _) if is_drawn => solution.print(session),
            (Some(_), _) => writeln!(session.out, "There is a solution."),
            (None, _) if self.status == Status::Unsatisfiable => writeln!(session.out, "There is no solution."),
            (None, Some(reason)) => writeln!(session.out, "No solution was found: {reason}."),
            (None, None) => writeln!(session.out, "No solution was found."),
        }
    }
}

impl SolveReport {
    /// The objective, and whether it is the best.
    fn print_best(&self, session: &mut Session, best: &Best, goal: &str) -> io::Result<()> {
        let (Some(objective), Some(optimal)) = (best.objective, best.optimal) else { return Ok(()) };
        let goal = escaped(goal);
        match (&self.stopped, optimal) {
            (_, true) => writeln!(session.out, "{goal}: {objective}, and none is better."),
            (Some(reason), false) => {
                writeln!(session.out, "{goal}: {objective}; a better one may exist: {reason}.")
            }
            (None, false) => writeln!(session.out, "{goal}: {objective}; a better one may exist."),
        }
    }
}

/// Prints models as `list` does: the one `s` line of the output is the last.
impl Print for Query {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        session.comment(format_args!("query {}: {}", self.number, self.status))?;
        if let Some(model) = &self.model {
            write_values(&mut session.out, model)?;
        }
        if let Some(core) = &self.core {
            let core: String = core.iter().map(|number| format!("{number} ")).collect();
            session.comment(format_args!("core {core}0"))?;
        }
        self.checked.iter().try_for_each(|checked| session.comment(checked))?;
        session.flush()
    }
}
