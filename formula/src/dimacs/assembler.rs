//! Numbers into clauses and queries.

use super::report::Queries;
use super::{FormulaTarget, LONGEST_CLAUSE, Query};
use crate::Lit;

/// Gathers numbers up to their zero and hands the row to the target.
pub(super) struct Assembler<'t, T: ?Sized> {
    target: &'t mut T,
    /// The literals since the last zero.
    row: Vec<Lit>,
    /// The line where the open row begins; without meaning while no row is open.
    line: u64,
    /// Whether the open row is a query.
    asking: bool,
    pub(super) clauses: u64,
    pub(super) literals: u64,
    pub(super) largest_variable: u32,
    pub(super) num_queries: u64,
    pub(super) queries: Queries,
}

impl<'t, T: FormulaTarget + ?Sized> Assembler<'t, T> {
    pub(super) fn new(target: &'t mut T) -> Assembler<'t, T> {
        Assembler {
            target,
            row: Vec::new(),
            line: 0,
            asking: false,
            clauses: 0,
            literals: 0,
            largest_variable: 0,
            num_queries: 0,
            queries: Queries::default(),
        }
    }

    /// The line in which the open row begins, if one is open.
    pub(super) fn open_since(&self) -> Option<u64> {
        (self.asking || !self.row.is_empty()).then_some(self.line)
    }

    /// Whether the open row has more literals than one may have.
    pub(super) fn is_too_long(&self) -> bool {
        self.row.len() > LONGEST_CLAUSE
    }

    /// Begins a query; no row is open.
    pub(super) fn ask(&mut self, line: u64) {
        self.asking = true;
        self.line = line;
    }

    /// Adds a literal that stands in this line: a variable from one to 2147483647, and its sign.
    #[inline]
    pub(super) fn push(&mut self, variable: u32, negative: bool, line: u64) {
        if self.row.is_empty() && !self.asking {
            self.line = line;
        }
        self.largest_variable = self.largest_variable.max(variable);
        self.row.push(Lit::from_code((variable - 1) << 1 | u32::from(negative)));
    }

    /// Ends the row with a zero that stands in this line.
    #[inline]
    pub(super) fn end(&mut self, line: u64) {
        if self.asking {
            self.end_query();
        } else {
            let line = if self.row.is_empty() { line } else { self.line };
            self.clauses += 1;
            self.literals += self.row.len() as u64;
            self.target.clause_at(&self.row, line);
        }
        self.row.clear();
    }

    #[cold]
    fn end_query(&mut self) {
        self.asking = false;
        self.num_queries += 1;
        let query = Query { assumptions: &self.row, clauses_before: self.clauses, line: self.line };
        if !self.target.query(query) {
            self.queries.push(query);
        }
    }

    /// Names the visible variables to the target.
    pub(super) fn show(&mut self, visible: &[crate::Var]) {
        self.target.visible(visible);
    }
}
