//! The checker as a judge of traces, for `--check`.

use gordian_checker::{DnnfError, DnnfRefusal, Fraction, Natural, check_dnnf_within, check_weights_within};
use gordian_formula::{Clock, Cnf, Weights};
use gordian_queries::{Trace, TraceJudge};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

/// The crate `gordian-checker`.
#[derive(Debug)]
struct Checker;

/// The judge of traces. The page has none: its checker would make it larger by a fiftieth, for a second count that may
/// take long.
pub(crate) fn judge() -> Option<&'static dyn TraceJudge> {
    if cfg!(target_family = "wasm") { None } else { Some(&Checker) }
}

impl TraceJudge for Checker {
    fn count(&self, cnf: &Cnf, trace: &Trace, clock: &Clock) -> Result<Option<BigUint>, String> {
        let verdict = check_dnnf_within(cnf, &text_of(trace)?[..], clock);
        within_time(verdict.map(|verdict| number(&verdict.count)))
    }

    fn weigh(&self, cnf: &Cnf, weights: &Weights, trace: &Trace, clock: &Clock) -> Result<Option<BigRational>, String> {
        let verdict = check_weights_within(cnf, weights, &text_of(trace)?[..], clock);
        within_time(verdict.map(|verdict| lowest(&verdict.weight)))
    }
}

fn text_of(trace: &Trace) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    trace.write(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

fn within_time<T>(verdict: Result<T, DnnfError>) -> Result<Option<T>, String> {
    match verdict {
        Ok(number) => Ok(Some(number)),
        Err(DnnfError::Refused(DnnfRefusal::Stopped)) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

fn number(number: &Natural) -> BigUint {
    number.to_string().parse().unwrap_or_default()
}

/// The fraction in lowest terms.
pub(crate) fn lowest(fraction: &Fraction) -> BigRational {
    let part = |part: &Natural| BigInt::from(number(part));
    let size = BigRational::new(part(fraction.numerator()), part(fraction.denominator()));
    if fraction.is_negative() { -size } else { size }
}
