//! Outputs: standard output, and files.

pub(crate) mod parts;
pub(crate) mod shared;
pub(crate) mod stdout;
pub(crate) mod temporary;

pub(crate) mod target;
pub(crate) mod timed;

pub(crate) mod guard;

pub(crate) mod files;
