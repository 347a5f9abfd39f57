//! Unit propagation and clause learning over compact arrays.
//!
//! A small engine of its own: the counter goes back chronologically and asks for every implication,
//! thousands of times a second, on formulas that fit the cache.

use gordian_formula::{Lit, Var};

/// Why a literal is true: nothing (a decision), a binary clause's other literal, or a long clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reason(u32);

impl Reason {
    pub(crate) const NONE: Reason = Reason(u32::MAX);

    fn binary(other: Lit) -> Reason {
        Reason(other.code() << 1 | 1)
    }

    pub(crate) fn long(clause: u32) -> Reason {
        Reason(clause << 1)
    }

    fn clause(self) -> Option<u32> {
        (self.0 & 1 == 0).then_some(self.0 >> 1)
    }
}

/// A clause that is false.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Conflict {
    Binary(Lit, Lit),
    Long(u32),
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    blocker: Lit,
    clause: u32,
}

/// Words before the literals of a clause: its length, and its glue, zero for clauses of the formula.
const HEADER: usize = 2;

/// The clause that a conflict taught.
#[derive(Debug, Default)]
pub(crate) struct Learned {
    /// The asserting literal first, one of the highest level among the others second.
    pub(crate) lits: Vec<Lit>,
    pub(crate) glue: u32,
}

/// Assignment, clauses and what is learned.
///
/// Invariant: every clause of the formula has been propagated completely at the level where it
/// became unit. Learned clauses may be found late, since going back is chronological.
#[derive(Debug, Default)]
pub(crate) struct Propagator {
    /// By literal: positive when true, negative when false.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    trail: Vec<Lit>,
    head: usize,
    /// For each literal, the literals that become true with it.
    implied: Vec<Vec<Lit>>,
    watches: Vec<Vec<Watch>>,
    arena: Vec<Lit>,
    learned: Vec<u32>,
    activity: Vec<f64>,
    increment: f64,
    seen: Vec<bool>,
    to_clear: Vec<Lit>,
    stamps: Vec<u32>,
    stamp: u32,
    pub(crate) conflicts: u64,
    pub(crate) propagations: u64,
    /// Lines of memory read, about.
    pub(crate) ticks: u64,
}

impl Propagator {
    pub(crate) fn new(num_vars: usize) -> Propagator {
        Propagator {
            values: vec![0; 2 * num_vars],
            levels: vec![0; num_vars],
            reasons: vec![Reason::NONE; num_vars],
            implied: vec![Vec::new(); 2 * num_vars],
            watches: vec![Vec::new(); 2 * num_vars],
            activity: vec![0.0; num_vars],
            increment: 1.0,
            seen: vec![false; num_vars],
            stamps: vec![0; num_vars + 1],
            ..Propagator::default()
        }
    }

    pub(crate) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    pub(crate) fn is_free(&self, var: u32) -> bool {
        self.values[2 * var as usize] == 0
    }

    pub(crate) fn values(&self) -> &[i8] {
        &self.values
    }

    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// How much the variable took part in recent conflicts.
    pub(crate) fn activity(&self, var: u32) -> f64 {
        self.activity[var as usize] / self.increment
    }

    /// Lets what was learned so far count half.
    pub(crate) fn age(&mut self) {
        self.raise_increment(2.0);
    }

    /// The literal of a variable, of the two, that forces more.
    pub(crate) fn busier(&self, var: Var) -> Lit {
        let weight = |lit: Lit| self.implied[lit.index()].len() + self.watches[lit.index()].len();
        var.lit(weight(var.positive()) >= weight(var.negative()))
    }

    /// The level from which on this reason forces the literal; `None` while another literal of it is not false.
    pub(crate) fn forced_since(&self, lit: Lit, reason: Reason) -> Option<u32> {
        let level = |other: &Lit| (self.value(*other) < 0).then(|| self.levels[other.var().index()]);
        match (reason, reason.clause()) {
            (Reason::NONE, _) => Some(0),
            (_, None) => level(&Lit::from_code(reason.0 >> 1)),
            (_, Some(clause)) => {
                let others = self.lits(clause).iter().filter(|&&other| other != lit);
                others.map(level).try_fold(0, |highest, level| Some(highest.max(level?)))
            }
        }
    }

    /// Why the literal is true, or was when it was undone.
    pub(crate) fn reason(&self, lit: Lit) -> Reason {
        self.reasons[lit.var().index()]
    }

    /// Adds a clause of two or more distinct literals, none of them assigned, and tells where a long one is kept.
    pub(crate) fn add_clause(&mut self, lits: &[Lit], glue: u32) -> Reason {
        if let &[first, second] = lits {
            self.implied[(!first).index()].push(second);
            self.implied[(!second).index()].push(first);
            return Reason::binary(second);
        }
        let clause = self.arena.len() as u32;
        self.arena.push(Lit::from_code(lits.len() as u32));
        self.arena.push(Lit::from_code(glue));
        self.arena.extend_from_slice(lits);
        if glue > 0 {
            self.learned.push(clause);
        }
        self.watch(clause);
        Reason::long(clause)
    }

    fn watch(&mut self, clause: u32) {
        let at = clause as usize + HEADER;
        let (first, second) = (self.arena[at], self.arena[at + 1]);
        self.watches[(!first).index()].push(Watch { blocker: second, clause });
        self.watches[(!second).index()].push(Watch { blocker: first, clause });
    }

    pub(crate) fn assign(&mut self, lit: Lit, level: u32, reason: Reason) {
        debug_assert_eq!(self.value(lit), 0);
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        let var = lit.var().index();
        self.levels[var] = level;
        self.reasons[var] = reason;
        self.trail.push(lit);
    }

    /// Undoes everything beyond this length of the trail.
    pub(crate) fn undo(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
        self.head = self.head.min(length);
    }

    /// Makes everything true that clauses force at this level, until there is nothing left or a clause is false.
    pub(crate) fn propagate(&mut self, level: u32) -> Option<Conflict> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            self.propagations += 1;
            let implied = std::mem::take(&mut self.implied[lit.index()]);
            self.ticks += 1 + implied.len() as u64 / 16;
            let mut conflict = None;
            for &other in &implied {
                match self.values[other.index()] {
                    0 => self.assign(other, level, Reason::binary(!lit)),
                    value if value < 0 => {
                        conflict = Some(Conflict::Binary(other, !lit));
                        break;
                    }
                    _ => {}
                }
            }
            self.implied[lit.index()] = implied;
            if conflict.is_some() {
                return conflict;
            }
            let mut watches = std::mem::take(&mut self.watches[lit.index()]);
            self.ticks += watches.len() as u64;
            let conflict = self.visit(lit, &mut watches, level);
            self.watches[lit.index()] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Visits the long clauses that watch a literal which has become false.
    fn visit(&mut self, lit: Lit, watches: &mut Vec<Watch>, level: u32) -> Option<Conflict> {
        let (mut kept, mut at, mut conflict) = (0, 0, None);
        'watches: while at < watches.len() {
            let watch = watches[at];
            at += 1;
            if self.values[watch.blocker.index()] > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let start = watch.clause as usize + HEADER;
            let length = self.arena[start - HEADER].code() as usize;
            let [first, second, rest @ ..] = &mut self.arena[start..start + length] else { unreachable!() };
            if *first == !lit {
                std::mem::swap(first, second);
            }
            let other = *first;
            let new = Watch { blocker: other, clause: watch.clause };
            let value = self.values[other.index()];
            if value > 0 {
                watches[kept] = new;
                kept += 1;
                continue;
            }
            for replacement in rest {
                if self.values[replacement.index()] >= 0 {
                    std::mem::swap(second, replacement);
                    self.watches[(!*second).index()].push(new);
                    continue 'watches;
                }
            }
            watches[kept] = new;
            kept += 1;
            if value < 0 {
                conflict = Some(Conflict::Long(watch.clause));
                break;
            }
            self.assign(other, level, Reason::long(watch.clause));
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        conflict
    }

    fn lits(&self, clause: u32) -> &[Lit] {
        let start = clause as usize + HEADER;
        &self.arena[start..start + self.arena[clause as usize].code() as usize]
    }

    /// Learns from a conflict: the first unique implication point of its highest level, minimised
    /// (Marques-Silva and Sakallah 1999; Sörensson and Biere 2009, local form). No literal at level
    /// zero remains; `None` if there would be none at all.
    ///
    /// The highest level is not always that of the decision last made: what learned clauses force may be found late.
    pub(crate) fn analyze(&mut self, conflict: Conflict) -> Option<Learned> {
        self.conflicts += 1;
        let level_of = |lit: &Lit| self.levels[lit.var().index()];
        let level = match conflict {
            Conflict::Binary(first, second) => level_of(&first).max(level_of(&second)),
            Conflict::Long(clause) => self.lits(clause).iter().map(level_of).max().unwrap_or(0),
        };
        if level == 0 {
            return None;
        }
        let mut learned = Learned { lits: vec![Lit::from_code(0)], glue: 0 };
        let mut open = 0;
        match conflict {
            Conflict::Binary(first, second) => {
                for lit in [first, second] {
                    open += self.note(lit, level, &mut learned);
                }
            }
            Conflict::Long(clause) => open += self.note_clause(clause, level, &mut learned),
        }
        let mut at = self.trail.len();
        let uip = loop {
            at -= 1;
            let lit = self.trail[at];
            if !self.seen[lit.var().index()] || self.levels[lit.var().index()] != level {
                continue;
            }
            open -= 1;
            if open == 0 {
                break lit;
            }
            let reason = self.reasons[lit.var().index()];
            open += match reason.clause() {
                Some(clause) => self.note_clause(clause, level, &mut learned),
                None => self.note(Lit::from_code(reason.0 >> 1), level, &mut learned),
            };
        };
        learned.lits[0] = !uip;
        self.minimize(&mut learned);
        for lit in self.to_clear.drain(..) {
            self.seen[lit.var().index()] = false;
        }
        if learned.lits.len() > 1 {
            let highest = |at: &usize| self.levels[learned.lits[*at].var().index()];
            let second = (1..learned.lits.len()).max_by_key(highest).expect("there is another literal");
            learned.lits.swap(1, second);
        }
        learned.glue = self.glue(&learned.lits);
        self.raise_increment(1.0 / 0.97);
        Some(learned)
    }

    fn raise_increment(&mut self, factor: f64) {
        self.increment *= factor;
        if self.increment > 1e100 {
            self.increment *= 1e-100;
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
        }
    }

    fn note_clause(&mut self, clause: u32, level: u32, learned: &mut Learned) -> usize {
        let start = clause as usize + HEADER;
        let length = self.arena[clause as usize].code() as usize;
        (start..start + length).map(|at| self.note(self.arena[at], level, learned)).sum()
    }

    /// Takes note of a literal that is false, and tells whether it is one more of the current level.
    fn note(&mut self, lit: Lit, level: u32, learned: &mut Learned) -> usize {
        let var = lit.var().index();
        if self.seen[var] || self.levels[var] == 0 || self.values[lit.index()] > 0 {
            return 0;
        }
        self.seen[var] = true;
        self.to_clear.push(lit);
        self.activity[var] += self.increment;
        if self.levels[var] == level {
            return 1;
        }
        learned.lits.push(lit);
        0
    }

    /// Leaves out literals whose reason is made of other literals of the clause.
    fn minimize(&mut self, learned: &mut Learned) {
        let mut kept = 1;
        for at in 1..learned.lits.len() {
            let lit = learned.lits[at];
            let reason = self.reasons[lit.var().index()];
            let follows =
                |other: &Lit| *other == !lit || self.seen[other.var().index()] || self.levels[other.var().index()] == 0;
            let is_implied = match reason {
                Reason::NONE => false,
                _ => match reason.clause() {
                    Some(clause) => self.lits(clause).iter().all(follows),
                    None => follows(&Lit::from_code(reason.0 >> 1)),
                },
            };
            if !is_implied {
                learned.lits[kept] = lit;
                kept += 1;
            }
        }
        learned.lits.truncate(kept);
    }

    /// The number of levels among the literals.
    fn glue(&mut self, lits: &[Lit]) -> u32 {
        self.stamp += 1;
        let mut glue = 0;
        for lit in lits {
            let level = self.levels[lit.var().index()] as usize;
            if level >= self.stamps.len() {
                self.stamps.resize(level + 1, 0);
            }
            glue += u32::from(std::mem::replace(&mut self.stamps[level], self.stamp) != self.stamp);
        }
        glue.max(1)
    }

    pub(crate) fn num_learned(&self) -> usize {
        self.learned.len()
    }

    /// Forgets the half of the learned long clauses with the highest glue, but for those of glue
    /// two and less and those in use as reasons.
    pub(crate) fn reduce(&mut self) {
        let in_use = |this: &Propagator, clause: u32| {
            let first = this.arena[clause as usize + HEADER];
            this.value(first) > 0 && this.reasons[first.var().index()] == Reason::long(clause)
        };
        let glue = |this: &Propagator, clause: u32| this.arena[clause as usize + 1].code();
        let mut candidates: Vec<u32> =
            self.learned.iter().copied().filter(|&clause| glue(self, clause) > 2 && !in_use(self, clause)).collect();
        // Older ones first among those of the same glue.
        candidates.sort_by_key(|&clause| (std::cmp::Reverse(glue(self, clause)), clause));
        candidates.truncate(candidates.len() / 2);
        candidates.sort_unstable();
        self.compact(&candidates);
    }

    /// Moves the clauses together over those that go, sorted.
    fn compact(&mut self, gone: &[u32]) {
        let mut moved: Vec<(u32, u32)> = Vec::with_capacity(self.learned.len());
        let (mut from, mut to, mut next) = (0, 0, 0);
        let first_gone = gone.first().copied().unwrap_or(u32::MAX) as usize;
        while from < self.arena.len() {
            let size = HEADER + self.arena[from].code() as usize;
            if gone.get(next) == Some(&(from as u32)) {
                next += 1;
            } else {
                if from != to {
                    self.arena.copy_within(from..from + size, to);
                }
                if from >= first_gone {
                    moved.push((from as u32, to as u32));
                }
                to += size;
            }
            from += size;
        }
        self.arena.truncate(to);
        let new = |clause: u32| -> Option<u32> {
            if (clause as usize) < first_gone {
                return Some(clause);
            }
            moved.binary_search_by_key(&clause, |pair| pair.0).ok().map(|at| moved[at].1)
        };
        for watches in &mut self.watches {
            watches.retain_mut(|watch| match new(watch.clause) {
                Some(clause) => {
                    watch.clause = clause;
                    true
                }
                None => false,
            });
        }
        for lit in &self.trail {
            let reason = &mut self.reasons[lit.var().index()];
            if *reason == Reason::NONE {
                continue;
            }
            if let Some(clause) = reason.clause() {
                *reason = Reason::long(new(clause).expect("clauses in use stay"));
            }
        }
        self.learned = self.learned.iter().filter_map(|&clause| new(clause)).collect();
    }
}
