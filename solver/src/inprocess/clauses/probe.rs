//! Failed literals.

use gordian_formula::Lit;

use crate::engine::{Call, Engine, Learning};
use crate::search::antecedent::{SEEN, antecedents};
use crate::search::backtrack::backtrack;
use crate::search::hints::{Origin, name_antecedents};
use crate::search::open_level::open_level;
use crate::search::propagate::propagate;
use crate::store::trail::Conflict;

pub(crate) mod own {
    technique! {
        options {
            /// Probe for failed literals.
            enabled "probe": bool = true;
            /// Per mille of the ticks of search that probing may take.
            effort "probe_effort": (0..=10_000) = 20;
        }
        counters {
            /// Literals probed.
            probed "probed";
            /// Literals that probing found to be false.
            failed "failed literals";
        }
        schedule(_options) {
            /// The literal, by its code, that probing begins with.
            next: usize = 0;
        }
    }
}

/// Decides literals that imply others by binary clauses or groups and are themselves implied by
/// none: if propagation meets a conflict, a literal that all of it comes from is false (Freeman
/// 1995; Lynce & Marques-Silva 2003; roots only as in Le Berre 2001). Goes on where it stopped the
/// last time.
///
/// At level zero, everything propagated, and so it is afterwards unless the formula is inconsistent.
pub(crate) fn probe(engine: &mut Engine, call: &mut Call<'_>, ticks: u64) {
    let search_ticks = engine.statistics.ticks;
    let search_propagations = engine.statistics.propagations;
    let limit = search_ticks + ticks;
    let num_lits = 2 * engine.trail.num_vars();
    let start = engine.schedule.probe.next % num_lits.max(1);
    for code in (start..num_lits).chain(0..start) {
        if engine.statistics.ticks >= limit || engine.is_inconsistent || call.is_at_end(&engine.statistics) {
            break;
        }
        engine.schedule.probe.next = code + 1;
        let lit = Lit::from_code(code as u32);
        engine.statistics.ticks += 1;
        if is_root(engine, lit) {
            engine.statistics.probe.probed += 1;
            try_literal(engine, call, lit);
        }
    }
    engine.statistics.inprocess_ticks += engine.statistics.ticks - search_ticks;
    engine.statistics.ticks = search_ticks;
    engine.statistics.propagations = search_propagations;
}

/// Whether a literal without a value implies others at once, and is implied by none.
fn is_root(engine: &Engine, lit: Lit) -> bool {
    let Engine { trail, removed, watches, groups, .. } = engine;
    if trail.is_assigned(lit.var()) || removed[lit.var().index()] {
        return false;
    }
    let has_binary = |lit: Lit| watches.of(lit).iter().any(|watch| watch.is_binary());
    let in_group = |lit: Lit| !groups.memberships_of(lit).is_empty();
    (has_binary(!lit) || in_group(lit)) && !has_binary(lit) && !in_group(!lit)
}

fn try_literal(engine: &mut Engine, call: &mut Call<'_>, lit: Lit) {
    open_level(engine, lit);
    engine.statistics.decisions -= 1;
    let Some(conflict) = propagate(engine) else {
        backtrack(engine, 0);
        return;
    };
    let culprit = dominator(engine, conflict);
    let Engine { trail, arena, groups, learning: Learning { marks, positions, .. }, .. } = &mut *engine;
    call.proof.add_by_chain(&[!culprit], |chain| {
        name_antecedents(Origin::Conflict(conflict), &[!culprit], (trail, arena, groups), (marks, positions), chain);
    });
    backtrack(engine, 0);
    engine.statistics.probe.failed += 1;
    engine.assign_root(!culprit);
    if propagate(engine).is_some() {
        engine.is_inconsistent = true;
        call.proof.add(&[]);
    }
}

/// The last literal of the only level that everything in the conflict comes from.
fn dominator(engine: &mut Engine, conflict: Conflict) -> Lit {
    let Engine { trail, arena, groups, learning, .. } = engine;
    learning.marks.clear();
    let note = |lit: Lit, learning: &mut Learning| {
        if trail.level_of(lit.var()) > 0 && !learning.marks.has(lit.var(), SEEN) {
            learning.marks.set(lit.var(), SEEN);
            return 1;
        }
        0
    };
    let mut open: usize = match conflict {
        Conflict::Binary(first, second) => note(first, learning) + note(second, learning),
        Conflict::Long(clause) => arena.lits(clause).iter().map(|&lit| note(lit, learning)).sum(),
        Conflict::Group(group) => groups.members(group).iter().map(|&lit| note(lit, learning)).sum(),
    };
    let mut position = trail.len();
    loop {
        position -= 1;
        let lit = trail.literal(position);
        if !learning.marks.has(lit.var(), SEEN) {
            continue;
        }
        open -= 1;
        if open == 0 {
            return lit;
        }
        let reason = trail.reason(lit.var());
        open += antecedents(&reason, arena, groups).iter().map(|&other| note(other, learning)).sum::<usize>();
    }
}

#[cfg(test)]
mod tests {
    use crate::options::Options;
    use crate::outcome::Outcome;
    use crate::solver::Solver;
    use gordian_testkit::{lit, lits};

    #[test]
    fn what_all_of_a_conflict_comes_from_is_false() {
        let off = ["lucky", "eliminate", "decompose", "congruence", "warm_up"];
        let options = off.into_iter().fold(Options::default(), |options, name| options.with(name, 0));
        let mut solver = Solver::with_options(options);
        // 1 implies 2, and 2 is a dead end; 1 itself is free when 2 is not implied.
        for clause in [[-1, 2, 2], [-2, 3, 3], [-2, 4, 4], [-3, -4, 5], [-3, -4, -5], [6, 7, 8]] {
            solver.add_clause(&lits(&clause));
        }
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        assert_eq!((solver.statistics().probe.failed, solver.statistics().conflicts), (1, 0));
        assert_eq!([1, 2].map(|number| solver.value(lit(number))), [Some(false); 2]);
    }
}
