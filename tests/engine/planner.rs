//! The default count goes on with the method that ends first, and others cost it little. Steps are
//! compared, which do not depend on the machine.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_queries::{Answer, Engine, Limits, Method, Question, Solution, Stop, SymmetryGroup, SymmetryUse};
use gordian_solver::{Budget, Observer, Solver, Statistics};
use gordian_testkit::{Random, parity};

use crate::counts::{Points, latin_squares, one_in_each_line};

/// Latin squares that agree with a cyclic one, rows and columns exchanged, but for some cells.
fn latin_squares_with_open_cells(side: usize, num_open: usize, random: &mut Random) -> Cnf {
    let (points, mut cnf) = latin_squares(side);
    let [rows, columns, cells] = [side, side, side * side].map(|count| random.order(count));
    for &cell in &cells[num_open..] {
        let [row, column] = [cell / side, cell % side];
        cnf.add_clause(&[points.lit([row, column, (rows[row] + columns[column]) % side])]);
    }
    cnf
}

/// Costas arrays: one dot in each line and column, and no two pairs of dots as far apart in the same direction.
fn costas_arrays(side: usize) -> Cnf {
    let points = Points { sizes: [side, side] };
    let mut cnf = Cnf::new();
    one_in_each_line(&mut cnf, &points, side);
    let at = |row: usize, column: usize| points.lit([row, column]);
    for apart in 1..side {
        for upper in 0..side - apart {
            for lower in upper + 1..side - apart {
                for [from, to, other] in (Points { sizes: [side; 3] }).all() {
                    let last = other + to;
                    if from != to && from != other && (from..from + side).contains(&last) {
                        let last = at(lower + apart, last - from);
                        let pairs = [at(upper, from), at(upper + apart, to), at(lower, other), last];
                        cnf.add_clause(&pairs.map(|lit| !lit));
                    }
                }
            }
        }
    }
    cnf
}

/// Numbers that are products of two, the first of which has its highest bit set: their bits are visible.
fn products(bits: usize, other_bits: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let [first, second] = [bits, other_bits].map(|bits| cnf.new_vars(bits).into_iter().map(Var::positive).collect());
    let [first, second]: [Vec<Lit>; 2] = [first, second];
    cnf.add_clause(&[first[bits - 1]]);
    let mut product: Vec<Lit> = Vec::new();
    for (at, &digit) in second.iter().enumerate() {
        let mut carry = None;
        for (place, &bit) in (at..).zip(&first) {
            let both = cnf.new_var().positive();
            cnf.add_clause(&[!bit, !digit, both]);
            cnf.add_clause(&[!both, bit]);
            cnf.add_clause(&[!both, digit]);
            match product.get(place) {
                Some(&sum) => {
                    let lits = [Some(sum), Some(both), carry].into_iter().flatten().collect::<Vec<Lit>>();
                    let [sum, more] = added(&mut cnf, &lits);
                    (product[place], carry) = (sum, Some(more));
                }
                None => {
                    let sum = carry.take().map_or([both, both], |carry| added(&mut cnf, &[both, carry]));
                    product.push(sum[0]);
                    carry = (sum[0] != both).then_some(sum[1]);
                }
            }
        }
        product.extend(carry);
    }
    cnf.add_visible(&product.iter().map(|lit| lit.var()).collect::<Vec<Var>>());
    cnf
}

/// The sum of two or three bits, and the carry.
fn added(cnf: &mut Cnf, lits: &[Lit]) -> [Lit; 2] {
    let [sum, carry] = [cnf.new_var().positive(), cnf.new_var().positive()];
    parity(&[lits, &[sum]].concat(), false).for_each(|clause| cnf.add_clause(&clause));
    for mask in 0..1 << lits.len() {
        let says = |at: usize| if mask >> at & 1 == 1 { !lits[at] } else { lits[at] };
        let is_carry = if i32::count_ones(mask) > 1 { carry } else { !carry };
        cnf.add_clause(&(0..lits.len()).map(says).chain([is_carry]).collect::<Vec<Lit>>());
    }
    [sum, carry]
}

/// Plane partitions in a cube, as boxes that stand in a corner: below each one there are others in each direction.
fn plane_partitions(side: usize) -> Cnf {
    let points = Points { sizes: [side; 3] };
    let mut cnf = Cnf::new();
    for at in points.all() {
        for axis in (0..3).filter(|&axis| at[axis] > 0) {
            let mut below = at;
            below[axis] -= 1;
            cnf.add_clause(&[!points.lit(at), points.lit(below)]);
        }
    }
    cnf
}

fn steps(answer: &Answer) -> u64 {
    answer.attempts.iter().map(|attempt| attempt.steps).sum()
}

#[test]
fn backtracking_takes_part_where_propagation_finds_few_covers() {
    let cnf = latin_squares_with_open_cells(18, 130, &mut Random::new(3));
    let answer = Question::new(&cnf).count(&mut ()).unwrap();
    let alone = Question::new(&cnf).with_method(Engine::Chronological).count(&mut ()).unwrap();
    assert_eq!((answer.stop, answer.count), (None, alone.count));
    assert_eq!(answer.method, Engine::Chronological.into(), "{:?}", answer.attempts);
    let ticks = alone.statistics.unwrap().ticks;
    assert!(steps(&answer) < 3 * ticks + 4_000_000, "{:?}, {ticks} alone", answer.attempts);
}

#[test]
fn a_list_is_made_by_the_engine_where_a_search_for_covers_finds_none() {
    let mut by_engine = 0;
    for (seed, number) in [(3, 3), (3, 200), (5, 3), (6, 200), (7, 3)] {
        let cnf = latin_squares_with_open_cells(25, 280, &mut Random::new(seed));
        let mut seen = BTreeSet::new();
        let mut take = |solution: &Solution<'_>| {
            assert!(cnf.first_violated(&solution.model()).is_none());
            seen.insert(solution.true_vars().to_vec());
            ControlFlow::Continue(())
        };
        let question = Question::new(&cnf).with_limits(Limits::none().with_solutions(number));
        let answer = question.list(&mut take).unwrap();
        assert_eq!((answer.stop, answer.count, seen.len() as u128), (Some(Stop::Limit), number, number));
        if answer.method.engine != Some(Engine::ExactCover) {
            by_engine += 1;
            assert!(answer.statistics.unwrap().ticks < 20_000_000, "{}", answer.method);
        }
    }
    assert!(by_engine > 2, "{by_engine}");
}

#[test]
fn covers_that_are_tested_on_many_clauses_are_charged_for_that() {
    let cnf = costas_arrays(9);
    let answer = Question::new(&cnf).count(&mut ()).unwrap();
    assert_eq!((answer.stop, answer.count), (None, 760));
    assert_ne!(answer.method.engine, Some(Engine::ExactCover), "{:?}", answer.attempts);
    // The search for covers is not the only one with a symmetry, and with threads.
    let group = SymmetryGroup::detect(&cnf);
    let answer = Question::new(&cnf).up_to(&group).count(&mut ()).unwrap();
    assert_eq!((answer.stop, answer.count, answer.orbits), (None, 760, Some(100)));
    let backtracking = Method::new(Engine::Chronological, SymmetryUse::LexLeader);
    assert_eq!(answer.method, backtracking, "{:?}", answer.attempts);
    let answer = Question::new(&cnf).with_threads(2).count(&mut ()).unwrap();
    assert_eq!((answer.stop, answer.count), (None, 760));
    assert_ne!(answer.method.engine, Some(Engine::ExactCover), "{:?}", answer.attempts);
}

#[test]
fn a_share_near_to_all_of_the_space_is_no_lead_for_ever() {
    let cnf = plane_partitions(6);
    let answer = Question::new(&cnf).count(&mut ()).unwrap();
    assert_eq!((answer.stop, answer.count), (None, 1_478_619_421_136));
    let ended = answer.attempts.iter().find(|attempt| attempt.method == answer.method).unwrap();
    assert!(steps(&answer) < 6 * ended.steps, "{:?}", answer.attempts);
}

#[test]
fn blocking_goes_on_where_few_variables_are_visible() {
    let cnf = products(7, 6);
    let answer = Question::new(&cnf).count(&mut ()).unwrap();
    let expected: BTreeSet<u32> = (64..128).flat_map(|first| (0..64).map(move |second| first * second)).collect();
    assert_eq!((answer.stop, answer.count), (None, expected.len() as u128));
    assert_eq!(answer.method, Engine::Blocking.into(), "{:?}", answer.attempts);
    let ended = answer.attempts.iter().find(|attempt| attempt.method == answer.method).unwrap();
    assert!(steps(&answer) < 4 * ended.steps, "{:?}", answer.attempts);
}

/// Counts how often it is told of progress.
struct Counter(Arc<AtomicU64>);

impl Observer for Counter {
    fn progress(&mut self, _statistics: &Statistics) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn models_without_decisions_are_told_as_they_come() {
    let mut solver = Solver::new();
    let vars: Vec<_> = (0..5000).map(|_| solver.new_var()).collect();
    for pair in vars.windows(2) {
        solver.add_clause(&[pair[0].negative(), pair[1].positive()]);
    }
    let told = Arc::<AtomicU64>::default();
    solver.set_observer(Some(Box::new(Counter(Arc::clone(&told)))));
    let mut models = 0;
    let _ = solver.enumerate(&vars, &Budget::unlimited(), &mut |_| {
        models += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(models, 5001);
    // Each of them takes thousands of ticks.
    let ticks = solver.statistics().ticks;
    let told = told.load(Ordering::Relaxed);
    assert!(ticks > 4 << 20 && told > ticks >> 21, "told {told} times of {ticks} ticks");
}
