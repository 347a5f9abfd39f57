//! The answer of `gordian count`.

use std::io::{self, Write};

use serde::Serialize;

use super::weigh::Weight;
use crate::failure::Failure;
use crate::render::counted::Counted;
use crate::render::number::log10;
use crate::render::report::{Exit, Print, Report, Solved};
use crate::session::Session;

/// The answer of `gordian count`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum CountReport {
    /// How many there are.
    Numbers(Box<Numbers>),
    /// The sum of their weights.
    Weight(Box<Weight>),
}

/// How many there are.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Numbers {
    #[serde(flatten)]
    pub(super) counted: Counted,
    /// The number of threads that counted, if they were fewer than asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) threads: Option<usize>,
    #[serde(skip)]
    pub(super) of: Of,
    #[serde(skip)]
    pub(super) failure: Option<Failure>,
}

/// The things that were counted.
pub(super) enum Of {
    /// Models of a formula.
    Models {
        /// The number of variables that stand in no clause.
        free: usize,
        is_projected: bool,
    },
    /// Solutions of a puzzle.
    Solutions {
        /// One of them.
        first: Option<Solved>,
    },
}

impl Report for CountReport {
    fn exit(&self) -> Exit {
        Exit::Answered(match self {
            CountReport::Numbers(numbers) => numbers.counted.status,
            CountReport::Weight(weight) => weight.status,
        })
    }

    fn sentence(&self) -> String {
        match self {
            CountReport::Numbers(numbers) => numbers.counted.sentence(),
            CountReport::Weight(weight) => weight.sentence(),
        }
    }

    fn failure(self) -> Option<Failure> {
        match self {
            CountReport::Numbers(numbers) => numbers.failure,
            CountReport::Weight(_) => None,
        }
    }
}

impl Print for CountReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        match self {
            CountReport::Numbers(numbers) => numbers.print(session),
            CountReport::Weight(weight) => weight.print(session),
        }
    }
}

impl Print for Numbers {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        match &self.of {
            Of::Models { free, is_projected } => self.print_models(session, *free, *is_projected)?,
            Of::Solutions { first } => {
                writeln!(session.out, "{}", self.counted.sentence())?;
                first.iter().try_for_each(|solution| solution.print(session))?;
                self.counted.print_method_on_request(session)?;
            }
        }
        self.counted.print_effort(session)
    }
}

impl Numbers {
    fn print_models(&self, session: &mut Session, free: usize, is_projected: bool) -> io::Result<()> {
        let Counted { answer, complete, count, .. } = &self.counted;
        let used = answer.exact_count();
        if free > 0 {
            session.comment(format_args!(
                "{free} variables stand in no clause; each doubles the number: {used} times 2^{free}"
            ))?;
        }
        self.counted.print_status(session)?;
        writeln!(session.out, "c s type {}", if is_projected { "pmc" } else { "mc" })?;
        if *complete {
            writeln!(session.out, "c s log10-estimate {}", log10(&used, free))?;
            writeln!(session.out, "c s exact arb int {count}")?;
        } else {
            writeln!(session.out, "c o at least {count} models")?;
        }
        self.counted.print_orbits(session)
    }
}
