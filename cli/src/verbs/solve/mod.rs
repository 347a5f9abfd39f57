//! `gordian solve`: one model of a formula, or one solution of a puzzle.

mod formula;
mod puzzle;

use std::io::{self, IsTerminal};
use std::path::Path;

use gordian_formula::{Lit, Model, Var};
use gordian_solver::{Budget, Interrupt, Options, Outcome, Solver};
use serde_json::{Map, Value};

use crate::arguments::{SolveArguments, verb_hint};
use crate::failure::Failure;
use crate::output::competition::Status;
use crate::output::json;
use crate::progress::ProgressLine;
use crate::proof::Proofs;
use crate::reading::{self, Opened};
use crate::session::Session;

/// Up to this many variables that stand in no clause are part of a model.
const MOST_UNUSED: usize = 10_000_000;

pub(crate) fn solve(session: &mut Session, arguments: &SolveArguments) -> Result<u8, Failure> {
    let input = match &arguments.input {
        Some(input) => input.as_path(),
        None if io::stdin().is_terminal() => {
            return Err(Failure::new("no input; `gordian --help` shows what can be done, `-` is standard input"));
        }
        None => Path::new("-"),
    };
    if let Some(hint) = verb_hint(input) {
        return Err(Failure::new(hint));
    }
    let opened = reading::open(input, &arguments.reading, session.clock())?;
    let usual = match &opened {
        Opened::Puzzle(puzzle) => reading::usual_options(Some(puzzle)),
        _ => reading::usual_options(None),
    };
    let run = Run::prepare(session, arguments, usual)?;
    match opened {
        Opened::Formula(formula) => run.solve_formula(formula),
        Opened::Puzzle(puzzle) => run.solve_puzzle(&puzzle),
        Opened::Impossible(error) => run.refuse_puzzle(&error),
        Opened::Interrupted => run.give_up(),
    }
}

/// A run of the engine and what belongs to it.
struct Run<'a> {
    session: &'a mut Session,
    arguments: &'a SolveArguments,
    solver: Solver,
    proofs: Proofs,
    progress: ProgressLine,
}

/// What the engine answered.
struct Answer {
    status: Status,
    model: Option<Model>,
    /// The limit that was reached, where nothing is known.
    interrupt: Option<Interrupt>,
}

impl Answer {
    const UNKNOWN: Answer = Answer { status: Status::Unknown, model: None, interrupt: None };

    fn of(outcome: Outcome, solver: &Solver) -> Answer {
        let interrupt = if let Outcome::Unknown(interrupt) = outcome { Some(interrupt) } else { None };
        let model = (outcome == Outcome::Satisfiable).then(|| model_of(solver));
        Answer { status: outcome.into(), model, interrupt }
    }

    /// Why nothing is known, if so.
    fn reason(&self, session: &Session) -> Option<String> {
        if let Some(signal) = session.signals.name() {
            return Some(format!("stopped by {signal}"));
        }
        Some(match self.interrupt? {
            Interrupt::Terminated => "stopped by a signal".to_string(),
            limit => format!("stopped by {limit}"),
        })
    }
}

/// The model that was found. Where a header declares many more variables than are used, it ends at the last that is used.
fn model_of(solver: &Solver) -> Model {
    let used = solver.used_vars().map(|var| var.index() + 1).max().unwrap_or(0);
    let length = if solver.num_vars() - used <= MOST_UNUSED { solver.num_vars() } else { used };
    let mut values = vec![false; length];
    for var in solver.used_vars() {
        values[var.index()] = solver.value(var.positive()).unwrap_or(false);
    }
    Model::from_values(values)
}

/// The literals of a model that are shown: of every variable up to the last, unless most stand in no clause.
fn shown<'m>(model: &'m Model, solver: &Solver) -> Box<dyn Iterator<Item = Lit> + 'm> {
    let mut used: Vec<Var> = solver.used_vars().collect();
    if model.num_vars() - used.len().min(model.num_vars()) <= MOST_UNUSED {
        return Box::new(model.literals());
    }
    used.sort_unstable();
    Box::new(used.into_iter().map(|var| var.lit(model.value(var))))
}

impl<'a> Run<'a> {
    fn prepare(session: &'a mut Session, arguments: &'a SolveArguments, usual: Options) -> Result<Run<'a>, Failure> {
        let options = session.options(usual)?;
        let is_printed = arguments.proof.as_deref() == Some(Path::new("-"));
        let mut proofs = Proofs::new(arguments.lrat);
        match &arguments.proof {
            Some(_) if is_printed && session.common.json => {
                return Err(Failure::new("--json leaves no room for a proof on standard output"));
            }
            Some(_) if is_printed => proofs.print(),
            Some(path) => proofs.write_to(&arguments.files(), path, !arguments.no_binary)?,
            None => {}
        }
        if arguments.check {
            proofs.keep()?;
        }
        let mut solver = Solver::with_options(options);
        if let Some(tracer) = proofs.tracer() {
            solver.set_proof(tracer);
        }
        // A proof on the same terminal would run through the line.
        let progress = ProgressLine::new(session.shows_progress() && !is_printed);
        solver.set_observer(Some(Box::new(progress.clone())));
        Ok(Run { session, arguments, solver, proofs, progress })
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

    /// Ends the proof. A proof on standard output whose reader has gone away is no error.
    fn finish_proof(&mut self) -> Result<(), Failure> {
        let Some(mut tracer) = self.solver.take_proof() else { return Ok(()) };
        let ended = tracer.finish().and_then(|()| self.proofs.close());
        match (ended, self.arguments.proof.as_deref().filter(|path| *path != Path::new("-"))) {
            (Ok(()), _) => Ok(()),
            (Err(error), Some(path)) => Err(Failure::at(path, error)),
            (Err(error), None) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            (Err(error), None) => Err(Failure::about("proof", error)),
        }
    }

    fn print_document(
        &mut self,
        status: Status,
        rest: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> io::Result<()> {
        let mut document = Map::new();
        document.insert("status".to_owned(), status.word().into());
        document.extend(rest.into_iter().map(|(key, value)| (key.to_owned(), value)));
        let statistics = json::statistics(self.solver.statistics(), self.session.elapsed());
        document.insert("stats".to_owned(), statistics);
        self.session.print_document(document)
    }
}
