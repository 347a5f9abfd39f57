//! Judging a certificate as a whole.

use std::collections::HashSet;
use std::fmt;
use std::io::Read;
use std::ops::ControlFlow::{Break, Continue};

use gordian_formula::{ClauseSink, Cnf, Constraint, GroupKind, Lit, Permutation, Var, sorted_set};

use super::claim::Claim;
use super::judge::Judge;
use super::orbits::{Action, first_not_onto};
use crate::drat::{Closure, check_descent};
use crate::read::drat::DratReader;
use crate::read::position::ProofError;
use crate::verdict::{Refusal, Summary, Verdict};

/// The most words of memory for solutions, some gigabytes.
const MAX_CELLS: usize = 1 << 28;
/// The memory of a solution beside its variables, in words.
const ROW_CELLS: usize = 16;

/// A certificate, as read from its parts.
#[derive(Clone, Debug)]
pub struct CountEvidence<'a> {
    /// The claim to be judged.
    pub claim: &'a Claim,
    /// The generators of the symmetry group.
    pub generators: &'a [Permutation],
    /// The true variables of each solution listed.
    pub listing: &'a [Vec<Var>],
}

/// The verdict on a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountVerdict {
    /// The formula has as many solutions and classes as claimed.
    Verified {
        /// The order of the group, where it was claimed and is not too much work to find.
        order: Option<u128>,
        /// The counts of the verified proof.
        proof: Summary,
    },
    /// The first reason found why that is not shown.
    Refused(CountRefusal),
}

/// The reason why a certificate that could be read is refused. Solutions and generators are
/// numbered from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountRefusal {
    /// The variables that matter are not those of the formula.
    OtherVariables,
    /// This variable is said to be free and stands in a constraint.
    NotFree(Var),
    /// This generator does not map the formula onto itself.
    NotASymmetry(usize),
    /// This generator maps a visible variable to a hidden one.
    NotVisible(usize),
    /// This generator moves a variable that is said to be free. A free variable doubles the number of
    /// classes only where the group leaves it alone.
    MovesFree(usize),
    /// The group has another order than claimed.
    Order(u128),
    /// More or fewer solutions are listed than claimed.
    NumListed(usize),
    /// This solution names a variable beyond the last one.
    OutOfRange(usize),
    /// This solution breaks a constraint.
    NotASolution(usize, Constraint),
    /// This solution does not come after the one before it.
    NotAscending(usize),
    /// This solution is not the least of its images.
    NotLeast(usize),
    /// An image of this solution is not listed.
    NotClosed(usize),
    /// The solutions sum up to another number than claimed.
    Solutions(u128),
    /// The orbits hold more solutions than claimed.
    MoreSolutions,
    /// The orbits hold more solutions than the checker keeps in memory.
    TooLarge,
    /// There are more or fewer classes than claimed, or no number is claimed though there is a group.
    Classes(u128),
    /// The true variables of this solution do not determine the other visible ones, or some symmetry negates variables.
    NotDetermined(usize),
    /// The choice is no clause of the formula, or the group does not map it onto itself, or solutions are listed.
    NoChoice,
    /// This literal of the choice cannot be mapped to a representative.
    NotRepresented(Lit),
    /// The proof does not hold.
    Proof(Refusal),
}

/// Judges a certificate of the number of solutions of a formula: of assignments of its visible
/// variables that extend to a model. The proof is in DRAT without resolution on pivots, text or
/// binary.
///
/// # Errors
/// If the proof cannot be read, or is too large.
pub fn check_count(cnf: &Cnf, evidence: &CountEvidence<'_>, proof: impl Read) -> Result<CountVerdict, ProofError> {
    match check(cnf, evidence, proof) {
        Ok(verdict) => Ok(verdict),
        Err(Fault::Refused(refusal)) => Ok(CountVerdict::Refused(refusal)),
        Err(Fault::Unreadable(error)) => Err(error),
    }
}

enum Fault {
    Refused(CountRefusal),
    Unreadable(ProofError),
}

impl From<CountRefusal> for Fault {
    fn from(refusal: CountRefusal) -> Fault {
        Fault::Refused(refusal)
    }
}

impl From<ProofError> for Fault {
    fn from(error: ProofError) -> Fault {
        Fault::Unreadable(error)
    }
}

fn check(cnf: &Cnf, evidence: &CountEvidence<'_>, proof: impl Read) -> Result<CountVerdict, Fault> {
    let CountEvidence { claim, generators, listing } = evidence;
    check_variables(cnf, claim)?;
    if let Some(generator) = generators.iter().position(|generator| moves_any(generator, &claim.free)) {
        return Err(CountRefusal::MovesFree(generator).into());
    }
    if claim.lists_classes
        && let Some(generator) = first_not_onto(cnf, generators)
    {
        return Err(CountRefusal::NotASymmetry(generator).into());
    }
    let action = Action::new(&claim.show, generators).map_err(CountRefusal::NotVisible)?;
    let order = claim.order.and_then(|_| action.order());
    if let (Some(claimed), Some(order)) = (claim.order, order)
        && claimed != order
    {
        return Err(CountRefusal::Order(order).into());
    }
    let rows = check_listing(cnf, claim, listing)?;
    let images = check_arithmetic(claim, &action, &rows)?;
    check_determined(cnf, claim, &action, &rows)?;
    check_choice(cnf, claim, &action)?;

    let mut refuted = cnf.clone();
    if !claim.choice.is_empty() {
        refuted.add_clause(&claim.representatives);
    }
    let represents = |row: &Vec<Var>| {
        claim.choice.is_empty()
            || claim.representatives.iter().any(|lit| row.binary_search(&lit.var()).is_ok() == lit.is_positive())
    };
    for row in images.iter().filter(|row| represents(row)) {
        let is_true = |var: &Var| row.binary_search(var).is_ok();
        let clause: Vec<Lit> = if claim.forbids_true {
            row.iter().map(|var| var.negative()).collect()
        } else {
            claim.show.iter().map(|var| var.lit(!is_true(var))).collect()
        };
        refuted.add_clause(&clause);
    }
    drop(images);
    match check_descent(&refuted, &mut DratReader::new(proof, None)?)? {
        Verdict::Verified(proof) => Ok(CountVerdict::Verified { order, proof }),
        Verdict::Refused(refusal) => Err(CountRefusal::Proof(refusal).into()),
    }
}

/// The variables that matter are those of the formula, each once, and the free ones stand in no constraint.
fn check_variables(cnf: &Cnf, claim: &Claim) -> Result<(), CountRefusal> {
    let mut vars = [&*claim.show, &claim.free].concat();
    vars.sort_unstable();
    let ascends = claim.show.is_sorted();
    if !ascends || vars != cnf.projection() {
        return Err(CountRefusal::OtherVariables);
    }
    let free: HashSet<Var> = claim.free.iter().copied().collect();
    let mut lits = cnf.clauses().chain(cnf.groups().map(|group| group.members)).flatten();
    match lits.find(|lit| free.contains(&lit.var())) {
        Some(lit) => Err(CountRefusal::NotFree(lit.var())),
        None => Ok(()),
    }
}

fn moves_any(generator: &Permutation, vars: &[Var]) -> bool {
    vars.iter().any(|var| generator.image(var.positive()) != var.positive())
}

/// Each solution listed is one. Returns their visible parts, which ascend.
fn check_listing(cnf: &Cnf, claim: &Claim, listing: &[Vec<Var>]) -> Result<Vec<Vec<Var>>, CountRefusal> {
    if listing.len() as u64 != claim.num_listed {
        return Err(CountRefusal::NumListed(listing.len()));
    }
    let mut judge = Judge::new(cnf);
    let mut rows: Vec<Vec<Var>> = Vec::with_capacity(listing.len());
    for (number, vars) in listing.iter().enumerate() {
        if vars.iter().any(|var| var.index() >= cnf.num_vars()) {
            return Err(CountRefusal::OutOfRange(number));
        }
        if let Some(constraint) = judge.violated(vars) {
            return Err(CountRefusal::NotASolution(number, constraint));
        }
        let row: Vec<Var> = sorted_set(vars.iter().copied().filter(|var| claim.show.binary_search(var).is_ok()));
        if rows.last().is_some_and(|before| *before >= row) {
            return Err(CountRefusal::NotAscending(number));
        }
        rows.push(row);
    }
    Ok(rows)
}

/// The sums are as claimed. Returns all solutions.
fn check_arithmetic(claim: &Claim, action: &Action<'_>, rows: &[Vec<Var>]) -> Result<Vec<Vec<Var>>, CountRefusal> {
    let mut images: Vec<Vec<Var>> = Vec::new();
    let (mut classes, mut cells) = (0, 0);
    let listed: HashSet<&Vec<Var>> = rows.iter().collect();
    for (number, row) in rows.iter().enumerate() {
        let mut is_least = true;
        let visited = action.orbit(row, |image| {
            is_least &= image >= row;
            if !claim.lists_classes {
                return if listed.contains(image) { Continue(()) } else { Break(CountRefusal::NotClosed(number)) };
            }
            if !is_least {
                return Break(CountRefusal::NotLeast(number));
            }
            if images.len() as u128 == claim.solutions {
                return Break(CountRefusal::MoreSolutions);
            }
            cells += image.len() + ROW_CELLS;
            if cells > MAX_CELLS {
                return Break(CountRefusal::TooLarge);
            }
            images.push(image.clone());
            Continue(())
        });
        if let Break(refusal) = visited {
            return Err(refusal);
        }
        classes += u128::from(is_least);
    }
    if !claim.lists_classes {
        images.extend_from_slice(rows);
    }
    if images.len() as u128 != claim.solutions {
        return Err(CountRefusal::Solutions(images.len() as u128));
    }
    match claim.classes {
        Some(claimed) if claimed != classes => Err(CountRefusal::Classes(classes)),
        None if classes != claim.solutions => Err(CountRefusal::Classes(classes)),
        _ => Ok(images),
    }
}

/// If solutions are forbidden by their true variables only, checks that these determine the other
/// variables. The same then holds for the images, since each generator maps the formula onto
/// itself.
fn check_determined(cnf: &Cnf, claim: &Claim, action: &Action<'_>, rows: &[Vec<Var>]) -> Result<(), Fault> {
    if !claim.forbids_true {
        return Ok(());
    }
    if action.negates && claim.lists_classes {
        return Err(CountRefusal::NotDetermined(0).into());
    }
    let mut closure = Closure::new(cnf)?;
    for (number, row) in rows.iter().enumerate() {
        let given: Vec<Lit> = row.iter().map(|var| var.positive()).collect();
        if !closure.decides(&given, claim.show.iter().map(|var| var.positive())) {
            return Err(CountRefusal::NotDetermined(number).into());
        }
    }
    Ok(())
}

/// The choice is a clause of the formula, the group maps it onto itself, and from its
/// representatives reaches all of it.
fn check_choice(cnf: &Cnf, claim: &Claim, action: &Action<'_>) -> Result<(), CountRefusal> {
    if claim.choice.is_empty() {
        return Ok(());
    }
    let choice: HashSet<Lit> = claim.choice.iter().copied().collect();
    let is_choice = |lits: &[Lit]| {
        lits.iter().all(|lit| choice.contains(lit)) && lits.iter().collect::<HashSet<_>>().len() == choice.len()
    };
    let mut clauses = cnf
        .clauses()
        .chain(cnf.groups().filter(|group| group.kind == GroupKind::ExactlyOne).map(|group| group.members));
    let is_visible = |lit: &Lit| claim.show.binary_search(&lit.var()).is_ok();
    if !claim.lists_classes
        || !choice.iter().all(is_visible)
        || !claim.representatives.iter().all(|lit| choice.contains(lit))
        || !clauses.any(is_choice)
        || action.reach(&claim.choice).len() != choice.len()
    {
        return Err(CountRefusal::NoChoice);
    }
    let reached = action.reach(&claim.representatives);
    match claim.choice.iter().find(|lit| !reached.contains(lit)) {
        Some(&lit) => Err(CountRefusal::NotRepresented(lit)),
        None => Ok(()),
    }
}

impl fmt::Display for CountRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountRefusal::OtherVariables => {
                write!(f, "the certificate counts assignments of other variables than those that matter in the formula")
            }
            CountRefusal::NotFree(var) => write!(f, "variable {} is not free", var.to_dimacs()),
            CountRefusal::NotASymmetry(number) => {
                write!(f, "generator {} does not map the formula onto itself", number + 1)
            }
            CountRefusal::NotVisible(number) => {
                write!(f, "generator {} maps a variable that matters to one that does not", number + 1)
            }
            CountRefusal::MovesFree(number) => {
                write!(f, "generator {} moves a variable that is said to be free", number + 1)
            }
            CountRefusal::Order(order) => write!(f, "the group has order {order}, not the claimed one"),
            CountRefusal::NumListed(number) => write!(f, "{number} solutions are listed, not as many as claimed"),
            CountRefusal::OutOfRange(number) => {
                write!(f, "solution {} names a variable beyond the last one", number + 1)
            }
            CountRefusal::NotASolution(number, constraint) => match constraint {
                Constraint::Clause(clause) => write!(f, "solution {} breaks clause {}", number + 1, clause + 1),
                Constraint::Group(group) => write!(f, "solution {} breaks group {}", number + 1, group + 1),
            },
            CountRefusal::NotAscending(number) => {
                write!(f, "solution {} does not come after the one before it", number + 1)
            }
            CountRefusal::NotLeast(number) => write!(f, "solution {} is not the least of its images", number + 1),
            CountRefusal::NotClosed(number) => write!(f, "an image of solution {} is not listed", number + 1),
            CountRefusal::Solutions(number) => {
                write!(f, "the orbits sum up to {number} solutions, not to as many as claimed")
            }
            CountRefusal::MoreSolutions => write!(f, "the orbits hold more solutions than claimed"),
            CountRefusal::TooLarge => write!(f, "the orbits hold more solutions than this checker can keep"),
            CountRefusal::Classes(number) => write!(f, "there are {number} classes, not as many as claimed"),
            CountRefusal::NotDetermined(number) => {
                write!(f, "the true variables of solution {} do not determine the others", number + 1)
            }
            CountRefusal::NoChoice => write!(f, "the choice is no clause that the group maps onto itself"),
            CountRefusal::NotRepresented(lit) => write!(f, "literal {lit} of the choice has no representative"),
            CountRefusal::Proof(refusal) => write!(f, "the proof that the list is complete: {refusal}"),
        }
    }
}
