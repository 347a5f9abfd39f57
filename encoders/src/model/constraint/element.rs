//! An element of a list.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation, imply};

/// `list[index] = result`, where the list is numbered from zero; an index outside of it is forbidden.
#[derive(Clone, Debug)]
pub struct Element {
    /// The list.
    pub list: Vec<Integer>,
    /// The position of the element.
    pub index: Integer,
    /// Its value.
    pub result: Integer,
}

impl Constraint {
    /// `list[index] = result`, where the list is numbered from zero; an index outside of it is forbidden.
    pub fn element(list: impl IntoIterator<Item = Integer>, index: Integer, result: Integer) -> Constraint {
        Element { list: list.into_iter().collect(), index, result }.into()
    }
}

impl Constrain for Element {
    fn holds(&self, assignment: &Assignment) -> bool {
        let index = usize::try_from(assignment.value(self.index)).ok();
        let element = index.and_then(|index| self.list.get(index));
        element.is_some_and(|&element| assignment.value(element) == assignment.value(self.result))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.element(&self.list, self.index, self.result);
        Ok(())
    }

    fn negate(&self) -> Option<Constraint> {
        let Element { list, index, result } = self;
        let other = |(at, &element): (usize, &Integer)| {
            let at = i64::try_from(at).unwrap_or(i64::MAX);
            Constraint::All(vec![Constraint::is(*index, at), Constraint::all_different([element, *result])])
        };
        let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
        let outside = [(Relation::Less, 0), (Relation::AtLeast, length)]
            .map(|(relation, bound)| Constraint::sum([*index], relation, bound));
        Some(Constraint::Any(list.iter().enumerate().map(other).chain(outside).collect()))
    }
}

impl Poster<'_> {
    fn element(&mut self, list: &[Integer], index: Integer, result: Integer) {
        self.restrict(index, |value| usize::try_from(value).is_ok_and(|at| at < list.len()));
        for value in self.values(index).to_vec() {
            let Some(&element) = usize::try_from(value).ok().and_then(|at| list.get(at)) else { continue };
            let is = self.equals(index, value);
            for value in self.values(element).to_vec() {
                let (there, here) = (self.equals(element, value), self.equals(result, value));
                imply(self, &[is, there], &[here]);
            }
            for value in self.values(result).to_vec() {
                let (there, here) = (self.equals(element, value), self.equals(result, value));
                imply(self, &[is, here], &[there]);
            }
        }
    }
}
