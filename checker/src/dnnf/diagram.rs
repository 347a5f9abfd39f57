//! Reading a decision-DNNF, and what holds of its shape alone.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};

use gordian_formula::{Lit, Var};

use super::reduction::Step;
use super::refusal::{DnnfError, DnnfRefusal};

/// An edge: what is true along it, and the node that it leads to.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) lits: Vec<Lit>,
    pub(super) child: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    True,
    False,
    And,
    Or,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    /// As it is called in the file.
    pub(super) name: u64,
    pub(super) kind: Kind,
    pub(super) edges: Vec<Edge>,
    pub(super) parents: usize,
    /// The variables that are spoken of here and below, sorted.
    pub(super) vars: Vec<u32>,
    pub(super) is_satisfiable: bool,
}

/// A decision-DNNF: the first node is the root.
#[derive(Debug, Default)]
pub(super) struct Diagram {
    pub(super) nodes: Vec<Node>,
    pub(super) lemmas: Vec<Vec<Lit>>,
    /// The steps that reduce the formula before, with their lines.
    pub(super) steps: Vec<(usize, Step)>,
    /// The nodes within reach of the root, children first.
    pub(super) order: Vec<usize>,
}

/// A line that is no comment, as it is read.
struct Line<'a> {
    number: usize,
    /// The words behind the first one.
    rest: Vec<&'a str>,
    num_vars: usize,
}

impl Line<'_> {
    fn wrong(&self, what: &str) -> DnnfError {
        DnnfError::Refused(DnnfRefusal::Syntax { line: self.number, what: what.to_owned() })
    }

    /// The words between the first one and the zero at the end.
    fn rest(&self, first: &str) -> Result<&[&str], DnnfError> {
        match &self.rest[..] {
            _ if first == "nnf" => Err(self.wrong("the header of a diagram of c2d; `check` judges those of d4")),
            [rest @ .., "0"] => Ok(rest),
            _ => Err(self.wrong("a line that does not end in 0")),
        }
    }

    fn lits(&self, words: &[&str]) -> Result<Vec<Lit>, DnnfError> {
        let lits = words.iter().map(|word| word.parse().ok().and_then(Lit::from_dimacs));
        let lits: Option<Vec<Lit>> = lits.collect();
        let lits = lits.ok_or_else(|| self.wrong("something that is no literal"))?;
        match lits.iter().find(|lit| lit.var().index() >= self.num_vars) {
            Some(_) => Err(self.wrong("a variable that the formula does not have")),
            None => Ok(lits),
        }
    }

    fn var(&self, words: &[&str]) -> Result<Var, DnnfError> {
        match self.lits(words)?[..] {
            [lit] if lit.is_positive() => Ok(lit.var()),
            _ => Err(self.wrong("a step that does not name one variable")),
        }
    }

    fn node(&self, word: &str) -> Result<u64, DnnfError> {
        word.parse().map_err(|_| self.wrong("a node that is no number"))
    }

    /// The step of a reduction, if it is one.
    fn step(&self, first: &str, rest: &[&str]) -> Result<Option<Step>, DnnfError> {
        Ok(match first {
            "i" => Some(Step::Add(self.lits(rest)?)),
            "d" => Some(Step::Delete(self.lits(rest)?)),
            "h" => Some(Step::Define(self.var(rest)?)),
            "e" => Some(Step::Eliminate(self.var(rest)?)),
            _ => None,
        })
    }
}

impl Diagram {
    /// Reads the text that `docs/formats.md` describes.
    pub(super) fn read(input: impl Read, num_vars: usize) -> Result<Diagram, DnnfError> {
        let mut diagram = Diagram::default();
        let mut numbers: HashMap<u64, usize> = HashMap::new();
        let mut edges: Vec<(u64, u64, Vec<Lit>, usize)> = Vec::new();
        for (number, text) in (1..).zip(BufReader::new(input).lines()) {
            let text = text.map_err(DnnfError::Io)?;
            let mut words = text.split_whitespace();
            let Some(first) = words.next().filter(|word| !word.starts_with('c')) else { continue };
            let line = Line { number, rest: words.collect(), num_vars };
            let rest = line.rest(first)?;
            if let Some(step) = line.step(first, rest)? {
                if !(diagram.lemmas.is_empty() && diagram.nodes.is_empty() && edges.is_empty()) {
                    return Err(line.wrong("a step of the reduction after a lemma or a node"));
                }
                diagram.steps.push((number, step));
                continue;
            }
            let kind = match first {
                "l" => {
                    diagram.lemmas.push(line.lits(rest)?);
                    continue;
                }
                "t" => Some(Kind::True),
                "f" => Some(Kind::False),
                "a" => Some(Kind::And),
                "o" => Some(Kind::Or),
                _ => None,
            };
            match (kind, rest) {
                (Some(kind), [name]) => {
                    let name = line.node(name)?;
                    if numbers.insert(name, diagram.nodes.len()).is_some() {
                        return Err(line.wrong("a node that was there before"));
                    }
                    let (edges, vars) = (Vec::new(), Vec::new());
                    diagram.nodes.push(Node { name, kind, edges, parents: 0, vars, is_satisfiable: false });
                }
                (None, [child, lits @ ..]) => {
                    edges.push((line.node(first)?, line.node(child)?, line.lits(lits)?, number));
                }
                _ => return Err(line.wrong("a line that is neither a node nor an edge")),
            }
        }
        for (parent, child, lits, line) in edges {
            let (Some(&parent), Some(&child)) = (numbers.get(&parent), numbers.get(&child)) else {
                let what = "an edge of a node that is not there".to_owned();
                return Err(DnnfError::Refused(DnnfRefusal::Syntax { line, what }));
            };
            diagram.nodes[child].parents += 1;
            diagram.nodes[parent].edges.push(Edge { lits, child });
        }
        if diagram.nodes.is_empty() {
            return Err(DnnfError::Refused(DnnfRefusal::Empty));
        }
        diagram.sort()?;
        diagram.gather()?;
        Ok(diagram)
    }

    /// Brings the nodes into order, children first.
    fn sort(&mut self) -> Result<(), DnnfRefusal> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.nodes.len()];
        let mut path = vec![(0, 0)];
        marks[0] = Mark::Open;
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(edge) = self.nodes[node].edges.get(*next) else {
                marks[node] = Mark::Done;
                self.order.push(node);
                path.pop();
                continue;
            };
            *next += 1;
            match marks[edge.child] {
                Mark::New => {
                    marks[edge.child] = Mark::Open;
                    path.push((edge.child, 0));
                }
                Mark::Open => return Err(DnnfRefusal::Ring { node: self.nodes[edge.child].name }),
                Mark::Done => {}
            }
        }
        Ok(())
    }

    /// Finds the variables below each node, and that parts share none.
    fn gather(&mut self) -> Result<(), DnnfRefusal> {
        for &at in &self.order {
            let node = &self.nodes[at];
            let mut vars: Vec<u32> = Vec::new();
            for edge in &node.edges {
                let mut below: Vec<u32> = edge.lits.iter().map(|lit| lit.var().index() as u32).collect();
                below.extend_from_slice(&self.nodes[edge.child].vars);
                below.sort_unstable();
                if below.windows(2).any(|pair| pair[0] == pair[1]) {
                    return Err(DnnfRefusal::Shared { node: node.name });
                }
                vars.append(&mut below);
            }
            vars.sort_unstable();
            if node.kind == Kind::And && vars.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(DnnfRefusal::Shared { node: node.name });
            }
            vars.dedup();
            let is_satisfiable = |edge: &Edge| self.nodes[edge.child].is_satisfiable;
            let satisfiable = match node.kind {
                Kind::True | Kind::False if !node.edges.is_empty() => {
                    return Err(DnnfRefusal::Leaf { node: node.name });
                }
                Kind::True => true,
                Kind::False => false,
                Kind::And if !node.edges.iter().all(is_satisfiable) => {
                    return Err(DnnfRefusal::FalsePart { node: node.name });
                }
                Kind::And => true,
                Kind::Or => node.edges.iter().any(is_satisfiable),
            };
            (self.nodes[at].vars, self.nodes[at].is_satisfiable) = (vars, satisfiable);
        }
        Ok(())
    }
}
