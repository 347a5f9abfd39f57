//! The program as its users see it: verbs, output, files and exit codes.

gordian_testkit::program_under_test!();

mod count;
mod cube_search;
mod cubes;
mod dialect;
mod each;
mod explain;
mod external_solver;
mod inputs;
mod known_counts;
mod minizinc;
mod outputs;
mod proofs;
mod puzzles;
mod solve;
mod status;
mod terminal;
mod threads;
mod weights;
