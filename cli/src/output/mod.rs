//! What leaves the program: standard output, files, and the shapes of answers.

pub(crate) mod parts;
pub(crate) mod shared;
pub(crate) mod stdout;
pub(crate) mod target;
pub(crate) mod timed;

pub(crate) mod guard;

pub(crate) mod competition;
pub(crate) mod drawing;
pub(crate) mod files;
pub(crate) mod json;
pub(crate) mod number;
pub(crate) mod sentence;
