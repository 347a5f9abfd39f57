//! The contents of a FlatZinc file.

use std::fmt;
use std::sync::Arc;

use crate::integer_set::IntegerSet;

/// A model: variables, what is demanded of them, what is searched and what is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The variables; a [`VariableId`] is a position in this list.
    pub variables: Vec<Variable>,
    /// The variables that are sets, in the order of the file.
    pub sets: Vec<Arc<VariableSet>>,
    /// The demands, in the order of the file. A declaration `var 1..9: x = y` demands `int_eq(x,
    /// y)`.
    pub constraints: Vec<Constraint>,
    /// The goal of the search.
    pub goal: Goal,
    /// How the model would like to be searched: the annotations of its `solve` item.
    pub search: Vec<Annotation>,
    /// The items that are printed of a solution, in the order of the file.
    pub outputs: Vec<Output>,
}

/// The number of a variable of a [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

impl VariableId {
    /// Its position among the variables of the model.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its values.
    pub domain: Domain,
    /// Its annotations, but those that say what is printed.
    pub annotations: Vec<Annotation>,
    /// The place of its declaration.
    pub place: Place,
}

/// The values of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// True and false.
    Boolean,
    /// Integers: these, or all.
    Integer(Option<IntegerSet>),
}

/// A value that a model names: a constant or a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// `true` or `false`.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A set of integers.
    Set(Arc<IntegerSet>),
    /// A variable.
    Variable(VariableId),
    /// A variable that is a set.
    VariableSet(Arc<VariableSet>),
}

/// A variable that is a set of integers. The model has a Boolean variable for each integer that may be in the set,
/// which says whether it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableSet {
    /// Its name.
    pub name: String,
    /// The integers that may be in the set.
    pub universe: IntegerSet,
    /// The Boolean of the least of them; those of the others follow it.
    pub first: VariableId,
    /// Its annotations, but those that say what is printed.
    pub annotations: Vec<Annotation>,
}

impl VariableSet {
    /// The integers that may be in the set, increasing, each with its Boolean.
    pub fn members(&self) -> impl Iterator<Item = (i64, VariableId)> + '_ {
        self.universe.iter().zip((self.first.0..).map(VariableId))
    }

    /// The Boolean of an integer that may be in the set.
    pub fn member(&self, value: i64) -> Option<VariableId> {
        let rank = self.universe.rank(value)?;
        u32::try_from(rank).ok().map(|rank| VariableId(self.first.0 + rank))
    }

    /// The set itself, if the variables of the model have these values.
    ///
    /// # Panics
    ///
    /// If there are fewer values than variables.
    pub fn value(&self, values: &[i64]) -> IntegerSet {
        let members = self.members().filter(|(_, id)| values[id.index()] != 0);
        IntegerSet::from_values(members.map(|(value, _)| value))
    }
}

/// An argument of a constraint. An array that several constraints name is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A single value.
    Term(Term),
    /// An array; FlatZinc numbers its elements from one.
    Array(Arc<[Term]>),
}

/// A constraint: its name in FlatZinc, its arguments, its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The name of the constraint, such as `int_lin_le`.
    pub name: String,
    /// Its arguments in order.
    pub arguments: Vec<Argument>,
    /// Its annotations, such as `mzn_path("…")`.
    pub annotations: Vec<Annotation>,
    /// Its place.
    pub place: Place,
}

/// The goal of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Any solution.
    #[default]
    Satisfy,
    /// A solution in which this integer variable is as small as possible.
    Minimize(VariableId),
    /// A solution in which this integer variable is as large as possible.
    Maximize(VariableId),
}

/// An annotation: `name` or `name(arguments)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Its name.
    pub name: String,
    /// Its arguments; none where it has no parentheses.
    pub arguments: Vec<Expression>,
}

/// An argument of an annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A value.
    Term(Term),
    /// A number that is no integer, or a set of such, as text: nothing here computes with them.
    Float(String),
    /// A string, without its quotes.
    String(String),
    /// An array, or the name of one; annotations that name the same array share it.
    Array(Arc<[Expression]>),
    /// An annotation.
    Annotation(Annotation),
}

/// An item that is printed of a solution: `name = …;`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The name that is printed.
    pub name: String,
    /// The form of its value.
    pub form: OutputForm,
}

/// One item of the model that declares a variable.
pub(crate) enum Declaration<'a> {
    Variable(VariableId, &'a Variable),
    Set(&'a VariableSet),
}

impl Model {
    /// The variables, in the order of the file. Each set stands in the place of its Booleans.
    pub(crate) fn declarations(&self) -> Vec<Declaration<'_>> {
        let variables = |from: usize, to: usize| {
            let some = (from as u32..).map(VariableId).zip(self.variables.get(from..to).unwrap_or_default());
            some.map(|(id, variable)| Declaration::Variable(id, variable))
        };
        let (mut all, mut at) = (Vec::new(), 0);
        for set in &self.sets {
            all.extend(variables(at, set.first.index()));
            all.push(Declaration::Set(set));
            at = set.first.index() + set.members().count();
        }
        all.extend(variables(at, self.variables.len()));
        all
    }

    /// The variables that the author of the model made: those that the compiler neither introduced nor defined.
    pub fn own_variables(&self) -> impl Iterator<Item = VariableId> {
        let is_made = |name: &str| name == "var_is_introduced" || name == "is_defined_var";
        let own = move |variable: &Variable| !variable.annotations.iter().any(|annotation| is_made(&annotation.name));
        (0..).map(VariableId).zip(&self.variables).filter(move |(_, variable)| own(variable)).map(|(id, _)| id)
    }

    /// The constraint that defines a variable, as the compiler says.
    pub fn definition(&self, id: VariableId) -> Option<&Constraint> {
        let of = [Expression::Term(Term::Variable(id))];
        let defines = |annotation: &Annotation| annotation.name == "defines_var" && annotation.arguments == of;
        self.constraints.iter().find(|constraint| constraint.annotations.iter().any(defines))
    }
}

impl Output {
    /// The terms that are printed, each with the name that tells it from the others: `x`, or `xs[1,2]`.
    pub fn elements(&self) -> Vec<(String, &Term)> {
        match &self.form {
            OutputForm::Term(term) => vec![(self.name.clone(), term)],
            OutputForm::Array { dimensions, elements } => {
                let named = |(at, term)| (element_name(&self.name, dimensions, at), term);
                elements.iter().enumerate().map(named).collect()
            }
        }
    }
}

/// `xs[1,2]`
fn element_name(array: &str, dimensions: &[(i64, i64)], mut at: usize) -> String {
    let mut indices = Vec::with_capacity(dimensions.len());
    for &(first, last) in dimensions.iter().rev() {
        // An array with an element has no empty dimension, and none that is longer than the array.
        let length = usize::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(1).max(1);
        indices.push((first + (at % length) as i64).to_string());
        at /= length;
    }
    indices.reverse();
    format!("{array}[{}]", indices.join(","))
}

/// The form of a printed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputForm {
    /// The value of one term.
    Term(Term),
    /// An array with these index sets, the last one changing fastest; `elements` has one entry for each combination.
    Array {
        /// First and last index of each dimension.
        dimensions: Vec<(i64, i64)>,
        /// The elements.
        elements: Arc<[Term]>,
    },
}

/// A place in a file, from one; zero where the format has no lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
