//! Judging a count by a decision-DNNF: a diagram of which each part and each side can be counted,
//! and which has the models of the formula.
//!
//! After CPOG (Bryant, Nawrocki, Avigad, Heule 2023), for diagrams as top-down counters make them:
//! lemmas are checked by propagation; the diagram implies each clause; the formula implies the
//! diagram, node by node under the decisions on the way; and the count is taken anew.
//! `docs/certificates.md` says which conditions must hold and proves that the count follows from
//! them; the code follows that page.

mod diagram;
mod judge;
mod natural;
mod reduction;
mod refusal;
mod signed;
mod units;

use std::io::Read;

use gordian_formula::{ClauseSink, Clock, Cnf, GroupKind, Lit, Weights};

use diagram::Diagram;
use judge::Judge;
pub use natural::Natural;
use reduction::{Reduced, Reduction, is_tautology};
pub use refusal::{DnnfError, DnnfRefusal, StepRefusal};
pub use signed::Fraction;
use units::Units;

/// The claim that a decision-DNNF proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DnnfVerdict {
    /// The number of assignments of the visible variables that extend to a model.
    pub count: Natural,
    /// The number of steps that reduce the formula before.
    pub steps: usize,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of lemmas.
    pub lemmas: usize,
}

/// Judges a decision-DNNF of a formula, and counts its models.
///
/// # Errors
/// If reading fails, or the diagram does not prove a count.
pub fn check_dnnf(cnf: &Cnf, input: impl Read) -> Result<DnnfVerdict, DnnfError> {
    check_dnnf_within(cnf, input, &Clock::unlimited())
}

/// As [`check_dnnf`], until the clock is over.
///
/// # Errors
/// As there; [`DnnfRefusal::Stopped`] if the time was over first.
pub fn check_dnnf_within(cnf: &Cnf, input: impl Read, clock: &Clock) -> Result<DnnfVerdict, DnnfError> {
    let Judged { total, steps, nodes, lemmas } = judged(cnf, None, input, clock, |judge| judge.count())?;
    Ok(DnnfVerdict { count: total, steps, nodes, lemmas })
}

/// The sum of weights that a decision-DNNF proves.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightVerdict {
    /// The sum of the weights of the assignments of the visible variables that extend to a model:
    /// of each the product of the weights of the visible literals that it makes true.
    pub weight: Fraction,
    /// The number of steps that reduce the formula before.
    pub steps: usize,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of lemmas.
    pub lemmas: usize,
}

/// As [`check_dnnf_within`], but sums up the weights of the models.
///
/// # Errors
/// As there.
pub fn check_weights_within(
    cnf: &Cnf,
    weights: &Weights,
    input: impl Read,
    clock: &Clock,
) -> Result<WeightVerdict, DnnfError> {
    let Judged { total, steps, nodes, lemmas } =
        judged(cnf, Some(weights), input, clock, |judge| judge.weight(weights))?;
    Ok(WeightVerdict { weight: total, steps, nodes, lemmas })
}

/// A diagram that is right.
struct Judged<T> {
    total: T,
    steps: usize,
    nodes: usize,
    lemmas: usize,
}

/// Judges a diagram, and adds up what the caller wants of it.
fn judged<T>(
    cnf: &Cnf,
    weights: Option<&Weights>,
    input: impl Read,
    clock: &Clock,
    sum: impl FnOnce(&Judge<'_>) -> T,
) -> Result<Judged<T>, DnnfError> {
    let clauses = expanded(cnf);
    let mut visible = vec![false; cnf.num_vars()];
    cnf.projection().iter().for_each(|var| visible[var.index()] = true);
    let diagram = Diagram::read(input, cnf.num_vars())?;
    let reduced = match &diagram.steps[..] {
        [] => Reduced { clauses, visible, eliminated: Vec::new() },
        steps => Reduction::new(&clauses, visible, weights, clock).run(steps)?,
    };
    let Reduced { clauses, visible, eliminated } = &reduced;
    let judge = Judge { clauses, visible, eliminated, diagram: &diagram, clock };
    judge.decisions()?;
    judge.implies_formula()?;
    let mut units = Units::new(cnf.num_vars());
    clauses.iter().for_each(|clause| _ = units.add(clause));
    for (number, lemma) in (1..).zip(&diagram.lemmas) {
        if clock.is_over() {
            return Err(DnnfRefusal::Stopped.into());
        }
        if !units.implies(lemma.iter().copied()) {
            return Err(DnnfRefusal::Lemma { number }.into());
        }
        units.add(lemma);
    }
    judge.follows(&mut units)?;
    let (steps, nodes, lemmas) = (diagram.steps.len(), diagram.order.len(), diagram.lemmas.len());
    Ok(Judged { total: sum(&judge), steps, nodes, lemmas })
}

/// The clauses of a formula but for those that are always true, groups written out.
fn expanded(cnf: &Cnf) -> Vec<Vec<Lit>> {
    let mut clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
    for group in cnf.groups() {
        for (at, &first) in group.members.iter().enumerate() {
            clauses.extend(group.members[at + 1..].iter().map(|&second| vec![!first, !second]));
        }
        if group.kind == GroupKind::ExactlyOne {
            clauses.push(group.members.to_vec());
        }
    }
    clauses.retain(|clause| !is_tautology(clause));
    clauses
}
