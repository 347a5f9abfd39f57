//! Arguments of a constraint as what they must be.

use std::sync::Arc;

use super::error::MappingError;
use super::statement::{Addend, Literal, Number};
use crate::integer_set::IntegerSet;
use crate::model::{Argument, Constraint, Domain, Model, Term};

/// The largest magnitude of a number in a constraint.
const MOST_MAGNITUDE: u64 = 1 << 62;

/// The arguments of one constraint.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'a> {
    model: &'a Model,
    constraint: &'a Constraint,
    of: &'a [Argument],
}

impl<'a> Arguments<'a> {
    pub(super) fn new(model: &'a Model, constraint: &'a Constraint) -> Arguments<'a> {
        Arguments { model, constraint, of: &constraint.arguments }
    }

    /// These, but for the last.
    pub(super) fn but_last(self) -> (Arguments<'a>, usize) {
        let count = self.of.len().saturating_sub(1);
        (Arguments { of: &self.of[..count], ..self }, count)
    }

    /// Refuses another number of arguments.
    pub(super) fn expect(&self, count: usize) -> Result<(), MappingError> {
        if self.of.len() == count { Ok(()) } else { Err(self.wrong("it has too many or too few arguments")) }
    }

    pub(super) fn wrong(&self, reason: &'static str) -> MappingError {
        let Constraint { name, place, .. } = self.constraint;
        MappingError::WrongArguments { name: name.clone(), reason, place: *place }
    }

    /// The argument at a place of the whole list, also where the last was taken off.
    fn at(&self, at: usize) -> Result<&'a Argument, MappingError> {
        self.constraint.arguments.get(at).ok_or_else(|| self.wrong("it has too few arguments"))
    }

    fn term(&self, at: usize) -> Result<&'a Term, MappingError> {
        match self.at(at)? {
            Argument::Term(term) => Ok(term),
            Argument::Array(_) => Err(self.wrong("an array stands in place of a single value")),
        }
    }

    pub(super) fn array(&self, at: usize) -> Result<&'a [Term], MappingError> {
        match self.at(at)? {
            Argument::Array(terms) => Ok(terms),
            Argument::Term(_) => Err(self.wrong("a single value stands in place of an array")),
        }
    }

    pub(super) fn number(&self, at: usize) -> Result<Number, MappingError> {
        self.as_number(self.term(at)?)
    }

    pub(super) fn literal(&self, at: usize) -> Result<Literal, MappingError> {
        self.as_literal(self.term(at)?)
    }

    pub(super) fn numbers(&self, at: usize) -> Result<Vec<Number>, MappingError> {
        self.array(at)?.iter().map(|term| self.as_number(term)).collect()
    }

    pub(super) fn literals(&self, at: usize) -> Result<Vec<Literal>, MappingError> {
        self.array(at)?.iter().map(|term| self.as_literal(term)).collect()
    }

    /// Integers or Booleans, which are one where they are true.
    pub(super) fn addends(&self, at: usize) -> Result<Vec<Addend>, MappingError> {
        self.array(at)?.iter().map(|term| self.as_addend(term)).collect()
    }

    pub(super) fn addend(&self, at: usize) -> Result<Addend, MappingError> {
        self.as_addend(self.term(at)?)
    }

    pub(super) fn constant(&self, at: usize) -> Result<i64, MappingError> {
        self.as_constant(self.term(at)?)
    }

    pub(super) fn constants(&self, at: usize) -> Result<Vec<i64>, MappingError> {
        self.array(at)?.iter().map(|term| self.as_constant(term)).collect()
    }

    pub(super) fn set(&self, at: usize) -> Result<Arc<IntegerSet>, MappingError> {
        match self.term(at)? {
            Term::Set(set) => Ok(set.clone()),
            _ => Err(self.wrong("an argument is no constant set of integers")),
        }
    }

    pub(super) fn sets(&self, at: usize) -> Result<Vec<Arc<IntegerSet>>, MappingError> {
        let set = |term: &Term| match term {
            Term::Set(set) => Ok(set.clone()),
            _ => Err(self.wrong("an element is no set of integers")),
        };
        self.array(at)?.iter().map(set).collect()
    }

    /// A set, constant or not.
    pub(super) fn any_set(&self, at: usize) -> Result<&'a Term, MappingError> {
        match self.term(at)? {
            set @ (Term::Set(_) | Term::VariableSet(_)) => Ok(set),
            _ => Err(self.wrong("an argument is no set of integers")),
        }
    }

    /// Sets, constant or not.
    pub(super) fn any_sets(&self, at: usize) -> Result<Vec<&'a Term>, MappingError> {
        let set = |term: &'a Term| match term {
            Term::Set(_) | Term::VariableSet(_) => Ok(term),
            _ => Err(self.wrong("an element is no set of integers")),
        };
        self.array(at)?.iter().map(set).collect()
    }

    fn as_addend(&self, term: &Term) -> Result<Addend, MappingError> {
        self.as_number(term).map(Addend::Number).or_else(|_| self.as_literal(term).map(Addend::Literal))
    }

    /// A number that can be negated, and added to others of its kind.
    fn small(&self, value: i64) -> Result<i64, MappingError> {
        if value.unsigned_abs() <= MOST_MAGNITUDE { Ok(value) } else { Err(self.wrong("a number is beyond 2^62")) }
    }

    fn as_constant(&self, term: &Term) -> Result<i64, MappingError> {
        match term {
            Term::Integer(value) => self.small(*value),
            Term::Boolean(value) => Ok(i64::from(*value)),
            _ => Err(self.wrong("an argument is no constant integer")),
        }
    }

    fn as_number(&self, term: &Term) -> Result<Number, MappingError> {
        match term {
            Term::Integer(value) => self.small(*value).map(Number::Constant),
            Term::Variable(variable) if matches!(self.domain(variable.index()), Some(Domain::Integer(_))) => {
                Ok(Number::Variable(variable.0))
            }
            _ => Err(self.wrong("an argument is no integer")),
        }
    }

    fn as_literal(&self, term: &Term) -> Result<Literal, MappingError> {
        match term {
            Term::Boolean(value) => Ok(Literal::Constant(*value)),
            Term::Variable(variable) if matches!(self.domain(variable.index()), Some(Domain::Boolean)) => {
                Ok(Literal::positive(variable.0))
            }
            _ => Err(self.wrong("an argument is no Boolean")),
        }
    }

    fn domain(&self, variable: usize) -> Option<&Domain> {
        self.model.variables.get(variable).map(|variable| &variable.domain)
    }
}
