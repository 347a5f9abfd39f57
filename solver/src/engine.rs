//! The owners of the engine's state, and the parts that one call lends them.

use std::cell::Cell;

use gordian_formula::{GroupKind, Lit, Var};

use crate::budget::Budget;
use crate::callbacks::Callbacks;
use crate::external::External;
use crate::observer::Observer;
use crate::options::Options;
use crate::outcome::Interrupt;
use crate::pool::Port;
use crate::proof::Proof;
use crate::propagator::Link;
use crate::schedule::Schedule;
use crate::search::mode::own::Mode;
use crate::statistics::Statistics;
use crate::store::arena::{Arena, ClauseRef};
use crate::store::groups::Groups;
use crate::store::heap::Heap;
use crate::store::levels::Levels;
use crate::store::marks::Marks;
use crate::store::pairs::Pairs;
use crate::store::phases::Phases;
use crate::store::positions::Positions;
use crate::store::queue::Queue;
use crate::store::random::Random;
use crate::store::reconstruction::Reconstruction;
use crate::store::selection::Selection;
use crate::store::sorter::Sorter;
use crate::store::ternaries::Ternaries;
use crate::store::trail::{Reason, Trail};
use crate::store::watches::Watches;

/// Everything the search works on, in internal variables.
#[derive(Clone)]
pub(crate) struct Engine {
    pub(crate) trail: Trail,
    pub(crate) arena: Arena,
    pub(crate) watches: Watches,
    /// The clauses of three literals that are not watched: some while an enumeration goes on, otherwise none.
    pub(crate) ternaries: Ternaries,
    pub(crate) unwatched: Unwatched,
    pub(crate) groups: Groups,
    pub(crate) reconstruction: Reconstruction,
    pub(crate) order: Order,
    pub(crate) phases: Phases,
    /// The selection of local search so far, in a formula of choices.
    pub(crate) selection: Option<Box<Selection>>,
    pub(crate) learning: Learning,
    pub(crate) schedule: Schedule,
    pub(crate) statistics: Statistics,
    pub(crate) random: Random,
    /// For each variable whether it was removed: no constraint names it until it is restored.
    pub(crate) removed: Vec<bool>,
    /// Whether the empty clause was derived. Nothing is sound to add to but itself from then on.
    pub(crate) is_inconsistent: bool,
    /// Whether groups were added since their tables were built.
    pub(crate) has_new_groups: bool,
}

/// In which order variables are decided: by score in stable mode, by the time of the last bump in
/// focused mode. The order of the mode that rests is not told of what loses its value.
#[derive(Clone)]
pub(crate) struct Order {
    pub(crate) heap: Heap,
    pub(crate) queue: Queue,
    /// The amount that the next bump adds to a score. It grows, so that older bumps weigh less.
    pub(crate) increment: f64,
}

/// The work space of conflict analysis.
#[derive(Clone, Default)]
pub(crate) struct Learning {
    /// The clause being learned: the negated unique implication point, then literals of lower levels.
    pub(crate) clause: Vec<Lit>,
    pub(crate) marks: Marks,
    pub(crate) levels: Levels,
    /// The explicit stack of minimization: a variable and how many literals of its reason were looked at.
    pub(crate) pending: Vec<(Var, u32)>,
    /// The places on the trail that shrinking, or naming antecedents, is still to visit; empty between them.
    pub(crate) positions: Positions,
    /// Literals of the clause by their places on the trail, and variables by their last bumps.
    pub(crate) by_place: Sorter<Lit>,
    pub(crate) by_bump: Sorter<Var>,
    pub(crate) resolution: Resolution,
}

/// A resolution of a conflict with reasons, as conflict analysis went through it. It is kept only
/// where the proof wants it.
#[derive(Clone, Default)]
pub(crate) struct Resolution {
    pub(crate) is_wanted: bool,
    /// The places on the trail of the literals that were resolved upon, in their order, and the
    /// identifiers of their reasons where they are at hand, or 0.
    pub(crate) steps: Vec<(u32, u64)>,
    /// The other false literals that it came to and that were found to follow from the rest.
    pub(crate) removed: Vec<Lit>,
    /// The variables it met that have their values for good.
    pub(crate) roots: Vec<Var>,
}

impl Resolution {
    /// A new one; the proof wants it, or not.
    pub(crate) fn begin(&mut self, is_wanted: bool) {
        self.is_wanted = is_wanted;
        self.steps.clear();
        self.removed.clear();
        self.roots.clear();
    }
}

/// Clauses that were added and are not yet watched. Literals that level zero assigned since they
/// came are not yet propagated, so watching the clauses late misses nothing.
#[derive(Clone, Default)]
pub(crate) struct Unwatched {
    /// From this clause to the end of the arena nothing is watched. When a search begins and
    /// appends learned clauses, everything is watched.
    longs: Option<ClauseRef>,
    num_longs: usize,
    binaries: Pairs,
}

impl Unwatched {
    /// The clauses of three and more literals.
    pub(crate) fn longs<'a>(&self, arena: &'a Arena) -> impl Iterator<Item = ClauseRef> + 'a {
        arena.clauses_since(self.longs).filter(|&clause| !arena.is_garbage(clause))
    }

    pub(crate) fn binaries(&self) -> &Pairs {
        &self.binaries
    }

    pub(crate) fn binaries_mut(&mut self) -> &mut Pairs {
        &mut self.binaries
    }

    /// Takes all clauses of the arena, which has no garbage, for not yet watched.
    pub(crate) fn restart(&mut self, arena: &Arena) {
        self.longs = arena.clause_from(0);
        self.num_longs = arena.clauses().count();
    }
}

/// Fewer new watches than this, or than a quarter of those that are there, are added without counting first.
const BULK: usize = 2000;

/// The state that one call lends to the search.
pub(crate) struct Call<'a> {
    pub(crate) options: &'a Options,
    pub(crate) budget: &'a Budget,
    pub(crate) proof: &'a mut Proof,
    pub(crate) observer: Option<&'a mut (dyn Observer + Send + 'static)>,
    pub(crate) assumptions: &'a [Lit],
    pub(crate) callbacks: Callbacks<'a>,
    /// The caller's propagator, if there is one.
    pub(crate) link: Option<Link<'a>>,
    /// The way to other workers, if there are any.
    pub(crate) port: Option<Port>,
    /// The caller's variables; a propagator may bring new ones.
    pub(crate) external: &'a mut External,
    /// The counters when the call began.
    pub(crate) before: Statistics,
    /// Conflicts and decisions, added up, at which the clock is looked at next; and the ticks.
    pub(crate) next_report: u64,
    pub(crate) next_report_ticks: u64,
    /// Whether simplification has seen that the time is over.
    pub(crate) lateness: Lateness,
}

impl<'a> Call<'a> {
    /// One without assumptions, which nobody listens to.
    pub(crate) fn new(
        options: &'a Options,
        budget: &'a Budget,
        proof: &'a mut Proof,
        external: &'a mut External,
        before: Statistics,
    ) -> Call<'a> {
        Call {
            options,
            budget,
            proof,
            observer: None,
            assumptions: &[],
            callbacks: Callbacks::none(),
            link: None,
            port: None,
            external,
            before,
            next_report: 0,
            next_report_ticks: 0,
            lateness: Lateness::default(),
        }
    }
}

/// Whether simplification has seen that the time is over. Like the search, it looks at the clock
/// only now and then.
#[derive(Debug, Default)]
pub(crate) struct Lateness {
    polls: Cell<u32>,
    was_seen: Cell<bool>,
}

/// The number of steps of simplification between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 6;

/// The number of conflicts and decisions between two looks at the clock.
const REPORT_INTERVAL: u64 = 1 << 10;
/// The same in ticks. An enumeration may go on for long without either: each model, and what follows
/// from its last decision, may be those of thousands of variables.
const REPORT_TICKS: u64 = 1 << 20;

impl Engine {
    pub(crate) fn new(options: &Options) -> Engine {
        Engine {
            trail: Trail::default(),
            arena: Arena::default(),
            watches: Watches::default(),
            ternaries: Ternaries::default(),
            unwatched: Unwatched::default(),
            groups: Groups::default(),
            reconstruction: Reconstruction::default(),
            order: Order { heap: Heap::default(), queue: Queue::default(), increment: 1.0 },
            phases: Phases::default(),
            selection: None,
            learning: Learning::default(),
            schedule: Schedule::new(options),
            statistics: Statistics::default(),
            random: Random::new(options.search.seed),
            removed: Vec::new(),
            is_inconsistent: false,
            has_new_groups: false,
        }
    }

    pub(crate) fn grow(&mut self, num_vars: usize, options: &Options) {
        self.trail.grow(num_vars);
        self.removed.resize(num_vars, false);
        self.watches.grow(num_vars);
        self.order.heap.grow(num_vars);
        self.order.queue.grow(num_vars);
        self.phases.grow(num_vars, options.decide.initial_phase);
        self.learning.marks.grow(num_vars);
    }

    /// A new variable that no caller knows of, behind all others in the orders of decision.
    pub(crate) fn define_var(&mut self, options: &Options) -> Var {
        let var = Var::from_index(self.trail.num_vars());
        self.grow(var.index() + 1, options);
        self.order.queue.move_newest_to_back();
        self.statistics.defined += 1;
        var
    }

    /// A new variable of the caller's propagator, at any level, behind all others in the orders of
    /// decision until it takes part in a conflict.
    pub(crate) fn lend_var(&mut self, options: &Options) -> Var {
        let var = Var::from_index(self.trail.num_vars());
        self.order.queue.grow_at_back();
        self.grow(var.index() + 1, options);
        if !self.ternaries.is_empty() {
            self.ternaries.grow(var.index() + 1);
        }
        var
    }

    /// Adds a clause that no literal of level zero satisfies or shortens, and that has no literal twice or with its
    /// negation. Only at level zero. Returns it if the arena has it: if it has three literals or more.
    pub(crate) fn add_clause(&mut self, lits: &[Lit]) -> Option<ClauseRef> {
        debug_assert_eq!(self.trail.level(), 0);
        match *lits {
            [] => self.is_inconsistent = true,
            [unit] => self.assign_root(unit),
            [first, second] => {
                self.unwatched.binaries.push([first, second]);
                self.statistics.irredundant += 1;
            }
            _ => {
                let clause = self.arena.add(lits, None);
                self.unwatched.longs.get_or_insert(clause);
                self.unwatched.num_longs += 1;
                self.statistics.irredundant += 1;
                return Some(clause);
            }
        }
        None
    }

    /// Watches the clauses that were added since the last time. Their lists are made in the size
    /// they need, so a formula is read in the order in which it stands, without a jump to the lists
    /// of each clause.
    pub(crate) fn watch_new_clauses(&mut self) {
        debug_assert_eq!(self.trail.level(), 0);
        let Engine { arena, watches, unwatched, .. } = self;
        let new = std::mem::take(unwatched);
        let new_watches = 2 * (new.num_longs + new.binaries.len());
        if new_watches > BULK.max(watches.len() / 4) {
            let watched = new.longs(arena).flat_map(|clause| &arena.lits(clause)[..2]);
            watches.reserve(watched.copied().chain(new.binaries.iter().flatten()));
        }
        for [first, second] in new.binaries.iter() {
            watches.add_binary(first, second, false);
        }
        for clause in new.longs(arena) {
            watches.watch_clause(clause, arena.lits(clause));
        }
    }

    /// Makes an unassigned literal true at level zero.
    pub(crate) fn assign_root(&mut self, lit: Lit) {
        self.trail.assign(lit, Reason::Unit);
        self.statistics.units += 1;
    }

    /// Takes a unit clause that the proof has, at level zero.
    pub(crate) fn take_unit(&mut self, unit: Lit, proof: &mut Proof) {
        match self.trail.value(unit) {
            0 => self.assign_root(unit),
            value if value < 0 => {
                self.is_inconsistent = true;
                proof.add(&[]);
            }
            _ => {}
        }
    }

    /// Like [`Engine::take_unit`], for a unit clause that follows by propagation.
    pub(crate) fn derive_unit(&mut self, unit: Lit, proof: &mut Proof) {
        if self.trail.value(unit) == 0 {
            proof.add(&[unit]);
        }
        self.take_unit(unit, proof);
    }

    /// Adds a group of distinct variables, two or more. It takes part after [`Engine::connect_groups`].
    pub(crate) fn add_group(&mut self, members: &[Lit], kind: GroupKind) {
        self.groups.add(members, kind);
        self.has_new_groups = true;
    }

    /// Builds the tables of the groups, without what level zero decided. Only at level zero.
    pub(crate) fn connect_groups(&mut self) {
        debug_assert_eq!(self.trail.level(), 0);
        self.has_new_groups = false;
        self.strip_groups();
        self.groups.connect(self.trail.num_vars());
    }

    /// Takes what level zero decided out of the groups: false members leave, and a group with a
    /// true one makes the others false.
    pub(crate) fn strip_groups(&mut self) {
        for (kind, mut members) in self.groups.drain() {
            if let Some(&chosen) = members.iter().find(|&&lit| self.trail.value(lit) > 0) {
                for lit in members.into_iter().filter(|&lit| lit != chosen) {
                    match self.trail.value(lit) {
                        0 => self.assign_root(!lit),
                        value => self.is_inconsistent |= value > 0,
                    }
                }
                continue;
            }
            members.retain(|&lit| self.trail.value(lit) == 0);
            match (kind, &members[..]) {
                (GroupKind::AtMostOne, [] | [_]) => {}
                (GroupKind::ExactlyOne, []) => self.is_inconsistent = true,
                (GroupKind::ExactlyOne, &[last]) => self.assign_root(last),
                _ => self.groups.add(&members, kind),
            }
        }
    }

    /// The values of all literals; removed variables have values that satisfy the clauses removed
    /// with them.
    pub(crate) fn extended_values(&self) -> Vec<i8> {
        let mut values = self.trail.values().to_vec();
        for lit in self.phases.wishes() {
            if values[lit.index()] == 0 {
                (values[lit.index()], values[(!lit).index()]) = (1, -1);
            }
        }
        self.reconstruction.extend(&mut values);
        values
    }

    /// Panics unless the invariants of all owners hold. Only when everything is propagated.
    pub(crate) fn check_invariants(&self) {
        let Engine { trail, arena, watches, groups, order, .. } = self;
        trail.check_invariants();
        arena.check_invariants();
        watches.check_invariants(|clause| arena.lits(clause).to_vec());
        if !self.has_new_groups {
            groups.check_invariants(|lit| trail.value(lit));
        }
        let is_closed = |var: Var| trail.is_assigned(var) || self.removed[var.index()];
        order.heap.check_invariants();
        match self.schedule.mode.current {
            Mode::Focused => order.queue.check_invariants(is_closed),
            Mode::Stable => {
                let vars = (0..trail.num_vars()).map(Var::from_index);
                assert!(vars.filter(|&var| !is_closed(var)).all(|var| order.heap.contains(var)));
            }
        }
    }
}

impl Call<'_> {
    /// The variables that must not be removed while it lasts, as literals: those of the assumptions
    /// and of the propagator.
    pub(crate) fn frozen(&self) -> impl Iterator<Item = Lit> + '_ {
        let observed = self.link.as_ref().map_or(&[][..], Link::observed);
        self.assumptions.iter().chain(observed).copied()
    }

    /// Whether a limit of the caller is reached, the deadline left out.
    pub(crate) fn exceeded(&self, now: &Statistics) -> Option<Interrupt> {
        self.budget.exceeded(&self.before, now)
    }

    /// Like [`Call::exceeded`]. Now and then, beginning with the first call, it also tells the
    /// observer, asks the caller, and looks at the clock.
    pub(crate) fn interrupted(&mut self, now: &Statistics) -> Option<Interrupt> {
        self.interrupted_telling(now, |_| ())
    }

    /// Like [`Call::interrupted`], with more to tell the observer.
    pub(crate) fn interrupted_telling(
        &mut self,
        now: &Statistics,
        tell: impl FnOnce(&mut (dyn Observer + Send)),
    ) -> Option<Interrupt> {
        let exceeded = self.exceeded(now).or_else(|| self.budget.pauses(&self.before, now));
        let is_due = now.conflicts + now.decisions >= self.next_report
            || now.ticks >= self.next_report_ticks
            || self.lateness.was_seen.get();
        if exceeded.is_some() || !is_due {
            return exceeded;
        }
        self.next_report = now.conflicts + now.decisions + REPORT_INTERVAL;
        self.next_report_ticks = now.ticks + REPORT_TICKS;
        if let Some(observer) = &mut self.observer {
            tell(*observer);
        }
        self.tell_progress(now);
        self.late()
    }

    /// Tells the observer how far the run has come.
    pub(crate) fn tell_progress(&mut self, now: &Statistics) {
        if let Some(observer) = &mut self.observer {
            observer.progress(now);
        }
    }

    /// Whether the time is over or somebody tripped the terminator: what simplification has begun ends
    /// where that leaves the formula as it was. Limits that are counted are left out, as before.
    pub(crate) fn is_late(&self) -> bool {
        let is_late = self.lateness.was_seen.get() || self.budget.is_over();
        self.lateness.was_seen.set(is_late);
        is_late
    }

    /// Like [`Call::is_late`], for steps so short that the clock is looked at only now and then.
    pub(crate) fn is_late_by_now(&self) -> bool {
        let polls = self.lateness.polls.get().wrapping_add(1);
        self.lateness.polls.set(polls);
        if polls.is_multiple_of(POLL_INTERVAL) { self.is_late() } else { self.lateness.was_seen.get() }
    }

    /// Whether a step of inprocessing is to end, for steps that propagate: a limit is reached, or the time is over.
    pub(crate) fn is_at_end(&self, statistics: &Statistics) -> bool {
        self.exceeded(statistics).is_some() || self.is_late_by_now()
    }

    /// Asks the caller, and looks at the clock.
    pub(crate) fn late(&mut self) -> Option<Interrupt> {
        if self.callbacks.wants_end() {
            return Some(Interrupt::Terminated);
        }
        self.budget.is_late().then_some(Interrupt::Time)
    }

    /// Tells the caller a clause that was learned.
    #[inline]
    pub(crate) fn tell_learned(&mut self, clause: &[Lit]) {
        let names = self.external.names();
        self.callbacks.tell_learned(clause, |lit| names.name(lit));
    }
}
