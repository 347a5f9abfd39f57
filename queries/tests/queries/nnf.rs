//! Diagrams as other programs read them: a reader of its own finds that each node is what it has to be, and counts.

use std::collections::BTreeSet;

use gordian_formula::{ClauseSink, Cnf, Var};
use gordian_queries::{NnfFormat, Question};
use gordian_testkit::{Planted, Random, Shape, cnf, planted, solutions};
use num_bigint::BigUint;

use crate::components::{add_gates, project, random_clauses};

/// A node as it is read: literals are nodes of their own.
#[derive(Debug)]
enum Read {
    Literal(i32),
    And(Vec<usize>),
    Or(Vec<usize>),
}

/// Nodes, children first, the root last.
struct Diagram(Vec<Read>);

fn numbers<N: std::str::FromStr>(words: &[&str]) -> Vec<N> {
    words.iter().map(|word| word.parse().ok().expect("a number")).collect()
}

impl Diagram {
    fn read_c2d(text: &str, num_vars: usize) -> Diagram {
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
        let [nodes, edges, vars] = numbers::<usize>(&header[1..])[..] else { panic!("{text}") };
        let (mut read, mut num_edges) = (Vec::new(), 0);
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let children = |from: usize| -> Vec<usize> { numbers(&words[from..]) };
            let node = match words[0] {
                "L" => Read::Literal(words[1].parse().unwrap()),
                "A" => Read::And(children(2)),
                "O" => Read::Or(children(3)),
                _ => panic!("{line}"),
            };
            if let Read::And(children) | Read::Or(children) = &node {
                assert_eq!(words[if words[0] == "A" { 1 } else { 2 }], children.len().to_string(), "{text}");
                assert!(children.iter().all(|&child| child < read.len()), "{text}");
                num_edges += children.len();
            }
            read.push(node);
        }
        assert_eq!(("nnf", nodes, edges, vars), (header[0], read.len(), num_edges, num_vars), "{text}");
        // The variable of the decision is said.
        for (line, node) in text.lines().skip(1).zip(&read) {
            let words: Vec<&str> = line.split(' ').collect();
            if let (Read::Or(children), "O") = (node, words[0]) {
                let var: i32 = words[1].parse().unwrap();
                let has = |child: usize, lit: i32| match &read[child] {
                    Read::Literal(own) => *own == lit,
                    Read::And(parts) => {
                        parts.iter().any(|&part| matches!(read[part], Read::Literal(own) if own == lit))
                    }
                    Read::Or(_) => false,
                };
                assert!(children.is_empty() || has(children[0], var) != has(children[0], -var), "{text}");
                assert!(children.is_empty() || has(children[1], var) != has(children[1], -var), "{text}");
            }
        }
        Diagram(read)
    }

    fn read_d4(text: &str) -> Diagram {
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
        assert!(lines.iter().all(|line| line.last() == Some(&"0")), "{text}");
        let mut kinds: Vec<(usize, &str)> = Vec::new();
        let mut edges: Vec<(usize, usize, Vec<i32>)> = Vec::new();
        for line in &lines {
            match line[0] {
                "o" | "a" | "t" | "f" => kinds.push((line[1].parse().unwrap(), line[0])),
                parent => {
                    let lits = numbers(&line[2..line.len() - 1]);
                    edges.push((parent.parse().unwrap(), line[1].parse().unwrap(), lits));
                }
            }
        }
        assert_eq!(kinds[0].0, 1, "the root is the first one: {text}");
        let mut diagram = Diagram(Vec::new());
        diagram.build(1, &kinds, &edges);
        diagram
    }

    fn push(&mut self, node: Read) -> usize {
        self.0.push(node);
        self.0.len() - 1
    }

    /// A node with all below it, as often as it is met: small diagrams do not mind.
    fn build(&mut self, name: usize, kinds: &[(usize, &str)], edges: &[(usize, usize, Vec<i32>)]) -> usize {
        let children: Vec<usize> = edges
            .iter()
            .filter(|edge| edge.0 == name)
            .map(|(_, child, lits)| {
                let mut parts: Vec<usize> = lits.iter().map(|&lit| self.push(Read::Literal(lit))).collect();
                parts.push(self.build(*child, kinds, edges));
                self.push(Read::And(parts))
            })
            .collect();
        let kind = kinds.iter().find(|(own, _)| *own == name).expect("the node is there").1;
        self.push(match kind {
            "o" | "f" => Read::Or(children),
            _ => Read::And(children),
        })
    }

    /// The variables of each node; parts have none in common.
    fn vars(&self) -> Vec<BTreeSet<u32>> {
        let mut vars: Vec<BTreeSet<u32>> = Vec::new();
        for node in &self.0 {
            vars.push(match node {
                Read::Literal(lit) => BTreeSet::from([lit.unsigned_abs()]),
                Read::And(children) | Read::Or(children) => {
                    let all: BTreeSet<u32> = children.iter().flat_map(|&child| vars[child].clone()).collect();
                    let sum: usize = children.iter().map(|&child| vars[child].len()).sum();
                    assert!(matches!(node, Read::Or(_)) || sum == all.len(), "parts share a variable: {:?}", self.0);
                    all
                }
            });
        }
        vars
    }

    /// In how many ways the root is true here; more than one is no way to count.
    fn ways(&self, assignment: &BTreeSet<Var>) -> u64 {
        let mut ways: Vec<u64> = Vec::new();
        for node in &self.0 {
            ways.push(match node {
                Read::Literal(lit) => {
                    u64::from(assignment.contains(&Var::from_index(lit.unsigned_abs() as usize - 1)) == (*lit > 0))
                }
                Read::And(children) => children.iter().map(|&child| ways[child]).product(),
                Read::Or(children) => children.iter().map(|&child| ways[child]).sum(),
            });
        }
        ways[ways.len() - 1]
    }

    /// Products and sums, and nothing else: right where the diagram is smooth.
    fn count(&self) -> BigUint {
        let mut counts: Vec<BigUint> = Vec::new();
        for node in &self.0 {
            counts.push(match node {
                Read::Literal(_) => 1u32.into(),
                Read::And(children) => children.iter().map(|&child| &counts[child]).product(),
                Read::Or(children) => children.iter().map(|&child| &counts[child]).sum(),
            });
        }
        counts.pop().expect("there is a root")
    }
}

fn written(cnf: &Cnf, format: NnfFormat, is_smooth: bool) -> String {
    let (_, nnf) = Question::new(cnf).count_with_nnf(&mut ()).unwrap();
    let mut nnf = nnf.expect("the count is complete");
    if is_smooth {
        nnf = nnf.smoothed(&cnf.projection());
    }
    let mut text = Vec::new();
    nnf.write(format, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn agrees(cnf: &Cnf, format: NnfFormat, is_smooth: bool) {
    let text = written(cnf, format, is_smooth);
    let diagram = match format {
        NnfFormat::C2d => Diagram::read_c2d(&text, cnf.num_vars()),
        NnfFormat::D4 => Diagram::read_d4(&text),
    };
    let vars = diagram.vars();
    let (visible, expected) = (cnf.projection(), solutions(cnf));
    for bits in 0..1u32 << visible.len() {
        let is_true = |at: &usize| bits >> at & 1 == 1;
        let assignment: Vec<Var> = (0..visible.len()).filter(is_true).map(|at| visible[at]).collect();
        let is_solution = expected.contains(&assignment);
        let ways = diagram.ways(&assignment.into_iter().collect());
        assert_eq!(ways, u64::from(is_solution), "{cnf:?}\n{text}");
    }
    let all: BTreeSet<u32> = visible.iter().map(|var| var.to_dimacs() as u32).collect();
    assert!(vars[vars.len() - 1].is_subset(&all), "{cnf:?}\n{text}");
    if is_smooth {
        assert_eq!(diagram.count(), BigUint::from(expected.len()), "{cnf:?}\n{text}");
        assert!(expected.is_empty() || vars[vars.len() - 1] == all, "{cnf:?}\n{text}");
        for node in &diagram.0 {
            let Read::Or(children) = node else { continue };
            assert!(children.windows(2).all(|pair| vars[pair[0]] == vars[pair[1]]), "{cnf:?}\n{text}");
        }
    }
}

#[test]
fn random_diagrams_have_the_solutions_as_models() {
    let mut projected = 0;
    for seed in 0..2500 {
        let mut random = Random::new(seed ^ 0xd19f);
        let mut cnf = match random.below(4) {
            0 => {
                let Planted { cnf, .. } = planted(&mut random, &Shape { max_vars: 8, general: true }, 1);
                cnf
            }
            _ => random_clauses(&mut random),
        };
        if random.chance(30) && cnf.num_vars() < 6 {
            add_gates(&mut random, &mut cnf);
        }
        if cnf.visible().is_none() {
            project(&mut random, &mut cnf);
        }
        projected += u32::from(cnf.visible().is_some());
        for format in [NnfFormat::C2d, NnfFormat::D4] {
            for is_smooth in [false, true] {
                agrees(&cnf, format, is_smooth);
            }
        }
    }
    assert!(projected > 1000, "{projected}");
}

#[test]
fn small_diagrams_are_written_as_the_formats_say() {
    let formula = cnf(&[&[1, 2]]);
    let smooth = written(&formula, NnfFormat::C2d, true);
    assert!(smooth.starts_with("nnf ") && smooth.lines().last().unwrap().starts_with("O "), "{smooth}");
    let empty = cnf(&[&[1], &[-1]]);
    assert_eq!(written(&empty, NnfFormat::C2d, true), "nnf 1 0 1\nO 0 0\n");
    assert_eq!(written(&empty, NnfFormat::D4, true), "f 1 0\n");
    let mut free = Cnf::new();
    free.reserve_vars(2);
    assert_eq!(written(&free, NnfFormat::C2d, false), "nnf 1 0 2\nA 0\n");
    assert_eq!(written(&free, NnfFormat::D4, false), "t 1 0\n");
}
