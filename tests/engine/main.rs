//! The solver, the encoders, the queries and the checkers together.

gordian_testkit::program_under_test!();

mod counts;
mod encodings;
mod evidence;
mod hunt;
mod planner;
mod propagator;
mod refutations;
mod symmetry;
