//! Models some of whose constraints are propagated: a formula, and beside it integers and propagators that share its
//! literals.

use std::cell::Cell;
use std::collections::HashMap;

use gordian_encoders::encode::{EncodingError, IntVar, Relation, Truth};
use gordian_encoders::model::{Boolean, ProblemFormula, Stated};
use gordian_encoders::rule::Guarding;
use gordian_flatzinc::Goal;
use gordian_flatzinc::mapping::{Demanded, Leaf, Mapped, Mapping, Propagated, Value, WideTest};
use gordian_formula::{ClauseSink, Lit};
use gordian_lazy::{Integer, LazyError, LazySolver, View};
use gordian_solver::Outcome;

use crate::found::Found;
use crate::question::{Listener, Question};
use crate::{Answer, SearchError};

/// A formula, and the integers and propagators beside it.
struct Mixed<'a> {
    mapping: &'a Mapping,
    formula: ProblemFormula,
    solver: LazySolver,
    wide: Vec<Integer>,
    leaves: HashMap<Leaf, Integer>,
    /// Integers that equal a value: constants, and multiples.
    made: HashMap<(i64, Option<Leaf>, i64), View>,
}

/// Answers by a formula and propagators.
///
/// # Errors
/// If numbers are too large, or if what was found is no solution.
pub(crate) fn run(
    question: &Question<'_>,
    mapping: &Mapping,
    listener: &mut Listener<'_>,
) -> Result<Answer, SearchError> {
    let formula = match mapping.problem.compile_as(Guarding::None, &question.clock) {
        Err(EncodingError::Stopped) => return Ok(Answer::default()),
        formula => formula?,
    };
    let constraints = formula.cnf.num_clauses() + formula.cnf.num_groups() + mapping.propagated.len();
    let mut mixed = Mixed::new(question, mapping, formula)?;
    let mut found = Found::new(question, constraints, listener);
    let is_complete = match question.model.goal {
        Goal::Satisfy => mixed.list(&mut found).map_err(too_large)?,
        goal => mixed.optimize(goal, &mut found)?,
    };
    found.finish(is_complete, &mixed.solver)
}

impl<'a> Mixed<'a> {
    fn new(question: &Question<'_>, mapping: &'a Mapping, formula: ProblemFormula) -> Result<Mixed<'a>, SearchError> {
        let solver = LazySolver::of_formula(&formula.cnf, question.options.clone());
        let (leaves, made) = (HashMap::new(), HashMap::new());
        let mut mixed = Mixed { mapping, formula, solver, wide: Vec::new(), leaves, made };
        for wide in &mapping.wide {
            let integer = mixed.solver.new_integer_in(&wide.ranges).map_err(too_large)?;
            mixed.wide.push(integer);
            for &(test, boolean) in &wide.literals {
                let lit = mixed.lit(boolean);
                match test {
                    WideTest::AtLeast(value) => mixed.solver.bind_at_least(integer, value, lit),
                    WideTest::Is(value) => {
                        let is = mixed.solver.equals(integer, value);
                        mixed.solver.add_clause(&[!lit, is]);
                        mixed.solver.add_clause(&[lit, !is]);
                    }
                }
            }
        }
        for propagated in &mapping.propagated {
            mixed.post(propagated).map_err(too_large)?;
        }
        Ok(mixed)
    }

    /// The literal of an exposed Boolean.
    fn lit(&self, boolean: Boolean) -> Lit {
        match self.formula.truth(boolean) {
            Some(Truth::When(lit)) => lit,
            Some(Truth::Always) => self.solver.truth(),
            Some(Truth::Never) => !self.solver.truth(),
            None => unreachable!("Booleans of propagators are exposed"),
        }
    }

    /// The order literals of a leaf that is no wide integer.
    fn order(&self, leaf: Leaf) -> IntVar {
        match leaf {
            Leaf::Integer(integer) => self.formula.order(integer),
            Leaf::Boolean(boolean) => Some(IntVar::from_literal(self.lit(boolean))),
            Leaf::Wide(_) => None,
        }
        .unwrap_or_else(|| unreachable!("integers of propagators are exposed"))
    }

    fn leaf(&mut self, leaf: Leaf) -> Result<Integer, LazyError> {
        if let Leaf::Wide(at) = leaf {
            return Ok(self.wide[at]);
        }
        if let Some(&known) = self.leaves.get(&leaf) {
            return Ok(known);
        }
        let order = self.order(leaf);
        let integer = self.solver.bind_integer(order.values(), order.order_literals())?;
        self.leaves.insert(leaf, integer);
        Ok(integer)
    }

    fn view(&mut self, value: Value) -> Result<View, LazyError> {
        let (factor, of, offset) = match value {
            Value::Constant(value) => (0, None, value),
            Value::View { factor: 1, of, offset: 0 } => return self.leaf(of).map(View::from),
            Value::View { factor: -1, of, offset: 0 } => return self.leaf(of).map(|of| -of),
            Value::View { factor, of, offset } => (factor, Some(of), offset),
        };
        if let Some(&known) = self.made.get(&(factor, of, offset)) {
            return Ok(known);
        }
        let made = match of {
            None => self.solver.new_integer(offset, offset)?,
            Some(Leaf::Wide(at)) => {
                let end = |end: i64| {
                    factor.checked_mul(end).and_then(|end| end.checked_add(offset)).ok_or(LazyError::Overflow)
                };
                let (least, most) = self.solver.domain_bounds(self.wide[at]);
                let (least, most) = (end(least)?, end(most)?);
                let made = self.solver.new_integer(least.min(most), least.max(most))?;
                let terms = [(1, made.into()), (-factor, self.wide[at].into())];
                self.solver.add_equal(&terms, offset, None)?;
                made
            }
            Some(of) => {
                let order = self.order(of).times(factor).and_then(|order| order.plus(offset));
                let order = order.map_err(|_| LazyError::Overflow)?;
                self.solver.bind_integer(order.values(), order.order_literals())?
            }
        };
        self.made.insert((factor, of, offset), made.into());
        Ok(made.into())
    }

    fn views(&mut self, values: &[Value]) -> Result<Vec<View>, LazyError> {
        values.iter().map(|&value| self.view(value)).collect()
    }

    fn post(&mut self, propagated: &Propagated) -> Result<(), LazyError> {
        let guard = propagated.guard.map(|guard| self.lit(guard));
        match &propagated.relation {
            Demanded::Linear { terms, relation, bound } => {
                let mut views = Vec::with_capacity(terms.len());
                for &(factor, leaf) in terms {
                    views.push((factor, self.leaf(leaf)?.into()));
                }
                match relation {
                    Relation::Equal => self.solver.add_equal(&views, *bound, guard)?,
                    Relation::NotEqual => self.solver.add_different(&views, *bound, guard)?,
                    _ => self.solver.add_at_most(&views, *bound, guard)?,
                }
            }
            Demanded::Maximum { of, result } => {
                let (of, result) = (self.views(of)?, self.view(*result)?);
                self.solver.add_maximum(result, &of, guard)?;
            }
            &Demanded::Product { first, second, result } => {
                let (first, second, result) = (self.view(first)?, self.view(second)?, self.view(result)?);
                self.solver.add_product(result, first, second, guard);
            }
            Demanded::Element { choices, result } => {
                let result = self.view(*result)?;
                let mut items = Vec::with_capacity(choices.len());
                for &(chosen, value) in choices {
                    items.push((self.lit(chosen), self.view(value)?));
                }
                self.solver.add_choice(result, items, guard)?;
            }
            Demanded::AllDifferent(of) => {
                let of = self.views(of)?;
                self.solver.add_all_different(&of, guard);
            }
        }
        Ok(())
    }

    /// The values of the model's variables in the solver's solution.
    fn values(mapping: &Mapping, formula: &ProblemFormula, wide: &[Integer], solver: &LazySolver) -> Option<Vec<i64>> {
        let assignment = formula.assignment(solver.model()?);
        let wide: Option<Vec<i64>> = wide.iter().map(|&integer| solver.value_of(integer)).collect();
        Some(mapping.values(&assignment, &wide?))
    }

    /// Brings better and better solutions; whether the last one is known to be the best.
    fn optimize(&mut self, goal: Goal, found: &mut Found<'_, '_, '_>) -> Result<bool, SearchError> {
        let (Goal::Minimize(variable) | Goal::Maximize(variable)) = goal else { return Ok(false) };
        let value = match self.mapping.variables[variable.index()] {
            Mapped::Integer(of) => Value::View { factor: 1, of: Leaf::Integer(of), offset: 0 },
            Mapped::Wide { of, factor, offset } => Value::View { factor, of: Leaf::Wide(of), offset },
            Mapped::Boolean(_) | Mapped::Constant(_) | Mapped::Computed(_) => Value::Constant(0),
        };
        let value = if matches!(goal, Goal::Maximize(_)) { value.negated() } else { value };
        let objective = self.view(value).map_err(too_large)?;
        let is_over = Cell::new(false);
        let Mixed { solver, mapping, formula, wide, .. } = self;
        let outcome = solver.minimize_with(objective, &found.budget(), &mut || is_over.get(), |solver, _| {
            let values = Mixed::values(mapping, formula, wide, solver);
            is_over.set(is_over.get() || values.is_none_or(|values| found.take(&values).is_break()));
        });
        Ok(matches!(outcome, Outcome::Satisfiable | Outcome::Unsatisfiable))
    }

    /// The literals, and the integers that have order literals or are wide, in which solutions differ. Two of an
    /// integer's literals exclude its value, however many it has.
    fn shown(&mut self) -> Result<(Vec<Lit>, Vec<Integer>), LazyError> {
        let (mut literals, mut leaves) = (Vec::new(), Vec::new());
        let visible = self.formula.cnf.visible().unwrap_or_default();
        for (stated, var) in self.mapping.problem.stated().zip(visible) {
            match stated {
                Stated::AtLeast(integer, _) if leaves.last() == Some(&Leaf::Integer(integer)) => {}
                Stated::AtLeast(integer, _) => leaves.push(Leaf::Integer(integer)),
                Stated::Holds(_) | Stated::Is(..) => literals.push(var.positive()),
            }
        }
        let wide = self.mapping.wide.iter().enumerate().filter(|(_, wide)| wide.is_visible);
        leaves.extend(wide.map(|(at, _)| Leaf::Wide(at)));
        let integers = leaves.into_iter().map(|leaf| self.leaf(leaf)).collect::<Result<_, _>>()?;
        Ok((literals, integers))
    }

    /// Brings as many solutions as are wanted; whether no other one exists.
    fn list(&mut self, found: &mut Found<'_, '_, '_>) -> Result<bool, LazyError> {
        if found.is_enough() {
            return Ok(false);
        }
        let (literals, integers) = self.shown()?;
        let Mixed { solver, mapping, formula, wide, .. } = self;
        let ended = solver.enumerate(&literals, &integers, &found.budget(), &mut |solver| match Mixed::values(
            mapping, formula, wide, solver,
        ) {
            Some(values) => found.take(&values),
            None => found.stop(),
        });
        Ok(!found.is_enough() && ended.is_ok())
    }
}

/// Numbers beyond those of the solver are refused as those beyond a formula are.
fn too_large(_: LazyError) -> SearchError {
    SearchError::Encoding(EncodingError::Overflow)
}
