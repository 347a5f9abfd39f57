//! The demands of the constraints of FlatZinc, in few words.

use std::ops::Not;
use std::sync::Arc;

use gordian_encoders::encode::Relation;
use gordian_encoders::model::constraint::{Automaton, CostAutomaton};

use crate::integer_set::IntegerSet;

/// A Boolean variable of the model, by its number, or its negation; numbers beyond those of the model are Booleans that
/// the mapping makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Literal {
    Constant(bool),
    Variable { of: u32, positive: bool },
}

impl Literal {
    pub(super) fn positive(of: u32) -> Literal {
        Literal::Variable { of, positive: true }
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        match self {
            Literal::Constant(value) => Literal::Constant(!value),
            Literal::Variable { of, positive } => Literal::Variable { of, positive: !positive },
        }
    }
}

/// An integer constant, or an integer variable of the model, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Number {
    Constant(i64),
    Variable(u32),
}

/// A term of a sum: an integer, or one that counts if a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Addend {
    Number(Number),
    Literal(Literal),
}

/// When a demand is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// Always.
    Always,
    /// If this is true.
    If(Literal),
    /// If this is true; and if it is false, the demand does not hold.
    Iff(Literal),
}

/// A part of a constraint of the model.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// The number of the constraint.
    pub(super) source: u32,
    pub(super) condition: Condition,
    pub(super) demand: Demand,
}

#[derive(Clone, Debug)]
pub(super) enum Demand {
    /// One of these is true.
    Any(Vec<Literal>),
    /// All of these are true.
    All(Vec<Literal>),
    /// An odd number of these are true.
    Odd(Vec<Literal>),
    Linear(Linear),
    /// The value is in the set.
    Member(Number, Arc<IntegerSet>),
    /// `|of| = result`.
    Absolute {
        of: Number,
        result: Number,
    },
    /// `first OPERATION second = result`.
    Arithmetic {
        operation: Operation,
        first: Number,
        second: Number,
        result: Number,
    },
    /// The result is the least, or the greatest, of the numbers.
    Extreme {
        of: Vec<Number>,
        result: Number,
        greatest: bool,
    },
    /// `list[index] = result`, where the list is numbered from one.
    Element {
        index: Number,
        list: Vec<Number>,
        result: Number,
    },
    /// The same for Booleans.
    BooleanElement {
        index: Number,
        list: Vec<Literal>,
        result: Literal,
    },
    Lookup(Lookup),
    /// Each number plus what stands beside it differs from each other.
    AllDifferent(Vec<(Number, i64)>),
    Global(Global),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Times,
    /// Rounded towards zero.
    Divide,
    /// With the sign of the first.
    Modulo,
    Power,
}

/// The sum of `coefficient * addend` compares with the bound: equal, not equal, or at most.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub(super) terms: Vec<(i64, Addend)>,
    pub(super) relation: Relation,
    pub(super) bound: i64,
}

impl Linear {
    pub(super) fn compare(first: Number, relation: Relation, second: Number) -> Linear {
        Linear { terms: vec![(1, Addend::Number(first)), (-1, Addend::Number(second))], relation, bound: 0 }
    }
}

/// The result is a function of two numbers.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    pub(super) first: Number,
    pub(super) second: Number,
    pub(super) result: Number,
    /// The value for each pair of arguments; others are forbidden.
    pub(super) table: Vec<((i64, i64), i64)>,
}

/// A constraint that stands for many, kept until it is written. Positions are numbered from one, as in the model.
#[derive(Clone, Debug)]
pub(super) enum Global {
    /// The values are a row of the table.
    Table { of: Vec<Addend>, rows: Vec<Vec<i64>> },
    /// The values are a sequence that the automaton accepts.
    Regular { of: Vec<Number>, automaton: Arc<Automaton> },
    /// The values are a sequence that the automaton accepts at this cost.
    CostRegular { of: Vec<Number>, automaton: Arc<CostAutomaton>, cost: Number },
    /// All have the same value.
    AllEqual(Vec<Addend>),
    /// No two have the same value, unless it is one of the set.
    AllDifferentExcept { of: Vec<Number>, except: Arc<IntegerSet> },
    /// So many different values stand.
    NumberOfValues { of: Vec<Number>, number: Number },
    /// The first list is before the second one, or may equal it.
    Lexicographic { first: Vec<Addend>, second: Vec<Addend>, strictly: bool },
    /// Each of the values stands only after the one before it.
    ValuePrecedence { of: Vec<Number>, values: Vec<i64> },
    /// No value above one stands before the value one less.
    SequencePrecedence(Vec<Number>),
    /// The result has the same values in increasing order.
    Sorted { of: Vec<Number>, result: Vec<Number> },
    /// The index is the position of the first least one, or of the first greatest one.
    ExtremePosition { of: Vec<Addend>, index: Number, greatest: bool },
    /// The successors make one cycle; vertices that follow themselves may be left out.
    Circuit { successors: Vec<Number>, may_skip: bool },
    /// The lists are inverse permutations.
    Inverse { forward: Vec<Number>, backward: Vec<Number> },
    /// The true vertices and edges are one graph that is connected and not empty.
    Connected { vertices: Vec<Literal>, edges: Vec<(usize, usize, Literal)> },
    /// Tasks, by start, duration and demand, never demand more than the capacity.
    Cumulative { tasks: Vec<[Number; 3]>, capacity: Number },
    /// Tasks, by start and duration, do not overlap.
    Disjunctive { tasks: Vec<(Number, Number)>, is_strict: bool },
    /// Boxes, by origin and size in each dimension, do not overlap.
    NonOverlapping { boxes: Vec<Vec<(Number, Number)>>, is_strict: bool },
    /// No bin has items, by bin and size, of more than the capacity together.
    BinCapacity { items: Vec<(Number, i64)>, capacity: i64 },
}
