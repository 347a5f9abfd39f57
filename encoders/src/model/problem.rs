//! Variables and constraints of a problem, and its formula.

use std::collections::HashMap;

use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Model, Timed, Var};

use super::constraint::Constraint;
use super::poster::{Encoded, Poster};
use super::variable::{Assignment, Boolean, Form, Integer, Operand, Representation, Stated, View};
use crate::encode::{EncodingError, IntVar, MAX_MAGNITUDE, MAX_VALUES, Truth, go_on};
use crate::rule::{Guarding, Rule, RuleWriter, Written};

/// Variables between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 8;

/// A problem: named variables, and constraints that stand for its rules.
///
/// Handles of variables belong to the problem that made them.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    variables: Vec<Variable>,
    /// The position of each view among the variables.
    pub(super) views: HashMap<View, usize>,
    /// The position of the Boolean that is true, once it is asked for.
    pub(super) truth: Option<usize>,
    constraints: Vec<Demanded>,
    /// Variables whose literals the formula is to show.
    exposed: Vec<Operand>,
}

#[derive(Clone, Debug)]
struct Demanded {
    rule: Rule,
    constraint: Constraint,
    /// Whether it is a rule of the problem, or a part of its structure.
    is_rule: bool,
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    form: Form,
    /// Whether its value belongs to a solution.
    is_visible: bool,
}

/// A problem as a formula.
#[derive(Clone, Debug)]
pub struct ProblemFormula {
    /// The formula; the visible variables are the first ones.
    pub cnf: Cnf,
    /// The meaning of each visible variable that is true: `x=3`, `x>=3` for an integer with many values, or the name of
    /// a Boolean.
    pub meanings: Vec<String>,
    /// The rules of the constraints, in their order, without those that are never left out.
    pub rules: Vec<Rule>,
    /// The selector of each rule, parallel to `rules`; empty where rules simply hold.
    pub selectors: Vec<Lit>,
    pub(super) variables: Vec<Encoded>,
    /// The literals of Booleans that are exposed.
    exposed: HashMap<Boolean, Truth>,
}

impl Problem {
    /// A problem without variables.
    pub fn new() -> Problem {
        Problem::default()
    }

    /// A Boolean variable that belongs to a solution.
    pub fn boolean(&mut self, name: impl Into<String>) -> Boolean {
        let index = self.push(Variable { name: name.into(), form: Form::Boolean, is_visible: true });
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
        let form = Form::Integer(domain(values)?, Representation::BySize);
        Ok(Integer { index: self.push(Variable { name: name.into(), form, is_visible: true }) })
    }

    /// A Boolean variable that two solutions need not differ in.
    pub fn hidden_boolean(&mut self, name: impl Into<String>) -> Boolean {
        let index = self.push(Variable { name: name.into(), form: Form::Boolean, is_visible: false });
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
        let form = Form::Integer(domain(values)?, Representation::BySize);
        Ok(Integer { index: self.push(Variable { name: name.into(), form, is_visible: false }) })
    }

    /// The values that an integer variable may have, increasing.
    pub fn values(&self, integer: Integer) -> &[i64] {
        match &self.variables[integer.index].form {
            Form::Integer(values, _) | Form::View(View::Scaled { .. }, values) => values,
            Form::View(..) | Form::Boolean | Form::Truth => &[0, 1],
        }
    }

    /// Makes an integer variable of these literals; views have those of their variables.
    pub fn represent(&mut self, integer: Integer, representation: Representation) {
        if let Form::Integer(_, own) = &mut self.variables[integer.index].form {
            *own = representation;
        }
    }

    /// Makes a hidden integer variable belong to a solution, under this name.
    pub fn show(&mut self, integer: Integer, name: impl Into<String>) {
        let variable = &mut self.variables[integer.index];
        (variable.name, variable.is_visible) = (name.into(), true);
    }

    /// Shows the literal of a Boolean, or the order literals of an integer, in the formula: for constraints that others
    /// hold than clauses.
    pub fn expose(&mut self, operand: impl Into<Operand>) {
        self.exposed.push(operand.into());
    }

    /// Demands a constraint, as a rule of the problem.
    pub fn require(&mut self, rule: Rule, constraint: Constraint) {
        self.constraints.push(Demanded { rule, constraint, is_rule: true });
    }

    /// Demands a constraint that can never be left out, such as one that defines a variable. The formula does not list
    /// its rule, which only says what it is.
    pub fn define(&mut self, rule: Rule, constraint: Constraint) {
        self.constraints.push(Demanded { rule, constraint, is_rule: false });
    }

    /// The rules and their constraints, in order, among them those that are never left out.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = (&Rule, &Constraint)> {
        self.constraints.iter().map(|Demanded { rule, constraint, .. }| (rule, constraint))
    }

    /// The first rule that an assignment breaks, judged by the constraints' meaning; no clause is involved.
    pub fn first_broken(&self, assignment: &Assignment) -> Option<&Rule> {
        self.constraints().find(|(_, constraint)| !constraint.holds_in(assignment)).map(|(rule, _)| rule)
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
        let mut sink = Timed::new(Cnf::new(), clock.clone());
        let (mut variables, meanings) = self.encode_variables(&mut sink, clock)?;
        let mut writer = RuleWriter::within(sink.into_inner(), guarding, clock);
        for Demanded { rule, constraint, is_rule } in &self.constraints {
            go_on(writer.structure())?;
            let guard = if *is_rule { writer.begin(rule.clone()) } else { None };
            Poster { sink: writer.structure(), variables: &mut variables, guard }.post(constraint)?;
        }
        let mut exposed = HashMap::new();
        let mut poster = Poster { sink: writer.structure(), variables: &mut variables, guard: None };
        for &operand in &self.exposed {
            go_on(poster.sink)?;
            match operand {
                Operand::Boolean(boolean) => _ = exposed.insert(boolean, poster.boolean(boolean)),
                Operand::Integer(integer) => _ = poster.int_var(integer),
            }
        }
        go_on(writer.structure())?;
        let Written { cnf, rules, selectors } = writer.finish();
        variables.truncate(self.variables.len());
        Ok(ProblemFormula { cnf, meanings, rules, selectors, variables, exposed })
    }

    /// All variables, visible ones first, and what the literals of these mean.
    fn encode_variables<S: ClauseSink>(
        &self,
        sink: &mut S,
        clock: &Clock,
    ) -> Result<(Vec<Encoded>, Vec<String>), EncodingError> {
        let meanings = self.stated().map(|stated| self.text_of(stated)).collect();
        let mut visible = Vec::new();
        let mut literals: Vec<Vec<Var>> = vec![Vec::new(); self.variables.len()];
        for is_visible in [true, false] {
            for (variable, own) in self.variables.iter().zip(&mut literals) {
                if variable.is_visible == is_visible {
                    *own = sink.new_vars(variable.width());
                    if is_visible {
                        visible.extend(own.iter().copied());
                    }
                }
            }
        }
        sink.add_visible(&visible);
        let mut encoded = Vec::with_capacity(self.variables.len());
        let mut poller = clock.poller(POLL_INTERVAL);
        for (variable, vars) in self.variables.iter().zip(&literals) {
            if poller.is_over() {
                return Err(EncodingError::Stopped);
            }
            encoded.push(match &variable.form {
                Form::Boolean => Encoded::Boolean(vars[0].positive().into()),
                Form::Truth => Encoded::Boolean(Truth::Always),
                Form::Integer(values, _) => Encoded::integer(sink, values.clone(), vars),
                Form::View(view, values) => Encoded::View { view: *view, values: values.clone(), order: None },
            });
        }
        Ok((encoded, meanings))
    }

    /// The statements of the visible variables of the formula, in their order.
    pub fn stated(&self) -> impl Iterator<Item = Stated> {
        let visible = self.variables.iter().enumerate().filter(|(_, variable)| variable.is_visible);
        visible.flat_map(|(index, variable)| variable.stated(index))
    }

    /// A statement in words: `x=3`.
    fn text_of(&self, stated: Stated) -> String {
        let name = |index: usize| &self.variables[index].name;
        match stated {
            Stated::Holds(of) => name(of.index).clone(),
            Stated::Is(of, value) => format!("{}={value}", name(of.index)),
            Stated::AtLeast(of, value) => format!("{}>={value}", name(of.index)),
        }
    }

    /// The thing behind a handle with this number.
    pub(super) fn form(&self, index: usize) -> &Form {
        &self.variables[index].form
    }

    fn push(&mut self, variable: Variable) -> usize {
        self.variables.push(variable);
        self.variables.len() - 1
    }

    /// A variable without literals of its own.
    pub(super) fn push_form(&mut self, form: Form) -> usize {
        self.push(Variable { name: String::new(), form, is_visible: false })
    }

    /// The view behind a handle.
    pub(super) fn view_of(&self, integer: Integer) -> Option<View> {
        match self.variables[integer.index].form {
            Form::View(view, _) => Some(view),
            _ => None,
        }
    }

    /// Whether the Boolean that is true stands behind a handle, or its negation; `None` for others.
    pub(super) fn constant_of(&self, boolean: Boolean) -> Option<bool> {
        matches!(self.variables[boolean.index].form, Form::Truth).then_some(boolean.positive)
    }
}

impl Variable {
    fn width(&self) -> usize {
        match &self.form {
            Form::Boolean => 1,
            Form::Integer(values, representation) => Encoded::width(values.len(), *representation),
            Form::Truth | Form::View(..) => 0,
        }
    }

    /// The statements of its literals.
    fn stated(&self, index: usize) -> Vec<Stated> {
        match &self.form {
            Form::Boolean => vec![Stated::Holds(Boolean { index, positive: true })],
            Form::Truth | Form::View(..) => Vec::new(),
            Form::Integer(values, _) => {
                let (width, of) = (self.width(), Integer { index });
                let is_equal = width == values.len() || values.len() == 2;
                let stated = |&value| if is_equal { Stated::Is(of, value) } else { Stated::AtLeast(of, value) };
                values[values.len() - width..].iter().map(stated).collect()
            }
        }
    }
}

impl ProblemFormula {
    /// Whether an exposed Boolean is true.
    pub fn truth(&self, boolean: Boolean) -> Option<Truth> {
        self.exposed.get(&boolean).copied()
    }

    /// The order literals of an exposed integer.
    pub fn order(&self, integer: Integer) -> Option<IntVar> {
        match &self.variables[integer.index] {
            Encoded::Integer { order, .. } | Encoded::View { order, .. } => order.clone(),
            Encoded::Boolean(_) => None,
        }
    }

    /// The values of all variables in a model of the formula.
    pub fn assignment(&self, model: &Model) -> Assignment {
        let mut all = Vec::with_capacity(self.variables.len());
        for variable in &self.variables {
            let value = match variable {
                Encoded::Boolean(truth) => i64::from(truth.holds_in(model)),
                Encoded::Integer { order: Some(order), .. } => order.value_in(model),
                Encoded::Integer { values, equal, .. } => {
                    let is = |truth: &Option<Truth>| truth.is_some_and(|truth| truth.holds_in(model));
                    equal.iter().position(is).map_or(values[0], |index| values[index])
                }
                Encoded::View { view, .. } => view.value(&all),
            };
            all.push(value);
        }
        Assignment { values: all }
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
