//! Tasks that share a resource.

use gordian_formula::sorted_set;

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer, Operand};
use super::{Constraint, Decompose};
use crate::encode::{EncodingError, Relation, Truth, all_of, go_on};

/// A task of a schedule.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// When it starts.
    pub start: Integer,
    /// How long it takes; a negative duration is none.
    pub duration: Integer,
    /// How much of the resource it takes.
    pub demand: Integer,
}

/// At no time the tasks that are under way, from their start until before their end, demand more than the capacity.
///
/// Time decomposition (Schutt, Feydy, Stuckey & Wallace, "Why cumulative decomposition is not as bad as it sounds",
/// 2009): a sum for each time at which a task can start, since demands grow at no other. Demands are not negative; one
/// that is frees some of the resource at the times of starts.
#[derive(Clone, Debug)]
pub struct Cumulative {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// How much of the resource there is.
    pub capacity: Integer,
}

impl Constraint {
    /// At no time the tasks that are under way demand more than the capacity.
    pub fn cumulative(tasks: impl IntoIterator<Item = Task>, capacity: Integer) -> Constraint {
        Cumulative { tasks: tasks.into_iter().collect(), capacity }.into()
    }
}

impl Cumulative {
    /// The times at which a task can start.
    fn times(&self, poster: &Poster<'_>) -> Vec<i64> {
        sorted_set(self.tasks.iter().flat_map(|task| poster.values(task.start)).copied())
    }
}

impl Decompose for Cumulative {
    fn holds(&self, assignment: &Assignment) -> bool {
        let values = |task: &Task| [task.start, task.duration, task.demand].map(|x| assignment.value(x));
        let tasks: Vec<[i64; 3]> = self.tasks.iter().map(values).collect();
        tasks.iter().all(|&[time, _, _]| {
            let is_under_way = |&&[start, duration, _]: &&[i64; 3]| start <= time && time < start + duration;
            let demand: i64 = tasks.iter().filter(is_under_way).map(|task| task[2]).sum();
            demand <= assignment.value(self.capacity)
        })
    }

    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        let mut ends = Vec::with_capacity(self.tasks.len());
        for task in &self.tasks {
            ends.push(end_of(poster, task.start, task.duration)?);
        }
        let mut parts = Vec::new();
        for time in self.times(poster) {
            go_on(poster)?;
            let mut terms: Vec<(i64, Operand)> = Vec::new();
            for (task, &end) in self.tasks.iter().zip(&ends) {
                let is_under_way = [!poster.reaches(task.start, time + 1), poster.reaches(end, time + 1)];
                let is_under_way = all_of(poster.structure(), is_under_way);
                demands(poster, is_under_way, task.demand, &mut terms);
            }
            match *poster.values(self.capacity) {
                [only] => parts.push(Constraint::weighted(terms, Relation::AtMost, only)),
                _ => {
                    terms.push((-1, self.capacity.into()));
                    parts.push(Constraint::weighted(terms, Relation::AtMost, 0));
                }
            }
        }
        Ok(Constraint::All(parts))
    }
}

/// The end of a task, as a variable that every start and duration defines.
fn end_of(poster: &mut Poster<'_>, start: Integer, duration: Integer) -> Result<Integer, EncodingError> {
    let end = match *poster.values(duration) {
        [only] => poster.int_var(start).plus(only)?,
        _ => poster.sum(&[(1, start.into()), (1, duration.into())])?.to_variable(poster.structure())?,
    };
    Ok(poster.new_integer(end))
}

/// The demand of a task that is under way, as a sum of literals that grow with it.
fn demands(poster: &mut Poster<'_>, is_under_way: Truth, demand: Integer, terms: &mut Vec<(i64, Operand)>) {
    let mut before = 0;
    for value in poster.values(demand).to_vec() {
        let reaches = poster.reaches(demand, value);
        let both = all_of(poster.structure(), [is_under_way, reaches]);
        if both != Truth::Never && value != before {
            terms.push((value - before, poster.new_boolean(both).into()));
        }
        before = value;
    }
}
