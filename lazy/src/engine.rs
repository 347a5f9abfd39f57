//! All propagators as one, as the solver sees them.

use std::collections::VecDeque;

use gordian_formula::Lit;
use gordian_solver::Propagator;

use crate::propagate::{Assignment, Because, Context, Fact, Propagate, Saying, Wake};
use crate::store::Store;
use crate::view::{Integer, View};

/// The integers and the propagators over them, which wake when a bound moves and run by priority.
///
/// Bounds follow the literals that the solver tells, and nothing else: what a propagator says comes back as a literal
/// that became true. So nothing has to be undone but the store.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) store: Store,
    propagators: Vec<Posted>,
    /// For each view, and for each literal, whom it wakes.
    woken_by_view: Vec<Vec<u32>>,
    woken_by_lit: Vec<Vec<u32>>,
    /// The propagators that are to run, by priority.
    queues: [VecDeque<u32>; 3],
    /// Facts that were told and that the solver has not heard yet.
    sayings: Vec<(Lit, Saying)>,
    heard: usize,
    /// Whether the solver heard something and is to propagate by clauses before the next one speaks.
    has_spoken: bool,
    /// For each literal, by its code, what it was last said by.
    reasons: Vec<Option<Saying>>,
    /// The values of the integers in the last model.
    pub(crate) values: Vec<i64>,
    pub(crate) has_values: bool,
    /// The first integer that may be without a value; the search for one begins there.
    first_open: usize,
    /// For each integer that was split at its least value, that value and how many values the split kept.
    splits: Vec<(i64, i64)>,
    pub(crate) counters: Counters,
}

/// A least value that grew by no more than this creeps.
const CREEPING: i64 = 15;

/// The counters since the solver was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Runs of propagators.
    pub runs: u64,
    /// Literals that they said.
    pub sayings: u64,
    /// Reasons that conflicts asked for.
    pub explanations: u64,
    /// Literals in these reasons.
    pub explained_literals: u64,
    /// Literals that followed from another of the same integer.
    pub implications: u64,
    /// Decisions on an integer that its literals left a choice of.
    pub splits: u64,
}

#[derive(Debug)]
struct Posted {
    propagator: Box<dyn Propagate + Send>,
    /// The constraint is to hold where this is true.
    guard: Option<Lit>,
    is_queued: bool,
}

impl Engine {
    pub(crate) fn new(truth: Lit) -> Engine {
        Engine {
            store: Store::new(truth),
            propagators: Vec::new(),
            woken_by_view: Vec::new(),
            woken_by_lit: Vec::new(),
            queues: Default::default(),
            sayings: Vec::new(),
            heard: 0,
            has_spoken: false,
            reasons: Vec::new(),
            values: Vec::new(),
            has_values: false,
            first_open: 0,
            splits: Vec::new(),
            counters: Counters::default(),
        }
    }

    /// Adds a constraint, which is to hold where the guard is true.
    pub(crate) fn post(&mut self, guard: Option<Lit>, propagator: Box<dyn Propagate + Send>) {
        let number = self.propagators.len() as u32;
        let wakes = propagator.wakes().into_iter().chain(guard.map(Wake::True));
        for wake in wakes {
            let list = match wake {
                Wake::Raised(view) => entry(&mut self.woken_by_view, view.index()),
                Wake::True(lit) => {
                    self.store.observe(lit.var());
                    entry(&mut self.woken_by_lit, lit.index())
                }
            };
            if list.last() != Some(&number) {
                list.push(number);
            }
        }
        self.propagators.push(Posted { propagator, guard, is_queued: false });
    }

    pub(crate) fn num_propagators(&self) -> usize {
        self.propagators.len()
    }

    fn forget_pending(&mut self) {
        for queue in &mut self.queues {
            for number in queue.drain(..) {
                self.propagators[number as usize].is_queued = false;
            }
        }
        self.sayings.clear();
        self.heard = 0;
        self.has_spoken = false;
    }

    fn run(&mut self, number: u32) {
        let Posted { propagator, guard, is_queued } = &mut self.propagators[number as usize];
        *is_queued = false;
        let open_guard = match guard.map(|guard| (guard, self.store.value(guard))) {
            Some((_, Some(false))) => return,
            Some((guard, None)) => Some(guard),
            Some((_, Some(true))) | None => None,
        };
        self.counters.runs += 1;
        let mut context =
            Context { store: &mut self.store, sayings: &mut self.sayings, propagator: number, open_guard };
        // A failure is a saying as well.
        let _ = propagator.propagate(&mut context);
    }

    /// The clause of something that was said, the literal itself first.
    fn clause_of(&self, lit: Lit, saying: Saying, clause: &mut Vec<Lit>) {
        let Saying { propagator, hint, time, fact, is_clash } = saying;
        let Posted { propagator, guard, .. } = &self.propagators[propagator as usize];
        clause.push(lit);
        clause.extend(guard.map(|guard| !guard).filter(|&guard| guard != lit));
        let mut because = Because::new(&self.store, time, clause);
        propagator.explain(fact, hint, &mut because);
        match fact {
            Fact::AtLeast(view, value) if is_clash => _ = because.at_least(-view, 1 - value),
            Fact::True(other) if is_clash => because.lit(!other),
            _ => {}
        }
    }

    /// The greatest value that a split keeps of an integer: the least one at first. If the least
    /// value creeps upwards, one conflict after the other, each keeps twice as many as the one
    /// before: a domain of 10^9 takes thirty.
    fn wish(&mut self, integer: Integer, lower: i64) -> i64 {
        if self.splits.len() <= integer.index() {
            self.splits.resize(integer.index() + 1, (i64::MIN, 1));
        }
        let (last, kept) = self.splits[integer.index()];
        let creeps = lower > last && lower.saturating_sub(last) <= kept.saturating_add(CREEPING);
        let kept = if creeps { kept.saturating_mul(2) } else { 1 };
        let wish = lower.saturating_add(kept - 1);
        self.splits[integer.index()] = (wish, kept);
        wish
    }

    /// The integer to split, if one has no value yet.
    fn open_integer(&mut self) -> Option<Integer> {
        let all = self.first_open..self.store.num_integers();
        let open = all.map(Integer::from_index).find(|&integer| !self.store.is_fixed(integer));
        self.first_open = open.map_or(self.store.num_integers(), Integer::index);
        open
    }
}

fn entry(table: &mut Vec<Vec<u32>>, index: usize) -> &mut Vec<u32> {
    if table.len() <= index {
        table.resize(index + 1, Vec::new());
    }
    &mut table[index]
}

/// The bounds of the store where all of them are values.
struct Fixed<'a>(&'a Store);

impl Assignment for Fixed<'_> {
    fn integer(&self, view: View) -> i64 {
        self.0.lower(view)
    }

    fn literal(&self, lit: Lit) -> bool {
        self.0.value(lit) == Some(true)
    }
}

impl Propagator for Engine {
    fn call_began(&mut self) {
        self.store.reset();
        self.forget_pending();
        self.first_open = 0;
        for number in 0..self.propagators.len() {
            let posted = &mut self.propagators[number];
            posted.is_queued = true;
            self.queues[posted.propagator.priority() as usize].push_back(number as u32);
        }
    }

    fn assigned(&mut self, lits: &[Lit]) {
        let Engine { store, propagators, woken_by_view, woken_by_lit, queues, .. } = self;
        let mut wake = |list: Option<&Vec<u32>>| {
            for &number in list.into_iter().flatten() {
                let posted = &mut propagators[number as usize];
                if !std::mem::replace(&mut posted.is_queued, true) {
                    queues[posted.propagator.priority() as usize].push_back(number);
                }
            }
        };
        for &lit in lits {
            store.tell(lit, |view| wake(woken_by_view.get(view.index())));
            wake(woken_by_lit.get(lit.index()));
        }
    }

    fn level_began(&mut self) {
        self.store.push_level();
    }

    fn backtracked(&mut self, level: u32) {
        self.store.backtrack(level as usize);
        self.forget_pending();
        self.first_open = 0;
    }

    fn implication(&mut self) -> Option<[Lit; 2]> {
        self.has_spoken = false;
        let implication = self.store.implications.pop();
        self.counters.implications += u64::from(implication.is_some());
        implication
    }

    fn propagate(&mut self) -> Option<Lit> {
        loop {
            if let Some(&(lit, saying)) = self.sayings.get(self.heard) {
                self.heard += 1;
                // It was told since: the solver would pass over it, and take the silence that follows for the end.
                if self.store.value(lit) == Some(true) {
                    continue;
                }
                self.has_spoken = true;
                self.counters.sayings += 1;
                if self.reasons.len() <= lit.index() {
                    self.reasons.resize(lit.index() + 1, None);
                }
                self.reasons[lit.index()] = Some(saying);
                return Some(lit);
            }
            self.sayings.clear();
            self.heard = 0;
            if self.has_spoken {
                return None;
            }
            let number = self.queues.iter_mut().find_map(VecDeque::pop_front)?;
            self.run(number);
        }
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        let saying = self.reasons.get(lit.index()).copied().flatten().expect("what was said has a reason");
        self.clause_of(lit, saying, clause);
        self.counters.explanations += 1;
        self.counters.explained_literals += clause.len() as u64;
    }

    fn refine(&mut self) -> Option<Lit> {
        let integer = self.open_integer()?;
        let view = View::from(integer);
        let (lower, upper) = (self.store.lower(view), self.store.upper(view));
        let wish = if self.has_values { self.values[integer.index()] } else { self.wish(integer, lower) };
        self.counters.splits += 1;
        Some(match wish {
            wish if wish >= upper => self.store.literal(view, upper),
            wish => !self.store.literal(view, wish.max(lower) + 1),
        })
    }

    fn check_model(&mut self, _model: &[Lit]) -> bool {
        let store = &self.store;
        let all = (0..store.num_integers()).map(|index| View::from(Integer::from_index(index)));
        self.values = all.map(|view| store.lower(view)).collect();
        self.has_values = true;
        if cfg!(debug_assertions) {
            for Posted { propagator, guard, .. } in &self.propagators {
                let is_asked = guard.is_none_or(|guard| store.value(guard) == Some(true));
                let holds = !is_asked || propagator.holds(&Fixed(store));
                assert!(holds, "a propagator let a model pass that breaks it: {propagator:?}");
            }
        }
        true
    }
}
