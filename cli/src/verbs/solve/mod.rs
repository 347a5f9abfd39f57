//! `gordian solve`: one model of a formula, or one solution of a puzzle.

mod report;

#[cfg(feature = "flatzinc")]
mod best;
mod formula;
mod puzzle;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::thread;

use gordian_formula::{Lit, Model, Var};
use gordian_queries::Status;
use gordian_solver::{Budget, Interrupt, Options, Outcome, Portfolio, Solver};

use crate::arguments::{Content, Drawing, Files, SolveArguments, Usual, file_of, verb_hint};
use crate::ask::{Ask, Ended};
use crate::clauses::{MOST_UNUSED, shown_literals};
use crate::failure::Failure;
use crate::progress::ProgressLine;
use crate::proof::Proofs;
use crate::reading::{self, Opened};
use crate::render::report::Counters;
use crate::session::Session;
use report::{Found, SolveReport, Threads};

impl Ask for SolveArguments {
    type Report = SolveReport;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        let standard_input = PathBuf::from("-");
        let files = Files::reading([self.input.as_ref().unwrap_or(&standard_input)]);
        let files = files.writing(file_of(self.proof.as_ref()), Content::Proof);
        (&self.usual, Some(&self.drawing), files)
    }

    fn several(&self) -> Option<&[PathBuf]> {
        self.several.each.as_deref()
    }

    fn ask(&self, session: &mut Session) -> Result<SolveReport, Ended> {
        let input = match &self.input {
            Some(input) => input.as_path(),
            None if !session.is_one_of_many && io::stdin().is_terminal() => {
                let message = "no input is given; `-` is standard input, and `gordian --help` lists the verbs";
                return Err(Failure::new(message).into());
            }
            None => Path::new("-"),
        };
        if let Some(hint) = verb_hint(input) {
            return Err(Failure::new(hint).into());
        }
        let opened = match reading::open(session, input) {
            Err(Ended::Failure(failure)) => return Err(failure.into()),
            opened => opened,
        };
        let usual = match &opened {
            Ok(Opened::Puzzle(puzzle)) => reading::usual_options(Some(puzzle)),
            _ => reading::usual_options(None),
        };
        let run = Run::prepare(session, self, usual)?;
        match opened {
            Ok(Opened::Formula(formula)) => run.solve_formula(formula),
            Ok(Opened::Puzzle(puzzle)) => run.solve_puzzle(&puzzle),
            Err(Ended::Refuted { error, .. }) => {
                run.session.warn_of_unwritten()?;
                Ok(run.report(Status::Unsatisfiable, None, Found::Refuted { reason: error.message }))
            }
            Err(_) => run.give_up(),
        }
    }
}

/// A run of the engine and what belongs to it.
struct Run<'a> {
    session: &'a mut Session,
    arguments: &'a SolveArguments,
    solver: Solver,
    proofs: Proofs,
    progress: ProgressLine,
    /// The threads that searched last, if several were asked for.
    portfolio: Option<Threads>,
}

/// The answer of the engine.
struct Answer {
    status: Status,
    model: Option<Model>,
    /// The limit that was reached, if the engine gave no answer.
    interrupt: Option<Interrupt>,
}

impl Answer {
    fn of(outcome: Outcome, solver: &Solver) -> Answer {
        let interrupt = if let Outcome::Unknown(interrupt) = outcome { Some(interrupt) } else { None };
        let model = (outcome == Outcome::Satisfiable).then(|| model_of(solver));
        Answer { status: outcome.into(), model, interrupt }
    }
}

/// The model that was found. If a header declares many more variables than are used, the model ends
/// at the last used one.
fn model_of(solver: &Solver) -> Model {
    let used = solver.used_vars().map(|var| var.index() + 1).max().unwrap_or(0);
    let length = if solver.num_vars() - used <= MOST_UNUSED { solver.num_vars() } else { used };
    let mut values = vec![false; length];
    for var in solver.used_vars() {
        values[var.index()] = solver.value(var.positive()).unwrap_or(false);
    }
    Model::from_values(values)
}

/// The most threads that search, each with the memory of an engine.
fn most_threads() -> usize {
    8 * thread::available_parallelism().map_or(1, usize::from)
}

impl<'a> Run<'a> {
    fn prepare(session: &'a mut Session, arguments: &'a SolveArguments, usual: Options) -> Result<Run<'a>, Failure> {
        let options = session.options(usual)?;
        let mut proofs = Proofs::new(arguments.lrat);
        if let Some(path) = &arguments.proof {
            proofs.write(session, path, !arguments.no_binary)?;
        }
        if arguments.check {
            proofs.keep()?;
        }
        let mut solver = Solver::with_options(options);
        if let Some(tracer) = proofs.tracer() {
            solver.set_proof(tracer);
        }
        // A proof on the same terminal would mix with the line.
        let is_printed = arguments.proof.is_some() && file_of(arguments.proof.as_ref()).is_none();
        let progress = session.progress_line_beside(is_printed);
        solver.set_observer(Some(Box::new(progress.clone())));
        Ok(Run { session, arguments, solver, proofs, progress, portfolio: None })
    }

    /// Asks the engine, with as many threads as are wanted.
    fn search(&mut self, assumptions: &[Lit]) -> Result<Outcome, Failure> {
        let asked = self.session.common.threads.map_or(1, |threads| threads as usize);
        if asked == 1 {
            return Ok(self.solver.solve_within(assumptions, &self.budget()));
        }
        let portfolio = Portfolio::of_threads(asked.min(most_threads())).deterministic(self.arguments.deterministic);
        let answer = self.solver.solve_portfolio(assumptions, &self.budget(), &portfolio);
        let threads = answer.workers.len();
        if (2..asked).contains(&threads) {
            self.session.warn(format_args!(
                "{threads} of {asked} threads searched: at most eight a processor, and no more than can start"
            ))?;
        }
        self.portfolio = Some(Threads::of(&answer));
        Ok(answer.outcome)
    }

    fn budget(&self) -> Budget {
        let mut budget = self.session.budget();
        if let Some(conflicts) = self.arguments.conflicts {
            budget = budget.with_conflicts(conflicts);
        }
        if let Some(decisions) = self.arguments.decisions {
            budget = budget.with_decisions(decisions);
        }
        budget
    }

    fn finish_proof(&mut self) -> Result<(), Failure> {
        match self.solver.take_proof() {
            Some(mut tracer) => self.proofs.finish(&mut *tracer),
            None => Ok(()),
        }
    }

    /// The literals of a model that are shown: those of every variable up to the last, unless most
    /// stand in no clause.
    fn shown(&self, model: &Model) -> Vec<i32> {
        let mut used: Vec<Var> = self.solver.used_vars().collect();
        used.sort_unstable();
        shown_literals(model.num_vars(), &used, |var| model.value(var))
    }

    /// The report, with which the run ends.
    fn report(self, status: Status, interrupt: Option<Interrupt>, found: Found) -> SolveReport {
        self.progress.clear();
        let stopped = match (self.session.signals.name(), interrupt) {
            (Some(signal), _) => Some(format!("stopped by {signal}")),
            (None, Some(Interrupt::Terminated)) => Some("stopped by a signal".to_owned()),
            (None, limit) => limit.map(|limit| format!("stopped by {limit}")),
        };
        let stats = Counters { statistics: self.solver.statistics().clone(), seconds: self.session.seconds() };
        // Freeing the engine, millions of pieces, would make the user wait for the answer. One of many
        // engines must be freed.
        if !self.session.is_one_of_many {
            std::mem::forget(self.solver);
        }
        SolveReport { status, found, portfolio: self.portfolio, stats, stopped, failure: None }
    }
}
