//! A propagator with lazy reasons and clauses, compared with a search by hand. `hunt` tests that
//! answers are right whatever a propagator does.

#[expect(dead_code, reason = "an example has a main function")]
#[path = "../../solver/examples/hamiltonian_cycles.rs"]
mod hamiltonian_cycles;

use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_solver::{Budget, Callbacks, Interrupt, Outcome, Propagator, Solver};
use gordian_testkit::Random;
use hamiltonian_cycles::{count_tours, grid};

/// Tours from the first vertex on, each met in both directions.
fn count_by_hand(num_vertices: usize, edges: &[[usize; 2]]) -> u64 {
    fn go_on(path: &mut Vec<usize>, neighbours: &[Vec<usize>]) -> u64 {
        let last = path[path.len() - 1];
        if path.len() == neighbours.len() {
            return u64::from(neighbours[last].contains(&0));
        }
        let mut count = 0;
        for &next in &neighbours[last] {
            if !path.contains(&next) {
                path.push(next);
                count += go_on(path, neighbours);
                path.pop();
            }
        }
        count
    }
    let mut neighbours = vec![Vec::new(); num_vertices];
    for &[one, other] in edges {
        neighbours[one].push(other);
        neighbours[other].push(one);
    }
    go_on(&mut vec![0], &neighbours) / 2
}

#[test]
fn tours_of_grids_are_counted() {
    for (width, height, known) in [(2, 2, 1), (3, 3, 0), (3, 4, 2), (4, 4, 6), (4, 5, 14), (5, 6, 154)] {
        let (num_vertices, edges) = grid(width, height);
        assert_eq!(count_tours(num_vertices, &edges), known, "{width} x {height}");
        assert_eq!(count_by_hand(num_vertices, &edges), known, "{width} x {height}");
    }
}

#[test]
fn tours_of_random_graphs_are_counted() {
    let mut random = Random::new(1);
    let mut total = 0;
    for _ in 0..60 {
        let pairs = (0..7).flat_map(|one| (0..one).map(move |other| [one, other]));
        let edges: Vec<[usize; 2]> = pairs.filter(|_| random.chance(75)).collect();
        let count = count_by_hand(7, &edges);
        assert_eq!(count_tours(7, &edges), count, "{edges:?}");
        total += count;
    }
    assert!(total > 1000, "{total}");
}

/// A propagator that allows everything and takes long for it.
struct Slow {
    ticks: u64,
    told: u64,
}

impl Propagator for Slow {
    fn check_model(&mut self, _model: &[Lit]) -> bool {
        true
    }

    fn take_ticks(&mut self) -> u64 {
        self.told += self.ticks;
        self.ticks
    }
}

#[test]
fn the_ticks_of_a_propagator_are_those_of_the_solver() {
    let mut cnf = Cnf::new();
    let vars: Vec<Var> = cnf.new_vars(20);
    vars.windows(2).for_each(|pair| cnf.add_clause(&[pair[0].positive(), pair[1].negative()]));
    let count = |propagator: &mut Slow, budget: &Budget| {
        let mut solver = Solver::new();
        cnf.feed(&mut solver);
        let callbacks = Callbacks::none().with_propagator(propagator, &vars);
        let outcome = solver.solve_with(&[], budget, callbacks);
        (outcome, solver.statistics().ticks)
    };
    let [mut none, mut some] = [0, 1 << 20].map(|ticks| Slow { ticks, told: 0 });
    let (outcome, ticks) = count(&mut none, &Budget::unlimited());
    assert_eq!((outcome, none.told), (Outcome::Satisfiable, 0));
    let (outcome, more) = count(&mut some, &Budget::unlimited());
    assert_eq!((outcome, more), (Outcome::Satisfiable, ticks + some.told));
    assert!(some.told >= some.ticks);
    let budget = Budget::unlimited().with_ticks(some.ticks);
    let (outcome, _) = count(&mut some, &budget);
    assert_eq!(outcome, Outcome::Unknown(Interrupt::Ticks));
}
