//! `gordian cubes`: a question in parts, which other processes and machines answer.

mod found;
mod merge;
mod results;
mod run;
mod search;
mod split;
