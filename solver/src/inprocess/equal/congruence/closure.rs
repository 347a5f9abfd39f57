//! Merging the outputs of equal gates.

use std::collections::VecDeque;

use gordian_formula::{Lit, Var};

use super::gates::{Gate, Gates, Kind};
use crate::engine::{Call, Engine};
use crate::search::propagate::propagate;
use crate::store::equivalences::Equivalences;

/// The most rewrites of each input, on average. A literal that is merged again and again may be an
/// input of all gates.
const REWRITES_PER_INPUT: u64 = 50;

/// The state of one closure.
///
/// Invariant: the proof holds the two binary clauses of every equivalence, and for every gate
/// clauses by which inputs propagate to the output, a true output of a conjunction to its inputs,
/// an output and all inputs of a parity but one to that one, and an output of a choice and its
/// condition to the branch.
pub(super) struct Closure<'a, 'c> {
    engine: &'a mut Engine,
    call: &'a mut Call<'c>,
    gates: Gates,
    is_dead: Vec<bool>,
    /// For each variable the gates it is an input of.
    occurrences: Vec<Vec<u32>>,
    equivalences: Equivalences,
    /// Variables that were merged or assigned, whose gates are to be looked at again.
    pending: VecDeque<Var>,
    /// The number of literals of the trail that are in `pending` or done.
    noticed: usize,
    /// Inputs of gates that may still be rewritten.
    steps: u64,
    /// Clauses in the proof that are to be deleted at the end.
    lemmas: Vec<Vec<Lit>>,
}

impl<'a, 'c> Closure<'a, 'c> {
    pub(super) fn new(engine: &'a mut Engine, call: &'a mut Call<'c>, gates: Gates) -> Closure<'a, 'c> {
        let num_vars = engine.trail.num_vars();
        let mut occurrences = vec![Vec::new(); num_vars];
        for gate in 0..gates.len() {
            for input in gates.inputs(gate) {
                occurrences[input.var().index()].push(gate as u32);
            }
        }
        let equivalences = Equivalences::new(num_vars);
        let noticed = engine.trail.len();
        let is_dead = vec![false; gates.len()];
        Closure {
            steps: REWRITES_PER_INPUT * gates.num_inputs() as u64,
            engine,
            call,
            gates,
            is_dead,
            occurrences,
            equivalences,
            pending: VecDeque::new(),
            noticed,
            lemmas: Vec::new(),
        }
    }

    /// Merges equal literals, beginning with the pairs `equal` and with the literals `never` true.
    pub(super) fn run(mut self, equal: &[[Lit; 2]], never: &[Lit]) {
        self.gates.open_table();
        for &lit in never {
            if !self.engine.is_inconsistent {
                self.assign(!lit);
            }
        }
        for &[left, right] in equal {
            self.merge(left, right, &[]);
        }
        for gate in 0..self.gates.len() {
            if self.call.is_late_by_now() {
                break;
            }
            self.find_equal(gate);
        }
        while !self.engine.is_inconsistent
            && self.steps > 0
            && !self.call.is_late_by_now()
            && let Some(var) = self.pending.pop_front()
        {
            // The representative takes over the gates.
            let representative = self.find(var.positive()).var();
            for gate in std::mem::take(&mut self.occurrences[var.index()]) {
                if self.is_dead[gate as usize] || self.engine.is_inconsistent {
                    continue;
                }
                self.gates.remove(gate as usize);
                self.rewrite(gate as usize);
                if !self.is_dead[gate as usize] {
                    self.occurrences[representative.index()].push(gate);
                }
            }
        }
        for lemma in self.lemmas {
            self.call.proof.delete(&lemma);
        }
    }

    fn find(&mut self, lit: Lit) -> Lit {
        self.equivalences.find(lit)
    }

    fn value(&self, lit: Lit) -> i8 {
        self.engine.trail.value(lit)
    }

    fn kill(&mut self, gate: usize) {
        self.is_dead[gate] = true;
    }

    /// Puts a gate into the table, or merges its output with that of the one that is there.
    fn find_equal(&mut self, gate: usize) {
        if self.engine.is_inconsistent {
            return;
        }
        let Some(other) = self.gates.insert(gate) else { return };
        self.kill(gate);
        let helpers: Vec<Lit> = match self.gates.get(gate).kind {
            Kind::And => Vec::new(),
            Kind::Xor => self.gates.inputs(gate).split_last().map_or(Vec::new(), |(_, rest)| rest.to_vec()),
            Kind::Choice => vec![self.gates.inputs(gate)[0]],
        };
        self.merge(self.gates.get(gate).output, self.gates.get(other).output, &helpers);
    }

    /// Makes two literals equal. Once the helpers have values, propagation shows that they are.
    fn merge(&mut self, left: Lit, right: Lit, helpers: &[Lit]) {
        let [left_root, right_root] = [left, right].map(|lit| self.find(lit));
        if left_root == right_root || self.engine.is_inconsistent {
            return;
        }
        for clause in [[left, !right], [!left, right]] {
            if left == !right {
                self.derive(&clause[..1], helpers);
            } else {
                self.derive(&clause, helpers);
            }
        }
        if left_root == !right_root {
            // Each of them implies its negation.
            self.call.proof.add(&[left]);
            self.call.proof.add(&[]);
            self.engine.is_inconsistent = true;
            return;
        }
        if self.value(left) == 0 && self.value(right) == 0 {
            for [first, second] in [[left, !right], [!left, right]] {
                self.engine.watches.add_binary(first, second, true);
                self.engine.statistics.redundant += 1;
            }
        }
        self.engine.statistics.congruence.congruent += 1;
        let (_, child) = self.equivalences.merge(left, right);
        self.pending.push_back(child.var());
        // A literal that has a value gives it to the other one.
        for (lit, other) in [(left, right), (right, left)] {
            match (self.value(lit), self.value(other)) {
                (value, 0) if value > 0 => self.assign(other),
                (value, 0) if value < 0 => self.assign(!other),
                (value, other_value) if value * other_value < 0 => self.contradict(),
                _ => {}
            }
        }
    }

    /// Adds a clause to the proof that propagation shows for each assignment of the helpers.
    fn derive(&mut self, clause: &[Lit], helpers: &[Lit]) {
        for count in (1..=helpers.len()).rev() {
            for signs in 0..1u32 << count {
                let lemma = with_signs(clause, &helpers[..count], signs);
                self.call.proof.add(&lemma);
                self.lemmas.push(lemma);
            }
        }
        self.call.proof.add(clause);
    }

    /// Makes a literal true that propagation shows to be, and propagates it.
    fn assign(&mut self, lit: Lit) {
        match self.value(lit) {
            0 => {
                self.call.proof.add(&[lit]);
                self.engine.assign_root(lit);
                if propagate(self.engine).is_some() {
                    self.contradict();
                }
                for position in self.noticed..self.engine.trail.len() {
                    self.pending.push_back(self.engine.trail.literal(position).var());
                }
                self.noticed = self.engine.trail.len();
            }
            value if value < 0 => self.contradict(),
            _ => {}
        }
    }

    fn contradict(&mut self) {
        if !self.engine.is_inconsistent {
            self.call.proof.add(&[]);
            self.engine.is_inconsistent = true;
        }
    }

    /// Brings a gate, which is not in the table, up to date with merged and assigned literals.
    fn rewrite(&mut self, gate: usize) {
        let Gate { kind, output, .. } = self.gates.get(gate);
        let inputs = self.gates.inputs(gate).to_vec();
        self.steps = self.steps.saturating_sub(inputs.len() as u64);
        let inputs: Vec<Lit> = inputs.into_iter().map(|lit| self.find(lit)).collect();
        match kind {
            Kind::And => self.rewrite_conjunction(gate, output, inputs),
            Kind::Xor => self.rewrite_parity(gate, output, inputs),
            Kind::Choice => self.rewrite_choice(gate, output, [inputs[0], inputs[1], inputs[2]]),
        }
    }

    fn rewrite_conjunction(&mut self, gate: usize, output: Lit, mut inputs: Vec<Lit>) {
        let root = self.find(output);
        inputs.retain(|&lit| self.engine.trail.value(lit) <= 0);
        inputs.sort_unstable();
        inputs.dedup();
        let is_false = inputs.iter().any(|&lit| self.value(lit) < 0 || lit == !root)
            || inputs.windows(2).any(|pair| pair[0] == !pair[1]);
        if is_false {
            self.kill(gate);
            self.assign(!output);
        } else {
            // A conjunction that equals one of its inputs stays: others of the same inputs are merged with it.
            self.keep(gate, Kind::And, output, &inputs, output);
        }
    }

    /// Leaves a gate with these inputs; one without inputs makes a literal true.
    fn keep(&mut self, gate: usize, kind: Kind, output: Lit, inputs: &[Lit], without: Lit) {
        match *inputs {
            [] => {
                self.kill(gate);
                self.assign(without);
            }
            [input] => {
                self.kill(gate);
                self.merge(output, input, &[]);
            }
            _ => {
                self.gates.change(gate, kind, output, inputs);
                self.find_equal(gate);
            }
        }
    }

    fn rewrite_parity(&mut self, gate: usize, mut output: Lit, mut inputs: Vec<Lit>) {
        for input in &mut inputs {
            let is_negated = if self.value(*input) == 0 { input.is_negative() } else { self.value(*input) > 0 };
            if is_negated {
                output = !output;
            }
            *input = input.var().positive();
        }
        inputs.retain(|&lit| self.engine.trail.value(lit) == 0);
        inputs.sort_unstable();
        let mut cancelled: Vec<Lit> = Vec::new();
        while let Some(at) = inputs.windows(2).position(|pair| pair[0] == pair[1]) {
            cancelled.push(inputs[at]);
            inputs.drain(at..at + 2);
        }
        // Lemmas would name the output twice.
        if cancelled.contains(&self.equivalences.find(output).var().positive()) {
            self.kill(gate);
            return;
        }
        if !cancelled.is_empty() {
            // Propagation does not see through two equal inputs: the shorter clauses are written
            // down. Each forbids an assignment with an odd number of true literals.
            let mut lits = inputs.clone();
            lits.push(output);
            for signs in (0..1u32 << lits.len()).filter(|signs| signs.count_ones() % 2 == 1) {
                let clause = with_signs(&[], &lits, signs);
                self.derive(&clause, &cancelled);
                self.lemmas.push(clause);
            }
        }
        self.keep(gate, Kind::Xor, output, &inputs, !output);
    }

    fn rewrite_choice(&mut self, gate: usize, mut output: Lit, [condition, then, otherwise]: [Lit; 3]) {
        self.kill(gate);
        let (condition, mut then, mut otherwise) = match condition.is_positive() {
            true => (condition, then, otherwise),
            false => (!condition, otherwise, then),
        };
        let values = [condition, then, otherwise].map(|lit| self.value(lit));
        match values {
            [1, _, _] => return self.merge(output, then, &[]),
            [-1, _, _] => return self.merge(output, otherwise, &[]),
            _ => {}
        }
        // A branch that is the condition is as good as a constant.
        let as_constant = |lit: Lit, value: i8, if_condition: i8| match lit {
            _ if value != 0 => value,
            _ if lit == condition => if_condition,
            _ if lit == !condition => -if_condition,
            _ => 0,
        };
        let constants = [as_constant(then, values[1], 1), as_constant(otherwise, values[2], -1)];
        let conjunction = match constants {
            [1, 1] => return self.assign_by_cases(output, condition),
            [-1, -1] => return self.assign_by_cases(!output, condition),
            [1, -1] => return self.merge(output, condition, &[]),
            [-1, 1] => return self.merge(output, !condition, &[]),
            [1, _] => Some((!output, !condition, !otherwise)),
            [-1, _] => Some((output, !condition, otherwise)),
            [_, 1] => Some((!output, condition, !then)),
            [_, -1] => Some((output, condition, then)),
            _ => None,
        };
        if let Some((output, first, second)) = conjunction {
            // In this order propagation shows each of them.
            for lemma in [vec![!output, first], vec![!output, second], vec![output, !first, !second]] {
                self.call.proof.add(&lemma);
                self.lemmas.push(lemma);
            }
            self.is_dead[gate] = false;
            self.gates.change(gate, Kind::And, output, &[first, second]);
            self.rewrite_conjunction(gate, output, vec![first, second]);
            return;
        }
        if then == otherwise {
            return self.merge(output, then, &[condition]);
        }
        self.is_dead[gate] = false;
        if then == !otherwise {
            // The output is the condition if that branch is true, else its negation.
            self.gates.change(gate, Kind::Xor, !output, &[condition, then]);
            self.rewrite_parity(gate, !output, vec![condition, then]);
            return;
        }
        if then.is_negative() {
            (output, then, otherwise) = (!output, !then, !otherwise);
        }
        self.gates.change(gate, Kind::Choice, output, &[condition, then, otherwise]);
        self.find_equal(gate);
    }

    /// Makes a literal true that propagation shows to be from either value of a condition.
    fn assign_by_cases(&mut self, lit: Lit, condition: Lit) {
        self.derive(&[lit], &[condition]);
        self.assign(lit);
    }
}

/// A clause with more literals, negated where the bit is set.
fn with_signs(clause: &[Lit], lits: &[Lit], signs: u32) -> Vec<Lit> {
    let signed = lits.iter().enumerate().map(|(at, &lit)| if signs >> at & 1 == 1 { !lit } else { lit });
    clause.iter().copied().chain(signed).collect()
}
