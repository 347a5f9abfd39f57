//! Variables as literals, and clauses under a guard.

use gordian_formula::{ClauseSink, Cnf, Lit, Timed, Var};

use super::variable::{Boolean, Integer, Operand};
use crate::encode::{EncodingError, IntVar, Sum, Truth, imply};
use crate::rule::{Guarded, RuleWriter};

/// An integer with at most this many values is made of literals that say `x = value`, which order literals are
/// channelled to on demand; one with more of order literals.
pub const MOST_VALUE_LITERALS: usize = 100;

/// A variable in the formula.
#[derive(Clone, Debug)]
pub(super) enum Encoded {
    Boolean(Lit),
    /// Invariant: `equal[i]` says `x = values[i]` where it is known.
    Integer {
        values: Vec<i64>,
        equal: Vec<Option<Truth>>,
        order: Option<IntVar>,
    },
}

impl Encoded {
    /// The number of its literals among the variables that mean something.
    pub(super) fn width(values: usize) -> usize {
        if values > 2 && values <= MOST_VALUE_LITERALS { values } else { values - 1 }
    }

    /// A variable with these values, whose literals are `vars`.
    pub(super) fn integer(cnf: &mut Cnf, values: Vec<i64>, vars: &[Var]) -> Encoded {
        let lits: Vec<Lit> = vars.iter().map(|var| var.positive()).collect();
        match values.len() {
            1 => {
                Encoded::Integer { equal: vec![Some(Truth::Always)], order: Some(IntVar::constant(values[0])), values }
            }
            2 => {
                let equal = vec![Some(Truth::When(!lits[0])), Some(Truth::When(lits[0]))];
                Encoded::Integer { order: Some(IntVar::from_parts(values.clone(), lits)), equal, values }
            }
            count if count <= MOST_VALUE_LITERALS => {
                cnf.add_exactly_one(&lits);
                Encoded::Integer { values, equal: lits.into_iter().map(|lit| Some(lit.into())).collect(), order: None }
            }
            count => {
                for pair in lits.windows(2) {
                    cnf.add_clause(&[!pair[1], pair[0]]);
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
pub(super) struct Poster {
    pub(super) writer: RuleWriter,
    pub(super) variables: Vec<Encoded>,
    pub(super) guard: Option<Lit>,
}

impl Poster {
    pub(super) fn lit(&self, boolean: Boolean) -> Lit {
        match self.variables[boolean.index] {
            Encoded::Boolean(lit) if boolean.positive => lit,
            Encoded::Boolean(lit) => !lit,
            Encoded::Integer { .. } => unreachable!("a Boolean handle stands for a Boolean"),
        }
    }

    pub(super) fn values(&self, x: Integer) -> &[i64] {
        match &self.variables[x.index] {
            Encoded::Integer { values, .. } => values,
            Encoded::Boolean(_) => unreachable!("an integer handle stands for an integer"),
        }
    }

    /// Whether `x = value`.
    pub(super) fn equals(&mut self, x: Integer, value: i64) -> Truth {
        let Encoded::Integer { values, equal, order } = &mut self.variables[x.index] else { return Truth::Never };
        let Ok(index) = values.binary_search(&value) else { return Truth::Never };
        match (equal[index], order) {
            (Some(truth), _) => truth,
            (None, Some(order)) => {
                let truth = order.equals(self.writer.structure(), value);
                equal[index] = Some(truth);
                truth
            }
            (None, None) => unreachable!("an integer has value literals or order literals"),
        }
    }

    /// The variable in order encoding; its order literals are made the first time.
    pub(super) fn int_var(&mut self, x: Integer) -> IntVar {
        let Encoded::Integer { values, equal, order } = &mut self.variables[x.index] else {
            unreachable!("an integer handle stands for an integer");
        };
        if let Some(order) = order {
            return order.clone();
        }
        let equal: Vec<Lit> = equal.iter().filter_map(|truth| truth.and_then(Truth::lit)).collect();
        let made = channelled(self.writer.structure(), values.clone(), &equal);
        *order = Some(made.clone());
        made
    }

    /// What a sum adds.
    pub(super) fn add_to(&mut self, sum: Sum, coefficient: i64, operand: Operand) -> Sum {
        match operand {
            Operand::Integer(x) => sum.plus(coefficient, &self.int_var(x)),
            Operand::Boolean(boolean) => sum.plus_literal(coefficient, self.lit(boolean)),
        }
    }

    /// Whether the value of `x` is one of these, in both directions.
    pub(super) fn is_among(&mut self, x: Integer, values: &[i64]) -> Truth {
        let own: Vec<i64> = self.values(x).to_vec();
        let (inside, outside): (Vec<i64>, Vec<i64>) = own.into_iter().partition(|value| values.contains(value));
        let negate = outside.len() < inside.len();
        let fewer = if negate { outside } else { inside };
        let members: Vec<Truth> = fewer.into_iter().map(|value| self.equals(x, value)).collect();
        let any = crate::encode::any_of(self.writer.structure(), members);
        if negate { !any } else { any }
    }

    /// One of these holds, under the guard.
    pub(super) fn any(&mut self, truths: &[Truth]) {
        imply(self, &[], truths);
    }

    /// Writes under another guard.
    pub(super) fn under<T>(&mut self, guard: Lit, write: impl FnOnce(&mut Poster) -> T) -> T {
        let outer = self.guard.replace(guard);
        let written = write(self);
        self.guard = outer;
        written
    }

    /// The number of values of some variables together, as far as it can be told.
    pub(super) fn combinations(&self, of: &[Integer]) -> usize {
        of.iter().fold(1, |product: usize, &x| product.saturating_mul(self.values(x).len()))
    }

    /// # Errors
    /// If the sum of the variables' values leaves the range of magnitudes.
    pub(super) fn sum(&mut self, terms: &[(i64, Operand)]) -> Result<Sum, EncodingError> {
        let mut sum = Sum::new();
        for &(coefficient, operand) in terms {
            sum = self.add_to(sum, coefficient, operand);
        }
        Ok(sum)
    }
}

/// Order literals channelled to value literals of which exactly one is true, in both directions.
fn channelled(sink: &mut Timed<Cnf>, values: Vec<i64>, equal: &[Lit]) -> IntVar {
    let count = values.len();
    let order: Vec<Lit> = (1..count)
        .map(|index| match index {
            _ if index == count - 1 => equal[index],
            1 => !equal[0],
            _ => sink.new_var().positive(),
        })
        .collect();
    for index in 1..count - 1 {
        let (at_least, above, is) = (order[index - 1], order[index], equal[index]);
        sink.add_clause(&[!above, at_least]);
        sink.add_clause(&[!is, at_least]);
        sink.add_clause(&[!is, !above]);
        sink.add_clause(&[!at_least, above, is]);
    }
    IntVar::from_parts(values, order)
}

impl ClauseSink for Poster {
    fn is_over(&self) -> bool {
        self.writer.is_over()
    }

    fn new_var(&mut self) -> Var {
        self.writer.structure().new_var()
    }

    fn num_vars(&self) -> usize {
        self.writer.num_vars()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        match self.guard {
            None => self.writer.structure().add_clause(clause),
            Some(guard) => Guarded::new(self.writer.structure(), guard).add_clause(clause),
        }
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        match self.guard {
            None => self.writer.structure().add_at_most_one(members),
            Some(guard) => Guarded::new(self.writer.structure(), guard).add_at_most_one(members),
        }
    }

    fn add_exactly_one(&mut self, members: &[Lit]) {
        match self.guard {
            None => self.writer.structure().add_exactly_one(members),
            Some(guard) => Guarded::new(self.writer.structure(), guard).add_exactly_one(members),
        }
    }
}
