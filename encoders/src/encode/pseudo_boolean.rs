//! Pseudo-Boolean sums: linear sums over literals, and over integer variables.

use bumpalo::Bump;
use gordian_formula::{ClauseSink, Lit};

use super::cardinality::MAX_CLAUSES;
use super::columns::Addend;
use super::error::go_on;
use super::int_var::{checked, gcd};
use super::normal::{Allowed, Normal, TOO_LARGE};
use super::plan::Room;
use super::{EncodingError, IntVar, Relation, SumEncoding, Truth};

/// A linear sum `a x + b y + ... + constant`.
///
/// ```
/// use gordian_encoders::encode::{IntVar, Relation, Sum};
/// use gordian_formula::Cnf;
///
/// let mut cnf = Cnf::new();
/// let x = IntVar::new(&mut cnf, 0..=9)?;
/// let y = IntVar::new(&mut cnf, 0..=9)?;
/// // 3 x - 2 y + 1 <= 7
/// Sum::new().plus(3, &x).plus(-2, &y).plus_constant(1).post(&mut cnf, Relation::AtMost, 7)?;
/// # Ok::<(), gordian_encoders::encode::EncodingError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sum {
    terms: Vec<Term>,
    constant: i128,
    overflowed: bool,
}

/// `coefficient * x` for an `x` in normal form.
///
/// Invariant: the values of `x` start at 0, have no common divisor, and are at least two; of the two ways to run
/// through its order literals, the one with the smaller first code is kept. So equal variables have equal terms,
/// whichever views they came in.
#[derive(Clone, Debug)]
struct Term {
    order: Vec<Lit>,
    values: Vec<i64>,
    coefficient: i128,
}

impl Sum {
    /// The empty sum, zero.
    pub fn new() -> Sum {
        Sum::default()
    }

    /// This sum and `coefficient * x`.
    pub fn plus(mut self, coefficient: i64, x: &IntVar) -> Sum {
        self.add(coefficient, x);
        self
    }

    /// This sum and `coefficient` where the literal is true.
    pub fn plus_literal(mut self, coefficient: i64, lit: Lit) -> Sum {
        self.add_literal(coefficient, lit);
        self
    }

    /// This sum and a constant.
    pub fn plus_constant(mut self, constant: i64) -> Sum {
        self.add_constant(constant);
        self
    }

    /// Adds `coefficient` where the literal is true.
    pub fn add_literal(&mut self, coefficient: i64, lit: Lit) {
        self.add(coefficient, &IntVar::from_literal(lit));
    }

    /// Adds a constant.
    pub fn add_constant(&mut self, constant: i64) {
        self.shift(i128::from(constant));
    }

    /// Adds `coefficient * x`. A variable that stands several times, also in views, has its coefficients added up.
    pub fn add(&mut self, coefficient: i64, x: &IntVar) {
        let mut coefficient = i128::from(coefficient);
        self.shift(coefficient * i128::from(x.lower()));
        let step = x.values().iter().fold(0, |step, &value| gcd(step, value.abs_diff(x.lower()))) as i64;
        if step == 0 {
            return;
        }
        let mut values: Vec<i64> = x.values().iter().map(|&value| (value - x.lower()) / step).collect();
        let mut order = x.order_literals().to_vec();
        coefficient *= i128::from(step);
        if !order[order.len() - 1] < order[0] {
            let greatest = values[values.len() - 1];
            self.shift(coefficient * i128::from(greatest));
            coefficient = -coefficient;
            values.reverse();
            values.iter_mut().for_each(|value| *value = greatest - *value);
            order.reverse();
            order.iter_mut().for_each(|lit| *lit = !*lit);
        }
        self.terms.push(Term { order, values, coefficient });
    }

    /// Makes `sum relation bound` hold. A comparison that can never hold becomes the empty clause.
    ///
    /// Keeps the model count: yes.
    ///
    /// # Errors
    /// [`EncodingError::Overflow`], [`EncodingError::SumTooLarge`], [`EncodingError::Stopped`].
    pub fn post<S: ClauseSink + ?Sized>(
        &self,
        sink: &mut S,
        relation: Relation,
        bound: i64,
    ) -> Result<(), EncodingError> {
        self.post_with(sink, relation, bound, SumEncoding::Auto)
    }

    /// As [`Sum::post`], in the encoding named.
    ///
    /// # Errors
    /// [`EncodingError::Overflow`], [`EncodingError::SumTooLarge`], [`EncodingError::BadBase`],
    /// [`EncodingError::Stopped`].
    pub fn post_with<S: ClauseSink + ?Sized>(
        &self,
        sink: &mut S,
        relation: Relation,
        bound: i64,
        encoding: SumEncoding,
    ) -> Result<(), EncodingError> {
        let normal = self.normal()?;
        let allowed = Allowed::new(relation, bound, &normal);
        match allowed.decided(&normal) {
            Some(true) => Ok(()),
            Some(false) => {
                sink.add_clause(&[]);
                Ok(())
            }
            None => {
                go_on(sink)?;
                allowed.post(sink, &normal, encoding)?;
                go_on(sink)
            }
        }
    }

    /// Whether `sum relation bound` holds, as a truth that other constraints may use; nothing is demanded of the sum.
    ///
    /// Keeps the model count: yes.
    ///
    /// # Errors
    /// [`EncodingError::Overflow`], [`EncodingError::SumTooLarge`], [`EncodingError::Stopped`].
    pub fn truth<S: ClauseSink + ?Sized>(
        &self,
        sink: &mut S,
        relation: Relation,
        bound: i64,
    ) -> Result<Truth, EncodingError> {
        self.truth_with(sink, relation, bound, SumEncoding::Auto)
    }

    /// As [`Sum::truth`], in the encoding named.
    ///
    /// # Errors
    /// [`EncodingError::Overflow`], [`EncodingError::SumTooLarge`], [`EncodingError::BadBase`],
    /// [`EncodingError::Stopped`].
    pub fn truth_with<S: ClauseSink + ?Sized>(
        &self,
        sink: &mut S,
        relation: Relation,
        bound: i64,
        encoding: SumEncoding,
    ) -> Result<Truth, EncodingError> {
        let normal = self.normal()?;
        let allowed = Allowed::new(relation, bound, &normal);
        match allowed.decided(&normal) {
            Some(answer) => Ok(answer.into()),
            None => {
                go_on(sink)?;
                let truth = allowed.truth(sink, &normal, encoding)?;
                go_on(sink).map(|()| truth)
            }
        }
    }

    /// The sum as an integer variable, whose domain is the sums that the domains of its terms allow.
    ///
    /// Always a tree: meant for sums with few values. Keeps the model count: yes.
    ///
    /// # Errors
    /// [`EncodingError::Overflow`], [`EncodingError::SumTooLarge`], [`EncodingError::Stopped`].
    pub fn to_variable<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Result<IntVar, EncodingError> {
        let normal = self.normal()?;
        if normal.addends.is_empty() {
            return Ok(IntVar::constant(normal.constant));
        }
        go_on(sink)?;
        let bump = Bump::new();
        let plan = normal.plan_tree(&bump, None, Room { clauses: MAX_CLAUSES, is_over: &|| sink.is_over() });
        go_on(sink)?;
        let total = plan.ok_or(TOO_LARGE)?.write(sink, &normal.parts(&bump));
        go_on(sink)?;
        IntVar::from_parts(total.classes.lows().to_vec(), total.order).times(normal.divisor)?.plus(normal.constant)
    }

    fn shift(&mut self, by: i128) {
        match self.constant.checked_add(by) {
            Some(constant) => self.constant = constant,
            None => self.overflowed = true,
        }
    }

    fn normal(&self) -> Result<Normal<'_>, EncodingError> {
        if self.overflowed {
            return Err(EncodingError::Overflow);
        }
        let mut sorted: Vec<&Term> = self.terms.iter().collect();
        sorted.sort_by(|a, b| (&a.order, &a.values).cmp(&(&b.order, &b.values)));
        let mut distinct: Vec<(&Term, i128)> = Vec::with_capacity(sorted.len());
        for term in sorted {
            match distinct.last_mut() {
                Some((last, coefficient)) if last.order == term.order && last.values == term.values => {
                    *coefficient = coefficient.checked_add(term.coefficient).ok_or(EncodingError::Overflow)?;
                }
                _ => distinct.push((term, term.coefficient)),
            }
        }
        distinct.retain(|&(_, coefficient)| coefficient != 0);
        let mut addends = Vec::with_capacity(distinct.len());
        for (term, coefficient) in distinct {
            addends.push(Addend { coefficient: checked(coefficient)?, values: &term.values, order: &term.order });
        }
        Normal::new(addends, checked(self.constant)?)
    }
}
