//! Finding the symmetries of a formula, as automorphisms of a graph.
//!
//! The vertices of the graph are literals, variables and constraints; its automorphisms are the
//! permutations of literals that map constraints to constraints (Crawford, *A theoretical analysis
//! of reasoning by symmetry in first-order logic*, 1992; Aloul, Markov & Sakallah, *Shatter*,
//! 2003). They are found by refining ordered partitions of the vertices and mapping one vertex to
//! another where nothing tells them apart (McKay, *Practical graph isomorphism*, 1981), with
//! generators of few moved vertices guessed early (Darga, Sakallah & Markov, *Faster symmetry
//! discovery using sparsity of symmetries*, 2008). Each permutation found is verified on the
//! formula before it is used. The work is bounded: on a hard graph a subgroup is found.
//!
//! If that is too little, and Gordian is built with the feature `nauty`, Traces goes on.
//! ARCHITECTURE.md says why it does not begin.

mod graph;
mod partition;
mod search;
#[cfg(feature = "nauty")]
mod traces;

pub(super) use search::generators;
#[cfg(feature = "nauty")]
pub(super) use traces::generators as generators_by_traces;
