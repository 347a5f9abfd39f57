//! Whether a constraint holds, by its meaning alone: no clause is involved.

use super::constraint::Constraint;
use super::variable::{Assignment, Boolean, Integer};
use crate::encode::Relation;

impl Constraint {
    /// Whether it holds in an assignment of all variables of its problem.
    pub fn holds_in(&self, assignment: &Assignment) -> bool {
        let values = |of: &[Integer]| of.iter().map(|&x| assignment.value(x)).collect::<Vec<i64>>();
        match self {
            Constraint::Holds(boolean) => assignment.is_true(*boolean),
            Constraint::Linear { terms, relation, bound } => {
                let total = terms.iter().map(|&(factor, x)| i128::from(factor) * i128::from(assignment.count(x))).sum();
                compares(total, *relation, i128::from(*bound))
            }
            Constraint::AllDifferent(of) => are_different(values(of)),
            Constraint::AllDifferentWithSum { of, total } => {
                let values = values(of);
                values.iter().map(|&value| i128::from(value)).sum::<i128>() == i128::from(*total)
                    && are_different(values)
            }
            Constraint::AllEqual(of) => values(of).windows(2).all(|pair| pair[0] == pair[1]),
            Constraint::Increasing { of, strictly } => {
                values(of).windows(2).all(|pair| pair[0] < pair[1] || !strictly && pair[0] == pair[1])
            }
            Constraint::Member { of, values } => values.contains(&assignment.value(*of)),
            Constraint::Table { of, rows } => rows.contains(&values(of)),
            Constraint::Path { of, diagram } => diagram.holds(&values(of)),
            Constraint::Element { list, index, result } => {
                let element = usize::try_from(assignment.value(*index)).ok().and_then(|index| list.get(index));
                element.is_some_and(|&element| assignment.value(element) == assignment.value(*result))
            }
            Constraint::Count { of, values: counting, relation, bound } => {
                let number = values(of).iter().filter(|value| counting.contains(value)).count();
                compares(number as i128, *relation, i128::from(*bound))
            }
            Constraint::Minimum { of, result } => values(of).iter().min() == Some(&assignment.value(*result)),
            Constraint::Maximum { of, result } => values(of).iter().max() == Some(&assignment.value(*result)),
            Constraint::Difference { first, second, relation, bound } => {
                let difference = i128::from(assignment.value(*first)) - i128::from(assignment.value(*second));
                compares(difference.abs(), *relation, i128::from(*bound))
            }
            Constraint::DifferenceIs { first, second, result } => {
                let difference = i128::from(assignment.value(*first)) - i128::from(assignment.value(*second));
                difference.abs() == i128::from(assignment.value(*result))
            }
            Constraint::Connected { of, edges } => is_connected(assignment, of, edges),
            Constraint::BothConnected { of, width } => {
                let edges = grid_edges(of.len(), *width);
                let others: Vec<Boolean> = of.iter().map(|&cell| !cell).collect();
                is_connected(assignment, of, &edges) && is_connected(assignment, &others, &edges)
            }
            Constraint::Not(inner) => !inner.holds_in(assignment),
            Constraint::All(parts) => parts.iter().all(|part| part.holds_in(assignment)),
            Constraint::Any(parts) => parts.iter().any(|part| part.holds_in(assignment)),
            Constraint::Implies(condition, then) => !condition.holds_in(assignment) || then.holds_in(assignment),
            Constraint::Iff(boolean, inner) => assignment.is_true(*boolean) == inner.holds_in(assignment),
        }
    }
}

pub(super) fn compares(number: i128, relation: Relation, bound: i128) -> bool {
    match relation {
        Relation::Equal => number == bound,
        Relation::NotEqual => number != bound,
        Relation::AtMost => number <= bound,
        Relation::Less => number < bound,
        Relation::AtLeast => number >= bound,
        Relation::Greater => number > bound,
    }
}

fn are_different(mut values: Vec<i64>) -> bool {
    values.sort_unstable();
    values.windows(2).all(|pair| pair[0] != pair[1])
}

/// The pairs of neighbours in a grid of so many cells, row by row.
pub(super) fn grid_edges(count: usize, width: usize) -> Vec<(usize, usize)> {
    let across = (1..count).filter(|at| at % width != 0).map(|at| (at - 1, at));
    across.chain((width..count).map(|at| (at - width, at))).collect()
}

fn is_connected(assignment: &Assignment, of: &[Boolean], edges: &[(usize, usize)]) -> bool {
    let mut waiting: Vec<usize> = (0..of.len()).filter(|&vertex| assignment.is_true(of[vertex])).collect();
    let mut reached: Vec<usize> = waiting.pop().into_iter().collect();
    let mut next = 0;
    while next < reached.len() {
        let vertex = reached[next];
        let beside = |other: usize| edges.contains(&(vertex, other)) || edges.contains(&(other, vertex));
        let (near, far) = waiting.iter().copied().partition(|&other| beside(other));
        let near: Vec<usize> = near;
        reached.extend(near);
        waiting = far;
        next += 1;
    }
    waiting.is_empty()
}
