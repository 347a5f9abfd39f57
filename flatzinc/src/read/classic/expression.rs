//! Values, arguments and annotations.

use std::sync::Arc;

use super::Reader;
use super::scanner::Token;
use crate::error::{Error, Fault};
use crate::integer_set::IntegerSet;
use crate::model::{Annotation, Argument, Expression, Term};
use crate::read::names::{FLOATS, Kind};

/// Deeper nesting is refused: what follows it in memory would not fit the stack.
const DEEPEST: usize = 100;

impl<'a> Reader<'a> {
    /// An argument of a constraint.
    pub(super) fn argument(&mut self) -> Result<Argument, Error> {
        match self.scanner.token() {
            Token::Sign(b'[') => Ok(Argument::Array(self.elements(None)?.into())),
            Token::Name(name) if !matches!(name, "true" | "false") && !self.scanner.is_indexed() => {
                let argument = self.names.argument(name).map_err(|fault| self.scanner.fault(fault))?;
                self.scanner.advance()?;
                Ok(argument)
            }
            _ => self.term().map(Argument::Term),
        }
    }

    /// An array `[…]`, whose elements are of one type.
    pub(super) fn elements(&mut self, mut kind: Option<Kind>) -> Result<Vec<Term>, Error> {
        self.scanner.advance()?;
        let mut elements = Vec::new();
        self.list(b']', |reader| {
            let place = reader.scanner.place();
            let word = reader.scanner.word();
            let element = reader.term()?;
            let expected = *kind.get_or_insert_with(|| reader.names.kind(&element));
            reader.names.demand_kind(&element, expected).map_err(|fault| Error::new(place, word, fault))?;
            elements.push(element);
            Ok(())
        })?;
        Ok(elements)
    }

    /// A single value.
    pub(super) fn term(&mut self) -> Result<Term, Error> {
        let term = match self.scanner.token() {
            Token::Name("true") => Term::Boolean(true),
            Token::Name("false") => Term::Boolean(false),
            Token::Name(name) if self.scanner.is_indexed() => return self.indexed(name),
            Token::Name(name) => self.names.term(name).map_err(|fault| self.scanner.fault(fault))?,
            Token::Integer(_) | Token::Sign(b'{') => {
                return match self.integers()? {
                    Integers::One(value) => Ok(Term::Integer(value)),
                    Integers::Set(set) => Ok(Term::Set(Arc::new(set))),
                };
            }
            Token::Float(_) => return Err(self.scanner.fault(Fault::Unsupported(FLOATS))),
            Token::String(_) => {
                let fault = Fault::Type { expected: "a value", found: "a string" };
                return Err(self.scanner.fault(fault));
            }
            Token::Sign(b'[') => {
                let fault = Fault::Type { expected: "a single value", found: "an array" };
                return Err(self.scanner.fault(fault));
            }
            _ => return Err(self.expected("a value")),
        };
        self.scanner.advance()?;
        Ok(term)
    }

    /// `name[index]`
    fn indexed(&mut self, name: &'a str) -> Result<Term, Error> {
        let (place, word) = (self.scanner.place(), self.scanner.word());
        // A name that is no array is told before its index is looked at.
        self.names.argument(name).map_err(|fault| self.scanner.fault(fault))?;
        self.scanner.advance()?;
        self.scanner.advance()?;
        let Token::Integer(index) = self.scanner.token() else { return Err(self.expected("an index")) };
        let element = self.names.element(name, index).map_err(|fault| match fault {
            Fault::Index { .. } => self.scanner.fault(fault),
            _ => Error::new(place, word, fault),
        })?;
        self.scanner.advance()?;
        self.expect(b']', "`]`")?;
        Ok(element)
    }

    /// An integer, or a set of integers: `1..5` or `{1,3,5}`.
    pub(super) fn integers(&mut self) -> Result<Integers, Error> {
        if self.scanner.token() == Token::Sign(b'{') {
            self.scanner.advance()?;
            let mut values = Vec::new();
            self.list(b'}', |reader| {
                let Token::Integer(value) = reader.scanner.token() else {
                    return Err(match reader.scanner.token() {
                        Token::Float(_) => reader.scanner.fault(Fault::Unsupported(FLOATS)),
                        _ => reader.expected("an integer"),
                    });
                };
                values.push(value);
                reader.scanner.advance()
            })?;
            return Ok(Integers::Set(IntegerSet::from_values(values)));
        }
        let Token::Integer(lower) = self.scanner.token() else { return Err(self.expected("an integer")) };
        self.scanner.advance()?;
        if self.scanner.token() != Token::Range {
            return Ok(Integers::One(lower));
        }
        self.scanner.advance()?;
        let Token::Integer(upper) = self.scanner.token() else { return Err(self.expected("an integer")) };
        self.scanner.advance()?;
        Ok(Integers::Set(IntegerSet::from_ranges([lower..=upper])))
    }

    /// Annotations, each after `::`.
    pub(super) fn annotations(&mut self) -> Result<Vec<Annotation>, Error> {
        let mut annotations = Vec::new();
        while self.scanner.token() == Token::Annotated {
            self.scanner.advance()?;
            let name = self.name()?;
            annotations.push(self.annotation(name, DEEPEST)?);
        }
        Ok(annotations)
    }

    /// The arguments of an annotation whose name was read.
    fn annotation(&mut self, name: &str, depth: usize) -> Result<Annotation, Error> {
        let mut arguments = Vec::new();
        if self.scanner.token() == Token::Sign(b'(') {
            self.expressions(b')', depth, &mut arguments)?;
        }
        Ok(Annotation { name: name.to_owned(), arguments })
    }

    fn expressions(&mut self, end: u8, depth: usize, expressions: &mut Vec<Expression>) -> Result<(), Error> {
        let depth = depth.checked_sub(1).ok_or_else(|| self.scanner.fault(Fault::Deep))?;
        self.scanner.advance()?;
        self.list(end, |reader| {
            expressions.push(reader.expression(depth)?);
            Ok(())
        })
    }

    /// Any value, from here nested no deeper than `depth`.
    fn expression(&mut self, depth: usize) -> Result<Expression, Error> {
        match self.scanner.token() {
            Token::String(inside) => {
                self.scanner.advance()?;
                Ok(Expression::String(unescaped(inside)))
            }
            Token::Float(_) => self.floats(),
            Token::Sign(b'{') if self.scanner.peek_is_float() => self.floats(),
            Token::Sign(b'[') => {
                let mut elements = Vec::new();
                self.expressions(b']', depth, &mut elements)?;
                Ok(Expression::Array(elements.into()))
            }
            Token::Name(name) if !matches!(name, "true" | "false") && !self.scanner.is_indexed() => {
                self.scanner.advance()?;
                match self.scanner.token() {
                    Token::Sign(b'(') => self.annotation(name, depth).map(Expression::Annotation),
                    _ => Ok(self.names.expression(name)),
                }
            }
            _ => self.term().map(Expression::Term),
        }
    }

    /// A value of any type, which is not kept.
    pub(super) fn skip_value(&mut self) -> Result<(), Error> {
        self.expression(DEEPEST).map(|_| ())
    }

    /// A float, a range of floats or a set of them.
    fn floats(&mut self) -> Result<Expression, Error> {
        let mut text = String::new();
        if self.scanner.token() == Token::Sign(b'{') {
            text.push('{');
            self.scanner.advance()?;
            self.list(b'}', |reader| {
                if text.len() > 1 {
                    text.push(',');
                }
                text += reader.float()?;
                Ok(())
            })?;
            text.push('}');
        } else {
            text += self.float()?;
            if self.scanner.token() == Token::Range {
                self.scanner.advance()?;
                text += "..";
                text += self.float()?;
            }
        }
        Ok(Expression::Float(text))
    }

    /// A number, as it is written.
    pub(super) fn float(&mut self) -> Result<&'a str, Error> {
        match self.scanner.token() {
            Token::Float(_) | Token::Integer(_) => {
                let word = std::str::from_utf8(self.scanner.word()).unwrap_or_default();
                self.scanner.advance()?;
                Ok(word)
            }
            _ => Err(self.expected("a number")),
        }
    }
}

/// An integer, or several.
pub(super) enum Integers {
    One(i64),
    Set(IntegerSet),
}

/// The string that stands between quotes, where a backslash keeps the sign behind it from its meaning.
fn unescaped(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(char) = chars.next() {
        text.push(match char {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            char => char,
        });
    }
    text
}
