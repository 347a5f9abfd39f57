//! Parities among clauses, and what their sums show.

use std::collections::BTreeSet;

use gordian_formula::{Lit, LitMap, Var};

use super::derivation::Parity;
use crate::engine::Engine;

/// Parities of more variables are not looked for: their clauses double with each.
const LONGEST: usize = 8;
/// More parities than this are left alone.
const MOST_ROWS: usize = 20_000;

/// A parity and where it comes from: clauses, or the sum of two others.
pub(super) struct Row {
    pub(super) parity: Parity,
    pub(super) parents: Option<[usize; 2]>,
}

/// The literals of a clause, ascending, and the rest of the row.
type Candidate = [Lit; LONGEST];

/// The parities of three and more variables that clauses write out; fewer of them when it is late.
pub(super) fn find_parities(engine: &Engine, is_late: &dyn Fn() -> bool) -> Vec<Row> {
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
        let mut candidates: Vec<Candidate> = Vec::new();
        for lits in of_size().filter(is_candidate) {
            if is_late() {
                return rows;
            }
            let mut candidate = [Lit::from_code(0); LONGEST];
            candidate[..size].copy_from_slice(lits);
            candidate[..size].sort_unstable();
            candidates.push(candidate);
        }
        let (ends, mut sorted) = by_first_variable(candidates, trail.num_vars());
        let mut start = 0;
        for end in ends {
            if is_late() {
                return rows;
            }
            collect_parities(&mut sorted[start..end], size, &mut rows);
            start = end;
        }
    }
    rows
}

/// Clauses in the order of their first variables, and where those of each variable end: they are sorted one
/// variable after the other, since one sort of millions would keep whoever is late waiting.
fn by_first_variable(candidates: Vec<Candidate>, num_vars: usize) -> (Vec<usize>, Vec<Candidate>) {
    let mut ends = vec![0; num_vars + 1];
    candidates.iter().for_each(|lits| ends[lits[0].var().index() + 1] += 1);
    for index in 0..num_vars {
        ends[index + 1] += ends[index];
    }
    let mut sorted = candidates.clone();
    for lits in candidates {
        let end = &mut ends[lits[0].var().index()];
        sorted[*end] = lits;
        *end += 1;
    }
    // Filling moved each start to the end of its part.
    ends.pop();
    (ends, sorted)
}

/// Adds the parities that clauses of one size and one first variable write out.
fn collect_parities(clauses: &mut [Candidate], size: usize, rows: &mut Vec<Row>) {
    let vars = |lits: &Candidate| lits.map(|lit| lit.var());
    let is_odd = |lits: &Candidate| lits[..size].iter().filter(|lit| lit.is_negative()).count() % 2 == 1;
    clauses.sort_unstable_by_key(|lits| (vars(lits), is_odd(lits), *lits));
    let is_alike = |one: &Candidate, other: &Candidate| (vars(one), is_odd(one)) == (vars(other), is_odd(other));
    for run in clauses.chunk_by(is_alike) {
        if run.chunk_by(|one, other| one == other).count() == 1 << (size - 1) {
            // A clause with an even number of negations excludes a sum that is even.
            let vars = run[0][..size].iter().map(|lit| lit.var()).collect();
            rows.push(Row { parity: Parity { vars, is_odd: !is_odd(&run[0]) }, parents: None });
        }
    }
}

/// Adds sums to the rows until each variable is in one row that was not summed further (Gaussian
/// elimination, the variable in the fewest rows first, as Markowitz 1957), or a sum is
/// contradictory, which is the last row then. Returns the rows of no variables that cannot hold, or
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
            if steps < cost || is_late() {
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
        // The pivot is done: it defines its variable.
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
