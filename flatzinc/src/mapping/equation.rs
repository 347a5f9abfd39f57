//! Equations of a few integers, evaluated.

use std::collections::HashMap;

use gordian_encoders::encode::Relation;

use super::linear::{Item, Sum};
use super::statement::{Condition, Demand, Operation, Statement};
use super::store::{Resolved, Shape, Store};

/// Longer sums are no equations of a few integers.
const MOST_TERMS: usize = 8;

/// The values of some roots.
pub(super) type Known = HashMap<u32, i64>;

/// The demand of a statement on integers that are variables of their own, without a condition.
#[derive(Clone, Debug)]
pub(super) enum Equation {
    /// Without Booleans.
    Sum(Sum),
    /// `|of| = result`.
    Absolute { of: Resolved, result: Resolved },
    /// `first OPERATION second = result`.
    Arithmetic { operation: Operation, first: Resolved, second: Resolved, result: Resolved },
}

impl Equation {
    /// The equation of a statement, if it has one.
    pub(super) fn of(store: &mut Store, statement: &Statement) -> Option<Equation> {
        if statement.condition != Condition::Always {
            return None;
        }
        let equation = match &statement.demand {
            Demand::Linear(linear) if linear.terms.len() <= MOST_TERMS => Equation::Sum(Sum::of(store, linear)?.ok()?),
            Demand::Absolute { of, result } => {
                Equation::Absolute { of: store.number(*of), result: store.number(*result) }
            }
            Demand::Arithmetic { operation, first, second, result } if *operation != Operation::Power => {
                let [first, second, result] = [first, second, result].map(|&number| store.number(number));
                Equation::Arithmetic { operation: *operation, first, second, result }
            }
            _ => return None,
        };
        let is_plain = |root: u32| matches!(store.shape(root), Shape::Plain);
        let has_booleans = matches!(&equation, Equation::Sum(sum) if sum.terms.iter().any(|(_, item)| matches!(item, Item::Boolean(_))));
        (!has_booleans && equation.roots().into_iter().all(is_plain)).then_some(equation)
    }

    /// The roots that it names.
    pub(super) fn roots(&self) -> Vec<u32> {
        let of_views = |all: &[&Resolved]| {
            let roots = all.iter().filter_map(|resolved| match resolved {
                Resolved::View(view) => Some(view.root),
                Resolved::Constant(_) => None,
            });
            roots.collect()
        };
        match self {
            Equation::Sum(sum) => {
                sum.terms.iter().map(|&(_, Item::Integer(root) | Item::Boolean(root))| root).collect()
            }
            Equation::Absolute { of, result } => of_views(&[of, result]),
            Equation::Arithmetic { first, second, result, .. } => of_views(&[first, second, result]),
        }
    }

    /// Whether it says for all values of its other roots what this one is, if it is anything.
    pub(super) fn defines(&self, root: u32) -> bool {
        let is_result = match self {
            Equation::Sum(sum) => {
                let own = sum.terms.iter().find(|&&(_, item)| item == Item::Integer(root));
                sum.relation == Relation::Equal && own.is_some_and(|(factor, _)| factor.abs() == 1)
            }
            Equation::Absolute { result, .. } | Equation::Arithmetic { result, .. } => {
                matches!(result, Resolved::View(view) if view.root == root && view.factor.abs() == 1)
            }
        };
        is_result && self.roots().into_iter().filter(|&other| other == root).count() == 1
    }

    /// Whether all values of its roots are known, but for this one.
    pub(super) fn is_known(&self, but: Option<u32>, known: &Known) -> bool {
        self.roots().into_iter().all(|root| Some(root) == but || known.contains_key(&root))
    }

    /// The value of a root that it defines; `None` if it has none.
    ///
    /// The values of the others have to be known.
    pub(super) fn solve(&self, root: u32, known: &Known) -> Option<i64> {
        if let Equation::Sum(sum) = self {
            let (mut own, mut rest) = (0, i128::from(sum.bound));
            for &(factor, Item::Integer(other) | Item::Boolean(other)) in &sum.terms {
                match other == root {
                    true => own = i128::from(factor),
                    false => rest -= i128::from(factor) * i128::from(*known.get(&other)?),
                }
            }
            return i64::try_from(rest * own).ok();
        }
        let Resolved::View(view) = self.result()? else { return None };
        let value = (self.computed(known)? - i128::from(view.offset)) * i128::from(view.factor);
        i64::try_from(value).ok()
    }

    /// Whether it holds.
    ///
    /// The values of all its roots have to be known.
    pub(super) fn holds(&self, known: &Known) -> Option<bool> {
        let Equation::Sum(sum) = self else {
            let result = value(self.result()?, known)?;
            return Some(self.computed(known) == Some(result));
        };
        let mut total = -i128::from(sum.bound);
        for &(factor, Item::Integer(root) | Item::Boolean(root)) in &sum.terms {
            total += i128::from(factor) * i128::from(*known.get(&root)?);
        }
        Some(match sum.relation {
            Relation::Equal => total == 0,
            Relation::NotEqual => total != 0,
            _ => total <= 0,
        })
    }

    fn result(&self) -> Option<&Resolved> {
        match self {
            Equation::Sum(_) => None,
            Equation::Absolute { result, .. } | Equation::Arithmetic { result, .. } => Some(result),
        }
    }

    /// The value that the result has to have.
    fn computed(&self, known: &Known) -> Option<i128> {
        match self {
            Equation::Sum(_) => None,
            Equation::Absolute { of, .. } => Some(value(of, known)?.abs()),
            Equation::Arithmetic { operation, first, second, .. } => {
                let (first, second) = (value(first, known)?, value(second, known)?);
                match operation {
                    Operation::Times => first.checked_mul(second),
                    Operation::Divide => first.checked_div(second),
                    Operation::Modulo => first.checked_rem(second),
                    Operation::Power => None,
                }
            }
        }
    }
}

fn value(of: &Resolved, known: &Known) -> Option<i128> {
    match of {
        Resolved::Constant(value) => Some(i128::from(*value)),
        Resolved::View(view) => {
            let root = i128::from(*known.get(&view.root)?);
            Some(i128::from(view.factor) * root + i128::from(view.offset))
        }
    }
}
