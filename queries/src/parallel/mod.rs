//! Counting in parts: by several threads, and in runs that can be ended at any moment and taken up again.
//!
//! The space of solutions is split into disjoint *cubes*, each the solutions that make some
//! literals true. At any moment a run knows the sum over the completed cubes and the list of the
//! others: a [`checkpoint::Checkpoint`]. Threads work on cubes of their own and steal from each
//! other when they run out. A cube that takes long is given up and split, so that no thread waits
//! long and little is lost when the program is killed. The sum does not depend on how the space was
//! split, hence not on the number of threads.

mod board;
mod checkpoint;
mod cube;
mod digest;
mod of_cover;
mod of_formula;
mod patience;
mod run;
mod space;

pub use checkpoint::{CheckpointStore, begins_as_checkpoint};

pub(crate) use of_formula::splits;
pub(crate) use run::{Asked, Counting, known, run};
