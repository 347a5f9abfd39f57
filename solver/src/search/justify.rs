//! Naming the antecedents of a clause to the proof.

use std::collections::BinaryHeap;

use gordian_formula::Lit;

use crate::proof::Antecedents;
use crate::search::antecedent::{JUSTIFIED, antecedent};
use crate::store::arena::Arena;
use crate::store::groups::Groups;
use crate::store::marks::Marks;
use crate::store::trail::{Conflict, Reason, Trail};

/// What a clause is to follow from: all literals of an antecedent false, or one of its own true.
#[derive(Clone, Copy)]
pub(crate) enum Origin {
    Conflict(Conflict),
    Implied(Lit),
}

/// Names the reasons that lead from the negated literals of a clause to where it comes from, in the order of the trail. However the clause was found and made shorter, these
/// are the antecedents of a resolution to it.
///
/// `positions` is memory to work in.
pub(crate) fn name_antecedents(
    origin: Origin,
    clause: &[Lit],
    (trail, arena, groups): (&Trail, &Arena, &Groups),
    (marks, positions): (&mut Marks, &mut Vec<u32>),
    antecedents: &mut Antecedents<'_>,
) {
    let mut heap = BinaryHeap::from(std::mem::take(positions));
    heap.clear();
    clause.iter().for_each(|lit| marks.set(lit.var(), JUSTIFIED));
    let mut note = |lit: Lit, heap: &mut BinaryHeap<u32>| {
        if trail.level_of(lit.var()) > 0 && !marks.has(lit.var(), JUSTIFIED) {
            marks.set(lit.var(), JUSTIFIED);
            heap.push(trail.position(lit.var()));
        }
    };
    match origin {
        Origin::Conflict(Conflict::Binary(first, second)) => {
            antecedents.push([first, second].into_iter());
            [first, second].into_iter().for_each(|lit| note(lit, &mut heap));
        }
        Origin::Conflict(Conflict::Long(conflict)) => {
            antecedents.push(arena.lits(conflict).iter().copied());
            arena.lits(conflict).iter().for_each(|&lit| note(lit, &mut heap));
        }
        Origin::Conflict(Conflict::Group(group)) => {
            antecedents.push(groups.members(group).iter().copied());
            groups.members(group).iter().for_each(|&lit| note(lit, &mut heap));
        }
        // Its reason is false with the clause's literals.
        Origin::Implied(lit) => heap.push(trail.position(lit.var())),
    }
    while let Some(position) = heap.pop() {
        let lit = trail.literal(position as usize);
        let reason = trail.reason(lit.var());
        match reason {
            Reason::Decision | Reason::External => {}
            Reason::Unit => antecedents.push([lit].into_iter()),
            Reason::Binary(other) => antecedents.push([lit, other].into_iter()),
            Reason::Long(clause) => antecedents.push(arena.lits(clause).iter().copied()),
            Reason::Group(group) => antecedents.push(groups.members(group).iter().copied()),
        }
        for other in (0..).map_while(|index| antecedent(reason, index, arena, groups)) {
            note(other, &mut heap);
        }
    }
    antecedents.reverse();
    *positions = heap.into_vec();
}
