//! The target that the reader pushes into.

use super::Query;
use crate::{ClauseSink, Lit, Var};

/// Something that takes a formula while it is read. Every [`ClauseSink`] is one.
///
/// A type that wants more than a sink does, for example the lines of clauses or the queries in
/// their places, implements this trait itself.
pub trait FormulaTarget {
    /// A clause.
    fn clause(&mut self, clause: &[Lit]);

    /// A clause, with the line of its first literal (of its `0` for the empty clause), from one.
    /// The default forgets the line.
    #[inline]
    fn clause_at(&mut self, clause: &[Lit], line: u64) {
        let _ = line;
        self.clause(clause);
    }

    /// A query of an incremental file, about the clauses pushed so far. Whether the target takes it: the default does
    /// not, and the query is kept in the [`Report`](super::Report).
    fn query(&mut self, query: Query<'_>) -> bool {
        let _ = query;
        false
    }

    /// All visible variables, each once and in order, at the end of a text that names some. The default forgets them;
    /// they stand in the [`Report`](super::Report) too.
    fn visible(&mut self, visible: &[Var]) {
        let _ = visible;
    }
}

impl<S: ClauseSink + ?Sized> FormulaTarget for S {
    #[inline]
    fn clause(&mut self, clause: &[Lit]) {
        self.add_clause(clause);
    }

    fn visible(&mut self, visible: &[Var]) {
        self.add_visible(visible);
    }
}
