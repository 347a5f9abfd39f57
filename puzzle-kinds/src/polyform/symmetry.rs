//! The symmetries of a board that its pieces share.

use std::collections::HashMap;

use gordian_formula::{Clock, Lit, Permutation, Var};

use super::puzzle::{Placement, Polyform};
use super::space::{Cell, Turn, corner, moved, opposite};
use crate::compiled::{SymmetrySpec, symmetries_of_board};
use crate::counts::CountRules;

/// Placements between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 10;

/// The groups of symmetries: all, and those without reflections. If the time is over, they mean
/// nothing.
pub(crate) fn symmetries(puzzle: &Polyform, rules: &CountRules, clock: &Clock) -> Vec<SymmetrySpec> {
    let mut poller = clock.poller(POLL_INTERVAL);
    let numbered = puzzle.placements.iter().enumerate().map(|(index, placement)| (placement, index));
    let index: HashMap<&Placement, usize> = numbered.take_while(|_| !poller.is_over()).collect();
    let turns = if puzzle.solid { Turn::of_space() } else { Turn::of_plane() };
    let mut permutations: Vec<(Turn, Permutation)> = Vec::new();
    for turn in turns {
        if clock.is_over() {
            break;
        }
        let permutation = permutation_of(puzzle, turn, &index);
        permutations.extend(permutation.filter(|own| rules.are_symmetric_under(own, clock)).map(|own| (turn, own)));
    }
    symmetries_of_board(&permutations, Turn::IDENTITY, Turn::then, Turn::is_rotation)
}

/// The permutation of the placements that the turn makes; `None` if it does not map board to board
/// and kinds to kinds.
fn permutation_of(puzzle: &Polyform, turn: Turn, index: &HashMap<&Placement, usize>) -> Option<Permutation> {
    let turned: Vec<Cell> = puzzle.cells.iter().map(|&cell| turn.apply(cell)).collect();
    let shift = opposite(corner(&turned));
    let cell_images: Vec<u32> =
        turned.into_iter().map(|cell| puzzle.index_of(moved(cell, shift))).collect::<Option<_>>()?;
    let kind_images: Vec<Option<usize>> =
        (0..puzzle.kinds.len()).map(|kind| kind_image(puzzle, kind, turn, &cell_images)).collect();
    let images = puzzle.placements.iter().enumerate().map(|(own, placement)| {
        if puzzle.kinds[placement.kind].is_never_used {
            return Some(Var::from_index(own).positive());
        }
        let mut cells: Vec<u32> = placement.cells.iter().map(|&cell| cell_images[cell as usize]).collect();
        cells.sort_unstable();
        let image = Placement { kind: kind_images[placement.kind]?, cells };
        Some(Var::from_index(*index.get(&image)?).positive())
    });
    let images: Vec<Lit> = images.collect::<Option<_>>()?;
    Permutation::from_images(images).ok()
}

/// The kind whose orientations are the turned ones of `kind`, if its number of copies is bounded alike. If there are
/// several, the cells decide that name pieces. Kinds without a place on the board, and those that no solution has, are
/// no image.
fn kind_image(puzzle: &Polyform, index: usize, turn: Turn, cell_images: &[u32]) -> Option<usize> {
    let mut orientations: Vec<_> = puzzle.kinds[index].orientations.iter().map(|shape| shape.turned(turn)).collect();
    orientations.sort_unstable();
    let alike = |&other: &usize| {
        puzzle.kinds[other].orientations == orientations
            && puzzle.bounds(other) == puzzle.bounds(index)
            && puzzle.places(other) > 0
            && !puzzle.kinds[other].is_never_used
    };
    let images: Vec<usize> = (0..puzzle.kinds.len()).filter(alike).collect();
    let named = |kind: usize| puzzle.targets.iter().position(|target| target.given == Some(kind));
    match (images.len(), named(index)) {
        (..=1, _) => images.first().copied(),
        (_, Some(cell)) => puzzle.targets[cell_images[cell] as usize].given.filter(|image| images.contains(image)),
        (_, None) => images.into_iter().find(|&image| named(image).is_none()),
    }
}
