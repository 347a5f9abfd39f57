//! The formula whose solutions are those that an element of a group leaves in place.

use std::collections::HashSet;

use gordian_formula::{ClauseSink, Cnf, GroupKind, Lit, Var};

use crate::slots::Slots;

/// The formula in which each visible variable is one with its image under the element; `None` if
/// that makes a variable its own negation, so that there is no solution.
///
/// The first variable of each cycle stays and is visible. Hidden variables are not touched: a
/// solution that is left in place may have models that are not.
pub(super) fn folded(cnf: &Cnf, slots: &Slots, element: &[u32]) -> Option<Cnf> {
    let mut stands_for: Vec<Lit> = (0..cnf.num_vars()).map(|index| Var::from_index(index).positive()).collect();
    let mut visible = Vec::new();
    let mut seen = vec![false; element.len()];
    for first in 0..element.len() {
        if seen[first] {
            continue;
        }
        let var = slots.vars()[first];
        visible.push(var);
        let mut code = 2 * first as u32;
        loop {
            let slot = code as usize / 2;
            seen[slot] = true;
            // The solution gives the image the same value: where that is negated, the variable has the other one.
            stands_for[slots.vars()[slot].index()] = var.lit(code.is_multiple_of(2));
            code = element[slot] ^ (code & 1);
            if code / 2 == first as u32 {
                break;
            }
        }
        if code % 2 == 1 {
            return None;
        }
    }
    let image = |lit: &Lit| {
        let stands = stands_for[lit.var().index()];
        if lit.is_positive() { stands } else { !stands }
    };
    let mut folded = Cnf::new();
    folded.reserve_vars(cnf.num_vars());
    let mut known: HashSet<(Option<GroupKind>, Vec<Lit>)> = HashSet::new();
    for clause in cnf.clauses() {
        let mut lits: Vec<Lit> = clause.iter().map(image).collect();
        lits.sort_unstable();
        lits.dedup();
        let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        if !is_tautology && known.insert((None, lits.clone())) {
            folded.add_clause(&lits);
        }
    }
    for group in cnf.groups() {
        let mut lits: Vec<Lit> = group.members.iter().map(image).collect();
        lits.sort_unstable();
        if known.insert((Some(group.kind), lits.clone())) {
            match group.kind {
                GroupKind::AtMostOne => folded.add_at_most_one(&lits),
                GroupKind::ExactlyOne => folded.add_exactly_one(&lits),
            }
        }
    }
    folded.add_visible(&visible);
    Some(folded)
}
