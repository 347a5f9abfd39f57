//! Stopping a run from elsewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A switch that ends calls which watch it (see
/// [`Budget::with_terminator`](crate::Budget::with_terminator)). All clones are the same switch;
/// any thread, or a signal handler, may trip it.
///
/// ```
/// use gordian_solver::{Budget, Interrupt, Outcome, Solver, Terminator};
///
/// let terminator = Terminator::new();
/// let budget = Budget::unlimited().with_terminator(terminator.clone());
/// let mut solver = Solver::new();
/// std::thread::spawn(move || terminator.trip()).join().unwrap();
/// assert_eq!(solver.solve_within(&[], &budget), Outcome::Unknown(Interrupt::Terminated));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Terminator(Arc<AtomicBool>);

impl Terminator {
    /// One that is not tripped.
    pub fn new() -> Terminator {
        Terminator::default()
    }

    /// Stops every call that watches it, now and until [`Terminator::reset`].
    pub fn trip(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets later calls run again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag behind it.
    pub(crate) fn into_flag(self) -> Arc<AtomicBool> {
        self.0
    }

    /// Whether it was tripped and not reset since.
    pub fn is_tripped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A flag that someone else sets, as signal handlers do.
impl From<Arc<AtomicBool>> for Terminator {
    fn from(flag: Arc<AtomicBool>) -> Terminator {
        Terminator(flag)
    }
}
