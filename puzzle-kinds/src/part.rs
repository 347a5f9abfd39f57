//! The puzzles of a text that may hold several.

use std::ops::Range;

use super::error::PuzzleError;

/// A puzzle of a text that may hold several: where it stands, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name, like `easy`, if the text gives one.
    pub name: Option<String>,
    /// The bytes of the text from which it is read.
    pub bytes: Range<usize>,
    /// The number or the name by which it is picked, if these bytes hold other puzzles too.
    pub pick: Option<String>,
}

impl Part {
    /// A text that is one puzzle.
    pub(crate) fn whole(text: &str) -> Vec<Part> {
        vec![Part { name: None, bytes: 0..text.len(), pick: None }]
    }

    /// A slice of the text that can be read by itself.
    pub(crate) fn slice(text: &str, slice: &str) -> Part {
        let start = (slice.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
        Part { name: None, bytes: start..(start + slice.len()).min(text.len()), pick: None }
    }

    /// A puzzle that is picked by its number from 1.
    pub(crate) fn picked(text: &str, number: usize, name: Option<String>) -> Part {
        Part { name, bytes: 0..text.len(), pick: Some(number.to_string()) }
    }

    /// The part of the text from which it is read.
    pub fn of<'t>(&self, text: &'t str) -> &'t str {
        &text[self.bytes.clone()]
    }

    /// The same error with its place in the whole text.
    pub fn in_whole(&self, text: &str, mut error: PuzzleError) -> PuzzleError {
        let before = text[..self.bytes.start].matches('\n').count();
        let Some(place) = error.place.as_mut().filter(|_| before > 0) else { return error };
        place.line += before;
        let carets =
            error.picture.as_ref().and_then(|picture| Some(picture.trim_end().lines().last()?.matches('^').count()));
        match carets {
            Some(carets) if carets > 0 => error.pointing_into(text, carets),
            _ => error,
        }
    }
}

/// The index of the puzzle that is picked of several: by its number from 1, or else by its name. A number comes first,
/// since a puzzle of several is picked by its number where all are asked about, whatever they are called.
pub(crate) fn index_of_picked<'n>(
    pick: &str,
    names: impl IntoIterator<Item = Option<&'n str>, IntoIter: ExactSizeIterator>,
) -> Option<usize> {
    let mut names = names.into_iter();
    let number: Option<usize> = pick.parse().ok().filter(|number| (1..=names.len()).contains(number));
    number.map(|number| number - 1).or_else(|| names.position(|name| name == Some(pick)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_comes_before_a_name() {
        let picked = |pick| index_of_picked(pick, [Some("2"), None, Some("0"), Some("easy")]);
        assert_eq!(
            ["1", "2", "0", "easy", "5", "-1", ""].map(picked),
            [Some(0), Some(1), Some(2), Some(3), None, None, None]
        );
    }

    #[test]
    fn an_error_in_a_part_has_its_place_in_the_whole() {
        let text = "one\ntwo\nthree";
        let part = Part::slice(text, &text[8..]);
        assert_eq!(part.of(text), "three");
        let error = PuzzleError::malformed("no digit").at(1, 4).pointing_into(part.of(text), 2);
        let error = part.in_whole(text, error);
        assert_eq!(error.to_string(), "line 3, column 4: no digit\n3 | three\n  |    ^^");
    }
}
