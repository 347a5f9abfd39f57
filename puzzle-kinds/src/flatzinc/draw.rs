//! Models and solutions for people.

use std::collections::BTreeMap;

use gordian_flatzinc::{Domain, OutputForm, Term};

use super::puzzle::FlatZinc;
use crate::board::{Board, Cell, Mark, Role};
use crate::facts::{Held, Holding};

use super::solution::{FlatZincSolution, length, value};

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
    pub(super) fn rows(&self) -> Vec<Vec<(String, &Term)>> {
        let mut rows = Vec::new();
        for output in &self.model.outputs {
            let length = match &output.form {
                OutputForm::Term(_) => 1,
                OutputForm::Array { dimensions, .. } => {
                    dimensions.last().map_or(0, |&(first, last)| length(first, last))
                }
            };
            rows.extend(output.elements().chunks(length.max(1)).map(<[_]>::to_vec));
        }
        rows
    }

    /// The outputs as a board, with these texts.
    pub(super) fn board_of(&self, text: impl Fn(&Term) -> Option<String>) -> Board {
        let rows = self.rows();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut board = Board::new([1, rows.len(), width]);
        for (row, cells) in rows.iter().enumerate() {
            for (column, (name, term)) in cells.iter().enumerate() {
                board.set([0, row, column], Cell { area: None, mark: Mark::Blank });
                board.set_role([0, row, column], Role::Found);
                board.set_corner([0, row, column], name);
                if let Some(text) = text(term) {
                    board.set_label([0, row, column], text);
                }
            }
        }
        board
    }

    /// A value as FlatZinc writes it.
    pub(super) fn text_of(&self, term: &Term, values: &[i64]) -> String {
        match value(&self.model, term, values) {
            serde_json::Value::String(text) => text,
            value => value.to_string(),
        }
    }

    /// The name of the element at a place of the board.
    pub(super) fn name_at(&self, row: usize, column: usize) -> String {
        let rows = self.rows();
        rows.get(row).and_then(|cells| cells.get(column)).map_or(String::new(), |(name, _)| name.clone())
    }

    /// The values of a solution at each place that is a variable.
    pub(super) fn holdings_in(&self, solution: &FlatZincSolution) -> Vec<Holding> {
        let rows = self.rows();
        let mut held = Vec::new();
        for (row, cells) in rows.iter().enumerate() {
            for (column, (_, term)) in cells.iter().enumerate() {
                if let Term::Variable(id) = term {
                    held.push(([0, row, column], Held::Value(solution.values[id.index()])));
                }
            }
        }
        held
    }
}
