//! One solution of each class, out of a stream of all solutions.

use gordian_formula::Clock;

use super::orbit::lines_of_image;
use super::{Action, Orbit, Original};
use crate::QueryError;
use crate::rows::RowSet;

/// Up to this many elements, each image of a solution is looked at; beyond, whole orbits are kept in memory.
const MAX_COMPARED: usize = 1 << 10;
/// Up to this much memory for solutions that are kept, in bytes.
const MAX_BYTES: usize = 1 << 31;

/// Tells of each solution whether it stands for its class.
///
/// Over a group with few elements that is known to be one of the formula, the one that does is the
/// least of its images, as ascending rows of slots compared from the left: this takes no memory.
/// Else it is the first that comes, and its orbit is remembered: if in the end as many solutions
/// came as are remembered, all images of solutions are solutions.
pub(crate) struct Filter<'a> {
    kind: Kind<'a>,
    /// Lines of memory that were read since they were last asked for.
    lines: u64,
}

enum Kind<'a> {
    Least { action: &'a Action, original: Original },
    First { action: &'a Action, seen: RowSet, orbit: Orbit },
}

impl<'a> Filter<'a> {
    pub(crate) fn new(action: &'a Action) -> Filter<'a> {
        let kind = if Filter::is_without_memory(action) {
            Kind::Least { action, original: Original::default() }
        } else {
            Kind::First { action, seen: RowSet::new(), orbit: Orbit::new() }
        };
        Filter { kind, lines: 0 }
    }

    /// Whether a filter for this group looks at each solution by itself.
    pub(crate) fn is_without_memory(action: &Action) -> bool {
        action.is_on_formula() && action.num_listed().is_some_and(|number| number <= MAX_COMPARED)
    }

    /// The size of the orbit if this solution stands for it, else `None`.
    ///
    /// # Errors
    /// If there are more solutions than may be remembered, or the time was over before that was known.
    pub(crate) fn orbit_size(&mut self, solution: &[u32], clock: &Clock) -> Result<Option<u128>, QueryError> {
        match &mut self.kind {
            Kind::Least { action, original } => {
                let size = original.size_if_least(action, solution);
                self.lines += original.take_lines();
                Ok(size)
            }
            Kind::First { action, seen, orbit } => {
                self.lines += lines_of_image(solution) as u64;
                if seen.contains(solution) {
                    return Ok(None);
                }
                orbit.expand(action, solution, clock)?;
                self.lines += orbit.lines(action);
                for row in orbit.rows() {
                    seen.insert(row);
                }
                if seen.bytes() > MAX_BYTES {
                    return Err(QueryError::TooLarge { solutions: seen.len() });
                }
                Ok(Some(orbit.len() as u128))
            }
        }
    }

    /// Lines of memory that it read since this was last asked.
    pub(crate) fn take_lines(&mut self) -> u64 {
        std::mem::take(&mut self.lines)
    }
}
