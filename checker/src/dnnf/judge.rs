//! Whether a decision-DNNF has the same models as a formula.

use gordian_formula::{Clock, Lit};

use super::diagram::{Diagram, Kind, Node};
use super::natural::Natural;
use super::refusal::DnnfRefusal;
use super::units::Units;

/// What a node that is used again must find: clauses of the formula, and the variables among which they are decided.
struct Residue {
    clauses: Vec<u32>,
    vars: Vec<u32>,
}

/// Edges between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 6;

/// A formula beside a diagram.
pub(super) struct Judge<'a> {
    pub(super) clauses: &'a [Vec<Lit>],
    pub(super) visible: &'a [bool],
    pub(super) diagram: &'a Diagram,
    pub(super) clock: &'a Clock,
}

impl Judge<'_> {
    /// Sides exclude each other by a visible variable, unless hidden ones are all that a node speaks of.
    pub(super) fn decisions(&self) -> Result<(), DnnfRefusal> {
        for &at in &self.diagram.order {
            let node = &self.diagram.nodes[at];
            let is_decided = match &node.edges[..] {
                _ if node.kind != Kind::Or || self.is_hidden(node) => true,
                [] | [_] => true,
                [_, _] => self.decision(node).is_some(),
                _ => false,
            };
            if !is_decided {
                return Err(DnnfRefusal::NotDecided { node: node.name });
            }
        }
        Ok(())
    }

    /// Whether a node speaks of no visible variable.
    fn is_hidden(&self, node: &Node) -> bool {
        !node.vars.iter().any(|&var| self.visible[var as usize])
    }

    /// The visible literal that is said first on both sides, true on the first and false on the second.
    fn decision(&self, node: &Node) -> Option<Lit> {
        let [first, second] = &node.edges[..] else { return None };
        let (&decision, &opposite) = (first.lits.first()?, second.lits.first()?);
        (self.visible[decision.var().index()] && opposite == !decision).then_some(decision)
    }

    /// Every model of the diagram is one of the formula: where a clause is false, so is the diagram. Sixty-four clauses at a time.
    pub(super) fn implies_formula(&self) -> Result<(), DnnfRefusal> {
        let mut masks = vec![0u64; 2 * self.visible.len()];
        let mut broken = vec![0u64; self.diagram.nodes.len()];
        for chunk in self.clauses.chunks(64) {
            if self.clock.is_over() {
                return Err(DnnfRefusal::Stopped);
            }
            for (bit, clause) in chunk.iter().enumerate() {
                clause.iter().for_each(|lit| masks[lit.index()] |= 1 << bit);
            }
            for &at in &self.diagram.order {
                let node = &self.diagram.nodes[at];
                let edges = node
                    .edges
                    .iter()
                    .map(|edge| edge.lits.iter().fold(broken[edge.child], |broken, lit| broken | masks[lit.index()]));
                broken[at] = match node.kind {
                    Kind::True => 0,
                    Kind::False => u64::MAX,
                    Kind::And => edges.fold(0, |left, right| left | right),
                    Kind::Or => edges.fold(u64::MAX, |left, right| left & right),
                };
            }
            for (bit, clause) in chunk.iter().enumerate() {
                if broken[0] >> bit & 1 == 0 {
                    return Err(DnnfRefusal::Clause { clause: clause.clone() });
                }
                clause.iter().for_each(|lit| masks[lit.index()] = 0);
            }
        }
        Ok(())
    }

    /// Every model of the formula is one of the diagram, but for what the diagram says of hidden variables where only those are left.
    ///
    /// Walks the diagram from the root, in order, under what is true on the way and what follows by propagation. A node met for the first time
    /// is judged there. One met again need not be: what is left of the formula fell apart, into clauses over some variables
    /// and others, which have a model, since the diagram has one that passes here and is one of the formula. So the
    /// clauses alone imply the node, and it is enough that they are left here too.
    pub(super) fn follows(&self, units: &mut Units) -> Result<(), DnnfRefusal> {
        let nodes = &self.diagram.nodes;
        if units.is_contradictory() {
            return Ok(());
        }
        if !nodes[0].is_satisfiable {
            return Err(DnnfRefusal::NotRefuted { node: nodes[0].name });
        }
        let occurrences = self.occurrences();
        let mut residues: Vec<Option<Residue>> = nodes.iter().map(|_| None).collect();
        let mut marks = vec![false; self.visible.len()];
        // Nodes on the way, the next edge of each, and how much was true before the side that was entered.
        let mut path: Vec<(usize, usize, usize)> = vec![(0, 0, units.height())];
        let mut poller = self.clock.poller(POLL_INTERVAL);
        while let Some((at, next, height)) = path.last_mut() {
            if poller.is_over() {
                return Err(DnnfRefusal::Stopped);
            }
            let node = &nodes[*at];
            units.undo(*height);
            if *next == node.edges.len() {
                path.pop();
                continue;
            }
            let (edge, is_first) = (&node.edges[*next], *next == 0);
            *next += 1;
            if self.is_hidden(node) {
                continue;
            }
            if node.kind == Kind::Or && node.edges.len() == 2 {
                let decision = self.decision(node).ok_or(DnnfRefusal::NotDecided { node: node.name })?;
                if !units.assume(if is_first { decision } else { !decision }) {
                    continue;
                }
            }
            if let Some(&lit) = edge.lits.iter().find(|&&lit| units.value(lit) <= 0) {
                return Err(match nodes[edge.child].kind {
                    Kind::False => DnnfRefusal::NotRefuted { node: node.name },
                    _ => DnnfRefusal::NotForced { node: node.name, lit: Some(lit) },
                });
            }
            let child = &nodes[edge.child];
            if !child.is_satisfiable {
                return Err(DnnfRefusal::NotRefuted { node: node.name });
            }
            if child.kind == Kind::True || self.is_hidden(child) {
                continue;
            }
            if child.parents > 1 {
                if let Some(residue) = &residues[edge.child] {
                    if !self.is_left(residue, units, &mut marks) {
                        return Err(DnnfRefusal::OtherClauses { node: child.name });
                    }
                    continue;
                }
                residues[edge.child] = Some(self.residue(child, units, &occurrences, &mut marks));
            }
            path.push((edge.child, 0, units.height()));
        }
        Ok(())
    }

    /// The clauses in which each variable stands.
    fn occurrences(&self) -> Vec<Vec<u32>> {
        let mut occurrences = vec![Vec::new(); self.visible.len()];
        for (number, clause) in (0..).zip(self.clauses) {
            clause.iter().for_each(|lit| occurrences[lit.var().index()].push(number));
        }
        occurrences
    }

    /// The clauses not yet true that are connected, by variables without a value, with those of a node.
    fn residue(&self, node: &Node, units: &Units, occurrences: &[Vec<u32>], marks: &mut [bool]) -> Residue {
        let mut residue = Residue { clauses: Vec::new(), vars: node.vars.clone() };
        residue.vars.iter().for_each(|&var| marks[var as usize] = true);
        let mut next = 0;
        while let Some(&var) = residue.vars.get(next) {
            next += 1;
            for &number in &occurrences[var as usize] {
                let clause = &self.clauses[number as usize];
                if clause.iter().any(|&lit| units.value(lit) > 0) {
                    continue;
                }
                residue.clauses.push(number);
                for lit in clause.iter().filter(|&&lit| units.value(lit) == 0) {
                    let var = lit.var().index();
                    if !std::mem::replace(&mut marks[var], true) {
                        residue.vars.push(var as u32);
                    }
                }
            }
        }
        residue.vars.iter().for_each(|&var| marks[var as usize] = false);
        residue.clauses.sort_unstable();
        residue.clauses.dedup();
        residue
    }

    /// Whether each of these clauses is decided among the variables here, too.
    fn is_left(&self, residue: &Residue, units: &Units, marks: &mut [bool]) -> bool {
        residue.vars.iter().for_each(|&var| marks[var as usize] = true);
        let is_left = residue.clauses.iter().all(|&number| {
            self.clauses[number as usize].iter().all(|&lit| marks[lit.var().index()] || units.value(lit) < 0)
        });
        residue.vars.iter().for_each(|&var| marks[var as usize] = false);
        is_left
    }

    /// The number of assignments of the visible variables that the diagram allows.
    pub(super) fn count(&self) -> Natural {
        let nodes = &self.diagram.nodes;
        let of_visible = |vars: &[u32]| vars.iter().filter(|&&var| self.visible[var as usize]).count();
        let mut counts: Vec<Natural> = vec![Natural::default(); nodes.len()];
        for &at in &self.diagram.order {
            let node = &nodes[at];
            let num_vars = of_visible(&node.vars);
            counts[at] = match node.kind {
                _ if !node.is_satisfiable => Natural::default(),
                Kind::True | Kind::False => Natural::one(),
                _ if num_vars == 0 => Natural::one(),
                Kind::And => node.edges.iter().fold(Natural::one(), |product, edge| product.times(&counts[edge.child])),
                Kind::Or => {
                    let mut sum = Natural::default();
                    for edge in &node.edges {
                        let said = edge.lits.iter().filter(|lit| self.visible[lit.var().index()]).count();
                        let free = num_vars - said - of_visible(&nodes[edge.child].vars);
                        sum.add(&counts[edge.child].doubled(free));
                    }
                    sum
                }
            };
        }
        let all = self.visible.iter().filter(|&&visible| visible).count();
        counts[0].doubled(all - of_visible(&nodes[0].vars))
    }
}
