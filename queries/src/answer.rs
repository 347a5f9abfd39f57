//! The answers of queries.

use std::fmt;

use gordian_solver::{Outcome, Statistics};
use num_bigint::BigUint;

use crate::{Effort, Estimate, Method, Stop};

/// How a number was confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// A second method came to the same one.
    Method(Method),
    /// A judge verified a trace of the count.
    Trace,
}

/// `method component`, `a trace`.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Check::Method(method) => write!(f, "method {method}"),
            Check::Trace => f.write_str("a trace"),
        }
    }
}

/// Whether a formula has solutions: what every question answers, whatever else it asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A solution is known, whether or not the search came to its end.
    Satisfiable,
    /// The search came to its end without one.
    Unsatisfiable,
    /// The search was stopped before one was found.
    Unknown,
}

impl Status {
    /// The one rule: a solution that is known stays known, whatever stopped the search; that there
    /// is none is known at the end of the search only.
    ///
    /// ```
    /// use gordian_queries::Status;
    ///
    /// let (knows_solution, has_ended) = (true, false);
    /// assert_eq!(Status::of(knows_solution, has_ended), Status::Satisfiable);
    /// ```
    pub fn of(knows_solution: bool, has_ended: bool) -> Status {
        match (knows_solution, has_ended) {
            (true, _) => Status::Satisfiable,
            (false, true) => Status::Unsatisfiable,
            (false, false) => Status::Unknown,
        }
    }

    /// The number by which programs of the SAT Competition say it when they end: 10, 20 and 0.
    pub fn code(self) -> u8 {
        match self {
            Status::Satisfiable => 10,
            Status::Unsatisfiable => 20,
            Status::Unknown => 0,
        }
    }

    /// The word for it in documents.
    pub fn word(self) -> &'static str {
        match self {
            Status::Satisfiable => "satisfiable",
            Status::Unsatisfiable => "unsatisfiable",
            Status::Unknown => "unknown",
        }
    }
}

impl From<Outcome> for Status {
    fn from(outcome: Outcome) -> Status {
        Status::of(outcome == Outcome::Satisfiable, outcome == Outcome::Unsatisfiable)
    }
}

/// Prints the word of an `s` line of the SAT Competition.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Satisfiable => "SATISFIABLE",
            Status::Unsatisfiable => "UNSATISFIABLE",
            Status::Unknown => "UNKNOWN",
        })
    }
}

/// The group that an answer is up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupName {
    /// The name that the group was given.
    pub name: String,
    /// The number of its elements as they act on the visible variables; `None` where it was too much
    /// work to find.
    pub order: Option<u128>,
}

/// The answer of a query.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Whether there are solutions.
    pub status: Status,
    /// The reason why it stopped; `None` if everything is known.
    pub stop: Option<Stop>,
    /// The number of solutions, of all known so far when stopped; `u128::MAX` where there are more, see
    /// [`Answer::exact_count`].
    pub count: u128,
    /// The number of solutions where it has more than 128 bits.
    pub(crate) large_count: Option<BigUint>,
    /// The number of classes, of all known so far when stopped; `None` where no symmetry was asked
    /// for. `u128::MAX` where there are more, see [`Answer::exact_orbits`].
    pub orbits: Option<u128>,
    /// The number of classes where it has more than 128 bits.
    pub(crate) large_orbits: Option<BigUint>,
    /// The symmetry group, where one was asked for.
    pub group: Option<GroupName>,
    /// The method that found it.
    pub method: Method,
    /// How the result was confirmed, where a check was asked for.
    pub checked_by: Option<Check>,
    /// Nodes of the search tree, where the exact-cover search ran.
    pub nodes: Option<u64>,
    /// The number of threads that counted, if counting was done in parts. It may be smaller than
    /// the number asked for.
    pub threads: Option<usize>,
    /// The effort of counting by components, if that was the method.
    pub effort: Option<Effort>,
    /// The counters of the engine, if it ran.
    pub statistics: Option<Statistics>,
    /// The part of the space that was done, from 0 to 1, if the search was stopped and knows it.
    pub share: Option<f64>,
    /// About how many solutions there are, if the search was stopped and there is an estimate.
    pub estimate: Option<Estimate>,
    /// The methods that took turns, in the order in which they began to, if there were several.
    pub attempts: Vec<Attempt>,
}

/// One of several methods that took turns, and how far it came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempt {
    /// The method.
    pub method: Method,
    /// Its steps: lines of memory that it read, about.
    pub steps: u64,
    /// The part of the space that it had done, from 0 to 1; `None` if the method does not tell.
    pub share: Option<f64>,
}

impl Answer {
    /// Whether everything is known.
    pub fn is_complete(&self) -> bool {
        self.stop.is_none()
    }

    /// The number of solutions, however large.
    pub fn exact_count(&self) -> BigUint {
        self.large_count.clone().unwrap_or_else(|| self.count.into())
    }

    /// The number of classes, however large; `None` where no symmetry was asked for.
    pub fn exact_orbits(&self) -> Option<BigUint> {
        self.large_orbits.clone().or_else(|| self.orbits.map(BigUint::from))
    }

    /// This answer, but complete, with these numbers.
    pub(crate) fn with_totals(mut self, count: BigUint, orbits: Option<BigUint>) -> Answer {
        self.stop = None;
        self.status = Status::of(count != BigUint::ZERO, true);
        (self.count, self.large_count) = small(count);
        let orbits = orbits.map(small);
        self.orbits = orbits.as_ref().map(|orbits| orbits.0);
        self.large_orbits = orbits.and_then(|orbits| orbits.1);
        self
    }
}

impl Answer {
    /// This answer without classes, which nobody asked for.
    pub(crate) fn without_classes(self) -> Answer {
        Answer { orbits: None, large_orbits: None, group: None, ..self }
    }

    /// This answer, with at least so many solutions, as is known from elsewhere. There is at least
    /// one class then.
    pub(crate) fn at_least(mut self, count: BigUint) -> Answer {
        if !self.is_complete() && count > self.exact_count() {
            self.status = Status::of(true, false);
            (self.count, self.large_count) = small(count);
            self.orbits = self.orbits.map(|orbits| orbits.max(1));
        }
        self
    }
}

/// The number, and if it is too large for that, itself.
fn small(number: BigUint) -> (u128, Option<BigUint>) {
    match u128::try_from(number) {
        Ok(number) => (number, None),
        Err(error) => (u128::MAX, Some(error.into_original())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_solutions_is_the_status_however_a_search_ended() {
        assert_eq!(Status::of(true, true), Status::Satisfiable);
        assert_eq!(Status::of(true, false), Status::Satisfiable);
        assert_eq!(Status::of(false, true), Status::Unsatisfiable);
        assert_eq!(Status::of(false, false), Status::Unknown);
        let said =
            [Status::Satisfiable, Status::Unsatisfiable, Status::Unknown].map(|status| (status.code(), status.word()));
        assert_eq!(said, [(10, "satisfiable"), (20, "unsatisfiable"), (0, "unknown")]);
    }
}
