//! What the programs of this package share: a formula read and judged apart from any solver, and a solver's answer.

pub mod answer;
pub mod formula;
