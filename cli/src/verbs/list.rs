//! `gordian list`: every model or solution, without duplicates.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;

use gordian_formula::Var;
use gordian_puzzles::board::Style;
use gordian_queries::{Answer, Solution};
use serde_json::{Map, Value};

use crate::arguments::{Files, ListArguments};
use crate::failure::Failure;
use crate::output::competition::{Status, write_values};
use crate::output::{drawing, json, sentence};
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::subject::{self, Asked, Subject};
use crate::verify;
use crate::watch::Watch;

/// So many models are checked on their formula without being asked to. Solutions of puzzles are checked by the rules, all of them.
const CHECKED: u64 = 100;

pub(crate) fn list(session: &mut Session, arguments: &ListArguments) -> Result<u8, Failure> {
    let subject = match subject::open(session, &arguments.input, &arguments.scope, &arguments.reading, true)? {
        Asked::Subject(subject) => subject,
        Asked::Impossible(reason) => return subject::refute(session, &reason),
        Asked::Interrupted => return subject::interrupted(session),
    };
    let question = subject.question(session, &arguments.scope)?;
    let is_json = session.common.json;
    if is_json {
        write!(session.out, "{{\"solutions\":[")?;
    }
    let shows_progress = session.shows_progress();
    let printer = Printer {
        shown: subject.shown(),
        subject: &subject,
        style: drawing::style(arguments.drawing.color),
        files: arguments.files(),
        check: arguments.scope.check,
        line: None,
        printed: 0,
        failure: None,
        session,
    };
    let printer = RefCell::new(printer);
    let mut watch = Watch::new(shows_progress, |solution: &Solution<'_>| printer.borrow_mut().solution(solution));
    printer.borrow_mut().line = Some(watch.line.clone());
    let answer = match arguments.sample {
        Some(number) => question.sample(number, &mut watch),
        None => question.list(&mut watch),
    };
    watch.line.clear();
    drop(watch);
    let Printer { session, failure, printed, .. } = printer.into_inner();
    let drawn = arguments.sample.map(|_| printed);
    failure.map_or(Ok(()), Err)?;
    let answer = answer.map_err(|error| Failure::new(error.to_string()))?;
    let status = answer.status;
    if is_json {
        end_document(session, &answer, drawn, status)?;
    } else if subject.puzzle.is_some() {
        writeln!(session.out, "{}", sentence::of_count(&answer))?;
        if let Some(drawn) = drawn.filter(|&drawn| drawn > 0) {
            writeln!(session.out, "Drawn at random: {drawn}.")?;
        }
    } else {
        if let Some(drawn) = drawn {
            let all = answer.exact_orbits().unwrap_or_else(|| answer.exact_count());
            session.comment(format_args!("{drawn} of {all} drawn at random"))?;
        }
        print_end(session, &answer, status)?;
    }
    subject::print_statistics(session, &answer)?;
    Ok(status.code())
}

/// Prints solutions as they are found.
struct Printer<'s, 'a> {
    session: &'s mut Session,
    subject: &'a Subject,
    /// The variables whose values are printed.
    shown: Vec<Var>,
    style: Style,
    files: Files,
    check: bool,
    line: Option<ProgressLine>,
    printed: u64,
    failure: Option<Failure>,
}

impl Printer<'_, '_> {
    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        let line = self.line.clone();
        let printed = match line {
            Some(line) => line.suspend(|| self.print(solution)),
            None => self.print(solution),
        };
        match printed {
            Ok(()) if self.session.out.is_closed() => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn print(&mut self, solution: &Solution<'_>) -> Result<(), Failure> {
        self.printed += 1;
        let is_json = self.session.common.json;
        if is_json && self.printed > 1 {
            write!(self.session.out, ",")?;
        }
        if self.check || self.printed <= CHECKED {
            verify::model(&self.subject.cnf, &solution.model())?;
        }
        match &self.subject.puzzle {
            Some(puzzle) => {
                let solved = verify::by_rules(puzzle, &solution.model())?;
                if self.printed == 1 {
                    drawing::write_svg(&self.files, || puzzle.svg(Some(&solved)))?;
                }
                if is_json {
                    json::write(&mut self.session.out, &solved)?;
                } else {
                    write!(self.session.out, "Solution {}\n{}\n", self.printed, puzzle.draw(&solved, self.style))?;
                }
            }
            None => {
                let literals = solution.literals(self.shown.iter().copied());
                if is_json {
                    write!(self.session.out, "{}", json::numbers(literals))?;
                } else {
                    writeln!(self.session.out, "c Answer: {}", self.printed)?;
                    write_values(&mut self.session.out, literals)?;
                }
            }
        }
        Ok(())
    }
}

fn print_end(session: &mut Session, answer: &Answer, status: Status) -> io::Result<()> {
    subject::explain(session, answer)?;
    writeln!(session.out, "s {status}")?;
    if let (Some(orbits), Some(group)) = (answer.orbits, &answer.group) {
        let known = if answer.is_complete() { "" } else { "at least " };
        let order = sentence::order(group);
        writeln!(session.out, "c o {known}orbits {orbits} under group {} order {order}", group.name)?;
    }
    Ok(())
}

/// Ends the document that began with the solutions.
fn end_document(session: &mut Session, answer: &Answer, drawn: Option<u64>, status: Status) -> io::Result<()> {
    let mut document = Map::new();
    let mut insert = |key: &str, value: Value| drop(document.insert(key.to_owned(), value));
    insert("status", status.word().into());
    subject::describe(answer, 0, &mut insert);
    if let Some(drawn) = drawn {
        insert("drawn", drawn.into());
    }
    insert("seconds", json::seconds(session.elapsed()));
    let mut rest = Vec::new();
    json::write(&mut rest, &session.with_warnings(document))?;
    write!(session.out, "],")?;
    session.out.write_all(&rest[1..])?;
    writeln!(session.out)
}
