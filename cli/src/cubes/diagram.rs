//! One diagram made of the diagrams of all cubes, which proves the number of solutions.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, Read, Write};

use gordian_checker::{DratReader, Encoding};
use gordian_formula::dimacs::write_literals;
use gordian_formula::{Clock, Lit, Var};

use super::hashing::HashedInput;
use super::{CUBES, Folder, LEMMAS};
use crate::failure::Failure;

/// The lines between two looks at the clock.
const LINES: usize = 1 << 12;

/// The number of a node in the diagram that is written.
type Node = u64;

/// A cube that was counted with a diagram.
pub(crate) struct TracedCube {
    /// The hash of the diagram.
    pub(crate) hash: String,
    /// Whether the cube has no solution.
    pub(crate) is_empty: bool,
}

/// Writes a diagram of the formula: the lemmas of the split and of the cubes, those of a cube with its
/// negated literals; the tree of decisions that the cubes are the leaves of; and at each leaf the
/// diagram of its cube.
///
/// # Errors
/// If a diagram is missing or is not the one that its result names; or if the time is over.
pub(crate) fn compose_diagram(
    folder: &Folder,
    num_vars: usize,
    cubes: &[Vec<Lit>],
    traced: &[TracedCube],
    out: &mut dyn Write,
    clock: &Clock,
) -> Result<(), Failure> {
    let tree = Tree::of(cubes).ok_or_else(|| Failure::at(&folder.path.join(CUBES), "holds no tree of cubes"))?;
    let written = |error: io::Error| Failure::new(format!("the diagram cannot be written: {error}"));
    writeln!(out, "c decision-DNNF of a formula, by Gordian").map_err(written)?;
    for lemma in split_lemmas(folder)? {
        write_lemma(out, &lemma).map_err(written)?;
    }
    let read = |cube: usize| CubeDiagram::read(folder, num_vars, cube + 1, &traced[cube].hash, clock);
    for (number, cube) in cubes.iter().enumerate() {
        for lemma in &mut read(number)?.lemmas {
            lemma.extend(cube.iter().map(|&lit| !lit));
            write_lemma(out, lemma).map_err(written)?;
        }
    }
    for lemma in tree.empty_parts(traced) {
        write_lemma(out, &lemma).map_err(written)?;
    }
    let mut next = tree.write(out).map_err(written)?;
    for number in 0..cubes.len() {
        let mut diagram = read(number)?;
        let largest = diagram.nodes.iter().map(|&(_, node)| node).max().unwrap_or_default();
        let free = next.checked_add(largest).and_then(|last| last.checked_add(1));
        let free = free.ok_or_else(|| Failure::at(&folder.place_of_trace(number + 1), "has a wrong node"))?;
        let (child, said) = diagram.behind_root();
        // A node that has no line makes the whole no diagram, which its checker says.
        let shifted = |node: Node| next.saturating_add(node);
        tree.write_end(number, shifted(child), &said, out).map_err(written)?;
        diagram.write(shifted, out).map_err(written)?;
        next = free;
    }
    Ok(())
}

/// The clauses that were learned while the count was split.
fn split_lemmas(folder: &Folder) -> Result<Vec<Vec<Lit>>, Failure> {
    let bytes = folder.lemmas()?;
    let at = |error: gordian_checker::ProofError| Failure::at(&folder.path.join(LEMMAS), error);
    let mut reader = DratReader::new(&bytes[..], Some(Encoding::Binary)).map_err(at)?;
    let (mut lemmas, mut clause) = (Vec::new(), Vec::new());
    while reader.next_step(&mut clause).map_err(at)?.is_some() {
        lemmas.push(clause.clone());
    }
    Ok(lemmas)
}

fn write_lemma(out: &mut dyn Write, lemma: &[Lit]) -> io::Result<()> {
    write!(out, "l ")?;
    write_literals(out, lemma)
}

/// The tree of decisions. Each of its nodes takes one literal after the other: the side on which it is
/// true leads to the child, the other to the next literal. Behind the last one nothing is left, which
/// unit propagation sees by the lemmas of the split.
struct Tree<'a> {
    /// The literals that lead from each node, each with the node behind it.
    children: Vec<Vec<(Lit, usize)>>,
    /// The node at the end of each cube.
    ends: Vec<usize>,
    /// The first number of each inner node: one more for each literal.
    numbers: Vec<Node>,
    /// The number of the decision that leads to each node.
    ways: Vec<Option<Node>>,
    /// The last number of an inner node.
    last: Node,
    cubes: &'a [Vec<Lit>],
}

impl<'a> Tree<'a> {
    /// `None` if a cube is a part of another one.
    fn of(cubes: &'a [Vec<Lit>]) -> Option<Tree<'a>> {
        let (mut children, mut ends): (Vec<Vec<(Lit, usize)>>, Vec<usize>) = (vec![Vec::new()], Vec::new());
        let mut known: HashMap<(usize, Lit), usize> = HashMap::new();
        for cube in cubes {
            let mut at = 0;
            for &lit in cube {
                at = *known.entry((at, lit)).or_insert_with(|| {
                    children.push(Vec::new());
                    let child = children.len() - 1;
                    children[at].push((lit, child));
                    child
                });
            }
            ends.push(at);
        }
        let (mut numbers, mut ways, mut next) = (Vec::new(), vec![None; children.len()], 1);
        for of_node in &children {
            numbers.push(next);
            for &(_, child) in of_node {
                ways[child] = Some(next);
                next += 1;
            }
            if let [(one, _), (other, second)] = of_node[..]
                && other == !one
            {
                // Both sides of one decision.
                next -= 1;
                ways[second] = Some(next - 1);
            }
        }
        let mut is_end = vec![false; children.len()];
        let is_tree = ends.iter().all(|&end| children[end].is_empty() && !std::mem::replace(&mut is_end[end], true));
        is_tree.then_some(Tree { children, ends, numbers, ways, last: next - 1, cubes })
    }

    /// The negations of the parts without solutions, longer ones first. Propagation derives that of a
    /// cube from the lemmas of its diagram.
    fn empty_parts(&self, traced: &[TracedCube]) -> Vec<Vec<Lit>> {
        let mut is_empty = vec![true; self.children.len()];
        self.ends.iter().zip(traced).for_each(|(&end, traced)| is_empty[end] = traced.is_empty);
        let mut parents = vec![None; self.children.len()];
        // Nodes stand before their children.
        for (node, children) in self.children.iter().enumerate() {
            children.iter().for_each(|&(lit, child)| parents[child] = Some((lit, node)));
        }
        for (node, children) in self.children.iter().enumerate().rev().filter(|(_, children)| !children.is_empty()) {
            is_empty[node] = children.iter().all(|&(_, child)| is_empty[child]);
        }
        let part = |node: usize| {
            let way = std::iter::successors(parents[node], |&(_, parent)| parents[parent]);
            way.map(|(lit, _)| !lit).collect::<Vec<Lit>>()
        };
        (1..self.children.len()).rev().filter(|&node| is_empty[node]).map(part).collect()
    }

    /// Writes the nodes, and the edges that do not lead to cubes. Returns the first number that is
    /// free.
    fn write(&self, out: &mut dyn Write) -> io::Result<Node> {
        let last = self.last;
        // A tree without decisions is one cube, or none at all.
        if last == 0 {
            let kind = if self.ends.is_empty() { "f" } else { "o" };
            writeln!(out, "{kind} 1 0")?;
            return Ok(2);
        }
        let nothing = last + 1;
        for of_node in &self.children {
            let is_pair = matches!(of_node[..], [(one, _), (other, _)] if other == !one);
            for (position, &(lit, child)) in of_node.iter().enumerate() {
                let number = self.ways[child].unwrap_or(1);
                let is_second = is_pair && position == 1;
                if !is_second {
                    writeln!(out, "o {number} 0")?;
                }
                if !self.children[child].is_empty() {
                    writeln!(out, "{number} {} {} 0", self.numbers[child], lit.to_dimacs())?;
                }
                if !is_pair {
                    let other = if position + 1 < of_node.len() { number + 1 } else { nothing };
                    writeln!(out, "{number} {other} {} 0", (!lit).to_dimacs())?;
                }
            }
        }
        writeln!(out, "f {nothing} 0")?;
        Ok(nothing + 1)
    }

    /// Writes the edge that leads to the diagram of a cube, with what holds there beside the decisions.
    fn write_end(&self, number: usize, child: Node, said: &[Lit], out: &mut dyn Write) -> io::Result<()> {
        // Every decision on the way is one of the cube, or of an option beside it, which the cube excludes.
        let mut decided: HashSet<Var> = HashSet::new();
        let mut at = 0;
        for &lit in &self.cubes[number] {
            for &(other, next) in &self.children[at] {
                decided.insert(other.var());
                if other == lit {
                    at = next;
                    break;
                }
            }
        }
        let decision = self.cubes[number].last().copied();
        let said = said.iter().copied().filter(|lit| !decided.contains(&lit.var()));
        write!(out, "{} {child} ", self.ways[self.ends[number]].unwrap_or(1))?;
        write_literals(out, &decision.into_iter().chain(said).collect::<Vec<Lit>>())
    }
}

/// The diagram of a cube. The first node is the root.
#[derive(Default)]
struct CubeDiagram {
    lemmas: Vec<Vec<Lit>>,
    nodes: Vec<(String, Node)>,
    edges: Vec<(Node, Node, Vec<Lit>)>,
}

impl CubeDiagram {
    /// Reads the diagram of a cube.
    fn read(folder: &Folder, num_vars: usize, cube: usize, hash: &str, clock: &Clock) -> Result<CubeDiagram, Failure> {
        let place = folder.place_of_trace(cube);
        let mut input = HashedInput::open(&place)?;
        let mut diagram = CubeDiagram::default();
        let mut wrong = None;
        for (number, line) in (1..).zip(input.reader.by_ref().lines()) {
            if number % LINES == 0 && clock.is_over() {
                return Err(Failure::new("the time is over before the diagram was written"));
            }
            let is_read = line.is_ok_and(|line| diagram.take(&line, num_vars).is_some());
            if !is_read {
                wrong = Some(Failure::at(&place, format!("has a wrong line {number}")));
                break;
            }
        }
        // A changed byte may look like a fault of the diagram, which would say less.
        let message = "is not the diagram that the result of the cube names: its hash is another one";
        input.finish(&place, hash, message)?;
        match (wrong, diagram.nodes.is_empty()) {
            (Some(wrong), _) => Err(wrong),
            (None, true) => Err(Failure::at(&place, "has no nodes")),
            (None, false) => Ok(diagram),
        }
    }

    /// Takes a line; `None` if it is none of a diagram.
    fn take(&mut self, line: &str, num_vars: usize) -> Option<()> {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"c") {
            return Some(());
        }
        words.pop().filter(|&word| word == "0")?;
        let lit = |word: &&str| word.parse().ok().and_then(Lit::from_dimacs).filter(|lit| lit.var().index() < num_vars);
        let lits_of = |words: &[&str]| words.iter().map(lit).collect::<Option<Vec<Lit>>>();
        match words[..] {
            ["l", ref lits @ ..] => self.lemmas.push(lits_of(lits)?),
            [kind @ ("o" | "a" | "t" | "f"), node] => self.nodes.push((kind.to_owned(), node.parse().ok()?)),
            [from, to, ref lits @ ..] => self.edges.push((from.parse().ok()?, to.parse().ok()?, lits_of(lits)?)),
            _ => return None,
        }
        Some(())
    }

    /// Takes out the root if it has one edge, which says what holds in the cube. Returns where the
    /// diagram begins then, and what is said on the way there.
    fn behind_root(&mut self) -> (Node, Vec<Lit>) {
        let (kind, root) = self.nodes[0].clone();
        let mut of_root = (0..self.edges.len()).filter(|&edge| self.edges[edge].0 == root);
        match (kind.as_str(), of_root.next(), of_root.next()) {
            ("o", Some(edge), None) => {
                self.nodes.remove(0);
                let (_, child, said) = self.edges.remove(edge);
                (child, said)
            }
            _ => (root, Vec::new()),
        }
    }

    /// Writes the nodes and edges with other numbers.
    fn write(&self, shifted: impl Fn(Node) -> Node, out: &mut dyn Write) -> io::Result<()> {
        self.nodes.iter().try_for_each(|(kind, node)| writeln!(out, "{kind} {} 0", shifted(*node)))?;
        self.edges.iter().try_for_each(|(from, to, lits)| {
            write!(out, "{} {} ", shifted(*from), shifted(*to))?;
            write_literals(out, lits)
        })
    }
}
