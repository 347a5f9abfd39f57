//! Whether the cells of the pieces can add up to those of the board.

use std::collections::BTreeMap;

use super::puzzle::{Kind, Target};
use crate::error::PuzzleError;
use crate::words::counted;

/// Refuses a puzzle whose pieces, in any numbers that are allowed, have too many cells, too few, or none of the right
/// sums between the cells that must be covered and those that may be.
pub(crate) fn check(targets: &[Target], kinds: &[Kind]) -> Result<(), PuzzleError> {
    let board = targets.len();
    let must = must_be_covered(targets);
    let least: u64 = kinds.iter().map(|kind| u64::from(kind.least) * kind.shape.size() as u64).sum();
    let most = kinds.iter().try_fold(0u64, |sum, kind| Some(sum + u64::from(kind.most?) * kind.shape.size() as u64));
    let on_board = match board - must {
        0 => format!("the board has {board}"),
        1 => format!("the board has {board}, one of which may stay empty"),
        optional => format!("the board has {board}, {optional} of which may stay empty"),
    };
    if least > board as u64 {
        let all = if most == Some(least) { "the pieces have" } else { "the pieces have at least" };
        return Err(PuzzleError::no_solution(format!("{all} {}, but {on_board}", counted(least, "cell"))));
    }
    if let Some(most) = most.filter(|&most| most < must as u64) {
        let all = if most == least { "the pieces have" } else { "the pieces have at most" };
        return Err(PuzzleError::no_solution(format!("{all} {}, but {on_board}", counted(most, "cell"))));
    }
    if !reachable(&sizes_of(kinds), board)[must..].contains(&true) {
        return Err(PuzzleError::no_solution(format!(
            "no choice of the pieces has as many cells as needed: {on_board}"
        )));
    }
    Ok(())
}

/// How many cells of the board must be covered.
fn must_be_covered(targets: &[Target]) -> usize {
    targets.iter().filter(|target| !target.may_stay_empty).count()
}

/// The most steps that may be taken to find pieces that no solution has.
const MOST_STEPS: usize = 1 << 26;

/// Marks the optional pieces of which no solution has a copy, since the areas of the others do not add
/// up with it. If there are too many sizes of pieces on a large board, none is marked.
pub(crate) fn mark_never_used(targets: &[Target], kinds: &mut [Kind]) {
    let board = targets.len();
    let must = must_be_covered(targets);
    let sizes = sizes_of(kinds);
    if sizes.len().saturating_pow(2).saturating_mul(board) > MOST_STEPS {
        return;
    }
    for at in 0..sizes.len() {
        // Pieces of one size can stand for each other here: one more of them than must be is one of
        // these.
        let mut with_one_more = sizes.clone();
        with_one_more[at].least = with_one_more[at].least.saturating_add(1);
        let is_possible = with_one_more[at].most.is_none_or(|most| with_one_more[at].least <= most)
            && reachable(&with_one_more, board)[must..].contains(&true);
        let optional = kinds.iter_mut().filter(|kind| kind.least == 0 && kind.shape.size() == sizes[at].cells);
        optional.for_each(|kind| kind.is_never_used = !is_possible);
    }
}

/// The pieces of one size: their number of cells, and how many copies there are of all together.
#[derive(Clone, Debug)]
struct Size {
    cells: usize,
    least: u32,
    most: Option<u32>,
}

/// The pieces by their sizes.
fn sizes_of(kinds: &[Kind]) -> Vec<Size> {
    let mut sizes: BTreeMap<usize, Size> = BTreeMap::new();
    for kind in kinds {
        let cells = kind.shape.size();
        let size = sizes.entry(cells).or_insert(Size { cells, least: 0, most: Some(0) });
        size.least = size.least.saturating_add(kind.least);
        size.most = size.most.zip(kind.most).map(|(first, second)| first.saturating_add(second));
    }
    sizes.into_values().collect()
}

/// For each sum up to `board`, whether the cells of the pieces can reach it.
fn reachable(sizes: &[Size], board: usize) -> Vec<bool> {
    let mut sums = vec![false; board + 1];
    sums[0] = true;
    for &Size { cells: size, least, most } in sizes {
        let shift = (least as usize).saturating_mul(size);
        let extra = most.map_or(usize::MAX, |most| most.saturating_sub(least) as usize);
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
