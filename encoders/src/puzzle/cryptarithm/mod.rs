//! Cryptarithms: equations between words, each letter standing for a digit.

mod puzzle;

mod parse;

mod polynomial;

mod compile;

mod table;

mod natural;

mod solution;

mod draw;

pub use parse::parse;
pub use puzzle::Cryptarithm;
pub use solution::CryptarithmSolution;
