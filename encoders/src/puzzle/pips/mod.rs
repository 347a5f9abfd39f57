//! Pips: dominoes on a board whose regions say something of the numbers that lie in them.

mod clue;
mod laid;
mod solution;

mod puzzle;

mod diagram;
mod options;

mod decode;
mod draw;

mod levels;
mod parse;

mod judge;

mod compile;

pub(crate) use laid::Laid;
pub use levels::{Level, levels};
pub use parse::{parse, parse_level};
pub use puzzle::Pips;
pub use solution::PipsSolution;
