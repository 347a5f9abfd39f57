//! Judges propagators in small worlds by brute force.

use gordian_formula::{Lit, Var};

use crate::domain::Domain;
use crate::propagate::{Assignment, Because, Context, Fact, Hint, Propagate};
use crate::store::Store;
use crate::view::{Integer, View};
use gordian_testkit::Random;

/// Values of a few integers, then of a few literals, which are numbered from 1.
struct Values<'a> {
    integers: &'a [i64],
    literals: &'a [bool],
}

impl Assignment for Values<'_> {
    fn integer(&self, view: View) -> i64 {
        view.of(self.integers[view.integer().index()])
    }

    fn literal(&self, lit: Lit) -> bool {
        match lit.var().index() {
            0 => lit.is_positive(),
            index => self.literals[index - 1] == lit.is_positive(),
        }
    }
}

/// A small world: the domains, and how many literals there are.
pub(crate) struct World {
    pub(crate) domains: Vec<Vec<i64>>,
    pub(crate) num_literals: usize,
}

impl World {
    /// All assignments, as pairs of integers and literals.
    fn assignments(&self) -> Vec<(Vec<i64>, Vec<bool>)> {
        let mut all = vec![(Vec::new(), Vec::new())];
        for domain in &self.domains {
            all = all
                .into_iter()
                .flat_map(|(integers, literals)| {
                    domain.iter().map(move |&value| ([&integers[..], &[value]].concat(), literals.clone()))
                })
                .collect();
        }
        for _ in 0..self.num_literals {
            all = all
                .into_iter()
                .flat_map(|(integers, literals)| {
                    [false, true].map(|value| (integers.clone(), [&literals[..], &[value]].concat()))
                })
                .collect();
        }
        all
    }
}

/// The literal of this number in a world, from 1.
pub(crate) fn literal(number: usize) -> Lit {
    Var::from_index(number).positive()
}

pub(crate) fn view(index: usize) -> View {
    Integer::from_index(index).into()
}

/// The cases that the judge saw, so that a test can be seen to have tested.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) facts: u64,
    pub(crate) failures: u64,
    pub(crate) accepted: u64,
    pub(crate) refused: u64,
}

/// Takes random walks down a world: tells bounds and literals at random, lets the propagator speak
/// after each, and checks that what it says follows from the constraint, that its explanation
/// implies it by the constraint alone, over all assignments of the world, and that it accepts a
/// full assignment exactly where `means` says that the constraint holds.
pub(crate) fn judge(
    world: &World,
    mut propagator: Box<dyn Propagate + Send>,
    means: &dyn Fn(&[i64], &[bool]) -> bool,
    walks: usize,
    random: &mut Random,
    seen: &mut Seen,
) {
    let all = world.assignments();
    let holding: Vec<bool> = all.iter().map(|(integers, literals)| means(integers, literals)).collect();
    for ((integers, literals), &holds) in all.iter().zip(&holding) {
        assert_eq!(
            propagator.holds(&Values { integers, literals }),
            holds,
            "{propagator:?} at {integers:?} {literals:?}"
        );
    }
    let ranges = |domain: &[i64]| domain.iter().map(|&value| (value, value)).collect::<Vec<_>>();
    for _ in 0..walks {
        let mut store = Store::new(literal(0));
        for domain in &world.domains {
            store.add_integer(Domain::from_ranges(&ranges(domain)).expect("values"));
        }
        (1..=world.num_literals).for_each(|number| store.observe(literal(number).var()));
        store.tell(literal(0), |_| ());
        // The meaning of literals for the integers, to be read without the store.
        let mut walk = Walk { world, all: &all, holding: &holding };
        walk.run(&mut store, propagator.as_mut(), random, seen);
    }
}

struct Walk<'a> {
    world: &'a World,
    all: &'a [(Vec<i64>, Vec<bool>)],
    holding: &'a [bool],
}

impl Walk<'_> {
    fn run(&mut self, store: &mut Store, propagator: &mut dyn Propagate, random: &mut Random, seen: &mut Seen) {
        loop {
            // To the fixpoint.
            loop {
                let mut sayings = Vec::new();
                let mut context = Context { store, sayings: &mut sayings, propagator: 0, open_guard: None };
                let has_failed = propagator.propagate(&mut context).is_err();
                let mut moved = false;
                for &(lit, saying) in &sayings {
                    self.check(store, propagator, lit, saying.fact, saying.hint, saying.time);
                    seen.facts += 1;
                    if store.value(lit).is_none() {
                        store.tell(lit, |_| ());
                        self.settle(store);
                        moved = true;
                    }
                }
                if has_failed {
                    seen.failures += 1;
                    seen.refused += u64::from(self.is_full(store));
                    return;
                }
                if !moved {
                    break;
                }
            }
            if self.is_full(store) {
                let at = (0..self.all.len()).find(|&at| self.agrees(store, at)).expect("one");
                assert!(self.holding[at], "{propagator:?} accepts {:?}", self.all[at]);
                seen.accepted += 1;
                return;
            }
            self.step(store, random);
        }
    }

    /// Implications between the literals of an integer are told, as the solver would.
    fn settle(&self, store: &mut Store) {
        while let Some([cause, lit]) = store.implications.pop() {
            assert_eq!(store.value(cause), Some(true));
            match store.value(lit) {
                None => store.tell(lit, |_| ()),
                Some(value) => assert!(value, "an implication that contradicts what is told"),
            }
        }
    }

    fn is_full(&self, store: &Store) -> bool {
        (0..self.world.domains.len()).all(|index| store.is_fixed(Integer::from_index(index)))
            && (1..=self.world.num_literals).all(|number| store.value(literal(number)).is_some())
    }

    /// Whether an assignment is within what was told.
    fn agrees(&self, store: &Store, at: usize) -> bool {
        let (integers, literals) = &self.all[at];
        let within =
            |(index, &value): (usize, &i64)| store.lower(view(index)) <= value && value <= store.upper(view(index));
        integers.iter().enumerate().all(within)
            && literals.iter().enumerate().all(|(index, &value)| store.value(literal(index + 1)) != Some(!value))
    }

    /// Tells a bound or a literal that has room.
    fn step(&self, store: &mut Store, random: &mut Random) {
        let mut choices: Vec<(View, i64)> = Vec::new();
        for (index, domain) in self.world.domains.iter().enumerate() {
            for &value in domain {
                for view in [view(index), -view(index)] {
                    let value = view.of(value);
                    if store.lower(view) < value && value <= store.upper(view) {
                        choices.push((view, value));
                    }
                }
            }
        }
        let open: Vec<Lit> =
            (1..=self.world.num_literals).map(literal).filter(|&lit| store.value(lit).is_none()).collect();
        let at = random.below(choices.len() + open.len());
        let lit = match choices.get(at) {
            Some(&(view, value)) => store.literal(view, value),
            None => {
                let lit = open[at - choices.len()];
                if random.chance(50) { lit } else { !lit }
            }
        };
        assert_eq!(store.value(lit), None, "a literal with a value, of a bound with room");
        store.tell(lit, |_| ());
        self.settle(store);
    }

    /// The meaning of a literal in an assignment.
    fn is_true(&self, store: &Store, lit: Lit, at: usize) -> bool {
        let (integers, literals) = &self.all[at];
        if lit.var().index() <= self.world.num_literals {
            return Values { integers, literals }.literal(lit);
        }
        for (index, domain) in self.world.domains.iter().enumerate() {
            for &value in domain {
                if let Some(known) = store.known_literal(view(index), value)
                    && known.var() == lit.var()
                {
                    return (integers[index] >= value) == (known == lit);
                }
            }
        }
        panic!("{lit} means nothing");
    }

    fn check(&self, store: &Store, propagator: &dyn Propagate, lit: Lit, fact: Fact, hint: Hint, time: u32) {
        let mut clause = vec![lit];
        propagator.explain(fact, hint, &mut Because::new(store, time, &mut clause));
        for &reason in &clause[1..] {
            assert!(store.was_true(!reason, time), "{propagator:?} explains {fact:?} by what was not so");
        }
        for at in 0..self.all.len() {
            let is_satisfied = !self.holding[at] || clause.iter().any(|&lit| self.is_true(store, lit, at));
            assert!(
                is_satisfied,
                "{propagator:?} explains {fact:?} wrongly: {:?} holds, and breaks {clause:?}",
                self.all[at]
            );
        }
    }
}

/// A random world of so many integers and literals.
pub(crate) fn world(random: &mut Random, num_integers: usize, num_literals: usize, low: i64, high: i64) -> World {
    let domains = (0..num_integers).map(|_| {
        let mut domain: Vec<i64> = (low..=high).filter(|_| random.chance(70)).collect();
        if domain.is_empty() {
            domain.push(low + random.below((high - low) as usize + 1) as i64);
        }
        domain
    });
    World { domains: domains.collect(), num_literals }
}

/// A view of an integer of the world, negated or not.
pub(crate) fn some_view(random: &mut Random, num_integers: usize) -> View {
    let view = view(random.below(num_integers));
    if random.chance(50) { view } else { -view }
}

/// The value of a view.
pub(crate) fn at(view: View, integers: &[i64]) -> i64 {
    view.of(integers[view.integer().index()])
}
