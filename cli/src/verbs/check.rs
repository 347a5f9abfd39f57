//! `gordian check`: judges a model, a proof, or the certificate of a count.

use std::io::{self, Read, Write};
use std::path::Path;

use gordian_checker::{
    DnnfError, DnnfRefusal, DnnfVerdict, Evidence, Position, ProofError, ProofFormat, ProofOptions, ResultError,
    ResultErrorKind, Status as Said, Verdict, WeightVerdict, check_dnnf_within, check_model, check_proof_within,
    check_weights_within, read_result,
};
use gordian_encoders::rule::Guarding;
use gordian_formula::{ClauseSink, Clock, Cnf, Weights};
use serde::Serialize;

use crate::arguments::{CheckArguments, Drawing, Files, Usual};
use crate::ask::{Ask, Ended};
use crate::certificate;
use crate::clauses;
use crate::failure::Failure;
use crate::judge::lowest;
use crate::reading::{self, Opened};
use crate::render::number;
use crate::render::report::{Exit, Print, Report};
use crate::session::Session;

/// The answer of `gordian check`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CheckReport {
    #[serde(flatten)]
    judgement: Judgement,
    seconds: f64,
}

/// The worth of some evidence, and the words about it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Judgement {
    #[serde(rename = "verified")]
    is_verified: bool,
    /// The fact that the evidence shows, or the first reason why it does not hold.
    reason: String,
    /// The kind of the evidence.
    #[serde(rename = "evidence")]
    kind: &'static str,
}

impl Ask for CheckArguments {
    type Report = CheckReport;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, None, Files::reading([&self.input, &self.evidence]))
    }

    fn ask(&self, session: &mut Session) -> Result<CheckReport, Ended> {
        session.signals.let_through();
        reading::only_one_is_stdin([&self.input, &self.evidence])?;
        let clock = session.clock();
        let mut weights = self.weighted.then(Weights::new);
        let cnf = match reading::open_untold(session, &self.input) {
            Ok(Opened::Formula(mut formula)) => {
                let mut cnf = Cnf::new();
                formula.read_weights(self.weighted);
                let report = formula.read_and_warn(session, &mut cnf)?;
                if report.num_queries > 0 {
                    let message = "a file of queries (`p inccnf`) has no single answer that could be judged";
                    return Err(Failure::about(formula.name(), message).into());
                }
                cnf.reserve_vars(report.num_vars());
                if self.project.is_some() {
                    cnf.set_visible(clauses::visible(self.project.as_ref(), &report)?.as_deref());
                }
                weights = weights.map(|_| report.literal_weights);
                cnf
            }
            Ok(Opened::Puzzle(_)) if self.weighted => {
                return Err(Failure::new("--weighted is for formulas: the solutions of puzzles have no weights").into());
            }
            Ok(Opened::Puzzle(_)) if self.project.is_some() => {
                reading::refuse_projection(self.project.as_ref())?;
                Cnf::new()
            }
            Ok(Opened::Puzzle(puzzle)) => reading::compile(&puzzle, Guarding::None, &clock)?.cnf,
            Err(Ended::Refuted { error, .. }) => return Err(Failure::new(error.message).into()),
            Err(ended) => return Err(ended),
        };
        let judgement = judge(&cnf, weights.as_ref(), self.project.is_some(), &self.evidence, &clock);
        // If the time is over, then an error or a refusal has that reason.
        if clock.is_over() && !judgement.as_ref().is_ok_and(|judgement| judgement.is_verified) {
            return Err(Ended::Interrupted);
        }
        Ok(CheckReport { judgement: judgement?, seconds: session.seconds() })
    }
}

impl Report for CheckReport {
    fn exit(&self) -> Exit {
        Exit::Judged { is_verified: self.judgement.is_verified }
    }
}

impl Print for CheckReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        let Judgement { is_verified, reason, kind } = &self.judgement;
        writeln!(session.out, "s {}", if *is_verified { "VERIFIED" } else { "NOT VERIFIED" })?;
        session.comment(format_args!("{kind}: {reason}"))
    }
}

/// Judges evidence about the formula: a folder, or a file whose content tells its kind.
fn judge(
    cnf: &Cnf,
    weights: Option<&Weights>,
    is_projected: bool,
    path: &Path,
    clock: &Clock,
) -> Result<Judgement, Failure> {
    let no_sum = || Failure::new("--weighted: only a decision-DNNF shows what models weigh");
    if path.is_dir() {
        weights.map_or(Ok(()), |_| Err(no_sum()))?;
        let (is_verified, reason) = match certificate::judge(cnf, path, clock)? {
            Ok(shown) => (true, shown),
            Err(reason) => (false, reason),
        };
        return Ok(Judgement { kind: "count", is_verified, reason });
    }
    let name = reading::name_of(path);
    let told = Evidence::tell(reading::open_other(path, clock)?);
    let (kind, evidence) = told.map_err(|error| Failure::about(&name, error))?;
    match kind {
        Evidence::Dnnf => {
            clauses::refuse_large(cnf.num_vars())?;
            judge_dnnf(cnf, weights, &name, evidence, clock)
        }
        _ if weights.is_some() => Err(no_sum()),
        _ if is_projected => Err(Failure::new("--project is for counts: a model or a proof is about all variables")),
        Evidence::Result => judge_result(cnf, &name, evidence, clock),
        Evidence::Proof(format) => judge_proof(cnf, &name, evidence, format, clock),
    }
}

fn judge_result(cnf: &Cnf, name: &str, evidence: impl Read, clock: &Clock) -> Result<Judgement, Failure> {
    let refuse = |reason: String| Judgement { kind: "model", is_verified: false, reason };
    let result = match read_result(evidence) {
        Ok(result) => result,
        Err(ResultError { kind: ResultErrorKind::Io(error), .. }) => return Err(Failure::about(name, error)),
        Err(error) => return Ok(refuse(reading::in_result(name, &error))),
    };
    match (result.models.as_slice(), result.status) {
        ([], Some(Said::Satisfiable)) => {
            return Ok(refuse("the result says satisfiable but shows no model".to_owned()));
        }
        ([], Some(Said::Unsatisfiable)) => {
            return Ok(refuse("the result says unsatisfiable, which only a proof can show".to_owned()));
        }
        ([], _) => return Ok(refuse("the result holds neither a status nor a model".to_owned())),
        (_, Some(Said::Unsatisfiable)) => {
            return Ok(refuse("the result says unsatisfiable but shows a model".to_owned()));
        }
        _ => {}
    }
    for (number, model) in (1..).zip(&result.models) {
        if clock.is_over() {
            return Err(reading::out_of_time());
        }
        if let Err(violation) = check_model(cnf, model) {
            let which = if result.models.len() > 1 { format!("model {number}: ") } else { String::new() };
            return Ok(refuse(format!("{which}{violation}")));
        }
    }
    let models = result.models.len();
    let reason = if models == 1 { "the model satisfies every clause".to_owned() } else { format!("{models} models") };
    Ok(Judgement { kind: "model", is_verified: true, reason })
}

fn judge_dnnf(
    cnf: &Cnf,
    weights: Option<&Weights>,
    name: &str,
    evidence: impl Read,
    clock: &Clock,
) -> Result<Judgement, Failure> {
    let after =
        |steps| if steps == 0 { String::new() } else { format!(", after {steps} steps that reduce the formula") };
    let judged = match weights {
        None => check_dnnf_within(cnf, evidence, clock).map(|DnnfVerdict { count, steps, nodes, lemmas }| {
            format!("{count} models, by a diagram of {nodes} nodes and {lemmas} lemmas{}", after(steps))
        }),
        Some(weights) => {
            let judged = check_weights_within(cnf, weights, evidence, clock);
            judged.map(|WeightVerdict { weight, steps, nodes, lemmas }| {
                let weight = number::fraction(&lowest(&weight));
                let diagram = format!("a diagram of {nodes} nodes and {lemmas} lemmas{}", after(steps));
                format!("the models weigh {weight}, by {diagram}")
            })
        }
    };
    let (is_verified, reason) = match judged {
        Ok(shown) => (true, shown),
        Err(DnnfError::Refused(DnnfRefusal::Stopped)) => return Err(reading::out_of_time()),
        Err(DnnfError::Refused(refusal)) => (false, format!("{name}: {refusal}")),
        Err(DnnfError::Io(error)) => return Err(Failure::about(name, error)),
    };
    Ok(Judgement { kind: "dnnf", is_verified, reason })
}

fn judge_proof(
    cnf: &Cnf,
    name: &str,
    evidence: impl Read,
    format: ProofFormat,
    clock: &Clock,
) -> Result<Judgement, Failure> {
    let kind = match format {
        ProofFormat::Drat(_) => "drat",
        ProofFormat::Lrat(_) => "lrat",
    };
    let options = ProofOptions { format: Some(format), ..ProofOptions::default() };
    let (is_verified, reason) = match check_proof_within(cnf, &[], evidence, &options, clock) {
        Ok(Verdict::Verified(summary)) => {
            (true, format!("{} lemmas, {} of them needed", summary.lemmas, summary.core_lemmas))
        }
        Ok(Verdict::Refused(refusal)) => (false, refusal.to_string()),
        Err(ProofError::Io(error)) => return Err(Failure::about(name, error)),
        Err(error @ (ProofError::TooLarge | ProofError::Stopped)) => return Err(Failure::about(name, error)),
        Err(ProofError::Syntax { position: Position::Text { line, column }, error }) => {
            (false, format!("{name}:{line}:{column}: {error}"))
        }
        Err(error) => (false, format!("{name}: {error}")),
    };
    Ok(Judgement { kind, is_verified, reason })
}
