//! The facts known about the integers at a moment of the search, and the moment at which each
//! became known.

use std::collections::VecDeque;

use gordian_formula::{Lit, Var};

use crate::domain::Domain;
use crate::view::{Integer, View};

/// The integers with their bounds, and the literals that say `x >= v`, which are made when they are first spoken of.
///
/// Invariant: the bounds are those that the literals told so far say, and nothing more; `told` holds these literals in
/// their order, `histories` those of them that moved the bound of a view, by time and so by value, and `moved` the
/// views in the order in which they moved, so that both can be undone and the bounds of an earlier moment can be found
/// by binary search: a bound of an integer that has all its literals moves as often as it has values.
#[derive(Debug)]
pub(crate) struct Store {
    domains: Vec<Domain>,
    /// For each view its lower bound.
    bounds: Vec<i64>,
    /// For each view, how its lower bound moved from the least value of the domain.
    histories: Vec<Vec<Event>>,
    moved: Vec<View>,
    /// For each integer, the literals `x >= v` made so far, by increasing `v`, which is a value of
    /// the domain but the least. New ones come in at either end, since bounds creep up or down.
    made: Vec<VecDeque<(i64, Lit)>>,
    /// For each variable, by its index, what its literals say of integers: an entry of `meanings`, or [`NONE`].
    first_meaning: Vec<u32>,
    meanings: Vec<Meaning>,
    /// For each variable the place in `told` of its literal plus one, negative where it is false; or zero.
    places: Vec<i32>,
    told: Vec<Lit>,
    /// For each level the lengths of `told` and `moved` when it began.
    levels: Vec<(u32, u32)>,
    /// Implications between literals of one integer that the solver is to hear of.
    pub(crate) implications: Vec<[Lit; 2]>,
    /// Literals that were made when they already followed, at a level above zero: they lose their
    /// values, not their reasons.
    late: Vec<(View, i64, Lit)>,
    /// The number of the next variable.
    next_var: usize,
    /// The variables that the solver is to tell of.
    observed: Vec<Var>,
    is_observed: Vec<bool>,
    truth: Lit,
}

const NONE: u32 = u32::MAX;

/// The variable's positive literal says that the integer is at least this value.
#[derive(Clone, Copy, Debug)]
struct Meaning {
    integer: Integer,
    value: i64,
    is_positive: bool,
    next: u32,
}

/// A lower bound that moved.
#[derive(Clone, Copy, Debug)]
struct Event {
    /// To this.
    value: i64,
    lit: Lit,
    /// How many literals had been told.
    time: u32,
}

/// A moment: how many literals had been told.
pub(crate) type Time = u32;

impl Store {
    /// An empty one, with a literal that is true.
    pub(crate) fn new(truth: Lit) -> Store {
        let mut store = Store {
            domains: Vec::new(),
            bounds: Vec::new(),
            histories: Vec::new(),
            moved: Vec::new(),
            made: Vec::new(),
            first_meaning: Vec::new(),
            meanings: Vec::new(),
            places: Vec::new(),
            told: Vec::new(),
            levels: Vec::new(),
            implications: Vec::new(),
            late: Vec::new(),
            next_var: truth.var().index() + 1,
            observed: Vec::new(),
            is_observed: Vec::new(),
            truth,
        };
        store.observe(truth.var());
        store
    }

    pub(crate) fn truth(&self) -> Lit {
        self.truth
    }

    pub(crate) fn num_integers(&self) -> usize {
        self.domains.len()
    }

    pub(crate) fn domain(&self, integer: Integer) -> &Domain {
        &self.domains[integer.index()]
    }

    pub(crate) fn add_integer(&mut self, domain: Domain) -> Integer {
        let integer = Integer::from_index(self.domains.len());
        self.bounds.extend([domain.least(), -domain.greatest()]);
        self.histories.extend([Vec::new(), Vec::new()]);
        self.domains.push(domain);
        self.made.push(VecDeque::new());
        integer
    }

    /// Lets a literal say that an integer is at least this value, which is one of the domain but
    /// the least and has no literal yet.
    pub(crate) fn bind(&mut self, integer: Integer, value: i64, lit: Lit) {
        let made = &mut self.made[integer.index()];
        let at = made.partition_point(|&(other, _)| other < value);
        debug_assert!(made.get(at).is_none_or(|&(other, _)| other != value), "there is a literal");
        debug_assert!(value > self.domains[integer.index()].least());
        made.insert(at, (value, lit));
        self.observe(lit.var());
        let index = lit.var().index();
        let next = self.first_meaning[index];
        self.first_meaning[index] = self.meanings.len() as u32;
        self.meanings.push(Meaning { integer, value, is_positive: lit.is_positive(), next });
    }

    /// The solver is to tell of this variable.
    pub(crate) fn observe(&mut self, var: Var) {
        let index = var.index();
        if self.is_observed.len() <= index {
            self.is_observed.resize(index + 1, false);
            self.first_meaning.resize(index + 1, NONE);
            self.places.resize(index + 1, 0);
        }
        if !std::mem::replace(&mut self.is_observed[index], true) {
            self.observed.push(var);
        }
        self.next_var = self.next_var.max(index + 1);
    }

    pub(crate) fn observed(&self) -> &[Var] {
        &self.observed
    }

    pub(crate) fn num_vars(&self) -> usize {
        self.next_var
    }

    /// Numbers below this one are taken.
    pub(crate) fn reserve_vars(&mut self, num_vars: usize) {
        self.next_var = self.next_var.max(num_vars);
    }

    /// The literal that says that a view is at least this value: made, if it is the first time that anyone asks.
    pub(crate) fn literal(&mut self, view: View, value: i64) -> Lit {
        let integer = view.integer();
        if view.is_negated() {
            // -x >= v where x <= -v, which is where it is not at least the next value.
            return !self.order_literal(integer, 1 - value);
        }
        self.order_literal(integer, value)
    }

    fn order_literal(&mut self, integer: Integer, value: i64) -> Lit {
        let domain = &self.domains[integer.index()];
        if value <= domain.least() {
            return self.truth;
        }
        let Some(value) = domain.at_least(value) else { return !self.truth };
        if let Some(lit) = self.made_literal(integer, value) {
            return lit;
        }
        let lit = Var::from_index(self.next_var).positive();
        self.bind(integer, value, lit);
        let view = View::from(integer);
        if self.lower(view) >= value {
            self.late.push((view, value, lit));
            self.imply_late(self.late.len() - 1);
        } else if self.upper(view) < value {
            self.late.push((-view, 1 - value, !lit));
            self.imply_late(self.late.len() - 1);
        }
        lit
    }

    /// The value of the domain from which on a literal would speak, where it is not the least one and has no literal.
    pub(crate) fn unmade(&self, integer: Integer, value: i64) -> Option<i64> {
        let domain = &self.domains[integer.index()];
        let value = domain.at_least(value).filter(|&value| value > domain.least())?;
        self.made_literal(integer, value).is_none().then_some(value)
    }

    fn made_literal(&self, integer: Integer, value: i64) -> Option<Lit> {
        let made = &self.made[integer.index()];
        made.binary_search_by_key(&value, |&(other, _)| other).ok().map(|at| made[at].1)
    }

    /// The literal, if it was made.
    #[cfg(test)]
    pub(crate) fn known_literal(&self, view: View, value: i64) -> Option<Lit> {
        let (value, is_positive) = if view.is_negated() { (1 - value, false) } else { (value, true) };
        let domain = self.domain(view.integer());
        let lit = match domain.at_least(value) {
            _ if value <= domain.least() => self.truth,
            None => !self.truth,
            Some(value) => self.made_literal(view.integer(), value)?,
        };
        Some(if is_positive { lit } else { !lit })
    }

    fn imply_late(&mut self, at: usize) {
        let (view, value, lit) = self.late[at];
        let last = self.histories[view.index()].last().filter(|last| last.value >= value);
        if let (None, Some(last)) = (self.value(lit), last) {
            self.implications.push([last.lit, lit]);
        }
    }

    pub(crate) fn lower(&self, view: View) -> i64 {
        self.bounds[view.index()]
    }

    pub(crate) fn upper(&self, view: View) -> i64 {
        -self.bounds[(-view).index()]
    }

    /// The lower bound at level zero of a call that has not begun: of the domain.
    pub(crate) fn least(&self, view: View) -> i64 {
        let domain = self.domain(view.integer());
        if view.is_negated() { -domain.greatest() } else { domain.least() }
    }

    pub(crate) fn is_fixed(&self, integer: Integer) -> bool {
        let view = View::from(integer);
        self.lower(view) == self.upper(view)
    }

    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        match self.places.get(lit.var().index()) {
            None | Some(0) => None,
            Some(&place) => Some((place > 0) == lit.is_positive()),
        }
    }

    /// Whether a literal was true at a moment.
    pub(crate) fn was_true(&self, lit: Lit, time: Time) -> bool {
        let place = self.places.get(lit.var().index()).copied().unwrap_or(0);
        place != 0 && (place > 0) == lit.is_positive() && place.unsigned_abs() <= time
    }

    /// The moment.
    pub(crate) fn now(&self) -> Time {
        self.told.len() as Time
    }

    /// The lower bound at a moment.
    pub(crate) fn lower_at(&self, view: View, time: Time) -> i64 {
        let history = &self.histories[view.index()];
        match history.partition_point(|event| event.time < time) {
            0 => self.least(view),
            count => history[count - 1].value,
        }
    }

    /// The literal that first made a view at least this value, with the bound that it set; `None`
    /// where the least value of the domain is enough. It was so at the moment.
    pub(crate) fn cause(&self, view: View, value: i64, time: Time) -> Option<(Lit, i64)> {
        if self.least(view) >= value {
            return None;
        }
        let history = &self.histories[view.index()];
        let first = history.get(history.partition_point(|event| event.value < value));
        let first = first.filter(|event| event.time < time);
        debug_assert!(first.is_some(), "the view was not at least this value");
        first.map(|event| (event.lit, event.value))
    }

    /// Everything that was told is forgotten.
    pub(crate) fn reset(&mut self) {
        self.undo_to(0, 0);
        self.levels.clear();
        self.implications.clear();
        self.late.clear();
    }

    pub(crate) fn push_level(&mut self) {
        self.levels.push((self.told.len() as u32, self.moved.len() as u32));
    }

    /// Undoes what is above a level.
    pub(crate) fn backtrack(&mut self, level: usize) {
        if let Some(&(told, moved)) = self.levels.get(level) {
            self.undo_to(told as usize, moved as usize);
            self.levels.truncate(level);
        }
        self.implications.clear();
        let mut late = std::mem::take(&mut self.late);
        late.retain(|&(view, value, _)| self.lower(view) >= value);
        self.late = late;
        (0..self.late.len()).for_each(|at| self.imply_late(at));
    }

    fn undo_to(&mut self, told: usize, moved: usize) {
        while self.moved.len() > moved
            && let Some(view) = self.moved.pop()
        {
            let history = &mut self.histories[view.index()];
            history.pop();
            let before = history.last().map(|event| event.value);
            self.bounds[view.index()] = before.unwrap_or_else(|| self.least(view));
        }
        for lit in self.told.drain(told..) {
            self.places[lit.var().index()] = 0;
        }
    }

    /// Takes note of a literal that became true. `moved` gets the views whose lower bounds it moved.
    pub(crate) fn tell(&mut self, lit: Lit, mut moved: impl FnMut(View)) {
        let index = lit.var().index();
        let time = self.told.len() as u32;
        self.told.push(lit);
        let place = self.told.len() as i32;
        self.places[index] = if lit.is_positive() { place } else { -place };
        let mut next = self.first_meaning[index];
        while next != NONE {
            let meaning = self.meanings[next as usize];
            next = meaning.next;
            let view = View::from(meaning.integer);
            let is_at_least = meaning.is_positive == lit.is_positive();
            let (view, value) = if is_at_least { (view, meaning.value) } else { (-view, 1 - meaning.value) };
            let value = self.rounded(view, value);
            if value > self.lower(view) && self.raise(view, value, lit, time) {
                moved(view);
            }
        }
    }

    /// The least value of the view's domain from this one on, which is one of its literals.
    pub(crate) fn rounded(&self, view: View, value: i64) -> i64 {
        let domain = self.domain(view.integer());
        let rounded =
            if view.is_negated() { domain.at_most(-value).map(|value| -value) } else { domain.at_least(value) };
        rounded.unwrap_or(value)
    }

    /// Moves a lower bound; false if it would be above the upper one, and the solver is to hear of that.
    fn raise(&mut self, view: View, value: i64, lit: Lit, time: u32) -> bool {
        if value > self.upper(view) {
            let upper = self.histories[(-view).index()].last();
            debug_assert!(upper.is_some(), "no literal is beyond the domain");
            self.implications.extend(upper.map(|upper| [upper.lit, !lit]));
            return false;
        }
        self.imply_between(view, self.lower(view), value, lit);
        self.bounds[view.index()] = value;
        self.histories[view.index()].push(Event { value, lit, time });
        self.moved.push(view);
        true
    }

    /// The literals between two lower bounds of a view follow from that of the upper one.
    fn imply_between(&mut self, view: View, before: i64, value: i64, lit: Lit) {
        let Store { made, implications, places, .. } = self;
        let is_open = |other: &Lit| places[other.var().index()] == 0;
        let made = &made[view.integer().index()];
        // For the negation of an integer, x <= -value: what says that it is at least something above is false.
        let (first, last) = if view.is_negated() { (1 - value, -before) } else { (before + 1, value) };
        let from = made.partition_point(|&(other, _)| other < first);
        let within = made.range(from..).take_while(|&&(other, _)| other <= last);
        let followed = within.map(|&(_, other)| if view.is_negated() { !other } else { other });
        implications.extend(followed.filter(is_open).map(|other| [lit, other]));
    }
}
