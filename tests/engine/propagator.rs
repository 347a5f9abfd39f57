//! A propagator with lazy reasons and clauses, compared with a search by hand. `hunt` tests that
//! answers are right whatever a propagator does.

#[expect(dead_code, reason = "an example has a main function")]
#[path = "../../solver/examples/hamiltonian_cycles.rs"]
mod hamiltonian_cycles;

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
