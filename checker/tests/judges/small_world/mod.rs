//! Everything there is in small worlds: whatever a checker verifies must be true by truth tables.
//!
//! Nothing here is random. A world is a stated set of formulas and a stated set of certificates,
//! and each certificate meets each formula, or a formula that it is shown not to differ from. A
//! run in CI is a matter of seconds; `GORDIAN_SMALL_WORLD=large` takes the large worlds, whose
//! size and time stand in `docs/testing.md`.

#![allow(clippy::print_stdout, reason = "a world tells its size")]

mod classes;
mod diagrams;
mod formulas;
mod proofs;

/// Whether the large worlds are to be gone through.
fn is_large() -> bool {
    std::env::var("GORDIAN_SMALL_WORLD").is_ok_and(|size| size == "large")
}
