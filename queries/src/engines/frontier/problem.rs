//! The rest of an exact cover once all forced options are chosen.

use std::collections::HashMap;

use crate::engines::cover::Cover;

/// An exact cover with items and options numbered anew.
///
/// Invariant: every primary item has two options at least; no two primary items have the same options, and no two
/// secondary ones; every secondary item has two options at least; `items` of an option and `options` of an item are
/// ascending.
pub(super) struct Problem {
    pub(super) items: Vec<Item>,
    pub(super) options: Vec<Vec<u32>>,
    /// The options of the cover that are left, by their new numbers.
    pub(super) names: Vec<u32>,
    /// The options of the cover that are chosen in every solution.
    pub(super) forced: Vec<u32>,
}

pub(super) struct Item {
    pub(super) is_primary: bool,
    pub(super) options: Vec<u32>,
}

impl Problem {
    /// The part of the cover that items with one option leave; `None` if they show that it has no
    /// solution.
    pub(super) fn of(cover: &Cover) -> Option<Problem> {
        let num_items = cover.num_items();
        let num_primary = cover.num_primary;
        let mut active = vec![true; cover.options.len()];
        let mut open = vec![true; num_items];
        let mut left: Vec<u32> = (0..num_items as u32).map(|item| cover.options_of(item).len() as u32).collect();
        let mut queue: Vec<u32> = (0..num_primary as u32).filter(|&item| left[item as usize] <= 1).collect();
        let mut forced = Vec::new();
        let mut next = 0;
        while let Some(&item) = queue.get(next) {
            next += 1;
            if !open[item as usize] {
                continue;
            }
            let mut candidates = cover.options_of(item).iter().copied();
            let option = candidates.find(|&option| active[option as usize])?;
            forced.push(option);
            for &item in cover.items(option) {
                open[item as usize] = false;
                for &other in cover.options_of(item) {
                    if !std::mem::replace(&mut active[other as usize], false) {
                        continue;
                    }
                    for &touched in cover.items(other) {
                        left[touched as usize] -= 1;
                        if (touched as usize) < num_primary && left[touched as usize] <= 1 {
                            queue.push(touched);
                        }
                    }
                }
            }
        }
        if (0..num_primary).any(|item| open[item] && left[item] == 0) {
            return None;
        }
        Some(Problem { forced, ..Problem::renumbered(cover, &active, &open) })
    }

    /// The options of the cover that make up a solution: those that are chosen here and those that are forced.
    pub(super) fn named(&self, chosen: &[u32]) -> impl Iterator<Item = u32> {
        chosen.iter().map(|&option| self.names[option as usize]).chain(self.forced.iter().copied())
    }

    fn renumbered(cover: &Cover, active: &[bool], open: &[bool]) -> Problem {
        let names: Vec<u32> = (0..active.len() as u32).filter(|&option| active[option as usize]).collect();
        let mut number = vec![0; active.len()];
        for (new, &name) in (0..).zip(&names) {
            number[name as usize] = new;
        }
        let mut items: Vec<Item> = Vec::new();
        let mut known: HashMap<(bool, Vec<u32>), ()> = HashMap::new();
        for item in (0..cover.num_items() as u32).filter(|&item| open[item as usize]) {
            let is_primary = (item as usize) < cover.num_primary;
            let left = cover.options_of(item).iter().filter(|&&option| active[option as usize]);
            let options: Vec<u32> = left.map(|&option| number[option as usize]).collect();
            if (is_primary || options.len() > 1) && known.insert((is_primary, options.clone()), ()).is_none() {
                items.push(Item { is_primary, options });
            }
        }
        let mut options = vec![Vec::new(); names.len()];
        for (item, Item { options: row, .. }) in (0..).zip(&items) {
            for &option in row {
                options[option as usize].push(item);
            }
        }
        Problem { items, options, names, forced: Vec::new() }
    }
}
