//! Searches after a light simplification of the formula, and after a thorough one.

use std::ops::ControlFlow;

use gordian_formula::{Cnf, Weights};
use num_bigint::BigUint;

use super::dnnf::Trace;
use super::order::Order;
use super::polls::{Halt, Poll, Polls};
use super::simplify::{Base, Formula, Support, extend, simplify, simplify_thoroughly, support};
use crate::Effort;
use crate::estimate::Estimate;
use crate::forecast::Advance;

/// Ticks of a search in a formula with hidden variables before a thorough simplification, and ticks that it
/// may take to find out which visible ones are defined by others.
const LIGHT_TICKS: u64 = 1 << 22;
/// The same without hidden variables.
const SUPPORT_AFTER: u64 = 1 << 24;
const SUPPORT_TICKS: u64 = 1 << 27;

/// How a formula is to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Simplified first.
    Simplified,
    /// As it is, but for units.
    Plain,
    /// As it is, with a trace.
    Traced,
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
    /// The trace of a formula that units refute, where a trace is wanted.
    pub(super) fn refutation(self) -> Option<Trace> {
        (self == Style::Traced).then(Trace::new)
    }
}

/// The state before a search.
pub(super) enum Prepared {
    Stopped,
    Refuted,
    Ready(Box<Base>, Order),
}

impl Prepared {
    /// By what a simplification said: `None` if it was broken off, `Some(false)` where there is no model.
    fn of(formula: &Formula, simplified: Option<bool>, polls: &mut Polls<'_>) -> Prepared {
        match simplified {
            None => Prepared::Stopped,
            Some(false) => Prepared::Refuted,
            Some(true) => {
                let base = formula.base();
                let order = Order::of(&base.visible, &base.clauses, polls);
                if polls.is_over() { Prepared::Stopped } else { Prepared::Ready(Box::new(base), order) }
            }
        }
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
}

impl<'a> Passes<'a> {
    pub(super) fn of(cnf: &'a Cnf, weights: Option<&'a Weights>, style: Style) -> Passes<'a> {
        Passes { cnf, weights, style, light_ticks: LIGHT_TICKS, support_after: SUPPORT_AFTER }
    }

    /// Runs a search after a light simplification. If the formula has hidden variables then, and this
    /// takes more than a moment, it is begun again after a thorough one, which many counts are too easy
    /// for. If it has none and takes long, it is begun again if many variables are defined by others.
    pub(super) fn run<T>(
        self,
        poll: &mut Poll<'_>,
        mut search: impl FnMut(Prepared, &mut Poll<'_>) -> Counting<T>,
    ) -> Counting<T> {
        let mut asks = |ticks| poll(Advance { ticks, share: 0.0 }).map_break(drop);
        let mut polls = Polls::new(&mut asks);
        let read = if polls.is_over() { None } else { Formula::of(self.cnf, self.weights, &mut polls) };
        let Some(mut formula) = read else { return search(Prepared::Stopped, poll) };
        let simplified = simplify(&mut formula, self.style == Style::Simplified, &mut polls);
        let prepared = Prepared::of(&formula, simplified, &mut polls);
        let mut before = polls.ticks();
        if self.style != Style::Simplified {
            drop(formula);
            return search(prepared, &mut |Advance { ticks, share }| poll(Advance { ticks: before + ticks, share }));
        }
        let is_projected = formula.has_hidden();
        let (mut halt, mut spent, mut is_enough) = (None, before, false);
        let mut found: Option<Support> = None;
        let first = search(prepared, &mut |Advance { ticks, share }| {
            spent = before + ticks;
            halt = halt.or_else(|| poll(Advance { ticks: spent, share }).break_value());
            let after = match is_projected {
                false => self.support_after,
                // One that has done more than half by then may well have ended after as many again.
                true if share > 0.5 => 2 * self.light_ticks,
                true => self.light_ticks,
            };
            if halt.is_none() && found.is_none() && ticks >= after {
                is_enough = is_projected || {
                    let mut asks = |more| poll(Advance { ticks: spent + more, share }).map_break(drop);
                    let mut polls = Polls::new(&mut asks);
                    let support = found.insert(support(&formula, SUPPORT_TICKS, &mut polls));
                    before += polls.ticks();
                    spent += polls.ticks();
                    support.is_much_smaller()
                };
            }
            match halt.or(is_enough.then_some(Halt::Needless)) {
                Some(halt) => ControlFlow::Break(halt),
                None => ControlFlow::Continue(()),
            }
        });
        if halt.is_some() || first.number.is_some() || !is_enough {
            return first;
        }
        let mut asks = |ticks| poll(Advance { ticks: spent + ticks, share: 0.0 }).map_break(drop);
        let mut polls = Polls::new(&mut asks);
        let support = found.unwrap_or_else(|| {
            extend(&mut formula, LIGHT_TICKS, &mut polls);
            support(&formula, LIGHT_TICKS, &mut polls)
        });
        let simplified = simplify_thoroughly(&mut formula, &support, &mut polls);
        let prepared = Prepared::of(&formula, simplified, &mut polls);
        let before = spent + polls.ticks();
        drop(formula);
        search(prepared, &mut |Advance { ticks, share }| poll(Advance { ticks: before + ticks, share }))
    }
}
