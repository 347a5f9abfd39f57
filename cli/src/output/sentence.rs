//! Counts of solutions in words.

use gordian_queries::{Answer, GroupName, Stop};
use num_bigint::BigUint;

/// What a count says about a puzzle.
pub(crate) fn of_count(answer: &Answer) -> String {
    let solutions = amount(&answer.exact_count(), "solution", "solutions");
    let group = answer
        .group
        .as_ref()
        .map_or(String::new(), |group| format!(", up to {} (a group of order {})", in_words(group), order(group)));
    let found = match answer.exact_orbits() {
        Some(orbits) => format!("{} and {solutions}{group}", amount(&orbits, "class", "classes")),
        None => solutions,
    };
    match answer.stop {
        None if answer.count == 0 => "There is no solution.".to_owned(),
        None => match answer.checked_by {
            Some(method) => format!("{found}. The methods {} and {method} agree.", answer.method),
            None => format!("{found}."),
        },
        Some(stop) => format!("At least {found}: {}.", reason(stop)),
    }
}

/// The name of a group, unless it only tells that the group was found in the formula.
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

/// What stopped a query.
pub(crate) fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Limit => "the limit was reached",
        Stop::Time => "the time is over",
        Stop::Terminated => "a signal came",
        Stop::Listener => "nobody reads any more",
        Stop::Budget => "a limit of the engine was reached",
    }
}

fn amount(number: &BigUint, one: &str, many: &str) -> String {
    format!("{number} {}", if *number == BigUint::from(1u32) { one } else { many })
}
