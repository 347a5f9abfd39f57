//! Minimal unsatisfiable subsets (MUS): a set of members that contradict each other is made smaller
//! until each of them is needed.

use std::collections::BTreeSet;

use gordian_formula::{Cnf, Lit, Model};
use gordian_solver::{Budget, Interrupt, Options, Outcome, Solver};

use super::parts::{Contradiction, Explanation};
use crate::{Limits, Listener, Settled};

/// Above this number, members are left out several at a time.
const SINGLY: usize = 48;
/// Ticks that leaving out some members may take at first, before others are tried.
const PATIENCE: u64 = 1 << 22;
/// So many times at most the first core is refuted again to make it smaller.
const REFINEMENTS: usize = 4;

/// See [`Question::explain`](crate::Question::explain).
pub(crate) fn explain(
    cnf: &Cnf,
    selectors: &[Lit],
    limits: &Limits,
    options: &Options,
    listener: &mut dyn Listener,
) -> Explanation {
    shrink(cnf, selectors, limits, options, &mut NoRotation, listener)
}

/// Finds more members that are needed from a model of all members but one.
pub(super) trait Rotate {
    /// Calls `found` for members of the set that it shows to be needed, beside `needed`, which the model violates.
    fn rotate(&mut self, model: &Model, needed: usize, set: &BTreeSet<usize>, found: &mut dyn FnMut(usize));
}

struct NoRotation;

impl Rotate for NoRotation {
    fn rotate(&mut self, _: &Model, _: usize, _: &BTreeSet<usize>, _: &mut dyn FnMut(usize)) {}
}

pub(super) fn shrink(
    cnf: &Cnf,
    selectors: &[Lit],
    limits: &Limits,
    options: &Options,
    rotation: &mut dyn Rotate,
    listener: &mut dyn Listener,
) -> Explanation {
    if let Some(stop) = limits.stopped() {
        return Explanation::Unknown(stop);
    }
    let mut solver = Solver::with_options(options.clone());
    cnf.feed(&mut solver);
    if let Some(stop) = limits.stopped() {
        return Explanation::Unknown(stop);
    }
    let budget = limits.budget();
    let mut search = Search { cnf, selectors, solver, budget, open: BTreeSet::new(), calls: 0, listener };
    search.open.extend(0..selectors.len());
    match search.refute(&[], None) {
        Outcome::Satisfiable => return Explanation::Satisfiable(search.solver.model().unwrap_or_default()),
        Outcome::Unknown(interrupt) => return Explanation::Unknown(interrupt.into()),
        Outcome::Unsatisfiable => search.keep_core(),
    }
    let mut needed: BTreeSet<usize> = BTreeSet::new();
    let is_minimal = search.run(&mut needed, rotation) && search.confirm(&needed, options);
    let members = needed.into_iter().chain(search.open).collect::<BTreeSet<usize>>();
    Explanation::Contradiction(Contradiction {
        members: members.into_iter().collect(),
        is_minimal,
        calls: search.calls,
    })
}

struct Search<'a> {
    cnf: &'a Cnf,
    selectors: &'a [Lit],
    solver: Solver,
    budget: Budget,
    /// Members of the set that are not known to be needed.
    open: BTreeSet<usize>,
    calls: u64,
    listener: &'a mut dyn Listener,
}

impl Search<'_> {
    /// Solves with all members of the set but some, in so many ticks where they are limited.
    fn refute(&mut self, without: &[usize], ticks: Option<u64>) -> Outcome {
        let kept = self.open.iter().filter(|member| !without.contains(member));
        let assumptions: Vec<Lit> = kept.map(|&member| self.selectors[member]).collect();
        let budget = self.budget.clone();
        self.calls += 1;
        let of = self.selectors.len();
        self.listener.settled(Settled { settled: of - self.open.len(), of });
        self.solver.solve_within(&assumptions, &ticks.into_iter().fold(budget, Budget::with_ticks))
    }

    /// Leaves out what the last refutation did not need.
    fn keep_core(&mut self) {
        let core: BTreeSet<Lit> = self.solver.core().iter().copied().collect();
        let in_core = |member: &usize| core.contains(&self.selectors[*member]);
        let (kept, dropped): (BTreeSet<usize>, BTreeSet<usize>) = self.open.iter().partition(|member| in_core(member));
        self.open = kept;
        for member in dropped {
            self.solver.add_clause(&[!self.selectors[member]]);
        }
    }

    /// Decides for each member whether it is needed; whether that went to its end.
    fn run(&mut self, needed: &mut BTreeSet<usize>, rotation: &mut dyn Rotate) -> bool {
        for _ in 0..REFINEMENTS {
            let before = self.open.len();
            if before <= SINGLY || self.refute(&[], None) != Outcome::Unsatisfiable {
                break;
            }
            self.keep_core();
            if 10 * self.open.len() > 9 * before {
                break;
            }
        }
        let mut piece = (self.open.len() / 16).max(1);
        let mut all_seen = true;
        let (mut patience, mut put_off) = (PATIENCE, BTreeSet::new());
        while !self.open.is_empty() {
            if self.open.len() <= SINGLY {
                piece = 1;
            }
            let at_hand = self.open.iter().rev().filter(|member| !put_off.contains(*member));
            let without: Vec<usize> = at_hand.take(piece).copied().collect();
            if without.is_empty() {
                put_off.clear();
                patience = patience.saturating_mul(4);
                continue;
            }
            match self.refute(&without, Some(patience)) {
                Outcome::Unsatisfiable => {
                    // The members left out are not in the core.
                    self.keep_core();
                    piece = (2 * piece).min((self.open.len() / 4).max(1));
                }
                Outcome::Satisfiable if piece > 1 => piece = (piece / 2).max(1),
                Outcome::Satisfiable => {
                    let Some(model) = self.solver.model() else { return false };
                    let member = without[0];
                    all_seen &= self.is_model_without(&model, member, needed);
                    let set: BTreeSet<usize> = needed.union(&self.open).copied().collect();
                    let mut more = vec![member];
                    rotation.rotate(&model, member, &set, &mut |other| more.push(other));
                    for member in more {
                        if self.open.remove(&member) {
                            needed.insert(member);
                            self.solver.add_clause(&[self.selectors[member]]);
                        }
                    }
                }
                Outcome::Unknown(Interrupt::Ticks) if piece > 1 => piece = (piece / 2).max(1),
                Outcome::Unknown(Interrupt::Ticks) => put_off.extend(without),
                Outcome::Unknown(_) => return false,
            }
        }
        all_seen
    }

    /// Whether the model satisfies all members of the set but this one, each constraint looked at.
    fn is_model_without(&self, model: &Model, member: usize, needed: &BTreeSet<usize>) -> bool {
        let mut others = self.open.iter().chain(needed).filter(|&&other| other != member);
        others.all(|&other| model.satisfies(self.selectors[other])) && self.cnf.first_violated(model).is_none()
    }

    /// Refutes the set once more, by a solver that knows nothing of the search.
    fn confirm(&mut self, set: &BTreeSet<usize>, options: &Options) -> bool {
        let mut solver = Solver::with_options(options.clone());
        self.cnf.feed(&mut solver);
        for (member, &selector) in self.selectors.iter().enumerate() {
            solver.add_clause(&[if set.contains(&member) { selector } else { !selector }]);
        }
        self.calls += 1;
        solver.solve_within(&[], &self.budget) == Outcome::Unsatisfiable
    }
}
