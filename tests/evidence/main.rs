//! What is said of a formula and what proves it: certificates and diagrams of counts, proofs of
//! refutations. The evidence that Gordian writes is accepted; damaged evidence proves nothing false.

#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

#[path = "../cli_common/mod.rs"]
mod cli_common;

mod certificates;
mod damage;
mod diagrams;
mod outside;
mod random;
