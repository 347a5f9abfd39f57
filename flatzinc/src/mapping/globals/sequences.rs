//! Tables and automata.

use std::sync::Arc;

use gordian_encoders::encode::EncodingError;
use gordian_encoders::model::Constraint;
use gordian_encoders::model::constraint::{Automaton, CostAutomaton};

use super::super::arguments::Arguments;
use super::super::error::MappingError;
use super::super::handles::Handles;
use super::super::statement::{Addend, Global, Number};
use super::super::store::Store;
use super::super::values::Contradiction;
use crate::integer_set::IntegerSet;

/// Constraints that are kept whole.
pub(super) fn read(name: &str, of: Arguments<'_>) -> Result<Option<Global>, MappingError> {
    Ok(Some(match name {
        "table_int" | "table_bool" => {
            let (variables, cells) = (of.addends(0)?, of.constants(1)?);
            if variables.is_empty() || cells.len() % variables.len() != 0 {
                return Err(of.wrong("the table has no whole rows"));
            }
            let rows = cells.chunks(variables.len()).map(<[i64]>::to_vec).collect();
            Global::Table { of: variables, rows }
        }
        "regular" => {
            let targets = of.constants(3)?;
            let shape = Shape::read(of, targets.len())?;
            let cells: Vec<Vec<i64>> = targets.into_iter().map(|target| vec![target]).collect();
            Global::Regular { of: of.numbers(0)?, automaton: Arc::new(shape.automaton(&cells)) }
        }
        "regular_nfa" => {
            let sets = of.sets(3)?;
            let shape = Shape::read(of, sets.len())?;
            let cells: Vec<Vec<i64>> = sets.iter().map(|set| shape.states_in(set)).collect();
            Global::Regular { of: of.numbers(0)?, automaton: Arc::new(shape.automaton(&cells)) }
        }
        "cost_regular" => {
            let targets = of.constants(3)?;
            let shape = Shape::read(of, targets.len())?;
            let automaton = shape.cost_automaton(of, &targets, &of.constants(6)?)?;
            Global::CostRegular { of: of.numbers(0)?, automaton: Arc::new(automaton), cost: of.number(7)? }
        }
        _ => return Ok(None),
    }))
}

/// Keeps the symbols of an automaton: an integer with a million values gets no literals for those that it cannot have.
pub(super) fn keep_symbols(
    store: &mut Store,
    of: &[Number],
    symbols: impl Iterator<Item = i64>,
) -> Result<(), Contradiction> {
    let symbols = IntegerSet::from_values(symbols);
    of.iter().try_for_each(|&number| store.keep_within(number, &symbols, true))
}

/// Keeps, for each column, the values in rows that are left.
pub(super) fn keep_rows(store: &mut Store, of: &[Addend], rows: &[Vec<i64>]) -> Result<(), Contradiction> {
    let mut left: Vec<&Vec<i64>> = rows.iter().collect();
    for (at, addend) in of.iter().enumerate() {
        if let Addend::Number(number) = *addend {
            left.retain(|row| store.can_be(number, row[at]));
        }
    }
    for (at, addend) in of.iter().enumerate() {
        if let Addend::Number(number) = *addend {
            store.keep_within(number, &IntegerSet::from_values(left.iter().map(|row| row[at])), true)?;
        }
    }
    Ok(())
}

pub(super) fn compose(handles: &mut Handles<'_>, global: &Global) -> Result<Constraint, EncodingError> {
    Ok(match global {
        Global::Table { of, rows } => Constraint::table(handles.addends(of)?, rows.clone()),
        Global::Regular { of, automaton } => Constraint::regular(handles.integers(of)?, automaton.clone()),
        Global::CostRegular { of, automaton, cost } => {
            let (of, cost) = (handles.integers(of)?, handles.integer(*cost)?);
            Constraint::cost_regular(of, automaton.clone(), cost)
        }
        other => unreachable!("{other:?} is no sequence"),
    })
}

/// The most states of an automaton without symbols, whose table is empty.
const MOST_STATES: usize = 1 << 20;

/// The states and symbols of an automaton, both numbered from one in the model; its table has a row for each state.
struct Shape {
    states: usize,
    symbols: usize,
    start: usize,
    accepting: Vec<usize>,
}

impl Shape {
    /// The shape of an automaton whose table has so many cells.
    fn read(of: Arguments<'_>, cells: usize) -> Result<Shape, MappingError> {
        let size = |at| usize::try_from(of.constant(at)?).map_err(|_| of.wrong("a number of states is negative"));
        let (states, symbols) = (size(1)?, size(2)?);
        let mut shape = Shape { states, symbols, start: states, accepting: Vec::new() };
        // The states are gone through only if a table as large as that stands in the model.
        shape.check(of, cells)?;
        if symbols == 0 && states > MOST_STATES {
            return Err(of.wrong("it has too many states"));
        }
        shape.start = shape.state(of.constant(4)?);
        let accepting = shape.states_in(&*of.set(5)?);
        shape.accepting = accepting.into_iter().map(|state| shape.state(state)).collect();
        Ok(shape)
    }

    /// The state by its number from zero; one that does not exist is beyond all others.
    fn state(&self, number: i64) -> usize {
        number
            .checked_sub(1)
            .and_then(|state| usize::try_from(state).ok())
            .map_or(self.states, |at| at.min(self.states))
    }

    /// The states of a set, by their numbers in the model.
    fn states_in(&self, set: &crate::integer_set::IntegerSet) -> Vec<i64> {
        (1..=self.states as i64).filter(|&state| set.contains(state)).collect()
    }

    fn check(&self, of: Arguments<'_>, cells: usize) -> Result<(), MappingError> {
        match self.states.checked_mul(self.symbols) {
            Some(count) if count == cells => Ok(()),
            _ => Err(of.wrong("the table has not a cell for each state and symbol")),
        }
    }

    fn automaton(&self, cells: &[Vec<i64>]) -> Automaton {
        let mut edges = vec![Vec::new(); self.states];
        for (at, targets) in cells.iter().enumerate() {
            let (state, symbol) = (at / self.symbols, (at % self.symbols) as i64 + 1);
            let targets = targets.iter().map(|&target| self.state(target)).filter(|&target| target < self.states);
            edges[state].extend(targets.map(|target| (symbol, target)));
        }
        Automaton { edges, start: self.start, accepting: self.accepting.clone() }
    }

    fn cost_automaton(&self, of: Arguments<'_>, targets: &[i64], costs: &[i64]) -> Result<CostAutomaton, MappingError> {
        self.check(of, costs.len())?;
        let mut edges = vec![Vec::new(); self.states];
        for (at, (&target, &cost)) in targets.iter().zip(costs).enumerate() {
            let (state, symbol, target) = (at / self.symbols, (at % self.symbols) as i64 + 1, self.state(target));
            if target < self.states {
                edges[state].push((symbol, target, cost));
            }
        }
        Ok(CostAutomaton { edges, start: self.start, accepting: self.accepting.clone() })
    }
}
