//! Models and solutions for people.

use std::collections::BTreeMap;

use gordian_flatzinc::{Domain, OutputForm, Term};

use super::puzzle::FlatZinc;
use crate::board::{Board, Cell, Mark};
use crate::facts::{Held, Holding};

use super::solution::FlatZincSolution;

impl FlatZinc {
    /// How large the model is, and what it asks for.
    pub(super) fn summary(&self) -> String {
        let model = &*self.model;
        let booleans = model.variables.iter().filter(|variable| variable.domain == Domain::Boolean).count();
        let mut text = format!("{} integers, {booleans} Booleans\n", model.variables.len() - booleans);
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        model.constraints.iter().for_each(|constraint| *names.entry(&constraint.name).or_default() += 1);
        for (name, count) in names {
            text += &format!("{count} {name}\n");
        }
        text + &self.goal_text().unwrap_or_else(|| "satisfy".to_owned()) + "\n"
    }

    /// The outputs in rows: the last dimension of an array lies along the row.
    pub(super) fn rows(&self) -> Vec<(String, Vec<(String, Term)>)> {
        let mut rows = Vec::new();
        for output in &self.model.outputs {
            match &output.form {
                OutputForm::Term(term) => rows.push((output.name.clone(), vec![(output.name.clone(), term.clone())])),
                OutputForm::Array { dimensions, elements } => {
                    let length = dimensions.last().map_or(0, |(first, last)| last - first + 1);
                    let length = usize::try_from(length).unwrap_or(0).max(1);
                    for (row, part) in elements.chunks(length).enumerate() {
                        let name = |column| element_name(&output.name, dimensions, row * length + column);
                        let cells = part.iter().enumerate().map(|(column, term)| (name(column), term.clone()));
                        rows.push((output.name.clone(), cells.collect()));
                    }
                }
            }
        }
        rows
    }

    /// The outputs as a board, with these texts.
    pub(super) fn board_of(&self, text: impl Fn(&Term) -> Option<String>) -> Board {
        let rows = self.rows();
        let width = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
        let mut board = Board::new([1, rows.len(), width]);
        for (row, (_, cells)) in rows.iter().enumerate() {
            for (column, (_, term)) in cells.iter().enumerate() {
                board.set([0, row, column], Cell { area: None, mark: Mark::Blank });
                if let Some(text) = text(term) {
                    board.set_label([0, row, column], text);
                }
            }
        }
        board
    }

    /// A value as FlatZinc writes it.
    pub(super) fn text_of(&self, term: &Term, values: &[i64]) -> String {
        match super::solution::value(&self.model, term, values) {
            serde_json::Value::String(text) => text,
            value => value.to_string(),
        }
    }

    /// The name of the element at a place of the board.
    pub(super) fn name_at(&self, row: usize, column: usize) -> String {
        let rows = self.rows();
        rows.get(row).and_then(|(_, cells)| cells.get(column)).map_or(String::new(), |(name, _)| name.clone())
    }

    /// The values of a solution at each place that is a variable.
    pub(super) fn holdings_in(&self, solution: &FlatZincSolution) -> Vec<Holding> {
        let rows = self.rows();
        let mut held = Vec::new();
        for (row, (_, cells)) in rows.iter().enumerate() {
            for (column, (_, term)) in cells.iter().enumerate() {
                if let Term::Variable(id) = term {
                    held.push(([0, row, column], Held::Value(solution.values[id.index()])));
                }
            }
        }
        held
    }
}

/// `xs[1,2]`
fn element_name(array: &str, dimensions: &[(i64, i64)], mut at: usize) -> String {
    let mut indices = Vec::new();
    for (first, last) in dimensions.iter().rev() {
        let length = usize::try_from(last - first + 1).unwrap_or(1).max(1);
        indices.push((first + (at % length) as i64).to_string());
        at /= length;
    }
    indices.reverse();
    format!("{array}[{}]", indices.join(","))
}
