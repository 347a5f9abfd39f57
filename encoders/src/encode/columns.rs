//! A sum with large coefficients, column by column, as one adds on paper.
//!
//! In base `b` every coefficient is written in digits from about `-b / 2` to `b / 2`. A column adds its digits times
//! the variables, and the carry of the column before it. For an equation its total must be divisible by the base, so
//! the total's domain is the multiples of the base and *the quotient is the carry*: the same order literals, no
//! variable for a remainder. For an inequality the carry is the quotient rounded down, again the same literals, since
//! `floor(floor(z / b) / b)` is `floor(z / b^2)`.
//!
//! Keeps the model count: yes, since every carry is a function of the variables.

use bumpalo::Bump;
use gordian_formula::{ClauseSink, Lit, sorted_set};

use super::Truth;
use super::classes::{Classes, Span};
use super::int_var::MAX_VALUES;
use super::plan::{Plan, Room, Shape};
use super::totalizer::Part;

/// One variable of a sum: `coefficient * x`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Addend<'a> {
    pub(crate) coefficient: i64,
    /// The values of `x`, increasing, the least of them 0.
    pub(crate) values: &'a [i64],
    /// Entry `i` says that `x` is `values[i + 1]` or greater.
    pub(crate) order: &'a [Lit],
}

/// The question that is asked of the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// That it be zero.
    Zero,
    /// That it be negative.
    Negative,
    /// Whether it is negative.
    IsNegative,
}

impl<'a> Addend<'a> {
    /// `factor * x` as a part of a sum, without a variable or a clause.
    pub(crate) fn part<'b>(&self, bump: &'b Bump, factor: i64) -> Part<'b> {
        let order = self.order.iter();
        let order = if factor < 0 { order.rev().map(|&lit| !lit).collect() } else { order.copied().collect() };
        Part { classes: self.classes(bump, factor), order }
    }

    /// The values of `factor * x`.
    pub(crate) fn classes<'b>(&self, bump: &'b Bump, factor: i64) -> Classes<'b> {
        let values = self.values.iter().map(|&value| value * factor);
        if factor < 0 { Classes::points(bump, values.rev()) } else { Classes::points(bump, values) }
    }

    /// The greatest value of `x`.
    pub(crate) fn greatest(&self) -> i64 {
        self.values[self.values.len() - 1]
    }

    fn span(&self, factor: i64) -> Span {
        let end = factor * self.greatest();
        Span { min: end.min(0), max: end.max(0) }
    }
}

/// The columns of a sum, planned.
pub(crate) struct Columns<'b> {
    columns: Vec<Column<'b>>,
    clauses: u64,
}

/// A column whose total, plus `digit`, is `base` times the carry that it hands on.
struct Column<'b> {
    /// The addends, by their index, with the digits of their coefficients.
    digits: Vec<(usize, i64)>,
    /// The part of the constant that the column adds.
    digit: i64,
    plan: Plan<'b>,
    /// The carry for each class of the total.
    carry: Classes<'b>,
}

impl<'b> Columns<'b> {
    /// The columns of `sum of addends + constant` in this base. `None` where there is no room for them.
    pub(crate) fn new(
        bump: &'b Bump,
        addends: &[Addend<'_>],
        constant: i64,
        question: Question,
        base: i64,
        room: Room<'_>,
    ) -> Option<Columns<'b>> {
        let mut rest: Vec<i64> = addends.iter().map(|addend| addend.coefficient).collect();
        let mut constant = constant;
        let mut carry = Classes::points(bump, [0]);
        let mut planned = Columns { columns: Vec::new(), clauses: 0 };
        loop {
            let is_last = rest.iter().all(|coefficient| coefficient.abs() <= (base / 2).max(1));
            let mut digits: Vec<(usize, i64)> = Vec::new();
            for (index, coefficient) in rest.iter_mut().enumerate() {
                let digit = if is_last { *coefficient } else { balanced_digit(*coefficient, base) };
                *coefficient = (*coefficient - digit) / base;
                if digit != 0 {
                    digits.push((index, digit));
                }
            }
            digits.sort_by_key(|&(index, digit)| (digit.abs(), addends[index].values.len()));
            let digit = if is_last { constant } else { constant.rem_euclid(base) };
            constant = (constant - digit) / base;

            let mut parts: Vec<Classes<'b>> =
                digits.iter().map(|&(index, digit)| addends[index].classes(bump, digit)).collect();
            parts.push(carry);
            let carries = if is_last {
                Carries::last(question)
            } else {
                let total = parts.iter().fold(Span::ZERO, |total, part| total.plus(part.span()));
                let higher = addends.iter().zip(&rest).map(|(addend, &factor)| addend.span(factor));
                let higher = higher.fold(Span { min: constant, max: constant }, Span::plus);
                Carries::between(question, total.shifted(digit).divided_by(base), higher)
            };
            let wanted = carries.targets(bump, &parts, question, if is_last { 1 } else { base }, digit)?;
            let plan = Plan::new(bump, &parts, Some(wanted), Shape::Greedy, room.after(planned.clauses)?)?;
            planned.clauses += plan.clauses();
            let of_class = |&low: &i64| (low + digit).div_euclid(base).max(carries.least).min(carries.greatest);
            carry = Classes::points(bump, plan.total().lows().iter().map(of_class));
            planned.columns.push(Column { digits, digit, plan, carry });
            if is_last {
                return Some(planned);
            }
        }
    }

    /// The clauses it takes, those that forbid values of single variables not counted.
    pub(crate) fn clauses(&self) -> u64 {
        self.clauses
    }

    /// Writes it; whether the question is answered with yes, in the models that remain.
    pub(crate) fn write<S: ClauseSink + ?Sized>(&self, sink: &mut S, bump: &'b Bump, addends: &[Addend<'_>]) -> Truth {
        let mut answer = Truth::Always;
        let mut carry = Part { classes: Classes::points(bump, [0]), order: Vec::new() };
        for column in &self.columns {
            let mut parts: Vec<Part<'_>> =
                column.digits.iter().map(|&(index, digit)| addends[index].part(bump, digit)).collect();
            parts.push(carry);
            let total = column.plan.write(sink, &parts);
            // The last column has the class of the negative totals first, where there are any.
            let negative = total.classes.lows().partition_point(|&low| low + column.digit < 0);
            answer = !total.reaches(negative);
            carry = Part { classes: column.carry, order: total.order };
        }
        answer
    }
}

/// The carries that matter: below the least and above the greatest, the answer is the same as at them.
#[derive(Clone, Copy)]
struct Carries {
    least: i64,
    greatest: i64,
}

impl Carries {
    /// The total of the last column is the total of what is left of the sum.
    fn last(question: Question) -> Carries {
        match question {
            Question::Zero => Carries { least: 0, greatest: 0 },
            Question::Negative => Carries { least: -1, greatest: -1 },
            Question::IsNegative => Carries { least: -1, greatest: 0 },
        }
    }

    /// From a column that can hand on `possible`, where the columns after it add up to `higher`.
    fn between(question: Question, possible: Span, higher: Span) -> Carries {
        let within = |carry: i64| carry.max(possible.min).min(possible.max);
        match question {
            Question::Zero => Carries { least: possible.min.max(-higher.max), greatest: possible.max.min(-higher.min) },
            Question::Negative => {
                Carries { least: within(-1 - higher.max), greatest: possible.max.min(-1 - higher.min) }
            }
            Question::IsNegative => Carries { least: within(-1 - higher.max), greatest: within(-higher.min) },
        }
    }

    /// The totals of a column, `digit` not yet added, that give these carries. If there are many, those that no values
    /// of the parts give are left out; `None` where many are left.
    fn targets<'b>(
        self,
        bump: &'b Bump,
        parts: &[Classes<'_>],
        question: Question,
        base: i64,
        digit: i64,
    ) -> Option<Classes<'b>> {
        let low = |carry: i64| carry * base - digit;
        let interval = |carry: i64| match question {
            Question::Zero => (low(carry), low(carry)),
            Question::Negative | Question::IsNegative => {
                let is_open = question == Question::IsNegative && carry == self.greatest;
                let start = if carry == self.least { i64::MIN } else { low(carry) };
                (start, if is_open { i64::MAX } else { low(carry) + base - 1 })
            }
        };
        if self.least > self.greatest || self.greatest.abs_diff(self.least) < MAX_VALUES {
            return Some(Classes::intervals(bump, (self.least..=self.greatest).map(interval)));
        }
        let within = |total: i64| match question {
            Question::Zero => Some((total + digit) / base)
                .filter(|carry| carry * base == total + digit && (self.least..=self.greatest).contains(carry)),
            Question::Negative | Question::IsNegative => {
                Some((total + digit).div_euclid(base).max(self.least).min(self.greatest))
            }
        };
        let carries = sorted_set(totals(parts)?.into_iter().filter_map(within));
        Some(Classes::intervals(bump, carries.into_iter().map(interval)))
    }
}

/// The sums of one value of each part; `None` where there are many.
fn totals(parts: &[Classes<'_>]) -> Option<Vec<i64>> {
    let mut totals = vec![0];
    for part in parts {
        if totals.len().saturating_mul(part.len()) > MAX_VALUES as usize {
            return None;
        }
        totals = sorted_set(totals.iter().flat_map(|total| part.lows().iter().map(move |low| total + low)));
    }
    Some(totals)
}

fn balanced_digit(coefficient: i64, base: i64) -> i64 {
    let digit = coefficient.rem_euclid(base);
    if 2 * digit > base { digit - base } else { digit }
}
