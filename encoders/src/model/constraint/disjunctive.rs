//! Tasks that do not overlap.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constraint, Decompose, NonOverlapping};
use crate::encode::EncodingError;

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

impl Disjunctive {
    /// The tasks as boxes of one dimension.
    fn boxes(&self) -> NonOverlapping {
        NonOverlapping { boxes: self.tasks.iter().map(|&task| vec![task]).collect(), is_strict: self.is_strict }
    }
}

impl Decompose for Disjunctive {
    fn holds(&self, assignment: &Assignment) -> bool {
        self.boxes().holds(assignment)
    }

    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        self.boxes().decompose(poster)
    }
}
