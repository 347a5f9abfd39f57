//! `gordian cubes`: a question in parts, which other processes and machines answer.

mod found;
mod listed;
mod loaded;
mod merge;
mod results;
mod run;
mod search;
mod solutions;
mod split;
mod watch;

use crate::arguments::Reading;
use crate::failure::Failure;

/// Refuses options about an input: the folder holds the formula, and what it was made of.
fn refuse_reading(reading: &Reading) -> Result<(), Failure> {
    let given = [("--as", reading.kind.is_some()), ("--pick", reading.pick.is_some()), ("--strict", reading.strict)];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure::new(format!("{option} is for `split`, which reads the input"))),
        None => Ok(()),
    }
}
