//! Puzzles and solutions without their types.

use std::any::Any;
use std::fmt;

use gordian_encoders::rule::Guarding;
use gordian_flatzinc::Model as FlatZincModel;
use gordian_formula::{Clock, Model};
use serde::{Serialize, Serializer};

use super::board::{Board, Style};
use super::compiled::Compiled;
use super::error::{PuzzleError, Violation};
use super::facts::{FactValues, Holding, Known, PlaceFacts, PuzzleFacts};
use super::puzzle::Puzzle;

/// A puzzle of any kind, behind a pointer.
pub type DynPuzzle = Box<dyn Puzzle<Solution = AnySolution>>;

/// Forgets which kind a puzzle is of.
pub(crate) fn erase<P: Puzzle>(puzzle: P) -> DynPuzzle {
    Box::new(Erased(puzzle))
}

/// A solution of a puzzle of any kind; it is serialised as the solution of its own kind.
pub struct AnySolution(Box<dyn Solution>);

/// The abilities of every solution.
trait Solution: erased_serde::Serialize + Any + fmt::Debug + Send + Sync {}

impl<S: Serialize + Any + fmt::Debug + Send + Sync> Solution for S {}

impl AnySolution {
    /// The solution as one of its kind; `None` where it is of another one.
    pub fn downcast_ref<S: Any>(&self) -> Option<&S> {
        (&*self.0 as &dyn Any).downcast_ref()
    }
}

impl fmt::Debug for AnySolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for AnySolution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(&*self.0, serializer)
    }
}

/// A puzzle whose solutions are [`AnySolution`]s. Each method that a kind may write itself stands here, since the
/// default one would be taken otherwise.
#[derive(Debug)]
struct Erased<P>(P);

impl<P: Puzzle> Puzzle for Erased<P> {
    type Solution = AnySolution;

    fn title(&self) -> Option<&str> {
        self.0.title()
    }

    fn goal(&self) -> Option<String> {
        self.0.goal()
    }

    fn model(&self) -> Option<&FlatZincModel> {
        self.0.model()
    }

    fn solution_with(&self, values: &[i64]) -> Option<AnySolution> {
        self.0.solution_with(values).map(|solution| AnySolution(Box::new(solution)))
    }

    fn notes(&self) -> Vec<String> {
        self.0.notes()
    }

    fn mistake(&self) -> Option<&PuzzleError> {
        self.0.mistake()
    }

    fn refutation(&self, text: &str) -> Option<PuzzleError> {
        self.0.refutation(text)
    }

    fn compile_as(&self, guarding: Guarding, clock: &Clock) -> Result<Compiled, PuzzleError> {
        whole(self.0.compile_as(guarding, clock)?, clock)
    }

    fn compile_better(&self, than: i64, clock: &Clock) -> Result<Compiled, PuzzleError> {
        whole(self.0.compile_better(than, clock)?, clock)
    }

    fn decode(&self, model: &Model) -> Result<AnySolution, Violation> {
        Ok(AnySolution(Box::new(self.0.decode(model)?)))
    }

    fn check(&self, solution: &AnySolution) -> Result<(), Violation> {
        let own = solution.downcast_ref();
        self.0.check(own.ok_or_else(|| Violation::new("the solution belongs to another kind of puzzle"))?)
    }

    fn board(&self, solution: Option<&AnySolution>) -> Board {
        self.0.board(solution.and_then(AnySolution::downcast_ref))
    }

    fn stressed_board(&self, solution: Option<&AnySolution>, cells: &[[usize; 3]]) -> Board {
        self.0.stressed_board(solution.and_then(AnySolution::downcast_ref), cells)
    }

    fn draw_puzzle(&self, style: Style) -> String {
        self.0.draw_puzzle(style)
    }

    fn draw(&self, solution: &AnySolution, style: Style) -> String {
        match solution.downcast_ref() {
            Some(solution) => self.0.draw(solution, style),
            None => self.0.draw_puzzle(style),
        }
    }

    fn holdings(&self) -> Vec<Vec<Holding>> {
        self.0.holdings()
    }

    fn holdings_of(&self, solution: &AnySolution) -> Vec<Holding> {
        solution.downcast_ref().map_or(Vec::new(), |solution| self.0.holdings_of(solution))
    }

    fn places(&self) -> Vec<[usize; 3]> {
        self.0.places()
    }

    fn place_name(&self, place: [usize; 3]) -> String {
        self.0.place_name(place)
    }

    fn is_always_filled(&self, place: [usize; 3]) -> bool {
        self.0.is_always_filled(place)
    }

    fn fact_values(&self, facts: &PlaceFacts) -> FactValues {
        self.0.fact_values(facts)
    }

    fn facts_board(&self, facts: &PlaceFacts) -> Board {
        self.0.facts_board(facts)
    }

    fn facts(&self, known: &Known<'_>) -> PuzzleFacts {
        self.0.facts(known)
    }
}

/// The formula, unless the time is over: an encoder that breaks off then may not say so, and clauses would be missing.
fn whole(compiled: Compiled, clock: &Clock) -> Result<Compiled, PuzzleError> {
    if clock.is_over() { Err(PuzzleError::stopped()) } else { Ok(compiled) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// Made of other methods, and the same for every kind.
    const PROVIDED: [&str; 4] = ["compile", "compile_guarded", "svg", "differences"];

    #[test]
    fn every_method_that_a_kind_may_write_is_handed_on() {
        let methods = |source: &'static str| -> BTreeSet<&str> {
            let names = source.lines().filter_map(|line| line.strip_prefix("    fn ")?.split('(').next());
            names.collect()
        };
        let (_, adapter) = include_str!("erased.rs").split_once("for Erased<P>").unwrap();
        let (adapter, _) = adapter.split_once("#[cfg(test)]").unwrap();
        let (of_trait, mut handed_on) = (methods(include_str!("puzzle.rs")), methods(adapter));
        handed_on.extend(PROVIDED);
        assert_eq!(handed_on, of_trait);
    }
}
