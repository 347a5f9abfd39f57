//! Linear constraints in a proof: as chains of definitions, one for each variable and what is still to be summed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use gordian_formula::{Lit, Var};

use crate::proof::Proof;

/// What constraints of one derivation say about the sum of their terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    /// At least the target.
    AtLeast,
    /// As even or odd as the target; coefficients are 1, targets 0 or 1.
    Parity,
}

impl Arithmetic {
    fn reduce(self, number: i64) -> i64 {
        match self {
            Arithmetic::AtLeast => number,
            Arithmetic::Parity => number.rem_euclid(2),
        }
    }
}

/// A sum of variables (1 if true, 0 if false) with coefficients, none of them zero, in the order of the variables, and its target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) terms: Vec<(Var, i64)>,
    pub(super) target: i64,
}

impl Form {
    /// The clause, as a sum of at least one.
    pub(super) fn at_least_one(lits: &[Lit]) -> Form {
        Form::count(lits, 1)
    }

    /// At most one of the literals, as a sum of at least minus one.
    pub(super) fn at_most_one(lits: &[Lit]) -> Form {
        Form::count(lits, -1)
    }

    /// `sign` times the number of true literals is at least `sign`.
    fn count(lits: &[Lit], sign: i64) -> Form {
        let mut terms: Vec<(Var, i64)> =
            lits.iter().map(|lit| (lit.var(), if lit.is_positive() { sign } else { -sign })).collect();
        terms.sort_unstable();
        let negative = lits.iter().filter(|lit| lit.is_negative()).count() as i64;
        Form { terms, target: sign - sign * negative }
    }

    /// The sum of both.
    pub(super) fn plus(&self, other: &Form, arithmetic: Arithmetic) -> Form {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (var, coefficient) = match (left.peek(), right.peek()) {
                (Some(&&(one, _)), Some(&&(two, _))) if one == two => {
                    let sum = [&mut left, &mut right].map(|terms| terms.next().map_or(0, |term| term.1));
                    (one, sum[0] + sum[1])
                }
                (Some(&&one), two) if two.is_none_or(|two| one.0 < two.0) => {
                    left.next();
                    one
                }
                (_, Some(&&two)) => {
                    right.next();
                    two
                }
                (_, None) => break,
            };
            let coefficient = arithmetic.reduce(coefficient);
            if coefficient != 0 {
                terms.push((var, coefficient));
            }
        }
        Form { terms, target: arithmetic.reduce(self.target + other.target) }
    }

    /// The sum of all, none of them a parity.
    pub(super) fn sum(forms: &[Form]) -> Form {
        let mut coefficients: BTreeMap<Var, i64> = BTreeMap::new();
        for &(var, coefficient) in forms.iter().flat_map(|form| &form.terms) {
            *coefficients.entry(var).or_default() += coefficient;
        }
        coefficients.retain(|_, coefficient| *coefficient != 0);
        Form { terms: coefficients.into_iter().collect(), target: forms.iter().map(|form| form.target).sum() }
    }

    /// Whether no assignment reaches the target.
    pub(super) fn is_contradiction(&self, arithmetic: Arithmetic) -> bool {
        match arithmetic {
            Arithmetic::AtLeast => self.terms.iter().map(|term| term.1.max(0)).sum::<i64>() < self.target,
            Arithmetic::Parity => self.terms.is_empty() && self.target != 0,
        }
    }
}

/// What a proof knows of a sum from one term on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    True,
    False,
    /// The literal, in the names of the proof, that says that the rest of the sum reaches the rest of the target.
    Lit(Lit),
}

/// A form that the proof has derived: its first node is a unit clause.
struct Chain {
    form: Form,
    /// For each term the least and the greatest sum from it on; one entry more than terms.
    ranges: Vec<(i64, i64)>,
    /// The defined nodes, by term and by what is still to be reached.
    nodes: HashMap<(usize, i64), Lit>,
    definitions: Vec<Vec<Lit>>,
}

/// A derivation of new linear constraints from those that clauses make.
///
/// A node is defined by the next variable and the nodes behind it, as in the decision diagrams of Bryant, Biere & Heule (Clausal proofs for pseudo-Boolean
/// reasoning, 2022). That two constraints imply their sum is shown from the last variable to the first, two clauses for each pair of nodes.
pub(super) struct Derivation<'a> {
    proof: &'a mut Proof,
    arithmetic: Arithmetic,
    /// What the variables of the forms stand for in the engine.
    vars: &'a [Var],
    chains: Vec<Option<Chain>>,
}

impl<'a> Derivation<'a> {
    /// Nothing is derived yet.
    pub(super) fn new(proof: &'a mut Proof, arithmetic: Arithmetic, vars: &'a [Var]) -> Derivation<'a> {
        Derivation { proof, arithmetic, vars, chains: Vec::new() }
    }

    fn name(&self, lit: Lit) -> Lit {
        self.proof.name(self.vars[lit.var().index()].lit(lit.is_positive()))
    }

    /// The constraint of a clause that the proof has.
    pub(super) fn add_clause(&mut self, lits: &[Lit]) -> Option<usize> {
        let mut chain = self.open(Form::at_least_one(lits));
        self.define_reachable(&mut chain)?;
        let root = self.root(&chain);
        self.assert(root);
        Some(self.keep(chain))
    }

    /// The constraint of literals of which the proof has each pair excluded.
    pub(super) fn add_group(&mut self, lits: &[Lit]) -> Option<usize> {
        let mut chain = self.open(Form::at_most_one(lits));
        self.define_reachable(&mut chain)?;
        let mut sorted = lits.to_vec();
        sorted.sort_unstable();
        // Behind each term, what is still to be reached if no literal before it is true.
        let mut targets = vec![chain.form.target];
        for lit in &sorted {
            targets.push(targets[targets.len() - 1] - i64::from(lit.is_negative()));
        }
        let mut lemmas = Vec::new();
        for at in (0..sorted.len()).rev() {
            // If this literal is true, no later one is.
            let none_behind = self.node(&chain, at + 1, targets[at + 1] + 1);
            if let Some(lemma) = clause_of([!self.name(sorted[at])], [none_behind]) {
                self.proof.add_named(&lemma);
                lemmas.push(lemma);
            }
            let one_at_most = self.node(&chain, at, targets[at]);
            self.assert(one_at_most);
        }
        self.delete(&lemmas);
        Some(self.keep(chain))
    }

    /// The parity of variables, all clauses of which the proof has.
    pub(super) fn add_parity(&mut self, form: &Form) -> Option<usize> {
        let mut chain = self.open(form.clone());
        self.define_reachable(&mut chain)?;
        let vars: Vec<Lit> = form.terms.iter().map(|term| self.name(term.0.positive())).collect();
        let mut lemmas: Vec<Vec<Lit>> = Vec::new();
        for at in (0..vars.len()).rev() {
            for signs in 0..1u32 << at {
                // What these values leave to be reached.
                let excluded = |index: usize| if signs >> index & 1 == 1 { !vars[index] } else { vars[index] };
                let target = self.arithmetic.reduce(form.target - i64::from(signs.count_ones()));
                let node = self.node(&chain, at, target);
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

    /// The sum of two derived constraints; `None` where the proof has no more variables for it. A contradiction ends the proof.
    pub(super) fn add_sum(&mut self, left: usize, right: usize) -> Option<usize> {
        let (Some(Some(one)), Some(Some(two))) = (self.chains.get(left), self.chains.get(right)) else { return None };
        let sum = self.open(one.form.plus(&two.form, self.arithmetic));
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
        let lits: Vec<Lit> = chain.form.terms.iter().map(|term| self.name(term.0.positive())).collect();
        let is_odd = chain.form.target == 1;
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

    fn open(&self, form: Form) -> Chain {
        let mut ranges = vec![(0, 0)];
        for &(_, coefficient) in form.terms.iter().rev() {
            let (least, greatest) = ranges[ranges.len() - 1];
            ranges.push((least + coefficient.min(0), greatest + coefficient.max(0)));
        }
        ranges.reverse();
        Chain { form, ranges, nodes: HashMap::new(), definitions: Vec::new() }
    }

    /// The node from a term on, which is defined unless it is a constant.
    fn node(&self, chain: &Chain, at: usize, target: i64) -> Node {
        let (least, greatest) = chain.ranges[at];
        let constant = match self.arithmetic {
            Arithmetic::AtLeast if target <= least => Some(true),
            Arithmetic::AtLeast if target > greatest => Some(false),
            Arithmetic::Parity if at == chain.form.terms.len() => Some(target == 0),
            _ => None,
        };
        match (constant, chain.nodes.get(&(at, target))) {
            (Some(true), _) => Node::True,
            (None, Some(&lit)) => Node::Lit(lit),
            // Every node that is asked for is defined before.
            (Some(false), _) | (None, None) => Node::False,
        }
    }

    fn root(&self, chain: &Chain) -> Node {
        self.node(chain, 0, chain.form.target)
    }

    fn is_constant(&self, chain: &Chain, at: usize, target: i64) -> bool {
        let (least, greatest) = chain.ranges[at];
        match self.arithmetic {
            Arithmetic::AtLeast => target <= least || target > greatest,
            Arithmetic::Parity => at == chain.form.terms.len(),
        }
    }

    /// Defines a node whose successors are defined.
    fn define(&mut self, chain: &mut Chain, at: usize, target: i64) -> Option<()> {
        if self.is_constant(chain, at, target) || chain.nodes.contains_key(&(at, target)) {
            return Some(());
        }
        let (var, coefficient) = chain.form.terms[at];
        let var = self.name(var.positive());
        let if_true = self.node(chain, at + 1, self.arithmetic.reduce(target - coefficient));
        let if_false = self.node(chain, at + 1, target);
        let fresh = self.proof.define()?.positive();
        // The new literal stands first, as resolution asymmetric tautologies ask.
        for (guard, next) in [(!var, if_true), (var, if_false)] {
            let clauses = [clause_of([!fresh, guard], [next]), clause_of([fresh, guard], [next.negated()])];
            for clause in clauses.into_iter().flatten() {
                self.proof.add_named_definition(&clause);
                chain.definitions.push(clause);
            }
        }
        chain.nodes.insert((at, target), fresh);
        Some(())
    }

    /// Defines the root and all nodes behind it.
    fn define_reachable(&mut self, chain: &mut Chain) -> Option<()> {
        let mut levels: Vec<BTreeSet<i64>> = vec![BTreeSet::from([chain.form.target])];
        for at in 0..chain.form.terms.len() {
            let coefficient = chain.form.terms[at].1;
            let open = levels[at].iter().filter(|&&target| !self.is_constant(chain, at, target));
            let next = open.flat_map(|&target| [target, self.arithmetic.reduce(target - coefficient)]).collect();
            levels.push(next);
        }
        for (at, targets) in levels.iter().enumerate().rev() {
            for &target in targets {
                self.define(chain, at, target)?;
            }
        }
        Some(())
    }

    fn derive_sum(&mut self, one: &Chain, two: &Chain, mut sum: Chain) -> Option<Chain> {
        // For each variable, where its terms are or would be, and the rests of both targets that values before it can leave.
        let mut vars: Vec<Var> = one.form.terms.iter().chain(&two.form.terms).map(|term| term.0).collect();
        vars.sort_unstable();
        vars.dedup();
        let places = |form: &Form| -> Vec<(usize, i64)> {
            let mut at = 0;
            let place = |&var: &Var| match form.terms.get(at) {
                Some(&(this, coefficient)) if this == var => {
                    at += 1;
                    (at - 1, coefficient)
                }
                _ => (at, 0),
            };
            let mut places: Vec<(usize, i64)> = vars.iter().map(place).collect();
            places.push((form.terms.len(), 0));
            places
        };
        let [ones, twos, sums] = [&one.form, &two.form, &sum.form].map(places);
        let arithmetic = self.arithmetic;
        let mut levels: Vec<BTreeSet<(i64, i64)>> = vec![BTreeSet::from([(one.form.target, two.form.target)])];
        for level in 0..vars.len() {
            let mut next = BTreeSet::new();
            for &(left, right) in &levels[level] {
                if self.is_settled([(one, ones[level].0, left), (two, twos[level].0, right)], (&sum, sums[level].0)) {
                    continue;
                }
                next.insert((left, right));
                next.insert((arithmetic.reduce(left - ones[level].1), arithmetic.reduce(right - twos[level].1)));
            }
            levels.push(next);
        }
        let mut below: Vec<Vec<Lit>> = Vec::new();
        for level in (0..levels.len()).rev() {
            let mut lemmas: Vec<Vec<Lit>> = Vec::new();
            for &(left, right) in &levels[level] {
                let target = arithmetic.reduce(left + right);
                // A variable that cancelled has no term in the sum.
                if sums[level].1 != 0 {
                    self.define(&mut sum, sums[level].0, target)?;
                }
                let [first, second] =
                    [self.node(one, ones[level].0, left), self.node(two, twos[level].0, right)].map(Node::negated);
                let third = self.node(&sum, sums[level].0, target);
                let Some(lemma) = clause_of([], [first, second, third]) else { continue };
                if let Some(&var) = vars.get(level) {
                    let mut helper = lemma.clone();
                    helper.push(!self.name(var.positive()));
                    self.proof.add_named(&helper);
                    lemmas.push(helper);
                }
                self.proof.add_named(&lemma);
                lemmas.push(lemma);
            }
            self.delete(&below);
            below = lemmas;
        }
        let root = self.root(&sum);
        self.assert(root);
        self.delete(&below);
        Some(sum)
    }

    /// Whether nothing is to be shown, nor defined, from this pair of nodes on.
    fn is_settled(&self, parts: [(&Chain, usize, i64); 2], (sum, at): (&Chain, usize)) -> bool {
        let target = self.arithmetic.reduce(parts[0].2 + parts[1].2);
        if !self.is_constant(sum, at, target) {
            return false;
        }
        let is_reached = match self.arithmetic {
            Arithmetic::AtLeast => target <= sum.ranges[at].0,
            Arithmetic::Parity => target == 0 && at == sum.form.terms.len(),
        };
        let is_out_of_reach = |(chain, at, target): (&Chain, usize, i64)| {
            self.is_constant(chain, at, target) && self.node(chain, at, target) == Node::False
        };
        match self.arithmetic {
            Arithmetic::AtLeast => is_reached || parts.into_iter().any(is_out_of_reach),
            // The variables of both may go on where the sum has ended.
            Arithmetic::Parity => false,
        }
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
