//! The code that the programs of this package share: reading and judging a formula apart from any
//! solver, a solver's answer, and runs under limits.

pub mod answer;
pub mod formula;
pub mod supervise;
