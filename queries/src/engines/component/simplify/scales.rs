//! Weights of literals made whole, and the factors that were taken out.

use gordian_formula::{Lit, LiteralWeight, Var, Weight, Weights};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::estimate;

/// The weights of both literals of each variable, as integers without a common factor.
///
/// Every product that a weighted count sums up has one of the two weights of each visible variable as a factor, so what
/// both have in common comes out of the sum. The rest needs no fractions, which would cost a greatest common
/// divisor at every step.
///
/// Invariant: the pair of a hidden variable is `[1, 1]`.
#[derive(Clone, Debug)]
pub(crate) struct Scales {
    pairs: Vec<[BigInt; 2]>,
    numerator: BigInt,
    denominator: BigInt,
}

/// A weight as a numerator and a denominator, which is positive.
fn exact(weight: &Weight) -> [BigInt; 2] {
    let terms = weight.terms();
    let parse = |digits: &str| digits.parse::<BigInt>().unwrap_or_else(|_| unreachable!("digits are a number"));
    let power = |exponent: i64| BigInt::from(10).pow(exponent.unsigned_abs() as u32);
    let size = parse(&terms.digits);
    let size = if terms.is_negative { -size } else { size };
    match (terms.denominator, terms.exponent) {
        (Some(denominator), _) => [size, parse(denominator)],
        (None, exponent @ 0..) => [size * power(exponent), BigInt::one()],
        (None, exponent) => [size, power(exponent)],
    }
}

fn of_literal(weights: &Weights, lit: Lit) -> [BigInt; 2] {
    match weights.of(lit) {
        LiteralWeight::One => [BigInt::one(), BigInt::one()],
        LiteralWeight::Given(weight) => exact(weight),
        LiteralWeight::Complement(weight) => {
            let [numerator, denominator] = exact(weight);
            [&denominator - numerator, denominator]
        }
    }
}

impl Scales {
    /// The scales of a formula with these visible variables; weights of others do not count.
    pub(crate) fn new(weights: &Weights, visible: &[bool]) -> Scales {
        let one = || [BigInt::one(), BigInt::one()];
        let pairs = visible.iter().map(|_| one()).collect();
        let mut scales = Scales { pairs, numerator: BigInt::one(), denominator: BigInt::one() };
        for var in weights.vars().filter(|var| visible.get(var.index()).is_some_and(|&is_visible| is_visible)) {
            let [positive, negative] = [var.positive(), var.negative()].map(|lit| of_literal(weights, lit));
            let denominator = positive[1].lcm(&negative[1]);
            let pair = [positive, negative].map(|[numerator, own]| numerator * (&denominator / own));
            scales.denominator *= denominator;
            scales.set_pair(var, pair);
        }
        scales
    }

    /// The weights of a variable, but for what they have in common.
    fn set_pair(&mut self, var: Var, [positive, negative]: [BigInt; 2]) {
        let common = positive.gcd(&negative);
        if common.is_zero() {
            // Everything is zero, whatever the pair.
            self.numerator = BigInt::zero();
            self.pairs[var.index()] = [BigInt::one(), BigInt::one()];
        } else {
            self.pairs[var.index()] = [positive / &common, negative / &common];
            self.numerator *= common;
        }
    }

    /// The weights of the literals of a variable.
    pub(crate) fn pair(&self, var: Var) -> &[BigInt; 2] {
        &self.pairs[var.index()]
    }

    /// Whether both literals of a variable weigh the same, so that its value does not matter.
    pub(super) fn is_balanced(&self, var: Var) -> bool {
        let [positive, negative] = self.pair(var);
        positive == negative
    }

    /// The variable has the value that makes this literal true, in all solutions or in one alone for each that is
    /// left.
    pub(super) fn assign(&mut self, lit: Lit) {
        self.numerator *= &self.pairs[lit.var().index()][usize::from(!lit.is_positive())];
    }

    /// The value of the variable, both of whose literals weigh the same, does not count any more.
    pub(super) fn hide(&mut self, var: Var) {
        debug_assert!(self.is_balanced(var));
        self.assign(var.positive());
        self.pairs[var.index()] = [BigInt::one(), BigInt::one()];
    }

    /// The variable may have both values.
    pub(super) fn release(&mut self, var: Var) {
        let [positive, negative] = self.pair(var);
        self.numerator *= positive + negative;
    }

    /// The variable always has the value of this literal of another one.
    pub(super) fn merge(&mut self, var: Var, into: Lit) {
        let [positive, negative] = self.pairs[var.index()].clone();
        let [mut of_true, mut of_false] = self.pairs[into.var().index()].clone();
        if !into.is_positive() {
            std::mem::swap(&mut of_true, &mut of_false);
        }
        let mut pair = [of_true * positive, of_false * negative];
        if !into.is_positive() {
            pair.reverse();
        }
        self.set_pair(into.var(), pair);
    }

    /// The natural logarithm of the factor that was taken out; `None` if it is negative.
    pub(crate) fn ln(&self) -> Option<f64> {
        let ln = |integer: &BigInt| integer.to_biguint().as_ref().map(estimate::ln);
        Some(ln(&self.numerator)? - ln(&self.denominator)?)
    }

    /// The weight of the formula, where what is left of it has this one.
    pub(crate) fn total(self, left: BigInt) -> BigRational {
        BigRational::new(self.numerator * left, self.denominator)
    }
}
