//! Optima by cores (PMRES: Narodytska & Bacchus 2014): soft literals are assumed, and each core is
//! replaced by softer ones.

use rustsat::solvers::SolveIncremental;
use rustsat::types::Lit;

use gordian_testkit::Random;

use crate::questions::{Questions, edge, switched_clauses};

/// How many of the soft literals have to be false.
fn optimum<S: SolveIncremental>(questions: &mut Questions<S>, mut soft: Vec<Lit>) -> u64 {
    let wanted = soft.clone();
    let mut cost = 0;
    while !questions.ask(&soft) {
        let core = questions.core();
        assert!(!core.is_empty(), "the hard clauses are satisfiable");
        cost += 1;
        soft.retain(|lit| !core.contains(lit));
        let broken: Vec<Lit> = core.iter().map(|&lit| !lit).collect();
        questions.add(&broken);
        // One of the core is broken anyway; `later` says that one behind this place is, too.
        let mut later = *broken.last().expect("a core is not empty");
        for &one in broken.iter().rev().skip(1) {
            let both = questions.and(one, later);
            soft.push(!both);
            later = questions.or(one, later);
        }
    }
    assert_eq!(
        wanted.into_iter().filter(|&lit| !questions.is_true(lit)).count() as u64,
        cost,
        "the model breaks as many"
    );
    cost
}

/// Largest independent sets of random graphs.
pub fn independent<S: SolveIncremental>(questions: &mut Questions<S>) {
    let mut random = Random::new(4);
    for _ in 0..8 {
        let nodes = questions.fresh_many(150);
        for _ in 0..350 {
            let (a, b) = edge(&mut random, nodes.len());
            questions.add(&[!nodes[a], !nodes[b]]);
        }
        let cost = optimum(questions, nodes);
        questions.note(cost);
    }
}

/// Random clauses of three literals, of which as many as possible are to be satisfied.
pub fn clauses<S: SolveIncremental>(questions: &mut Questions<S>) {
    let mut random = Random::new(5);
    for _ in 0..6 {
        let soft = switched_clauses(questions, &mut random, 50, 290);
        let cost = optimum(questions, soft);
        questions.note(cost);
    }
}
