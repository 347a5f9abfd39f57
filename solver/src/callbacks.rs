//! The callbacks that a caller lends to one call.

use std::fmt;

use gordian_formula::{Lit, Var};

use crate::propagator::Propagator;

/// Functions that one call of [`Solver::solve_with`](crate::Solver::solve_with) calls back, on the
/// thread that solves. They are borrowed for that call, so they may hold references to whatever the
/// caller has, and need not be `Send`.
///
/// ```
/// use gordian_solver::{Budget, Callbacks, Solver};
///
/// let mut solver = Solver::new();
/// let [a, b] = [(); 2].map(|()| solver.new_var().positive());
/// for clause in [[a, b], [a, !b], [!a, b]] {
///     solver.add_clause(&clause);
/// }
/// let mut units = Vec::new();
/// let mut keep = |clause: &[_]| units.push(clause[0]);
/// solver.solve_with(&[], &Budget::unlimited(), Callbacks::none().with_learned(1, &mut keep));
/// assert!(units.iter().all(|&unit| unit == a || unit == b));
/// ```
#[derive(Default)]
pub struct Callbacks<'a> {
    terminate: Option<&'a mut dyn FnMut() -> bool>,
    learned: Option<Learned<'a>>,
    propagator: Option<(&'a mut dyn Propagator, &'a [Var])>,
}

struct Learned<'a> {
    longest: usize,
    tell: &'a mut dyn FnMut(&[Lit]),
    named: Vec<Lit>,
}

impl<'a> Callbacks<'a> {
    /// None.
    pub fn none() -> Callbacks<'a> {
        Callbacks::default()
    }

    /// Asks this function when the call begins, and then about every thousand conflicts or
    /// decisions; the call ends with [`Interrupt::Terminated`](crate::Interrupt::Terminated) when
    /// it says true.
    #[must_use]
    pub fn with_terminate(self, terminate: &'a mut dyn FnMut() -> bool) -> Callbacks<'a> {
        Callbacks { terminate: Some(terminate), ..self }
    }

    /// Tells this function each clause of at most `longest` literals that the search learns. The
    /// clause follows from the formula, whatever the assumptions were.
    #[must_use]
    pub fn with_learned(self, longest: usize, tell: &'a mut dyn FnMut(&[Lit])) -> Callbacks<'a> {
        Callbacks { learned: Some(Learned { longest, tell, named: Vec::new() }), ..self }
    }

    /// Lets this propagator take part, which observes these variables; one that stands twice is observed once.
    #[must_use]
    pub fn with_propagator(self, propagator: &'a mut dyn Propagator, observed: &'a [Var]) -> Callbacks<'a> {
        Callbacks { propagator: Some((propagator, observed)), ..self }
    }

    /// The propagator, if there is one, and the variables it observes.
    pub(crate) fn take_propagator(&mut self) -> Option<(&'a mut dyn Propagator, &'a [Var])> {
        self.propagator.take()
    }

    /// The same, for a shorter time, without the propagator.
    pub fn reborrow(&mut self) -> Callbacks<'_> {
        Callbacks {
            terminate: match &mut self.terminate {
                Some(terminate) => Some(&mut **terminate),
                None => None,
            },
            learned: match &mut self.learned {
                Some(learned) => {
                    Some(Learned { longest: learned.longest, tell: &mut *learned.tell, named: Vec::new() })
                }
                None => None,
            },
            propagator: None,
        }
    }

    /// Whether the caller wants the call to end.
    pub(crate) fn wants_end(&mut self) -> bool {
        self.terminate.as_mut().is_some_and(|terminate| terminate())
    }

    /// Tells a clause that was learned; `name` gives the caller's literal for an internal one. A
    /// clause over variables that the caller does not know is kept back.
    #[inline]
    pub(crate) fn tell_learned(&mut self, clause: &[Lit], name: impl Fn(Lit) -> Option<Lit>) {
        if let Some(Learned { longest, tell, named }) = &mut self.learned
            && clause.len() <= *longest
        {
            named.clear();
            named.extend(clause.iter().map_while(|&lit| name(lit)));
            if named.len() == clause.len() {
                tell(named);
            }
        }
    }
}

impl fmt::Debug for Callbacks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callbacks")
            .field("terminate", &self.terminate.is_some())
            .field("propagator", &self.propagator.is_some())
            .field("learned", &self.learned.as_ref().map(|learned| learned.longest))
            .finish()
    }
}
