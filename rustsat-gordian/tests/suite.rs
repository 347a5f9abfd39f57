//! The demands of RustSAT on its solvers, in the spirit of its own solver tests, for both types of
//! solver.

use std::cell::Cell;
use std::thread;
use std::time::Duration;

use gordian_testkit::{Oracle, Random, pigeonhole, two_flocks};
use rustsat::encodings::card::{BoundUpper, DefIncUpperBounding};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::solvers::{
    ControlSignal, FreezeVar, GetInternalStats, Interrupt, InterruptSolver, Learn, LimitConflicts, LimitDecisions,
    LimitPropagations, PhaseLit, Propagate, Solve, SolveIncremental, SolveStats, SolverResult, SolverState, StateError,
    Terminate,
};
use rustsat::types::{Clause, Lit, TernaryVal, Var};
use rustsat::{clause, lit};
use rustsat_gordian::{Gordian, GordianWithCallbacks};

/// Clauses of DIMACS as RustSAT has them.
fn clauses_of(numbers: Vec<Vec<i32>>) -> Vec<Clause> {
    let lit = |number: i32| Lit::from_ipasir(number).expect("no literal is zero");
    numbers.into_iter().map(|clause| clause.into_iter().map(lit).collect()).collect()
}

fn random_clause(random: &mut Random, size: u64) -> Clause {
    clauses_of(vec![random.careless(8, size as usize)]).remove(0)
}

/// Literals of RustSAT as DIMACS has them.
fn numbers_of<'a>(lits: impl IntoIterator<Item = &'a Lit>) -> Vec<i32> {
    lits.into_iter().map(|lit| lit.to_ipasir()).collect()
}

fn add_all<S: Solve>(solver: &mut S, clauses: &[Clause]) {
    clauses.iter().for_each(|clause| solver.add_clause_ref(clause).unwrap());
}

/// One pigeon more than holes.
fn pigeons(holes: i32) -> Vec<Clause> {
    clauses_of(pigeonhole(holes + 1, holes))
}

/// Unlike pigeons that have no choice, they are left to search.
fn flocks(holes: i32) -> Vec<Clause> {
    clauses_of(two_flocks(holes + 1, holes))
}

/// Asks and judges the answer.
fn ask<S: SolveIncremental + SolveStats>(solver: &mut S, num_vars: u32, clauses: &[Clause], assumptions: &[Lit]) {
    let mut oracle = Oracle::new();
    clauses.iter().for_each(|clause| oracle.add_clause(&numbers_of(clause)));
    let has_model = oracle.under(&numbers_of(assumptions)).is_satisfiable();
    match solver.solve_assumps(assumptions).unwrap() {
        SolverResult::Sat => {
            let solution = solver.solution(Var::new(num_vars - 1)).unwrap();
            assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| solution.lit_value(lit) == TernaryVal::True)));
            assert!(assumptions.iter().all(|&lit| solver.lit_val(lit).unwrap() == TernaryVal::True));
            assert!(has_model);
            assert!(solver.core().is_err());
        }
        SolverResult::Unsat => {
            assert!(!has_model, "there is a model");
            let core = solver.core().unwrap();
            assert!(core.iter().all(|&lit| assumptions.contains(&!lit)), "a core is made of negated assumptions");
            assert!(oracle.implies(&numbers_of(&core)), "a core is entailed");
            assert!(solver.lit_val(lit![0]).is_err());
        }
        SolverResult::Interrupted => panic!("nobody interrupted"),
    }
}

fn answers_agree_with_brute_force<S: SolveIncremental + SolveStats + Default>() {
    for seed in 1..100 {
        let mut random = Random::new(seed);
        let mut solver = S::default();
        let mut clauses = Vec::new();
        for _ in 0..6 {
            for size in [1 + seed % 3, 3, 3, 2, 4, 3] {
                let clause = random_clause(&mut random, size + 1);
                solver.add_clause(clause.clone()).unwrap();
                clauses.push(clause);
            }
            ask(&mut solver, 8, &clauses, &[]);
            let assumptions: Vec<Lit> = random_clause(&mut random, 3).iter().copied().collect();
            ask(&mut solver, 8, &clauses, &assumptions);
        }
    }
}

/// Each of four variables assumed true, assumed false or left open: 81 rows, in two orders, for
/// formulas with all kinds of answers.
fn every_row_of_the_assumption_table<S: SolveIncremental + SolveStats + Default>() {
    let formulas = [
        vec![clause![lit![0], lit![1]], clause![!lit![1], lit![2]], clause![!lit![2], !lit![3]]],
        vec![clause![!lit![0], !lit![1], !lit![2], !lit![3]], clause![lit![0], lit![3]], clause![lit![1], !lit![3]]],
        vec![clause![lit![0]], clause![!lit![1]], clause![lit![2], lit![3]]],
        vec![clause![lit![0]], clause![!lit![0]]],
    ];
    for clauses in formulas {
        let mut solver = S::default();
        add_all(&mut solver, &clauses);
        let rows = (0..81u32).chain((0..81).rev());
        for row in rows {
            let digits = (0..4).map(|at| (at, row / 3u32.pow(at) % 3));
            let assumptions: Vec<Lit> =
                digits.filter(|&(_, digit)| digit > 0).map(|(at, digit)| Lit::new(at, digit == 2)).collect();
            ask(&mut solver, 4, &clauses, &assumptions);
        }
        let stats = solver.stats();
        assert_eq!(stats.n_sat + stats.n_unsat, 162);
        assert_eq!((solver.n_clauses(), stats.n_terminated), (clauses.len(), 0));
    }
}

fn hard_formulas_are_answered<S: SolveIncremental + SolveStats + Default>() {
    let mut solver = S::default();
    solver.extend(pigeons(6));
    assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
    assert_eq!(solver.core().unwrap(), []);
    assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
    let mut solver = S::default();
    let clauses = &pigeons(7)[1..];
    solver.extend(clauses.iter());
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    let solution = solver.full_solution().unwrap();
    assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| solution.lit_value(lit) == TernaryVal::True)));
    assert_eq!(solver.max_var(), Some(Var::new(55)));
}

#[test]
fn both_types_of_solver_answer_right() {
    answers_agree_with_brute_force::<Gordian>();
    answers_agree_with_brute_force::<GordianWithCallbacks>();
    every_row_of_the_assumption_table::<Gordian>();
    every_row_of_the_assumption_table::<GordianWithCallbacks>();
    hard_formulas_are_answered::<Gordian>();
    hard_formulas_are_answered::<GordianWithCallbacks>();
}

#[test]
fn what_the_state_does_not_allow_is_a_state_error() {
    let mut solver = Gordian::default();
    let error = |actual, required, result: anyhow::Result<()>| {
        let error = result.unwrap_err().downcast::<StateError>().unwrap();
        assert_eq!(error, StateError { required_state: required, actual_state: actual });
    };
    error(SolverState::Input, SolverState::Sat, solver.lit_val(lit![0]).map(drop));
    error(SolverState::Input, SolverState::Unsat, solver.core().map(drop));
    solver.add_unit(lit![0]).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    error(SolverState::Sat, SolverState::Unsat, solver.core().map(drop));
    assert_eq!(solver.lit_val(lit![5]).unwrap(), TernaryVal::DontCare);
    solver.add_binary(!lit![0], lit![1]).unwrap();
    error(SolverState::Input, SolverState::Sat, solver.lit_val(lit![0]).map(drop));
    assert_eq!(solver.solve_assumps(&[!lit![1]]).unwrap(), SolverResult::Unsat);
    error(SolverState::Unsat, SolverState::Sat, solver.lit_val(lit![0]).map(drop));
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    let beyond = Lit::new_with_error(Var::MAX_IDX, false).unwrap();
    assert!(solver.add_unit(beyond).is_err() && solver.solve_assumps(&[beyond]).is_err());
    let largest = Lit::positive(Var::MAX_IDX - 1);
    solver.add_unit(largest).unwrap();
    assert_eq!(solver.solve_assumps(&[!largest]).unwrap(), SolverResult::Unsat);
}

#[test]
fn a_solver_moves_across_threads() {
    let mut solver = Gordian::default();
    let clauses = pigeons(5);
    let (first, second) = clauses.split_at(10);
    add_all(&mut solver, first);
    let first = solver.solve().unwrap();
    let mut solver = thread::scope(|scope| {
        let adding = scope.spawn(move || {
            add_all(&mut solver, second);
            solver
        });
        adding.join().unwrap()
    });
    let solving = thread::spawn(move || (solver.solve().unwrap(), solver));
    let (answer, solver) = solving.join().unwrap();
    assert_eq!((first, answer), (SolverResult::Sat, SolverResult::Unsat));
    assert_eq!(solver.n_solves(), 2);
}

#[test]
fn a_terminator_borrows_what_it_likes_and_ends_the_search() {
    let asked = Cell::new(0);
    let mut solver = GordianWithCallbacks::default();
    add_all(&mut solver, &flocks(11));
    solver.attach_terminator(|| {
        asked.set(asked.get() + 1);
        if asked.get() > 3 { ControlSignal::Terminate } else { ControlSignal::Continue }
    });
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    assert_eq!((asked.get(), solver.n_terminated()), (4, 1));
    solver.detach_terminator();
    solver.limit_conflicts(Some(5000)).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    assert_eq!(asked.get(), 4);
}

#[test]
fn a_learner_hears_short_clauses_that_follow() {
    let mut heard: Vec<Clause> = Vec::new();
    let clauses = pigeons(3);
    let mut solver = GordianWithCallbacks::default();
    // Satisfiable where the first pigeon is let go.
    add_all(&mut solver, &clauses[1..]);
    solver.attach_learner(|clause| heard.push(clause), 4);
    let assumptions = [lit![0], lit![4], lit![8]];
    assert_eq!(solver.solve_assumps(&assumptions).unwrap(), SolverResult::Unsat);
    for other in [[lit![1], lit![5], lit![6]], [lit![2], lit![3], lit![7]]] {
        solver.solve_assumps(&other).unwrap();
    }
    solver.detach_learner();
    drop(solver);
    let mut oracle = Oracle::new();
    clauses[1..].iter().for_each(|clause| oracle.add_clause(&numbers_of(clause)));
    assert!(heard.iter().all(|clause| clause.len() <= 4));
    assert!(heard.iter().all(|clause| oracle.implies(&numbers_of(clause))));

    let mut units = 0;
    let mut solver = GordianWithCallbacks::default();
    add_all(&mut solver, &flocks(5));
    solver.attach_learner(|clause| units += usize::from(clause.len() <= 2), 2);
    assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
    drop(solver);
    assert!(units > 0);
}

#[test]
fn an_interrupter_of_another_thread_ends_the_search() {
    let mut solver = Gordian::default();
    add_all(&mut solver, &flocks(12));
    // It ends the next call if none is under way.
    solver.interrupter().interrupt();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    let interrupter = solver.interrupter();
    let interrupting = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        interrupter.interrupt();
    });
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    interrupting.join().unwrap();
    // Whether the limit or the interrupt came first, the rest of it ends with this call.
    solver.limit_conflicts(Some(1)).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    assert_eq!(solver.n_terminated(), 3);
    let outliving = solver.interrupter();
    drop(solver);
    outliving.interrupt();
}

#[test]
fn limits_hold_until_they_are_removed() {
    let mut solver = Gordian::default();
    add_all(&mut solver, &flocks(6));
    solver.limit_conflicts(Some(10)).unwrap();
    for calls in 1..=3 {
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        assert_eq!(solver.conflicts(), 10 * calls);
    }
    solver.limit_conflicts(None).unwrap();
    solver.limit_decisions(Some(5)).unwrap();
    let before = solver.decisions();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    assert_eq!(solver.decisions() - before, 5);
    solver.limit_decisions(None).unwrap();
    solver.limit_propagations(Some(100)).unwrap();
    let before = solver.propagations();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    // The literals that one decision implies are propagated to the end.
    assert!((100..100 + 42).contains(&(solver.propagations() - before)));
    solver.limit_propagations(None).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
}

#[test]
fn phases_are_granted_and_taken_back() {
    let mut solver = Gordian::default();
    solver.add_clause((0..10).map(Lit::positive).collect()).unwrap();
    for wishes in [0b11_1111_0000u32, 0b01_0101_0101, 1] {
        for var in 0..10 {
            solver.phase_lit(Lit::new(var, wishes >> var & 1 == 0)).unwrap();
        }
        // A unit clause about a new variable, so that there is something to solve.
        solver.add_unit(Lit::positive(10)).unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        for var in 0..10 {
            assert_eq!(solver.var_val(Var::new(var)).unwrap().to_bool_with_def(false), wishes >> var & 1 > 0);
        }
    }
    solver.unphase_var(Var::new(3)).unwrap();
    solver.unphase_lit(lit![4]).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
}

#[test]
fn freezing_is_remembered_and_not_needed() {
    let mut solver = Gordian::default();
    let (frozen, free) = (Var::new(0), Var::new(1));
    solver.freeze_var(frozen).unwrap();
    assert!(solver.is_frozen(frozen).unwrap() && !solver.is_frozen(free).unwrap());
    solver.melt_var(frozen).unwrap();
    assert!(!solver.is_frozen(frozen).unwrap());
}

#[test]
fn propagation_tells_what_follows() {
    let mut solver = Gordian::default();
    add_all(&mut solver, &[clause![!lit![0], lit![1]], clause![!lit![1], lit![2]], clause![!lit![2], !lit![3]]]);
    let result = solver.propagate(&[lit![0]], false).unwrap();
    assert_eq!((result.propagated, result.conflict), (vec![lit![1], lit![2], !lit![3]], false));
    assert!(solver.propagate(&[lit![1], lit![3]], true).unwrap().conflict);
    assert!(solver.core().is_err());
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
}

/// RustSAT's totalizer, added to the solver while it grows: at most `bound` of ten are true, for each bound.
#[test]
fn encodings_of_rustsat_are_added_incrementally() {
    use rustsat::encodings::card::BoundUpperIncremental;
    let mut solver = Gordian::default();
    let mut vars = BasicVarManager::default();
    let lits: Vec<Lit> = (0..10).map(|_| vars.new_var().pos_lit()).collect();
    let mut totalizer = DefIncUpperBounding::from_iter(lits.iter().copied());
    for bound in 0..10 {
        totalizer.encode_ub_change(bound..=bound, &mut solver, &mut vars).unwrap();
        for wanted in [bound, bound + 1] {
            let mut assumptions = totalizer.enforce_ub(bound).unwrap();
            assumptions.extend(&lits[..wanted]);
            let expected = if wanted <= bound { SolverResult::Sat } else { SolverResult::Unsat };
            assert_eq!(solver.solve_assumps(&assumptions).unwrap(), expected, "{wanted} of at most {bound}");
        }
    }
}

#[test]
fn statistics_count_what_was_given() {
    let mut solver = Gordian::default();
    assert_eq!((solver.n_clauses(), solver.n_vars(), solver.avg_clause_len()), (0, 0, 0.0));
    solver.reserve(Var::new(4)).unwrap();
    assert_eq!(solver.n_vars(), 5);
    add_all(&mut solver, &[clause![lit![0]], clause![lit![0], lit![7], lit![2]]]);
    assert_eq!((solver.n_clauses(), solver.n_vars(), solver.avg_clause_len()), (2, 8, 2.0));
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat, "answered at once");
    assert_eq!((solver.n_sat_solves(), solver.n_unsat_solves(), solver.n_solves()), (1, 0, 1));
    assert!(solver.signature().starts_with("Gordian "));
    assert!(format!("{solver:?}").contains("Satisfiable"));
}
