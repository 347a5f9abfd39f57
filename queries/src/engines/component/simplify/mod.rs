//! Bringing a formula into a form that is easier to count, without changing the number, or the sum of weights.

mod define;
mod eliminate;
mod equivalent;
mod formula;
mod oracle;
mod record;
mod redundant;
mod scales;
mod strengthen;
mod subsume;
mod support;

use gordian_formula::Var;
use gordian_solver::Budget;

use eliminate::eliminate;
use equivalent::replace_equivalent;
pub(crate) use formula::{Base, Formula};
pub(crate) use record::Record;
use redundant::remove_redundant;
pub(crate) use scales::Scales;
use strengthen::strengthen;
use subsume::subsume;
pub(crate) use support::{Definable, Support, definable, support};

use super::polls::Polls;

/// Rounds of all techniques made at most.
const MOST_ROUNDS: usize = 8;
/// Clauses that the elimination of a hidden variable may add in the end. Each branch looks at all
/// variables that are left, so that fewer are worth some more clauses.
const GROWTH: usize = 8;
/// The same, if many clauses were redundant: then many of those that are added will be, too.
const REDUNDANT_GROWTH: usize = 32;
/// Ticks that a pass takes about for each clause, beside those that are counted.
const TICKS_PER_CLAUSE: u64 = 1 << 8;
/// Passes of a thorough simplification at most. There is none more after one that found few redundant clauses, or left
/// nearly all variables.
const MOST_PASSES: usize = 4;
/// Literals of the formula that the solver simplifies at most.
const MOST_LITERALS: usize = 2_000_000;

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

/// Eliminates what is hidden with the techniques of the solver, which keeps all models of visible
/// variables. False if there is no model. A formula that is too large stays as it is, since nothing
/// looks at the clock meanwhile.
fn simplify_hidden(formula: &mut Formula) -> bool {
    if formula.clauses.iter().map(Vec::len).sum::<usize>() > MOST_LITERALS {
        return true;
    }
    let is_used = formula.used();
    let is_kept = |&var: &Var| is_used[var.index()] && formula.visible[var.index()];
    let kept: Vec<Var> = (0..formula.num_vars()).map(Var::from_index).filter(is_kept).collect();
    let clauses = std::mem::take(&mut formula.clauses);
    let Some(clauses) = gordian_solver::simplify(clauses.iter().map(Vec::as_slice), &kept, &Budget::unlimited()) else {
        return false;
    };
    clauses.into_iter().for_each(|clause| formula.add(clause));
    true
}

/// Simplifies a formula, by units only if it is not to be changed further. `None` if it was broken off, `Some(false)`
/// where there is no model.
pub(crate) fn simplify(formula: &mut Formula, is_changed: bool, polls: &mut Polls<'_>) -> Option<bool> {
    formula.propagate();
    if is_changed && !rounds(formula, 0, polls)? {
        return Some(false);
    }
    Some(!formula.is_contradictory())
}

/// Simplifies a formula with all that a search for one model begins with, which is worth a tenth of a second or two.
/// It hides variables that are known to be defined, so that they can be eliminated. Those that are left are
/// shown again: a search decides them where that parts the formula, and nothing is counted twice.
pub(crate) fn simplify_thoroughly(formula: &mut Formula, support: &Support, polls: &mut Polls<'_>) -> Option<bool> {
    support.defined.iter().for_each(|&var| formula.hide(var));
    let mut were_many = false;
    for _ in 0..MOST_PASSES {
        let before = formula.num_used();
        if !simplify_hidden(formula) {
            return Some(false);
        }
        polls.take(TICKS_PER_CLAUSE * formula.clauses.len() as u64);
        if !rounds(formula, 0, polls)? {
            return Some(false);
        }
        let is_stronger = strengthen(formula, polls);
        if is_stronger && !rounds(formula, 0, polls)? {
            return Some(false);
        }
        were_many |= remove_redundant(formula, polls);
        for growth in [0, if were_many { REDUNDANT_GROWTH } else { GROWTH }] {
            if !rounds(formula, growth, polls)? {
                return Some(false);
            }
        }
        if !(were_many || is_stronger) || formula.num_used() * 32 > before * 31 {
            break;
        }
    }
    if were_many {
        remove_redundant(formula, polls);
    }
    formula.propagate();
    formula.show(&support.defined);
    Some(!formula.is_contradictory())
}
