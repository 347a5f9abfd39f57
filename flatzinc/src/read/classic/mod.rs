//! The classic format: items that end in semicolons.

mod declaration;
mod expression;
mod scanner;

use crate::error::{Error, Fault};
use crate::model::{Constraint, Domain, Goal, Model};
use crate::read::names::{Kind, Names};

use scanner::{Scanner, Token};

/// Words that are no names.
const KEYWORDS: [&str; 15] = [
    "array",
    "bool",
    "constraint",
    "false",
    "float",
    "int",
    "maximize",
    "minimize",
    "of",
    "predicate",
    "satisfy",
    "set",
    "solve",
    "true",
    "var",
];

pub(super) fn read(text: &[u8]) -> Result<Model, Error> {
    let mut reader = Reader { scanner: Scanner::new(text)?, names: Names::new() };
    reader.items()?;
    Ok(reader.names.model)
}

/// The words ahead, and what is known of those behind.
struct Reader<'a> {
    scanner: Scanner<'a>,
    names: Names<'a>,
}

impl<'a> Reader<'a> {
    fn items(&mut self) -> Result<(), Error> {
        loop {
            match self.scanner.token() {
                Token::Name("constraint") => self.constraint()?,
                Token::Name("predicate") => self.predicate()?,
                Token::Name("solve") => break,
                Token::End => return Err(self.scanner.fault(Fault::NoSolve)),
                _ => self.declaration()?,
            }
        }
        self.solve()?;
        match self.scanner.token() {
            Token::End => Ok(()),
            _ => Err(self.scanner.fault(Fault::BehindSolve)),
        }
    }

    /// `constraint name(arguments) annotations;`
    fn constraint(&mut self) -> Result<(), Error> {
        let place = self.scanner.place();
        self.scanner.advance()?;
        let name = self.name()?.to_owned();
        self.expect(b'(', "`(`")?;
        let mut arguments = Vec::new();
        self.list(b')', |reader| {
            arguments.push(reader.argument()?);
            Ok(())
        })?;
        let annotations = self.annotations()?;
        self.expect(b';', "`;`")?;
        self.names.model.constraints.push(Constraint { name, arguments, annotations, place });
        Ok(())
    }

    /// `predicate name(types: names);` says nothing that a model needs.
    fn predicate(&mut self) -> Result<(), Error> {
        self.scanner.advance()?;
        self.name()?;
        self.expect(b'(', "`(`")?;
        self.list(b')', |reader| {
            if reader.scanner.token() == Token::Name("array") {
                reader.index_set(true)?;
            }
            reader.base_type()?;
            reader.expect(b':', "`:`")?;
            reader.name()?;
            reader.annotations().map(|_| ())
        })?;
        self.annotations()?;
        self.expect(b';', "`;`")
    }

    /// `solve annotations satisfy;`, or `minimize` or `maximize` with a value.
    fn solve(&mut self) -> Result<(), Error> {
        self.scanner.advance()?;
        self.names.model.search = self.annotations()?;
        let goal = match self.scanner.token() {
            Token::Name("satisfy") => None,
            Token::Name("minimize") => Some(Goal::Minimize as fn(_) -> _),
            Token::Name("maximize") => Some(Goal::Maximize as fn(_) -> _),
            _ => return Err(self.expected("`satisfy`, `minimize` or `maximize`")),
        };
        self.scanner.advance()?;
        if let Some(goal) = goal {
            let place = self.scanner.place();
            let word = self.scanner.word();
            let objective = self.term()?;
            let checked = self.names.demand_kind(&objective, Kind::Integer);
            let variable = checked.and_then(|_| self.names.goal(objective, place));
            self.names.model.goal = goal(variable.map_err(|fault| Error::new(place, word, fault))?);
        }
        self.expect(b';', "`;`")
    }

    /// The elements of a list up to its end, with commas between; one may stand behind the last.
    fn list(&mut self, end: u8, mut member: impl FnMut(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let following = match end {
            b')' => "`,` or `)`",
            b']' => "`,` or `]`",
            _ => "`,` or `}`",
        };
        while self.scanner.token() != Token::Sign(end) {
            member(self)?;
            match self.scanner.token() {
                Token::Sign(b',') => self.scanner.advance()?,
                Token::Sign(sign) if sign == end => {}
                _ => return Err(self.expected(following)),
            }
        }
        self.scanner.advance()
    }

    /// A name that is no keyword.
    fn name(&mut self) -> Result<&'a str, Error> {
        match self.scanner.token() {
            Token::Name(name) if !KEYWORDS.contains(&name) => {
                self.scanner.advance()?;
                Ok(name)
            }
            _ => Err(self.expected("a name")),
        }
    }

    fn expect(&mut self, sign: u8, what: &'static str) -> Result<(), Error> {
        self.expect_token(Token::Sign(sign), what)
    }

    fn expect_token(&mut self, token: Token<'_>, what: &'static str) -> Result<(), Error> {
        if self.scanner.token() == token { self.scanner.advance() } else { Err(self.expected(what)) }
    }

    fn expected(&mut self, what: &'static str) -> Error {
        self.scanner.fault(Fault::Expected(what))
    }
}

/// The values that a variable of this kind may have.
fn domain_kind(domain: &Domain) -> Kind {
    match domain {
        Domain::Boolean => Kind::Boolean,
        Domain::Integer(_) => Kind::Integer,
    }
}
