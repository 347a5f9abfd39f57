//! Searching with several threads that share clauses.

use std::sync::Arc;
use std::{mem, thread};

use gordian_formula::Lit;

use super::{Solver, State};
use crate::budget::Budget;
use crate::callbacks::Callbacks;
use crate::outcome::{Interrupt, Outcome};
use crate::pool::{Pool, Port};
use crate::search::backtrack::backtrack;
use crate::search::diversify::{diversify, return_to_modes};
use crate::statistics::Statistics;
use crate::terminator::Terminator;

/// How several threads search for one answer.
///
/// ```
/// use gordian_solver::{Budget, Outcome, Portfolio, Solver};
///
/// let mut solver = Solver::new();
/// let [a, b] = [(); 2].map(|()| solver.new_var().positive());
/// solver.add_clause(&[a, b]);
/// let portfolio = Portfolio::of_threads(2);
/// let answer = solver.solve_portfolio(&[!a], &Budget::unlimited(), &portfolio);
/// assert_eq!(answer.outcome, Outcome::Satisfiable);
/// assert_eq!(solver.value(b), Some(true));
/// ```
#[derive(Clone, Debug)]
pub struct Portfolio {
    threads: usize,
    is_deterministic: bool,
    alone: u64,
}

/// Ticks of search after the first simplification is due until the threads begin.
const TICKS_BEHIND_SIMPLIFICATION: u64 = 500_000;

/// The answer of several threads.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PortfolioAnswer {
    /// The answer.
    pub outcome: Outcome,
    /// The worker that gave it: 0 for the first, which searches as a single thread would; `None`
    /// if none did.
    pub winner: Option<usize>,
    /// The counters of each worker; of one alone if the answer came before the threads began. Each
    /// counts the search before that, too.
    pub workers: Vec<Statistics>,
}

impl Portfolio {
    /// As many threads as that, at least one; fewer, if the system starts no more.
    pub fn of_threads(threads: usize) -> Portfolio {
        Portfolio { threads: threads.max(1), is_deterministic: false, alone: u64::MAX }
    }

    /// The threads wait for each other now and then, so that the same question gets the same answer
    /// in the same way each time, unless the time or a terminator ends it. It takes longer.
    #[must_use]
    pub fn deterministic(self, is_deterministic: bool) -> Portfolio {
        Portfolio { is_deterministic, ..self }
    }

    /// The threads begin after so many ticks of search at the latest. By default one thread
    /// searches alone until it has simplified the formula for the first time.
    #[must_use]
    pub fn with_ticks_alone(self, ticks: u64) -> Portfolio {
        Portfolio { alone: ticks.max(1), ..self }
    }
}

impl Solver {
    /// Like [`Solver::solve_within`], with several threads. They search copies of this solver with
    /// different options, and share short clauses. The first to answer stops the others, and its
    /// copy becomes this solver, with the options and modes of this one. Limits of conflicts and the
    /// like hold for each thread.
    ///
    /// A proof has the steps of all threads, which hold one after the other as those of one thread
    /// do. With one thread it is the same as [`Solver::solve_within`].
    ///
    /// # Panics
    /// If a thread panics, which is a bug.
    pub fn solve_portfolio(&mut self, assumptions: &[Lit], budget: &Budget, portfolio: &Portfolio) -> PortfolioAnswer {
        let before = self.engine.statistics.clone();
        if portfolio.threads > 1 {
            let alone = (1000 * self.options.inprocess.warm_up + TICKS_BEHIND_SIMPLIFICATION).min(portfolio.alone);
            let is_long = budget.ticks().is_none_or(|ticks| ticks > alone);
            let outcome = self.solve_within(assumptions, &budget.clone().pausing_after(alone));
            if outcome == Outcome::Unknown(Interrupt::Ticks) && is_long {
                return self.divide(assumptions, budget, portfolio, &before);
            }
            return self.answer_alone(outcome);
        }
        let outcome = self.solve_within(assumptions, budget);
        self.answer_alone(outcome)
    }

    fn answer_alone(&self, outcome: Outcome) -> PortfolioAnswer {
        let winner = (!matches!(outcome, Outcome::Unknown(_))).then_some(0);
        PortfolioAnswer { outcome, winner, workers: vec![self.engine.statistics.clone()] }
    }

    /// Divides the work among the threads.
    fn divide(
        &mut self,
        assumptions: &[Lit],
        budget: &Budget,
        portfolio: &Portfolio,
        before: &Statistics,
    ) -> PortfolioAnswer {
        let workers = portfolio.threads;
        let stop = Terminator::new();
        let budget = budget.clone().with_terminator(stop.clone());
        let observer = self.observer.take();
        let (proofs, merge) = self.proof.divide(workers);
        let pool = Arc::new(Pool::new(workers, portfolio.is_deterministic, stop, merge));
        let num_roots = self.engine.trail.len();
        let (options, schedule) = (self.options.clone(), self.engine.schedule.clone());
        let mut solvers: Vec<Solver> = (1..workers).map(|worker| self.copy_for(worker)).collect();
        solvers.insert(0, mem::take(self));
        solvers[0].observer = observer;
        let proofs = proofs.into_iter().zip(&mut solvers);
        proofs.for_each(|(proof, solver)| solver.proof = proof);
        let mut outcomes = vec![Outcome::Unknown(Interrupt::Terminated); workers];
        let mut num_started = workers;
        thread::scope(|scope| {
            let mut first = None;
            for (worker, (solver, outcome)) in solvers.iter_mut().zip(&mut outcomes).enumerate() {
                let port = Port::new(Arc::clone(&pool), worker, workers, num_roots);
                let presence = Presence { pool: Arc::clone(&pool), worker };
                let budget = &budget;
                let work = move || *outcome = presence.work(solver, assumptions, budget, before, port);
                if worker == 0 {
                    first = Some(work);
                } else if num_started < workers || thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    // Its presence is dropped, so that nobody waits for it.
                    num_started = num_started.min(worker);
                }
            }
            if let Some(first) = first {
                first();
            }
        });
        let winner = pool.winner();
        let statistics = solvers[..num_started].iter().map(|solver| solver.engine.statistics.clone()).collect();
        let observer = solvers[0].observer.take();
        let index = winner.unwrap_or(0);
        *self = solvers.swap_remove(index);
        self.observer = observer;
        if index > 0 {
            // Only what it has learned stays of the worker's habits.
            self.options = options;
            backtrack(&mut self.engine, 0);
            return_to_modes(&mut self.engine, &self.options, &schedule);
        }
        PortfolioAnswer { outcome: outcomes[index], winner, workers: statistics }
    }

    /// A copy with other options, without a proof and an observer.
    fn copy_for(&self, worker: usize) -> Solver {
        let mut copy = Solver {
            engine: self.engine.clone(),
            external: self.external.clone(),
            options: self.options.clone(),
            state: State::Open,
            stamps: self.stamps.clone(),
            stamp: self.stamp,
            ..Solver::default()
        };
        diversify(&mut copy.engine, &mut copy.options, worker);
        copy
    }
}

/// The presence of a worker among the others, who wait for it. When this is dropped, it leaves.
struct Presence {
    pool: Arc<Pool>,
    worker: usize,
}

impl Presence {
    fn work(
        &self,
        solver: &mut Solver,
        assumptions: &[Lit],
        budget: &Budget,
        before: &Statistics,
        port: Port,
    ) -> Outcome {
        let outcome = solver.search(assumptions, budget, Callbacks::none(), before.clone(), Some(port));
        self.pool.leave(self.worker, !matches!(outcome, Outcome::Unknown(_)));
        outcome
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        if thread::panicking() { self.pool.abandon(self.worker) } else { self.pool.leave(self.worker, false) }
    }
}

#[cfg(test)]
mod tests;
