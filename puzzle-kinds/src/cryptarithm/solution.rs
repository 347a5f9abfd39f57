//! Solutions of cryptarithms: read from a model, judged by the rules.

use gordian_formula::{Model, Var};
use num_bigint::BigUint;
use serde::ser::{Serialize, Serializer};

use super::puzzle::{Cryptarithm, Symbol, Term, Word};
use crate::error::Violation;

/// The digit of each letter, in the order of [`Cryptarithm::letters`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CryptarithmSolution {
    /// Letters and their digits.
    pub digits: Vec<(char, u32)>,
}

/// Writes a map from letters to digits.
impl Serialize for CryptarithmSolution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.digits.iter().copied())
    }
}

impl Cryptarithm {
    /// The solution that a model of the compiled formula stands for.
    ///
    /// # Errors
    /// If a letter has no digit or several.
    pub(super) fn solution_of(&self, model: &Model) -> Result<CryptarithmSolution, Violation> {
        let mut next = 0;
        let mut digits = Vec::with_capacity(self.letters.len());
        for (letter, &char) in self.letters.iter().enumerate() {
            let mut digit = None;
            for candidate in self.digits_of(letter) {
                if model.value(Var::from_index(next)) && digit.replace(candidate).is_some() {
                    return Err(Violation::new(format!("letter {char} has two digits")));
                }
                next += 1;
            }
            let digit = digit.ok_or_else(|| Violation::new(format!("letter {char} has no digit")))?;
            digits.push((char, digit));
        }
        Ok(CryptarithmSolution { digits })
    }

    /// Judges a solution by calculating.
    ///
    /// # Errors
    /// The first rule that it breaks: a letter without digit, two letters with the same digit, a leading zero, an
    /// equation that does not hold.
    pub(super) fn judge(&self, solution: &CryptarithmSolution) -> Result<(), Violation> {
        let letters: Vec<char> = solution.digits.iter().map(|(letter, _)| *letter).collect();
        if letters != self.letters {
            return Err(Violation::new("the letters are not those of the puzzle"));
        }
        for (index, &(letter, digit)) in solution.digits.iter().enumerate() {
            if digit >= self.base {
                return Err(Violation::new(format!("{letter} = {digit} is no digit in base {}", self.base)));
            }
            if let Some((other, _)) = solution.digits[..index].iter().find(|(_, earlier)| *earlier == digit) {
                return Err(Violation::new(format!("{other} and {letter} are both {digit}")));
            }
            if digit == 0 && !self.may_be_zero[index] {
                return Err(Violation::new(format!("a number begins with {letter} = 0")));
            }
        }
        for (index, equation) in self.equations.iter().enumerate() {
            let total = |subtracted: bool| {
                let own = equation.signed_terms().filter(|(negative, _)| *negative == subtracted);
                own.map(|(_, term)| self.value(term, solution)).sum::<BigUint>()
            };
            let (plus, minus) = (total(false), total(true));
            if plus != minus {
                let [plus, minus] = [plus, minus].map(|sum| sum.to_str_radix(self.base).to_uppercase());
                return Err(Violation::new(format!("equation {} does not hold: {plus} is not {minus}", index + 1)));
            }
        }
        Ok(())
    }

    fn value(&self, term: &Term, solution: &CryptarithmSolution) -> BigUint {
        let digit = |symbol: &Symbol| match *symbol {
            Symbol::Digit(digit) => digit,
            Symbol::Letter(letter) => solution.digits[letter].1,
        };
        let number = |word: &Word| word.iter().fold(BigUint::ZERO, |number, symbol| number * self.base + digit(symbol));
        term.factors.iter().map(number).product()
    }
}
