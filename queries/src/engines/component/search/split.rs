//! Finding the components of what is left of a formula.

use gordian_formula::Lit;

use super::cache::Key;
use super::rows::{Row, WORD, add_row, contains, has_gain, insert, numbers, remove};

/// A part of the formula that shares no variable with the others: its variables and its clauses of
/// three and more literals. Binary clauses are told by the variables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Component {
    start: u32,
    num_vars: u32,
    num_clauses: u32,
    pub(crate) key: Key,
    pub(crate) has_visible: bool,
    /// Whether it is the rest of a component that one model is looked for in: no clauses, and the
    /// variables in the order in which they are decided.
    pub(crate) is_rest: bool,
}

impl Component {
    pub(crate) fn num_vars(&self) -> usize {
        self.num_vars as usize
    }
}

/// Numbers in a line of memory, about.
const LINE: u64 = 16;
/// Words of bits in a line of memory.
const LINE_WORDS: u64 = 8;

/// The place of a variable while a component is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Not in the component, or assigned.
    Out,
    /// In it, and not met yet.
    Unmet,
    /// In a part that was found.
    Met,
}

/// The clauses by variable, laid out for walking from variable to variable, and the components found.
///
/// The list of a variable in `pool` holds the variables of its binary clauses, then for each
/// ternary clause its number and its two other literals, then the numbers of its longer clauses.
/// Thurley (2006) found this to be where such a counter spends its time.
///
/// A row of bits is read in less time, if many numbers lie close together: the variables of a
/// variable's binary clauses, its longer clauses, and the literals of a clause.
#[derive(Debug, Default)]
pub(crate) struct Splitter {
    pool: Vec<u32>,
    /// For each variable, the begin and the end of its binary, ternary and longer clauses.
    lists: Vec<[u32; 4]>,
    /// Whether there are rows, and the words of all.
    has_rows: bool,
    rows: Vec<u64>,
    /// For each variable, the rows of its binary and its longer clauses.
    rows_of_vars: Vec<[Row; 2]>,
    /// The literals of longer clauses, and for each clause their begin and end there, or else the
    /// rows of its positive and its negative literals.
    long: Vec<Lit>,
    long_clauses: Vec<Long>,
    vars: Vec<Mark>,
    /// The variables of the component that is split: those without a value, those of them that
    /// have not been met, and those with a value.
    unassigned: Vec<u64>,
    unmet: Vec<u64>,
    values: [Vec<u64>; 2],
    /// Clauses that were not found satisfied and have not been met.
    unmet_clauses: Vec<u64>,
    var_keys: Vec<Key>,
    clause_keys: Vec<Key>,
    visible: Vec<bool>,
    /// Occurrences in the component it was last found in.
    frequencies: Vec<u32>,
    found_clauses: Vec<u32>,
    /// Visible variables that no clause spoke of any more in the last split.
    free: Vec<u32>,
    /// Variables, then clauses of each component on the stack.
    data: Vec<u32>,
    /// Lines of memory read, about.
    pub(crate) ticks: u64,
}

/// A clause of more than three literals.
#[derive(Clone, Copy, Debug)]
enum Long {
    /// Its literals stand in the list of all.
    List { start: u32, end: u32 },
    /// The variables of its positive and of its negative literals.
    Rows([Row; 2]),
}

/// A generator of random numbers (SplitMix64, Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn next_key(&mut self) -> Key {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

/// The variables of the positive and of the negative literals of a clause.
fn sides(clause: &[Lit]) -> [Vec<u32>; 2] {
    [true, false].map(|is_positive| {
        let lits = clause.iter().filter(|lit| lit.is_positive() == is_positive);
        lits.map(|lit| lit.var().index() as u32).collect()
    })
}

/// Whether rows of both sides of a clause are read in less time.
fn have_gain(sides: &[Vec<u32>; 2]) -> bool {
    sides.iter().all(|side| side.is_empty() || has_gain(side))
}

impl Splitter {
    /// For clauses of two and more distinct variables.
    pub(crate) fn new(num_vars: usize, clauses: &[Vec<Lit>], visible: &[bool]) -> Splitter {
        let mut binary: Vec<Vec<u32>> = vec![Vec::new(); num_vars];
        let mut ternary: Vec<Vec<u32>> = vec![Vec::new(); num_vars];
        let mut longer: Vec<Vec<u32>> = vec![Vec::new(); num_vars];
        let mut num_clauses = 0;
        for clause in clauses {
            for (at, lit) in clause.iter().enumerate() {
                let var = lit.var().index();
                let others = clause.iter().enumerate().filter(|&(other, _)| other != at);
                match clause.len() {
                    2 => binary[var].extend(others.map(|(_, other)| other.var().index() as u32)),
                    3 => {
                        ternary[var].push(num_clauses);
                        ternary[var].extend(others.map(|(_, other)| other.code()));
                    }
                    _ => longer[var].push(num_clauses),
                }
            }
            num_clauses += u32::from(clause.len() > 2);
        }
        for list in &mut binary {
            list.sort_unstable();
            list.dedup();
        }
        // Each component is told in bits, too, if there are rows: few rows are not worth that.
        let long = || clauses.iter().filter(|clause| clause.len() > 3);
        let lists = || binary.iter().chain(&longer);
        let all = lists().chain(&ternary).map(Vec::len).chain(long().map(Vec::len)).sum::<usize>();
        let in_rows = lists().filter(|list| has_gain(list)).map(Vec::len).sum::<usize>()
            + long().filter(|clause| have_gain(&sides(clause))).map(Vec::len).sum::<usize>();
        let mut splitter = Splitter { has_rows: 2 * in_rows > all, ..Splitter::default() };
        for clause in clauses.iter().filter(|clause| clause.len() > 2) {
            let long = splitter.lay_out(clause);
            splitter.long_clauses.push(long);
        }
        for var in 0..num_vars {
            let rows = [&mut binary[var], &mut longer[var]].map(|list| match splitter.has_rows && has_gain(list) {
                true => add_row(&mut splitter.rows, &std::mem::take(list)),
                false => Row::default(),
            });
            splitter.rows_of_vars.push(rows);
            let mut bounds = [splitter.pool.len() as u32; 4];
            for (bound, list) in bounds[1..].iter_mut().zip([&binary[var], &ternary[var], &longer[var]]) {
                splitter.pool.extend_from_slice(list);
                *bound = splitter.pool.len() as u32;
            }
            splitter.lists.push(bounds);
        }
        let mut random = Random(0x60d1_a9c0);
        splitter.var_keys = (0..num_vars).map(|_| random.next_key()).collect();
        splitter.clause_keys = (0..num_clauses).map(|_| random.next_key()).collect();
        splitter.vars = vec![Mark::Out; num_vars];
        splitter.unassigned = vec![0; num_vars.div_ceil(WORD)];
        splitter.unmet = splitter.unassigned.clone();
        splitter.values = [splitter.unassigned.clone(), splitter.unassigned.clone()];
        splitter.unmet_clauses = vec![0; (num_clauses as usize).div_ceil(WORD)];
        splitter.frequencies = vec![0; num_vars];
        splitter.visible = visible.to_vec();
        splitter
    }

    /// Stores the literals of a clause of three and more.
    fn lay_out(&mut self, clause: &[Lit]) -> Long {
        let start = self.long.len() as u32;
        if clause.len() > 3 {
            let sides = sides(clause);
            if self.has_rows && have_gain(&sides) {
                return Long::Rows(sides.map(|side| add_row(&mut self.rows, &side)));
            }
            self.long.extend_from_slice(clause);
        }
        Long::List { start, end: self.long.len() as u32 }
    }

    /// The component of everything.
    pub(crate) fn whole(&mut self) -> Component {
        let (num_vars, num_clauses) = (self.vars.len() as u32, self.clause_keys.len() as u32);
        self.data.extend(0..num_vars);
        self.data.extend(0..num_clauses);
        Component { start: 0, num_vars, num_clauses, key: 0, has_visible: true, is_rest: false }
    }

    pub(crate) fn vars(&self, component: &Component) -> &[u32] {
        let start = component.start as usize;
        &self.data[start..start + component.num_vars as usize]
    }

    pub(crate) fn frequency(&self, var: u32) -> u32 {
        self.frequencies[var as usize]
    }

    /// The unassigned variables of a component without visible ones, those with the highest scores
    /// first: what is left to decide on the way to one model. `None` if nothing is.
    pub(crate) fn rest(
        &mut self,
        component: &Component,
        values: &[i8],
        score: impl Fn(&Splitter, u32) -> f64,
    ) -> Option<Component> {
        let start = component.start as usize;
        let vars = start..start + component.num_vars();
        let is_free = |&var: &u32| values[2 * var as usize] == 0;
        if component.is_rest {
            let skipped = self.data[vars].iter().position(is_free)? as u32;
            let (start, num_vars) = (component.start + skipped, component.num_vars - skipped);
            return Some(Component { start, num_vars, ..*component });
        }
        let mut scored: Vec<(f64, u32)> =
            self.data[vars].iter().filter(|var| is_free(var)).map(|&var| (score(self, var), var)).collect();
        scored.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let start = self.data.len() as u32;
        self.data.extend(scored.iter().map(|&(_, var)| var));
        let num_vars = scored.len() as u32;
        (num_vars > 0).then_some(Component { start, num_vars, num_clauses: 0, is_rest: true, ..*component })
    }

    /// How much is on the stack.
    pub(crate) fn height(&self) -> usize {
        self.data.len()
    }

    /// Takes back what was put on the stack since it had this height.
    pub(crate) fn truncate(&mut self, height: usize) {
        self.data.truncate(height);
    }

    /// Splits a component under an assignment; `found` says for each part whether it stays on the stack. Visible
    /// variables that no clause speaks of any more are [`Splitter::free`] then.
    pub(crate) fn split(&mut self, component: &Component, values: &[i8], mut found: impl FnMut(Component) -> bool) {
        let start = component.start as usize;
        let middle = start + component.num_vars as usize;
        let end = middle + component.num_clauses as usize;
        for at in start..middle {
            let var = self.data[at];
            let value = values[2 * var as usize];
            if value == 0 {
                self.vars[var as usize] = Mark::Unmet;
                self.frequencies[var as usize] = 0;
                if self.has_rows {
                    insert(&mut self.unassigned, var);
                    insert(&mut self.unmet, var);
                }
            } else {
                self.vars[var as usize] = Mark::Out;
                if self.has_rows {
                    insert(&mut self.values[usize::from(value < 0)], var);
                }
            }
        }
        for at in middle..end {
            insert(&mut self.unmet_clauses, self.data[at]);
        }
        self.free.clear();
        for at in start..middle {
            let var = self.data[at];
            if self.vars[var as usize] != Mark::Unmet {
                continue;
            }
            let part = self.walk(var, values);
            if part.num_vars == 1 && part.num_clauses == 0 {
                if part.has_visible {
                    self.free.push(var);
                }
                self.data.truncate(part.start as usize);
            } else if !found(part) {
                self.data.truncate(part.start as usize);
            }
        }
        // Other components may be split before this one again, whose marks must not be mistaken for theirs.
        for at in start..middle {
            let var = self.data[at] as usize;
            self.vars[var] = Mark::Out;
            if self.has_rows {
                self.unassigned[var / WORD] = 0;
                self.values[0][var / WORD] = 0;
                self.values[1][var / WORD] = 0;
            }
        }
        for at in middle..end {
            self.unmet_clauses[self.data[at] as usize / WORD] = 0;
        }
    }

    /// The visible variables that the last split found free.
    pub(crate) fn free(&self) -> &[u32] {
        &self.free
    }

    /// The part that this variable belongs to.
    fn walk(&mut self, first: u32, values: &[i8]) -> Component {
        let start = self.data.len();
        self.found_clauses.clear();
        self.meet(first);
        let mut key: Key = 0;
        let mut has_visible = false;
        let mut next = start;
        while let Some(&var) = self.data.get(next) {
            next += 1;
            key = key.wrapping_add(self.var_keys[var as usize]);
            has_visible |= self.visible[var as usize];
            let [binary, ternary, longer, end] = self.lists[var as usize];
            let [neighbours, longer_row] = self.rows_of_vars[var as usize];
            let num_words = u64::from(neighbours.num_words + longer_row.num_words);
            self.ticks += 1 + u64::from(end - binary) / LINE + num_words / LINE_WORDS;
            // Each binary clause is counted where each of its two variables is walked from.
            let mut frequency = 0;
            for (at, place) in neighbours.places() {
                let row = self.rows[at];
                frequency += (row & self.unassigned[place]).count_ones();
                numbers(row & self.unmet[place], place).for_each(|other| self.meet(other));
            }
            for at in binary as usize..ternary as usize {
                let other = self.pool[at];
                let mark = self.vars[other as usize];
                frequency += u32::from(mark != Mark::Out);
                if mark == Mark::Unmet {
                    self.meet(other);
                }
            }
            for at in (ternary as usize..longer as usize).step_by(3) {
                let [clause, second, third] = self.pool[at..at + 3] else { unreachable!() };
                if !contains(&self.unmet_clauses, clause) {
                    continue;
                }
                remove(&mut self.unmet_clauses, clause);
                if values[second as usize] > 0 || values[third as usize] > 0 {
                    continue;
                }
                self.meet_clause(clause, &mut key);
                frequency += 1;
                self.meet_in_clause(second >> 1);
                self.meet_in_clause(third >> 1);
            }
            self.frequencies[var as usize] += frequency;
            for at in longer as usize..end as usize {
                let clause = self.pool[at];
                if contains(&self.unmet_clauses, clause) {
                    self.visit(clause, values, &mut key);
                }
            }
            for (at, place) in longer_row.places() {
                let unmet = self.rows[at] & self.unmet_clauses[place];
                numbers(unmet, place).for_each(|clause| self.visit(clause, values, &mut key));
            }
        }
        let num_vars = (self.data.len() - start) as u32;
        let num_clauses = self.found_clauses.len() as u32;
        self.data.extend_from_slice(&self.found_clauses);
        Component { start: start as u32, num_vars, num_clauses, key, has_visible, is_rest: false }
    }

    fn meet(&mut self, var: u32) {
        self.vars[var as usize] = Mark::Met;
        if self.has_rows {
            remove(&mut self.unmet, var);
        }
        self.data.push(var);
    }

    fn meet_clause(&mut self, clause: u32, key: &mut Key) {
        self.found_clauses.push(clause);
        *key = key.wrapping_add(self.clause_keys[clause as usize]);
    }

    /// Meets a longer clause and its variables, if it is not satisfied.
    fn visit(&mut self, clause: u32, values: &[i8], key: &mut Key) {
        remove(&mut self.unmet_clauses, clause);
        match self.long_clauses[clause as usize] {
            Long::List { start, end } => {
                let range = start as usize..end as usize;
                self.ticks += 1;
                if self.long[range.clone()].iter().any(|lit| values[lit.index()] > 0) {
                    return;
                }
                self.meet_clause(clause, key);
                for at in range {
                    self.meet_in_clause(self.long[at].var().index() as u32);
                }
            }
            Long::Rows(rows) => {
                self.ticks += 1 + u64::from(rows[0].num_words + rows[1].num_words) / LINE_WORDS;
                // Variables that had values before the component was found make none of its literals true.
                let is_satisfied = rows
                    .iter()
                    .zip(&self.values)
                    .any(|(row, values)| row.places().any(|(at, place)| self.rows[at] & values[place] != 0));
                if is_satisfied {
                    return;
                }
                self.meet_clause(clause, key);
                for row in rows {
                    for (at, place) in row.places() {
                        let inside = self.rows[at] & self.unassigned[place];
                        numbers(inside, place).for_each(|var| self.frequencies[var as usize] += 1);
                        numbers(inside & self.unmet[place], place).for_each(|var| self.meet(var));
                    }
                }
            }
        }
    }

    fn meet_in_clause(&mut self, var: u32) {
        match self.vars[var as usize] {
            Mark::Out => {}
            mark => {
                self.frequencies[var as usize] += 1;
                if mark == Mark::Unmet {
                    self.meet(var);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use gordian_formula::Var;
    use gordian_testkit::Random;

    use super::*;

    /// Clauses near each other, so that some variables and clauses have rows, and others lists.
    fn clauses(random: &mut Random, num_vars: usize) -> Vec<Vec<Lit>> {
        (0..random.below(4 * num_vars))
            .map(|_| {
                let (length, first, is_one_sided) =
                    (2 + [0, 0, 1, random.below(24)][random.below(4)], random.below(num_vars), random.below(2) == 0);
                let window = num_vars - first;
                let vars: BTreeSet<usize> = (0..length).map(|_| first + random.below(window.min(40))).collect();
                vars.into_iter().map(|var| Var::from_index(var).lit(is_one_sided || random.below(2) == 0)).collect()
            })
            .filter(|clause: &Vec<Lit>| clause.len() > 1)
            .collect()
    }

    /// Random values with all their consequences; `None` if they contradict each other.
    fn values(random: &mut Random, num_vars: usize, clauses: &[Vec<Lit>]) -> Option<Vec<i8>> {
        let mut values = vec![0; 2 * num_vars];
        let assign = |values: &mut Vec<i8>, lit: Lit| {
            values[lit.index()] = 1;
            values[(!lit).index()] = -1;
        };
        for _ in 0..random.below(6) {
            let var = Var::from_index(random.below(num_vars));
            if values[var.positive().index()] == 0 {
                assign(&mut values, var.lit(random.below(2) == 0));
            }
            while let Some(clause) = clauses.iter().find(|clause| {
                clause.iter().all(|lit| values[lit.index()] <= 0)
                    && clause.iter().filter(|lit| values[lit.index()] == 0).count() < 2
            }) {
                let lit = *clause.iter().find(|lit| values[lit.index()] == 0)?;
                assign(&mut values, lit);
            }
        }
        Some(values)
    }

    /// Two clauses or a variable and a clause belong together if they share an unassigned variable.
    #[test]
    fn parts_are_those_that_share_variables() {
        let mut random = Random::new(19);
        let mut rows = 0;
        for _ in 0..400 {
            let num_vars = 3 + random.below(150);
            let clauses = clauses(&mut random, num_vars);
            let Some(values) = values(&mut random, num_vars, &clauses) else { continue };
            let mut splitter = Splitter::new(num_vars, &clauses, &vec![true; num_vars]);
            rows += splitter.rows_of_vars.iter().flatten().filter(|row| row.num_words > 0).count();
            rows += splitter.long_clauses.iter().filter(|long| matches!(long, Long::Rows(_))).count();
            let whole = splitter.whole();
            // Twice, since marks of the first time must not be seen the second time.
            for _ in 0..2 {
                let mut parts = Vec::new();
                splitter.split(&whole, &values, |part| {
                    parts.push(part);
                    true
                });
                let left: Vec<&Vec<Lit>> =
                    clauses.iter().filter(|clause| clause.iter().all(|lit| values[lit.index()] <= 0)).collect();
                let free = |clause: &[Lit]| -> Vec<u32> {
                    let free = clause.iter().filter(|lit| values[lit.index()] == 0);
                    free.map(|lit| lit.var().index() as u32).collect()
                };
                let mut leader: BTreeMap<u32, u32> =
                    (0..num_vars as u32).filter(|&var| values[2 * var as usize] == 0).map(|var| (var, var)).collect();
                for _ in 0..num_vars {
                    for clause in &left {
                        let vars = free(clause);
                        let least = vars.iter().map(|var| leader[var]).min().unwrap();
                        vars.iter().for_each(|&var| _ = leader.insert(var, least));
                    }
                }
                let mut expected: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
                leader.iter().for_each(|(&var, &first)| _ = expected.entry(first).or_default().insert(var));
                let alone: Vec<u32> =
                    expected.iter().filter(|(_, vars)| vars.len() == 1).map(|(&first, _)| first).collect();
                let mut expected: Vec<BTreeSet<u32>> = expected.into_values().filter(|vars| vars.len() > 1).collect();
                let mut found: Vec<BTreeSet<u32>> =
                    parts.iter().map(|part| splitter.vars(part).iter().copied().collect()).collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected);
                assert_eq!(splitter.free(), alone);
                for &var in expected.iter().flatten() {
                    let with: Vec<_> = left.iter().filter(|clause| free(clause).contains(&var)).collect();
                    let pairs = with.iter().filter(|clause| clause.len() == 2);
                    let neighbours: BTreeSet<u32> =
                        pairs.flat_map(|clause| free(clause)).filter(|&one| one != var).collect();
                    let longer = with.iter().filter(|clause| clause.len() > 2).count();
                    assert_eq!(splitter.frequency(var) as usize, neighbours.len() + longer);
                }
                let numbers: BTreeSet<u32> = parts
                    .iter()
                    .flat_map(|part| {
                        let start = (part.start + part.num_vars) as usize;
                        splitter.data[start..start + part.num_clauses as usize].to_vec()
                    })
                    .collect();
                let longer = clauses.iter().filter(|clause| clause.len() > 2);
                let unmet = longer.zip(0..).filter(|(clause, _)| clause.iter().all(|lit| values[lit.index()] <= 0));
                assert_eq!(numbers, unmet.map(|(_, number)| number).collect());
            }
        }
        assert!(rows > 1000, "{rows}");
    }
}
