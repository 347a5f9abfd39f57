//! Naming the antecedents of a clause to the proof.

use gordian_formula::Lit;

use crate::proof::Chain;
use crate::search::antecedent::{JUSTIFIED, antecedent};
use crate::store::arena::Arena;
use crate::store::groups::Groups;
use crate::store::marks::Marks;
use crate::store::positions::Positions;
use crate::store::trail::{Conflict, Reason, Trail};

/// What a clause is to follow from: all literals of an antecedent false, or one of its own true.
#[derive(Clone, Copy)]
pub(crate) enum Origin {
    Conflict(Conflict),
    Implied(Lit),
}

/// Names the reasons that lead from the negated literals of a clause to where it comes from, the last first, and the unit clauses of what they say at level zero. However the clause
/// was found and made shorter, these are the antecedents of a resolution to it.
///
/// `positions` is memory to work in, and empty.
pub(crate) fn name_antecedents(
    origin: Origin,
    clause: &[Lit],
    (trail, arena, groups): (&Trail, &mut Arena, &Groups),
    (marks, positions): (&mut Marks, &mut Positions),
    chain: &mut Chain<'_>,
) {
    clause.iter().for_each(|lit| marks.set(lit.var(), JUSTIFIED));
    let mut note = |lit: Lit, positions: &mut Positions, chain: &mut Chain<'_>| {
        let var = lit.var();
        if marks.has(var, JUSTIFIED) {
            return;
        }
        marks.set(var, JUSTIFIED);
        if trail.level_of(var) > 0 {
            positions.insert(trail.position(var));
        } else {
            chain.push_unit(var);
        }
    };
    let push_long = |clause, arena: &mut Arena, chain: &mut Chain<'_>| {
        let mut identifier = arena.identifier(clause);
        if identifier == 0 {
            identifier = chain.identify(arena.lits(clause).iter().copied());
            arena.note_identifier(clause, identifier);
        }
        chain.push(identifier);
    };
    match origin {
        Origin::Conflict(Conflict::Binary(first, second)) => {
            chain.push(chain.identify([first, second].into_iter()));
            [first, second].into_iter().for_each(|lit| note(lit, positions, chain));
        }
        Origin::Conflict(Conflict::Long(conflict)) => {
            push_long(conflict, arena, chain);
            arena.lits(conflict).iter().for_each(|&lit| note(lit, positions, chain));
        }
        Origin::Conflict(Conflict::Group(group)) => {
            chain.push(chain.identify(groups.members(group).iter().copied()));
            groups.members(group).iter().for_each(|&lit| note(lit, positions, chain));
        }
        // Its reason is false with the clause's literals.
        Origin::Implied(lit) => positions.insert(trail.position(lit.var())),
    }
    while let Some(position) = positions.pop() {
        let lit = trail.literal(position as usize);
        let reason = trail.reason(lit.var());
        match reason {
            // Nothing is known of where it comes from.
            Reason::Decision | Reason::External => chain.push(0),
            Reason::Unit => chain.push_unit(lit.var()),
            Reason::Binary(other) => chain.push(chain.identify([lit, other].into_iter())),
            Reason::Long(clause) => push_long(clause, arena, chain),
            Reason::Group(group) => chain.push(chain.identify(groups.members(group).iter().copied())),
        }
        for other in (0..).map_while(|index| antecedent(reason, index, arena, groups)) {
            note(other, positions, chain);
        }
    }
}
