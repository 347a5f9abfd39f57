//! Counting models by components: a formula falls apart into parts that share no variable, whose numbers of models are
//! multiplied; parts met before are not counted again. Weights of models are summed up in the same way.

mod decomposition;
mod dnnf;
mod integer;
mod marginals;
mod measure;
mod nnf;
mod number;
mod order;
mod polls;
mod rounds;
mod search;
mod simplify;

use std::ops::ControlFlow;

use gordian_formula::{ClauseSink as _, Cnf, Weights};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use crate::collect::Collector;
use crate::engines::task::Found;
use crate::{Effort, Stop};
pub use dnnf::Trace;
pub(crate) use marginals::Marginals;
use measure::{LiteralProducts, Measure, Models};
pub use nnf::{Nnf, NnfFormat};
use order::Order;
use polls::Polls;
pub(crate) use search::Advance;
use search::{Task, Total};
use simplify::{Base, Strength, simplify};

/// Bytes that the cache may take.
const CACHE_BYTES: usize = 1 << 30;

/// Ticks of a search before hidden variables are eliminated with more effort.
const LIGHT_TICKS: u64 = 1 << 22;

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

/// The result of counting: the number unless it was broken off, the effort, and the trace if one was wanted.
pub(crate) struct Counting<T = BigUint> {
    pub(crate) number: Option<T>,
    pub(crate) effort: Effort,
    pub(crate) trace: Option<Trace>,
}

/// The sum of the weights of solutions.
pub(crate) struct Sum {
    pub(crate) weight: BigRational,
    /// Whether there is a solution, which may have no weight.
    pub(crate) is_satisfiable: bool,
}

/// Counts the solutions.
pub(crate) fn run(cnf: &Cnf, collector: &mut Collector<'_>) -> Found {
    count_in_turns(cnf, Style::Simplified, &mut |_| ControlFlow::Continue(()), collector).0
}

/// Counts the solutions until `turn`, which hears how far it has come, breaks it off. Brings the
/// trace if one was wanted.
pub(crate) fn count_in_turns(
    cnf: &Cnf,
    style: Style,
    turn: &mut dyn FnMut(Advance) -> ControlFlow<()>,
    collector: &mut Collector<'_>,
) -> (Found, Option<Trace>) {
    let Counting { number, effort, trace } = count(cnf, style, &mut |advance| {
        collector.advance(advance.share)?;
        turn(advance)
    });
    if number.is_none() && !collector.is_stopped() {
        // Another one has the number, or is to be asked.
        let _ = collector.stop(Stop::Budget);
    }
    (Found { number, effort: Some(effort), ..Found::default() }, trace)
}

/// A function that hears how far a search has come, and may break it off.
type Poll<'a> = dyn FnMut(Advance) -> ControlFlow<()> + 'a;

/// Runs a search after a light simplification. If the formula has hidden variables, and this takes
/// more ticks than these, it is begun again after a thorough one, which many counts are too easy for.
fn in_passes<T>(
    cnf: &Cnf,
    style: Style,
    light_ticks: u64,
    poll: &mut Poll<'_>,
    mut pass: impl FnMut(Strength, &mut Poll<'_>) -> Counting<T>,
) -> Counting<T> {
    if style != Style::Simplified {
        return pass(Strength::Units, poll);
    }
    if cnf.projection().len() == cnf.num_vars() {
        return pass(Strength::Light, poll);
    }
    let (mut is_stopped, mut spent) = (false, 0);
    let first = pass(Strength::Light, &mut |advance| {
        is_stopped = is_stopped || poll(advance).is_break();
        spent = advance.ticks;
        if is_stopped || spent >= light_ticks { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if is_stopped || first.number.is_some() {
        return first;
    }
    pass(Strength::Thorough, &mut |Advance { ticks, share }| poll(Advance { ticks: spent + ticks, share }))
}

/// Counts the assignments of the visible variables that extend to a model, until `poll` breaks it off.
pub(crate) fn count(cnf: &Cnf, style: Style, poll: &mut Poll<'_>) -> Counting {
    in_passes(cnf, style, LIGHT_TICKS, poll, |strength, poll| count_after(cnf, style, strength, poll))
}

fn count_after(cnf: &Cnf, style: Style, strength: Strength, poll: &mut Poll<'_>) -> Counting {
    let counting = Counting { number: None, effort: Effort::default(), trace: None };
    let (base, order) = match prepare(cnf, None, strength, poll) {
        Prepared::Stopped => return counting,
        Prepared::Refuted => {
            return Counting { number: Some(BigUint::ZERO), trace: style.refutation(), ..counting };
        }
        Prepared::Ready(base, order) => (*base, order),
    };
    let (found, effort, trace) = search(&base, &order, &Models, style, poll);
    let number = match found {
        Total::Stopped => None,
        Total::Refuted => Some(BigUint::ZERO),
        Total::Amount(mut number) => {
            number.double(base.doublings);
            Some(number.into())
        }
    };
    Counting { number, effort, trace: trace.map(|trace| named(trace, base)) }
}

/// Sums up the weights of the assignments of the visible variables that extend to a model, until `poll` breaks it off.
/// The weight of an assignment is the product of those of the literals that it makes true.
pub(crate) fn weigh(cnf: &Cnf, weights: &Weights, style: Style, poll: &mut Poll<'_>) -> Counting<Sum> {
    in_passes(cnf, style, LIGHT_TICKS, poll, |strength, poll| weigh_after(cnf, weights, style, strength, poll))
}

fn weigh_after(cnf: &Cnf, weights: &Weights, style: Style, strength: Strength, poll: &mut Poll<'_>) -> Counting<Sum> {
    let refuted = || Sum { weight: BigRational::from(BigInt::ZERO), is_satisfiable: false };
    let counting = Counting { number: None, effort: Effort::default(), trace: None };
    let (mut base, order) = match prepare(cnf, Some(weights), strength, poll) {
        Prepared::Stopped => return counting,
        Prepared::Refuted => return Counting { number: Some(refuted()), trace: style.refutation(), ..counting },
        Prepared::Ready(base, order) => (*base, order),
    };
    let scales = base.scales.take().unwrap_or_else(|| unreachable!("they are kept where there are weights"));
    let measure = LiteralProducts::of(&scales, &base.names);
    let (found, effort, trace) = search(&base, &order, &measure, style, poll);
    let number = match found {
        Total::Stopped => None,
        Total::Refuted => Some(refuted()),
        Total::Amount(amount) => Some(Sum { weight: scales.total(amount.into()), is_satisfiable: true }),
    };
    Counting { number, effort, trace: trace.map(|trace| named(trace, base)) }
}

/// The state before the search.
enum Prepared {
    Stopped,
    Refuted,
    Ready(Box<Base>, Order),
}

fn prepare(cnf: &Cnf, weights: Option<&Weights>, strength: Strength, poll: &mut Poll<'_>) -> Prepared {
    let begun = Advance { ticks: 0, share: 0.0 };
    if poll(begun).is_break() {
        return Prepared::Stopped;
    }
    let mut asks = || poll(begun);
    let mut polls = Polls::new(&mut asks);
    let base = match simplify(cnf, weights, strength, &mut polls) {
        None => return Prepared::Stopped,
        Some(None) => return Prepared::Refuted,
        Some(Some(base)) => base,
    };
    let order = Order::of(&base.visible, &base.clauses, &mut polls);
    if polls.is_over() { Prepared::Stopped } else { Prepared::Ready(Box::new(base), order) }
}

fn search<M: Measure>(
    base: &Base,
    order: &Order,
    measure: &M,
    style: Style,
    poll: &mut dyn FnMut(Advance) -> ControlFlow<()>,
) -> (Total<M::Amount>, Effort, Option<Trace>) {
    let task =
        Task { num_vars: base.num_vars, clauses: &base.clauses, visible: &base.visible, cache_bytes: CACHE_BYTES };
    let (found, effort, trace) = rounds::search(&task, measure, order, style == Style::Traced, poll);
    (found, Effort { width: order.width as u64, ..effort }, trace)
}

/// The trace, in the variables of the formula.
fn named(mut trace: Trace, base: Base) -> Trace {
    trace.rename(&base.names, base.units);
    trace
}

impl Style {
    /// The trace of a formula that units refute, where a trace is wanted.
    fn refutation(self) -> Option<Trace> {
        (self == Style::Traced).then(Trace::new)
    }
}

#[cfg(test)]
mod tests {
    use gordian_formula::{Lit, Var};
    use gordian_testkit::Random;

    use super::*;

    #[test]
    fn a_thorough_simplification_leaves_numbers_and_weights_as_they_are() {
        let mut simplified = 0;
        for seed in 0..1500 {
            let mut random = Random::new(seed);
            let num_vars = 4 + random.below(30);
            let mut cnf = Cnf::new();
            cnf.new_vars(num_vars);
            for _ in 0..2 * num_vars + random.below(num_vars) {
                let size = 2 + random.below(3);
                let mut lit = || Var::from_index(random.below(num_vars)).lit(random.chance(50));
                let clause: Vec<Lit> = (0..size).map(|_| lit()).collect();
                cnf.add_clause(&clause);
            }
            let share = 10 + random.below(60);
            let visible: Vec<Var> = (0..num_vars).filter(|_| random.chance(share)).map(Var::from_index).collect();
            cnf.add_visible(&visible);
            let mut weights = Weights::new();
            for (at, var) in visible.iter().enumerate() {
                let weight = ["0.5", "-1", "1/3", "1", "0"][at % 5].parse().unwrap();
                assert!(weights.set(var.lit(at % 2 == 0), weight));
            }
            let go_on = &mut |_| ControlFlow::Continue(());
            let mut strengths = Vec::new();
            let thorough = in_passes(&cnf, Style::Simplified, 0, go_on, |strength, poll| {
                strengths.push(strength);
                count_after(&cnf, Style::Simplified, strength, poll)
            });
            assert_eq!(thorough.number, count(&cnf, Style::Plain, go_on).number, "{seed}");
            let weigh_thoroughly =
                &mut |strength, poll: &mut Poll<'_>| weigh_after(&cnf, &weights, Style::Simplified, strength, poll);
            let thorough = in_passes(&cnf, Style::Simplified, 0, go_on, weigh_thoroughly).number.map(|sum| sum.weight);
            let plain = weigh(&cnf, &weights, Style::Plain, go_on).number.map(|sum| sum.weight);
            assert_eq!(thorough, plain, "{seed}");
            simplified += u32::from(strengths.ends_with(&[Strength::Thorough]));
        }
        assert!(simplified > 1000, "{simplified}");
    }
}
