//! Searches that begin at different places of the decomposition, in rounds.
//!
//! From the centre is best as a rule, from an end by factors on some formulas, and which end of the
//! two matters as much. The share of the space that a search covered in its last round says about
//! how long it will still take.

use std::ops::ControlFlow;

use super::decomposition::Start;
use super::dnnf::Trace;
use super::measure::Measure;
use super::order::Order;
use super::polls::{Halt, Poll};
use super::search::{Leaves, Search, Task, Total};
use crate::Effort;
use crate::estimate::Estimate;
use crate::forecast::{Advance, Forecast};
use crate::turns::Turns;

/// Ticks of each search in the first round, and steps that one may be ahead of another. The first
/// has twice as many in each next round.
const FIRST_TICKS: u64 = 1 << 23;
/// Steps that a tick counts for the search from the centre, and for others, where they do not lead.
const CENTRE_COST: u64 = 2;
const OTHERS_COST: u64 = 8;
/// The part of the memory for its cache that another search than that from the centre may take.
const OTHERS_MEMORY: usize = 4;
/// How many times sooner another search has to be expected to end than that from the centre, to lead.
const ADVANTAGE: f64 = 4.0;

/// One of the searches.
struct Runner<'a, M: Measure> {
    search: Search<'a, M>,
    /// Looks at it after each round.
    forecast: Forecast,
}

impl<M: Measure> Runner<'_, M> {
    fn look(&mut self) {
        self.forecast.look(self.search.ticks(), self.search.share());
    }
}

/// The result of a search.
pub(super) struct Found<A> {
    /// The measure of all assignments of the visible variables that extend to a model, unless it was broken off.
    pub(super) total: Total<A>,
    /// An estimate of it, if it was broken off late.
    pub(super) estimate: Option<Estimate>,
    pub(super) effort: Effort,
    /// If one was wanted, and it was not broken off.
    pub(super) trace: Option<Trace>,
}

/// Searches until `poll` breaks it off.
pub(super) fn search<M: Measure>(
    task: &Task<'_>,
    measure: &M,
    order: &Order,
    leaves: Leaves,
    poll: &mut Poll<'_>,
) -> Found<M::Amount> {
    search_with(FIRST_TICKS, task, measure, order, leaves, poll)
}

/// With so many ticks in the first round.
fn search_with<M: Measure>(
    first_ticks: u64,
    task: &Task<'_>,
    measure: &M,
    order: &Order,
    leaves: Leaves,
    poll: &mut Poll<'_>,
) -> Found<M::Amount> {
    let starts = [Start::Centre, Start::End, Start::OtherEnd];
    let starts = if order.has_ends() { &starts[..] } else { &starts[..1] };
    let beside = Task { cache_bytes: task.cache_bytes / OTHERS_MEMORY, ..*task };
    let mut runners: Vec<Runner<'_, M>> = Vec::new();
    let mut turns = Turns::new(starts.len(), first_ticks);
    // A round is over when each has taken so many steps.
    let mut round = first_ticks;
    let mut costs = [1; 3];
    loop {
        let at = turns.turn();
        if at == runners.len() {
            let start = starts[at];
            let task = if start == Start::Centre { task } else { &beside };
            let search = Search::new(task, measure, order.weights(start), leaves);
            runners.push(Runner { search, forecast: Forecast::new() });
        }
        let others: u64 = runners.iter().map(|runner| runner.search.ticks()).sum::<u64>() - runners[at].search.ticks();
        let mut halt = None;
        let total = runners[at].search.run(&mut |Advance { ticks, share }| {
            halt = poll(Advance { ticks: others + ticks, share }).break_value();
            let has_turn = turns.take(at, costs[at] * ticks) == at;
            if halt.is_some() || !has_turn || turns.have_all_taken(round) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if total != Total::Stopped {
            let search = runners.swap_remove(at).search;
            return Found { total, estimate: None, effort: search.effort(), trace: search.into_trace() };
        }
        if let Some(halt) = halt {
            let effort = runners[at].search.effort();
            let farthest = runners.into_iter().max_by(|one, other| one.search.share().total_cmp(&other.search.share()));
            let estimate = farthest.filter(|_| halt == Halt::Late).and_then(|farthest| farthest.search.estimate());
            return Found { total, estimate, effort, trace: None };
        }
        if turns.have_all_taken(round) {
            runners.iter_mut().for_each(Runner::look);
            let leader = leader(&runners);
            for (at, cost) in costs.iter_mut().enumerate() {
                *cost = if at == leader {
                    1
                } else if at == 0 {
                    CENTRE_COST
                } else {
                    OTHERS_COST
                };
            }
            turns.count_anew(runners.iter().zip(costs).map(|(runner, cost)| cost * runner.search.ticks()));
            round *= 2;
        }
    }
}

/// The runner that goes faster than the others: the one from the centre, unless another is expected
/// to end much sooner.
fn leader<M: Measure>(runners: &[Runner<'_, M>]) -> usize {
    let rest = |at: usize| runners[at].forecast.rest();
    let best = (0..runners.len()).min_by(|&one, &other| rest(one).total_cmp(&rest(other)));
    best.filter(|&best| rest(best) * ADVANTAGE < rest(0)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use gordian_formula::{Lit, Var};
    use gordian_testkit::Random;

    use super::*;
    use crate::engines::component::measure::Models;
    use crate::engines::component::polls::Polls;

    const VARS: usize = 60;

    /// Clauses over variables that are near to each other, and which of these are visible.
    fn band(seed: u64) -> (Vec<Vec<Lit>>, Vec<bool>) {
        let mut random = Random::new(seed);
        let mut clause = || {
            let first = random.below(VARS - 12);
            let mut at: Vec<usize> = (0..3).map(|third| first + 4 * third + random.below(4)).collect();
            at.sort_unstable();
            at.iter().map(|&at| Var::from_index(at).lit(random.chance(50))).collect()
        };
        let clauses = (0..2 * VARS).map(|_| clause()).collect();
        let visible = (0..VARS).map(|_| seed.is_multiple_of(2) || random.chance(75)).collect();
        (clauses, visible)
    }

    #[test]
    fn every_start_and_every_change_of_the_leader_counts_the_same() {
        let (mut with_ends, mut later) = (0, 0);
        for seed in 0..24 {
            let (clauses, visible) = band(seed);
            let task = Task { num_vars: VARS, clauses: &clauses, visible: &visible, cache_bytes: 1 << 20 };
            let order = Order::of(&visible, &clauses, &mut Polls::new(&mut |_| ControlFlow::Continue(())));
            let numbers = [Start::Centre, Start::End, Start::OtherEnd].map(|start| {
                let mut search = Search::new(&task, &Models, order.weights(start), Leaves::Nothing);
                search.run(&mut |_| ControlFlow::Continue(()))
            });
            assert!(numbers.iter().all(|number| *number == numbers[0]), "{seed}: {numbers:?}");
            let mut most = 0;
            let found = search_with(1, &task, &Models, &order, Leaves::Nothing, &mut |Advance { ticks, share }| {
                assert!(ticks >= most && (0.0..=1.0).contains(&share));
                most = ticks;
                ControlFlow::Continue(())
            });
            with_ends += u32::from(order.has_ends());
            later += u32::from(most > 0);
            assert_eq!(found.total, numbers[0], "{seed}");
        }
        assert!(with_ends >= 12 && later > 12, "{with_ends} {later}");
    }
}
