//! A symmetry group of a formula, as it acts on the visible variables.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use gordian_formula::{ClauseSink, Clock, Cnf, Permutation};

use super::chain::{self, Chain};
use super::cycles::write_cycles;
use super::{SymmetryError, detect};
use crate::GroupName;
use crate::slots::Slots;

/// Up to this many elements, a group is listed.
const MAX_ELEMENTS: u128 = 1 << 17;
/// The work that looking for symmetries may take, and where nobody asked for them.
const MAX_WORK: u64 = 1 << 30;
const QUICK_WORK: u64 = 1 << 25;
/// Work in the time of a step of a search, 25 ns.
const WORK_PER_STEP: u64 = 2;
/// Up to this much memory for the list, in entries of permutations.
const MAX_CELLS: u128 = 1 << 26;

/// A symmetry group of a formula: permutations of its literals that map the formula onto itself.
///
/// Each generator was verified on the formula that the group was made for. The action of the group
/// on hidden variables is forgotten afterwards: its elements are told apart by their action on the
/// visible ones.
#[derive(Clone, Debug)]
pub struct SymmetryGroup {
    name: String,
    slots: Slots,
    /// The given generators, without those that leave all visible variables in place.
    generators: Vec<Permutation>,
    action: Action,
}

/// The action of a group on the visible variables, in terms of their slots.
///
/// A permutation is a row with one entry a slot: twice the slot of the image, plus one if it is negated.
/// Invariant: every row permutes the slots.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    num_slots: usize,
    generators: Vec<Arc<[u32]>>,
    order: Option<u128>,
    chain_work: usize,
    /// The rows of all elements, end to end, the identity first and each once; listed when they are asked for first,
    /// since they take much more memory than all else.
    cells: Arc<OnceLock<Option<Box<[u32]>>>>,
    negates: bool,
    /// Whether every element was verified to map the formula onto itself.
    on_formula: bool,
}

impl SymmetryGroup {
    /// The group that these permutations generate, each of which is verified to map the formula onto itself.
    ///
    /// # Errors
    /// If one is not a symmetry of the formula.
    pub fn from_generators(
        cnf: &Cnf,
        generators: &[Permutation],
        name: impl Into<String>,
    ) -> Result<SymmetryGroup, SymmetryError> {
        SymmetryGroup::from_generators_within(cnf, generators, name, &Clock::unlimited())
    }

    /// Like [`SymmetryGroup::from_generators`], until the clock is over.
    ///
    /// # Errors
    /// If one is not a symmetry of the formula; [`SymmetryError::Stopped`] if the time was over first.
    pub fn from_generators_within(
        cnf: &Cnf,
        generators: &[Permutation],
        name: impl Into<String>,
        clock: &Clock,
    ) -> Result<SymmetryGroup, SymmetryError> {
        for (index, generator) in generators.iter().enumerate() {
            if !is_symmetric(cnf, generator, clock)? {
                return Err(SymmetryError::NotASymmetry { generator: index });
            }
        }
        Ok(SymmetryGroup::of_verified(cnf, generators, name.into()))
    }

    /// The group that these permutations generate, which the caller has verified: each maps the set of solutions onto
    /// itself. So do the symmetries of a rule whose encoding has hidden variables and is less symmetric than the rule.
    ///
    /// This function checks only that visible variables go to visible ones. A query then checks
    /// each image of a solution that it counts: an image that is no solution is an error. Sums over
    /// the group count solutions without going through them; for these, the query checks the images
    /// of some solutions.
    ///
    /// # Errors
    /// If one maps a visible variable to a hidden one.
    pub fn from_verified(
        cnf: &Cnf,
        generators: &[Permutation],
        name: impl Into<String>,
    ) -> Result<SymmetryGroup, SymmetryError> {
        let slots = Slots::of_formula(cnf);
        match generators.iter().position(|generator| !stays_visible(&slots, generator)) {
            Some(generator) => Err(SymmetryError::NotASymmetry { generator }),
            None => {
                let mut group = SymmetryGroup::of_verified(cnf, generators, name.into());
                group.action.on_formula = false;
                Ok(group)
            }
        }
    }

    /// The group of all symmetries of the formula that can be found, each of which is verified on
    /// it. It is named `found`, or `partly-found` where it was too much work to find all. Variables
    /// that stand in no constraint are left in place.
    ///
    /// With the feature `nauty`, Traces continues if there is too much work; its time is not
    /// bounded.
    pub fn detect(cnf: &Cnf) -> SymmetryGroup {
        let found = SymmetryGroup::detect_within(cnf, &Clock::unlimited());
        found.unwrap_or_else(|| SymmetryGroup::of_verified(cnf, &[], "partly-found".to_owned()))
    }

    /// Like [`SymmetryGroup::detect`], until the clock is over; `None` if the clock was over first.
    pub fn detect_within(cnf: &Cnf, clock: &Clock) -> Option<SymmetryGroup> {
        let found = detect::generators(cnf, MAX_WORK, clock, &mut |_| false)?;
        #[cfg(feature = "nauty")]
        let found = if found.1 { found } else { (detect::generators_by_traces(cnf), true) };
        let (mut generators, is_complete) = found;
        let number = generators.len();
        keep_symmetries(cnf, &mut generators, clock)?;
        let name = if is_complete && generators.len() == number { "found" } else { "partly-found" };
        Some(SymmetryGroup::of_verified(cnf, &generators, name.to_owned()))
    }

    /// A group of symmetries of the formula, if one is found in a moment; none where it is known to
    /// be too large to be listed. `Break` if `is_over`, which hears of the steps, or the clock broke it off.
    pub(crate) fn detect_small(
        cnf: &Cnf,
        clock: &Clock,
        is_over: &mut dyn FnMut(u64) -> bool,
    ) -> ControlFlow<(), Option<SymmetryGroup>> {
        let is_over = &mut |work| is_over(work / WORK_PER_STEP);
        let Some((mut generators, _)) = detect::generators(cnf, QUICK_WORK, clock, is_over) else {
            return ControlFlow::Break(());
        };
        // With each of them the group is at least twice as large.
        if generators.is_empty() || 1u128 << generators.len().min(127) > MAX_ELEMENTS {
            return ControlFlow::Continue(None);
        }
        match keep_symmetries(cnf, &mut generators, clock) {
            Some(()) => ControlFlow::Continue(Some(SymmetryGroup::of_verified(cnf, &generators, "found".to_owned()))),
            None => ControlFlow::Break(()),
        }
    }

    /// Reads generators, one a line in cycle notation over DIMACS literals, as in `(1 2 3)(4 -5)`. Empty lines, and
    /// lines that start with `c` or `#`, are passed over.
    ///
    /// # Errors
    /// If a line is not of this form, or its permutation is not a symmetry of the formula.
    pub fn read(cnf: &Cnf, text: &str, name: impl Into<String>) -> Result<SymmetryGroup, SymmetryError> {
        SymmetryGroup::read_within(cnf, text, name, &Clock::unlimited())
    }

    /// Like [`SymmetryGroup::read`], until the clock is over.
    ///
    /// # Errors
    /// Those of [`SymmetryGroup::read`], and [`SymmetryError::Stopped`] if the time was over first.
    pub fn read_within(
        cnf: &Cnf,
        text: &str,
        name: impl Into<String>,
        clock: &Clock,
    ) -> Result<SymmetryGroup, SymmetryError> {
        let generators = read_generators(cnf, text, clock, |generator| is_symmetric(cnf, generator, clock))?;
        Ok(SymmetryGroup::of_verified(cnf, &generators, name.into()))
    }

    /// Reads generators as [`SymmetryGroup::read_within`] does, but of a group that is taken on trust,
    /// as by [`SymmetryGroup::from_verified`].
    ///
    /// # Errors
    /// If a line is not of this form, or maps a visible variable to a hidden one;
    /// [`SymmetryError::Stopped`] if the time was over first.
    pub fn read_verified_within(
        cnf: &Cnf,
        text: &str,
        name: impl Into<String>,
        clock: &Clock,
    ) -> Result<SymmetryGroup, SymmetryError> {
        let slots = Slots::of_formula(cnf);
        let generators = read_generators(cnf, text, clock, |generator| Ok(stays_visible(&slots, generator)))?;
        SymmetryGroup::from_verified(cnf, &generators, name)
    }

    fn of_verified(cnf: &Cnf, generators: &[Permutation], name: String) -> SymmetryGroup {
        let slots = Slots::of_formula(cnf);
        let restrict = |generator: &Permutation| -> Arc<[u32]> {
            slots
                .vars()
                .iter()
                .map(|var| {
                    let image = generator.image(var.positive());
                    let slot = slots.of(image.var()).expect("a symmetry maps visible variables to visible ones");
                    2 * slot + u32::from(image.is_negative())
                })
                .collect()
        };
        let moving = generators.iter().map(|generator| (generator, restrict(generator)));
        let (generators, rows): (Vec<Permutation>, Vec<Arc<[u32]>>) =
            moving.filter(|(_, row)| !is_identity(row)).map(|(generator, row)| (generator.clone(), row)).unzip();
        SymmetryGroup { name, generators, action: Action::generated_by(slots.len(), rows), slots }
    }

    /// The name that it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of elements, told apart by their action on visible variables; `None` if finding
    /// it was too much work.
    pub fn order(&self) -> Option<u128> {
        self.action.order()
    }

    /// Name and order.
    pub fn summary(&self) -> GroupName {
        GroupName { name: self.name.clone(), order: self.order() }
    }

    /// Writes the generators in cycle notation, as [`SymmetryGroup::read`] reads them.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write_cycles(&self.generators, out)
    }

    /// The generators, in the order of those of the action.
    pub(crate) fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    pub(crate) fn action(&self) -> &Action {
        &self.action
    }

    /// Whether it was made for these visible variables.
    pub(crate) fn acts_on(&self, slots: &Slots) -> bool {
        self.slots == *slots
    }
}

impl Action {
    pub(super) fn generated_by(num_slots: usize, generators: Vec<Arc<[u32]>>) -> Action {
        let negates = generators.iter().any(|row| row.iter().any(|code| code % 2 == 1));
        let chain = chain(num_slots, &generators);
        let order = chain.as_ref().and_then(Chain::order);
        let chain_work = chain.map_or(chain::MAX_WORK, |chain| chain.work());
        Action { num_slots, generators, order, chain_work, cells: Arc::default(), negates, on_formula: true }
    }

    pub(crate) fn order(&self) -> Option<u128> {
        self.order
    }

    pub(crate) fn num_slots(&self) -> usize {
        self.num_slots
    }

    /// The entries of permutations that were computed for a chain of stabilisers.
    pub(crate) fn chain_work(&self) -> u64 {
        self.chain_work as u64
    }

    /// The number of elements, where they are few enough to be listed.
    pub(crate) fn num_listed(&self) -> Option<usize> {
        let are_few = |&order: &u128| order <= MAX_ELEMENTS && order * self.num_slots as u128 <= MAX_CELLS;
        self.order.filter(are_few).map(|order| order as usize)
    }

    /// The elements, the identity first, where they are few enough to be listed.
    pub(crate) fn elements(&self) -> Option<impl ExactSizeIterator<Item = &[u32]> + Clone> {
        let number = self.num_listed()?;
        let list = || chain(self.num_slots, &self.generators).map(|chain| chain.elements().into());
        let cells = self.cells.get_or_init(list).as_ref()?;
        Some((0..number).map(|row| &cells[row * self.num_slots..][..self.num_slots]))
    }

    pub(crate) fn generators(&self) -> &[Arc<[u32]>] {
        &self.generators
    }

    /// Whether some element maps a variable to a negated one.
    pub(crate) fn negates(&self) -> bool {
        self.negates
    }

    /// Whether the images of a solution are known to be solutions.
    pub(crate) fn is_on_formula(&self) -> bool {
        self.on_formula
    }

    /// The elements that leave the positive literal of this slot in place; `None` where they are not listed.
    pub(crate) fn stabiliser(&self, slot: u32) -> Option<Action> {
        let elements: Vec<&[u32]> = self.elements()?.filter(|row| row[slot as usize] == 2 * slot).collect();
        Some(Action {
            num_slots: self.num_slots,
            generators: Chain::independent(self.num_slots, elements.iter().copied()).ok()?,
            order: Some(elements.len() as u128),
            chain_work: self.chain_work,
            cells: Arc::new(Some(elements.concat().into()).into()),
            negates: self.negates,
            on_formula: self.on_formula,
        })
    }
}

/// The chain of stabilisers of the group that these rows generate, unless that is too much work.
fn chain(num_slots: usize, generators: &[Arc<[u32]>]) -> Option<Chain> {
    Chain::generated_by(num_slots, generators.iter().map(|row| &**row)).ok()
}

/// The permutations of a text, one a line, each of which this has to hold for.
fn read_generators(
    cnf: &Cnf,
    text: &str,
    clock: &Clock,
    holds: impl Fn(&Permutation) -> Result<bool, SymmetryError>,
) -> Result<Vec<Permutation>, SymmetryError> {
    let mut generators = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        if clock.is_over() {
            return Err(SymmetryError::Stopped);
        }
        let content = content.trim();
        if content.is_empty() || content.starts_with(['c', '#']) {
            continue;
        }
        let generator =
            Permutation::parse(content, cnf.num_vars()).map_err(|error| SymmetryError::Syntax { line, error })?;
        if !holds(&generator)? {
            return Err(SymmetryError::NotASymmetryOnLine { line });
        }
        generators.push(generator);
    }
    Ok(generators)
}

fn is_symmetric(cnf: &Cnf, generator: &Permutation, clock: &Clock) -> Result<bool, SymmetryError> {
    cnf.is_symmetric_within(generator, clock).ok_or(SymmetryError::Stopped)
}

/// Leaves out permutations that are no symmetries of the formula; `None` if the time was over
/// before that was known.
fn keep_symmetries(cnf: &Cnf, generators: &mut Vec<Permutation>, clock: &Clock) -> Option<()> {
    let judged: Option<Vec<bool>> =
        generators.iter().map(|generator| cnf.is_symmetric_within(generator, clock)).collect();
    let mut is_kept = judged?.into_iter();
    generators.retain(|_| is_kept.next() == Some(true));
    Some(())
}

fn stays_visible(slots: &Slots, generator: &Permutation) -> bool {
    slots.vars().iter().all(|var| slots.of(generator.image(var.positive()).var()).is_some())
}

fn is_identity(row: &[u32]) -> bool {
    row.iter().enumerate().all(|(slot, &code)| code as usize == 2 * slot)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gordian_testkit::{Random, parity};

    use super::*;

    #[test]
    fn looking_for_a_small_group_tells_its_steps_and_can_be_broken_off() {
        // Sums of three variables each, which look alike for long.
        let mut random = Random::new(7);
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(200);
        for _ in 0..185 {
            let order = random.order(vars.len());
            let lits = [0, 1, 2].map(|at| vars[order[at]].positive());
            parity(&lits, random.chance(50)).for_each(|clause| cnf.add_clause(&clause));
        }
        let mut told = Vec::new();
        let is_over = &mut |steps| {
            told.push(steps);
            false
        };
        assert!(SymmetryGroup::detect_small(&cnf, &Clock::unlimited(), is_over).is_continue());
        assert!(told.len() > 20 && told.is_sorted(), "{told:?}");
        assert!(told.windows(2).all(|two| two[1] - two[0] < 1 << 18), "{told:?}");
        let is_over = &mut |steps| steps >= told[told.len() / 2];
        assert!(SymmetryGroup::detect_small(&cnf, &Clock::unlimited(), is_over).is_break());
    }

    #[test]
    fn elements_are_listed_when_they_are_asked_for() {
        // All permutations of six slots, by a swap and a cycle.
        let generators = [[1, 0, 2, 3, 4, 5], [1, 2, 3, 4, 5, 0]].map(|images| images.map(|slot| 2 * slot).into());
        let action = Action::generated_by(6, generators.into());
        let shared = action.clone();
        assert_eq!((action.order(), action.num_listed()), (Some(720), Some(720)));
        assert!(action.cells.get().is_none());
        let elements: Vec<&[u32]> = action.elements().unwrap().collect();
        assert!(is_identity(elements[0]));
        assert_eq!((elements.len(), elements.iter().collect::<BTreeSet<_>>().len()), (720, 720));
        assert!(shared.cells.get().is_some());
        let stabiliser = action.stabiliser(3).unwrap();
        assert_eq!((stabiliser.order(), stabiliser.num_listed()), (Some(120), Some(120)));
        let fixing: BTreeSet<&[u32]> = elements.into_iter().filter(|row| row[3] == 6).collect();
        assert_eq!(stabiliser.elements().unwrap().collect::<BTreeSet<_>>(), fixing);
    }
}
