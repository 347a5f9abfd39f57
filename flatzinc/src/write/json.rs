//! Models in JSON.

use serde_json::{Map, Value, json};

use crate::integer_set::IntegerSet;
use crate::model::{Annotation, Argument, Declaration, Domain, Expression, Goal, Model, OutputForm, Term, Variable};

impl Model {
    /// The model as FlatZinc in JSON. Reading it gives the same model, but for its places.
    ///
    /// The index sets of an array that is printed stand in its annotation `output_array`: MiniZinc
    /// itself does not write them.
    pub fn to_json(&self) -> String {
        let mut text = String::from("{\n\"variables\": {");
        for (at, declaration) in self.declarations().into_iter().enumerate() {
            let (name, kind, domain, annotations) = match declaration {
                Declaration::Variable(_, Variable { name, domain, annotations, .. }) => match domain {
                    Domain::Boolean => (name, "bool", None, annotations),
                    Domain::Integer(domain) => (name, "int", domain.as_ref(), annotations),
                },
                Declaration::Set(set) => (&set.name, "set of int", Some(&set.universe), &set.annotations),
            };
            let mut entry = Map::new();
            entry.insert("type".into(), kind.into());
            if let Some(domain) = domain {
                entry.insert("domain".into(), ranges(domain));
            }
            self.add_annotations(&mut entry, annotations);
            add(&mut text, at, &format!("{}: {}", json!(name), Value::from(entry)));
        }
        text += "\n},\n\"arrays\": {";
        let arrays = self.outputs.iter().filter_map(|output| match &output.form {
            OutputForm::Array { dimensions, elements } => Some((&output.name, dimensions, elements)),
            OutputForm::Term(_) => None,
        });
        for (at, (name, dimensions, elements)) in arrays.enumerate() {
            let sets: Vec<Value> = dimensions.iter().map(|&(first, last)| json!({ "set": [[first, last]] })).collect();
            let elements: Vec<Value> = elements.iter().map(|element| self.term_value(element)).collect();
            let entry = json!({ "a": elements, "ann": [{ "id": "output_array", "args": [sets] }] });
            add(&mut text, at, &format!("{}: {entry}", json!(name)));
        }
        text += "\n},\n\"constraints\": [";
        for (at, constraint) in self.constraints.iter().enumerate() {
            let mut entry = Map::new();
            entry.insert("id".into(), constraint.name.as_str().into());
            let argument = |argument: &Argument| match argument {
                Argument::Term(term) => self.term_value(term),
                Argument::Array(elements) => elements.iter().map(|element| self.term_value(element)).collect(),
            };
            entry.insert("args".into(), constraint.arguments.iter().map(argument).collect());
            self.add_annotations(&mut entry, &constraint.annotations);
            add(&mut text, at, &Value::from(entry).to_string());
        }
        let outputs: Vec<&str> = self.outputs.iter().map(|output| output.name.as_str()).collect();
        let mut solve = Map::new();
        let (method, objective) = match self.goal {
            Goal::Satisfy => ("satisfy", None),
            Goal::Minimize(id) => ("minimize", Some(id)),
            Goal::Maximize(id) => ("maximize", Some(id)),
        };
        solve.insert("method".into(), method.into());
        if let Some(id) = objective {
            solve.insert("objective".into(), self.term_value(&Term::Variable(id)));
        }
        self.add_annotations(&mut solve, &self.search);
        text + &format!(
            "\n],\n\"output\": {},\n\"solve\": {},\n\"version\": \"1.0\"\n}}\n",
            json!(outputs),
            Value::from(solve)
        )
    }

    fn add_annotations(&self, entry: &mut Map<String, Value>, annotations: &[Annotation]) {
        if !annotations.is_empty() {
            let annotations = annotations.iter().map(|annotation| self.annotation_value(annotation)).collect();
            entry.insert("ann".into(), annotations);
        }
    }

    fn annotation_value(&self, annotation: &Annotation) -> Value {
        if annotation.arguments.is_empty() {
            return annotation.name.as_str().into();
        }
        let arguments: Vec<Value> =
            annotation.arguments.iter().map(|argument| self.expression_value(argument)).collect();
        json!({ "id": annotation.name, "args": arguments })
    }

    fn expression_value(&self, expression: &Expression) -> Value {
        match expression {
            Expression::Term(term) => self.term_value(term),
            Expression::Float(text) => floats(text),
            Expression::String(string) => json!({ "string": string }),
            Expression::Array(elements) => elements.iter().map(|element| self.expression_value(element)).collect(),
            Expression::Annotation(annotation) => self.annotation_value(annotation),
        }
    }

    fn term_value(&self, term: &Term) -> Value {
        match term {
            Term::Boolean(value) => (*value).into(),
            Term::Integer(value) => (*value).into(),
            Term::Set(set) => json!({ "set": ranges(set) }),
            Term::Variable(id) => self.variables[id.index()].name.as_str().into(),
            Term::VariableSet(set) => set.name.as_str().into(),
        }
    }
}

/// A member of a list: on a line of its own.
fn add(text: &mut String, at: usize, member: &str) {
    text.push_str(if at > 0 { ",\n" } else { "\n" });
    text.push_str(member);
}

fn ranges(set: &IntegerSet) -> Value {
    set.ranges().map(|range| json!([range.start(), range.end()])).collect()
}

/// A number, or a set of numbers that are not all integers, from its classic form.
fn floats(text: &str) -> Value {
    let number = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let range = |text: &str| match text.split_once("..") {
        Some((first, last)) => json!([number(first), number(last)]),
        None => json!([number(text), number(text)]),
    };
    if let Some(inside) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        return json!({ "set": inside.split(',').map(range).collect::<Vec<_>>() });
    }
    if text.contains("..") { json!({ "set": [range(text)] }) } else { number(text) }
}
