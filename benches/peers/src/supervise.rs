//! One program run under limits, in two processes: the first asks the second (`peers --supervise
//! …`), which sets the limits on itself, runs the program as its only child, and so reads its CPU
//! time and memory from the system's own books.

use std::io::{Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};

/// Limits on one run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// CPU time in seconds.
    pub seconds: u64,
    /// Address space in MiB.
    pub memory: u64,
}

/// The output of a run, and the resources that it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// User and system time in seconds.
    pub seconds: f64,
    /// The largest resident set in MiB.
    pub memory: f64,
    /// Its standard output.
    pub output: String,
}

const REPORT: &str = "peers: the run took";

/// Runs a program, its path first, within limits.
///
/// # Errors
/// If it cannot be started.
pub fn run(program: &[String], limits: Limits) -> Result<Run, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(own)
        .arg("--supervise")
        .arg(limits.seconds.to_string())
        .arg(limits.memory.to_string())
        .args(program)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    // Read beside the output, so that neither pipe fills up while the other is waited for.
    let mut errors = child.stderr.take().ok_or("no pipe")?;
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        errors.read_to_end(&mut bytes).map(|_| String::from_utf8_lossy(&bytes).into_owned())
    });
    let mut output = Vec::new();
    child.stdout.take().ok_or("no pipe")?.read_to_end(&mut output).map_err(|error| error.to_string())?;
    child.wait().map_err(|error| error.to_string())?;
    let errors = reader.join().map_err(|_| "the reader died")?.map_err(|error| error.to_string())?;
    let report = errors.lines().rev().find_map(|line| line.strip_prefix(REPORT)).ok_or_else(|| errors.clone())?;
    let mut figures = report.split_whitespace().map(str::parse::<f64>);
    match (figures.next(), figures.next()) {
        (Some(Ok(seconds)), Some(Ok(memory))) => {
            Ok(Run { seconds, memory, output: String::from_utf8_lossy(&output).into_owned() })
        }
        _ => Err(errors),
    }
}

/// The second process: `SECONDS MEMORY PROGRAM ARGUMENTS…`.
pub fn supervise(arguments: &[String]) -> ExitCode {
    match supervised(arguments) {
        Ok((seconds, memory)) => {
            // A program that filled the pipe with a line of its own must not hide the report.
            let _ = writeln!(std::io::stderr(), "\n{REPORT} {seconds:.3} {memory:.1}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "\npeers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn supervised(arguments: &[String]) -> Result<(f64, f64), String> {
    let [seconds, memory, program, rest @ ..] = arguments else { return Err("too few arguments".to_string()) };
    let seconds: u64 = seconds.parse().map_err(|_| "odd limit of time")?;
    let memory: u64 = memory.parse().map_err(|_| "odd limit of memory")?;
    // At the first limit a program may still say that it does not know; at the second it is killed.
    setrlimit(Resource::RLIMIT_CPU, seconds, seconds + 2).map_err(|error| error.to_string())?;
    setrlimit(Resource::RLIMIT_AS, memory << 20, memory << 20).map_err(|error| error.to_string())?;
    let mut child = Command::new(program).args(rest).spawn().map_err(|error| format!("{program}: {error}"))?;
    // Against a program that sleeps, whose CPU time stands still.
    let end = Instant::now() + Duration::from_secs(5 * seconds + 30);
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if Instant::now() > end {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let time = usage.user_time() + usage.system_time();
    Ok((time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6, usage.max_rss() as f64 / 1024.0))
}
