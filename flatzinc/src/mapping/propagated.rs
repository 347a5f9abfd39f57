//! Constraints that are left to propagators, and integers that the problem does not have.

use gordian_encoders::encode::Relation;
use gordian_encoders::model::{Boolean, Integer};

/// The value of an integer: a constant plus the sum of `factor * integer`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The factors and the integers.
    pub terms: Vec<(i64, Integer)>,
    /// The constant.
    pub constant: i64,
}

/// An integer that the problem does not have, since it would have too many literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wide {
    /// Its values, as ranges from a first to a last one, increasing.
    pub ranges: Vec<(i64, i64)>,
    /// Whether two solutions that differ in it alone are two.
    pub is_visible: bool,
    /// Booleans of the problem, exposed, that are literals of it.
    pub literals: Vec<(WideTest, Boolean)>,
}

/// The meaning of a literal for a wide integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WideTest {
    /// It is this.
    Is(i64),
    /// It is this or greater.
    AtLeast(i64),
}

/// A variable that a propagator sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaf {
    /// An integer of the problem, exposed.
    Integer(Integer),
    /// A Boolean of the problem, exposed: one where it is true, else zero.
    Boolean(Boolean),
    /// The wide integer of this number.
    Wide(usize),
}

/// A number that a propagator sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// It is always this.
    Constant(i64),
    /// `factor * of + offset`; the factor is not zero.
    View {
        /// The factor.
        factor: i64,
        /// The variable.
        of: Leaf,
        /// The constant.
        offset: i64,
    },
}

/// A constraint that is left to a propagator.
#[derive(Clone, Debug)]
pub struct Propagated {
    /// It is to hold where this exposed Boolean is true, or always.
    pub guard: Option<Boolean>,
    /// The thing that is to hold.
    pub relation: Demanded,
}

/// The demand of a propagator.
#[derive(Clone, Debug)]
pub enum Demanded {
    /// The sum of `factor * leaf` compares with the bound: equal, not equal, or at most.
    Linear {
        /// The terms.
        terms: Vec<(i64, Leaf)>,
        /// How it compares.
        relation: Relation,
        /// With what.
        bound: i64,
    },
    /// The result is the greatest of these.
    Maximum {
        /// The numbers, one at least.
        of: Vec<Value>,
        /// The greatest.
        result: Value,
    },
    /// `first * second = result`.
    Product {
        /// One factor.
        first: Value,
        /// The other.
        second: Value,
        /// The product.
        result: Value,
    },
    /// The result is the value beside the exposed Boolean that is true. The problem sees to it that one of them is.
    Element {
        /// The choices.
        choices: Vec<(Boolean, Value)>,
        /// The chosen value.
        result: Value,
    },
    /// These differ from each other.
    AllDifferent(Vec<Value>),
}

impl Value {
    /// Its negation.
    pub fn negated(self) -> Value {
        match self {
            Value::Constant(value) => Value::Constant(-value),
            Value::View { factor, of, offset } => Value::View { factor: -factor, of, offset: -offset },
        }
    }
}
