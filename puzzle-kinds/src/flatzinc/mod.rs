//! Models that MiniZinc has compiled: FlatZinc, classic and as JSON.
//!
//! A solution is an assignment of all variables; what is printed of it, and what is counted, are the outputs. A model
//! that prints nothing shows the variables that its author made.

mod detect;

mod written;

mod puzzle;

mod parse;

mod solution;

mod compile;

mod draw;

mod facts;

use std::sync::Arc;

use gordian_encoders::rule::Guarding;
use gordian_flatzinc::Model;
use gordian_formula::{Clock, Model as FormulaModel};

use crate::board::{Board, Style};
use crate::compiled::Compiled;
use crate::erased::{DynPuzzle, erase};
use crate::error::{PuzzleError, Violation};
use crate::facts::{Holding, Known, PuzzleFacts};
use crate::kind::{Kind, KindRow};
use crate::part::Part;
use crate::puzzle::Puzzle;

pub use parse::parse;
pub use puzzle::FlatZinc;
pub use solution::FlatZincSolution;

/// FlatZinc.
pub const KIND: Kind = Kind(&KindRow {
    name: "flatzinc",
    aliases: &["fzn"],
    description: "a model compiled by MiniZinc",
    detect: detect::detect,
    read,
    parts: Part::whole,
    has_zeros: false,
    is_like_cover: false,
});

fn read(text: &str, pick: Option<&str>) -> Result<DynPuzzle, PuzzleError> {
    parse(text, pick).map(erase)
}

impl Puzzle for FlatZinc {
    type Solution = FlatZincSolution;

    fn title(&self) -> Option<&str> {
        None
    }

    fn goal(&self) -> Option<String> {
        self.goal_text()
    }

    fn model(&self) -> Option<&Model> {
        Some(&self.model)
    }

    fn solution_with(&self, values: &[i64]) -> Option<FlatZincSolution> {
        Some(FlatZincSolution { values: values.to_vec(), model: Arc::clone(&self.model) })
    }

    fn compile_as(&self, guarding: Guarding, clock: &Clock) -> Result<Compiled, PuzzleError> {
        self.write(guarding, clock)
    }

    fn compile_better(&self, than: i64, clock: &Clock) -> Result<Compiled, PuzzleError> {
        self.write_better(than, clock)
    }

    fn decode(&self, model: &FormulaModel) -> Result<FlatZincSolution, Violation> {
        self.solution_of(model)
    }

    fn check(&self, solution: &FlatZincSolution) -> Result<(), Violation> {
        self.judge(solution)
    }

    fn board(&self, solution: Option<&FlatZincSolution>) -> Board {
        self.board_of(|term| solution.map(|solution| self.text_of(term, &solution.values)))
    }

    fn draw_puzzle(&self, _style: Style) -> String {
        self.summary()
    }

    fn draw(&self, solution: &FlatZincSolution, _style: Style) -> String {
        self.model.solution(&solution.values)
    }

    /// Values may be negative, and variables the literals of others: [`FlatZinc::facts`] has ways of its own.
    fn holdings(&self) -> Vec<Vec<Holding>> {
        Vec::new()
    }

    fn holdings_of(&self, solution: &FlatZincSolution) -> Vec<Holding> {
        self.holdings_in(solution)
    }

    fn place_name(&self, [_, row, column]: [usize; 3]) -> String {
        self.name_at(row, column)
    }

    fn facts(&self, known: &Known<'_>) -> PuzzleFacts {
        self.known_facts(known)
    }
}
