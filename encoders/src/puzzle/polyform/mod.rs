//! Polyforms: covering a board of squares or cubes with pieces that are unions of squares or cubes.

mod area;
mod assemble;
mod burrtools;
mod compile;
mod draw;
mod drawing;
mod parity;

mod parse;
mod puzzle;
mod request;
mod sets;
mod shape;
mod solution;
mod space;
mod symbols;
mod symmetry;

pub use parse::{parse, parse_any};
pub(crate) use puzzle::Placement;
pub use puzzle::Polyform;
pub use solution::{PlacedPiece, PolyformSolution};
