//! The trait of propagators, and the view that they have of the search.

use gordian_formula::Lit;

use crate::store::{Store, Time};
use crate::view::View;

/// The consequence of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// The view is at least this value.
    AtLeast(View, i64),
    /// The literal is true.
    True(Lit),
    /// The constraint cannot hold.
    Failure,
}

/// The note that a propagator keeps about how it came to a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) item: u32,
    pub(crate) point: i64,
}

impl From<u32> for Hint {
    fn from(item: u32) -> Hint {
        Hint { item, point: 0 }
    }
}

/// Ends a run of a propagator: the constraint cannot hold, which was said.
#[derive(Debug)]
pub(crate) struct Failed;

/// How soon a propagator runs: those that take long wait for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Priority {
    /// Constant time, or little more.
    Soon,
    /// Linear.
    Later,
    /// More than linear.
    Last,
}

/// The events that wake a propagator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wake {
    /// The lower bound of the view moves.
    Raised(View),
    /// The literal becomes true.
    True(Lit),
}

/// A constraint that narrows bounds and gives reasons afterwards.
///
/// It keeps no state of the search: everything is computed from the store, at the present moment when it propagates,
/// and at an earlier one when it explains. It must see, where all its integers and literals have values, whether the
/// constraint holds.
pub(crate) trait Propagate: std::fmt::Debug {
    /// The place in which it asks to be run again.
    fn wakes(&self) -> Vec<Wake>;

    fn priority(&self) -> Priority {
        Priority::Later
    }

    /// Says what follows.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Failed>;

    /// Names what a fact follows from, all of which was known at the moment of the explanation. If
    /// a fact was told with a hint, the hint comes back. The weaker the reasons, the more is
    /// learned from them.
    fn explain(&self, fact: Fact, hint: Hint, because: &mut Because<'_>);

    /// Whether the constraint holds for these values, written without a look at the propagation.
    fn holds(&self, assignment: &dyn Assignment) -> bool;
}

/// Values of everything.
pub(crate) trait Assignment {
    fn integer(&self, view: View) -> i64;
    fn literal(&self, lit: Lit) -> bool;
}

/// The word of a propagator, with the moment and the material for its explanation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Saying {
    pub(crate) propagator: u32,
    pub(crate) hint: Hint,
    pub(crate) time: Time,
    pub(crate) fact: Fact,
    /// The fact contradicts what is known, which makes the guard false.
    pub(crate) is_clash: bool,
}

/// The view of the search that a propagator has while it runs.
pub(crate) struct Context<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) sayings: &'a mut Vec<(Lit, Saying)>,
    pub(crate) propagator: u32,
    /// The guard, where it has no value yet: nothing is said but that the constraint cannot hold.
    pub(crate) open_guard: Option<Lit>,
}

impl Context<'_> {
    pub(crate) fn lower(&self, view: View) -> i64 {
        self.store.lower(view)
    }

    pub(crate) fn upper(&self, view: View) -> i64 {
        self.store.upper(view)
    }

    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        self.store.value(lit)
    }

    /// The view is at least this value.
    pub(crate) fn at_least(&mut self, view: View, value: i64, hint: impl Into<Hint>) -> Result<(), Failed> {
        if value <= self.lower(view) {
            return Ok(());
        }
        let upper = self.upper(view);
        // A value above the upper bound contradicts it as soon as it is one above: the weakest such
        // literal is learned from.
        let rounded = self.store.rounded(view, value);
        let fails = rounded > upper;
        let fact = Fact::AtLeast(view, if fails { value.min(upper + 1) } else { value });
        match (self.open_guard, fails) {
            (Some(guard), true) => self.say(!guard, fact, hint.into(), true),
            (Some(_), false) => {}
            (None, true) => {
                let lit = self.store.literal(view, upper + 1);
                self.say(lit, fact, hint.into(), false);
            }
            (None, false) => {
                let lit = self.store.literal(view, value);
                self.say(lit, fact, hint.into(), false);
            }
        }
        if fails { Err(Failed) } else { Ok(()) }
    }

    /// The view is at most this value.
    pub(crate) fn at_most(&mut self, view: View, value: i64, hint: impl Into<Hint>) -> Result<(), Failed> {
        self.at_least(-view, -value, hint)
    }

    /// The literal is true.
    pub(crate) fn set_true(&mut self, lit: Lit, hint: impl Into<Hint>) -> Result<(), Failed> {
        let fails = match self.value(lit) {
            Some(true) => return Ok(()),
            Some(false) => true,
            None => false,
        };
        match (self.open_guard, fails) {
            (Some(guard), true) => self.say(!guard, Fact::True(lit), hint.into(), true),
            (Some(_), false) => {}
            (None, _) => self.say(lit, Fact::True(lit), hint.into(), false),
        }
        if fails { Err(Failed) } else { Ok(()) }
    }

    /// The constraint cannot hold.
    pub(crate) fn fail(&mut self, hint: impl Into<Hint>) -> Result<(), Failed> {
        let lit = self.open_guard.map_or(!self.store.truth(), |guard| !guard);
        self.say(lit, Fact::Failure, hint.into(), false);
        Err(Failed)
    }

    fn say(&mut self, lit: Lit, fact: Fact, hint: Hint, is_clash: bool) {
        let time = self.store.now();
        self.sayings.push((lit, Saying { propagator: self.propagator, hint, time, fact, is_clash }));
    }
}

/// Collects what a fact follows from.
pub(crate) struct Because<'a> {
    store: &'a Store,
    time: Time,
    /// The negations of the reasons.
    clause: &'a mut Vec<Lit>,
}

impl<'a> Because<'a> {
    pub(crate) fn new(store: &'a Store, time: Time, clause: &'a mut Vec<Lit>) -> Because<'a> {
        Because { store, time, clause }
    }

    /// The lower bound at the moment of the explanation.
    pub(crate) fn lower(&self, view: View) -> i64 {
        self.store.lower_at(view, self.time)
    }

    /// The upper bound at the moment of the explanation.
    pub(crate) fn upper(&self, view: View) -> i64 {
        -self.lower(-view)
    }

    /// The lower bound that needs no reason.
    pub(crate) fn least(&self, view: View) -> i64 {
        self.store.least(view)
    }

    /// Whether the literal was true.
    pub(crate) fn was_true(&self, lit: Lit) -> bool {
        self.store.was_true(lit, self.time)
    }

    /// The view was at least this value. Brings the bound that the reason says, which may be higher.
    pub(crate) fn at_least(&mut self, view: View, value: i64) -> i64 {
        match self.store.cause(view, value, self.time) {
            None => self.store.least(view),
            Some((lit, bound)) => {
                self.clause.push(!lit);
                bound
            }
        }
    }

    /// The view was at most this value.
    pub(crate) fn at_most(&mut self, view: View, value: i64) {
        self.at_least(-view, -value);
    }

    /// The literal was true.
    pub(crate) fn lit(&mut self, lit: Lit) {
        self.clause.push(!lit);
    }
}
