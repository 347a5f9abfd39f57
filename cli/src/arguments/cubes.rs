//! The arguments of `gordian cubes`: a question in parts, which other processes and machines answer.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};

use super::options::{Drawing, GroupChoice, Projection, Usual};

#[derive(Args, Debug)]
#[command(
    after_help = "\
`split` writes a folder with the formula, the cubes and a manifest. `run` answers some of the cubes; several processes, \
on several machines that share the folder, may run at once. `merge` puts their results together: the number of \
solutions, with a proof, or all solutions, or one, or that there is none, with a proof.

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

/// The question of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Question {
    /// How many solutions there are
    Count,
    /// All solutions, in a file for each cube
    List,
    /// Whether there is a solution
    Satisfiable,
}

// The steps of a question in parts.
#[derive(Debug, Subcommand)]
pub(crate) enum CubesStep {
    /// Split a question about a formula or a puzzle into cubes
    Split(SplitArguments),
    /// Answer some cubes; a cube that has its result is left alone
    Run(RunArguments),
    /// Put the results together, or say which cubes are missing
    Merge(MergeArguments),
}

#[derive(Args, Debug)]
#[command(after_help = "\
A count or a list is split by what has exactly one value, such as the piece on a cell. The search for a solution is split by \
looking ahead: both values of many variables are tried, and the one is decided that shortens most clauses, so that \
the cubes are of like difficulty.
Exit code: 0 if the folder was written, 1 for errors.

Examples:
  gordian cubes split -n 100 -o folder puzzle.txt
  gordian cubes split -n 100 -o folder --question satisfiable formula.cnf
  gordian cubes split -n 20 -o folder --up-to-symmetry puzzles/polyforms/soma-cube.txt")]
pub(crate) struct SplitArguments {
    /// A formula or a puzzle; `-` is standard input
    pub(crate) input: PathBuf,
    /// Whether solutions are counted, or listed, or one is searched for
    #[arg(long, value_name = "QUESTION", default_value = "count")]
    pub(crate) question: Question,
    /// Make at least so many cubes of a count or a list, or about so many of a search, if there is as
    /// much to choose from
    #[arg(short, long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) number: u32,
    /// Write to this new folder
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// Formulas: the variables that matter, like 1,2,5-9, or all; by default those of the `c p
    /// show` lines, else all
    #[arg(long, value_name = "VARIABLES")]
    pub(crate) project: Option<Projection>,
    /// Count classes, too: solutions that the puzzle's own symmetries map to each other. A list
    /// then holds one solution of each class
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
A result appears whole, under its name, when its cube is answered. A run that is stopped leaves out the cubes that it \
has not answered. A search writes a proof for each cube without a solution, and ends with the first solution, also if \
another run finds it. A list writes the solutions of each cube to a file of `solutions`, a JSON document in each line, \
as those that `gordian list --json` has.
Exit code: 0 if all these cubes have results or a solution is known, 1 otherwise.

Examples:
  gordian cubes run folder 1 2 3
  gordian cubes run folder 20-39
  gordian cubes run --threads 4 folder all")]
pub(crate) struct RunArguments {
    /// The folder that `split` wrote
    pub(crate) folder: PathBuf,
    /// The cubes, as numbers from 1 and ranges of them like 20-39, which may end behind the last cube
    #[arg(required = true, value_name = "CUBE")]
    pub(crate) cubes: Vec<Projection>,
    /// Count by components, and write a diagram for each cube that proves its count
    #[arg(long)]
    pub(crate) trace: bool,
    /// Write no proofs; then the answer that there is no solution has none
    #[arg(long)]
    pub(crate) no_proof: bool,
    #[command(flatten)]
    pub(crate) usual: Usual,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Output: a sentence with the number of solutions, of classes if these were asked for, or the numbers of the cubes \
that are missing. If a solution was searched for, the output is that of `gordian solve`.
Exit code: 10 if there are solutions, 20 if there is none, 0 if cubes are missing, 1 for errors.

Examples:
  gordian cubes merge folder
  gordian cubes merge --json folder
  gordian cubes merge folder --proof proof.drat && gordian check formula.cnf proof.drat
  gordian cubes merge folder --trace count.nnf && gordian check puzzle.txt count.nnf")]
pub(crate) struct MergeArguments {
    /// The folder that `split` wrote
    pub(crate) folder: PathBuf,
    /// If there is no solution, write a proof in DRAT to this file, made of those of the cubes;
    /// `-` is standard output; .gz, .xz, .bz2 or .zst compresses it
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// If all cubes were counted with --trace, write a diagram to this file, made of those of the
    /// cubes, that proves the count; .gz, .xz, .bz2 or .zst compresses it
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// If solutions were listed, write all of them to this file, a JSON document in each line; .gz,
    /// .xz, .bz2 or .zst compresses it
    #[arg(long, value_name = "FILE")]
    pub(crate) list: Option<PathBuf>,
    /// Write the proof as text; on standard output it is always text
    #[arg(long, requires = "proof")]
    pub(crate) no_binary: bool,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
    #[command(flatten)]
    pub(crate) usual: Usual,
}
