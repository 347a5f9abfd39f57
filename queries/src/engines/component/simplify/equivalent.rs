//! Literals that binary clauses make equal are replaced by one of them.

use std::collections::VecDeque;

use gordian_formula::{Lit, Var, sorted_set};

use super::formula::{Formula, normal, occurrences};
use super::record::Record;
use super::scales::Scales;
use crate::engines::component::polls::Polls;

/// Replaces equal literals, visible ones rather by visible ones; whether there were any.
///
/// The number stays: a variable that always equals a visible one, or its negation, has no choice of
/// its own; and which of two hidden ones remains does not matter. The weights of literals that are
/// equal are multiplied. A variable whose literals have different weights stays where steps are recorded.
pub(crate) fn replace_equivalent(formula: &mut Formula, _polls: &mut Polls<'_>) -> bool {
    let implied = implications(formula);
    let classes = components(&implied);
    let num_vars = formula.num_vars();
    // The first literal of each class, of a visible variable if there is one.
    let mut first: Vec<Option<Lit>> = vec![None; 2 * num_vars];
    for visible in [true, false] {
        for var in (0..num_vars).filter(|&var| formula.visible[var] == visible && !formula.gone[var]) {
            let lit = Var::from_index(var).positive();
            let (class, opposite) = (classes[lit.index()] as usize, classes[(!lit).index()] as usize);
            if class == opposite {
                formula.record.iter_mut().for_each(|record| record.derive(&[!lit]));
                formula.contradict();
                return true;
            }
            if first[class].is_none() {
                (first[class], first[opposite]) = (Some(lit), Some(!lit));
            }
        }
    }
    let stays: Vec<bool> = (0..num_vars).map(|var| formula.record.is_some() && weighs(formula, var)).collect();
    let new = |lit: Lit| match stays[lit.var().index()] {
        true => lit,
        false => first[classes[lit.index()] as usize].unwrap_or(lit),
    };
    let mut replaced: Vec<(Var, Lit)> = Vec::new();
    for var in (0..num_vars).map(Var::from_index) {
        let other = new(var.positive());
        if !formula.gone[var.index()] && other.var() != var {
            formula.gone[var.index()] = true;
            if formula.visible[var.index()] {
                formula.scales.iter_mut().for_each(|scales| scales.merge(var, other));
            }
            replaced.push((var, other));
        }
    }
    if replaced.is_empty() {
        return false;
    }
    if let Some(record) = &mut formula.record {
        record_replaced(record, &formula.clauses, &formula.visible, &in_steps(replaced, &implied));
    }
    let clauses = std::mem::take(&mut formula.clauses);
    formula.clauses = clauses.into_iter().filter_map(|clause| normal(clause.into_iter().map(new).collect())).collect();
    true
}

/// Orders variables that other literals replace so that each is implied, by one clause, by what replaces it or by one
/// before it, as far as binary clauses allow it. A checker then need not follow long chains.
fn in_steps(replaced: Vec<(Var, Lit)>, implied: &[Vec<Lit>]) -> Vec<(Var, Lit)> {
    let mut others: Vec<Option<Lit>> = vec![None; implied.len() / 2];
    replaced.iter().for_each(|&(var, other)| others[var.index()] = Some(other));
    let mut ordered = Vec::new();
    let mut queue: VecDeque<Lit> = VecDeque::new();
    for &(var, other) in &replaced {
        queue.extend([other, !other]);
        while let Some(lit) = queue.pop_front() {
            for &next in &implied[lit.index()] {
                let place = &mut others[next.var().index()];
                if place.is_some_and(|replacing| replacing.var() == other.var()) {
                    ordered.extend(place.take().map(|other| (next.var(), other)));
                    queue.extend([next, !next]);
                }
            }
        }
        // The way to it may lead over a variable that stays.
        ordered.extend(others[var.index()].take().map(|other| (var, other)));
    }
    ordered
}

/// Records how variables are replaced, one after the other.
fn record_replaced(record: &mut Record, clauses: &[Vec<Lit>], visible: &[bool], replaced: &[(Var, Lit)]) {
    let mut occurrences = occurrences(clauses, visible.len());
    let mut clauses: Vec<Option<Vec<Lit>>> = clauses.iter().cloned().map(Some).collect();
    for &(var, other) in replaced {
        record.keep(&sorted_set([var.negative(), other]));
        record.keep(&sorted_set([var.positive(), !other]));
        let new = |lit: Lit| match lit.var() == var {
            true if lit.is_positive() => other,
            true => !other,
            false => lit,
        };
        for at in std::mem::take(&mut occurrences[var.index()]) {
            let Some(old) = clauses[at as usize].take() else { continue };
            if let Some(clause) = normal(old.iter().copied().map(new).collect()) {
                record.derive(&clause);
                clauses[at as usize] = Some(clause);
            }
            record.delete(&old);
        }
        record.eliminate(var, visible[var.index()]);
    }
}

/// Whether the literals of a visible variable have different weights.
fn weighs(formula: &Formula, var: usize) -> bool {
    let is_balanced = |scales: &Scales| scales.is_balanced(Var::from_index(var));
    formula.visible[var] && !formula.scales.as_ref().is_none_or(is_balanced)
}

/// The literals that each literal implies by a binary clause.
fn implications(formula: &Formula) -> Vec<Vec<Lit>> {
    let mut implied = vec![Vec::new(); 2 * formula.num_vars()];
    for clause in &formula.clauses {
        if let &[first, second] = &clause[..] {
            implied[(!first).index()].push(second);
            implied[(!second).index()].push(first);
        }
    }
    implied
}

/// Numbers of the strongly connected components by literal (Tarjan 1972, with a stack of its own).
fn components(implied: &[Vec<Lit>]) -> Vec<u32> {
    const UNMET: u32 = u32::MAX;
    const DONE: u32 = u32::MAX - 1;
    let mut lowest = vec![UNMET; implied.len()];
    let mut class = vec![0; implied.len()];
    let mut num_classes = 0;
    let mut time = 0;
    let mut open: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, u32, usize)> = Vec::new();
    for start in 0..implied.len() as u32 {
        if lowest[start as usize] != UNMET {
            continue;
        }
        lowest[start as usize] = time;
        path.push((start, time, 0));
        open.push(start);
        time += 1;
        while let Some((node, met, next)) = path.last_mut() {
            let (at, met) = (*node as usize, *met);
            if let Some(&target) = implied[at].get(*next) {
                *next += 1;
                match lowest[target.index()] {
                    UNMET => {
                        lowest[target.index()] = time;
                        path.push((target.code(), time, 0));
                        open.push(target.code());
                        time += 1;
                    }
                    DONE => {}
                    low => lowest[at] = lowest[at].min(low),
                }
                continue;
            }
            path.pop();
            let low = lowest[at];
            if low == met {
                while let Some(member) = open.pop() {
                    lowest[member as usize] = DONE;
                    class[member as usize] = num_classes;
                    if member as usize == at {
                        break;
                    }
                }
                num_classes += 1;
            } else if let Some(&(below, ..)) = path.last() {
                lowest[below as usize] = lowest[below as usize].min(low);
            }
        }
    }
    class
}
