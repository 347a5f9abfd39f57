//! Models and solutions as text.

mod classic;
mod json;
mod solution;
