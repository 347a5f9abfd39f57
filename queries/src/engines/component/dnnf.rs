//! The trace of a search, as a decision-DNNF that a checker can judge.

use std::io::{self, Write};

use gordian_formula::dimacs::write_literals;
use gordian_formula::{Lit, Var};

use super::simplify::Record;

/// A node of the diagram.
pub(crate) type Node = u32;

pub(super) const TRUE: Node = 0;
pub(super) const FALSE: Node = 1;

#[derive(Clone, Debug)]
pub(super) enum Kind {
    True,
    False,
    /// Parts without common variables.
    And(Vec<Node>),
    /// Sides that exclude each other: what is true on each, the decision first, and what is left there.
    Or(Vec<(Vec<Lit>, Node)>),
}

/// Nodes of a decision-DNNF, and which of them is the root.
///
/// Invariant: a node's children stand before it, and the first two are true and false.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub(super) nodes: Vec<Kind>,
    pub(super) root: Node,
}

impl Diagram {
    /// The diagram of no model.
    pub(super) fn new() -> Diagram {
        Diagram { nodes: vec![Kind::True, Kind::False], root: FALSE }
    }

    pub(super) fn push(&mut self, kind: Kind) -> Node {
        self.nodes.push(kind);
        self.nodes.len() as Node - 1
    }

    /// The node for parts that hold together.
    pub(super) fn and(&mut self, children: Vec<Node>) -> Node {
        match children[..] {
            [] => TRUE,
            [only] => only,
            _ => self.push(Kind::And(children)),
        }
    }

    /// The nodes within reach of the root; others only led to sides without a model.
    pub(super) fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        reached[self.root as usize] = true;
        for node in (0..self.nodes.len()).rev() {
            if reached[node] {
                match &self.nodes[node] {
                    Kind::True | Kind::False => {}
                    Kind::And(children) => children.iter().for_each(|&child| reached[child as usize] = true),
                    Kind::Or(sides) => sides.iter().for_each(|side| reached[side.1 as usize] = true),
                }
            }
        }
        reached
    }

    /// Writes it in the text of d4: nodes, the root first, as `o`, `a`, `t` and `f` lines, then
    /// edges with the literals that are true along them. Every line ends in zero. (Some readers
    /// want to know a node before an edge leads to it.)
    ///
    /// # Errors
    /// What the output says.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let reached = self.reached();
        let mut numbers = vec![0; self.nodes.len()];
        let order = || (0..self.nodes.len()).rev().filter(|&node| reached[node]);
        (1..).zip(order()).for_each(|(number, node)| numbers[node] = number);
        for node in order() {
            let letter = match &self.nodes[node] {
                Kind::True => 't',
                Kind::False => 'f',
                Kind::And(_) => 'a',
                Kind::Or(_) => 'o',
            };
            writeln!(out, "{letter} {} 0", numbers[node])?;
        }
        for node in order() {
            let own = numbers[node];
            match &self.nodes[node] {
                Kind::True | Kind::False => {}
                Kind::And(children) => {
                    children.iter().try_for_each(|&child| writeln!(out, "{own} {} 0", numbers[child as usize]))?;
                }
                Kind::Or(sides) => {
                    for (lits, child) in sides {
                        write!(out, "{own} {} ", numbers[*child as usize])?;
                        write_literals(out, lits)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// A decision-DNNF (Darwiche 2001; Huang and Darwiche 2007) with the clauses that were learned on the way.
///
/// Invariant: a node's children stand before it. A node was made while the decisions above it on
/// the first path to it, in order of its parents' children, were in force: what those force with
/// the lemmas is what the search knew.
#[derive(Clone, Debug)]
pub struct Trace {
    pub(super) diagram: Diagram,
    lemmas: Vec<Vec<Lit>>,
    /// The steps that reduced the formula before, if any did.
    record: Option<Record>,
}

impl Trace {
    pub(crate) fn new() -> Trace {
        Trace::after(None)
    }

    /// The trace of a formula that is refuted after these steps.
    pub(super) fn after(record: Option<Record>) -> Trace {
        Trace { diagram: Diagram::new(), lemmas: Vec::new(), record }
    }

    /// Puts variables of the formula in place of those of the search, and adds what was true before it.
    pub(crate) fn rename(&mut self, names: &[Var], units: Vec<Lit>, record: Option<Record>) {
        self.record = record;
        let name = |lit: &mut Lit| *lit = names[lit.var().index()].lit(lit.is_positive());
        self.lemmas.iter_mut().flatten().for_each(name);
        for node in &mut self.diagram.nodes {
            if let Kind::Or(sides) = node {
                sides.iter_mut().flat_map(|side| &mut side.0).for_each(name);
            }
        }
        let root = self.diagram.root;
        if root != FALSE && !units.is_empty() {
            self.diagram.root = self.or(vec![(units, root)]);
        }
    }

    pub(crate) fn learn(&mut self, lemma: Vec<Lit>) {
        self.lemmas.push(lemma);
    }

    /// The formula has no model.
    pub(crate) fn refute(&mut self) {
        self.diagram.root = FALSE;
    }

    pub(crate) fn set_root(&mut self, root: Node) {
        self.diagram.root = root;
    }

    /// The node for parts that hold together.
    pub(crate) fn and(&mut self, children: Vec<Node>) -> Node {
        self.diagram.and(children)
    }

    /// The node for sides of a decision.
    pub(crate) fn or(&mut self, sides: Vec<(Vec<Lit>, Node)>) -> Node {
        self.diagram.push(Kind::Or(sides))
    }

    /// A side without a model.
    pub(crate) fn refuted(lit: Lit) -> (Vec<Lit>, Node) {
        (vec![lit], FALSE)
    }

    /// Writes it as text: the steps of a reduction, then `l` lines of lemmas, then the nodes as d4 writes them. Every
    /// line ends in zero.
    ///
    /// # Errors
    /// What the output says.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "c decision-DNNF of a formula, by Gordian")?;
        self.record.iter().try_for_each(|record| record.write(out))?;
        for lemma in &self.lemmas {
            write!(out, "l ")?;
            write_literals(out, lemma)?;
        }
        self.diagram.write(out)
    }
}
