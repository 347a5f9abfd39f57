//! A solution beside its images under all elements of a group.

use super::Action;

/// Slots that are compared in the time that a line of memory takes.
const SLOTS_PER_LINE: usize = 8;

/// A solution that is compared with its images, slot by slot, without making them.
///
/// An element maps the literal of a slot to the literal that tells the value of the image there. That makes the image
/// under the inverse element; over a whole group, these are all images.
#[derive(Default)]
pub(crate) struct Original {
    values: Vec<bool>,
    /// Lines of memory that were read since they were last asked for.
    lines: u64,
}

/// The first slot in which an image differs from its original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Difference {
    slot: usize,
    /// The value of the image there.
    of_image: bool,
}

impl Original {
    /// The size of the orbit of a solution that is the least of its images, as ascending rows of true slots; `None` if
    /// it is not. The elements of the group have to be listed.
    pub(crate) fn size_if_least(&mut self, action: &Action, solution: &[u32]) -> Option<u128> {
        self.size_if_first(action, solution, Original::is_less)
    }

    /// The same if it is the greatest, as rows of values from the first slot on, which clauses that break a symmetry
    /// compare. If two rows of true slots are nested, the larger one is greater, so this is another order.
    pub(crate) fn size_if_greatest(&mut self, action: &Action, solution: &[u32]) -> Option<u128> {
        self.size_if_first(action, solution, |_, _, difference| difference.of_image)
    }

    /// The size of the orbit of a solution if no image goes before it, as `goes_before` tells of the image that belongs
    /// to an element, by its first difference.
    fn size_if_first(
        &mut self,
        action: &Action,
        solution: &[u32],
        goes_before: fn(&Original, &[u32], Difference) -> bool,
    ) -> Option<u128> {
        let elements = action.elements()?;
        let order = elements.len() as u128;
        self.take(solution, action.num_slots());
        let mut stabiliser = 0u128;
        for element in elements {
            match self.difference(element) {
                None => stabiliser += 1,
                Some(difference) if goes_before(self, element, difference) => return None,
                Some(_) => {}
            }
        }
        Some(order / stabiliser)
    }

    /// Takes this solution, the ascending row of its true slots among so many.
    fn take(&mut self, solution: &[u32], num_slots: usize) {
        self.values.clear();
        self.values.resize(num_slots, false);
        for &slot in solution {
            self.values[slot as usize] = true;
        }
        self.lines += 1 + (solution.len() / SLOTS_PER_LINE) as u64;
    }

    /// The first difference of the image that belongs to this element; `None` if it is the solution.
    fn difference(&mut self, element: &[u32]) -> Option<Difference> {
        let slot = (0..element.len()).find(|&slot| self.image_at(element, slot) != self.values[slot]);
        self.lines += 1 + (slot.unwrap_or(element.len()) / SLOTS_PER_LINE) as u64;
        slot.map(|slot| Difference { slot, of_image: !self.values[slot] })
    }

    /// Whether the image, as the ascending row of its true slots, is less than the solution. A row that begins with
    /// another one is greater.
    fn is_less(&self, element: &[u32], Difference { slot, of_image }: Difference) -> bool {
        let mut rest = slot + 1..element.len();
        if of_image { rest.any(|slot| self.values[slot]) } else { !rest.any(|slot| self.image_at(element, slot)) }
    }

    /// Lines of memory that it read, about, since this was last asked.
    pub(crate) fn take_lines(&mut self) -> u64 {
        std::mem::take(&mut self.lines)
    }

    fn image_at(&self, element: &[u32], slot: usize) -> bool {
        let code = element[slot];
        self.values[code as usize / 2] != (code % 2 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::orbit::Image;
    use gordian_testkit::Random;

    #[test]
    fn images_compare_like_their_rows() {
        let mut random = Random::new(33);
        let (mut original, mut image) = (Original::default(), Image::default());
        let mut seen = [0; 3];
        for _ in 0..20_000 {
            let num_slots = 1 + random.below(5);
            let negates = random.chance(50);
            let mut slots: Vec<u32> = (0..num_slots as u32).collect();
            random.shuffle(&mut slots);
            let element: Vec<u32> =
                slots.iter().map(|slot| 2 * slot + u32::from(negates && random.chance(50))).collect();
            let mut inverse = vec![0; num_slots];
            for (slot, &code) in (0..).zip(&element) {
                inverse[code as usize / 2] = 2 * slot + code % 2;
            }
            let solution: Vec<u32> = (0..num_slots as u32).filter(|_| random.chance(50)).collect();
            let row = image.of(&inverse, &solution, true).to_vec();
            original.take(&solution, num_slots);
            let first = (0..num_slots as u32).find(|slot| row.contains(slot) != solution.contains(slot));
            let difference = original.difference(&element);
            let expected = first.map(|slot| Difference { slot: slot as usize, of_image: row.contains(&slot) });
            assert_eq!(difference, expected, "{element:?} {solution:?}");
            if let Some(difference) = difference {
                assert_eq!(original.is_less(&element, difference), row < solution, "{element:?} {solution:?}");
            }
            seen[(row.cmp(&solution) as i8 + 1) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| times > 1000), "{seen:?}");
    }
}
