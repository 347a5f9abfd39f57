//! `gordian cubes`: a count in parts, which other processes and machines answer.

mod merge;
mod run;
mod split;
