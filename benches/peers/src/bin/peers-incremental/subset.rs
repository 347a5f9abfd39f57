//! Minimal unsatisfiable subsets by deletion: each group of clauses has a selector, which is assumed; a group that the
//! others do without goes, and so do those that the refutation did not use.

use rustsat::solvers::SolveIncremental;
use rustsat::types::Lit;

use gordian_testkit::Random;

use crate::questions::{Questions, edge, switched_clauses};

/// Deletes groups until none can go. The selectors switch them on.
fn minimise<S: SolveIncremental>(questions: &mut Questions<S>, selectors: Vec<Lit>) {
    assert!(!questions.ask(&selectors), "the groups refute each other");
    let mut left = questions.core();
    // In the order of the groups, whatever the order of the core is.
    left.sort_unstable();
    let mut needed = Vec::new();
    while let Some(one) = left.pop() {
        let rest = [&needed[..], &left[..]].concat();
        if questions.ask(&rest) {
            needed.push(one);
        } else {
            let core = questions.core();
            left.retain(|lit| core.contains(lit));
            questions.add(&[!one]);
        }
    }
    // The subset is minimal, and another one for each solver. It is enough that it refutes.
    assert!(!questions.ask(&needed), "what is needed refutes");
    for selector in selectors {
        questions.add(&[!selector]);
    }
}

/// Random clauses of three literals, a clause a group.
pub fn clauses<S: SolveIncremental>(questions: &mut Questions<S>) {
    let mut random = Random::new(2);
    for _ in 0..3 {
        let selectors = switched_clauses(questions, &mut random, 160, 820);
        minimise(questions, selectors);
    }
}

/// Random graphs that four colours do not colour, an edge a group.
pub fn edges<S: SolveIncremental>(questions: &mut Questions<S>) {
    let mut random = Random::new(3);
    for _ in 0..3 {
        let nodes: Vec<Vec<Lit>> = (0..90).map(|_| questions.fresh_many(4)).collect();
        nodes.iter().for_each(|colours| questions.add(colours));
        let selectors: Vec<Lit> = questions.fresh_many(470);
        for &selector in &selectors {
            let (a, b) = edge(&mut random, nodes.len());
            for colour in 0..4 {
                questions.add(&[!selector, !nodes[a][colour], !nodes[b][colour]]);
            }
        }
        minimise(questions, selectors);
    }
}

/// A multiplier and the one with exchanged inputs, a gate's output a group.
pub fn gates<S: SolveIncremental>(questions: &mut Questions<S>) {
    let zero = !questions.truth();
    let (a, b) = (questions.fresh_many(7), questions.fresh_many(7));
    let (left, right) = (questions.product(&a, &b, zero), questions.product(&b, &a, zero));
    // Each bit of one product is tied to the bit of the other by a wire that can be cut.
    let differ = questions.fresh_many(left.len());
    questions.add(&differ);
    let selectors = questions.fresh_many(left.len());
    for (((&selector, &differ), &left), &right) in selectors.iter().zip(&differ).zip(&left).zip(&right) {
        let xor = questions.xor(left, right);
        questions.add(&[!selector, !differ, xor]);
    }
    minimise(questions, selectors);
}
