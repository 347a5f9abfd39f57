//! Boards covered by dominoes: their numbers are known, and too large to go through the coverings.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_queries::{Engine, Question, Solution, Status};
use num_bigint::BigUint;

/// The coverings of a board, and the mirror image of each domino, by its number.
fn board(rows: usize, columns: usize) -> (Cnf, Vec<usize>) {
    let mut cnf = Cnf::new();
    let mut places: Vec<[[usize; 2]; 2]> = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                places.push([[row, column], [row, column + 1]]);
            }
            if row + 1 < rows {
                places.push([[row, column], [row + 1, column]]);
            }
        }
    }
    let vars = cnf.new_vars(places.len());
    for row in 0..rows {
        for column in 0..columns {
            let covering = places.iter().zip(&vars).filter(|(place, _)| place.contains(&[row, column]));
            let lits: Vec<Lit> = covering.map(|(_, var)| var.positive()).collect();
            cnf.add_exactly_one(&lits);
        }
    }
    let mirrored = |place: &[[usize; 2]; 2]| {
        let mut image = place.map(|[row, column]| [row, columns - 1 - column]);
        image.sort();
        places.iter().position(|other| *other == image).unwrap()
    };
    let images = places.iter().map(mirrored).collect();
    (cnf, images)
}

/// Rows, columns, and the number of coverings (Kasteleyn 1961, Temperley & Fisher 1961): of 6, 24, 93 and 186 bits.
const KNOWN: [(usize, usize, &str); 4] = [
    (4, 4, "36"),
    (8, 8, "12988816"),
    (6, 40, "5214171781414287060178827977"),
    (6, 80, "70002854521987325219973381376631069399872667677151404237"),
];

#[test]
fn counts_of_dominoes_add_up() {
    for (rows, columns, known) in KNOWN {
        let (cnf, images) = board(rows, columns);
        let known: BigUint = known.parse().unwrap();
        let found = Question::new(&cnf).facts(&mut ());
        assert_eq!((found.status, found.stop), (Status::Satisfiable, None));
        assert!(found.fixed.iter().all(Option::is_none) && found.seen.iter().all(|seen| *seen == [true; 2]));
        let counted = Question::new(&cnf).count_each(&found, &mut ()).unwrap();
        assert_eq!(counted.total, known);
        assert_eq!(counted.of_true.iter().sum::<BigUint>(), known * (rows * columns / 2));
        for (number, &image) in counted.of_true.iter().zip(&images) {
            assert_eq!(*number, counted.of_true[image]);
        }
    }
}

#[test]
fn coverings_are_drawn_at_random() {
    for (rows, columns, known) in KNOWN {
        let (cnf, _) = board(rows, columns);
        let mut drawn: BTreeSet<Vec<Var>> = BTreeSet::new();
        let answer = Question::new(&cnf).sample(50, &mut |solution: &Solution<'_>| {
            assert_eq!(cnf.first_violated(&solution.model()), None);
            drawn.insert(solution.true_vars().to_vec());
            ControlFlow::Continue(())
        });
        let answer = answer.unwrap();
        assert_eq!((answer.exact_count(), answer.method), (known.parse().unwrap(), Engine::Frontier.into()));
        assert_eq!(drawn.len(), if rows == 4 { 36 } else { 50 });
    }
}

#[test]
fn a_diagram_lists_what_a_search_finds() {
    let (cnf, _) = board(6, 6);
    let listed = |engine| {
        let mut found: BTreeSet<Vec<Var>> = BTreeSet::new();
        let answer = Question::new(&cnf).with_method(engine).list(&mut |solution: &Solution<'_>| {
            assert!(found.insert(solution.true_vars().to_vec()), "twice");
            ControlFlow::Continue(())
        });
        assert_eq!(answer.unwrap().count, 6728);
        found
    };
    assert_eq!(listed(Engine::Frontier), listed(Engine::ExactCover));
}
