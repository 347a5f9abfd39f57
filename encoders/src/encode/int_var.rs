//! Integer variables in order encoding.

use std::ops::RangeInclusive;

use gordian_formula::{ClauseSink, Lit, Model};

use super::truth::add_any;
use super::{EncodingError, Truth};

/// The largest number of values of one integer variable.
pub const MAX_VALUES: u64 = 1 << 20;

/// The largest magnitude of a value, a bound or a sum: a handful of them can be added without overflow.
pub const MAX_MAGNITUDE: i64 = 1 << 60;

/// An integer variable in order encoding (Crawford & Baker 1994; Tamura, Taga, Kitagawa & Banbara 2009):
/// for each value but the least, one literal that says `x >= value`.
///
/// It is a description, not a handle: cheap to clone, and [`IntVar::times`], [`IntVar::plus`] and
/// [`IntVar::divided_by`] give views on the same literals without a variable or a clause.
/// The literals `x = value` are made on demand by [`IntVar::equals`].
///
/// Invariant: `values` increases strictly and is not empty; `order[i]` says `x >= values[i + 1]`, and in the sink
/// `order[i + 1]` implies `order[i]`; `equal[i]`, where present, says `x = values[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntVar {
    values: Vec<i64>,
    order: Vec<Lit>,
    equal: Vec<Option<Lit>>,
}

impl IntVar {
    /// A variable with all values of the range.
    ///
    /// # Errors
    /// [`EncodingError::EmptyDomain`], [`EncodingError::DomainTooLarge`], [`EncodingError::Overflow`].
    pub fn new<S: ClauseSink + ?Sized>(sink: &mut S, range: RangeInclusive<i64>) -> Result<IntVar, EncodingError> {
        let (lower, upper) = range.into_inner();
        if lower > upper {
            return Err(EncodingError::EmptyDomain);
        }
        check_magnitude(lower)?;
        check_magnitude(upper)?;
        check_size((upper - lower) as u64 + 1)?;
        Ok(IntVar::with_domain(sink, (lower..=upper).collect()))
    }

    /// A variable with these values, in any order.
    ///
    /// # Errors
    /// [`EncodingError::EmptyDomain`], [`EncodingError::DomainTooLarge`], [`EncodingError::Overflow`],
    /// [`EncodingError::RepeatedValue`].
    pub fn from_values<S: ClauseSink + ?Sized>(sink: &mut S, values: &[i64]) -> Result<IntVar, EncodingError> {
        let mut values = values.to_vec();
        values.sort_unstable();
        check_domain(&values)?;
        Ok(IntVar::with_domain(sink, values))
    }

    fn with_domain<S: ClauseSink + ?Sized>(sink: &mut S, values: Vec<i64>) -> IntVar {
        let order: Vec<Lit> = (1..values.len()).map(|_| sink.new_var().positive()).collect();
        for pair in order.windows(2) {
            sink.add_clause(&[!pair[1], pair[0]]);
        }
        IntVar::from_parts(values, order)
    }

    /// A variable given by literals that say `x = value`: exactly one of them is made true, and order literals are
    /// channelled to them.
    ///
    /// For `n` values `n - 3` variables are made, since `x > least` is the negation of `x = least` and
    /// `x >= greatest` is `x = greatest`. Keeps the model count: yes.
    ///
    /// # Errors
    /// [`EncodingError::EmptyDomain`], [`EncodingError::DomainTooLarge`], [`EncodingError::Overflow`],
    /// [`EncodingError::RepeatedValue`].
    pub fn from_value_literals<S: ClauseSink + ?Sized>(
        sink: &mut S,
        literals: &[(i64, Lit)],
    ) -> Result<IntVar, EncodingError> {
        let mut sorted = literals.to_vec();
        sorted.sort_unstable();
        let values: Vec<i64> = sorted.iter().map(|&(value, _)| value).collect();
        check_domain(&values)?;
        let equal: Vec<Lit> = sorted.iter().map(|&(_, lit)| lit).collect();
        sink.add_exactly_one(&equal);
        Ok(IntVar::channelled(sink, values, &equal))
    }

    /// Order literals channelled in both directions to literals `x = value`, of which exactly one is true.
    pub(crate) fn channelled<S: ClauseSink + ?Sized>(sink: &mut S, values: Vec<i64>, equal: &[Lit]) -> IntVar {
        let count = values.len();
        let order: Vec<Lit> = (1..count)
            .map(|index| match index {
                _ if index == count - 1 => equal[index],
                1 => !equal[0],
                _ => sink.new_var().positive(),
            })
            .collect();
        // With three values or fewer every order literal is a value literal, and the group says it all.
        let middle = if count > 3 { 1..count - 1 } else { 0..0 };
        for index in middle {
            let (at_least, above, is) = (order[index - 1], order[index], equal[index]);
            sink.add_clause(&[!above, at_least]);
            sink.add_clause(&[!is, at_least]);
            sink.add_clause(&[!is, !above]);
            sink.add_clause(&[!at_least, above, is]);
        }
        IntVar { values, order, equal: equal.iter().copied().map(Some).collect() }
    }

    /// The variable that is 1 where the literal is true and 0 where it is false.
    pub fn from_literal(lit: Lit) -> IntVar {
        IntVar::from_parts(vec![0, 1], vec![lit])
    }

    /// The variable that is always this value.
    pub fn constant(value: i64) -> IntVar {
        IntVar::from_parts(vec![value], Vec::new())
    }

    /// A variable on order literals that the sink already keeps in order.
    pub(crate) fn from_parts(values: Vec<i64>, order: Vec<Lit>) -> IntVar {
        debug_assert_eq!(values.len(), order.len() + 1);
        debug_assert!(values.is_sorted_by(|a, b| a < b));
        let equal = vec![None; values.len()];
        IntVar { values, order, equal }
    }

    /// The least value.
    pub fn lower(&self) -> i64 {
        self.values[0]
    }

    /// The greatest value.
    pub fn upper(&self) -> i64 {
        self.values[self.values.len() - 1]
    }

    /// The values, increasing.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The order literals: entry `i` says `x >= values()[i + 1]`.
    pub fn order_literals(&self) -> &[Lit] {
        &self.order
    }

    /// Whether `x >= value`.
    pub fn at_least(&self, value: i64) -> Truth {
        self.at_least_index(self.values.partition_point(|&other| other < value))
    }

    /// Whether `x <= value`.
    pub fn at_most(&self, value: i64) -> Truth {
        !self.at_least_index(self.values.partition_point(|&other| other <= value))
    }

    /// Whether `x = value`, channelled in both directions to the order literals; the literal is made the first time.
    ///
    /// Keeps the model count: yes.
    pub fn equals<S: ClauseSink + ?Sized>(&mut self, sink: &mut S, value: i64) -> Truth {
        let Ok(index) = self.values.binary_search(&value) else {
            return Truth::Never;
        };
        if let Some(lit) = self.equal[index] {
            return Truth::When(lit);
        }
        let (at_least, above) = (self.at_least_index(index), self.at_least_index(index + 1));
        let (Some(at_least), Some(above)) = (at_least.lit(), above.lit()) else {
            return if at_least == Truth::Always { !above } else { at_least };
        };
        let is = sink.new_var().positive();
        sink.add_clause(&[!is, at_least]);
        sink.add_clause(&[!is, !above]);
        sink.add_clause(&[!at_least, above, is]);
        self.equal[index] = Some(is);
        Truth::When(is)
    }

    /// Every value with the truth of `x = value`, and the exactly-one group that they form told to the sink.
    ///
    /// Keeps the model count: yes.
    pub fn value_literals<S: ClauseSink + ?Sized>(&mut self, sink: &mut S) -> Vec<(i64, Truth)> {
        let truths: Vec<(i64, Truth)> =
            (0..self.values.len()).map(|index| (self.values[index], self.equals(sink, self.values[index]))).collect();
        let group: Vec<Lit> = truths.iter().filter_map(|(_, truth)| truth.lit()).collect();
        if group.len() > 2 {
            sink.add_exactly_one(&group);
        }
        truths
    }

    /// The value in this model.
    pub fn value_in(&self, model: &Model) -> i64 {
        self.values[self.order.partition_point(|&lit| model.satisfies(lit))]
    }

    /// The view `x + constant`.
    ///
    /// # Errors
    /// [`EncodingError::Overflow`].
    pub fn plus(&self, constant: i64) -> Result<IntVar, EncodingError> {
        let shift = |&value: &i64| checked(i128::from(value) + i128::from(constant));
        let values = self.values.iter().map(shift).collect::<Result<_, _>>()?;
        Ok(IntVar { values, order: self.order.clone(), equal: self.equal.clone() })
    }

    /// The view `factor * x`.
    ///
    /// # Errors
    /// [`EncodingError::Overflow`].
    pub fn times(&self, factor: i64) -> Result<IntVar, EncodingError> {
        if factor == 0 {
            return Ok(IntVar::constant(0));
        }
        let scale = |&value: &i64| checked(i128::from(value) * i128::from(factor));
        let mut values: Vec<i64> = self.values.iter().map(scale).collect::<Result<_, _>>()?;
        if factor < 0 {
            values.reverse();
        }
        Ok(self.clone().with_values(values, factor < 0))
    }

    /// The view whose values are these, as many as the variable has: in the order of its own, or against it.
    pub(crate) fn with_values(mut self, values: Vec<i64>, reversed: bool) -> IntVar {
        debug_assert_eq!(values.len(), self.values.len());
        self.values = values;
        if reversed {
            self.equal.reverse();
            self.order.reverse();
            self.order.iter_mut().for_each(|lit| *lit = !*lit);
        }
        self
    }

    /// The view `x * x`; `None` where a value is negative, or a square leaves the range of sums.
    pub fn squared(&self) -> Option<IntVar> {
        let square = |&value: &i64| checked(i128::from(value) * i128::from(value)).ok().filter(|_| value >= 0);
        let values = self.values.iter().map(square).collect::<Option<_>>()?;
        Some(IntVar::from_parts(values, self.order.clone()))
    }

    /// The view `floor(x / divisor)`; `None` unless the divisor is positive.
    pub fn divided_by(&self, divisor: i64) -> Option<IntVar> {
        if divisor <= 0 {
            return None;
        }
        let mut values: Vec<i64> = Vec::new();
        let mut order = Vec::new();
        for (index, &value) in self.values.iter().enumerate() {
            let quotient = value.div_euclid(divisor);
            if values.last() != Some(&quotient) {
                values.push(quotient);
                order.extend(index.checked_sub(1).map(|before| self.order[before]));
            }
        }
        Some(IntVar::from_parts(values, order))
    }

    /// Whether `x >= values[index]`, where one past the last index stands for "greater than all".
    fn at_least_index(&self, index: usize) -> Truth {
        match index {
            0 => Truth::Always,
            _ if index == self.values.len() => Truth::Never,
            _ => Truth::When(self.order[index - 1]),
        }
    }
}

/// Adds `x <= y`.
///
/// Keeps the model count: yes (no auxiliary variables).
pub fn at_most_variable<S: ClauseSink + ?Sized>(sink: &mut S, x: &IntVar, y: &IntVar) {
    let mut weaker = None;
    for &value in x.values() {
        // Between two values of `y` the same literal answers: only the first clause is needed.
        let conclusion = y.at_least(value);
        if weaker != Some(conclusion) {
            add_any(sink, [!x.at_least(value), conclusion]);
            weaker = Some(conclusion);
        }
    }
}

/// The number, if it is within [`MAX_MAGNITUDE`].
pub(crate) fn checked(number: i128) -> Result<i64, EncodingError> {
    let limit = i128::from(MAX_MAGNITUDE);
    if (-limit..=limit).contains(&number) { Ok(number as i64) } else { Err(EncodingError::Overflow) }
}

/// The greatest common divisor.
pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn check_magnitude(value: i64) -> Result<(), EncodingError> {
    checked(i128::from(value)).map(|_| ())
}

fn check_size(values: u64) -> Result<(), EncodingError> {
    if values > MAX_VALUES { Err(EncodingError::DomainTooLarge { values, limit: MAX_VALUES }) } else { Ok(()) }
}

fn check_domain(sorted: &[i64]) -> Result<(), EncodingError> {
    let (&[lower, ..], &[.., upper]) = (sorted, sorted) else {
        return Err(EncodingError::EmptyDomain);
    };
    check_magnitude(lower)?;
    check_magnitude(upper)?;
    check_size(sorted.len() as u64)?;
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(EncodingError::RepeatedValue(pair[0])),
        None => Ok(()),
    }
}
