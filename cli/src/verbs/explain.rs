//! `gordian explain`: why there is no solution.

use std::io::Write;

use gordian_encoders::rule::Rule;
use gordian_formula::dimacs::{FormulaTarget, Writer, write};
use gordian_formula::{ClauseSink, Cnf, Lit, Model, Var};
use gordian_puzzles::{AnyPuzzle, PuzzleError};
use gordian_queries::{Contradiction, Explanation, Stop, explain as explain_rules, explain_clauses};
use gordian_solver::{Options, Outcome, Solver};
use serde_json::{Value, json};

use crate::arguments::{Content, ExplainArguments};
use crate::failure::Failure;
use crate::output::competition::{Status, write_values};
use crate::output::files::OutputFile;
use crate::output::guard::OWN;
use crate::output::{drawing, json, sentence};
use crate::reading::{self, Formula, Opened};
use crate::session::Session;
use crate::subject;
use crate::verify;

pub(crate) fn explain(session: &mut Session, arguments: &ExplainArguments) -> Result<u8, Failure> {
    let opened = reading::open_unjudged(&arguments.input, &arguments.reading, session.clock())?;
    if let (Some(path), true) = (&arguments.output, !matches!(opened, Opened::Formula(_))) {
        return Err(Failure::at(path, "-o is for formulas: the reasons of a puzzle are sentences"));
    }
    match opened {
        Opened::Formula(formula) => of_formula(session, arguments, formula),
        Opened::Puzzle(puzzle) => of_puzzle(session, arguments, &puzzle),
        Opened::Impossible(error) => counted(session, &error),
        Opened::Interrupted => subject::interrupted(session),
    }
}

/// A puzzle that was refuted as it was read: that is the whole reason.
fn counted(session: &mut Session, error: &PuzzleError) -> Result<u8, Failure> {
    let status = Status::of(false, true);
    if session.common.json {
        let reason = json!({ "kind": "counting", "text": error.message, "cells": [] });
        session.print_document(json!({ "status": status.word(), "minimal": true, "reasons": [reason] }))?;
    } else {
        writeln!(session.out, "There is no solution: {}.", error.message)?;
        if let Some(picture) = &error.picture {
            writeln!(session.out, "{}", picture.trim_end())?;
        }
    }
    Ok(status.code())
}

fn of_puzzle(session: &mut Session, arguments: &ExplainArguments, puzzle: &AnyPuzzle) -> Result<u8, Failure> {
    session.note_all(&arguments.reading, puzzle);
    let Some(guarded) = reading::compile_guarded(puzzle, &session.clock())? else {
        return stopped(session, Status::of(false, false), sentence::reason(Stop::from(session.interrupt())));
    };
    let options = session.options(Options::default())?;
    let explanation = explain_rules(&guarded.cnf, &guarded.selectors, &session.limits(), &options);
    let status = explanation.status();
    match explanation {
        Explanation::Satisfiable(_) => solvable(session, arguments, puzzle, options),
        Explanation::Unknown(stop) => stopped(session, status, sentence::reason(stop)),
        Explanation::Contradiction(found) => {
            let rules: Vec<&Rule> = found.members.iter().map(|&member| &guarded.rules[member]).collect();
            contradictory(session, arguments, puzzle, &rules, &found)
        }
    }
}

/// There is nothing to be explained: the answer is a solution.
fn solvable(
    session: &mut Session,
    arguments: &ExplainArguments,
    puzzle: &AnyPuzzle,
    options: Options,
) -> Result<u8, Failure> {
    // That there is one is known, even if the time does not suffice to find it for the plain
    // formula once more.
    let Some(compiled) = reading::compile(puzzle, &session.clock())? else {
        return stopped(session, Status::of(true, false), sentence::reason(Stop::from(session.interrupt())));
    };
    let mut solver = Solver::with_options(options);
    compiled.cnf.feed(&mut solver);
    let model = match solver.solve_within(&[], &session.budget()) {
        Outcome::Satisfiable => solver.model(),
        Outcome::Unsatisfiable => {
            return Err(Failure::new("internal error, please report it: the two formulas of the puzzle disagree"));
        }
        Outcome::Unknown(_) => None,
    };
    let status = Status::of(true, model.is_some());
    let Some(model) = model else { return stopped(session, status, "a limit was reached") };
    let solution = verify::solution(puzzle, &compiled.cnf, &model)?;
    drawing::write_svg(&arguments.files(), || puzzle.svg(Some(&solution)))?;
    if session.common.json {
        session.print_document(json!({ "status": status.word(), "solution": solution }))?;
    } else {
        writeln!(session.out, "There is a solution.")?;
        let text = puzzle.draw(&solution, drawing::style(arguments.drawing.color));
        session.out.write_all(text.as_bytes())?;
    }
    Ok(status.code())
}

/// Answers when a limit was reached before there was anything to show.
fn stopped(session: &mut Session, status: Status, reason: &str) -> Result<u8, Failure> {
    if session.common.json {
        session.print_document(json!({ "status": status.word(), "stopped": reason }))?;
    } else if status == Status::Satisfiable {
        writeln!(session.out, "There is a solution, which is not shown: {reason}.")?;
    } else {
        writeln!(session.out, "It was not found out whether there is a solution: {reason}.")?;
    }
    Ok(status.code())
}

fn contradictory(
    session: &mut Session,
    arguments: &ExplainArguments,
    puzzle: &AnyPuzzle,
    rules: &[&Rule],
    found: &Contradiction,
) -> Result<u8, Failure> {
    let status = Status::of(false, true);
    let board = puzzle.board(None);
    // A rule about the whole board leaves nothing to be shown.
    let whole = board.cells().count();
    let shown = rules.iter().filter(|rule| rule.cells.len() < whole);
    let cells: Vec<[usize; 3]> =
        shown.flat_map(|rule| rule.cells.iter().map(|&[row, column]| [0, row, column])).collect();
    let board = puzzle.stressed_board(None, &cells);
    drawing::write_svg(&arguments.files(), || board.to_svg())?;
    if session.common.json {
        let reason = |rule: &&Rule| json!({ "kind": rule.kind, "text": rule.text, "cells": rule.cells });
        let reasons: Value = rules.iter().map(reason).collect();
        let document = json!({ "status": status.word(), "minimal": found.is_minimal, "reasons": reasons });
        session.print_document(document)?;
        return Ok(status.code());
    }
    match (rules, found.is_minimal) {
        ([], _) => writeln!(session.out, "There is no solution, even without any of the rules.")?,
        ([rule], true) => {
            writeln!(session.out, "There is no solution, because this rule cannot be met: {}.", rule.text)?
        }
        (_, true) => {
            writeln!(session.out, "There is no solution. These {} rules contradict each other:", rules.len())?;
        }
        (_, false) => {
            writeln!(session.out, "There is no solution. Among these {} rules are some that", rules.len())?;
            writeln!(session.out, "contradict each other; it was stopped before the others were left out:")?;
        }
    }
    if rules.len() > 1 {
        for rule in rules {
            writeln!(session.out, "- {}", rule.text)?;
        }
        if found.is_minimal {
            writeln!(session.out, "Without any one of them, the others can be met.")?;
        }
    }
    if !cells.is_empty() {
        session.out.write_all(board.to_text(drawing::style(arguments.drawing.color)).as_bytes())?;
    }
    Ok(status.code())
}

/// The clauses of a formula with the lines in which they stand.
#[derive(Default)]
struct Lines {
    cnf: Cnf,
    lines: Vec<u64>,
    /// A variable that is too large to be kept, where there is one: then not all clauses are.
    too_large: Option<Var>,
}

impl FormulaTarget for Lines {
    fn clause(&mut self, clause: &[Lit]) {
        self.clause_at(clause, 0);
    }

    fn clause_at(&mut self, clause: &[Lit], line: u64) {
        self.too_large = self.too_large.or_else(|| reading::first_too_large(clause));
        if self.too_large.is_some() {
            return;
        }
        self.cnf.add_clause(clause);
        self.lines.push(line);
    }
}

fn of_formula(session: &mut Session, arguments: &ExplainArguments, mut formula: Formula) -> Result<u8, Failure> {
    let mut target = Lines::default();
    let Some(report) = formula.read(&mut target)? else { return subject::interrupted(session) };
    for warning in &report.warnings {
        session.warn(&arguments.reading, warning)?;
    }
    if report.num_queries > 0 {
        return Err(Failure::about(formula.name(), "a file of queries can be solved, not explained"));
    }
    let Lines { cnf, lines, too_large } = target;
    if let Some(var) = too_large {
        return Err(reading::too_large(formula.name(), var));
    }
    let options = session.options(Options::default())?;
    let explanation = explain_clauses(&cnf, &session.limits(), &options);
    let status = explanation.status();
    match explanation {
        Explanation::Satisfiable(model) => {
            let values = (0..report.num_vars().max(cnf.num_vars())).map(|index| model.value(Var::from_index(index)));
            satisfiable(session, &cnf, &Model::from_values(values.collect()))
        }
        Explanation::Unknown(stop) => {
            session.comment(format_args!("stopped: {}", sentence::reason(stop)))?;
            if session.common.json {
                session.print_document(json!({ "status": status.word() }))?;
            } else {
                writeln!(session.out, "s {status}")?;
            }
            Ok(status.code())
        }
        Explanation::Contradiction(found) => {
            let clauses: Vec<&[Lit]> = cnf.clauses().collect();
            if let Some(path) = &arguments.output {
                let mut subset = Cnf::new();
                subset.reserve_vars(report.num_vars());
                found.members.iter().for_each(|&member| subset.add_clause(clauses[member]));
                let file = OutputFile::create(&arguments.files(), path, Content::Formula)?;
                let mut writer = Writer::new(file);
                let version = env!("CARGO_PKG_VERSION");
                writer.comment(&format!(
                    "clauses that contradict each other, found {OWN}{version}; they stood in lines:"
                ));
                for &member in &found.members {
                    writer.comment(&lines[member].to_string());
                }
                let written = writer.finish().and_then(|file| write(&subset, file)).and_then(OutputFile::finish);
                written.map_err(|error| Failure::at(path, error))?;
            }
            if session.common.json {
                let own: Vec<u64> = found.members.iter().map(|&member| lines[member]).collect();
                let document = json!({
                    "status": status.word(), "minimal": found.is_minimal, "clauses": own, "of": lines.len(),
                });
                session.print_document(document)?;
                return Ok(status.code());
            }
            let (size, all) = (found.members.len(), lines.len());
            if found.is_minimal {
                session.comment(format_args!(
                    "{size} of {all} clauses contradict each other, and each of them is needed:"
                ))?;
            } else {
                session.comment(format_args!("{size} of {all} clauses contradict each other; there may be fewer:"))?;
            }
            for &member in &found.members {
                let text: Vec<String> = clauses[member].iter().map(|lit| lit.to_dimacs().to_string()).collect();
                writeln!(session.out, "c line {}: {} 0", lines[member], text.join(" "))?;
            }
            writeln!(session.out, "s {status}")?;
            Ok(status.code())
        }
    }
}

fn satisfiable(session: &mut Session, cnf: &Cnf, model: &Model) -> Result<u8, Failure> {
    verify::model(cnf, model)?;
    let status = Status::of(true, true);
    if session.common.json {
        session.print_document(json!({ "status": status.word(), "model": json::numbers(model.literals()) }))?;
    } else {
        writeln!(session.out, "s {status}")?;
        write_values(&mut session.out, model.literals())?;
    }
    Ok(status.code())
}
