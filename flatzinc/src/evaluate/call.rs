//! The arguments of a constraint, as values.

use std::sync::Arc;

use super::error::EvaluationReason;
use crate::integer_set::IntegerSet;
use crate::model::{Argument, Term};

/// The judgement of a family on a constraint: nothing, if the family does not know it.
pub(super) type Judgement = Option<Result<bool, EvaluationReason>>;

/// Arguments and the values of the variables. Integers come in 128 bits, so that sums and products of two are exact;
/// a Boolean is also the integer 0 or 1.
pub(super) struct Call<'a> {
    arguments: &'a [Argument],
    values: &'a [i64],
}

impl<'a> Call<'a> {
    pub(super) fn new(arguments: &'a [Argument], values: &'a [i64]) -> Call<'a> {
        Call { arguments, values }
    }

    /// All arguments but the last, and the last.
    pub(super) fn reified(&self) -> Result<(Call<'a>, bool), EvaluationReason> {
        let (_, others) = self.arguments.split_last().ok_or(EvaluationReason::Arguments)?;
        let reified = self.boolean(others.len())?;
        Ok((Call { arguments: others, values: self.values }, reified))
    }

    pub(super) fn len(&self) -> usize {
        self.arguments.len()
    }

    /// Demands that there are so many arguments.
    pub(super) fn arity(&self, count: usize) -> Result<(), EvaluationReason> {
        if self.arguments.len() == count { Ok(()) } else { Err(EvaluationReason::Arguments) }
    }

    fn wrong(at: usize) -> EvaluationReason {
        EvaluationReason::Argument(at + 1)
    }

    fn argument(&self, at: usize) -> Result<&'a Argument, EvaluationReason> {
        self.arguments.get(at).ok_or(EvaluationReason::Arguments)
    }

    fn term(&self, at: usize) -> Result<&'a Term, EvaluationReason> {
        match self.argument(at)? {
            Argument::Term(term) => Ok(term),
            Argument::Array(_) => Err(Call::wrong(at)),
        }
    }

    fn terms(&self, at: usize) -> Result<&'a [Term], EvaluationReason> {
        match self.argument(at)? {
            Argument::Array(terms) => Ok(terms),
            Argument::Term(_) => Err(Call::wrong(at)),
        }
    }

    fn number(&self, term: &Term) -> Option<i128> {
        match term {
            Term::Boolean(value) => Some(i128::from(*value)),
            Term::Integer(value) => Some(i128::from(*value)),
            Term::Variable(id) => Some(i128::from(self.values[id.index()])),
            Term::Set(_) | Term::VariableSet(_) => None,
        }
    }

    fn truth(&self, term: &Term) -> Option<bool> {
        match term {
            Term::Boolean(value) => Some(*value),
            Term::Variable(id) => match self.values[id.index()] {
                0 => Some(false),
                1 => Some(true),
                _ => None,
            },
            Term::Integer(_) | Term::Set(_) | Term::VariableSet(_) => None,
        }
    }

    pub(super) fn integer(&self, at: usize) -> Result<i128, EvaluationReason> {
        self.number(self.term(at)?).ok_or(Call::wrong(at))
    }

    pub(super) fn boolean(&self, at: usize) -> Result<bool, EvaluationReason> {
        self.truth(self.term(at)?).ok_or(Call::wrong(at))
    }

    pub(super) fn integers(&self, at: usize) -> Result<Vec<i128>, EvaluationReason> {
        self.terms(at)?.iter().map(|term| self.number(term).ok_or(Call::wrong(at))).collect()
    }

    /// As [`Call::integers`], of this length.
    pub(super) fn integers_of(&self, at: usize, length: usize) -> Result<Vec<i128>, EvaluationReason> {
        let integers = self.integers(at)?;
        if integers.len() == length { Ok(integers) } else { Err(Call::wrong(at)) }
    }

    pub(super) fn booleans(&self, at: usize) -> Result<Vec<bool>, EvaluationReason> {
        self.terms(at)?.iter().map(|term| self.truth(term).ok_or(Call::wrong(at))).collect()
    }

    fn set_of(&self, term: &Term) -> Option<Arc<IntegerSet>> {
        match term {
            Term::Set(set) => Some(Arc::clone(set)),
            Term::VariableSet(set) => Some(Arc::new(set.value(self.values))),
            Term::Boolean(_) | Term::Integer(_) | Term::Variable(_) => None,
        }
    }

    pub(super) fn set(&self, at: usize) -> Result<Arc<IntegerSet>, EvaluationReason> {
        self.set_of(self.term(at)?).ok_or(Call::wrong(at))
    }

    pub(super) fn sets(&self, at: usize) -> Result<Vec<Arc<IntegerSet>>, EvaluationReason> {
        self.terms(at)?.iter().map(|term| self.set_of(term).ok_or(Call::wrong(at))).collect()
    }

    /// An argument that is no negative number and fits the memory.
    pub(super) fn size(&self, at: usize) -> Result<usize, EvaluationReason> {
        usize::try_from(self.integer(at)?).map_err(|_| Call::wrong(at))
    }
}

/// The position that an index from one names, in an array of this length.
pub(super) fn position(index: i128, length: usize) -> Option<usize> {
    usize::try_from(index).ok()?.checked_sub(1).filter(|&at| at < length)
}

/// Whether a set has this number.
pub(super) fn contains(set: &IntegerSet, value: i128) -> bool {
    i64::try_from(value).is_ok_and(|value| set.contains(value))
}
