//! Prints reports: as one document in JSON, as lines of the competitions, or in prose.
//!
//! Verbs do not know the format. A report is printed when it is complete; a part that need not wait
//! is printed earlier, through [`part`] or a [`Listing`].

pub(crate) mod guess;
pub(crate) mod number;
pub(crate) mod report;

pub(crate) mod competition;
pub(crate) mod json;
pub(crate) mod prose;

pub(crate) mod counted;

use std::io::{self, Write};

use serde::Serialize;

use crate::output::stdout::Output;
use crate::session::Session;
use report::{Print, Report};

/// Prints a whole report.
pub(crate) fn print(session: &mut Session, report: &impl Report) -> io::Result<()> {
    if session.common.json {
        json::print(session, report)?;
        if session.shown.is_some() { keep_text(session, report) } else { Ok(()) }
    } else if session.is_one_of_many {
        writeln!(session.out, "{}", report.sentence())
    } else {
        report.print(session)
    }
}

/// Keeps the plain text of a report that was printed as a document.
fn keep_text(session: &mut Session, report: &impl Report) -> io::Result<()> {
    let document = std::mem::replace(&mut session.out, Output::kept());
    session.common.json = false;
    let printed = report.print(session);
    session.common.json = true;
    let text = std::mem::replace(&mut session.out, document).into_kept();
    if let Some(shown) = &mut session.shown {
        shown.text = text;
    }
    printed
}

/// Prints a part of a report as soon as it is known, or returns it for the JSON document, which is
/// printed whole.
pub(crate) fn part<P: Print>(session: &mut Session, part: P) -> io::Result<Option<P>> {
    if session.common.json {
        return Ok(Some(part));
    }
    if !session.is_one_of_many {
        part.print(session)?;
    }
    Ok(None)
}

/// Solutions that are printed as they are found and not kept, even in JSON documents. The report
/// that ends such a document says so by [`Report::ENDS_LISTING`].
pub(crate) struct Listing {
    pub(crate) printed: u64,
}

impl Listing {
    pub(crate) fn begin(session: &mut Session) -> io::Result<Listing> {
        if session.common.json {
            write!(session.out, "{}", json::LISTING)?;
        }
        Ok(Listing { printed: 0 })
    }

    pub(crate) fn solution(&mut self, session: &mut Session, solution: &(impl Print + Serialize)) -> io::Result<()> {
        self.printed += 1;
        if !session.common.json {
            return if session.is_one_of_many { Ok(()) } else { solution.print(session) };
        }
        if self.printed > 1 {
            write!(session.out, ",")?;
        }
        json::write(&mut session.out, solution)
    }
}
