//! The store of facts about the variables: which are the same, which are literals of others, and
//! the values that are left.

use std::collections::HashMap;

use gordian_formula::Clock;

use super::error::MappingError;
use super::statement::{Literal, Number};
use super::values::{Contradiction, FARTHEST, Values};
use crate::integer_set::IntegerSet;

/// Steps between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 7;

/// The most values of a variable that take part in rewriting a set of values by a factor.
const MOST_REWRITTEN: u128 = 1 << 16;

/// Variables with values beyond this are no views of each other, but for negations.
const MOST_SHIFTED: i64 = 1 << 20;

/// An integer of the model in terms of another: `factor * root + offset`, the factor not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct View {
    pub(super) factor: i64,
    pub(super) root: u32,
    pub(super) offset: i64,
}

/// A number once everything known of it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resolved {
    Constant(i64),
    View(View),
}

/// Something that is true or false of one integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Test {
    /// It is this.
    Is(i64),
    /// It is this or greater.
    AtLeast(i64),
}

/// A Boolean that is a literal of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Meaning {
    pub(super) integer: u32,
    pub(super) test: Test,
}

#[derive(Clone, Copy, Debug)]
enum Link {
    Root,
    To(Literal),
}

/// A root seen as an integer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// A variable of its own.
    Plain,
    /// One value where the literal is true, another where it is false.
    Choice { literal: Literal, when_true: i64, when_false: i64 },
}

#[derive(Clone, Debug)]
struct Integer {
    /// Invariant: never leads back to itself.
    view: Option<View>,
    shape: Shape,
    values: Values,
}

#[derive(Clone, Copy, Debug)]
struct Boolean {
    link: Link,
    meaning: Option<Meaning>,
}

/// The facts known about the variables of a model. Numbers of variables are those of the model,
/// followed by Booleans that the mapping makes.
///
/// Invariant: neither links of Booleans, nor views, nor choices and meanings together lead in a circle.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    booleans: Vec<Boolean>,
    integers: Vec<Option<Integer>>,
    /// Whether a variable is to stay a root where that is possible, since it is printed.
    preferred: Vec<bool>,
    made: HashMap<Meaning, u32>,
    /// Counts what was found out.
    pub(super) findings: u64,
    /// An integer whose values are too far. That it has none then means nothing.
    far: Option<u32>,
    watch: Watch,
}

/// A look at a clock now and then.
#[derive(Clone, Debug, Default)]
struct Watch {
    clock: Clock,
    /// The steps until the next look.
    left: u32,
    is_over: bool,
}

impl Store {
    /// An empty store, for a mapping until the clock is over.
    pub(super) fn within(clock: &Clock) -> Store {
        Store { watch: Watch { clock: clock.clone(), ..Watch::default() }, ..Store::default() }
    }

    /// Counts a step, and says whether the time is over; that does not change any more.
    pub(super) fn is_over(&mut self) -> bool {
        let Watch { clock, left, is_over } = &mut self.watch;
        match left.checked_sub(1) {
            Some(fewer) => *left = fewer,
            None => (*left, *is_over) = (POLL_INTERVAL, *is_over || clock.is_over()),
        }
        *is_over
    }

    /// Goes on, unless a step has found the time over.
    ///
    /// # Errors
    /// [`MappingError::Stopped`].
    pub(super) fn go_on(&self) -> Result<(), MappingError> {
        if self.watch.is_over { Err(MappingError::Stopped) } else { Ok(()) }
    }

    /// An integer of which a value was lost, since it is too far.
    pub(super) fn far(&self) -> Option<u32> {
        self.far
    }

    pub(super) fn add_boolean(&mut self) -> u32 {
        self.booleans.push(Boolean { link: Link::Root, meaning: None });
        self.integers.push(None);
        self.preferred.push(false);
        (self.booleans.len() - 1) as u32
    }

    pub(super) fn add_integer(&mut self, values: Values) -> u32 {
        let number = self.add_boolean();
        self.integers[number as usize] = Some(Integer { view: None, shape: Shape::Plain, values });
        number
    }

    pub(super) fn prefer(&mut self, variable: u32) {
        self.preferred[variable as usize] = true;
    }

    /// The literal in terms of a root, or a constant.
    pub(super) fn literal(&mut self, literal: Literal) -> Literal {
        let Literal::Variable { of, positive } = literal else { return literal };
        let mut reached = Literal::positive(of);
        while let Literal::Variable { of, positive } = reached {
            let next = match self.booleans[of as usize].link {
                Link::To(target) => target,
                Link::Root => match self.booleans[of as usize].meaning.map(|meaning| self.read(meaning)) {
                    Some(Err(literal)) => literal,
                    None | Some(Ok(_)) => break,
                },
            };
            reached = if positive { next } else { !next };
        }
        if reached != Literal::positive(of) {
            self.booleans[of as usize].link = Link::To(reached);
        }
        if positive { reached } else { !reached }
    }

    /// The meaning of a Boolean root for an integer root, if it has one; the flag says whether it
    /// is negated.
    pub(super) fn meaning(&mut self, of: u32) -> Option<(Meaning, bool)> {
        let meaning = self.booleans[of as usize].meaning?;
        self.read(meaning).ok()
    }

    /// The integer roots and the values that some Boolean compares them with.
    pub(super) fn tested(&mut self) -> Vec<(u32, i64)> {
        let meanings: Vec<Meaning> = self.booleans.iter().filter_map(|boolean| boolean.meaning).collect();
        let read = meanings.into_iter().filter_map(|meaning| self.read(meaning).ok());
        read.map(|(Meaning { integer, test: Test::Is(value) | Test::AtLeast(value) }, _)| (integer, value)).collect()
    }

    /// A meaning in terms of a root; a literal where it is one already, or a constant.
    fn read(&mut self, meaning: Meaning) -> Result<(Meaning, bool), Literal> {
        let view = match self.number(Number::Variable(meaning.integer)) {
            Resolved::Constant(value) => return Err(Literal::Constant(meaning.test.holds(value))),
            Resolved::View(view) => view,
        };
        let distance = |value: i64| i128::from(value) - i128::from(view.offset);
        let factor = i128::from(view.factor);
        let (test, negated) = match meaning.test {
            Test::Is(value) if distance(value) % factor != 0 => return Err(Literal::Constant(false)),
            Test::Is(value) => (Test::Is(clamped(distance(value) / factor)), false),
            Test::AtLeast(value) if factor > 0 => (Test::AtLeast(clamped(ceiling(distance(value), factor))), false),
            // `factor * x >= distance` is `x <= floor(distance / factor)`.
            Test::AtLeast(value) => (Test::AtLeast(clamped(floor(distance(value), factor) + 1)), true),
        };
        let Some(integer) = self.integer(view.root) else { return Err(Literal::Constant(false)) };
        let (lower, upper) = (integer.values.lower(), integer.values.upper());
        let decided = match test {
            Test::Is(value) if !integer.values.contains(value) => Some(false),
            Test::Is(value) => (lower == upper).then_some(lower == value),
            Test::AtLeast(value) if value <= lower => Some(true),
            Test::AtLeast(value) => (value > upper).then_some(false),
        };
        if let Some(value) = decided {
            return Err(Literal::Constant(value != negated));
        }
        if let Shape::Choice { literal, when_true, .. } = integer.shape {
            // Both values are left, and the test tells them apart.
            let literal = if test.holds(when_true) { literal } else { !literal };
            return Err(if negated { !literal } else { literal });
        }
        Ok((Meaning { integer: view.root, test }, negated))
    }

    fn integer(&self, root: u32) -> Option<&Integer> {
        self.integers[root as usize].as_ref()
    }

    /// The number in terms of a root, or a constant.
    pub(super) fn number(&mut self, number: Number) -> Resolved {
        let start = match number {
            Number::Constant(value) => return Resolved::Constant(value),
            Number::Variable(variable) => variable,
        };
        let mut reached = View { factor: 1, root: start, offset: 0 };
        while let Some(next) = self.integer(reached.root).and_then(|integer| integer.view) {
            // Views are made only where this cannot overflow.
            let offset = reached.factor * next.offset + reached.offset;
            reached = View { factor: reached.factor * next.factor, root: next.root, offset };
        }
        if reached.root != start
            && let Some(integer) = &mut self.integers[start as usize]
        {
            integer.view = Some(reached);
        }
        if let Some(Shape::Choice { literal, when_true, when_false }) = self.integer(reached.root).map(|it| it.shape)
            && let Literal::Constant(value) = self.literal(literal)
        {
            let value = if value { when_true } else { when_false };
            return Resolved::Constant(reached.factor * value + reached.offset);
        }
        match self.integer(reached.root).and_then(|integer| integer.values.only()) {
            Some(only) => Resolved::Constant(reached.factor * only + reached.offset),
            None => Resolved::View(reached),
        }
    }

    pub(super) fn shape(&self, root: u32) -> Shape {
        self.integer(root).map_or(Shape::Plain, |integer| integer.shape)
    }

    /// The values that are left to a root.
    pub(super) fn values(&self, root: u32) -> &Values {
        match self.integer(root) {
            Some(integer) => &integer.values,
            None => unreachable!("an integer root has values"),
        }
    }

    pub(super) fn bounds(&mut self, number: Number) -> (i64, i64) {
        match self.number(number) {
            Resolved::Constant(value) => (value, value),
            Resolved::View(view) => {
                let values = self.values(view.root);
                let end = |value: i64| clamped(i128::from(view.factor) * i128::from(value) + i128::from(view.offset));
                let (a, b) = (end(values.lower()), end(values.upper()));
                (a.min(b), a.max(b))
            }
        }
    }

    /// Whether nothing has shown how far the number reaches, on one side at least.
    pub(super) fn is_unbounded(&mut self, number: Number) -> bool {
        let (lower, upper) = self.bounds(number);
        lower <= -FARTHEST || upper >= FARTHEST
    }

    /// Whether the number can be the value.
    pub(super) fn can_be(&mut self, number: Number, value: i64) -> bool {
        match self.number(number) {
            Resolved::Constant(own) => own == value,
            Resolved::View(view) => view.inverse(value).is_some_and(|value| self.values(view.root).contains(value)),
        }
    }

    /// Makes a literal true.
    pub(super) fn fix(&mut self, literal: Literal) -> Result<(), Contradiction> {
        match self.literal(literal) {
            Literal::Constant(true) => Ok(()),
            Literal::Constant(false) => Err(Contradiction),
            Literal::Variable { of, positive } => {
                self.findings += 1;
                let meaning = self.meaning(of);
                self.booleans[of as usize].link = Link::To(Literal::Constant(positive));
                match meaning {
                    Some((meaning, negated)) => self.demand(meaning, positive != negated),
                    None => Ok(()),
                }
            }
        }
    }

    fn demand(&mut self, meaning: Meaning, holds: bool) -> Result<(), Contradiction> {
        let root = meaning.integer;
        let values = match (meaning.test, holds) {
            (Test::Is(value), true) => self.values_between(root, value.into(), value.into()),
            (Test::Is(value), false) => self.values(root).without(&IntegerSet::from_values([value])),
            (Test::AtLeast(value), true) => self.values_between(root, value.into(), i128::MAX),
            (Test::AtLeast(value), false) => self.values_between(root, i128::MIN, i128::from(value) - 1),
        }?;
        self.replace_values(root, values)
    }

    /// The values of an integer between these two. Takes note if they were lost, since they are too far.
    fn values_between(&mut self, root: u32, least: i128, most: i128) -> Result<Values, Contradiction> {
        let values = self.values(root);
        if values.misses(least, most) {
            self.far.get_or_insert(root);
            return Err(Contradiction);
        }
        values.between(clamped(least), clamped(most))
    }

    /// Makes two literals the same. False where both are literals of integers already: then that they are equal remains
    /// to be demanded.
    pub(super) fn equate(&mut self, first: Literal, second: Literal) -> Result<bool, Contradiction> {
        let (first, second) = (self.literal(first), self.literal(second));
        let (a, b) = match (first, second) {
            (Literal::Constant(value), other) | (other, Literal::Constant(value)) => {
                return self.fix(if value { other } else { !other }).map(|()| true);
            }
            (a, b) if a == b => return Ok(true),
            (a, b) if a == !b => return Err(Contradiction),
            (Literal::Variable { of: a, .. }, Literal::Variable { of: b, .. }) => (a, b),
        };
        let (has_a, has_b) = (self.booleans[a as usize].meaning.is_some(), self.booleans[b as usize].meaning.is_some());
        let keep_a = match (has_a, has_b) {
            (true, true) => return Ok(false),
            (true, false) => true,
            (false, true) => false,
            (false, false) => self.preferred[a as usize],
        };
        let (gone, kept) = if keep_a { (second, first) } else { (first, second) };
        if let Literal::Variable { of, positive } = gone {
            self.findings += 1;
            self.booleans[of as usize].link = Link::To(if positive { kept } else { !kept });
        }
        Ok(true)
    }

    /// The literal that says this of a number, made where there is none yet.
    pub(super) fn test(&mut self, number: Number, test: Test) -> Literal {
        let integer = match number {
            Number::Constant(value) => return Literal::Constant(test.holds(value)),
            Number::Variable(variable) => variable,
        };
        let (meaning, negated) = match self.read(Meaning { integer, test }) {
            Err(literal) => return self.literal(literal),
            Ok(read) => read,
        };
        let known = self.made.get(&meaning).copied();
        let of = known.unwrap_or_else(|| {
            let of = self.add_boolean();
            self.booleans[of as usize].meaning = Some(meaning);
            self.made.insert(meaning, of);
            of
        });
        self.literal(Literal::Variable { of, positive: !negated })
    }

    /// Restricts a number to an interval.
    pub(super) fn keep_between(&mut self, number: Number, lower: i64, upper: i64) -> Result<(), Contradiction> {
        match self.number(number) {
            Resolved::Constant(value) => {
                if lower <= value && value <= upper {
                    Ok(())
                } else {
                    Err(Contradiction)
                }
            }
            Resolved::View(view) => {
                let (from, to) = (view.distance(lower), view.distance(upper));
                let factor = i128::from(view.factor);
                let (least, most) = match factor > 0 {
                    true => (ceiling(from, factor), floor(to, factor)),
                    false => (ceiling(to, factor), floor(from, factor)),
                };
                let values = self.values(view.root);
                if i128::from(values.lower()) >= least && i128::from(values.upper()) <= most {
                    return Ok(());
                }
                let values = self.values_between(view.root, least, most)?;
                self.replace_values(view.root, values)
            }
        }
    }

    /// Restricts a number to a set, or to what is not in it.
    pub(super) fn keep_within(&mut self, number: Number, set: &IntegerSet, inside: bool) -> Result<(), Contradiction> {
        match self.number(number) {
            Resolved::Constant(value) if set.contains(value) == inside => Ok(()),
            Resolved::Constant(_) => Err(Contradiction),
            Resolved::View(view) => {
                let own;
                let set = if (view.factor, view.offset) == (1, 0) {
                    set
                } else {
                    own = view.inverse_of(set);
                    &own
                };
                let before = self.values(view.root);
                if inside && before.loses(set) {
                    self.far.get_or_insert(view.root);
                    return Err(Contradiction);
                }
                let values = if inside { before.within(set)? } else { before.without(set)? };
                match values.count() == before.count() {
                    true => Ok(()),
                    false => self.replace_values(view.root, values),
                }
            }
        }
    }

    fn replace_values(&mut self, root: u32, values: Values) -> Result<(), Contradiction> {
        self.findings += 1;
        let Some(integer) = &mut self.integers[root as usize] else { return Err(Contradiction) };
        integer.values = values;
        if let Shape::Choice { literal, when_true, when_false } = integer.shape {
            return match (integer.values.contains(when_true), integer.values.contains(when_false)) {
                (true, true) => Ok(()),
                (true, false) => self.fix(literal),
                (false, true) => self.fix(!literal),
                (false, false) => Err(Contradiction),
            };
        }
        Ok(())
    }

    /// Makes a root one value where the literal is true, and another where it is false. False where that remains to be
    /// demanded.
    pub(super) fn choose(&mut self, root: u32, literal: Literal, values: [i64; 2]) -> Result<bool, Contradiction> {
        let [when_true, when_false] = values;
        let number = Number::Variable(root);
        self.keep_within(number, &IntegerSet::from_values(values), true)?;
        let literal = self.literal(literal);
        match (self.number(number), literal) {
            (Resolved::Constant(value), literal) => {
                self.fix(if value == when_true { literal } else { !literal }).map(|()| true)
            }
            (_, Literal::Constant(value)) => {
                let value = if value { when_true } else { when_false };
                self.keep_between(number, value, value).map(|()| true)
            }
            _ => match self.shape(root) {
                Shape::Choice { literal: own, when_true: own_true, .. } => {
                    self.equate(literal, if own_true == when_true { own } else { !own })
                }
                Shape::Plain if self.says_of(literal, root) => Ok(false),
                Shape::Plain => {
                    self.findings += 1;
                    if let Some(integer) = &mut self.integers[root as usize] {
                        integer.shape = Shape::Choice { literal, when_true, when_false };
                    }
                    Ok(true)
                }
            },
        }
    }

    /// Whether the literal is one of this root.
    fn says_of(&mut self, literal: Literal, root: u32) -> bool {
        let Literal::Variable { of, .. } = literal else { return false };
        self.meaning(of).is_some_and(|(meaning, _)| meaning.integer == root)
    }

    /// Uses `a * first + b * second = bound`. False where it remains to be demanded.
    pub(super) fn relate(&mut self, terms: [(i64, u32); 2], bound: i64) -> Result<bool, Contradiction> {
        let [(a, first), (b, second)] = terms;
        debug_assert!(first != second && a != 0 && b != 0);
        let prefers_first = self.preferred[first as usize] && !self.preferred[second as usize];
        let orders = [((a, first), (b, second)), ((b, second), (a, first))];
        let orders = if prefers_first { [orders[1], orders[0]] } else { orders };
        for ((factor, gone), (other, kept)) in orders {
            // gone = (bound - other * kept) / factor
            if other % factor != 0 || bound % factor != 0 || !matches!(self.shape(gone), Shape::Plain) {
                continue;
            }
            let view = View { factor: -(other / factor), root: kept, offset: bound / factor };
            let literal = match self.shape(kept) {
                Shape::Plain => Literal::Constant(true),
                Shape::Choice { literal, .. } => self.literal(literal),
            };
            let is_plain = view.factor.unsigned_abs() == 1 && view.offset == 0;
            if self.says_of(literal, gone) || !(is_plain || self.is_small(gone) && self.is_small(kept)) {
                continue;
            }
            return self.link(gone, view);
        }
        Ok(false)
    }

    /// Whether views of the variable, and views of these, stay far from an overflow: factors are at
    /// most the quotient of two ranges.
    fn is_small(&self, root: u32) -> bool {
        let values = self.values(root);
        values.lower() >= -MOST_SHIFTED && values.upper() <= MOST_SHIFTED
    }

    fn link(&mut self, gone: u32, view: View) -> Result<bool, Contradiction> {
        let (own, other) = (self.values(gone).clone(), self.values(view.root).clone());
        let number = Number::Variable(view.root);
        if view.factor.unsigned_abs() > 1 || own.count() <= MOST_REWRITTEN && other.count() <= MOST_REWRITTEN {
            if other.count() > MOST_REWRITTEN {
                return Ok(false);
            }
            let image = |value: i64| i128::from(view.factor) * i128::from(value) + i128::from(view.offset);
            let kept = other.iter().filter(|&value| own.contains(clamped(image(value))));
            let kept = other.within(&IntegerSet::from_values(kept))?;
            if kept.count() < other.count() {
                self.replace_values(view.root, kept)?;
            }
        } else {
            let all = Values::all();
            let is_range = |values: &Values| {
                values.count() == all.between(values.lower(), values.upper()).map_or(0, |it| it.count())
            };
            if !is_range(&own) {
                return Ok(false);
            }
            let ends = [own.lower(), own.upper()].map(|end| clamped(view.distance(end) / i128::from(view.factor)));
            self.keep_between(number, ends[0].min(ends[1]), ends[0].max(ends[1]))?;
        }
        self.findings += 1;
        if let Some(integer) = &mut self.integers[gone as usize] {
            integer.view = Some(view);
        }
        Ok(true)
    }
}

impl Test {
    pub(super) fn holds(self, value: i64) -> bool {
        match self {
            Test::Is(wanted) => value == wanted,
            Test::AtLeast(least) => value >= least,
        }
    }
}

impl View {
    fn distance(self, value: i64) -> i128 {
        i128::from(value) - i128::from(self.offset)
    }

    /// The value of the root where this is `value`.
    fn inverse(self, value: i64) -> Option<i64> {
        let (distance, factor) = (self.distance(value), i128::from(self.factor));
        (distance % factor == 0).then(|| clamped(distance / factor))
    }

    /// The values of the root where this is in the set; the set is taken within the bounds of magnitudes.
    pub(super) fn inverse_of(self, set: &IntegerSet) -> IntegerSet {
        let factor = i128::from(self.factor);
        IntegerSet::from_ranges(set.ranges().map(|range| {
            let (from, to) = (self.distance(*range.start()), self.distance(*range.end()));
            match factor > 0 {
                true => clamped(ceiling(from, factor))..=clamped(floor(to, factor)),
                false => clamped(ceiling(to, factor))..=clamped(floor(from, factor)),
            }
        }))
    }
}

pub(super) fn floor(number: i128, divisor: i128) -> i128 {
    let quotient = number / divisor;
    if number % divisor != 0 && (number < 0) != (divisor < 0) { quotient - 1 } else { quotient }
}

pub(super) fn ceiling(number: i128, divisor: i128) -> i128 {
    -floor(-number, divisor)
}

/// The number, or the nearest that is just beyond all values.
pub(super) fn clamped(number: i128) -> i64 {
    let limit = i128::from(FARTHEST) + 1;
    number.clamp(-limit, limit) as i64
}
