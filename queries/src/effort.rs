//! The effort of counting by components.

/// The effort of counting by components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Variables of the simplified formula.
    pub vars: u64,
    /// Clauses of the simplified formula.
    pub clauses: u64,
    /// The width of the tree decomposition that guided the search.
    pub width: u64,
    /// Variables decided.
    pub decisions: u64,
    /// Conflicts learned from.
    pub conflicts: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Components looked up.
    pub lookups: u64,
    /// Components that were known.
    pub hits: u64,
}
