//! Finds what is odd about a puzzle, and what makes it impossible before any search.

use gordian_formula::sorted_set;

use super::clue::Clue;
use super::draw::picture;
use super::puzzle::{Given, Pips, Region};
use crate::error::PuzzleError;

impl Pips {
    /// The facts that a user may want to know before trusting the puzzle, a sentence each without a
    /// full stop.
    pub(super) fn remarks(&self) -> Vec<String> {
        let apart = self.regions.iter().filter(|region| self.parts(&region.squares).len() > 1);
        let mut notes: Vec<String> =
            apart.map(|region| format!("the region {} is not connected", self.names(region))).collect();
        match &self.given {
            Given::None => {}
            Given::Unreadable => notes.push("the solution that the text holds is in a form that is unknown".to_owned()),
            Given::Solution(solution) => {
                let wrong = self.judge(solution).err();
                notes.extend(wrong.map(|violation| format!("the solution that the text holds is wrong: {violation}")));
            }
        }
        notes
    }

    /// The reason why there is no solution, if counting alone shows it: squares that dominoes
    /// cannot pair, or a clue that the numbers cannot meet. `text` is the text of the puzzle.
    pub(super) fn refute(&self, text: &str) -> Option<PuzzleError> {
        let by_region = || self.regions.iter().find_map(|region| self.refute_region(region, text));
        self.refute_board().or_else(by_region).or_else(|| self.refute_total())
    }

    /// If every region says its sum, these must add up to the number of pips on the dominoes.
    pub(super) fn refute_total(&self) -> Option<PuzzleError> {
        let sum = |region: &Region| match region.clue {
            Clue::Sum(target) => Some(u64::from(target)),
            _ => None,
        };
        let clues: u64 = self.regions.iter().map(sum).sum::<Option<u64>>()?;
        let dominoes: u64 = self.dominoes.iter().flatten().map(|&number| u64::from(number)).sum();
        let message =
            || format!("the sums of the regions add up to {clues}, the numbers of the dominoes to {dominoes}");
        (clues != dominoes).then(|| PuzzleError::no_solution(message()))
    }

    /// A domino covers a light and a dark square of a chessboard, so each connected part has as many of both.
    fn refute_board(&self) -> Option<PuzzleError> {
        let all: Vec<usize> = (0..self.squares.len()).collect();
        self.parts(&all).into_iter().find_map(|part| {
            let dark = part.iter().filter(|&&square| self.squares[square].iter().sum::<usize>() % 2 == 1).count();
            let light = part.len() - dark;
            if light == dark {
                return None;
            }
            let whole = if part.len() == all.len() { "the board has" } else { "a part of the board has" };
            let message = match part.len() % 2 {
                1 if part.len() == 1 => format!("{whole} a single square"),
                1 => format!("{whole} {} squares, an odd number", part.len()),
                _ => format!(
                    "{whole} {light} squares of one colour of the chessboard and {dark} of the other, and a domino \
                     covers one of each"
                ),
            };
            let crossed: Vec<[usize; 2]> = part.iter().map(|&square| self.squares[square]).collect();
            Some(PuzzleError::no_solution(message).with_picture(picture(&self.squares, &crossed)))
        })
    }

    fn refute_region(&self, region: &Region, text: &str) -> Option<PuzzleError> {
        let mut numbers: Vec<u32> = self.dominoes.iter().flatten().copied().collect();
        numbers.sort_unstable();
        let size = region.squares.len();
        let least: u32 = numbers.iter().take(size).sum();
        let most: u32 = numbers.iter().rev().take(size).sum();
        let of_equal = || numbers.chunk_by(|a, b| a == b).map(<[u32]>::len);
        let reason = match region.clue {
            Clue::Sum(target) if target > most => format!("the largest numbers of the dominoes add up to {most}"),
            Clue::Greater(target) if target >= most => format!("the largest numbers of the dominoes add up to {most}"),
            Clue::Sum(target) if target < least => format!("the smallest numbers of the dominoes add up to {least}"),
            Clue::Less(target) if target <= least => format!("the smallest numbers of the dominoes add up to {least}"),
            Clue::Equals if of_equal().all(|count| count < size) => {
                format!("no number stands {size} times on the dominoes")
            }
            Clue::Unequal if of_equal().count() < size => match of_equal().count() {
                1 => "all numbers of the dominoes are the same".to_owned(),
                count => format!("the dominoes have {count} different numbers"),
            },
            _ => return None,
        };
        let message = format!("{}: {reason}", self.denial(region));
        let crossed: Vec<[usize; 2]> = region.squares.iter().map(|&square| self.squares[square]).collect();
        let (line, column) = region.place;
        let error = PuzzleError::no_solution(message).at(line, column).pointing_into(text, 1);
        Some(error.with_board(&picture(&self.squares, &crossed)))
    }

    /// The connected parts of some squares, each sorted.
    fn parts(&self, squares: &[usize]) -> Vec<Vec<usize>> {
        let edges = self.edges();
        let mut part_of: Vec<Option<usize>> = vec![None; self.squares.len()];
        squares.iter().for_each(|&square| part_of[square] = Some(square));
        // Small boards: the least index of each part spreads until nothing changes.
        loop {
            let mut changed = false;
            for &[a, b] in &edges {
                if let (Some(first), Some(second)) = (part_of[a], part_of[b])
                    && first != second
                {
                    let least = first.min(second);
                    (part_of[a], part_of[b], changed) = (Some(least), Some(least), true);
                }
            }
            if !changed {
                break;
            }
        }
        let firsts: Vec<usize> = sorted_set(squares.iter().filter_map(|&square| part_of[square]));
        let members = |first: usize| (0..part_of.len()).filter(|&square| part_of[square] == Some(first)).collect();
        firsts.into_iter().map(members).collect()
    }
}
