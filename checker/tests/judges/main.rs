//! The checkers, against oracles that follow the definitions.

mod claims;
mod common;
mod counts;
mod descent;
mod drat;
mod lrat;
mod rubbish;
mod small_world;
