//! Counting models by components: a formula falls apart into parts that share no variable, whose numbers of models are
//! multiplied; parts met before are not counted again.

mod number;
mod order;
mod search;
mod simplify;

use std::ops::ControlFlow;

use gordian_formula::Cnf;
use num_bigint::BigUint;

pub use search::Effort;
use search::{Task, search};
use simplify::simplify;

/// Bytes that the cache may take.
const CACHE_BYTES: usize = 1 << 30;

/// Counts the assignments of the visible variables that extend to a model; `None` if `poll` broke the search off. Without
/// `simplifies`, the formula is searched as it is, but for units.
pub(crate) fn count(
    cnf: &Cnf,
    simplifies: bool,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> (Option<BigUint>, Effort) {
    if poll().is_break() {
        return (None, Effort::default());
    }
    let Some(simplified) = simplify(cnf, simplifies, poll) else {
        return (None, Effort::default());
    };
    let mut effort = Effort::default();
    let Some(base) = simplified else {
        return (Some(BigUint::ZERO), effort);
    };
    let (weights, width) = order::weights(base.num_vars, &base.clauses);
    let task = Task {
        num_vars: base.num_vars,
        clauses: &base.clauses,
        visible: &base.visible,
        weights: &weights,
        cache_bytes: CACHE_BYTES,
    };
    let number;
    (number, effort) = search(&task, poll);
    effort.width = width as u64;
    let number = number.map(|mut number| {
        number.double(base.doublings);
        number.into()
    });
    (number, effort)
}
