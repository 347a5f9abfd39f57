//! Parities among clauses, and what their sums show.

use std::collections::BTreeSet;

use gordian_formula::{Lit, LitMap, Var};

use super::chains::Parity;
use crate::engine::Engine;

/// Parities of more variables are not looked for: their clauses double with each.
const LONGEST: usize = 8;
/// Sums of more variables are not formed.
const LONGEST_SUM: usize = 1000;
/// More parities than this are left alone.
const MOST_ROWS: usize = 20_000;

/// A parity and where it comes from: clauses, or the sum of two others.
pub(super) struct Row {
    pub(super) parity: Parity,
    pub(super) parents: Option<[usize; 2]>,
}

/// The parities of three and more variables that clauses write out.
pub(super) fn find_parities(engine: &Engine) -> Vec<Row> {
    let Engine { arena, trail, .. } = engine;
    let is_wanted = |&clause: &_| {
        let size = arena.size(clause);
        (3..=LONGEST).contains(&size) && !arena.is_redundant(clause) && !arena.is_garbage(clause)
    };
    let is_open = |lits: &&[Lit]| lits.iter().all(|&lit| trail.value(lit) == 0);
    let clauses: Vec<&[Lit]> =
        arena.clauses().filter(is_wanted).map(|clause| arena.lits(clause)).filter(is_open).collect();
    let mut rows = Vec::new();
    for size in 3..=LONGEST {
        let mut counts: LitMap<u32> = LitMap::new();
        counts.grow(trail.num_vars());
        let of_size = || clauses.iter().filter(|lits| lits.len() == size);
        of_size().flat_map(|lits| lits.iter()).for_each(|&lit| counts[lit] += 1);
        // Each literal is in half of the clauses.
        let half = 1 << (size - 2);
        let is_candidate = |lits: &&&[Lit]| lits.iter().all(|&lit| counts[lit] >= half && counts[!lit] >= half);
        let mut candidates: Vec<(Vec<Var>, bool, Vec<Lit>)> =
            of_size().filter(is_candidate).map(|lits| key(lits)).collect();
        candidates.sort_unstable();
        candidates.dedup();
        for run in candidates.chunk_by(|one, other| (&one.0, one.1) == (&other.0, other.1)) {
            if run.len() == 2 * half as usize {
                // A clause with an even number of negations excludes a sum that is even.
                let (vars, is_odd, _) = &run[0];
                rows.push(Row { parity: Parity { vars: vars.clone(), is_odd: !is_odd }, parents: None });
            }
        }
    }
    rows
}

/// The variables of a clause, whether an odd number of them is negated, and its literals, all in order.
fn key(lits: &[Lit]) -> (Vec<Var>, bool, Vec<Lit>) {
    let mut sorted = lits.to_vec();
    sorted.sort_unstable();
    let is_odd = sorted.iter().filter(|lit| lit.is_negative()).count() % 2 == 1;
    (sorted.iter().map(|lit| lit.var()).collect(), is_odd, sorted)
}

/// Adds sums to the rows until each variable is in one row that was not summed further (Gaussian elimination, the variable in the fewest rows
/// first, as Markowitz 1957), or a sum is contradictory, which is the last row then. Returns the rows of no variables that cannot hold, or
/// of one or two.
pub(super) fn eliminate(
    rows: &mut Vec<Row>,
    num_vars: usize,
    mut steps: u64,
    is_late: &dyn Fn() -> bool,
) -> Vec<usize> {
    let mut short = Vec::new();
    if rows.len() > MOST_ROWS {
        return short;
    }
    let mut occurrences: Vec<Vec<usize>> = vec![Vec::new(); num_vars];
    for (index, row) in rows.iter().enumerate() {
        row.parity.vars.iter().for_each(|var| occurrences[var.index()].push(index));
    }
    let vars = (0..num_vars).filter(|&var| !occurrences[var].is_empty());
    let mut schedule: BTreeSet<(usize, usize)> = vars.map(|var| (occurrences[var].len(), var)).collect();
    while let Some((_, var)) = schedule.pop_first() {
        let mut uses = std::mem::take(&mut occurrences[var]);
        uses.sort_unstable_by_key(|&row| (rows[row].parity.vars.len(), row));
        let Some((&pivot, others)) = uses.split_first() else { continue };
        for &other in others {
            let parity = rows[pivot].parity.plus(&rows[other].parity);
            let cost = (rows[pivot].parity.vars.len() + rows[other].parity.vars.len()) as u64;
            if steps < cost || parity.vars.len() > LONGEST_SUM || is_late() {
                return short;
            }
            steps -= cost;
            let index = rows.len();
            let is_contradiction = parity.is_contradiction();
            replace(&mut occurrences, &mut schedule, &rows[other].parity, other, &parity, index);
            if is_contradiction || matches!(parity.vars.len(), 1 | 2) {
                short.push(index);
            }
            rows.push(Row { parity, parents: Some([pivot, other]) });
            if is_contradiction {
                return short;
            }
        }
        // The pivot is done with: it says what its variable is.
        let done = rows[pivot].parity.clone();
        replace(&mut occurrences, &mut schedule, &done, pivot, &Parity::default(), 0);
    }
    short
}

/// Puts one row in the place of another in the lists of their variables that are still to be eliminated.
fn replace(
    occurrences: &mut [Vec<usize>],
    schedule: &mut BTreeSet<(usize, usize)>,
    old: &Parity,
    old_index: usize,
    new: &Parity,
    new_index: usize,
) {
    let mut change = |var: Var, change: &mut dyn FnMut(&mut Vec<usize>)| {
        let list = &mut occurrences[var.index()];
        schedule.remove(&(list.len(), var.index()));
        change(list);
        if !list.is_empty() {
            schedule.insert((list.len(), var.index()));
        }
    };
    for &var in &old.vars {
        change(var, &mut |list| list.retain(|&row| row != old_index));
    }
    for &var in &new.vars {
        change(var, &mut |list| list.push(new_index));
    }
}
