//! The program at its limits: of time, of memory, of the machine, and of its user's patience.
//!
//! These tests ask for much memory, wait for moments, and measure how long an answer takes, so they
//! stand in an executable of their own: cargo runs one executable after the other, and no other
//! test beside this one. Moreover, tests that take all of the machine wait for those that measure.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

gordian_testkit::program_under_test!();

static MACHINE: RwLock<()> = RwLock::new(());

/// Keeps away what takes all of the machine, while something is measured.
fn beside_others() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until nothing is measured, and lets nothing be, while something takes all of the machine.
fn alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}

mod faults;
mod faults_shared;
mod resume;
mod signals;
mod time_and_memory;
