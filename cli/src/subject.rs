//! What `list` and `count` ask about: a formula in memory, what of it matters, and its symmetries.

use std::io::{self, Write};
use std::path::Path;

use gordian_formula::dimacs::{CountType, FormulaTarget, Report};
use gordian_formula::text::escaped;
use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Var};
use gordian_puzzles::{AnyPuzzle, Compiled, SymmetrySpec};
use gordian_queries::{Answer, Question, SymmetryError, SymmetryGroup};
use serde_json::{Value, json};

use crate::arguments::{GroupChoice, Projection, Reading, Scope};
use crate::failure::Failure;
use crate::output::competition::Status;
use crate::output::number::decimal;
use crate::output::{json, sentence};
use crate::reading::{self, Formula, Opened};
use crate::session::Session;

/// More variables that stand in no clause are not listed or counted: the header is wrong, or the number too long to print.
const MOST_FREE: usize = 1_000_000;

/// In place of a file of symmetries: they are searched for.
const AUTO: &str = "auto";

/// What is asked about.
pub(crate) struct Subject {
    pub(crate) cnf: Cnf,
    pub(crate) puzzle: Option<AnyPuzzle>,
    /// What classes are asked under.
    pub(crate) group: Option<SymmetryGroup>,
    /// What is known beside: counting may use it.
    pub(crate) known: Option<SymmetryGroup>,
    /// Variables that matter and that neither a constraint nor a symmetry speaks of, left out of the question:
    /// each doubles the answer.
    pub(crate) free: usize,
    /// Those variables.
    pub(crate) free_vars: Vec<Var>,
    /// Whether not all variables matter.
    pub(crate) is_projected: bool,
}

/// An input that can be asked about, or a puzzle that counting alone has refuted.
pub(crate) enum Asked {
    Subject(Box<Subject>),
    /// The reason.
    Impossible(String),
    /// A signal or the end of the time came while reading.
    Interrupted,
}

/// Opens and reads the input. With `keep_free`, free variables stay in the question.
pub(crate) fn open(
    session: &mut Session,
    input: &Path,
    scope: &Scope,
    reading: &Reading,
    keep_free: bool,
) -> Result<Asked, Failure> {
    match reading::open(input, reading, session.clock())? {
        Opened::Formula(formula) => of_formula(session, formula, scope, reading, keep_free),
        Opened::Puzzle(puzzle) => {
            session.note_all(reading, &puzzle);
            of_puzzle(puzzle, scope, &session.clock())
        }
        Opened::Impossible(error) => Ok(Asked::Impossible(error.message)),
        Opened::Interrupted => Ok(Asked::Interrupted),
    }
}

fn of_puzzle(puzzle: AnyPuzzle, scope: &Scope, clock: &Clock) -> Result<Asked, Failure> {
    if scope.project.is_some() {
        return Err(Failure::new("--project is for formulas: of a puzzle, what its solution shows matters"));
    }
    let Some(compiled) = reading::compile(&puzzle, clock)? else { return Ok(Asked::Interrupted) };
    let group = match (&scope.symmetry, scope.up_to_symmetry) {
        (Some(_), _) => group_of_file(&compiled.cnf, scope, clock),
        (None, Some(choice)) => group_of_puzzle(&compiled, choice, clock).map(Some),
        (None, None) => Ok(None),
    };
    if clock.is_over() {
        return Ok(Asked::Interrupted);
    }
    let group = group?;
    let known = match (&group, compiled.symmetry()) {
        (None, Some(spec)) => group_of_spec(&compiled.cnf, spec, clock).map(Some),
        _ => Ok(None),
    };
    if clock.is_over() {
        return Ok(Asked::Interrupted);
    }
    let known = known?;
    Ok(Asked::Subject(Box::new(Subject {
        cnf: compiled.cnf,
        puzzle: Some(puzzle),
        group,
        known,
        free: 0,
        free_vars: Vec::new(),
        is_projected: false,
    })))
}

/// The symmetries that the encoders know, of the kinds of puzzles whose boards turn; of others, in which values may change places
/// too, those that are found in the formula.
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
        None => Err(Failure::new("of this puzzle's symmetries, the rotations are no group of their own")),
    }
}

fn group_of_spec(
    cnf: &Cnf,
    SymmetrySpec { generators, name, .. }: &SymmetrySpec,
    clock: &Clock,
) -> Result<SymmetryGroup, Failure> {
    // The encoders have verified them on the rules; where the encoding is as symmetric as the rules, that is done again.
    SymmetryGroup::from_generators_within(cnf, generators, name, clock)
        .or_else(|error| match error {
            SymmetryError::Stopped => Err(error),
            _ => SymmetryGroup::from_verified(cnf, generators, name),
        })
        .map_err(|error| Failure::new(format!("internal error, please report it: {name}: {error}")))
}

fn group_of_file(cnf: &Cnf, scope: &Scope, clock: &Clock) -> Result<Option<SymmetryGroup>, Failure> {
    let Some(path) = &scope.symmetry else { return Ok(None) };
    if path.as_os_str() == AUTO {
        return SymmetryGroup::detect_within(cnf, clock).map(Some).ok_or_else(reading::out_of_time);
    }
    let text = reading::read_text(path, clock)?;
    let name = path.file_stem().map_or("given".into(), |name| escaped(&name.to_string_lossy()).replace(' ', "-"));
    let group = match scope.unverified {
        true => SymmetryGroup::read_verified_within(cnf, &text, name, clock),
        false => SymmetryGroup::read_within(cnf, &text, name, clock),
    };
    group.map(Some).map_err(|error| Failure::about(reading::name_of(path), error))
}

fn of_formula(
    session: &mut Session,
    mut formula: Formula,
    scope: &Scope,
    reading: &Reading,
    keep_free: bool,
) -> Result<Asked, Failure> {
    if scope.up_to_symmetry.is_some() && scope.symmetry.is_none() {
        return Err(Failure::new(
            "of a formula, --symmetry FILE gives the symmetries, and --symmetry auto searches for them",
        ));
    }
    session.comment(format_args!("Gordian {}", env!("CARGO_PKG_VERSION")))?;
    session.comment(format_args!("reading {}", formula.name()))?;
    session.flush()?;
    let mut clauses = Clauses::default();
    let Some(report) = formula.read(&mut clauses)? else {
        return Ok(Asked::Interrupted);
    };
    for warning in &report.warnings {
        session.warn(reading, warning)?;
    }
    if report.num_queries > 0 {
        return Err(Failure::about(formula.name(), "a file of queries can be solved, not listed or counted"));
    }
    tell_of_weights(session, reading, &formula, &report, !keep_free)?;
    let num_vars = report.num_vars();
    let Clauses { mut cnf, used, .. } = clauses.judged(formula.name())?;
    let visible: Option<Vec<Var>> = match &scope.project {
        Some(Projection::All) => None,
        Some(Projection::Ranges(ranges)) => Some(vars_in(ranges, num_vars)?),
        None => report.visible.clone(),
    };
    let is_used = |var: &Var| used.get(var.index()).copied().unwrap_or(false);
    let num_used = used.iter().filter(|&&used| used).count();
    let of_interest = visible.as_ref().map_or(num_vars, Vec::len);
    let used_of_interest =
        visible.as_ref().map_or(num_used, |visible| visible.iter().filter(|var| is_used(var)).count());
    session.comment(format_args!("{num_vars} variables, {num_used} of them used, {} clauses", report.clauses))?;
    if visible.is_some() {
        session.comment(format_args!("{of_interest} variables matter, {used_of_interest} of them are used"))?;
    }
    session.flush()?;
    let free = of_interest - used_of_interest;
    if free > MOST_FREE {
        let message = format!("{free} variables stand in no clause, each of them would double the number of models");
        return Err(Failure::about(formula.name(), message));
    }
    let is_projected = visible.is_some() || report.count_type == Some(CountType::Projected);
    // A symmetry may move variables that stand in no clause: then they have to be part of the question.
    let keep_free = keep_free || scope.symmetry.as_ref().is_some_and(|path| path.as_os_str() != AUTO);
    cnf.reserve_vars(if keep_free { num_vars } else { 0 });
    let all = || (0..num_vars).map(Var::from_index);
    let is_free = |var: &Var| !is_used(var);
    let free_vars: Vec<Var> = match (&visible, keep_free) {
        (_, true) => Vec::new(),
        (Some(visible), false) => visible.iter().copied().filter(is_free).collect(),
        (None, false) => all().filter(is_free).collect(),
    };
    let visible: Vec<Var> = match (visible, keep_free) {
        (Some(visible), true) => visible,
        (Some(visible), false) => visible.into_iter().filter(is_used).collect(),
        (None, true) => all().collect(),
        (None, false) => (0..used.len()).map(Var::from_index).filter(is_used).collect(),
    };
    cnf.add_visible(&visible);
    let group = group_of_file(&cnf, scope, &session.clock());
    if session.clock().is_over() {
        return Ok(Asked::Interrupted);
    }
    let group = group?;
    Ok(Asked::Subject(Box::new(Subject {
        cnf,
        puzzle: None,
        group,
        known: None,
        free: free_vars.len(),
        free_vars,
        is_projected,
    })))
}

/// Refuses a file that asks for weights. Of others it says that weights are left out, where what is
/// counted could be taken for their sum.
fn tell_of_weights(
    session: &mut Session,
    reading: &Reading,
    formula: &Formula,
    report: &Report,
    counts: bool,
) -> Result<(), Failure> {
    if matches!(report.count_type, Some(CountType::Weighted | CountType::ProjectedWeighted)) {
        return Err(Failure::about(formula.name(), "the file asks for weights, which are not counted"));
    }
    let Some(place) = report.weights.filter(|_| counts) else { return Ok(()) };
    let message = "weights of literals are left out: models are counted, not their weights";
    if reading.strict {
        return Err(Failure::new(format!("{}:{}:{}: {message}", formula.name(), place.line, place.column)));
    }
    Ok(session.warn(reading, format_args!("{place}: {message}"))?)
}

/// A formula in memory with the variables that matter; `None` if a signal or the end of the time came first.
pub(crate) fn read_whole(
    session: &mut Session,
    mut formula: Formula,
    project: Option<&Projection>,
    reading: &Reading,
    counts: bool,
) -> Result<Option<Cnf>, Failure> {
    let mut clauses = Clauses::default();
    let Some(report) = formula.read(&mut clauses)? else { return Ok(None) };
    for warning in &report.warnings {
        session.warn(reading, warning)?;
    }
    if report.num_queries > 0 {
        return Err(Failure::about(formula.name(), "a file of queries can be solved, nothing else"));
    }
    if counts {
        tell_of_weights(session, reading, &formula, &report, true)?;
    }
    let num_vars = report.num_vars();
    let Clauses { mut cnf, used, .. } = clauses.judged(formula.name())?;
    let visible = match project {
        Some(Projection::All) => None,
        Some(Projection::Ranges(ranges)) => Some(vars_in(ranges, num_vars)?),
        None => report.visible.clone(),
    };
    // A variable that is declared only can have either value; of many such, nobody wants a list.
    let is_used = |var: &Var| used.get(var.index()).copied().unwrap_or(false);
    let all = || (0..num_vars).map(Var::from_index);
    let visible = match visible {
        Some(visible) => visible,
        None if num_vars - used.iter().filter(|&&used| used).count() > MOST_FREE => all().filter(is_used).collect(),
        None => all().collect(),
    };
    cnf.add_visible(&visible);
    Ok(Some(cnf))
}

/// The variables of these ranges, each once.
fn vars_in(ranges: &[(u32, u32)], num_vars: usize) -> Result<Vec<Var>, Failure> {
    let largest = ranges.iter().map(|&(_, last)| last).max().unwrap_or(0);
    if largest as usize > num_vars {
        let message = format!("--project: variable {largest} is beyond the last one, {num_vars}");
        return Err(Failure::new(message));
    }
    let mut vars: Vec<Var> = ranges
        .iter()
        .flat_map(|&(first, last)| (first - 1..last).map(|index| Var::from_index(index as usize)))
        .collect();
    vars.sort_unstable();
    vars.dedup();
    Ok(vars)
}

/// Clauses kept in memory, and which variables they use.
#[derive(Default)]
struct Clauses {
    cnf: Cnf,
    used: Vec<bool>,
    /// A variable that is too large to be kept, where there is one: then not all clauses are.
    too_large: Option<Var>,
}

impl Clauses {
    /// # Errors
    /// If a variable is too large.
    fn judged(self, name: &str) -> Result<Clauses, Failure> {
        match self.too_large {
            Some(var) => Err(reading::too_large(name, var)),
            None => Ok(self),
        }
    }
}

impl FormulaTarget for Clauses {
    fn clause(&mut self, clause: &[Lit]) {
        self.too_large = self.too_large.or_else(|| reading::first_too_large(clause));
        if self.too_large.is_some() {
            return;
        }
        self.cnf.add_clause(clause);
        self.used.resize(self.cnf.num_vars(), false);
        for lit in clause {
            self.used[lit.var().index()] = true;
        }
    }
}

impl Subject {
    /// The question, with what the command line says about it.
    pub(crate) fn question(&self, session: &Session, scope: &Scope) -> Result<Question<'_>, Failure> {
        let mut limits = session.limits();
        if let Some(limit) = scope.limit {
            limits = limits.with_solutions(limit.into());
        }
        let question = Question::new(&self.cnf).with_limits(limits).with_method(scope.method).with_check(scope.check);
        let threads = session.common.threads.map_or(1, |threads| threads as usize);
        let question = question.with_threads(threads);
        Ok(question
            .up_to(self.group.as_ref())
            .knowing(self.known.as_ref())
            .with_options(session.options(reading::usual_options(self.puzzle.as_ref()))?))
    }

    /// The variables that a listed model shows.
    pub(crate) fn shown(&self) -> Vec<Var> {
        self.cnf.projection()
    }
}

/// Says how the answer was found, and why it is not complete.
pub(crate) fn explain(session: &mut Session, answer: &Answer) -> io::Result<()> {
    session.comment(format_args!("method {}", answer.method))?;
    if let Some(method) = answer.checked_by {
        session.comment(format_args!("checked by method {method}"))?;
    }
    match answer.stop {
        Some(stop) => session.comment(format_args!("stopped: {}", sentence::reason(stop))),
        None => Ok(()),
    }
}

/// The keys that documents of `count` and `list` share.
pub(crate) fn describe(answer: &Answer, free: usize, mut insert: impl FnMut(&str, Value)) {
    insert("complete", answer.is_complete().into());
    insert("count", decimal(answer.exact_count(), free).into());
    if let Some(orbits) = answer.exact_orbits() {
        insert("orbits", decimal(orbits, free).into());
    }
    if let Some(group) = &answer.group {
        // Orders beyond 64 bits are no numbers of JSON that readers keep exactly.
        let order = group.order.map(|order| u64::try_from(order).map_or(order.to_string().into(), Value::from));
        insert("group", json!({ "name": group.name, "order": order }));
    }
    insert("method", answer.method.to_string().into());
    if let Some(method) = answer.checked_by {
        insert("checked_by", method.to_string().into());
    }
}

/// Prints what the engine or the exact-cover search counted.
pub(crate) fn print_statistics(session: &mut Session, answer: &Answer) -> io::Result<()> {
    if let Some(statistics) = &answer.statistics {
        return session.print_statistics(statistics);
    }
    if let Some(effort) = answer.effort.filter(|_| session.common.verbose) {
        let rows = [
            ("simplified variables", effort.vars),
            ("simplified clauses", effort.clauses),
            ("decomposition width", effort.width),
            ("decisions", effort.decisions),
            ("conflicts", effort.conflicts),
            ("propagations", effort.propagations),
            ("components looked up", effort.lookups),
            ("components known", effort.hits),
        ];
        return rows.iter().try_for_each(|(name, value)| session.comment(format_args!("{name:<20} {value:>16}")));
    }
    match answer.nodes {
        Some(nodes) if session.common.verbose => session.comment(format_args!("{:<20} {nodes:>16}", "nodes")),
        _ => Ok(()),
    }
}

/// Answers for a puzzle that counting alone has refuted.
pub(crate) fn refute(session: &mut Session, reason: &str) -> Result<u8, Failure> {
    let status = Status::of(false, true);
    if session.common.json {
        let document = json!({
            "status": status.word(), "complete": true, "count": "0", "solutions": [], "reason": reason,
            "seconds": json::seconds(session.elapsed()),
        });
        session.print_document(document)?;
    } else {
        writeln!(session.out, "There is no solution: {reason}.")?;
    }
    Ok(status.code())
}

/// Answers when a signal or the end of the time came while the input was read.
pub(crate) fn interrupted(session: &mut Session) -> Result<u8, Failure> {
    let status = Status::of(false, false);
    if session.common.json {
        let document = json!({
            "status": status.word(), "complete": false, "count": "0", "solutions": [],
            "seconds": json::seconds(session.elapsed()),
        });
        session.print_document(document)?;
    } else {
        writeln!(session.out, "s {status}")?;
    }
    Ok(status.code())
}
