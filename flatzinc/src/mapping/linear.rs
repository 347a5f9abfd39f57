//! Sums in terms of roots.

use gordian_encoders::encode::Relation;

use super::statement::{Addend, Linear, Literal, Number};
use super::store::{Resolved, Shape, Store, ceiling, clamped, floor};
use super::values::Contradiction;

/// A sum without constants, each root once: roots among the integers that are variables of their own, and literals.
///
/// Invariant: coefficients are not zero and have no common divisor; they and the bound fit into an `i64`.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) terms: Vec<(i64, Item)>,
    pub(super) relation: Relation,
    pub(super) bound: i64,
}

/// A term of a sum: a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Item {
    Integer(u32),
    Boolean(u32),
}

impl Sum {
    /// A sum in terms of roots; `None` where it has too large numbers. The flag tells a sum that is decided.
    pub(super) fn of(store: &mut Store, linear: &Linear) -> Option<Result<Sum, bool>> {
        let mut bound = i128::from(linear.bound);
        let mut terms: Vec<(i128, Item)> = Vec::with_capacity(linear.terms.len());
        for &(coefficient, addend) in &linear.terms {
            let coefficient = i128::from(coefficient);
            match addend {
                Addend::Literal(literal) => add_literal(store, coefficient, literal, &mut terms, &mut bound),
                Addend::Number(number) => add_number(store, coefficient, number, &mut terms, &mut bound)?,
            }
        }
        terms.sort_unstable_by_key(|&(_, item)| item);
        let mut merged: Vec<(i128, Item)> = Vec::with_capacity(terms.len());
        for (coefficient, item) in terms {
            match merged.last_mut() {
                Some((sum, last)) if *last == item => *sum = sum.checked_add(coefficient)?,
                _ => merged.push((coefficient, item)),
            }
        }
        merged.retain(|&(coefficient, _)| coefficient != 0);
        let divisor = merged.iter().fold(0, |divisor, &(coefficient, _)| gcd(divisor, coefficient.unsigned_abs()));
        let divisor = i128::try_from(divisor).ok()?;
        if divisor > 1 {
            match linear.relation {
                Relation::Equal if bound % divisor != 0 => return Some(Err(false)),
                Relation::NotEqual if bound % divisor != 0 => return Some(Err(true)),
                _ => bound = floor(bound, divisor),
            }
        }
        let divided = |&(coefficient, item): &(i128, Item)| Some((i64::try_from(coefficient / divisor).ok()?, item));
        let terms = merged.iter().map(divided).collect::<Option<Vec<_>>>()?;
        let sum = Sum { terms, relation: linear.relation, bound: i64::try_from(bound).ok()? };
        Some(sum.decided(store).map_or(Ok(sum), Err))
    }

    /// The sum as it stands in a statement.
    pub(super) fn to_linear(&self) -> Linear {
        let addend = |&(coefficient, item): &(i64, Item)| match item {
            Item::Integer(root) => (coefficient, Addend::Number(Number::Variable(root))),
            Item::Boolean(of) => (coefficient, Addend::Literal(Literal::positive(of))),
        };
        Linear { terms: self.terms.iter().map(addend).collect(), relation: self.relation, bound: self.bound }
    }

    /// The least and the greatest value.
    pub(super) fn span(&self, store: &Store) -> (i128, i128) {
        let ends = self.terms.iter().map(|&term| ends(store, term));
        ends.fold((0, 0), |(least, most), (low, high)| (least + low, most + high))
    }

    /// Whether it holds, where the bounds decide it.
    fn decided(&self, store: &Store) -> Option<bool> {
        let (least, most) = self.span(store);
        let bound = i128::from(self.bound);
        let apart = least > bound || most < bound;
        match self.relation {
            Relation::Equal if apart => Some(false),
            Relation::NotEqual if apart => Some(true),
            Relation::Equal if least == most => Some(true),
            Relation::NotEqual if least == most => Some(false),
            Relation::Equal | Relation::NotEqual => None,
            _ if most <= bound => Some(true),
            _ => (least > bound).then_some(false),
        }
    }

    /// The opposite: a demand that holds if this one does not.
    pub(super) fn negated(linear: &Linear) -> Linear {
        let terms = linear.terms.clone();
        match linear.relation {
            Relation::Equal => Linear { terms, relation: Relation::NotEqual, bound: linear.bound },
            Relation::NotEqual => Linear { terms, relation: Relation::Equal, bound: linear.bound },
            relation => {
                let terms = terms.into_iter().map(|(coefficient, addend)| (-coefficient, addend)).collect();
                Linear { terms, relation, bound: -1 - linear.bound }
            }
        }
    }

    /// Tightens the bounds of all variables by those of the others.
    pub(super) fn propagate(&self, store: &mut Store) -> Result<(), Contradiction> {
        if self.relation == Relation::NotEqual {
            return Ok(());
        }
        let (least, most) = self.span(store);
        let bound = i128::from(self.bound);
        // The end of an integer without bounds says nothing of the others.
        let open: Vec<(bool, bool)> = self.terms.iter().map(|&term| open_ends(store, term)).collect();
        let [open_low, open_high] =
            [open.iter().filter(|&&(low, _)| low).count(), open.iter().filter(|&&(_, high)| high).count()];
        for (&(coefficient, item), (own_low, own_high)) in self.terms.iter().zip(open) {
            let (low, high) = ends(store, (coefficient, item));
            // `coefficient * x` is at most what the others leave, and for an equation at least.
            let most_here = bound - (least - low);
            if open_low == usize::from(own_low) && most_here < high {
                restrict(store, coefficient, item, None, Some(most_here))?;
            }
            let least_here = bound - (most - high);
            if open_high == usize::from(own_high) && self.relation == Relation::Equal && least_here > low {
                restrict(store, coefficient, item, Some(least_here), None)?;
            }
        }
        Ok(())
    }
}

/// Demands bounds of `coefficient * item`.
fn restrict(
    store: &mut Store,
    coefficient: i64,
    item: Item,
    least: Option<i128>,
    most: Option<i128>,
) -> Result<(), Contradiction> {
    let factor = i128::from(coefficient);
    match item {
        Item::Integer(root) => {
            let (mut lower, mut upper) = (i64::MIN, i64::MAX);
            if let Some(least) = least {
                if factor > 0 { lower = clamped(ceiling(least, factor)) } else { upper = clamped(floor(least, factor)) }
            }
            if let Some(most) = most {
                if factor > 0 { upper = clamped(floor(most, factor)) } else { lower = clamped(ceiling(most, factor)) }
            }
            store.keep_between(Number::Variable(root), lower, upper)
        }
        Item::Boolean(of) => {
            let fits = |value: i128| least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most);
            match (fits(factor), fits(0)) {
                (true, true) => Ok(()),
                (true, false) => store.fix(Literal::positive(of)),
                (false, true) => store.fix(!Literal::positive(of)),
                (false, false) => Err(Contradiction),
            }
        }
    }
}

fn ends(store: &Store, (coefficient, item): (i64, Item)) -> (i128, i128) {
    let factor = i128::from(coefficient);
    let (low, high) = match item {
        Item::Boolean(_) => (0, factor),
        Item::Integer(root) => {
            let values = store.values(root);
            (factor * i128::from(values.lower()), factor * i128::from(values.upper()))
        }
    };
    (low.min(high), low.max(high))
}

/// Whether a term has no least value, and no greatest.
fn open_ends(store: &Store, (coefficient, item): (i64, Item)) -> (bool, bool) {
    let Item::Integer(root) = item else { return (false, false) };
    let values = store.values(root);
    let (below, above) = (values.is_open_below(), values.is_open_above());
    if coefficient > 0 { (below, above) } else { (above, below) }
}

fn add_literal(
    store: &mut Store,
    coefficient: i128,
    literal: Literal,
    terms: &mut Vec<(i128, Item)>,
    bound: &mut i128,
) {
    match store.literal(literal) {
        Literal::Constant(value) => *bound -= if value { coefficient } else { 0 },
        Literal::Variable { of, positive: true } => terms.push((coefficient, Item::Boolean(of))),
        Literal::Variable { of, positive: false } => {
            *bound -= coefficient;
            terms.push((-coefficient, Item::Boolean(of)));
        }
    }
}

fn add_number(
    store: &mut Store,
    coefficient: i128,
    number: Number,
    terms: &mut Vec<(i128, Item)>,
    bound: &mut i128,
) -> Option<()> {
    match store.number(number) {
        Resolved::Constant(value) => *bound -= coefficient * i128::from(value),
        Resolved::View(view) => {
            *bound -= coefficient * i128::from(view.offset);
            let coefficient = coefficient.checked_mul(i128::from(view.factor))?;
            match store.shape(view.root) {
                Shape::Plain => terms.push((coefficient, Item::Integer(view.root))),
                Shape::Choice { literal, when_true, when_false } => {
                    *bound -= coefficient * i128::from(when_false);
                    let difference = i128::from(when_true) - i128::from(when_false);
                    add_literal(store, coefficient.checked_mul(difference)?, literal, terms, bound);
                }
            }
        }
    }
    Some(())
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
