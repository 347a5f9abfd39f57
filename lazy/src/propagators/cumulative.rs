//! Tasks that share a resource.

use crate::propagate::{Assignment, Because, Context, Fact, Failed, Hint, Priority, Propagate, Wake};
use crate::view::View;

/// A task: when it starts, how long it takes, and how much of the resource it needs meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) start: View,
    /// More than zero.
    pub(crate) duration: i64,
    /// More than zero.
    pub(crate) demand: i64,
}

/// At each point in time the tasks that run need at most the capacity together.
///
/// A task that can begin no later than it can end at the earliest runs in between for certain.
/// These parts, added up, are the time table; a task that does not fit beside it waits.
/// Explanations look at one point in time (Schutt, Feydy, Stuckey & Wallace, *Explaining the
/// cumulative propagator*, 2011).
#[derive(Debug)]
pub(crate) struct Cumulative {
    tasks: Vec<Task>,
    capacity: i64,
}

/// A part of the time table: from one point up to another, which is not in it, this much is needed.
#[derive(Clone, Copy, Debug)]
struct Segment {
    begin: i64,
    end: i64,
    demand: i64,
}

impl Cumulative {
    pub(crate) fn new(tasks: Vec<Task>, capacity: i64) -> Cumulative {
        Cumulative { tasks, capacity }
    }

    fn time_table(&self, context: &Context<'_>) -> Vec<Segment> {
        let mut changes: Vec<(i64, i64)> = Vec::new();
        for task in &self.tasks {
            let (begin, end) = (context.upper(task.start), context.lower(task.start) + task.duration);
            if begin < end {
                changes.push((begin, task.demand));
                changes.push((end, -task.demand));
            }
        }
        changes.sort_unstable();
        let mut segments: Vec<Segment> = Vec::new();
        let mut demand = 0;
        for (point, change) in changes {
            match segments.last_mut() {
                Some(last) if last.begin == point => last.demand += change,
                Some(last) => {
                    last.end = point;
                    segments.push(Segment { begin: point, end: point, demand: demand + change });
                }
                None => segments.push(Segment { begin: point, end: point, demand: change }),
            }
            demand += change;
        }
        segments.retain(|segment| segment.demand > 0);
        segments
    }

    /// Lets a task wait while it does not fit, in one direction of time.
    fn delay(&self, at: usize, segments: &[Segment], context: &mut Context<'_>) -> Result<(), Failed> {
        let task = self.tasks[at];
        let (lower, upper) = (context.lower(task.start), context.upper(task.start));
        let is_own = |segment: &Segment| upper <= segment.begin && segment.end <= lower + task.duration;
        let blocks = |segment: &Segment| segment.demand + task.demand > self.capacity && !is_own(segment);
        // One step at a time: what explains the next one is this one, when it was told.
        let first = segments.partition_point(|segment| segment.end <= lower);
        if let Some(segment) = segments[first..].iter().find(|segment| blocks(segment))
            && segment.begin < lower + task.duration
        {
            let point = (segment.end - 1).min(lower + task.duration - 1);
            context.at_least(task.start, point + 1, Hint { item: at as u32, point })?;
        }
        let last = segments.partition_point(|segment| segment.begin < upper + task.duration);
        if let Some(segment) = segments[..last].iter().rev().find(|segment| blocks(segment))
            && upper < segment.end
        {
            let point = segment.begin.max(upper);
            context.at_most(task.start, point - task.duration, Hint { item: at as u32, point })?;
        }
        Ok(())
    }

    /// Names tasks that run at a point for certain, until they need more than what is there.
    fn explain_point(&self, point: i64, mut room: i64, except: Option<usize>, because: &mut Because<'_>) {
        let runs =
            |task: &Task| because.upper(task.start) <= point && point < because.lower(task.start) + task.duration;
        let mut running: Vec<Task> = (0..self.tasks.len())
            .filter(|&at| Some(at) != except && runs(&self.tasks[at]))
            .map(|at| self.tasks[at])
            .collect();
        running.sort_by_key(|task| -task.demand);
        for task in running {
            if room < 0 {
                break;
            }
            room -= task.demand;
            because.at_most(task.start, point);
            because.at_least(task.start, point - task.duration + 1);
        }
        debug_assert!(room < 0, "the tasks fit");
    }
}

impl Propagate for Cumulative {
    fn wakes(&self) -> Vec<Wake> {
        self.tasks.iter().flat_map(|task| [Wake::Raised(task.start), Wake::Raised(-task.start)]).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Last
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Failed> {
        let segments = self.time_table(context);
        if let Some(full) = segments.iter().find(|segment| segment.demand > self.capacity) {
            // The middle, so that the reasons are weak on both sides.
            return context.fail(Hint { item: 0, point: full.begin + (full.end - 1 - full.begin) / 2 });
        }
        (0..self.tasks.len()).try_for_each(|at| self.delay(at, &segments, context))
    }

    fn explain(&self, fact: Fact, hint: Hint, because: &mut Because<'_>) {
        let Fact::AtLeast(view, _) = fact else {
            return self.explain_point(hint.point, self.capacity, None, because);
        };
        let task = self.tasks[hint.item as usize];
        if view == task.start {
            because.at_least(task.start, hint.point - task.duration + 1);
        } else {
            because.at_most(task.start, hint.point);
        }
        self.explain_point(hint.point, self.capacity - task.demand, Some(hint.item as usize), because);
    }

    fn holds(&self, assignment: &dyn Assignment) -> bool {
        // The need is greatest where some task starts.
        self.tasks.iter().all(|moment| {
            let point = assignment.integer(moment.start);
            let runs = |task: &&Task| {
                let start = assignment.integer(task.start);
                start <= point && point < start + task.duration
            };
            self.tasks.iter().filter(runs).map(|task| task.demand).sum::<i64>() <= self.capacity
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::judge::{Seen, at, judge, some_view, world};
    use gordian_testkit::Random;

    #[test]
    fn what_time_tables_say_and_why_is_right() {
        let random = &mut Random::new(7);
        let mut seen = Seen::default();
        for _ in 0..300 {
            let world = world(random, 4, 0, 0, 6);
            let tasks: Vec<Task> = (0..4)
                .map(|_| Task {
                    start: some_view(random, 4),
                    duration: random.between(1, 4) as i64,
                    demand: random.between(1, 3) as i64,
                })
                .collect();
            let capacity = random.between(2, 4) as i64;
            let means = |integers: &[i64], _: &[bool]| {
                (-10..20).all(|point| {
                    let runs = |task: &&Task| {
                        (at(task.start, integers)..at(task.start, integers) + task.duration).contains(&point)
                    };
                    tasks.iter().filter(runs).map(|task| task.demand).sum::<i64>() <= capacity
                })
            };
            judge(&world, Box::new(Cumulative::new(tasks.clone(), capacity)), &means, 15, random, &mut seen);
        }
        assert!(seen.facts > 2000 && seen.failures > 300 && seen.accepted > 100, "{seen:?}");
    }
}
