//! The arguments of `gordian cubes`: a count in parts, which other processes and machines answer.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::options::{GroupChoice, Projection, Usual};

#[derive(Args, Debug)]
#[command(
    after_help = "\
`split` writes a folder with the formula, the cubes and a manifest. `run` counts some of the cubes; several processes, \
on several machines that share the folder, may run at once. `merge` adds up their results.

Examples:
  gordian cubes split -n 100 -o folder puzzle.txt
  gordian cubes run folder 1 2 3
  gordian cubes merge folder",
    disable_help_subcommand = true
)]
pub(crate) struct CubesArguments {
    #[command(subcommand)]
    pub(crate) step: CubesStep,
}

// The steps of a count in parts.
#[derive(Debug, Subcommand)]
pub(crate) enum CubesStep {
    /// Split the count of a formula or a puzzle into cubes
    Split(SplitArguments),
    /// Count some cubes; a cube that has its result is left alone
    Run(RunArguments),
    /// Add up the results, or say which cubes are missing
    Merge(MergeArguments),
}

#[derive(Args, Debug)]
#[command(after_help = "\
Exit code: 0 if the folder was written, 1 for errors.

Examples:
  gordian cubes split -n 100 -o folder puzzle.txt
  gordian cubes split -n 20 -o folder --up-to-symmetry puzzles/polyforms/soma-cube.txt")]
pub(crate) struct SplitArguments {
    /// A formula or a puzzle; `-` is standard input
    pub(crate) input: PathBuf,
    /// Make at least so many cubes, if there is as much to choose from
    #[arg(short, long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) number: u32,
    /// Write to this new folder
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// Formulas: the variables that matter, like 1,2,5-9, or all; by default those of the `c p
    /// show` lines, else all
    #[arg(long, value_name = "VARIABLES")]
    pub(crate) project: Option<Projection>,
    /// Count classes, too: solutions that the puzzle's own symmetries map to each other
    #[arg(long, value_name = "GROUP", num_args = 0..=1, require_equals = true, default_missing_value = "full")]
    pub(crate) up_to_symmetry: Option<GroupChoice>,
    /// Formulas: count classes under the symmetries in this file; auto finds them
    #[arg(long, value_name = "FILE|auto")]
    pub(crate) symmetry: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) usual: Usual,
}

#[derive(Args, Debug)]
#[command(after_help = "\
A result appears whole, under its name, when its cube is counted. A run that is stopped leaves out the cubes that it \
has not counted.
Exit code: 0 if all these cubes have results, 1 otherwise.

Examples:
  gordian cubes run folder 1 2 3
  gordian cubes run folder 20-39")]
pub(crate) struct RunArguments {
    /// The folder that `split` wrote
    pub(crate) folder: PathBuf,
    /// The cubes, as numbers from 1 and ranges of them like 20-39
    #[arg(required = true, value_name = "CUBE")]
    pub(crate) cubes: Vec<Projection>,
    #[command(flatten)]
    pub(crate) usual: Usual,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Output: a sentence with the number of solutions, of classes if these were asked for, or the numbers of the cubes \
that are missing.
Exit code: 10 if there are solutions, 20 if there is none, 0 if cubes are missing, 1 for errors.

Examples:
  gordian cubes merge folder
  gordian cubes merge --json folder")]
pub(crate) struct MergeArguments {
    /// The folder that `split` wrote
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) usual: Usual,
}
