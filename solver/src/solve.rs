//! Search and simplification in turn.

use crate::engine::{Call, Engine};
use crate::inprocess::{begin, inprocess};
use crate::outcome::Outcome;
use crate::search::{Spell, search};

/// Runs until there is an answer or a limit is reached.
pub(crate) fn solve(engine: &mut Engine, call: &mut Call<'_>) -> Outcome {
    // A worker goes on where the search was that it is a copy of.
    if call.port.is_none()
        && let Some(outcome) = begin(engine, call)
    {
        return outcome;
    }
    loop {
        match search(engine, call) {
            Spell::Over(outcome) => return outcome,
            Spell::Paused => {
                if !inprocess(engine, call) {
                    return Outcome::Unsatisfiable;
                }
            }
        }
    }
}
