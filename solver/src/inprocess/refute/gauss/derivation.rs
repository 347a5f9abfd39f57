//! Parities in a proof: chains of definitions, one for each variable and each parity of the rest.

use std::collections::{BTreeSet, HashMap};

use gordian_formula::{Lit, Var, sorted_set};

use crate::proof::Proof;

/// Variables, in their order, and whether an odd number of them is true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parity {
    pub(super) vars: Vec<Var>,
    pub(super) is_odd: bool,
}

impl Parity {
    /// The sum of both: variables of both cancel.
    pub(super) fn plus(&self, other: &Parity) -> Parity {
        let mut vars = Vec::with_capacity(self.vars.len() + other.vars.len());
        let (mut left, mut right) = (&self.vars[..], &other.vars[..]);
        while let (Some((one, left_rest)), Some((two, right_rest))) = (left.split_first(), right.split_first()) {
            if one <= two {
                left = left_rest;
            }
            if two <= one {
                right = right_rest;
            }
            if one != two {
                vars.push(*one.min(two));
            }
        }
        vars.extend_from_slice(left);
        vars.extend_from_slice(right);
        Parity { vars, is_odd: self.is_odd != other.is_odd }
    }

    /// Whether no assignment has it.
    pub(super) fn is_contradiction(&self) -> bool {
        self.vars.is_empty() && self.is_odd
    }
}

/// The parity of the variables from one on, as a proof knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    True,
    False,
    /// A literal, in the names of the proof: true if the rest of the variables has the rest of the
    /// parity.
    Lit(Lit),
}

/// A parity that the proof has derived: its first node is a unit clause.
struct Chain {
    parity: Parity,
    /// The defined nodes, by variable and by whether the rest is to be odd.
    nodes: HashMap<(usize, bool), Lit>,
    definitions: Vec<Vec<Lit>>,
}

/// A derivation of new parities from those that clauses make.
///
/// A node is defined by the next variable and the nodes after it, as in the decision diagrams of
/// Bryant, Biere & Heule (Clausal proofs for pseudo-Boolean reasoning, 2022). The proof shows from
/// the last variable to the first that two parities imply their sum, with two clauses for each pair
/// of nodes.
pub(super) struct Derivation<'a> {
    proof: &'a mut Proof,
    chains: Vec<Option<Chain>>,
}

impl<'a> Derivation<'a> {
    /// Nothing is derived yet.
    pub(super) fn new(proof: &'a mut Proof) -> Derivation<'a> {
        Derivation { proof, chains: Vec::new() }
    }

    fn name(&self, var: Var) -> Lit {
        self.proof.name(var.positive())
    }

    /// A parity all clauses of which the proof has.
    pub(super) fn add_parity(&mut self, parity: &Parity) -> Option<usize> {
        let mut chain = Chain::new(parity.clone());
        for at in (0..parity.vars.len()).rev() {
            self.define(&mut chain, at, parity.is_odd)?;
            if at > 0 {
                self.define(&mut chain, at, !parity.is_odd)?;
            }
        }
        let vars: Vec<Lit> = parity.vars.iter().map(|&var| self.name(var)).collect();
        let mut lemmas: Vec<Vec<Lit>> = Vec::new();
        for at in (0..vars.len()).rev() {
            for signs in 0..1u32 << at {
                // The parity that these values leave for the rest.
                let excluded = |index: usize| if signs >> index & 1 == 1 { !vars[index] } else { vars[index] };
                let node = chain.node(at, parity.is_odd != (signs.count_ones() % 2 == 1));
                let mut lemma: Vec<Lit> = (0..at).map(excluded).collect();
                if let Node::Lit(lit) = node {
                    lemma.push(lit);
                }
                let mut helper = lemma.clone();
                helper.push(!vars[at]);
                for lemma in [helper, lemma] {
                    self.proof.add_named(&lemma);
                    lemmas.push(lemma);
                }
            }
        }
        self.delete(&lemmas);
        Some(self.keep(chain))
    }

    /// The sum of two derived constraints; `None` where the proof has no more variables for it. A
    /// contradiction ends the proof.
    pub(super) fn add_sum(&mut self, left: usize, right: usize) -> Option<usize> {
        let (Some(Some(one)), Some(Some(two))) = (self.chains.get(left), self.chains.get(right)) else { return None };
        let sum = Chain::new(one.parity.plus(&two.parity));
        let [one, two] = [left, right].map(|index| self.chains[index].take());
        let (Some(one), Some(two)) = (one, two) else { return None };
        let sum = self.derive_sum(&one, &two, sum);
        self.chains[left] = Some(one);
        self.chains[right] = Some(two);
        Some(self.keep(sum?))
    }

    /// Writes a parity of one or two variables as clauses, and forgets it.
    pub(super) fn conclude(&mut self, index: usize) {
        let Some(Some(chain)) = self.chains.get(index) else { return };
        let lits: Vec<Lit> = chain.parity.vars.iter().map(|&var| self.name(var)).collect();
        let is_odd = chain.parity.is_odd;
        match lits[..] {
            [lit] => self.proof.add_named(&[if is_odd { lit } else { !lit }]),
            [first, second] => {
                let second = if is_odd { second } else { !second };
                self.proof.add_named(&[first, second]);
                self.proof.add_named(&[!first, !second]);
            }
            _ => {}
        }
        self.drop_chain(index);
    }

    /// Forgets a constraint.
    pub(super) fn drop_chain(&mut self, index: usize) {
        if let Some(chain) = self.chains.get_mut(index).and_then(Option::take) {
            self.delete(&chain.definitions);
        }
    }

    fn keep(&mut self, chain: Chain) -> usize {
        self.chains.push(Some(chain));
        self.chains.len() - 1
    }

    /// Defines a node whose successors are defined.
    fn define(&mut self, chain: &mut Chain, at: usize, is_odd: bool) -> Option<()> {
        if chain.nodes.contains_key(&(at, is_odd)) {
            return Some(());
        }
        let var = self.name(chain.parity.vars[at]);
        let [if_true, if_false] = [chain.node(at + 1, !is_odd), chain.node(at + 1, is_odd)];
        let fresh = self.proof.define()?.positive();
        // The new literal stands first, as resolution asymmetric tautologies ask.
        for (guard, next) in [(!var, if_true), (var, if_false)] {
            let clauses = [clause_of([!fresh, guard], [next]), clause_of([fresh, guard], [next.negated()])];
            for clause in clauses.into_iter().flatten() {
                self.proof.add_named_definition(&clause);
                chain.definitions.push(clause);
            }
        }
        chain.nodes.insert((at, is_odd), fresh);
        Some(())
    }

    fn derive_sum(&mut self, one: &Chain, two: &Chain, mut sum: Chain) -> Option<Chain> {
        let vars: Vec<Var> = sorted_set(one.parity.vars.iter().chain(&two.parity.vars).copied());
        // For each variable, where it is or would be, and whether it is there.
        let places = |parity: &Parity| -> Vec<(usize, bool)> {
            let mut at = 0;
            let place = |var: &Var| {
                let is_there = parity.vars.get(at) == Some(var);
                at += usize::from(is_there);
                (at - usize::from(is_there), is_there)
            };
            let mut places: Vec<(usize, bool)> = vars.iter().map(place).collect();
            places.push((parity.vars.len(), false));
            places
        };
        let [ones, twos, sums] = [&one.parity, &two.parity, &sum.parity].map(places);
        // The rests of both parities that values before a variable can leave.
        let mut levels: Vec<BTreeSet<(bool, bool)>> = vec![BTreeSet::from([(one.parity.is_odd, two.parity.is_odd)])];
        for level in 0..vars.len() {
            let changed = |&(left, right): &(bool, bool)| (left != ones[level].1, right != twos[level].1);
            let next = levels[level].iter().flat_map(|rests| [*rests, changed(rests)]).collect();
            levels.push(next);
        }
        let mut below: Vec<Vec<Lit>> = Vec::new();
        for level in (0..levels.len()).rev() {
            let mut lemmas: Vec<Vec<Lit>> = Vec::new();
            for &(left, right) in &levels[level] {
                // A variable that cancelled has no place in the sum.
                if sums[level].1 {
                    self.define(&mut sum, sums[level].0, left != right)?;
                }
                let [first, second] =
                    [one.node(ones[level].0, left), two.node(twos[level].0, right)].map(Node::negated);
                let third = sum.node(sums[level].0, left != right);
                let Some(lemma) = clause_of([], [first, second, third]) else { continue };
                if let Some(&var) = vars.get(level) {
                    let mut helper = lemma.clone();
                    helper.push(!self.name(var));
                    self.proof.add_named(&helper);
                    lemmas.push(helper);
                }
                self.proof.add_named(&lemma);
                lemmas.push(lemma);
            }
            self.delete(&below);
            below = lemmas;
        }
        let root = sum.node(0, sum.parity.is_odd);
        self.assert(root);
        self.delete(&below);
        Some(sum)
    }

    fn assert(&mut self, node: Node) {
        match node {
            Node::True => {}
            Node::False => self.proof.add_named(&[]),
            Node::Lit(lit) => self.proof.add_named(&[lit]),
        }
    }

    fn delete(&mut self, clauses: &[Vec<Lit>]) {
        clauses.iter().for_each(|clause| self.proof.delete_named(clause));
    }
}

impl Chain {
    fn new(parity: Parity) -> Chain {
        Chain { parity, nodes: HashMap::new(), definitions: Vec::new() }
    }

    /// The node from a variable on; every one that is asked for is defined before.
    fn node(&self, at: usize, is_odd: bool) -> Node {
        match self.nodes.get(&(at, is_odd)) {
            Some(&lit) => Node::Lit(lit),
            None if at == self.parity.vars.len() && !is_odd => Node::True,
            None => Node::False,
        }
    }
}

impl Node {
    fn negated(self) -> Node {
        match self {
            Node::True => Node::False,
            Node::False => Node::True,
            Node::Lit(lit) => Node::Lit(!lit),
        }
    }
}

/// The clause of literals and nodes; none where one of them is true.
fn clause_of<const N: usize, const M: usize>(lits: [Lit; N], nodes: [Node; M]) -> Option<Vec<Lit>> {
    let mut clause = lits.to_vec();
    for node in nodes {
        match node {
            Node::True => return None,
            Node::False => {}
            Node::Lit(lit) => clause.push(lit),
        }
    }
    Some(clause)
}
