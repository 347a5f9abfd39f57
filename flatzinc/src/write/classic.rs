//! Models in the classic format.

use std::fmt::{self, Write};

use crate::model::{
    Annotation, Argument, Constraint, Declaration, Domain, Expression, Goal, Model, OutputForm, Term, VariableSet,
};

impl Model {
    /// The model in the classic format. Reading it gives the same model, but for its places, and with the outputs of
    /// variables before those of arrays.
    pub fn to_classic(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_classic(&mut text);
        text
    }

    /// A constraint of the model as it stands there, without its annotations.
    pub(crate) fn constraint_text(&self, constraint: &Constraint) -> String {
        let mut text = String::new();
        let _ = self.call(&mut text, constraint);
        text
    }

    fn write_classic(&self, text: &mut String) -> fmt::Result {
        let mut is_output = vec![false; self.variables.len()];
        for output in &self.outputs {
            if let OutputForm::Term(Term::Variable(id)) = output.form {
                is_output[id.index()] = true;
            }
        }
        for declaration in self.declarations() {
            let (id, variable) = match declaration {
                Declaration::Variable(id, variable) => (id, variable),
                Declaration::Set(set) => {
                    self.declare_set(text, set)?;
                    continue;
                }
            };
            match &variable.domain {
                Domain::Boolean => write!(text, "var bool: {}", variable.name)?,
                Domain::Integer(None) => write!(text, "var int: {}", variable.name)?,
                Domain::Integer(Some(domain)) if domain.is_empty() => write!(text, "var 1..0: {}", variable.name)?,
                Domain::Integer(Some(domain)) => write!(text, "var {domain}: {}", variable.name)?,
            }
            text.push_str(if is_output[id.index()] { " :: output_var" } else { "" });
            self.annotations(text, &variable.annotations)?;
            text.push_str(";\n");
        }
        for output in &self.outputs {
            let OutputForm::Array { dimensions, elements } = &output.form else { continue };
            let kind = match elements.iter().find(|&element| !matches!(element, Term::Integer(_))) {
                Some(Term::Set(_) | Term::VariableSet(_)) => "set of int",
                _ if elements.iter().any(|element| self.is_boolean(element)) => "bool",
                _ => "int",
            };
            let sets: Vec<String> = dimensions.iter().map(|(first, last)| format!("{first}..{last}")).collect();
            write!(text, "array [1..{}] of var {kind}: {}", elements.len(), output.name)?;
            write!(text, " :: output_array([{}]) = ", sets.join(","))?;
            self.array(text, elements)?;
            text.push_str(";\n");
        }
        for constraint in &self.constraints {
            text.push_str("constraint ");
            self.call(text, constraint)?;
            self.annotations(text, &constraint.annotations)?;
            text.push_str(";\n");
        }
        text.push_str("solve");
        self.annotations(text, &self.search)?;
        match self.goal {
            Goal::Satisfy => writeln!(text, " satisfy;"),
            Goal::Minimize(id) => writeln!(text, " minimize {};", self.variables[id.index()].name),
            Goal::Maximize(id) => writeln!(text, " maximize {};", self.variables[id.index()].name),
        }
    }

    fn declare_set(&self, text: &mut String, set: &VariableSet) -> fmt::Result {
        match set.universe.is_empty() {
            true => write!(text, "var set of 1..0: {}", set.name)?,
            false => write!(text, "var set of {}: {}", set.universe, set.name)?,
        }
        let is_output = |form: &OutputForm| matches!(form, OutputForm::Term(Term::VariableSet(own)) if **own == *set);
        text.push_str(if self.outputs.iter().any(|output| is_output(&output.form)) { " :: output_var" } else { "" });
        self.annotations(text, &set.annotations)?;
        text.write_str(";\n")
    }

    fn call(&self, text: &mut String, constraint: &Constraint) -> fmt::Result {
        write!(text, "{}(", constraint.name)?;
        for (at, argument) in constraint.arguments.iter().enumerate() {
            text.push_str(if at > 0 { "," } else { "" });
            match argument {
                Argument::Term(term) => self.term(text, term)?,
                Argument::Array(elements) => self.array(text, elements)?,
            }
        }
        text.write_char(')')
    }

    /// Whether the value is a Boolean.
    fn is_boolean(&self, term: &Term) -> bool {
        match term {
            Term::Boolean(_) => true,
            Term::Variable(id) => self.variables[id.index()].domain == Domain::Boolean,
            Term::Integer(_) | Term::Set(_) | Term::VariableSet(_) => false,
        }
    }

    fn term(&self, text: &mut String, term: &Term) -> fmt::Result {
        match term {
            Term::Boolean(value) => write!(text, "{value}"),
            Term::Integer(value) => write!(text, "{value}"),
            Term::Set(set) => write!(text, "{set}"),
            Term::Variable(id) => text.write_str(&self.variables[id.index()].name),
            Term::VariableSet(set) => text.write_str(&set.name),
        }
    }

    fn array(&self, text: &mut String, elements: &[Term]) -> fmt::Result {
        text.push('[');
        for (at, element) in elements.iter().enumerate() {
            text.push_str(if at > 0 { "," } else { "" });
            self.term(text, element)?;
        }
        text.write_char(']')
    }

    fn annotations(&self, text: &mut String, annotations: &[Annotation]) -> fmt::Result {
        annotations.iter().try_for_each(|annotation| {
            text.push_str(" :: ");
            self.annotation(text, annotation)
        })
    }

    fn annotation(&self, text: &mut String, annotation: &Annotation) -> fmt::Result {
        text.push_str(&annotation.name);
        if annotation.arguments.is_empty() {
            return Ok(());
        }
        self.expressions(text, '(', &annotation.arguments, ')')
    }

    fn expressions(&self, text: &mut String, begin: char, expressions: &[Expression], end: char) -> fmt::Result {
        text.push(begin);
        for (at, expression) in expressions.iter().enumerate() {
            text.push_str(if at > 0 { "," } else { "" });
            match expression {
                Expression::Term(term) => self.term(text, term)?,
                Expression::Float(float) => text.push_str(float),
                Expression::String(string) => quote(text, string),
                Expression::Array(elements) => self.expressions(text, '[', elements, ']')?,
                Expression::Annotation(annotation) => self.annotation(text, annotation)?,
            }
        }
        text.write_char(end)
    }
}

/// The string between quotes.
fn quote(text: &mut String, string: &str) {
    text.push('"');
    for char in string.chars() {
        match char {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            char => text.push(char),
        }
    }
    text.push('"');
}
