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

use std::f64::consts::LN_2;
use std::ops::ControlFlow;

use gordian_formula::{ClauseSink as _, Cnf, Var, Weights};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use crate::collect::Collector;
use crate::engines::task::Found;
use crate::estimate::Estimate;
use crate::{Effort, Stop};
pub use dnnf::Trace;
pub(crate) use marginals::Marginals;
use measure::{LiteralProducts, Measure, Models};
pub use nnf::{Nnf, NnfFormat};
use order::Order;
pub(crate) use polls::Halt;
use polls::{Poll, Polls};
use rounds::Found as Searched;
pub(crate) use search::Advance;
use search::{Task, Total};
use simplify::{Base, Strength, Support, find_support, simplify};

/// Bytes that the cache may take.
const CACHE_BYTES: usize = 1 << 30;

/// Ticks of a search before hidden variables are eliminated with more effort.
const LIGHT_TICKS: u64 = 1 << 22;
/// Ticks of a search before it is asked which visible variables are defined by others, and ticks that
/// the answer may take.
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
    let Counting { number, estimate, effort, trace } = count(cnf, style, &mut |advance| {
        if collector.advance(advance.share).is_break() {
            return ControlFlow::Break(Halt::Late);
        }
        // Another search that hears of the end of the time first ends this one, too.
        turn(advance).map_break(|()| if collector.poll().is_break() { Halt::Late } else { Halt::Needless })
    });
    if number.is_none() && !collector.is_stopped() {
        // Another one has the number, or is to be asked.
        let _ = collector.stop(Stop::Budget);
    }
    (Found { number, estimate, effort: Some(effort), ..Found::default() }, trace)
}

const CONTINUE: ControlFlow<Halt> = ControlFlow::Continue(());

/// One way to prepare a formula for the search.
#[derive(Clone, Copy, Debug)]
struct Pass<'a> {
    strength: Strength,
    /// Visible variables that the others define, which are hidden.
    hidden: &'a [Var],
}

impl Pass<'_> {
    fn of(strength: Strength) -> Pass<'static> {
        Pass { strength, hidden: &[] }
    }
}

/// A question, and how many ticks a search takes before more effort is made to simplify the formula.
#[derive(Clone, Copy)]
struct Passes<'a> {
    cnf: &'a Cnf,
    weights: Option<&'a Weights>,
    style: Style,
    light_ticks: u64,
    support_after: u64,
    support_ticks: u64,
}

impl<'a> Passes<'a> {
    fn of(cnf: &'a Cnf, weights: Option<&'a Weights>, style: Style) -> Passes<'a> {
        Passes {
            cnf,
            weights,
            style,
            light_ticks: LIGHT_TICKS,
            support_after: SUPPORT_TICKS,
            support_ticks: SUPPORT_TICKS,
        }
    }

    /// Runs a search after a light simplification. If the formula has hidden variables, and this takes
    /// more than a moment, it is begun again after a thorough one, which many counts are too easy for.
    /// If it has none and takes long, it is begun again with defined variables hidden, if they are many.
    /// (Where some are hidden anyway, no gain was seen.)
    fn run<T>(self, poll: &mut Poll<'_>, mut pass: impl FnMut(Pass<'_>, &mut Poll<'_>) -> Counting<T>) -> Counting<T> {
        if self.style != Style::Simplified {
            return pass(Pass::of(Strength::Units), poll);
        }
        let (mut halt, mut spent) = (None, 0);
        if self.cnf.projection().len() < self.cnf.num_vars() {
            let first = pass(Pass::of(Strength::Light), &mut |advance| {
                halt = halt.or_else(|| poll(advance).break_value());
                spent = advance.ticks;
                // One that has done more than half by then may well have ended after as many again.
                let most = if advance.share > 0.5 { 2 * self.light_ticks } else { self.light_ticks };
                halt.or((spent >= most).then_some(Halt::Needless)).map_or(CONTINUE, ControlFlow::Break)
            });
            if halt.is_some() || first.number.is_some() {
                return first;
            }
            let thorough = Pass::of(Strength::Thorough);
            return pass(thorough, &mut |Advance { ticks, share }| poll(Advance { ticks: spent + ticks, share }));
        }
        let mut support: Option<Support> = None;
        let first = pass(Pass::of(Strength::Light), &mut |Advance { ticks, share }| {
            spent = ticks + support.as_ref().map_or(0, |support| support.ticks);
            halt = halt.or_else(|| poll(Advance { ticks: spent, share }).break_value());
            if halt.is_none() && support.is_none() && ticks >= self.support_after {
                let mut asks = || poll(Advance { ticks: spent, share }).map_break(drop);
                support = Some(find_support(self.cnf, self.weights, self.support_ticks, &mut Polls::new(&mut asks)));
            }
            let is_smaller = support.as_ref().is_some_and(Support::is_much_smaller);
            halt.or(is_smaller.then_some(Halt::Needless)).map_or(CONTINUE, ControlFlow::Break)
        });
        match support {
            Some(Support { defined, ticks: asking, .. }) if halt.is_none() && first.number.is_none() => {
                let last = Pass { strength: Strength::Thorough, hidden: &defined };
                pass(last, &mut |Advance { ticks, share }| poll(Advance { ticks: spent + asking + ticks, share }))
            }
            _ => first,
        }
    }
}

/// Counts the assignments of the visible variables that extend to a model, until `poll` breaks it off.
pub(crate) fn count(cnf: &Cnf, style: Style, poll: &mut Poll<'_>) -> Counting {
    Passes::of(cnf, None, style).run(poll, |pass, poll| count_after(cnf, style, pass, poll))
}

fn count_after(cnf: &Cnf, style: Style, pass: Pass<'_>, poll: &mut Poll<'_>) -> Counting {
    let counting = Counting { number: None, estimate: None, effort: Effort::default(), trace: None };
    let (base, order) = match prepare(cnf, None, pass, poll) {
        Prepared::Stopped => return counting,
        Prepared::Refuted => {
            return Counting { number: Some(BigUint::ZERO), trace: style.refutation(), ..counting };
        }
        Prepared::Ready(base, order) => (*base, order),
    };
    let Searched { total, estimate, effort, trace } = search(&base, &order, &Models, style, poll);
    let number = match total {
        Total::Stopped => None,
        Total::Refuted => Some(BigUint::ZERO),
        Total::Amount(mut number) => {
            number.double(base.doublings);
            Some(number.into())
        }
    };
    let estimate = estimate.map(|estimate| estimate.times(Estimate::exact(base.doublings as f64 * LN_2)));
    Counting { number, estimate, effort, trace: trace.map(|trace| named(trace, base)) }
}

/// Sums up the weights of the assignments of the visible variables that extend to a model, until `poll` breaks it off.
/// The weight of an assignment is the product of those of the literals that it makes true.
pub(crate) fn weigh(cnf: &Cnf, weights: &Weights, style: Style, poll: &mut Poll<'_>) -> Counting<Sum> {
    Passes::of(cnf, Some(weights), style).run(poll, |pass, poll| weigh_after(cnf, weights, style, pass, poll))
}

fn weigh_after(cnf: &Cnf, weights: &Weights, style: Style, pass: Pass<'_>, poll: &mut Poll<'_>) -> Counting<Sum> {
    let refuted = || Sum { weight: BigRational::from(BigInt::ZERO), is_satisfiable: false };
    let counting = Counting { number: None, estimate: None, effort: Effort::default(), trace: None };
    let (mut base, order) = match prepare(cnf, Some(weights), pass, poll) {
        Prepared::Stopped => return counting,
        Prepared::Refuted => return Counting { number: Some(refuted()), trace: style.refutation(), ..counting },
        Prepared::Ready(base, order) => (*base, order),
    };
    let scales = base.scales.take().unwrap_or_else(|| unreachable!("they are kept where there are weights"));
    let measure = LiteralProducts::of(&scales, &base.names);
    let Searched { total, estimate, effort, trace } = search(&base, &order, &measure, style, poll);
    let estimate = estimate.and_then(|estimate| Some(estimate.times(Estimate::exact(scales.ln()?))));
    let number = match total {
        Total::Stopped => None,
        Total::Refuted => Some(refuted()),
        Total::Amount(amount) => Some(Sum { weight: scales.total(amount.into()), is_satisfiable: true }),
    };
    Counting { number, estimate, effort, trace: trace.map(|trace| named(trace, base)) }
}

/// The state before the search.
enum Prepared {
    Stopped,
    Refuted,
    Ready(Box<Base>, Order),
}

fn prepare(cnf: &Cnf, weights: Option<&Weights>, pass: Pass<'_>, poll: &mut Poll<'_>) -> Prepared {
    let begun = Advance { ticks: 0, share: 0.0 };
    if poll(begun).is_break() {
        return Prepared::Stopped;
    }
    let mut asks = || poll(begun).map_break(drop);
    let mut polls = Polls::new(&mut asks);
    let base = match simplify(cnf, weights, pass.strength, pass.hidden, &mut polls) {
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
    poll: &mut Poll<'_>,
) -> Searched<M::Amount> {
    let task =
        Task { num_vars: base.num_vars, clauses: &base.clauses, visible: &base.visible, cache_bytes: CACHE_BYTES };
    let mut poll = |Advance { ticks, share }| poll(Advance { ticks: base.ticks + ticks, share });
    let found = rounds::search(&task, measure, order, style == Style::Traced, &mut poll);
    Searched { effort: Effort { width: order.width as u64, ..found.effort }, ..found }
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
        let (mut simplified, mut hidden, mut weighed) = (0, 0, 0);
        let style = Style::Simplified;
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
            let is_full = seed % 2 == 0;
            for at in (2..num_vars).step_by(3).filter(|_| is_full) {
                let [one, other, both] = [at - 2, at - 1, at].map(|index| Var::from_index(index).positive());
                [vec![!one, !other, both], vec![one, !both], vec![other, !both]]
                    .iter()
                    .for_each(|it| cnf.add_clause(it));
            }
            let share = if is_full { 100 } else { 10 + random.below(60) };
            let visible: Vec<Var> = (0..num_vars).filter(|_| random.chance(share)).map(Var::from_index).collect();
            cnf.add_visible(&visible);
            let mut weights = Weights::new();
            for (at, var) in visible.iter().enumerate() {
                let weight = |text: &str| text.parse().unwrap();
                let text = ["0.5", "-1", "1/3", "1", "0"][at % 5];
                assert!(weights.set(var.lit(at % 2 == 0), weight(text)));
                // A value with two equal weights may be forgotten.
                assert!(at % 5 > 2 || weights.set(var.lit(at % 2 == 1), weight(text)));
            }
            let go_on = &mut |_| ControlFlow::Continue(());
            let plain = count(&cnf, Style::Plain, go_on).number;
            let plain_sum = weigh(&cnf, &weights, Style::Plain, go_on).number.map(|sum| sum.weight);
            for support_after in [0, u64::MAX] {
                let passes = |weights| Passes { light_ticks: 0, support_after, ..Passes::of(&cnf, weights, style) };
                let mut last = Pass::of(Strength::Units).strength;
                let thorough = passes(None).run(go_on, |pass, poll| {
                    last = pass.strength;
                    hidden += u32::from(!pass.hidden.is_empty());
                    count_after(&cnf, style, pass, poll)
                });
                assert_eq!(thorough.number, plain, "{seed}");
                simplified += u32::from(last == Strength::Thorough);
                let sum = passes(Some(&weights)).run(go_on, |pass, poll| {
                    weighed += u32::from(!pass.hidden.is_empty());
                    weigh_after(&cnf, &weights, style, pass, poll)
                });
                assert_eq!(sum.number.map(|sum| sum.weight), plain_sum, "{seed}");
            }
        }
        assert!(simplified > 1500 && hidden > 100 && weighed > 80, "{simplified} {hidden} {weighed}");
    }
    #[test]
    fn who_is_late_gets_an_estimate_of_the_number_or_the_sum() {
        let (mut estimated, mut near) = (0, 0);
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut cnf = Cnf::new();
            let vars = cnf.new_vars(60);
            for _ in 0..100 {
                let first = random.below(45);
                let lits: Vec<Lit> =
                    (0..3).map(|third| vars[first + 5 * third + random.below(5)].lit(random.chance(50))).collect();
                cnf.add_clause(&lits);
            }
            cnf.add_visible(&vars[..40 + random.below(21)]);
            let mut weights = Weights::new();
            for (at, var) in vars[..20].iter().enumerate() {
                let text = ["0.5", "3", "1/3", "0.25"][at % 4];
                weights.set(var.positive(), text.parse().unwrap());
            }
            let go_on = &mut |_| ControlFlow::Continue(());
            let late = &mut |advance: Advance| match advance.ticks {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(Halt::Late),
            };
            let style = Style::Plain;
            let number = count(&cnf, style, go_on).number.unwrap();
            let weight = weigh(&cnf, &weights, style, go_on).number.unwrap().weight;
            let number = (number.to_string(), count(&cnf, style, late));
            let weight = (weight.to_string(), weigh(&cnf, &weights, style, late));
            let fraction = |text: &str| {
                let (above, below) = text.split_once('/').unwrap_or((text, "1"));
                above.parse::<f64>().unwrap().log10() - below.parse::<f64>().unwrap().log10()
            };
            let said = [(number.0, number.1.estimate), (weight.0, weight.1.estimate)];
            for (right, estimate) in said.into_iter().filter_map(|(right, estimate)| Some((right, estimate?))) {
                estimated += 1;
                let ratio = 10f64.powf(estimate.log10() - fraction(&right));
                near += u32::from((ratio - 1.0).abs() <= 3.0 * estimate.error() + 1e-9);
            }
            let needless = &mut |_| ControlFlow::Break(Halt::Needless);
            assert_eq!(count(&cnf, style, needless).estimate, None);
        }
        assert!(estimated > 40 && near * 100 >= 95 * estimated, "{near} of {estimated}");
    }
}
