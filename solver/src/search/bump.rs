//! Raising the variables that take part in conflicts.

use gordian_formula::Var;

use crate::engine::{Engine, Order};
use crate::options::Options;
use crate::search::antecedent::{SEEN, antecedents};
use crate::search::mode::own::Mode;
use crate::store::marks::Marks;
use crate::store::trail::Trail;

pub(crate) mod own {
    technique! {
        options {
            /// Per mille by which variable scores decay at each conflict in stable mode.
            decay "decay": (1..=500) = 50;
            /// Bump the reasons of learned literals too, in stable mode.
            reasons "bump_reasons": bool = true;
        }
    }
}

/// Scores are scaled down before they could overflow.
const SCORE_LIMIT: f64 = 1e150;

/// Bumps the variables seen in analysis: by score in stable mode (EVSIDS, Eén & Sörensson 2003), to
/// the front of the queue in focused mode.
pub(crate) fn bump_analyzed(engine: &mut Engine, options: &Options) {
    let Engine { trail, order, learning, schedule, .. } = engine;
    let seen = learning.marks.marked().iter().copied().filter(|&var| learning.marks.has(var, SEEN));
    match schedule.mode.current {
        Mode::Stable => {
            for var in seen {
                bump_score(order, var);
            }
            order.increment /= 1.0 - options.bump.decay as f64 / 1000.0;
        }
        Mode::Focused => {
            // In the order of their last bumps, so that bumped variables keep their order among themselves.
            for &(_, var) in learning.by_bump.sort(seen.map(|var| (order.queue.rank(var), var))) {
                order.queue.move_to_front(var, trail.is_assigned(var));
            }
        }
    }
}

fn bump_score(order: &mut Order, var: Var) {
    let score = order.heap.score(var) + order.increment;
    order.heap.raise(var, score);
    if score > SCORE_LIMIT {
        order.heap.scale(1.0 / SCORE_LIMIT);
        order.increment /= SCORE_LIMIT;
    }
}

/// With more decisions than this between conflicts, reasons are too many to bump.
const DECISION_RATE_LIMIT: f64 = 100.0;
/// The marked reason sides may outnumber the literals of the clause this many times.
const REASON_SIDE_FACTOR: usize = 10;

/// Marks the reasons of the literals of the learned clause as seen (Liang et al. 2016, as limited in CaDiCaL).
pub(crate) fn mark_reason_sides(engine: &mut Engine) {
    let Engine { trail, arena, groups, learning, schedule, .. } = engine;
    if schedule.averages().decision_rate.value() > DECISION_RATE_LIMIT {
        return;
    }
    let limit = learning.marks.marked().len() + REASON_SIDE_FACTOR * learning.clause.len();
    for index in 0..learning.clause.len() {
        let var = learning.clause[index].var();
        let reason = trail.reason(var);
        for other in antecedents(&reason, arena, groups) {
            mark_side(other.var(), trail, &mut learning.marks);
        }
        if learning.marks.marked().len() > limit {
            break;
        }
    }
}

fn mark_side(var: Var, trail: &Trail, marks: &mut Marks) {
    if trail.level_of(var) > 0 && !marks.has(var, SEEN) {
        marks.set(var, SEEN);
    }
}
