//! Counting exact covers along a frontier.
//!
//! The items are put in an order. A state is a position in it and the set of later items that are
//! covered; how it came to be does not matter for what follows, so equal states are merged and
//! their numbers added up. States from which an item can no longer be covered are dropped.
//! (Counting by sets of covered items in a fixed order is the transfer-matrix method of statistical
//! physics; with options as edges it is a decision diagram of Minato, *Zero-suppressed BDDs*,
//! 1993.)
//!
//! If more than the number is wanted, all positions are kept, and the states that lead to no cover
//! are taken out again. Each way through this [`Diagram`] is a cover; with the number of ways on
//! from each state, covers are drawn at random so that each is equally likely, and it is known how
//! many hold each option.

mod key;
mod tally;

mod layer;
mod problem;

mod choices;
mod order;
mod plan;

mod course;
mod sweep;

mod diagram;

mod run;

use std::ops::ControlFlow;
use std::rc::Rc;

use num_bigint::BigUint;

use crate::engines::cover::Cover;
use crate::forecast::Outlook;

use diagram::{Ways, ways};
use key::Key;
use order::orders;
use plan::Plan;
use problem::Problem;
use sweep::{Ended, Meter, Past, sweep};
use tally::Tally;

pub(crate) use run::{count_in_turns, run, unless_too_large};
pub(crate) use sweep::{Allowance, Effort, Failure};

/// So many orders are tried.
const MAX_ORDERS: usize = 5;
/// States and transitions of a trial.
const TRIAL_WORK: u64 = 1 << 15;

/// Does something with the smallest keys that suffice for the frontier.
macro_rules! with_keys {
    ($attempt:ident, $problem:expr, $meter:expr) => {{
        let orders = orders($problem, MAX_ORDERS, &mut |looks| $meter.is_over(looks)).ok_or(Failure::Interrupted)?;
        if let Some(found) = $attempt::<u64>($problem, &orders, $meter)? {
            Ok(found)
        } else if let Some(found) = $attempt::<[u64; 2]>($problem, &orders, $meter)? {
            Ok(found)
        } else {
            $attempt::<[u64; 4]>($problem, &orders, $meter)?.ok_or(Failure::TooLarge)
        }
    }};
}

/// Does something with small numbers first, with larger ones where these overflow.
macro_rules! with_tallies {
    ($attempt:ident $arguments:tt) => {{
        let mut ended = $attempt::<K, u64>$arguments;
        if let Err(Ended::Overflow) = ended {
            ended = $attempt::<K, u128>$arguments;
        }
        if let Err(Ended::Overflow) = ended {
            ended = $attempt::<K, BigUint>$arguments;
        }
        ended
    }};
}

/// Counts the exact covers. `poll` hears now and then how far it has come.
pub(crate) fn count(
    cover: &Cover,
    allowance: &Allowance,
    effort: &mut Effort,
    poll: &mut dyn FnMut(Outlook) -> ControlFlow<()>,
) -> Result<BigUint, Failure> {
    let Some(problem) = Problem::of(cover) else { return Ok(BigUint::ZERO) };
    let mut meter = Meter::new(*allowance, effort, poll);
    let meter = &mut meter;
    with_keys!(count_by, &problem, meter)
}

/// The exact covers, as ways through a diagram.
pub(crate) struct Diagram {
    /// None where that there is no cover shows at once.
    of_problem: Option<(Problem, Box<dyn Ways>)>,
}

impl Diagram {
    /// The covers of `cover`.
    pub(crate) fn new(
        cover: &Cover,
        allowance: &Allowance,
        effort: &mut Effort,
        poll: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Diagram, Failure> {
        let Some(problem) = Problem::of(cover) else { return Ok(Diagram { of_problem: None }) };
        let mut poll = |_| poll();
        let mut meter = Meter::new(*allowance, effort, &mut poll);
        let meter = &mut meter;
        let ways = with_keys!(ways_by, &problem, meter)?;
        Ok(Diagram { of_problem: Some((problem, ways)) })
    }

    /// How many there are.
    pub(crate) fn total(&self) -> BigUint {
        self.of_problem.as_ref().map_or(BigUint::ZERO, |(_, ways)| ways.total())
    }

    /// In how many of them each of so many options stands.
    pub(crate) fn with_options(&self, num_options: usize) -> Vec<BigUint> {
        let mut numbers = vec![BigUint::ZERO; num_options];
        if let Some((problem, ways)) = &self.of_problem {
            for &option in &problem.forced {
                numbers[option as usize] = ways.total();
            }
            for (option, &name) in (0..).zip(&problem.names) {
                numbers[name as usize] = ways.with_option(option);
            }
        }
        numbers
    }

    /// Visits each of them, as a row of options.
    pub(crate) fn for_each(&self, visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some((problem, ways)) = &self.of_problem else { return ControlFlow::Continue(()) };
        let mut row = Vec::new();
        ways.for_each(&mut |chosen| {
            row.clear();
            row.extend(problem.named(chosen));
            visit(&row)
        })
    }

    /// The one with this rank, which is less than [`Diagram::total`], as a row of options.
    pub(crate) fn at(&self, rank: BigUint) -> Vec<u32> {
        match &self.of_problem {
            Some((problem, ways)) => problem.named(&ways.at(rank)).collect(),
            None => Vec::new(),
        }
    }
}

/// Counts with keys of this kind; `None` where they are too small for every order.
fn count_by<K: Key>(problem: &Problem, orders: &[Vec<u32>], meter: &mut Meter<'_>) -> Result<Option<BigUint>, Failure> {
    match best_plan::<K>(problem, orders, meter)? {
        Some((_, Some(number))) => Ok(Some(number)),
        Some((plan, None)) => Ok(Some(with_tallies!(number(&plan, meter))?)),
        None => Ok(None),
    }
}

/// The diagram with keys of this kind; `None` where they are too small for every order.
fn ways_by<K: Key + 'static>(
    problem: &Problem,
    orders: &[Vec<u32>],
    meter: &mut Meter<'_>,
) -> Result<Option<Box<dyn Ways>>, Failure> {
    let Some((plan, _)) = best_plan::<K>(problem, orders, meter)? else { return Ok(None) };
    let plan = Rc::new(plan);
    Ok(Some(with_tallies!(ways(&plan, problem.options.len(), meter))?))
}

/// A plan, and the number of covers if that came out when it was tried.
type Tried<K> = (Plan<K>, Option<BigUint>);

/// Among several orders, the one that comes farthest with little effort, and the number if that
/// effort is enough to reach the end.
fn best_plan<K: Key>(
    problem: &Problem,
    orders: &[Vec<u32>],
    meter: &mut Meter<'_>,
) -> Result<Option<Tried<K>>, Failure> {
    let mut plans: Vec<Plan<K>> = Vec::new();
    for order in orders {
        match Plan::new(problem, order, &mut || meter.is_over(0)) {
            Err(plan::Unfit::Slots) => {}
            Err(plan::Unfit::Interrupted) => return Err(Failure::Interrupted),
            Ok(plan) => plans.push(plan),
        }
    }
    if plans.len() <= 1 {
        return Ok(plans.pop().map(|plan| (plan, None)));
    }
    let mut best: Option<(usize, Plan<K>)> = None;
    for plan in plans {
        let mut reached = Effort::default();
        let mut trial = meter.part(TRIAL_WORK, &mut reached);
        let ended = with_tallies!(number(&plan, &mut trial)).map_err(Failure::from);
        meter.effort.states += reached.states;
        meter.effort.transitions += reached.transitions;
        meter.effort.misses += reached.misses;
        meter.effort.looks += reached.looks;
        match ended {
            Ok(number) => return Ok(Some((plan, Some(number)))),
            Err(Failure::Interrupted) => return Err(Failure::Interrupted),
            Err(Failure::TooLarge) if best.as_ref().is_some_and(|best| reached.position <= best.0) => {}
            Err(Failure::TooLarge) => best = Some((reached.position, plan)),
        }
    }
    Ok(best.map(|(_, plan)| (plan, None)))
}

fn number<K: Key, T: Tally>(plan: &Plan<K>, meter: &mut Meter<'_>) -> Result<BigUint, Ended> {
    let layers = sweep::<K, T>(plan, Past::Dropped, meter)?;
    Ok(layers[plan.end()].number(K::EMPTY).map_or(BigUint::ZERO, Tally::to_big))
}
