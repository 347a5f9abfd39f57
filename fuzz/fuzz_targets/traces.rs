//! Sequences of calls of the solver, judged as the hunt judges them: by brute force, model checks
//! and proof checks, with and without antecedents. A finding can be written as a file for
//! `tests/traces`.

#![no_main]

use arbitrary::{Result, Unstructured};
use gordian_solver::{OptionRow, Options};
use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the hunt reads traces from files, too")]
#[path = "../../tests/engine/hunt/call.rs"]
mod call;
#[path = "../../tests/engine/hunt/lrat.rs"]
mod lrat;
#[allow(dead_code, reason = "larger formulas are the hunt's")]
#[path = "../../tests/engine/hunt/run.rs"]
mod run;
#[path = "../../tests/engine/hunt/theory.rs"]
mod theory;

use call::Call;

const MAX_VAR: i32 = 9;

fn literals(bytes: &mut Unstructured<'_>, longest: usize) -> Result<Vec<i32>> {
    let count = bytes.int_in_range(0..=longest)?;
    (0..count).map(|_| Ok(bytes.int_in_range(1..=MAX_VAR)? * if bytes.arbitrary()? { 1 } else { -1 })).collect()
}

fn trace(bytes: &mut Unstructured<'_>) -> Result<Vec<Call>> {
    let rows: Vec<&OptionRow> = Options::all().collect();
    let mut trace = Vec::new();
    for _ in 0..bytes.int_in_range(0..=8)? {
        let row = bytes.choose(&rows)?;
        let value =
            if bytes.arbitrary()? { row.low } else { bytes.int_in_range(row.low..=row.high.min(row.low + 20))? };
        trace.push(Call::SetOption(row.name.to_string(), value));
    }
    while !bytes.is_empty() && trace.len() < 200 {
        trace.push(match bytes.int_in_range(0..=14)? {
            11 => Call::AddHidden(literals(bytes, 4)?),
            12 => Call::Propagate(literals(bytes, 4)?),
            13 => Call::SetPhase(literals(bytes, 4)?),
            0..=4 => Call::AddClause(literals(bytes, 4)?),
            5 => Call::AddAtMostOne(literals(bytes, 6)?),
            6 => Call::AddExactlyOne(literals(bytes, 6)?),
            7 | 8 => Call::Solve(literals(bytes, 4)?),
            9 => Call::SolveLimited(bytes.int_in_range(0..=5)?, literals(bytes, 3)?),
            10 => Call::Enumerate(literals(bytes, 5)?.into_iter().map(i32::abs).collect()),
            _ => {
                Call::EnumerateSome(bytes.int_in_range(1..=4)?, literals(bytes, 5)?.into_iter().map(i32::abs).collect())
            }
        });
    }
    trace.push(Call::Solve(Vec::new()));
    Ok(trace)
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(trace) = trace(&mut Unstructured::new(bytes)) else { return };
    let judged = run::run(&trace, &mut run::Tally::default(), None);
    if let Err(error) = judged.and_then(|()| lrat::judge_lrat(&trace, bytes.len() % 2 == 1).map(|_| ())) {
        panic!("{error}\n{}", call::to_text(&trace));
    }
});
