//! Statements as constraints of the problem.

use gordian_encoders::encode::EncodingError;
use gordian_encoders::model::{Constraint, Operand};

use super::globals;
use super::handles::Handles;
use super::statement::{Addend, Condition, Demand, Linear, Literal, Lookup, Number, Operation, Statement};
use super::store::Test;

/// Exclusive ors of up to this many literals are written out; longer ones are cut.
const MOST_ODD: usize = 4;

type Composed = Result<Constraint, EncodingError>;

impl Handles<'_> {
    /// A statement as a constraint.
    ///
    /// # Errors
    /// If numbers are too large.
    pub(super) fn compose(&mut self, statement: &Statement) -> Composed {
        let mut definitions = Vec::new();
        let is_negated = matches!(statement.condition, Condition::Iff(_));
        let demand = self.demand(&statement.demand, is_negated, &mut definitions)?;
        let composed = match statement.condition {
            Condition::Always => demand,
            Condition::If(literal) => match self.store.literal(literal) {
                Literal::Constant(true) => demand,
                Literal::Constant(false) => Constraint::All(Vec::new()),
                literal => Constraint::when(self.boolean(literal)?, demand),
            },
            Condition::Iff(literal) => match self.store.literal(literal) {
                Literal::Constant(true) => demand,
                Literal::Constant(false) => demand.negated(),
                literal => Constraint::iff(self.boolean(literal)?, demand),
            },
        };
        if definitions.is_empty() {
            return Ok(composed);
        }
        definitions.push(composed);
        Ok(Constraint::All(definitions))
    }

    fn demand(&mut self, demand: &Demand, is_negated: bool, definitions: &mut Vec<Constraint>) -> Composed {
        Ok(match demand {
            Demand::Any(literals) => Constraint::Any(self.all_hold(literals)?),
            Demand::All(literals) => Constraint::All(self.all_hold(literals)?),
            Demand::Odd(literals) => self.odd(literals, definitions)?,
            Demand::Linear(linear) => self.linear(linear)?,
            Demand::Member(number, set) if self.wide_view(*number).is_some() => {
                let mut ranges = Vec::new();
                for range in set.ranges() {
                    let from = self.store.test(*number, Test::AtLeast(*range.start()));
                    let beyond = self.store.test(*number, Test::AtLeast(range.end().saturating_add(1)));
                    ranges.push(Constraint::All(self.all_hold(&[from, !beyond])?));
                }
                Constraint::Any(ranges)
            }
            Demand::Member(number, set) => {
                let of = self.integer(*number)?;
                let values: Vec<i64> =
                    self.problem.values(of).iter().copied().filter(|&value| set.contains(value)).collect();
                Constraint::member(of, values)
            }
            Demand::Absolute { of, result } => {
                let (first, second, result) = (self.integer(*of)?, self.constant(0)?, self.integer(*result)?);
                Constraint::difference_is(first, second, result)
            }
            Demand::Arithmetic { operation, first, second, result } => {
                let (first, second, result) = (self.integer(*first)?, self.integer(*second)?, self.integer(*result)?);
                match operation {
                    Operation::Times => Constraint::product(first, second, result),
                    Operation::Divide => Constraint::division(first, second, result),
                    Operation::Modulo => Constraint::modulo(first, second, result),
                    Operation::Power => Constraint::power(first, second, result),
                }
            }
            Demand::Extreme { of, result, greatest } => {
                let (of, result) = (self.integers(of)?, self.integer(*result)?);
                if *greatest { Constraint::maximum(of, result) } else { Constraint::minimum(of, result) }
            }
            Demand::Element { index, list, result } => self.element(*index, list, *result)?,
            Demand::BooleanElement { index, list, result } => self.boolean_element(*index, list, *result)?,
            Demand::Lookup(Lookup { first, second, result, table }) => {
                let (first, second, result) = (self.integer(*first)?, self.integer(*second)?, self.integer(*result)?);
                Constraint::lookup(first, second, result, table.iter().copied().collect())
            }
            Demand::AllDifferent(of) => {
                let mut views = Vec::with_capacity(of.len());
                for &(number, offset) in of {
                    let integer = self.integer(number)?;
                    views.push(self.problem.scaled(integer, 1, offset)?);
                }
                Constraint::all_different(views)
            }
            Demand::Global(global) => globals::compose(self, global, is_negated)?,
        })
    }

    fn holds(&mut self, literal: Literal) -> Composed {
        Ok(match self.store.literal(literal) {
            Literal::Constant(true) => Constraint::All(Vec::new()),
            Literal::Constant(false) => Constraint::Any(Vec::new()),
            literal => Constraint::Holds(self.boolean(literal)?),
        })
    }

    fn all_hold(&mut self, literals: &[Literal]) -> Result<Vec<Constraint>, EncodingError> {
        literals.iter().map(|&literal| self.holds(literal)).collect()
    }

    /// An odd number of the literals is true; definitions of what it is cut into go to the others.
    fn odd(&mut self, literals: &[Literal], definitions: &mut Vec<Constraint>) -> Composed {
        let mut rest = self.all_hold(literals)?;
        while rest.len() > MOST_ODD {
            let tail = rest.split_off(rest.len() - (MOST_ODD - 1));
            let cut = self.problem.hidden_boolean("odd");
            // Together with its negation, the cut makes the tail even.
            let mut group = tail;
            group.push(Constraint::Holds(!cut));
            definitions.push(written_out(&group));
            rest.push(Constraint::Holds(cut));
        }
        Ok(written_out(&rest))
    }

    fn linear(&mut self, linear: &Linear) -> Composed {
        let mut terms: Vec<(i64, Operand)> = Vec::with_capacity(linear.terms.len());
        let mut bound = i128::from(linear.bound);
        for &(coefficient, addend) in &linear.terms {
            match addend {
                Addend::Number(number) => {
                    let integer = self.integer(number)?;
                    match self.problem.values(integer) {
                        &[only] => bound -= i128::from(coefficient) * i128::from(only),
                        _ => terms.push((coefficient, integer.into())),
                    }
                }
                Addend::Literal(literal) => match self.store.literal(literal) {
                    Literal::Constant(value) => bound -= if value { coefficient.into() } else { 0 },
                    literal => terms.push((coefficient, self.boolean(literal)?.into())),
                },
            }
        }
        let bound = i64::try_from(bound).map_err(|_| EncodingError::Overflow)?;
        Ok(Constraint::weighted(terms, linear.relation, bound))
    }

    fn element(&mut self, index: Number, list: &[Number], result: Number) -> Composed {
        let (at, value) = (self.integer(index)?, self.integer(result)?);
        let positions = self.problem.values(at).to_vec();
        let mut constants = Vec::with_capacity(positions.len());
        for &position in &positions {
            let Some(&number) = usize::try_from(position - 1).ok().and_then(|position| list.get(position)) else {
                constants.push((position, None));
                continue;
            };
            match self.store.bounds(number) {
                (lower, upper) if lower == upper => constants.push((position, Some(lower))),
                _ => {
                    let at = self.problem.scaled(at, 1, -1)?;
                    return Ok(Constraint::element(self.integers(list)?, at, value));
                }
            }
        }
        // Each position says the value, and each value says that a position with it is chosen.
        let mut parts = Vec::new();
        let mut positions_of: Vec<(i64, Vec<Constraint>)> =
            self.problem.values(value).iter().map(|&value| (value, Vec::new())).collect();
        for (position, constant) in constants {
            let chosen = self.problem.is(at, position);
            let place = constant.and_then(|own| positions_of.binary_search_by_key(&own, |&(value, _)| value).ok());
            match place {
                None => parts.push(Constraint::Holds(!chosen)),
                Some(place) => {
                    positions_of[place].1.push(Constraint::Holds(chosen));
                    let own = self.problem.is(value, positions_of[place].0);
                    parts.push(Constraint::Any(vec![Constraint::Holds(!chosen), Constraint::Holds(own)]));
                }
            }
        }
        for (own, mut reasons) in positions_of {
            reasons.push(Constraint::Holds(!self.problem.is(value, own)));
            parts.push(Constraint::Any(reasons));
        }
        Ok(Constraint::All(parts))
    }

    fn boolean_element(&mut self, index: Number, list: &[Literal], result: Literal) -> Composed {
        let at = self.integer(index)?;
        let mut parts = Vec::new();
        for position in self.problem.values(at).to_vec() {
            let elsewhere = Constraint::Holds(!self.problem.is(at, position));
            let Some(&element) = usize::try_from(position - 1).ok().and_then(|position| list.get(position)) else {
                parts.push(elsewhere);
                continue;
            };
            let clauses = [[!element, result], [element, !result]];
            for literals in clauses {
                let mut clause = self.all_hold(&literals)?;
                clause.push(elsewhere.clone());
                parts.push(Constraint::Any(clause));
            }
        }
        Ok(Constraint::All(parts))
    }
}

/// The clauses of an exclusive or: each even number of negations.
fn written_out(parts: &[Constraint]) -> Constraint {
    let clauses = (0..1_u32 << parts.len()).filter(|signs| signs.count_ones() % 2 == 0);
    let clause = |signs: u32| {
        let part = |(at, part): (usize, &Constraint)| match signs >> at & 1 {
            0 => part.clone(),
            _ => match part {
                Constraint::Holds(boolean) => Constraint::Holds(!*boolean),
                other => other.clone().negated(),
            },
        };
        Constraint::Any(parts.iter().enumerate().map(part).collect())
    };
    Constraint::All(clauses.map(clause).collect())
}

/// The values that two literals must have to be the same.
pub(super) fn same(first: Constraint, second: Constraint) -> Constraint {
    Constraint::All(vec![
        Constraint::Any(vec![first.clone().negated(), second.clone()]),
        Constraint::Any(vec![first, second.negated()]),
    ])
}
