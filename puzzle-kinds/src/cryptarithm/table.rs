//! The digits with which an equation between products holds, found by trying.

use std::ops::Range;

use gordian_formula::{ClauseSink, Lit};

use super::puzzle::{Equation, Symbol};
use gordian_encoders::encode::{IntVar, Truth, imply};

/// Words and their products stay below two to the power of this, so that they fit into the numbers that hold them.
const WORD_BITS: f64 = 63.0;
const TERM_BITS: f64 = 120.0;
/// The largest number of terms, for the same reason.
const MAX_TERMS: usize = 64;
/// Residues below this can be multiplied in 64 bits.
const MAX_MODULUS: u64 = 1 << 32;

/// Limits on the steps of the search and on the rows of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Digits given to letters, times the words of the equation.
    pub(super) steps: u64,
    pub(super) rows: usize,
}

/// The ways to give different digits to the letters of an equation so that it holds.
///
/// Search with conflicts is no better than trying where products are concerned: a digit of a product says little about
/// its factors until most of them are known. A table says it all (Dekker, Björdal, Carlsson, Flener & Monette 2017 on
/// tables in place of constraints).
pub(super) struct Table {
    letters: Vec<usize>,
    /// In each row a digit for each of the letters, in their order.
    rows: Vec<Vec<u32>>,
}

impl Table {
    /// The table of an equation in which letters are multiplied; `None` for any other and beyond the limits.
    ///
    /// Letters get their digits from the least significant column on. The columns so far must fit,
    /// as far as their letters are known.
    pub(super) fn of(
        equation: &Equation,
        base: u32,
        digits_of: impl Fn(usize) -> Range<u32>,
        limits: Limits,
    ) -> Option<Table> {
        let mut search = Search::new(equation, base, digits_of, limits)?;
        search.extend(0).then_some(Table { letters: search.letters, rows: search.rows })
    }

    /// Says that the letters have the digits of a row, where the premise holds.
    ///
    /// Keeps the model count where the premise holds: a row is true iff the letters have its digits.
    pub(super) fn post(&self, sink: &mut dyn ClauseSink, letters: &mut [IntVar], premise: Truth) {
        let rows: Vec<Lit> = sink.new_vars(self.rows.len()).into_iter().map(|var| var.positive()).collect();
        imply(sink, &[premise], &rows.iter().copied().map(Truth::When).collect::<Vec<_>>());
        for (position, &letter) in self.letters.iter().enumerate() {
            for digit in letters[letter].values().to_vec() {
                let is_digit = letters[letter].equals(sink, digit);
                let with = self.rows.iter().zip(&rows).filter(|(row, _)| i64::from(row[position]) == digit);
                let with: Vec<Truth> = with.map(|(_, &row)| Truth::When(row)).collect();
                for &row in &with {
                    imply(sink, &[row], &[is_digit]);
                }
                imply(sink, &[premise, is_digit], &with);
            }
        }
    }
}

/// A term of the equation.
struct Product {
    is_subtracted: bool,
    /// Words by their index.
    factors: Vec<usize>,
}

/// The state of the search for one letter.
struct Level {
    digits: Range<u32>,
    /// The words in which it stands, and its weight there.
    weights: Vec<(usize, u64)>,
    /// The power of the base modulo which the equation has to hold as soon as the letter has its
    /// digit, since all letters of the columns below are known then.
    modulus: Option<u64>,
}

struct Search {
    letters: Vec<usize>,
    levels: Vec<Level>,
    terms: Vec<Product>,
    /// The value of each word, letters without a digit counting nothing.
    words: Vec<u64>,
    row: Vec<u32>,
    rows: Vec<Vec<u32>>,
    steps: u64,
    limits: Limits,
}

impl Search {
    fn new(equation: &Equation, base: u32, digits_of: impl Fn(usize) -> Range<u32>, limits: Limits) -> Option<Search> {
        let bits = f64::from(base).log2();
        let has_letter = |word: &[Symbol]| word.iter().any(|symbol| matches!(symbol, Symbol::Letter(_)));
        let (mut terms, mut symbols, mut is_product) = (Vec::new(), Vec::new(), false);
        for (is_subtracted, term) in equation.signed_terms() {
            is_product |= term.factors.iter().filter(|word| has_letter(word)).count() > 1;
            let columns: usize = term.factors.iter().map(Vec::len).sum();
            let fits = term.factors.iter().all(|word| word.len() as f64 * bits < WORD_BITS);
            (fits && columns as f64 * bits < TERM_BITS).then_some(())?;
            terms.push(Product {
                is_subtracted,
                factors: (symbols.len()..symbols.len() + term.factors.len()).collect(),
            });
            symbols.extend(&term.factors);
        }
        (is_product && terms.len() <= MAX_TERMS).then_some(())?;
        let mut search = Search {
            letters: Vec::new(),
            levels: Vec::new(),
            terms,
            words: vec![0; symbols.len()],
            row: Vec::new(),
            rows: Vec::new(),
            steps: 0,
            limits,
        };
        let columns = symbols.iter().map(|word| word.len()).max()?;
        let mut weight = 1;
        for column in 0..columns {
            for (index, word) in symbols.iter().enumerate() {
                match word.iter().rev().nth(column) {
                    Some(&Symbol::Digit(digit)) => search.words[index] += u64::from(digit) * weight,
                    Some(&Symbol::Letter(letter)) => search.weigh(letter, index, weight, digits_of(letter)),
                    None => {}
                }
            }
            weight *= u64::from(base);
            // Later letters stand in later columns only.
            if let Some(level) = search.levels.last_mut() {
                level.modulus = (weight < MAX_MODULUS).then_some(weight).or(level.modulus);
            }
        }
        Some(search)
    }

    fn weigh(&mut self, letter: usize, word: usize, weight: u64, digits: Range<u32>) {
        let known = self.letters.iter().position(|&other| other == letter);
        let level = known.unwrap_or_else(|| {
            self.letters.push(letter);
            self.levels.push(Level { digits, weights: Vec::new(), modulus: None });
            self.row.push(0);
            self.levels.len() - 1
        });
        self.levels[level].weights.push((word, weight));
    }

    /// Tries all digits for the letters from this one on; whether the limits allowed that.
    fn extend(&mut self, level: usize) -> bool {
        if level == self.levels.len() {
            if self.holds() {
                self.rows.push(self.row.clone());
            }
            return self.rows.len() <= self.limits.rows;
        }
        for digit in self.levels[level].digits.clone() {
            if self.row[..level].contains(&digit) {
                continue;
            }
            self.steps += self.words.len() as u64;
            self.row[level] = digit;
            self.add(level, u64::from(digit), u64::wrapping_add);
            let fits = self.levels[level].modulus.is_none_or(|modulus| self.holds_modulo(modulus));
            let goes_on = self.steps <= self.limits.steps && (!fits || self.extend(level + 1));
            self.add(level, u64::from(digit), u64::wrapping_sub);
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn add(&mut self, level: usize, digit: u64, change: fn(u64, u64) -> u64) {
        for &(word, weight) in &self.levels[level].weights {
            self.words[word] = change(self.words[word], digit * weight);
        }
    }

    fn holds_modulo(&self, modulus: u64) -> bool {
        let residue = |&word: &usize| self.words[word] % modulus;
        let mut total = 0;
        for term in &self.terms {
            let value = term.factors.iter().map(residue).fold(1, |product, factor| product * factor % modulus);
            total += if term.is_subtracted { modulus - value } else { value };
        }
        total % modulus == 0
    }

    fn holds(&self) -> bool {
        let value = |term: &Product| term.factors.iter().map(|&word| i128::from(self.words[word])).product::<i128>();
        let signed = |term: &Product| if term.is_subtracted { -value(term) } else { value(term) };
        self.terms.iter().map(signed).sum::<i128>() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::super::puzzle::Cryptarithm;
    use super::super::solution::CryptarithmSolution;
    use super::*;

    const LIMITS: Limits = Limits { steps: 1 << 26, rows: 1 << 16 };

    fn table(puzzle: &Cryptarithm, limits: Limits) -> Option<Table> {
        Table::of(&puzzle.equations[0], puzzle.base, |letter| puzzle.digits_of(letter), limits)
    }

    /// The digits of all solutions, in the order of the letters, by calculating with every choice.
    fn by_calculating(puzzle: &Cryptarithm, digits: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        if digits.len() < puzzle.letters().len() {
            for digit in 0..puzzle.base {
                digits.push(digit);
                by_calculating(puzzle, digits, found);
                digits.pop();
            }
            return;
        }
        let digits_of = puzzle.letters().iter().copied().zip(digits.iter().copied()).collect();
        if puzzle.judge(&CryptarithmSolution { digits: digits_of }).is_ok() {
            found.push(digits.clone());
        }
    }

    #[test]
    fn rows_are_the_solutions() {
        for text in [
            "A * B = C",
            "A * B = CD",
            "AB * C = DE",
            "AA * A = BCD - 3",
            "A * A * A = A + 6",
            "1A * B2 - C = A0 * B + 2",
            "A * B * C = C * D * 3",
            "A * B = A * C",
            "12 * 3 = A * B",
            "base: 5\nAB * C = DE",
            "base: 16\nA * F0 = B * C1",
            "base: 3\nleading zeros: yes\nABA * AC = CAB * A",
        ] {
            let puzzle = parse(text).unwrap();
            let table = table(&puzzle, LIMITS).unwrap_or_else(|| panic!("{text}"));
            // Rows have the letters in the order of the columns.
            let in_order = |row: &Vec<u32>| -> Vec<u32> {
                let at = |letter| table.letters.iter().position(|&other| other == letter).unwrap();
                (0..row.len()).map(|letter| row[at(letter)]).collect()
            };
            let mut rows: Vec<Vec<u32>> = table.rows.iter().map(in_order).collect();
            rows.sort_unstable();
            let mut expected = Vec::new();
            by_calculating(&puzzle, &mut Vec::new(), &mut expected);
            assert_eq!(rows, expected, "{text}");
        }
    }

    #[test]
    fn sums_and_what_is_too_much_have_no_table() {
        let has_table = |text: &str, steps, rows| table(&parse(text).unwrap(), Limits { steps, rows }).is_some();
        assert!(has_table("A * B = CD", LIMITS.steps, LIMITS.rows));
        assert!(!has_table("A * B = CD", 100, LIMITS.rows) && !has_table("A * B = CD", LIMITS.steps, 10));
        assert!(!has_table("AB + C = DE", LIMITS.steps, LIMITS.rows));
        assert!(!has_table("AB * 3 = CD", LIMITS.steps, LIMITS.rows));
        assert!(!has_table(&format!("{} * A = B", "A".repeat(20)), LIMITS.steps, LIMITS.rows));
        assert!(!has_table(&format!("A * B = C{}", " + A * B".repeat(64)), LIMITS.steps, LIMITS.rows));
    }
}
