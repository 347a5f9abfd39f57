//! Bringing a formula into a form that is easier to count, without changing the number, or the sum of weights.

mod define;
mod eliminate;
mod equivalent;
mod formula;
mod scales;
mod subsume;

use gordian_formula::{Cnf, Weights};

use eliminate::eliminate;
use equivalent::replace_equivalent;
pub(crate) use formula::Base;
use formula::Formula;
pub(crate) use scales::Scales;
use subsume::subsume;

use super::polls::Polls;

/// Rounds of all techniques made at most.
const MOST_ROUNDS: usize = 8;
/// Clauses that the elimination of a hidden variable may add in the end. Each branch looks at all
/// variables that are left, so that fewer are worth some more clauses.
const GROWTH: usize = 8;

fn propagate(formula: &mut Formula, _polls: &mut Polls<'_>) -> bool {
    formula.propagate()
}

/// One technique; whether it changed anything. It ends early when that is asked for.
type Technique = fn(&mut Formula, &mut Polls<'_>) -> bool;

/// All techniques, until nothing changes; `None` if they were broken off, `Some(false)` where there
/// is no model.
fn rounds(formula: &mut Formula, growth: usize, polls: &mut Polls<'_>) -> Option<bool> {
    for _ in 0..MOST_ROUNDS {
        let mut is_changed = false;
        let steps: [Technique; 5] = [propagate, replace_equivalent, propagate, subsume, propagate];
        for step in steps {
            is_changed |= step(formula, polls);
            if polls.is_over() {
                return None;
            }
            if formula.is_contradictory() {
                return Some(false);
            }
        }
        is_changed |= eliminate(formula, growth, polls);
        if polls.is_over() {
            return None;
        }
        if !is_changed {
            break;
        }
    }
    Some(true)
}

/// The simplified formula, `Some(None)` where there is no model, `None` if it was broken off.
pub(crate) fn simplify(
    cnf: &Cnf,
    weights: Option<&Weights>,
    simplifies: bool,
    polls: &mut Polls<'_>,
) -> Option<Option<Base>> {
    let mut formula = Formula::of(cnf, weights, polls)?;
    formula.propagate();
    if simplifies {
        let has_hidden = formula.visible.iter().any(|&is_visible| !is_visible);
        for growth in if has_hidden { &[0, GROWTH][..] } else { &[0] } {
            if !rounds(&mut formula, *growth, polls)? {
                return Some(None);
            }
        }
    }
    if formula.is_contradictory() || formula.propagate() && formula.is_contradictory() {
        return Some(None);
    }
    Some(Some(formula.into_base()))
}
