//! Arrays that are functions, and graphs.

use gordian_encoders::encode::EncodingError;
use gordian_encoders::model::{Boolean, Constraint, Integer, Problem};

use super::super::arguments::Arguments;
use super::super::error::MappingError;
use super::super::handles::Handles;
use super::super::statement::{Global, Number};
use super::super::store::Store;
use super::super::values::Contradiction;

/// A circuit whose edges times vertices are up to this many is numbered.
const MOST_ORDERED: usize = 400_000;

/// Constraints that are kept whole.
pub(super) fn read(name: &str, of: Arguments<'_>) -> Result<Option<Global>, MappingError> {
    Ok(Some(match name {
        "circuit" => Global::Circuit { successors: of.numbers(0)?, may_skip: false },
        "subcircuit" => Global::Circuit { successors: of.numbers(0)?, may_skip: true },
        "inverse" => Global::Inverse { forward: of.numbers(0)?, backward: of.numbers(1)? },
        "symmetric_all_different" | "symmetric_alldifferent" => {
            let both = of.numbers(0)?;
            Global::Inverse { forward: both.clone(), backward: both }
        }
        "connected" => {
            let (from, to, vertices, literals) = (of.constants(0)?, of.constants(1)?, of.literals(2)?, of.literals(3)?);
            if from.len() != literals.len() || to.len() != literals.len() {
                return Err(of.wrong("there are not as many ends as edges"));
            }
            let position = |number: i64| {
                let position = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
                position.filter(|&at| at < vertices.len()).ok_or_else(|| of.wrong("an edge ends at no vertex"))
            };
            let mut edges = Vec::with_capacity(literals.len());
            for ((from, to), literal) in from.into_iter().zip(to).zip(literals) {
                edges.push((position(from)?, position(to)?, literal));
            }
            Global::Connected { vertices, edges }
        }
        _ => return Ok(None),
    }))
}

/// All are positions of a list of so many.
pub(super) fn keep_positions(store: &mut Store, of: &[Number], count: usize) -> Result<(), Contradiction> {
    of.iter().try_for_each(|&number| store.keep_between(number, 1, count as i64))
}

pub(super) fn compose(
    handles: &mut Handles<'_>,
    global: &Global,
    is_negated: bool,
) -> Result<Constraint, EncodingError> {
    Ok(match global {
        // MiniZinc wants no vertex to be its own next one, not even the only one.
        Global::Circuit { successors, may_skip: false } if successors.len() == 1 => Constraint::Any(Vec::new()),
        Global::Circuit { successors, may_skip: true } => Constraint::subcircuit(from_zero(handles, successors)?),
        Global::Circuit { successors, may_skip: false } => {
            let successors = from_zero(handles, successors)?;
            let edges: usize = successors.iter().map(|&x| handles.problem.values(x).len()).sum();
            match !is_negated && edges.saturating_mul(successors.len()) <= MOST_ORDERED {
                true => ordered_circuit(handles, successors)?,
                false => Constraint::circuit(successors),
            }
        }
        Global::Inverse { forward, backward } => {
            Constraint::inverse(from_zero(handles, forward)?, from_zero(handles, backward)?)
        }
        Global::Connected { vertices, edges } => {
            let vertices: Vec<Boolean> =
                vertices.iter().map(|&vertex| handles.boolean(vertex)).collect::<Result<_, _>>()?;
            let mut joined = Vec::with_capacity(edges.len());
            for &(from, to, edge) in edges {
                joined.push((from, to, handles.boolean(edge)?));
            }
            let some = Constraint::Any(vertices.iter().map(|&vertex| Constraint::Holds(vertex)).collect());
            Constraint::All(vec![some, Constraint::connected_graph(vertices, joined)])
        }
        other => unreachable!("{other:?} is no graph"),
    })
}

/// A circuit whose vertices are numbered along it, from the first vertex on: all numbers differ,
/// and a successor has the next number. More clauses than [`Constraint::circuit`] writes, but they
/// propagate more: knight's tours and small tours of salesmen take a tenth to a third of the
/// conflicts.
fn ordered_circuit(handles: &mut Handles<'_>, successors: Vec<Integer>) -> Result<Constraint, EncodingError> {
    let count = successors.len() as i64;
    let mut numbers = Vec::with_capacity(successors.len());
    for at in 0..count {
        numbers.push(match at {
            0 => handles.constant(0)?,
            _ => handles.problem.hidden_integer(format!("number {at}"), 1..count)?,
        });
    }
    let problem = &mut handles.problem;
    let mut parts = Vec::new();
    for (at, &successor) in successors.iter().enumerate() {
        for next in problem.values(successor).to_vec() {
            let follows = problem.is(successor, next);
            let mut implies = |problem: &mut Problem, number: i64, then: Boolean| {
                let is_number = problem.is(numbers[at], number);
                parts.push(Constraint::Any([!follows, !is_number, then].map(Constraint::Holds).to_vec()));
            };
            match usize::try_from(next).ok().filter(|&next| next < numbers.len() && next != at) {
                None => parts.push(Constraint::Holds(!follows)),
                Some(0) => {
                    let is_last = problem.is(numbers[at], count - 1);
                    parts.push(Constraint::Any([!follows, is_last].map(Constraint::Holds).to_vec()));
                }
                Some(next) => {
                    for number in problem.values(numbers[at]).to_vec() {
                        let is_next = problem.is(numbers[next], number + 1);
                        implies(problem, number, is_next);
                    }
                }
            }
        }
    }
    parts.extend([Constraint::all_different(successors), Constraint::all_different(numbers)]);
    Ok(Constraint::All(parts))
}

/// Positions from one as positions from zero.
fn from_zero(handles: &mut Handles<'_>, of: &[Number]) -> Result<Vec<Integer>, EncodingError> {
    let mut positions = Vec::with_capacity(of.len());
    for &number in of {
        let integer = handles.integer(number)?;
        positions.push(handles.problem.scaled(integer, 1, -1)?);
    }
    Ok(positions)
}
