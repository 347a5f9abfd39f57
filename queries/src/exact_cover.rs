//! All solutions by the exact-cover search.

use std::ops::ControlFlow;

use gordian_formula::Lit;

use crate::collect::Collector;
use crate::cover::{Cover, Covers, search};
use crate::slots::Slots;
use crate::symmetry::{Action, Filter};

/// Brings every exact cover to the collector and returns the number of nodes visited.
///
/// `wanted` tells whether somebody wants to see the solutions; else they are only counted.
///
/// With a symmetry and an item whose options it permutes, the *pivot*, only covers by one option of each orbit on the
/// pivot are searched, and among these the stabiliser of that option is the symmetry that is left: a class holds as
/// many covers by each option of the orbit.
pub(crate) fn run(
    cover: &Cover,
    slots: &Slots,
    symmetry: Option<&Action>,
    wanted: bool,
    collector: &mut Collector<'_>,
) -> u64 {
    let slots_of: Vec<Option<u32>> =
        cover.options.iter().map(|lit| if lit.is_positive() { slots.of(lit.var()) } else { None }).collect();
    let mut part = Part { slots_of: &slots_of, row: Vec::new(), filter: None, weight: 1, wanted, collector };
    let Some(action) = symmetry else {
        return search(cover, &[], &mut part);
    };
    let Some(pivot) = Pivot::of(cover, slots, action) else {
        part.filter = Some(Filter::new(action));
        return search(cover, &[], &mut part);
    };
    let mut nodes = 0;
    for Representative { option, orbit_size, stabiliser } in &pivot.representatives {
        part.filter = Some(Filter::new(stabiliser));
        part.weight = *orbit_size as u128;
        nodes += search(cover, &[*option], &mut part);
        if part.collector.is_stopped() {
            break;
        }
    }
    nodes
}

/// Hands covers on to the collector, as ascending rows of slots.
struct Part<'a, 'b> {
    slots_of: &'a [Option<u32>],
    row: Vec<u32>,
    filter: Option<Filter<'a>>,
    weight: u128,
    wanted: bool,
    collector: &'a mut Collector<'b>,
}

impl Covers for Part<'_, '_> {
    fn cover(&mut self, options: &[u32]) -> ControlFlow<()> {
        if !self.wanted && self.filter.is_none() {
            return self.collector.add(1);
        }
        self.row.clear();
        self.row.extend(options.iter().filter_map(|&option| self.slots_of[option as usize]));
        self.row.sort_unstable();
        self.collector.take(&self.row, None, self.filter.as_mut(), self.weight)
    }

    fn poll(&mut self) -> ControlFlow<()> {
        self.collector.poll()
    }
}

/// A primary item all of whose options the group permutes, by the orbits of the group on them.
struct Pivot {
    representatives: Vec<Representative>,
}

/// One option of an orbit on the pivot.
struct Representative {
    option: u32,
    orbit_size: usize,
    stabiliser: Action,
}

impl Pivot {
    /// The pivot with the fewest orbits; `None` where there is none that helps.
    fn of(cover: &Cover, slots: &Slots, action: &Action) -> Option<Pivot> {
        action.order().filter(|&order| order > 1 && action.is_on_formula())?;
        let best = (0..cover.num_primary as u32)
            .filter_map(|item| Some((orbits(cover, slots, action, item)?, item)))
            .filter(|(orbits, item)| orbits.len() < cover.options_of(*item).len())
            .min_by_key(|(orbits, item)| (orbits.len(), *item))?
            .0;
        let representatives = best
            .into_iter()
            .map(|(option, orbit_size)| {
                let slot = slots.of(cover.options[option as usize].var())?;
                Some(Representative { option, orbit_size, stabiliser: action.stabiliser(slot)? })
            })
            .collect::<Option<_>>()?;
        Some(Pivot { representatives })
    }
}

/// The least option of each orbit of the group on the options of an item, with the size of the orbit; `None` if the
/// group moves an option out of the item, or the item has an option that stands for a negated variable.
fn orbits(cover: &Cover, slots: &Slots, action: &Action, item: u32) -> Option<Vec<(u32, usize)>> {
    let options = cover.options_of(item);
    let position_of = |lit: Lit| options.binary_search_by_key(&lit, |&option| cover.options[option as usize]).ok();
    let mut seen = vec![false; options.len()];
    let mut orbits = Vec::new();
    let mut queue = Vec::new();
    for start in 0..options.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        queue.clear();
        queue.push(start);
        let mut next = 0;
        while next < queue.len() {
            let lit = cover.options[options[queue[next]] as usize];
            let slot = slots.of(lit.var()).filter(|_| lit.is_positive())?;
            for generator in action.generators() {
                let code = generator[slot as usize];
                let image = slots.vars()[code as usize / 2].lit(code % 2 == 0);
                let position = position_of(image)?;
                if !std::mem::replace(&mut seen[position], true) {
                    queue.push(position);
                }
            }
            next += 1;
        }
        orbits.push((options[start], queue.len()));
    }
    Some(orbits)
}
