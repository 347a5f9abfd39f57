//! The folder of a certificate: the files that prove a count, for us and for other checkers.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use gordian_checker::{
    Claim, ClaimError, ClaimErrorKind, CountEvidence, CountVerdict, ProofError, check_count, read_listing,
};
use gordian_formula::{ClauseSink, Clock, Cnf, Permutation};
use gordian_queries::{Answer, Certificate, Certified, Listener, Question};
use gordian_solver::DratWriter;

use crate::arguments::{Content, Files};
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::output::parts::{CLAIM, FORMULA, MODELS, PROOF, REFUTED, SYMMETRY};
use crate::output::shared::Shared;
use crate::reading;
use crate::render::number::decimal;
use crate::subject::Subject;

/// Counts and writes the certificate into a folder. The folder must be new or empty unless `-f` is
/// given. All files take their names at the end, so an earlier certificate stays until the new one
/// is complete.
pub(crate) fn write(
    files: &Files,
    folder: &Path,
    subject: &Subject,
    question: &Question<'_>,
    listener: &mut dyn Listener,
) -> Result<Answer, Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::at(folder, error))?;
    let mut entries = fs::read_dir(folder).map_err(|error| Failure::at(folder, error))?;
    if !files.force && entries.next().is_some() {
        return Err(Failure::at(folder, "is not empty; -f writes there nevertheless"));
    }
    let path = folder.join(PROOF);
    let proof = Shared::new(OutputFile::create(files, &path, Content::Part)?);
    let certified = question.certify(Box::new(DratWriter::binary(proof.clone())), listener);
    let Certified { answer, certificate, written, .. } = certified.map_err(Failure::new)?;
    written.map_err(|error| Failure::at(&path, error))?;
    if let (Some(certificate), Some(proof)) = (certificate, proof.take()) {
        let mut parts = vec![(path, proof)];
        parts.extend(other_parts(files, folder, subject, &certificate, &answer)?);
        // A reader must not take files of two certificates for one.
        let claim = folder.join(CLAIM);
        match fs::remove_file(&claim) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Failure::at(&claim, error)),
            _ => {}
        }
        for (path, part) in parts {
            part.finish().map_err(|error| Failure::at(&path, error))?;
        }
    }
    Ok(answer)
}

/// Writes the files beside the proof under temporary names. The claim is the last of them.
fn other_parts(
    files: &Files,
    folder: &Path,
    subject: &Subject,
    certificate: &Certificate,
    answer: &Answer,
) -> Result<[(PathBuf, OutputFile); 5], Failure> {
    let (cnf, free) = (&subject.cnf, &subject.free_vars);
    type Write<'a> = dyn Fn(&mut BufWriter<&mut OutputFile>) -> io::Result<()> + 'a;
    let part = |name: &str, write: &Write<'_>| -> Result<(PathBuf, OutputFile), Failure> {
        let path = folder.join(name);
        let mut file = OutputFile::create(files, &path, Content::Part)?;
        let mut out = BufWriter::new(&mut file);
        let written = write(&mut out).and_then(|()| out.flush());
        drop(out);
        written.map_err(|error| Failure::at(&path, error))?;
        Ok((path, file))
    };
    Ok([
        part(FORMULA, &|out| certificate.write_formula(out, cnf, free))?,
        part(REFUTED, &|out| certificate.write_refuted(out, cnf))?,
        part(MODELS, &|mut out| certificate.write_models(&mut out))?,
        part(SYMMETRY, &|mut out| certificate.write_symmetry(&mut out))?,
        part(CLAIM, &|mut out| certificate.write_claim(&mut out, answer, free))?,
    ])
}

/// Judges the certificate in a folder. Returns what it shows, or the first reason why it shows
/// nothing.
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

/// The words for what a certificate shows.
fn shown(claim: &Claim, order: Option<u128>, lemmas: u64) -> String {
    let solutions = decimal(claim.solutions.into(), claim.free.len());
    let classes = claim.classes.map_or(String::new(), |classes| {
        let classes = decimal(classes.into(), claim.free.len());
        let group = order.map_or(String::new(), |order| format!(" under a group of order {order}"));
        format!(" in {classes} classes{group}")
    });
    format!("{solutions} solutions{classes}, {} listed, {lemmas} lemmas", claim.num_listed)
}
