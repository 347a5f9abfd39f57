//! Running the program as its users do.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program, without anything of the environment that changes what it prints.
pub(crate) fn gordian() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gordian"));
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    command
}

/// What the program printed, and its exit code.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The lines that begin with this letter, without letter and blank.
    pub(crate) fn lines(&self, letter: char) -> Vec<&str> {
        self.stdout.lines().filter_map(|line| line.strip_prefix(letter)?.strip_prefix(' ')).collect()
    }

    /// What the only `s` line says.
    pub(crate) fn status(&self) -> &str {
        let [status] = self.lines('s')[..] else { panic!("not one s line: {self:?}") };
        status
    }

    /// The literals of all `v` lines.
    pub(crate) fn values(&self) -> Vec<i32> {
        self.lines('v').iter().flat_map(|line| line.split(' ')).map(|word| word.parse().unwrap()).collect()
    }

    /// Standard output as one JSON document.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Runs the program to its end.
pub(crate) fn run<I: IntoIterator<Item: AsRef<OsStr>>>(arguments: I) -> Run {
    run_with_input(arguments, b"")
}

/// Runs the program to its end with something on standard input.
pub(crate) fn run_with_input<I: IntoIterator<Item: AsRef<OsStr>>>(arguments: I, input: &[u8]) -> Run {
    let mut command = gordian();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may end without reading everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let run = finish(child);
    writer.join().unwrap();
    run
}

/// Waits for the end of a run whose output is piped.
pub(crate) fn finish(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A directory of this test, empty.
pub(crate) fn directory(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Writes a file into the directory.
pub(crate) fn file(directory: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = directory.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Clauses as DIMACS.
pub(crate) fn dimacs(clauses: &[Vec<i32>]) -> String {
    let variables = clauses.iter().flatten().map(|number| number.abs()).max().unwrap_or(0);
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in clauses {
        for number in clause {
            text.push_str(&format!("{number} "));
        }
        text.push_str("0\n");
    }
    text
}

/// Pigeons in holes, one in each at most.
pub(crate) fn pigeonhole(pigeons: i32, holes: i32) -> String {
    dimacs(&pigeon_clauses(pigeons, holes, 0, None))
}

/// Two flocks of pigeons, one of which is to find holes: unlike pigeons that have no choice, they are left to search, for which they are hard.
pub(crate) fn two_flocks(pigeons: i32, holes: i32) -> String {
    let door = 2 * pigeons * holes + 1;
    let flocks = [(0, -door), (pigeons * holes, door)];
    dimacs(&flocks.map(|(first, closed)| pigeon_clauses(pigeons, holes, first, Some(closed))).concat())
}

fn pigeon_clauses(pigeons: i32, holes: i32, first: i32, closed: Option<i32>) -> Vec<Vec<i32>> {
    let variable = |pigeon: i32, hole: i32| first + pigeon * holes + hole + 1;
    let row = |pigeon: i32| (0..holes).map(|hole| variable(pigeon, hole)).chain(closed).collect();
    let mut clauses: Vec<Vec<i32>> = (0..pigeons).map(row).collect();
    for hole in 0..holes {
        for one in 0..pigeons {
            for other in one + 1..pigeons {
                clauses.push(vec![-variable(one, hole), -variable(other, hole)]);
            }
        }
    }
    clauses
}
