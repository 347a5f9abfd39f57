//! `gordian explain`: the reason why there is no solution.

mod report;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use gordian_encoders::rule::{Guarding, Rule};
use gordian_formula::dimacs::{Writer, write};
use gordian_formula::{ClauseSink, Cnf, Lit};
use gordian_puzzles::AnyPuzzle;
use gordian_queries::{Contradiction, Explanation, Status, Stop};
use gordian_solver::{Options, Outcome, Solver};

use crate::arguments::{Content, Drawing, ExplainArguments, Files, Usual};
use crate::ask::{Ask, Ended, input_of};
use crate::clauses::{Clauses, Purpose, shown_literals};
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::output::guard::OWN;
use crate::reading::{self, Formula, Opened};
use crate::render::prose;
use crate::render::report::numbers;
use crate::session::Session;
use crate::verify;
use crate::watch::WatchParts;
use report::{Clauses as Contradictory, ExplainReport, Found, Rules};

impl Ask for ExplainArguments {
    type Report = ExplainReport;
    const IS_QUESTION: bool = true;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, Some(&self.drawing), Files::reading(&self.input).writing(self.output.as_ref(), Content::Formula))
    }

    fn several(&self) -> Option<&[PathBuf]> {
        self.several.each.as_deref()
    }

    fn ask(&self, session: &mut Session) -> Result<ExplainReport, Ended> {
        let opened = match reading::open_unjudged(session, input_of(self.input.as_ref())) {
            Err(Ended::Failure(failure)) => return Err(failure.into()),
            opened => opened,
        };
        if let (Some(path), true) = (&self.output, !matches!(opened, Ok(Opened::Formula(_)))) {
            return Err(Failure::at(path, "-o is for formulas only; the rules of a puzzle are printed").into());
        }
        match opened {
            Ok(Opened::Formula(formula)) => of_formula(session, self.output.as_deref(), formula),
            Ok(Opened::Puzzle(puzzle)) => of_puzzle(session, &puzzle),
            Err(Ended::Refuted { error, .. }) => Ok(refuted(Found::Rules(Rules::counted(error)))),
            Err(ended) => Err(ended),
        }
    }
}

fn refuted(found: Found) -> ExplainReport {
    ExplainReport { status: Status::Unsatisfiable, found }
}

fn of_puzzle(session: &mut Session, puzzle: &Rc<AnyPuzzle>) -> Result<ExplainReport, Ended> {
    let guarded = match reading::compile(puzzle, Guarding::Selectors, &session.clock()) {
        Err(Ended::Interrupted) => {
            return Ok(stopped(Status::Unknown, prose::reason(Stop::from(session.interrupt()))));
        }
        guarded => guarded?,
    };
    let mut watch = WatchParts { line: session.progress_line(), parts: "rules" };
    let explained = session.question(&guarded.cnf, Options::default())?.explain(&guarded.selectors, &mut watch);
    watch.line.clear();
    match explained {
        Explanation::Satisfiable(_) => solvable(session, puzzle),
        Explanation::Unknown(stop) => Ok(stopped(Status::Unknown, prose::reason(stop))),
        Explanation::Contradiction(found) => {
            let rules: Vec<&Rule> = found.members.iter().map(|&member| &guarded.rules[member]).collect();
            // A rule about the whole board marks no cells.
            let whole = puzzle.board(None).cells().count();
            let shown = rules.iter().filter(|rule| rule.cells.len() < whole);
            let cells: Vec<[usize; 3]> =
                shown.flat_map(|rule| rule.cells.iter().map(|&[row, column]| [0, row, column])).collect();
            let mut board = puzzle.stressed_board(None, &cells);
            for (number, rule) in (1..).zip(&rules).filter(|(_, rule)| rule.cells.len() < whole) {
                board.outline_rule(number, &rule.cells, rule.text.as_str());
            }
            session.write_picture(|| board.to_svg())?;
            let board = (!cells.is_empty()).then(|| Box::new(board));
            Ok(refuted(Found::Rules(Rules::new(&rules, found.is_minimal, board))))
        }
    }
}

/// There is nothing to explain; the answer is a solution.
fn solvable(session: &Session, puzzle: &Rc<AnyPuzzle>) -> Result<ExplainReport, Ended> {
    // A solution is known to exist, even if the time does not suffice to find it in the plain
    // formula again.
    let compiled = match reading::compile(puzzle, Guarding::None, &session.clock()) {
        Err(Ended::Interrupted) => {
            return Ok(stopped(Status::Satisfiable, prose::reason(Stop::from(session.interrupt()))));
        }
        compiled => compiled?,
    };
    let mut solver = Solver::with_options(session.options(Options::default())?);
    compiled.cnf.feed(&mut solver);
    let model = match solver.solve_within(&[], &session.budget()) {
        Outcome::Satisfiable => solver.model(),
        Outcome::Unsatisfiable => {
            return Err(verify::wrong("the two formulas of the puzzle disagree").into());
        }
        Outcome::Unknown(_) => None,
    };
    let Some(model) = model else { return Ok(stopped(Status::Satisfiable, "a limit was reached")) };
    let solution = verify::solution(puzzle, &compiled.cnf, &model)?;
    session.write_picture(|| solution.svg())?;
    Ok(ExplainReport { status: Status::Satisfiable, found: Found::Solution { solution } })
}

/// The answer if a limit was reached before there was anything to show.
fn stopped(status: Status, stopped: &'static str) -> ExplainReport {
    ExplainReport { status, found: Found::Stopped { stopped } }
}

fn of_formula(session: &mut Session, output: Option<&Path>, mut formula: Formula) -> Result<ExplainReport, Ended> {
    let (mut clauses, report) = Clauses::read(session, &mut formula, Purpose::Explain)?;
    let lines = clauses.lines.take().unwrap_or_default();
    let cnf = &clauses.cnf;
    let mut watch = WatchParts { line: session.progress_line(), parts: "clauses" };
    let explained = session.question(cnf, Options::default())?.explain_clauses(&mut watch);
    watch.line.clear();
    match explained {
        Explanation::Satisfiable(model) => {
            verify::model(cnf, &model)?;
            let num_vars = report.num_vars().max(cnf.num_vars());
            let model = shown_literals(num_vars, &clauses.used_vars(), |var| model.value(var));
            Ok(ExplainReport { status: Status::Satisfiable, found: Found::Model { model } })
        }
        Explanation::Unknown(stop) => Ok(ExplainReport { status: Status::Unknown, found: Found::Unknown { stop } }),
        Explanation::Contradiction(Contradiction { members, is_minimal, .. }) => {
            let all: Vec<&[Lit]> = cnf.clauses().collect();
            let clauses: Vec<&[Lit]> = members.iter().map(|&member| all[member]).collect();
            let own: Vec<u64> = members.iter().map(|&member| lines[member]).collect();
            if let Some(path) = output {
                write_subset(session, path, report.num_vars(), &clauses, &own)?;
            }
            let literals = clauses.iter().map(|clause| numbers(clause.iter().copied())).collect();
            let of = lines.len();
            Ok(refuted(Found::Clauses(Contradictory { minimal: is_minimal, lines: own, of, literals })))
        }
    }
}

/// Writes clauses as a formula, with comments that name the lines they stood in.
fn write_subset(
    session: &Session,
    path: &Path,
    num_vars: usize,
    clauses: &[&[Lit]],
    lines: &[u64],
) -> Result<(), Failure> {
    let mut subset = Cnf::new();
    subset.reserve_vars(num_vars);
    clauses.iter().for_each(|clause| subset.add_clause(clause));
    let mut writer = Writer::new(OutputFile::create(&session.files, path, Content::Formula)?);
    let version = env!("CARGO_PKG_VERSION");
    writer.comment(&format!("clauses that contradict each other, found {OWN}{version}; they stood in lines:"));
    lines.iter().for_each(|line| writer.comment(&line.to_string()));
    let written = writer.finish().and_then(|file| write(&subset, file)).and_then(OutputFile::finish);
    written.map_err(|error| Failure::at(path, error))
}
