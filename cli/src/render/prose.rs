//! Sentences and drawings.

use std::io::{self, IsTerminal, Write};

use gordian_puzzles::board::Style;
use gordian_queries::{Answer, Attempt, Check, GroupName, Stop};

use super::report::{Print, Solved};
use crate::arguments::ColorChoice;
use crate::session::Session;

/// The style of drawings on this terminal.
pub(crate) fn style(session: &Session) -> Style {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let color = match session.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb,
    };
    Style { color, unicode: !is_dumb && is_unicode_locale() }
}

/// Whether the locale has more than ASCII. It has not if it is set and is not UTF-8.
fn is_unicode_locale() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(|name| std::env::var(name).ok());
    let locale = locale.map(|locale| locale.to_ascii_lowercase()).find(|locale| !locale.is_empty());
    locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

impl Print for Solved {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        let text = self.puzzle.draw(&self.solution, style(session));
        session.out.write_all(text.as_bytes())
    }
}

/// The sentence that tells a count, with the numbers in decimal.
pub(crate) fn of_count(answer: &Answer, count: &str, orbits: Option<&str>) -> String {
    let solutions = amount(count, "solution", "solutions");
    let group = answer.group.as_ref().map_or(String::new(), up_to);
    let found = match orbits {
        Some(orbits) => format!("{} and {solutions}{group}", amount(orbits, "class", "classes")),
        None => solutions,
    };
    match answer.stop {
        None if answer.count == 0 => "There is no solution.".to_owned(),
        None => match answer.checked_by {
            Some(Check::Method(method)) => format!("{found}. The methods {} and {method} agree.", answer.method),
            Some(Check::Trace) => format!("{found}. A trace of the count was verified."),
            None => format!("{found}."),
        },
        Some(stop) => format!("At least {found}: {}.", reason(stop)),
    }
}

/// The end of a sentence about classes: the group whose they are.
pub(crate) fn up_to(group: &GroupName) -> String {
    format!(", up to {} (a group of order {})", in_words(group), order(group))
}

/// The name of a group in words; groups found in the formula get a description instead.
fn in_words(group: &GroupName) -> &str {
    match group.name.as_str() {
        "found" => "the symmetries of the formula",
        "partly-found" => "some symmetries of the formula",
        name => name,
    }
}

/// The order of a group, if it is known.
pub(crate) fn order(group: &GroupName) -> String {
    group.order.map_or("unknown".to_owned(), |order| order.to_string())
}

/// The reason why a query stopped.
pub(crate) fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Limit => "the limit of solutions was reached",
        Stop::Time => "the time is over",
        Stop::Terminated => "a signal came",
        Stop::Listener => "the reader has gone away",
        Stop::Budget => "a limit of the engine was reached",
    }
}

/// A number of things, whose word depends on it.
pub(crate) fn amount(number: &str, one: &str, many: &str) -> String {
    format!("{number} {}", if number == "1" { one } else { many })
}

/// How far one of several methods came that took turns.
pub(crate) fn attempt(Attempt { method, steps, share }: &Attempt) -> String {
    let millions = *steps as f64 / 1e6;
    match share {
        Some(share) => format!("tried {method}: {millions:.1} million steps, {:.3} % of the space", 100.0 * share),
        None => format!("tried {method}: {millions:.1} million steps"),
    }
}
