//! The command line: verbs, their arguments, and the words of the help.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{ArgGroup, Args, Command, CommandFactory, Parser, Subcommand, ValueEnum};
use gordian_formula::text::escaped;

mod cubes;
mod files;
mod inquiry;
mod options;
mod page;

#[cfg(not(target_family = "wasm"))]
pub(crate) use cubes::CubesStep;
pub(crate) use cubes::{CubesArguments, MergeArguments, Question, RunArguments, SplitArguments};
pub(crate) use files::{Content, Files, file_of};
pub(crate) use inquiry::{ExplainArguments, FactsArguments};
pub(crate) use options::{
    ColorChoice, Common, Drawing, GroupChoice, InputKind, Projection, Reading, Scope, Several, Usual,
};
pub(crate) use page::PageArguments;

/// A SAT solver and puzzle-encoding toolkit: solves DIMACS files, encodes puzzles, counts their
/// solutions up to symmetry.
#[derive(Debug, Parser)]
#[command(name = "gordian", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

const EXAMPLES: &str = "\
Without a verb, `gordian FILE.cnf [PROOF]` is `gordian solve FILE.cnf [PROOF]`.
`gordian VERB --help` explains a verb and gives examples.

Examples:
  gordian formula.cnf.xz                              solve a formula
  gordian count --up-to-symmetry puzzles/polyforms/pentominoes-8x8-square.txt
  gordian encode puzzle.txt -o puzzle.cnf             write a formula for another solver …
  gordian decode puzzle.txt result.txt                … and draw its answer";

/// The verbs. Clap builds the arguments of a verb only when it is used.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Verb {
    /// Find one model of a formula, or one solution of a puzzle
    Solve(SolveArguments),
    /// List all models of a formula or solutions of a puzzle, each once
    List(ListArguments),
    /// Count the models of a formula or the solutions of a puzzle
    Count(CountArguments),
    /// Show what all models or solutions have in common
    Facts(FactsArguments),
    /// Explain why there is no model or solution
    Explain(ExplainArguments),
    /// Write a puzzle as a formula in DIMACS, for any solver
    Encode(EncodeArguments),
    /// Draw the solution of a puzzle that another solver found
    Decode(DecodeArguments),
    /// Judge a model, a proof, or the certificate of a count
    Check(CheckArguments),
    /// Read a puzzle, validate it and draw it
    Show(ShowArguments),
    /// Count or solve in parts that several processes or machines answer
    Cubes(CubesArguments),
    /// Open the page in the browser: enter puzzles, solve, count and explain them there
    Page(PageArguments),
    /// Write a completion script for a shell
    #[command(hide = true)]
    Completions {
        /// The shell to write it for
        shell: clap_complete::Shell,
    },
}

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("judged").multiple(true)))]
#[command(after_help = "\
Output: `c`, `s` and `v` lines as in the SAT Competition; for puzzles, a drawing.
Exit code: 10 for satisfiable, 20 for unsatisfiable, 0 for unknown, 1 for errors.
A file with the header `p inccnf` asks one question for each of its `a` lines: a line `c query N: STATUS` with `v` \
lines or a line `c core …` answers each question. The only `s` line and the exit code are those of the last one.

Examples:
  gordian solve formula.cnf.gz
  gordian solve formula.cnf proof.drat && gordian check formula.cnf proof.drat
  gordian solve --time 60 --set seed=7 formula.cnf
  gordian solve --threads 4 formula.cnf proof.drat
  gordian solve --json --each sudokus.txt
  xzcat formula.cnf.xz | gordian -q -")]
pub(crate) struct SolveArguments {
    /// A formula or a puzzle; `-` is standard input
    pub(crate) input: Option<PathBuf>,
    /// Write a proof in DRAT to this file; `-` is standard output; .gz, .xz, .bz2 or .zst
    /// compresses it
    #[arg(group = "judged")]
    pub(crate) proof: Option<PathBuf>,
    /// Write the proof as text; on standard output it is always text
    #[arg(long, requires = "proof", help_heading = "Proof")]
    pub(crate) no_binary: bool,
    /// Write the proof in LRAT, with the antecedents of each clause, instead of DRAT
    #[arg(long, requires = "judged", help_heading = "Proof")]
    pub(crate) lrat: bool,
    /// Check the answer: a model on the formula, which is read again, and a refutation by its proof.
    /// After a question of an iCNF file, another search proves that its core contradicts the clauses
    #[arg(long, group = "judged", help_heading = "Proof")]
    pub(crate) check: bool,
    /// Do not print the model
    #[arg(short, long, help_heading = "General")]
    pub(crate) no_model: bool,
    /// With --threads: search in the same way each time, as one thread does. It takes longer
    #[arg(long, requires = "threads", help_heading = "General")]
    pub(crate) deterministic: bool,
    /// Stop after this many conflicts; with --threads, of each thread
    #[arg(short, long, value_name = "N", help_heading = "General")]
    pub(crate) conflicts: Option<u64>,
    /// Stop after this many decisions; with --threads, of each thread
    #[arg(short, long, value_name = "N", help_heading = "General")]
    pub(crate) decisions: Option<u64>,
    #[command(flatten)]
    pub(crate) several: Several,
    #[command(flatten)]
    pub(crate) usual: Usual,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Output: for formulas, a line `c Answer: n` and `v` lines for each model, then one `s` line; for puzzles, drawings.
Exit code: 10 once a solution is known, even if the time was over later, 20 if there is none, 0 if none was known by \
then, 1 for errors. A signal ends the program as it does without a handler, after what is known was printed.

Examples:
  gordian list --limit 10 formula.cnf
  gordian list --project 1-8 formula.cnf
  gordian list --up-to-symmetry puzzles/polyforms/pentominoes-3x20.txt
  gordian list --sample 3 --seed 7 puzzles/polyforms/pentominoes-6x10.txt")]
pub(crate) struct ListArguments {
    /// A formula or a puzzle; `-` is standard input
    #[arg(required_unless_present = "each")]
    pub(crate) input: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) several: Several,
    /// List so many solutions, drawn at random: each is equally likely, and none comes twice. They
    /// are counted first
    #[arg(long, value_name = "NUMBER", conflicts_with = "limit", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Question")]
    pub(crate) sample: Option<u64>,
    #[command(flatten)]
    pub(crate) scope: Scope,
    #[command(flatten)]
    pub(crate) usual: Usual,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Output: for formulas, the lines of the Model Counting Competition; for puzzles, a sentence and the first solution.
Exit code: 10 once a solution is known, even if the time was over later, 20 if there is none, 0 if none was known by \
then, 1 for errors. A signal ends the program as it does without a handler, after what is known was printed.

Examples:
  gordian count formula.cnf
  gordian count --project 1,2,5-9 --time 60 formula.cnf
  gordian count --symmetry generators.txt formula.cnf
  gordian count --up-to-symmetry puzzles/polyforms/pentominoes-8x8-square.txt
  gordian count --up-to-symmetry=rotations --check puzzles/polyforms/soma-cube.txt
  gordian count --up-to-symmetry --certificate soma puzzles/polyforms/soma-cube.txt
  gordian count --threads 4 --checkpoint long.checkpoint puzzles/polyforms/dominoes-8x8.txt
  gordian count --limit 2 --each sudokus.txt          which have one solution?
  gordian count --weighted cnf-samples/network.cnf
  gordian count --nnf formula.nnf --smooth formula.cnf")]
pub(crate) struct CountArguments {
    /// A formula or a puzzle; `-` is standard input
    #[arg(required_unless_present = "each")]
    pub(crate) input: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) several: Several,
    /// Count by a list that is proved complete; write list and proof to this new folder, for
    /// `gordian check`
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["method", "limit"], help_heading = "Question")]
    pub(crate) certificate: Option<PathBuf>,
    /// Save the progress to this file; the same command resumes from it, however the run before
    /// ended
    #[arg(long, value_name = "FILE", conflicts_with_all = ["certificate", "limit"], help_heading = "Question")]
    pub(crate) checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) scope: Scope,
    #[command(flatten)]
    pub(crate) usual: Usual,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
    /// Count by components and write a decision-DNNF that proves the number, for `gordian check`
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["method", "limit", "check", "symmetry", "up_to_symmetry", "certificate", "checkpoint"],
        help_heading = "Question"
    )]
    pub(crate) trace: Option<PathBuf>,
    /// Formulas: sum up the weights of the models, exactly, as the lines `c p weight LITERAL WEIGHT 0`
    /// or `w LITERAL WEIGHT` give them to literals
    #[arg(
        long,
        conflicts_with_all = ["limit", "symmetry", "up_to_symmetry", "certificate", "checkpoint"],
        help_heading = "Question"
    )]
    pub(crate) weighted: bool,
    /// Count by components and write a decision-DNNF over the variables that matter, for other programs
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["method", "limit", "check", "symmetry", "up_to_symmetry", "certificate", "checkpoint", "trace"],
        help_heading = "Question"
    )]
    pub(crate) nnf: Option<PathBuf>,
    /// How the decision-DNNF is written; by default as c2d does, or as d4 does where the name ends in .d4 or .ddnnf
    #[arg(long, value_name = "FORMAT", requires = "nnf", help_heading = "Question")]
    pub(crate) nnf_format: Option<DiagramFormat>,
    /// Let both sides of each node of the decision-DNNF speak of the same variables
    #[arg(long, requires = "nnf", help_heading = "Question")]
    pub(crate) smooth: bool,
}

/// The texts of decision-DNNFs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagramFormat {
    /// `nnf NODES EDGES VARIABLES`, then nodes, children first
    C2d,
    /// Nodes, the root first, with literals on the edges
    D4,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Comment lines in the formula say what each variable means; `c p show` lines name the variables that have a meaning.
Exit code: 0 if the formula was written, 1 for errors.

Examples:
  gordian encode puzzle.txt -o puzzle.cnf.xz
  gordian encode puzzle.txt | minisat /dev/stdin result.txt; gordian decode puzzle.txt result.txt
  gordian encode model.fzn --better-than 11 -o better.cnf; gordian check better.cnf proof.drat")]
pub(crate) struct EncodeArguments {
    /// A puzzle; `-` is standard input
    pub(crate) input: PathBuf,
    /// Write the formula to this file; `-` is standard output; .gz, .xz, .bz2 or .zst compresses it
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Models with a goal: demand an objective that is better than this
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    pub(crate) better_than: Option<i64>,
    #[command(flatten)]
    pub(crate) usual: Usual,
}

#[derive(Args, Debug)]
#[command(after_help = "\
RESULT is the output of a solver for the formula that `encode` wrote: `v` lines, or a file in the format of MiniSat. \
It may hold several models. Gordian checks each against the rules of the puzzle before it is drawn.
Exit code: 10 if there is a solution, 20 if the solver found none, 0 if it does not say, 1 for errors.

Examples:
  gordian encode puzzle.txt -o puzzle.cnf
  cadical puzzle.cnf > result.txt; gordian decode puzzle.txt result.txt")]
pub(crate) struct DecodeArguments {
    /// A puzzle; `-` is standard input
    pub(crate) input: PathBuf,
    /// The output of a solver; `-` is standard input
    pub(crate) result: PathBuf,
    #[command(flatten)]
    pub(crate) usual: Usual,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

#[derive(Args, Debug)]
#[command(after_help = "\
The content of the evidence tells its kind: the output of a solver (`v` lines), or a proof in DRAT or LRAT, text or \
binary. A folder is the certificate of a count that `count --certificate` wrote.
Output: `s VERIFIED` with exit code 0, or `s NOT VERIFIED` with the first reason and exit code 1.

Examples:
  gordian check formula.cnf result.txt
  gordian check formula.cnf proof.drat.xz
  gordian check puzzles/polyforms/soma-cube.txt soma
  gordian count --weighted --trace trace.txt formula.cnf && gordian check --weighted formula.cnf trace.txt")]
pub(crate) struct CheckArguments {
    /// A formula, or a puzzle, which stands for its formula; `-` is standard input
    pub(crate) input: PathBuf,
    /// A model, a proof, a decision-DNNF, or the folder of a certificate; `-` is standard input
    pub(crate) evidence: PathBuf,
    /// Formulas with weights: verify the sum of the weights of the models by a decision-DNNF
    #[arg(long)]
    pub(crate) weighted: bool,
    /// Formulas: the variables that matter for a count, as `count --project` was given them
    #[arg(long, value_name = "VARIABLES")]
    pub(crate) project: Option<Projection>,
    #[command(flatten)]
    pub(crate) usual: Usual,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Output: a drawing of the puzzle, and notes about what is unusual.
Exit code: 0 if the puzzle is valid, 1 for errors.

Examples:
  gordian show puzzles/polyforms/soma-cube.txt
  gordian show --svg board.svg puzzle.txt")]
pub(crate) struct ShowArguments {
    /// A puzzle; `-` is standard input
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) usual: Usual,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

impl Arguments {
    /// Reads a command line.
    ///
    /// # Errors
    /// If it makes no sense, or asks for help.
    pub(crate) fn read(words: Vec<OsString>) -> Result<Arguments, clap::Error> {
        let mut arguments = Arguments::try_parse_from(words)?;
        match arguments.verb.gather() {
            None => Ok(arguments),
            Some(file) => {
                let message = format!(
                    "unexpected argument '{}' found; --each asks about several files",
                    escaped(&file.display().to_string())
                );
                Err(Arguments::command().error(ErrorKind::UnknownArgument, message))
            }
        }
    }
}

impl Verb {
    /// Gathers the files of `--each`, wherever they stand on the command line. Returns one that is too
    /// many.
    fn gather(&mut self) -> Option<PathBuf> {
        match self {
            Verb::Solve(solve) => solve.several.gather([&mut solve.input, &mut solve.proof]),
            Verb::List(list) => list.several.gather([&mut list.input]),
            Verb::Count(count) => count.several.gather([&mut count.input]),
            Verb::Facts(facts) => facts.several.gather([&mut facts.input]),
            Verb::Explain(explain) => explain.several.gather([&mut explain.input]),
            Verb::Encode(_)
            | Verb::Decode(_)
            | Verb::Check(_)
            | Verb::Show(_)
            | Verb::Cubes(_)
            | Verb::Page(_)
            | Verb::Completions { .. } => None,
        }
    }
}

/// The message about an input that does not exist and may be meant as a verb.
pub(crate) fn verb_hint(input: &Path) -> Option<String> {
    let word = input.to_str().filter(|word| word.chars().all(|char| char.is_ascii_lowercase()))?;
    if word.is_empty() || input.exists() {
        return None;
    }
    let arguments = Arguments::command();
    let shown = arguments.get_subcommands().filter(|verb| !verb.is_hide_set()).map(Command::get_name);
    let shown = shown.collect::<Vec<_>>().join(", ");
    Some(format!("there is no file and no verb '{word}'; the verbs are {shown}, and options come after the verb"))
}

/// Inserts the verb `solve` if none is given, so that scripts written for other solvers work.
pub(crate) fn with_verb(mut words: Vec<OsString>) -> Vec<OsString> {
    // The list of options needs none of the files that a verb may need.
    let asks_for_options = words.iter().any(|word| word == "--set=help")
        || words.windows(2).any(|pair| pair[0] == "--set" && pair[1] == "help");
    if asks_for_options {
        return ["gordian", "solve", "--set=help"].map(OsString::from).into();
    }
    let first = words.get(1).and_then(|word| word.to_str());
    let has_verb = first.is_some_and(Verb::has_subcommand);
    if !has_verb && !matches!(first, Some("-h" | "--help" | "-V" | "--version")) {
        words.insert(words.len().min(1), "solve".into());
    }
    words
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn parsed(line: &str) -> Result<Arguments, clap::Error> {
        let words = std::iter::once("gordian").chain(line.split_whitespace()).map(OsString::from).collect();
        Arguments::read(with_verb(words))
    }

    #[test]
    fn the_table_of_arguments_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_help_of_a_verb_says_what_the_verb_does() {
        let mut built = Arguments::command();
        built.build();
        for verb in Arguments::command().get_subcommands() {
            let built = built.find_subcommand(verb.get_name()).unwrap();
            assert_eq!(built.get_about().map(ToString::to_string), verb.get_about().map(ToString::to_string));
        }
    }

    #[test]
    fn the_bare_form_is_solve() {
        let line = "-q -n -t 5 --conflicts=100 -d 7 --seed=3 --relaxed --no-binary a.cnf a.proof";
        let Verb::Solve(solve) = parsed(line).unwrap().verb else { panic!("not solve") };
        assert_eq!((solve.conflicts, solve.decisions), (Some(100), Some(7)));
        assert_eq!(solve.usual.common.time, Some(Duration::from_secs(5)));
        assert!(solve.no_model && solve.no_binary && solve.usual.common.quiet && solve.usual.reading.relaxed);
        assert_eq!(solve.proof, Some("a.proof".into()));
        assert!(matches!(parsed("").unwrap().verb, Verb::Solve(SolveArguments { input: None, .. })));
        assert!(parsed("a b c").is_err());
        assert!(parsed("--time -1 a").is_err());
    }

    #[test]
    fn a_symmetry_group_is_chosen_behind_an_equals_sign_only() {
        let group = |line: &str| match parsed(line).unwrap().verb {
            Verb::Count(count) => (count.input, count.scope.up_to_symmetry),
            _ => panic!("not count"),
        };
        let input = |name: &str| Some(PathBuf::from(name));
        assert_eq!(group("count --up-to-symmetry full"), (input("full"), Some(GroupChoice::Full)));
        assert_eq!(group("count --up-to-symmetry=rotations x"), (input("x"), Some(GroupChoice::Rotations)));
        assert_eq!(group("count x"), (input("x"), None));
    }

    #[test]
    fn the_files_of_each_may_stand_anywhere() {
        let files = |line: &str| {
            let verb = parsed(line).unwrap().verb;
            let several = match &verb {
                Verb::Solve(solve) => &solve.several,
                Verb::Count(count) => &count.several,
                _ => panic!("not solve or count"),
            };
            let names = several.each.as_ref().map(|files| files.iter().map(|file| file.to_str().unwrap().to_owned()));
            names.map(|names| names.collect::<Vec<_>>().join(" "))
        };
        for line in
            ["count --each a b c", "count --each --json a b c", "count a b c --each", "solve a b --each c --json"]
        {
            assert_eq!(files(line).as_deref(), Some("a b c"), "{line}");
        }
        assert_eq!(files("solve a b"), None);
        assert!(parsed("count a b").is_err() && parsed("count").is_err());
    }
}
