//! Any puzzle: one face for all kinds.

use gordian_formula::{Clock, Model};
use serde::Serialize;

use super::compiled::{Compiled, GuardedCompiled};
use super::cryptarithm::{self, Cryptarithm, CryptarithmSolution};
use super::error::{ErrorClass, PuzzleError, Violation};
use super::kind::Kind;
use super::pips::{self, Pips, PipsSolution};
use super::polyform::{self, Polyform, PolyformSolution};
use super::star_battle::{self, StarBattle, StarBattleSolution};
use super::sudoku::{self, Sudoku, SudokuSolution};
use crate::board::{Board, Style};

/// A puzzle of any kind.
///
/// ```
/// use gordian_encoders::board::Style;
/// use gordian_encoders::puzzle::{Kind, Puzzle};
///
/// let text = "SEND + MORE = MONEY";
/// let kind = Kind::detect(text).unwrap();
/// let puzzle = Puzzle::parse(kind, text, None)?;
/// let compiled = puzzle.compile()?;
/// assert_eq!(compiled.meanings[0], "S=1");
/// assert!(puzzle.draw_puzzle(Style::PLAIN).contains("MORE"));
/// # Ok::<(), gordian_encoders::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
pub enum Puzzle {
    /// Queens and Star Battle.
    Queens(StarBattle),
    /// Polyforms in two and three dimensions.
    Polyform(Polyform),
    /// Equations between words.
    Cryptarithm(Cryptarithm),
    /// Dominoes on regions that say something of their numbers.
    Pips(Pips),
    /// Sudoku and its variants.
    Sudoku(Sudoku),
}

/// A solution of a puzzle of any kind; it is serialised as the solution of its own kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Solution {
    /// Of [`Puzzle::Queens`].
    Queens(StarBattleSolution),
    /// Of [`Puzzle::Polyform`].
    Polyform(PolyformSolution),
    /// Of [`Puzzle::Cryptarithm`].
    Cryptarithm(CryptarithmSolution),
    /// Of [`Puzzle::Pips`].
    Pips(PipsSolution),
    /// Of [`Puzzle::Sudoku`].
    Sudoku(SudokuSolution),
}

impl Puzzle {
    /// Reads a puzzle. Where the text holds several, `pick` chooses one: by its number from 1, or by its name.
    ///
    /// # Errors
    /// If the text is no puzzle of this kind, or none is chosen of several, or there is none of that number or name, or
    /// it has no solution for a reason that counting alone shows.
    pub fn parse(kind: Kind, text: &str, pick: Option<&str>) -> Result<Puzzle, PuzzleError> {
        let puzzle = Puzzle::read(kind, text, pick)?;
        let refutation = match &puzzle {
            Puzzle::Pips(puzzle) => puzzle.refutation(text),
            Puzzle::Sudoku(puzzle) => puzzle.refutation(),
            Puzzle::Queens(_) | Puzzle::Polyform(_) | Puzzle::Cryptarithm(_) => None,
        };
        refutation.map_or(Ok(puzzle), Err)
    }

    /// As [`Puzzle::parse`], but what looks like a mistake and need not be one is taken for one.
    ///
    /// # Errors
    /// As [`Puzzle::parse`], and if the text looks mistaken.
    pub fn validate(kind: Kind, text: &str, pick: Option<&str>) -> Result<Puzzle, PuzzleError> {
        let puzzle = Puzzle::parse(kind, text, pick)?;
        let mistake = match &puzzle {
            Puzzle::Queens(puzzle) => puzzle.mistake().cloned(),
            Puzzle::Polyform(_) | Puzzle::Cryptarithm(_) | Puzzle::Pips(_) | Puzzle::Sudoku(_) => None,
        };
        mistake.map_or(Ok(puzzle), Err)
    }

    /// As [`Puzzle::parse`], but a puzzle whose rules can be told one by one is read even where counting shows that it
    /// has no solution: the rules that contradict each other say more.
    ///
    /// # Errors
    /// As [`Puzzle::parse`], where there is nothing to be told.
    pub fn read(kind: Kind, text: &str, pick: Option<&str>) -> Result<Puzzle, PuzzleError> {
        let single = |puzzle| match pick {
            None | Some("1") => Ok(puzzle),
            Some(pick) => Err(no_such_puzzle(pick, 1)),
        };
        match kind {
            Kind::Polyform => Ok(Puzzle::Polyform(polyform::parse_any(text, pick)?)),
            Kind::Cryptarithm => single(Puzzle::Cryptarithm(cryptarithm::parse(text)?)),
            Kind::Pips => Ok(Puzzle::Pips(pips::parse(text, pick)?)),
            Kind::Sudoku => Ok(Puzzle::Sudoku(sudoku::parse(text, pick)?)),
            Kind::Queens => {
                let Some(pick) = pick else { return Ok(Puzzle::Queens(star_battle::parse(text)?)) };
                let boards = star_battle::boards(text);
                let by_number = pick.parse().ok().and_then(|number: usize| boards.get(number.checked_sub(1)?));
                let by_name = || boards.iter().find(|board| board.name.as_deref() == Some(pick));
                let board = by_number.or_else(by_name).ok_or_else(|| no_such_puzzle(pick, boards.len()))?;
                Ok(Puzzle::Queens(star_battle::parse_board(text, board)?))
            }
        }
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Puzzle::Queens(_) => Kind::Queens,
            Puzzle::Polyform(_) => Kind::Polyform,
            Puzzle::Cryptarithm(_) => Kind::Cryptarithm,
            Puzzle::Pips(_) => Kind::Pips,
            Puzzle::Sudoku(_) => Kind::Sudoku,
        }
    }

    /// What it is called, where its text says so.
    pub fn title(&self) -> Option<&str> {
        match self {
            Puzzle::Queens(puzzle) => puzzle.title(),
            Puzzle::Polyform(puzzle) => puzzle.title(),
            Puzzle::Cryptarithm(puzzle) => puzzle.title(),
            Puzzle::Pips(puzzle) => puzzle.title(),
            Puzzle::Sudoku(puzzle) => puzzle.title(),
        }
    }

    /// What looks unusual about it, a sentence each without a full stop; meant as warnings.
    pub fn notes(&self) -> Vec<String> {
        match self {
            Puzzle::Queens(puzzle) => puzzle.notes(),
            Puzzle::Pips(puzzle) => puzzle.notes(),
            Puzzle::Sudoku(puzzle) => puzzle.notes(),
            Puzzle::Polyform(_) | Puzzle::Cryptarithm(_) => Vec::new(),
        }
    }

    /// The puzzle as a formula.
    ///
    /// # Errors
    /// If its numbers are too large to be encoded.
    pub fn compile(&self) -> Result<Compiled, PuzzleError> {
        self.compile_within(&Clock::unlimited())
    }

    /// As [`Puzzle::compile`], until the clock is over.
    ///
    /// # Errors
    /// As there, and if the time was over first.
    pub fn compile_within(&self, clock: &Clock) -> Result<Compiled, PuzzleError> {
        match self {
            Puzzle::Queens(puzzle) => puzzle.compile_within(clock),
            Puzzle::Polyform(puzzle) => puzzle.compile_within(clock),
            Puzzle::Cryptarithm(puzzle) => puzzle.compile_within(clock),
            Puzzle::Pips(puzzle) => puzzle.compile_within(clock),
            Puzzle::Sudoku(puzzle) => puzzle.compile_within(clock),
        }
    }

    /// The puzzle as a formula from which rules can be left out.
    ///
    /// # Errors
    /// If its numbers are too large to be encoded.
    pub fn compile_guarded(&self) -> Result<GuardedCompiled, PuzzleError> {
        self.compile_guarded_within(&Clock::unlimited())
    }

    /// As [`Puzzle::compile_guarded`], until the clock is over.
    ///
    /// # Errors
    /// As there, and if the time was over first.
    pub fn compile_guarded_within(&self, clock: &Clock) -> Result<GuardedCompiled, PuzzleError> {
        match self {
            Puzzle::Queens(puzzle) => puzzle.compile_guarded_within(clock),
            Puzzle::Polyform(puzzle) => puzzle.compile_guarded_within(clock),
            Puzzle::Cryptarithm(puzzle) => puzzle.compile_guarded_within(clock),
            Puzzle::Pips(puzzle) => puzzle.compile_guarded_within(clock),
            Puzzle::Sudoku(puzzle) => puzzle.compile_guarded_within(clock),
        }
    }

    /// The solution that a model of the compiled formula stands for. It is to be judged with [`Puzzle::check`].
    ///
    /// # Errors
    /// If the values of the visible variables stand for nothing that could be judged.
    pub fn decode(&self, model: &Model) -> Result<Solution, Violation> {
        match self {
            Puzzle::Queens(puzzle) => Ok(Solution::Queens(puzzle.decode(model))),
            Puzzle::Polyform(puzzle) => Ok(Solution::Polyform(puzzle.decode(model))),
            Puzzle::Cryptarithm(puzzle) => puzzle.decode(model).map(Solution::Cryptarithm),
            Puzzle::Pips(puzzle) => puzzle.decode(model).map(Solution::Pips),
            Puzzle::Sudoku(puzzle) => puzzle.decode(model).map(Solution::Sudoku),
        }
    }

    /// Judges a solution by the rules of the puzzle; no formula is involved.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check(&self, solution: &Solution) -> Result<(), Violation> {
        match (self, solution) {
            (Puzzle::Queens(puzzle), Solution::Queens(solution)) => puzzle.check(solution),
            (Puzzle::Polyform(puzzle), Solution::Polyform(solution)) => puzzle.check(solution),
            (Puzzle::Cryptarithm(puzzle), Solution::Cryptarithm(solution)) => puzzle.check(solution),
            (Puzzle::Pips(puzzle), Solution::Pips(solution)) => puzzle.check(solution),
            (Puzzle::Sudoku(puzzle), Solution::Sudoku(solution)) => puzzle.check(solution),
            _ => Err(Violation::new("the solution belongs to another kind of puzzle")),
        }
    }

    /// The puzzle as text.
    pub fn draw_puzzle(&self, style: Style) -> String {
        match self {
            Puzzle::Queens(puzzle) => puzzle.draw_puzzle(style),
            Puzzle::Polyform(puzzle) => puzzle.draw_puzzle(style),
            Puzzle::Cryptarithm(puzzle) => puzzle.draw_puzzle(style),
            Puzzle::Pips(puzzle) => puzzle.draw_puzzle(style),
            Puzzle::Sudoku(puzzle) => puzzle.draw_puzzle(style),
        }
    }

    /// A solution as text; a solution of another kind leaves the puzzle as it is.
    pub fn draw(&self, solution: &Solution, style: Style) -> String {
        match (self, solution) {
            (Puzzle::Queens(puzzle), Solution::Queens(solution)) => puzzle.draw(solution, style),
            (Puzzle::Polyform(puzzle), Solution::Polyform(solution)) => puzzle.draw(solution, style),
            (Puzzle::Cryptarithm(puzzle), Solution::Cryptarithm(solution)) => puzzle.draw(solution, style),
            (Puzzle::Pips(puzzle), Solution::Pips(solution)) => puzzle.draw(solution, style),
            (Puzzle::Sudoku(puzzle), Solution::Sudoku(solution)) => puzzle.draw(solution, style),
            _ => self.draw_puzzle(style),
        }
    }

    /// The puzzle as an SVG document, with a solution where one is given.
    pub fn svg(&self, solution: Option<&Solution>) -> String {
        self.board(solution).to_svg()
    }

    /// The board of the puzzle, on which some cells stand out, by layer, row and column; a puzzle without a board has
    /// none that could.
    pub fn stressed_board(&self, solution: Option<&Solution>, cells: &[[usize; 3]]) -> Board {
        let mut board = self.board(solution);
        if self.kind() != Kind::Cryptarithm {
            cells.iter().for_each(|&cell| board.stress(cell));
        }
        board
    }

    /// The board of the puzzle, with a solution where one of its kind is given.
    pub fn board(&self, solution: Option<&Solution>) -> Board {
        match (self, solution) {
            (Puzzle::Queens(puzzle), Some(Solution::Queens(solution))) => puzzle.solution_board(solution),
            (Puzzle::Polyform(puzzle), Some(Solution::Polyform(solution))) => puzzle.solution_board(solution),
            (Puzzle::Cryptarithm(puzzle), Some(Solution::Cryptarithm(solution))) => puzzle.solution_board(solution),
            (Puzzle::Pips(puzzle), Some(Solution::Pips(solution))) => puzzle.solution_board(solution),
            (Puzzle::Sudoku(puzzle), Some(Solution::Sudoku(solution))) => puzzle.solution_board(solution),
            (Puzzle::Queens(puzzle), _) => puzzle.board(),
            (Puzzle::Polyform(puzzle), _) => puzzle.board(),
            (Puzzle::Cryptarithm(puzzle), _) => puzzle.board(),
            (Puzzle::Pips(puzzle), _) => puzzle.board(),
            (Puzzle::Sudoku(puzzle), _) => puzzle.board(),
        }
    }
}

fn no_such_puzzle(pick: &str, count: usize) -> PuzzleError {
    let held = if count == 1 { "one puzzle".to_owned() } else { format!("{count} puzzles") };
    PuzzleError::new(ErrorClass::Choice, format!("the text holds {held}, and none is called `{pick}`"))
}
