//! The hunt of `tests/engine/hunt` with one more judge: every question of every trace is put to
//! CaDiCaL, too, which is told the same clauses.
//!
//! `peers-hunt KIND FIRST COUNT`, where the kind is `formula`, `trace` or `large`; seeds are those
//! of the hunt. A trace that fails is shrunk and printed as a file for `tests/traces`.

use std::process::ExitCode;

use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit};
use rustsat_cadical::CaDiCaL;

#[allow(dead_code, reason = "the hunt reads traces from files, too")]
#[path = "../../../../tests/engine/hunt/call.rs"]
mod call;
#[path = "../../../../tests/engine/hunt/counted.rs"]
mod counted;
#[path = "../../../../tests/engine/hunt/generate.rs"]
mod generate;
#[path = "../../../../tests/engine/hunt/run.rs"]
mod run;
#[path = "../../../../tests/engine/hunt/shrink.rs"]
mod shrink;
#[path = "../../../../tests/engine/hunt/theory.rs"]
mod theory;

use call::Call;
use run::Tally;

#[derive(Default)]
struct Third(CaDiCaL<'static, 'static>);

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_ipasir(number).expect("traces hold no zero")).collect()
}

impl run::Judge for Third {
    fn add_clause(&mut self, clause: &[i32]) {
        self.0.add_clause(lits(clause).into_iter().collect::<Clause>()).expect("CaDiCaL takes clauses at any time");
    }

    fn is_satisfiable(&mut self, assumptions: &[i32]) -> bool {
        match self.0.solve_assumps(&lits(assumptions)).expect("CaDiCaL can be asked at any time") {
            SolverResult::Sat => true,
            SolverResult::Unsat => false,
            SolverResult::Interrupted => unreachable!("there is no limit"),
        }
    }
}

fn attempt(trace: &[Call], tally: &mut Tally) -> Result<(), String> {
    run::run(trace, tally, Some(&mut Third::default()))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let generate = match arguments.first().map(String::as_str) {
        Some("formula") => generate::formula,
        Some("trace") => generate::trace,
        Some("large") => generate::large,
        _ => return usage(),
    };
    let [Some(first), Some(count)] = [1, 2].map(|at| arguments.get(at).and_then(|text| text.parse::<u64>().ok()))
    else {
        return usage();
    };
    let mut tally = Tally::default();
    for seed in first..first + count {
        let trace = generate(seed);
        if let Err(error) = attempt(&trace, &mut tally) {
            let small = shrink::shrink(trace, |trace| attempt(trace, &mut Tally::default()).is_err());
            println!("seed {seed}: {error}\n\n{}", call::to_text(&small));
            return ExitCode::FAILURE;
        }
    }
    println!("{tally:?}");
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: peers-hunt formula|trace|large FIRST COUNT");
    ExitCode::FAILURE
}
