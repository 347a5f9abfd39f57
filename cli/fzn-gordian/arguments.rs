//! The words after the command.

use std::path::PathBuf;

use clap::Parser;
use gordian_minizinc::Wanted;

/// Solves a model that MiniZinc has compiled to FlatZinc.
#[derive(Debug, Parser)]
#[command(name = "fzn-gordian", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Prints all solutions; of a model with a goal, each that is better than those before.
    #[arg(short = 'a')]
    pub(crate) all: bool,

    /// Prints up to N solutions of a model without a goal; all of them if N is 0.
    #[arg(short = 'n', value_name = "N", allow_negative_numbers = true, value_parser = number_of_solutions)]
    count: Option<u64>,

    /// Prints each solution that is better than those before, of a model with a goal.
    #[arg(short = 'i')]
    pub(crate) intermediate: bool,

    /// Searches in an order of its own alone, not in turns with the one that annotations ask for.
    #[arg(short = 'f')]
    pub(crate) free: bool,

    /// Prints statistics.
    #[arg(short = 's')]
    pub(crate) statistics: bool,

    /// Says more on standard error.
    #[arg(short = 'v')]
    pub(crate) verbose: bool,

    /// Stops after so many milliseconds, with the best solution found so far.
    #[arg(short = 't', value_name = "MS")]
    pub(crate) time_limit: Option<u64>,

    /// The number of threads. All are used if the whole model becomes clauses and one solution is wanted, or the best.
    #[arg(short = 'p', value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,

    /// The seed of random choices.
    #[arg(short = 'r', value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<i64>,

    /// The model, in FlatZinc or in its JSON form.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  fzn-gordian model.fzn            one solution, or the best one
  fzn-gordian -a model.fzn         all solutions, or better and better ones
  fzn-gordian -s -t 5000 model.fzn the best of five seconds, and statistics
  minizinc --solver gordian model.mzn data.dzn
                                   through MiniZinc, which compiles the model first";

/// A number of solutions. MiniZinc hands on whatever it was given.
fn number_of_solutions(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a number of solutions is wanted, from 1 on, or 0 for all of them".to_string())
}

impl Arguments {
    pub(crate) fn wanted(&self) -> Wanted {
        match (self.all, self.count) {
            (true, _) | (false, Some(0)) => Wanted::All,
            (false, None | Some(1)) => Wanted::One,
            (false, Some(count)) => Wanted::UpTo(count),
        }
    }
}
