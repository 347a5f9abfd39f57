//! Sequences that an automaton accepts.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::diagram::Diagram;
use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::EncodingError;

/// A finite automaton; it may have several edges of one value from one state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    /// For each state its edges: the value that is read, and the next state. An edge to a state that does not exist
    /// leads nowhere.
    pub edges: Vec<Vec<(i64, usize)>>,
    /// The state before the first value.
    pub start: usize,
    /// The states that accept.
    pub accepting: Vec<usize>,
}

impl Automaton {
    /// The states that a value leads to from one of these.
    fn step(&self, states: &BTreeSet<usize>, value: i64) -> BTreeSet<usize> {
        let edges = states.iter().filter_map(|&state| self.edges.get(state)).flatten();
        edges.filter(|&&(read, _)| read == value).map(|&(_, next)| next).collect()
    }

    fn accepts(&self, states: &BTreeSet<usize>) -> bool {
        self.accepting.iter().any(|state| states.contains(state) && *state < self.edges.len())
    }

    /// Whether it accepts a sequence.
    pub fn holds(&self, values: &[i64]) -> bool {
        let last = values.iter().fold(BTreeSet::from([self.start]), |states, &value| self.step(&states, value));
        self.accepts(&last)
    }

    /// The sequences over these domains that it accepts, or those that it does not.
    ///
    /// # Errors
    /// [`EncodingError::DiagramTooLarge`].
    pub fn diagram(&self, domains: &[&[i64]], accepted: bool) -> Result<Diagram, EncodingError> {
        let step = |_: usize, states: &BTreeSet<usize>, value: i64| {
            let next = self.step(states, value);
            (!accepted || !next.is_empty()).then_some(next)
        };
        Diagram::new(domains, BTreeSet::from([self.start]), step, |last| self.accepts(last) == accepted)
    }
}

/// The values in their order are a sequence that the automaton accepts.
///
/// A path of the automaton unfolded over the positions (Pesant, "A regular language membership constraint for finite
/// sequences of variables", 2004); several edges of one value make sets of states.
#[derive(Clone, Debug)]
pub struct Regular {
    /// The variables in order.
    pub of: Vec<Integer>,
    /// The automaton that reads them.
    pub automaton: Arc<Automaton>,
}

impl Constraint {
    /// The values in their order are a sequence that the automaton accepts.
    pub fn regular(of: impl IntoIterator<Item = Integer>, automaton: impl Into<Arc<Automaton>>) -> Constraint {
        Regular { of: of.into_iter().collect(), automaton: automaton.into() }.into()
    }
}

impl Regular {
    fn write(&self, poster: &mut Poster<'_>, accepted: bool) -> Result<(), EncodingError> {
        let domains: Vec<&[i64]> = self.of.iter().map(|&x| poster.values(x)).collect();
        let diagram = self.automaton.diagram(&domains, accepted)?;
        poster.path(&self.of, &diagram);
        Ok(())
    }
}

impl Constrain for Regular {
    fn holds(&self, assignment: &Assignment) -> bool {
        self.automaton.holds(&assignment.of(&self.of))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        self.write(poster, true)
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        self.write(poster, false)
    }
}
