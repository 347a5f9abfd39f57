//! The options of the reader, and the facts that it reports beside the clauses.

use super::{Place, Warning};
use crate::rows::Rows;
use crate::{Lit, Var, Weights};

/// How reading goes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// How to treat departures from the format.
    pub dialect: Dialect,
    /// The size of the buffer in bytes, at least one.
    pub buffer_size: usize,
    /// Whether weights of literals are read. Otherwise lines with weights are comments, and a line of Cachet is a
    /// [`Quirk`](super::Quirk).
    pub weights: bool,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { dialect: Dialect::Lenient, buffer_size: 1 << 18, weights: false }
    }
}

impl ReadOptions {
    /// The default options with this dialect.
    pub fn with_dialect(dialect: Dialect) -> ReadOptions {
        ReadOptions { dialect, ..ReadOptions::default() }
    }
}

/// How to treat departures from the format that do no harm (a [`Quirk`](super::Quirk)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// A warning for each kind, at its first place.
    #[default]
    Lenient,
    /// An error, save for rare white space, which stays a warning. The header must be there and be right.
    Strict,
    /// Nothing.
    Relaxed,
}

/// The format that a header names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `p cnf`.
    Cnf,
    /// `p inccnf`: clauses, and queries `a …` between them (iCNF, after S. Wieringa, 2011).
    Incremental,
}

/// The contents of the `p` line. Nothing is ever allocated by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The format.
    pub format: Format,
    /// The number of variables; none is needed in an incremental file.
    pub variables: Option<u64>,
    /// The number of clauses; none is needed in an incremental file.
    pub clauses: Option<u64>,
}

/// The question that a file of the model counting competition asks: `c t …`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountType {
    /// `mc`: models.
    Models,
    /// `pmc`: models projected on the visible variables.
    Projected,
    /// `wmc`: the weight of models.
    Weighted,
    /// `pwmc`: the weight of projected models.
    ProjectedWeighted,
}

/// A query of an incremental file: is there a model of the clauses before it under these assumptions?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query<'a> {
    /// The assumptions.
    pub assumptions: &'a [Lit],
    /// The number of clauses before it, which it asks about.
    pub clauses_before: u64,
    /// The line of its `a`.
    pub line: u64,
}

/// The facts that were read beside the clauses.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The contents of the header, if there is one.
    pub header: Option<Header>,
    /// The length of the text in bytes.
    pub bytes: u64,
    /// The number of clauses.
    pub clauses: u64,
    /// The number of literals in them.
    pub literals: u64,
    /// The largest variable that a clause, a query or a projection names, as DIMACS numbers it; zero for none.
    pub largest_variable: usize,
    /// The variables that `c p show` and `c ind` name, each once, in order; `None` without such a line.
    pub visible: Option<Vec<Var>>,
    /// The last question that a `c t` line asks.
    pub count_type: Option<CountType>,
    /// The place of the first weight of a literal, if there is one (`c p weight …`, `c weights …`,
    /// `w …`).
    pub weights: Option<Place>,
    /// The weights of literals, if they were to be read.
    pub literal_weights: Weights,
    /// The departures from the format, in the order of their places, those of the header's counts last.
    pub warnings: Vec<Warning>,
    /// The number of queries, whoever keeps them.
    pub num_queries: u64,
    pub(super) queries: Queries,
}

/// The queries that the target did not take.
#[derive(Clone, Debug, Default)]
pub(super) struct Queries {
    assumptions: Rows,
    /// The number of clauses before each query, and its line.
    places: Vec<(u64, u64)>,
}

impl Queries {
    pub(super) fn push(&mut self, query: Query<'_>) {
        self.assumptions.push(query.assumptions);
        self.places.push((query.clauses_before, query.line));
    }
}

impl Report {
    /// The number of variables of the formula: the declared ones, or the largest one where that is more.
    ///
    /// Declared variables that no clause names are not in a [`Cnf`](crate::Cnf) that was read, for a header may say
    /// anything. They change no verdict, but each doubles the number of models: whoever counts or lists without a
    /// projection passes this number to [`Cnf::reserve_vars`](crate::Cnf::reserve_vars), or counts with `2^unused`.
    pub fn num_vars(&self) -> usize {
        let declared = self.header.and_then(|header| header.variables).unwrap_or(0);
        self.largest_variable.max(declared as usize)
    }

    /// Whether the file is one of queries.
    pub fn is_incremental(&self) -> bool {
        self.header.is_some_and(|header| header.format == Format::Incremental)
    }

    /// The queries that the target did not take, in order.
    pub fn queries(&self) -> impl ExactSizeIterator<Item = Query<'_>> + Clone {
        let rows = self.queries.assumptions.iter().zip(&self.queries.places);
        rows.map(|(assumptions, &(clauses_before, line))| Query { assumptions, clauses_before, line })
    }
}
