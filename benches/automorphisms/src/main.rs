//! Counts the symmetries of a formula in DIMACS format by Gordian, nauty or Traces, and takes the time.
//!
//! `automorphisms gordian|nauty|traces FILE` prints the order of the group as a power of ten, a
//! plus behind it where there may be more, and the seconds it took without reading the file.

use std::error::Error;
use std::io::BufReader;
use std::time::Instant;

use gordian_formula::{ClauseSink, Cnf, Lit, dimacs};
use gordian_queries::SymmetryGroup;
use nauty_pet::autom::{AutomStats, TryIntoAutomStatsNautySparse, TryIntoAutomStatsTraces};
use petgraph::graph::{NodeIndex, UnGraph};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(program), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err("automorphisms gordian|nauty|traces FILE".into());
    };
    let mut cnf = Cnf::new();
    let options = dimacs::ReadOptions::with_dialect(dimacs::Dialect::Relaxed);
    dimacs::read(BufReader::new(std::fs::File::open(file)?), &options, &mut cnf)?;
    let start = Instant::now();
    let (exponent, is_complete) = match program.as_str() {
        "gordian" => {
            let group = SymmetryGroup::detect(&cnf);
            (group.order().map(|order| (order as f64).log10()), group.name() == "found")
        }
        "nauty" => (exponent(graph(&cnf).try_into_autom_stats_nauty_sparse()?), true),
        "traces" => (exponent(graph(&cnf).try_into_autom_stats_traces()?), true),
        _ => return Err("the program is one of gordian, nauty and traces".into()),
    };
    let seconds = start.elapsed().as_secs_f64();
    let exponent = exponent.map_or("large".to_owned(), |exponent| format!("{exponent:.2}"));
    println!("{exponent}{}\t{seconds:.2}", if is_complete { "" } else { "+" });
    Ok(())
}

/// The logarithm of the order; `None` beyond 128 bits, since the other programs do not tell such
/// orders exactly.
fn exponent(stats: AutomStats) -> Option<f64> {
    let exponent = stats.grpsize_base.log10() + f64::from(stats.grpsize_exp);
    (exponent < f64::log10(2f64.powi(128))).then_some(exponent)
}

/// The graph of a formula: a vertex for each literal and each clause, and an edge between the literals of a variable.
fn graph(cnf: &Cnf) -> UnGraph<u32, ()> {
    let mut graph = UnGraph::new_undirected();
    let mut clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
    for clause in &mut clauses {
        clause.sort_unstable();
        clause.dedup();
    }
    clauses.sort_unstable();
    clauses.dedup();
    // A variable that stands in no clause has no vertices: it stays in place.
    let mut nodes = vec![NodeIndex::end(); 2 * cnf.num_vars()];
    for var in clauses.iter().flatten().map(|lit| lit.var().index()) {
        if nodes[2 * var] == NodeIndex::end() {
            let own = [0, 0].map(|colour| graph.add_node(colour));
            nodes[2 * var..2 * var + 2].copy_from_slice(&own);
            graph.add_edge(own[0], own[1], ());
        }
    }
    let node = |lit: Lit| nodes[2 * lit.var().index() + usize::from(lit.is_negative())];
    for clause in clauses {
        let own = graph.add_node(clause.len() as u32 + 1);
        for lit in clause {
            graph.add_edge(own, node(lit), ());
        }
    }
    graph
}
