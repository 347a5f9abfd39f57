//! Local search for phases.

use gordian_formula::{GroupKind, Lit, LitMap, Var};

use crate::engine::{Call, Engine};
use crate::store::lists::Lists;
use crate::store::random::Random;

pub(crate) mod own {
    technique! {
        options {
            /// Reset saved phases by local search too.
            enabled "walk": bool = true;
            /// Per mille of the ticks of search that local search may take.
            effort "walk_effort": (0..=10_000) = 50;
        }
        counters {
            /// Local searches for phases.
            walks "walks";
            /// Phases that they changed.
            flips "flips";
        }
        schedule(_options) {
            /// Ticks of search when local search last ended.
            last_ticks: u64 = 0;
        }
    }
}

/// Changes one variable of an unsatisfied clause after the other, preferring those that leave few
/// others unsatisfied, from the saved phases on; saves the phases that left the fewest (ProbSAT,
/// Balint & Schöning 2012, as in the rephasing of CaDiCaL and Kissat). At level zero.
pub(crate) fn walk(engine: &mut Engine, call: &Call<'_>, ticks: u64) {
    let mut walker = Walker::new(engine);
    walker.run(ticks, &mut engine.random, &|| call.is_late_by_now());
    let Walker { flips, ticks, .. } = walker;
    engine.statistics.walk.walks += 1;
    engine.statistics.walk.flips += flips.len() as u64;
    engine.statistics.inprocess_ticks += ticks;
    for lit in flips {
        engine.phases.set(lit.var(), lit.is_positive());
    }
}

/// Constraints are numbered: the clauses, then the groups, which are unsatisfied with two true members or more.
type Number = u32;

#[derive(Default)]
struct Walker {
    /// By literal, whether it is true.
    values: LitMap<bool>,
    lits: Vec<Lit>,
    /// The index of the first literal of each constraint; one entry more than constraints.
    starts: Vec<u32>,
    num_clauses: usize,
    clauses_of: Lists<Number>,
    groups_of: Lists<Number>,
    /// For each constraint how many of its literals are true, and their codes folded into one.
    counts: Vec<(u32, u32)>,
    /// For each variable how many clauses only its value satisfies.
    breaks: Vec<u32>,
    unsatisfied: Vec<Number>,
    /// For each constraint where it is in `unsatisfied`, or [`NOWHERE`].
    places: Vec<u32>,
    /// The weight of a literal by the number of constraints that flipping it would leave
    /// unsatisfied.
    weights: Vec<f64>,
    flips: Vec<Lit>,
    ticks: u64,
}

const NOWHERE: u32 = u32::MAX;

/// Literals that would leave so many constraints unsatisfied, or more, weigh alike.
const MOST_BREAKS: usize = 64;

/// By mean clause size from 3 on, the base of the weights (Balint & Schöning 2012).
const BASES: [f64; 5] = [2.5, 2.85, 3.7, 5.1, 5.4];

impl Walker {
    fn new(engine: &Engine) -> Walker {
        let Engine { trail, arena, watches, groups, phases, .. } = engine;
        let num_vars = trail.num_vars();
        let mut walker = Walker { starts: vec![0], breaks: vec![0; num_vars], ..Walker::default() };
        walker.values.grow(num_vars);
        walker.clauses_of.grow(num_vars);
        walker.groups_of.grow(num_vars);
        for var in (0..num_vars).map(Var::from_index) {
            let value = trail.value(var.positive());
            walker.values[var.lit(if value == 0 { phases.saved(var) } else { value > 0 })] = true;
        }
        let is_satisfied = |lits: &[Lit]| lits.iter().any(|&lit| trail.value(lit) > 0);
        let is_open = |lit: Lit| trail.value(lit) == 0;
        let push = |walker: &mut Walker, lits: &[Lit]| {
            if !is_satisfied(lits) {
                walker.lits.extend(lits.iter().filter(|&&lit| is_open(lit)));
                walker.starts.push(walker.lits.len() as u32);
            }
        };
        for clause in arena.irredundant() {
            push(&mut walker, arena.lits(clause));
        }
        watches.irredundant_binaries().for_each(|clause| push(&mut walker, &clause));
        for (_, members) in groups.iter().filter(|&(kind, _)| kind == GroupKind::ExactlyOne) {
            push(&mut walker, members);
        }
        walker.num_clauses = walker.num_constraints();
        groups.iter().for_each(|(_, members)| push(&mut walker, members));
        walker.connect();
        walker
    }

    fn num_constraints(&self) -> usize {
        self.starts.len() - 1
    }

    fn range(&self, number: Number) -> std::ops::Range<usize> {
        self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize
    }

    /// Fills the tables for the values.
    fn connect(&mut self) {
        let num_constraints = self.num_constraints();
        let (in_clauses, in_groups) = self.lits.split_at(self.starts[self.num_clauses] as usize);
        self.clauses_of.reserve(in_clauses.iter().copied());
        self.groups_of.reserve(in_groups.iter().copied());
        self.places = vec![NOWHERE; num_constraints];
        self.counts = vec![(0, 0); num_constraints];
        for number in 0..num_constraints as Number {
            let is_clause = (number as usize) < self.num_clauses;
            let mut count = (0, 0);
            for index in self.range(number) {
                let lit = self.lits[index];
                let occurrences = if is_clause { &mut self.clauses_of } else { &mut self.groups_of };
                occurrences.push(lit, number);
                if self.values[lit] {
                    count = (count.0 + 1, count.1 ^ lit.code());
                }
            }
            self.counts[number as usize] = count;
            match (is_clause, count.0) {
                (true, 0) | (false, 2..) => self.add_unsatisfied(number),
                (true, 1) => self.breaks[Lit::from_code(count.1).var().index()] += 1,
                _ => {}
            }
        }
        let mean = self.starts.get(self.num_clauses).map_or(0, |&end| end as usize) / self.num_clauses.max(1);
        let base = BASES[mean.clamp(3, 7) - 3];
        self.weights = (0..MOST_BREAKS).map(|breaks| base.powi(-(breaks as i32))).collect();
        self.ticks += (self.lits.len() / 8) as u64;
    }

    fn add_unsatisfied(&mut self, number: Number) {
        self.places[number as usize] = self.unsatisfied.len() as u32;
        self.unsatisfied.push(number);
    }

    fn remove_unsatisfied(&mut self, number: Number) {
        let place = std::mem::replace(&mut self.places[number as usize], NOWHERE);
        self.unsatisfied.swap_remove(place as usize);
        if let Some(&moved) = self.unsatisfied.get(place as usize) {
            self.places[moved as usize] = place;
        }
    }

    /// Flips until everything is satisfied or the ticks are spent. Returns the least number of
    /// unsatisfied constraints, and leaves the flips that led there.
    fn run(&mut self, ticks: u64, random: &mut Random, is_late: &dyn Fn() -> bool) -> usize {
        let mut least = self.unsatisfied.len();
        let mut best_flips = 0;
        while !self.unsatisfied.is_empty() && self.ticks < ticks && !is_late() {
            let number = self.unsatisfied[random.below(self.unsatisfied.len() as u64) as usize];
            let Some(lit) = self.choose(number, random) else { break };
            self.make_true(lit);
            self.flips.push(lit);
            if self.unsatisfied.len() < least {
                least = self.unsatisfied.len();
                best_flips = self.flips.len();
            }
        }
        self.flips.truncate(best_flips);
        least
    }

    /// The literal to be made true next, of those that could satisfy a constraint.
    fn choose(&mut self, number: Number, random: &mut Random) -> Option<Lit> {
        let is_clause = (number as usize) < self.num_clauses;
        let mut total = 0.0;
        let mut chosen = None;
        for index in self.range(number) {
            let lit = self.lits[index];
            if !is_clause && !self.values[lit] {
                continue;
            }
            let lit = if is_clause { lit } else { !lit };
            let groups = self.groups_of.of(lit);
            let in_groups = groups.iter().filter(|&&group| self.counts[group as usize].0 > 0).count();
            let breaks = self.breaks[lit.var().index()] as usize + in_groups;
            self.ticks += 1;
            let weight = self.weights[breaks.min(MOST_BREAKS - 1)];
            total += weight;
            // Each is kept with its share of the weights so far.
            if (random.next() >> 11) as f64 * total < weight * (1u64 << 53) as f64 {
                chosen = Some(lit);
            }
        }
        chosen
    }

    fn make_true(&mut self, lit: Lit) {
        (self.values[lit], self.values[!lit]) = (true, false);
        let mut breaks = 0;
        let clauses_of = std::mem::take(&mut self.clauses_of);
        for &number in clauses_of.of(lit) {
            let (count, folded) = &mut self.counts[number as usize];
            let before = Lit::from_code(*folded);
            (*count, *folded) = (*count + 1, *folded ^ lit.code());
            match *count {
                1 => {
                    self.remove_unsatisfied(number);
                    breaks += 1;
                }
                2 => self.breaks[before.var().index()] -= 1,
                _ => {}
            }
        }
        for &number in clauses_of.of(!lit) {
            let (count, folded) = &mut self.counts[number as usize];
            (*count, *folded) = (*count - 1, *folded ^ (!lit).code());
            match *count {
                0 => self.add_unsatisfied(number),
                1 => {
                    let last = Lit::from_code(*folded);
                    self.breaks[last.var().index()] += 1;
                }
                _ => {}
            }
        }
        self.ticks += 2 + (clauses_of.of(lit).len() + clauses_of.of(!lit).len()) as u64;
        self.clauses_of = clauses_of;
        self.breaks[lit.var().index()] = breaks;
        let groups_of = std::mem::take(&mut self.groups_of);
        for (lit, is_true) in [(lit, true), (!lit, false)] {
            for &group in groups_of.of(lit) {
                let count = &mut self.counts[group as usize].0;
                *count = if is_true { *count + 1 } else { *count - 1 };
                match (is_true, *count) {
                    (true, 2) => self.add_unsatisfied(group),
                    (false, 1) => self.remove_unsatisfied(group),
                    _ => {}
                }
            }
            self.ticks += groups_of.of(lit).len() as u64;
        }
        self.groups_of = groups_of;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    /// The constraints that the values leave unsatisfied, one by one.
    fn unsatisfied(walker: &Walker) -> Vec<Number> {
        let is_unsatisfied = |&number: &Number| {
            let count = walker.range(number).filter(|&index| walker.values[walker.lits[index]]).count();
            if (number as usize) < walker.num_clauses { count == 0 } else { count > 1 }
        };
        (0..walker.num_constraints() as Number).filter(is_unsatisfied).collect()
    }

    #[test]
    fn the_tables_follow_the_values() {
        let options = Options::default();
        let mut engine = Engine::new(&options);
        engine.grow(60, &options);
        let mut random = Random::new(5);
        for _ in 0..170 {
            let vars = [0, 20, 40].map(|first| first + random.below(20) as usize);
            engine.add_clause(&vars.map(|var| Var::from_index(var).lit(random.below(2) == 0)));
        }
        for first in [0, 20, 40] {
            let members: Vec<Lit> = (first..first + 12).map(|var| Var::from_index(var).positive()).collect();
            engine.add_group(&members, if first == 0 { GroupKind::ExactlyOne } else { GroupKind::AtMostOne });
        }
        engine.watch_new_clauses();
        engine.connect_groups();
        let mut walker = Walker::new(&engine);
        let first = unsatisfied(&walker).len();
        assert_eq!(walker.unsatisfied.len(), first);
        let rounds = if cfg!(miri) { 5 } else { 200 };
        for ticks in (1..=rounds).map(|round| 50 * round) {
            let least = walker.run(ticks, &mut engine.random, &|| false);
            assert!(least <= walker.unsatisfied.len());
            let mut listed = walker.unsatisfied.clone();
            listed.sort_unstable();
            assert_eq!(listed, unsatisfied(&walker));
            for var in (0..60).map(Var::from_index) {
                let lit = var.lit(walker.values[var.positive()]);
                let is_critical = |&&number: &&Number| walker.counts[number as usize] == (1, lit.code());
                assert_eq!(
                    walker.breaks[var.index()] as usize,
                    walker.clauses_of.of(lit).iter().filter(is_critical).count()
                );
            }
        }
        assert!(cfg!(miri) || walker.unsatisfied.len() < first / 2, "{first} {}", walker.unsatisfied.len());
    }
}
