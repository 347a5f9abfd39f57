//! Running the program as its users do.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::skip;

/// The output of the program, and its exit code.
#[derive(Debug)]
pub struct Run {
    /// `None` where a signal ended it.
    pub code: Option<i32>,
    /// All of its standard output.
    pub stdout: String,
    /// All of its standard error.
    pub stderr: String,
}

impl Run {
    /// The lines that begin with this letter, without letter and blank.
    pub fn lines(&self, letter: char) -> Vec<&str> {
        self.stdout.lines().filter_map(|line| line.strip_prefix(letter)?.strip_prefix(' ')).collect()
    }

    /// The word on the only `s` line.
    ///
    /// # Panics
    ///
    /// If there is none, or another one.
    pub fn status(&self) -> &str {
        let [status] = self.lines('s')[..] else { panic!("not one s line: {self:?}") };
        status
    }

    /// The literals of all `v` lines.
    ///
    /// # Panics
    ///
    /// If they hold something else.
    pub fn values(&self) -> Vec<i32> {
        let words = self.lines('v').into_iter().flat_map(|line| line.split(' '));
        words.map(|word| word.parse().unwrap_or_else(|_| panic!("not a literal: {word}"))).collect()
    }

    /// Standard output as one JSON document.
    ///
    /// # Panics
    ///
    /// If it is none.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A program, without anything of the environment that changes what it prints.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    command
}

/// Runs a program to its end with something on standard input.
///
/// # Panics
///
/// If it cannot be run.
pub fn run_command(mut command: Command, input: &[u8]) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program is there");
    let mut stdin = child.stdin.take().expect("it is piped");
    std::thread::scope(|scope| {
        // The program may end without reading everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        finish(child)
    })
}

/// Waits for the end of a run whose output is piped.
///
/// # Panics
///
/// If its output is no text.
pub fn finish(child: Child) -> Run {
    let output = child.wait_with_output().expect("it was started");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The path of a program of somebody else that judges proofs: it is looked for in the folder
/// `GORDIAN_JUDGES` and among the programs that are installed. `None`, and a line that says so, if it
/// is nowhere.
pub fn judge_of_proofs(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("GORDIAN_JUDGES");
    let given = folder.map(|folder| Path::new(&folder).join(name)).filter(|path| path.exists());
    let path = given.unwrap_or_else(|| name.into());
    match Command::new(&path).stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(_) => Some(path),
        Err(_) => {
            skip(&format!("{name} is not installed"));
            None
        }
    }
}

/// Functions that run the program under test, whose path only the tests of its own package know:
/// `gordian`, `run`, `run_with_input`, and `directory` for the files of a test.
#[macro_export]
macro_rules! program_under_test {
    () => {
        /// The program under test.
        pub(crate) const GORDIAN: &str = env!("CARGO_BIN_EXE_gordian");

        /// The program, to be run with arguments.
        #[allow(dead_code, reason = "each test program uses a part of these")]
        pub(crate) fn gordian() -> std::process::Command {
            $crate::command(GORDIAN)
        }

        /// Runs the program to its end.
        #[allow(dead_code, reason = "each test program uses a part of these")]
        pub(crate) fn run<I: IntoIterator<Item: AsRef<std::ffi::OsStr>>>(arguments: I) -> $crate::Run {
            run_with_input(arguments, b"")
        }

        /// Runs the program to its end with something on standard input.
        pub(crate) fn run_with_input<I: IntoIterator<Item: AsRef<std::ffi::OsStr>>>(
            arguments: I,
            input: &[u8],
        ) -> $crate::Run {
            let mut command = gordian();
            command.args(arguments);
            $crate::run_command(command, input)
        }

        /// A directory of this test, empty.
        #[allow(dead_code, reason = "each test program uses a part of these")]
        pub(crate) fn directory(test: &str) -> std::path::PathBuf {
            $crate::directory_in(env!("CARGO_TARGET_TMPDIR"), test)
        }
    };
}
