//! The solutions of a formula by their ranks, read off a diagram of what its simplification leaves.
//!
//! The simplification keeps the number of solutions: each variable that it takes away has one value
//! for each assignment of the others that extends to a model, or is free. So an assignment of what
//! is left is drawn, by one way down the diagram (Sharma, Gupta, Roy and Meel, *Knowledge compilation
//! meets uniform sampling*, 2018), and a solver extends it.

use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use num_bigint::BigUint;

use super::counts::Counts;
use super::dnnf::{Diagram, Kind};
use super::measure::Models;
use super::nnf::Nnf;
use super::passes::{Counting, Passes, Prepared, Style};
use super::polls::Poll;
use super::{named, search};
use crate::Effort;

/// A diagram of what a simplification leaves, with the numbers of models of its nodes.
pub(crate) struct Compiled {
    nnf: Nnf,
    counts: Counts,
    /// The variables that the diagram speaks of, and those that may have either value.
    decided: Vec<Var>,
    free: Vec<Var>,
}

/// Compiles a formula until `poll` breaks it off.
pub(crate) fn compile(cnf: &Cnf, poll: &mut Poll<'_>) -> Option<Compiled> {
    let compile = |prepared, poll: &mut Poll<'_>| compile_prepared(cnf.num_vars(), prepared, poll);
    Passes::of(cnf, None, Style::Compiled).run(poll, compile).number
}

fn compile_prepared(num_vars: usize, prepared: Prepared, poll: &mut Poll<'_>) -> Counting<Compiled> {
    let counting = Counting { number: None, estimate: None, effort: Effort::default(), trace: None };
    let (base, order) = match prepared {
        Prepared::Stopped => return counting,
        Prepared::Refuted(_) => {
            let nnf = Nnf { diagram: Diagram::new(), num_vars };
            return Counting { number: Some(Compiled::of(nnf, Vec::new(), Vec::new())), ..counting };
        }
        Prepared::Ready(base, order) => (*base, order),
    };
    let found = search(&base, &order, &Models, Style::Compiled, poll);
    let decided: Vec<Var> =
        (base.names.iter().zip(&base.visible)).filter(|(_, visible)| **visible).map(|(var, _)| *var).collect();
    let free = base.free.clone();
    let number = found.trace.map(|trace| Compiled::of(named(trace, base).nnf_over(&decided, num_vars), decided, free));
    Counting { number, effort: found.effort, ..counting }
}

impl Compiled {
    fn of(nnf: Nnf, decided: Vec<Var>, free: Vec<Var>) -> Compiled {
        Compiled { counts: Counts::up(&nnf), nnf, decided, free }
    }

    /// The number of solutions.
    pub(crate) fn total(&self) -> BigUint {
        &self.counts.models[self.nnf.diagram.root as usize] << self.num_above()
    }

    /// The number of variables that may have either value on the longest way from the root.
    fn num_above(&self) -> usize {
        self.decided.len() - self.counts.spans[self.nnf.diagram.root as usize] + self.free.len()
    }

    /// Literals of the solution of this rank, which is below their number. All of its others follow from them.
    ///
    /// A node's models are counted over as many variables as its longest way down has. On a shorter way, and above the
    /// root, bits of the rank are left for as many variables that it does not speak of.
    pub(crate) fn at(&self, rank: &BigUint) -> Vec<Lit> {
        let mut bits = Vec::new();
        let of_root = split_off_bits(rank.clone(), self.num_above(), &mut bits);
        let mut open = vec![(self.nnf.diagram.root, of_root)];
        let mut lits: Vec<Lit> = Vec::new();
        while let Some((node, mut rank)) = open.pop() {
            match &self.nnf.diagram.nodes[node as usize] {
                Kind::True | Kind::False => {}
                Kind::And(children) => {
                    for &child in children {
                        let models = &self.counts.models[child as usize];
                        open.push((child, &rank % models));
                        rank /= models;
                    }
                }
                Kind::Or(sides) => {
                    let span = self.counts.spans[node as usize];
                    for side in sides {
                        let models = self.counts.side(side, span);
                        if rank < models {
                            lits.extend(&side.0);
                            let left = span - self.counts.span_of(side);
                            open.push((side.1, split_off_bits(rank, left, &mut bits)));
                            break;
                        }
                        rank -= models;
                    }
                }
            }
        }
        let mut is_decided = vec![false; self.nnf.num_vars];
        lits.iter().for_each(|lit| is_decided[lit.var().index()] = true);
        let others = self.decided.iter().chain(&self.free).filter(|var| !is_decided[var.index()]);
        lits.extend(others.zip(bits).map(|(var, value)| var.lit(value)));
        lits
    }
}

/// Takes so many of the lowest bits off a rank.
fn split_off_bits(rank: BigUint, number: usize, bits: &mut Vec<bool>) -> BigUint {
    bits.extend((0..number as u64).map(|bit| rank.bit(bit)));
    rank >> number
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use gordian_testkit::{Planted, Random, Shape, parity, planted, solutions};

    use super::*;
    use crate::forecast::Advance;

    /// Random clauses, some of them about the parity of others, and maybe hidden variables.
    fn formula(random: &mut Random) -> Cnf {
        if random.chance(30) {
            let Planted { cnf, .. } = planted(random, &Shape { max_vars: 9, general: true }, 1);
            return cnf;
        }
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(3 + random.below(8));
        for _ in 0..random.below(2 * vars.len()) {
            let clause: Vec<Lit> =
                (0..1 + random.below(4)).map(|_| vars[random.below(vars.len())].lit(random.chance(50))).collect();
            cnf.add_clause(&clause);
        }
        for last in 2..vars.len() {
            let lits = [random.below(last), random.below(last), last].map(|at| vars[at].positive());
            if random.chance(30) && lits[0].var() != lits[1].var() {
                parity(&lits, random.chance(50)).for_each(|clause| cnf.add_clause(&clause));
            }
        }
        if random.chance(50) {
            let visible: Vec<Var> = vars.into_iter().filter(|_| random.chance(70)).collect();
            cnf.add_visible(&visible);
        }
        cnf
    }

    #[test]
    fn each_rank_is_one_of_the_solutions() {
        let (mut drawn, mut taken_away, mut free, mut thorough) = (0, 0, 0, 0);
        for seed in 0..5000 {
            let cnf = formula(&mut Random::new(seed));
            let mut passes = Passes::of(&cnf, None, Style::Compiled);
            (passes.light_ticks, passes.support_after) = (0, 0);
            let mut searches = 0;
            let compiled = passes.run(&mut |_| ControlFlow::Continue(()), |prepared, poll| {
                searches += 1;
                // A thorough simplification may follow, as if the first search took long.
                let is_long = seed % 2 == 0 && searches == 1;
                let is_over = is_long && poll(Advance { ticks: 1, share: 0.1 }).is_break();
                compile_prepared(cnf.num_vars(), if is_over { Prepared::Stopped } else { prepared }, poll)
            });
            let compiled = compiled.number.unwrap();
            thorough += u32::from(searches > 1);
            let expected = solutions(&cnf);
            assert_eq!(compiled.total(), expected.len().into(), "{seed}: {cnf:?}");
            let mut met = BTreeSet::new();
            for rank in 0..expected.len() {
                let mut drawn = cnf.clone();
                compiled.at(&rank.into()).iter().for_each(|&lit| drawn.add_clause(&[lit]));
                let solutions = solutions(&drawn);
                assert_eq!(solutions.len(), 1, "{seed}: {rank} of {cnf:?}");
                met.extend(solutions);
            }
            assert_eq!(met, expected.into_iter().collect(), "{seed}: {cnf:?}");
            drawn += met.len();
            taken_away += cnf.projection().len() - compiled.decided.len() - compiled.free.len();
            free += compiled.free.len();
        }
        assert!(drawn > 20_000 && taken_away > 3000 && free > 500, "{drawn} {taken_away} {free}");
        assert!(thorough > 200, "{thorough}");
    }
}
