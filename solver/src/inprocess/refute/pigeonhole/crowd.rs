//! Clauses each two of which exclude each other literal by literal: vertices that are all
//! neighbours, with too few colours.

use std::collections::{BTreeMap, BTreeSet};

use gordian_formula::{Lit, LitMap, sorted_set};

use super::refutation::Table;
use super::trial::{aside, clauses_of_size, decide, sizes};
use crate::engine::{Call, Engine};
use crate::search::backtrack::backtrack;

/// The most ticks for finding the literals that each literal excludes: a tenth of a second or two.
const MOST_TICKS: u64 = 30_000_000;
/// Pairs of clauses that may exclude each other are kept in a table of bits.
const MOST_CLAUSES: usize = 2000;
/// Pairs of clauses that are looked at in search of a crowd.
const MOST_STEPS: usize = 20_000_000;
/// Fewer literals in a clause are left to the search.
const LEAST_SIZE: usize = 4;
/// Sizes of clauses that are looked at, those of most clauses first.
const MOST_SIZES: usize = 2;

/// Looks for more clauses of one size than that, each two of which exclude each other literal by
/// literal by unit propagation: a row for each, a column for the literals that exclude each other.
/// At level zero, everything propagated, and so it is afterwards.
pub(super) fn find_crowd(engine: &mut Engine, call: &Call<'_>) -> Option<Table<Lit>> {
    aside(engine, MOST_TICKS, |engine, limit| {
        sizes_of_crowds(engine).into_iter().find_map(|size| crowd_of_size(engine, call, size, limit))
    })
}

/// Sizes that have more clauses than that.
fn sizes_of_crowds(engine: &Engine) -> Vec<usize> {
    let is_possible = |&(size, count): &(usize, usize)| size >= LEAST_SIZE && count > size && count <= MOST_CLAUSES;
    let counts = sizes(engine).into_iter().filter(is_possible);
    let mut sizes: Vec<(usize, usize)> = counts.map(|(size, count)| (count, size)).collect();
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    sizes.into_iter().take(MOST_SIZES).map(|(_, size)| size).collect()
}

fn crowd_of_size(engine: &mut Engine, call: &Call<'_>, size: usize, limit: u64) -> Option<Table<Lit>> {
    let clauses = clauses_of_size(engine, size);
    let mut homes: LitMap<u32> = LitMap::new();
    homes.grow(engine.trail.num_vars());
    for (number, clause) in (1..).zip(&clauses) {
        for &lit in clause {
            // One clause for each variable, so that none serves two.
            if homes[lit] > 0 || homes[!lit] > 0 {
                return None;
            }
            homes[lit] = number;
        }
    }
    let neighbours = neighbours(engine, call, &clauses, &homes, limit)?;
    let crowd = Search { neighbours: &neighbours, steps: 0 }.clique(size + 1)?;
    let rows: Vec<&Vec<Lit>> = crowd.iter().map(|&clause| &clauses[clause]).collect();
    columns(engine, &rows)
}

/// For each clause those each literal of which excludes one of it. None if that takes too long.
fn neighbours(
    engine: &mut Engine,
    call: &Call<'_>,
    clauses: &[Vec<Lit>],
    homes: &LitMap<u32>,
    limit: u64,
) -> Option<Vec<Vec<bool>>> {
    let mut neighbours = Vec::new();
    for (number, clause) in clauses.iter().enumerate() {
        let mut counts = vec![0; clauses.len()];
        for &lit in clause {
            if engine.statistics.ticks > limit || call.exceeded(&engine.statistics).is_some() || call.is_late() {
                return None;
            }
            if !decide(engine, &[lit]) {
                continue;
            }
            let trail = &engine.trail;
            let implied = &trail.literals()[trail.start_of(1)..];
            engine.statistics.ticks += 1 + implied.len() as u64 / 4;
            let reached: Vec<u32> = sorted_set(implied.iter().map(|&lit| homes[!lit]).filter(|&home| home > 0));
            reached.iter().for_each(|&home| counts[home as usize - 1] += 1);
        }
        neighbours
            .push(counts.iter().enumerate().map(|(other, &count)| other != number && count == clause.len()).collect());
    }
    backtrack(engine, 0);
    Some(neighbours)
}

/// Search for clauses that are all neighbours (Carraghan & Pardalos 1990).
struct Search<'a> {
    neighbours: &'a [Vec<bool>],
    steps: usize,
}

impl Search<'_> {
    fn clique(&mut self, size: usize) -> Option<Vec<usize>> {
        let mut open: Vec<usize> = (0..self.neighbours.len()).collect();
        // Those with too few neighbours go, as often as that leaves others with too few.
        loop {
            let before = open.len();
            self.steps += before * before;
            let degree = |&clause: &usize| open.iter().filter(|&&other| self.neighbours[clause][other]).count();
            open = open.iter().copied().filter(|clause| degree(clause) + 1 >= size).collect();
            if open.len() < size || self.steps > MOST_STEPS {
                return None;
            }
            if open.len() == before {
                break;
            }
        }
        let mut clique = Vec::new();
        self.extend(&mut clique, open, size).then_some(clique)
    }

    /// Whether so many more of these can be taken.
    fn extend(&mut self, clique: &mut Vec<usize>, mut open: Vec<usize>, size: usize) -> bool {
        if clique.len() == size {
            return true;
        }
        self.steps += open.len() * open.len();
        let degrees: BTreeMap<usize, usize> = open.iter().map(|&clause| (clause, self.degree(clause, &open))).collect();
        open.retain(|clause| degrees[clause] + clique.len() + 1 >= size);
        // Those of most neighbours are taken first.
        open.sort_by_key(|clause| degrees[clause]);
        while clique.len() + open.len() >= size && self.steps < MOST_STEPS {
            let Some(clause) = open.pop() else { break };
            clique.push(clause);
            let next = open.iter().copied().filter(|&other| self.neighbours[clause][other]).collect();
            if self.extend(clique, next, size) {
                return true;
            }
            clique.pop();
        }
        false
    }

    fn degree(&self, clause: usize, among: &[usize]) -> usize {
        among.iter().filter(|&&other| self.neighbours[clause][other]).count()
    }
}

/// The literals of each clause in the column of that of the first one which excludes them, if each
/// two of a column exclude each other.
fn columns(engine: &mut Engine, rows: &[&Vec<Lit>]) -> Option<Table<Lit>> {
    let num_columns = rows[0].len();
    let mut columns: Vec<Vec<Lit>> = Vec::new();
    for &lit in rows[0] {
        if !decide(engine, &[lit]) {
            return None;
        }
        let is_excluded = |lit: &&Lit| engine.trail.value(**lit) < 0;
        let others = rows[1..].iter().map(|row| {
            let mut excluded = row.iter().filter(is_excluded);
            excluded.next().copied().filter(|_| excluded.next().is_none())
        });
        columns.push([Some(lit)].into_iter().chain(others).collect::<Option<Vec<Lit>>>()?);
    }
    let mut seen = BTreeSet::new();
    if !columns.iter().flatten().all(|lit| seen.insert(*lit)) {
        return None;
    }
    for column in &columns {
        for (at, &lit) in column.iter().enumerate() {
            if !decide(engine, &[lit]) || column[..at].iter().any(|&other| engine.trail.value(other) >= 0) {
                return None;
            }
        }
    }
    let row = |at: usize| (0..).zip(columns.iter().map(|column| column[at])).collect();
    Some(Table::new((0..rows.len()).map(row).collect(), num_columns))
}
