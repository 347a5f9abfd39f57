//! Every choice of the engine that can be changed, in one table.

use std::fmt;

/// Builds [`Options`] and its table from one list: `name: type = default, range, "meaning";`.
macro_rules! options {
    ($($name:ident: $kind:tt = $default:expr, $low:expr => $high:expr, $doc:literal;)*) => {
        /// The choices of the engine. Each is a field, `--set name=value`, and a row of [`Options::all`].
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $(#[doc = $doc] pub $name: options!(@type $kind),)*
        }

        impl Default for Options {
            fn default() -> Options {
                Options { $($name: $default,)* }
            }
        }

        impl Options {
            /// Changes one option by its name.
            ///
            /// # Errors
            /// If there is no such option, or the value is not a whole number of its range (`true` and `false` stand for 1 and 0).
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
                match name {
                    $(stringify!($name) => {
                        let number = parse(name, value, $low, $high)?;
                        self.$name = options!(@from $kind, number);
                    })*
                    _ => return Err(OptionError::Unknown { name: name.to_owned() }),
                }
                Ok(())
            }

            /// The value of an option by its name.
            pub fn get(&self, name: &str) -> Option<u64> {
                match name {
                    $(stringify!($name) => Some(u64::from(self.$name)),)*
                    _ => None,
                }
            }

            /// All options, in the order of the table.
            pub fn all() -> &'static [OptionRow] {
                const ROWS: &[OptionRow] = &[$(OptionRow {
                    name: stringify!($name),
                    default: options!(@number $kind, $default),
                    low: $low,
                    high: $high,
                    doc: $doc,
                },)*];
                ROWS
            }
        }
    };
    (@type flag) => { bool };
    (@type number) => { u64 };
    (@from flag, $number:expr) => { $number != 0 };
    (@from number, $number:expr) => { $number };
    (@number flag, $default:expr) => { if $default { 1 } else { 0 } };
    (@number number, $default:expr) => { $default };
}

options! {
    seed: number = 0, 0 => u64::MAX, "Seed of the random numbers.";
    mode: number = 3, 0 => 3, "0: focused only, 1: focused and stable in turn, 2: stable only, 3: stable only where clauses choose and exclude, or all have one size, else in turn.";
    mode_conflicts: number = 1000, 10 => 1_000_000, "Conflicts in the first focused phase.";
    restart_interval: number = 2, 1 => 1_000_000, "Least conflicts between restarts in focused mode.";
    restart_margin: number = 10, 0 => 1000, "Percent by which recent glue must exceed the long average for a restart.";
    restart_fast: number = 33, 1 => 1_000_000, "Window of the average of recent glue, in conflicts.";
    restart_slow: number = 100_000, 1 => 10_000_000, "Window of the long average of glue, in conflicts.";
    reluctant_period: number = 1024, 1 => 1_000_000, "Unit of the restart intervals in stable mode, in conflicts.";
    reluctant_limit: number = 1_048_576, 1 => 1_000_000_000, "Longest restart interval in stable mode, in conflicts.";
    reuse_trail: flag = true, 0 => 1, "Restarts keep the decisions that would be made again.";
    decay: number = 50, 1 => 500, "Per mille by which variable scores decay at each conflict in stable mode.";
    initial_phase: flag = true, 0 => 1, "The value that is tried first.";
    target: number = 1, 0 => 2, "Target phases: 0 never, 1 in stable mode, 2 always.";
    rephase: flag = true, 0 => 1, "Reset saved phases at intervals.";
    rephase_interval: number = 1000, 1 => 1_000_000, "Unit of the intervals between rephasings, in conflicts.";
    walk: flag = true, 0 => 1, "Reset saved phases by local search too.";
    walk_effort: number = 50, 0 => 10_000, "Per mille of the ticks of search that local search may take.";
    tabu: flag = true, 0 => 1, "Search for what to choose by exchanges too, where clauses choose and exclude.";
    tabu_effort: number = 400, 0 => 10_000, "Per mille of the ticks of search that this may take.";
    tabu_start: number = 5, 0 => 1000, "Thousands of ticks for each option that this may take at first.";
    reduce_interval: number = 1000, 10 => 1_000_000, "Unit of the intervals between reductions, in conflicts.";
    reduce_size: number = 30_000, 0 => 1_000_000_000, "With fewer clauses in the formula than this, reductions come sooner in proportion, down to a tenth of the interval.";
    reduce_fraction: number = 75, 10 => 100, "Percent of the candidates that a reduction forgets.";
    tier1: number = 2, 0 => 100, "Learned clauses of at most this glue are kept for good.";
    tier2: number = 6, 0 => 1000, "Learned clauses of at most this glue survive two reductions after a use.";
    minimize: flag = true, 0 => 1, "Remove implied literals from learned clauses.";
    minimize_depth: number = 1000, 1 => 1_000_000, "Longest chain of reasons followed when minimizing.";
    cliques: number = 2, 0 => 3, "At-most-one groups among binary clauses: 0 left as they are, 1 found, 2 found with the exactly-one groups, 3 these also where chains of implications encode them.";
    clique_size: number = 16, 3 => 1000, "Least members of a group that is found.";
    shrink: number = 16, 0 => 1000, "Replace so many literals of a level in a learned clause, or more, by the one they come from; 0 never.";
    compact: flag = true, 0 => 1, "Leave variables that unit clauses decide out of the engine.";
    lucky: flag = true, 0 => 1, "Try constant assignments before the first search.";
    inprocess: flag = true, 0 => 1, "Simplify the formula between spells of search.";
    preprocess: flag = true, 0 => 1, "Simplify the formula early, after a short search.";
    warm_up: number = 3000, 0 => 1_000_000, "Thousands of ticks of search before the formula is simplified for the first time.";
    inprocess_interval: number = 2000, 1 => 1_000_000, "Unit of the intervals between simplifications, in conflicts.";
    matching: flag = true, 0 => 1, "Refute clauses that ask for more than at-most-one groups allow, or that lead to such, in the first simplification.";
    gauss: flag = true, 0 => 1, "Add up parities among the clauses, in the first simplification.";
    decompose: flag = true, 0 => 1, "Write one literal for all that are equivalent by binary clauses.";
    congruence: flag = true, 0 => 1, "Find gates, and outputs of gates that are equal because their inputs are.";
    sweep: flag = true, 0 => 1, "Find equal and decided literals in small parts of the formula.";
    sweep_effort: number = 300, 0 => 10_000, "Per mille of the ticks of search that sweeping may take, a third of it where that finds nothing.";
    sweep_share: number = 50, 0 => 100, "Percent of the formula's clauses above which the surroundings of a variable are left to the search.";
    probe: flag = true, 0 => 1, "Probe for failed literals.";
    probe_effort: number = 20, 0 => 10_000, "Per mille of the ticks of search that probing may take.";
    eliminate: flag = true, 0 => 1, "Eliminate variables, after subsumption.";
    eliminate_effort: number = 100, 0 => 10_000, "Per mille of the ticks of search that elimination may take.";
    eliminate_bound: number = 16, 0 => 1000, "Most clauses that eliminating a variable may add.";
    eliminate_occurrences: number = 100, 1 => 100_000, "Literals with more occurrences are not eliminated.";
    factor: flag = true, 0 => 1, "Take out common factors of clauses by new variables.";
    factor_effort: number = 50, 0 => 10_000, "Per mille of the ticks of search that factorization may take.";
    factor_gain: number = 10, 1 => 1000, "Clauses that a new variable is to save, at least.";
    subsume_effort: number = 100, 0 => 10_000, "Per mille of the ticks of search that subsumption may take.";
    vivify: flag = true, 0 => 1, "Vivify clauses.";
    vivify_effort: number = 100, 0 => 10_000, "Per mille of the ticks of search that vivification may take.";
    group_decisions: flag = false, 0 => 1, "Decide a member of the tightest open exactly-one group.";
    bump_reasons: flag = true, 0 => 1, "Bump the reasons of learned literals too, in stable mode.";
}

/// One row of the table of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionRow {
    /// The name, as in `--set name=value`.
    pub name: &'static str,
    /// The default; 0 or 1 for a switch.
    pub default: u64,
    /// The least value.
    pub low: u64,
    /// The greatest value.
    pub high: u64,
    /// What it does.
    pub doc: &'static str,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of this name.
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The value is not a whole number of the range.
    Value {
        /// The option.
        name: String,
        /// The value asked for.
        value: String,
        /// The least value.
        low: u64,
        /// The greatest value.
        high: u64,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { name } => write!(f, "there is no option '{name}'"),
            OptionError::Value { name, value, low, high } => {
                write!(f, "option '{name}' takes a whole number from {low} to {high}, not '{value}'")
            }
        }
    }
}

impl std::error::Error for OptionError {}

fn parse(name: &str, value: &str, low: u64, high: u64) -> Result<u64, OptionError> {
    let number = match value {
        "true" => Some(1),
        "false" => Some(0),
        _ => value.parse().ok(),
    };
    number.filter(|number| (low..=high).contains(number)).ok_or_else(|| OptionError::Value {
        name: name.to_owned(),
        value: value.to_owned(),
        low,
        high,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_set_within_its_range_and_not_beyond() {
        for row in Options::all() {
            let mut options = Options::default();
            assert_eq!(options.get(row.name), Some(row.default));
            for value in [row.low, row.high] {
                options.set(row.name, &value.to_string()).unwrap();
                assert_eq!(options.get(row.name), Some(value));
            }
            if let Some(beyond) = row.high.checked_add(1) {
                assert!(options.set(row.name, &beyond.to_string()).is_err());
            }
            assert!(options.set(row.name, "x").is_err());
        }
        assert!(Options::default().set("no_such_option", "1").is_err());
    }
}
