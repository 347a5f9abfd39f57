//! The trait of puzzles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use gordian_encoders::rule::Guarding;
use gordian_flatzinc::Model as FlatZincModel;
use gordian_formula::{Clock, Model};
use serde::Serialize;

use super::board::{Board, Cell, Mark, Role, Style};
use super::compiled::Compiled;
use super::error::{PuzzleError, Violation};
use super::facts::{FactValues, Held, Holding, Known, PlaceFacts, PuzzleFacts};

/// The methods of [`Puzzle`] that a kind with a board has in its own files, under names of their own.
macro_rules! with_own_methods {
    ($solution:ty) => {
        type Solution = $solution;

        fn title(&self) -> Option<&str> {
            self.title.as_deref()
        }

        fn compile_as(
            &self,
            guarding: gordian_encoders::rule::Guarding,
            clock: &gordian_formula::Clock,
        ) -> Result<$crate::compiled::Compiled, PuzzleError> {
            self.write(guarding, clock)
        }

        fn decode(&self, model: &gordian_formula::Model) -> Result<$solution, $crate::error::Violation> {
            self.solution_of(model)
        }

        fn check(&self, solution: &$solution) -> Result<(), $crate::error::Violation> {
            self.judge(solution)
        }

        fn board(&self, solution: Option<&$solution>) -> $crate::board::Board {
            solution.map_or_else(|| self.empty_board(), |solution| self.solution_board(solution))
        }

        fn draw_puzzle(&self, style: $crate::board::Style) -> String {
            self.text(style)
        }
    };
}
pub(crate) use with_own_methods;

/// A puzzle of some kind, as it was read.
///
/// A place is a cell by its layer, row and column; of a puzzle without cells, whatever holds something, numbered along
/// the last axis.
pub trait Puzzle: fmt::Debug + Send + Sync + 'static {
    /// The solutions. They are serialised as the command prints them.
    type Solution: Serialize + fmt::Debug + Send + Sync + 'static;

    /// The title, if the text gives one.
    fn title(&self) -> Option<&str>;

    /// The goal of a puzzle that asks for the best solution, in its own words: `minimize cost`. The solutions are those
    /// of the rules all the same; `None` for puzzles that any solution solves.
    fn goal(&self) -> Option<String> {
        None
    }

    /// The model in FlatZinc that the puzzle is, if it is one.
    fn model(&self) -> Option<&FlatZincModel> {
        None
    }

    /// The solution in which the variables of [`Puzzle::model`] have these values.
    fn solution_with(&self, _values: &[i64]) -> Option<Self::Solution> {
        None
    }

    /// The features of the puzzle that look unusual, a sentence each without a full stop; they are
    /// meant as warnings.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// The place in the text that looks like a mistake, though it need not be one.
    fn mistake(&self) -> Option<&PuzzleError> {
        None
    }

    /// The reason why there is no solution, if counting alone shows it. `text` is the text of the
    /// puzzle.
    fn refutation(&self, _text: &str) -> Option<PuzzleError> {
        None
    }

    /// The puzzle as a formula.
    ///
    /// # Errors
    /// If its numbers are too large to be encoded.
    fn compile(&self) -> Result<Compiled, PuzzleError> {
        self.compile_as(Guarding::None, &Clock::unlimited())
    }

    /// The puzzle as a formula from which rules can be left out.
    ///
    /// # Errors
    /// If its numbers are too large to be encoded.
    fn compile_guarded(&self) -> Result<Compiled, PuzzleError> {
        self.compile_as(Guarding::Selectors, &Clock::unlimited())
    }

    /// The puzzle as a formula in which rules hold or can be left out, until the clock is over.
    ///
    /// # Errors
    /// If its numbers are too large to be encoded, or the time was over first.
    fn compile_as(&self, guarding: Guarding, clock: &Clock) -> Result<Compiled, PuzzleError>;

    /// A puzzle with a goal as a formula in which the objective is better than this: less, if it is to be small. A
    /// refutation of it proves that no better value is possible.
    ///
    /// # Errors
    /// As [`Puzzle::compile_as`], or if there is no goal.
    fn compile_better(&self, _than: i64, _clock: &Clock) -> Result<Compiled, PuzzleError> {
        Err(PuzzleError::without_goal())
    }

    /// The solution that a model of the compiled formula stands for. It is to be judged with [`Puzzle::check`].
    ///
    /// # Errors
    /// If the values of the visible variables stand for nothing that could be judged.
    fn decode(&self, model: &Model) -> Result<Self::Solution, Violation>;

    /// Judges a solution by the rules of the puzzle; no formula is involved.
    ///
    /// # Errors
    /// The first rule that it breaks.
    fn check(&self, solution: &Self::Solution) -> Result<(), Violation>;

    /// The board of the puzzle, with a solution where one is given.
    fn board(&self, solution: Option<&Self::Solution>) -> Board;

    /// The board of the puzzle, on which some cells stand out; a puzzle without cells has none that could.
    fn stressed_board(&self, solution: Option<&Self::Solution>, cells: &[[usize; 3]]) -> Board {
        let mut board = self.board(solution);
        board.set_title(self.title());
        cells.iter().for_each(|&cell| board.stress(cell));
        board
    }

    /// The puzzle as text.
    fn draw_puzzle(&self, style: Style) -> String;

    /// A solution as text.
    fn draw(&self, solution: &Self::Solution, style: Style) -> String {
        self.board(Some(solution)).to_text(style)
    }

    /// The puzzle as an SVG document, with a solution where one is given.
    fn svg(&self, solution: Option<&Self::Solution>) -> String {
        let mut board = self.board(solution);
        board.set_title(self.title());
        board.to_svg()
    }

    /// The statements that each visible variable of the formula makes when it is true.
    fn holdings(&self) -> Vec<Vec<Holding>>;

    /// The statements that a solution makes.
    fn holdings_of(&self, solution: &Self::Solution) -> Vec<Holding>;

    /// All places.
    fn places(&self) -> Vec<[usize; 3]> {
        self.board(None).cells().map(|(place, _)| place).collect()
    }

    /// The place as people call it.
    fn place_name(&self, [_, row, column]: [usize; 3]) -> String {
        format!("r{}c{}", row + 1, column + 1)
    }

    /// Whether every solution puts something there.
    fn is_always_filled(&self, _place: [usize; 3]) -> bool {
        true
    }

    /// The known facts about the places, in the shape of the puzzle's solutions.
    fn fact_values(&self, facts: &PlaceFacts) -> FactValues {
        facts.in_rows("grid")
    }

    /// A drawing of the known facts about the places.
    fn facts_board(&self, facts: &PlaceFacts) -> Board {
        let mut board = self.board(None);
        let slots = facts.pencil_slots();
        for (&place, own) in &facts.candidates {
            let (area, old) = board.get(place).map_or((None, Mark::Blank), |cell| (cell.area, cell.mark));
            let is_given = matches!(old, Mark::Symbol(_)) || board.label(place).is_some();
            if board.role(place) != Role::Given || facts.fixed.contains_key(&place) && !is_given {
                board.set_role(place, Role::Found);
            }
            if let Some(pencil) = slots.as_ref().and_then(|slots| facts.pencil_marks(place, slots)) {
                board.set_pencil_marks(place, pencil);
            }
            let mark = match facts.fixed.get(&place) {
                Some(Held::Number(number @ 10..)) => {
                    board.set_label(place, number.to_string());
                    Mark::Blank
                }
                Some(held) => held.mark(),
                None if own.is_empty() => Mark::Dot,
                None if own.keys().any(|held| matches!(held, Held::Pips(_))) => Mark::Blank,
                None => Mark::Symbol('?'),
            };
            board.set(place, Cell { area, mark });
        }
        board
    }

    /// Turns known facts about the visible variables into facts about the puzzle.
    fn facts(&self, known: &Known<'_>) -> PuzzleFacts {
        let candidates = self.places().into_iter().map(|place| (place, BTreeMap::new())).collect();
        let mut facts = PlaceFacts { candidates, fixed: BTreeMap::new(), has_counts: known.counts.is_some() };
        facts.learn(&self.holdings(), known);
        facts.fill(|place| self.is_always_filled(place));
        let mut board = self.facts_board(&facts);
        board.set_title(self.title());
        PuzzleFacts {
            values: self.fact_values(&facts),
            places: [facts.candidates.len(), facts.num_known()],
            board,
            open: facts.open_lines(|place| self.place_name(place), |place| self.is_always_filled(place)),
        }
    }

    /// The places that two solutions fill differently.
    fn differences(&self, first: &Self::Solution, second: &Self::Solution) -> Vec<[usize; 3]> {
        let held = |solution| -> BTreeSet<Holding> { self.holdings_of(solution).into_iter().collect() };
        let (first, second) = (held(first), held(second));
        let places: BTreeSet<[usize; 3]> = first.symmetric_difference(&second).map(|(place, _)| *place).collect();
        places.into_iter().collect()
    }
}
