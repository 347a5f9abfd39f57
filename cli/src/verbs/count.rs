//! `gordian count`: how many models or solutions there are.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use gordian_formula::Model;
use gordian_queries::{Answer, CheckpointStore, Listener, Method, Question, Solution};
use serde_json::{Map, Value};

use crate::arguments::{Content, CountArguments};
use crate::certificate;
use crate::checkpoint::CheckpointFile;
use crate::failure::Failure;
use crate::output::competition::Status;
use crate::output::files::OutputFile;
use crate::output::number::{decimal, log10};
use crate::output::{drawing, json, sentence};
use crate::session::Session;
use crate::subject::{self, Asked, Subject};
use crate::verify;
use crate::watch::Watch;

pub(crate) fn count(session: &mut Session, arguments: &CountArguments) -> Result<u8, Failure> {
    let subject = match subject::open(session, &arguments.input, &arguments.scope, &arguments.reading, false)? {
        Asked::Subject(subject) => subject,
        Asked::Impossible(reason) => return subject::refute(session, &reason),
        Asked::Interrupted => return subject::interrupted(session),
    };
    let mut first: Option<Model> = None;
    let mut watch = Watch::new(session.shows_progress(), |solution: &Solution<'_>| {
        first.get_or_insert_with(|| solution.model());
        ControlFlow::Continue(())
    });
    let question = subject.question(session, &arguments.scope)?;
    let answer = match (&arguments.certificate, &arguments.trace) {
        (Some(folder), _) => certificate::write(&arguments.files(), folder, &subject, &question, &mut watch),
        (None, Some(path)) => count_with_trace(&question, arguments, path, &mut watch),
        (None, None) => count_anyway(question, arguments, &mut watch),
    };
    watch.line.clear();
    let answer = answer?;
    let status = answer.status;
    let fewer = fewer_threads(session, &answer);
    if let (Some(threads), Some(asked)) = (fewer, session.common.threads) {
        session.comment(format_args!(
            "WARNING {threads} threads counted, not {asked}: at most eight for each processor, and as many as can be started"
        ))?;
    }
    let is_drawn = subject.puzzle.is_some() && !(session.common.json && arguments.drawing.svg.is_none());
    if is_drawn && answer.count > 0 && first.is_none() && answer.is_complete() {
        first = first_solution(session, &subject, arguments)?;
    }
    if session.common.json {
        print_document(session, &subject, &answer, status)?;
    } else if subject.puzzle.is_some() {
        writeln!(session.out, "{}", sentence::of_count(&answer))?;
    } else {
        print_lines(session, &subject, &answer, status)?;
    }
    if let (Some(puzzle), Some(model)) = (subject.puzzle.as_ref().filter(|_| is_drawn), &first) {
        let solution = verify::solution(puzzle, &subject.cnf, model)?;
        drawing::write_svg(&arguments.files(), || puzzle.svg(Some(&solution)))?;
        if !session.common.json {
            let text = puzzle.draw(&solution, drawing::style(arguments.drawing.color));
            session.out.write_all(text.as_bytes())?;
        }
    }
    subject::print_statistics(session, &answer)?;
    Ok(status.code())
}

/// How many threads counted, if they were fewer than asked for.
fn fewer_threads(session: &Session, answer: &Answer) -> Option<usize> {
    let asked = session.common.threads? as usize;
    answer.threads.filter(|&threads| threads < asked)
}

/// Counts, from where a checkpoint says if there is one.
fn count_anyway(
    question: Question<'_>,
    arguments: &CountArguments,
    listener: &mut dyn Listener,
) -> Result<Answer, Failure> {
    let store = arguments.checkpoint.as_deref().map(CheckpointFile::open).transpose()?;
    let store = store.as_ref().map(|store| store as &dyn CheckpointStore);
    question.with_checkpoint(store).count(listener).map_err(|error| Failure::new(error.to_string()))
}

/// Counts by components and writes the trace.
fn count_with_trace(
    question: &Question<'_>,
    arguments: &CountArguments,
    path: &Path,
    listener: &mut dyn Listener,
) -> Result<Answer, Failure> {
    let mut file = OutputFile::create(&arguments.files(), path, Content::Trace)?;
    let (answer, trace) = question.count_with_trace(listener).map_err(|error| Failure::new(error.to_string()))?;
    if let Some(trace) = trace {
        let mut out = BufWriter::new(&mut file);
        let written = trace.write(&mut out).and_then(|()| out.flush());
        drop(out);
        written.and_then(|()| file.finish()).map_err(|error| Failure::at(path, error))?;
    }
    Ok(answer)
}

/// One solution, where counting did not bring any.
fn first_solution(session: &Session, subject: &Subject, arguments: &CountArguments) -> Result<Option<Model>, Failure> {
    let mut first = None;
    let question =
        subject.question(session, &arguments.scope)?.with_check(false).with_method(Method::default()).up_to(None);
    let listed = question.with_limits(session.limits().with_solutions(1)).list(&mut |solution: &Solution<'_>| {
        first = Some(solution.model());
        ControlFlow::Break(())
    });
    listed.map_err(|error| Failure::new(error.to_string()))?;
    Ok(first)
}

fn print_lines(session: &mut Session, subject: &Subject, answer: &Answer, status: Status) -> io::Result<()> {
    let count = decimal(answer.exact_count(), subject.free);
    if subject.free > 0 {
        session.comment(format_args!(
            "{} variables stand in no clause, each doubles the number: {} times 2^{}",
            subject.free,
            answer.exact_count(),
            subject.free
        ))?;
    }
    subject::explain(session, answer)?;
    writeln!(session.out, "s {status}")?;
    writeln!(session.out, "c s type {}", if subject.is_projected { "pmc" } else { "mc" })?;
    if answer.is_complete() {
        writeln!(session.out, "c s log10-estimate {}", log10(&answer.exact_count(), subject.free))?;
        writeln!(session.out, "c s exact arb int {count}")?;
    } else {
        writeln!(session.out, "c o at least {count} models")?;
    }
    if let (Some(orbits), Some(group)) = (answer.exact_orbits(), &answer.group) {
        let known = if answer.is_complete() { "" } else { "at least " };
        let orbits = decimal(orbits, subject.free);
        let order = sentence::order(group);
        writeln!(session.out, "c o {known}orbits {orbits} under group {} order {order}", group.name)?;
    }
    Ok(())
}

fn print_document(session: &mut Session, subject: &Subject, answer: &Answer, status: Status) -> io::Result<()> {
    let mut document = Map::new();
    let mut insert = |key: &str, value: Value| drop(document.insert(key.to_owned(), value));
    insert("status", status.word().into());
    subject::describe(answer, subject.free, &mut insert);
    if let Some(threads) = fewer_threads(session, answer) {
        insert("threads", threads.into());
    }
    insert("seconds", json::seconds(session.elapsed()));
    session.print_document(document)
}
