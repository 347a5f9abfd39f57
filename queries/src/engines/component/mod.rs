//! Counting models by components: a formula falls apart into parts that share no variable, whose numbers of models are
//! multiplied; parts met before are not counted again. Weights of models are summed up in the same way.

mod compiled;
mod counts;
mod decomposition;
mod dnnf;
mod elimination;
mod integer;
mod marginals;
mod measure;
mod nnf;
mod number;
mod order;
mod passes;
mod polls;
mod rounds;
mod search;
mod simplify;

use std::f64::consts::LN_2;
use std::ops::ControlFlow;

use gordian_formula::{Cnf, Weights};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use crate::collect::Collector;
use crate::engines::task::Found;
use crate::estimate::Estimate;
use crate::forecast::Advance;
use crate::{Effort, Stop};
pub(crate) use compiled::compile;
pub use dnnf::Trace;
pub(crate) use marginals::Marginals;
use measure::{LiteralProducts, Measure, Models};
pub use nnf::{Nnf, NnfFormat};
use order::Order;
pub(crate) use passes::{Counting, Style};
use passes::{Passes, Prepared};
pub(crate) use polls::Halt;
use polls::Poll;
use rounds::Found as Searched;
use search::{Task, Total};
use simplify::Base;

/// Bytes that the cache may take.
const CACHE_BYTES: usize = 1 << 30;

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

/// Counts the assignments of the visible variables that extend to a model, until `poll` breaks it off.
pub(crate) fn count(cnf: &Cnf, style: Style, poll: &mut Poll<'_>) -> Counting {
    Passes::of(cnf, None, style).run(poll, |prepared, poll| count_prepared(prepared, style, poll))
}

fn count_prepared(prepared: Prepared, style: Style, poll: &mut Poll<'_>) -> Counting {
    let counting = Counting { number: None, estimate: None, effort: Effort::default(), trace: None };
    let (base, order) = match prepared {
        Prepared::Stopped => return counting,
        Prepared::Refuted(record) => {
            return Counting { number: Some(BigUint::ZERO), trace: style.refutation(record), ..counting };
        }
        Prepared::Ready(base, order) => (*base, order),
    };
    let Searched { total, estimate, effort, trace } = search(&base, &order, &Models, style, poll);
    let number = match total {
        Total::Stopped => None,
        Total::Refuted => Some(BigUint::ZERO),
        Total::Amount(mut number) => {
            number.double(base.free.len() as u64);
            Some(number.into())
        }
    };
    let estimate = estimate.map(|estimate| estimate.times(Estimate::exact(base.free.len() as f64 * LN_2)));
    Counting { number, estimate, effort, trace: trace.map(|trace| named(trace, base)) }
}

/// Sums up the weights of the assignments of the visible variables that extend to a model, until `poll` breaks it off.
/// The weight of an assignment is the product of those of the literals that it makes true.
pub(crate) fn weigh(cnf: &Cnf, weights: &Weights, style: Style, poll: &mut Poll<'_>) -> Counting<Sum> {
    Passes::of(cnf, Some(weights), style).run(poll, |prepared, poll| weigh_prepared(prepared, style, poll))
}

fn weigh_prepared(prepared: Prepared, style: Style, poll: &mut Poll<'_>) -> Counting<Sum> {
    let refuted = || Sum { weight: BigRational::from(BigInt::ZERO), is_satisfiable: false };
    let counting = Counting { number: None, estimate: None, effort: Effort::default(), trace: None };
    let (mut base, order) = match prepared {
        Prepared::Stopped => return counting,
        Prepared::Refuted(record) => {
            return Counting { number: Some(refuted()), trace: style.refutation(record), ..counting };
        }
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

fn search<M: Measure>(
    base: &Base,
    order: &Order,
    measure: &M,
    style: Style,
    poll: &mut Poll<'_>,
) -> Searched<M::Amount> {
    let task =
        Task { num_vars: base.num_vars, clauses: &base.clauses, visible: &base.visible, cache_bytes: CACHE_BYTES };
    let found = rounds::search(&task, measure, order, style.leaves(), poll);
    Searched { effort: Effort { width: order.width as u64, ..found.effort }, ..found }
}

/// The trace, in the variables of the formula, after the steps that led to what was searched.
fn named(mut trace: Trace, base: Base) -> Trace {
    trace.rename(&base.names, base.units, base.record);
    trace
}

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink as _, Lit, Var};
    use gordian_testkit::{Random, parity};

    use super::*;

    #[test]
    fn a_thorough_simplification_leaves_numbers_and_weights_as_they_are() {
        // Searches after a thorough simplification; variables in them that had been hidden for a while, and that
        // were hidden at first, which are decided.
        let (mut simplified, mut weighed, mut shown, mut extended) = (0, 0, 0, 0);
        let style = Style::Simplified;
        for seed in 0..600 {
            let mut random = Random::new(seed);
            let num_vars = 20 + random.below(20);
            let mut cnf = Cnf::new();
            let vars = cnf.new_vars(num_vars);
            let (is_full, has_gates) = (seed % 2 == 0, seed % 4 != 3);
            let num_clauses = if has_gates { num_vars / 2 } else { 2 * num_vars + random.below(num_vars) };
            for _ in 0..num_clauses {
                let clause: Vec<Lit> = (0..3).map(|_| vars[random.below(num_vars)].lit(random.chance(50))).collect();
                cnf.add_clause(&clause);
            }
            for at in (num_vars / 2..num_vars).filter(|_| has_gates) {
                let three = [(); 3].map(|()| random.below(at));
                // The parity of three variables, which may not be different.
                let lits = [three[0], three[1], three[2], at].map(|at| vars[at].positive());
                parity(&lits, true).for_each(|clause| cnf.add_clause(&clause));
            }
            let share = if has_gates { 100 } else { 10 + random.below(60) };
            let end = if has_gates && !is_full { num_vars / 2 } else { num_vars };
            let visible: Vec<Var> = (0..end).filter(|_| random.chance(share)).map(Var::from_index).collect();
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
                let passes = |weights| {
                    let mut passes = Passes::of(&cnf, weights, style);
                    (passes.light_ticks, passes.support_after) = (0, support_after);
                    passes
                };
                let mut searches = 0;
                let thorough = passes(None).run(go_on, |prepared, poll| {
                    searches += 1;
                    match &prepared {
                        Prepared::Ready(base, _) if searches == 2 && is_full => {
                            shown += base.visible.len();
                            assert!(base.visible.iter().all(|&is_visible| is_visible), "{seed}");
                        }
                        Prepared::Ready(base, _) if searches == 2 => {
                            let decided = base.names.iter().zip(&base.visible).filter(|(_, is_visible)| **is_visible);
                            extended += decided.filter(|(name, _)| !visible.contains(name)).count();
                        }
                        _ => {}
                    }
                    count_prepared(prepared, style, poll)
                });
                assert_eq!(thorough.number, plain, "{seed}");
                simplified += u32::from(searches == 2);
                searches = 0;
                let sum = passes(Some(&weights)).run(go_on, |prepared, poll| {
                    searches += 1;
                    weigh_prepared(prepared, style, poll)
                });
                assert_eq!(sum.number.map(|sum| sum.weight), plain_sum, "{seed}");
                weighed += u32::from(searches == 2);
            }
        }
        assert!(simplified > 300 && weighed > 300, "{simplified} {weighed}");
        assert!(shown > 500 && extended > 250, "{shown} {extended}");
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
            // Not before the search.
            let late = &mut |advance: Advance| match advance.share {
                0.0 => ControlFlow::Continue(()),
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
