//! Finds the decisions of a model that do not matter.

use gordian_formula::Lit;

use crate::engine::Engine;
use crate::store::lists::Lists;
use crate::store::rows::Rows;

/// Models of which at least this share has a decision that does not matter are looked at, after the first ones.
const SHARE: u64 = 16;
const FIRST: u64 = 256;
/// Up to two to the power of this many models are taken at once.
const MOST: u32 = 63;

/// The clauses, by the literals of visible variables.
pub(crate) struct Implicants {
    is_visible: Vec<bool>,
    clauses: Rows<Lit>,
    /// For each literal of a visible variable the clauses that it stands in.
    occurrences: Lists<u32>,
    tried: u64,
    shared: u64,
}

impl Implicants {
    /// The clauses of a formula, all of which are watched.
    pub(crate) fn new(engine: &Engine, is_visible: Vec<bool>) -> Implicants {
        let mut clauses = Rows::default();
        let longs = engine.arena.irredundant();
        longs.for_each(|clause| clauses.push(engine.arena.lits(clause).iter().copied()));
        engine.watches.irredundant_binaries().for_each(|clause| clauses.push(clause));
        let matters = |lit: &&Lit| is_visible[lit.var().index()];
        let lits = clauses.entries().iter().filter(matters).copied();
        let mut occurrences = Lists::with_room(engine.trail.num_vars(), lits);
        for (number, clause) in (0..).zip(clauses.iter()) {
            clause.iter().filter(matters).for_each(|&lit| occurrences.push(lit, number));
        }
        Implicants { is_visible, clauses, occurrences, tried: 0, shared: 0 }
    }

    /// The number of the last visible decisions that can have either value, independently of each
    /// other, while all other variables keep theirs. `floor` is the level of the last one.
    pub(crate) fn free_levels(&mut self, engine: &Engine, floor: u32) -> u32 {
        if self.tried > FIRST && SHARE * self.shared < self.tried {
            return 0;
        }
        let lowest = floor.saturating_sub(MOST).max(1) + 1;
        let free = (lowest..=floor).rev().take_while(|&level| self.is_free(engine, level)).count() as u32;
        self.tried += 1;
        self.shared += u64::from(free > 0);
        free
    }

    /// Whether the decision of a level does not matter, given that those above do not: every clause
    /// in which it is true has another true literal that stays.
    fn is_free(&self, engine: &Engine, level: u32) -> bool {
        let Engine { trail, groups, .. } = engine;
        let assigned = &trail.literals()[trail.start_of(level)..trail.start_of(level + 1)];
        let Some((&decision, implied)) = assigned.split_first() else { return false };
        let is_visible = |lit: Lit| self.is_visible[lit.var().index()];
        // A visible literal that follows from the decision, or a flipped decision, has one value
        // only.
        if implied.iter().any(|&lit| is_visible(lit)) {
            return false;
        }
        if !groups.memberships_of(decision).is_empty() || !groups.memberships_of(!decision).is_empty() {
            return false;
        }
        let stays = |lit: Lit| trail.value(lit) > 0 && (!is_visible(lit) || trail.level_of(lit.var()) < level);
        let mut clauses = self.occurrences.of(decision).iter().map(|&number| self.clauses.row(number as usize));
        clauses.all(|clause| clause.iter().any(|&lit| stays(lit)))
    }
}
