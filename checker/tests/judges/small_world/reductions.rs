//! Every short sequence of steps that reduce a small formula, before a diagram of what they leave.
//!
//! The diagram is a tree of decisions, and all clauses that follow are lemmas, longest first. It proves the number of
//! its formula, so if the steps are allowed it must be verified, with the number of the formula before the steps, and
//! with its sum of weights.

use std::fmt::Write;

use gordian_checker::{DnnfError, DnnfRefusal, StepRefusal, check_dnnf, check_weights_within};
use gordian_formula::{Clock, Cnf, Weights};

use super::formulas::{ClauseSet, Clauses, Table, all, count, is_true, lits, members, shown, vars_in};
use super::{is_large, is_middle};

/// Weights of the literals of each variable: one world has those of one row.
const WEIGHTS: [[[i128; 2]; 3]; 3] =
    [[[2, 2], [3, 5], [-7, -7]], [[3, -5], [-2, -2], [1, 0]], [[0, 0], [1, 1], [4, 9]]];

#[derive(Clone, Copy, Debug)]
struct World {
    num_vars: usize,
    most_clauses: u32,
    most_steps: usize,
    /// Whether clauses are added and deleted, too, and not only variables defined and eliminated.
    has_clauses: bool,
}

#[derive(Debug, Default)]
struct Tally {
    /// Sequences of which all steps are allowed.
    allowed: u64,
    /// Those of them that leave out a visible variable.
    shorter: u64,
    /// Sequences whose last step is refused.
    refused: u64,
    /// Verified sums of weights.
    weighed: u64,
}

/// A formula in the midst of its reduction, as the harness sees it.
#[derive(Clone)]
struct State {
    clauses: Vec<usize>,
    visible: Table,
    text: String,
}

/// The formula before.
struct Case<'a> {
    clauses: &'a Clauses,
    models: Table,
    visible: Table,
    cnf: Cnf,
    weights: [Weights; 3],
}

impl World {
    fn go_through(self) -> Tally {
        let clauses = Clauses::new(self.num_vars);
        let mut tally = Tally::default();
        for visible in 0..1 << self.num_vars {
            for set in clauses.sets(self.most_clauses) {
                let case = Case::new(&clauses, set, visible);
                let start = State { clauses: members(set).collect(), visible, text: String::new() };
                self.extend(&case, &start, self.most_steps, &mut tally);
            }
        }
        println!("{self:?}: {tally:?}");
        tally
    }

    /// Puts every step behind those that were allowed.
    fn extend(self, case: &Case<'_>, state: &State, left: usize, tally: &mut Tally) {
        if left == 0 {
            return;
        }
        let clauses = case.clauses;
        let mut steps: Vec<State> = Vec::new();
        for (number, clause) in clauses.clauses.iter().enumerate().filter(|_| self.has_clauses) {
            let mut added = state.clone();
            added.clauses.push(number);
            said(&mut added.text, 'i', clause);
            steps.push(added);
            let mut deleted = state.clone();
            if let Some(at) = deleted.clauses.iter().position(|&other| other == number) {
                deleted.clauses.remove(at);
            }
            said(&mut deleted.text, 'd', clause);
            steps.push(deleted);
        }
        for var in 0..self.num_vars {
            let mut defined = state.clone();
            said(&mut defined.text, 'h', &[var as i32 + 1]);
            steps.push(defined);
            let mut eliminated = state.clone();
            eliminated.visible &= !(1 << var);
            eliminated.clauses.retain(|&clause| clauses.clauses[clause].iter().all(|lit| lit.abs() != var as i32 + 1));
            said(&mut eliminated.text, 'e', &[var as i32 + 1]);
            steps.push(eliminated);
        }
        for step in steps {
            if case.judge(&step, tally) {
                self.extend(case, &step, left - 1, tally);
            }
        }
    }
}

fn said(text: &mut String, step: char, numbers: &[i32]) {
    let _ = write!(text, "{step}");
    numbers.iter().for_each(|number| _ = write!(text, " {number}"));
    *text += " 0\n";
}

impl<'a> Case<'a> {
    fn new(clauses: &'a Clauses, set: ClauseSet, visible: Table) -> Case<'a> {
        let weights = WEIGHTS.map(|row| {
            let mut weights = Weights::new();
            for (pair, number) in row.iter().zip(1..) {
                for (weight, number) in pair.iter().zip([number, -number]) {
                    assert!(weights.set(lits(&[number])[0], weight.to_string().parse().unwrap()));
                }
            }
            weights
        });
        Case { clauses, models: clauses.models(set), visible, cnf: clauses.cnf(set, visible), weights }
    }

    /// Whether the last step is allowed. If so, all is as it was before the first one.
    fn judge(&self, state: &State, tally: &mut Tally) -> bool {
        let evidence = self.evidence(state);
        let verdict = match check_dnnf(&self.cnf, evidence.as_bytes()) {
            Ok(verdict) => verdict,
            Err(DnnfError::Refused(DnnfRefusal::Step { line, .. })) if line == state.text.lines().count() => {
                tally.refused += 1;
                return false;
            }
            Err(error) => panic!("{:?}, visible {:#b}: {error}\n{evidence}", self.cnf, self.visible),
        };
        let number = count(self.models, self.visible);
        assert_eq!(verdict.count.to_string(), number.to_string(), "{:?}\n{evidence}", self.cnf);
        tally.allowed += 1;
        tally.shorter += u64::from(state.visible != self.visible);
        for (weights, row) in self.weights.iter().zip(WEIGHTS) {
            match check_weights_within(&self.cnf, weights, evidence.as_bytes(), &Clock::unlimited()) {
                Err(DnnfError::Refused(DnnfRefusal::Step { reason: StepRefusal::Weighs { .. }, .. })) => {}
                verdict => {
                    let weight = verdict.unwrap_or_else(|error| panic!("{error}\n{evidence}")).weight;
                    let said: i128 = weight.numerator().to_string().parse().unwrap();
                    let said = if weight.is_negative() { -said } else { said };
                    assert_eq!(weight.denominator().to_string(), "1");
                    assert_eq!(said, self.weight(row), "{:?}, {row:?}\n{evidence}", self.cnf);
                    tally.weighed += 1;
                }
            }
        }
        true
    }

    fn weight(&self, row: [[i128; 2]; 3]) -> i128 {
        let seen = shown(self.models, self.visible);
        let weight = |assignment: usize| -> i128 {
            vars_in(self.visible).map(|var| row[var][usize::from(assignment >> var & 1 == 0)]).product()
        };
        (0..8).filter(|&assignment| seen[assignment]).map(weight).sum()
    }

    /// The steps, with lemmas and a diagram of what they should leave.
    fn evidence(&self, state: &State) -> String {
        let num_vars = self.clauses.num_vars;
        let tables = state.clauses.iter().map(|&clause| self.clauses.tables[clause]);
        let models = tables.fold(all(num_vars), |models, table| models & table);
        let mut lemmas: Vec<&Vec<i32>> =
            members(self.clauses.implied_by(models)).map(|clause| &self.clauses.clauses[clause]).collect();
        lemmas.sort_by_key(|lemma| std::cmp::Reverse(lemma.len()));
        let mut text = state.text.clone();
        lemmas.iter().for_each(|lemma| said(&mut text, 'l', lemma));
        // Hidden variables last: below their nodes the checker looks for nothing.
        let visible = vars_in(state.visible).filter(|&var| var < num_vars);
        let order: Vec<usize> = visible.chain((0..num_vars).filter(|var| state.visible >> var & 1 == 0)).collect();
        let (mut nodes, mut edges) = (String::new(), String::new());
        let mut names = 0;
        tree(&order, models, &mut names, &mut nodes, &mut edges);
        text + &nodes + &edges
    }
}

/// Writes a tree of decisions on these variables; returns its name.
fn tree(order: &[usize], models: Table, names: &mut u32, nodes: &mut String, edges: &mut String) -> u32 {
    *names += 1;
    let name = *names;
    let (Some((&var, order)), true) = (order.split_first(), models != 0) else {
        let _ = writeln!(nodes, "{} {name} 0", if models == 0 { 'f' } else { 't' });
        return name;
    };
    let _ = writeln!(nodes, "o {name} 0");
    for lit in [var as i32 + 1, -(var as i32 + 1)] {
        let side = (0..8u32).filter(|&assignment| is_true(assignment, lit)).fold(0, |table, bit| table | 1 << bit);
        let child = tree(order, models & side, names, nodes, edges);
        let _ = writeln!(edges, "{name} {child} {lit} 0");
    }
    name
}

/// A world in which every verdict occurs, of so many sequences that are allowed: a checker that refused some of them
/// would say nothing false, and be of less use.
fn is_told_apart(world: World, allowed: u64) {
    let tally = world.go_through();
    assert!(tally.shorter > 0 && tally.refused > 0 && tally.weighed > tally.shorter, "{tally:?}");
    assert_eq!(tally.allowed, allowed, "{tally:?}");
}

/// Up to three clauses, and two steps of any kind.
fn world(num_vars: usize) -> World {
    World { num_vars, most_clauses: 3, most_steps: 2, has_clauses: true }
}

#[test]
fn steps_on_one_variable() {
    is_told_apart(World { most_steps: 4, ..world(1) }, 7_547);
}

#[test]
fn steps_on_two_variables() {
    is_told_apart(world(2), 11_054);
    if is_middle() {
        is_told_apart(World { most_steps: 3, ..world(2) }, 131_088);
    }
    if is_large() {
        is_told_apart(World { most_clauses: 9, most_steps: 3, ..world(2) }, 1_245_380);
        is_told_apart(World { most_steps: 4, ..world(2) }, 1_669_094);
    }
}

#[test]
fn steps_on_three_variables() {
    is_told_apart(World { most_clauses: 1, ..world(3) }, 8_380);
    if is_middle() {
        is_told_apart(World { most_clauses: 2, ..world(3) }, 52_408);
    }
    if is_large() {
        is_told_apart(World { most_steps: 3, ..world(3) }, 9_325_005);
    }
}

#[test]
fn variables_are_defined_and_eliminated_one_after_the_other() {
    let without = World { most_steps: 6, has_clauses: false, ..world(2) };
    is_told_apart(without, 5_652);
    is_told_apart(World { num_vars: 3, most_clauses: 2, ..without }, 44_566);
    if is_middle() {
        is_told_apart(World { num_vars: 3, ..without }, 223_639);
    }
    if is_large() {
        is_told_apart(World { num_vars: 3, most_clauses: 6, ..without }, 16_262_047);
    }
}
