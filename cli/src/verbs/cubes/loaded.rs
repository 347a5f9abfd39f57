//! The formula and the cubes of a folder, read once for several calls.

use std::sync::Arc;

use gordian_formula::{Cnf, Lit};
use gordian_queries::CubeCounter;

use crate::arguments::Question;
use crate::ask::Ended;
use crate::cubes::Folder;
use crate::failure::Failure;
use crate::reading;
use crate::session::Session;

/// The contents of a folder that all its cubes share.
#[derive(Debug)]
pub(super) struct Loaded {
    /// The hash of the manifest, which names the hashes of everything here.
    identity: String,
    pub(super) cubes: Vec<Vec<Lit>>,
    /// The formula, as soon as a cube needs it.
    subject: Option<Subject>,
}

/// A formula in which cubes are answered.
#[derive(Debug)]
pub(super) struct Subject {
    pub(super) cnf: Arc<Cnf>,
    /// Counts cubes, unless a solution is searched for.
    pub(super) counter: Option<CubeCounter>,
}

impl Loaded {
    /// The cubes of a folder: those that the session kept, if they are of this one.
    pub(super) fn of(session: &mut Session, folder: &Folder) -> Result<Loaded, Failure> {
        match session.kept.take::<Loaded>() {
            Some(loaded) if loaded.identity == folder.identity => Ok(loaded),
            _ => Ok(Loaded { identity: folder.identity.clone(), cubes: folder.cubes()?, subject: None }),
        }
    }

    /// The cubes, and the formula for them.
    ///
    /// # Errors
    /// If the time is over before the formula is read.
    pub(super) fn subject(&mut self, session: &Session, folder: &Folder) -> Result<(&[Vec<Lit>], &mut Subject), Ended> {
        let subject = match self.subject.take() {
            Some(subject) => subject,
            None => Subject::read(session, folder)?,
        };
        Ok((&self.cubes, self.subject.insert(subject)))
    }
}

impl Subject {
    fn read(session: &Session, folder: &Folder) -> Result<Subject, Ended> {
        let clock = session.clock();
        let (cnf, group) = reading::in_time(&clock, folder.formula(&clock))?;
        let cnf = Arc::new(cnf);
        let counter = match folder.manifest.question {
            Question::Satisfiable => None,
            Question::Count | Question::List => Some(CubeCounter::new(Arc::clone(&cnf), group).map_err(Failure::new)?),
        };
        Ok(Subject { cnf, counter })
    }
}
