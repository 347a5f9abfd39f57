//! What a constraint denies.

use super::constraint::Constraint;
use super::variable::Integer;
use crate::encode::Relation;

/// A constraint that holds where the given one does not, negation pushed inwards as far as it goes; `None` where only
/// its clauses could be negated, which no encoding here does.
pub(super) fn negation(constraint: &Constraint) -> Option<Constraint> {
    let equal = |x: Integer, y: Integer| Constraint::compare(x, Relation::Equal, y);
    Some(match constraint {
        Constraint::Holds(boolean) => Constraint::Holds(!*boolean),
        Constraint::Linear { terms, relation, bound } => {
            Constraint::Linear { terms: terms.clone(), relation: opposite(*relation), bound: *bound }
        }
        Constraint::AllDifferent(of) => {
            let pairs = of.iter().enumerate().flat_map(|(at, &x)| of[at + 1..].iter().map(move |&y| equal(x, y)));
            Constraint::Any(pairs.collect())
        }
        Constraint::AllDifferentWithSum { of, total } => Constraint::Any(vec![
            Constraint::AllDifferent(of.clone()).negated(),
            Constraint::sum(of.iter().copied(), Relation::NotEqual, *total),
        ]),
        Constraint::AllEqual(of) => {
            let pairs = of.windows(2).map(|pair| Constraint::all_different([pair[0], pair[1]]));
            Constraint::Any(pairs.collect())
        }
        Constraint::Increasing { of, strictly } => {
            let relation = if *strictly { Relation::AtLeast } else { Relation::Greater };
            Constraint::Any(of.windows(2).map(|pair| Constraint::compare(pair[0], relation, pair[1])).collect())
        }
        Constraint::Count { of, values, relation, bound } => {
            let (of, values) = (of.clone(), values.clone());
            Constraint::Count { of, values, relation: opposite(*relation), bound: *bound }
        }
        Constraint::Difference { first, second, relation, bound } => {
            let relation = opposite(*relation);
            Constraint::Difference { first: *first, second: *second, relation, bound: *bound }
        }
        Constraint::Minimum { of, result } => extreme(of, *result, [Relation::Less, Relation::Greater]),
        Constraint::Maximum { of, result } => extreme(of, *result, [Relation::Greater, Relation::Less]),
        Constraint::Not(inner) => (**inner).clone(),
        Constraint::All(parts) => Constraint::Any(parts.iter().cloned().map(Constraint::negated).collect()),
        Constraint::Any(parts) => Constraint::All(parts.iter().cloned().map(Constraint::negated).collect()),
        Constraint::Implies(condition, then) => {
            Constraint::All(vec![(**condition).clone(), (**then).clone().negated()])
        }
        Constraint::Iff(boolean, inner) => Constraint::Iff(!*boolean, inner.clone()),
        Constraint::Element { list, index, result } => {
            let other = |(at, &element): (usize, &Integer)| {
                let at = i64::try_from(at).unwrap_or(i64::MAX);
                Constraint::All(vec![Constraint::is(*index, at), Constraint::all_different([element, *result])])
            };
            let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
            let outside = [(Relation::Less, 0), (Relation::AtLeast, length)]
                .map(|(relation, bound)| Constraint::sum([*index], relation, bound));
            Constraint::Any(list.iter().enumerate().map(other).chain(outside).collect())
        }
        Constraint::DifferenceIs { first, second, result } => {
            let differs =
                |x: Integer, y: Integer| Constraint::weighted([(1, x), (-1, y), (-1, *result)], Relation::NotEqual, 0);
            Constraint::All(vec![differs(*first, *second), differs(*second, *first)])
        }
        // Complements of the first three are taken over the values of the variables, by whoever knows these.
        Constraint::Member { .. }
        | Constraint::Table { .. }
        | Constraint::Path { .. }
        | Constraint::Connected { .. }
        | Constraint::BothConnected { .. } => {
            return None;
        }
    })
}

/// The result is not the extreme: some variable lies beyond it, or all on this side of it.
fn extreme(of: &[Integer], result: Integer, [beyond, within]: [Relation; 2]) -> Constraint {
    let mut parts: Vec<Constraint> = of.iter().map(|&x| Constraint::compare(x, beyond, result)).collect();
    parts.push(Constraint::All(of.iter().map(|&x| Constraint::compare(x, within, result)).collect()));
    Constraint::Any(parts)
}

/// The relation that holds where this one does not.
fn opposite(relation: Relation) -> Relation {
    match relation {
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::AtMost => Relation::Greater,
        Relation::Less => Relation::AtLeast,
        Relation::AtLeast => Relation::Less,
        Relation::Greater => Relation::AtMost,
    }
}
