//! Who searches: each folder or file is one way through the solutions of a formula.

pub(crate) mod blocking;
pub(crate) mod chronological;
pub(crate) mod component;
pub(crate) mod cover;
pub(crate) mod exact_cover;
pub(crate) mod frontier;
