//! A text as a model.

use gordian_flatzinc::Model;

use super::puzzle::FlatZinc;
use crate::error::PuzzleError;

/// Reads a model; a text holds one.
///
/// # Errors
/// If the text is not FlatZinc, or needs variables that are floats or sets.
pub fn parse(text: &str, pick: Option<&str>) -> Result<FlatZinc, PuzzleError> {
    if let Some(pick) = pick.filter(|&pick| pick != "1") {
        return Err(PuzzleError::no_such_puzzle(pick, 1));
    }
    let model = Model::read(text.as_bytes()).map_err(|mut error| {
        let place = std::mem::take(&mut error.place);
        let malformed = PuzzleError::malformed(error.to_string());
        match place.line {
            0 => malformed,
            line => malformed.at(line as usize, place.column as usize).pointing_into(text, error.text.chars().count()),
        }
    })?;
    Ok(FlatZinc::new(model))
}
