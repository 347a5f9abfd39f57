//! How many of some literals are true.

use bumpalo::Bump;
use gordian_formula::{ClauseSink, Lit};

use super::classes::Classes;
use super::error::go_on;
use super::plan::{Plan, Room, Shape};
use super::totalizer::Part;
use super::{AtMostOneEncoding, EncodingError, IntVar, at_most_one, exactly_one};

/// How a count of literals is written.
///
/// Both keep the model count: partial counts are defined in both directions, and counts that the bounds decide are
/// constants without a variable. In both, unit propagation finds all that the constraint implies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CardinalityEncoding {
    /// The one with fewer clauses; native groups where at most, or exactly, one literal is to be true or false.
    #[default]
    Auto,
    /// One literal after the other (Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", 2005):
    /// about `4 n k` clauses for `n` literals and a bound `k` far from 0 and `n`.
    Sequential,
    /// Halves of halves (Bailleux & Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints", 2003).
    Totalizer,
}

/// At most `bound` of these literals are true. A literal that stands twice counts twice.
///
/// Keeps the model count: yes.
///
/// # Errors
/// [`EncodingError::SumTooLarge`].
pub fn at_most<S: ClauseSink + ?Sized>(
    sink: &mut S,
    lits: &[Lit],
    bound: usize,
    encoding: CardinalityEncoding,
) -> Result<(), EncodingError> {
    between(sink, lits, 0, bound, encoding)
}

/// At least `bound` of these literals are true.
///
/// Keeps the model count: yes.
///
/// # Errors
/// [`EncodingError::SumTooLarge`].
pub fn at_least<S: ClauseSink + ?Sized>(
    sink: &mut S,
    lits: &[Lit],
    bound: usize,
    encoding: CardinalityEncoding,
) -> Result<(), EncodingError> {
    between(sink, lits, bound, usize::MAX, encoding)
}

/// Exactly `count` of these literals are true.
///
/// Keeps the model count: yes.
///
/// # Errors
/// [`EncodingError::SumTooLarge`].
pub fn exactly<S: ClauseSink + ?Sized>(
    sink: &mut S,
    lits: &[Lit],
    count: usize,
    encoding: CardinalityEncoding,
) -> Result<(), EncodingError> {
    between(sink, lits, count, count, encoding)
}

/// At least `lower` and at most `upper` of these literals are true: a contradiction where `lower > upper`.
///
/// Keeps the model count: yes.
///
/// # Errors
/// [`EncodingError::SumTooLarge`].
pub fn between<S: ClauseSink + ?Sized>(
    sink: &mut S,
    lits: &[Lit],
    lower: usize,
    upper: usize,
    encoding: CardinalityEncoding,
) -> Result<(), EncodingError> {
    let upper = upper.min(lits.len());
    if lower > upper {
        sink.add_clause(&[]);
    } else if lower == 0 && upper == lits.len() {
        // Every count is allowed.
    } else if upper == 0 {
        lits.iter().for_each(|&lit| sink.add_clause(&[!lit]));
    } else if lower == lits.len() {
        lits.iter().for_each(|&lit| sink.add_clause(&[lit]));
    } else if lower == 1 && upper == lits.len() {
        sink.add_clause(lits);
    } else if lower == 0 && upper == lits.len() - 1 {
        sink.add_clause(&negated(lits));
    } else if encoding == CardinalityEncoding::Auto && upper == 1 {
        one_of(sink, lits, lower == 1);
    } else if encoding == CardinalityEncoding::Auto && lower == lits.len() - 1 {
        one_of(sink, &negated(lits), upper == lower);
    } else {
        let bump = Bump::new();
        let target = Classes::intervals(&bump, [(lower as i64, upper as i64)]);
        write(sink, &bump, lits, target, encoding)?;
    }
    Ok(())
}

/// The number of true literals, told apart up to `limit`: `min(number, limit)` as an integer variable, whose order
/// literals are the sorted outputs of the counter.
///
/// With `limit >= lits.len()` it is the number itself. Keeps the model count: yes.
///
/// # Errors
/// [`EncodingError::SumTooLarge`].
pub fn count<S: ClauseSink + ?Sized>(
    sink: &mut S,
    lits: &[Lit],
    limit: usize,
    encoding: CardinalityEncoding,
) -> Result<IntVar, EncodingError> {
    let limit = limit.min(lits.len()) as i64;
    if limit == 0 {
        return Ok(IntVar::constant(0));
    }
    let bump = Bump::new();
    let apart = (0..limit).map(|number| (number, number)).chain([(limit, i64::MAX)]);
    let targets = Classes::intervals(&bump, apart);
    let total = write(sink, &bump, lits, targets, encoding)?;
    Ok(IntVar::from_parts((0..=limit).collect(), total.order))
}

fn negated(lits: &[Lit]) -> Vec<Lit> {
    lits.iter().map(|&lit| !lit).collect()
}

fn one_of<S: ClauseSink + ?Sized>(sink: &mut S, lits: &[Lit], needed: bool) {
    let encoding = AtMostOneEncoding::Group;
    if needed { exactly_one(sink, lits, encoding) } else { at_most_one(sink, lits, encoding) }
}

fn write<'b, S: ClauseSink + ?Sized>(
    sink: &mut S,
    bump: &'b Bump,
    lits: &[Lit],
    targets: Classes<'b>,
    encoding: CardinalityEncoding,
) -> Result<Part<'b>, EncodingError> {
    let bit = Classes::points(bump, [0, 1]);
    let addends = vec![bit; lits.len()];
    let is_over = || sink.is_over();
    let plan = |shape, clauses| Plan::new(bump, &addends, Some(targets), shape, Room { clauses, is_over: &is_over });
    let plan = match encoding {
        CardinalityEncoding::Sequential => plan(Shape::Chain, MAX_CLAUSES),
        CardinalityEncoding::Totalizer => plan(Shape::Balanced, MAX_CLAUSES),
        CardinalityEncoding::Auto => {
            let sequential = plan(Shape::Chain, MAX_CLAUSES);
            let limit = sequential.as_ref().map_or(MAX_CLAUSES, Plan::clauses);
            plan(Shape::Balanced, limit).or(sequential)
        }
    };
    go_on(sink)?;
    let plan = plan.ok_or(EncodingError::SumTooLarge { limit: MAX_CLAUSES })?;
    let parts: Vec<Part<'_>> = lits.iter().map(|&lit| Part { classes: bit, order: vec![lit] }).collect();
    Ok(plan.write(sink, &parts))
}

/// The most clauses that one count or sum may take.
pub(crate) const MAX_CLAUSES: u64 = 1 << 24;
