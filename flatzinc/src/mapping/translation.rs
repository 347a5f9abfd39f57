//! Constraints on their way to statements.

use super::statement::{Condition, Demand, Literal, Statement};
use super::store::Store;

/// The fate of constraints.
pub(super) struct Translation<'a> {
    pub(super) store: &'a mut Store,
    pub(super) statements: Vec<Statement>,
    /// The constraint that is translated.
    pub(super) source: u32,
}

impl Translation<'_> {
    pub(super) fn push(&mut self, condition: Condition, demand: Demand) {
        self.statements.push(Statement { source: self.source, condition, demand });
    }

    /// All of the demands are made.
    pub(super) fn push_all(&mut self, condition: Condition, demands: Vec<Demand>) {
        let Condition::Iff(_) = condition else {
            return demands.into_iter().for_each(|demand| self.push(condition, demand));
        };
        let parts = demands.into_iter().map(|demand| self.truth_of(demand)).collect();
        self.push(condition, Demand::All(parts));
    }

    /// A literal that is true exactly where the demand holds.
    pub(super) fn truth_of(&mut self, demand: Demand) -> Literal {
        let holds = Literal::positive(self.store.add_boolean());
        self.push(Condition::Iff(holds), demand);
        holds
    }
}
