//! Gates that are made of conjunctions, as in circuits of conjunctions and negations alone.

use gordian_formula::{Lit, LitMap};

use super::extract::Extractor;
use super::gates::{Gates, Kind};

/// Nested conjunctions of more inputs are left as they are.
const FLAT_LIMIT: usize = 32;

/// Inputs of inputs that looking into conjunctions may visit for each of these and each of its inputs, on average.
const STEPS_PER_INPUT: u64 = 100;

/// The conjunction that each literal is the output of, and the gates and marks of one that is looked into.
struct Nest {
    definitions: LitMap<Option<u32>>,
    /// Literals whose stamp is the last one are met; of these, the inputs are held.
    met: LitMap<u32>,
    held: LitMap<u32>,
    stamp: u32,
    /// Inputs that may still be visited.
    steps: u64,
}

impl Nest {
    /// The inputs of the conjunction that a literal is the output of, each of which is visited.
    fn open<'a>(&mut self, gates: &'a Gates, lit: Lit) -> &'a [Lit] {
        let inputs = self.definitions[lit].map_or(&[][..], |gate| gates.inputs(gate as usize));
        self.steps = self.steps.saturating_sub(inputs.len() as u64);
        inputs
    }
}

impl Extractor<'_> {
    /// Finds the functions that conjunctions of conjunctions compute. The added gates have no
    /// clauses of their own: propagation through the conjunctions shows the same.
    pub(super) fn find_nested(&mut self) {
        let num_vars = self.engine.trail.num_vars();
        let mut nest = Nest { definitions: LitMap::new(), met: LitMap::new(), held: LitMap::new(), stamp: 0, steps: 0 };
        nest.definitions.grow(num_vars);
        nest.met.grow(num_vars);
        nest.held.grow(num_vars);
        let num_conjunctions = self.gates.len();
        for gate in 0..num_conjunctions {
            nest.definitions[self.gates.get(gate).output].get_or_insert(gate as u32);
            nest.steps += STEPS_PER_INPUT * (1 + self.gates.inputs(gate).len() as u64);
        }
        for gate in 0..num_conjunctions {
            if nest.steps == 0 {
                return;
            }
            self.find_nested_choice(&nest, gate);
            self.flatten(&mut nest, gate);
        }
    }

    fn pair(&self, gate: usize) -> Option<[Lit; 2]> {
        self.gates.inputs(gate).try_into().ok()
    }

    /// A choice, or a parity of two inputs: either of two conjunctions, one of which needs a
    /// condition and the other its negation.
    fn find_nested_choice(&mut self, nest: &Nest, gate: usize) {
        let either = !self.gates.get(gate).output;
        let pair_of = |lit: Lit| nest.definitions[lit].and_then(|gate| self.pair(gate as usize));
        let Some([left, right]) = self.pair(gate) else { return };
        let (Some([a, b]), Some(others)) = (pair_of(!left), pair_of(!right)) else { return };
        let mut choices = [(a, b), (b, a)].into_iter().filter_map(|(condition, then)| {
            let at = others.iter().position(|&other| other == !condition)?;
            Some((condition, then, others[1 - at]))
        });
        match (choices.next(), choices.next()) {
            (Some((condition, then, _)), Some(_)) => {
                // If a gate is its own input, nothing is left of it but a constant.
                if [condition.var(), then.var()].contains(&either.var()) {
                    return;
                }
                // It is true where the two are equal.
                let lits = [either, condition, then];
                let is_odd = lits.iter().filter(|lit| lit.is_positive()).count() % 2 == 1;
                let mut sorted = lits.map(|lit| lit.var().positive());
                sorted.sort_unstable();
                self.add_parity(&sorted, is_odd);
            }
            (Some((condition, then, otherwise)), None) => self.add_choice(either, condition, then, otherwise),
            _ => {}
        }
    }

    /// The conjunction of all that conjunctions which are inputs of it need, and of which the rest
    /// is as simple as it is seen to be (the rules of Brummayer & Biere 2006, for two levels).
    fn flatten(&mut self, nest: &mut Nest, gate: usize) {
        let output = self.gates.get(gate).output;
        nest.stamp += 1;
        let stamp = nest.stamp;
        let mut inputs = self.gates.inputs(gate).to_vec();
        inputs.iter().for_each(|&lit| nest.met[lit] = stamp);
        nest.met[output] = stamp;
        let mut opened = Vec::new();
        let mut at = 0;
        while let Some(&lit) = inputs.get(at) {
            let inner = nest.open(&self.gates, lit);
            if inner.is_empty() {
                at += 1;
                continue;
            }
            opened.push(lit);
            inputs.swap_remove(at);
            for &input in inner {
                if std::mem::replace(&mut nest.met[input], stamp) != stamp {
                    inputs.push(input);
                }
            }
            if inputs.len() > FLAT_LIMIT {
                return;
            }
        }
        inputs.iter().for_each(|&lit| nest.held[lit] = stamp);
        // If conjunctions are defined by each other, the rest does not lead back to all of them.
        let mut unshown = opened.clone();
        while !unshown.is_empty() {
            for &lit in unshown.iter().rev() {
                if nest.open(&self.gates, lit).iter().all(|&input| nest.held[input] == stamp) {
                    nest.held[lit] = stamp;
                }
            }
            let before = unshown.len();
            unshown.retain(|&lit| nest.held[lit] != stamp);
            if unshown.len() == before || nest.steps == 0 {
                return;
            }
        }
        opened.iter().for_each(|&lit| nest.held[lit] = 0);
        let is_opposed = inputs.iter().any(|&lit| nest.held[!lit] == stamp);
        let (false, Some(is_simpler)) = (is_opposed, self.simplify(nest, &mut inputs)) else {
            self.never.push(output);
            return;
        };
        match inputs[..] {
            [input] => self.equal.push([output, input]),
            _ if opened.is_empty() && !is_simpler => {}
            _ => {
                inputs.sort_unstable();
                self.gates.add(Kind::And, output, &inputs);
            }
        }
    }

    /// Simplifies the negated conjunctions among the inputs. It leaves out those that another input
    /// falsifies. If all inputs of one but a single literal are held, the negation of that literal
    /// replaces it. Returns whether there were any, or `None` if all inputs of one are held, so
    /// that the whole is never true.
    ///
    /// Everything left out follows from the inputs that are held afterwards. Nothing that was left
    /// out comes back, although conjunctions may be defined by each other.
    fn simplify(&self, nest: &mut Nest, inputs: &mut Vec<Lit>) -> Option<bool> {
        let stamp = nest.stamp;
        let mut is_simpler = false;
        let mut at = 0;
        while let Some(&lit) = inputs.get(at) {
            let inner = nest.open(&self.gates, !lit);
            let mut missing = inner.iter().copied().filter(|&input| nest.held[input] != stamp);
            let rest = match (missing.next(), missing.next()) {
                _ if inner.iter().any(|&input| nest.held[!input] == stamp) => None,
                (None, _) if !inner.is_empty() => return None,
                (Some(last), None) if nest.met[!last] != stamp => Some(!last),
                _ => {
                    at += 1;
                    continue;
                }
            };
            is_simpler = true;
            nest.held[lit] = 0;
            inputs.swap_remove(at);
            if let Some(input) = rest {
                (nest.met[input], nest.held[input]) = (stamp, stamp);
                inputs.push(input);
            }
        }
        Some(is_simpler)
    }
}
