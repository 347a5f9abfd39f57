//! Polyform puzzles from text to counts.

mod puzzles_common;

use std::collections::HashSet;

use gordian_encoders::puzzle::polyform::{Polyform, parse};
use gordian_encoders::puzzle::{Compiled, SymmetrySpec};
use gordian_formula::{Lit, Model, Permutation, Var};
use puzzles_common::{count_models, for_each_model, sample, shared};

fn read(text: &str) -> Polyform {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The elements that the generators generate.
fn closure(spec: &SymmetrySpec, num_vars: usize) -> Vec<Permutation> {
    let mut elements = vec![Permutation::identity(num_vars)];
    let mut known: HashSet<Permutation> = elements.iter().cloned().collect();
    let mut next = 0;
    while next < elements.len() {
        for generator in &spec.generators {
            let product = elements[next].then(generator);
            if known.insert(product.clone()) {
                elements.push(product);
            }
        }
        next += 1;
    }
    elements
}

/// The number of solutions, each decoded and checked, and the number of classes under each group.
fn count_with_classes(puzzle: &Polyform) -> (u64, Vec<u64>) {
    let Compiled { cnf, symmetries, meanings } = puzzle.compile().unwrap();
    assert_eq!(meanings.len(), puzzle.num_placements());
    let groups: Vec<Vec<Permutation>> = symmetries.iter().map(|spec| closure(spec, meanings.len())).collect();
    for (spec, group) in symmetries.iter().zip(&groups) {
        assert_eq!(group.len() as u64, spec.order, "{}", spec.name);
    }
    let mut total = 0;
    let mut least = vec![0; groups.len()];
    for_each_model(&cnf, &mut |model: &Model| {
        let solution = puzzle.decode(model);
        puzzle.check(&solution).unwrap_or_else(|violation| panic!("{violation}"));
        total += 1;
        let own: Vec<Lit> = model.literals().filter(|lit| lit.is_positive()).collect();
        for (group, least) in groups.iter().zip(&mut least) {
            let image = |element: &Permutation| {
                let mut image: Vec<Lit> = own.iter().map(|&lit| element.image(lit)).collect();
                image.sort();
                image
            };
            *least += u64::from(group.iter().all(|element| image(element) >= own));
        }
    });
    (total, least)
}

fn count(text: &str) -> (u64, Vec<u64>) {
    count_with_classes(&read(text))
}

#[test]
fn known_counts_of_flat_boards_come_out() {
    assert_eq!(count(&sample("polyforms/pentominoes-3x20.txt")), (8, vec![2, 4]));
    assert_eq!(count(&sample("polyforms/l-trominoes-6x6.txt")), (162, vec![25, 46]));
}
