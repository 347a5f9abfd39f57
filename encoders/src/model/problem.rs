//! Variables and constraints of a problem, and its formula.

use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Model, Var};

use super::constraint::Constraint;
use super::poster::{Encoded, Poster};
use super::variable::{Assignment, Boolean, Integer};
use crate::encode::{EncodingError, MAX_MAGNITUDE, MAX_VALUES, go_on};
use crate::rule::{Guarding, Rule, RuleWriter, Written};

/// Variables between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 8;

/// A problem: named variables, and constraints that stand for its rules.
///
/// Handles of variables belong to the problem that made them.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    variables: Vec<Variable>,
    constraints: Vec<(Rule, Constraint)>,
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    /// `None` for a Boolean.
    values: Option<Vec<i64>>,
    /// Whether its value belongs to a solution.
    is_visible: bool,
}

/// A problem as a formula.
#[derive(Clone, Debug)]
pub struct ProblemFormula {
    /// The formula; the visible variables are the first ones.
    pub cnf: Cnf,
    /// What each visible variable means when it is true: `x=3`, `x>=3` for an integer with many values, or the name of
    /// a Boolean.
    pub meanings: Vec<String>,
    /// The rules of the constraints, in their order.
    pub rules: Vec<Rule>,
    /// The selector of each rule, parallel to `rules`; empty where rules simply hold.
    pub selectors: Vec<Lit>,
    variables: Vec<Encoded>,
}

impl Problem {
    /// A problem without variables.
    pub fn new() -> Problem {
        Problem::default()
    }

    /// A Boolean variable that belongs to a solution.
    pub fn boolean(&mut self, name: impl Into<String>) -> Boolean {
        let index = self.push(Variable { name: name.into(), values: None, is_visible: true });
        Boolean { index, positive: true }
    }

    /// An integer variable that belongs to a solution.
    ///
    /// # Errors
    /// [`EncodingError::EmptyDomain`], [`EncodingError::DomainTooLarge`], [`EncodingError::Overflow`].
    pub fn integer(
        &mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = i64>,
    ) -> Result<Integer, EncodingError> {
        let values = Some(domain(values)?);
        Ok(Integer { index: self.push(Variable { name: name.into(), values, is_visible: true }) })
    }

    /// A Boolean variable that two solutions need not differ in.
    pub fn hidden_boolean(&mut self, name: impl Into<String>) -> Boolean {
        let index = self.push(Variable { name: name.into(), values: None, is_visible: false });
        Boolean { index, positive: true }
    }

    /// An integer variable that two solutions need not differ in.
    ///
    /// # Errors
    /// As [`Problem::integer`].
    pub fn hidden_integer(
        &mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = i64>,
    ) -> Result<Integer, EncodingError> {
        let values = Some(domain(values)?);
        Ok(Integer { index: self.push(Variable { name: name.into(), values, is_visible: false }) })
    }

    /// The values that an integer variable may have, increasing.
    pub fn values(&self, integer: Integer) -> &[i64] {
        self.variables[integer.index].values.as_deref().unwrap_or_default()
    }

    /// Demands a constraint, as a rule of the problem.
    pub fn require(&mut self, rule: Rule, constraint: Constraint) {
        self.constraints.push((rule, constraint));
    }

    /// The rules and their constraints, in order.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = (&Rule, &Constraint)> {
        self.constraints.iter().map(|(rule, constraint)| (rule, constraint))
    }

    /// The first rule that an assignment breaks, judged by the constraints' meaning; no clause is involved.
    pub fn first_broken(&self, assignment: &Assignment) -> Option<&Rule> {
        self.constraints.iter().find(|(_, constraint)| !constraint.holds_in(assignment)).map(|(rule, _)| rule)
    }

    /// The problem as a formula in which all rules hold.
    ///
    /// # Errors
    /// If numbers are too large to be encoded.
    pub fn compile(&self) -> Result<ProblemFormula, EncodingError> {
        self.compile_as(Guarding::None, &Clock::unlimited())
    }

    /// The problem as a formula in which each rule holds where its selector is true.
    ///
    /// # Errors
    /// If numbers are too large to be encoded.
    pub fn compile_guarded(&self) -> Result<ProblemFormula, EncodingError> {
        self.compile_as(Guarding::Selectors, &Clock::unlimited())
    }

    /// The problem as a formula in which rules hold or can be left out, until the clock is over.
    ///
    /// # Errors
    /// If numbers are too large to be encoded; [`EncodingError::Stopped`].
    pub fn compile_as(&self, guarding: Guarding, clock: &Clock) -> Result<ProblemFormula, EncodingError> {
        let mut cnf = Cnf::new();
        let (mut meanings, mut visible) = (Vec::new(), Vec::new());
        let mut literals: Vec<Vec<Var>> = vec![Vec::new(); self.variables.len()];
        for is_visible in [true, false] {
            for (variable, own) in self.variables.iter().zip(&mut literals) {
                if variable.is_visible == is_visible {
                    *own = cnf.new_vars(variable.width());
                    if is_visible {
                        visible.extend(own.iter().copied());
                        meanings.extend(variable.meanings());
                    }
                }
            }
        }
        cnf.add_visible(&visible);
        let mut encoded = Vec::with_capacity(self.variables.len());
        let mut poller = clock.poller(POLL_INTERVAL);
        for (variable, vars) in self.variables.iter().zip(&literals) {
            if poller.is_over() {
                return Err(EncodingError::Stopped);
            }
            encoded.push(match &variable.values {
                None => Encoded::Boolean(vars[0].positive()),
                Some(values) => Encoded::integer(&mut cnf, values.clone(), vars),
            });
        }
        let writer = RuleWriter::within(cnf, guarding, clock);
        let mut poster = Poster { writer, variables: encoded, guard: None };
        for (rule, constraint) in &self.constraints {
            go_on(&poster)?;
            poster.guard = poster.writer.begin(rule.clone());
            poster.post(constraint)?;
        }
        go_on(&poster)?;
        let Written { cnf, rules, selectors } = poster.writer.finish();
        Ok(ProblemFormula { cnf, meanings, rules, selectors, variables: poster.variables })
    }

    fn push(&mut self, variable: Variable) -> usize {
        self.variables.push(variable);
        self.variables.len() - 1
    }
}

impl Variable {
    fn width(&self) -> usize {
        self.values.as_ref().map_or(1, |values| Encoded::width(values.len()))
    }

    /// What its literals mean.
    fn meanings(&self) -> Vec<String> {
        match &self.values {
            None => vec![self.name.clone()],
            Some(values) => {
                let width = self.width();
                let sign = if width == values.len() || values.len() == 2 { "=" } else { ">=" };
                values[values.len() - width..].iter().map(|value| format!("{}{sign}{value}", self.name)).collect()
            }
        }
    }
}

impl ProblemFormula {
    /// The values of all variables in a model of the formula.
    pub fn assignment(&self, model: &Model) -> Assignment {
        let value = |variable: &Encoded| match variable {
            Encoded::Boolean(lit) => i64::from(model.satisfies(*lit)),
            Encoded::Integer { order: Some(order), .. } => order.value_in(model),
            Encoded::Integer { values, equal, .. } => {
                let is = |truth: &Option<_>| truth.is_some_and(|truth: crate::encode::Truth| truth.holds_in(model));
                equal.iter().position(is).map_or(values[0], |index| values[index])
            }
        };
        Assignment { values: self.variables.iter().map(value).collect() }
    }
}

/// The values in order, each once.
fn domain(values: impl IntoIterator<Item = i64>) -> Result<Vec<i64>, EncodingError> {
    let limit = MAX_VALUES as usize;
    let mut values: Vec<i64> = values.into_iter().take(limit + 1).collect();
    if values.len() > limit {
        return Err(EncodingError::DomainTooLarge { values: values.len() as u64, limit: MAX_VALUES });
    }
    values.sort_unstable();
    values.dedup();
    match (values.first(), values.last()) {
        (Some(&least), Some(&most)) if least >= -MAX_MAGNITUDE && most <= MAX_MAGNITUDE => Ok(values),
        (Some(_), _) => Err(EncodingError::Overflow),
        (None, _) => Err(EncodingError::EmptyDomain),
    }
}
