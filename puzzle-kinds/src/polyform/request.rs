//! The request of a puzzle under `pieces:`, like `one-sided pentominoes x2 optional`.

use super::puzzle::MAX_LENGTH;
use super::shape::Turning;
use crate::error::PuzzleError;

/// One item of a list of pieces, or the attributes of drawn ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    /// The pieces.
    pub(crate) noun: Noun,
    /// The allowed turning, if the text says it.
    pub(crate) turning: Option<Turning>,
    /// The least number of copies of each, where it is said.
    pub(crate) least: Option<u32>,
    /// The largest number of copies of each, where it is said; `Some(None)` for any number.
    pub(crate) most: Option<Option<u32>>,
}

/// The pieces that are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Noun {
    /// Those that are drawn.
    #[default]
    Drawn,
    /// A named set, or those of its pieces that have one of these letters.
    Set { name: String, letters: Vec<char> },
    /// A box of layers, rows and columns.
    Cuboid([i32; 3]),
    /// Rectangles with sides in a range.
    Rectangles { kind: Rectangles, from: i32, to: i32 },
}

/// The rectangles that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rectangles {
    /// Those with equal sides.
    Squares,
    /// Those with different sides.
    Oblongs,
    /// All.
    All,
}

impl Rectangles {
    /// The lengths of the other side, at least `rows`, at most `to`.
    pub(crate) fn columns(self, rows: i32, to: i32) -> std::ops::RangeInclusive<i32> {
        match self {
            Rectangles::Squares => rows..=rows,
            Rectangles::Oblongs => rows + 1..=to,
            Rectangles::All => rows..=to,
        }
    }
}

impl Request {
    /// Reads one item, words in any order.
    pub(crate) fn parse(item: &str) -> Result<Request, PuzzleError> {
        let mut request = Request::default();
        let mut optional = false;
        for word in item.split_whitespace() {
            let lower = word.to_lowercase();
            match lower.as_str() {
                "one-sided" => request.turning = Some(Turning::OneSided),
                "fixed" => request.turning = Some(Turning::Fixed),
                "optional" => optional = true,
                "free" => request.turning = Some(Turning::Free),
                _ => {
                    // The letter alone names a piece.
                    if let Some(copies) = lower.strip_prefix('x').filter(|_| word != "X") {
                        let (least, most) = copies_of(copies).ok_or_else(|| {
                            PuzzleError::malformed(format!(
                                "`{word}` is no number of copies: write `x3`, `x2..4` or `x*` for any number"
                            ))
                        })?;
                        (request.least, request.most) = (Some(least), Some(most));
                    } else {
                        request.noun.word(word)?;
                    }
                }
            }
        }
        if let Noun::Rectangles { from: 0, .. } = request.noun {
            return Err(PuzzleError::malformed("the lengths of the sides are missing: write `squares 1..6`"));
        }
        if optional {
            request.least = Some(0);
        }
        Ok(request)
    }
}

impl Noun {
    /// The number of cells of all boxes and rectangles it stands for; zero for others, which are small.
    pub(crate) fn area(&self) -> u64 {
        match *self {
            Noun::Cuboid(size) => size.iter().map(|&length| length as u64).product(),
            Noun::Rectangles { kind, from, to } => {
                let of_rows =
                    |rows: i32| kind.columns(rows, to).map(|columns| rows as u64 * columns as u64).sum::<u64>();
                (from..=to).map(of_rows).sum()
            }
            Noun::Drawn | Noun::Set { .. } => 0,
        }
    }

    fn word(&mut self, word: &str) -> Result<(), PuzzleError> {
        let mut chars = word.chars();
        match self {
            Noun::Drawn => {
                let rectangles = |kind| Noun::Rectangles { kind, from: 0, to: 0 };
                *self = match word.to_lowercase().as_str() {
                    "squares" => rectangles(Rectangles::Squares),
                    "oblongs" => rectangles(Rectangles::Oblongs),
                    "rectangles" => rectangles(Rectangles::All),
                    _ => match dimensions(word) {
                        Some(size) => Noun::Cuboid(size),
                        None => Noun::Set { name: word.to_owned(), letters: Vec::new() },
                    },
                };
                Ok(())
            }
            Noun::Set { letters, .. } if word.chars().count() == 1 => {
                letters.extend(chars.next());
                Ok(())
            }
            Noun::Rectangles { from, to, .. } if *from == 0 => {
                let (least, most) = sides(word).ok_or_else(|| {
                    PuzzleError::malformed(format!(
                        "`{word}` is no range of side lengths from 1 to {MAX_LENGTH}, like `1..6`"
                    ))
                })?;
                (*from, *to) = (least, most);
                Ok(())
            }
            _ => Err(PuzzleError::malformed(format!("`{word}` is not understood here; separate items by commas"))),
        }
    }
}

/// `3`, `2..4`, `2..` or `*`.
fn copies_of(text: &str) -> Option<(u32, Option<u32>)> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|&number| number <= 1_000_000);
    if text == "*" {
        return Some((0, None));
    }
    match text.split_once("..") {
        Some((least, "")) => Some((number(least)?, None)),
        Some((least, most)) => {
            Some((number(least)?, Some(number(most)?))).filter(|(least, most)| *most >= Some(*least))
        }
        None => number(text).map(|copies| (copies, Some(copies))),
    }
}

/// `1..6`, or `3` for that length alone.
fn sides(text: &str) -> Option<(i32, i32)> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let (from, to): (i32, i32) = (from.parse().ok()?, to.parse().ok()?);
    (1 <= from && from <= to && to <= MAX_LENGTH).then_some((from, to))
}

/// `RxC` or `LxRxC` with lengths from 1 to [`MAX_LENGTH`].
pub(crate) fn dimensions(text: &str) -> Option<[i32; 3]> {
    let lengths: Option<Vec<i32>> = text
        .to_lowercase()
        .split(['x', '×'])
        .map(|length| length.trim().parse().ok().filter(|length| (1..=MAX_LENGTH).contains(length)))
        .collect();
    match *lengths?.as_slice() {
        [rows, columns] => Some([1, rows, columns]),
        [layers, rows, columns] => Some([layers, rows, columns]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_request_come_in_any_order() {
        let request = Request::parse("one-sided pentominoes L P x2..4").unwrap();
        assert_eq!(request.noun, Noun::Set { name: "pentominoes".to_owned(), letters: vec!['L', 'P'] });
        assert_eq!((request.least, request.most), (Some(2), Some(Some(4))));
        assert_eq!(request.turning, Some(Turning::OneSided));
        let any = Request::parse("x* squares 1..6").unwrap();
        assert_eq!((any.least, any.most), (Some(0), Some(None)));
        assert_eq!(any.noun, Noun::Rectangles { kind: Rectangles::Squares, from: 1, to: 6 });
        assert_eq!(Request::parse("optional 2x3").unwrap().least, Some(0));
        let crosses = Request::parse("pentominoes X F x2").unwrap();
        assert_eq!(crosses.noun, Noun::Set { name: "pentominoes".to_owned(), letters: vec!['X', 'F'] });
        assert_eq!((crosses.least, Request::parse("X x3").unwrap().least), (Some(2), Some(3)));
    }

    #[test]
    fn what_a_request_cannot_mean_is_refused() {
        for item in ["x", "x5..2", "squares", "squares 0..4", "squares 1..4 7", "pentominoes dominoes", "2x3 4x5"] {
            assert!(Request::parse(item).is_err(), "{item}");
        }
    }

    #[test]
    fn areas_are_known_before_pieces_are_made() {
        let area = |item| Request::parse(item).unwrap().noun.area();
        assert_eq!(
            [area("squares 1..3"), area("oblongs 1..3"), area("rectangles 2..3"), area("2x3x4")],
            [14, 11, 19, 24]
        );
    }
}
