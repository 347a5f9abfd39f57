//! Sweeping: literals that a few clauses around them show to be equal or decided.

mod candidates;
mod environment;
mod inner;

use gordian_formula::{Lit, Var};

use crate::engine::{Call, Engine};
use crate::search::propagate::propagate;
use crate::statistics::Statistics;
use crate::store::equivalences::Equivalences;

use self::environment::{Environment, Reach, Surroundings};
use self::inner::Inner;

pub(crate) mod own {
    use crate::store::delay::Delay;

    technique! {
        options {
            /// Find equal and decided literals in small parts of the formula.
            enabled "sweep": bool = true;
            /// Per mille of the ticks of search that sweeping may take; a third of it if sweeping finds nothing.
            effort "sweep_effort": (0..=10_000) = 300;
            /// Percent of the formula's clauses above which the surroundings of a variable are left to the search.
            share "sweep_share": (0..=100) = 50;
        }
        counters {
            /// Variables whose surroundings were swept.
            swept "swept";
            /// Literals that sweeping found to be equal.
            equal "swept equal";
        }
        schedule(_options) {
            /// The delay until sweeping runs again.
            delay: Delay = Delay::default();
            /// The variable, by its index, that sweeping goes on with.
            next: usize = 0;
            /// How many times all variables were swept.
            passes: u32 = 0;
        }
    }
}

/// A turn that has found nothing ends when it took one in so many of its ticks.
const PATIENCE: u64 = 3;

/// Takes the clauses near each variable, and asks a solver of their own which literals they decide,
/// and which they make equal; models of the clauses rule out most candidates at once (Biere,
/// Fazekas, Fleury & Froleyks 2024, after the sweeping of circuits by Kuehlmann & Krohm 1997).
/// Finds that functions are equal although they are built from different gates.
///
/// Goes on where it stopped the last time, but first with variables whose clauses an equivalence has
/// changed. Once all variables were swept, it looks further around each. A turn that finds nothing
/// ends early.
///
/// Each equivalence becomes two binary clauses, for
/// [`decompose`](crate::inprocess::equal::decompose::decompose) to write one literal for both.
///
/// At level zero, everything propagated, and so it is afterwards unless the formula is inconsistent.
pub(crate) fn sweep(engine: &mut Engine, call: &mut Call<'_>, ticks: u64) {
    if engine.schedule.sweep.delay.is_waiting() {
        return;
    }
    let search_ticks = engine.statistics.ticks;
    let search_propagations = engine.statistics.propagations;
    let before = found(&engine.statistics);
    let (patience, limit) = (search_ticks + ticks / PATIENCE, search_ticks + ticks);
    let num_vars = engine.trail.num_vars();
    let mut sweeper = Sweeper::new(engine);
    while engine.schedule.sweep.next < num_vars || !sweeper.changed.is_empty() {
        let is_in_vain = engine.statistics.ticks >= patience && found(&engine.statistics) == before;
        let is_over = is_in_vain || engine.statistics.ticks >= limit;
        if is_over || engine.is_inconsistent || call.exceeded(&engine.statistics).is_some() || call.is_late() {
            break;
        }
        let var = sweeper.next(&mut engine.schedule.sweep.next);
        engine.statistics.ticks += 1;
        let is_open = !engine.trail.is_assigned(var) && !engine.removed[var.index()];
        if is_open && sweeper.equivalences.find(var.positive()).var() == var {
            sweeper.sweep_around(engine, call, var, limit);
        }
    }
    if engine.schedule.sweep.next >= num_vars {
        engine.schedule.sweep.next = 0;
        engine.schedule.sweep.passes += 1;
    }
    engine.statistics.inprocess_ticks += engine.statistics.ticks - search_ticks;
    engine.statistics.ticks = search_ticks;
    engine.statistics.propagations = search_propagations;
    engine.schedule.sweep.delay.note(found(&engine.statistics) > before);
}

/// The number of equal literals and of unit clauses found so far.
fn found(statistics: &Statistics) -> u64 {
    statistics.sweep.equal + statistics.units
}

struct Sweeper {
    surroundings: Surroundings,
    equivalences: Equivalences,
    environment: Environment,
    /// Variables whose clauses have changed since they were swept, the last ones changed at the end.
    changed: Vec<Var>,
    /// For each variable, whether it is among them.
    is_changed: Vec<bool>,
}

impl Sweeper {
    fn new(engine: &Engine) -> Sweeper {
        let num_vars = engine.trail.num_vars();
        Sweeper {
            surroundings: Surroundings::new(engine),
            equivalences: Equivalences::new(num_vars),
            environment: Environment::new(num_vars, Reach::of_pass(engine.schedule.sweep.passes)),
            changed: Vec::new(),
            is_changed: vec![false; num_vars],
        }
    }

    /// The next variable to sweep: one whose clauses have changed, or else the one at this index,
    /// which moves on.
    fn next(&mut self, index: &mut usize) -> Var {
        if let Some(var) = self.changed.pop() {
            self.is_changed[var.index()] = false;
            return var;
        }
        *index += 1;
        Var::from_index(*index - 1)
    }

    /// Notes the variables that share a clause with this one.
    fn note_change(&mut self, engine: &mut Engine, var: Var) {
        let Sweeper { surroundings, changed, is_changed, .. } = self;
        let mut note = |lit: Lit| {
            if !std::mem::replace(&mut is_changed[lit.var().index()], true) {
                changed.push(lit.var());
            }
        };
        let clauses = surroundings.of(var);
        engine.statistics.ticks += 1 + clauses.len() as u64;
        for &clause in clauses {
            engine.arena.lits(clause).iter().copied().for_each(&mut note);
        }
        for list in [var.positive(), var.negative()].map(|lit| engine.watches.of(lit)) {
            engine.statistics.ticks += 1 + list.len() as u64 / 8;
            list.iter().filter(|watch| watch.is_binary()).for_each(|watch| note(watch.blocker));
        }
    }

    fn sweep_around(&mut self, engine: &mut Engine, call: &mut Call<'_>, centre: Var, limit: u64) {
        let Sweeper { surroundings, equivalences, environment, .. } = self;
        environment.collect(engine, surroundings, equivalences, centre);
        engine.statistics.ticks += environment.ticks();
        let most = engine.statistics.irredundant * call.options.sweep.share / 100;
        if environment.num_clauses() as u64 > most {
            return;
        }
        engine.statistics.sweep.swept += 1;
        // Clauses that lost a literal to an equivalence propagate more than the clauses they come
        // from.
        environment.shortened().for_each(|clause| call.proof.add(clause));
        let mut inner = Inner::new(environment, call.proof.lend(environment.vars()), engine.statistics.sweep.swept);
        let found = inner.explore(limit.saturating_sub(engine.statistics.ticks));
        engine.statistics.ticks += inner.ticks();
        let derived = call.proof.take_back(inner.into_proof(), environment.vars());
        for &unit in &found.units {
            self.decide(engine, call, unit);
        }
        for &[left, right] in &found.equal {
            self.merge(engine, call, left, right);
        }
        for clause in derived.iter().map(Vec::as_slice).chain(self.environment.shortened()) {
            call.proof.delete(clause);
        }
        if found.is_contradiction {
            // The lent proof ends with the empty clause.
            engine.is_inconsistent = true;
        } else if propagate(engine).is_some() {
            engine.is_inconsistent = true;
            call.proof.add(&[]);
        }
    }

    fn decide(&mut self, engine: &mut Engine, call: &mut Call<'_>, unit: Lit) {
        call.proof.add(&[unit]);
        if engine.trail.value(unit) == 0 {
            engine.assign_root(unit);
        }
    }

    fn merge(&mut self, engine: &mut Engine, call: &mut Call<'_>, left: Lit, right: Lit) {
        if engine.trail.is_assigned(left.var()) || engine.trail.is_assigned(right.var()) {
            return;
        }
        for [first, second] in [[left, !right], [!left, right]] {
            call.proof.add(&[first, second]);
            engine.watches.add_binary(first, second, true);
            engine.statistics.redundant += 1;
        }
        engine.statistics.sweep.equal += 1;
        self.equivalences.merge(left, right);
        self.note_change(engine, left.var());
        self.note_change(engine, right.var());
    }
}

#[cfg(test)]
mod tests {
    use super::environment::{Environment, Reach, Surroundings};
    use super::inner::Inner;
    use crate::engine::Engine;
    use crate::options::Options;
    use crate::outcome::Outcome;
    use crate::proof::Proof;
    use crate::solver::Solver;
    use crate::store::equivalences::Equivalences;
    use gordian_testkit::lits;

    fn solver() -> Solver {
        let off = ["lucky", "eliminate", "congruence", "probe", "warm_up"];
        let options = off.into_iter().fold(Options::default(), |options, name| options.with(name, 0));
        Solver::with_options(options.with("sweep_share", 100))
    }

    fn add(solver: &mut Solver, clauses: &[&[i32]]) {
        clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)));
    }

    #[test]
    fn a_parity_is_equal_to_one_that_is_built_from_conjunctions() {
        let mut solver = solver();
        add(&mut solver, &[&[-3, 1, 2], &[-3, -1, -2], &[3, -1, 2], &[3, 1, -2]]);
        // 4 is 1 without 2, 5 is 2 without 1, and 6 is either.
        add(&mut solver, &[&[-4, 1], &[-4, -2], &[4, -1, 2], &[-5, 2], &[-5, -1], &[5, -2, 1]]);
        add(&mut solver, &[&[-6, 4, 5], &[6, -4], &[6, -5], &[3, 7, 8], &[-6, 7, -8]]);
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        assert_eq!((solver.statistics().sweep.equal, solver.statistics().conflicts), (1, 0));
        assert_eq!(solver.solve_under(&lits(&[3, -6])), Outcome::Unsatisfiable);
        assert_eq!(solver.solve_under(&lits(&[-3, -6])), Outcome::Satisfiable);
    }

    #[test]
    fn a_literal_that_a_few_clauses_decide_is_decided() {
        let mut solver = solver();
        // All eight clauses of 1, 2 and 3, each with 4 added: so 4 is true.
        for signs in 0..8u32 {
            let literal = |number: i32| if signs >> number & 1 == 1 { -number - 1 } else { number + 1 };
            add(&mut solver, &[&[literal(0), literal(1), literal(2), 4]]);
        }
        add(&mut solver, &[&[-4, 5, 6], &[-5, -6, -4], &[5, 7, 8]]);
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        assert_eq!(solver.statistics().conflicts, 0);
        assert_eq!(solver.fixed_value(lits(&[4])[0]), Some(true));
        // 5 and 6 are opposite.
        assert_eq!(solver.statistics().sweep.equal, 1);
    }

    #[test]
    fn what_an_equivalence_brings_near_is_swept_in_the_same_turn() {
        const LEVELS: i32 = 8;
        let mut solver = solver();
        // Parities of more and more inputs, built in two ways, the last ones with the lowest numbers:
        // so sweeping comes to the first ones, which are equal, at the end.
        let [parity, other, input, left, right] =
            [0, 1, 2, 3, 4].map(|kind| move |level: i32| 5 * (LEVELS - level) + kind + 1);
        for level in (1..=LEVELS).rev() {
            let below = |kind: &dyn Fn(i32) -> i32| if level == 1 { input(0) } else { kind(level - 1) };
            let (x, a, y, b, z) = (parity(level), below(&parity), input(level), below(&other), other(level));
            add(&mut solver, &[&[-x, a, y], &[-x, -a, -y], &[x, -a, y], &[x, a, -y]]);
            let (p, q) = (left(level), right(level));
            add(&mut solver, &[&[-p, b], &[-p, -y], &[p, -b, y], &[-q, y], &[-q, -b], &[q, -y, b]]);
            add(&mut solver, &[&[-z, p, q], &[z, -p], &[z, -q]]);
        }
        add(&mut solver, &[&[parity(LEVELS), -other(LEVELS), input(1)], &[-parity(LEVELS), other(LEVELS), input(2)]]);
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        assert_eq!(solver.statistics().sweep.equal, LEVELS as u64);
    }

    /// The clauses near variable 1 of a chain, in which each variable is equal to the next one.
    fn around_a_chain(passes: u32) -> Environment {
        let num_vars = 12;
        let mut engine = Engine::new(&Options::default());
        engine.grow(num_vars, &Options::default());
        for number in 1..num_vars as i32 {
            engine.add_clause(&lits(&[-number, number + 1]));
            engine.add_clause(&lits(&[number, -number - 1]));
        }
        engine.watch_new_clauses();
        let surroundings = Surroundings::new(&engine);
        let mut environment = Environment::new(num_vars, Reach::of_pass(passes));
        let centre = lits(&[1])[0].var();
        environment.collect(&engine, &surroundings, &mut Equivalences::new(num_vars), centre);
        environment
    }

    #[test]
    fn the_second_pass_looks_further_and_later_ones_as_far() {
        let sizes = [0, 1, 2, 9].map(|passes| around_a_chain(passes).num_clauses());
        assert_eq!(sizes, [4, 6, 6, 6]);
    }

    #[test]
    fn sweeping_ends_with_its_ticks() {
        let environment = around_a_chain(1);
        let explored = |limit| Inner::new(&environment, Proof::default(), 0).explore(limit).equal.len();
        assert_eq!((explored(u64::MAX), explored(1)), (3, 0));
    }

    #[test]
    fn groups_take_part() {
        let mut solver = solver();
        solver.add_exactly_one(&lits(&[1, 2, 3]));
        solver.add_exactly_one(&lits(&[1, 2, 4]));
        add(&mut solver, &[&[3, 5, 6], &[-4, -5, 7]]);
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        assert_eq!(solver.statistics().sweep.equal, 1);
        assert_eq!(solver.solve_under(&lits(&[3, -4])), Outcome::Unsatisfiable);
        assert_eq!(solver.solve_under(&lits(&[3, 4])), Outcome::Satisfiable);
    }
}
