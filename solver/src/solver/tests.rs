//! The solver through its public door, against brute force.

mod analysis;

use gordian_formula::{ClauseSink, Cnf, sorted_set};

use super::*;
use crate::outcome::Interrupt;
use crate::search::mode::own::Mode;
use crate::store::random::Random;
use gordian_testkit::{lit, lits};

/// `pigeons` into `holes`, at most one in each hole, as groups or as binary clauses.
fn pigeonhole(solver: &mut Solver, pigeons: usize, holes: usize, with_groups: bool) {
    let vars: Vec<Vec<Lit>> = (0..pigeons).map(|_| (0..holes).map(|_| solver.new_var().positive()).collect()).collect();
    for pigeon in &vars {
        solver.add_clause(pigeon);
    }
    for hole in 0..holes {
        let column: Vec<Lit> = vars.iter().map(|pigeon| pigeon[hole]).collect();
        if with_groups {
            solver.add_at_most_one(&column);
        } else {
            for (index, &first) in column.iter().enumerate() {
                column[index + 1..].iter().for_each(|&second| solver.add_clause(&[!first, !second]));
            }
        }
    }
}

/// Options with which pigeons are left to the search.
fn without_pigeonhole() -> Options {
    let options = Options::default().with("pigeonhole", 0);
    // Interpreted, sweeping these takes a minute; it has tests of its own.
    if cfg!(miri) { options.with("sweep", 0) } else { options }
}

#[test]
fn pigeons_need_as_many_holes() {
    let (pigeons, holes) = if cfg!(miri) { (4, 3) } else { (7, 6) };
    for with_groups in [false, true] {
        let mut solver = Solver::new();
        pigeonhole(&mut solver, pigeons, holes, with_groups);
        assert_eq!(solver.solve(), Outcome::Unsatisfiable);
        assert_eq!(solver.core(), &[]);
        let mut solver = Solver::new();
        pigeonhole(&mut solver, holes, holes, with_groups);
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        solver.check_invariants();
    }
}

#[test]
fn a_run_is_repeated_exactly_and_a_budget_ends_it() {
    let (pigeons, holes, conflicts) = if cfg!(miri) { (5, 4, 5) } else { (8, 7, 500) };
    let run = |budget: &Budget| {
        let mut solver = Solver::with_options(without_pigeonhole());
        pigeonhole(&mut solver, pigeons, holes, false);
        let outcome = solver.solve_within(&[], budget);
        (outcome, solver.statistics().clone())
    };
    let budget = Budget::unlimited().with_conflicts(conflicts);
    let (outcome, statistics) = run(&budget);
    assert_eq!(outcome, Outcome::Unknown(crate::Interrupt::Conflicts));
    assert_eq!(statistics.conflicts, conflicts);
    assert_eq!(run(&budget).1, statistics);
}

#[test]
fn a_budget_counts_from_the_beginning_of_its_call() {
    let (pigeons, holes, conflicts) = if cfg!(miri) { (5, 4, 2) } else { (8, 7, 10) };
    let mut solver = Solver::with_options(without_pigeonhole());
    pigeonhole(&mut solver, pigeons, holes, true);
    let budget = Budget::unlimited().with_conflicts(conflicts);
    for call in 1..=3 {
        assert!(matches!(solver.solve_within(&[], &budget), Outcome::Unknown(_)));
        assert_eq!(solver.statistics().conflicts, conflicts * call);
    }
}

#[test]
fn questions_under_assumptions_begin_in_stable_mode() {
    let mut solver = Solver::with_options(without_pigeonhole().with("mode", 1).with("question_conflicts", 4));
    pigeonhole(&mut solver, 7, 6, false);
    let assumption = Var::from_index(0).positive();
    let mut ask = |assumptions: &[Lit], conflicts| {
        let outcome = solver.solve_within(assumptions, &Budget::unlimited().with_conflicts(conflicts));
        assert_eq!(outcome, Outcome::Unknown(Interrupt::Conflicts));
        (solver.engine.schedule.mode.current, solver.statistics().mode.switches)
    };
    assert_eq!(ask(&[], 2), (Mode::Focused, 0));
    assert_eq!(ask(&[assumption], 2), (Mode::Stable, 0));
    // A question goes on in the mode of the one before, if it assumes nothing.
    assert_eq!(ask(&[], 1), (Mode::Stable, 0));
    let (_, switches) = ask(&[assumption], 8);
    assert!(switches > 0);
    assert_eq!(ask(&[assumption], 2), (Mode::Stable, switches));
}

#[test]
fn questions_under_assumptions_simplify_before_the_search_once() {
    let mut solver = Solver::with_options(without_pigeonhole().with("warm_up", 0).with("lucky", 0));
    let budget = Budget::unlimited().with_conflicts(1);
    let mut ask = |assumptions: &[Lit], holes| {
        pigeonhole(&mut solver, holes + 1, holes, false);
        solver.solve_within(assumptions, &budget);
        solver.statistics().inprocess.preprocessings
    };
    // Each of these formulas has more than twice the clauses of all before it.
    let assumption = Var::from_index(0).positive();
    assert_eq!(ask(&[assumption], 3), 1);
    assert_eq!(ask(&[assumption], 5), 1);
    assert_eq!(ask(&[], 7), 2);
}

#[test]
fn the_core_names_only_assumptions_that_matter() {
    let mut solver = Solver::new();
    solver.add_clause(&lits(&[-1, -2, 3]));
    solver.add_clause(&lits(&[-3, 4]));
    let outcome = solver.solve_under(&lits(&[5, 1, 6, 2, -4]));
    assert_eq!(outcome, Outcome::Unsatisfiable);
    let mut core = solver.core().to_vec();
    core.sort_unstable();
    assert_eq!(core, lits(&[1, 2, -4]));
    assert_eq!(solver.solve_under(&lits(&[1, 2])), Outcome::Satisfiable);
    assert_eq!(solver.value(lit(4)), Some(true));
    assert_eq!(solver.core(), &[]);
    solver.add_clause(&lits(&[-4]));
    assert_eq!(solver.value(lit(4)), None);
}

#[test]
fn odd_groups_mean_what_they_say() {
    let models_of = |build: &dyn Fn(&mut Solver), num_vars: usize| {
        let mut solver = Solver::new();
        solver.reserve_vars(num_vars);
        build(&mut solver);
        let visible: Vec<Var> = (0..num_vars).map(Var::from_index).collect();
        let mut count = 0;
        let mut visit = |_: &Model| {
            count += 1;
            ControlFlow::Continue(())
        };
        assert_eq!(solver.enumerate(&visible, &Budget::unlimited(), &mut visit), Enumeration::Complete);
        count
    };
    assert_eq!(models_of(&|solver| solver.add_exactly_one(&[]), 2), 0);
    assert_eq!(models_of(&|solver| solver.add_at_most_one(&[]), 2), 4);
    assert_eq!(models_of(&|solver| solver.add_exactly_one(&lits(&[1])), 2), 2);
    assert_eq!(models_of(&|solver| solver.add_exactly_one(&lits(&[1, 1])), 1), 0);
    assert_eq!(models_of(&|solver| solver.add_at_most_one(&lits(&[1, 2, 2])), 2), 2);
    assert_eq!(models_of(&|solver| solver.add_exactly_one(&lits(&[1, -1, 2])), 2), 2);
    assert_eq!(models_of(&|solver| solver.add_exactly_one(&lits(&[1, -1, 2, -2])), 2), 0);
    assert_eq!(models_of(&|solver| solver.add_exactly_one(&lits(&[-1, -2, -3])), 3), 3);
}

#[test]
fn a_visitor_can_stop_and_the_solver_goes_on() {
    let mut solver = Solver::new();
    let members: Vec<Lit> = (0..5).map(|_| solver.new_var().positive()).collect();
    solver.add_exactly_one(&members);
    let visible: Vec<Var> = members.iter().map(|lit| lit.var()).collect();
    let mut seen = 0;
    let end = solver.enumerate(&visible, &Budget::unlimited(), &mut |_| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((end, seen), (Enumeration::Stopped, 3));
    for &member in &members {
        assert_eq!(solver.solve_under(&[member]), Outcome::Satisfiable);
    }
    assert_eq!(solver.solve_under(&members[..2]), Outcome::Unsatisfiable);
}

#[test]
fn an_enumeration_decides_in_the_order_given() {
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..3).map(|_| solver.new_var()).collect();
    // The clause that names them in another order has no say in it.
    solver.add_clause(&[vars[0].positive(), vars[2].positive(), vars[1].positive()]);
    for order in [[0, 1, 2], [2, 0, 1]] {
        let visible = order.map(|index| vars[index]);
        let mut seen = Vec::new();
        let end = solver.enumerate(&visible, &Budget::unlimited(), &mut |model| {
            seen.push(visible.iter().fold(0, |number, &var| 2 * number + u8::from(model.value(var))));
            ControlFlow::Continue(())
        });
        assert_eq!(end, Enumeration::Complete);
        assert_eq!(seen, [1, 2, 3, 4, 5, 6, 7]);
    }
}

#[test]
fn what_contradicts_beyond_the_visible_variables_is_learned() {
    // Three visible variables, sixty that say nothing, and a parity that is odd where the first of them is true.
    let mut solver = Solver::new();
    let visible: Vec<Var> = (0..3).map(|_| solver.new_var()).collect();
    for _ in 0..60 {
        let free = solver.new_var().positive();
        solver.add_clause(&[visible[1].positive(), free, visible[2].negative()]);
    }
    let bits: Vec<Lit> = (0..3).map(|_| solver.new_var().positive()).collect();
    for (left, right) in [(0, 1), (1, 2), (0, 2)] {
        for sign in [false, true] {
            let row = |lit: Lit| if sign { lit } else { !lit };
            solver.add_clause(&[visible[0].negative(), row(bits[left]), row(bits[right])]);
        }
    }
    let mut seen = 0;
    let end = solver.enumerate(&visible, &Budget::unlimited(), &mut |model| {
        assert!(!model.value(visible[0]));
        seen += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((end, seen), (Enumeration::Complete, 4));
    assert!(solver.statistics().conflicts < 20, "{:?}", solver.statistics());
    solver.check_invariants();
    assert_eq!(solver.solve_under(&[visible[0].positive()]), Outcome::Unsatisfiable);
}

#[test]
#[cfg_attr(miri, ignore = "some two thousand conflicts before anything is learned")]
fn what_contradicts_whatever_was_decided_before_is_learned() {
    // Without learning, the contradiction is found for each of 65,536 assignments of the variables
    // before it.
    let mut solver = Solver::new();
    let free: Vec<Var> = (0..16).map(|_| solver.new_var()).collect();
    pigeonhole(&mut solver, 7, 6, false);
    // They matter to the formula.
    solver.add_clause(&free.iter().map(|var| var.positive()).collect::<Vec<_>>());
    let visible: Vec<Var> = (0..16 + 42).map(Var::from_index).collect();
    let end = solver.enumerate(&visible, &Budget::unlimited(), &mut |_| ControlFlow::Break(()));
    assert_eq!(end, Enumeration::Complete);
    let &Statistics { conflicts, learned, .. } = solver.statistics();
    assert!(conflicts < 20_000 && learned > 0, "{conflicts} conflicts, {learned} learned");
    solver.check_invariants();
}

#[test]
fn models_that_share_an_implicant_come_at_once() {
    let mut random = Random::new(7);
    let mut visits = 0;
    let mut models = 0;
    let (rounds, num_vars) = if cfg!(miri) { (3, 6) } else { (300, 12) };
    for _ in 0..rounds {
        let mut solver = Solver::new();
        let vars: Vec<Var> = (0..num_vars).map(|_| solver.new_var()).collect();
        for _ in 0..random.below(2 * num_vars) {
            let clause: Vec<Lit> = (0..2 + random.below(3))
                .map(|_| vars[random.below(num_vars) as usize].lit(random.below(2) == 0))
                .collect();
            solver.add_clause(&clause);
        }
        if random.below(3) == 0 {
            solver.add_exactly_one(&[vars[2].positive(), vars[3].negative(), vars[5].positive()]);
        }
        let visible = &vars[..(num_vars - random.below(num_vars - 3)) as usize];
        let mut one_by_one = Vec::new();
        solver.enumerate(visible, &Budget::unlimited(), &mut |model| {
            one_by_one.push(visible.iter().map(|&var| model.value(var)).collect::<Vec<_>>());
            ControlFlow::Continue(())
        });
        let mut sum = 0;
        let end = solver.enumerate_cubes(visible, &Budget::unlimited(), &mut |cube| {
            let model = cube.model();
            assert!(one_by_one.contains(&visible.iter().map(|&var| model.value(var)).collect()));
            visits += 1;
            sum += cube.num_models();
            ControlFlow::Continue(())
        });
        assert_eq!((end, sum), (Enumeration::Complete, one_by_one.len() as u64));
        models += sum;
        solver.check_invariants();
    }
    assert!(cfg!(miri) || 4 * visits < models, "{visits} visits, {models} models");
}

#[test]
fn variables_far_apart_are_solved_in_little_memory() {
    let mut solver = Solver::new();
    solver.add_clause(&lits(&[i32::MAX, 1]));
    solver.add_clause(&lits(&[-1]));
    assert_eq!(solver.solve(), Outcome::Satisfiable);
    assert_eq!(solver.value(lit(i32::MAX)), Some(true));
    assert_eq!(solver.used_vars().count(), 2);
}

/// A chain of implications written backwards, in clauses of two or three literals, between a group with a true
/// member and a clause that is left open.
#[test]
fn what_units_decide_before_the_first_search_takes_no_place() {
    const LENGTH: i32 = 50;
    for (is_compact, others) in [(true, &[][..]), (true, &[2]), (false, &[])] {
        let options = Options::default().with("compact", u64::from(is_compact));
        let mut solver = Solver::with_options(options);
        solver.add_exactly_one(&lits(&[1, 2, 3]));
        for number in (4..LENGTH).rev() {
            solver.add_clause(&[lits(&[-number, number + 1]), lits(others)].concat());
        }
        solver.add_clause(&lits(&[2, 3, 4]));
        solver.add_clause(&lits(&[-LENGTH, 101, 102, 103]));
        solver.add_clause(&lits(&[1]));
        solver.set_phase(lit(101));
        assert_eq!(solver.solve_under(&lits(&[-20])), Outcome::Unsatisfiable);
        assert_eq!(solver.core(), lits(&[-20]));
        assert_eq!(solver.solve_under(&lits(&[20, -102])), Outcome::Satisfiable);
        let values: Vec<_> = lits(&[1, 2, 30, 101]).into_iter().map(|lit| solver.value(lit)).collect();
        assert_eq!(values, [true, false, true, true].map(Some));
        assert!(solver.model().unwrap().satisfies(lit(LENGTH)));
        solver.check_invariants();
        // The variables that were named again since.
        let num_named = if is_compact { 3 + 1 } else { LENGTH as usize + 3 };
        assert_eq!(solver.external.num_internal(), num_named);
        assert_eq!(solver.used_vars().count(), LENGTH as usize + 3);
        assert_eq!([lit(40), lit(-3), lit(102)].map(|lit| solver.fixed_value(lit)), [Some(true), Some(true), None]);
        assert!(solver.is_used(lit(2).var()) && !solver.is_used(lit(60).var()));
        solver.add_clause(&lits(&[2, -30, -101]));
        solver.add_exactly_one(&lits(&[4, 102, 103]));
        assert_eq!(solver.solve(), Outcome::Unsatisfiable);
        assert_eq!(solver.core(), []);
    }
}

/// Formulas of up to eight variables, grown step by step, against all assignments.
#[test]
fn small_random_formulas_agree_with_brute_force() {
    let rounds = if cfg!(miri) { 2 } else { 1500 };
    for seed in 0..rounds {
        let mut random = Random::new(seed);
        let num_vars = 1 + random.below(8) as usize;
        let options = Options::default().with("reduce_interval", 10).with("mode_conflicts", 10);
        let options = options.with("rephase_interval", 2).with("group_decisions", seed % 2);
        let mut solver = Solver::with_options(options);
        solver.reserve_vars(num_vars);
        let mut cnf = Cnf::new();
        cnf.reserve_vars(num_vars);
        for _ in 0..3 {
            grow(&mut random, num_vars, &mut cnf, &mut solver);
            compare(&mut random, num_vars, &cnf, &mut solver, seed);
        }
    }
}

fn random_lits(random: &mut Random, num_vars: usize, count: u64) -> Vec<Lit> {
    (0..count).map(|_| Var::from_index(random.below(num_vars as u64) as usize).lit(random.below(3) > 0)).collect()
}

fn grow(random: &mut Random, num_vars: usize, cnf: &mut Cnf, solver: &mut Solver) {
    for _ in 0..random.below(2 * num_vars as u64 + 1) {
        let size = 1 + random.below(4);
        let clause: Vec<Lit> = random_lits(random, num_vars, size)
            .into_iter()
            .map(|lit| if random.below(2) == 0 { lit } else { !lit })
            .collect();
        cnf.add_clause(&clause);
        solver.add_clause(&clause);
    }
    for _ in 0..random.below(3) {
        let size = 1 + random.below(6);
        let members = random_lits(random, num_vars, size);
        if random.below(2) == 0 {
            cnf.add_at_most_one(&members);
            solver.add_at_most_one(&members);
        } else {
            cnf.add_exactly_one(&members);
            solver.add_exactly_one(&members);
        }
    }
}

fn compare(random: &mut Random, num_vars: usize, cnf: &Cnf, solver: &mut Solver, seed: u64) {
    let all = (0..1u32 << num_vars)
        .map(|bits| Model::from_values((0..num_vars).map(|index| bits >> index & 1 != 0).collect()));
    let models: Vec<Model> = all.filter(|model| cnf.first_violated(model).is_none()).collect();
    let assumption_count = random.below(4);
    let assumptions = random_lits(random, num_vars, assumption_count);
    let satisfies = |model: &Model, lits: &[Lit]| lits.iter().all(|&lit| model.satisfies(lit));
    let expected = models.iter().any(|model| satisfies(model, &assumptions));
    match solver.solve_under(&assumptions) {
        Outcome::Satisfiable => {
            let model = solver.model().unwrap();
            assert!(expected && cnf.first_violated(&model).is_none() && satisfies(&model, &assumptions), "seed {seed}");
            solver.check_invariants();
        }
        Outcome::Unsatisfiable => {
            assert!(!expected, "seed {seed}");
            assert!(solver.core().iter().all(|lit| assumptions.contains(lit)), "seed {seed}");
            assert!(!models.iter().any(|model| satisfies(model, solver.core())), "seed {seed}");
        }
        Outcome::Unknown(_) => panic!("there was no limit"),
    }
    let visible: Vec<Var> = (0..num_vars).map(Var::from_index).filter(|_| random.below(3) > 0).collect();
    let project = |model: &Model| visible.iter().map(|&var| model.value(var)).collect::<Vec<bool>>();
    let expected: Vec<Vec<bool>> = sorted_set(models.iter().map(project));
    let mut visited = Vec::new();
    let end = solver.enumerate(&visible, &Budget::unlimited(), &mut |model| {
        assert!(cnf.first_violated(model).is_none(), "seed {seed}");
        visited.push(project(model));
        ControlFlow::Continue(())
    });
    assert_eq!(end, Enumeration::Complete);
    visited.sort_unstable();
    assert_eq!(visited, expected, "seed {seed}");
}

/// Notes the conflicts and the ticks of simplification of each report.
struct Reports(std::sync::mpsc::Sender<(u64, u64)>);

impl Observer for Reports {
    fn progress(&mut self, statistics: &Statistics) {
        self.0.send((statistics.conflicts, statistics.inprocess_ticks)).unwrap();
    }
}

#[test]
fn the_observer_hears_of_each_technique_of_a_simplification() {
    let (sender, reports) = std::sync::mpsc::channel();
    let mut solver = Solver::with_options(without_pigeonhole());
    let (pigeons, holes) = if cfg!(miri) { (4, 3) } else { (9, 8) };
    pigeonhole(&mut solver, pigeons, holes, false);
    solver.set_observer(Some(Box::new(Reports(sender))));
    assert_eq!(solver.solve(), Outcome::Unsatisfiable);
    solver.set_observer(None);
    let reports: Vec<(u64, u64)> = reports.iter().collect();
    assert!(reports.is_sorted());
    // Between two techniques there is no conflict.
    let within = reports.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 < pair[1].1).count() as u64;
    let Statistics { inprocess, .. } = solver.statistics();
    let rounds = inprocess.preprocessings + inprocess.inprocessings;
    assert!(cfg!(miri) || (rounds > 1 && within > rounds), "{within} reports in {rounds} rounds");
}
