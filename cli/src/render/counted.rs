//! The part that the answers of `count` and `list` share: numbers, and how they were found.

use std::io::{self, Write};

use gordian_queries::{Answer, Check, Effort, Status, Stop};
use serde::Serialize;

use super::guess::Guess;
use super::number::decimal;
use super::report::{Counters, StatusWord};
use super::{competition, prose};
use crate::session::Session;

/// How a number was confirmed, in one word.
pub(crate) fn check_name(check: Check) -> String {
    match check {
        Check::Method(method) => method.to_string(),
        Check::Trace => "trace".to_owned(),
    }
}

/// The number of solutions, or the number known so far.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Counted {
    #[serde(with = "StatusWord")]
    pub(crate) status: Status,
    /// Whether these are all solutions.
    pub(crate) complete: bool,
    /// The number of solutions, in decimal.
    pub(crate) count: String,
    /// The number of classes under the symmetry, in decimal, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) orbits: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<Group>,
    /// The part of the search that was done, from 0 to 1, if it was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    /// About how many solutions there are, if the search was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<Guess>,
    method: String,
    /// A second method that came to the same result, or `trace` if a trace of the count was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked_by: Option<String>,
    seconds: f64,
    /// Whether the user has chosen the method.
    #[serde(skip)]
    pub(crate) is_method_given: bool,
    #[serde(skip)]
    pub(crate) answer: Answer,
}

/// A symmetry group.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Group {
    name: String,
    /// The number of its elements; null if finding it was too much work.
    order: Option<Order>,
}

/// The order of a group. JSON readers keep numbers exact up to 64 bits at most, so larger ones are
/// written as strings.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Order {
    Number(u64),
    Decimal(String),
}

impl Counted {
    /// An answer about all variables except `free` ones, each of which doubles it.
    pub(crate) fn new(session: &Session, answer: Answer, free: usize) -> Counted {
        let order =
            |order: u128| u64::try_from(order).map_or_else(|_| Order::Decimal(order.to_string()), Order::Number);
        let group = answer.group.as_ref();
        Counted {
            status: answer.status,
            complete: answer.is_complete(),
            count: decimal(answer.exact_count(), free),
            orbits: answer.exact_orbits().map(|orbits| decimal(orbits, free)),
            group: group.map(|group| Group { name: group.name.clone(), order: group.order.map(order) }),
            share: answer.share,
            estimate: answer.estimate.map(|estimate| Guess::new(estimate, free)),
            method: answer.method.to_string(),
            checked_by: answer.checked_by.map(check_name),
            seconds: session.seconds(),
            is_method_given: false,
            answer,
        }
    }

    /// The numbers in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let known = prose::of_count(&self.answer, &self.count, self.orbits.as_deref());
        [known].into_iter().chain(self.notes()).collect::<Vec<_>>().join(" ")
    }

    /// Sentences about what is not known.
    fn notes(&self) -> impl Iterator<Item = String> {
        let guess = self.estimate.as_ref().map(|guess| guess.sentence("solutions"));
        let is_alone = self.is_method_given && self.answer.stop == Some(Stop::Time);
        let hint = is_alone.then(|| "Without --method, several methods take turns.".to_owned());
        [self.done(), guess, hint].into_iter().flatten()
    }

    /// The part of the search that was done, in a sentence.
    fn done(&self) -> Option<String> {
        let percent = 100.0 * self.share?;
        Some(if percent < 0.01 {
            "Hardly any of the search was done.".to_owned()
        } else {
            format!("About {percent:.2} % of the search was done.")
        })
    }

    /// Prints how the answer was found, why it is not complete, and the `s` line.
    pub(crate) fn print_status(&self, session: &mut Session) -> io::Result<()> {
        self.print_method(session)?;
        if let Some(check) = self.answer.checked_by {
            session.comment(format_args!("checked by {check}"))?;
        }
        if let Some(stop) = self.answer.stop {
            session.comment(format_args!("stopped: {}", prose::reason(stop)))?;
        }
        for note in self.notes() {
            session.comment(format_args!("{note}"))?;
        }
        writeln!(session.out, "s {}", self.status)
    }

    /// Prints the method, and where that is asked for, which others took turns with it.
    fn print_method(&self, session: &mut Session) -> io::Result<()> {
        session.comment(format_args!("method {}", self.method))?;
        let attempts = if session.common.verbose { &self.answer.attempts[..] } else { &[] };
        attempts.iter().try_for_each(|attempt| session.comment(format_args!("{}", prose::attempt(attempt))))
    }

    /// Prints how the solutions of a puzzle were counted, where that is asked for.
    pub(crate) fn print_method_on_request(&self, session: &mut Session) -> io::Result<()> {
        if session.common.verbose { self.print_method(session) } else { Ok(()) }
    }

    /// Prints the number of classes, if a symmetry was asked for.
    pub(crate) fn print_orbits(&self, session: &mut Session) -> io::Result<()> {
        let (Some(orbits), Some(group)) = (&self.orbits, &self.answer.group) else { return Ok(()) };
        let known = if self.complete { "" } else { "at least " };
        let order = prose::order(group);
        writeln!(session.out, "c o {known}orbits {orbits} under group {} order {order}", group.name)
    }

    /// Prints the counters of the engine, the counter or the exact-cover search.
    pub(crate) fn print_effort(&self, session: &mut Session) -> io::Result<()> {
        if let Some(statistics) = &self.answer.statistics {
            let counters = Counters { statistics: statistics.clone(), seconds: session.seconds() };
            return competition::print_counters(session, &counters);
        }
        if !session.common.verbose {
            return Ok(());
        }
        match (self.answer.effort.map(rows_of), self.answer.nodes) {
            (Some(rows), _) => competition::print_rows(session, rows),
            (None, Some(nodes)) => competition::print_rows(session, [("nodes", nodes)]),
            (None, None) => Ok(()),
        }
    }
}

/// The effort of counting by components, as named rows.
pub(crate) fn rows_of(effort: Effort) -> [(&'static str, u64); 8] {
    [
        ("simplified variables", effort.vars),
        ("simplified clauses", effort.clauses),
        ("decomposition width", effort.width),
        ("decisions", effort.decisions),
        ("conflicts", effort.conflicts),
        ("propagations", effort.propagations),
        ("components looked up", effort.lookups),
        ("components known", effort.hits),
    ]
}
