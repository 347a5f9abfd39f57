//! Sharing clauses with other workers.

use gordian_formula::{Lit, sorted_set};

use crate::engine::{Call, Engine};
use crate::pool::{Parcel, Port};
use crate::search::backtrack::backtrack;
use crate::search::tier::lasting;

pub(crate) mod own {
    technique! {
        options {
            /// With several threads, conflicts until clauses are shared again.
            interval "share_interval": (1..=1_000_000) = 300;
            /// With several threads in the deterministic way, ticks of search until clauses are shared again.
            ticks "share_ticks": (1..=1_000_000_000) = 2_000_000;
            /// Learned clauses of more than two literals are shared if their glue is at most this, one less
            /// for twice as many threads.
            glue "share_glue": (0..=1000) = 5;
            /// And if they have at most this many literals.
            size "share_size": (1..=1000) = 30;
        }
        counters {
            /// Clauses handed out to other workers.
            handed_out "handed out";
            /// Clauses of other workers that were taken in.
            taken_in "taken in";
        }
    }
}

/// Puts the clause that was learned by, if it is good enough for others. `identifier` is that in the proof, or 0.
pub(crate) fn hand_out(engine: &mut Engine, call: &mut Call<'_>, glue: u32, identifier: u64) {
    let clause = &engine.learning.clause;
    let options = call.options;
    // The more there are who hand out clauses, the more each has to take in.
    let others = call.port.as_ref().map_or(1, |port| port.others);
    let most_glue = options.share.glue.saturating_sub(others.ilog2().into());
    let is_good = clause.len() <= 2 || u64::from(glue) <= most_glue && clause.len() as u64 <= options.share.size;
    // Units are found on the trail.
    if is_good && clause.len() > 1 && put_by(clause, glue, identifier, call) {
        engine.statistics.share.handed_out += 1;
    }
}

/// False if the clause has a variable that others do not know.
fn put_by(clause: &[Lit], glue: u32, identifier: u64, call: &mut Call<'_>) -> bool {
    let Some(port) = &mut call.port else { return false };
    let names = call.external.names();
    let lits: Vec<Lit> = clause.iter().map_while(|&lit| names.name(lit)).collect();
    if lits.len() < clause.len() {
        return false;
    }
    let Some(known) = call.proof.hand_out(clause, identifier, port.others) else { return false };
    port.parcels.push(Parcel { lits, glue, known });
    true
}

/// Whether it is time.
#[inline]
pub(crate) fn sharing(engine: &Engine, call: &Call<'_>) -> bool {
    call.port.as_ref().is_some_and(|port| is_due(engine, port))
}

fn is_due(engine: &Engine, port: &Port) -> bool {
    if port.has_meetings() {
        // Without a conflict on the way, search would never get far from level zero.
        return engine.statistics.ticks >= port.due && engine.statistics.conflicts > port.conflicts;
    }
    let has_own = !port.parcels.is_empty() || engine.trail.root_literals().len() > port.num_roots;
    engine.statistics.conflicts >= port.due && (has_own || port.has_news())
}

/// Goes back to level zero, hands out what was put by, and takes in what others handed out.
/// Everything is propagated before.
pub(crate) fn share(engine: &mut Engine, call: &mut Call<'_>) {
    backtrack(engine, 0);
    hand_out_units(engine, call);
    let Some(port) = &mut call.port else { return };
    let batches = port.swap();
    port.conflicts = engine.statistics.conflicts;
    port.due = match port.has_meetings() {
        true => engine.statistics.ticks + call.options.share.ticks,
        false => engine.statistics.conflicts + call.options.share.interval,
    };
    for parcel in batches.iter().flat_map(|batch| &batch.parcels) {
        take_in(engine, call, parcel);
    }
}

fn hand_out_units(engine: &mut Engine, call: &mut Call<'_>) {
    call.proof.add_root_units(engine.trail.root_literals());
    let Some(port) = &mut call.port else { return };
    let first = std::mem::replace(&mut port.num_roots, engine.trail.root_literals().len());
    for &lit in &engine.trail.root_literals()[first..] {
        if put_by(&[lit], 0, 0, call) {
            engine.statistics.share.handed_out += 1;
        }
    }
}

/// Takes in a clause of another worker as a learned one, unless it says nothing new here.
fn take_in(engine: &mut Engine, call: &mut Call<'_>, parcel: &Parcel) {
    let Some(lits) = translate(engine, call, &parcel.lits).filter(|_| !engine.is_inconsistent) else {
        call.proof.refuse(&parcel.lits, parcel.known);
        return;
    };
    call.proof.adopt(&parcel.lits, parcel.known);
    let named = lits.iter().map(|&lit| call.external.names().name(lit));
    if !named.eq(parcel.lits.iter().map(|&lit| Some(lit))) {
        call.proof.add(&lits);
        call.proof.delete_named(&parcel.lits);
    }
    engine.statistics.share.taken_in += 1;
    match lits[..] {
        [] => engine.is_inconsistent = true,
        [unit] => engine.assign_root(unit),
        [first, second] => {
            engine.watches.add_binary(first, second, true);
            engine.statistics.redundant += 1;
        }
        ref lits => {
            // Its own glue it gets when it is used; until then it is none of the clauses that stay for good.
            let glue = parcel.glue.max(call.options.reduce.tier1 as u32 + 1);
            let clause = engine.arena.add(lits, Some(glue));
            engine.arena.set_used(clause, lasting(glue, call.options));
            engine.watches.watch_clause(clause, lits);
            engine.statistics.redundant += 1;
        }
    }
}

/// A clause in the literals of the engine: representatives for what was substituted, and without
/// what is false. `None` if a variable was eliminated, or the clause is true for good.
fn translate(engine: &Engine, call: &Call<'_>, clause: &[Lit]) -> Option<Vec<Lit>> {
    let mut lits = Vec::with_capacity(clause.len());
    for &named in clause {
        let Some(mut lit) = call.external.get(named) else {
            if call.external.fixed(named) == Some(false) {
                continue;
            }
            return None;
        };
        while engine.removed[lit.var().index()] {
            lit = call.port.as_ref().and_then(|port| port.substitute(lit))?;
        }
        match engine.trail.value(lit) {
            0 => lits.push(lit),
            value if value > 0 => return None,
            _ => {}
        }
    }
    // Different literals may have one representative.
    let sorted = sorted_set(lits.iter().copied());
    if sorted.windows(2).any(|pair| pair[0] == !pair[1]) {
        return None;
    }
    Some(if sorted.len() < lits.len() { sorted } else { lits })
}
