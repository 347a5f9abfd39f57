//! The first question of a trace once more, with a proof that names antecedents.

use gordian_checker::{Encoding, ProofFormat, ProofOptions, Verdict, check_proof};
use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_solver::{Budget, LratWriter, Outcome, Solver};
use gordian_testkit::{SharedBytes, lits};

use super::call::Call;
use super::run::{options_of, portfolio_of};

/// Judges the proof of the first question, if it is unsatisfiable without assumptions. Tells whether there was one.
pub(crate) fn judge_lrat(trace: &[Call], is_binary: bool) -> Result<bool, String> {
    let mut solver = Solver::with_options(options_of(trace));
    let proof = SharedBytes::default();
    solver.set_proof(match is_binary {
        true => Box::new(LratWriter::binary(proof.clone())),
        false => Box::new(LratWriter::text(proof.clone())),
    });
    solver.allow_definitions(Var::from_index(1 << 20));
    // Groups count as what they stand for, in their place among the clauses.
    let mut cnf = Cnf::new();
    let add_pairs = |cnf: &mut Cnf, members: &[Lit]| {
        for (at, &first) in members.iter().enumerate() {
            members[at + 1..].iter().for_each(|&second| cnf.add_clause(&[!first, !second]));
        }
    };
    for call in trace {
        match call {
            Call::AddClause(numbers) => {
                cnf.add_clause(&lits(numbers));
                solver.add_clause(&lits(numbers));
            }
            Call::AddAtMostOne(numbers) => {
                add_pairs(&mut cnf, &lits(numbers));
                solver.add_at_most_one(&lits(numbers));
            }
            Call::AddExactlyOne(numbers) => {
                cnf.add_clause(&lits(numbers));
                add_pairs(&mut cnf, &lits(numbers));
                solver.add_exactly_one(&lits(numbers));
            }
            Call::SetOption(..) | Call::Threads(..) | Call::NewVars(_) | Call::SetPhase(_) | Call::AddHidden(_) => {}
            _ => break,
        }
    }
    let outcome = match portfolio_of(trace) {
        Some(portfolio) => solver.solve_portfolio(&[], &Budget::unlimited(), &portfolio).outcome,
        None => solver.solve(),
    };
    if outcome != Outcome::Unsatisfiable {
        return Ok(false);
    }
    let mut tracer = solver.take_proof().ok_or("the tracer is gone")?;
    tracer.finish().map_err(|error| error.to_string())?;
    let bytes = proof.bytes();
    let encoding = if is_binary { Encoding::Binary } else { Encoding::Text };
    let options = ProofOptions { format: Some(ProofFormat::Lrat(encoding)), ..ProofOptions::default() };
    let shown = || if is_binary { String::new() } else { String::from_utf8_lossy(&bytes).into_owned() };
    match check_proof(&cnf, &[], &bytes[..], &options).map_err(|error| error.to_string())? {
        Verdict::Verified(summary) if summary.unknown_deletions == 0 => Ok(true),
        Verdict::Verified(_) => Err(format!("LRAT: deletes what is not there\n{}", shown())),
        Verdict::Refused(refusal) => Err(format!("LRAT: {refusal}\n{}", shown())),
    }
}
