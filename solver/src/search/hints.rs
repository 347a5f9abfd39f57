//! Naming the hints of a clause to the proof: its antecedents.

use gordian_formula::Lit;

use crate::engine::Resolution;
use crate::proof::Chain;
use crate::search::antecedent::{NAMED, antecedents};
use crate::store::arena::Arena;
use crate::store::groups::Groups;
use crate::store::marks::Marks;
use crate::store::positions::Positions;
use crate::store::trail::{Conflict, Reason, Trail};

/// The source of a clause: the conflict or the implied literal from which it follows.
#[derive(Clone, Copy)]
pub(crate) enum Origin {
    Conflict(Conflict),
    Implied(Lit),
}

/// Names the reasons that lead from the negated literals of a clause to its origin, the last first,
/// and the unit clauses of their literals at level zero. However the clause was found and made
/// shorter, these are the antecedents of a resolution to it.
///
/// `positions` is memory to work in, and empty.
pub(crate) fn name_antecedents(
    origin: Origin,
    clause: &[Lit],
    (trail, arena, groups): (&Trail, &mut Arena, &Groups),
    (marks, positions): (&mut Marks, &mut Positions),
    chain: &mut Chain<'_>,
) {
    let mut naming = Naming::of(clause, (trail, arena, groups), (marks, positions), chain);
    match origin {
        Origin::Conflict(conflict) => naming.begin(conflict, Naming::note),
        // Its reason is false with the clause's literals.
        Origin::Implied(lit) => naming.positions.insert(trail.position(lit.var())),
    }
    naming.finish();
}

/// Like [`name_antecedents`], for a clause that conflict analysis learned: its resolution steps are
/// known and need not be looked for.
pub(crate) fn name_resolution(
    (conflict, resolution): (Conflict, &Resolution),
    clause: &[Lit],
    (trail, arena, groups): (&Trail, &mut Arena, &Groups),
    (marks, positions): (&mut Marks, &mut Positions),
    chain: &mut Chain<'_>,
) {
    let mut naming = Naming::of(clause, (trail, arena, groups), (marks, positions), chain);
    naming.begin(conflict, |_, _| ());
    for &(place, identifier) in &resolution.steps {
        match identifier {
            0 => _ = naming.push_reason(place),
            _ => naming.chain.push(identifier),
        }
    }
    resolution.roots.iter().for_each(|&var| naming.note(var.positive()));
    resolution.removed.iter().for_each(|&lit| naming.note(lit));
    naming.finish();
}

struct Naming<'a, 'c> {
    trail: &'a Trail,
    arena: &'a mut Arena,
    groups: &'a Groups,
    /// The variables that need no further reason.
    marks: &'a mut Marks,
    /// The positions of the literals whose reasons are to be named.
    positions: &'a mut Positions,
    chain: &'a mut Chain<'c>,
}

impl<'a, 'c> Naming<'a, 'c> {
    fn of(
        clause: &[Lit],
        (trail, arena, groups): (&'a Trail, &'a mut Arena, &'a Groups),
        (marks, positions): (&'a mut Marks, &'a mut Positions),
        chain: &'a mut Chain<'c>,
    ) -> Naming<'a, 'c> {
        clause.iter().for_each(|lit| marks.set(lit.var(), NAMED));
        Naming { trail, arena, groups, marks, positions, chain }
    }

    /// A false literal is to have a reason.
    #[inline]
    fn note(&mut self, lit: Lit) {
        let var = lit.var();
        if self.marks.has(var, NAMED) {
            return;
        }
        self.marks.set(var, NAMED);
        if self.trail.level_of(var) > 0 {
            self.positions.insert(self.trail.position(var));
        } else {
            self.chain.push_unit(var);
        }
    }

    /// Names the conflict; `note` is called for its literals.
    fn begin(&mut self, conflict: Conflict, note: impl Fn(&mut Self, Lit)) {
        match conflict {
            Conflict::Binary(first, second) => {
                self.chain.push_pair(first, second);
                [first, second].into_iter().for_each(|lit| note(self, lit));
            }
            Conflict::Long(clause) => {
                self.chain.push_clause(self.arena, clause);
                (0..self.arena.lits(clause).len()).for_each(|index| note(self, self.arena.lits(clause)[index]));
            }
            Conflict::Group(group) => {
                self.chain.push(self.chain.identify(self.groups.members(group).iter().copied()));
                self.groups.members(group).iter().for_each(|&lit| note(self, lit));
            }
        }
    }

    /// Names the reason of the literal at a place of the trail.
    #[inline]
    fn push_reason(&mut self, place: u32) -> Reason {
        let lit = self.trail.literal(place as usize);
        let reason = self.trail.reason(lit.var());
        match reason {
            // Nothing is known of where it comes from.
            Reason::Decision | Reason::External => self.chain.push(0),
            Reason::Unit => self.chain.push_unit(lit.var()),
            Reason::Binary(other) => self.chain.push_pair(lit, other),
            Reason::Long(clause) => self.chain.push_clause(self.arena, clause),
            Reason::Group(group) => {
                self.chain.push(self.chain.identify(self.groups.members(group).iter().copied()));
            }
        }
        reason
    }

    /// Names the reasons of the noted literals, and the reasons of the literals in these.
    fn finish(mut self) {
        while let Some(position) = self.positions.pop() {
            let reason = self.push_reason(position);
            for index in 0.. {
                let Some(&other) = antecedents(&reason, self.arena, self.groups).get(index) else { break };
                self.note(other);
            }
        }
    }
}
