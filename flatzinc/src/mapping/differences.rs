//! Disequalities of differences that have variables of their own.

use std::collections::HashMap;

use gordian_encoders::encode::Relation;

use super::statement::{Addend, Condition, Demand, Linear, Number, Statement};

/// Writes `a - b - c + d != 0` as `x != y` where equations `x = a - b` and `y = c - d` are demanded. The compiler of
/// MiniZinc replaces variables by the sums that define them, which hides that differences are to be all different.
pub(super) fn name(statements: &mut [Statement]) {
    let mut known: HashMap<(u32, u32), u32> = HashMap::new();
    for statement in statements.iter() {
        if let Some((minuend, subtrahend, difference)) = difference_of(statement) {
            known.entry((minuend, subtrahend)).or_insert(difference);
        }
    }
    if known.is_empty() {
        return;
    }
    for statement in statements.iter_mut() {
        let Demand::Linear(linear) = &statement.demand else { continue };
        let Some([[a, b], [c, d]]) = four(linear).filter(|_| statement.condition == Condition::Always) else {
            continue;
        };
        // The sum is `a + b - c - d`: `(a - c) - (d - b)`, or with `c` and `d` exchanged.
        let find = |(first, second), (third, fourth)| {
            let signed = |from: Option<u32>, to: Option<u32>| match (from, to) {
                (Some(variable), None) => Some((1, variable)),
                (None, Some(variable)) => Some((-1, variable)),
                (from, to) => {
                    let plain = known.get(&(from?, to?)).map(|&variable| (1, variable));
                    plain.or_else(|| known.get(&(to?, from?)).map(|&variable| (-1, variable)))
                }
            };
            Some([signed(first, second)?, signed(third, fourth)?])
        };
        let Some([(sign, x), (other, y)]) = find((a, c), (d, b)).or_else(|| find((a, d), (c, b))) else { continue };
        if x != y {
            let terms =
                vec![(sign, Addend::Number(Number::Variable(x))), (-other, Addend::Number(Number::Variable(y)))];
            statement.demand = Demand::Linear(Linear { terms, relation: Relation::NotEqual, bound: 0 });
        }
    }
}

/// `minuend - subtrahend = difference`, in this order.
fn difference_of(statement: &Statement) -> Option<(u32, u32, u32)> {
    let Demand::Linear(linear) = &statement.demand else { return None };
    if statement.condition != Condition::Always || linear.relation != Relation::Equal || linear.bound != 0 {
        return None;
    }
    let &[(a, first), (b, second), (c, third)] = &linear.terms[..] else { return None };
    let mut ones = Vec::new();
    let mut others = Vec::new();
    for (coefficient, addend) in [(a, first), (b, second), (c, third)] {
        let Addend::Number(Number::Variable(variable)) = addend else { return None };
        match coefficient {
            1 => ones.push(variable),
            -1 => others.push(variable),
            _ => return None,
        }
    }
    // One is the sum of the two others: each of these is a difference. The one that is younger has been defined.
    let (sum, parts) = match (&ones[..], &others[..]) {
        (&[sum], &[x, y]) | (&[x, y], &[sum]) => (sum, [x, y]),
        _ => return None,
    };
    let (subtrahend, difference) = if parts[0] < parts[1] { (parts[0], parts[1]) } else { (parts[1], parts[0]) };
    Some((sum, subtrahend, difference))
}

/// The two variables that are added and the two that are subtracted in a disequality with zero; one of the four may be
/// zero itself.
fn four(linear: &Linear) -> Option<[[Option<u32>; 2]; 2]> {
    if linear.relation != Relation::NotEqual || linear.bound != 0 || !(2..=4).contains(&linear.terms.len()) {
        return None;
    }
    let (mut added, mut subtracted) = (Vec::new(), Vec::new());
    for &(coefficient, addend) in &linear.terms {
        let Addend::Number(Number::Variable(variable)) = addend else { return None };
        let side = if coefficient > 0 { &mut added } else { &mut subtracted };
        side.extend(std::iter::repeat_n(Some(variable), usize::try_from(coefficient.unsigned_abs().min(3)).ok()?));
    }
    if added.len() + subtracted.len() == 3 {
        let shorter = if added.len() < subtracted.len() { &mut added } else { &mut subtracted };
        shorter.push(None);
    }
    Some([added.try_into().ok()?, subtracted.try_into().ok()?])
}
