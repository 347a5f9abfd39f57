//! The folder of a certificate: what proves a count, in files for us and for others.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use gordian_checker::{
    Claim, ClaimError, ClaimErrorKind, CountEvidence, CountVerdict, ProofError, check_count, read_listing,
};
use gordian_formula::{ClauseSink, Clock, Cnf, Permutation};
use gordian_queries::{Answer, Certificate, Certified, Listener, Question};
use gordian_solver::DratWriter;

use crate::failure::Failure;
use crate::output::number::decimal;
use crate::reading;
use crate::subject::Subject;

/// What is claimed: written last, so that a folder that has it is complete.
const CLAIM: &str = "certificate.txt";
/// The solutions listed.
const MODELS: &str = "models.txt";
/// The generators of the symmetry group, as `--symmetry` reads them.
const SYMMETRY: &str = "symmetry.txt";
/// The proof that the list is complete.
const PROOF: &str = "proof.drat";
/// The formula that is counted.
const FORMULA: &str = "formula.cnf";
/// What the proof refutes.
const REFUTED: &str = "refuted.cnf";

/// Counts and writes the certificate into a folder, which must be new or empty if not `force`.
pub(crate) fn write(
    folder: &Path,
    subject: &Subject,
    question: &Question<'_>,
    force: bool,
    listener: &mut dyn Listener,
) -> Result<Answer, Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::at(folder, error))?;
    let mut entries = fs::read_dir(folder).map_err(|error| Failure::at(folder, error))?;
    if !force && entries.next().is_some() {
        return Err(Failure::at(folder, "is not empty; -f writes there nevertheless"));
    }
    let claim = folder.join(CLAIM);
    match fs::remove_file(&claim) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Failure::at(&claim, error)),
        _ => {}
    }
    let path = folder.join(PROOF);
    let proof = File::create(&path).map_err(|error| Failure::at(&path, error))?;
    let certified = question.certify(Box::new(DratWriter::binary(proof)), listener);
    let Certified { answer, certificate, written, .. } = certified.map_err(|error| Failure::new(error.to_string()))?;
    written.map_err(|error| Failure::at(&path, error))?;
    if let Some(certificate) = certificate {
        write_parts(folder, subject, &certificate, &answer)?;
    }
    Ok(answer)
}

fn write_parts(folder: &Path, subject: &Subject, certificate: &Certificate, answer: &Answer) -> Result<(), Failure> {
    let (cnf, free) = (&subject.cnf, &subject.free_vars);
    create(&folder.join(FORMULA), |out| certificate.write_formula(out, cnf, free))?;
    create(&folder.join(REFUTED), |out| certificate.write_refuted(out, cnf))?;
    create(&folder.join(MODELS), |mut out| certificate.write_models(&mut out))?;
    create(&folder.join(SYMMETRY), |mut out| certificate.write_symmetry(&mut out))?;
    create(&folder.join(CLAIM), |mut out| certificate.write_claim(&mut out, answer, free))
}

/// Judges the certificate in a folder: what it shows, or the first reason why it shows nothing.
pub(crate) fn judge(cnf: &Cnf, folder: &Path, clock: &Clock) -> Result<Result<String, String>, Failure> {
    let open = |path: &Path| reading::open_other(path, clock);
    let in_part = |name: &str, error: ClaimError| match error.kind {
        ClaimErrorKind::Io(error) => Err(Failure::at(&folder.join(name), error)),
        _ => Ok(format!("{name}: {error}")),
    };
    let claim = match Claim::read(open(&folder.join(CLAIM))?) {
        Ok(claim) => claim,
        Err(error) => return in_part(CLAIM, error).map(Err),
    };
    let listing = match read_listing(open(&folder.join(MODELS))?) {
        Ok(listing) => listing,
        Err(error) => return in_part(MODELS, error).map(Err),
    };
    let path = folder.join(SYMMETRY);
    let text = reading::read_text(&path, clock)?;
    let mut generators = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        if clock.is_over() {
            return Err(reading::out_of_time());
        }
        match Permutation::parse(text, cnf.num_vars()) {
            Ok(generator) => generators.push(generator),
            Err(error) => return Ok(Err(format!("{SYMMETRY}: line {line}: {error}"))),
        }
    }
    let evidence = CountEvidence { claim: &claim, generators: &generators, listing: &listing };
    match check_count(cnf, &evidence, open(&folder.join(PROOF))?) {
        Ok(CountVerdict::Verified { order, proof }) => Ok(Ok(shown(&claim, order, proof.lemmas))),
        Ok(CountVerdict::Refused(refusal)) => Ok(Err(refusal.to_string())),
        Err(ProofError::Io(error)) => Err(Failure::at(&folder.join(PROOF), error)),
        Err(error @ ProofError::TooLarge) => Err(Failure::at(&folder.join(PROOF), error)),
        Err(error) => Ok(Err(format!("{PROOF}: {error}"))),
    }
}

/// What a certificate shows.
fn shown(claim: &Claim, order: Option<u128>, lemmas: u64) -> String {
    let solutions = decimal(claim.solutions.into(), claim.free.len());
    let classes = claim.classes.map_or(String::new(), |classes| {
        let classes = decimal(classes.into(), claim.free.len());
        let group = order.map_or(String::new(), |order| format!(" under a group of order {order}"));
        format!(" in {classes} classes{group}")
    });
    format!("{solutions} solutions{classes}, {} listed, {lemmas} lemmas", claim.num_listed)
}

fn create(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), Failure> {
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    written.map_err(|error| Failure::at(path, error))
}
