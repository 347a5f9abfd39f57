//! All solutions by the exact-cover search.

use std::ops::ControlFlow;

use gordian_formula::Lit;

use crate::collect::Collector;
use crate::engines::cover::{Cover, Covers, POLL_INTERVAL, search};
use crate::engines::task::{Found, Task};
use crate::method::Goal;
use crate::slots::Slots;
use crate::symmetry::{Action, Filter, Orbit, Pivot, Representative};
use crate::{Limits, Listener, Progress, QueryError, Refusal, Solution};

/// Words of a matrix that are looked through in the time in which a line of memory is read.
const WORDS_PER_LINE: u64 = 64;
/// Clauses that a cover is tested on in the same time.
const CLAUSES_PER_LINE: u64 = 4;

/// Brings every exact cover that satisfies the clauses beside it to the collector. Solutions that
/// nobody wants to see are only counted.
///
/// # Errors
/// If the formula is not nearly an exact cover.
pub(crate) fn run(task: &Task<'_>, collector: &mut Collector<'_>) -> Result<Found, Refusal> {
    let (cover, clauses) = task.reading.cover_beside_clauses(task.clock())?;
    let wanted = task.goal == Goal::List;
    Ok(Found::nodes(covers(cover, clauses, task.slots(), task.action, wanted, collector)))
}

/// Brings every exact cover to the collector and returns the number of nodes visited.
///
/// A cover that does not satisfy the clauses is passed over. `wanted` tells whether somebody wants
/// to see the solutions; else they are only counted.
///
/// With a symmetry and an item whose options it permutes, the *pivot*, only covers by one option of each orbit on the
/// pivot are searched, and among these the stabiliser of that option is the symmetry that is left: a class holds as
/// many covers by each option of the orbit.
fn covers(
    cover: &Cover,
    clauses: &[Vec<Lit>],
    slots: &Slots,
    symmetry: Option<&Action>,
    wanted: bool,
    collector: &mut Collector<'_>,
) -> u64 {
    let clauses = Clauses::new(clauses, slots);
    let share = Share { before: 0.0, part: 1.0 };
    let mut part = Part { rows: Rows::new(cover, slots), clauses, filter: None, weight: 1, wanted, share, collector };
    let Some(action) = symmetry else {
        return search(cover, &[], &mut part);
    };
    let Some(branches) = branches(cover, &part.rows.slots_of, action) else {
        part.filter = Some(Filter::new(action));
        return search(cover, &[], &mut part);
    };
    part.share.part = 1.0 / branches.len() as f64;
    let mut nodes = 0;
    for Branch { option, orbit_size, stabiliser } in &branches {
        part.filter = Some(Filter::new(stabiliser));
        part.weight = *orbit_size as u128;
        nodes += search(cover, &[*option], &mut part);
        part.share.before += part.share.part;
        if part.collector.is_stopped() {
            break;
        }
    }
    nodes
}

/// Brings every exact cover to the collector by searching one of each class under a symmetry of the formula, of which
/// the others are images. Returns the number of nodes visited.
///
/// # Errors
/// If a class does not have as many images as it has to.
pub(crate) fn run_by_images(
    cover: &Cover,
    slots: &Slots,
    symmetry: &Action,
    limits: &Limits,
    collector: &mut Collector<'_>,
) -> Result<u64, QueryError> {
    let mut images = Images { slots, symmetry, row: Vec::new(), orbit: Orbit::new(), collector };
    let mut of_classes = Collector::new(slots, limits, &mut images, true);
    let nodes = covers(cover, &[], slots, Some(symmetry), true, &mut of_classes);
    let collected = of_classes.finish()?;
    match collected.stop {
        _ if collector.is_stopped() => {}
        Some(stop) => drop(collector.stop(stop)),
        None if collector.count() == collected.count => {}
        None => return Err(QueryError::OrbitArithmetic { orbit_sum: collector.count(), count: collected.count }),
    }
    Ok(nodes)
}

/// Hands on all images of each solution.
struct Images<'a, 'b> {
    slots: &'a Slots,
    symmetry: &'a Action,
    row: Vec<u32>,
    orbit: Orbit,
    collector: &'a mut Collector<'b>,
}

impl Listener for Images<'_, '_> {
    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        self.row.clear();
        self.row.extend(solution.true_vars().iter().filter_map(|&var| self.slots.of(var)));
        if let Err(error) = self.orbit.expand(self.symmetry, &self.row, self.collector.clock()) {
            self.collector.fail(error);
            return ControlFlow::Break(());
        }
        self.orbit.rows().try_for_each(|row| self.collector.take(row, None, None, 1))
    }

    fn progress(&mut self, _progress: &Progress) {
        let _ = self.collector.poll();
    }
}

/// Writes rows of options as ascending rows of the slots that are true.
pub(crate) struct Rows {
    /// The slot that each option makes true, if it does.
    slots_of: Vec<Option<u32>>,
    row: Vec<u32>,
}

impl Rows {
    pub(crate) fn new(cover: &Cover, slots: &Slots) -> Rows {
        Rows { slots_of: cover.slots(slots), row: Vec::new() }
    }

    pub(crate) fn of_options(&mut self, options: &[u32]) -> &[u32] {
        self.row.clear();
        self.row.extend(options.iter().filter_map(|&option| self.slots_of[option as usize]));
        self.row.sort_unstable();
        &self.row
    }
}

/// The part of all of the space that a search has, and the part of those before it.
struct Share {
    before: f64,
    part: f64,
}

/// Hands covers on to the collector.
struct Part<'a, 'b> {
    rows: Rows,
    clauses: Clauses,
    filter: Option<Filter<'a>>,
    weight: u128,
    wanted: bool,
    share: Share,
    collector: &'a mut Collector<'b>,
}

impl Covers for Part<'_, '_> {
    fn cover(&mut self, options: &[u32]) -> ControlFlow<()> {
        if !self.wanted && self.filter.is_none() && self.clauses.is_empty {
            return self.collector.add(1, 1);
        }
        let row = self.rows.of_options(options);
        let (holds, tested) = self.clauses.hold(row);
        self.collector.charge(1 + tested / CLAUSES_PER_LINE)?;
        if !holds {
            return ControlFlow::Continue(());
        }
        self.collector.take(row, None, self.filter.as_mut(), self.weight)
    }

    fn poll(&mut self) -> ControlFlow<()> {
        self.collector.step(POLL_INTERVAL)
    }

    fn has_covered(&mut self, share: f64) {
        self.collector.note(self.share.before + share * self.share.part);
    }

    fn has_touched(&mut self, words: u64) -> ControlFlow<()> {
        self.collector.charge(words / WORDS_PER_LINE)
    }

    fn is_late(&mut self) -> bool {
        self.collector.poll().is_break()
    }
}

/// Clauses over visible variables, as twice the slot of each literal, plus one if it is negative.
struct Clauses {
    /// Those without a negative literal. Every row is tested on them.
    positive: Vec<Vec<u32>>,
    /// Each other one stands at the slot of a negative literal: it holds wherever that slot is false.
    negative: Vec<Vec<Vec<u32>>>,
    /// Whether there is none.
    is_empty: bool,
    values: Vec<bool>,
}

impl Clauses {
    fn new(clauses: &[Vec<Lit>], slots: &Slots) -> Clauses {
        let code = |lit: &Lit| slots.of(lit.var()).map(|slot| 2 * slot + u32::from(lit.is_negative()));
        let mut sorted = Clauses {
            positive: Vec::new(),
            negative: vec![Vec::new(); slots.len()],
            is_empty: clauses.is_empty(),
            values: vec![false; slots.len()],
        };
        for clause in clauses {
            let codes: Vec<u32> = clause.iter().filter_map(code).collect();
            let slots_of_negative = codes.iter().filter(|&code| code % 2 == 1).map(|&code| code as usize / 2);
            match slots_of_negative.min_by_key(|&slot| sorted.negative[slot].len()) {
                Some(slot) => sorted.negative[slot].push(codes),
                None => sorted.positive.push(codes),
            }
        }
        sorted
    }

    /// Whether each holds where the slots of the row are true, and no others; and how many were tested.
    fn hold(&mut self, row: &[u32]) -> (bool, u64) {
        let Clauses { positive, negative, values, .. } = self;
        row.iter().for_each(|&slot| values[slot as usize] = true);
        let mut tested = 0;
        let holds = row.iter().map(|&slot| &negative[slot as usize]).chain([&*positive]).flatten().all(|clause| {
            tested += 1;
            clause.iter().any(|&code| values[code as usize / 2] == (code % 2 == 0))
        });
        row.iter().for_each(|&slot| values[slot as usize] = false);
        (holds, tested)
    }
}

/// A part of the search: the covers by one option, which stand for an orbit of that option.
pub(crate) struct Branch {
    pub(crate) option: u32,
    pub(crate) orbit_size: usize,
    pub(crate) stabiliser: Action,
}

/// The parts into which a pivot splits the search; `None` where there is no pivot, or the group is too large to list.
pub(crate) fn branches(cover: &Cover, slots_of: &[Option<u32>], action: &Action) -> Option<Vec<Branch>> {
    if !action.is_on_formula() {
        return None;
    }
    let members = |item: u32| cover.options_of(item).iter().map(|&option| slots_of[option as usize]).collect();
    let pivot = Pivot::among((0..cover.num_primary as u32).filter_map(members), action)?;
    let branch = |representative: &Representative| {
        let &Representative { slot, orbit_size } = representative;
        let option = slots_of.iter().position(|&other| other == Some(slot))? as u32;
        Some(Branch { option, orbit_size, stabiliser: action.stabiliser(slot)? })
    };
    pivot.representatives.iter().map(branch).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gordian_formula::{ClauseSink, Clock, Cnf, Permutation};
    use gordian_testkit::Random;

    use super::*;
    use crate::Stop;
    use crate::symmetry::SymmetryGroup;

    /// Latin squares of side four, with exchanges of values, of rows and of columns with rows as symmetries.
    fn latin_squares() -> (Cnf, SymmetryGroup) {
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(64);
        let at = |row: usize, column: usize, value: usize| vars[16 * row + 4 * column + value].positive();
        for first in 0..4 {
            for second in 0..4 {
                cnf.add_exactly_one(&[0, 1, 2, 3].map(|value| at(first, second, value)));
                cnf.add_exactly_one(&[0, 1, 2, 3].map(|column| at(first, column, second)));
                cnf.add_exactly_one(&[0, 1, 2, 3].map(|row| at(row, first, second)));
            }
        }
        let of_places = |image: &dyn Fn(usize, usize, usize) -> Lit| {
            let places = (0..64).map(|place| (place / 16, place / 4 % 4, place % 4));
            Permutation::from_images(places.map(|(row, column, value)| image(row, column, value)).collect()).unwrap()
        };
        let exchanged = |value: usize| value ^ usize::from(value < 2);
        let generators = [
            of_places(&|row, column, value| at(row, column, exchanged(value))),
            of_places(&|row, column, value| at((row + 1) % 4, column, value)),
            of_places(&|row, column, value| at(column, row, value)),
        ];
        let group = SymmetryGroup::from_generators(&cnf, &generators, "some").unwrap();
        (cnf, group)
    }

    /// Hears of the part of the tree that is done.
    #[derive(Default)]
    struct Shares(Vec<f64>);

    impl Covers for Shares {
        fn cover(&mut self, _options: &[u32]) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn has_covered(&mut self, share: f64) {
            self.0.push(share);
        }

        fn poll(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn the_share_of_the_tree_that_is_done_grows_from_nothing_to_all() {
        // Rooks, in rows of bits; and beside a chain of equal variables, which is too long for these.
        for length in [0, 300] {
            let (side, mut cnf) = (8, Cnf::new());
            let board = cnf.new_vars(side * side);
            for line in 0..side {
                cnf.add_exactly_one(&(0..side).map(|at| board[line * side + at].positive()).collect::<Vec<Lit>>());
                cnf.add_exactly_one(&(0..side).map(|at| board[at * side + line].positive()).collect::<Vec<Lit>>());
            }
            // Each of them is the negation of the next.
            for pair in cnf.new_vars(2 * length).windows(2) {
                cnf.add_exactly_one(&[pair[0].positive(), pair[1].positive()]);
            }
            let cover = Cover::of(&cnf, &Slots::of_formula(&cnf), &Clock::unlimited()).unwrap();
            let mut shares = Shares::default();
            let nodes = search(&cover, &[], &mut shares);
            let Shares(shares) = shares;
            assert!(shares.len() > 5 && shares.is_sorted(), "{shares:?}");
            for (at, share) in (1..).zip(&shares) {
                let done = (at * POLL_INTERVAL) as f64 / nodes as f64;
                assert!((share - done).abs() < 0.02, "{share} of {done}");
            }
        }
    }

    #[test]
    fn rows_are_tested_on_the_clauses_that_they_may_violate() {
        let mut random = Random::new(5);
        let (mut num_tested, mut num_all) = (0, 0);
        for _ in 0..200 {
            let mut cnf = Cnf::new();
            let vars = cnf.new_vars(8);
            let clauses: Vec<Vec<Lit>> = (0..1 + random.below(12))
                .map(|_| (0..random.between(1, 3)).map(|_| vars[random.below(8)].lit(random.chance(30))).collect())
                .collect();
            let mut sorted = Clauses::new(&clauses, &Slots::of_formula(&cnf));
            for bits in 0..1_u32 << 8 {
                let is_true = |lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
                let row: Vec<u32> = (0..8).filter(|slot| bits >> slot & 1 == 1).collect();
                let (holds, tested) = sorted.hold(&row);
                assert_eq!(holds, clauses.iter().all(|clause| clause.iter().any(is_true)), "{clauses:?} {row:?}");
                num_tested += tested;
                num_all += clauses.len() as u64;
            }
        }
        assert!(0 < num_tested && 2 * num_tested < num_all, "{num_tested} of {num_all}");
    }

    #[test]
    fn images_of_one_of_each_class_are_all_solutions() {
        let (cnf, group) = latin_squares();
        let slots = Slots::of_formula(&cnf);
        let cover = Cover::of(&cnf, &slots, &Clock::unlimited()).unwrap();
        let listed = |by_images: bool, most: usize| {
            let (limits, mut rows, mut taken) = (Limits::none(), BTreeSet::new(), 0);
            let mut take = |solution: &Solution<'_>| {
                taken += 1;
                assert!(rows.insert(solution.true_vars().to_vec()), "twice");
                if taken == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut collector = Collector::new(&slots, &limits, &mut take, false);
            match by_images {
                true => drop(run_by_images(&cover, &slots, group.action(), &limits, &mut collector).unwrap()),
                false => drop(covers(&cover, &[], &slots, None, true, &mut collector)),
            }
            let stop = collector.finish().unwrap().stop;
            (rows, stop)
        };
        let (rows, stop) = listed(true, usize::MAX);
        assert_eq!((rows.len(), stop), (576, None));
        assert_eq!(rows, listed(false, usize::MAX).0);
        let (some, stop) = listed(true, 101);
        assert_eq!((some.len(), stop), (101, Some(Stop::Listener)));
    }
}
