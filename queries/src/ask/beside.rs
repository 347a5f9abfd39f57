//! Ways to count that take turns with others: what each of them takes is only known when it has
//! ended.

use std::ops::ControlFlow;

use super::inquiry::Inquiry;
use crate::classes::symmetry_breaking;
use crate::engines::component::Style;
use crate::engines::cover::Cover;
use crate::engines::exact_cover;
use crate::engines::frontier::{self, Allowance};
use crate::forecast::{Advance, Outlook};
use crate::plan::{FEW_NODES, MANY_NODES, has_few_covers};
use crate::portfolio::{Contender, Entry, Lent, race};
use crate::symmetry::Action;
use crate::{Answer, Engine, Listener, Method, QueryError, Refusal, SymmetryUse};

/// Steps that a node of the exact-cover search takes, if all items have to be covered, and if some need
/// not be: 15 to 30 ns, and 65 ns. A step is a line of memory that counting by components reads, in
/// about 30 ns.
const STEPS_PER_NODE: [u64; 2] = [1, 2];
/// How many times shorter than a long search a frontier may be.
const SHORTER: u64 = 4;
/// Steps that a frontier takes like the search before it goes slower.
const FRONTIER_TRIAL: u64 = 1 << 22;
/// Steps that it takes about to simplify a formula and to decompose it, for each clause, groups
/// written out.
pub(super) const STEPS_PER_CLAUSE: u64 = 64;
/// The same at least, where the search begins with the others.
pub(super) const FEWEST_STEPS_PER_CLAUSE: u64 = 8;

/// Steps by which others go before a search that expands orbits, for each image that an orbit may have. To make an
/// image takes two or three.
const STEPS_PER_IMAGE: u64 = 8;

fn steps_per_node(cover: &Cover) -> u64 {
    STEPS_PER_NODE[usize::from(cover.num_primary < cover.num_items())]
}

impl Inquiry<'_> {
    /// Counts the covers by the search, which goes through them, along a frontier, by components, and
    /// by backtracking with clause learning, in turns.
    ///
    /// How many nodes the search takes is estimated, as `nodes`, and some of its branches are seldom met and
    /// large; how many states a frontier has is not known at all. So all take part. If the search
    /// is expected to be short, the frontier goes slower; otherwise the search does, until it
    /// should have ended. So what is the best takes a few times as long at most. Backtracking is seldom
    /// the best, but by far where covers are few and propagation finds them, as of large Sudokus.
    pub(super) fn count_covers(
        &self,
        cover: &Cover,
        nodes: f64,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        let is_long = nodes > MANY_NODES;
        let until = if is_long { nodes as u64 / SHORTER * steps_per_node(cover) } else { 0 };
        let from = if is_long { u64::MAX } else { FRONTIER_TRIAL };
        let along = Entry::new(Engine::Frontier).slow_between(from, u64::MAX);
        let along = if nodes > FEW_NODES { along } else { along.late() };
        let along = Contender::new(along, move |lent| self.count_along_beside(cover, lent));
        let parts =
            Contender::new(Entry::new(Engine::Component).slow().soon(), |lent| self.count_components_beside(lent));
        let backtracking = Entry::new(Engine::Chronological);
        let backtracking = Contender::new(backtracking.soon(), |lent| {
            self.by_solver_beside(Engine::Chronological, None, lent, &mut ())
        });
        let search = Entry::new(Engine::ExactCover).slow_between(0, until);
        let others = vec![along, parts, backtracking];
        race(&self.question.limits, search, |lent| self.search_covers(lent, &mut *listener), others)
    }

    /// Searches the covers of the groups of a formula that has other clauses, too, and counts those
    /// that satisfy them, in turns with others; gives up if the covers are many.
    pub(super) fn search_few_covers(&self, lent: Lent) -> Result<Answer, QueryError> {
        if !has_few_covers(self.reading, self.clock()) {
            return Err(QueryError::Refused { method: Engine::ExactCover.into(), reason: Refusal::Memory });
        }
        self.search_covers(lent, &mut ())
    }

    /// Counts covers and their classes by the search, which goes through all covers, in turns with sums
    /// over the group, and if the group is large, with the engine while a propagator breaks the symmetry.
    pub(super) fn count_classes_of_covers(
        &self,
        action: &Action,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        let sums = Entry::new(SymmetryUse::Burnside);
        let with_sums = |entry| Contender::new(entry, |lent| self.count_by_sums(action, lent));
        let search = Entry::new(Method::new(Engine::ExactCover, SymmetryUse::Orbits));
        let broken = Some(SymmetryUse::LexLeader);
        let by =
            |engine: Engine, lent, listener: &mut dyn Listener| self.by_solver_beside(engine, broken, lent, listener);
        let entry = |engine: Engine| Entry::new(Method::new(engine, broken));
        if !symmetry_breaking::is_large(self.slots(), action) {
            let backtracking = entry(Engine::Chronological).slow().late();
            let backtracking = Contender::new(backtracking, |lent| by(Engine::Chronological, lent, &mut ()));
            let others = vec![with_sums(sums.late()), backtracking];
            return race(&self.question.limits, search, |lent| self.search_covers(lent, &mut *listener), others);
        }
        // The search is last to begin: it goes through the whole orbit of its first solution, which may hold all
        // images, before others come to their turns. It keeps them, so orbits must not be too large.
        let orbit = action.num_listed().map(|order| (order * action.generators().len()) as u64 * STEPS_PER_IMAGE);
        let by_search = |orbit, lent| self.search_covers(after(orbit, Engine::ExactCover, lent)?, &mut ());
        let mut others = vec![
            Contender::new(entry(Engine::Blocking).slow(), |lent| by(Engine::Blocking, lent, &mut ())),
            with_sums(sums),
        ];
        others.extend(orbit.map(|orbit| Contender::new(search.late().slow(), move |lent| by_search(orbit, lent))));
        let first = |lent| by(Engine::Chronological, lent, &mut *listener);
        race(&self.question.limits, entry(Engine::Chronological), first, others)
    }

    fn search_covers(&self, lent: Lent, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let symmetry = self.action().map(|_| SymmetryUse::Orbits);
        let collector = self.collector(listener);
        let per_node = self.cover().map_or(STEPS_PER_NODE[1], steps_per_node);
        let collector = collector.taking_turns(|taken| {
            let ticks = taken.steps * per_node + taken.lines;
            taken.share.map_or_else(|| lent.turn.take(ticks), |share| lent.turn.advance(Advance { ticks, share }))
        });
        let method = Method::new(Engine::ExactCover, symmetry);
        self.collect(method, collector, |collector| exact_cover::run(&self.task(symmetry), collector))
    }

    /// Along a frontier, in turns with others.
    pub(super) fn count_along_beside(&self, cover: &Cover, lent: Lent) -> Result<Answer, QueryError> {
        let mut turn = |outlook| lent.turn.expect(outlook);
        self.count_along(cover, &Allowance::of_memory(), Some(&mut turn), &mut ())
    }

    /// Counts along a frontier, until `turn`, if there is one, breaks it off. That hears how far it has come.
    pub(super) fn count_along(
        &self,
        cover: &Cover,
        allowance: &Allowance,
        turn: Option<&mut dyn FnMut(Outlook) -> ControlFlow<()>>,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        self.collect(Engine::Frontier.into(), self.collector(listener), |collector| {
            frontier::count_in_turns(cover, allowance, turn, collector)
        })
    }

    /// Counts by components, in turns with others.
    pub(super) fn count_components_in_turns(
        &self,
        lent: &Lent,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        let mut turn = |advance| lent.turn.advance_by_parts(advance);
        Ok(self.count_components(listener, Style::Simplified, &mut turn)?.0)
    }

    /// The same, if others were the first: preparing the formula is charged beforehand.
    pub(super) fn count_components_beside(&self, lent: Lent) -> Result<Answer, QueryError> {
        let lent = self.after_preparing(STEPS_PER_CLAUSE, lent)?;
        self.count_components_in_turns(&lent, &mut ())
    }

    /// For a search that simplifies the formula first: so many steps for each clause are charged beforehand, so that
    /// others which begin at once may have ended until then.
    pub(super) fn after_preparing(&self, steps_per_clause: u64, lent: Lent) -> Result<Lent, QueryError> {
        after(self.cnf().num_expanded_clauses() * steps_per_clause, Engine::Component, lent)
    }
}

/// For a search by this engine that takes so many steps before it tells of any.
fn after(steps: u64, engine: Engine, lent: Lent) -> Result<Lent, QueryError> {
    lent.after(steps).ok_or(QueryError::Refused { method: engine.into(), reason: Refusal::Stopped })
}

/// Whether classes can be counted by sums over the group: a number for each sort of elements,
/// however many these are.
pub(super) fn has_sums(action: &Action) -> bool {
    action.is_on_formula() && action.order().is_some_and(|order| order > 1)
}
