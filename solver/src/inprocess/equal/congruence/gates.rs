//! Gates, found by the functions that they compute.

use gordian_formula::Lit;

/// The function that a gate computes from its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// All inputs are true.
    And,
    /// The number of true inputs is odd.
    Xor,
    /// If the first input is true, the second one, else the third one.
    Choice,
}

/// A literal that clauses make equal to a function of others, by propagation from the inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gate {
    pub(crate) kind: Kind,
    pub(crate) output: Lit,
    start: u32,
    size: u32,
    /// The next gate of the same slot of the table.
    next: u32,
}

const NONE: u32 = u32::MAX;

/// All gates, and a table that finds those of the same kind and inputs.
///
/// Invariant: no two gates in the table have the same kind and inputs. Inputs of conjunctions and
/// parities are sorted and distinct, those of parities positive; the first two of a choice are
/// positive.
#[derive(Default)]
pub(crate) struct Gates {
    gates: Vec<Gate>,
    inputs: Vec<Lit>,
    /// The first gate of each slot; as many as a power of two.
    slots: Vec<u32>,
}

impl Gates {
    /// Adds a gate, which is not in the table yet, and returns its number.
    pub(crate) fn add(&mut self, kind: Kind, output: Lit, inputs: &[Lit]) -> usize {
        let (start, size) = (self.inputs.len() as u32, inputs.len() as u32);
        self.inputs.extend_from_slice(inputs);
        self.gates.push(Gate { kind, output, start, size, next: NONE });
        self.gates.len() - 1
    }

    pub(crate) fn len(&self) -> usize {
        self.gates.len()
    }

    /// The number of inputs of all gates as they were added.
    pub(crate) fn num_inputs(&self) -> usize {
        self.inputs.len()
    }

    pub(crate) fn get(&self, gate: usize) -> Gate {
        self.gates[gate]
    }

    pub(crate) fn inputs(&self, gate: usize) -> &[Lit] {
        let Gate { start, size, .. } = self.gates[gate];
        &self.inputs[start as usize..(start + size) as usize]
    }

    /// Gives a gate that is not in the table another function of no more inputs.
    pub(crate) fn change(&mut self, gate: usize, kind: Kind, output: Lit, inputs: &[Lit]) {
        let known = &mut self.gates[gate];
        debug_assert!(inputs.len() <= known.size as usize);
        *known = Gate { kind, output, size: inputs.len() as u32, ..*known };
        let start = known.start as usize;
        self.inputs[start..start + inputs.len()].copy_from_slice(inputs);
    }

    /// Makes room in the table for all gates.
    pub(crate) fn open_table(&mut self) {
        self.slots = vec![NONE; (2 * self.gates.len()).next_power_of_two()];
    }

    fn slot(&self, gate: usize) -> usize {
        let mut hash = self.gates[gate].kind as u64;
        for input in self.inputs(gate) {
            // A multiplicative hash (Knuth 1973, with the golden ratio of 64 bits).
            hash = (hash.rotate_left(5) ^ u64::from(input.code())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    /// Puts a gate into the table, unless there is one that computes the same, which is returned.
    pub(crate) fn insert(&mut self, gate: usize) -> Option<usize> {
        let slot = self.slot(gate);
        let mut other = self.slots[slot];
        while other != NONE {
            let known = other as usize;
            if self.gates[known].kind == self.gates[gate].kind && self.inputs(known) == self.inputs(gate) {
                return Some(known);
            }
            other = self.gates[known].next;
        }
        self.gates[gate].next = self.slots[slot];
        self.slots[slot] = gate as u32;
        None
    }

    /// Takes a gate out of the table, if it is there.
    pub(crate) fn remove(&mut self, gate: usize) {
        let slot = self.slot(gate);
        let next = self.gates[gate].next;
        let mut other = self.slots[slot];
        if other == gate as u32 {
            self.slots[slot] = next;
            return;
        }
        while other != NONE {
            let known = &mut self.gates[other as usize];
            if known.next == gate as u32 {
                known.next = next;
                return;
            }
            other = known.next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_is_found_by_what_it_computes_until_it_is_taken_out() {
        let lits = [1, 2, -3].map(|number| Lit::from_dimacs(number).unwrap());
        let mut gates = Gates::default();
        let first = gates.add(Kind::And, lits[0], &lits[1..]);
        let second = gates.add(Kind::And, lits[2], &lits[1..]);
        let third = gates.add(Kind::Choice, lits[0], &lits);
        gates.open_table();
        assert_eq!([first, second, third].map(|gate| gates.insert(gate)), [None, Some(first), None]);
        gates.remove(first);
        assert_eq!(gates.insert(second), None);
        gates.remove(third);
        gates.change(third, Kind::And, lits[0], &lits[1..]);
        assert_eq!(gates.insert(third), Some(second));
    }
}
