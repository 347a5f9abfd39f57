//! The house rules: what points where, and that documents show what is.

mod api;
mod arrows;
mod documents;
mod gallery;
mod layering;
mod modelling;
mod options;
mod prose;
mod readme;
