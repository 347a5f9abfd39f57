//! Whether the cells of the pieces can add up to those of the board.

use super::puzzle::{Kind, Target};
use crate::error::PuzzleError;

/// Refuses a puzzle whose pieces, in any numbers that are allowed, have too many cells, too few, or none of the right
/// sums between the cells that must be covered and those that may be.
pub(crate) fn check(targets: &[Target], kinds: &[Kind]) -> Result<(), PuzzleError> {
    let board = targets.len();
    let must = targets.iter().filter(|target| !target.may_stay_empty).count();
    let least: u64 = kinds.iter().map(|kind| u64::from(kind.least) * kind.shape.size() as u64).sum();
    let most = kinds.iter().try_fold(0u64, |sum, kind| Some(sum + u64::from(kind.most?) * kind.shape.size() as u64));
    let on_board = match board - must {
        0 => format!("the board has {board}"),
        1 => format!("the board has {board}, one of which may stay empty"),
        optional => format!("the board has {board}, {optional} of which may stay empty"),
    };
    if least > board as u64 {
        let all = if most == Some(least) { "the pieces have" } else { "the pieces have at least" };
        return Err(PuzzleError::no_solution(format!("{all} {least} cells, but {on_board}")));
    }
    if let Some(most) = most.filter(|&most| most < must as u64) {
        let all = if most == least { "the pieces have" } else { "the pieces have at most" };
        return Err(PuzzleError::no_solution(format!("{all} {most} cells, but {on_board}")));
    }
    if !reachable(kinds, board)[must..].contains(&true) {
        return Err(PuzzleError::no_solution(format!(
            "no choice of the pieces has as many cells as needed: {on_board}"
        )));
    }
    Ok(())
}

/// For each sum up to `board`, whether the cells of the pieces can reach it.
fn reachable(kinds: &[Kind], board: usize) -> Vec<bool> {
    let mut sums = vec![false; board + 1];
    sums[0] = true;
    for kind in kinds {
        let size = kind.shape.size();
        let shift = (kind.least as usize).saturating_mul(size);
        let extra = kind.most.map_or(usize::MAX, |most| (most - kind.least) as usize);
        let mut next = vec![false; board + 1];
        // The number of further copies used to reach each sum, the least possible.
        let mut used = vec![usize::MAX; board + 1];
        for sum in shift.min(board + 1)..=board {
            used[sum] = match (sums[sum - shift], sum.checked_sub(size)) {
                (true, _) => 0,
                (false, Some(before)) if before >= shift => used[before].saturating_add(1),
                _ => usize::MAX,
            };
            next[sum] = used[sum] <= extra && used[sum] < usize::MAX;
        }
        sums = next;
    }
    sums
}
