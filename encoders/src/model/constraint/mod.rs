//! Demands on variables: one constraint a file, or some functions, with meaning, clauses and negation.
//!
//! | constraint | encoding | its negation |
//! |---|---|---|
//! | [`Linear`] | [`Sum`](crate::encode::Sum): a tree or columns; groups | the opposite relation; defined |
//! | [`AllDifferent`], [`AllDifferentExcept`] | a group for each value | two are equal |
//! | [`DifferentWithSum`] | the sets of values with that sum | two are equal, or another sum |
//! | [`AllEqual`], [`Increasing`] | comparisons of neighbours | some neighbours are not |
//! | [`Member`] | value literals | the other values; a literal |
//! | [`Table`] | conflicts and supports, or a diagram | a clause for each row, or a diagram |
//! | [`Path`], [`Regular`], [`CostRegular`] | layers of nodes (Pesant 2004) | the diagram of the other sequences |
//! | [`Element`] | value by value, for each index | one of the elements differs |
//! | [`Lookup`] | pairs of values, one result of each row by default | a clause for each pair |
//! | [`Count`], [`GlobalCardinality`] | sums of value literals | another sum; defined |
//! | [`BinPacking`] | sums of value literals | another sum; defined |
//! | [`NumberOfValues`] | a literal for each value that stands | another sum; defined |
//! | [`Minimum`], [`Maximum`] | order literals | some variable lies beyond, or none reaches |
//! | [`ArgMin`], [`ArgMax`] | order literals | another position; defined |
//! | [`Difference`], [`DifferenceIs`] | pairs of values, or two sums | the opposite relation |
//! | [`Product`], [`Division`], [`Modulo`], [`Power`] | bounds where monotone, else pairs | a clause for each pair |
//! | [`Lexicographic`] | from the last position (Frisch et al. 2002) | defined |
//! | [`ValuePrecedence`] | prefixes (Law & Lee 2004, Walsh 2006) | defined |
//! | [`Inverse`] | a value of one is a value of the other | some value is not |
//! | [`Circuit`], [`Subcircuit`] | states along the cycle (Johnson 2014) | the cycle misses a vertex |
//! | [`Cumulative`] | a sum for each start (Schutt et al. 2009) | some sum is too large; defined |
//! | [`Disjunctive`], [`NonOverlapping`] | an order for each two | some two have none; defined |
//! | [`Connected`], [`ConnectedGraph`] | a tree with depths | two parts without an edge between them |
//! | [`BothConnected`] | one forest for both colours | one colour is not connected |
//!
//! A constraint is *defined* where a literal is made that is true exactly where it holds: then its negation is the
//! negated literal, a reification is that literal, and the model count is kept throughout. Others are posted under
//! guards, and so are their negations.

use std::fmt;

use super::poster::Poster;
use super::variable::{Assignment, Boolean};
use crate::encode::{EncodingError, Truth};

mod write;

mod linear;

mod all_different;
mod all_different_except;
mod all_equal;
mod bin_packing;
mod both_connected;
mod circuit;
mod connected;
mod connected_graph;
mod cost_regular;
mod count;
mod cumulative;
mod difference;
mod difference_is;
mod different_with_sum;
mod disjunctive;
mod element;
mod extreme;
mod extreme_position;
mod function;
mod global_cardinality;
mod increasing;
mod inverse;
mod lexicographic;
mod lookup;
mod member;
mod non_overlapping;
mod number_of_values;
mod path;
mod regular;
mod subcircuit;
mod table;
mod value_precedence;

mod logic;

pub use all_different::AllDifferent;
pub use all_different_except::AllDifferentExcept;
pub use all_equal::AllEqual;
pub use bin_packing::BinPacking;
pub use both_connected::BothConnected;
pub use circuit::Circuit;
pub use connected::Connected;
pub use connected_graph::ConnectedGraph;
pub use cost_regular::{CostAutomaton, CostRegular};
pub use count::Count;
pub use cumulative::{Cumulative, Task};
pub use difference::Difference;
pub use difference_is::DifferenceIs;
pub use different_with_sum::DifferentWithSum;
pub use disjunctive::Disjunctive;
pub use element::Element;
pub use extreme::{Maximum, Minimum};
pub use extreme_position::{ArgMax, ArgMin};
pub use function::{Division, Modulo, Power, Product};
pub use global_cardinality::GlobalCardinality;
pub use increasing::Increasing;
pub use inverse::Inverse;
pub use lexicographic::Lexicographic;
pub use linear::{Linear, MOST_PAIRS};
pub use lookup::Lookup;
pub use member::Member;
pub use non_overlapping::NonOverlapping;
pub use number_of_values::NumberOfValues;
pub use path::Path;
pub use regular::{Automaton, Regular};
pub use subcircuit::Subcircuit;
pub use table::Table;
pub use value_precedence::ValuePrecedence;

/// The things that a problem has to know of a constraint.
trait Constrain: fmt::Debug {
    /// Whether it holds, by its meaning alone: no clause is involved.
    fn holds(&self, assignment: &Assignment) -> bool;

    /// Writes it, under the guard where there is one.
    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError>;

    /// A constraint that holds where this one does not, where its own clauses say less than one made of others.
    fn negate(&self) -> Option<Constraint> {
        None
    }

    /// Writes its negation, under the guard where there is one.
    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        match self.negate() {
            Some(negation) => poster.post(&negation),
            None => Err(EncodingError::NotNegatable),
        }
    }

    /// The literal that it is, where it is one.
    fn literal(&self, _poster: &mut Poster<'_>) -> Option<Truth> {
        None
    }

    /// A literal that is true exactly where it holds, defined outside of any guard, where that is no more work than
    /// writing it.
    fn truth(&self, _poster: &mut Poster<'_>) -> Result<Option<Truth>, EncodingError> {
        Ok(None)
    }
}

/// A constraint that says in other constraints what it demands, over variables that it defines in every assignment.
trait Decompose: fmt::Debug {
    fn holds(&self, assignment: &Assignment) -> bool;

    /// The constraint in terms of others; its definitions stand outside of any guard.
    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError>;
}

impl<T: Decompose> Constrain for T {
    fn holds(&self, assignment: &Assignment) -> bool {
        Decompose::holds(self, assignment)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let parts = self.decompose(poster)?;
        poster.post(&parts)
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let parts = self.decompose(poster)?;
        let truth = poster.defined(&parts)?;
        poster.any(&[!truth]);
        Ok(())
    }

    fn truth(&self, poster: &mut Poster<'_>) -> Result<Option<Truth>, EncodingError> {
        let parts = self.decompose(poster)?;
        poster.defined(&parts).map(Some)
    }
}

/// Makes the enumeration of all constraints. A constraint may be made of others, so the file of each names the
/// enumeration, and the enumeration their types: this table is the one place that does.
macro_rules! constraints {
    ($($kind:ident,)+) => {
        /// A constraint over variables of one [`Problem`](super::Problem).
        ///
        /// Constraints are values: they can be built, kept, nested in [`Constraint::All`], [`Constraint::Any`],
        /// [`Constraint::Implies`], [`Constraint::Iff`] and [`Constraint::Not`], and tried on an assignment with
        /// [`Constraint::holds_in`]. Each has a type of its own and a short constructor.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum Constraint {
            /// The Boolean is true.
            Holds(Boolean),
            /// It does not hold.
            Not(Box<Constraint>),
            /// All of them hold.
            All(Vec<Constraint>),
            /// At least one of them holds.
            Any(Vec<Constraint>),
            /// The second holds where the first does.
            Implies(Box<Constraint>, Box<Constraint>),
            /// The Boolean is true exactly where the constraint holds.
            Iff(Boolean, Box<Constraint>),
            $(
                #[doc = concat!("See [`", stringify!($kind), "`].")]
                $kind($kind),
            )+
        }

        $(
            impl From<$kind> for Constraint {
                fn from(constraint: $kind) -> Constraint {
                    Constraint::$kind(constraint)
                }
            }
        )+

        impl Constraint {
            /// The constraint behind a row; `None` for a connective.
            fn atom(&self) -> Option<&dyn Constrain> {
                match self {
                    $(Constraint::$kind(constraint) => Some(constraint),)+
                    _ => None,
                }
            }
        }
    };
}

constraints! {
    Linear,
    AllDifferent,
    DifferentWithSum,
    AllEqual,
    Increasing,
    Member,
    Table,
    Path,
    Element,
    Lookup,
    Count,
    Minimum,
    Maximum,
    Difference,
    DifferenceIs,
    Connected,
    BothConnected,
    Product,
    Division,
    Modulo,
    Power,
    Lexicographic,
    Inverse,
    GlobalCardinality,
    NumberOfValues,
    ValuePrecedence,
    Regular,
    CostRegular,
    ArgMax,
    ArgMin,
    Circuit,
    Subcircuit,
    Cumulative,
    Disjunctive,
    NonOverlapping,
    BinPacking,
    ConnectedGraph,
    AllDifferentExcept,
}
