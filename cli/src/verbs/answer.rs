//! Asks one question, and prints its report.

use crate::ask::{Ask, Ended};
use crate::failure::Failure;
use crate::reading;
use crate::render;
use crate::render::report::{Early, Exit, Report};
use crate::session::Session;

/// Asks the verb and prints its report.
pub(super) fn ask<A: Ask>(verb: &A, session: &mut Session) -> Result<Exit, Failure> {
    match verb.ask(session) {
        Ok(report) => finish(session, report),
        Err(Ended::Failure(failure)) => Err(failure),
        Err(Ended::Refuted { error, .. }) if A::IS_QUESTION => {
            session.warn_of_unwritten()?;
            let report = Early::new(session, Some(error.message));
            finish(session, report)
        }
        Err(Ended::Interrupted) if A::IS_QUESTION => {
            let report = Early::new(session, None);
            finish(session, report)
        }
        Err(Ended::Refuted { name, error }) => Err(reading::at_place(&name, &error)),
        Err(Ended::Interrupted) => Err(reading::out_of_time()),
    }
}

fn finish(session: &mut Session, report: impl Report) -> Result<Exit, Failure> {
    render::print(session, &report)?;
    let exit = report.exit();
    report.failure().map_or(Ok(exit), Err)
}
