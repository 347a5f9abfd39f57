//! The positions of the least and of the greatest of some variables.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::extreme::values_of_any;
use super::{Constraint, Decompose};
use crate::encode::{EncodingError, IntVar, Truth, all_of, any_of};

/// `index` is the first position, from zero, of the least of the variables, of which there is at least one.
///
/// The least value is defined with order literals; a literal for each variable says that it has it, and the first
/// of these is the position.
#[derive(Clone, Debug)]
pub struct ArgMin {
    /// The variables.
    pub of: Vec<Integer>,
    /// The position of the first least one.
    pub index: Integer,
}

impl Constraint {
    /// `index` is the first position, from zero, of the least of the variables.
    pub fn arg_min(of: impl IntoIterator<Item = Integer>, index: Integer) -> Constraint {
        ArgMin { of: of.into_iter().collect(), index }.into()
    }
}

impl Decompose for ArgMin {
    fn holds(&self, assignment: &Assignment) -> bool {
        let values = assignment.of(&self.of);
        let first = values.iter().position(|value| Some(value) == values.iter().min());
        first.is_some_and(|first| first as i64 == assignment.value(self.index))
    }

    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        first_extreme(poster, &self.of, self.index, 1)
    }
}

/// `index` is the first position, from zero, of the greatest of the variables, of which there is at least one.
///
/// The greatest value is defined with order literals; a literal for each variable says that it has it, and the first
/// of these is the position.
#[derive(Clone, Debug)]
pub struct ArgMax {
    /// The variables.
    pub of: Vec<Integer>,
    /// The position of the first greatest one.
    pub index: Integer,
}

impl Constraint {
    /// `index` is the first position, from zero, of the greatest of the variables.
    pub fn arg_max(of: impl IntoIterator<Item = Integer>, index: Integer) -> Constraint {
        ArgMax { of: of.into_iter().collect(), index }.into()
    }
}

impl Decompose for ArgMax {
    fn holds(&self, assignment: &Assignment) -> bool {
        let values = assignment.of(&self.of);
        let first = values.iter().position(|value| Some(value) == values.iter().max());
        first.is_some_and(|first| first as i64 == assignment.value(self.index))
    }

    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        first_extreme(poster, &self.of, self.index, -1)
    }
}

/// The first variable with the least of `sign * x` stands at the index.
fn first_extreme(
    poster: &mut Poster<'_>,
    of: &[Integer],
    index: Integer,
    sign: i64,
) -> Result<Constraint, EncodingError> {
    let of: Vec<IntVar> = of.iter().map(|&x| poster.int_var(x).times(sign)).collect::<Result<_, _>>()?;
    let thresholds = values_of_any(&of);
    // That a variable has the least value: wherever the least is at most a threshold, the variable is.
    let mut least: Vec<Vec<Truth>> = vec![Vec::with_capacity(thresholds.len()); of.len()];
    for &threshold in &thresholds {
        let reached: Vec<Truth> = of.iter().map(|x| x.at_most(threshold)).collect();
        let any = any_of(poster.structure(), reached.iter().copied());
        for (own, &reached) in least.iter_mut().zip(&reached) {
            let truth = any_of(poster.structure(), [!any, reached]);
            own.push(truth);
        }
    }
    let mut before = Truth::Never;
    let mut parts = vec![Constraint::member(index, 0..of.len() as i64)];
    for (at, least) in least.into_iter().enumerate() {
        let is_least = all_of(poster.structure(), least);
        let is_first = all_of(poster.structure(), [is_least, !before]);
        parts.push(Constraint::iff(poster.new_boolean(is_first), Constraint::is(index, at as i64)));
        before = any_of(poster.structure(), [before, is_least]);
    }
    Ok(Constraint::All(parts))
}
