//! Checking DRAT proofs, by two implementations that share nothing but reading, numbering and the groups.

mod arena;
mod table;
mod trail;
mod watches;

mod propagator;

mod justify;
mod replay;

mod backward;
mod descent;
mod forward;

pub(crate) use backward::check_backward;
pub(crate) use descent::{Closure, check_descent};
pub(crate) use forward::check_forward;

/// The strategies for checking DRAT proofs. Both accept no proof of a satisfiable formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Find the contradiction first, then check, from the last to the first, the lemmas that it rests on, preferring
    /// clauses already in use (Heule, Hunt and Wetzler, 2013; Wetzler, Heule and Hunt, 2014). Fast, and finds a core;
    /// a wrong lemma that nothing rests on is not found out.
    #[default]
    Backward,
    /// Check each lemma where it stands, with counters instead of watches. Slow, and strict.
    Forward,
}
