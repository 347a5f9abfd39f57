//! Reading cryptarithms.

use std::collections::{BTreeSet, HashMap};

use gordian_formula::text::harmless_lines;

use super::puzzle::{Cryptarithm, Equation, MAX_BASE, Symbol, Term, Word};
use crate::error::PuzzleError;
use crate::outline::{HeaderKeys, header_value};

const KEYS: &str = "`title`, `base`, `leading zeros`";

/// The most characters of a text.
const MAX_LENGTH: usize = 1 << 20;
/// The most digits of a number.
const MAX_DIGITS: usize = 1 << 10;

/// The line of an equation, or of several with `,`, `;` or `&` between them.
fn is_equation(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#') && !line.contains(':')
}

/// The lines of a text each of which is a puzzle of its own; none if the text is one puzzle.
///
/// Equations share their letters. Those of a list have more of them than there are digits.
pub(super) fn listed(text: &str) -> Vec<&str> {
    let text = text.trim_start_matches('\u{feff}');
    let headers = text.lines().filter_map(|line| line.trim().split_once(':'));
    let bases = headers.filter(|(key, _)| key.trim().eq_ignore_ascii_case("base"));
    let base = bases.filter_map(|(_, value)| header_value(value).parse().ok()).next_back().unwrap_or(10);
    let lines: Vec<&str> = text.lines().filter(|line| is_equation(line)).collect();
    let letters: BTreeSet<char> =
        lines.iter().flat_map(|line| line.chars()).filter(|char| char.is_alphabetic()).collect();
    if lines.len() > 1 && letters.len() > base { lines } else { Vec::new() }
}

/// Whether a text has lines that say something about all its equations.
pub(super) fn has_headers(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| !line.starts_with('#') && line.contains(':'))
}

/// Reads equations like `SEND + MORE = MONEY`.
///
/// Equations are separated by line ends, `,`, `;` or `&`; the format is described in `docs/formats.md`.
///
/// # Errors
/// If the text is not of this form, or holds more letters than there are digits.
pub fn parse(text: &str) -> Result<Cryptarithm, PuzzleError> {
    parse_nth(text, None)
}

/// Reads all equations, or those in the line with this number from zero among those that hold equations.
pub(super) fn parse_nth(text: &str, nth: Option<usize>) -> Result<Cryptarithm, PuzzleError> {
    let text = &*harmless_lines(text);
    let mut reader = Reader { base: 10, ..Reader::default() };
    if text.len() > MAX_LENGTH {
        return Err(PuzzleError::malformed(format!("the text is longer than {MAX_LENGTH} bytes")));
    }
    let text = text.trim_start_matches('\u{feff}');
    let mut number = 0;
    for (index, line) in text.lines().enumerate() {
        if is_equation(line) {
            number += 1;
            if nth.is_some_and(|nth| number != nth + 1) {
                continue;
            }
        }
        let trimmed = line.trim();
        let read = if trimmed.is_empty() || trimmed.starts_with('#') {
            Ok(())
        } else if let Some((key, value)) = trimmed.split_once(':') {
            reader.header(key.trim(), header_value(value))
        } else {
            reader.line(line, index + 1)
        };
        read.map_err(|error| {
            let error = if error.place.is_some() { error } else { error.at(index + 1, 1) };
            error.pointing_into(text, 1)
        })?;
    }
    reader.finish(text)
}

#[derive(Default)]
struct Reader {
    headers: HeaderKeys,
    title: Option<String>,
    base: u32,
    leading_zeros: bool,
    letters: Vec<char>,
    /// The line and column where each letter is met first.
    places: Vec<(usize, usize)>,
    index: HashMap<char, usize>,
    equations: Vec<Equation>,
    /// The largest digit that is written as one, with its place.
    largest: Option<(u32, usize, usize)>,
    /// The line and column of the first number of several digits that is written with a zero before them.
    leading_zero: Option<(usize, usize)>,
}

/// An equation that is being read.
#[derive(Default)]
struct Open {
    left: Option<Vec<Term>>,
    terms: Vec<Term>,
    /// The sign, the factors and the last word so far of the term that is being read.
    negative: bool,
    factors: Vec<Word>,
    word: Word,
    /// Whether the last word ended at a blank, so that another letter would need an operator.
    closed: bool,
    /// Whether anything but blanks was read.
    begun: bool,
    /// Whether a word must follow the last operator.
    waiting: bool,
}

impl Reader {
    fn header(&mut self, key: &str, value: &str) -> Result<(), PuzzleError> {
        self.headers.begin(key)?;
        match key.to_lowercase().as_str() {
            "title" => self.title = Some(value.to_owned()),
            "base" => {
                let base = value.parse().ok().filter(|base| (2..=MAX_BASE).contains(base));
                self.base = base.ok_or_else(|| PuzzleError::malformed(format!("`base` is from 2 to {MAX_BASE}")))?;
            }
            "leading zeros" => match value.to_lowercase().as_str() {
                "yes" => self.leading_zeros = true,
                "no" => self.leading_zeros = false,
                _ => return Err(PuzzleError::malformed("`leading zeros` is `yes` or `no`")),
            },
            _ => return Err(PuzzleError::malformed(format!("`{key}` is none of the keys {KEYS}"))),
        }
        Ok(())
    }

    fn line(&mut self, line: &str, number: usize) -> Result<(), PuzzleError> {
        let mut open = Open::default();
        let mut column = 0;
        for char in line.chars() {
            column += 1;
            let wrong = |message: String| Err(PuzzleError::malformed(message).at(number, column));
            match char {
                _ if char.is_whitespace() => open.closed = !open.word.is_empty(),
                '+' | '-' | '−' | '–' => {
                    let starts = open.word.is_empty() && open.factors.is_empty() && !open.waiting;
                    if !starts && !open.end_term() {
                        return wrong(format!("a word is missing before `{char}`"));
                    }
                    open.negative = !matches!(char, '+');
                    (open.begun, open.waiting) = (true, true);
                }
                '*' | '×' | '·' => {
                    if !open.end_word() {
                        return wrong(format!("a word is missing before `{char}`"));
                    }
                    open.waiting = true;
                }
                '=' => {
                    if !open.end_term() {
                        return wrong("a word is missing before `=`".to_owned());
                    }
                    if open.left.replace(std::mem::take(&mut open.terms)).is_some() {
                        return wrong("a second `=` in one equation".to_owned());
                    }
                }
                ',' | ';' | '&' => self.end_equation(std::mem::take(&mut open), number, column)?,
                _ => {
                    let symbol = self.symbol(char, number, column)?;
                    if open.closed {
                        return wrong(format!("an operator is missing before `{char}`"));
                    }
                    if open.word.len() == MAX_DIGITS {
                        return wrong(format!("a number has more than {MAX_DIGITS} digits"));
                    }
                    if matches!(open.word[..], [Symbol::Digit(0)]) {
                        self.leading_zero.get_or_insert((number, column - 1));
                    }
                    open.word.push(symbol);
                    (open.begun, open.waiting) = (true, false);
                }
            }
        }
        self.end_equation(open, number, column + 1)
    }

    fn symbol(&mut self, char: char, line: usize, column: usize) -> Result<Symbol, PuzzleError> {
        if let Some(digit) = char.to_digit(10) {
            if self.largest.is_none_or(|(largest, ..)| largest < digit) {
                self.largest = Some((digit, line, column));
            }
            return Ok(Symbol::Digit(digit));
        }
        // Signs of arithmetic that are none here, and marks that belong to the letter before them.
        let is_other = matches!(char, '÷' | '∕' | '⁄' | '±' | '≠' | '\u{300}'..='\u{36f}');
        if !char.is_alphabetic() && (char.is_ascii() || char.is_control() || is_other) {
            let message = format!("`{char}` is no letter, no digit and none of the operators + - * =");
            return Err(PuzzleError::malformed(message).at(line, column));
        }
        let index = *self.index.entry(char).or_insert_with(|| {
            self.letters.push(char);
            self.places.push((line, column));
            self.letters.len() - 1
        });
        Ok(Symbol::Letter(index))
    }

    fn end_equation(&mut self, mut open: Open, line: usize, column: usize) -> Result<(), PuzzleError> {
        if !open.begun {
            return Ok(());
        }
        let wrong = |message: &str| Err(PuzzleError::malformed(message).at(line, column));
        if !open.end_term() {
            return wrong("a word is missing at the end of the equation");
        }
        match open.left {
            None => wrong("an equation has no `=`"),
            Some(left) => {
                self.equations.push(Equation { left, right: open.terms });
                Ok(())
            }
        }
    }

    fn finish(self, text: &str) -> Result<Cryptarithm, PuzzleError> {
        if self.equations.is_empty() || self.letters.is_empty() {
            return Err(PuzzleError::malformed("there is no equation with letters"));
        }
        if let Some((digit, line, column)) = self.largest.filter(|(digit, ..)| *digit >= self.base) {
            let message = format!("there is no digit {digit} in base {}", self.base);
            return Err(PuzzleError::malformed(message).at(line, column).pointing_into(text, 1));
        }
        if let Some((line, column)) = self.leading_zero.filter(|_| !self.leading_zeros) {
            let message = "this number begins with 0, which `leading zeros: yes` allows";
            return Err(PuzzleError::malformed(message).at(line, column).pointing_into(text, 1));
        }
        if let Some(&(line, column)) = self.places.get(self.base as usize) {
            let (count, letter) = (self.letters.len(), self.letters[self.base as usize]);
            let message =
                format!("{count} letters are too many for the {} digits: {letter} is one too many", self.base);
            return Err(PuzzleError::no_solution(message).at(line, column).pointing_into(text, 1));
        }
        let mut may_be_zero = vec![true; self.letters.len()];
        let terms = self.equations.iter().flat_map(|equation| equation.left.iter().chain(&equation.right));
        for word in terms.flat_map(|term| &term.factors) {
            if let [Symbol::Letter(first), _, ..] = word.as_slice() {
                may_be_zero[*first] &= self.leading_zeros;
            }
        }
        let Reader { title, base, letters, equations, .. } = self;
        Ok(Cryptarithm { title, base, letters, may_be_zero, equations })
    }
}

impl Open {
    /// Whether there was a word to end.
    fn end_word(&mut self) -> bool {
        self.closed = false;
        let word = std::mem::take(&mut self.word);
        let ended = !word.is_empty();
        if ended {
            self.factors.push(word);
        }
        ended
    }

    fn end_term(&mut self) -> bool {
        let ended = self.end_word();
        if ended {
            let factors = std::mem::take(&mut self.factors);
            self.terms.push(Term { negative: std::mem::take(&mut self.negative), factors });
        }
        ended
    }
}
