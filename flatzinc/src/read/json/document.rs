//! The parts of a document.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::expression::{annotations, argument, domain, elements, term};
use super::fields::{array, checked_name, fault, fields, flag, name, word_fault};
use super::raw::Raw;
use crate::error::{Error, Fault};
use crate::model::{Annotation, Argument, Constraint, Domain, Expression, Goal, Model, Place, Term};
use crate::read::names::{FLOAT_VARIABLES, Kind, Meaning, Names};
use crate::read::output_shape::dimensions;

/// The parts that say something.
pub(super) struct Document<'r, 'a> {
    variables: Option<&'r Raw<'a>>,
    arrays: Option<&'r Raw<'a>>,
    constraints: &'r [Raw<'a>],
    output: Option<&'r Raw<'a>>,
    solve: &'r Raw<'a>,
    names: Names<'r>,
    /// The index sets of arrays that have them in an annotation, as other writers may put it.
    shapes: HashMap<&'r str, Vec<(i64, i64)>>,
}

impl<'r, 'a> Document<'r, 'a> {
    pub(super) fn new(raw: &'r Raw<'a>) -> Result<Document<'r, 'a>, Error> {
        let keys = ["variables", "arrays", "constraints", "output", "solve", "version"];
        let [variables, arrays, constraints, output, solve, _] = fields(raw, "an object", keys)?;
        let missing = |key| word_fault("", Fault::MissingKey(key));
        let constraints = array(constraints.ok_or_else(|| missing("constraints"))?, "a list of constraints")?;
        let solve = solve.ok_or(Error { fault: Fault::NoSolve, ..missing("solve") })?;
        Ok(Document { variables, arrays, constraints, output, solve, names: Names::new(), shapes: HashMap::new() })
    }

    pub(super) fn model(mut self) -> Result<Model, Error> {
        let mut values = Vec::new();
        for (key, value) in entries(self.variables)? {
            self.variable(checked_name(key)?, value, &mut values)?;
        }
        for (key, value) in entries(self.arrays)? {
            self.array(checked_name(key)?, value)?;
        }
        for (key, value) in values {
            let value_term = term(&self.names, value)?;
            let variable = self.names.term(key).map_err(|found| word_fault(key, found))?;
            self.names.equate(variable, value_term, Place::default()).map_err(|found| word_fault(key, found))?;
        }
        for constraint in self.constraints {
            self.constraint(constraint)?;
        }
        if let Some(output) = self.output {
            let mut known = HashSet::new();
            for output in array(output, "a list of names")? {
                let name = name(output)?;
                if !known.insert(name) {
                    return Err(word_fault(name, Fault::Again));
                }
                self.output(name)?;
            }
        }
        self.solve()?;
        Ok(self.names.model)
    }

    /// `"x": { "type": "int", "domain": [[1, 5]] }`; a value is kept until all variables are known.
    fn variable(
        &mut self,
        key: &'r str,
        value: &'r Raw<'a>,
        values: &mut Vec<(&'r str, &'r Raw<'a>)>,
    ) -> Result<(), Error> {
        let keys = ["type", "domain", "introduced", "defined", "ann", "rhs"];
        let [kind, values_of, introduced, defined, own, given] = fields(value, "a variable", keys)?;
        let kind = kind.ok_or_else(|| word_fault(key, Fault::MissingKey("type")))?;
        let mut fixed = None;
        let variable_domain = match kind {
            Raw::Text(kind) if kind == "int" => Domain::Integer(values_of.map(domain).transpose()?),
            Raw::Text(kind) if kind == "bool" => {
                fixed = values_of.map(booleans).transpose()?;
                Domain::Boolean
            }
            Raw::Text(kind) if kind == "float" => {
                if given.is_some() {
                    return Err(word_fault(key, Fault::Unsupported(FLOAT_VARIABLES)));
                }
                if values_of.is_some_and(has_no_float) {
                    return Err(word_fault(key, Fault::NoFloat));
                }
                let declared = self.names.declare(key, Meaning::Unsupported(FLOAT_VARIABLES));
                return declared.map_err(|found| word_fault(key, found));
            }
            Raw::Text(kind) if kind == "set of int" => return self.set(key, value, values),
            other => {
                let expected = Fault::Expected("`bool`, `int`, `float` or `set of int`");
                return Err(fault(other, expected));
            }
        };
        let all = self.own_annotations(introduced, defined, own)?;
        let declared = self.names.declare_variable(key, variable_domain, all, Place::default());
        let id = declared.map_err(|found| word_fault(key, found))?;
        if let Some((can_be_false, can_be_true)) = fixed {
            for value in [false, true] {
                if !(if value { can_be_true } else { can_be_false }) {
                    let other = self.names.equate(Term::Variable(id), Term::Boolean(!value), Place::default());
                    other.map_err(|found| word_fault(key, found))?;
                }
            }
        }
        values.extend(given.map(|given| (key, given)));
        Ok(())
    }

    /// `"s": { "type": "set of int", "domain": [[1, 5]] }`; one without bounds may be declared, but not be used.
    fn set(&mut self, key: &'r str, value: &'r Raw<'a>, values: &mut Vec<(&'r str, &'r Raw<'a>)>) -> Result<(), Error> {
        let keys = ["type", "domain", "introduced", "defined", "ann", "rhs"];
        let [_, values_of, introduced, defined, own, given] = fields(value, "a variable", keys)?;
        let universe = match (values_of, given) {
            (Some(values_of), _) => Some(domain(values_of)?),
            (None, Some(given @ Raw::Object(_))) => match term(&self.names, given)? {
                Term::Set(set) => Some((*set).clone()),
                _ => None,
            },
            (None, _) => None,
        };
        let all = self.own_annotations(introduced, defined, own)?;
        match self.names.declare_set(key, universe, all, Place::default()) {
            Err(Fault::Unsupported(what)) if given.is_none() => {
                self.names.declare(key, Meaning::Unsupported(what)).map_err(|found| word_fault(key, found))
            }
            Err(found) => Err(word_fault(key, found)),
            Ok(_) => {
                values.extend(given.map(|given| (key, given)));
                Ok(())
            }
        }
    }

    /// The annotations of a variable, and those that JSON has keys for.
    fn own_annotations(
        &mut self,
        introduced: Option<&'r Raw<'a>>,
        defined: Option<&'r Raw<'a>>,
        own: Option<&'r Raw<'a>>,
    ) -> Result<Vec<Annotation>, Error> {
        let mut all = Vec::new();
        if flag(introduced)? {
            all.push(atom("var_is_introduced"));
        }
        all.append(&mut annotations(&mut self.names, own)?);
        if flag(defined)? {
            all.push(atom("is_defined_var"));
        }
        Ok(all)
    }

    /// `"xs": { "a": [1, "x"] }`
    fn array(&mut self, key: &'r str, value: &'r Raw<'a>) -> Result<(), Error> {
        let [members, own, introduced, defined] = fields(value, "an array", ["a", "ann", "introduced", "defined"])?;
        flag(introduced)?;
        flag(defined)?;
        let members = array(members.ok_or_else(|| word_fault(key, Fault::MissingKey("a")))?, "a list of values")?;
        for annotation in annotations(&mut self.names, own)? {
            if annotation.name == "output_array" {
                let shape = dimensions(&annotation).ok_or_else(|| word_fault(key, Fault::Output))?;
                self.shapes.insert(key, shape);
            }
        }
        let meaning = match elements(&self.names, members) {
            Ok(elements) => Meaning::Array(elements),
            // The array may be declared; only its use is refused.
            Err(Error { fault: Fault::Unsupported(what), .. }) => Meaning::Unsupported(what),
            Err(error) => return Err(error),
        };
        self.names.declare(key, meaning).map_err(|found| word_fault(key, found))
    }

    /// `{ "id": "int_le", "args": [1, "x"] }`
    fn constraint(&mut self, value: &'r Raw<'a>) -> Result<(), Error> {
        let [id, arguments, own, defines] = fields(value, "a constraint", ["id", "args", "ann", "defines"])?;
        let id = name(id.ok_or_else(|| fault(value, Fault::MissingKey("id")))?)?;
        let arguments =
            array(arguments.ok_or_else(|| word_fault(id, Fault::MissingKey("args")))?, "a list of arguments")?;
        let arguments = arguments.iter().map(|value| argument(&self.names, value)).collect::<Result<_, Error>>()?;
        let mut annotations = annotations(&mut self.names, own)?;
        if let Some(defined) = defines {
            let defined = self.names.expression(name(defined)?);
            annotations.push(Annotation { name: "defines_var".to_owned(), arguments: vec![defined] });
        }
        let constraint = Constraint { name: id.to_owned(), arguments, annotations, place: Place::default() };
        self.names.model.constraints.push(constraint);
        Ok(())
    }

    fn output(&mut self, key: &'r str) -> Result<(), Error> {
        let argument = self.names.argument(key).map_err(|found| word_fault(key, found))?;
        match argument {
            Argument::Term(term) => self.names.output_term(key, term),
            Argument::Array(elements) => {
                let shape = self.shapes.get(key).cloned();
                let shape = shape.unwrap_or_else(|| vec![(1, i64::try_from(elements.len()).unwrap_or(i64::MAX))]);
                let added = self.names.output_array(key, Arc::clone(&elements), shape);
                added.map_err(|found| word_fault(key, found))?;
            }
        }
        Ok(())
    }

    /// `{ "method": "minimize", "objective": "x" }`
    fn solve(&mut self) -> Result<(), Error> {
        let [method, objective, own] = fields(self.solve, "the object `solve`", ["method", "objective", "ann"])?;
        let method = method.ok_or_else(|| word_fault("solve", Fault::MissingKey("method")))?;
        let goal = match method {
            Raw::Text(method) if method == "satisfy" => None,
            Raw::Text(method) if method == "minimize" => Some(Goal::Minimize as fn(_) -> _),
            Raw::Text(method) if method == "maximize" => Some(Goal::Maximize as fn(_) -> _),
            _ => return Err(fault(method, Fault::Expected("`satisfy`, `minimize` or `maximize`"))),
        };
        self.names.model.search = annotations(&mut self.names, own)?;
        let Some(goal) = goal else { return Ok(()) };
        let objective = objective.ok_or_else(|| word_fault("solve", Fault::MissingKey("objective")))?;
        let value = term(&self.names, objective)?;
        let checked = self.names.demand_kind(&value, Kind::Integer);
        let variable = checked.and_then(|_| self.names.goal(value, Place::default()));
        self.names.model.goal = goal(variable.map_err(|found| fault(objective, found))?);
        Ok(())
    }
}

/// The entries of an object that may be missing.
fn entries<'r, 'a>(object: Option<&'r Raw<'a>>) -> Result<&'r [(Cow<'a, str>, Raw<'a>)], Error> {
    match object {
        None => Ok(&[]),
        Some(Raw::Object(entries)) => Ok(entries),
        Some(other) => Err(fault(other, Fault::Expected("an object"))),
    }
}

fn atom(name: &str) -> Annotation {
    Annotation { name: name.to_owned(), arguments: Vec::<Expression>::new() }
}

/// Whether a Boolean variable may be false, and whether it may be true: MiniZinc writes `[true, true]`, its schema
/// `[[true, true]]`.
fn booleans(value: &Raw<'_>) -> Result<(bool, bool), Error> {
    let mut can_be = (false, false);
    let mut rest: Vec<&Raw<'_>> = array(value, "a list of Booleans")?.iter().collect();
    while let Some(value) = rest.pop() {
        match value {
            Raw::Boolean(false) => can_be.0 = true,
            Raw::Boolean(true) => can_be.1 = true,
            Raw::Array(inside) => rest.extend(inside),
            _ => return Err(fault(value, Fault::Expected("`true` or `false`"))),
        }
    }
    Ok(can_be)
}

/// Whether the domain of a float variable is empty.
fn has_no_float(value: &Raw<'_>) -> bool {
    let Raw::Array(ranges) = value else { return false };
    let number = |value: &Raw<'_>| match value {
        Raw::Integer(value) => Some(*value as f64),
        Raw::Huge(value) => Some(*value as f64),
        Raw::Float(value) => Some(*value),
        _ => None,
    };
    ranges.iter().all(|range| match range {
        Raw::Array(ends) if ends.len() == 2 => {
            number(&ends[0]).zip(number(&ends[1])).is_some_and(|(lower, upper)| lower > upper)
        }
        _ => false,
    })
}
