//! Statements that are left to propagators.

use gordian_encoders::encode::{EncodingError, Relation};
use gordian_encoders::model::{Boolean, Constraint};

use super::handles::Handles;
use super::linear::{Item, Sum};
use super::propagated::{Demanded, Leaf, Propagated, Value};
use super::statement::{Condition, Demand, Linear, Literal, Number, Operation, Statement};
use super::store::{Resolved, Test};

type Left = Result<Vec<Demanded>, EncodingError>;

impl Handles<'_> {
    /// Takes note of a statement that a propagator is to hold; what remains to be written of it.
    ///
    /// # Errors
    /// If numbers are too large.
    pub(super) fn leave(&mut self, statement: &Statement) -> Result<Constraint, EncodingError> {
        let mut written = Vec::new();
        let (literal, is_both) = match statement.condition {
            Condition::Always => (Literal::Constant(true), false),
            Condition::If(literal) => (self.store.literal(literal), false),
            Condition::Iff(literal) => (self.store.literal(literal), true),
        };
        for (literal, is_negated) in [(literal, false), (!literal, true)] {
            if is_negated && !is_both || literal == Literal::Constant(false) {
                continue;
            }
            let guard = match literal {
                Literal::Constant(_) => None,
                literal => Some(self.exposed(literal)?),
            };
            let all = match &statement.demand {
                Demand::Linear(linear) if is_negated => self.leave_sum(&Sum::negated(linear))?,
                demand => self.leave_demand(demand, &mut written)?,
            };
            self.propagated.extend(all.into_iter().map(|relation| Propagated { guard, relation }));
        }
        Ok(Constraint::All(written))
    }

    fn leave_demand(&mut self, demand: &Demand, written: &mut Vec<Constraint>) -> Left {
        Ok(vec![match demand {
            Demand::Linear(linear) => return self.leave_sum(linear),
            &Demand::Absolute { of, result } => {
                let (of, result) = (self.value(of)?, self.value(result)?);
                Demanded::Maximum { of: vec![of, of.negated()], result }
            }
            Demand::Extreme { of, result, greatest } => {
                let (mut of, mut result) = (self.all_values(of)?, self.value(*result)?);
                if !greatest {
                    of = of.into_iter().map(Value::negated).collect();
                    result = result.negated();
                }
                Demanded::Maximum { of, result }
            }
            &Demand::Arithmetic { operation: Operation::Times, first, second, result } => Demanded::Product {
                first: self.value(first)?,
                second: self.value(second)?,
                result: self.value(result)?,
            },
            Demand::Element { index, list, result } => self.leave_element(*index, list, *result, written)?,
            Demand::AllDifferent(of) => {
                let shifted = |&(number, by): &(Number, i64)| {
                    Ok(match self.value(number)? {
                        Value::Constant(value) => Value::Constant(value + by),
                        Value::View { factor, of, offset } => Value::View { factor, of, offset: offset + by },
                    })
                };
                Demanded::AllDifferent(of.iter().map(shifted).collect::<Result<_, EncodingError>>()?)
            }
            _ => return Err(EncodingError::Overflow),
        }])
    }

    fn leave_sum(&mut self, linear: &Linear) -> Left {
        let sum = match Sum::of(self.store, linear).ok_or(EncodingError::Overflow)? {
            Ok(sum) => sum,
            // Zero is at most zero, or at most minus one.
            Err(holds) => Sum { terms: Vec::new(), relation: Relation::AtMost, bound: if holds { 0 } else { -1 } },
        };
        let mut terms = Vec::with_capacity(sum.terms.len());
        for (factor, item) in sum.terms {
            terms.push(match item {
                Item::Boolean(of) => (factor, Leaf::Boolean(self.exposed(Literal::positive(of))?)),
                Item::Integer(root) => (factor, self.leaf(root)?),
            });
        }
        Ok(vec![Demanded::Linear { terms, relation: sum.relation, bound: sum.bound }])
    }

    /// The index chooses one of the values.
    fn leave_element(
        &mut self,
        index: Number,
        list: &[Number],
        result: Number,
        written: &mut Vec<Constraint>,
    ) -> Result<Demanded, EncodingError> {
        let at = self.integer(index)?;
        let mut choices = Vec::new();
        for position in self.problem.values(at).to_vec() {
            let chosen = self.problem.is(at, position);
            match usize::try_from(position - 1).ok().and_then(|position| list.get(position)) {
                Some(&number) => {
                    self.problem.expose(chosen);
                    choices.push((chosen, self.value(number)?));
                }
                None => written.push(Constraint::Holds(!chosen)),
            }
        }
        Ok(Demanded::Element { choices, result: self.value(result)? })
    }

    /// The literal as a Boolean whose literal the formula shows.
    fn exposed(&mut self, literal: Literal) -> Result<Boolean, EncodingError> {
        let boolean = self.boolean(literal)?;
        self.problem.expose(boolean);
        Ok(boolean)
    }

    fn all_values(&mut self, numbers: &[Number]) -> Result<Vec<Value>, EncodingError> {
        numbers.iter().map(|&number| self.value(number)).collect()
    }

    fn value(&mut self, number: Number) -> Result<Value, EncodingError> {
        Ok(match self.store.number(number) {
            Resolved::Constant(value) => Value::Constant(value),
            Resolved::View(view) => Value::View { factor: view.factor, of: self.leaf(view.root)?, offset: view.offset },
        })
    }

    fn leaf(&mut self, root: u32) -> Result<Leaf, EncodingError> {
        if let Some(wide) = self.wide_of(root) {
            return Ok(Leaf::Wide(wide));
        }
        let integer = self.root(root)?;
        self.problem.expose(integer);
        Ok(Leaf::Integer(integer))
    }

    /// The Boolean that says this of a wide integer.
    pub(super) fn wide_literal(&mut self, wide: usize, test: Test) -> Boolean {
        let boolean = self.problem.hidden_boolean("wide");
        self.problem.expose(boolean);
        self.wide[wide].literals.push((test.into(), boolean));
        boolean
    }
}
