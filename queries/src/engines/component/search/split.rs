//! Finding the components of what is left of a formula.

use gordian_formula::Lit;

use super::cache::Key;

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

/// The place of a variable or a clause while a component is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Not in the component, assigned or satisfied.
    Out,
    /// In it, and not met yet.
    Unmet,
    /// In a part that was found.
    Met,
}

/// The clauses by variable, laid out for walking from variable to variable, and the components found.
///
/// The list of a variable in `pool` holds the variables of its binary clauses, then for each
/// ternary clause its number and its two other literals, then for each longer clause its number and
/// where its literals are. Thurley (2006) found this to be where such a counter spends its time.
#[derive(Debug, Default)]
pub(crate) struct Splitter {
    pool: Vec<u32>,
    /// For each variable, the begin and the end of its binary, ternary and longer clauses.
    lists: Vec<[u32; 4]>,
    long: Vec<Lit>,
    vars: Vec<Mark>,
    clauses: Vec<Mark>,
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

impl Splitter {
    /// For clauses of two and more distinct variables.
    pub(crate) fn new(num_vars: usize, clauses: &[Vec<Lit>], visible: &[bool]) -> Splitter {
        let mut binary: Vec<Vec<u32>> = vec![Vec::new(); num_vars];
        let mut ternary: Vec<Vec<u32>> = vec![Vec::new(); num_vars];
        let mut longer: Vec<Vec<u32>> = vec![Vec::new(); num_vars];
        let mut splitter = Splitter::default();
        let mut num_long = 0;
        for clause in clauses {
            for (at, lit) in clause.iter().enumerate() {
                let var = lit.var().index();
                let others = clause.iter().enumerate().filter(|&(other, _)| other != at);
                match clause.len() {
                    2 => binary[var].extend(others.map(|(_, other)| other.var().index() as u32)),
                    3 => {
                        ternary[var].push(num_long);
                        ternary[var].extend(others.map(|(_, other)| other.code()));
                    }
                    _ => longer[var].extend([num_long, splitter.long.len() as u32, clause.len() as u32]),
                }
            }
            if clause.len() > 3 {
                splitter.long.extend_from_slice(clause);
            }
            num_long += u32::from(clause.len() > 2);
        }
        for var in 0..num_vars {
            binary[var].sort_unstable();
            binary[var].dedup();
            let mut bounds = [splitter.pool.len() as u32; 4];
            for (bound, list) in bounds[1..].iter_mut().zip([&binary[var], &ternary[var], &longer[var]]) {
                splitter.pool.extend_from_slice(list);
                *bound = splitter.pool.len() as u32;
            }
            splitter.lists.push(bounds);
        }
        let mut random = Random(0x60d1_a9c0);
        splitter.var_keys = (0..num_vars).map(|_| random.next_key()).collect();
        splitter.clause_keys = (0..num_long).map(|_| random.next_key()).collect();
        splitter.vars = vec![Mark::Out; num_vars];
        splitter.clauses = vec![Mark::Out; num_long as usize];
        splitter.frequencies = vec![0; num_vars];
        splitter.visible = visible.to_vec();
        splitter
    }

    /// The component of everything.
    pub(crate) fn whole(&mut self) -> Component {
        let (num_vars, num_clauses) = (self.vars.len() as u32, self.clauses.len() as u32);
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
            let var = self.data[at] as usize;
            if values[2 * var] == 0 {
                self.vars[var] = Mark::Unmet;
                self.frequencies[var] = 0;
            } else {
                self.vars[var] = Mark::Out;
            }
        }
        for at in middle..end {
            self.clauses[self.data[at] as usize] = Mark::Unmet;
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
            self.vars[self.data[at] as usize] = Mark::Out;
        }
        for at in middle..end {
            self.clauses[self.data[at] as usize] = Mark::Out;
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
            let [binary, ternary, longer, end] = self.lists[var as usize].map(|bound| bound as usize);
            self.ticks += 1 + (end - binary) as u64 / LINE;
            for at in binary..ternary {
                let other = self.pool[at];
                match self.vars[other as usize] {
                    Mark::Out => {}
                    mark => {
                        self.frequencies[other as usize] += 1;
                        if mark == Mark::Unmet {
                            self.meet(other);
                        }
                    }
                }
            }
            for at in (ternary..longer).step_by(3) {
                let [clause, second, third] = self.pool[at..at + 3] else { unreachable!() };
                if self.clauses[clause as usize] != Mark::Unmet {
                    continue;
                }
                if values[second as usize] > 0 || values[third as usize] > 0 {
                    self.clauses[clause as usize] = Mark::Out;
                    continue;
                }
                self.meet_clause(clause, &mut key);
                self.frequencies[var as usize] += 1;
                self.meet_in_clause(second >> 1);
                self.meet_in_clause(third >> 1);
            }
            for at in (longer..end).step_by(3) {
                let [clause, from, length] = self.pool[at..at + 3] else { unreachable!() };
                if self.clauses[clause as usize] != Mark::Unmet {
                    continue;
                }
                let range = from as usize..(from + length) as usize;
                self.ticks += 1;
                if self.long[range.clone()].iter().any(|lit| values[lit.index()] > 0) {
                    self.clauses[clause as usize] = Mark::Out;
                    continue;
                }
                self.meet_clause(clause, &mut key);
                for at in range {
                    self.meet_in_clause(self.long[at].var().index() as u32);
                }
            }
        }
        let num_vars = (self.data.len() - start) as u32;
        let num_clauses = self.found_clauses.len() as u32;
        self.data.extend_from_slice(&self.found_clauses);
        Component { start: start as u32, num_vars, num_clauses, key, has_visible, is_rest: false }
    }

    fn meet(&mut self, var: u32) {
        self.vars[var as usize] = Mark::Met;
        self.data.push(var);
    }

    fn meet_clause(&mut self, clause: u32, key: &mut Key) {
        self.clauses[clause as usize] = Mark::Met;
        self.found_clauses.push(clause);
        *key = key.wrapping_add(self.clause_keys[clause as usize]);
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
