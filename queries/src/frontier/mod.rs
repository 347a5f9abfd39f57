//! Counting exact covers along a frontier.
//!
//! The items are put in an order. A state is a position in it and the set of later items that are covered; how it came to
//! be does not matter for what follows, so equal states are merged and their numbers added up. States from which an item
//! can no longer be covered are dropped. (Counting by sets of covered items in a fixed order is the transfer-matrix method
//! of statistical physics; with options as edges it is a decision diagram of Minato, *Zero-suppressed BDDs*, 1993.)

mod key;
mod tally;

mod layer;
mod problem;

mod choices;
mod order;
mod plan;
mod sweep;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::cover::Cover;

use key::Key;
use order::orders;
use plan::Plan;
use problem::Problem;
use sweep::{Ended, sweep};
use tally::Tally;

pub(crate) use sweep::{Allowance, Effort};

/// So many orders are tried.
const MAX_ORDERS: usize = 5;
/// States and transitions of a trial.
const TRIAL_WORK: u64 = 1 << 15;

/// What came of counting.
#[derive(Debug)]
pub(crate) enum Outcome {
    Counted(BigUint),
    /// More than the allowance would be needed, or more slots than a key has.
    TooLarge,
    Interrupted,
}

/// Counts the exact covers.
pub(crate) fn count(
    cover: &Cover,
    allowance: &Allowance,
    effort: &mut Effort,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Outcome {
    let Some(problem) = Problem::of(cover) else { return Outcome::Counted(BigUint::ZERO) };
    if let Some(outcome) = count_by::<u64>(&problem, allowance, effort, poll) {
        return outcome;
    }
    if let Some(outcome) = count_by::<[u64; 2]>(&problem, allowance, effort, poll) {
        return outcome;
    }
    count_by::<[u64; 4]>(&problem, allowance, effort, poll).unwrap_or(Outcome::TooLarge)
}

/// Counts with keys of this kind; `None` where they are too small for every order.
fn count_by<K: Key>(
    problem: &Problem,
    allowance: &Allowance,
    effort: &mut Effort,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Outcome> {
    let orders = orders(problem, MAX_ORDERS);
    let mut plans: Vec<Plan<K>> = orders.iter().filter_map(|order| Plan::new(problem, order)).collect();
    // Of several orders, the one that comes farthest with little.
    let mut best: Option<(usize, Plan<K>)> = None;
    if plans.len() == 1 {
        best = plans.pop().map(|plan| (0, plan));
    }
    for plan in plans {
        let trial = Allowance { work: TRIAL_WORK, ..*allowance };
        let mut reached = Effort::default();
        let outcome = run(&plan, &trial, &mut reached, poll);
        effort.states += reached.states;
        effort.transitions += reached.transitions;
        if !matches!(outcome, Outcome::TooLarge) {
            return Some(outcome);
        }
        if best.as_ref().is_none_or(|best| reached.position > best.0) {
            best = Some((reached.position, plan));
        }
    }
    let (_, plan) = best?;
    Some(run(&plan, allowance, effort, poll))
}

/// Counts with small numbers first, with larger ones where these overflow.
fn run<K: Key>(
    plan: &Plan<K>,
    allowance: &Allowance,
    effort: &mut Effort,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Outcome {
    let mut ended = attempt::<K, u64>(plan, allowance, effort, poll);
    if let Err(Ended::Overflow) = ended {
        ended = attempt::<K, u128>(plan, allowance, effort, poll);
    }
    if let Err(Ended::Overflow) = ended {
        ended = attempt::<K, BigUint>(plan, allowance, effort, poll);
    }
    match ended {
        Ok(number) => Outcome::Counted(number),
        Err(Ended::Interrupted) => Outcome::Interrupted,
        Err(Ended::TooLarge | Ended::Overflow) => Outcome::TooLarge,
    }
}

fn attempt<K: Key, T: Tally>(
    plan: &Plan<K>,
    allowance: &Allowance,
    effort: &mut Effort,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<BigUint, Ended> {
    sweep::<K, T>(plan, allowance, effort, poll).map(|number| number.to_big())
}
