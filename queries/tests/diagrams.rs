//! Boards covered by dominoes: their numbers are known, and too large to go through the coverings.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_queries::{Limits, Method, Question, Solution, Status, counts, facts};
use gordian_solver::Options;
use num_bigint::BigUint;

/// The coverings of a square board, and the mirror image of each domino, by its number.
fn board(size: usize) -> (Cnf, Vec<usize>) {
    let mut cnf = Cnf::new();
    let mut places: Vec<[[usize; 2]; 2]> = Vec::new();
    for row in 0..size {
        for column in 0..size {
            if column + 1 < size {
                places.push([[row, column], [row, column + 1]]);
            }
            if row + 1 < size {
                places.push([[row, column], [row + 1, column]]);
            }
        }
    }
    let vars = cnf.new_vars(places.len());
    for row in 0..size {
        for column in 0..size {
            let covering = places.iter().zip(&vars).filter(|(place, _)| place.contains(&[row, column]));
            let lits: Vec<Lit> = covering.map(|(_, var)| var.positive()).collect();
            cnf.add_exactly_one(&lits);
        }
    }
    let mirrored = |place: &[[usize; 2]; 2]| {
        let mut image = place.map(|[row, column]| [row, size - 1 - column]);
        image.sort();
        places.iter().position(|other| *other == image).unwrap()
    };
    let images = places.iter().map(mirrored).collect();
    (cnf, images)
}

/// The number of coverings of a square board (Kasteleyn 1961, Temperley & Fisher 1961; OEIS A004003).
const KNOWN: [(usize, &str); 4] = [
    (4, "36"),
    (8, "12988816"),
    (16, "2444888770250892795802079170816"),
    (20, "3547073578562247994740485943456518766019600"),
];

#[test]
fn counts_of_dominoes_add_up() {
    for (size, known) in KNOWN {
        let (cnf, images) = board(size);
        let known: BigUint = known.parse().unwrap();
        let found = facts(&cnf, &Limits::none(), &Options::default());
        assert_eq!((found.status, found.stop), (Status::Satisfiable, None));
        assert!(found.fixed.iter().all(Option::is_none) && found.seen.iter().all(|seen| *seen == [true; 2]));
        let counted = counts(&cnf, &found, &Limits::none(), &Options::default()).unwrap();
        assert_eq!(counted.total, known);
        assert_eq!(counted.of_true.iter().sum::<BigUint>(), known * (size * size / 2));
        for (number, &image) in counted.of_true.iter().zip(&images) {
            assert_eq!(*number, counted.of_true[image]);
        }
    }
}

#[test]
fn coverings_are_drawn_at_random() {
    for (size, known) in KNOWN {
        let (cnf, _) = board(size);
        let mut drawn: BTreeSet<Vec<Var>> = BTreeSet::new();
        let answer = Question::new(&cnf).sample(50, &mut |solution: &Solution<'_>| {
            assert_eq!(cnf.first_violated(&solution.model()), None);
            drawn.insert(solution.true_vars().to_vec());
            ControlFlow::Continue(())
        });
        let answer = answer.unwrap();
        assert_eq!((answer.exact_count(), answer.method), (known.parse().unwrap(), Method::Frontier));
        assert_eq!(drawn.len(), if size == 4 { 36 } else { 50 });
    }
}

#[test]
fn a_diagram_lists_what_a_search_finds() {
    let (cnf, _) = board(6);
    let listed = |method| {
        let mut found: BTreeSet<Vec<Var>> = BTreeSet::new();
        let answer = Question::new(&cnf).with_method(method).list(&mut |solution: &Solution<'_>| {
            assert!(found.insert(solution.true_vars().to_vec()), "twice");
            ControlFlow::Continue(())
        });
        assert_eq!(answer.unwrap().count, 6728);
        found
    };
    assert_eq!(listed(Method::Frontier), listed(Method::ExactCover));
}
