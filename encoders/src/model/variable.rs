//! Handles of variables, and the values that they take together.

use std::ops::Not;

/// A Boolean variable of a [`Problem`](super::Problem), or its negation: `!rainy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Boolean {
    pub(super) index: usize,
    pub(super) positive: bool,
}

impl Not for Boolean {
    type Output = Boolean;

    fn not(self) -> Boolean {
        Boolean { positive: !self.positive, ..self }
    }
}

/// An integer variable of a [`Problem`](super::Problem).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Integer {
    pub(super) index: usize,
}

/// A term of a sum: an integer, or a Boolean that counts one where it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// An integer variable.
    Integer(Integer),
    /// One where it is true, zero where it is false.
    Boolean(Boolean),
}

impl From<Integer> for Operand {
    fn from(integer: Integer) -> Operand {
        Operand::Integer(integer)
    }
}

impl From<Boolean> for Operand {
    fn from(boolean: Boolean) -> Operand {
        Operand::Boolean(boolean)
    }
}

/// The statement that a visible variable of a formula makes where it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stated {
    /// The Boolean is true.
    Holds(Boolean),
    /// The integer has this value.
    Is(Integer, i64),
    /// The integer has at least this value.
    AtLeast(Integer, i64),
}

/// The literals that an integer is made of. The others are made when a constraint first asks for them, by clauses that
/// channel one kind to the other, so an integer is best made of those that most of its constraints speak of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Representation {
    /// By value where there are at most [`MOST_VALUE_LITERALS`](super::MOST_VALUE_LITERALS) values, else by order.
    #[default]
    BySize,
    /// Literals that say `x = value`, of which exactly one is true.
    ByValue,
    /// Literals that say `x >= value`.
    ByOrder,
}

/// The thing behind a handle.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// A Boolean variable.
    Boolean,
    /// An integer variable with these values, increasing.
    Integer(Vec<i64>, Representation),
    /// The Boolean that is true.
    Truth,
    /// A view; an integer one that is scaled has these values.
    View(View, Vec<i64>),
}

/// A variable whose value follows from another one. It has no literal of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum View {
    /// Whether the integer has this value, one of its own.
    Is(Integer, i64),
    /// Whether the integer has at least this value, one of its own but not the least.
    AtLeast(Integer, i64),
    /// One where the Boolean is true, zero where it is false.
    ZeroOne(Boolean),
    /// `factor * of + offset`; the factor is not zero.
    Scaled { of: Integer, factor: i64, offset: i64 },
}

impl View {
    /// Its value, where the variables before it have these.
    pub(super) fn value(self, values: &[i64]) -> i64 {
        match self {
            View::Is(of, value) => i64::from(values[of.index] == value),
            View::AtLeast(of, value) => i64::from(values[of.index] >= value),
            View::ZeroOne(of) => i64::from((values[of.index] == 1) == of.positive),
            View::Scaled { of, factor, offset } => factor * values[of.index] + offset,
        }
    }
}

/// A value for each variable of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assignment {
    /// By the variables' numbers; Booleans are 0 and 1.
    pub(super) values: Vec<i64>,
}

impl Assignment {
    /// The value of an integer variable.
    pub fn value(&self, integer: Integer) -> i64 {
        self.values[integer.index]
    }

    /// The values of some integer variables.
    pub(super) fn of(&self, integers: &[Integer]) -> Vec<i64> {
        integers.iter().map(|&integer| self.value(integer)).collect()
    }

    /// Whether a Boolean variable, or its negation, is true.
    pub fn is_true(&self, boolean: Boolean) -> bool {
        (self.values[boolean.index] == 1) == boolean.positive
    }

    /// The number that an operand counts.
    pub fn count(&self, operand: Operand) -> i64 {
        match operand {
            Operand::Integer(integer) => self.value(integer),
            Operand::Boolean(boolean) => i64::from(self.is_true(boolean)),
        }
    }
}
