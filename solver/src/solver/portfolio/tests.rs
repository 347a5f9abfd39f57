use gordian_formula::Var;

use super::*;
use crate::options::Options;
use crate::pool::Parcel;
use crate::search::mode::own::Switch;
use gordian_testkit::lits;

/// A solver that has removed what it can, before any search.
fn simplified(clauses: &[&[i32]], off: &[&str]) -> Solver {
    let options = Options::default().with("warm_up", 0).with("lucky", 0);
    let mut solver = Solver::with_options(off.iter().fold(options, |options, name| options.with(name, 0)));
    clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)));
    assert_eq!(solver.solve(), Outcome::Satisfiable);
    solver
}

/// Goes on with clauses of another worker at hand, and checks that the engine is as it should be.
fn with_parcels(solver: &mut Solver, parcels: &[&[i32]], substitutes: &[(i32, i32)]) -> (Outcome, u64) {
    solver.open();
    let pool = Arc::new(Pool::new(2, false, Terminator::new(), None));
    let mut other = Port::new(Arc::clone(&pool), 1, 2, 0);
    other.parcels = parcels.iter().map(|numbers| Parcel { lits: lits(numbers), glue: 1, known: 0 }).collect();
    other.swap();
    let mut port = Port::new(pool, 0, 2, solver.engine.trail.len());
    for &(lit, representative) in substitutes {
        let internal = |number: i32| solver.external.get(lits(&[number])[0]).unwrap();
        port.note_substitute(internal(lit).var(), internal(representative));
    }
    let before = solver.engine.statistics.clone();
    let outcome = solver.search(&[], &Budget::unlimited(), Callbacks::none(), before.clone(), Some(port));
    if outcome == Outcome::Satisfiable {
        solver.check_invariants();
    }
    (outcome, solver.engine.statistics.share.taken_in - before.share.taken_in)
}

fn is_removed(solver: &Solver, number: i32) -> bool {
    let internal = solver.external.get(lits(&[number])[0]).unwrap();
    solver.engine.removed[internal.var().index()]
}

/// Clauses that leave much open; 1 and 2 are equal in the second part.
const OPEN: [&[i32]; 6] = [&[3, 4, 5], &[-3, -4, 6], &[4, -5, -6], &[3, -6, 7], &[-7, 5, 8], &[-8, 6, 4]];

#[test]
fn clauses_and_units_of_others_are_obeyed() {
    for parcels in [&[&[-4, -6][..], &[-3]][..], &[&[-3], &[3, -4, -6]], &[&[4], &[-3, 5, -8], &[8]]] {
        let mut solver = simplified(&OPEN, &["eliminate", "decompose", "congruence", "compact"]);
        let (outcome, taken_in) = with_parcels(&mut solver, parcels, &[]);
        assert_eq!((outcome, taken_in), (Outcome::Satisfiable, parcels.len() as u64));
        let is_true = |clause: &&[i32]| lits(clause).iter().any(|&lit| solver.value(lit) == Some(true));
        assert!(parcels.iter().chain(&OPEN).all(is_true), "{parcels:?}");
    }
}

#[test]
fn clauses_of_others_can_refute() {
    let mut solver = simplified(&OPEN, &["eliminate", "compact"]);
    let parcels: [&[i32]; 4] = [&[4], &[-3], &[4, -5], &[-4, 3]];
    // The third one is true by then, and the fourth false.
    assert_eq!(with_parcels(&mut solver, &parcels, &[]), (Outcome::Unsatisfiable, 3));
    assert!(solver.core().is_empty());
    assert_eq!(solver.solve(), Outcome::Unsatisfiable);
}

#[test]
fn an_eliminated_variable_stays_eliminated() {
    // Only two clauses have 9.
    let clauses: Vec<&[i32]> = OPEN.iter().copied().chain([&[9, 3, 4][..], &[-9, 5, 6]]).collect();
    let mut solver = simplified(&clauses, &["decompose", "congruence", "compact"]);
    assert!(is_removed(&solver, 9));
    let (outcome, taken_in) = with_parcels(&mut solver, &[&[9], &[-9, 3], &[9, -3, 4]], &[]);
    assert_eq!((outcome, taken_in), (Outcome::Satisfiable, 0));
    assert!(is_removed(&solver, 9));
    let model = solver.model().unwrap();
    assert!(clauses.iter().all(|clause| lits(clause).iter().any(|&lit| model.satisfies(lit))));
}

#[test]
fn a_substituted_variable_is_told_by_its_representative() {
    let clauses: Vec<&[i32]> =
        OPEN.iter().copied().chain([&[3, -9][..], &[-3, 9], &[9, 10, 4], &[-9, -10, 6]]).collect();
    for (parcels, expected, taken_in) in
        [(&[&[-9][..]][..], -3, 1), (&[&[9, 3, 3]], 3, 1), (&[&[9, -3, 4]], 0, 0), (&[&[-9], &[9, 3]], 0, 2)]
    {
        let mut solver = simplified(&clauses, &["eliminate", "congruence", "compact"]);
        assert!(is_removed(&solver, 9) && !is_removed(&solver, 3));
        let (outcome, counted) = with_parcels(&mut solver, parcels, &[(9, 3)]);
        assert_eq!(counted, taken_in, "{parcels:?}");
        match (outcome, expected) {
            (Outcome::Unsatisfiable, 0) => assert_eq!(taken_in, 2),
            (Outcome::Satisfiable, 0) => assert_eq!(taken_in, 0),
            (outcome, _) => {
                assert_eq!(outcome, Outcome::Satisfiable);
                assert_eq!(solver.value(lits(&[expected])[0]), Some(true));
                assert_eq!(solver.value(lits(&[9])[0]), solver.value(lits(&[3])[0]));
            }
        }
    }
    // Without a note of what it stands for, as if it was removed before the workers began.
    let mut solver = simplified(&clauses, &["eliminate", "congruence", "compact"]);
    assert_eq!(with_parcels(&mut solver, &[&[-9]], &[]), (Outcome::Satisfiable, 0));
}

#[test]
fn variables_without_an_engines_variable_are_known_by_their_values() {
    let clauses: Vec<&[i32]> = OPEN.iter().copied().chain([&[9][..], &[-9, -10]]).collect();
    let mut solver = simplified(&clauses, &["eliminate", "decompose", "congruence"]);
    assert!(solver.external.get(lits(&[9])[0]).is_none());
    // The first says nothing, the second that 3 is false, the last is of a variable that nobody knows.
    let (outcome, taken_in) = with_parcels(&mut solver, &[&[9, 3], &[-9, 10, -3], &[11, 3]], &[]);
    assert_eq!((outcome, taken_in, solver.value(lits(&[3])[0])), (Outcome::Satisfiable, 1, Some(false)));
}

/// Random clauses with a variable of each of three sets.
fn of_threes(seed: u64, num_vars_of_set: u64, num_clauses: usize) -> Vec<[Lit; 3]> {
    let mut random = crate::store::random::Random::new(seed);
    let mut lit = |set| Var::from_index((3 * random.below(num_vars_of_set) + set) as usize).lit(random.below(2) > 0);
    (0..num_clauses).map(|_| [0, 1, 2].map(&mut lit)).collect()
}

#[test]
fn a_solver_keeps_its_options_and_modes_whoever_wins() {
    // By the number of the worker that wins.
    let mut wins = [0; 3];
    for (seed, mode) in (0..if cfg!(miri) { 0 } else { 40 }).flat_map(|seed| [(seed, 1), (seed, 2), (seed, 3)]) {
        let options = Options::default().with("mode", mode).with("warm_up", 0).with("share_ticks", 1000);
        let mut solver = Solver::with_options(options.clone());
        of_threes(seed, 30, 383).iter().for_each(|clause| solver.add_clause(clause));
        let portfolio = Portfolio::of_threads(3).with_ticks_alone(1).deterministic(true);
        let answer = solver.solve_portfolio(&[], &Budget::unlimited(), &portfolio);
        assert!(!matches!(answer.outcome, Outcome::Unknown(_)), "seed {seed}");
        wins[answer.winner.unwrap()] += 1;
        assert_eq!(solver.options(), &options, "seed {seed}");
        // With clauses of one size, the modes take turns only where they are asked to.
        let is_alone = solver.engine.schedule.mode.switch == Switch::Never;
        assert_eq!(is_alone, mode != 1, "seed {seed}, mode {mode}, winner {:?}", answer.winner);
        let second = solver.solve_portfolio(&[], &Budget::unlimited(), &portfolio);
        assert_eq!(second.outcome, answer.outcome, "seed {seed}");
    }
    assert!(cfg!(miri) || wins.iter().all(|&wins| wins > 3), "{wins:?}");
}

/// Many questions in turn, each by several threads, with new clauses in between.
#[test]
fn questions_follow_each_other() {
    let mut solver = Solver::with_options(Options::default().with("warm_up", 0).with("share_interval", 1));
    let vars: Vec<Var> = (0..30).map(|_| solver.new_var()).collect();
    let mut state = crate::store::random::Random::new(7);
    for round in 0..if cfg!(miri) { 2 } else { 40 } {
        let clause: Vec<Lit> = (0..3).map(|_| vars[state.below(30) as usize].lit(state.below(2) == 0)).collect();
        solver.add_clause(&clause);
        let portfolio = Portfolio::of_threads(3).deterministic(round % 2 == 0).with_ticks_alone(1);
        let answer = solver.solve_portfolio(&[!clause[0]], &Budget::unlimited(), &portfolio);
        match answer.outcome {
            Outcome::Satisfiable => assert_eq!(solver.value(clause[0]), Some(false)),
            outcome => assert_eq!((outcome, solver.core()), (Outcome::Unsatisfiable, &[!clause[0]][..])),
        }
        assert!(answer.winner.is_some_and(|winner| winner < answer.workers.len()));
    }
}
