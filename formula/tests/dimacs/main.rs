//! Reading and writing DIMACS.

mod reading;
mod writing;
