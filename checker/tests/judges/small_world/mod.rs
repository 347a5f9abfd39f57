//! Everything there is in small worlds: whatever a checker verifies must be true by truth tables.
//!
//! Nothing here is random. A world is a stated set of formulas and a stated set of certificates,
//! and each certificate meets each formula, or a formula that it is shown not to differ from. A
//! plain run is a matter of seconds; `GORDIAN_SMALL_WORLD=middle`, as in the full lane of CI, takes
//! less than a minute, and `GORDIAN_SMALL_WORLD=large` takes the large worlds, whose size and time stand
//! in `docs/testing.md`.

#![allow(clippy::print_stdout, reason = "a world tells its size")]

mod classes;
mod diagrams;
mod formulas;
mod proofs;
mod reductions;

/// Whether the large worlds are to be gone through.
fn is_large() -> bool {
    is_one_of(&["large"])
}

/// Whether those of middle size are, too.
fn is_middle() -> bool {
    is_one_of(&["middle", "large"])
}

fn is_one_of(sizes: &[&str]) -> bool {
    std::env::var("GORDIAN_SMALL_WORLD").is_ok_and(|size| sizes.contains(&size.as_str()))
}
