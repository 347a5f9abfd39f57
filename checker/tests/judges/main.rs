//! The checkers, against oracles that follow the definitions.

mod common;
mod drat;
mod lrat;
mod rubbish;
mod small_world;
