//! Counting models by components: a formula falls apart into parts that share no variable, whose numbers of models are
//! multiplied; parts met before are not counted again.

mod decomposition;
mod dnnf;
mod number;
mod order;
mod polls;
mod rounds;
mod search;
mod simplify;

use std::ops::ControlFlow;

use gordian_formula::Cnf;
use num_bigint::BigUint;

use crate::collect::Collector;
use crate::engines::task::Found;
use crate::{Effort, Stop};
pub use dnnf::Trace;
use order::Order;
use polls::Polls;
pub(crate) use search::Advance;
use search::Task;
use simplify::simplify;

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

/// What counting brought: the number unless it was broken off, what it took, and the trace if one was wanted.
pub(crate) struct Counting {
    pub(crate) number: Option<BigUint>,
    pub(crate) effort: Effort,
    pub(crate) trace: Option<Trace>,
}

/// Counts the solutions.
pub(crate) fn run(cnf: &Cnf, collector: &mut Collector<'_>) -> Found {
    count_in_turns(cnf, Style::Simplified, &mut |_| ControlFlow::Continue(()), collector).0
}

/// Counts the solutions until `turn`, which hears how far it has come, breaks it off. Brings the trace if one was wanted.
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
    let mut counting = Counting { number: None, effort: Effort::default(), trace: None };
    let begun = Advance { ticks: 0, share: 0.0 };
    if poll(begun).is_break() {
        return counting;
    }
    let mut asks = || poll(begun);
    let mut polls = Polls::new(&mut asks);
    let Some(simplified) = simplify(cnf, style == Style::Simplified, &mut polls) else { return counting };
    let Some(base) = simplified else {
        counting.number = Some(BigUint::ZERO);
        counting.trace = (style == Style::Traced).then(Trace::new);
        return counting;
    };
    let order = Order::of(base.num_vars, &base.clauses, &mut polls);
    if polls.is_over() {
        return counting;
    }
    let task =
        Task { num_vars: base.num_vars, clauses: &base.clauses, visible: &base.visible, cache_bytes: CACHE_BYTES };
    let (number, effort, trace) = rounds::search(&task, &order, style == Style::Traced, poll);
    counting.effort = Effort { width: order.width as u64, ..effort };
    counting.number = number.map(|mut number| {
        number.double(base.doublings);
        number.into()
    });
    counting.trace = trace.map(|mut trace| {
        trace.rename(&base.names, base.units);
        trace
    });
    counting
}
