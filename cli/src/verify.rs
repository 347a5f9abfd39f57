//! Checks answers before they are printed: models on the formula, solutions by the rules, proofs
//! with the checker.

use std::fmt;
use std::rc::Rc;

use gordian_checker::{ProofError, ProofOptions, Verdict, check_proof_within};
use gordian_formula::dimacs::FormulaTarget;
use gordian_formula::{Clock, Cnf, Constraint, Lit, Model, sorted_set};
use gordian_puzzles::{AnyPuzzle, Violation};
use gordian_solver::{Budget, Options, Outcome, Solver};

use crate::failure::Failure;
use crate::proof::Proofs;
use crate::reading::Formula;
use crate::render::report::Solved;

/// The error for a wrong answer, which must never happen. No answer is printed then.
pub(crate) fn wrong(reason: impl fmt::Display) -> Failure {
    Failure::new(format!("internal error, please report it: {reason}"))
}

/// Checks a model on the formula as it stands in its file.
pub(crate) fn model_on_file(formula: &Formula, model: &Model) -> Result<(), Failure> {
    let mut judge = Judge { model, violated: None };
    formula.read_again(&mut judge)?;
    match judge.violated {
        Some(line) => Err(wrong(format_args!("the model does not satisfy the clause in line {line}"))),
        None => Ok(()),
    }
}

/// Checks a model on a formula in memory.
pub(crate) fn model(cnf: &Cnf, model: &Model) -> Result<(), Failure> {
    match cnf.first_violated(model) {
        Some(Constraint::Clause(clause)) => {
            Err(wrong(format_args!("the model does not satisfy clause {}", clause + 1)))
        }
        Some(Constraint::Group(group)) => Err(wrong(format_args!("the model does not satisfy group {}", group + 1))),
        None => Ok(()),
    }
}

/// Checks that assumptions are true in a model.
pub(crate) fn assumptions(assumptions: &[Lit], model: &Model) -> Result<(), Failure> {
    match assumptions.iter().find(|&&lit| !model.satisfies(lit)) {
        Some(lit) => Err(wrong(format_args!("the assumption {lit} is false in the model"))),
        None => Ok(()),
    }
}

/// The solution that a model stands for, checked on the formula of the puzzle and by its rules.
pub(crate) fn solution(puzzle: &Rc<AnyPuzzle>, cnf: &Cnf, found: &Model) -> Result<Solved, Failure> {
    model(cnf, found)?;
    by_rules(puzzle, found)
}

/// The solution that a model stands for, checked by the rules of the puzzle only.
pub(crate) fn by_rules(puzzle: &Rc<AnyPuzzle>, found: &Model) -> Result<Solved, Failure> {
    judged(puzzle, found).map_err(|violation| wrong(format_args!("the solution breaks a rule: {violation}")))
}

/// The solution that a model stands for, checked by the rules of the puzzle.
pub(crate) fn judged(puzzle: &Rc<AnyPuzzle>, found: &Model) -> Result<Solved, Violation> {
    let solution = puzzle.decode(found)?;
    puzzle.check(&solution).map(|()| Solved { solution, puzzle: Rc::clone(puzzle) })
}

/// Checks that a core of assumptions contradicts the clauses. The engine that found it may hold clauses of other
/// questions, so another one refutes clauses and core, with a proof that is checked.
pub(crate) fn core(
    cnf: &Cnf,
    assumptions: &[Lit],
    core: &[Lit],
    options: Options,
    clock: &Clock,
) -> Result<(), Failure> {
    let assumed = sorted_set(assumptions.iter().copied());
    if let Some(lit) = core.iter().find(|lit| assumed.binary_search(lit).is_err()) {
        return Err(wrong(format_args!("{lit} of the core is no assumption")));
    }
    let mut proofs = Proofs::new(false);
    proofs.keep()?;
    let mut solver = Solver::with_options(options);
    if let Some(tracer) = proofs.tracer() {
        solver.set_proof(tracer);
    }
    cnf.feed(&mut solver);
    core.iter().for_each(|&lit| solver.add_clause(&[lit]));
    let outcome = solver.solve_within(&[], &Budget::unlimited().with_clock(clock.clone()));
    if let Some(mut tracer) = solver.take_proof() {
        proofs.finish(&mut *tracer)?;
    }
    match outcome {
        Outcome::Unsatisfiable => proof_under(&mut proofs, cnf, core, clock),
        Outcome::Satisfiable => Err(wrong("the core does not contradict the clauses")),
        Outcome::Unknown(_) => Err(Failure::new("the time was over before the core was checked")),
    }
}

/// Checks the proof that was kept.
pub(crate) fn proof(proofs: &mut Proofs, cnf: &Cnf, clock: &Clock) -> Result<(), Failure> {
    proof_under(proofs, cnf, &[], clock)
}

/// Checks the proof that was kept, of clauses under assumptions.
fn proof_under(proofs: &mut Proofs, cnf: &Cnf, assumptions: &[Lit], clock: &Clock) -> Result<(), Failure> {
    let Some(kept) = proofs.kept().map_err(|error| Failure::about("temporary file of the proof", error))? else {
        return Ok(());
    };
    match check_proof_within(cnf, assumptions, kept, &ProofOptions::default(), clock) {
        Err(ProofError::Stopped) => Err(Failure::new("the time was over before the proof was checked")),
        Ok(Verdict::Verified(_)) => Ok(()),
        Ok(Verdict::Refused(refusal)) => Err(wrong(format_args!("the proof does not hold: {refusal}"))),
        Err(error) => Err(wrong(format_args!("the proof cannot be read: {error}"))),
    }
}

/// Inspects clauses as they are read and keeps none.
struct Judge<'a> {
    model: &'a Model,
    /// The line of the first clause that the model does not satisfy.
    violated: Option<u64>,
}

impl FormulaTarget for Judge<'_> {
    fn clause(&mut self, clause: &[Lit]) {
        self.clause_at(clause, 0);
    }

    fn clause_at(&mut self, clause: &[Lit], line: u64) {
        if self.violated.is_none() && !clause.iter().any(|&lit| self.model.satisfies(lit)) {
            self.violated = Some(line);
        }
    }
}
