//! A Sudoku as a formula.

use gordian_formula::Clock;

use super::constraints::Writer;
use super::puzzle::{MAX_SIZE, Sudoku};
use crate::compiled::Compiled;
use crate::error::PuzzleError;
use gordian_encoders::encode::EncodingError;
use gordian_encoders::model::{Constraint, Integer, MOST_VALUE_LITERALS, Problem, ProblemFormula};
use gordian_encoders::rule::{Guarding, Rule};

// Decoding looks for one variable for each digit of a cell.
const _: () = assert!(MAX_SIZE <= MOST_VALUE_LITERALS);

impl Sudoku {
    /// The puzzle as a formula: for each cell one variable for each digit, all of them visible, cell by cell; then one
    /// hidden variable for each cell where cells are shaded, true for the first colour.
    ///
    /// Each cell holds exactly one digit, and in a house of as many cells as digits each digit
    /// stands in exactly one cell: all of these are groups. `docs/encodings.md` describes the
    /// encodings of the clues.
    pub(super) fn write(&self, guarding: Guarding, clock: &Clock) -> Result<Compiled, PuzzleError> {
        let formula = self.problem().and_then(|problem| problem.compile_as(guarding, clock));
        let ProblemFormula { cnf, meanings, rules, selectors, .. } =
            formula.map_err(|error| PuzzleError::of_encoding("", &error))?;
        Ok(Compiled { cnf, meanings, symmetries: Vec::new(), rules, selectors })
    }

    /// The puzzle in variables and constraints.
    ///
    /// No constraint leans on another rule, so that any set of them can be left out.
    fn problem(&self) -> Result<Problem, EncodingError> {
        let grid = self.grid;
        let mut problem = Problem::new();
        let digit = |cell| problem.integer(grid.name(cell), 1..=grid.size as i64);
        let cells: Vec<Integer> = (0..grid.cells()).map(digit).collect::<Result<_, _>>()?;
        let shading = self.shades.as_ref().map(|[first, _]| {
            let shaded = |cell| problem.hidden_boolean(format!("{} is {first}", grid.name(cell)));
            (0..grid.cells()).map(shaded).collect()
        });
        for (cell, given) in self.givens.iter().enumerate() {
            if let Some(digit) = *given {
                let words = format!("the {digit} given at {}", grid.name(cell));
                problem.require(Rule::new("given", words, [grid.place(cell)]), Constraint::is(cells[cell], digit));
            }
        }
        for (kind, name, house) in self.houses() {
            let different = Constraint::all_different(house.iter().map(|&cell| cells[cell]));
            problem.require(Rule::new(kind, name, grid.places(&house)), different);
        }
        let mut writer = Writer::new(self, problem, cells, shading)?;
        let shades = self.shade_names();
        for clue in &self.clues {
            let constraint = writer.constraint(clue)?;
            writer.problem.require(clue.rule(grid, &shades), constraint);
        }
        Ok(writer.problem)
    }
}
