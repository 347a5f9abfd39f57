//! Searches that begin at different places of the decomposition, in rounds.
//!
//! From the centre is best as a rule, from an end by factors on some formulas, and which end of the two matters as much. What a search
//! has done of the space in its last round says how long it will still take, about.

use std::ops::ControlFlow;

use super::decomposition::Start;
use super::number::Number;
use super::order::Order;
use super::search::{Advance, Effort, Search, Task};
use super::trace::Trace;

/// Ticks of each search in the first round. The leader takes twice as many in each next one.
const FIRST_TICKS: u64 = 1 << 23;
/// Of the leader's ticks, the part that the search from the centre may take, and the part that others may take.
const CENTRE_PART: u64 = 2;
const OTHERS_PART: u64 = 8;
/// How many times sooner another search has to be expected to end than that from the centre, to lead.
const ADVANTAGE: f64 = 4.0;

/// One of the searches.
struct Runner<'a> {
    start: Start,
    search: Search<'a>,
    /// What had been done, of the space and in ticks, when it was last looked at.
    share: f64,
    ticks: u64,
    /// Ticks until it ends, as far as one can tell.
    expected: f64,
}

impl Runner<'_> {
    /// Looks at what came of the last round.
    fn estimate(&mut self) {
        let (share, ticks) = (self.search.share(), self.search.ticks());
        let speed = (share - self.share) / (ticks - self.ticks).max(1) as f64;
        (self.share, self.ticks) = (share, ticks);
        self.expected = if speed > 0.0 { (1.0 - share) / speed } else { f64::INFINITY };
    }
}

/// The number of assignments of the visible variables that extend to a model; `None` if `poll` broke the search off. With
/// `is_traced`, with a trace of the search.
pub(super) fn search(
    task: &Task<'_>,
    order: &Order,
    is_traced: bool,
    poll: &mut dyn FnMut(Advance) -> ControlFlow<()>,
) -> (Option<Number>, Effort, Option<Trace>) {
    let starts = [Start::Centre, Start::End, Start::OtherEnd];
    let starts = if order.has_ends() { &starts[..] } else { &starts[..1] };
    let mut runners: Vec<Runner<'_>> = Vec::new();
    let mut leader = Start::Centre;
    let mut allowed = FIRST_TICKS;
    loop {
        for (at, &start) in starts.iter().enumerate() {
            if at == runners.len() {
                let search = Search::new(task, order.weights(start), is_traced);
                runners.push(Runner { start, search, share: 0.0, ticks: 0, expected: f64::INFINITY });
            }
            let budget = match start {
                _ if start == leader => allowed,
                Start::Centre => allowed / CENTRE_PART,
                _ => allowed / OTHERS_PART,
            };
            let others: u64 =
                runners.iter().map(|runner| runner.search.ticks()).sum::<u64>() - runners[at].search.ticks();
            let mut is_stopped = false;
            let number = runners[at].search.run(&mut |Advance { ticks, share }| {
                is_stopped = poll(Advance { ticks: others + ticks, share }).is_break();
                if is_stopped || ticks >= budget.max(FIRST_TICKS) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if is_stopped || number.is_some() {
                let search = runners.swap_remove(at).search;
                return (number, search.effort(), search.into_trace());
            }
            runners[at].estimate();
        }
        let best = runners.iter().min_by(|one, other| one.expected.total_cmp(&other.expected));
        leader = match best {
            Some(best) if best.expected * ADVANTAGE < runners[0].expected => best.start,
            _ => Start::Centre,
        };
        allowed *= 2;
    }
}
