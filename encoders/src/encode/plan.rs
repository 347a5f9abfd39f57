//! How a sum is split into partial sums.
//!
//! A plan fixes the tree of additions and the classes of every partial sum before anything is written, so that
//! plans can be compared by the clauses they take.
//!
//! Classes are exact. Say a part has the class `[p, q]`: then `[p + rest.min, q + rest.max]` lies in one target.
//! Added to any class `[r, s]` of its sibling, all of `[p + r, q + s]` is sent into that same target by what then
//! remains, because `[r, s]` lay within the rest. So an addition sends two classes into one class of the sum,
//! and the order literals of the sum are functions of those of its parts: the model count is kept.

use std::ops::ControlFlow;

use bumpalo::Bump;
use gordian_formula::{ClauseSink, Lit};

use super::classes::{Classes, Gathering, Span};
use super::totalizer::{Part, for_each_rule, merge, restrict};

/// The most pairs of classes that one addition may look at.
const MAX_PAIRS: usize = 1 << 20;

/// Sums lie close where the range they span has at most this many numbers for each pair.
const DENSE: usize = 8;

/// The most rounds of tightening bounds: each but the first few rarely finds anything.
const MAX_ROUNDS: usize = 16;

/// The tree of additions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One addend after the other.
    Chain,
    /// Halves of halves.
    Balanced,
    /// Neighbours whose sum has the fewest classes first.
    Greedy,
}

/// A tree of additions with the classes of every node.
///
/// Nodes are numbered: first the addends, then the additions in order. The last node is the total.
pub(crate) struct Plan<'b> {
    addends: Vec<Classes<'b>>,
    additions: Vec<Addition<'b>>,
    clauses: u64,
}

struct Addition<'b> {
    left: usize,
    right: usize,
    sum: Classes<'b>,
}

/// A node that awaits its addition.
#[derive(Clone, Copy)]
struct Open<'b> {
    node: usize,
    classes: Classes<'b>,
    /// The span of its addends; the span of its classes may be less.
    span: Span,
}

/// The clauses and the time that a plan may take.
#[derive(Clone, Copy)]
pub(crate) struct Room<'a> {
    /// The most clauses.
    pub(crate) clauses: u64,
    /// Whether the time is over. To plan may take longer than to write.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

impl Room<'_> {
    /// The room that is left after so many clauses, if any is.
    pub(crate) fn after(self, clauses: u64) -> Option<Self> {
        Some(Room { clauses: self.clauses.checked_sub(clauses)?, ..self })
    }

    /// The room for so many clauses.
    pub(crate) fn of(self, clauses: u64) -> Self {
        Room { clauses, ..self }
    }
}

impl<'b> Plan<'b> {
    /// A plan for the sum of these addends, one at least, whose total is to lie in one of the targets.
    /// `None` where it takes more clauses than there is room for, or the time is over.
    pub(crate) fn new(
        bump: &'b Bump,
        addends: &[Classes<'b>],
        targets: Option<Classes<'_>>,
        shape: Shape,
        room: Room<'_>,
    ) -> Option<Plan<'b>> {
        let addends = tighten(bump, addends, targets);
        let total = addends.iter().fold(Span::ZERO, |total, classes| total.plus(classes.span()));
        let open = addends.iter().enumerate();
        let open: Vec<Open<'b>> = open.map(|(node, &classes)| Open { node, classes, span: classes.span() }).collect();
        let mut planner = Planner {
            bump,
            targets,
            total,
            room,
            pairs: Vec::new(),
            occurring: Vec::new(),
            plan: Plan { addends, additions: Vec::new(), clauses: 0 },
        };
        match shape {
            Shape::Chain => planner.chain(&open)?,
            Shape::Balanced => planner.balanced(open)?,
            Shape::Greedy => planner.greedy(open)?,
        }
        Some(planner.plan)
    }

    /// The clauses it takes, those that forbid values of a single part not counted.
    pub(crate) fn clauses(&self) -> u64 {
        self.clauses
    }

    /// The classes of the total.
    pub(crate) fn total(&self) -> Classes<'b> {
        match self.additions.last() {
            Some(addition) => addition.sum,
            None => self.addends[self.addends.len() - 1],
        }
    }

    /// Writes it: `addends` are those of the plan, in the same order.
    pub(crate) fn write<S: ClauseSink + ?Sized>(&self, sink: &mut S, addends: &[Part<'_>]) -> Part<'b> {
        let scratch = Bump::new();
        let pairs = addends.iter().zip(&self.addends);
        let mut parts: Vec<Part<'b>> = pairs.map(|(part, &classes)| restrict(sink, part, 0, classes)).collect();
        for addition in &self.additions {
            let (left, right) = (&parts[addition.left], &parts[addition.right]);
            let sum = merge(sink, &scratch, left, right, addition.sum);
            parts.push(sum);
        }
        parts.pop().unwrap_or(Part { classes: self.total(), order: Vec::<Lit>::new() })
    }
}

/// Leaves out the values of addends that no choice of the others completes, until nothing changes or
/// [`MAX_ROUNDS`] are over: the bounds of `100 x - 100 y + z = 50` with a small `z` move by one a round.
fn tighten<'b>(bump: &'b Bump, addends: &[Classes<'b>], targets: Option<Classes<'_>>) -> Vec<Classes<'b>> {
    let mut tightened = addends.to_vec();
    for _ in 0..MAX_ROUNDS {
        let total = tightened.iter().fold(Span::ZERO, |total, classes| total.plus(classes.span()));
        let mut changed = false;
        let mut next = Vec::with_capacity(addends.len());
        for (&original, &current) in addends.iter().zip(&tightened) {
            let span = current.span();
            let kept = original.lows().iter().copied().filter(|low| (span.min..=span.max).contains(low));
            let gathering = Gathering { targets, rest: total.minus(span) };
            let classes = gathering.gather(bump, kept.map(|value| (value, value)));
            if classes.len() == 0 {
                return vec![classes; addends.len()];
            }
            changed |= classes.span() != span;
            next.push(classes);
        }
        tightened = next;
        if !changed {
            break;
        }
    }
    tightened
}

struct Planner<'b, 't> {
    bump: &'b Bump,
    targets: Option<Classes<'t>>,
    total: Span,
    room: Room<'t>,
    /// The sums of all pairs of classes: scratch.
    pairs: Vec<(i64, i64)>,
    /// Whether each number of a range is a sum: scratch, instead of `pairs` where the sums lie close.
    occurring: Vec<bool>,
    plan: Plan<'b>,
}

impl<'b> Planner<'b, '_> {
    fn chain(&mut self, open: &[Open<'b>]) -> Option<()> {
        let mut sum = open[0];
        for &next in &open[1..] {
            let classes = self.classes_of_sum(sum, next)?;
            sum = self.add(sum, next, classes)?;
        }
        Some(())
    }

    fn balanced(&mut self, mut open: Vec<Open<'b>>) -> Option<()> {
        while open.len() > 1 {
            let mut halved = Vec::with_capacity(open.len().div_ceil(2));
            for pair in open.chunks(2) {
                halved.push(match *pair {
                    [left, right] => {
                        let classes = self.classes_of_sum(left, right)?;
                        self.add(left, right, classes)?
                    }
                    _ => pair[0],
                });
            }
            open = halved;
        }
        Some(())
    }

    fn greedy(&mut self, mut open: Vec<Open<'b>>) -> Option<()> {
        let mut sums: Vec<Option<Classes<'b>>> =
            open.windows(2).map(|pair| self.classes_of_sum(pair[0], pair[1])).collect();
        while open.len() > 1 {
            let cost = |at: usize| sums[at].map(|sum| (sum.len(), open[at].classes.len() * open[at + 1].classes.len()));
            let (_, at) = (0..sums.len()).filter_map(|at| Some((cost(at)?, at))).min()?;
            open[at] = self.add(open[at], open[at + 1], sums[at]?)?;
            open.remove(at + 1);
            sums.remove(at);
            if at > 0 {
                sums[at - 1] = self.classes_of_sum(open[at - 1], open[at]);
            }
            if at < sums.len() {
                sums[at] = self.classes_of_sum(open[at], open[at + 1]);
            }
        }
        Some(())
    }

    fn classes_of_sum(&mut self, left: Open<'b>, right: Open<'b>) -> Option<Classes<'b>> {
        let (a, b) = (left.classes, right.classes);
        let pairs = a.len().checked_mul(b.len()).filter(|&pairs| pairs <= MAX_PAIRS && !(self.room.is_over)())?;
        let gathering = Gathering { targets: self.targets, rest: self.total.minus(left.span.plus(right.span)) };
        let range = a.span().plus(b.span());
        let width = range.max.abs_diff(range.min) as usize;
        if a.is_points() && b.is_points() && width / DENSE <= pairs {
            self.occurring.clear();
            self.occurring.resize(width + 1, false);
            for &low in a.lows() {
                for &other in b.lows() {
                    self.occurring[(low + other - range.min) as usize] = true;
                }
            }
            let occurring = self.occurring.iter().enumerate().filter(|&(_, &occurs)| occurs);
            let sums = occurring.map(|(offset, _)| range.min + offset as i64);
            return Some(gathering.gather(self.bump, sums.map(|sum| (sum, sum))));
        }
        self.pairs.clear();
        for (&a_low, &a_high) in a.lows().iter().zip(a.highs()) {
            self.pairs.extend(b.lows().iter().zip(b.highs()).map(|(&low, &high)| (a_low + low, a_high + high)));
        }
        self.pairs.sort_unstable();
        Some(gathering.gather(self.bump, self.pairs.iter().copied()))
    }

    fn add(&mut self, left: Open<'b>, right: Open<'b>, sum: Classes<'b>) -> Option<Open<'b>> {
        if left.classes.len() > 1 && right.classes.len() > 1 {
            self.count_clauses(left.classes, right.classes, sum)?;
        }
        self.plan.additions.push(Addition { left: left.node, right: right.node, sum });
        let node = self.plan.addends.len() + self.plan.additions.len() - 1;
        Some(Open { node, classes: sum, span: left.span.plus(right.span) })
    }

    /// Adds what the addition takes; `None` beyond the limit.
    fn count_clauses(&mut self, left: Classes<'_>, right: Classes<'_>, sum: Classes<'_>) -> Option<()> {
        self.plan.clauses += sum.len().saturating_sub(2) as u64;
        let room = self.room.clauses.checked_sub(self.plan.clauses).filter(|_| !(self.room.is_over)())?;
        let mut rules = 0;
        let visited = for_each_rule(self.bump, left, right, sum, |_| {
            rules += 1;
            if rules > room { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.plan.clauses += rules;
        visited.is_continue().then_some(())
    }
}
