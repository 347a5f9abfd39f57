//! Constraints over many variables that are clauses and sums over literals defined for them.
//!
//! Every literal that a decomposition makes is defined in all assignments, so that the constraint fails exactly where
//! one of its parts does.

mod part;

mod counting;
mod order;
mod packing;
mod sequences;

use super::translator::{Call, Refusal, Translator};
use part::{Part, post_part, truth};

/// Posts a constraint of this family; `None` for others.
pub(super) fn post(translator: &mut Translator, call: &Call<'_>) -> Option<Result<(), Refusal>> {
    let parts = parts(translator, call)?;
    Some(parts.and_then(|parts| parts.iter().try_for_each(|part| post_part(translator, part, call.guard))))
}

/// Posts the negation of a constraint of this family.
pub(super) fn post_negation(translator: &mut Translator, call: &Call<'_>) -> Option<Result<(), Refusal>> {
    let parts = parts(translator, call)?;
    Some(parts.and_then(|parts| {
        let mut broken = Vec::with_capacity(parts.len());
        for part in &parts {
            broken.push(!truth(translator, part)?);
        }
        translator.clause(call.guard, &broken);
        Ok(())
    }))
}

fn parts(translator: &mut Translator, call: &Call<'_>) -> Option<Result<Vec<Part>, Refusal>> {
    counting::parts(translator, call)
        .or_else(|| order::parts(translator, call))
        .or_else(|| packing::parts(translator, call))
        .or_else(|| sequences::parts(translator, call))
}
