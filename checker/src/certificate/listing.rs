//! Reading the solutions that a certificate lists.

use std::io::Read;

use gordian_formula::{Var, sorted_set};

use super::claim::{ClaimError, ClaimErrorKind, excerpt, for_each_line, vars};

/// Reads solutions, a line each: `v`, the variables that are true, and `0`. All other variables are false.
///
/// # Errors
/// The first line that cannot be understood.
pub fn read_listing(input: impl Read) -> Result<Vec<Vec<Var>>, ClaimError> {
    let mut listing = Vec::new();
    for_each_line(input, |line, words| match words {
        ["v", numbers @ ..] => {
            listing.push(sorted_set(vars(numbers, line)?));
            Ok(())
        }
        _ => Err(ClaimError { line, kind: ClaimErrorKind::UnknownLine(excerpt(words[0])) }),
    })?;
    Ok(listing)
}
