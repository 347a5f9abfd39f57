//! Variables behind views.

use super::problem::Problem;
use super::variable::{Boolean, Form, Integer, Operand, View};

impl Problem {
    /// The variable from whose value that of an operand follows: itself, or what it is a view of, or a view of that. A
    /// Boolean is named, not its negation. `None` for what is always true or false.
    pub fn origin(&self, operand: impl Into<Operand>) -> Option<Operand> {
        let index = index_of(operand.into());
        match self.form(index) {
            Form::Truth => None,
            Form::Boolean => Some(Boolean { index, positive: true }.into()),
            Form::Integer(..) => Some(Integer { index }.into()),
            &Form::View(view, _) => match view {
                View::Is(of, _) | View::AtLeast(of, _) | View::Scaled { of, .. } => self.origin(of),
                View::ZeroOne(of) => self.origin(of),
            },
        }
    }

    /// The value of an operand where its [origin](Problem::origin) has this one; Booleans are 0 and 1.
    pub fn value_from(&self, operand: impl Into<Operand>, origin: i64) -> i64 {
        let operand = operand.into();
        let own = match self.form(index_of(operand)) {
            Form::Truth => 1,
            Form::Boolean | Form::Integer(..) => origin,
            &Form::View(view, _) => match view {
                View::Is(of, value) => i64::from(self.value_from(of, origin) == value),
                View::AtLeast(of, value) => i64::from(self.value_from(of, origin) >= value),
                View::ZeroOne(of) => self.value_from(of, origin),
                View::Scaled { of, factor, offset } => factor * self.value_from(of, origin) + offset,
            },
        };
        match operand {
            Operand::Boolean(Boolean { positive: false, .. }) => 1 - own,
            _ => own,
        }
    }
}

fn index_of(operand: Operand) -> usize {
    match operand {
        Operand::Integer(integer) => integer.index,
        Operand::Boolean(boolean) => boolean.index,
    }
}
