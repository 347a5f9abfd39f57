//! The meanings of the names of a file, and the model that grows as they are declared.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::error::Fault;
use crate::integer_set::IntegerSet;
use crate::model::{
    Annotation, Argument, Constraint, Domain, Expression, Model, Output, OutputForm, Place, Term, Variable, VariableId,
    VariableSet,
};

pub(super) const FLOATS: &str = "floats";
pub(super) const FLOAT_VARIABLES: &str = "float variables";
pub(super) const OPEN_SETS: &str = "set variables without bounds";
pub(super) const LARGE_SETS: &str = "set variables of more than 65,536 numbers";

/// The most numbers of which a variable that is a set may choose: each has a Boolean.
const MOST_MEMBERS: u128 = 1 << 16;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Term(Term),
    Array(Arc<[Term]>),
    /// Something that may be declared, but not be used.
    Unsupported(&'static str),
}

/// The types that values have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Boolean,
    Integer,
    Set,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Boolean => "a Boolean",
            Kind::Integer => "an integer",
            Kind::Set => "a set of integers",
        }
    }
}

/// The model so far, and its names.
pub(super) struct Names<'a> {
    pub(super) model: Model,
    meanings: HashMap<&'a str, Meaning>,
    /// Arrays that annotations have named, so that they share them.
    expressions: HashMap<&'a str, Arc<[Expression]>>,
}

impl<'a> Names<'a> {
    pub(super) fn new() -> Names<'a> {
        Names { model: Model::default(), meanings: HashMap::new(), expressions: HashMap::new() }
    }

    /// Gives a meaning to a name that has none.
    pub(super) fn declare(&mut self, name: &'a str, meaning: Meaning) -> Result<(), Fault> {
        match self.meanings.entry(name) {
            Entry::Occupied(_) => Err(Fault::Again),
            Entry::Vacant(entry) => {
                entry.insert(meaning);
                Ok(())
            }
        }
    }

    /// Adds a variable.
    pub(super) fn declare_variable(
        &mut self,
        name: &'a str,
        domain: Domain,
        annotations: Vec<Annotation>,
        place: Place,
    ) -> Result<VariableId, Fault> {
        let id = VariableId(u32::try_from(self.model.variables.len()).map_err(|_| Fault::ManyVariables)?);
        self.declare(name, Meaning::Term(Term::Variable(id)))?;
        self.model.variables.push(Variable { name: name.to_owned(), domain, annotations, place });
        Ok(id)
    }

    /// Adds a variable that is a set of some of these numbers, or of any.
    pub(super) fn declare_set(
        &mut self,
        name: &'a str,
        universe: Option<IntegerSet>,
        annotations: Vec<Annotation>,
        place: Place,
    ) -> Result<Term, Fault> {
        let universe = universe.ok_or(Fault::Unsupported(OPEN_SETS))?;
        if universe.len() > MOST_MEMBERS {
            return Err(Fault::Unsupported(LARGE_SETS));
        }
        let first = u32::try_from(self.model.variables.len()).map_err(|_| Fault::ManyVariables)?;
        first.checked_add(MOST_MEMBERS as u32).ok_or(Fault::ManyVariables)?;
        let set = VariableSet { name: name.to_owned(), universe, first: VariableId(first), annotations };
        for value in set.universe.iter() {
            let (name, annotations) = (format!("{value} in {name}"), set.annotations.clone());
            self.model.variables.push(Variable { name, domain: Domain::Boolean, annotations, place });
        }
        let set = Arc::new(set);
        self.declare(name, Meaning::Term(Term::VariableSet(Arc::clone(&set))))?;
        self.model.sets.push(Arc::clone(&set));
        Ok(Term::VariableSet(set))
    }

    /// The variable of a goal. A constant, which is as good in any solution, gets a variable of one
    /// value, so that the first solution is a best one.
    pub(super) fn goal(&mut self, objective: Term, place: Place) -> Result<VariableId, Fault> {
        let value = match objective {
            Term::Variable(id) => return Ok(id),
            Term::Integer(value) => value,
            Term::Boolean(_) | Term::Set(_) | Term::VariableSet(_) => return Err(Fault::Expected("an integer")),
        };
        let mut name = String::from("CONSTANT_OBJECTIVE_");
        while self.meanings.contains_key(&name[..]) {
            name.push('_');
        }
        let id = VariableId(u32::try_from(self.model.variables.len()).map_err(|_| Fault::ManyVariables)?);
        let annotations = vec![Annotation { name: "var_is_introduced".to_owned(), arguments: Vec::new() }];
        let domain = Domain::Integer(Some(IntegerSet::from_values([value])));
        self.model.variables.push(Variable { name, domain, annotations, place });
        Ok(id)
    }

    /// The single value that the name stands for.
    pub(super) fn term(&self, name: &str) -> Result<Term, Fault> {
        match self.meanings.get(name) {
            Some(Meaning::Term(term)) => Ok(term.clone()),
            Some(Meaning::Array(_)) => Err(Fault::Type { expected: "a single value", found: "an array" }),
            Some(&Meaning::Unsupported(what)) => Err(Fault::Unsupported(what)),
            None => Err(Fault::Unknown),
        }
    }

    /// The argument that the name stands for.
    pub(super) fn argument(&self, name: &str) -> Result<Argument, Fault> {
        match self.meanings.get(name) {
            Some(Meaning::Array(elements)) => Ok(Argument::Array(Arc::clone(elements))),
            _ => self.term(name).map(Argument::Term),
        }
    }

    /// An element of the array that the name stands for.
    pub(super) fn element(&self, name: &str, index: i64) -> Result<Term, Fault> {
        match self.argument(name)? {
            Argument::Term(_) => Err(Fault::Type { expected: "an array", found: "a single value" }),
            Argument::Array(elements) => {
                let element = usize::try_from(index).ok().and_then(|index| elements.get(index.checked_sub(1)?));
                element.cloned().ok_or(Fault::Index { length: elements.len() })
            }
        }
    }

    /// The meaning of the name in an annotation: a value, an array, or a word of the annotation's
    /// own.
    pub(super) fn expression(&mut self, name: &'a str) -> Expression {
        match self.meanings.get(name) {
            Some(Meaning::Term(term)) => Expression::Term(term.clone()),
            Some(Meaning::Array(elements)) => {
                let shared = self.expressions.entry(name);
                Expression::Array(Arc::clone(
                    shared.or_insert_with(|| elements.iter().cloned().map(Expression::Term).collect()),
                ))
            }
            Some(Meaning::Unsupported(_)) | None => {
                Expression::Annotation(Annotation { name: name.to_owned(), arguments: Vec::new() })
            }
        }
    }

    /// The type of a value.
    pub(super) fn kind(&self, term: &Term) -> Kind {
        match term {
            Term::Boolean(_) => Kind::Boolean,
            Term::Integer(_) => Kind::Integer,
            Term::Set(_) | Term::VariableSet(_) => Kind::Set,
            Term::Variable(id) => match self.model.variables[id.index()].domain {
                Domain::Boolean => Kind::Boolean,
                Domain::Integer(_) => Kind::Integer,
            },
        }
    }

    /// That the value is of this type.
    pub(super) fn demand_kind(&self, term: &Term, expected: Kind) -> Result<(), Fault> {
        let found = self.kind(term);
        if found == expected { Ok(()) } else { Err(Fault::Type { expected: expected.name(), found: found.name() }) }
    }

    /// Demands that a variable has the value of its declaration.
    pub(super) fn equate(&mut self, variable: Term, value: Term, place: Place) -> Result<(), Fault> {
        let kind = self.kind(&variable);
        self.demand_kind(&value, kind)?;
        let name = match kind {
            Kind::Boolean => "bool_eq",
            Kind::Integer => "int_eq",
            Kind::Set => "set_eq",
        };
        self.demand(name, [variable, value], place);
        Ok(())
    }

    /// The numbers that a set may have.
    pub(super) fn universe(term: &Term) -> Option<&IntegerSet> {
        match term {
            Term::Set(set) => Some(set),
            Term::VariableSet(set) => Some(&set.universe),
            _ => None,
        }
    }

    /// Demands that the elements of an array have values of its declared type.
    pub(super) fn confine(&mut self, elements: &[Term], domain: &Arc<IntegerSet>, place: Place) {
        for element in elements {
            if let Some(universe) = Names::universe(element) {
                if !universe.is_subset(domain) {
                    self.demand("set_subset", [element.clone(), Term::Set(Arc::clone(domain))], place);
                }
                continue;
            }
            let is_inside = match element {
                Term::Integer(value) => domain.contains(*value),
                Term::Variable(id) => match &self.model.variables[id.index()].domain {
                    Domain::Integer(Some(own)) => own.is_subset(domain),
                    _ => false,
                },
                _ => true,
            };
            if !is_inside {
                self.demand("set_in", [element.clone(), Term::Set(Arc::clone(domain))], place);
            }
        }
    }

    fn demand(&mut self, name: &str, terms: [Term; 2], place: Place) {
        let arguments = terms.map(Argument::Term).into();
        self.model.constraints.push(Constraint { name: name.to_owned(), arguments, annotations: Vec::new(), place });
    }

    /// Prints a single value with each solution.
    pub(super) fn output_term(&mut self, name: &str, term: Term) {
        self.model.outputs.push(Output { name: name.to_owned(), form: OutputForm::Term(term) });
    }

    /// Prints an array with each solution.
    pub(super) fn output_array(
        &mut self,
        name: &str,
        elements: Arc<[Term]>,
        dimensions: Vec<(i64, i64)>,
    ) -> Result<(), Fault> {
        let lengths = dimensions.iter().map(|&(first, last)| (i128::from(last) - i128::from(first) + 1).max(0) as u128);
        let declared = lengths.fold(1u128, u128::saturating_mul);
        if declared != elements.len() as u128 {
            return Err(Fault::Length { declared, found: elements.len() });
        }
        self.model.outputs.push(Output { name: name.to_owned(), form: OutputForm::Array { dimensions, elements } });
        Ok(())
    }
}
