//! The subject of `list` and `count`: a formula in memory, the part of it that matters, and its
//! symmetries.

use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;

use gordian_encoders::rule::Guarding;
use gordian_formula::dimacs::CountType;
use gordian_formula::text::escaped;
use gordian_formula::{ClauseSink, Clock, Cnf, Permutation, Var, Weights};
use gordian_puzzles::{AnyPuzzle, Compiled, SymmetrySpec};
use gordian_queries::{Question, SymmetryError, SymmetryGroup};

use crate::arguments::{GroupChoice, Scope};
use crate::ask::Ended;
use crate::clauses::{self, Clauses, Purpose};
use crate::failure::Failure;
use crate::judge::judge;
use crate::reading::{self, Formula, Opened};
use crate::session::Session;
use crate::verify;

/// The word in place of a file that asks to search for symmetries.
const AUTO: &str = "auto";

/// The subject of a question.
pub(crate) struct Subject {
    pub(crate) cnf: Cnf,
    pub(crate) puzzle: Option<Rc<AnyPuzzle>>,
    /// The group whose classes are asked for.
    pub(crate) group: Option<SymmetryGroup>,
    /// Further known symmetries, which counting may use.
    pub(crate) known: Option<SymmetryGroup>,
    /// Variables that matter and that occur in no constraint and no symmetry. They are left out of
    /// the question, and each doubles the answer.
    pub(crate) free_vars: Vec<Var>,
    /// The number of variables of the input. Those behind the last one of the formula are in no clause.
    pub(crate) num_vars: usize,
    /// Whether not all variables matter.
    pub(crate) is_projected: bool,
    /// The weights of literals, where they are asked for.
    pub(crate) weights: Weights,
}

/// Opens and reads the input. For a listing, free variables stay in the question.
pub(crate) fn open(session: &mut Session, input: &Path, scope: &Scope, purpose: Purpose) -> Result<Subject, Ended> {
    if let Some(symmetry) = &scope.symmetry {
        reading::only_one_is_stdin([input, symmetry])?;
    }
    match reading::open(session, input)? {
        Opened::Formula(formula) => of_formula(session, formula, scope, purpose),
        Opened::Puzzle(_) if purpose == Purpose::Weigh => {
            Err(Failure::new("--weighted is for formulas: the solutions of puzzles have no weights").into())
        }
        Opened::Puzzle(puzzle) => {
            session.warn_of_goal(&puzzle)?;
            of_puzzle(puzzle, scope, &session.clock())
        }
    }
}

fn of_puzzle(puzzle: Rc<AnyPuzzle>, scope: &Scope, clock: &Clock) -> Result<Subject, Ended> {
    reading::refuse_projection(scope.project.as_ref())?;
    let compiled = reading::compile(&puzzle, Guarding::None, clock)?;
    let group = match (&scope.symmetry, scope.up_to_symmetry) {
        (Some(_), _) => group_of_file(&compiled.cnf, scope, clock),
        (None, Some(choice)) => group_of_puzzle(&compiled, choice, clock).map(Some),
        (None, None) => Ok(None),
    };
    let group = while_time(clock, group)?;
    let known = match (&group, compiled.symmetry()) {
        (None, Some(spec)) => group_of_spec(&compiled.cnf, spec, clock).map(Some),
        _ => Ok(None),
    };
    let known = while_time(clock, known)?;
    let cnf = compiled.cnf;
    let (free_vars, weights, num_vars) = (Vec::new(), Weights::new(), cnf.num_vars());
    Ok(Subject { cnf, puzzle: Some(puzzle), group, known, free_vars, num_vars, is_projected: false, weights })
}

/// The result, unless the time is over: then it may be incomplete.
fn while_time<T>(clock: &Clock, result: Result<T, Failure>) -> Result<T, Ended> {
    if clock.is_over() { Err(Ended::Interrupted) } else { Ok(result?) }
}

/// The symmetry group of a puzzle. If the board of its kind can turn, the encoders know the
/// symmetries. If values may change places too, they are searched for in the formula.
fn group_of_puzzle(compiled: &Compiled, choice: GroupChoice, clock: &Clock) -> Result<SymmetryGroup, Failure> {
    let spec = match choice {
        GroupChoice::Full => compiled.symmetry(),
        GroupChoice::Rotations => compiled.symmetries.iter().find(|spec| spec.name.contains("rotations")),
    };
    match spec {
        Some(spec) => group_of_spec(&compiled.cnf, spec, clock),
        None if choice == GroupChoice::Full => {
            SymmetryGroup::detect_within(&compiled.cnf, clock).ok_or_else(reading::out_of_time)
        }
        None => Err(Failure::new("this puzzle has no group of rotations; use --up-to-symmetry alone")),
    }
}

fn group_of_spec(
    cnf: &Cnf,
    SymmetrySpec { generators, name, .. }: &SymmetrySpec,
    clock: &Clock,
) -> Result<SymmetryGroup, Failure> {
    // The encoders have verified the symmetries on the rules. If the encoding is as symmetric as
    // the rules, they are verified on the formula too.
    SymmetryGroup::from_generators_within(cnf, generators, name, clock)
        .or_else(|error| match error {
            SymmetryError::Stopped => Err(error),
            _ => SymmetryGroup::from_verified(cnf, generators, name),
        })
        .map_err(|error| verify::wrong(format_args!("{name}: {error}")))
}

/// The text of the file of generators, if there is one.
fn text_of_symmetry(scope: &Scope, clock: &Clock) -> Result<Option<String>, Failure> {
    let path = scope.symmetry.as_ref().filter(|path| path.as_os_str() != AUTO);
    path.map(|path| reading::read_text(path, clock)).transpose()
}

/// The variables that the generators of a text move. Lines that are none are left to who reads them in earnest.
fn moved_vars(text: &str, num_vars: usize) -> HashSet<Var> {
    let generators = text.lines().filter_map(|line| Permutation::parse(line, num_vars).ok());
    let mut moved = HashSet::new();
    for generator in generators {
        let vars = (0..num_vars).map(Var::from_index);
        moved.extend(vars.filter(|var| generator.image(var.positive()) != var.positive()));
    }
    moved
}

fn group_of_file(cnf: &Cnf, scope: &Scope, clock: &Clock) -> Result<Option<SymmetryGroup>, Failure> {
    group_of_text(cnf, scope, text_of_symmetry(scope, clock)?.as_deref(), clock)
}

fn group_of_text(
    cnf: &Cnf,
    scope: &Scope,
    text: Option<&str>,
    clock: &Clock,
) -> Result<Option<SymmetryGroup>, Failure> {
    let Some(path) = &scope.symmetry else { return Ok(None) };
    let Some(text) = text else {
        return SymmetryGroup::detect_within(cnf, clock).map(Some).ok_or_else(reading::out_of_time);
    };
    let name = path.file_stem().map_or("given".into(), |name| escaped(&name.to_string_lossy()).replace(' ', "-"));
    let group = match scope.unverified {
        true => SymmetryGroup::read_verified_within(cnf, text, name, clock),
        false => SymmetryGroup::read_within(cnf, text, name, clock),
    };
    group.map(Some).map_err(|error| Failure::about(reading::name_of(path), error))
}

fn of_formula(session: &mut Session, mut formula: Formula, scope: &Scope, purpose: Purpose) -> Result<Subject, Ended> {
    if scope.up_to_symmetry.is_some() && scope.symmetry.is_none() {
        let message = "--up-to-symmetry is for puzzles; for a formula, use --symmetry FILE or --symmetry auto";
        return Err(Failure::new(message).into());
    }
    formula.announce(session)?;
    let (mut clauses, report) = Clauses::read(session, &mut formula, purpose)?;
    let visible = clauses::visible(scope.project.as_ref(), &report)?;
    let (num_vars, num_used) = (report.num_vars(), clauses.num_used());
    let of_interest = visible.as_ref().map_or(num_vars, Vec::len);
    let free = clauses.num_free(visible.as_deref(), num_vars);
    session.comment(format_args!("{num_vars} variables, {num_used} of them used, {} clauses", report.clauses))?;
    if visible.is_some() {
        session.comment(format_args!("{of_interest} variables matter, {} of them are used", of_interest - free))?;
    }
    session.flush()?;
    clauses::refuse_free(free, formula.name())?;
    let is_projected = visible.is_some() || report.count_type == Some(CountType::Projected);
    let clock = session.clock();
    let symmetry = while_time(&clock, text_of_symmetry(scope, &clock))?;
    // A symmetry may move variables that stand in no clause. Then they are part of the question.
    let moved = symmetry.as_deref().map_or(HashSet::new(), |text| moved_vars(text, num_vars));
    let keep_free = matches!(purpose, Purpose::List | Purpose::Weigh | Purpose::Diagram);
    let visible_or_moved = visible.iter().flatten().filter(|_| keep_free).chain(&moved);
    let last = visible_or_moved.map(|var| var.index() + 1).max().unwrap_or(0);
    let last_weighted = report.literal_weights.vars().map(|var| var.index() + 1).max().unwrap_or(0);
    clauses.cnf.reserve_vars(match (&visible, keep_free) {
        (None, true) => num_vars,
        _ => last.max(last_weighted),
    });
    let visible = visible.unwrap_or_else(|| (0..num_vars).map(Var::from_index).collect());
    let (visible, free_vars): (Vec<Var>, Vec<Var>) =
        visible.into_iter().partition(|var| keep_free || moved.contains(var) || clauses.is_used(*var));
    let mut cnf = clauses.cnf;
    cnf.add_visible(&visible);
    let group = while_time(&clock, group_of_text(&cnf, scope, symmetry.as_deref(), &clock))?;
    let weights = report.literal_weights;
    Ok(Subject { cnf, puzzle: None, group, known: None, free_vars, num_vars, is_projected, weights })
}

impl Subject {
    /// The question, with the options of the command line.
    pub(crate) fn question(&self, session: &Session, scope: &Scope) -> Result<Question<'_>, Failure> {
        let question = session.question(&self.cnf, reading::usual_options(self.puzzle.as_deref()))?;
        let limits = match scope.limit {
            Some(limit) => session.limits().with_solutions(limit.into()),
            None => session.limits(),
        };
        let threads = session.common.threads.map_or(1, |threads| threads as usize);
        let question =
            question.with_limits(limits).with_method(scope.method).with_check(scope.check).with_judge(judge());
        Ok(question.with_threads(threads).up_to(self.group.as_ref()).knowing(self.known.as_ref()))
    }

    /// The variables that a listed model shows.
    pub(crate) fn shown(&self) -> Vec<Var> {
        self.cnf.projection()
    }
}
