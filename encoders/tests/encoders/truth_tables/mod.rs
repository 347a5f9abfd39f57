//! The truth table of every encoder: the projection of its models on the inputs is the constraint, and every input
//! model has exactly one extension, the model count that `docs/encodings.md` promises.

mod enumerate;
mod harness;

mod cardinality;
mod globals;
mod groups;
mod integers;
mod problems;
mod sums;
