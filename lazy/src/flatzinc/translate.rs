//! A model as a solver.

use std::cell::Cell;
use std::ops::ControlFlow;

use gordian_flatzinc::{Argument, Constraint, Domain, Goal, Model, Term, VariableId};
use gordian_solver::{Budget, Callbacks, Interrupt, Options, Outcome};

use super::error::TranslationError;
use super::translator::{Call, Refusal, Translator, Variable};
use super::{arithmetic, decomposed, globals, logic};
use crate::solver::LazySolver;
use crate::view::View;

/// The values of an integer that a model leaves open.
const ALL_INTEGERS: (i64, i64) = (-(1 << 52), 1 << 52);

/// A model of FlatZinc as a solver.
///
/// ```
/// use gordian_flatzinc::Model;
/// use gordian_lazy::{Options, Outcome, flatzinc::Translation};
///
/// let model = Model::read(
///     b"var 1..1000000: x; var 1..1000000: y; var 0..1000000000: z;
///     constraint int_times(x, y, z); constraint int_lin_le([-1], [z], -999999); solve minimize x;",
/// )?;
/// let mut translation = Translation::new(&model, Options::default())?;
/// let goal = translation.objective().expect("one that is to be small");
/// assert_eq!(translation.solver.minimize(goal, |_| ()), Outcome::Satisfiable);
/// let values = translation.values().expect("a solution");
/// assert_eq!((values[0], model.violation(&values)?), (1, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Translation {
    /// The solver, which has all constraints.
    pub solver: LazySolver,
    variables: Vec<Variable>,
    objective: Option<View>,
}

impl Translation {
    /// Translates a model. An integer of any value becomes one of 53 bits and a sign.
    ///
    /// # Errors
    /// [`TranslationError::Unsupported`] where a constraint is not known here, or not in
    /// this form: such a model is to be made a formula. The others where a model is wrong or has
    /// numbers that are too large.
    pub fn new(model: &Model, options: Options) -> Result<Translation, TranslationError> {
        let mut translator = Translator::new(LazySolver::with_options(options), model.variables.len());
        declare(&mut translator, model)?;
        for constraint in &model.constraints {
            post(&mut translator, constraint).map_err(|refusal| refusal.of(constraint))?;
        }
        let objective = match model.goal {
            Goal::Satisfy => None,
            Goal::Minimize(id) => Some((Term::Variable(id), false)),
            Goal::Maximize(id) => Some((Term::Variable(id), true)),
        };
        let objective = objective
            .map(|(term, is_negated)| translator.view(&term).map(|view| if is_negated { -view } else { view }));
        let objective = objective.transpose().map_err(|_| TranslationError::Goal)?;
        let variables = translator.variables.into_iter().flatten().collect();
        Ok(Translation { solver: translator.solver, variables, objective })
    }

    /// The integer to be as small as possible, if there is one: the objective, or its negation.
    pub fn objective(&self) -> Option<View> {
        self.objective
    }

    /// The variables of any value, which became integers of 53 bits and a sign: that there is no
    /// solution, or no better one, is known of these values alone.
    pub fn unbounded(&self) -> impl Iterator<Item = VariableId> {
        let is_open = |variable: &Variable| match *variable {
            Variable::Integer(integer) => self.solver.domain_bounds(integer) == ALL_INTEGERS,
            Variable::Literal(_) => false,
        };
        (0..).zip(&self.variables).filter(move |(_, variable)| is_open(variable)).map(|(at, _)| VariableId(at))
    }

    /// The values of the model's variables in the last solution, if there is one; 0 and 1 for Booleans.
    pub fn values(&self) -> Option<Vec<i64>> {
        values_in(&self.solver, &self.variables)
    }

    /// Searches for a best solution of a model with a goal, as [`LazySolver::minimize_with`] does. `improved` is told
    /// the values of the model's variables in each solution that is found, and may break off.
    pub fn optimize(&mut self, budget: &Budget, mut improved: impl FnMut(&[i64]) -> ControlFlow<()>) -> Outcome {
        let Translation { solver, variables, objective } = self;
        let Some(objective) = *objective else { return solver.solve_with(&[], budget, Callbacks::none()) };
        let is_over = Cell::new(false);
        solver.minimize_with(objective, budget, &mut || is_over.get(), |solver, _| {
            let values = values_in(solver, variables);
            is_over.set(is_over.get() || values.is_none_or(|values| improved(&values).is_break()));
        })
    }

    /// Visits solutions that differ in these variables, as [`LazySolver::enumerate`] does: `visit`
    /// is told the values of all variables of the model, and may break off.
    ///
    /// # Errors
    /// [`Interrupt`] where a limit was reached.
    pub fn enumerate(
        &mut self,
        of: &[VariableId],
        budget: &Budget,
        mut visit: impl FnMut(&[i64]) -> ControlFlow<()>,
    ) -> Result<(), Interrupt> {
        let Translation { solver, variables, .. } = self;
        let (mut literals, mut integers) = (Vec::new(), Vec::new());
        for id in of {
            match variables[id.index()] {
                Variable::Literal(lit) => literals.push(lit),
                Variable::Integer(integer) => integers.push(integer),
            }
        }
        solver.enumerate(&literals, &integers, budget, &mut |solver| {
            values_in(solver, variables).map_or(ControlFlow::Break(()), |values| visit(&values))
        })
    }
}

/// The values of the variables in the solver's last solution.
fn values_in(solver: &LazySolver, variables: &[Variable]) -> Option<Vec<i64>> {
    let value = |variable: &Variable| match *variable {
        Variable::Literal(lit) => solver.value(lit).map(i64::from),
        Variable::Integer(integer) => solver.value_of(integer),
    };
    variables.iter().map(value).collect()
}

/// Makes the variables. An integer that is a Boolean as a number needs none of its own.
fn declare(translator: &mut Translator, model: &Model) -> Result<(), TranslationError> {
    for (at, variable) in model.variables.iter().enumerate() {
        if variable.domain == Domain::Boolean {
            translator.variables[at] = Some(Variable::Literal(translator.solver.new_literal()));
        }
    }
    let is_whole = |domain: &Domain| match domain {
        Domain::Integer(Some(set)) => set.contains(0) && set.contains(1) && set.len() == 2,
        Domain::Integer(None) => true,
        Domain::Boolean => false,
    };
    for constraint in model.constraints.iter().filter(|constraint| constraint.name == "bool2int") {
        let [Argument::Term(of @ Term::Variable(_)), Argument::Term(Term::Variable(id))] = &constraint.arguments[..]
        else {
            continue;
        };
        if let Some(None) = translator.variables.get(id.index())
            && is_whole(&model.variables[id.index()].domain)
        {
            let lit = translator.literal(of).map_err(|refusal| refusal.of(constraint))?;
            let integer = translator.zero_one(lit).map_err(|refusal| refusal.of(constraint))?;
            translator.variables[id.index()] = Some(Variable::Integer(integer));
        }
    }
    for (at, variable) in model.variables.iter().enumerate() {
        if let (None, Domain::Integer(set)) = (translator.variables[at], &variable.domain) {
            let ranges: Vec<(i64, i64)> = match set {
                Some(set) => set.ranges().map(|range| (*range.start(), *range.end())).collect(),
                None => vec![ALL_INTEGERS],
            };
            let integer = translator.solver.new_integer_in(&ranges)?;
            translator.variables[at] = Some(Variable::Integer(integer));
        }
    }
    Ok(())
}

fn post(translator: &mut Translator, constraint: &Constraint) -> Result<(), Refusal> {
    let name = &constraint.name[..];
    let name = name.strip_prefix("fzn_").or_else(|| name.strip_prefix("gordian_")).unwrap_or(name);
    let reified = name.strip_suffix("_reif").map(|base| (base, true));
    let Some((name, is_full)) = reified.or_else(|| name.strip_suffix("_imp").map(|base| (base, false))) else {
        return post_under(translator, &Call { name, arguments: &constraint.arguments, guard: None });
    };
    let Some((Argument::Term(guard), arguments)) = constraint.arguments.split_last() else {
        return Err(Refusal::Arguments);
    };
    let guard = translator.literal(guard)?;
    post_under(translator, &Call { name, arguments, guard: Some(guard) })?;
    if is_full {
        let call = Call { name, arguments, guard: Some(!guard) };
        return arithmetic::post_negation(translator, &call)
            .or_else(|| logic::post_negation(translator, &call))
            .or_else(|| decomposed::post_negation(translator, &call))
            .unwrap_or(Err(Refusal::Unsupported));
    }
    Ok(())
}

fn post_under(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let posted = arithmetic::post(translator, call)
        .or_else(|| logic::post(translator, call))
        .or_else(|| globals::post(translator, call));
    match posted {
        // A propagator may know the constraint in one form only, such as with constant durations.
        None | Some(Err(Refusal::Unsupported)) => {
            decomposed::post(translator, call).unwrap_or(Err(Refusal::Unsupported))
        }
        Some(posted) => posted,
    }
}
