//! The faults that a file can have: they are refused with their place, or told as a warning.

use std::{fmt, io};

use super::{LONGEST_CLAUSE, MOST_CLAUSES};
use crate::WeightError;
use crate::text::is_harmful;

/// A place in the text, lines and columns from one; a column counts bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The byte of the line.
    pub column: u64,
}

/// Why reading stopped.
#[derive(Debug)]
pub enum Error {
    /// The input could not be read: also how a corrupt compressed stream shows itself.
    Io(io::Error),
    /// The text is not a formula.
    Syntax(SyntaxError),
}

/// A text that cannot be read, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The place at which the offending text begins.
    pub place: Place,
    /// The offending word, with bytes that do not print escaped; long ones are cut.
    pub text: String,
    /// The fault.
    pub fault: Fault,
}

/// The faults that make a text unreadable, in every [`Dialect`](super::Dialect).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Neither a number nor a keyword.
    Junk,
    /// A literal, or a number of variables, beyond 2147483647.
    Overflow,
    /// A number of clauses, in the header, beyond 64 bits.
    ManyClauses,
    /// `-0` or `+0`.
    SignedZero,
    /// The text ends inside the clause or the query that began in this line.
    Unterminated {
        /// The line of the first literal, or of the `a` of a query.
        since: u64,
    },
    /// More literals than a clause may have, [`LONGEST_CLAUSE`].
    LongClause {
        /// The line of the first literal.
        since: u64,
    },
    /// A `p` line inside the clause that began in this line.
    HeaderInClause {
        /// The line of the first literal.
        since: u64,
    },
    /// A `p` line that lacks its format or a number.
    IncompleteHeader,
    /// A second `p` line that says something else than the first, or stands behind a clause.
    SecondHeader,
    /// Text behind the numbers of the `p` line.
    HeaderTail,
    /// A `p` line of another format.
    UnknownFormat,
    /// A clause `x…` of exclusive or, as CryptoMiniSat takes it.
    Xor,
    /// A line of QDIMACS: `e …`, or `a …` in a file that is not incremental.
    Quantifier,
    /// A projection line that names something else than variables, or does not end in one `0`.
    Projection,
    /// A line of weights that is not of the form `c p weight LITERAL WEIGHT 0`, `w LITERAL WEIGHT` or `c weights …`.
    WeightLine,
    /// A weight that is none.
    Weight(WeightError),
    /// A second weight of a literal, which differs from the first.
    SecondWeight,
    /// A weight of a variable that the formula does not have.
    WeightOfNothing,
    /// Text behind the mark that ends the formula (`%` or `^Z`).
    BehindEnd,
    /// A carriage return without a line feed in a comment, a header or a line of weights, with text behind it. That
    /// text is part of the formula if the line ends there, and something else if it does not.
    CarriageReturn,
    /// Text in UTF-16.
    Utf16,
    /// A departure that would be a warning if reading were not strict.
    Strict(Quirk),
}

/// A departure from the format that does no harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quirk {
    /// No `p` line at all.
    MissingHeader,
    /// The `p` line comes behind clauses.
    LateHeader,
    /// The `p` line stands twice.
    RepeatedHeader,
    /// A variable is larger than the `p` line says.
    Variables {
        /// The number in the header.
        declared: u64,
        /// The largest variable.
        found: u64,
    },
    /// The number of clauses is not what the `p` line says.
    Clauses {
        /// The number in the header.
        declared: u64,
        /// The number of clauses.
        found: u64,
    },
    /// A keyword in capital letters.
    UpperCase,
    /// A comment whose text touches its `c`.
    GluedComment,
    /// A number with a plus sign.
    PlusSign,
    /// A byte order mark.
    ByteOrderMark,
    /// `^Z`, the end of a text file of DOS.
    ControlZ,
    /// `%`, which ends the files of SATLIB.
    Percent,
    /// A line `w …`, as Cachet reads the weights of literals.
    WeightLine,
    /// A projection line without its `0`.
    UnterminatedProjection,
    /// A projection line without a number: it is taken for prose.
    ProseProjection,
    /// A line `c t …` that names no kind of count: it is taken for a comment.
    UnknownCount,
    /// Lines end with carriage return and line feed.
    CarriageReturn,
    /// Tabs or other rare white space.
    Tab,
    /// An empty line.
    BlankLine,
}

impl Quirk {
    /// Whether it is about white space only: what even strict reading lets pass with a warning.
    pub(super) fn is_blank(self) -> bool {
        matches!(self, Quirk::CarriageReturn | Quirk::Tab | Quirk::BlankLine)
    }
}

/// A quirk, and the first place where it was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The first place.
    pub place: Place,
    /// The quirk that was met there.
    pub quirk: Quirk,
}

impl SyntaxError {
    /// Longer words are cut to this number of bytes.
    const SHOWN: usize = 40;

    pub(super) fn new(place: Place, word: &[u8], fault: Fault) -> SyntaxError {
        let shown = &word[..word.len().min(SyntaxError::SHOWN)];
        let mut text = match std::str::from_utf8(shown) {
            Ok(text) if !text.chars().any(is_harmful) => text.to_owned(),
            _ => shown.escape_ascii().to_string(),
        };
        if shown.len() < word.len() {
            text.push('…');
        }
        SyntaxError { place, text, fault }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}

impl From<SyntaxError> for Error {
    fn from(error: SyntaxError) -> Error {
        Error::Syntax(error)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::Syntax(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if !self.text.is_empty() {
            write!(f, "`{}`: ", self.text)?;
        }
        self.fault.fmt(f)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Junk => f.write_str("neither a literal nor a keyword"),
            Fault::Overflow => f.write_str("too large, the largest variable is 2147483647"),
            Fault::ManyClauses => write!(f, "too large, the largest number of clauses is {MOST_CLAUSES}"),
            Fault::SignedZero => f.write_str("zero ends a clause and has no sign"),
            Fault::Unterminated { since } => {
                write!(f, "the text ends here, inside the clause that begins in line {since}: its last 0 is missing")
            }
            Fault::LongClause { since } => {
                write!(f, "more than {LONGEST_CLAUSE} literals in the clause that begins in line {since}")
            }
            Fault::HeaderInClause { since } => {
                write!(f, "a header inside the clause that begins in line {since}")
            }
            Fault::IncompleteHeader => f.write_str("the header should be `p cnf VARIABLES CLAUSES`"),
            Fault::SecondHeader => f.write_str("a second header, which does not repeat the first: two files in one?"),
            Fault::HeaderTail => f.write_str("unexpected text behind the header"),
            Fault::UnknownFormat => f.write_str("this format is not read, only `p cnf` and `p inccnf` are"),
            Fault::Xor => f.write_str("clauses of exclusive or are not DIMACS"),
            Fault::Quantifier => f.write_str("a quantifier (QDIMACS), or a query of a file without `p inccnf`"),
            Fault::Projection => f.write_str("a projection line holds variables and ends in one 0"),
            Fault::WeightLine => {
                f.write_str("a line of weights is `c p weight LITERAL WEIGHT 0` or `w LITERAL WEIGHT`")
            }
            Fault::Weight(error) => error.fmt(f),
            Fault::SecondWeight => f.write_str("the literal has another weight already"),
            Fault::WeightOfNothing => f.write_str("the weight of a variable that the formula does not have"),
            Fault::BehindEnd => f.write_str("text behind the mark that ends the formula"),
            Fault::CarriageReturn => f.write_str(
                "a carriage return without a line feed may or may not end the line; save the text with line feeds",
            ),
            Fault::Utf16 => f.write_str("the text is UTF-16, save it as UTF-8 or ASCII"),
            Fault::Strict(quirk) => quirk.fmt(f),
        }
    }
}

impl fmt::Display for Quirk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quirk::MissingHeader => f.write_str("the header `p cnf VARIABLES CLAUSES` is missing"),
            Quirk::LateHeader => f.write_str("the header stands behind clauses"),
            Quirk::RepeatedHeader => f.write_str("the header is repeated"),
            Quirk::Variables { declared, found } => {
                write!(f, "the largest variable is {found}, the header declares {declared}")
            }
            Quirk::Clauses { declared, found } => {
                write!(f, "the number of clauses is {found}, the header declares {declared}")
            }
            Quirk::UpperCase => f.write_str("a keyword in capital letters"),
            Quirk::GluedComment => f.write_str("a comment without a blank behind its `c`"),
            Quirk::PlusSign => f.write_str("a number with a plus sign"),
            Quirk::ByteOrderMark => f.write_str("a byte order mark"),
            Quirk::ControlZ => f.write_str("the end of the text is marked by ^Z"),
            Quirk::Percent => f.write_str("the end of the formula is marked by `%`, as in SATLIB"),
            Quirk::WeightLine => f.write_str("a line of weights, which is left out"),
            Quirk::UnterminatedProjection => f.write_str("a projection line without its last 0"),
            Quirk::ProseProjection => f.write_str("a projection line without variables, taken for a comment"),
            Quirk::UnknownCount => f.write_str("an unknown kind of count, taken for a comment"),
            Quirk::CarriageReturn => f.write_str("lines end with carriage return and line feed"),
            Quirk::Tab => f.write_str("tabs instead of blanks"),
            Quirk::BlankLine => f.write_str("blank lines"),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.quirk)
    }
}

impl std::error::Error for SyntaxError {}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            Error::Syntax(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::*;

    #[test]
    fn an_error_tells_its_place_its_text_and_its_fault() {
        let place = Place { line: 3, column: 7 };
        let error = Error::from(SyntaxError::new(place, b"y", Fault::Junk));
        assert_eq!(error.to_string(), "line 3, column 7: `y`: neither a literal nor a keyword");
        assert!(error.source().is_none());
        let error = SyntaxError::new(place, b"", Fault::HeaderInClause { since: 2 });
        assert_eq!(error.to_string(), "line 3, column 7: a header inside the clause that begins in line 2");
        let error = SyntaxError::new(place, b"%", Fault::Strict(Quirk::Percent));
        let message = "line 3, column 7: `%`: the end of the formula is marked by `%`, as in SATLIB";
        assert_eq!(error.to_string(), message);
        let error = Error::from(io::Error::other("broken"));
        assert_eq!(error.to_string(), "broken");
        assert!(error.source().is_some());
        let warning = Warning { place, quirk: Quirk::Tab };
        assert_eq!(warning.to_string(), "line 3, column 7: tabs instead of blanks");
    }

    #[test]
    fn the_text_of_an_error_is_cut_and_shows_what_does_not_print() {
        let text = |word: &[u8]| SyntaxError::new(Place { line: 1, column: 1 }, word, Fault::Junk).text;
        assert_eq!(text(&[b'7'; 40]), "7".repeat(40));
        assert_eq!(text(&[b'7'; 41]), format!("{}…", "7".repeat(40)));
        assert_eq!([text(b"\x1b[2J"), text(b"\xff"), text("é".as_bytes())], ["\\x1b[2J", "\\xff", "é"]);
    }
}
