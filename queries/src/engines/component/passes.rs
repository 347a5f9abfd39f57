//! Searches after a light simplification of the formula, and after a thorough one.

use std::ops::ControlFlow;

use gordian_formula::{Cnf, Weights};
use num_bigint::BigUint;

use super::dnnf::Trace;
use super::order::Order;
use super::polls::{Halt, Poll, Polls};
use super::search::Leaves;
use super::simplify::{Base, Definable, Formula, Record, Support, definable, simplify, simplify_thoroughly, support};
use crate::Effort;
use crate::estimate::Estimate;
use crate::forecast::{Advance, Forecast};

/// Ticks of a search in a formula with hidden variables before a thorough simplification, and ticks that it
/// may take to find out which visible ones are defined by others.
const LIGHT_TICKS: u64 = 1 << 22;
/// The same without hidden variables.
const SUPPORT_AFTER: u64 = 1 << 24;
const SUPPORT_TICKS: u64 = 1 << 27;
/// Ticks of a search for which it is compared with one in which more variables are shown.
const TRIAL_TICKS: u64 = 1 << 27;

/// How a formula is to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Simplified first.
    Simplified,
    /// As it is, but for units.
    Plain,
    /// Simplified first by steps that a checker can judge, with a trace.
    Traced,
    /// As it is, with a trace whose diagram speaks of all visible variables.
    Diagram,
    /// Simplified first, with a diagram of what that leaves.
    Compiled,
}

/// The result of counting: the number unless it was broken off, an estimate if it was broken off late, the effort, and
/// the trace if one was wanted.
pub(crate) struct Counting<T = BigUint> {
    pub(crate) number: Option<T>,
    pub(crate) estimate: Option<Estimate>,
    pub(crate) effort: Effort,
    pub(crate) trace: Option<Trace>,
}

impl Style {
    fn is_simplified(self) -> bool {
        matches!(self, Style::Simplified | Style::Compiled)
    }

    pub(super) fn leaves(self) -> Leaves {
        match self {
            Style::Simplified | Style::Plain => Leaves::Nothing,
            Style::Traced | Style::Diagram => Leaves::Proof,
            Style::Compiled => Leaves::Diagram,
        }
    }

    /// The trace of a formula that these steps and units refute, where a trace is wanted.
    pub(super) fn refutation(self, record: Option<Record>) -> Option<Trace> {
        (self.leaves() == Leaves::Proof).then(|| Trace::after(record))
    }
}

/// The state before a search.
pub(super) enum Prepared {
    Stopped,
    /// With the steps that led here, where they were recorded.
    Refuted(Option<Record>),
    Ready(Box<Base>, Order),
}

impl Prepared {
    /// After a thorough simplification of a formula with this support.
    fn thoroughly(formula: &mut Formula, support: &Support, polls: &mut Polls<'_>) -> Prepared {
        let simplified = simplify_thoroughly(formula, support, polls);
        Prepared::of(formula, simplified, polls)
    }

    /// By what a simplification said: `None` if it was broken off, `Some(false)` where there is no model.
    fn of(formula: &mut Formula, simplified: Option<bool>, polls: &mut Polls<'_>) -> Prepared {
        match simplified {
            None => Prepared::Stopped,
            Some(false) => Prepared::Refuted(formula.take_record()),
            Some(true) => {
                let base = formula.base();
                let order = Order::of(&base.visible, &base.clauses, polls);
                if polls.is_over() { Prepared::Stopped } else { Prepared::Ready(Box::new(base), order) }
            }
        }
    }
}

/// Searches one after the other, of which whoever asks hears as of one.
struct Relay<'p, 'a> {
    poll: &'p mut Poll<'a>,
    /// The ticks of all that is done.
    before: u64,
    halt: Option<Halt>,
}

impl Relay<'_, '_> {
    fn tell(&mut self, Advance { ticks, share }: Advance) -> ControlFlow<Halt> {
        self.halt = self.halt.or((self.poll)(Advance { ticks: self.before + ticks, share }).break_value());
        self.halt.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// Does something that asks and takes ticks, before a search or in the midst of one.
    fn aside<T>(&mut self, at: Advance, work: impl FnOnce(&mut Polls<'_>) -> T) -> T {
        let mut asks = |more| self.tell(Advance { ticks: at.ticks + more, ..at }).map_break(drop);
        let mut polls = Polls::new(&mut asks);
        let done = work(&mut polls);
        let ticks = polls.ticks();
        self.before += ticks;
        done
    }

    /// Does something that comes before a search.
    fn prepare<T>(&mut self, work: impl FnOnce(&mut Polls<'_>) -> T) -> T {
        self.aside(Advance { ticks: 0, share: 0.0 }, work)
    }

    /// Searches until that is done, is broken off, or `is_enough`.
    fn search<T>(
        &mut self,
        search: &mut impl FnMut(Prepared, &mut Poll<'_>) -> Counting<T>,
        prepared: Prepared,
        mut is_enough: impl FnMut(&mut Self, Advance) -> bool,
    ) -> Counting<T> {
        let mut last = 0;
        let counting = search(prepared, &mut |advance| {
            last = advance.ticks;
            self.tell(advance)?;
            if is_enough(self, advance) { ControlFlow::Break(Halt::Needless) } else { ControlFlow::Continue(()) }
        });
        self.before += last;
        counting
    }

    /// The same, to the end.
    fn finish<T>(
        mut self,
        search: &mut impl FnMut(Prepared, &mut Poll<'_>) -> Counting<T>,
        prepared: Prepared,
    ) -> Counting<T> {
        self.search(search, prepared, |_, _| false)
    }

    /// Whether a search need not be followed by another.
    fn has_ended<T>(&self, counting: &Counting<T>) -> bool {
        self.halt.is_some() || counting.number.is_some()
    }
}

/// A question, and how many ticks a search takes before more effort is made to simplify the formula.
#[derive(Clone, Copy)]
pub(super) struct Passes<'a> {
    cnf: &'a Cnf,
    weights: Option<&'a Weights>,
    style: Style,
    /// Before a thorough simplification, if there are hidden variables, and if there are none.
    pub(super) light_ticks: u64,
    pub(super) support_after: u64,
    /// In a formula of which some hidden variables are defined, before it is searched with these shown.
    pub(super) trial_ticks: u64,
}

impl<'a> Passes<'a> {
    pub(super) fn of(cnf: &'a Cnf, weights: Option<&'a Weights>, style: Style) -> Passes<'a> {
        Passes { cnf, weights, style, light_ticks: LIGHT_TICKS, support_after: SUPPORT_AFTER, trial_ticks: TRIAL_TICKS }
    }

    /// Runs a search after a light simplification. If the formula has hidden variables then, and this
    /// takes more than a moment, it is begun again after a thorough one, which many counts are too easy
    /// for. If it has none and takes long, it is begun again if many variables are defined by others.
    pub(super) fn run<T>(
        self,
        poll: &mut Poll<'_>,
        mut search: impl FnMut(Prepared, &mut Poll<'_>) -> Counting<T>,
    ) -> Counting<T> {
        let mut relay = Relay { poll, before: 0, halt: None };
        let read = |polls: &mut Polls<'_>| match polls.is_over() {
            true => None,
            false => Formula::of(self.cnf, self.weights, polls),
        };
        let Some(mut formula) = relay.prepare(read) else { return relay.finish(&mut search, Prepared::Stopped) };
        let prepared = relay.prepare(|polls| {
            if self.style == Style::Traced {
                formula.record();
            }
            let is_changed = self.style.is_simplified() || self.style == Style::Traced;
            let simplified = simplify(&mut formula, is_changed, polls);
            Prepared::of(&mut formula, simplified, polls)
        });
        if !self.style.is_simplified() {
            drop(formula);
            return relay.finish(&mut search, prepared);
        }
        let is_projected = formula.has_hidden();
        let mut found: Option<Support> = None;
        let mut is_enough = false;
        let first = relay.search(&mut search, prepared, |relay, advance| {
            let after = match is_projected {
                false => self.support_after,
                // One that has done more than half by then may well have ended after as many again.
                true if advance.share > 0.5 => 2 * self.light_ticks,
                true => self.light_ticks,
            };
            if found.is_none() && advance.ticks >= after {
                is_enough = is_projected || {
                    let support = relay.aside(advance, |polls| support(&formula, SUPPORT_TICKS, polls));
                    found.insert(support).is_much_smaller()
                };
            }
            is_enough
        });
        if relay.has_ended(&first) || !is_enough {
            return first;
        }
        if is_projected {
            return self.run_projected(formula, relay, &mut search);
        }
        let support = found.unwrap_or_default();
        let prepared = relay.prepare(|polls| Prepared::thoroughly(&mut formula, &support, polls));
        drop(formula);
        relay.finish(&mut search, prepared)
    }

    /// Runs searches after thorough simplifications. Hidden variables that visible ones define are shown, if these are
    /// most of them. If they are fewer, both ways are tried, and the one that is expected to end first goes on.
    fn run_projected<T>(
        self,
        mut formula: Formula,
        mut relay: Relay<'_, '_>,
        search: &mut impl FnMut(Prepared, &mut Poll<'_>) -> Counting<T>,
    ) -> Counting<T> {
        let thorough = |formula: &mut Formula, polls: &mut Polls<'_>| {
            let support = support(formula, LIGHT_TICKS, polls);
            Prepared::thoroughly(formula, &support, polls)
        };
        let Definable { defined, is_most } = relay.prepare(|polls| definable(&formula, LIGHT_TICKS, polls));
        if is_most {
            formula.show(&defined);
        }
        let mut shown = (!is_most && !defined.is_empty()).then(|| formula.clone());
        let prepared = relay.prepare(|polls| thorough(&mut formula, polls));
        let Some(shown) = &mut shown else {
            drop(formula);
            return relay.finish(search, prepared);
        };
        let mut plain = Trial::new(self.trial_ticks);
        let first = relay.search(search, prepared, |_, advance| plain.is_over(advance));
        if relay.has_ended(&first) {
            return first;
        }
        shown.show(&defined);
        let prepared = relay.prepare(|polls| thorough(shown, polls));
        let mut extended = Trial::new(self.trial_ticks);
        let second = relay.search(search, prepared, |_, advance| {
            extended.is_over(advance) && plain.forecast.rest() < extended.forecast.rest()
        });
        if relay.has_ended(&second) {
            return second;
        }
        let prepared = relay.prepare(|polls| Prepared::of(&mut formula, Some(true), polls));
        relay.finish(search, prepared)
    }
}

/// The beginning of a search, which is looked at in the midst and at the end.
struct Trial {
    /// Ticks of it.
    length: u64,
    looks: u64,
    forecast: Forecast,
}

impl Trial {
    fn new(length: u64) -> Trial {
        Trial { length, looks: 0, forecast: Forecast::new() }
    }

    /// Looks if it is time to; whether the trial is over.
    fn is_over(&mut self, Advance { ticks, share }: Advance) -> bool {
        if self.looks < 2 && 2 * ticks >= (self.looks + 1) * self.length {
            self.looks += 1;
            self.forecast.look(ticks, share);
        }
        ticks >= self.length
    }
}

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink, Lit, Var};
    use gordian_testkit::{Random, parity};

    use super::*;
    use crate::engines::component::{count, count_prepared};

    /// Clauses over visible variables and more hidden ones, and parities of visible ones, which define a few of these.
    fn formula(seed: u64) -> Cnf {
        let mut random = Random::new(seed);
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(30);
        for _ in 0..75 {
            let lits: Vec<Lit> = (0..3).map(|_| vars[random.below(30)].lit(random.chance(50))).collect();
            cnf.add_clause(&lits);
        }
        for sum in 26..30 {
            let lits = [random.below(4), 4 + random.below(4), 8 + random.below(4), sum].map(|at| vars[at].positive());
            parity(&lits, false).for_each(|clause| cnf.add_clause(&clause));
        }
        cnf.add_visible(&vars[..12]);
        cnf
    }

    #[test]
    fn defined_variables_are_shown_where_the_search_is_expected_to_end_sooner() {
        // The shares that the plain search covers in half of the trial and in all of it, and those of the other one.
        let trials = [([0.1, 0.2], [0.1, 0.4], 3), ([0.1, 0.2], [0.4, 0.45], 4)];
        let mut extended = 0;
        for seed in 0..30 {
            let cnf = formula(seed);
            let number = count(&cnf, Style::Plain, &mut |_| ControlFlow::Continue(())).number;
            for (shares, others, most) in trials {
                let mut passes = Passes::of(&cnf, None, Style::Simplified);
                (passes.light_ticks, passes.trial_ticks) = (1000, 2000);
                let mut told = Vec::new();
                let mut shown = Vec::new();
                let counting = passes.run(
                    &mut |advance| {
                        told.push(advance);
                        ControlFlow::Continue(())
                    },
                    |prepared, poll| {
                        let is_shown = |base: &Base| {
                            let mut vars = base.names.iter().zip(&base.visible);
                            vars.any(|(name, &is_visible)| is_visible && *name >= Var::from_index(12))
                        };
                        shown.push(matches!(&prepared, Prepared::Ready(base, _) if is_shown(base)));
                        let shares = if shown.len() == 3 { others } else { shares };
                        let mut advances = [(1000, shares[0]), (2000, shares[1]), (5000, 1.0)].into_iter();
                        let is_broken_off = advances.any(|(ticks, share)| poll(Advance { ticks, share }).is_break());
                        let broken_off = Prepared::Stopped;
                        let prepared = if is_broken_off { broken_off } else { prepared };
                        count_prepared(prepared, Style::Simplified, &mut |_| ControlFlow::Continue(()))
                    },
                );
                assert_eq!(counting.number, number, "{seed}");
                assert!(told.is_sorted_by_key(|advance| advance.ticks), "{seed}");
                if shown.len() > 2 {
                    // One that is shown may be found to be needless.
                    extended += u32::from(std::mem::take(&mut shown[2]));
                    assert_eq!(shown, vec![false; most], "{seed}");
                    let ticks = [1000, 2000, if most == 3 { 5000 } else { 2000 + 5000 }].into_iter().sum();
                    assert!(told.last().is_some_and(|last| last.ticks >= ticks && last.share == 1.0), "{seed}");
                }
            }
        }
        assert!(extended > 20, "{extended}");
    }
}
