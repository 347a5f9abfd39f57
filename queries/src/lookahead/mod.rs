//! Splitting a search for one solution into cubes, by looking ahead.
//!
//! A node of the tree tries both values of the variables that promise most. A value that propagation
//! refutes is false from there on; of the others, the variable is decided whose two values shorten the
//! most clauses (M. Heule, O. Kullmann, S. Wieringa and A. Biere, *Cube and conquer: guiding CDCL SAT
//! solvers by lookaheads*, 2011).
//!
//! The leaf that is expected to be the hardest is split next, until there are enough. Cube and conquer
//! cuts branches off by a threshold that adapts; here the number of cubes is asked for, so the order
//! of splitting takes its place. The difficulty of a leaf is its share of the work: if the two values
//! of a variable shorten `a` and `b`, they get the shares `t^-a` and `t^-b` that add up to one, as a
//! tree would whose branches are all alike (O. Kullmann, *Fundaments of branching heuristics*, 2009).

mod state;
mod tree;

pub use tree::{Lookahead, look_ahead};
