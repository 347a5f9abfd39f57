//! Constraints in words.

use crate::model::{Annotation, Constraint, Expression, Model};

/// A constraint in the words of the model: its name there, or the file and the line that it comes from, or the
/// constraint as FlatZinc has it.
pub fn constraint_words(model: &Model, constraint: &Constraint) -> String {
    let given = |name: &str| constraint.annotations.iter().find_map(|annotation| text_of(annotation, name));
    let named = given("mzn_constraint_name").or_else(|| given("mzn_expression_name"));
    match (named, given("mzn_path").and_then(line_of)) {
        (Some(name), Some(line)) => format!("{name} ({line})"),
        (Some(name), None) => name.to_owned(),
        (None, Some(line)) => format!("{} at {line}", constraint.name),
        (None, None) => model.constraint_text(constraint),
    }
}

fn text_of<'a>(annotation: &'a Annotation, name: &str) -> Option<&'a str> {
    match &annotation.arguments[..] {
        [Expression::String(text)] if annotation.name == name => Some(text),
        _ => None,
    }
}

/// `file:line` of the first part of a path such as `queens.mzn|5|12|5|40|…`.
fn line_of(path: &str) -> Option<String> {
    let mut parts = path.split('|');
    let (file, line) = (parts.next()?, parts.next()?);
    let file = file.rsplit(['/', '\\']).next()?;
    line.parse::<u32>().ok().map(|line| format!("{file}:{line}"))
}
