//! `gordian count --weighted`: what the models of a formula weigh.

use std::io::{self, Write};
use std::ops::ControlFlow;

use gordian_queries::{Check, Effort, Solution, Status, Stop};
use num_bigint::BigInt;
use num_rational::BigRational;
use serde::Serialize;

use super::diagram::DiagramFile;
use crate::arguments::CountArguments;
use crate::ask::{Ended, input_of};
use crate::clauses::Purpose;
use crate::failure::Failure;
use crate::render::counted::{check_name, rows_of};
use crate::render::guess::Guess;
use crate::render::number::{fraction, log10_of, scientific};
use crate::render::report::StatusWord;
use crate::render::{competition, prose};
use crate::session::Session;
use crate::subject;
use crate::watch::Watch;

/// The sum of the weights of all models.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Weight {
    #[serde(with = "StatusWord")]
    pub(super) status: Status,
    /// Whether the sum is known.
    complete: bool,
    /// The sum, as a fraction `P/Q` in lowest terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<String>,
    /// About how much it is, if the sum was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<Guess>,
    method: String,
    /// A second method that came to the same result, or `trace` if a trace of the sum was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked_by: Option<String>,
    seconds: f64,
    #[serde(skip)]
    check: Option<Check>,
    #[serde(skip)]
    exact: Option<BigRational>,
    #[serde(skip)]
    is_projected: bool,
    #[serde(skip)]
    stop: Option<Stop>,
    #[serde(skip)]
    effort: Effort,
}

pub(super) fn ask(arguments: &CountArguments, session: &mut Session) -> Result<Weight, Ended> {
    let subject = subject::open(session, input_of(arguments.input.as_ref()), &arguments.scope, Purpose::Weigh)?;
    let shown = subject.shown();
    let hidden = subject.weights.vars().filter(|var| shown.binary_search(var).is_err()).count();
    if hidden > 0 {
        let are = if hidden == 1 { "variable does" } else { "variables do" };
        session.comment(format_args!("{hidden} {are} not matter, so their weights are left out"))?;
    }
    let question = subject.question(session, &arguments.scope)?;
    let mut watch = Watch::new(session.progress_line(), |_: &Solution<'_>| ControlFlow::Continue(()));
    let file = DiagramFile::open(session, arguments)?;
    let weighed = match file {
        None => question.weigh(&subject.weights, &mut watch).map_err(Failure::new),
        Some(file) => file.weigh(&question, &subject, &mut watch),
    };
    watch.line.clear();
    let weighed = weighed?;
    Ok(Weight {
        status: weighed.status,
        complete: weighed.stop.is_none(),
        weight: weighed.weight.as_ref().map(fraction),
        estimate: weighed.estimate.map(|estimate| Guess::new(estimate, 0)),
        method: weighed.method.to_string(),
        checked_by: weighed.checked_by.map(check_name),
        check: weighed.checked_by,
        seconds: session.seconds(),
        exact: weighed.weight,
        is_projected: subject.is_projected,
        stop: weighed.stop,
        effort: weighed.effort,
    })
}

impl Weight {
    pub(super) fn sentence(&self) -> String {
        match (&self.weight, self.stop) {
            (Some(weight), None) => format!("The models weigh {weight}."),
            (_, stop) => {
                let why = stop.map_or("it was not asked for", prose::reason);
                let guess =
                    self.estimate.as_ref().map_or(String::new(), |guess| format!(" {}", guess.sentence("in weight")));
                format!("The weight is not known: {why}.{guess}")
            }
        }
    }

    pub(super) fn print(&self, session: &mut Session) -> io::Result<()> {
        session.comment(format_args!("method {}", self.method))?;
        if let Some(check) = self.check {
            session.comment(format_args!("checked by {check}"))?;
        }
        if let Some(stop) = self.stop {
            session.comment(format_args!("stopped: {}", prose::reason(stop)))?;
        }
        if let Some(guess) = &self.estimate {
            session.comment(format_args!("{}", guess.sentence("in weight")))?;
        }
        writeln!(session.out, "s {}", self.status)?;
        writeln!(session.out, "c s type {}", if self.is_projected { "pwmc" } else { "wmc" })?;
        if let (Some(exact), Some(weight)) = (&self.exact, &self.weight) {
            let sign = if *exact.numer() < BigInt::ZERO { "neg" } else { "" };
            writeln!(session.out, "c s {sign}log10-estimate {}", log10_of(exact))?;
            writeln!(session.out, "c s exact double prec-sci {}", scientific(exact))?;
            writeln!(session.out, "c s exact arb frac {weight}")?;
        }
        if session.common.verbose {
            competition::print_rows(session, rows_of(self.effort))?;
        }
        Ok(())
    }
}
