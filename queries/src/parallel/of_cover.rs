//! The covers of an exact-cover problem as a space.

use std::ops::ControlFlow;

use gordian_formula::{Clock, Lit};

use super::cube::{Cube, Tally};
use super::patience::Patience;
use super::space::{Explored, Space};
use crate::engines::cover::{Cover, Covers, search};
use crate::engines::exact_cover::{Branch, branches};
use crate::slots::Slots;
use crate::symmetry::{Action, Filter};
use crate::{Engine, QueryError};

/// Nodes that the search visits between two calls of its listener, at least.
const NODES_A_POLL: u64 = 1 << 12;

/// The covers of a problem; with a symmetry, those that hold the first option of each orbit on a pivot.
pub(super) struct CoverSpace<'a> {
    cover: &'a Cover,
    slots_of: Vec<Option<u32>>,
    symmetry: Option<&'a Action>,
    branches: Option<Vec<Branch>>,
}

impl<'a> CoverSpace<'a> {
    pub(super) fn new(cover: &'a Cover, slots: &Slots, symmetry: Option<&'a Action>) -> CoverSpace<'a> {
        let slots_of = cover.slots(slots);
        let branches = symmetry.and_then(|action| branches(cover, &slots_of, action));
        CoverSpace { cover, slots_of, symmetry, branches }
    }

    fn options(&self, lits: &[Lit]) -> Vec<u32> {
        lits.iter().filter_map(|lit| self.cover.options.binary_search(lit).ok()).map(|option| option as u32).collect()
    }
}

impl Space for CoverSpace<'_> {
    fn roots(&self) -> Vec<Cube> {
        let Some(branches) = &self.branches else {
            return vec![Cube { root: 0, lits: Vec::new(), share: 1.0 }];
        };
        let share = 1.0 / branches.len() as f64;
        let root = |(root, branch): (usize, &Branch)| Cube {
            root,
            lits: vec![self.cover.options[branch.option as usize]],
            share,
        };
        branches.iter().enumerate().map(root).collect()
    }

    /// The options left to the tightest item.
    fn split(&self, cube: &Cube) -> Option<Vec<Lit>> {
        let cover = self.cover;
        let mut is_active = vec![true; cover.options.len()];
        let mut is_open = vec![true; cover.num_items()];
        let mut agenda = self.options(&cube.lits);
        loop {
            for option in agenda.drain(..) {
                for &item in cover.items(option) {
                    is_open[item as usize] = false;
                    for &other in cover.options_of(item) {
                        is_active[other as usize] = false;
                    }
                }
            }
            let open = (0..cover.num_primary as u32).filter(|&item| is_open[item as usize]);
            let active =
                |item: u32| cover.options_of(item).iter().copied().filter(|&option| is_active[option as usize]);
            let item = open.min_by_key(|&item| active(item).count())?;
            let options: Vec<u32> = active(item).collect();
            match options[..] {
                [] => return None,
                [option] => agenda.push(option),
                _ => return Some(options.iter().map(|&option| cover.options[option as usize]).collect()),
            }
        }
    }

    /// The one way that there is.
    fn engine(&self) -> Engine {
        Engine::ExactCover
    }

    fn explore(&self, cube: &Cube, patience: &Patience) -> Result<Explored, QueryError> {
        let branch = self.branches.as_ref().map(|branches| &branches[cube.root]);
        let action = branch.map(|branch| &branch.stabiliser).or(self.symmetry);
        let mut part = Part {
            slots_of: &self.slots_of,
            row: Vec::new(),
            filter: action.map(Filter::new),
            weight: branch.map_or(1, |branch| branch.orbit_size as u128),
            count: 0,
            tally: Tally::default(),
            patience,
            polls: 0,
            is_whole: true,
            error: None,
        };
        let nodes = search(self.cover, &self.options(&cube.lits), &mut part);
        match part.error {
            Some(error) => Err(error),
            None => {
                Ok(Explored { tally: Tally { count: part.count.into(), nodes, ..part.tally }, is_whole: part.is_whole })
            }
        }
    }
}

/// Counts the covers of a cube.
struct Part<'a> {
    slots_of: &'a [Option<u32>],
    row: Vec<u32>,
    filter: Option<Filter<'a>>,
    weight: u128,
    count: u128,
    tally: Tally,
    patience: &'a Patience,
    polls: u64,
    is_whole: bool,
    error: Option<QueryError>,
}

impl Covers for Part<'_> {
    fn cover(&mut self, options: &[u32]) -> ControlFlow<()> {
        self.count += self.weight;
        // Groups that are counted in parts are small, so testing each solution by itself is fast.
        let Some(filter) = &mut self.filter else { return ControlFlow::Continue(()) };
        self.row.clear();
        self.row.extend(options.iter().filter_map(|&option| self.slots_of[option as usize]));
        self.row.sort_unstable();
        match filter.orbit_size(&self.row, &Clock::unlimited()) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(size)) => {
                self.tally.orbits += 1;
                self.tally.orbit_sum += size * self.weight;
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn is_late(&mut self) -> bool {
        self.is_whole &= !self.patience.is_stopped();
        !self.is_whole
    }

    fn poll(&mut self) -> ControlFlow<()> {
        self.polls += 1;
        let is_long = self.patience.nodes.is_some_and(|nodes| (self.polls - 1) * NODES_A_POLL > nodes);
        if is_long || self.patience.is_stopped() {
            self.is_whole = false;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
