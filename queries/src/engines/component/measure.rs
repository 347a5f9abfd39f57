//! The amounts that a search adds up: numbers of models, or their weights.

use std::fmt;

use gordian_formula::Var;

use super::integer::Integer;
use super::number::Number;
use super::simplify::Scales;

/// Something that parts multiply and sides add up.
pub(crate) trait Amount: Clone + fmt::Debug + PartialEq {
    /// The empty product.
    const ONE: Self;

    fn multiply(&mut self, other: &Self);
    fn add(&mut self, other: Self);
    /// Bytes held outside the value itself.
    fn heap_bytes(&self) -> usize;

    /// The natural logarithm, negative infinity for zero; `None` for what is negative.
    fn ln(&self) -> Option<f64>;
}

/// How much assignments count.
pub(crate) trait Measure {
    type Amount: Amount;

    /// Multiplies by what the assigned ones of these variables have.
    fn assigned(&self, amount: &mut Self::Amount, vars: &[u32], values: &[i8]);

    /// Multiplies by what these visible variables, which may have either value, have in both together.
    fn free(&self, amount: &mut Self::Amount, vars: &[u32]);
}

/// Each assignment counts one.
pub(crate) struct Models;

/// Each assignment of the visible variables counts the product of the weights of its literals.
pub(crate) struct LiteralProducts {
    /// By literal; `None` for one, the weight of all hidden literals.
    literals: Vec<Option<Integer>>,
    /// By variable: the weights of both its literals together.
    sums: Vec<Integer>,
}

impl Amount for Number {
    const ONE: Number = Number::ONE;

    fn multiply(&mut self, other: &Number) {
        Number::multiply(self, other);
    }

    fn add(&mut self, other: Number) {
        Number::add(self, other);
    }

    fn heap_bytes(&self) -> usize {
        Number::heap_bytes(self)
    }

    fn ln(&self) -> Option<f64> {
        Number::ln(self)
    }
}

impl Amount for Integer {
    const ONE: Integer = Integer::ONE;

    fn multiply(&mut self, other: &Integer) {
        Integer::multiply(self, other);
    }

    fn add(&mut self, other: Integer) {
        Integer::add(self, other);
    }

    fn heap_bytes(&self) -> usize {
        Integer::heap_bytes(self)
    }

    fn ln(&self) -> Option<f64> {
        Integer::ln(self)
    }
}

impl Measure for Models {
    type Amount = Number;

    fn assigned(&self, _: &mut Number, _: &[u32], _: &[i8]) {}

    fn free(&self, number: &mut Number, vars: &[u32]) {
        number.double(vars.len() as u64);
    }
}

impl LiteralProducts {
    /// For the variables of the search, which stand for these of the formula.
    pub(crate) fn of(scales: &Scales, names: &[Var]) -> LiteralProducts {
        let pairs = names.iter().map(|&name| scales.pair(name).clone().map(Integer::from));
        let sum = |[positive, negative]: &[Integer; 2]| {
            let mut sum = positive.clone();
            sum.add(negative.clone());
            sum
        };
        let sums = pairs.clone().map(|pair| sum(&pair)).collect();
        let literals = pairs.flatten().map(|integer| Some(integer).filter(|integer| !integer.is_one())).collect();
        LiteralProducts { literals, sums }
    }
}

impl Measure for LiteralProducts {
    type Amount = Integer;

    fn assigned(&self, amount: &mut Integer, vars: &[u32], values: &[i8]) {
        for &var in vars {
            let positive = 2 * var as usize;
            let weight = match values[positive] {
                0 => continue,
                value => &self.literals[positive + usize::from(value < 0)],
            };
            weight.iter().for_each(|weight| amount.multiply(weight));
        }
    }

    fn free(&self, amount: &mut Integer, vars: &[u32]) {
        vars.iter().for_each(|&var| amount.multiply(&self.sums[var as usize]));
    }
}
