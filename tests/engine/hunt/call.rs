//! The calls of a trace, and its text.

use std::fmt;

/// A call of the solver's interface. Literals and variables are DIMACS numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// `set NAME VALUE`: an option of the solver, only before all other calls.
    SetOption(String, u64),
    /// `threads N D T`: every question without a propagator is asked with so many threads, in the
    /// deterministic way if `D` is 1, after at most `T` ticks alone. Only before all other calls.
    Threads(usize, bool, u64),
    /// `vars N`: this many new variables.
    NewVars(usize),
    /// `clause LITERALS 0`.
    AddClause(Vec<i32>),
    /// `hidden LITERALS 0`: a clause that only a propagator knows, which takes part from now on.
    AddHidden(Vec<i32>),
    /// `amo LITERALS 0`: at most one.
    AddAtMostOne(Vec<i32>),
    /// `exo LITERALS 0`: exactly one.
    AddExactlyOne(Vec<i32>),
    /// `solve LITERALS 0`: under these assumptions.
    Solve(Vec<i32>),
    /// `limited N LITERALS 0`: as `solve`, with at most this many conflicts.
    SolveLimited(u64, Vec<i32>),
    /// `propagate LITERALS 0`: what follows from these without search.
    Propagate(Vec<i32>),
    /// `phase LITERALS 0`: tries these first.
    SetPhase(Vec<i32>),
    /// `enumerate VARIABLES 0`: all assignments of these variables.
    Enumerate(Vec<i32>),
    /// `enumerate-some N VARIABLES 0`: the same, stopped by the visitor after this many.
    EnumerateSome(usize, Vec<i32>),
}

impl Call {
    /// The numbers in the call, to be shrunk.
    pub(crate) fn numbers_mut(&mut self) -> Option<&mut Vec<i32>> {
        match self {
            Call::SetOption(..) | Call::Threads(..) | Call::NewVars(_) => None,
            Call::AddClause(numbers)
            | Call::AddHidden(numbers)
            | Call::Propagate(numbers)
            | Call::SetPhase(numbers)
            | Call::AddAtMostOne(numbers)
            | Call::AddExactlyOne(numbers)
            | Call::Solve(numbers)
            | Call::SolveLimited(_, numbers)
            | Call::Enumerate(numbers)
            | Call::EnumerateSome(_, numbers) => Some(numbers),
        }
    }

    fn parse(line: &str) -> Option<Call> {
        let mut words = line.split_whitespace();
        let name = words.next()?;
        let numbers = |words: std::str::SplitWhitespace<'_>| -> Option<Vec<i32>> {
            let mut numbers: Vec<i32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
            (numbers.pop()? == 0 && !numbers.contains(&0)).then_some(numbers)
        };
        Some(match name {
            "set" => Call::SetOption(words.next()?.to_string(), words.next()?.parse().ok()?),
            "threads" => {
                let mut number = || words.next()?.parse().ok();
                Call::Threads(number()? as usize, number()? == 1, number()?)
            }
            "vars" => Call::NewVars(words.next()?.parse().ok()?),
            "clause" => Call::AddClause(numbers(words)?),
            "hidden" => Call::AddHidden(numbers(words)?),
            "propagate" => Call::Propagate(numbers(words)?),
            "phase" => Call::SetPhase(numbers(words)?),
            "amo" => Call::AddAtMostOne(numbers(words)?),
            "exo" => Call::AddExactlyOne(numbers(words)?),
            "solve" => Call::Solve(numbers(words)?),
            "limited" => Call::SolveLimited(words.next()?.parse().ok()?, numbers(words)?),
            "enumerate" => Call::Enumerate(numbers(words)?),
            "enumerate-some" => Call::EnumerateSome(words.next()?.parse().ok()?, numbers(words)?),
            _ => return None,
        })
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, numbers) = match self {
            Call::SetOption(name, value) => return write!(f, "set {name} {value}"),
            Call::Threads(threads, is_deterministic, alone) => {
                return write!(f, "threads {threads} {} {alone}", u8::from(*is_deterministic));
            }
            Call::NewVars(count) => return write!(f, "vars {count}"),
            Call::AddClause(numbers) => ("clause".to_string(), numbers),
            Call::AddHidden(numbers) => ("hidden".to_string(), numbers),
            Call::AddAtMostOne(numbers) => ("amo".to_string(), numbers),
            Call::AddExactlyOne(numbers) => ("exo".to_string(), numbers),
            Call::Solve(numbers) => ("solve".to_string(), numbers),
            Call::SolveLimited(conflicts, numbers) => (format!("limited {conflicts}"), numbers),
            Call::Propagate(numbers) => ("propagate".to_string(), numbers),
            Call::SetPhase(numbers) => ("phase".to_string(), numbers),
            Call::Enumerate(numbers) => ("enumerate".to_string(), numbers),
            Call::EnumerateSome(limit, numbers) => (format!("enumerate-some {limit}"), numbers),
        };
        write!(f, "{name}")?;
        numbers.iter().try_for_each(|number| write!(f, " {number}"))?;
        write!(f, " 0")
    }
}

/// The text of a trace: a call a line.
pub(crate) fn to_text(trace: &[Call]) -> String {
    trace.iter().map(|call| format!("{call}\n")).collect()
}

/// Reads a trace; lines that begin with `c` are comments. The error is the line that cannot be read.
pub(crate) fn from_text(text: &str) -> Result<Vec<Call>, String> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("c "));
    lines.map(|line| Call::parse(line).ok_or_else(|| line.to_string())).collect()
}
