//! Counting in parts: by several threads, and in runs that can be ended at any moment and taken up again.
//!
//! The space of solutions is split into disjoint *cubes*, each the solutions that make some literals true. What a run knows
//! at any moment is the sum over the cubes that are done and the list of those that are not: a [`checkpoint::Checkpoint`]. Threads
//! work on cubes of their own and steal from each other where they run out; a cube that takes long is given up and split,
//! so that nobody waits long and little is lost when the program is killed. The sum does not depend on how the space was
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

pub(crate) use run::{Asked, Counting, run};
