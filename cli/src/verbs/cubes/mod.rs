//! `gordian cubes`: a question in parts, which other processes and machines answer.

mod found;
mod listed;
mod loaded;
mod merge;
mod results;
mod run;
mod search;
mod solutions;
mod split;
mod watch;
