//! In which order constraints are added up.

use std::collections::{BTreeSet, HashMap};

use gordian_formula::Var;

use super::chains::{Arithmetic, Form};

/// An order of constraints, and of their variables as these come up.
pub(super) struct Order {
    /// The indices of the constraints.
    pub(super) sequence: Vec<usize>,
    /// The variables in their order, and the place of each.
    pub(super) vars: Vec<Var>,
    pub(super) ranks: HashMap<Var, usize>,
    /// Pairs of nodes that the derivation of the sums needs, at most about.
    cost: u64,
}

/// Takes next the constraint that leaves the fewest variables with coefficients, so that the sums stay short. None if that costs more than `most`.
pub(super) fn order(forms: &[Form], most: u64) -> Option<Order> {
    let mut order = Order { sequence: Vec::new(), vars: Vec::new(), ranks: HashMap::new(), cost: 0 };
    let mut uses: HashMap<Var, Vec<usize>> = HashMap::new();
    for (index, form) in forms.iter().enumerate() {
        form.terms.iter().for_each(|term| uses.entry(term.0).or_default().push(index));
    }
    let mut live: HashMap<Var, i64> = HashMap::new();
    // By how many more variables would have coefficients.
    let growth = |form: &Form, live: &HashMap<Var, i64>| -> i64 {
        let change = |&(var, coefficient): &(Var, i64)| match live.get(&var) {
            None => 1,
            Some(other) if other + coefficient == 0 => -1,
            Some(_) => 0,
        };
        form.terms.iter().map(change).sum()
    };
    let mut growths: Vec<i64> = forms.iter().map(|form| growth(form, &live)).collect();
    let mut schedule: BTreeSet<(i64, usize)> = growths.iter().copied().zip(0..).collect();
    let mut sum = Form::default();
    while let Some((_, index)) = schedule.pop_first() {
        let form = &forms[index];
        order.sequence.push(index);
        for &(var, coefficient) in &form.terms {
            if !order.ranks.contains_key(&var) {
                order.ranks.insert(var, order.vars.len());
                order.vars.push(var);
            }
            let total = live.entry(var).or_default();
            *total += coefficient;
            if *total == 0 {
                live.remove(&var);
            }
        }
        let touched: BTreeSet<usize> = form.terms.iter().flat_map(|term| &uses[&term.0]).copied().collect();
        for other in touched {
            if schedule.remove(&(growths[other], other)) {
                growths[other] = growth(&forms[other], &live);
                schedule.insert((growths[other], other));
            }
        }
        sum = sum.plus(form, Arithmetic::AtLeast);
        let (least, greatest) = sum
            .terms
            .iter()
            .fold((0, 0), |(low, high), &(_, coefficient)| (low + coefficient.min(0), high + coefficient.max(0)));
        // Rests of the target outside this range are settled.
        let rests = (sum.target - least).min(greatest - sum.target).max(0) as u64 + 1;
        order.cost += (sum.terms.len() + form.terms.len()) as u64 * rests;
        if order.cost > most {
            return None;
        }
    }
    Some(order)
}
