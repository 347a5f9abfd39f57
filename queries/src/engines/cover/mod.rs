//! Exact covers: options, each of which covers some items; a solution covers each primary item by exactly one of its
//! options and each secondary item by at most one.
//!
//! The search branches on the item with the fewest options left (Knuth, *Dancing links*, 2000, and *The Art of Computer
//! Programming* 7.2.2.1, 2019). In place of linked lists it keeps the active options as bits: see [`dense`].

mod bits;
mod exclusions;

mod problem;

mod left;
mod matrix;
mod run;

mod dense;
mod sparse;

mod search;

mod estimate;

pub(crate) use estimate::{estimate_covers, estimate_nodes};
pub(crate) use left::{Left, Mark};
pub(crate) use problem::Cover;
pub(crate) use run::{Covers, POLL_INTERVAL};
pub(crate) use search::search;
