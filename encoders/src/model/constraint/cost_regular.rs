//! Sequences that an automaton accepts, and what they cost.

use std::sync::Arc;

use super::super::diagram::Diagram;
use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::EncodingError;

/// A finite automaton whose edges have a cost; no state has two edges of one value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CostAutomaton {
    /// For each state its edges: the value that is read, the next state, and the cost. The first of several
    /// edges of one value counts.
    pub edges: Vec<Vec<(i64, usize, i64)>>,
    /// The state before the first value.
    pub start: usize,
    /// The states that accept.
    pub accepting: Vec<usize>,
}

impl CostAutomaton {
    fn step(&self, (state, cost): (usize, i64), value: i64) -> Option<(usize, i64)> {
        let edge = self.edges.get(state)?.iter().find(|edge| edge.0 == value)?;
        Some((edge.1, cost.checked_add(edge.2)?))
    }

    /// The cost of a sequence; `None` where it is not accepted.
    pub fn cost(&self, values: &[i64]) -> Option<i64> {
        let last = values.iter().try_fold((self.start, 0), |state, &value| self.step(state, value));
        last.filter(|(state, _)| self.accepts(*state)).map(|(_, cost)| cost)
    }

    fn accepts(&self, state: usize) -> bool {
        state < self.edges.len() && self.accepting.contains(&state)
    }
}

/// The values in their order are a sequence that the automaton accepts, and its edges cost so much together.
///
/// A diagram whose nodes are the states with the cost so far, and which reads the cost last (Demassey, Pesant &
/// Rousseau, "A cost-regular based hybrid column generation approach", 2006, as clauses).
#[derive(Clone, Debug)]
pub struct CostRegular {
    /// The variables in order.
    pub of: Vec<Integer>,
    /// The automaton that reads them.
    pub automaton: Arc<CostAutomaton>,
    /// The cost of the sequence.
    pub cost: Integer,
}

impl Constraint {
    /// The values in their order are a sequence that the automaton accepts at this cost.
    pub fn cost_regular(
        of: impl IntoIterator<Item = Integer>,
        automaton: impl Into<Arc<CostAutomaton>>,
        cost: Integer,
    ) -> Constraint {
        CostRegular { of: of.into_iter().collect(), automaton: automaton.into(), cost }.into()
    }
}

impl CostRegular {
    /// The variables and the cost, which are read one after the other.
    fn read(&self) -> Vec<Integer> {
        self.of.iter().copied().chain([self.cost]).collect()
    }

    fn write(&self, poster: &mut Poster<'_>, accepted: bool) -> Result<(), EncodingError> {
        let read = self.read();
        let domains: Vec<&[i64]> = read.iter().map(|&x| poster.values(x)).collect();
        // After the cost the state says whether all is well: `Ok` before it, `Err` after it.
        let step = |position: usize, state: &Option<Result<(usize, i64), bool>>, value: i64| {
            let next = match state {
                Some(Ok((state, cost))) if position == self.of.len() => {
                    Some(Err(self.automaton.accepts(*state) && *cost == value))
                }
                &Some(Ok(state)) => self.automaton.step(state, value).map(Ok),
                _ => None,
            };
            if accepted && matches!(next, None | Some(Err(false))) { None } else { Some(next) }
        };
        let accepts = |last: &Option<Result<(usize, i64), bool>>| (*last == Some(Err(true))) == accepted;
        let diagram = Diagram::new(&domains, Some(Ok((self.automaton.start, 0))), step, accepts)?;
        poster.path(&read, &diagram);
        Ok(())
    }
}

impl Constrain for CostRegular {
    fn holds(&self, assignment: &Assignment) -> bool {
        self.automaton.cost(&assignment.of(&self.of)) == Some(assignment.value(self.cost))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        self.write(poster, true)
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        self.write(poster, false)
    }
}
