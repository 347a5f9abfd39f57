//! Constraints that the caller knows otherwise than as clauses.

use gordian_formula::{Lit, Var};

use crate::external::External;
use crate::store::names::Names;
use crate::store::trail::Trail;

/// A constraint that takes part in a search: it is told the assignment as it grows and shrinks, and
/// answers with literals that follow, with clauses, and with a verdict on models. The shape is that
/// of IPASIR-UP (Fazekas, Niemetz, Preiner, Kirchweger, Szeider & Biere 2023).
///
/// [`Callbacks::with_propagator`](crate::Callbacks::with_propagator) lends one to a call, with the
/// variables that it observes. These are the only ones that it is told about and may speak of,
/// beside new ones. They stay decision variables: simplification removes others only.
///
/// # New variables
///
/// A propagator may bring variables, at any time but in a reason: those of the numbers from
/// [`Solver::num_vars`](crate::Solver::num_vars) on, as it is when the call begins. Such a variable
/// is made when the propagator first names it, has no value, is observed from then on, and is
/// decided after the others until conflicts meet it. That is how order literals of large integers
/// come to be, one for each bound that the search speaks of (lazy clause generation; Ohrimenko,
/// Stuckey & Codish 2009). In later calls it is a variable like any other: the propagator is to
/// observe it where it is to speak of it. Numbers that
/// [`Solver::allow_definitions`](crate::Solver::allow_definitions) gives to a proof must be beyond
/// those that the propagator brings.
///
/// # The status of its clauses
///
/// A clause that it adds is from then on a clause of the formula, also for later calls without it. A
/// reason that it gives may be forgotten, but what was learned from it stays. A proof is one of the
/// formula together with these clauses and reasons, which the proof's tracer is told by
/// [`ProofTracer::import_clause`](crate::ProofTracer::import_clause). So they must be true of what
/// the caller means to ask. A call with a propagator answers for the formula and everything that
/// the propagator stands for; a later call without it, for something between the formula and that.
///
/// # The order of calls
///
/// A call begins with [`call_began`](Propagator::call_began). Whenever clauses imply nothing more,
/// the propagator is told what has changed, and then asked, by
/// [`implication`](Propagator::implication), by [`propagate`](Propagator::propagate), by
/// [`add_clause`](Propagator::add_clause), and where every variable has a value, by
/// [`check_model`](Propagator::check_model), until it has nothing to say. The propagator hears all
/// consequences of one question before the next, but implications and propagations are taken one
/// after the other: it is asked for them until it has no more, or repeats one. Then it is asked by
/// [`decide`](Propagator::decide). [`reason`](Propagator::reason) may be asked at any time between,
/// when other literals may already have been assigned of which it was not told yet.
///
/// ```
/// use gordian_formula::Lit;
/// use gordian_solver::{Budget, Callbacks, Outcome, Propagator, Solver};
///
/// /// At most two of the observed variables are true, found out only when a model breaks it.
/// #[derive(Default)]
/// struct AtMostTwo {
///     clause: Vec<Lit>,
/// }
///
/// impl Propagator for AtMostTwo {
///     fn check_model(&mut self, model: &[Lit]) -> bool {
///         self.clause = model.iter().filter(|lit| lit.is_positive()).take(3).map(|&lit| !lit).collect();
///         self.clause.len() < 3
///     }
///
///     fn add_clause(&mut self, clause: &mut Vec<Lit>) -> bool {
///         clause.append(&mut self.clause);
///         clause.len() == 3
///     }
/// }
///
/// let mut solver = Solver::new();
/// let vars = [(); 6].map(|()| solver.new_var());
/// let [a, b, c, d, e, f] = vars.map(|var| var.positive());
/// solver.add_clause(&[a, b]);
/// solver.add_clause(&[c, d]);
/// let mut at_most_two = AtMostTwo::default();
/// let callbacks = Callbacks::none().with_propagator(&mut at_most_two, &vars);
/// assert_eq!(solver.solve_with(&[e], &Budget::unlimited(), callbacks), Outcome::Unsatisfiable);
/// let callbacks = Callbacks::none().with_propagator(&mut at_most_two, &vars);
/// assert_eq!(solver.solve_with(&[!e, !f], &Budget::unlimited(), callbacks), Outcome::Satisfiable);
/// assert!(vars.iter().filter(|var| solver.value(var.positive()) == Some(true)).count() <= 2);
/// ```
pub trait Propagator {
    /// A call to solve begins: nothing has been told, the level is zero, and what it was told in
    /// earlier calls is forgotten.
    fn call_began(&mut self) {}

    /// These literals of observed variables became true, in this order, on the current level. Each
    /// is told once, until its level is undone.
    fn assigned(&mut self, lits: &[Lit]) {
        let _ = lits;
    }

    /// A decision level begins; the first one is 1. The decision, if its variable is observed, is
    /// the first literal told on it.
    fn level_began(&mut self) {}

    /// Everything that was told above this level is undone. Zero is the level of what holds for good.
    fn backtracked(&mut self, level: u32) {
        let _ = level;
    }

    /// Whether this assignment of the observed variables, in the order in which these were given,
    /// then of the new ones in the order in which they came, is one that the constraint allows. If
    /// not, [`Propagator::add_clause`] is asked next, and must have a clause; a call in which it
    /// has none ends as [`Interrupt::Terminated`](crate::Interrupt::Terminated). Asked when all
    /// variables have values, the assumptions are true and no clause is false.
    fn check_model(&mut self, model: &[Lit]) -> bool;

    /// The literal to decide next, if it has an opinion; one that has a value is passed over. Assumptions come first.
    fn decide(&mut self) -> Option<Lit> {
        None
    }

    /// A literal that follows from the assignment and the constraint, if there is one to tell. A
    /// true one is passed over; for a false one the reason is asked at once, and is in conflict.
    fn propagate(&mut self) -> Option<Lit> {
        None
    }

    /// Two literals of which the first is true and implies the second, which is to become true, if
    /// there are such. The binary clause is the reason of the second one from then on, which
    /// conflict analysis looks into without asking: where an integer is at least seven, it is at
    /// least five.
    ///
    /// # Panics
    /// The solver panics where the first one is not true.
    fn implication(&mut self) -> Option<[Lit; 2]> {
        None
    }

    /// A literal of a new variable, asked for where all variables have values and the assumptions
    /// are true: the search goes on with this decision, before [`Propagator::check_model`] is
    /// asked. An integer that order literals leave a choice of is split so.
    ///
    /// # Panics
    /// The solver panics where the literal has a value.
    fn refine(&mut self) -> Option<Lit> {
        None
    }

    /// Puts into `clause`, which is empty, the clause that `lit` was propagated by: `lit` itself,
    /// and literals that were false when [`Propagator::propagate`] told it.
    ///
    /// # Panics
    /// The solver panics where the clause is not such a one.
    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        let _ = (lit, clause);
    }

    /// Puts a clause into `clause`, which is empty, and says true, if there is one to add. Any
    /// clause will do, but for the solver to gain by it, it should be false or about to propagate.
    /// Asked until it says false.
    ///
    /// # Panics
    /// The solver panics where the clause names a variable that is not observed.
    fn add_clause(&mut self, clause: &mut Vec<Lit>) -> bool {
        let _ = clause;
        false
    }

    /// The lines of memory, about, that it read since it was asked last; asked after each
    /// [`Propagator::add_clause`]. The solver counts them as its own ticks, by which it divides its
    /// time. Zero, as by default, where its work is small beside that of the solver.
    fn take_ticks(&mut self) -> u64 {
        0
    }
}

/// A propagator as the search sees it: told what has changed since it was last told.
pub(crate) struct Link<'a> {
    propagator: &'a mut dyn Propagator,
    /// The positive internal literals of the observed variables, in the caller's order, then of
    /// those that came during the call.
    observed: Vec<Lit>,
    is_observed: Vec<bool>,
    /// The number from which on variables of the caller are new.
    first_new: usize,
    /// How many literals of the trail, and how many levels, it was told or spared.
    told: usize,
    told_level: u32,
    has_begun: bool,
    /// The refinement that an assignment of all variables needs.
    refinement: Option<Lit>,
    /// Work space.
    named: Vec<Lit>,
}

impl<'a> Link<'a> {
    /// `observed` are the positive literals inside of what the caller named; from `first_new` on,
    /// the caller has named no variable.
    pub(crate) fn new(propagator: &'a mut dyn Propagator, observed: &[Lit], first_new: usize) -> Link<'a> {
        let mut link = Link {
            propagator,
            observed: Vec::new(),
            is_observed: Vec::new(),
            first_new,
            told: 0,
            told_level: 0,
            has_begun: false,
            refinement: None,
            named: Vec::new(),
        };
        observed.iter().for_each(|lit| link.observe(lit.var()));
        link
    }

    /// The internal variable is told of from now on.
    pub(crate) fn observe(&mut self, var: Var) {
        if self.is_observed.len() <= var.index() {
            self.is_observed.resize(var.index() + 1, false);
        }
        if !std::mem::replace(&mut self.is_observed[var.index()], true) {
            self.observed.push(var.positive());
        }
    }

    pub(crate) fn observed(&self) -> &[Lit] {
        &self.observed
    }

    fn is_observed(&self, var: Var) -> bool {
        self.is_observed.get(var.index()) == Some(&true)
    }

    /// The literal inside, of an observed variable.
    pub(crate) fn known(&self, lit: Lit, external: &External) -> Option<Lit> {
        external.get(lit).filter(|internal| self.is_observed(internal.var()))
    }

    /// Whether the propagator may bring this variable of the caller's.
    pub(crate) fn may_make(&self, var: Var) -> bool {
        var.index() >= self.first_new
    }

    /// Brings the propagator up to date with the trail.
    pub(crate) fn tell(&mut self, trail: &mut Trail, names: &Names) {
        let (level, length) = trail.take_lowest();
        self.told = self.told.min(length);
        if !std::mem::replace(&mut self.has_begun, true) {
            self.propagator.call_began();
        }
        if level < self.told_level {
            self.told_level = level;
            self.propagator.backtracked(level);
        }
        self.refinement = None;
        loop {
            let end = trail.start_of(self.told_level + 1);
            self.named.clear();
            for lit in &trail.literals()[self.told.min(end)..end] {
                if self.is_observed(lit.var()) {
                    self.named.extend(names.name(*lit));
                }
            }
            if !self.named.is_empty() {
                self.propagator.assigned(&self.named);
            }
            self.told = end;
            if self.told_level == trail.level() {
                break;
            }
            self.told_level += 1;
            self.propagator.level_began();
        }
    }

    pub(crate) fn implication(&mut self) -> Option<[Lit; 2]> {
        self.propagator.implication()
    }

    pub(crate) fn propagate(&mut self) -> Option<Lit> {
        self.propagator.propagate()
    }

    pub(crate) fn decide(&mut self) -> Option<Lit> {
        self.refinement.take().or_else(|| self.propagator.decide())
    }

    pub(crate) fn refine(&mut self) -> Option<Lit> {
        self.propagator.refine()
    }

    /// Decides this literal next, if nothing changes before.
    pub(crate) fn keep_refinement(&mut self, lit: Lit) {
        self.refinement = Some(lit);
    }

    /// The clause that an internal literal was propagated by.
    pub(crate) fn reason(&mut self, lit: Lit, names: &Names) -> Vec<Lit> {
        let name = names.name(lit).expect("observed variables have names");
        let mut clause = Vec::new();
        self.propagator.reason(name, &mut clause);
        clause
    }

    pub(crate) fn take_ticks(&mut self) -> u64 {
        self.propagator.take_ticks()
    }

    /// A clause to be added.
    pub(crate) fn clause(&mut self) -> Option<Vec<Lit>> {
        let mut clause = Vec::new();
        self.propagator.add_clause(&mut clause).then_some(clause)
    }

    /// Whether the propagator accepts the assignment of all variables.
    pub(crate) fn accepts(&mut self, trail: &Trail, names: &Names) -> bool {
        self.named.clear();
        for &lit in &self.observed {
            self.named.extend(names.name(if trail.value(lit) > 0 { lit } else { !lit }));
        }
        self.propagator.check_model(&self.named)
    }
}
