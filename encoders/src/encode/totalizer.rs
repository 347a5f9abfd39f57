//! A node of a totalizer: the addition of two parts of a sum in order encoding (Bailleux and Boufkhad,
//! *Efficient CNF encoding of Boolean cardinality constraints*, 2003), for parts of any values as in
//! the generalized totalizer (Joshi, Martins and Manquinho, 2015).

use std::ops::ControlFlow;

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use gordian_formula::{ClauseSink, Lit};

use super::Truth;
use super::classes::Classes;
use super::truth::add_any;

/// Clauses between two looks at the clock of the sink.
const POLL_INTERVAL: u32 = 1 << 12;

/// A part of a sum, with its order literals in the sink.
///
/// Invariant: `order[i]` says that the part is in class `i + 1` or above.
pub(crate) struct Part<'b> {
    pub(crate) classes: Classes<'b>,
    pub(crate) order: Vec<Lit>,
}

/// One clause of an addition: "the parts reach these two classes, so the sum reaches that one", or the same
/// downwards with every class replaced by "below".
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// `left >= class`, `right >= class` imply `sum >= class`.
    Up(usize, usize, usize),
    /// `left < class`, `right < class` imply `sum < class`.
    Down(usize, usize, usize),
}

impl Part<'_> {
    /// Whether the part is in this class or above, where one past the last class stands for "nowhere".
    pub(crate) fn reaches(&self, class: usize) -> Truth {
        match class {
            0 => Truth::Always,
            _ if class >= self.classes.len() => Truth::Never,
            _ => Truth::When(self.order[class - 1]),
        }
    }
}

/// Visits, until the visitor has enough, every rule of the addition that no other rule covers: of the rules with one
/// conclusion only those with the weakest premises.
pub(crate) fn for_each_rule(
    bump: &Bump,
    left: Classes<'_>,
    right: Classes<'_>,
    sum: Classes<'_>,
    mut visit: impl FnMut(Rule) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let columns = right.len();
    let mut above = BumpVec::from_iter_in(std::iter::repeat_n(0, columns), bump);
    let mut row_start = 0;
    for (i, &a) in left.lows().iter().enumerate() {
        let mut class = row_start;
        let mut before = 0;
        for (j, &b) in right.lows().iter().enumerate() {
            class = first_from(sum.highs(), class, a + b);
            if j == 0 {
                row_start = class;
            }
            if class != before && class != above[j] {
                visit(Rule::Up(i, j, class))?;
            }
            before = class;
            above[j] = class;
        }
    }
    // Downwards, `class` counts the classes that start at the sum or below it.
    above.iter_mut().for_each(|class| *class = sum.len());
    let mut row_start = sum.len();
    for (i, &a) in left.highs().iter().enumerate().rev() {
        let mut class = row_start;
        let mut before = sum.len();
        for (j, &b) in right.highs().iter().enumerate().rev() {
            class = first_above(sum.lows(), class, a + b);
            if j + 1 == columns {
                row_start = class;
            }
            if class != before && class != above[j] {
                visit(Rule::Down(i + 1, j + 1, class))?;
            }
            before = class;
            above[j] = class;
        }
    }
    ControlFlow::Continue(())
}

/// The index of the first number that is `least` or more, where all before `from` are less. Most often it is near, but
/// between values that lie far apart it may be far: the steps double.
fn first_from(numbers: &[i64], from: usize, least: i64) -> usize {
    let (mut low, mut step) = (from, 1);
    while low + step <= numbers.len() && numbers[low + step - 1] < least {
        low += step;
        step *= 2;
    }
    let high = numbers.len().min(low + step);
    low + numbers[low..high].partition_point(|&number| number < least)
}

/// The index of the first number that is more than `most`, where all from `from` on are more.
fn first_above(numbers: &[i64], from: usize, most: i64) -> usize {
    let (mut high, mut step) = (from, 1);
    while step <= high && numbers[high - step] > most {
        high -= step;
        step *= 2;
    }
    let low = high.saturating_sub(step);
    low + numbers[low..high].partition_point(|&number| number <= most)
}

/// Adds two parts: a new order literal for each class of the sum but the first, defined in both directions.
/// The sum is a view on one of them where the other has a single class.
///
/// Keeps the model count: yes.
pub(crate) fn merge<'b, S: ClauseSink + ?Sized>(
    sink: &mut S,
    bump: &Bump,
    left: &Part<'_>,
    right: &Part<'_>,
    classes: Classes<'b>,
) -> Part<'b> {
    match (left.classes.lows(), right.classes.lows(), classes.len()) {
        (_, _, 0) => sink.add_clause(&[]),
        (_, &[constant], _) => return restrict(sink, left, constant, classes),
        (&[constant], _, _) => return restrict(sink, right, constant, classes),
        _ => {}
    }
    let order: Vec<Lit> = (1..classes.len()).map(|_| sink.new_var().positive()).collect();
    for pair in order.windows(2) {
        sink.add_clause(&[!pair[1], pair[0]]);
    }
    let sum = Part { classes, order };
    let mut rules = 0_u32;
    // A sink whose time is over is asked again by whoever posts the sum.
    let _ = for_each_rule(bump, left.classes, right.classes, classes, |rule| {
        rules += 1;
        if rules.is_multiple_of(POLL_INTERVAL) && sink.is_over() {
            return ControlFlow::Break(());
        }
        match rule {
            Rule::Up(i, j, class) => add_any(sink, [!left.reaches(i), !right.reaches(j), sum.reaches(class)]),
            Rule::Down(i, j, class) => add_any(sink, [left.reaches(i), right.reaches(j), !sum.reaches(class)]),
        }
        ControlFlow::Continue(())
    });
    sum
}

/// The part plus a constant in coarser classes, on the same literals: sums in no class are forbidden.
///
/// Keeps the model count: yes (no auxiliary variables).
pub(crate) fn restrict<'b, S: ClauseSink + ?Sized>(
    sink: &mut S,
    part: &Part<'_>,
    constant: i64,
    classes: Classes<'b>,
) -> Part<'b> {
    let mut forbidden_from = None;
    for (index, &low) in part.classes.lows().iter().enumerate() {
        if !classes.has(low + constant) {
            forbidden_from.get_or_insert(index);
        } else if let Some(first) = forbidden_from.take() {
            add_any(sink, [!part.reaches(first), part.reaches(index)]);
        }
    }
    if let Some(first) = forbidden_from {
        add_any(sink, [!part.reaches(first)]);
    }
    let literal = |&low: &i64| part.order[part.classes.first_from(low - constant) - 1];
    Part { classes, order: classes.lows().iter().skip(1).map(literal).collect() }
}
