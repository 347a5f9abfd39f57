//! The code that the programs of this package share: reading and judging a formula apart from any
//! solver, and a solver's answer.

pub mod answer;
pub mod formula;
