//! Constraints in words.

use std::fmt::Write;

use crate::model::{Annotation, Argument, Constraint, Expression, Model, Term};

/// What a constraint is called where it is to be named: the name that the model gives it, or where it comes from, or
/// the constraint as FlatZinc writes it.
pub fn constraint_words(model: &Model, constraint: &Constraint) -> String {
    let given = |name: &str| constraint.annotations.iter().find_map(|annotation| text_of(annotation, name));
    given("mzn_constraint_name").or_else(|| given("mzn_path")).unwrap_or_else(|| written(model, constraint))
}

fn text_of(annotation: &Annotation, name: &str) -> Option<String> {
    match &annotation.arguments[..] {
        [Expression::String(text)] if annotation.name == name => Some(text.clone()),
        _ => None,
    }
}

/// The constraint as FlatZinc writes it.
fn written(model: &Model, constraint: &Constraint) -> String {
    let mut text = format!("{}(", constraint.name);
    for (at, argument) in constraint.arguments.iter().enumerate() {
        text.push_str(if at > 0 { "," } else { "" });
        match argument {
            Argument::Term(term) => write_term(model, term, &mut text),
            Argument::Array(terms) => {
                text.push('[');
                for (at, term) in terms.iter().enumerate() {
                    text.push_str(if at > 0 { "," } else { "" });
                    write_term(model, term, &mut text);
                }
                text.push(']');
            }
        }
    }
    text.push(')');
    text
}

fn write_term(model: &Model, term: &Term, text: &mut String) {
    // Writing to a string never fails.
    let _ = match term {
        Term::Boolean(value) => write!(text, "{value}"),
        Term::Integer(value) => write!(text, "{value}"),
        Term::Set(set) => write!(text, "{set}"),
        Term::Variable(variable) => match model.variables.get(variable.index()) {
            Some(variable) => write!(text, "{}", variable.name),
            None => write!(text, "?"),
        },
    };
}
