//! Variables as literals, and clauses under a guard.

use gordian_formula::{ClauseSink, Lit, Var};

use super::variable::{Boolean, Integer, Operand, Representation, View};
use crate::encode::{IntVar, Sum, Truth, imply};
use crate::rule::Guarded;

/// An integer with at most this many values is made of literals that say `x = value`, which order literals are
/// channelled to on demand; one with more of order literals.
pub const MOST_VALUE_LITERALS: usize = 100;

/// A variable in the formula.
#[derive(Clone, Debug)]
pub(super) enum Encoded {
    Boolean(Truth),
    /// A view; its values where it is a scaled one, and its order literals once they are asked for.
    View {
        view: View,
        values: Vec<i64>,
        order: Option<IntVar>,
    },
    /// Invariant: `equal[i]` says `x = values[i]` where it is known.
    Integer {
        values: Vec<i64>,
        equal: Vec<Option<Truth>>,
        order: Option<IntVar>,
    },
}

impl Encoded {
    /// The number of its literals among the variables that mean something.
    pub(super) fn width(values: usize, representation: Representation) -> usize {
        let is_by_value = match representation {
            Representation::BySize => values <= MOST_VALUE_LITERALS,
            Representation::ByValue => true,
            Representation::ByOrder => false,
        };
        if values > 2 && is_by_value { values } else { values - 1 }
    }

    /// A variable with these values, whose literals are `vars`.
    pub(super) fn integer<S: ClauseSink + ?Sized>(sink: &mut S, values: Vec<i64>, vars: &[Var]) -> Encoded {
        let lits: Vec<Lit> = vars.iter().map(|var| var.positive()).collect();
        match values.len() {
            1 => {
                Encoded::Integer { equal: vec![Some(Truth::Always)], order: Some(IntVar::constant(values[0])), values }
            }
            2 => {
                let equal = vec![Some(Truth::When(!lits[0])), Some(Truth::When(lits[0]))];
                Encoded::Integer { order: Some(IntVar::from_parts(values.clone(), lits)), equal, values }
            }
            count if count == lits.len() => {
                sink.add_exactly_one(&lits);
                Encoded::Integer { values, equal: lits.into_iter().map(|lit| Some(lit.into())).collect(), order: None }
            }
            count => {
                for pair in lits.windows(2) {
                    sink.add_clause(&[!pair[1], pair[0]]);
                }
                Encoded::Integer {
                    order: Some(IntVar::from_parts(values.clone(), lits)),
                    equal: vec![None; count],
                    values,
                }
            }
        }
    }
}

/// A formula that constraints are written into.
///
/// As a sink it puts every clause under the guard, where there is one. Literals that several constraints may use go to
/// the formula itself, where they are always defined.
pub(super) struct Poster<'a> {
    pub(super) sink: &'a mut dyn ClauseSink,
    pub(super) variables: &'a mut Vec<Encoded>,
    pub(super) guard: Option<Lit>,
}

impl<'a> Poster<'a> {
    /// The sink for definitions, which hold whatever the guard is.
    pub(super) fn structure(&mut self) -> &mut (dyn ClauseSink + 'a) {
        &mut *self.sink
    }

    /// Whether a Boolean is true.
    pub(super) fn boolean(&mut self, boolean: Boolean) -> Truth {
        let truth = match self.variables[boolean.index] {
            Encoded::Boolean(truth) => truth,
            Encoded::View { view: View::Is(of, value), .. } => self.equals(of, value),
            Encoded::View { view: View::AtLeast(of, value), .. } => self.reaches(of, value),
            Encoded::View { .. } | Encoded::Integer { .. } => unreachable!("a Boolean handle stands for a Boolean"),
        };
        if boolean.positive { truth } else { !truth }
    }

    /// The literal of a Boolean, where encodings know no constants.
    pub(super) fn lit(&mut self, boolean: Boolean) -> Lit {
        let truth = self.boolean(boolean);
        truth.lit().unwrap_or_else(|| {
            let always = self.sink.new_var().positive();
            self.sink.add_clause(&[always]);
            if truth == Truth::Always { always } else { !always }
        })
    }

    /// The literals of Booleans, where encodings know no constants.
    pub(super) fn lits(&mut self, of: &[Boolean]) -> Vec<Lit> {
        of.iter().map(|&boolean| self.lit(boolean)).collect()
    }

    /// A Boolean that this is.
    pub(super) fn new_boolean(&mut self, truth: Truth) -> Boolean {
        self.variables.push(Encoded::Boolean(truth));
        Boolean { index: self.variables.len() - 1, positive: true }
    }

    /// An integer that this is.
    pub(super) fn new_integer(&mut self, x: IntVar) -> Integer {
        let (values, count) = (x.values().to_vec(), x.values().len());
        let mut equal = vec![None; count];
        if count == 1 {
            equal[0] = Some(Truth::Always);
        }
        self.variables.push(Encoded::Integer { values, equal, order: Some(x) });
        Integer { index: self.variables.len() - 1 }
    }

    pub(super) fn values(&self, x: Integer) -> &[i64] {
        match &self.variables[x.index] {
            Encoded::Integer { values, .. } | Encoded::View { view: View::Scaled { .. }, values, .. } => values,
            Encoded::View { view: View::ZeroOne(_), .. } => &[0, 1],
            Encoded::View { .. } | Encoded::Boolean(_) => unreachable!("an integer handle stands for an integer"),
        }
    }

    /// Whether the integer has order literals, or needs none.
    pub(super) fn is_ordered(&self, x: Integer) -> bool {
        match &self.variables[x.index] {
            Encoded::Integer { order, values, .. } => order.is_some() || values.len() <= 2,
            &Encoded::View { view: View::Scaled { of, .. }, .. } => self.is_ordered(of),
            _ => true,
        }
    }

    /// Whether `x = value`.
    pub(super) fn equals(&mut self, x: Integer, value: i64) -> Truth {
        match &mut self.variables[x.index] {
            Encoded::Integer { values, equal, order } => {
                let Ok(index) = values.binary_search(&value) else { return Truth::Never };
                match (equal[index], order) {
                    (Some(truth), _) => truth,
                    (None, Some(order)) => {
                        let truth = order.equals(self.sink, value);
                        equal[index] = Some(truth);
                        truth
                    }
                    (None, None) => unreachable!("an integer has value literals or order literals"),
                }
            }
            &mut Encoded::View { view: View::Scaled { of, factor, offset }, .. } => {
                let product = i128::from(value) - i128::from(offset);
                let factor = i128::from(factor);
                match i64::try_from(product / factor) {
                    Ok(value) if product % factor == 0 => self.equals(of, value),
                    _ => Truth::Never,
                }
            }
            &mut Encoded::View { view: View::ZeroOne(of), .. } => match value {
                0 => self.boolean(!of),
                1 => self.boolean(of),
                _ => Truth::Never,
            },
            Encoded::View { .. } | Encoded::Boolean(_) => unreachable!("an integer handle stands for an integer"),
        }
    }

    /// Whether `x >= value`.
    pub(super) fn reaches(&mut self, x: Integer, value: i64) -> Truth {
        match &self.variables[x.index] {
            Encoded::Integer { order: Some(order), .. } | Encoded::View { order: Some(order), .. } => {
                order.at_least(value)
            }
            _ => self.int_var(x).at_least(value),
        }
    }

    /// The variable in order encoding; its order literals are made the first time.
    pub(super) fn int_var(&mut self, x: Integer) -> IntVar {
        let made = match &self.variables[x.index] {
            Encoded::Integer { order: Some(order), .. } | Encoded::View { order: Some(order), .. } => {
                return order.clone();
            }
            Encoded::Integer { values, equal, .. } => {
                let equal: Vec<Lit> = equal.iter().filter_map(|truth| truth.and_then(Truth::lit)).collect();
                IntVar::channelled(self.sink, values.clone(), &equal)
            }
            &Encoded::View { view: View::ZeroOne(of), .. } => match self.boolean(of) {
                Truth::When(lit) => IntVar::from_literal(lit),
                constant => IntVar::constant(i64::from(constant == Truth::Always)),
            },
            Encoded::View { view: View::Scaled { of, factor, .. }, values, .. } => {
                let (of, is_negative, values) = (*of, *factor < 0, values.clone());
                self.int_var(of).with_values(values, is_negative)
            }
            Encoded::View { .. } | Encoded::Boolean(_) => unreachable!("an integer handle stands for an integer"),
        };
        if let Encoded::Integer { order, .. } | Encoded::View { order, .. } = &mut self.variables[x.index] {
            *order = Some(made.clone());
        }
        made
    }

    /// The sum and one more term.
    pub(super) fn add_to(&mut self, sum: Sum, coefficient: i64, operand: Operand) -> Sum {
        match operand {
            Operand::Integer(x) => sum.plus(coefficient, &self.int_var(x)),
            Operand::Boolean(boolean) => match self.boolean(boolean) {
                Truth::When(lit) => sum.plus_literal(coefficient, lit),
                Truth::Always => sum.plus_constant(coefficient),
                Truth::Never => sum,
            },
        }
    }

    /// Whether the value of `x` is one of these, in both directions.
    pub(super) fn is_among(&mut self, x: Integer, values: &[i64]) -> Truth {
        let own: Vec<i64> = self.values(x).to_vec();
        let (inside, outside): (Vec<i64>, Vec<i64>) = own.into_iter().partition(|value| values.contains(value));
        let negate = outside.len() < inside.len();
        let fewer = if negate { outside } else { inside };
        let members: Vec<Truth> = fewer.into_iter().map(|value| self.equals(x, value)).collect();
        let any = crate::encode::any_of(self.sink, members);
        if negate { !any } else { any }
    }

    /// One of these holds, under the guard.
    pub(super) fn any(&mut self, truths: &[Truth]) {
        imply(self, &[], truths);
    }

    /// Writes under another guard.
    pub(super) fn under<T>(&mut self, guard: Lit, write: impl FnOnce(&mut Poster<'_>) -> T) -> T {
        let outer = self.guard.replace(guard);
        let written = write(self);
        self.guard = outer;
        written
    }

    /// The number of values of some variables together, as far as it can be told.
    pub(super) fn combinations(&self, of: &[Integer]) -> usize {
        of.iter().fold(1, |product: usize, &x| product.saturating_mul(self.values(x).len()))
    }
}

impl ClauseSink for Poster<'_> {
    fn is_over(&self) -> bool {
        self.sink.is_over()
    }

    fn new_var(&mut self) -> Var {
        self.sink.new_var()
    }

    fn num_vars(&self) -> usize {
        self.sink.num_vars()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        match self.guard {
            None => self.sink.add_clause(clause),
            Some(guard) => Guarded::new(self.sink, guard).add_clause(clause),
        }
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        match self.guard {
            None => self.sink.add_at_most_one(members),
            Some(guard) => Guarded::new(self.sink, guard).add_at_most_one(members),
        }
    }

    fn add_exactly_one(&mut self, members: &[Lit]) {
        match self.guard {
            None => self.sink.add_exactly_one(members),
            Some(guard) => Guarded::new(self.sink, guard).add_exactly_one(members),
        }
    }
}
