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

use gordian_formula::{Cnf, Weights};
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
use simplify::{Base, simplify};

/// Bytes that the cache may take.
const CACHE_BYTES: usize = 1 << 30;

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

/// Counts the assignments of the visible variables that extend to a model, until `poll` breaks it off.
pub(crate) fn count(cnf: &Cnf, style: Style, poll: &mut dyn FnMut(Advance) -> ControlFlow<()>) -> Counting {
    let counting = Counting { number: None, effort: Effort::default(), trace: None };
    let (base, order) = match prepare(cnf, None, style, poll) {
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
pub(crate) fn weigh(
    cnf: &Cnf,
    weights: &Weights,
    style: Style,
    poll: &mut dyn FnMut(Advance) -> ControlFlow<()>,
) -> Counting<Sum> {
    let refuted = || Sum { weight: BigRational::from(BigInt::ZERO), is_satisfiable: false };
    let counting = Counting { number: None, effort: Effort::default(), trace: None };
    let (mut base, order) = match prepare(cnf, Some(weights), style, poll) {
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

fn prepare(
    cnf: &Cnf,
    weights: Option<&Weights>,
    style: Style,
    poll: &mut dyn FnMut(Advance) -> ControlFlow<()>,
) -> Prepared {
    let begun = Advance { ticks: 0, share: 0.0 };
    if poll(begun).is_break() {
        return Prepared::Stopped;
    }
    let mut asks = || poll(begun);
    let mut polls = Polls::new(&mut asks);
    let base = match simplify(cnf, weights, style == Style::Simplified, &mut polls) {
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
