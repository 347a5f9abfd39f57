//! Forgetting learned clauses.

use crate::engine::{Call, Engine};
use crate::options::Options;
use crate::search::collect::collect;
use crate::search::tier::tier_of;
use crate::store::arena::ClauseRef;
use crate::store::trail::Reason;

pub(crate) mod own {
    technique! {
        options {
            /// Unit of the intervals between reductions, in conflicts.
            interval "reduce_interval": (10..=1_000_000) = 1000;
            /// With fewer clauses in the formula than this, reductions come sooner in proportion, down to a tenth of
            /// the interval.
            size "reduce_size": (0..=1_000_000_000) = 30_000;
            /// Percent of the candidates that a reduction forgets.
            fraction "reduce_fraction": (10..=100) = 75;
            /// Learned clauses of at most this glue are kept for good.
            tier1 "tier1": (0..=100) = 2;
            /// Learned clauses of at most this glue survive two reductions after a use.
            tier2 "tier2": (0..=1000) = 6;
        }
        counters {
            /// Reductions of the learned clauses.
            reductions "reductions";
            /// Learned clauses forgotten.
            forgotten "forgotten";
        }
        schedule(options) {
            /// Conflicts at which learned clauses are reduced.
            due: u64 = options.interval;
        }
    }
}

/// Whether it is time.
pub(crate) fn reducing(engine: &Engine) -> bool {
    engine.statistics.conflicts >= engine.schedule.reduce.due
}

/// Forgets the worst of the learned clauses that were not used lately: of high glue first, among
/// these long ones (Audemard & Simon 2009; tiers after Oh 2016). Sweeps out clauses that level zero
/// satisfies.
pub(crate) fn reduce(engine: &mut Engine, call: &mut Call<'_>) {
    protect_reasons(engine, true);
    let mut candidates = candidates(engine, call);
    candidates.sort_unstable();
    let count = candidates.len() as u64 * call.options.reduce.fraction / 100;
    for &(_, _, clause) in candidates.iter().rev().take(count as usize) {
        call.proof.delete(engine.arena.lits(clause));
        engine.arena.mark_garbage(clause);
    }
    engine.statistics.reduce.forgotten += count;
    engine.statistics.redundant -= count;
    engine.statistics.reduce.reductions += 1;
    protect_reasons(engine, false);
    collect(engine, call);
    engine.schedule.reduce.due = engine.statistics.conflicts + interval(engine, call.options);
}

/// The intervals of formulas of few clauses are not shorter than this share of those of large ones.
const LEAST_SHARE: f64 = 0.1;

/// The number of conflicts until the next reduction. In a small formula, learned clauses soon
/// dominate the cost of a conflict, so fewer of them are kept at a time (as MiniSat does; Eén &
/// Sörensson 2003).
fn interval(engine: &Engine, options: &Options) -> u64 {
    let statistics = &engine.statistics;
    let share = statistics.irredundant as f64 / options.reduce.size.max(1) as f64;
    let unit = options.reduce.interval as f64 * share.clamp(LEAST_SHARE, 1.0);
    (unit * ((statistics.reduce.reductions + 1) as f64).sqrt()) as u64
}

fn protect_reasons(engine: &mut Engine, is_reason: bool) {
    let Engine { trail, arena, .. } = engine;
    for lit in &trail.literals()[trail.start_of(1)..] {
        if let Reason::Long(clause) = trail.reason(lit.var()) {
            arena.set_reason(clause, is_reason);
        }
    }
}

/// The learned clauses that may go, with glue and size. Clauses used since the last reductions stay
/// for now.
fn candidates(engine: &mut Engine, call: &Call<'_>) -> Vec<(u32, u32, ClauseRef)> {
    let arena = &mut engine.arena;
    let mut candidates = Vec::new();
    let mut next = arena.first_learned();
    while let Some(clause) = next {
        next = arena.next(clause);
        if !arena.is_redundant(clause) || arena.is_garbage(clause) || arena.is_reason(clause) {
            continue;
        }
        let used = arena.used(clause);
        arena.set_used(clause, used.saturating_sub(1));
        let glue = arena.glue(clause);
        let is_candidate = match tier_of(glue, call.options) {
            0 => false,
            1 => used == 0,
            _ => true,
        };
        if is_candidate {
            candidates.push((glue, arena.size(clause) as u32, clause));
        }
    }
    candidates
}
