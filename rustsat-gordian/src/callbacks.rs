//! The callbacks that RustSAT attaches to a solver.

use std::fmt;

use gordian_solver::Callbacks;
use rustsat::solvers::ControlSignal;
use rustsat::types::Clause;

use crate::literal::to_theirs;

/// The place where a solver keeps callbacks, or none.
pub trait CallbackStore: Default + sealed::Sealed {
    /// Lends them to one call, which `act` makes.
    #[doc(hidden)]
    fn lend<T>(&mut self, act: impl FnOnce(Callbacks<'_>) -> T) -> T;
}

mod sealed {
    #[expect(unnameable_types, reason = "so that no other crate can implement it")]
    pub trait Sealed {}
    impl Sealed for super::NoCallbacks {}
    impl Sealed for super::StoredCallbacks<'_, '_> {}
}

/// No callbacks.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCallbacks;

impl CallbackStore for NoCallbacks {
    fn lend<T>(&mut self, act: impl FnOnce(Callbacks<'_>) -> T) -> T {
        act(Callbacks::none())
    }
}

/// At most one callback of each kind.
#[derive(Default)]
pub struct StoredCallbacks<'term, 'learn> {
    pub(crate) terminator: Option<Box<dyn FnMut() -> ControlSignal + 'term>>,
    pub(crate) learner: Option<Learner<'learn>>,
}

/// The length of the longest clause that is wanted, and who wants it.
type Learner<'learn> = (usize, Box<dyn FnMut(Clause) + 'learn>);

impl CallbackStore for StoredCallbacks<'_, '_> {
    fn lend<T>(&mut self, act: impl FnOnce(Callbacks<'_>) -> T) -> T {
        let StoredCallbacks { terminator, learner } = self;
        let longest = learner.as_ref().map(|(longest, _)| *longest);
        let mut terminate = || terminator.as_mut().is_some_and(|terminator| terminator() == ControlSignal::Terminate);
        let mut learn = |clause: &[gordian_formula::Lit]| {
            if let Some((_, learner)) = learner {
                learner(clause.iter().map(|&lit| to_theirs(lit)).collect());
            }
        };
        let callbacks = Callbacks::none().with_terminate(&mut terminate);
        act(match longest {
            Some(longest) => callbacks.with_learned(longest, &mut learn),
            None => callbacks,
        })
    }
}

impl fmt::Debug for StoredCallbacks<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredCallbacks")
            .field("terminator", &self.terminator.is_some())
            .field("learner", &self.learner.as_ref().map(|(longest, _)| longest))
            .finish()
    }
}
