//! Parameters, variables and arrays.

use std::sync::Arc;

use super::expression::Integers;
use super::scanner::Token;
use super::{Reader, domain_kind};
use crate::error::{Error, Fault};
use crate::integer_set::IntegerSet;
use crate::model::{Annotation, Argument, Domain, Place, Term, VariableId};
use crate::read::names::{FLOAT_VARIABLES, FLOATS, Kind, Meaning, Names};
use crate::read::output_shape::{dimensions, is_output};

/// The type of a single value.
enum Base {
    /// Booleans and integers, which variables may be.
    Domain(Domain),
    /// Floats; a range of them may be empty.
    Float { is_empty: bool },
    /// Sets of integers, or of these.
    Set(Option<IntegerSet>),
}

/// The type of a single value, and whether it is a variable.
pub(super) struct Type {
    is_variable: bool,
    base: Base,
}

impl Type {
    /// The part of it that is not supported, if there is one.
    fn unsupported(&self) -> Option<&'static str> {
        match (&self.base, self.is_variable) {
            (Base::Float { .. }, true) => Some(FLOAT_VARIABLES),
            (Base::Float { .. }, false) => Some(FLOATS),
            _ => None,
        }
    }

    fn kind(&self) -> Kind {
        match &self.base {
            Base::Domain(domain) => domain_kind(domain),
            Base::Float { .. } | Base::Set(_) => Kind::Set,
        }
    }
}

/// A declaration: the name of an item and the place at which its item begins.
struct Declared<'a> {
    place: Place,
    name: &'a str,
    name_place: Place,
}

impl Declared<'_> {
    /// The error that the name is.
    fn fault(&self, fault: Fault) -> Error {
        Error::new(self.name_place, self.name.as_bytes(), fault)
    }
}

impl<'a> Reader<'a> {
    /// `type: name annotations = value;`
    pub(super) fn declaration(&mut self) -> Result<(), Error> {
        let place = self.scanner.place();
        let length = if self.scanner.token() == Token::Name("array") { self.index_set(false)? } else { None };
        let is_first = length.is_none();
        let declared_type = match self.base_type() {
            Err(Error { fault: Fault::Expected(_), .. }) if is_first && self.scanner.place() == place => {
                return Err(self.expected("an item: `var`, `array`, `constraint`, `solve`"));
            }
            other => other?,
        };
        self.expect(b':', "`:`")?;
        let name_place = self.scanner.place();
        let name = self.name()?;
        let annotations = self.annotations()?;
        let declared = Declared { place, name, name_place };
        match (declared_type.unsupported(), length) {
            // Nothing has the type.
            (Some(_), Some(0)) => {
                let is_variable = declared_type.is_variable;
                let integers = Type { is_variable, base: Base::Domain(Domain::Integer(None)) };
                self.array(&declared, integers, 0, annotations)?;
            }
            (Some(what), _) => {
                let is_single = length.is_none();
                let is_used = annotations.iter().any(is_output)
                    || is_single && declared_type.is_variable && self.scanner.token() == Token::Sign(b'=');
                if is_used {
                    return Err(declared.fault(Fault::Unsupported(what)));
                }
                self.unsupported(&declared, &declared_type, what)?;
            }
            (None, Some(length)) => self.array(&declared, declared_type, length, annotations)?,
            (None, None) => match declared_type {
                Type { is_variable: true, base: Base::Set(universe) } => self.set(&declared, universe, annotations)?,
                _ => self.single(&declared, declared_type, annotations)?,
            },
        }
        self.expect(b';', "`;`")
    }

    /// `array [1..n] of`, and how long it is; a predicate may leave that open.
    pub(super) fn index_set(&mut self, may_be_open: bool) -> Result<Option<u128>, Error> {
        self.scanner.advance()?;
        self.expect(b'[', "`[`")?;
        let length = if may_be_open && self.scanner.token() == Token::Name("int") {
            self.scanner.advance()?;
            None
        } else {
            let (place, word) = (self.scanner.place(), self.scanner.word());
            match self.integers()? {
                Integers::Set(set) if set.lower().is_none_or(|lower| lower == 1) => Some(set.len()),
                _ => return Err(Error::new(place, word, Fault::Expected("an index set `1..n`"))),
            }
        };
        self.expect(b']', "`]`")?;
        self.expect_token(Token::Name("of"), "`of`")?;
        Ok(length)
    }

    /// The type of a single value.
    pub(super) fn base_type(&mut self) -> Result<Type, Error> {
        let is_variable = self.scanner.token() == Token::Name("var");
        if is_variable {
            self.scanner.advance()?;
        }
        let base = match self.scanner.token() {
            Token::Name("bool") => Base::Domain(Domain::Boolean),
            Token::Name("int") => Base::Domain(Domain::Integer(None)),
            Token::Name("float") => Base::Float { is_empty: false },
            Token::Name("set") => {
                self.scanner.advance()?;
                self.expect_token(Token::Name("of"), "`of`")?;
                let universe = match self.scanner.token() {
                    Token::Name("int") => {
                        self.scanner.advance()?;
                        None
                    }
                    _ => Some(self.domain()?),
                };
                return Ok(Type { is_variable, base: Base::Set(universe) });
            }
            Token::Float(_) => {
                let lower = self.float()?;
                self.expect_token(Token::Range, "`..`")?;
                let upper = self.float()?;
                let is_empty = lower.parse::<f64>().ok() > upper.parse::<f64>().ok();
                return Ok(Type { is_variable, base: Base::Float { is_empty } });
            }
            Token::Integer(_) | Token::Sign(b'{') => {
                let domain = Base::Domain(Domain::Integer(Some(self.domain()?)));
                return Ok(Type { is_variable, base: domain });
            }
            _ => return Err(self.expected("a type")),
        };
        self.scanner.advance()?;
        Ok(Type { is_variable, base })
    }

    /// The integers of a type.
    fn domain(&mut self) -> Result<IntegerSet, Error> {
        match self.integers()? {
            Integers::Set(set) => Ok(set),
            Integers::One(_) => Err(self.expected("`..`")),
        }
    }

    /// A name that must not be used: its value is read and forgotten.
    fn unsupported(&mut self, declared: &Declared<'a>, declared_type: &Type, what: &'static str) -> Result<(), Error> {
        if let Base::Float { is_empty: true } = declared_type.base {
            return Err(declared.fault(Fault::NoFloat));
        }
        if self.scanner.token() == Token::Sign(b'=') {
            self.scanner.advance()?;
            self.skip_value()?;
        }
        let meaning = Meaning::Unsupported(what);
        self.names.declare(declared.name, meaning).map_err(|fault| declared.fault(fault))
    }

    /// The value of a declaration.
    fn value(&mut self, kind: Kind) -> Result<Argument, Error> {
        self.expect(b'=', "`= …`")?;
        match self.scanner.token() {
            Token::Sign(b'[') => Ok(Argument::Array(self.elements(Some(kind))?.into())),
            _ => self.argument(),
        }
    }

    /// A variable or a parameter.
    fn single(
        &mut self,
        declared: &Declared<'a>,
        declared_type: Type,
        annotations: Vec<Annotation>,
    ) -> Result<(), Error> {
        let kind = declared_type.kind();
        let (is_printed, annotations) = printed(declared, annotations)?;
        // The specification has no output of a parameter.
        if is_printed && !declared_type.is_variable {
            return Err(declared.fault(Fault::Output));
        }
        let has_value = self.scanner.token() == Token::Sign(b'=');
        let term = match declared_type.base {
            Base::Domain(domain) if declared_type.is_variable => {
                let value = if has_value { Some(self.single_value(declared, kind)?) } else { None };
                let id = self.names.declare_variable(declared.name, domain, annotations, declared.place);
                let id: VariableId = id.map_err(|fault| declared.fault(fault))?;
                if let Some(value) = value {
                    let equated = self.names.equate(Term::Variable(id), value, declared.place);
                    equated.map_err(|fault| declared.fault(fault))?;
                }
                Term::Variable(id)
            }
            base => {
                let value = self.single_value(declared, kind)?;
                match (&value, base) {
                    (Term::Variable(_) | Term::VariableSet(_), _) => {
                        let fault = Fault::Type { expected: "a constant", found: "a variable" };
                        return Err(declared.fault(fault));
                    }
                    (Term::Integer(value), Base::Domain(Domain::Integer(Some(domain)))) if !domain.contains(*value) => {
                        return Err(declared.fault(Fault::OutsideType));
                    }
                    _ => {}
                }
                let meaning = Meaning::Term(value.clone());
                self.names.declare(declared.name, meaning).map_err(|fault| declared.fault(fault))?;
                value
            }
        };
        if is_printed {
            self.names.output_term(declared.name, term);
        }
        Ok(())
    }

    /// A variable that is a set. One without bounds may be declared, but not be used.
    fn set(
        &mut self,
        declared: &Declared<'a>,
        universe: Option<IntegerSet>,
        annotations: Vec<Annotation>,
    ) -> Result<(), Error> {
        let (is_printed, annotations) = printed(declared, annotations)?;
        let value = match self.scanner.token() {
            Token::Sign(b'=') => Some(self.single_value(declared, Kind::Set)?),
            _ => None,
        };
        let is_used = is_printed || value.is_some();
        let universe = universe.or_else(|| Names::universe(value.as_ref()?).cloned());
        let set = match self.names.declare_set(declared.name, universe, annotations, declared.place) {
            Err(Fault::Unsupported(what)) if !is_used => {
                let declared_as = self.names.declare(declared.name, Meaning::Unsupported(what));
                return declared_as.map_err(|fault| declared.fault(fault));
            }
            set => set.map_err(|fault| declared.fault(fault))?,
        };
        if let Some(value) = value {
            self.names.equate(set.clone(), value, declared.place).map_err(|fault| declared.fault(fault))?;
        }
        if is_printed {
            self.names.output_term(declared.name, set);
        }
        Ok(())
    }

    fn single_value(&mut self, declared: &Declared<'a>, kind: Kind) -> Result<Term, Error> {
        match self.value(kind)? {
            Argument::Term(term) => {
                self.names.demand_kind(&term, kind).map_err(|fault| declared.fault(fault))?;
                Ok(term)
            }
            Argument::Array(_) => Err(declared.fault(Fault::Type { expected: "a single value", found: "an array" })),
        }
    }

    fn array(
        &mut self,
        declared: &Declared<'a>,
        declared_type: Type,
        length: u128,
        annotations: Vec<Annotation>,
    ) -> Result<(), Error> {
        let kind = declared_type.kind();
        let elements = match self.value(kind)? {
            Argument::Array(elements) => elements,
            Argument::Term(term) => {
                let fault = Fault::Type { expected: "an array", found: self.names.kind(&term).name() };
                return Err(declared.fault(fault));
            }
        };
        for element in elements.iter() {
            self.names.demand_kind(element, kind).map_err(|fault| declared.fault(fault))?;
            if !declared_type.is_variable && matches!(element, Term::Variable(_) | Term::VariableSet(_)) {
                let fault = Fault::Type { expected: "a constant", found: "a variable" };
                return Err(declared.fault(fault));
            }
        }
        if length != elements.len() as u128 {
            return Err(declared.fault(Fault::Length { declared: length, found: elements.len() }));
        }
        if let Base::Domain(Domain::Integer(Some(domain))) | Base::Set(Some(domain)) = declared_type.base {
            self.names.confine(&elements, &Arc::new(domain), declared.place);
        }
        let mut outputs = annotations.iter().filter(|annotation| is_output(annotation));
        if let Some(output) = outputs.next() {
            if outputs.next().is_some() {
                return Err(declared.fault(Fault::Output));
            }
            let dimensions = dimensions(output).ok_or_else(|| declared.fault(Fault::Output))?;
            let added = self.names.output_array(declared.name, Arc::clone(&elements), dimensions);
            added.map_err(|fault| declared.fault(fault))?;
        }
        let meaning = Meaning::Array(elements);
        self.names.declare(declared.name, meaning).map_err(|fault| declared.fault(fault))
    }
}

/// Whether a single value is printed, and its other annotations.
fn printed(declared: &Declared<'_>, annotations: Vec<Annotation>) -> Result<(bool, Vec<Annotation>), Error> {
    let (outputs, annotations): (Vec<_>, Vec<_>) = annotations.into_iter().partition(is_output);
    let is_wrong = |output: &Annotation| output.name != "output_var" || !output.arguments.is_empty();
    if outputs.iter().any(is_wrong) {
        return Err(declared.fault(Fault::Output));
    }
    Ok((!outputs.is_empty(), annotations))
}
