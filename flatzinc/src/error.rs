//! The errors that a file can have.

use std::fmt;

use gordian_formula::text::is_harmful;

use crate::model::Place;

/// A text that cannot be read, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The place at which the offending text begins; zero for a text that is good JSON, which keeps
    /// no places.
    pub place: Place,
    /// The offending word, with characters that do not print escaped; long ones are cut. Empty where there is none.
    pub text: String,
    /// The fault.
    pub fault: Fault,
}

/// The faults that make a text unreadable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A byte that begins no word.
    Byte,
    /// A number that runs into letters, or a string that does not end in its line.
    Word,
    /// A string that is not UTF-8.
    NotUtf8,
    /// An integer beyond 64 bits.
    Overflow,
    /// Something else should stand here.
    Expected(&'static str),
    /// The text is not JSON, or not of the form that FlatZinc has there: the words of the library that reads it.
    Json(String),
    /// A key that FlatZinc in JSON does not have there.
    Key,
    /// A key that is missing.
    MissingKey(&'static str),
    /// No declaration of this name stands before it.
    Unknown,
    /// A second declaration of a name.
    Again,
    /// A value of another type.
    Type {
        /// The words that may stand here.
        expected: &'static str,
        /// The word that stands here.
        found: &'static str,
    },
    /// A number that its declared type does not have.
    OutsideType,
    /// An index that the array does not have.
    Index {
        /// The number of elements.
        length: usize,
    },
    /// An array of another length than declared, by its type or by the index sets of its output.
    Length {
        /// The number of elements that the declaration has.
        declared: u128,
        /// The number of elements that there are.
        found: usize,
    },
    /// An output whose annotation is not `output_var`, or `output_array` with ranges as index sets.
    Output,
    /// A part of the language that is not supported: floats, and sets that are variables without bounds.
    Unsupported(&'static str),
    /// A float variable without values.
    NoFloat,
    /// More than 100 parentheses and brackets, one inside the other.
    Deep,
    /// More than 2³² − 1 variables.
    ManyVariables,
    /// The text ends without a `solve` item.
    NoSolve,
    /// Text behind the `solve` item.
    BehindSolve,
}

impl Error {
    /// Longer words are cut to this number of characters.
    const SHOWN: usize = 40;

    pub(crate) fn new(place: Place, word: &[u8], fault: Fault) -> Error {
        let word = String::from_utf8_lossy(&word[..word.len().min(4 * Error::SHOWN)]);
        let mut text = String::new();
        for char in word.chars().take(Error::SHOWN) {
            match is_harmful(char) {
                true => text.extend(char.escape_default()),
                false => text.push(char),
            }
        }
        if word.chars().nth(Error::SHOWN).is_some() {
            text.push('…');
        }
        Error { place, text, fault }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.line > 0 {
            write!(f, "{}: ", self.place)?;
        }
        if let Fault::Unsupported(_) = self.fault {
            return write!(f, "{}: `{}`", self.fault, self.text);
        }
        if !self.text.is_empty() {
            write!(f, "`{}`: ", self.text)?;
        }
        self.fault.fmt(f)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Byte => f.write_str("no word of FlatZinc begins like this"),
            Fault::Word => f.write_str("neither a number nor a string that ends in its line"),
            Fault::NotUtf8 => f.write_str("this is not UTF-8"),
            Fault::Overflow => f.write_str("integers have at most 64 bits"),
            Fault::Expected(what) => write!(f, "{what} should stand here"),
            Fault::Json(message) => f.write_str(message),
            Fault::Key => f.write_str("there is no such key here"),
            Fault::MissingKey(key) => write!(f, "the key `{key}` is missing"),
            Fault::Unknown => f.write_str("no variable, parameter or array of this name is declared before"),
            Fault::Again => f.write_str("a second declaration of this name"),
            Fault::Type { expected, found } => write!(f, "{found} stands where {expected} should"),
            Fault::OutsideType => f.write_str("the declared type does not have this value"),
            Fault::Index { length } => write!(f, "the array has the elements 1 to {length}"),
            Fault::Length { declared, found } => write!(f, "{declared} elements are declared, {found} are given"),
            Fault::Output => f.write_str("an output array needs one range for each dimension, like `[1..3, 1..4]`"),
            Fault::Unsupported(what) => write!(f, "{what} are not supported"),
            Fault::NoFloat => f.write_str("this variable has no value"),
            Fault::Deep => f.write_str("parentheses and brackets are nested more than 100 deep"),
            Fault::ManyVariables => f.write_str("there are too many variables"),
            Fault::NoSolve => f.write_str("the text ends without a `solve` item"),
            Fault::BehindSolve => f.write_str("the `solve` item is the last one"),
        }
    }
}

impl std::error::Error for Error {}
