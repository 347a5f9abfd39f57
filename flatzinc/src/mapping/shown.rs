//! The variables that a solution shows.

use gordian_formula::sorted_set;

use crate::model::{Model, Term, VariableId};

/// The variables that a solution shows, with the names: the outputs, or if there are none, all
/// variables that the model's author made.
pub(super) fn shown(model: &Model) -> Vec<(Term, String)> {
    if model.outputs.is_empty() {
        let named = |id: VariableId| (Term::Variable(id), model.variables[id.index()].name.clone());
        return model.own_variables().map(named).collect();
    }
    let printed = model.outputs.iter().flat_map(|output| output.elements());
    let terms = printed.flat_map(|(name, term)| match term {
        Term::VariableSet(set) => {
            set.members().map(|(value, id)| (Term::Variable(id), format!("{value} in {name}"))).collect()
        }
        term => vec![(term.clone(), name)],
    });
    terms.collect()
}

/// The variables that tell two solutions apart: those that the outputs show, or without outputs all that the
/// model's author made.
pub fn shown_variables(model: &Model) -> Vec<VariableId> {
    sorted_set(shown(model).iter().filter_map(|(term, _)| variable_of(term)))
}

pub(super) fn variable_of(term: &Term) -> Option<VariableId> {
    match term {
        Term::Variable(variable) => Some(*variable),
        _ => None,
    }
}
