//! Values, arguments and annotations.

use std::sync::Arc;

use super::fields::{array, fault, fields, name, word_fault};
use super::raw::Raw;
use crate::error::{Error, Fault};
use crate::integer_set::IntegerSet;
use crate::model::{Annotation, Argument, Expression, Term};
use crate::read::names::{FLOATS, Kind, Names};

/// A single value.
pub(super) fn term(names: &Names<'_>, value: &Raw<'_>) -> Result<Term, Error> {
    match value {
        Raw::Boolean(value) => Ok(Term::Boolean(*value)),
        Raw::Integer(value) => Ok(Term::Integer(*value)),
        Raw::Huge(_) => Err(fault(value, Fault::Overflow)),
        Raw::Float(_) => Err(fault(value, Fault::Unsupported(FLOATS))),
        Raw::Text(text) => names.term(text).map_err(|found| word_fault(text, found)),
        Raw::Object(_) => integers(value).map(|set| Term::Set(Arc::new(set))),
        Raw::Array(_) => Err(fault(value, Fault::Type { expected: "a single value", found: "an array" })),
        Raw::Null => Err(fault(value, Fault::Expected("a value"))),
    }
}

/// Values of one type.
pub(super) fn elements(names: &Names<'_>, values: &[Raw<'_>]) -> Result<Arc<[Term]>, Error> {
    let mut kind: Option<Kind> = None;
    let element = |value: &Raw<'_>| {
        let element = term(names, value)?;
        let expected = *kind.get_or_insert_with(|| names.kind(&element));
        names.demand_kind(&element, expected).map_err(|found| fault(value, found))?;
        Ok(element)
    };
    values.iter().map(element).collect()
}

/// An argument of a constraint.
pub(super) fn argument(names: &Names<'_>, value: &Raw<'_>) -> Result<Argument, Error> {
    match value {
        Raw::Array(values) => elements(names, values).map(Argument::Array),
        Raw::Text(text) => names.argument(text).map_err(|found| word_fault(text, found)),
        _ => term(names, value).map(Argument::Term),
    }
}

/// `{ "set": [[1, 5]] }`
fn integers(value: &Raw<'_>) -> Result<IntegerSet, Error> {
    let [Some(set)] = fields(value, "a set", ["set"])? else {
        return Err(fault(value, Fault::MissingKey("set")));
    };
    domain(set)
}

/// `[[1, 5], [7, 7]]`
pub(super) fn domain(value: &Raw<'_>) -> Result<IntegerSet, Error> {
    let range = |range: &Raw<'_>| match array(range, "a range `[first, last]`")? {
        [Raw::Integer(lower), Raw::Integer(upper)] => Ok(*lower..=*upper),
        [first, last] => {
            let wrong = if matches!(first, Raw::Integer(_)) { last } else { first };
            Err(match wrong {
                Raw::Huge(_) => fault(wrong, Fault::Overflow),
                Raw::Float(_) => fault(wrong, Fault::Unsupported(FLOATS)),
                _ => fault(wrong, Fault::Expected("an integer")),
            })
        }
        _ => Err(fault(range, Fault::Expected("a range `[first, last]`"))),
    };
    let ranges: Result<Vec<_>, Error> = array(value, "a list of ranges")?.iter().map(range).collect();
    Ok(IntegerSet::from_ranges(ranges?))
}

/// The annotations under a key.
pub(super) fn annotations<'r>(names: &mut Names<'r>, value: Option<&'r Raw<'_>>) -> Result<Vec<Annotation>, Error> {
    let Some(value) = value else { return Ok(Vec::new()) };
    array(value, "a list of annotations")?.iter().map(|value| annotation(names, value)).collect()
}

fn annotation<'r>(names: &mut Names<'r>, value: &'r Raw<'_>) -> Result<Annotation, Error> {
    if let Raw::Text(_) = value {
        return Ok(Annotation { name: name(value)?.to_owned(), arguments: Vec::new() });
    }
    let [id, arguments, own] = fields(value, "an annotation", ["id", "args", "ann"])?;
    let id = name(id.ok_or_else(|| fault(value, Fault::MissingKey("id")))?)?;
    // Annotations of annotations say nothing to a solver, but have to be well formed.
    annotations(names, own)?;
    let arguments = match arguments {
        Some(arguments) => array(arguments, "a list of arguments")?,
        None => &[],
    };
    let arguments = arguments.iter().map(|value| expression(names, value)).collect::<Result<_, Error>>()?;
    Ok(Annotation { name: id.to_owned(), arguments })
}

/// An argument of an annotation.
fn expression<'r>(names: &mut Names<'r>, value: &'r Raw<'_>) -> Result<Expression, Error> {
    match value {
        Raw::Text(_) => Ok(names.expression(name(value)?)),
        Raw::Float(_) => Ok(Expression::Float(value.word())),
        Raw::Array(values) => {
            values.iter().map(|value| expression(names, value)).collect::<Result<_, Error>>().map(Expression::Array)
        }
        Raw::Object(entries) => match entries.first().map(|(key, _)| &**key) {
            Some("string") => match fields(value, "a string", ["string"])? {
                [Some(Raw::Text(text))] => Ok(Expression::String(text.to_string())),
                _ => Err(fault(value, Fault::Expected("a string"))),
            },
            Some("set") => match floats(value)? {
                Some(text) => Ok(Expression::Float(text)),
                None => term(names, value).map(Expression::Term),
            },
            _ => annotation(names, value).map(Expression::Annotation),
        },
        _ => term(names, value).map(Expression::Term),
    }
}

/// A set that is not one of integers, as the classic format writes it.
fn floats(value: &Raw<'_>) -> Result<Option<String>, Error> {
    let [Some(Raw::Array(ranges))] = fields(value, "a set", ["set"])? else { return Ok(None) };
    let mut texts = Vec::new();
    let mut is_float = false;
    for range in ranges {
        let [first, last] = array(range, "a range `[first, last]`")? else { return Ok(None) };
        is_float |= [first, last].iter().any(|end| matches!(end, Raw::Float(_) | Raw::Boolean(_)));
        let (first, last) = (first.word(), last.word());
        texts.push(if first == last { first } else { format!("{first}..{last}") });
    }
    let is_range = texts.len() == 1 && texts[0].contains("..");
    Ok(is_float.then(|| if is_range { texts.remove(0) } else { format!("{{{}}}", texts.join(",")) }))
}
