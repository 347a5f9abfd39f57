//! Bounded variable addition: common factors of clauses.

use std::collections::BinaryHeap;

use gordian_formula::{Lit, LitMap};

use crate::engine::{Call, Engine};
use crate::store::arena::ClauseRef;
use crate::store::occurrences::Occurrences;

pub(crate) mod own {
    technique! {
        options {
            /// Take out common factors of clauses by new variables: bounded variable addition.
            enabled "bva": bool = true;
            /// Per mille of the ticks of search that bounded variable addition may take.
            effort "bva_effort": (0..=10_000) = 50;
            /// Least number of clauses that a new variable must save.
            gain "bva_gain": (1..=1000) = 10;
        }
    }
}

/// Longer clauses are left as they are.
const CLAUSE_LIMIT: usize = 5;
/// Each clause saved lets the run go on for so many ticks more.
const TICKS_PER_SAVED: u64 = 200;
/// But only for so many ticks more for each tick of search so far: the factors of a formula of millions of clauses take
/// longer to be taken out than many a search.
const MORE_PER_TICK: u64 = 4;

/// Replaces `k·m` clauses, each of `k` literals with each of `m` rests, by `k + m` clauses over a
/// new variable, if these are fewer: `(x or lᵢ)` for each literal and `(not x or Cⱼ)` for each
/// rest. This reverses an elimination (Manthey, Heule & Biere 2012, in the way of Kissat's `factor`
/// by Biere, Faller, Fazekas, Fleury, Froleyks & Pollitt 2024).
///
/// Both kinds of clauses are resolution asymmetric tautologies on the new variable, which therefore
/// stands first in the proof.
pub(crate) fn bva(engine: &mut Engine, call: &mut Call<'_>, occurrences: &mut Occurrences, ticks: u64) {
    let least_gain = call.options.bva.gain as i64;
    let mut more = MORE_PER_TICK * engine.statistics.ticks;
    let mut run = Factorizer { occurrences, marked: LitMap::new(), least_gain, ticks };
    run.marked.grow(engine.trail.num_vars());
    let mut schedule: BinaryHeap<(usize, Lit)> = BinaryHeap::new();
    let all = (0..2 * engine.trail.num_vars() as u32).map(Lit::from_code);
    schedule.extend(all.map(|lit| (run.occurrences.of(lit).len(), lit)).filter(|&(count, _)| count > 1));
    while let Some((count, lit)) = schedule.pop() {
        if run.ticks == 0 || !call.proof.can_define() || call.is_late_by_now() {
            break;
        }
        run.occurrences.flush(lit, &engine.arena);
        let now = run.occurrences.of(lit).len();
        if now < count {
            // It lost clauses since it was scheduled: others may come first.
            if now > 1 {
                schedule.push((now, lit));
            }
            continue;
        }
        let Some(quotient) = run.quotient(engine, lit) else { continue };
        let earned = (TICKS_PER_SAVED * quotient.gain()).min(more);
        more -= earned;
        run.ticks += earned;
        let fresh = run.replace(engine, call, &quotient);
        let changed = quotient.factors.iter().copied().chain([fresh, !fresh]);
        schedule.extend(changed.map(|lit| (run.occurrences.of(lit).len(), lit)));
    }
}

struct Factorizer<'a> {
    occurrences: &'a mut Occurrences,
    marked: LitMap<bool>,
    /// A factorization is to save this many clauses, at least one.
    least_gain: i64,
    ticks: u64,
}

/// A factorization that pays.
struct Quotient {
    /// The literals.
    factors: Vec<Lit>,
    /// For each rest a clause of it and the first factor.
    rows: Vec<ClauseRef>,
    /// The clauses of the rests with the other factors.
    others: Vec<ClauseRef>,
}

impl Quotient {
    /// The number of clauses that it saves.
    fn gain(&self) -> u64 {
        gain(self.factors.len(), self.rows.len()) as u64
    }
}

/// A clause that is one of the rows but for its first factor, in whose place it has this literal.
struct Match {
    lit: Lit,
    row: usize,
    clause: ClauseRef,
}

/// The number of clauses that a factorization saves.
fn gain(factors: usize, rows: usize) -> i64 {
    (factors * rows) as i64 - (factors + rows) as i64
}

impl Factorizer<'_> {
    /// The best factorization on the way of a greedy choice of factors, from this one on.
    fn quotient(&mut self, engine: &Engine, first: Lit) -> Option<Quotient> {
        let Engine { arena, trail, .. } = engine;
        let is_wanted = |&clause: &ClauseRef| {
            arena.size(clause) <= CLAUSE_LIMIT && arena.lits(clause).iter().all(|&lit| trail.value(lit) == 0)
        };
        let rows: Vec<ClauseRef> = self.occurrences.of(first).iter().copied().filter(is_wanted).collect();
        let matches = self.matches(engine, first, &rows);
        let mut factors = vec![first];
        let mut is_active = vec![true; rows.len()];
        let mut best_gain = self.least_gain - 1;
        let mut best = None;
        while self.ticks > 0 {
            self.ticks = self.ticks.saturating_sub(1 + matches.len() as u64 / 4);
            let runs = matches.chunk_by(|one, other| one.lit == other.lit).filter(|run| !factors.contains(&run[0].lit));
            let counts = runs.map(|run| (run.iter().filter(|found| is_active[found.row]).count(), run));
            // If several are equally frequent, take the first.
            let most = counts.reduce(|most, next| if next.0 > most.0 { next } else { most });
            let Some((count @ 2.., run)) = most else { break };
            factors.push(run[0].lit);
            let mut is_matched = vec![false; rows.len()];
            run.iter().for_each(|found| is_matched[found.row] = is_active[found.row]);
            is_active = is_matched;
            if gain(factors.len(), count) > best_gain {
                best_gain = gain(factors.len(), count);
                best = Some((factors.len(), is_active.clone()));
            }
        }
        let (num_factors, is_active) = best?;
        factors.truncate(num_factors);
        let is_other = |found: &&Match| is_active[found.row] && factors[1..].contains(&found.lit);
        let mut others: Vec<ClauseRef> = matches.iter().filter(is_other).map(|found| found.clause).collect();
        // If a clause stands twice among the rows, the same others match it twice.
        others.sort_unstable();
        others.dedup();
        let rows = rows.into_iter().enumerate().filter(|&(row, _)| is_active[row]).map(|(_, clause)| clause).collect();
        Some(Quotient { factors, rows, others })
    }

    /// The clauses that differ from a row in its first factor only, sorted by the literal they have
    /// instead; one for each literal and row.
    fn matches(&mut self, engine: &Engine, first: Lit, rows: &[ClauseRef]) -> Vec<Match> {
        let Engine { arena, trail, .. } = engine;
        let mut matches: Vec<Match> = Vec::new();
        for (row, &base) in rows.iter().enumerate() {
            let rest = || arena.lits(base).iter().copied().filter(|&lit| lit != first);
            let Some(rarest) = rest().min_by_key(|&lit| self.occurrences.of(lit).len()) else { continue };
            let list = self.occurrences.of(rarest);
            self.ticks = self.ticks.saturating_sub(1 + list.len() as u64);
            if self.ticks == 0 {
                break;
            }
            rest().for_each(|lit| self.marked[lit] = true);
            for &clause in list {
                if arena.is_garbage(clause) || arena.size(clause) != arena.size(base) {
                    continue;
                }
                let mut others = arena.lits(clause).iter().copied().filter(|&lit| !self.marked[lit]);
                if let (Some(lit), None) = (others.next(), others.next())
                    && lit.var() != first.var()
                    && trail.value(lit) == 0
                {
                    matches.push(Match { lit, row, clause });
                }
            }
            rest().for_each(|lit| self.marked[lit] = false);
        }
        matches.sort_unstable_by_key(|found| (found.lit, found.row, found.clause));
        matches.dedup_by_key(|found| (found.lit, found.row));
        matches
    }

    /// Writes the factorization down, and returns the new literal.
    fn replace(&mut self, engine: &mut Engine, call: &mut Call<'_>, quotient: &Quotient) -> Lit {
        let Quotient { factors, rows, others } = quotient;
        call.proof.push_definition();
        let fresh = engine.define_var(call.options).positive();
        self.occurrences.grow(engine.trail.num_vars());
        self.marked.grow(engine.trail.num_vars());
        for &lit in factors {
            self.add(engine, call, &[fresh, lit]);
        }
        let mut clause = Vec::new();
        for &row in rows {
            clause.clear();
            clause.push(!fresh);
            clause.extend(engine.arena.lits(row).iter().filter(|&&lit| lit != factors[0]));
            self.add(engine, call, &clause);
        }
        for &clause in rows.iter().chain(others) {
            call.proof.delete(engine.arena.lits(clause));
            engine.arena.mark_garbage(clause);
            engine.statistics.irredundant -= 1;
        }
        factors.iter().for_each(|&lit| self.occurrences.flush(lit, &engine.arena));
        fresh
    }

    fn add(&mut self, engine: &mut Engine, call: &mut Call<'_>, lits: &[Lit]) {
        call.proof.add_definition(lits);
        let clause = engine.arena.add(lits, None);
        self.occurrences.connect(clause, lits);
        engine.statistics.irredundant += 1;
    }
}
