//! A decision-DNNF without the hidden variables, smoothed if that is asked for, as other programs read it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use gordian_formula::{ClauseSink, Cnf, Lit, Var};

use super::dnnf::{Diagram, FALSE, Kind, Node, TRUE, Trace};

/// The texts in which a diagram can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NnfFormat {
    /// That of c2d (Darwiche 2004): `nnf NODES EDGES VARIABLES`, then a line for each node, children first.
    C2d,
    /// That of d4 (Lagniez and Marquis 2017): nodes, the root first, with literals on the edges.
    D4,
}

/// A decision-DNNF (Darwiche 2001) that has the solutions of a formula as its models: over the visible variables alone.
///
/// Invariant: nodes but the constants have models, and speak of variables.
#[derive(Clone, Debug)]
pub struct Nnf {
    pub(super) diagram: Diagram,
    pub(super) num_vars: usize,
}

impl Trace {
    /// The diagram over the visible variables of the formula that was counted, as it is.
    pub(crate) fn nnf(&self, cnf: &Cnf) -> Nnf {
        self.nnf_over(&cnf.projection(), cnf.num_vars())
    }

    /// The diagram over these variables of a formula that has so many.
    pub(super) fn nnf_over(&self, visible: &[Var], num_vars: usize) -> Nnf {
        Nnf::of(self, visible, num_vars)
    }
}

impl Nnf {
    /// The part of a search's trace that is about these variables; the others are hidden.
    ///
    /// A node that speaks of hidden variables alone says only that they have values: that is true. Decisions on hidden
    /// variables are made below such nodes only, so the sides that are left exclude each other by visible ones.
    fn of(trace: &Trace, visible: &[Var], num_vars: usize) -> Nnf {
        let mut is_visible = vec![false; num_vars];
        visible.iter().for_each(|var| is_visible[var.index()] = true);
        let mut nnf = Nnf { diagram: Diagram::new(), num_vars };
        let mut new: Vec<Node> = Vec::with_capacity(trace.diagram.nodes.len());
        for kind in &trace.diagram.nodes {
            let node = match kind {
                Kind::True => TRUE,
                Kind::False => FALSE,
                Kind::And(children) => {
                    let children = children.iter().map(|&child| new[child as usize]).filter(|&child| child != TRUE);
                    nnf.diagram.and(children.collect())
                }
                Kind::Or(sides) => {
                    let shown =
                        |lits: &[Lit]| lits.iter().copied().filter(|lit| is_visible[lit.var().index()]).collect();
                    let sides = sides.iter().map(|(lits, child)| (shown(lits), new[*child as usize]));
                    nnf.or(sides.filter(|side: &(Vec<Lit>, Node)| side.1 != FALSE).collect())
                }
            };
            new.push(node);
        }
        nnf.diagram.root = new[trace.diagram.root as usize];
        nnf
    }

    /// Sides with models.
    fn or(&mut self, sides: Vec<(Vec<Lit>, Node)>) -> Node {
        match &sides[..] {
            [] => FALSE,
            // Below hidden variables, one way of several was kept, or two that say the same.
            _ if sides.iter().any(|(lits, child)| lits.is_empty() && *child == TRUE) => TRUE,
            [(lits, only)] if lits.is_empty() => *only,
            _ => self.diagram.push(Kind::Or(sides)),
        }
    }

    /// The diagram in which both sides of each node speak of the same variables, and the root of
    /// all of these. Every model is then one way down with each variable on it (Darwiche 2001). It
    /// takes memory for the variables of each node.
    pub fn smoothed(self, visible: &[Var]) -> Nnf {
        let mut smooth = Diagram::new();
        let Diagram { nodes, root } = self.diagram;
        let mut free: BTreeMap<Var, Node> = BTreeMap::new();
        let mut new: Vec<Node> = Vec::with_capacity(nodes.len());
        let mut vars: Vec<Vec<Var>> = Vec::with_capacity(nodes.len());
        for kind in &nodes {
            let (node, of_node) = match kind {
                Kind::True => (TRUE, Vec::new()),
                Kind::False => (FALSE, Vec::new()),
                Kind::And(children) => {
                    let of_node = union(children.iter().map(|&child| vars[child as usize].clone()));
                    (smooth.and(children.iter().map(|&child| new[child as usize]).collect()), of_node)
                }
                Kind::Or(sides) => {
                    let of_side = |(lits, child): &(Vec<Lit>, Node)| {
                        let said = lits.iter().map(|lit| lit.var()).collect();
                        union([said, vars[*child as usize].clone()].into_iter())
                    };
                    let of_sides: Vec<Vec<Var>> = sides.iter().map(of_side).collect();
                    let of_node = union(of_sides.iter().cloned());
                    let mut smoothed = Vec::new();
                    for ((lits, child), known) in sides.iter().zip(&of_sides) {
                        let child = with_free(&mut smooth, new[*child as usize], missing(&of_node, known), &mut free);
                        smoothed.push((lits.clone(), child));
                    }
                    (smooth.push(Kind::Or(smoothed)), of_node)
                }
            };
            new.push(node);
            vars.push(of_node);
        }
        smooth.root = match root {
            FALSE => FALSE,
            _ => {
                let root = root as usize;
                with_free(&mut smooth, new[root], missing(visible, &vars[root]), &mut free)
            }
        };
        Nnf { diagram: smooth, num_vars: self.num_vars }
    }

    /// Writes it as text.
    ///
    /// # Errors
    /// What the output says.
    pub fn write(&self, format: NnfFormat, out: &mut dyn Write) -> io::Result<()> {
        match format {
            NnfFormat::C2d => self.write_c2d(out),
            NnfFormat::D4 => self.diagram.write(out),
        }
    }

    fn write_c2d(&self, out: &mut dyn Write) -> io::Result<()> {
        let Diagram { nodes, root } = &self.diagram;
        let mut lines = C2dLines::default();
        let mut numbers = vec![0; nodes.len()];
        let reached = self.diagram.reached();
        for (node, kind) in nodes.iter().enumerate().filter(|&(node, _)| reached[node]) {
            numbers[node] = match kind {
                Kind::True => lines.and(Vec::new()),
                Kind::False => lines.push("O 0 0".to_owned(), 0),
                Kind::And(children) => lines.and(children.iter().map(|&child| numbers[child as usize]).collect()),
                Kind::Or(sides) => {
                    let decision = match &sides[..] {
                        [(first, _), (second, _)] => first.first().filter(|&&lit| second.first() == Some(&!lit)),
                        _ => None,
                    };
                    let decision = decision.map_or(0, |lit| lit.var().to_dimacs());
                    let side = |(lits, child): &(Vec<Lit>, Node)| {
                        let mut parts: Vec<usize> = lits.iter().map(|&lit| lines.literal(lit)).collect();
                        if *child != TRUE {
                            parts.push(numbers[*child as usize]);
                        }
                        lines.and(parts)
                    };
                    let sides: Vec<usize> = sides.iter().map(side).collect();
                    match sides[..] {
                        [only] => only,
                        _ => lines.join(&format!("O {decision}"), &sides),
                    }
                }
            };
        }
        // A root that a literal stands for came before others.
        if numbers[*root as usize] + 1 != lines.nodes.len() {
            lines.join("A", &[numbers[*root as usize]]);
        }
        writeln!(out, "nnf {} {} {}", lines.nodes.len(), lines.num_edges, self.num_vars)?;
        lines.nodes.iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}

/// A node together with variables that may have either value.
fn with_free(diagram: &mut Diagram, node: Node, vars: Vec<Var>, free: &mut BTreeMap<Var, Node>) -> Node {
    let mut parts = match &diagram.nodes[node as usize] {
        Kind::And(children) if !vars.is_empty() => children.clone(),
        _ if node == TRUE => Vec::new(),
        _ => vec![node],
    };
    for var in vars {
        let known = free.entry(var).or_insert_with(|| {
            diagram.push(Kind::Or(vec![(vec![var.positive()], TRUE), (vec![var.negative()], TRUE)]))
        });
        parts.push(*known);
    }
    diagram.and(parts)
}

/// The lines of nodes in the text of c2d, which has nodes for literals.
#[derive(Default)]
struct C2dLines {
    nodes: Vec<String>,
    num_edges: usize,
    literals: BTreeMap<Lit, usize>,
}

impl C2dLines {
    fn push(&mut self, line: String, num_edges: usize) -> usize {
        self.num_edges += num_edges;
        self.nodes.push(line);
        self.nodes.len() - 1
    }

    fn literal(&mut self, lit: Lit) -> usize {
        if let Some(&known) = self.literals.get(&lit) {
            return known;
        }
        let node = self.push(format!("L {}", lit.to_dimacs()), 0);
        self.literals.insert(lit, node);
        node
    }

    fn and(&mut self, children: Vec<usize>) -> usize {
        match children[..] {
            [only] => only,
            _ => self.join("A", &children),
        }
    }

    fn join(&mut self, kind: &str, children: &[usize]) -> usize {
        let mut line = format!("{kind} {}", children.len());
        children.iter().for_each(|child| line.push_str(&format!(" {child}")));
        self.push(line, children.len())
    }
}

/// All of these variables, in order.
fn union(lists: impl Iterator<Item = Vec<Var>>) -> Vec<Var> {
    let mut all: Vec<Var> = lists.flatten().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Those of the first variables that are not among the second, which are in order.
fn missing(all: &[Var], known: &[Var]) -> Vec<Var> {
    all.iter().copied().filter(|var| known.binary_search(var).is_err()).collect()
}
