//! The arguments of verbs that ask about all solutions at once: why there is none, and which facts
//! they share.

use std::path::PathBuf;

use clap::Args;

use super::options::{Drawing, Projection, Several, Usual};

#[derive(Args, Debug)]
#[command(after_help = "\
Output: rules of the puzzle, or lines of the formula, that contradict each other. Each of them is needed: without it, \
the others have a solution.
Exit code: 20 if there is no solution, 10 if there is one, 0 if that is not known, 1 for errors.

Examples:
  gordian explain puzzle.txt
  gordian explain formula.cnf -o subset.cnf")]
pub(crate) struct ExplainArguments {
    /// A formula or a puzzle; `-` is standard input
    #[arg(required_unless_present = "each")]
    pub(crate) input: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) several: Several,
    /// Formulas: write the clauses that contradict each other to this file; .gz, .xz, .bz2 or .zst
    /// compresses it
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) usual: Usual,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Output: for puzzles, a drawing of the values that all solutions share, and the values that remain for each other place; \
for formulas, the literals that are true in all models, as `v` lines. Then one line says whether there is exactly one \
solution, or where two differ.
Exit code: 10 once a solution is known, even if the time was over later, 20 if there is none, 0 if none was known by \
then, 1 for errors. A signal ends the program as it does without a handler, after what is known was printed.

Examples:
  gordian facts puzzle.txt
  gordian facts --counts puzzle.txt
  gordian facts --project 1-8 formula.cnf")]
pub(crate) struct FactsArguments {
    /// A formula or a puzzle; `-` is standard input
    #[arg(required_unless_present = "each")]
    pub(crate) input: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) several: Several,
    /// Also count the solutions that hold each candidate
    #[arg(long)]
    pub(crate) counts: bool,
    /// Formulas: the variables that matter, like 1,2,5-9, or all; by default those of the `c p
    /// show` lines, else all
    #[arg(long, value_name = "VARIABLES")]
    pub(crate) project: Option<Projection>,
    #[command(flatten)]
    pub(crate) usual: Usual,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}
