//! MiniZinc's own driver: it finds the solver and its library, compiles models with them, starts `fzn-gordian` and
//! reads its answers.

mod examples;
mod globals;
mod protocol;

use std::path::{Path, PathBuf};
use std::process::Command;

use gordian_testkit::{Run, absent, command, root, run_command};

/// The program that the driver starts.
const FZN_GORDIAN: &str = env!("CARGO_BIN_EXE_fzn-gordian");

/// A command of the driver, which knows the solvers of these folders; `None`, and a line that says so, where no driver
/// is installed.
fn driver(folders: &[&Path]) -> Option<Command> {
    if Command::new("minizinc").arg("--version").output().is_err() {
        absent("minizinc");
        return None;
    }
    let mut driver = command("minizinc");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folder = PathBuf::from(Path::new(FZN_GORDIAN).parent().expect("a folder"));
    let paths = std::iter::once(folder).chain(std::env::split_paths(&path));
    driver.env("PATH", std::env::join_paths(paths).expect("paths without colons"));
    driver.env("MZN_SOLVER_PATH", std::env::join_paths(folders).expect("paths without colons"));
    Some(driver)
}

/// The folder of the solver's configuration and library.
fn library() -> PathBuf {
    root().join("minizinc")
}

/// Runs the driver on a model with these options.
fn solve(model: &Path, options: &[&str]) -> Option<Run> {
    let mut driver = driver(&[&library()])?;
    driver.args(["--solver", "gordian"]).args(options).arg(model);
    Some(run_command(driver, b""))
}
