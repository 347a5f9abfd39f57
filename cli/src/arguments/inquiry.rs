//! The arguments of verbs that ask about all solutions at once: why there is none, and what they have in common.

use std::path::PathBuf;

use clap::Args;

use super::options::{Drawing, Projection, Usual};

#[derive(Args, Debug)]
#[command(after_help = "\
Output: rules of the puzzle, or lines of the formula, that contradict each other, and none of which can be left out:
without any one of them there is a solution of the others.
Exit code: 20 where there is no solution, 10 where there is one, 0 if that was not found out, 1 for errors.

Examples:
  gordian explain puzzle.txt
  gordian explain formula.cnf -o subset.cnf")]
pub(crate) struct ExplainArguments {
    /// A formula or a puzzle; `-` is standard input
    pub(crate) input: PathBuf,
    /// Formulas: where to write the clauses that contradict each other; compressed if it ends in .gz, .xz, .bz2 or .zst
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) usual: Usual,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Output: for puzzles a drawing of what is the same in all solutions, and what is left for each other place; for formulas
the literals that are true in all models, as `v` lines. Then whether there is one solution, and where two differ.
Exit code: 10 once a solution is known, even if stopped later, 20 if there is none, 0 if stopped before, 1 for errors.

Examples:
  gordian facts puzzle.txt
  gordian facts --counts puzzle.txt
  gordian facts --project 1-8 formula.cnf")]
pub(crate) struct FactsArguments {
    /// A formula or a puzzle; `-` is standard input
    pub(crate) input: PathBuf,
    /// Also count in how many solutions each candidate stands
    #[arg(long)]
    pub(crate) counts: bool,
    /// Formulas: the variables that matter, like 1,2,5-9, or all; else the `c p show` lines of the file, else all
    #[arg(long, value_name = "VARIABLES")]
    pub(crate) project: Option<Projection>,
    #[command(flatten)]
    pub(crate) usual: Usual,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}
