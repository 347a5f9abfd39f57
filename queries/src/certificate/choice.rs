//! The clause by whose literals a search is split up to symmetry.

use gordian_formula::{Cnf, GroupKind, Lit};

use crate::engines::cover::Cover;
use crate::slots::Slots;
use crate::symmetry::{Action, Pivot};

/// A clause of the formula which the group maps onto itself, and of each orbit of its literals the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    pub(super) lits: Vec<Lit>,
    pub(super) representatives: Vec<Lit>,
}

impl Choice {
    /// The best one among the clauses of visible variables; with a cover only among those that are items of it, whose
    /// options exclude each other. `None` where none helps.
    pub(super) fn best(cnf: &Cnf, slots: &Slots, cover: Option<&Cover>, action: &Action) -> Option<Choice> {
        let slot = |&lit: &Lit| slots.made_true_by(lit);
        let groups = cnf.groups().filter(|group| group.kind == GroupKind::ExactlyOne).map(|group| group.members);
        let mut rows: Vec<Vec<u32>> =
            groups.chain(cnf.clauses()).filter_map(|lits| lits.iter().map(slot).collect()).collect();
        for row in &mut rows {
            row.sort_unstable();
            row.dedup();
        }
        if let Some(cover) = cover {
            let row_of = |item| cover.options_of(item).iter().map(|&option| slot(&cover.options[option as usize]));
            let mut items: Vec<Vec<u32>> =
                (0..cover.num_primary as u32).filter_map(|item| row_of(item).collect()).collect();
            items.iter_mut().for_each(|item| item.sort_unstable());
            items.sort_unstable();
            rows.retain(|row| items.binary_search(row).is_ok());
        }
        let pivot = Pivot::among(rows.into_iter(), action)?;
        let lit = |slot: u32| slots.vars()[slot as usize].positive();
        let representatives: Vec<Lit> = pivot.representatives.iter().map(|first| lit(first.slot)).collect();
        let mut lits = representatives.clone();
        lits.extend(pivot.others.iter().map(|&slot| lit(slot)));
        lits.sort_unstable();
        Some(Choice { lits, representatives })
    }
}
