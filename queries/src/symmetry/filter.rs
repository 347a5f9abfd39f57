//! One solution of each class, out of a stream of all solutions.

use gordian_formula::Clock;

use super::orbit::Image;
use super::{Action, Orbit};
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
pub(crate) struct Filter<'a>(Kind<'a>);

enum Kind<'a> {
    Least { action: &'a Action, image: Image },
    First { action: &'a Action, seen: RowSet, orbit: Orbit },
}

impl<'a> Filter<'a> {
    pub(crate) fn new(action: &'a Action) -> Filter<'a> {
        if Filter::is_without_memory(action) {
            Filter(Kind::Least { action, image: Image::default() })
        } else {
            Filter(Kind::First { action, seen: RowSet::new(), orbit: Orbit::new() })
        }
    }

    /// Whether a filter for this group looks at each solution by itself.
    pub(crate) fn is_without_memory(action: &Action) -> bool {
        action.is_on_formula() && action.elements().is_some_and(|elements| elements.len() <= MAX_COMPARED)
    }

    /// The size of the orbit if this solution stands for it, else `None`.
    ///
    /// # Errors
    /// If there are more solutions than may be remembered, or the time was over before that was known.
    pub(crate) fn orbit_size(&mut self, solution: &[u32], clock: &Clock) -> Result<Option<u128>, QueryError> {
        match &mut self.0 {
            Kind::Least { action, image } => Ok(least(action, image, solution)),
            Kind::First { action, seen, orbit } => {
                if seen.contains(solution) {
                    return Ok(None);
                }
                orbit.expand(action, solution, clock)?;
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
}

/// The size of the orbit of a solution that is the least of its images.
fn least(action: &Action, image: &mut Image, solution: &[u32]) -> Option<u128> {
    let mut order = 0u128;
    let mut stabiliser = 0u128;
    for element in action.elements()? {
        order += 1;
        // Most images differ from the solution in their least slot, which is found without sorting.
        if !action.negates() && !solution.is_empty() {
            let first = solution.iter().fold(u32::MAX, |first, &slot| first.min(element[slot as usize] / 2));
            if first > solution[0] {
                continue;
            }
            if first < solution[0] {
                return None;
            }
        }
        match image.of(element, solution, action.negates()).cmp(solution) {
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal => stabiliser += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    Some(order / stabiliser)
}
