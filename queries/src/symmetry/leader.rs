//! Whether an assignment is the greatest of its images, under a group that is too large to be listed.
//!
//! A search through the chain of stabilisers compares an assignment with its images slot by slot, and leaves out all
//! elements that begin like one that has been compared (Margot, *Pruning by isomorphism in branch-and-cut*, 2002). It
//! is done on parts of an assignment, too, as in *SAT modulo symmetries* (Kirchweger and Szeider, 2021).

use std::ops::ControlFlow;

use super::Action;
use super::chain::{Chain, Level, MAX_WORK, Row, identity, image, then};

/// A group with what it takes to compare an assignment with its images.
///
/// Slots have positions. Rows of values are compared from the first position on, and true is greater than false. The
/// value of an image at a position is that of the literal to which the element maps the position.
pub(crate) struct Leader {
    order: u128,
    /// The slot at each position.
    slots: Vec<u32>,
    /// By ascending bases. All elements of a link leave the positions before its base in place.
    links: Vec<Link>,
}

/// For each image of a base an element that maps the base to it, the identity first.
struct Link {
    base: usize,
    images: Vec<u32>,
    rows: Vec<Row>,
}

/// The values at the positions, as far as they are known.
pub(crate) type Values = [Option<bool>];

/// For each depth of a search the element that it has come to.
type Rows = Vec<Vec<u32>>;

/// Slots of an element, and images of a base, that are looked at in the time of a line of memory.
const SLOTS_PER_LINE: usize = 16;
const IMAGES_PER_LINE: usize = 4;

/// Compares assignments with their images.
pub(crate) struct Comparison<'a> {
    leader: &'a Leader,
    /// The first one is the identity.
    rows: Rows,
    lines: u64,
}

/// An assignment beside its images.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    /// This element makes it greater.
    Beaten(Row),
    /// None does; so many leave it as it is.
    Greatest { stabiliser: u128 },
}

/// The value of an assignment at a position beside that of an image.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The image is greater.
    Greater,
    /// It is the same, or greater.
    AtLeast,
    /// It is less, or that is not known.
    Other,
}

/// The outcome of a search.
enum Met {
    /// An element whose image is greater.
    Greater(Row),
    /// One whose image is the same.
    Same(Row),
    Nothing,
}

impl Leader {
    /// `None` where the group is too large even for its chain of stabilisers.
    pub(crate) fn of(action: &Action) -> Option<Leader> {
        let slots = arrange(action)?;
        let rows: Vec<Row> = action.generators().iter().map(|row| relabelled(row, &slots)).collect();
        let chain = Chain::generated_by(slots.len(), rows.iter().map(|row| &**row)).ok()?;
        let order = chain.order()?;
        let link = |level: Level| {
            let base = level.orbit[0] as usize / 2;
            Link { base, images: level.orbit, rows: level.transversal }
        };
        Some(Leader { order, slots, links: chain.into_levels().map(link).collect() })
    }

    /// The slot at each position.
    pub(crate) fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// The number of elements.
    pub(crate) fn order(&self) -> u128 {
        self.order
    }

    /// Goes through the elements that are one of the links from `at` on, followed by the row at this depth, of which
    /// the images before `from` are as good: to the first that makes the assignment greater, or if that is wanted,
    /// leaves it as it is. The poll hears of the lines of memory that each node takes.
    fn descend(
        &self,
        values: &Values,
        at: usize,
        from: usize,
        rows: &mut Rows,
        stops_at_same: bool,
        poll: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<(), Met> {
        let images = self.links.get(at).map_or(0, |link| link.images.len());
        poll(1 + (self.slots.len() / SLOTS_PER_LINE + images / IMAGES_PER_LINE) as u64)?;
        let row = &rows[at];
        let end = self.links.get(at).map_or(row.len(), |link| link.base);
        for position in from..end {
            match compare(values, position, row[position]) {
                Order::Greater => return ControlFlow::Continue(Met::Greater(row.as_slice().into())),
                Order::AtLeast => {}
                Order::Other => return ControlFlow::Continue(Met::Nothing),
            }
        }
        let Some(link) = self.links.get(at) else {
            let same = stops_at_same.then(|| Met::Same(row.as_slice().into()));
            return ControlFlow::Continue(same.unwrap_or(Met::Nothing));
        };
        let order = |row: &[u32], reached: u32| compare(values, link.base, image(row, reached));
        if let Some(greater) = link.images.iter().position(|&reached| order(row, reached) == Order::Greater) {
            return ControlFlow::Continue(Met::Greater(then(&link.rows[greater], row)));
        }
        for (&reached, own) in link.images.iter().zip(&link.rows) {
            let (before, after) = rows.split_at_mut(at + 1);
            let (row, next) = (&before[at], &mut after[0]);
            if order(row, reached) != Order::AtLeast {
                continue;
            }
            next.iter_mut().zip(own).for_each(|(next, &code)| *next = image(row, code));
            match self.descend(values, at + 1, link.base + 1, rows, stops_at_same, poll)? {
                Met::Nothing => {}
                met => return ControlFlow::Continue(met),
            }
        }
        ControlFlow::Continue(Met::Nothing)
    }
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(leader: &'a Leader) -> Comparison<'a> {
        let identity: Vec<u32> = identity(leader.slots.len()).into();
        Comparison { leader, rows: vec![identity; leader.links.len() + 1], lines: 0 }
    }

    pub(crate) fn leader(&self) -> &'a Leader {
        self.leader
    }

    /// The lines of memory that it read since it was asked last, about.
    pub(crate) fn take_lines(&mut self) -> u64 {
        std::mem::take(&mut self.lines)
    }

    /// An element that makes an assignment greater whatever its other values are, if one is met within so many nodes.
    pub(crate) fn beaten_by(&mut self, values: &Values, mut nodes: u32) -> Option<Row> {
        let Comparison { leader, rows, lines } = self;
        let mut count = |more| {
            *lines += more;
            match nodes.checked_sub(1) {
                Some(fewer) => {
                    nodes = fewer;
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            }
        };
        match leader.descend(values, 0, 0, rows, false, &mut count) {
            ControlFlow::Continue(Met::Greater(row)) => Some(row),
            _ => None,
        }
    }

    /// Compares a whole assignment with all its images; `None` if the poll, asked at each node, breaks it off.
    ///
    /// From the last link on, each image of its base is tried in turn. The first element found that leaves the
    /// assignment as it is stands for all with that image: they are such an element after one of the links that were
    /// tried before. Images that such elements map to each other are all alike.
    pub(crate) fn rank(&mut self, values: &Values, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Rank> {
        let Comparison { leader, rows, lines } = self;
        let mut poll = |more| {
            *lines += more;
            poll()
        };
        let mut alike = Alike::new(2 * leader.slots.len());
        let mut stabiliser = 1;
        for (at, link) in leader.links.iter().enumerate().rev() {
            let base = link.images[0];
            let mut failed: Vec<u32> = Vec::new();
            for (&reached, row) in link.images.iter().zip(&link.rows).skip(1) {
                let class = alike.class(reached);
                if class == alike.class(base) || failed.iter().any(|&other| alike.class(other) == class) {
                    continue;
                }
                let met = match compare(values, link.base, reached) {
                    Order::Greater => Met::Greater(row.clone()),
                    Order::AtLeast => {
                        rows[at + 1].copy_from_slice(row);
                        match leader.descend(values, at + 1, link.base + 1, rows, true, &mut poll) {
                            ControlFlow::Continue(met) => met,
                            ControlFlow::Break(()) => return None,
                        }
                    }
                    Order::Other => Met::Nothing,
                };
                match met {
                    Met::Greater(row) => return Some(Rank::Beaten(row)),
                    Met::Same(row) => alike.join(&row),
                    Met::Nothing => failed.push(reached),
                }
            }
            let own = alike.class(base);
            stabiliser *= link.images.iter().filter(|&&reached| alike.class(reached) == own).count() as u128;
        }
        Some(Rank::Greatest { stabiliser })
    }
}

/// The slots in an order in which comparing them tells much: each base is in the smallest orbit that those before it
/// leave, and slots that all elements then leave in place follow at once. The edges of a graph come vertex by vertex;
/// were they compared row by row, all orders of the vertices without an edge to the first one would be tried before
/// anything is known of them.
fn arrange(action: &Action) -> Option<Vec<u32>> {
    let num_slots = action.num_slots();
    let mut order: Vec<u32> = Vec::with_capacity(num_slots);
    let (mut is_placed, mut work) = (vec![false; num_slots], 0);
    let mut generators: Vec<Row> = action.generators().iter().map(|row| Row::from(&**row)).collect();
    loop {
        let moves = |slot: u32| generators.iter().any(|row| row[slot as usize] != 2 * slot);
        let left = (0..num_slots as u32).filter(|&slot| !is_placed[slot as usize]);
        let (moved, kept): (Vec<u32>, Vec<u32>) = left.partition(|&slot| moves(slot));
        for slot in kept {
            is_placed[slot as usize] = true;
            order.push(slot);
        }
        let orbits = orbit_sizes(num_slots, &generators);
        let Some(&base) = moved.iter().min_by_key(|&&slot| (orbits[slot as usize], slot)) else { return Some(order) };
        is_placed[base as usize] = true;
        order.push(base);
        // The chain of the group with this base first has the generators of its stabiliser.
        let slots: Vec<u32> = std::iter::once(base).chain((0..num_slots as u32).filter(|&slot| slot != base)).collect();
        let rows: Vec<Row> = generators.iter().map(|row| relabelled(row, &slots)).collect();
        let chain = Chain::generated_by(num_slots, rows.iter().map(|row| &**row)).ok()?;
        work += chain.work();
        if work > MAX_WORK {
            return None;
        }
        let mut back = vec![0; num_slots];
        slots.iter().enumerate().for_each(|(position, &slot)| back[slot as usize] = position as u32);
        let stabiliser = chain.into_levels().skip(1).flat_map(|level| level.generators);
        generators = stabiliser.map(|row| relabelled(&row, &back)).collect();
        generators.sort_unstable();
        generators.dedup();
    }
}

/// A row in terms of the positions of these slots.
fn relabelled(row: &[u32], slots: &[u32]) -> Row {
    let mut position = vec![0; slots.len()];
    slots.iter().enumerate().for_each(|(at, &slot)| position[slot as usize] = at as u32);
    slots.iter().map(|&slot| row[slot as usize]).map(|code| 2 * position[code as usize / 2] + code % 2).collect()
}

/// The size of the orbit of each slot, signs aside.
fn orbit_sizes(num_slots: usize, generators: &[Row]) -> Vec<u32> {
    let mut alike = Alike::new(2 * num_slots);
    generators.iter().for_each(|row| alike.join(row));
    let mut sizes = vec![0; 2 * num_slots];
    (0..num_slots as u32).for_each(|slot| sizes[alike.class(2 * slot) as usize] += 1);
    (0..num_slots as u32).map(|slot| sizes[alike.class(2 * slot) as usize]).collect()
}

/// The value of a literal, as twice its position plus one if it is negated.
pub(crate) fn value(values: &Values, code: u32) -> Option<bool> {
    values[code as usize / 2].map(|value| value != (code % 2 == 1))
}

fn compare(values: &Values, position: usize, code: u32) -> Order {
    match (values[position], value(values, code)) {
        _ if code as usize == 2 * position => Order::AtLeast,
        (Some(false), Some(true)) => Order::Greater,
        (Some(false), _) | (_, Some(true)) => Order::AtLeast,
        _ => Order::Other,
    }
}

/// Literals that elements map to each other.
struct Alike {
    parents: Vec<u32>,
}

impl Alike {
    fn new(num_literals: usize) -> Alike {
        Alike { parents: (0..num_literals as u32).collect() }
    }

    fn class(&self, mut code: u32) -> u32 {
        while self.parents[code as usize] != code {
            code = self.parents[code as usize];
        }
        code
    }

    fn join(&mut self, row: &Row) {
        for code in 0..self.parents.len() as u32 {
            let (one, other) = (self.class(code), self.class(image(row, code)));
            self.parents[one as usize] = other;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gordian_testkit::Random;

    use super::*;

    /// A random signed permutation of the slots that moves few of them.
    fn random_row(random: &mut Random, num_slots: usize, negates: bool) -> Arc<[u32]> {
        let mut row = identity(num_slots);
        for _ in 0..1 + random.below(4) {
            row.swap(random.below(num_slots), random.below(num_slots));
        }
        if negates && random.chance(50) {
            row[random.below(num_slots)] ^= 1;
        }
        row.into()
    }

    fn image_of(values: &Values, row: &[u32]) -> Vec<Option<bool>> {
        row.iter().map(|&code| value(values, code)).collect()
    }

    /// All elements, by applying generators until nothing new comes.
    fn elements(num_slots: usize, generators: &[Row]) -> Vec<Row> {
        let mut all: Vec<Row> = vec![identity(num_slots)];
        let mut next = 0;
        while next < all.len() {
            for generator in generators {
                let product = then(&all[next], generator);
                if !all.contains(&product) {
                    all.push(product);
                }
            }
            next += 1;
        }
        all
    }

    #[test]
    fn ranks_agree_with_all_images() {
        let (mut beaten, mut greatest) = (0, 0);
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let num_slots = 1 + random.below(5);
            let negates = random.chance(40);
            let generators: Vec<Arc<[u32]>> =
                (0..1 + random.below(3)).map(|_| random_row(&mut random, num_slots, negates)).collect();
            let leader = Leader::of(&Action::generated_by(num_slots, generators.clone())).unwrap();
            let rows: Vec<Row> = generators.iter().map(|row| relabelled(row, leader.slots())).collect();
            let elements = elements(num_slots, &rows);
            assert_eq!(leader.order(), elements.len() as u128);
            for bits in 0..1_u32 << num_slots {
                let values: Vec<Option<bool>> = (0..num_slots).map(|slot| Some(bits >> slot & 1 == 1)).collect();
                let images: Vec<Vec<Option<bool>>> = elements.iter().map(|row| image_of(&values, row)).collect();
                let rank = Comparison::new(&leader).rank(&values, &mut || ControlFlow::Continue(())).unwrap();
                if let Rank::Beaten(row) = &rank {
                    assert!(elements.contains(row) && image_of(&values, row) > values);
                    beaten += 1;
                } else {
                    assert!(images.iter().all(|image| *image <= values));
                    let stabiliser = images.iter().filter(|image| **image == values).count() as u128;
                    assert_eq!(rank, Rank::Greatest { stabiliser });
                    greatest += 1;
                }
            }
        }
        assert!(beaten > 1000 && greatest > 1000, "{beaten} {greatest}");
    }

    #[test]
    fn a_part_is_beaten_only_if_all_that_extends_it_is() {
        let mut beaten = 0;
        for seed in 0..300 {
            let mut random = Random::new(seed ^ 0x1eade2);
            let num_slots = 1 + random.below(5);
            let negates = random.chance(40);
            let generators: Vec<Arc<[u32]>> =
                (0..1 + random.below(3)).map(|_| random_row(&mut random, num_slots, negates)).collect();
            let leader = Leader::of(&Action::generated_by(num_slots, generators)).unwrap();
            for _ in 0..30 {
                let part: Vec<Option<bool>> =
                    (0..num_slots).map(|_| random.chance(60).then(|| random.chance(50))).collect();
                let Some(row) = Comparison::new(&leader).beaten_by(&part, 1000) else { continue };
                beaten += 1;
                for bits in 0..1_u32 << num_slots {
                    let full: Vec<Option<bool>> =
                        part.iter().enumerate().map(|(slot, value)| value.or(Some(bits >> slot & 1 == 1))).collect();
                    assert!(image_of(&full, &row) > full, "{part:?} {row:?}");
                }
            }
        }
        assert!(beaten > 500, "{beaten}");
    }

    /// The group of all permutations of twelve slots cannot be listed; the assignment with no true slot is left as it
    /// is by all of them.
    #[test]
    fn large_stabilisers_are_counted_without_listing_them() {
        let cycle: Arc<[u32]> = (0..12).map(|slot| 2 * ((slot + 1) % 12)).collect();
        let swap: Arc<[u32]> =
            (0..12).map(|slot: u32| 2 * [1, 0].get(slot as usize).copied().unwrap_or(slot)).collect();
        let leader = Leader::of(&Action::generated_by(12, vec![cycle, swap])).unwrap();
        let factorial = |number: u128| (1..=number).product::<u128>();
        for num_true in 0..=12 {
            let values: Vec<Option<bool>> = (0..12).map(|slot| Some(slot < num_true)).collect();
            let mut nodes = 0;
            let rank = Comparison::new(&leader).rank(&values, &mut || {
                nodes += 1;
                ControlFlow::Continue(())
            });
            let stabiliser = factorial(num_true as u128) * factorial(12 - num_true as u128);
            assert_eq!(rank, Some(Rank::Greatest { stabiliser }));
            assert!(nodes < 1000, "{nodes}");
        }
    }
}
