//! Runs Gordian beside other SAT solvers: the same files, one run, one machine, each solver in a process of its own.
//!
//! A file's solvers run one after the other before the next file begins, so that a machine that
//! grows slower grows slower for all of them. Models are checked here, refutations against the
//! models of the others and the index.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser;

mod index;
mod solvers;
mod table;

use index::Entry;
use peers::answer::{Answer, read_answer};
use peers::formula::Formula;
use peers::supervise::{self, Limits};
use table::{Row, Verdict};

/// Run SAT solvers beside each other and compare verdicts and CPU times.
#[derive(Parser)]
#[command(
    after_help = "Linked solvers: minisat (2.2.0, with simplification), glucose (4.2.1, with simplification), batsat 0.6.0, varisat 0.2.2, splr 0.17.2, kissat 4.0.4, cadical 2.2.1."
)]
struct Arguments {
    /// The `gordian` binary; takes part as `gordian`, in the first place
    #[arg(long, value_name = "PATH")]
    gordian: Option<String>,
    /// Another solver with the SAT Competition's output; the file's name is appended to the command
    #[arg(long, value_name = "NAME=COMMAND")]
    also: Vec<String>,
    /// The linked solvers that take part, `none` for none
    #[arg(long, value_delimiter = ',', default_value = "minisat,glucose,batsat,varisat,splr,kissat,cadical")]
    solvers: Vec<String>,
    /// The list of files [default: bench/index.tsv in $GORDIAN_SHARED or ../shared]
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
    /// A folder of formulas, instead of an index
    #[arg(long, conflicts_with = "index")]
    folder: Option<PathBuf>,
    /// The sets of the index to run on
    #[arg(long, value_delimiter = ',', default_value = "mid")]
    sets: Vec<String>,
    /// Only files whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// CPU seconds a run
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    limit: u64,
    /// MiB of address space a run
    #[arg(long, default_value_t = 8192, value_parser = clap::value_parser!(u64).range(64..=1_000_000))]
    memory: u64,
    /// Files run at a time; more than one disturbs the times
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    jobs: u64,
    /// Write every run to this file
    #[arg(long, value_name = "FILE")]
    tsv: Option<PathBuf>,
    /// Print the tables as Markdown
    #[arg(long)]
    markdown: bool,
}

/// A solver that takes part: its name, and the command that the file's name is appended to.
struct Competitor {
    name: String,
    command: Vec<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some("--worker") => return solvers::work(&arguments[2..]),
        Some("--supervise") => return supervise::supervise(&arguments[2..]),
        _ => {}
    }
    match compare(&Arguments::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => {
            eprintln!("peers: {wrong} wrong answers");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs everything, prints the tables and returns the number of wrong answers.
fn compare(arguments: &Arguments) -> Result<usize, String> {
    let competitors = competitors(arguments)?;
    let entries = entries(arguments)?;
    let limits = Limits { seconds: arguments.limit, memory: arguments.memory };
    let scratch = std::env::temp_dir().join(format!("peers-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).map_err(|error| error.to_string())?;
    let mut tsv = arguments.tsv.as_ref().map(File::create).transpose().map_err(|error| error.to_string())?;
    if let Some(tsv) = &mut tsv {
        writeln!(tsv, "{}", table::TSV_HEADER).map_err(|error| error.to_string())?;
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new((tsv, Vec::new(), None));
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs {
            scope.spawn(|| {
                while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = run_file(entry, &competitors, limits, &scratch);
                    let mut done = done.lock().expect("no other thread panicked");
                    let (tsv, rows, failure) = &mut *done;
                    if let Err(error) = result.and_then(|new| keep(new, tsv, rows)) {
                        *failure = Some(error);
                        next.store(entries.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let _ = std::fs::remove_dir_all(&scratch);
    let (_, rows, error) = done.into_inner().expect("no thread panicked");
    if let Some(error) = error {
        return Err(error);
    }
    let names: Vec<String> = competitors.into_iter().map(|competitor| competitor.name).collect();
    println!("{} files, {} s of CPU time each\n", entries.len(), arguments.limit);
    print!("{}", table::tables(&rows, &names, arguments.limit, arguments.markdown));
    Ok(rows.iter().filter(|row| matches!(row.verdict, Verdict::Wrong(_))).count())
}

/// Reports the runs of one file as they are finished.
fn keep(rows: Vec<Row>, tsv: &mut Option<File>, all: &mut Vec<Row>) -> Result<(), String> {
    for row in &rows {
        eprintln!("{}", row.to_tsv());
        if let Verdict::Wrong(why) = row.verdict {
            eprintln!("WRONG: {} on {}: {why}", row.solver, row.file);
        }
        if let Some(tsv) = tsv {
            writeln!(tsv, "{}", row.to_tsv()).map_err(|error| error.to_string())?;
        }
    }
    all.extend(rows);
    Ok(())
}

fn competitors(arguments: &Arguments) -> Result<Vec<Competitor>, String> {
    let mut competitors = Vec::new();
    if let Some(path) = &arguments.gordian {
        competitors.push(Competitor { name: "gordian".to_string(), command: vec![path.clone(), "solve".to_string()] });
    }
    for also in &arguments.also {
        let (name, command) = also.split_once('=').ok_or_else(|| format!("{also}: not of the form NAME=COMMAND"))?;
        competitors.push(Competitor {
            name: name.to_string(),
            command: command.split_whitespace().map(str::to_string).collect(),
        });
    }
    for name in arguments.solvers.iter().filter(|name| *name != "none") {
        if !solvers::NAMES.contains(&name.as_str()) {
            return Err(format!("{name}: the linked solvers are {}", solvers::NAMES.join(", ")));
        }
        let command = solvers::command(name)?;
        competitors.push(Competitor { name: name.clone(), command });
    }
    if competitors.is_empty() { Err("no solver takes part".to_string()) } else { Ok(competitors) }
}

fn entries(arguments: &Arguments) -> Result<Vec<Entry>, String> {
    let mut entries = match (&arguments.folder, &arguments.index) {
        (Some(folder), _) => index::from_folder(folder)?,
        (None, Some(index)) => index::from_index(index, &arguments.sets)?,
        (None, None) => {
            let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
            let shared = std::env::var_os("GORDIAN_SHARED").map_or(beside, PathBuf::from);
            index::from_index(&shared.join("bench/index.tsv"), &arguments.sets)?
        }
    };
    if let Some(only) = &arguments.only {
        entries.retain(|entry| entry.name.contains(only.as_str()));
    }
    if entries.is_empty() { Err("no files".to_string()) } else { Ok(entries) }
}

/// Runs every solver on one file and judges their answers by each other.
fn run_file(entry: &Entry, competitors: &[Competitor], limits: Limits, scratch: &Path) -> Result<Vec<Row>, String> {
    let plain = scratch.join(entry.name.replace('/', "__")).with_extension("").with_extension("cnf");
    index::unpack(entry, &plain)?;
    let formula = Formula::read(&plain)?;
    let mut runs = Vec::new();
    for competitor in competitors {
        let command = [&competitor.command[..], &[plain.to_string_lossy().into_owned()]].concat();
        let run = supervise::run(&command, limits).map_err(|error| format!("{}: {error}", competitor.name))?;
        let verdict = match read_answer(&run.output) {
            Answer::Satisfiable(model) if !formula.is_model(&model) => Verdict::Wrong("its model is none"),
            _ if run.seconds > limits.seconds as f64 => Verdict::Miss,
            Answer::Satisfiable(_) => Verdict::Satisfiable,
            Answer::Unsatisfiable => Verdict::Unsatisfiable,
            Answer::Unknown => Verdict::Miss,
        };
        runs.push((competitor.name.clone(), run, verdict));
    }
    std::fs::remove_file(&plain).map_err(|error| error.to_string())?;
    let has_model = runs.iter().any(|(.., verdict)| *verdict == Verdict::Satisfiable);
    let judge = |verdict: Verdict| match verdict {
        Verdict::Unsatisfiable if has_model => Verdict::Wrong("there is a model"),
        Verdict::Unsatisfiable if entry.satisfiable == Some(true) => Verdict::Wrong("the index says SAT"),
        verdict => verdict,
    };
    if has_model && entry.satisfiable == Some(false) {
        eprintln!("the index says UNSAT of {}, which has a model", entry.name);
    }
    let row = |(solver, run, verdict): (String, supervise::Run, Verdict)| Row {
        file: entry.name.clone(),
        family: entry.family.clone(),
        solver,
        verdict: judge(verdict),
        seconds: run.seconds,
        memory: run.memory,
    };
    Ok(runs.into_iter().map(row).collect())
}
