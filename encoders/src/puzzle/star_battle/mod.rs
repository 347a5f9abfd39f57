//! Queens and Star Battle: `k` stars in each row, column and region, no two of them touching.

mod regions;

mod puzzle;

mod grid;
mod link;
mod parse;

mod compile;

mod solution;

pub(crate) use link::is_link;
pub use parse::{BoardText, boards, parse, parse_board};
pub use puzzle::StarBattle;
pub use solution::StarBattleSolution;
