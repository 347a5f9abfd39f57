//! The command line of Gordian.
fn main() {}
