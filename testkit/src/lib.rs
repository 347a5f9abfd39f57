//! The code that the tests of the workspace share.
//!
//! It names no crate of the workspace but `formula`, so that its brute force judges without a line of
//! what it judges. Integration tests and unit tests of any crate may use it, but unit tests of
//! `formula`: these would see the types of `formula` twice.

mod brute_force;
mod damage;
mod formulas;
mod oracle;
pub mod pictures;
mod places;
mod planted;
mod program;
mod random;
mod shared_bytes;
mod workers;

pub use brute_force::{classes, image, models, solutions};
pub use damage::damage;
pub use formulas::{cnf, dimacs, dominoes, lit, lits, parity, pigeonhole, two_flocks};
pub use oracle::{MAX_VARS, Oracle, project};
pub use places::{absent, directory_in, file, number_of, root, sample, sample_path, shared, skip};
pub use planted::{Planted, Shape, counting_problem, planted, random_permutation};
pub use program::{Run, command, finish, judge_of_proofs, run_command};
pub use random::Random;
pub use shared_bytes::SharedBytes;
pub use workers::at_once;
