//! Models as problems of `gordian_encoders::model`.
//!
//! A constraint of FlatZinc becomes statements of few kinds. Their statements about single
//! variables are taken into the store: which variables are the same, which integer is a view of
//! another, which Boolean is a literal of an integer, and which values are left. The rest is
//! written as constraints, one rule for each constraint of the model.

mod error;
mod statement;
mod values;

mod store;

mod linear;

mod propagate;

mod settle;

mod cliques;
mod differences;
mod gauss;
mod simplify;
mod uses;

mod shown;

mod reach;

mod lookups;

mod equation;
mod pairs;
mod permutations;

mod plan;
mod propagated;

mod arguments;
mod translation;

mod sets;

mod globals;

mod translate;

mod bounds;

mod handles;

mod compose;
mod leave;

mod definitions;

mod words;

use std::collections::{BTreeMap, HashMap, HashSet};

use gordian_encoders::encode::EncodingError;
use gordian_encoders::model::{Assignment, Boolean, Constraint, Integer, Problem};
use gordian_encoders::rule::Rule;
use gordian_formula::Clock;

use crate::integer_set::IntegerSet;
use crate::model::{Argument, Domain, Goal, Model, Place, Term, Variable, VariableId};
use compose::same;
use handles::Handles;
use plan::Plan;
use reach::Cut;
use shown::{shown, variable_of};
use statement::{Literal, Number, Statement};
use store::Store;
use uses::{Named, Use};
use values::{Contradiction, Values};

pub use bounds::{Bounded, with_bounds};
pub use error::MappingError;
pub use plan::Limits;
pub use propagated::{Computed, Demanded, Leaf, Propagated, Value, Wide, WideTest};
pub use reach::Reach;
pub use shown::shown_variables;
pub use words::constraint_words;

/// How much the mapping may use of the constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Simplification {
    /// All that follows: bounds, equal variables, cliques. The rules left are fewer than the constraints.
    #[default]
    Full,
    /// Definitions only, so that a rule stands for each other constraint, and each can be left out. Definitions
    /// of variables that the compiler introduced always hold.
    Definitions,
}

/// A variable of the model in the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapped {
    /// A Boolean.
    Boolean(Boolean),
    /// An integer.
    Integer(Integer),
    /// `factor * wide + offset`, for this entry of [`Mapping::wide`].
    Wide {
        /// The position.
        of: usize,
        /// The factor.
        factor: i64,
        /// The constant.
        offset: i64,
    },
    /// It is this entry of [`Mapping::computed`].
    Computed(usize),
    /// It has this value, or no constraint and no output names it, so that it may have this value.
    Constant(i64),
}

/// A model as a problem.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// The problem. Its visible variables are what the outputs of the model show.
    pub problem: Problem,
    /// The variables of the model, by their numbers.
    pub variables: Vec<Mapped>,
    /// Each Boolean that is shown in place of a literal of an integer that is not, with that literal.
    pub copies: Vec<[Boolean; 2]>,
    /// Integers that the problem does not have, since their values follow from others.
    pub computed: Vec<Computed>,
    /// Integers that the problem does not have, since they would take too many literals; none where all constraints are
    /// clauses.
    pub wide: Vec<Wide>,
    /// Constraints that are left to propagators.
    pub propagated: Vec<Propagated>,
    /// Variables that have no bounds, none that follow from the constraints, and none that lose no solution that is
    /// asked for: they are cut, as [`Reach`] says. In that case it is not known that there is no solution, or no better
    /// one.
    pub unbounded: Vec<String>,
    /// Whether the solutions that were lost by that are all worse than each that remains, so that a best one of those
    /// that remain is a best one of all.
    pub is_worse_only: bool,
}

/// Turns a model into a problem.
///
/// # Errors
/// If a constraint is not known, has arguments that do not fit, or is too large to be encoded, or if the clock is over.
pub fn map(model: &Model, simplification: Simplification, clock: &Clock) -> Result<Mapping, MappingError> {
    map_all(model, simplification, None, Reach::new(false), clock)
}

/// Turns a model into a problem and constraints that are left to propagators, since they would take too many clauses.
///
/// # Errors
/// As [`map`].
pub fn map_within(model: &Model, limits: Limits, reach: Reach, clock: &Clock) -> Result<Mapping, MappingError> {
    map_all(model, Simplification::Full, Some(limits), reach, clock)
}

fn map_all(
    model: &Model,
    simplification: Simplification,
    limits: Option<Limits>,
    reach: Reach,
    clock: &Clock,
) -> Result<Mapping, MappingError> {
    let mut store = Store::within(clock);
    let mut broken = declare(model, &mut store).err();
    for variable in shown(model).iter().filter_map(|(term, _)| variable_of(term)) {
        store.prefer(variable.0);
    }
    let mut statements = translate::translate(model, &mut store)?;
    store.go_on()?;
    let defined = match simplification {
        Simplification::Full => HashSet::new(),
        Simplification::Definitions => definitions::always_possible(model, &mut store, &statements),
    };
    let mut cut = Cut::default();
    let mut computed = HashMap::new();
    if broken.is_none() {
        let simplified = match simplification {
            Simplification::Full => simplify::simplify(&mut store, &mut statements),
            Simplification::Definitions => simplify::use_definitions(model, &mut store, &mut statements),
        };
        broken = simplified.err().map(Some);
        store.go_on()?;
    }
    if broken.is_none() && simplification == Simplification::Full {
        broken = reach::bound_without_loss(model, &mut store, &mut statements, reach).err();
        store.go_on()?;
    }
    if broken.is_none() {
        cut = reach::cut(model, &mut store, reach).unwrap_or_else(|(cut, Contradiction)| {
            broken = Some(None);
            cut
        });
    }
    if broken.is_none() && simplification == Simplification::Full {
        let consequences = gauss::values_of_systems(&mut store, &statements);
        if !cut.names.is_empty() || !consequences.is_empty() {
            statements.extend(consequences);
            broken = simplify::simplify(&mut store, &mut statements).err().map(Some);
        }
        store.go_on()?;
        differences::name(&mut statements);
        cliques::join(&mut store, &mut statements);
        store.go_on()?;
        let different = pairs::relate(model, &mut store, &mut statements);
        permutations::join(&mut store, &mut statements, different);
        store.go_on()?;
        let kept = kept(model, &mut store);
        computed = lookups::join(&mut store, &mut statements, &kept);
        store.go_on()?;
    }
    if let Some(variable) = far_variable(model, &mut store, broken.is_some()) {
        let (name, error) = (variable.name.clone(), EncodingError::Overflow);
        return Err(MappingError::TooLarge { name, error, place: variable.place });
    }
    match broken {
        Some(source) => Ok(contradictory(model, source.map(|source| source as usize), cut)),
        None => {
            let mut plan = limits.map(|limits| plan::plan(&mut store, integers(model), &statements, limits));
            store.go_on()?;
            // Nothing names these any more, and their values follow.
            plan.iter_mut().for_each(|plan| plan.wide.retain(|root| !computed.contains_key(root)));
            let composed = Composed { statements: &statements, computed: &computed, defined: &defined };
            compose_all(model, &mut store, composed, plan, cut)
        }
    }
}

/// Numbers beyond this are large: the product of two others is not too far.
const LARGE: u64 = 1 << 30;

/// A variable of which values were lost since they are too far, or to which that may have happened: nothing has shown
/// how far it reaches, the model has large numbers, and it has turned out to have no solution.
fn far_variable<'m>(model: &'m Model, store: &mut Store, is_broken: bool) -> Option<&'m Variable> {
    if let Some(far) = store.far() {
        return model.variables.get(far as usize);
    }
    let reaches_large =
        |set: &IntegerSet| set.lower().into_iter().chain(set.upper()).any(|end| end.unsigned_abs() > LARGE);
    let is_large = |term: &Term| match term {
        Term::Integer(value) => value.unsigned_abs() > LARGE,
        Term::Set(set) => reaches_large(set),
        _ => false,
    };
    let has_large = |argument: &Argument| match argument {
        Argument::Term(term) => is_large(term),
        Argument::Array(terms) => terms.iter().any(is_large),
    };
    let is_wide = |variable: &Variable| matches!(&variable.domain, Domain::Integer(Some(set)) if reaches_large(set));
    let mut arguments = model.constraints.iter().flat_map(|constraint| &constraint.arguments);
    if !is_broken || !arguments.any(has_large) && !model.variables.iter().any(is_wide) {
        return None;
    }
    (0..).zip(&model.variables).find_map(|(at, variable)| {
        let is_integer = matches!(variable.domain, Domain::Integer(_));
        (is_integer && store.is_unbounded(Number::Variable(at))).then_some(variable)
    })
}

impl Mapping {
    /// The values of the model's variables in an assignment of the problem, and of the wide integers; Booleans are 0
    /// and 1.
    pub fn values(&self, assignment: &Assignment, wide: &[i64]) -> Vec<i64> {
        let computed = |Computed { terms, constant }: &Computed| {
            let terms = terms.iter().map(|&(factor, of)| i128::from(factor) * i128::from(assignment.value(of)));
            (i128::from(*constant) + terms.sum::<i128>()) as i64
        };
        let value = |mapped: &Mapped| match *mapped {
            Mapped::Wide { of, factor, offset } => factor * wide[of] + offset,
            Mapped::Computed(at) => computed(&self.computed[at]),
            Mapped::Boolean(boolean) => i64::from(assignment.is_true(boolean)),
            Mapped::Integer(integer) => assignment.value(integer),
            Mapped::Constant(value) => value,
        };
        self.variables.iter().map(value).collect()
    }
}

/// Tells the store of all variables.
///
/// # Errors
/// If a variable has no value; `None`, since no constraint says so.
fn declare(model: &Model, store: &mut Store) -> Result<(), Option<u32>> {
    let mut is_empty = false;
    for variable in &model.variables {
        match &variable.domain {
            Domain::Boolean => store.add_boolean(),
            Domain::Integer(None) => store.add_integer(Values::all()),
            Domain::Integer(Some(set)) => {
                let integer = store.add_integer(Values::all());
                let kept = store.keep_within(Number::Variable(integer), set, true);
                is_empty |= kept.is_err();
                integer
            }
        };
    }
    if is_empty { Err(None) } else { Ok(()) }
}

/// A problem without solutions, for a model of which that is known already.
fn contradictory(model: &Model, source: Option<usize>, cut: Cut) -> Mapping {
    let mut problem = Problem::new();
    let rule =
        source.map_or_else(|| Rule::new("variable", "some variable has no value", []), |source| rule_of(model, source));
    problem.require(rule, Constraint::Any(Vec::new()));
    let free = |variable: &crate::model::Variable| match &variable.domain {
        Domain::Integer(Some(set)) => Mapped::Constant(set.lower().unwrap_or(0)),
        _ => Mapped::Constant(0),
    };
    let variables = model.variables.iter().map(free).collect();
    Mapping {
        problem,
        variables,
        copies: Vec::new(),
        computed: Vec::new(),
        wide: Vec::new(),
        propagated: Vec::new(),
        unbounded: cut.names,
        is_worse_only: cut.is_worse_only,
    }
}

fn rule_of(model: &Model, source: usize) -> Rule {
    let constraint = &model.constraints[source];
    Rule::new(&constraint.name, constraint_words(model, constraint), [])
}

/// The parts of a problem.
#[derive(Clone, Copy)]
struct Composed<'a> {
    statements: &'a [Statement],
    computed: &'a HashMap<u32, lookups::Computed>,
    /// The constraints that are no rules.
    defined: &'a HashSet<u32>,
}

fn compose_all(
    model: &Model,
    store: &mut Store,
    Composed { statements, computed, defined }: Composed<'_>,
    plan: Option<Plan>,
    cut: Cut,
) -> Result<Mapping, MappingError> {
    let may_leave = plan.is_some();
    let plan = plan.unwrap_or_default();
    let representations = uses::representations(store, statements);
    let mut handles = Handles::new(store, representations, plan.wide);
    let equal = show(model, &mut handles)?;
    let mut of_source: BTreeMap<usize, Vec<Constraint>> = BTreeMap::new();
    for (at, statement) in statements.iter().enumerate() {
        if handles.store.is_over() {
            return Err(MappingError::Stopped);
        }
        let source = statement.source as usize;
        let constraint = &model.constraints[source];
        let too_large =
            |error| MappingError::TooLarge { name: constraint.name.clone(), error, place: constraint.place };
        let is_left = plan.is_left.get(at).copied().unwrap_or(false);
        let composed = if is_left { handles.leave(statement) } else { handles.compose(statement) };
        let composed = composed.map_err(too_large)?;
        if is_left && matches!(&composed, Constraint::All(parts) if parts.is_empty()) {
            continue;
        }
        of_source.entry(source).or_default().push(composed);
    }
    for (source, mut constraints) in of_source {
        let constraint = match constraints.len() {
            1 => constraints.remove(0),
            _ => Constraint::All(constraints),
        };
        let rule = rule_of(model, source);
        if defined.contains(&(source as u32)) {
            handles.problem.define(rule, constraint);
        } else {
            handles.problem.require(rule, constraint);
        }
    }
    for &[shown, own] in &equal {
        let rule = Rule::new("output", "what is printed of a Boolean is its value", []);
        handles.problem.define(rule, same(Constraint::Holds(shown), Constraint::Holds(own)));
    }
    if let Goal::Minimize(goal) | Goal::Maximize(goal) = model.goal {
        let variable = &model.variables[goal.index()];
        let too_large = |error| MappingError::TooLarge { name: variable.name.clone(), error, place: variable.place };
        let number = Number::Variable(goal.0);
        if handles.wide_view(number).is_none() {
            let integer = handles.integer(number).map_err(too_large)?;
            if may_leave {
                handles.problem.expose(integer);
            }
        }
    }
    let (variables, computed) = table(model, &mut handles, computed)?;
    let Handles { problem, wide, propagated, .. } = handles;
    let Cut { names: unbounded, is_worse_only } = cut;
    Ok(Mapping { problem, variables, copies: equal, computed, wide, propagated, unbounded, is_worse_only })
}

/// Makes what is shown visible; the pairs of Booleans that have still to be made equal.
fn show(model: &Model, handles: &mut Handles<'_>) -> Result<Vec<[Boolean; 2]>, MappingError> {
    let shown = shown(model);
    let mut equal = Vec::new();
    // Integers first: Booleans that are literals of them need nothing more.
    for is_integer in [true, false] {
        for (term, name) in &shown {
            let Some(variable) = variable_of(term) else { continue };
            let declared = &model.variables[variable.index()];
            let pair = match (&declared.domain, is_integer) {
                (Domain::Integer(_), true) => {
                    let root_name = |root: u32| model.variables[root as usize].name.clone();
                    handles.show_number(Number::Variable(variable.0), name, root_name)
                }
                (Domain::Boolean, false) => handles.show_literal(Literal::positive(variable.0), name),
                _ => continue,
            };
            let too_large = |error| MappingError::TooLarge { name: name.clone(), error, place: declared.place };
            equal.extend(pair.map_err(too_large)?);
        }
    }
    Ok(equal)
}

/// The integers of a model.
fn integers(model: &Model) -> impl Iterator<Item = u32> {
    let all = model.variables.iter().enumerate();
    all.filter(|(_, variable)| matches!(variable.domain, Domain::Integer(_))).map(|(at, _)| at as u32)
}

/// The roots that are printed, or that are to be large or small, and those of which some Boolean of
/// the model is a literal: its value is read off the root.
fn kept(model: &Model, store: &mut Store) -> HashSet<u32> {
    let goal = match model.goal {
        Goal::Satisfy => None,
        Goal::Minimize(goal) | Goal::Maximize(goal) => Some(goal),
    };
    let is_boolean = |&at: &u32| matches!(model.variables[at as usize].domain, Domain::Boolean);
    let booleans = (0..model.variables.len() as u32).filter(is_boolean).map(VariableId);
    let all = shown_variables(model).into_iter().chain(goal).chain(booleans);
    let named = |variable: VariableId| match model.variables[variable.index()].domain {
        Domain::Boolean => Named::Literal(Literal::positive(variable.0)),
        Domain::Integer(_) => Named::Number(Number::Variable(variable.0), Use::Any),
    };
    all.filter_map(|variable| uses::root_of(store, &named(variable))).map(|(root, _)| root).collect()
}

/// The table of the model's variables. An integer that no constraint and no output names is not made.
fn table(
    model: &Model,
    handles: &mut Handles<'_>,
    computed: &HashMap<u32, lookups::Computed>,
) -> Result<(Vec<Mapped>, Vec<Computed>), MappingError> {
    let mut variables = vec![Mapped::Constant(0); model.variables.len()];
    let mut sums = Vec::new();
    // A Boolean may be a literal of an integer that nothing else names.
    for is_integer in [false, true] {
        for (at, variable) in model.variables.iter().enumerate() {
            let mapped = match (&variable.domain, is_integer) {
                (Domain::Boolean, false) => handles.boolean(Literal::positive(at as u32)).map(Mapped::Boolean),
                (Domain::Integer(_), true) => {
                    let number = Number::Variable(at as u32);
                    if let Some((factor, of, offset)) = handles.wide_view(number) {
                        variables[at] = Mapped::Wide { of, factor, offset };
                        continue;
                    }
                    match (handles.computed(number, computed), handles.unused_value(number)) {
                        (Some(sum), _) => sum.map(|sum| {
                            sums.push(sum);
                            Mapped::Computed(sums.len() - 1)
                        }),
                        (None, Some(value)) => Ok(Mapped::Constant(value)),
                        (None, None) => handles.integer(number).map(Mapped::Integer),
                    }
                }
                _ => continue,
            };
            let too_large = |error: EncodingError| {
                let (name, place): (String, Place) = (variable.name.clone(), variable.place);
                MappingError::TooLarge { name, error, place }
            };
            variables[at] = mapped.map_err(too_large)?;
        }
    }
    Ok((variables, sums))
}
