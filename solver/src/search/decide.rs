//! Choosing the next literal.

use gordian_formula::{Lit, Var};

use crate::engine::{Call, Engine};
use crate::options::Options;
use crate::propagator::Link;
use crate::search::assume::{Assumption, assume};
use crate::search::bring::internal;
use crate::search::mode::own::Mode;
use crate::search::open_level::open_level;

pub(crate) mod own {
    technique! {
        options {
            /// The value that is tried first.
            initial_phase "initial_phase": bool = true;
            /// Target phases: 0 never, 1 in stable mode, 2 always.
            target "target": (0..=2) = 1;
            /// Decide a member of the tightest open exactly-one group.
            groups "group_decisions": bool = false;
        }
    }
}

/// The result of looking for the next decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Made,
    AllAssigned,
    /// An assumption is false under those before it; the core is in `learning.clause`.
    FailedAssumption,
}

/// Opens a decision level: assumptions first, then a member of the tightest group if so wanted,
/// then the order of the mode.
pub(crate) fn decide(engine: &mut Engine, call: &mut Call<'_>) -> Decision {
    match assume(engine, call) {
        Assumption::Made => return Decision::Made,
        Assumption::Failed => return Decision::FailedAssumption,
        Assumption::NoneLeft => {}
    }
    if let Some(named) = call.link.as_mut().and_then(Link::decide) {
        let lit = internal(named, engine, call);
        if engine.trail.value(lit) == 0 {
            open_level(engine, lit);
            return Decision::Made;
        }
    }
    let grouped = if call.options.decide.groups { tightest_member(engine) } else { None };
    let lit = match grouped.or_else(|| next_by_order(engine, call.options)) {
        Some(lit) => lit,
        None => return Decision::AllAssigned,
    };
    open_level(engine, lit);
    Decision::Made
}

/// The open exactly-one group with the fewest members left (Knuth's rule for exact covers), and
/// among its members the one that was bumped last.
fn tightest_member(engine: &Engine) -> Option<Lit> {
    let Engine { trail, groups, order, .. } = engine;
    let group = groups.tightest(|_| true)?;
    let open = groups.members(group).iter().copied().filter(|&lit| trail.value(lit) == 0);
    open.max_by_key(|lit| order.queue.rank(lit.var()))
}

fn next_by_order(engine: &mut Engine, options: &Options) -> Option<Lit> {
    let var = next_var(engine)?;
    Some(var.lit(phase_of(engine, options, var)))
}

/// The next variable in the order of the mode, without those that are assigned or removed.
pub(crate) fn next_var(engine: &mut Engine) -> Option<Var> {
    let Engine { trail, removed, order, schedule, .. } = engine;
    let is_closed = |var: Var| trail.is_assigned(var) || removed[var.index()];
    match schedule.mode.current {
        Mode::Focused => order.queue.find(is_closed),
        Mode::Stable => {
            while order.heap.top().is_some_and(is_closed) {
                order.heap.pop();
            }
            order.heap.top()
        }
    }
}

fn phase_of(engine: &Engine, options: &Options, var: Var) -> bool {
    if let Some(forced) = engine.phases.forced(var) {
        return forced;
    }
    let use_target =
        options.decide.target == 2 || (options.decide.target == 1 && engine.schedule.mode.current == Mode::Stable);
    let target = if use_target { engine.phases.target(var) } else { None };
    target.unwrap_or_else(|| engine.phases.saved(var))
}
