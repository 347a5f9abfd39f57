//! A polyform puzzle from its board and its pieces.

use super::area;
use super::puzzle::{Board, Kind, Piece, Placement, Polyform, Square, Target};
use super::shape::Turning;
use super::space::{Cell, corner, moved, opposite};
use crate::error::PuzzleError;

/// The most placements a puzzle can have.
const MAX_PLACEMENTS: usize = 1 << 22;
/// The most cells of placements a puzzle can have.
const MAX_COVERED: usize = 1 << 27;

impl Polyform {
    /// Puts the puzzle together and finds what makes it impossible before any search.
    ///
    /// # Errors
    /// If areas cannot add up, a piece fits nowhere, or a given names no piece; `text` is what pictures show.
    pub(crate) fn new(
        title: Option<String>,
        board: Board,
        pieces: Vec<Piece>,
        text: &str,
    ) -> Result<Polyform, PuzzleError> {
        let drawn: Vec<Cell> = board.squares.keys().copied().collect();
        let shift = opposite(corner(&drawn));
        let cells: Vec<Cell> = drawn.into_iter().map(|cell| moved(cell, shift)).collect();
        let solid = cells.iter().any(|cell| cell[0] > 0) || pieces.iter().any(|piece| piece.shape.is_solid());
        let givens: Vec<(char, usize, usize)> = board.squares.values().filter_map(|square| square.given).collect();
        let mut kinds = kinds_of(pieces, &givens, solid, text)?;
        let target = |square: &Square| {
            let given = match square.given {
                None => None,
                Some((symbol, line, column)) => {
                    let kind = kinds.iter().position(|kind| kind.symbols.contains(&symbol));
                    let unknown = || PuzzleError::malformed(format!("there is no piece {symbol} to cover this cell"));
                    Some(kind.ok_or_else(|| unknown().at(line, column).pointing_into(text, 1))?)
                }
            };
            Ok(Target { may_stay_empty: square.may_stay_empty, given })
        };
        let targets = board.squares.values().map(target).collect::<Result<Vec<Target>, PuzzleError>>()?;
        area::check(&targets, &kinds)?;
        area::mark_never_used(&targets, &mut kinds);
        let mut puzzle = Polyform { title, solid, cells, targets, kinds, placements: Vec::new() };
        puzzle.place_pieces(text)?;
        Ok(puzzle)
    }

    fn place_pieces(&mut self, text: &str) -> Result<(), PuzzleError> {
        let mut placements = Vec::new();
        let mut covered = 0;
        for (index, kind) in self.kinds.iter().enumerate() {
            let before = placements.len();
            for shape in &kind.orientations {
                let first = shape.cells()[0];
                for &at in &self.cells {
                    let offset = moved(at, opposite(first));
                    let cells: Option<Vec<u32>> =
                        shape.cells().iter().map(|&cell| self.index_of(moved(cell, offset))).collect();
                    let Some(cells) = cells else { continue };
                    let allowed = |&cell: &u32| self.targets[cell as usize].given.is_none_or(|given| given == index);
                    if !cells.iter().all(allowed) {
                        continue;
                    }
                    covered += cells.len();
                    placements.push(Placement { kind: index, cells });
                    if placements.len() > MAX_PLACEMENTS || covered > MAX_COVERED {
                        let message = format!("the pieces have more than {} placements", placements.len() - 1);
                        return Err(PuzzleError::malformed(message));
                    }
                }
            }
            if placements.len() == before && kind.least > 0 {
                let message = format!("piece {} fits nowhere on the board", kind.name());
                let picture = kind.shape.picture(kind.name());
                let error = PuzzleError::no_solution(message).at(kind.line, 1).pointing_into(text, 1);
                let shown = error.picture.clone().unwrap_or_default();
                return Err(error.with_picture(format!("{shown}\n{picture}")));
            }
        }
        placements.sort_unstable();
        self.placements = placements;
        Ok(())
    }
}

/// Merges the pieces that have the same orientations; pieces of which there are no copies drop out.
///
/// A piece that a cell of the board names is told apart from the others by that cell, so it is a kind of its own. If it
/// had copies, a copy elsewhere could be exchanged with another piece, and solutions that differ by that would be two.
fn kinds_of(
    pieces: Vec<Piece>,
    givens: &[(char, usize, usize)],
    solid: bool,
    text: &str,
) -> Result<Vec<Kind>, PuzzleError> {
    let given = |symbol: char| givens.iter().find(|(given, ..)| *given == symbol);
    let mut kinds: Vec<Kind> = Vec::new();
    for piece in pieces {
        if solid && piece.turning == Turning::OneSided {
            let message = format!(
                "piece {} cannot be one-sided: a solid is never turned over into its mirror image",
                piece.symbol
            );
            return Err(PuzzleError::malformed(message).at(piece.line, 1).pointing_into(text, 1));
        }
        let orientations = piece.shape.orientations(&piece.turning.turns(solid));
        let own = given(piece.symbol);
        let is_alike = |kind: &&mut Kind| {
            kind.orientations == orientations
                && (kind.symbols == [piece.symbol] || own.is_none() && given(kind.name()).is_none())
        };
        match kinds.iter_mut().find(is_alike) {
            Some(kind) => {
                kind.symbols.push(piece.symbol);
                kind.least = kind.least.saturating_add(piece.least);
                kind.most = kind.most.zip(piece.most).map(|(first, second)| first.saturating_add(second));
            }
            None => kinds.push(Kind {
                symbols: vec![piece.symbol],
                shape: piece.shape,
                orientations,
                least: piece.least,
                most: piece.most,
                is_never_used: false,
                line: piece.line,
            }),
        }
    }
    kinds.retain(|kind| kind.most != Some(0));
    for kind in kinds.iter().filter(|kind| kind.most != Some(1)) {
        let other = kinds.iter().find(|other| other.orientations == kind.orientations && other.name() != kind.name());
        if let (Some(&(symbol, line, column)), Some(other)) = (given(kind.name()), other) {
            let message = format!(
                "piece {symbol} has copies and the shape of piece {}: a cell can name it only if the two are one piece",
                other.name()
            );
            return Err(PuzzleError::malformed(message).at(line, column).pointing_into(text, 1));
        }
    }
    Ok(kinds)
}
