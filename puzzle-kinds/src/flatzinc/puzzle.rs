//! A model, and what was made of it.

use std::sync::{Arc, OnceLock};

use gordian_flatzinc::{Goal, Model, Output, OutputForm, Term, VariableId};

use super::written::Written;

/// A model that MiniZinc has compiled.
#[derive(Debug)]
pub struct FlatZinc {
    pub(super) model: Arc<Model>,
    /// The formulas that were written: with rules that hold, and with rules that can be left out. A
    /// model of the formula is decoded by it.
    pub(super) written: [OnceLock<Written>; 2],
}

impl FlatZinc {
    /// The model as a puzzle.
    pub fn new(mut model: Model) -> FlatZinc {
        if model.outputs.is_empty() {
            let output = |id: VariableId| Output {
                name: model.variables[id.index()].name.clone(),
                form: OutputForm::Term(Term::Variable(id)),
            };
            model.outputs = model.own_variables().map(output).collect();
        }
        FlatZinc { model: Arc::new(model), written: [OnceLock::new(), OnceLock::new()] }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The goal, if any solution will not do: `minimize cost`.
    pub(super) fn goal_text(&self) -> Option<String> {
        let name = |id: VariableId| &self.model.variables[id.index()].name;
        match self.model.goal {
            Goal::Satisfy => None,
            Goal::Minimize(id) => Some(format!("minimize {}", name(id))),
            Goal::Maximize(id) => Some(format!("maximize {}", name(id))),
        }
    }
}
