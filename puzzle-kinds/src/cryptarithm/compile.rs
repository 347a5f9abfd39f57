//! A cryptarithm as a formula.

use std::collections::HashMap;

use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Var, sorted_set};

use super::polynomial::Polynomial;
use super::puzzle::{Cryptarithm, Equation, Symbol, Term, Word};
use super::table::{Limits, Table};
use crate::compiled::Compiled;
use crate::error::PuzzleError;
use gordian_encoders::encode::{
    AtMostOneEncoding, EncodingError, IntVar, Relation, Sum, SumEncoding, Truth, all_different, go_on, imply, product,
};
use gordian_encoders::rule::{Guarding, Rule, RuleWriter};

/// A part of an equation that is written as one sum stays below this magnitude.
const MAX_PART: i128 = 1 << 50;
/// The most columns of a polynomial.
const MAX_COLUMNS: usize = 1 << 12;
/// The most digits of letters and intermediate numbers.
const MAX_DIGITS: usize = 1 << 10;
/// The most products of two digits.
const MAX_PRODUCTS: usize = 1 << 12;
/// All 9,864,101 ways to begin to give ten letters digits in base ten, for six words: some 0.2 s. A
/// table of more rows takes as long to count as the sums.
const TABLES: Limits = Limits { steps: 60_000_000, rows: 256 };

impl Cryptarithm {
    /// The puzzle as a formula: for each letter one variable for each digit it may stand for, all of them visible.
    ///
    /// Each equation becomes a polynomial in the digits, equal to zero. It is posted as linear sums
    /// over a few columns each, with carries between them, over digits and products of two digits.
    /// A product of more than two words goes through the digits of an intermediate number. An
    /// equation in which letters are multiplied is a table of the ways in which it holds, where
    /// these are few and found in a moment. All auxiliary variables are determined by the digits of
    /// the letters.
    ///
    /// Each equation can be left out, and so can the rules that letters stand for different digits
    /// and that a first letter is not zero. Then a letter has a variable for zero too, whether or
    /// not it may be zero.
    pub(super) fn write(&self, guarding: Guarding, clock: &Clock) -> Result<Compiled, PuzzleError> {
        let domain = |letter: usize| if guarding == Guarding::None { self.digits_of(letter) } else { 0..self.base };
        let digits: Vec<(usize, u32)> =
            (0..self.letters.len()).flat_map(|letter| domain(letter).map(move |digit| (letter, digit))).collect();
        let visible: Vec<Var> = (0..digits.len()).map(Var::from_index).collect();
        let mut cnf = Cnf::new();
        cnf.add_visible(&visible);
        let meanings = digits.iter().map(|(letter, digit)| format!("{}={digit}", self.letters[*letter])).collect();
        let mut writer = RuleWriter::within(cnf, guarding, clock);
        let mut letters = Vec::new();
        let written = (|| {
            for letter in 0..self.letters.len() {
                let own = digits.iter().zip(&visible).filter(|((of, _), _)| *of == letter);
                let literals: Vec<(i64, Lit)> =
                    own.map(|((_, digit), var)| (i64::from(*digit), var.positive())).collect();
                letters.push(IntVar::from_value_literals(writer.structure(), &literals)?);
            }
            let different = Rule::new("letters", "different letters stand for different digits", []);
            writer.rule(different, |sink| all_different(sink, &mut letters, AtMostOneEncoding::Auto));
            let are_different = writer.last_selector().map_or(Truth::Always, Truth::When);
            for (letter, variable) in letters.iter().enumerate().filter(|(letter, _)| !self.may_be_zero[*letter]) {
                let text = format!("no number begins with {} = 0", self.letters[letter]);
                writer.rule(Rule::new("zero", text, []), |sink| {
                    imply(sink, &[variable.at_most(0)], &[]);
                });
            }
            for equation in &self.equations {
                let rule = Rule::new("equation", self.equation_text(equation), []);
                let table = Table::of(equation, self.base, domain, TABLES);
                writer.rule(rule, |sink| {
                    if let Some(table) = &table {
                        table.post(sink, &mut letters, are_different);
                        // The consequences of the equation for equal letters matter only if the
                        // rule against equal letters can be left out.
                        if are_different == Truth::Always {
                            return Ok(());
                        }
                    }
                    let variables = letters.clone();
                    let base = i64::from(self.base);
                    let mut equations = Writer { base, variables, products: HashMap::new(), sink };
                    let polynomial = equations.equation(equation)?;
                    equations.post_zero(&polynomial)
                })?;
            }
            Ok(())
        })();
        written.map_err(|error: EncodingError| {
            PuzzleError::of_encoding("the numbers are too large to be encoded: ", &error)
        })?;
        Ok(Compiled::new(writer.finish(), meanings))
    }
}

/// The parts from which an equation is written.
struct Writer<'a> {
    base: i64,
    /// The digits of letters, then those of intermediate numbers.
    variables: Vec<IntVar>,
    /// Products of two variables.
    products: HashMap<(usize, usize), Digits>,
    sink: &'a mut dyn ClauseSink,
}

/// A number of two digits.
#[derive(Clone)]
struct Digits {
    low: IntVar,
    high: IntVar,
}

impl Writer<'_> {
    fn equation(&mut self, equation: &Equation) -> Result<Polynomial, EncodingError> {
        let mut total = Polynomial::default();
        for (negative, term) in equation.signed_terms() {
            let value = self.term(term)?;
            in_range(total.add_all(&value, if negative { -1 } else { 1 }))?;
        }
        Ok(total)
    }

    fn term(&mut self, term: &Term) -> Result<Polynomial, EncodingError> {
        let mut value = Polynomial::one();
        for word in &term.factors {
            let factor = number(word);
            if value.degree() + factor.degree() > 2 {
                value = self.intermediate(&value)?;
            }
            value = value.times(&factor).ok_or(EncodingError::Overflow)?;
            in_range(value.columns() <= MAX_COLUMNS)?;
        }
        Ok(value)
    }

    /// The polynomial of degree one whose variables are the digits of the value of `value`, which is not negative.
    fn intermediate(&mut self, value: &Polynomial) -> Result<Polynomial, EncodingError> {
        let mut digits = Polynomial::default();
        let mut rest = value.clone();
        in_range(self.variables.len() + value.columns() < MAX_DIGITS)?;
        // A product of two numbers has at most one column more than its polynomial.
        for column in 0..=value.columns() {
            let digit = IntVar::new(self.sink, 0..=self.base - 1)?;
            self.variables.push(digit);
            let variable = self.variables.len() - 1;
            in_range(digits.add(vec![variable], column, 1) && rest.add(vec![variable], column, -1))?;
        }
        self.post_zero(&rest)?;
        Ok(digits)
    }

    /// Makes the polynomial zero: as many columns at a time as a sum can hold, from the least significant on.
    fn post_zero(&mut self, polynomial: &Polynomial) -> Result<(), EncodingError> {
        let mut terms: Vec<(IntVar, Vec<i64>)> = Vec::new();
        for (monomial, columns) in polynomial.terms() {
            match monomial[..] {
                [] => terms.push((IntVar::constant(1), columns.to_vec())),
                [single] => terms.push((self.variables[single].clone(), columns.to_vec())),
                [first, second, ..] => {
                    let Digits { low, high } = self.product(first, second)?;
                    let shifted = std::iter::once(0).chain(columns.iter().copied()).collect();
                    terms.extend([(low, columns.to_vec()), (high, shifted)]);
                }
            }
        }
        let count = terms.iter().map(|(_, columns)| columns.len()).max().unwrap_or(0);
        let mut carry = IntVar::constant(0);
        let mut first = 0;
        while first < count {
            let width = self.width(&terms, first, &carry, count - first)?;
            let mut sum = Sum::new().plus(1, &carry);
            let (mut lower, mut upper) = (i128::from(carry.lower()), i128::from(carry.upper()));
            for (variable, columns) in &terms {
                let coefficient = self.coefficient(columns, first, width).ok_or(EncodingError::Overflow)?;
                sum.add(coefficient, variable);
                let ends = [variable.lower(), variable.upper()].map(|end| i128::from(end) * i128::from(coefficient));
                lower += ends[0].min(ends[1]);
                upper += ends[0].max(ends[1]);
            }
            first += width;
            if first == count {
                self.post(&sum)?;
                break;
            }
            let weight = self.base.pow(width as u32);
            let bound = |total: i128| i64::try_from(total).map_err(|_| EncodingError::Overflow);
            let (least, most) = (bound(lower)?.div_euclid(weight), bound(upper)?.div_euclid(weight));
            carry = IntVar::new(self.sink, least..=most)?;
            self.post(&sum.plus(-weight, &carry))?;
        }
        Ok(())
    }

    /// The number of columns from `first` on that can be written as one sum, at least one.
    fn width(
        &self,
        terms: &[(IntVar, Vec<i64>)],
        first: usize,
        carry: &IntVar,
        rest: usize,
    ) -> Result<usize, EncodingError> {
        let fits = |width: usize| {
            // Columns that cancel out add nothing to the sum, but to the weight of its carry.
            let weight = self.base.checked_pow(width as u32)?;
            let mut total = i128::from(carry.lower().abs().max(carry.upper().abs()));
            for (variable, columns) in terms {
                let coefficient = i128::from(self.coefficient(columns, first, width)?);
                total += coefficient.abs() * i128::from(variable.lower().abs().max(variable.upper().abs()));
            }
            (total < MAX_PART && i128::from(weight) < MAX_PART).then_some(width)
        };
        (1..=rest).map_while(fits).last().ok_or(EncodingError::Overflow)
    }

    /// The number that some columns of a coefficient stand for.
    fn coefficient(&self, columns: &[i64], first: usize, width: usize) -> Option<i64> {
        let mut own = columns.iter().skip(first).take(width).rev();
        own.try_fold(0i64, |number, &column| number.checked_mul(self.base)?.checked_add(column))
    }

    /// Columns in the base of the puzzle. On sums and products of the kind that are published, this
    /// took the fewest clauses and the least time, beside a tree, single columns, and columns in
    /// the base that [`SumEncoding::Auto`] finds.
    fn post(&mut self, sum: &Sum) -> Result<(), EncodingError> {
        let encoding = SumEncoding::Columns(self.base as u32);
        sum.post_with(self.sink, Relation::Equal, 0, encoding)
    }

    /// The product of two digits, as two digits: sums of digits are far smaller than sums of products.
    fn product(&mut self, first: usize, second: usize) -> Result<Digits, EncodingError> {
        if let Some(known) = self.products.get(&(first, second)) {
            return Ok(known.clone());
        }
        go_on(&*self.sink)?;
        in_range(self.products.len() < MAX_PRODUCTS)?;
        let (x, y) = (&self.variables[first], &self.variables[second]);
        let value = match first == second {
            true => x.squared().ok_or(EncodingError::Overflow)?,
            false => product(self.sink, x, y)?,
        };
        let high = value.divided_by(self.base).unwrap_or(IntVar::constant(0));
        let remainders: Vec<i64> = sorted_set(value.values().iter().map(|value| value.rem_euclid(self.base)));
        let low = IntVar::from_values(self.sink, &remainders)?;
        for &number in value.values() {
            let is_number = [value.at_least(number), value.at_most(number)];
            let remainder = number.rem_euclid(self.base);
            imply(self.sink, &is_number, &[low.at_least(remainder)]);
            imply(self.sink, &is_number, &[low.at_most(remainder)]);
        }
        let digits = Digits { low, high };
        self.products.insert((first, second), digits.clone());
        Ok(digits)
    }
}

fn number(word: &Word) -> Polynomial {
    let mut number = Polynomial::default();
    for (column, symbol) in word.iter().rev().enumerate() {
        match *symbol {
            Symbol::Digit(digit) => number.add(Vec::new(), column, i64::from(digit)),
            Symbol::Letter(letter) => number.add(vec![letter], column, 1),
        };
    }
    number
}

fn in_range(fits: bool) -> Result<(), EncodingError> {
    if fits { Ok(()) } else { Err(EncodingError::Overflow) }
}
