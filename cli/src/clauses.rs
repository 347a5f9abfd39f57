//! Formulas that are held in memory, for verbs that ask one question about them.

use gordian_formula::dimacs::{CountType, FormulaTarget, Report};
use gordian_formula::{ClauseSink, Cnf, Lit, Var, sorted_set};

use crate::arguments::Projection;
use crate::ask::Ended;
use crate::failure::Failure;
use crate::reading::Formula;
use crate::render::report::numbers;
use crate::session::Session;

/// The largest number of variables in no clause that are listed or counted. With more, the header
/// is wrong or the count is too long to print.
const MOST_FREE: usize = 1_000_000;

/// The largest variable: there are tables with an entry for each, however few are used.
const LARGEST_VARIABLE: usize = 1 << 27;

/// The largest number of variables in no clause that are shown in a model.
pub(crate) const MOST_UNUSED: usize = 10_000_000;

/// The question that is asked about a formula.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    List,
    Count,
    /// The weights of models.
    Weigh,
    /// A diagram of the models.
    Diagram,
    Facts,
    CountedFacts,
    Explain,
}

impl Purpose {
    /// The words that refuse a file of queries.
    fn refused(self) -> &'static str {
        match self {
            Purpose::List | Purpose::Count | Purpose::Weigh | Purpose::Diagram => "listed or counted",
            Purpose::Facts | Purpose::CountedFacts => "asked for facts",
            Purpose::Explain => "explained",
        }
    }
}

/// Clauses, the variables they use, and, if asked for, the lines they stand in.
#[derive(Default)]
pub(crate) struct Clauses {
    pub(crate) cnf: Cnf,
    pub(crate) lines: Option<Vec<u64>>,
    used: Vec<bool>,
    /// A variable that is too large to be kept, if there is one. Then some clauses are missing.
    too_large: Option<Var>,
}

impl Clauses {
    /// Reads a formula, prints warnings about it, and refuses one that the question does not fit.
    pub(crate) fn read(
        session: &mut Session,
        formula: &mut Formula,
        purpose: Purpose,
    ) -> Result<(Clauses, Report), Ended> {
        formula.read_weights(purpose == Purpose::Weigh);
        let lines = (purpose == Purpose::Explain).then(Vec::new);
        let mut clauses = Clauses { lines, ..Clauses::default() };
        let report = formula.read_and_warn(session, &mut clauses)?;
        if report.num_queries > 0 {
            let message = format!("a file of queries (`p inccnf`) can be solved, but not {}", purpose.refused());
            return Err(Failure::about(formula.name(), message).into());
        }
        match purpose {
            Purpose::List => tell_of_weights(session, formula, &report, false)?,
            Purpose::Count | Purpose::Diagram | Purpose::CountedFacts => {
                tell_of_weights(session, formula, &report, true)?
            }
            Purpose::Weigh | Purpose::Facts | Purpose::Explain => {}
        }
        match clauses.too_large {
            Some(var) => Err(Failure::about(formula.name(), too_large(var)).into()),
            None => Ok((clauses, report)),
        }
    }

    pub(crate) fn is_used(&self, var: Var) -> bool {
        self.used.get(var.index()).copied().unwrap_or(false)
    }

    pub(crate) fn num_used(&self) -> usize {
        self.used.iter().filter(|&&used| used).count()
    }

    /// The variables in clauses, ascending.
    pub(crate) fn used_vars(&self) -> Vec<Var> {
        let used = self.used.iter().enumerate().filter(|(_, used)| **used);
        used.map(|(index, _)| Var::from_index(index)).collect()
    }
}

impl FormulaTarget for Clauses {
    fn clause(&mut self, clause: &[Lit]) {
        self.clause_at(clause, 0);
    }

    fn clause_at(&mut self, clause: &[Lit], line: u64) {
        let mut vars = clause.iter().map(|lit| lit.var());
        self.too_large = self.too_large.or_else(|| vars.find(|var| var.index() >= LARGEST_VARIABLE));
        if self.too_large.is_some() {
            return;
        }
        self.cnf.add_clause(clause);
        self.used.resize(self.cnf.num_vars(), false);
        for lit in clause {
            self.used[lit.var().index()] = true;
        }
        self.lines.iter_mut().for_each(|lines| lines.push(line));
    }
}

/// Refuses a formula with more variables than tables may have entries.
pub(crate) fn refuse_large(num_vars: usize) -> Result<(), Failure> {
    if num_vars <= LARGEST_VARIABLE {
        return Ok(());
    }
    Err(Failure::new(too_large(Var::from_index(num_vars - 1))))
}

fn too_large(var: Var) -> String {
    let number = var.to_dimacs();
    format!("variable {number} is too large; only `solve` takes variables above {LARGEST_VARIABLE}")
}

/// Refuses a file that asks for weighted counting. If a file has weights and does not ask, warns
/// that the count leaves them out.
fn tell_of_weights(session: &mut Session, formula: &Formula, report: &Report, counts: bool) -> Result<(), Failure> {
    if matches!(report.count_type, Some(CountType::Weighted | CountType::ProjectedWeighted)) {
        let message = "the file asks for a weighted count; `count --weighted` makes one";
        return Err(Failure::about(formula.name(), message));
    }
    let Some(place) = report.weights.filter(|_| counts) else { return Ok(()) };
    let message = "the weights of literals are ignored: models are counted, not their weights";
    if session.reading.strict {
        return Err(Failure::new(format!("{}:{}:{}: {message}", formula.name(), place.line, place.column)));
    }
    Ok(session.warn(format_args!("{place}: {message}"))?)
}

/// The variables that matter: those of the command line, or else of the file; `None` for all.
pub(crate) fn visible(project: Option<&Projection>, report: &Report) -> Result<Option<Vec<Var>>, Failure> {
    match project {
        Some(Projection::All) => Ok(None),
        Some(Projection::Ranges(ranges)) => vars_in(ranges, report.num_vars()).map(Some),
        None => {
            let largest = report.visible.iter().flatten().max();
            refuse_large(largest.map_or(0, |var| var.index() + 1))?;
            Ok(report.visible.clone())
        }
    }
}

/// The literals of a model that are shown: those of all `num_vars` variables, unless most stand in no clause. `used`
/// are the others, ascending.
pub(crate) fn shown_literals(num_vars: usize, used: &[Var], is_true: impl Fn(Var) -> bool) -> Vec<i32> {
    let lit = |var: Var| var.lit(is_true(var));
    match num_vars.saturating_sub(used.len()) <= MOST_UNUSED {
        true => numbers((0..num_vars).map(Var::from_index).map(lit)),
        false => numbers(used.iter().copied().map(lit)),
    }
}

impl Clauses {
    /// The number of variables that matter and stand in no clause.
    pub(crate) fn num_free(&self, visible: Option<&[Var]>, num_vars: usize) -> usize {
        match visible {
            Some(visible) => visible.iter().filter(|&&var| !self.is_used(var)).count(),
            None => num_vars - self.num_used(),
        }
    }
}

/// Refuses a question about more variables in no clause than anybody wants to see or to count.
pub(crate) fn refuse_free(free: usize, name: &str) -> Result<(), Failure> {
    if free <= MOST_FREE {
        return Ok(());
    }
    let message = format!(
        "{free} variables stand in no clause, and each would double the number of models; --project names those that \
         matter"
    );
    Err(Failure::about(name, message))
}

/// The variables of these ranges, each once.
fn vars_in(ranges: &[(u32, u32)], num_vars: usize) -> Result<Vec<Var>, Failure> {
    let largest = ranges.iter().map(|&(_, last)| last).max().unwrap_or(0);
    if largest as usize > num_vars {
        let message = format!("--project: variable {largest} does not exist; the last one is {num_vars}");
        return Err(Failure::new(message));
    }
    if largest as usize > LARGEST_VARIABLE {
        return Err(Failure::new(format!("--project: {}", too_large(Var::from_index(largest as usize - 1)))));
    }
    let vars: Vec<Var> = sorted_set(
        ranges.iter().flat_map(|&(first, last)| (first - 1..last).map(|index| Var::from_index(index as usize))),
    );
    Ok(vars)
}
