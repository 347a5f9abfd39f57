//! Reading a puzzle from the JSON in which newspapers serve it.

use gordian_formula::text::harmless;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::clue::Clue;
use super::laid::Options;
use super::levels::{Level, levels, offset};
use super::puzzle::{Given, MAX_PIPS, MAX_SIDE, MAX_SQUARES, Pips, Region};
use crate::error::PuzzleError;

/// Reads the puzzle of a text; of several, the one that is picked by its name, or its number from 1.
///
/// The format is described in `docs/formats.md`.
///
/// # Errors
/// If the text is not of this form, several puzzles are there and none is picked, or the one picked is not there.
pub fn parse(text: &str, pick: Option<&str>) -> Result<Pips, PuzzleError> {
    let text = text.trim_start_matches('\u{feff}');
    parse_level(text, &Level::pick(&levels(text)?, pick)?)
}

/// Reads one of the puzzles of a text.
///
/// # Errors
/// If it is null, is not of the right form, squares belong to two regions, or squares and dominoes
/// do not match in number.
pub fn parse_level(text: &str, level: &Level<'_>) -> Result<Pips, PuzzleError> {
    let null = || PuzzleError::malformed(level.absence());
    let fields = level.fields.as_ref().ok_or_else(null)?;
    let source = Source { text };
    let dominoes = source.dominoes(fields.dominoes.ok_or_else(null)?)?;
    let regions = fields.regions.ok_or_else(null)?;
    let (squares, regions) = source.regions(regions)?;
    if squares.len() != 2 * dominoes.len() {
        let (squares, halves) = (squares.len(), 2 * dominoes.len());
        let cover = match dominoes.len() {
            1 => "1 domino covers".to_owned(),
            count => format!("{count} dominoes cover"),
        };
        let message = format!("{cover} {halves} squares, and the board has {squares}");
        return Err(source.at(fields.regions.ok_or_else(null)?, message));
    }
    let mut region_of = vec![0; squares.len()];
    for (index, region) in regions.iter().enumerate() {
        region.squares.iter().for_each(|&square| region_of[square] = index);
    }
    let own = fields.id.and_then(|id| serde_json::from_str::<String>(id.get()).ok());
    let title = own.or_else(|| {
        let day = level.day.as_deref()?;
        Some(format!("{day} {}", level.name).trim_end().to_owned())
    });
    let title = title.map(|title| harmless(&title).into_owned());
    let mut puzzle =
        Pips { title, dominoes, squares, regions, region_of, given: Given::None, pruned: Options::default() };
    puzzle.pruned = puzzle.options()?;
    while puzzle.prune() {}
    puzzle.given = fields.solution.map_or(Given::None, |solution| given(solution, &puzzle));
    Ok(puzzle)
}

/// A region as it is written.
#[derive(Deserialize)]
struct Written<'a> {
    #[serde(borrow)]
    indices: Vec<&'a RawValue>,
    #[serde(borrow, rename = "type")]
    clue: &'a RawValue,
    #[serde(borrow)]
    target: Option<&'a RawValue>,
}

/// The text, in which places are found again.
struct Source<'a> {
    text: &'a str,
}

impl<'a> Source<'a> {
    /// Line and column of a part of the text.
    fn place(&self, part: &str) -> (usize, usize) {
        let before = &self.text[..offset(self.text, part)];
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        (line, before[start..].chars().count() + 1)
    }

    fn at(&self, value: &RawValue, message: impl Into<String>) -> PuzzleError {
        let (line, column) = self.place(value.get());
        let width = value.get().lines().next().unwrap_or("").chars().count().clamp(1, 40);
        PuzzleError::malformed(message).at(line, column).pointing_into(self.text, width)
    }

    fn list(&self, value: &'a RawValue, what: &str) -> Result<Vec<&'a RawValue>, PuzzleError> {
        serde_json::from_str(value.get()).map_err(|_| self.at(value, format!("{what} are a list")))
    }

    fn read<T: DeserializeOwned>(&self, value: &RawValue, what: &str) -> Result<T, PuzzleError> {
        serde_json::from_str(value.get()).map_err(|_| self.at(value, what))
    }

    fn dominoes(&self, value: &'a RawValue) -> Result<Vec<[u32; 2]>, PuzzleError> {
        let wanted = format!("a domino must be a pair of numbers from 0 to {MAX_PIPS}");
        let read = |domino: &&RawValue| {
            let numbers: [u32; 2] = self.read(domino, &wanted)?;
            match numbers.iter().all(|&number| number <= MAX_PIPS) {
                true => Ok(numbers),
                false => Err(self.at(domino, &wanted)),
            }
        };
        let dominoes = self.list(value, "dominoes")?;
        if dominoes.is_empty() || 2 * dominoes.len() > MAX_SQUARES {
            return Err(self.at(value, format!("there must be 1 to {} dominoes", MAX_SQUARES / 2)));
        }
        dominoes.iter().map(read).collect()
    }

    fn square(&self, value: &RawValue) -> Result<[usize; 2], PuzzleError> {
        let wanted = format!("a square must be a pair of row and column, each from 0 to {}", MAX_SIDE - 1);
        let square: [usize; 2] = self.read(value, &wanted)?;
        if square.iter().any(|&coordinate| coordinate >= MAX_SIDE) {
            return Err(self.at(value, wanted));
        }
        Ok(square)
    }

    /// The squares, sorted, and the regions.
    fn regions(&self, value: &'a RawValue) -> Result<(Vec<[usize; 2]>, Vec<Region>), PuzzleError> {
        let mut read: Vec<Vec<[usize; 2]>> = Vec::new();
        let mut clues: Vec<(Clue, (usize, usize))> = Vec::new();
        let mut taken: Vec<([usize; 2], usize)> = Vec::new();
        for (index, region) in self.list(value, "regions")?.into_iter().enumerate() {
            let written: Written<'_> = serde_json::from_str(region.get())
                .map_err(|_| self.at(region, "a region must be an object with a list `indices` and a `type`"))?;
            let clue = self.clue(&written)?;
            let mut squares = Vec::with_capacity(written.indices.len());
            for place in &written.indices {
                let square = self.square(place)?;
                if let Some(&(_, other)) = taken.iter().find(|(taken, _)| *taken == square) {
                    let [row, column] = square;
                    let twice =
                        if other == index { "twice in its region".to_owned() } else { "in two regions".to_owned() };
                    let error = self.at(place, format!("the square in row {row}, column {column} stands {twice}"));
                    let all: Vec<[usize; 2]> = taken.iter().map(|(square, _)| *square).collect();
                    return Err(error.with_board(&super::draw::picture(&all, &[square])));
                }
                taken.push((square, index));
                squares.push(square);
            }
            if squares.is_empty() {
                return Err(self.at(region, "a region must have squares"));
            }
            read.push(squares);
            clues.push((clue, self.place(region.get())));
        }
        let mut squares: Vec<[usize; 2]> = taken.into_iter().map(|(square, _)| square).collect();
        squares.sort_unstable();
        let index = |square: &[usize; 2]| squares.binary_search(square).unwrap_or_default();
        let regions = read.iter().zip(clues).map(|(own, (clue, place))| {
            let squares = own.iter().map(index).collect();
            Region { squares, clue, place }
        });
        let regions = regions.collect();
        Ok((squares, regions))
    }

    fn clue(&self, written: &Written<'_>) -> Result<Clue, PuzzleError> {
        let known = "a clue must be one of empty, sum, less, greater, equals, unequal";
        let name: String = self.read(written.clue, known)?;
        let target = || {
            let missing = || self.at(written.clue, format!("a region of type `{name}` needs a `target`"));
            self.read(written.target.ok_or_else(missing)?, "a target must be a number from 0")
        };
        Ok(match name.as_str() {
            "empty" => Clue::Empty,
            "sum" => Clue::Sum(target()?),
            "less" => Clue::Less(target()?),
            "greater" => Clue::Greater(target()?),
            "equals" => Clue::Equals,
            "unequal" => Clue::Unequal,
            _ => return Err(self.at(written.clue, known)),
        })
    }
}

/// The solution that stands beside the puzzle. It is no part of the puzzle, so a wrong one is no reason to refuse it.
fn given(value: &RawValue, puzzle: &Pips) -> Given {
    let places: Vec<[[usize; 2]; 2]> = match serde_json::from_str(value.get()) {
        Ok(places) => places,
        Err(_) => return Given::Unreadable,
    };
    if places.is_empty() { Given::None } else { Given::Solution(puzzle.solution_from(&places)) }
}
