//! Variables whose values follow from others: they cost neither a variable nor a clause of the formula.

use super::problem::Problem;
use super::variable::{Boolean, Form, Integer, Representation, View};
use crate::encode::{EncodingError, MAX_MAGNITUDE};

impl Problem {
    /// The Boolean that is true, or the one that is false.
    pub fn truth(&mut self, value: bool) -> Boolean {
        let index = match self.truth {
            Some(index) => index,
            None => self.push_form(Form::Truth),
        };
        self.truth = Some(index);
        Boolean { index, positive: value }
    }

    /// The integer that always has this value.
    ///
    /// # Errors
    /// [`EncodingError::Overflow`].
    pub fn constant(&mut self, value: i64) -> Result<Integer, EncodingError> {
        checked(i128::from(value))?;
        Ok(Integer { index: self.push_form(Form::Integer(vec![value], Representation::BySize)) })
    }

    /// Whether the integer has this value: its literal `x = value`, false where it never has.
    ///
    /// Like every view it makes no variable and no clause, and it is no part of a solution. The literals of an integer
    /// with more than [`MOST_VALUE_LITERALS`](super::MOST_VALUE_LITERALS) values are made when a constraint asks.
    pub fn is(&mut self, integer: Integer, value: i64) -> Boolean {
        match (self.values(integer).binary_search(&value), self.values(integer).len()) {
            (Err(_), _) => self.truth(false),
            (Ok(_), 1) => self.truth(true),
            (Ok(_), _) => match self.view_of(integer) {
                Some(View::ZeroOne(of)) => Boolean { positive: of.positive == (value == 1), ..of },
                _ => self.boolean_view(View::Is(integer, value)),
            },
        }
    }

    /// Whether the integer has at least this value: its literal `x >= value`.
    pub fn at_least(&mut self, integer: Integer, value: i64) -> Boolean {
        let values = self.values(integer);
        let index = values.partition_point(|&other| other < value);
        match values.get(index) {
            None => self.truth(false),
            Some(_) if index == 0 => self.truth(true),
            Some(&next) => match self.view_of(integer) {
                Some(View::ZeroOne(of)) => of,
                _ => self.boolean_view(View::AtLeast(integer, next)),
            },
        }
    }

    /// The integer that is one where the Boolean is true and zero where it is false.
    pub fn zero_one(&mut self, boolean: Boolean) -> Integer {
        match self.constant_of(boolean) {
            Some(value) => {
                Integer { index: self.push_form(Form::Integer(vec![i64::from(value)], Representation::BySize)) }
            }
            None => Integer { index: self.view(View::ZeroOne(boolean), Vec::new) },
        }
    }

    /// The integer `factor * integer + offset`.
    ///
    /// # Errors
    /// [`EncodingError::Overflow`].
    pub fn scaled(&mut self, integer: Integer, factor: i64, offset: i64) -> Result<Integer, EncodingError> {
        if factor == 0 {
            return self.constant(offset);
        }
        if (factor, offset) == (1, 0) {
            return Ok(integer);
        }
        let scale = |&value: &i64| checked(i128::from(factor) * i128::from(value) + i128::from(offset));
        let mut values: Vec<i64> = self.values(integer).iter().map(scale).collect::<Result<_, _>>()?;
        if let &[only] = &values[..] {
            return self.constant(only);
        }
        if factor < 0 {
            values.reverse();
        }
        Ok(Integer { index: self.view(View::Scaled { of: integer, factor, offset }, || values) })
    }

    fn boolean_view(&mut self, view: View) -> Boolean {
        Boolean { index: self.view(view, Vec::new), positive: true }
    }

    fn view(&mut self, view: View, values: impl FnOnce() -> Vec<i64>) -> usize {
        if let Some(&index) = self.views.get(&view) {
            return index;
        }
        let index = self.push_form(Form::View(view, values()));
        self.views.insert(view, index);
        index
    }
}

fn checked(value: i128) -> Result<i64, EncodingError> {
    let limit = i128::from(MAX_MAGNITUDE);
    if (-limit..=limit).contains(&value) { Ok(value as i64) } else { Err(EncodingError::Overflow) }
}
