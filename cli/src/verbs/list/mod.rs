//! `gordian list`: every model or solution, without duplicates.

mod report;

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::PathBuf;

use gordian_formula::Var;
use gordian_queries::Solution as Found;

use crate::arguments::{Drawing, Files, ListArguments, Usual};
use crate::ask::{Ask, Ended, input_of};
use crate::clauses::Purpose;
use crate::failure::Failure;
use crate::progress::ProgressLine;
use crate::render::Listing;
use crate::render::counted::Counted;
use crate::render::report::numbers;
use crate::session::Session;
use crate::subject::{self, Subject};
use crate::verify;
use crate::watch::Watch;
use report::{ListReport, Listed, Solution};

/// The number of models that are checked on their formula without being asked to. Every solution of
/// a puzzle is checked by the rules.
const CHECKED: u64 = 100;

impl Ask for ListArguments {
    type Report = ListReport;
    const IS_QUESTION: bool = true;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, Some(&self.drawing), Files::reading(self.input.iter().chain(&self.scope.symmetry)))
    }

    fn several(&self) -> Option<&[PathBuf]> {
        self.several.each.as_deref()
    }

    fn ask(&self, session: &mut Session) -> Result<ListReport, Ended> {
        let subject = subject::open(session, input_of(self.input.as_ref()), &self.scope, Purpose::List)?;
        let question = subject.question(session, &self.scope)?;
        let line = session.progress_line();
        let lister = RefCell::new(Lister {
            shown: subject.shown(),
            subject: &subject,
            check: self.scope.check,
            line: line.clone(),
            listing: Listing::begin(session)?,
            failure: None,
            session,
        });
        let mut watch = Watch::new(line, |found: &Found<'_>| lister.borrow_mut().solution(found));
        let answer = match self.sample {
            Some(number) => question.sample(number, &mut watch),
            None => question.list(&mut watch),
        };
        watch.line.clear();
        drop(watch);
        let Lister { session, failure, listing, .. } = lister.into_inner();
        failure.map_or(Ok(()), Err)?;
        let answer = answer.map_err(Failure::new)?;
        Ok(ListReport {
            counted: Counted::new(session, answer, 0),
            drawn: self.sample.map(|_| listing.printed),
            is_puzzle: subject.puzzle.is_some(),
        })
    }
}

/// Prints solutions as they are found.
struct Lister<'s, 'a> {
    session: &'s mut Session,
    subject: &'a Subject,
    /// The variables whose values are printed.
    shown: Vec<Var>,
    check: bool,
    line: ProgressLine,
    listing: Listing,
    failure: Option<Failure>,
}

impl Lister<'_, '_> {
    fn solution(&mut self, found: &Found<'_>) -> ControlFlow<()> {
        let line = self.line.clone();
        match line.suspend(|| self.print(found)) {
            Ok(()) if self.session.out.is_closed() => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn print(&mut self, found: &Found<'_>) -> Result<(), Failure> {
        let number = self.listing.printed + 1;
        if self.check || number <= CHECKED {
            verify::model(&self.subject.cnf, &found.model())?;
        }
        let solution = match &self.subject.puzzle {
            Some(puzzle) => {
                let solved = verify::by_rules(puzzle, &found.model())?;
                match number {
                    1 => self.session.write_picture(|| solved.svg())?,
                    _ => self.session.further_picture(|| solved.svg()),
                }
                Solution::Solved(solved)
            }
            None => Solution::Model(numbers(found.literals(self.shown.iter().copied()))),
        };
        Ok(self.listing.solution(self.session, &Listed { solution, number })?)
    }
}
