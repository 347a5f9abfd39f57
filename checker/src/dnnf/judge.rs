//! Whether a decision-DNNF has the same models as a formula.

use gordian_formula::{Clock, Lit, Var, Weights};

use super::diagram::{Diagram, Kind, Node};
use super::natural::Natural;
use super::refusal::DnnfRefusal;
use super::signed::{Fraction, Pair, Signed};
use super::units::Units;

/// The support of a node's meeting, kept so that later meetings can build on it (the lemma
/// *Inheritance* of `docs/certificates.md`, in whose letters the fields are described).
struct Residue {
    /// The set S: the variables of the node, and those without a value that clauses connect with them.
    vars: Vec<u32>,
    /// The set A: what is true of S.
    given: Vec<Lit>,
    /// The set R: the clauses not yet true in which a variable of S without a value stands.
    clauses: Vec<u32>,
}

/// So many meetings of a node are remembered. Counters seldom need more than one: others come from
/// lemmas that were learned after the node was made and say more in one place than in another.
const MOST_RESIDUES: usize = 4;
/// Edges between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 6;

/// A formula beside a diagram.
pub(super) struct Judge<'a> {
    pub(super) clauses: &'a [Vec<Lit>],
    pub(super) visible: &'a [bool],
    /// Visible variables that were left out, each with the same weight for both values.
    pub(super) eliminated: &'a [Var],
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

    /// Every model of the diagram is one of the formula: where a clause is false, so is the
    /// diagram. Sixty-four clauses at a time.
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

    /// Every visible part of a model of the formula is one of a model of the diagram.
    ///
    /// Walks the diagram from the root, in order, under the decisions on the way and what follows
    /// from them by propagation. A node is judged where it is met. A node met again need not be
    /// judged again where it inherits from an earlier meeting; elsewhere it is, which may take a time
    /// that is exponential in the depth of a diagram made for that.
    pub(super) fn follows(&self, units: &mut Units) -> Result<(), DnnfRefusal> {
        let nodes = &self.diagram.nodes;
        if units.is_contradictory() {
            return Ok(());
        }
        if !nodes[0].is_satisfiable {
            return Err(DnnfRefusal::NotRefuted { node: nodes[0].name });
        }
        let occurrences = self.occurrences();
        let mut residues: Vec<Vec<Residue>> = nodes.iter().map(|_| Vec::new()).collect();
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
                let earlier = &mut residues[edge.child];
                if earlier.iter().any(|residue| self.inherits(residue, units, &mut marks)) {
                    continue;
                }
                if earlier.len() < MOST_RESIDUES {
                    earlier.push(self.residue(child, units, &occurrences, &mut marks));
                }
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

    /// The support of the meeting of a node, here.
    fn residue(&self, node: &Node, units: &Units, occurrences: &[Vec<u32>], marks: &mut [bool]) -> Residue {
        let mut residue = Residue { vars: node.vars.clone(), given: Vec::new(), clauses: Vec::new() };
        residue.vars.iter().for_each(|&var| marks[var as usize] = true);
        let mut next = 0;
        while let Some(&var) = residue.vars.get(next) {
            next += 1;
            let lit = Var::from_index(var as usize).positive();
            match units.value(lit) {
                1.. => residue.given.push(lit),
                ..0 => residue.given.push(!lit),
                0 => {
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
            }
        }
        residue.vars.iter().for_each(|&var| marks[var as usize] = false);
        residue.clauses.sort_unstable();
        residue.clauses.dedup();
        residue
    }

    /// Whether a node that is met here inherits from the meeting that the residue is of: all of A is
    /// true here, and each clause of R has, outside S, only literals that are false here.
    fn inherits(&self, residue: &Residue, units: &Units, marks: &mut [bool]) -> bool {
        if residue.given.iter().any(|&lit| units.value(lit) <= 0) {
            return false;
        }
        residue.vars.iter().for_each(|&var| marks[var as usize] = true);
        let inherits = residue.clauses.iter().all(|&number| {
            self.clauses[number as usize].iter().all(|&lit| marks[lit.var().index()] || units.value(lit) < 0)
        });
        residue.vars.iter().for_each(|&var| marks[var as usize] = false);
        inherits
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

    /// The sum of the weights of the assignments of the visible variables that the diagram allows.
    pub(super) fn weight(&self, weights: &Weights) -> Fraction {
        let nodes = &self.diagram.nodes;
        let pair = |(index, &visible): (usize, &bool)| visible.then(|| Pair::of(weights, Var::from_index(index)));
        let pairs: Vec<Option<Pair>> = self.visible.iter().enumerate().map(pair).collect();
        let visible = |vars: &[u32]| vars.iter().filter(|&&var| self.visible[var as usize]).copied().collect();
        let free = |sum: Signed, var: u32| match &pairs[var as usize] {
            Some(pair) => sum.times(&pair.sum()),
            None => sum,
        };
        let mut sums: Vec<Signed> = vec![Signed::default(); nodes.len()];
        for &at in &self.diagram.order {
            let node = &nodes[at];
            sums[at] = match node.kind {
                _ if !node.is_satisfiable => Signed::default(),
                Kind::True | Kind::False => Signed::one(),
                _ if self.is_hidden(node) => Signed::one(),
                Kind::And => node.edges.iter().fold(Signed::one(), |product, edge| {
                    let literals = self.product(&edge.lits, &pairs);
                    product.times(&literals).times(&sums[edge.child])
                }),
                Kind::Or => {
                    let mut sum = Signed::default();
                    for edge in &node.edges {
                        let mut rest: Vec<u32> = visible(&node.vars);
                        let mut said: Vec<u32> = edge.lits.iter().map(|lit| lit.var().index() as u32).collect();
                        said.sort_unstable();
                        let below = &nodes[edge.child].vars;
                        rest.retain(|var| said.binary_search(var).is_err() && below.binary_search(var).is_err());
                        let side = self.product(&edge.lits, &pairs).times(&sums[edge.child]);
                        sum.add(&rest.into_iter().fold(side, free));
                    }
                    sum
                }
            };
        }
        let root = &nodes[0].vars;
        let all = 0..self.visible.len() as u32;
        let total = all.filter(|var| root.binary_search(var).is_err()).fold(sums[0].clone(), free);
        let eliminated: Vec<Pair> = self.eliminated.iter().map(|&var| Pair::of(weights, var)).collect();
        let total = eliminated.iter().fold(total, |total, pair| total.times(&pair.positive));
        let denominators = pairs.iter().flatten().chain(&eliminated).map(|pair| &pair.denominator);
        Fraction::new(total, denominators.fold(Natural::one(), |product, denominator| product.times(denominator)))
    }

    /// The product of the weights of the visible ones of these literals.
    fn product(&self, lits: &[Lit], pairs: &[Option<Pair>]) -> Signed {
        lits.iter().fold(Signed::one(), |product, lit| match &pairs[lit.var().index()] {
            Some(pair) if lit.is_positive() => product.times(&pair.positive),
            Some(pair) => product.times(&pair.negative),
            None => product,
        })
    }
}
