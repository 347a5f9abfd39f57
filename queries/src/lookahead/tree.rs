//! The tree of decisions, whose leaves are the cubes.

use std::collections::BinaryHeap;

use gordian_formula::{Clock, Cnf, Lit, Var};

use super::state::{State, product};

/// The effort in constraints looked at, for all cubes together.
const EFFORT: u64 = 1_000_000_000;
/// A node tries at least so many variables, and so many of those that are open: one of this many.
const FEWEST: usize = 64;
const SHARE: usize = 10;
/// However little effort is left, a node tries so many variables.
const LEAST: usize = 4;

/// A search split into cubes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lookahead {
    /// The decisions of each cube, hardest first. Cubes are disjoint, and each model of the formula
    /// is in one of them.
    pub cubes: Vec<Vec<Lit>>,
    /// Clauses that follow from the formula and those before them by unit propagation. With the
    /// negations of all cubes, they refute each decision of the tree: for every beginning of a cube,
    /// longest first, the negation follows by unit propagation, last the empty clause.
    pub lemmas: Vec<Vec<Lit>>,
}

/// Splits the search for a model of a formula into about so many cubes of like difficulty. There
/// are fewer if the formula is decided earlier, or if the clock is over; and none if looking ahead
/// refutes the formula.
///
/// ```
/// use gordian_formula::{ClauseSink, Clock, Cnf};
/// use gordian_queries::look_ahead;
///
/// let mut cnf = Cnf::new();
/// let [a, b, c, d] = [(); 4].map(|()| cnf.new_var().positive());
/// cnf.add_clause(&[a, b, c]);
/// cnf.add_clause(&[!a, !b, d]);
/// let split = look_ahead(&cnf, 2, &Clock::unlimited());
/// assert_eq!(split.cubes.len(), 2);
/// ```
pub fn look_ahead(cnf: &Cnf, number: usize, clock: &Clock) -> Lookahead {
    let Ok(state) = State::new(cnf) else {
        return Lookahead { cubes: Vec::new(), lemmas: vec![Vec::new()] };
    };
    let mut tree = Tree {
        state,
        nodes: vec![Node { parent: None, share: 1.0, decisions: Vec::new(), assigned: Vec::new(), refuted: 0 }],
        lemmas: Vec::new(),
        effort: EFFORT / number.max(1) as u64,
    };
    let mut open = BinaryHeap::from([Leaf { share: 1.0, node: 0 }]);
    let mut whole = Vec::new();
    while open.len() + whole.len() < number && !clock.is_over() {
        let Some(leaf) = open.pop() else { break };
        match tree.grow(leaf.node, clock) {
            Growth::Refuted => tree.refute(leaf.node),
            Growth::Whole => whole.push(leaf),
            Growth::Split(children) => open.extend(children),
        }
    }
    let mut leaves = open.into_vec();
    leaves.extend(whole);
    // Literals may have been found false after the last look at a leaf.
    let base = tree.state.mark();
    leaves.retain(|leaf| {
        let is_open = tree.enter(leaf.node);
        tree.state.undo(base);
        if !is_open {
            tree.refute(leaf.node);
        }
        is_open
    });
    leaves.sort();
    let cubes = leaves.into_iter().rev().map(|leaf| std::mem::take(&mut tree.nodes[leaf.node].decisions)).collect();
    Lookahead { cubes, lemmas: tree.lemmas }
}

struct Tree {
    state: State,
    nodes: Vec<Node>,
    lemmas: Vec<Vec<Lit>>,
    /// The effort for each node.
    effort: u64,
}

struct Node {
    parent: Option<usize>,
    /// The share of the work that is expected of it.
    share: f64,
    decisions: Vec<Lit>,
    /// The decisions and the literals that were found to follow, in the order in which they came.
    assigned: Vec<Lit>,
    /// The number of children that were refuted.
    refuted: u8,
}

/// A leaf that can be split, in the order of difficulty.
#[derive(Clone, Copy, PartialEq)]
struct Leaf {
    share: f64,
    node: usize,
}

impl Eq for Leaf {}

impl PartialOrd for Leaf {
    fn partial_cmp(&self, other: &Leaf) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Leaf {
    fn cmp(&self, other: &Leaf) -> std::cmp::Ordering {
        self.share.total_cmp(&other.share).then(other.node.cmp(&self.node))
    }
}

enum Growth {
    Refuted,
    /// Every clause is true or decided.
    Whole,
    Split([Leaf; 2]),
}

impl Tree {
    /// Makes the literals of a node true. Whether there is no contradiction.
    fn enter(&mut self, node: usize) -> bool {
        self.state.assume(&self.nodes[node].assigned)
    }

    /// Splits a leaf.
    fn grow(&mut self, node: usize, clock: &Clock) -> Growth {
        let base = self.state.mark();
        let growth = match self.enter(node).then(|| self.best(node, clock)) {
            None | Some(Err(Refuted)) => Growth::Refuted,
            Some(Ok(None)) => Growth::Whole,
            Some(Ok(Some(choice))) => Growth::Split(self.split(node, choice)),
        };
        self.state.undo(base);
        growth
    }

    /// The variable to decide, with the reductions of its two values; `None` if none is left.
    fn best(&mut self, node: usize, clock: &Clock) -> Result<Option<Choice>, Refuted> {
        let began = self.state.ticks;
        let candidates = self.state.candidates();
        let number = (candidates.len() / SHARE).max(FEWEST);
        let mut best: Option<Choice> = None;
        for (tried, &var) in candidates.iter().take(number).enumerate() {
            let is_over = self.state.ticks - began > self.effort || clock.is_over();
            if tried >= LEAST && is_over && best.as_ref().is_some_and(|best| self.state.is_open(best.var)) {
                break;
            }
            if !self.state.is_open(var) {
                continue;
            }
            let [positive, negative] = [self.look(var.positive()), self.look(var.negative())];
            match (positive, negative) {
                (Some(positive), Some(negative)) => {
                    let is_better = |best: &Choice| product(positive, negative) > product(best.positive, best.negative);
                    if best.as_ref().is_none_or(|best| !self.state.is_open(best.var) || is_better(best)) {
                        best = Some(Choice { var, positive, negative });
                    }
                }
                (None, None) => {
                    self.force(node, var.negative());
                    return Err(Refuted);
                }
                (None, Some(_)) => self.forced(node, var.negative())?,
                (Some(_), None) => self.forced(node, var.positive())?,
            }
        }
        if best.as_ref().is_none_or(|best| !self.state.is_open(best.var)) {
            // A literal that was forced later decided it. Any other variable will do.
            let open = candidates.iter().copied().find(|&var| self.state.is_open(var));
            best = open.map(|var| Choice { var, positive: 1.0, negative: 1.0 });
        }
        Ok(best)
    }

    /// How much a literal shortens the formula; `None` if it is refuted.
    fn look(&mut self, lit: Lit) -> Option<f64> {
        let mark = self.state.mark();
        let reduction = self.state.assume(&[lit]).then(|| self.state.reduction(mark));
        self.state.undo(mark);
        reduction
    }

    /// Makes a literal true whose negation was refuted.
    fn forced(&mut self, node: usize, lit: Lit) -> Result<(), Refuted> {
        self.force(node, lit);
        if self.state.assume(&[lit]) { Ok(()) } else { Err(Refuted) }
    }

    /// Learns a literal whose negation was refuted below the decisions of a node.
    fn force(&mut self, node: usize, lit: Lit) {
        let Node { decisions, assigned, .. } = &mut self.nodes[node];
        self.lemmas.push([lit].into_iter().chain(decisions.iter().map(|&decision| !decision)).collect());
        assigned.push(lit);
    }

    fn split(&mut self, node: usize, Choice { var, positive, negative }: Choice) -> [Leaf; 2] {
        let (first, second) = shares(positive, negative);
        [(var.positive(), first), (var.negative(), second)].map(|(lit, share)| {
            let parent = &self.nodes[node];
            let child = Node {
                parent: Some(node),
                share: parent.share * share,
                decisions: parent.decisions.iter().copied().chain([lit]).collect(),
                assigned: parent.assigned.iter().copied().chain([lit]).collect(),
                refuted: 0,
            };
            self.nodes.push(child);
            Leaf { share: self.nodes[self.nodes.len() - 1].share, node: self.nodes.len() - 1 }
        })
    }

    /// Learns that a node is refuted, and each node above it whose children both are.
    fn refute(&mut self, node: usize) {
        let mut refuted = Some(node);
        while let Some(node) = refuted {
            self.lemmas.push(self.nodes[node].decisions.iter().map(|&lit| !lit).collect());
            refuted = self.nodes[node].parent.filter(|&parent| {
                self.nodes[parent].refuted += 1;
                self.nodes[parent].refuted == 2
            });
        }
    }
}

struct Refuted;

/// A variable to decide, and how much its two values shorten the formula.
struct Choice {
    var: Var,
    positive: f64,
    negative: f64,
}

/// The shares of two branches that shorten a formula by so much.
fn shares(one: f64, other: f64) -> (f64, f64) {
    // Between these, `e^-(s * one) + e^-(s * other)` goes through 1.
    let [mut low, mut high] = [one.max(other), one.min(other)].map(|reduction| 2_f64.ln() / reduction);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if (-middle * one).exp() + (-middle * other).exp() > 1.0 { low = middle } else { high = middle }
    }
    let share = (-low * one).exp();
    (share, 1.0 - share)
}

#[cfg(test)]
mod tests {
    use gordian_formula::ClauseSink;
    use gordian_testkit::Random;

    use super::*;

    /// Whether unit propagation meets a contradiction, by looking at every clause again and again.
    fn is_refuted_by_propagation(clauses: &[Vec<Lit>], num_vars: usize, assumed: &[Lit]) -> bool {
        let mut values = vec![None; num_vars];
        for lit in assumed {
            if values[lit.var().index()].replace(lit.is_positive()) == Some(lit.is_negative()) {
                return true;
            }
        }
        loop {
            let mut changed = false;
            for clause in clauses {
                let value = |lit: &Lit| values[lit.var().index()].map(|value| value == lit.is_positive());
                if clause.iter().any(|lit| value(lit) == Some(true)) {
                    continue;
                }
                let mut open: Vec<Lit> = clause.iter().copied().filter(|lit| value(lit).is_none()).collect();
                open.dedup();
                match open[..] {
                    [] => return true,
                    [lit] => {
                        values[lit.var().index()] = Some(lit.is_positive());
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return false;
            }
        }
    }

    fn random_formula(random: &mut Random) -> Cnf {
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(6 + random.below(7));
        let lit = |random: &mut Random| vars[random.below(vars.len())].lit(random.below(2) == 0);
        for _ in 0..random.below(4 * vars.len()) {
            let length = if random.below(20) == 0 { 1 } else { 2 + random.below(3) };
            let clause: Vec<Lit> = (0..length).map(|_| lit(random)).collect();
            cnf.add_clause(&clause);
        }
        for _ in 0..random.below(3) {
            let members: Vec<Lit> = (0..3 + random.below(3)).map(|_| lit(random)).collect();
            if random.below(2) == 0 { cnf.add_at_most_one(&members) } else { cnf.add_exactly_one(&members) }
        }
        cnf
    }

    /// The cubes are disjoint and hold every model, and the lemmas derive what they promise.
    #[test]
    fn cubes_hold_every_model_once_and_lemmas_follow() {
        let (mut split, mut refuted, mut learned) = (0, 0, 0);
        for seed in 0..600 {
            let mut random = Random::new(seed);
            let cnf = random_formula(&mut random);
            let expanded = cnf.expanded();
            let mut clauses: Vec<Vec<Lit>> = expanded.clauses().map(<[Lit]>::to_vec).collect();
            let models = gordian_testkit::solutions(&cnf);
            let Lookahead { cubes, lemmas } = look_ahead(&cnf, 1 + random.below(12), &Clock::unlimited());
            (split, refuted) = (split + usize::from(cubes.len() > 4), refuted + usize::from(cubes.is_empty()));
            learned += lemmas.len();
            for model in &models {
                let holds = |lits: &Vec<Lit>| lits.iter().all(|&lit| model.contains(&lit.var()) == lit.is_positive());
                assert_eq!(cubes.iter().filter(|cube| holds(cube)).count(), 1, "seed {seed}");
            }
            let mut add = |lemma: Vec<Lit>| {
                let negated: Vec<Lit> = lemma.iter().map(|&lit| !lit).collect();
                assert!(is_refuted_by_propagation(&clauses, cnf.num_vars(), &negated), "seed {seed}: {lemma:?}");
                clauses.push(lemma);
            };
            lemmas.into_iter().for_each(&mut add);
            if !models.is_empty() {
                continue;
            }
            // As if each cube had been refuted.
            let mut beginnings: Vec<&[Lit]> = Vec::new();
            for cube in &cubes {
                beginnings.extend((0..cube.len()).map(|length| &cube[..length]));
            }
            beginnings.sort_by_key(|beginning| std::cmp::Reverse(beginning.len()));
            clauses.extend(cubes.iter().map(|cube| cube.iter().map(|&lit| !lit).collect()));
            for beginning in beginnings {
                let lemma: Vec<Lit> = beginning.iter().map(|&lit| !lit).collect();
                assert!(is_refuted_by_propagation(&clauses, cnf.num_vars(), beginning), "seed {seed}: {lemma:?}");
                clauses.push(lemma);
            }
            assert!(is_refuted_by_propagation(&clauses, cnf.num_vars(), &[]), "seed {seed}");
        }
        assert!(split > 50 && refuted > 30 && learned > 500, "{split} {refuted} {learned}");
    }

    #[test]
    fn the_number_of_cubes_is_about_what_was_asked_for() {
        let mut cnf = Cnf::new();
        let holes = 9;
        let places: Vec<Vec<Lit>> =
            (0..=holes).map(|_| cnf.new_vars(holes).iter().map(|var| var.positive()).collect()).collect();
        places.iter().for_each(|row| cnf.add_clause(row));
        for hole in 0..holes {
            cnf.add_at_most_one(&places.iter().map(|row| row[hole]).collect::<Vec<Lit>>());
        }
        for number in [1, 2, 10, 100] {
            assert_eq!(look_ahead(&cnf, number, &Clock::unlimited()).cubes.len(), number);
        }
        let stopped = Clock::unlimited().with_flag(std::sync::Arc::new(true.into()));
        assert_eq!(look_ahead(&cnf, 100, &stopped).cubes, [vec![]]);
    }

    #[test]
    fn equal_branches_share_equally_and_the_stronger_one_gets_less() {
        let (one, other) = shares(3.0, 3.0);
        assert!((one - other).abs() < 1e-9);
        let (one, other) = shares(1.0, 2.0);
        // The golden ratio: with s, s + s² = 1.
        assert!((one - 0.618_034).abs() < 1e-5 && (other - 0.381_966).abs() < 1e-5);
    }
}
