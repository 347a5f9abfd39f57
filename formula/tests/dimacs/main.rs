//! Reading and writing DIMACS.

mod reading;
mod weights;
mod writing;
