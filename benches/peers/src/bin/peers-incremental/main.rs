//! Loops of many questions to one solver: Gordian, CaDiCaL and Glucose through the same interface.
//!
//! Each run is a process of its own. The programs must agree on what a loop finds out.

use std::process::ExitCode;

use clap::Parser;
use rustsat::solvers::SolveIncremental;

use gordian_testkit::Random;
use peers::supervise::{self, Limits};

mod bounded;
mod circuit;
mod maxsat;
mod questions;
mod subset;

use questions::{Questions, some};

const SOLVERS: [&str; 3] = ["gordian", "cadical", "glucose"];
/// A loop of questions to a solver.
type Loop<S> = fn(&mut Questions<S>);

fn loops<S: SolveIncremental>() -> [(&'static str, Loop<S>); 9] {
    [
        ("growing formula", growing),
        ("unrolled queues", bounded::queues),
        ("unrolled sums", bounded::sums),
        ("sliding puzzles", bounded::sliding),
        ("subset of clauses", subset::clauses),
        ("subset of edges", subset::edges),
        ("subset of gates", subset::gates),
        ("independent sets", maxsat::independent),
        ("satisfied clauses", maxsat::clauses),
    ]
}

/// Ask solvers many questions in a row and compare their CPU times.
#[derive(Parser)]
struct Arguments {
    /// The solvers that take part, of gordian, cadical and glucose
    #[arg(long, value_delimiter = ',', default_value = "gordian,cadical,glucose")]
    solvers: Vec<String>,
    /// Only loops whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// CPU seconds a run
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    limit: u64,
}

/// Before each of 10,000 questions, a random clause is added, and five literals are assumed.
fn growing<S: SolveIncremental>(questions: &mut Questions<S>) {
    let mut random = Random::new(1);
    let vars = questions.fresh_many(3000);
    for _ in 0..10_000 {
        questions.add(&questions::clause(&mut random, &vars));
        let assumptions = [(); 5].map(|()| some(&mut random, &vars));
        let answer = questions.ask(&assumptions);
        questions.note(u64::from(answer));
    }
}

/// Runs a loop and prints how many questions there were, and a digest of what all must agree on.
fn work<S: SolveIncremental + Default>(name: &str) -> ExitCode {
    let mut questions = Questions::<S>::default();
    let Some((_, ask)) = loops().into_iter().find(|(known, _)| *known == name) else { return ExitCode::FAILURE };
    ask(&mut questions);
    println!("{} {:016x}", questions.asked, questions.digest());
    ExitCode::SUCCESS
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [first, rest @ ..] if first == "--supervise" => return supervise::supervise(rest),
        [solver, name] if solver == "gordian" => return work::<rustsat_gordian::Gordian>(name),
        [solver, name] if solver == "cadical" => return work::<rustsat_cadical::CaDiCaL>(name),
        [solver, name] if solver == "glucose" => return work::<rustsat_glucose::core::Glucose>(name),
        _ => {}
    }
    match compare(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers-incremental: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a row for each loop.
fn compare(arguments: &Arguments) -> Result<(), String> {
    if let Some(name) = arguments.solvers.iter().find(|name| !SOLVERS.contains(&name.as_str())) {
        return Err(format!("{name}: the solvers are {}", SOLVERS.join(", ")));
    }
    let own = std::env::current_exe().map_err(|error| error.to_string())?.to_string_lossy().into_owned();
    let limits = Limits { seconds: arguments.limit, memory: 8192 };
    let titles: String = arguments.solvers.iter().map(|name| format!(" {name} questions | s | MiB |")).collect();
    println!("| loop |{titles}");
    println!("| --- |{}", " ---: |".repeat(3 * arguments.solvers.len()));
    let names = loops::<rustsat_gordian::Gordian>().map(|(name, _)| name);
    for name in names.into_iter().filter(|name| name.contains(&arguments.only)) {
        let mut found = None;
        let mut row = format!("| {name} |");
        for solver in &arguments.solvers {
            let run = supervise::run(&[own.clone(), solver.clone(), name.to_string()], limits)?;
            let words: Vec<&str> = run.output.split_whitespace().collect();
            let asked = match words[..] {
                [asked, digest] => {
                    let before = found.get_or_insert_with(|| digest.to_string());
                    if before != digest {
                        return Err(format!("{name}: {solver} finds out something else"));
                    }
                    asked
                }
                _ => "-",
            };
            row += &format!(" {asked} | {:.2} | {:.0} |", run.seconds, run.memory);
        }
        println!("{row}");
    }
    Ok(())
}
