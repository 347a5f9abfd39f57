//! Gates, written by Tseitin's clauses (1968).

use rustsat::solvers::SolveIncremental;
use rustsat::types::Lit;

use crate::questions::Questions;

impl<S: SolveIncremental> Questions<S> {
    /// A literal that is always true.
    pub fn truth(&mut self) -> Lit {
        let truth = self.fresh();
        self.add(&[truth]);
        truth
    }

    /// The conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let gate = self.fresh();
        self.add(&[!gate, a]);
        self.add(&[!gate, b]);
        self.add(&[gate, !a, !b]);
        gate
    }

    /// The disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// The disjunction of any number.
    pub fn any(&mut self, inputs: &[Lit]) -> Lit {
        let gate = self.fresh();
        for &input in inputs {
            self.add(&[gate, !input]);
        }
        self.add(&[&[!gate], inputs].concat());
        gate
    }

    /// Whether exactly one of the two is true.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let gate = self.fresh();
        self.add(&[!gate, a, b]);
        self.add(&[!gate, !a, !b]);
        self.add(&[gate, !a, b]);
        self.add(&[gate, a, !b]);
        gate
    }

    /// The first input if the condition holds, the second otherwise.
    pub fn choice(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        let gate = self.fresh();
        self.add(&[!condition, !yes, gate]);
        self.add(&[!condition, yes, !gate]);
        self.add(&[condition, !no, gate]);
        self.add(&[condition, no, !gate]);
        gate
    }

    /// Choices bit by bit.
    pub fn choices(&mut self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Vec<Lit> {
        yes.iter().zip(no).map(|(&yes, &no)| self.choice(condition, yes, no)).collect()
    }

    /// Whether two words differ.
    pub fn differ(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let bits: Vec<Lit> = a.iter().zip(b).map(|(&a, &b)| self.xor(a, b)).collect();
        self.any(&bits)
    }

    /// The sum and the carry of three bits.
    pub fn full_adder(&mut self, a: Lit, b: Lit, carry: Lit) -> (Lit, Lit) {
        let half = self.xor(a, b);
        let (both, through) = (self.and(a, b), self.and(half, carry));
        (self.xor(half, carry), self.or(both, through))
    }

    /// The sum of two words, as long as the shorter one. The lowest bit is the first.
    pub fn sum(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let mut carry = !self.truth();
        let mut sum = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            let (bit, over) = self.full_adder(a, b, carry);
            sum.push(bit);
            carry = over;
        }
        sum
    }

    /// The word plus one where the condition holds, without the last carry.
    pub fn incremented(&mut self, word: &[Lit], condition: Lit) -> Vec<Lit> {
        let mut carry = condition;
        let mut sum = Vec::new();
        for &bit in word {
            sum.push(self.xor(bit, carry));
            carry = self.and(bit, carry);
        }
        sum
    }

    /// The product of two words of the same length, row by row.
    pub fn product(&mut self, a: &[Lit], b: &[Lit], zero: Lit) -> Vec<Lit> {
        let mut product = Vec::new();
        let mut row = vec![zero; a.len()];
        for &bit in b {
            let mut carry = zero;
            let mut next = Vec::new();
            for (&digit, &above) in a.iter().zip(&row) {
                let part = self.and(digit, bit);
                let (sum, over) = self.full_adder(part, above, carry);
                next.push(sum);
                carry = over;
            }
            next.push(carry);
            product.push(next.remove(0));
            row = next;
        }
        product.extend(row);
        product
    }
}
