//! `gordian check`: judges a model, a proof, or the certificate of a count.

use std::io::{Cursor, Read, Write};

use gordian_checker::{
    DnnfError, DnnfVerdict, Evidence, Position, ProofError, ProofFormat, ProofOptions, ResultError, ResultErrorKind,
    Status as Said, Verdict, check_dnnf, check_model, check_proof, read_result,
};
use gordian_formula::Cnf;
use serde_json::json;

use crate::arguments::CheckArguments;
use crate::certificate;
use crate::failure::Failure;
use crate::output::json;
use crate::reading::{self, Opened};
use crate::session::Session;

/// How much of the evidence is looked at to tell what it is.
const PREFIX: u64 = 1 << 16;
/// The exit code of evidence that does not hold.
const NOT_VERIFIED: u8 = 1;

/// What evidence is worth, and what is to be said about it.
struct Judgement {
    is_verified: bool,
    reason: String,
    kind: &'static str,
}

pub(crate) fn check(session: &mut Session, arguments: &CheckArguments) -> Result<u8, Failure> {
    session.signals.let_through();
    reading::only_one_is_stdin([&arguments.input, &arguments.evidence])?;
    let cnf = match reading::open(&arguments.input, &arguments.reading, session.clock())? {
        Opened::Formula(mut formula) => {
            let mut cnf = Cnf::new();
            let report = formula.read(&mut cnf)?;
            let report = report.ok_or_else(|| Failure::new("the time is over, nothing is known"))?;
            if report.num_queries > 0 {
                return Err(Failure::about(formula.name(), "a file of queries has no single answer to be judged"));
            }
            cnf.reserve_vars(report.num_vars());
            cnf
        }
        Opened::Puzzle(puzzle) => reading::compile(&puzzle)?.cnf,
        Opened::Impossible(error) => return Err(Failure::new(error.message)),
        Opened::Interrupted => return Err(Failure::new("the time is over, nothing is known")),
    };
    if arguments.evidence.is_dir() {
        let (is_verified, reason) = match certificate::judge(&cnf, &arguments.evidence)? {
            Ok(shown) => (true, shown),
            Err(reason) => (false, reason),
        };
        return print(session, &Judgement { kind: "count", is_verified, reason });
    }
    let name = reading::name_of(&arguments.evidence);
    let mut evidence = reading::open_other(&arguments.evidence, &session.clock())?;
    let mut prefix = Vec::new();
    let read = evidence.by_ref().take(PREFIX).read_to_end(&mut prefix);
    read.map_err(|error| Failure::about(&name, error))?;
    let kind = Evidence::detect(&prefix);
    let evidence = Cursor::new(prefix).chain(evidence);
    let judgement = match kind {
        Evidence::Result => judge_result(&cnf, &name, evidence)?,
        Evidence::Proof(format) => judge_proof(&cnf, &name, evidence, format)?,
        Evidence::Dnnf => judge_dnnf(&cnf, &name, evidence)?,
    };
    print(session, &judgement)
}

fn judge_result(cnf: &Cnf, name: &str, evidence: impl Read) -> Result<Judgement, Failure> {
    let refuse = |reason: String| Judgement { kind: "model", is_verified: false, reason };
    let result = match read_result(evidence) {
        Ok(result) => result,
        Err(ResultError { kind: ResultErrorKind::Io(error), .. }) => return Err(Failure::about(name, error)),
        Err(error) => return Ok(refuse(reading::in_result(name, &error))),
    };
    match (result.models.as_slice(), result.status) {
        ([], Some(Said::Satisfiable)) => return Ok(refuse("there is no model".to_owned())),
        ([], Some(Said::Unsatisfiable)) => {
            return Ok(refuse("that a formula is unsatisfiable is shown by a proof".to_owned()));
        }
        ([], _) => return Ok(refuse("nothing is claimed".to_owned())),
        (_, Some(Said::Unsatisfiable)) => {
            return Ok(refuse("there is a model, and the status says unsatisfiable".to_owned()));
        }
        _ => {}
    }
    for (number, model) in (1..).zip(&result.models) {
        if let Err(violation) = check_model(cnf, model) {
            let which = if result.models.len() > 1 { format!("model {number}: ") } else { String::new() };
            return Ok(refuse(format!("{which}{violation}")));
        }
    }
    let models = result.models.len();
    let reason = if models == 1 { "the model satisfies every clause".to_owned() } else { format!("{models} models") };
    Ok(Judgement { kind: "model", is_verified: true, reason })
}

fn judge_dnnf(cnf: &Cnf, name: &str, evidence: impl Read) -> Result<Judgement, Failure> {
    let (is_verified, reason) = match check_dnnf(cnf, evidence) {
        Ok(DnnfVerdict { count, nodes, lemmas }) => {
            (true, format!("{count} models, by a diagram of {nodes} nodes and {lemmas} lemmas"))
        }
        Err(DnnfError::Refused(refusal)) => (false, format!("{name}: {refusal}")),
        Err(DnnfError::Io(error)) => return Err(Failure::about(name, error)),
    };
    Ok(Judgement { kind: "dnnf", is_verified, reason })
}

fn judge_proof(cnf: &Cnf, name: &str, evidence: impl Read, format: ProofFormat) -> Result<Judgement, Failure> {
    let kind = match format {
        ProofFormat::Drat(_) => "drat",
        ProofFormat::Lrat(_) => "lrat",
    };
    let options = ProofOptions { format: Some(format), ..ProofOptions::default() };
    let (is_verified, reason) = match check_proof(cnf, &[], evidence, &options) {
        Ok(Verdict::Verified(summary)) => {
            (true, format!("{} lemmas, {} of them needed", summary.lemmas, summary.core_lemmas))
        }
        Ok(Verdict::Refused(refusal)) => (false, refusal.to_string()),
        Err(ProofError::Io(error)) => return Err(Failure::about(name, error)),
        Err(error @ ProofError::TooLarge) => return Err(Failure::about(name, error)),
        Err(ProofError::Syntax { position: Position::Text { line, column }, error }) => {
            (false, format!("{name}:{line}:{column}: {error}"))
        }
        Err(error) => (false, format!("{name}: {error}")),
    };
    Ok(Judgement { kind, is_verified, reason })
}

fn print(session: &mut Session, judgement: &Judgement) -> Result<u8, Failure> {
    let Judgement { is_verified, reason, kind } = judgement;
    if session.common.json {
        let document = json!({
            "verified": is_verified, "evidence": kind, "reason": reason, "seconds": json::seconds(session.elapsed()),
        });
        session.print_document(document)?;
    } else {
        writeln!(session.out, "s {}", if *is_verified { "VERIFIED" } else { "NOT VERIFIED" })?;
        session.comment(format_args!("{kind}: {reason}"))?;
    }
    Ok(if *is_verified { 0 } else { NOT_VERIFIED })
}
