//! The program at its limits: of time, of memory, of the machine, and of its user's patience.
//!
//! These tests ask for much memory, wait for moments, and measure how long an answer takes, so they
//! stand in an executable of their own: cargo runs one executable after the other, and nothing else
//! of the tests beside this one.

gordian_testkit::program_under_test!();

mod faults;
mod faults_shared;
mod resume;
mod signals;
mod time_and_memory;
