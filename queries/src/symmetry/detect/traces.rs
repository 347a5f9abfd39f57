//! The symmetries that Traces finds (McKay & Piperno, *Practical graph isomorphism, II*, 2014).

use gordian_formula::{Clock, Cnf, Permutation};
use nauty_pet::canon::TryIntoCanonLabellingTraces;
use petgraph::graph::{NodeIndex, UnGraph};

use super::graph::Graph;

/// Generators of the symmetries of a formula. They are all of them, however long it takes.
pub(crate) fn generators(cnf: &Cnf) -> Vec<Permutation> {
    let graph =
        Graph::of(cnf, &Clock::unlimited()).unwrap_or_else(|| unreachable!("nothing ends it early without a limit"));
    let mut vertices = UnGraph::<u32, ()>::default();
    graph.colours.iter().for_each(|&colour| _ = vertices.add_node(colour));
    for vertex in 0..graph.len() as u32 {
        for &neighbour in graph.neighbours(vertex).iter().filter(|&&neighbour| vertex < neighbour) {
            vertices.add_edge(NodeIndex::from(vertex), NodeIndex::from(neighbour), ());
        }
    }
    let Ok(labelling) = vertices.try_into_canon_labelling_traces();
    let images = labelling.automorphisms.generators.into_iter();
    images.filter_map(|image| graph.permutation(&image.iter().map(|&other| other as u32).collect::<Vec<_>>())).collect()
}

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Var};

    use super::super::super::SymmetryGroup;
    use super::super::generators as generators_by_search;
    use super::generators;

    #[test]
    fn both_searches_find_the_same_groups() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut symmetric = 0;
        for number in 0..2000 {
            let num_vars = random.usize(1..12);
            let mut cnf = Cnf::new();
            for _ in 0..random.usize(0..10) {
                let lits: Vec<Lit> = (0..random.usize(1..5))
                    .map(|_| Var::from_index(random.usize(..num_vars)).lit(random.bool()))
                    .collect();
                match random.u8(..6) {
                    0 => cnf.add_exactly_one(&lits),
                    1 => cnf.add_at_most_one(&lits),
                    _ => cnf.add_clause(&lits),
                }
            }
            if random.u8(..3) == 0 {
                cnf.add_visible(&[Var::from_index(random.usize(..num_vars))]);
            }
            let order = |generators: &[_]| {
                SymmetryGroup::from_generators(&cnf, generators, "").expect("each is a symmetry").order()
            };
            let found = order(&generators(&cnf));
            let (by_search, _) = generators_by_search(&cnf, u64::MAX, &Clock::unlimited()).expect("nothing ends it");
            assert_eq!(found, order(&by_search), "formula {number}: {cnf:?}");
            symmetric += usize::from(found > Some(1));
        }
        assert!(symmetric > 200, "{symmetric}");
    }

    #[test]
    fn it_goes_on_where_the_search_has_found_a_part() {
        let mut cnf = Cnf::new();
        (0..3000).for_each(|pair| cnf.add_clause(&[2 * pair, 2 * pair + 1].map(|at| Var::from_index(at).positive())));
        let group = SymmetryGroup::detect(&cnf);
        assert_eq!((group.name(), group.order()), ("found", None));
    }
}
