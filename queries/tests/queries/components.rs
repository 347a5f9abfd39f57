//! Counting by components agrees with brute force, on small formulas that fall apart and on some that do not.

use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_queries::{Engine, Limits, QueryError, Question, Status, Stop};
use gordian_testkit::{Planted, Random, Shape, planted, solutions};
use num_bigint::BigUint;

fn count(cnf: &Cnf) -> BigUint {
    let answer = Question::new(cnf).with_method(Engine::Component).count(&mut ()).unwrap();
    assert!(answer.is_complete());
    assert_eq!(answer.status == Status::Unsatisfiable, answer.exact_count() == BigUint::ZERO);
    answer.exact_count()
}

/// Clauses of up to five literals, over parts of the variables that have few in common.
pub(crate) fn random_clauses(random: &mut Random) -> Cnf {
    let num_vars = 1 + random.below(11);
    let longest = 2 + random.below(4);
    let window = 3 + random.below(num_vars);
    let mut cnf = Cnf::new();
    cnf.reserve_vars(num_vars);
    for _ in 0..random.below(4 * num_vars) {
        let length = 1 + usize::from(random.chance(80)) + random.below(longest);
        let start = random.below(num_vars);
        let lits: Vec<Lit> = (0..length)
            .map(|_| Var::from_index((start + random.below(window)) % num_vars).lit(random.chance(50)))
            .collect();
        cnf.add_clause(&lits);
    }
    cnf
}

/// Leaves some variables visible, half of the time.
pub(crate) fn project(random: &mut Random, cnf: &mut Cnf) {
    if random.chance(50) {
        let share = random.below(100);
        let visible: Vec<Var> = (0..cnf.num_vars()).map(Var::from_index).filter(|_| random.chance(share)).collect();
        cnf.add_visible(&visible);
    }
}

/// Gates over the variables so far, each with one variable more.
pub(crate) fn add_gates(random: &mut Random, cnf: &mut Cnf) {
    for _ in 0..random.below(5) {
        let input =
            |random: &mut Random, cnf: &Cnf| Var::from_index(random.below(cnf.num_vars())).lit(random.chance(50));
        let (first, second, third) = (input(random, cnf), input(random, cnf), input(random, cnf));
        let output = cnf.new_var().positive();
        match random.below(3) {
            0 => {
                cnf.add_clause(&[!output, first]);
                cnf.add_clause(&[!output, second]);
                cnf.add_clause(&[output, !first, !second]);
            }
            1 => {
                cnf.add_clause(&[!output, first, second]);
                cnf.add_clause(&[!output, !first, !second]);
                cnf.add_clause(&[output, !first, second]);
                cnf.add_clause(&[output, first, !second]);
            }
            _ => {
                cnf.add_clause(&[!third, !first, output]);
                cnf.add_clause(&[!third, first, !output]);
                cnf.add_clause(&[third, !second, output]);
                cnf.add_clause(&[third, second, !output]);
            }
        }
    }
}

#[test]
fn random_clauses_agree_with_brute_force() {
    for seed in 0..30_000 {
        let mut random = Random::new(seed);
        let mut cnf = random_clauses(&mut random);
        if random.chance(30) && cnf.num_vars() < 8 {
            add_gates(&mut random, &mut cnf);
        }
        project(&mut random, &mut cnf);
        assert_eq!(count(&cnf), BigUint::from(solutions(&cnf).len()), "{cnf:?}");
    }
}

#[test]
fn groups_agree_with_brute_force() {
    for seed in 0..5000 {
        let mut random = Random::new(seed ^ 0x9600);
        let Planted { cnf, .. } = planted(&mut random, &Shape { max_vars: 10, general: true }, 1);
        assert_eq!(count(&cnf), BigUint::from(solutions(&cnf).len()), "{cnf:?}");
    }
}

#[test]
fn both_ways_of_counting_by_components_agree() {
    for seed in 0..150 {
        let mut random = Random::new(seed ^ 0xb047);
        // Too many variables for brute force: many parts of a size that fits.
        let mut whole = Cnf::new();
        let mut product = BigUint::from(1u32);
        for _ in 0..1 + random.below(30) {
            let mut part = random_clauses(&mut random);
            project(&mut random, &mut part);
            product *= solutions(&part).len();
            let first = whole.num_vars();
            let moved = |lit: &Lit| Var::from_index(first + lit.var().index()).lit(lit.is_positive());
            whole.reserve_vars(first + part.num_vars());
            part.clauses().for_each(|clause| whole.add_clause(&clause.iter().map(moved).collect::<Vec<_>>()));
            let visible: Vec<Var> = part.projection().iter().map(|var| Var::from_index(first + var.index())).collect();
            whole.add_visible(&visible);
        }
        // Fewer than a million would be gone through one by one.
        let is_checked = product > BigUint::from(1_000_000u32) || product < BigUint::from(1000u32);
        let question = Question::new(&whole).with_method(Engine::Component).with_check(is_checked);
        let answer = question.count(&mut ()).unwrap();
        assert_eq!(answer.exact_count(), product, "{whole:?}");
        assert_eq!(answer.checked_by.is_some(), is_checked);
    }
}

/// Ladders of `n` bits where no two neighbours are both true: Fibonacci numbers.
#[test]
fn a_long_chain_has_a_fibonacci_number_of_models() {
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(1000);
    for pair in vars.windows(2) {
        cnf.add_clause(&[pair[0].negative(), pair[1].negative()]);
    }
    let (mut before, mut expected) = (BigUint::from(1u32), BigUint::from(1u32));
    for _ in 0..1000 {
        let next = &before + &expected;
        (before, expected) = (expected, next);
    }
    let answer = Question::new(&cnf).with_method(Engine::Component).count(&mut ()).unwrap();
    assert_eq!((answer.exact_count(), answer.method), (expected, Engine::Component.into()));
    assert_eq!(answer.count, u128::MAX);
    assert!(answer.effort.unwrap().decisions < 10_000, "the parts are met again and again: {:?}", answer.effort);
}

#[test]
fn what_it_cannot_do_is_refused_and_limits_are_kept() {
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(3);
    cnf.add_clause(&[vars[0].positive(), vars[1].positive(), vars[2].positive()]);
    let question = Question::new(&cnf).with_method(Engine::Component);
    assert!(matches!(question.list(&mut ()), Err(QueryError::Refused { .. })));
    let limits = Limits::none().with_deadline(std::time::Instant::now());
    let answer = question.with_limits(limits).count(&mut ()).unwrap();
    assert_eq!((answer.stop, answer.status, answer.count), (Some(Stop::Time), Status::Unknown, 0));
}
