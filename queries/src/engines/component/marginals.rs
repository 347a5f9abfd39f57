//! In how many solutions each literal is true, by one pass up and one pass down the diagram.

use gordian_formula::{Lit, Var};
use num_bigint::BigUint;

use super::counts::Counts;
use super::dnnf::{FALSE, Kind, TRUE};
use super::nnf::Nnf;

/// The number of solutions, and of those in which each literal is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marginals {
    pub(crate) total: BigUint,
    of_literals: Vec<BigUint>,
}

impl Marginals {
    /// The number of solutions in which a visible literal is true.
    pub(crate) fn of(&self, lit: Lit) -> &BigUint {
        &self.of_literals[lit.index()]
    }

    /// Reads the numbers off a diagram that speaks of these variables alone.
    ///
    /// On the way up, each node has the number of its models. On the way down, it has the number of ways in
    /// which one of these is completed to a model of the root, which is the derivative of the number of the
    /// root (Darwiche, *A differential approach to inference in Bayesian networks*, 2003). Their products tell
    /// how many models go along each edge with its literals. A variable that is on no edge of a model's way may
    /// have either value: half of these models have each.
    ///
    /// A node's models are counted over as many variables as its longest way down has, whichever they are. So
    /// the pass needs no set of the variables of a node.
    pub(crate) fn of_diagram(nnf: &Nnf, visible: &[Var]) -> Marginals {
        let counts = Counts::up(nnf);
        let root = nnf.diagram.root as usize;
        let free = visible.len() - counts.spans[root];
        let total = &counts.models[root] << free;
        let along = counts.down(nnf, free);
        let mut of_literals = vec![BigUint::ZERO; along.len()];
        for lit in visible.iter().flat_map(|var| [var.positive(), var.negative()]) {
            let either = &total - &along[lit.index()] - &along[(!lit).index()];
            of_literals[lit.index()] = &along[lit.index()] + (either >> 1u32);
        }
        Marginals { total, of_literals }
    }
}

impl Counts {
    /// For each literal, the number of models that go along an edge with it. There are so many variables that the root
    /// leaves free.
    fn down(&self, nnf: &Nnf, free: usize) -> Vec<BigUint> {
        let mut along = vec![BigUint::ZERO; 2 * nnf.num_vars];
        let mut ways = vec![BigUint::ZERO; nnf.diagram.nodes.len()];
        ways[nnf.diagram.root as usize] = BigUint::from(1u32) << free;
        for (node, kind) in nnf.diagram.nodes.iter().enumerate().rev().filter(|&(node, _)| node != FALSE as usize) {
            let own = std::mem::take(&mut ways[node]);
            if own == BigUint::ZERO {
                continue;
            }
            match kind {
                Kind::True | Kind::False => {}
                Kind::And(children) => {
                    // Each part gets the product of the parts before it and behind it.
                    let mut before = vec![own];
                    for &child in children {
                        let next = &before[before.len() - 1] * &self.models[child as usize];
                        before.push(next);
                    }
                    let mut behind = BigUint::from(1u32);
                    for (&child, before) in children.iter().zip(&before).rev() {
                        ways[child as usize] += before * &behind;
                        behind *= &self.models[child as usize];
                    }
                }
                Kind::Or(sides) => {
                    for side in sides {
                        let (lits, child) = side;
                        let models = &own * self.side(side, self.spans[node]);
                        lits.iter().for_each(|lit| along[lit.index()] += &models);
                        if *child == TRUE {
                            continue;
                        }
                        ways[*child as usize] += &own << (self.spans[node] - self.span_of(side));
                    }
                }
            }
        }
        along
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use gordian_formula::{ClauseSink, Cnf};
    use gordian_testkit::{Random, Shape, planted, solutions};

    use super::*;
    use crate::engines::component::{Style, count};

    #[test]
    fn each_literal_is_true_in_as_many_solutions_as_by_brute_force() {
        for seed in 0..3000 {
            let mut random = Random::new(seed);
            let mut cnf = match random.below(3) {
                0 => planted(&mut random, &Shape { max_vars: 9, general: true }, 1).cnf,
                _ => {
                    let num_vars = 1 + random.below(9);
                    let mut cnf = Cnf::new();
                    cnf.reserve_vars(num_vars);
                    for _ in 0..random.below(3 * num_vars) {
                        let size = 1 + random.below(4);
                        let lits: Vec<Lit> =
                            random.careless(num_vars, size).into_iter().filter_map(Lit::from_dimacs).collect();
                        cnf.add_clause(&lits);
                    }
                    cnf
                }
            };
            if random.chance(50) {
                let visible: Vec<Var> =
                    (0..cnf.num_vars()).map(Var::from_index).filter(|_| random.chance(60)).collect();
                cnf.add_visible(&visible);
            }
            let counting = count(&cnf, Style::Diagram, &mut |_| ControlFlow::Continue(()));
            let nnf = counting.trace.unwrap().nnf(&cnf);
            let (visible, expected) = (cnf.projection(), solutions(&cnf));
            let marginals = Marginals::of_diagram(&nnf, &visible);
            assert_eq!(marginals.total, expected.len().into(), "{seed}: {cnf:?}");
            for &var in &visible {
                let of_true = expected.iter().filter(|solution| solution.contains(&var)).count();
                assert_eq!(*marginals.of(var.positive()), of_true.into(), "{seed}: {var:?} of {cnf:?}");
                assert_eq!(*marginals.of(var.negative()), (expected.len() - of_true).into(), "{seed}: {cnf:?}");
            }
        }
    }
}
