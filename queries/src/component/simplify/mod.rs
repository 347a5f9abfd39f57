//! Bringing a formula into a form that is easier to count, without changing the number.

mod define;
mod eliminate;
mod equivalent;
mod formula;
mod subsume;

use std::ops::ControlFlow;

use gordian_formula::Cnf;

use eliminate::eliminate;
use equivalent::replace_equivalent;
pub(crate) use formula::Base;
use formula::Formula;
use subsume::subsume;

/// Rounds of all techniques made at most.
const MOST_ROUNDS: usize = 8;

fn propagate(formula: &mut Formula) -> bool {
    formula.propagate()
}

/// The simplified formula, `Some(None)` where there is no model, `None` if `poll` broke it off.
pub(crate) fn simplify(cnf: &Cnf, simplifies: bool, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Option<Base>> {
    let mut formula = Formula::of(cnf);
    formula.propagate();
    for _ in 0..if simplifies { MOST_ROUNDS } else { 0 } {
        let mut is_changed = false;
        for step in [propagate, replace_equivalent, propagate, subsume, propagate] {
            is_changed |= step(&mut formula);
            if formula.is_contradictory() {
                return Some(None);
            }
        }
        is_changed |= eliminate(&mut formula, 0);
        if poll().is_break() {
            return None;
        }
        if !is_changed {
            break;
        }
    }
    if formula.is_contradictory() || propagate(&mut formula) && formula.is_contradictory() {
        return Some(None);
    }
    Some(Some(formula.into_base()))
}
