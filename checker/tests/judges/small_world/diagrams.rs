//! Every small decision-DNNF, as a proof of the count of every small formula.
//!
//! Each diagram is judged with each choice of visible variables. If its shape alone is refused, no
//! formula matters, and one formula shows that: the one without clauses, which every diagram
//! implies. Otherwise the diagram meets
//!
//! - each clause that it does not imply, alone: it must be refused. Whether a diagram implies a
//!   formula is decided clause by clause, so no formula with such a clause is ever verified;
//! - the formula of all clauses that it implies: if that is verified, the number is that of the
//!   diagram's truth table, and so it is for every other formula, since it is taken from the
//!   diagram alone;
//! - each formula of the world that it implies and that has another count: it must be refused.

use std::cell::RefCell;
use std::fmt::Write;
use std::io::Read;
use std::rc::Rc;

use gordian_checker::{DnnfError, DnnfRefusal, check_dnnf, check_weights_within};
use gordian_formula::{Clock, Cnf, Weights};

use super::formulas::{ClauseSet, Clauses, Table, all, count, is_true, lits, members, shown, vars_in, with_each_first};
use super::{is_large, is_middle};

/// The target of an edge: a node by its position from the bottom, or a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    Node(usize),
    True,
    False,
}

#[derive(Clone, Debug)]
struct Edge {
    lits: Vec<i32>,
    target: Target,
    /// The variables spoken of here and below.
    vars: Table,
    models: Table,
}

/// A node, with what the harness knows of it.
#[derive(Clone, Debug)]
struct Node {
    is_or: bool,
    edges: Vec<Edge>,
    /// The variables spoken of here and below.
    vars: Table,
    models: Table,
}

/// The diagrams of a world. All have so many inner nodes, each with up to two edges.
#[derive(Clone, Copy, Debug)]
struct World {
    num_vars: usize,
    num_nodes: usize,
    /// Whether also those are there whose shape is plainly wrong: edges with any literals, repeated
    /// and contradictory ones too, and to any node, back to the root too.
    has_misshapen: bool,
    /// Whether only those are there in which a node is met twice.
    is_shared: bool,
    /// Whether each diagram comes with each lemma of a clause.
    has_lemmas: bool,
    /// The formulas have at most so many clauses.
    most_clauses: u32,
}

/// The counts of what was tried, for the reader of the output, and so that a world does not become
/// empty unnoticed.
#[derive(Debug, Default)]
struct Tally {
    diagrams: u64,
    /// Those whose shape alone is refused.
    misshapen: u64,
    /// Those that are verified for the formula of all clauses that they imply.
    exact: u64,
    /// Diagrams before formulas for which they must not be verified, or not with the number of their own.
    pairs: u64,
}

impl World {
    fn go_through(self) -> Tally {
        let clauses = Clauses::new(self.num_vars);
        let sets = clauses.sets(self.most_clauses);
        let mut tally = Tally::default();
        for visible in 0..1 << self.num_vars {
            let court = Court::new(&clauses, &sets, visible);
            let mut nodes = Vec::new();
            self.stack(&clauses, &court, &mut nodes, &mut tally);
        }
        println!("{self:?}: {tally:?}");
        tally
    }

    /// Puts every node on top of those below, until there are enough.
    fn stack(self, clauses: &Clauses, court: &Court<'_>, nodes: &mut Vec<Node>, tally: &mut Tally) {
        if nodes.len() == self.num_nodes {
            let parents = |at: usize| {
                nodes.iter().flat_map(|node| &node.edges).filter(|edge| edge.target == Target::Node(at)).count()
            };
            let mut below_root = 0..nodes.len() - 1;
            if below_root.clone().all(|at| parents(at) > 0) && (!self.is_shared || below_root.any(|at| parents(at) > 1))
            {
                self.judge(clauses, court, nodes, tally);
            }
            return;
        }
        let mut edges = self.edges(nodes);
        if self.is_shared && self.num_nodes == 2 && nodes.len() == 1 {
            edges.retain(|edge| edge.target == Target::Node(0));
        }
        for is_or in [true, false] {
            self.push(clauses, court, nodes, is_or, &[], tally);
            for first in &edges {
                self.push(clauses, court, nodes, is_or, &[first], tally);
                for second in &edges {
                    if self.has_misshapen || is_well_shaped(is_or, first, second, court.visible) {
                        self.push(clauses, court, nodes, is_or, &[first, second], tally);
                    }
                }
            }
        }
    }

    fn push(
        self,
        clauses: &Clauses,
        court: &Court<'_>,
        nodes: &mut Vec<Node>,
        is_or: bool,
        edges: &[&Edge],
        tally: &mut Tally,
    ) {
        let vars = edges.iter().fold(0, |vars, edge| vars | edge.vars);
        let models = match is_or {
            true => edges.iter().fold(0, |models, edge| models | edge.models),
            false => edges.iter().fold(all(self.num_vars), |models, edge| models & edge.models),
        };
        let edges = edges.iter().map(|&edge| edge.clone()).collect();
        nodes.push(Node { is_or, edges, vars, models });
        self.stack(clauses, court, nodes, tally);
        nodes.pop();
    }

    /// The assignments in which all of these literals are true.
    fn models(self, lits: &[i32]) -> Table {
        let satisfies = |assignment: &u32| lits.iter().all(|&lit| is_true(*assignment, lit));
        (0..1u32 << self.num_vars).filter(satisfies).fold(0, |table, assignment| table | 1 << assignment)
    }

    /// The edges that a node on top of these may have.
    fn edges(self, nodes: &[Node]) -> Vec<Edge> {
        let mut targets = vec![Target::True, Target::False];
        let highest = if self.has_misshapen { self.num_nodes } else { nodes.len() };
        targets.extend((0..highest).map(Target::Node));
        let words = if self.has_misshapen { words(self.num_vars) } else { with_each_first(self.num_vars) };
        let mut edges = Vec::new();
        for &target in &targets {
            let (vars, models) = below(nodes, target);
            for lits in &words {
                if self.has_misshapen || vars_of(lits) & vars == 0 {
                    let (vars, models) = (vars_of(lits) | vars, self.models(lits) & models);
                    edges.push(Edge { lits: lits.clone(), target, vars, models });
                }
            }
        }
        edges
    }

    fn judge(self, clauses: &Clauses, court: &Court<'_>, nodes: &[Node], tally: &mut Tally) {
        let text = text(nodes);
        let models = nodes.last().expect("there is a node").models;
        tally.diagrams += 1;
        if !court.judge(&text, models, tally) || !self.has_lemmas {
            return;
        }
        for lemma in &clauses.clauses {
            let lits = lemma.iter().fold(String::new(), |text, lit| format!("{text}{lit} "));
            court.judge(&format!("l {lits}0\n{text}"), models, tally);
        }
    }
}

/// Two parts that share no variable, or two sides that exclude each other.
fn is_well_shaped(is_or: bool, first: &Edge, second: &Edge, visible: Table) -> bool {
    let is_decided = || first.lits.first().is_some_and(|decision| second.lits.first() == Some(&-decision));
    let is_hidden = (first.vars | second.vars) & visible == 0;
    if is_or { is_hidden || is_decided() } else { first.vars & second.vars == 0 }
}

/// The formulas of a world with some variables visible.
struct Court<'a> {
    clauses: &'a Clauses,
    visible: Table,
    /// Each with how many of its models there are of what is visible, by the number of clauses.
    formulas: Vec<(ClauseSet, usize, Cnf)>,
    /// For each truth table, the formulas that it implies, where it was asked for.
    implied: RefCell<Vec<Option<Rc<[u32]>>>>,
    alone: Vec<Cnf>,
    empty: Cnf,
}

impl<'a> Court<'a> {
    fn new(clauses: &'a Clauses, sets: &[ClauseSet], visible: Table) -> Court<'a> {
        let formula = |&set: &ClauseSet| (set, count(clauses.models(set), visible), clauses.cnf(set, visible));
        Court {
            clauses,
            visible,
            formulas: sets.iter().map(formula).collect(),
            implied: RefCell::new(vec![None; 256]),
            alone: (0..clauses.len()).map(|clause| clauses.cnf(1 << clause, visible)).collect(),
            empty: clauses.cnf(0, visible),
        }
    }

    /// Brings a diagram before all formulas; false if its shape alone is refused.
    fn judge(&self, text: &str, models: Table, tally: &mut Tally) -> bool {
        if let Err(refusal) = verify(&self.empty, text)
            && is_of_shape(&refusal)
        {
            tally.misshapen += 1;
            return false;
        }
        let implied = self.clauses.implied_by(models);
        for clause in (0..self.clauses.len()).filter(|&clause| implied >> clause & 1 == 0) {
            let verdict = verify(&self.alone[clause], text);
            assert!(verdict.is_err(), "{:?} is not implied by\n{text}", self.clauses.clauses[clause]);
        }
        let own = count(models, self.visible);
        let verdict = verify(&self.clauses.cnf(implied, self.visible), text);
        if let Ok(number) = &verdict {
            tally.exact += 1;
            assert_eq!(*number, own.to_string(), "{:#b}\n{text}", self.visible);
            self.weigh(&self.clauses.cnf(implied, self.visible), text, models);
        }
        for &at in &*self.implied_by(models) {
            let (set, number, cnf) = &self.formulas[at as usize];
            if verdict.is_ok() && *number == own {
                continue;
            }
            tally.pairs += 1;
            if let Ok(verified) = verify(cnf, text) {
                let clauses: Vec<&Vec<i32>> = members(*set).map(|at| &self.clauses.clauses[at]).collect();
                assert_eq!(verified, number.to_string(), "{clauses:?}, visible {:#b}\n{text}", self.visible);
            }
        }
        true
    }
}

/// Weights that few sums of products have in common, and what they are over [`DENOMINATORS`].
const WEIGHTS: [(i32, &str); 5] = [(1, "3"), (-1, "-5"), (2, "1/7"), (-2, "11"), (3, "0.25")];
const NUMERATORS: [[i128; 2]; 3] = [[3, -5], [1, 77], [25, 75]];
const DENOMINATORS: [i128; 3] = [1, 7, 100];

impl Court<'_> {
    /// A verified diagram gives models the sum of weights that the truth table gives them.
    fn weigh(&self, cnf: &Cnf, text: &str, models: Table) {
        let mut weights = Weights::new();
        for (number, weight) in WEIGHTS {
            assert!(weights.set(lits(&[number])[0], weight.parse().unwrap()));
        }
        let verdict = check_weights_within(cnf, &weights, text.as_bytes(), &Clock::unlimited()).unwrap();
        let is_visible = |var: &usize| self.visible >> var & 1 == 1;
        let weight = |assignment: usize| -> i128 {
            (0..3).filter(is_visible).map(|var| NUMERATORS[var][usize::from(assignment >> var & 1 == 0)]).product()
        };
        let seen = shown(models, self.visible);
        let sum: i128 = (0..8).filter(|&assignment| seen[assignment]).map(weight).sum();
        let denominator: i128 = (0..3).filter(is_visible).map(|var| DENOMINATORS[var]).product();
        let size = |number: String| number.parse::<i128>().unwrap();
        let numerator = size(verdict.weight.numerator().to_string());
        let numerator = if verdict.weight.is_negative() { -numerator } else { numerator };
        let proved = numerator * denominator == sum * size(verdict.weight.denominator().to_string());
        assert!(proved, "{} is not {sum}/{denominator}, visible {:#b}\n{text}", verdict.weight, self.visible);
    }

    /// The formulas that a truth table implies. The empty one implies all: a diagram without a model is refused before
    /// anything else is looked at, unless propagation refutes the formula, so formulas of few clauses are enough.
    fn implied_by(&self, models: Table) -> Rc<[u32]> {
        let mut known = self.implied.borrow_mut();
        let known = known[models as usize].get_or_insert_with(|| {
            let implied = self.clauses.implied_by(models);
            let most = if models == 0 { 3 } else { u32::MAX };
            let is_there = |set: ClauseSet| set & !implied == 0 && set.count_ones() <= most;

            (0..).zip(&self.formulas).filter(|(_, formula)| is_there(formula.0)).map(|(at, _)| at).collect()
        });
        Rc::clone(known)
    }
}

fn verify(cnf: &Cnf, text: &str) -> Result<String, DnnfRefusal> {
    match check_dnnf(cnf, text.as_bytes().by_ref()) {
        Ok(verdict) => Ok(verdict.count.to_string()),
        Err(DnnfError::Refused(refusal)) => Err(refusal),
        Err(error) => panic!("{error}"),
    }
}

/// Whether a refusal says nothing of the formula. Such are found before the formula is looked at.
fn is_of_shape(refusal: &DnnfRefusal) -> bool {
    use DnnfRefusal::{Empty, FalsePart, Leaf, NotDecided, Ring, Shared, Syntax};
    matches!(
        refusal,
        Syntax { .. } | Empty | Ring { .. } | Shared { .. } | Leaf { .. } | FalsePart { .. } | NotDecided { .. }
    )
}

/// The variables and the models of the target of an edge. A node that is not there yet has neither;
/// a diagram with such an edge is a ring.
fn below(nodes: &[Node], target: Target) -> (Table, Table) {
    match target {
        Target::True => (0, Table::MAX),
        Target::False => (0, 0),
        Target::Node(at) => nodes.get(at).map_or((0, Table::MAX), |node| (node.vars, node.models)),
    }
}

fn vars_of(lits: &[i32]) -> Table {
    lits.iter().fold(0, |vars, lit| vars | 1 << (lit.abs() - 1))
}

/// All sequences of up to two literals.
fn words(num_vars: usize) -> Vec<Vec<i32>> {
    let lits: Vec<i32> = (1..=num_vars as i32).flat_map(|var| [var, -var]).collect();
    let mut words = vec![Vec::new()];
    words.extend(lits.iter().map(|&lit| vec![lit]));
    words.extend(lits.iter().flat_map(|&first| lits.iter().map(move |&second| vec![first, second])));
    words
}

/// A diagram as it stands in a file, the root first.
fn text(nodes: &[Node]) -> String {
    let name = |target: Target| match target {
        Target::Node(at) => nodes.len() - at,
        Target::True => 8,
        Target::False => 9,
    };
    let mut text = String::new();
    for (at, node) in nodes.iter().enumerate().rev() {
        let _ = writeln!(text, "{} {} 0", if node.is_or { "o" } else { "a" }, name(Target::Node(at)));
    }
    text += "t 8 0\nf 9 0\n";
    for (at, node) in nodes.iter().enumerate().rev() {
        for edge in &node.edges {
            let _ = write!(text, "{} {} ", name(Target::Node(at)), name(edge.target));
            edge.lits.iter().for_each(|lit| _ = write!(text, "{lit} "));
            text += "0\n";
        }
    }
    text
}

/// A world in which every verdict occurs. It has so many diagrams that are right, if the number is
/// known: a checker that refused some of them would say nothing false, and be of less use.
fn is_told_apart(world: World, right: impl Into<Option<u64>>) {
    let Tally { diagrams, misshapen, exact, pairs } = world.go_through();
    assert!(misshapen < diagrams && pairs > 0);
    assert!(exact > 0 && right.into().is_none_or(|right| exact == right), "{exact} are right");
}

#[test]
fn diagrams_of_one_variable_of_any_shape() {
    let any_shape = World { has_misshapen: true, has_lemmas: true, ..world(1) };
    is_told_apart(any_shape, 174);
    if is_middle() {
        is_told_apart(World { num_nodes: 2, ..any_shape }, 124_886);
    }
}

#[test]
fn diagrams_of_two_variables_of_any_shape() {
    is_told_apart(World { has_misshapen: true, has_lemmas: true, ..world(2) }, 7_700);
    if is_large() {
        is_told_apart(World { num_nodes: 2, has_misshapen: true, ..world(2) }, None);
    }
}

#[test]
fn well_shaped_diagrams_of_two_variables() {
    is_told_apart(World { num_nodes: 2, has_lemmas: is_large(), ..world(2) }, (!is_large()).then_some(76_088));
    is_told_apart(World { num_nodes: 2, is_shared: true, has_lemmas: true, ..world(2) }, 27_264);
    if is_large() {
        is_told_apart(World { num_nodes: 3, ..world(2) }, 7_028_936);
        is_told_apart(World { num_nodes: 3, is_shared: true, has_lemmas: true, ..world(2) }, 4_335_872);
    }
}

#[test]
fn well_shaped_diagrams_of_three_variables() {
    is_told_apart(World { most_clauses: 2, ..world(3) }, 25_184);
    if is_large() {
        is_told_apart(World { num_nodes: 2, most_clauses: 4, ..world(3) }, 5_060_840);
    }
    if is_middle() {
        let most_clauses = if is_large() { 27 } else { 2 };
        is_told_apart(World { num_nodes: 2, is_shared: true, most_clauses, ..world(3) }, 140_920);
    }
}

/// Trees of one node, before every formula.
fn world(num_vars: usize) -> World {
    let most_clauses = 3u32.pow(num_vars as u32);
    World { num_vars, num_nodes: 1, has_misshapen: false, is_shared: false, has_lemmas: false, most_clauses }
}

#[test]
fn sets_of_variables_are_as_they_are_named() {
    assert_eq!(vars_in(vars_of(&[-3, 1])).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(with_each_first(3).len(), 55);
}
