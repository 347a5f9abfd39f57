//! Tasks that do not overlap.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constraint, Decompose};
use crate::encode::{EncodingError, Relation};

/// Each two tasks are apart: one ends before the other starts, or when it does.
///
/// An order for each two tasks. The negation says which two have none.
#[derive(Clone, Debug)]
pub struct Disjunctive {
    /// Start and duration of each task.
    pub tasks: Vec<(Integer, Integer)>,
    /// Whether a task that takes no time has to lie between others, too; otherwise it may lie anywhere.
    pub is_strict: bool,
}

impl Constraint {
    /// Tasks, given by start and duration, do not overlap; a task that takes no time may lie anywhere.
    pub fn disjunctive(tasks: impl IntoIterator<Item = (Integer, Integer)>) -> Constraint {
        Disjunctive { tasks: tasks.into_iter().collect(), is_strict: false }.into()
    }
}

impl Decompose for Disjunctive {
    fn holds(&self, assignment: &Assignment) -> bool {
        let tasks = self.tasks.iter().map(|&(start, duration)| (assignment.value(start), assignment.value(duration)));
        let tasks: Vec<(i64, i64)> = tasks.filter(|&(_, duration)| self.is_strict || duration != 0).collect();
        let is_before = |one: (i64, i64), other: (i64, i64)| one.0 + one.1 <= other.0;
        let mut pairs =
            tasks.iter().enumerate().flat_map(|(at, &one)| tasks[at + 1..].iter().map(move |&two| (one, two)));
        pairs.all(|(one, two)| is_before(one, two) || is_before(two, one))
    }

    fn decompose(&self, _poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        let mut parts = Vec::new();
        for (at, &one) in self.tasks.iter().enumerate() {
            for &two in &self.tasks[at + 1..] {
                let mut ways = vec![is_before(one, two.0), is_before(two, one.0)];
                if !self.is_strict {
                    ways.extend([one.1, two.1].map(|duration| Constraint::is(duration, 0)));
                }
                parts.push(Constraint::Any(ways));
            }
        }
        Ok(Constraint::All(parts))
    }
}

/// `start + duration <= other`.
pub(super) fn is_before((start, duration): (Integer, Integer), other: Integer) -> Constraint {
    Constraint::weighted([(1, start), (1, duration), (-1, other)], Relation::AtMost, 0)
}
