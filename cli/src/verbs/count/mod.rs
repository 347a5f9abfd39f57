//! `gordian count`: the number of models or solutions.

mod diagram;
mod report;
mod weigh;

use std::ops::ControlFlow;
use std::path::PathBuf;

use gordian_formula::Model;
use gordian_queries::{Answer, CheckpointStore, Listener, Method, Question, Solution};

use crate::arguments::{Content, CountArguments, Drawing, Files, Usual};
use crate::ask::{Ask, Ended, input_of};
use crate::certificate;
use crate::checkpoint::CheckpointFile;
use crate::clauses::Purpose;
use crate::failure::Failure;
use crate::output::parts::PARTS;
use crate::render::counted::Counted;
use crate::session::Session;
use crate::subject::{self, Subject};
use crate::verify;
use crate::watch::Watch;
use diagram::DiagramFile;
use report::{CountReport, Numbers, Of};

impl Ask for CountArguments {
    type Report = CountReport;
    const IS_QUESTION: bool = true;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        let mut files = Files::reading(self.input.iter().chain(&self.scope.symmetry))
            .writing(self.certificate.as_ref(), Content::Certificate)
            .writing(self.checkpoint.as_ref(), Content::Checkpoint)
            .writing(self.trace.as_ref(), Content::Trace)
            .writing(self.nnf.as_ref(), Content::Trace);
        if let Some(folder) = &self.certificate {
            files.outputs.extend(PARTS.iter().map(|part| (folder.join(part), Content::Part)));
        }
        (&self.usual, Some(&self.drawing), files)
    }

    fn several(&self) -> Option<&[PathBuf]> {
        self.several.each.as_deref()
    }

    fn ask(&self, session: &mut Session) -> Result<CountReport, Ended> {
        if self.weighted {
            return weigh::ask(self, session).map(|weight| CountReport::Weight(Box::new(weight)));
        }
        let purpose = if self.nnf.is_some() { Purpose::Diagram } else { Purpose::Count };
        let subject = subject::open(session, input_of(self.input.as_ref()), &self.scope, purpose)?;
        let mut first: Option<Model> = None;
        let mut watch = Watch::new(session.progress_line(), |solution: &Solution<'_>| {
            first.get_or_insert_with(|| solution.model());
            ControlFlow::Continue(())
        });
        let question = subject.question(session, &self.scope)?;
        let answer = match (&self.certificate, DiagramFile::open(session, self)?) {
            (Some(folder), _) => certificate::write(&session.files, folder, &subject, &question, &mut watch),
            (None, Some(file)) => file.count(&question, &subject.cnf, &mut watch),
            (None, None) => count_anyway(question, self, &mut watch),
        };
        watch.line.clear();
        let answer = answer?;
        let threads = fewer_threads(session, &answer);
        if let (Some(threads), Some(asked)) = (threads, session.common.threads) {
            session.comment(format_args!(
                "WARNING {threads} of {asked} threads counted: at most eight a processor, and no more than can start"
            ))?;
        }
        if self.scope.check && answer.checked_by.is_none() && !answer.is_complete() {
            session.warn("--check: the count was stopped, so there is no number to check")?;
        }
        let mut failure = None;
        let of = match &subject.puzzle {
            None => Of::Models { free: subject.free_vars.len(), is_projected: subject.is_projected },
            Some(puzzle) => {
                let first = first_solution(session, &subject, self, &answer, first)?;
                let first = first.map(|model| verify::solution(puzzle, &subject.cnf, &model)).transpose()?;
                // If the picture cannot be written, the count must still be printed.
                failure = first.as_ref().and_then(|solution| session.write_picture(|| solution.svg()).err());
                Of::Solutions { first }
            }
        };
        let mut counted = Counted::new(session, answer, subject.free_vars.len());
        counted.is_method_given = self.scope.method != Method::default();
        Ok(CountReport::Numbers(Box::new(Numbers { counted, threads, of, failure })))
    }
}

/// The number of threads that counted, if they were fewer than asked for.
fn fewer_threads(session: &Session, answer: &Answer) -> Option<usize> {
    let asked = session.common.threads? as usize;
    answer.threads.filter(|&threads| threads < asked)
}

/// Counts, and resumes from a checkpoint if there is one.
fn count_anyway(
    question: Question<'_>,
    arguments: &CountArguments,
    listener: &mut dyn Listener,
) -> Result<Answer, Failure> {
    let store = arguments.checkpoint.as_deref().map(CheckpointFile::open).transpose()?;
    let store = store.as_ref().map(|store| store as &dyn CheckpointStore);
    question.with_checkpoint(store).count(listener).map_err(Failure::new)
}

/// A solution to draw: the one that counting found, or else another.
fn first_solution(
    session: &Session,
    subject: &Subject,
    arguments: &CountArguments,
    answer: &Answer,
    first: Option<Model>,
) -> Result<Option<Model>, Failure> {
    if first.is_some() || !session.draws() || answer.count == 0 || !answer.is_complete() {
        return Ok(first.filter(|_| session.draws()));
    }
    let mut first = None;
    let question =
        subject.question(session, &arguments.scope)?.with_check(false).with_method(Method::default()).up_to(None);
    let listed = question.with_limits(session.limits().with_solutions(1)).list(&mut |solution: &Solution<'_>| {
        first = Some(solution.model());
        ControlFlow::Break(())
    });
    listed.map_err(Failure::new)?;
    Ok(first)
}
