//! Data structures one could publish; none of them knows what a restart is.

pub(crate) mod arena;
pub(crate) mod average;
pub(crate) mod delay;
pub(crate) mod equivalences;
pub(crate) mod groups;
pub(crate) mod heap;
pub(crate) mod levels;
pub(crate) mod lists;
pub(crate) mod luby;
pub(crate) mod marks;
pub(crate) mod names;
pub(crate) mod occurrences;
pub(crate) mod pairs;
pub(crate) mod phases;
pub(crate) mod positions;
pub(crate) mod queue;
pub(crate) mod random;
pub(crate) mod reconstruction;
pub(crate) mod rows;
pub(crate) mod selection;
pub(crate) mod sorter;
pub(crate) mod ternaries;
pub(crate) mod trail;
pub(crate) mod watches;
