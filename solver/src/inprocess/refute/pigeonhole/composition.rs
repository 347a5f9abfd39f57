//! Choices that lead to choices: places of a clique that are taken by vertices, which have colours.

use std::collections::{BTreeMap, BTreeSet};

use gordian_formula::Lit;

use super::trial::{aside, clauses_of_size, decide, decide_too, is_satisfied, open_clauses, open_part, sizes};
use crate::engine::{Call, Engine};
use crate::search::backtrack::backtrack;
use crate::store::lists::Lists;
use crate::store::rows::Rows;

/// The most ticks for finding compositions and verifying one: a second or two.
const MOST_TICKS: u64 = 400_000_000;
/// Formulas of more literals in long clauses have hardly any that are verified within that.
const MOST_LITERALS: usize = 4_000_000;
/// Sizes that are looked at: each takes a walk through all clauses.
const MOST_SIZES: usize = 16;
/// The least number of rows. Search alone may find these hard.
const LEAST_ROWS: usize = 3;

/// A literal and the clause that it leads to.
pub(super) struct Step {
    pub(super) lit: Lit,
    /// One literal for each column: if the step is taken, one of them is true.
    pub(super) ends: Vec<Lit>,
}

/// Clauses, as rows of steps. Unit propagation shows that no two steps of different rows end in the
/// same column, and of the clause that a step leads to, that no other literal is true. There are
/// more rows than columns: they contradict each other.
pub(super) struct Composition {
    pub(super) rows: Vec<Vec<Step>>,
    pub(super) num_columns: usize,
}

impl Composition {
    /// Looks for rows among clauses of one size. At level zero, everything propagated, and so it is afterwards.
    pub(super) fn find(engine: &mut Engine, call: &Call<'_>) -> Option<Composition> {
        aside(engine, MOST_TICKS, |engine, limit| Composition::find_within(engine, call, limit))
    }

    fn find_within(engine: &mut Engine, call: &Call<'_>, limit: u64) -> Option<Composition> {
        let sizes = sizes_of_rows(engine)?;
        let mut candidates = Vec::new();
        for size in sizes.into_iter().rev().take(MOST_SIZES) {
            candidates.extend(rows_of_size(engine, size));
        }
        if candidates.is_empty() {
            return None;
        }
        let mut finder = Finder::new(engine, call, limit);
        candidates.iter().find_map(|rows| finder.compose(rows))
    }

    /// The number of pairs of steps and columns in different rows.
    pub(super) fn num_pairs(&self) -> u64 {
        let sizes = || self.rows.iter().map(|row| row.len() as u64);
        let all: u64 = sizes().sum();
        let same: u64 = sizes().map(|size| size * size).sum();
        (all * all - same) / 2 * self.num_columns as u64
    }
}

/// The sizes of which there are as many clauses as rows may be, and enough clauses that they could
/// lead to. None if there are none.
fn sizes_of_rows(engine: &Engine) -> Option<Vec<usize>> {
    let counts = sizes(engine);
    let num_literals: usize = counts.iter().map(|(size, count)| size * count).sum();
    // A row has at least as many literals as there are rows; otherwise the rows are pigeons
    // themselves. The clauses that they lead to are shorter, and may have one more literal that
    // each step excludes.
    let has_ends = |size: usize, rows: usize| counts.range(..=rows).map(|(_, count)| count).sum::<usize>() >= size;
    let is_possible = |&(&size, &rows): &(&usize, &usize)| (LEAST_ROWS..=size).contains(&rows) && has_ends(size, rows);
    let sizes: Vec<usize> = counts.iter().filter(is_possible).map(|(&size, _)| size).collect();
    (!sizes.is_empty() && num_literals <= MOST_LITERALS).then_some(sizes)
}

/// The open clauses of a size, if they share no variable and the first literal of the first
/// excludes one of each other, as a vertex that takes a place does.
fn rows_of_size(engine: &mut Engine, size: usize) -> Option<Vec<Vec<Lit>>> {
    let rows = clauses_of_size(engine, size);
    let mut seen = BTreeSet::new();
    let is_disjoint = rows.iter().flatten().all(|lit| seen.insert(lit.var()));
    if !is_disjoint {
        return None;
    }
    let is_possible = decide(engine, &[rows[0][0]]);
    let is_excluded = |row: &Vec<Lit>| row.iter().any(|&lit| engine.trail.value(lit) < 0);
    let are_excluded = is_possible && rows[1..].iter().all(is_excluded);
    backtrack(engine, 0);
    are_excluded.then_some(rows)
}

/// The clause that a literal leads to, by its number, and its literals by column.
struct Target {
    clause: u32,
    ends: Vec<Lit>,
}

struct Finder<'a, 'b> {
    engine: &'a mut Engine,
    call: &'a Call<'b>,
    clauses: Rows<Lit>,
    /// For each literal the clauses it stands in.
    occurrences: Lists<u32>,
    /// Ticks at which this gives up.
    limit: u64,
}

impl<'a, 'b> Finder<'a, 'b> {
    fn new(engine: &'a mut Engine, call: &'a Call<'b>, limit: u64) -> Finder<'a, 'b> {
        let mut clauses = Rows::default();
        for clause in open_clauses(engine) {
            clauses.push(open_part(engine, clause));
        }
        let mut occurrences = Lists::with_room(engine.trail.num_vars(), clauses.entries().iter().copied());
        for (number, clause) in clauses.iter().enumerate() {
            clause.iter().for_each(|&lit| occurrences.push(lit, number as u32));
        }
        Finder { engine, call, clauses, occurrences, limit }
    }

    fn is_over(&self) -> bool {
        self.engine.statistics.ticks > self.limit || self.call.is_at_end(&self.engine.statistics)
    }

    fn compose(&mut self, rows: &[Vec<Lit>]) -> Option<Composition> {
        let mut targets = self.targets(rows)?;
        let num_columns = targets[0][0].ends.len();
        targets.truncate(num_columns + 1);
        let steps = |(row, targets): (&Vec<Lit>, Vec<Target>)| -> Vec<Step> {
            row.iter().zip(targets).map(|(&lit, target)| Step { lit, ends: target.ends }).collect()
        };
        let composition = Composition { rows: rows.iter().zip(targets).map(steps).collect(), num_columns };
        self.is_verified(&composition).then_some(composition)
    }

    fn decide(&mut self, lits: &[Lit]) -> bool {
        decide(self.engine, lits)
    }

    /// The clauses that each literal of each row leads to, as a step from the first row and one
    /// from the second show them. None if anything is missing.
    fn targets(&mut self, rows: &[Vec<Lit>]) -> Option<Vec<Vec<Target>>> {
        let first = rows[0][0];
        let most = rows.len() - 1;
        // Two literals that the first literal of all does not exclude: the clause it leads to is in
        // both links.
        let mut partners =
            rows[1].iter().filter(|&&lit| self.decide(&[first, lit])).copied().collect::<Vec<_>>().into_iter();
        let (one, other) = (partners.next()?, partners.next()?);
        let candidates = self.links(first, one, most);
        let clauses: BTreeSet<u32> = self.links(first, other, most).iter().map(|target| target.clause).collect();
        let mut common = candidates.into_iter().filter(|target| clauses.contains(&target.clause));
        let of_first = common.next()?;
        if common.next().is_some() || !self.leads_to(first, &of_first) {
            return None;
        }
        let of_one = self.linked(first, &of_first.ends, one)?;
        let of_other = self.linked(first, &of_first.ends, other)?;
        let mut targets = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let mut of_row: Vec<Target> = Vec::new();
            for &lit in row {
                if self.is_over() {
                    return None;
                }
                let known = match index {
                    // The first row is led to by the second.
                    0 if self.decide(&[one, lit]) => (one, &of_one.ends),
                    0 => (other, &of_other.ends),
                    _ if self.decide(&[first, lit]) => (first, &of_first.ends),
                    _ => {
                        let second: &Vec<Target> = targets.first()?;
                        (rows[0][1], &second[1].ends)
                    }
                };
                of_row.push(self.linked(known.0, known.1, lit)?);
            }
            targets.push(of_row);
        }
        Some(targets)
    }

    /// The pairs of literals that exclude each other once these two are true.
    fn exclusions(&mut self, one: Lit, other: Lit) -> BTreeMap<Lit, Vec<Lit>> {
        let mut exclusions: BTreeMap<Lit, Vec<Lit>> = BTreeMap::new();
        if !self.decide(&[one, other]) {
            return exclusions;
        }
        let Finder { engine, clauses, occurrences, .. } = self;
        let Engine { trail, statistics, .. } = engine;
        for &lit in &trail.literals()[trail.start_of(1)..] {
            for &clause in occurrences.of(!lit) {
                let clause = clauses.row(clause as usize);
                statistics.ticks += 1 + clause.len() as u64 / 16;
                let mut open = [None; 2];
                let mut num_open = 0;
                for &lit in clause.iter().filter(|&&lit| trail.value(lit) >= 0) {
                    // One that is true is one too many.
                    num_open += if trail.value(lit) > 0 { 3 } else { 1 };
                    match num_open {
                        1 | 2 => open[num_open - 1] = Some(!lit),
                        _ => break,
                    }
                }
                if let (2, [Some(left), Some(right)]) = (num_open, open) {
                    exclusions.entry(left).or_default().push(right);
                    exclusions.entry(right).or_default().push(left);
                }
            }
        }
        exclusions
    }

    /// The open literals of a clause, if it is open.
    fn open_part(&mut self, clause: u32) -> Option<Vec<Lit>> {
        let clause = self.clauses.row(clause as usize);
        self.engine.statistics.ticks += 1 + clause.len() as u64 / 16;
        (!is_satisfied(self.engine, clause)).then(|| open_part(self.engine, clause).collect())
    }

    /// The clauses of at most `most` literals each of which excludes a literal of some other
    /// clause, once these two literals are true. None if that takes too long.
    fn links(&mut self, one: Lit, other: Lit, most: usize) -> Vec<Target> {
        let exclusions = self.exclusions(one, other);
        let mut seen = BTreeSet::new();
        let mut targets = Vec::new();
        for &lit in exclusions.keys() {
            for at in 0..self.occurrences.of(lit).len() {
                let clause = self.occurrences.of(lit)[at];
                if self.is_over() {
                    return Vec::new();
                }
                if !seen.insert(clause) {
                    continue;
                }
                let Some(ends) = self.open_part(clause) else { continue };
                let is_whole = (2..=most).contains(&ends.len()) && ends.iter().all(|end| exclusions.contains_key(end));
                if is_whole && self.counterpart(&exclusions, &ends).is_some_and(|target| target.clause != clause) {
                    targets.push(Target { clause, ends });
                }
            }
        }
        targets
    }

    /// The clause that the other of two literals leads to, if it is known for the first.
    fn linked(&mut self, known: Lit, ends: &[Lit], other: Lit) -> Option<Target> {
        let exclusions = self.exclusions(known, other);
        let target = self.counterpart(&exclusions, ends)?;
        self.leads_to(other, &target).then_some(target)
    }

    /// A clause whose open literals are excluded by these, each by one. None if that takes too long.
    fn counterpart(&mut self, exclusions: &BTreeMap<Lit, Vec<Lit>>, ends: &[Lit]) -> Option<Target> {
        for &excluded in exclusions.get(&ends[0])? {
            for at in 0..self.occurrences.of(excluded).len() {
                let clause = self.occurrences.of(excluded)[at];
                if self.is_over() {
                    return None;
                }
                let Some(open) = self.open_part(clause).filter(|open| open.len() == ends.len()) else { continue };
                let mut tried = 0;
                let excluded_by = |end: &Lit| {
                    let mut candidates = exclusions.get(end)?.iter().copied().inspect(|_| tried += open.len());
                    candidates.find(|excluded| open.contains(excluded))
                };
                let found = ends.iter().map(excluded_by).collect::<Option<Vec<Lit>>>();
                self.engine.statistics.ticks += (ends.len() + tried / 16) as u64;
                let Some(found) = found else { continue };
                if found.iter().collect::<BTreeSet<_>>().len() == found.len() {
                    return Some(Target { clause, ends: found });
                }
            }
        }
        None
    }

    /// Whether a literal excludes all other literals of the clause that it leads to.
    fn leads_to(&mut self, lit: Lit, target: &Target) -> bool {
        self.decide(&[lit]) && {
            let mut others = self.clauses.row(target.clause as usize).iter().filter(|lit| !target.ends.contains(lit));
            others.all(|&other| self.engine.trail.value(other) < 0)
        }
    }

    fn is_verified(&mut self, composition: &Composition) -> bool {
        let Composition { rows, num_columns } = composition;
        if rows.len() <= *num_columns {
            return false;
        }
        for (index, row) in rows.iter().enumerate() {
            for step in row {
                if !self.decide(&[step.lit]) {
                    continue;
                }
                for other in rows[..index].iter().flatten() {
                    if self.is_over() || !self.end_apart(step, other) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether two steps, of which the first is taken, do not end in the same column.
    fn end_apart(&mut self, step: &Step, other: &Step) -> bool {
        self.engine.statistics.ticks += 1;
        let is_possible = decide_too(self.engine, other.lit);
        let level = self.engine.trail.level();
        let is_apart = !is_possible
            || step.ends.iter().zip(&other.ends).all(|(&end, &other_end)| {
                let are_apart = !decide_too(self.engine, end) || self.engine.trail.value(other_end) < 0;
                backtrack(self.engine, level);
                are_apart
            });
        backtrack(self.engine, 1);
        is_apart
    }
}
