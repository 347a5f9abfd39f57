//! Facts: values of outputs that are the same in all solutions.

use std::collections::{BTreeMap, HashMap};

use gordian_encoders::model::{Boolean, Integer, Operand, Problem, Stated};
use gordian_flatzinc::mapping::{Mapped, Mapping};
use gordian_flatzinc::{Domain, IntegerSet, OutputForm, Term, VariableId};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::puzzle::FlatZinc;
use super::solution::nested;
use super::written::Written;
use crate::facts::{FactValues, Known, PuzzleFacts};

/// The values that one output has in some solution.
#[derive(Clone, Debug, Default)]
struct Possible {
    /// Each value that some solution has, with the number of solutions where that was counted; `None` where the
    /// variables of the formula do not tell.
    values: Option<Vec<(Value, Option<BigUint>)>>,
}

impl Possible {
    fn one(value: Value) -> Possible {
        Possible { values: Some(vec![(value, None)]) }
    }

    fn fixed(&self) -> Option<&Value> {
        match self.values.as_deref() {
            Some([(value, _)]) => Some(value),
            _ => None,
        }
    }
}

/// The values that are left to a variable of the problem, Booleans 0 or 1, each with the number of solutions where that
/// was counted.
type Left = Vec<(i64, Option<BigUint>)>;

impl FlatZinc {
    /// The facts of the outputs, from those of the visible variables.
    pub(super) fn known_facts(&self, known: &Known<'_>) -> PuzzleFacts {
        let told = self.written[0].get().map(|written| (written, left(&written.mapping.problem, known)));
        let rows = self.rows();
        let possible_of = |id: VariableId| match &told {
            Some((written, left)) => self.possible(id, written, left),
            None => Possible::default(),
        };
        let possible = |term: &Term| -> Possible {
            match term {
                Term::Boolean(value) => Possible::one((*value).into()),
                Term::Integer(value) => Possible::one((*value).into()),
                Term::Set(set) => Possible::one(set.to_string().into()),
                Term::VariableSet(set) => {
                    let is_member = |(value, id)| Some((value, possible_of(id).fixed()?.as_bool()?));
                    let members: Option<Vec<(i64, bool)>> = set.members().map(is_member).collect();
                    members.map_or_else(Possible::default, |members| {
                        let inside = members.into_iter().filter(|&(_, is_inside)| is_inside);
                        Possible::one(IntegerSet::from_values(inside.map(|(value, _)| value)).to_string().into())
                    })
                }
                Term::Variable(id) => possible_of(*id),
            }
        };
        let all: Vec<Vec<Possible>> =
            rows.iter().map(|cells| cells.iter().map(|(_, term)| possible(term)).collect()).collect();
        let flat: Vec<&Possible> = all.iter().flatten().collect();
        let mut open = Vec::new();
        for ((name, _), possible) in rows.iter().flatten().zip(&flat) {
            open.push(format!("{name}: {}", possible.text()));
        }
        let known_places = flat.iter().filter(|possible| possible.fixed().is_some()).count();
        let mut board = self.board_of(|_| None);
        for (row, cells) in all.iter().enumerate() {
            for (column, possible) in cells.iter().enumerate() {
                board.set_label([0, row, column], possible.fixed().map_or("?".to_owned(), Value::to_string));
            }
        }
        let shaped = |value: &dyn Fn(&Possible) -> Value| self.shaped(&flat, value);
        let counts = |possible: &Possible| -> Value {
            let counted = possible.values.iter().flatten();
            let entry = |(value, count): &(Value, Option<BigUint>)| {
                Some((value.to_string(), Value::from(count.as_ref()?.to_string())))
            };
            Value::Object(counted.filter_map(entry).collect())
        };
        PuzzleFacts {
            values: FactValues {
                fixed: shaped(&|possible| possible.fixed().cloned().unwrap_or_default()),
                candidates: shaped(&|possible| match &possible.values {
                    Some(values) => values.iter().map(|(value, _)| value.clone()).collect(),
                    None => Value::Null,
                }),
                counts: known.counts.is_some().then(|| shaped(&counts)),
            },
            places: [flat.len(), known_places],
            board,
            open,
        }
    }

    /// The values that are left to a variable of the model.
    fn possible(&self, id: VariableId, written: &Written, left: &HashMap<Operand, Left>) -> Possible {
        let Mapping { problem, variables, copies, .. } = &written.mapping;
        let is_boolean = self.model.variables[id.index()].domain == Domain::Boolean;
        let shown = |value: i64| if is_boolean { (value != 0).into() } else { value.into() };
        let operand: Operand = match variables[id.index()] {
            Mapped::Constant(value) => return Possible::one(shown(value)),
            Mapped::Integer(integer) => integer.into(),
            Mapped::Boolean(boolean) => {
                let copy = |&[copy, own]: &[Boolean; 2]| match boolean {
                    _ if boolean == own => Some(copy),
                    _ if boolean == !own => Some(!copy),
                    _ => None,
                };
                copies.iter().find_map(copy).unwrap_or(boolean).into()
            }
            Mapped::Wide { .. } | Mapped::Computed(_) => return Possible::default(),
        };
        let Some(origin) = problem.origin(operand) else {
            return Possible::one(shown(problem.value_from(operand, 1)));
        };
        let only = |integer: Integer| match problem.values(integer) {
            &[only] => Some(vec![(only, None)]),
            _ => None,
        };
        let left = left.get(&origin).cloned().or_else(|| match origin {
            Operand::Integer(integer) => only(integer),
            Operand::Boolean(_) => None,
        });
        let Some(left) = left else { return Possible::default() };
        // Several values of the origin may be one value of the variable.
        let mut values: BTreeMap<i64, Option<BigUint>> = BTreeMap::new();
        for (value, count) in left {
            let value = problem.value_from(operand, value);
            let sum = |sum: Option<BigUint>| sum.zip(count.clone()).map(|(sum, count)| sum + count);
            values.entry(value).and_modify(|own| *own = sum(own.take())).or_insert(count.clone());
        }
        Possible { values: Some(values.into_iter().map(|(value, count)| (shown(value), count)).collect()) }
    }

    /// Values of all outputs under their names, nested as the arrays are.
    fn shaped(&self, flat: &[&Possible], value: &dyn Fn(&Possible) -> Value) -> Value {
        let mut rest = flat.iter();
        let mut next = || rest.next().map_or(Value::Null, |possible| value(possible));
        let mut map = Map::new();
        for output in &self.model.outputs {
            let shown = match &output.form {
                OutputForm::Term(_) => next(),
                OutputForm::Array { dimensions, elements } => {
                    let values: Vec<Value> = elements.iter().map(|_| next()).collect();
                    nested(dimensions, &values)
                }
            };
            map.insert(output.name.clone(), shown);
        }
        json!(map)
    }
}

impl Possible {
    fn text(&self) -> String {
        let Some(values) = &self.values else { return "?".to_owned() };
        let value = |(value, count): &(Value, Option<BigUint>)| match count {
            Some(count) => format!("{value} ({count})"),
            None => value.to_string(),
        };
        values.iter().map(value).collect::<Vec<_>>().join(" ")
    }
}

/// The values that are left to each variable of the problem of which the visible variables speak.
fn left(problem: &Problem, known: &Known<'_>) -> HashMap<Operand, Left> {
    let mut left: HashMap<Operand, Left> = HashMap::new();
    let domain = |of: Integer| problem.values(of).iter().map(|&value| (value, None)).collect();
    for (at, stated) in problem.stated().enumerate() {
        let fixed = known.fixed.get(at).copied().flatten();
        let count = known.counts.and_then(|counts| counts.get(at)).cloned();
        match stated {
            Stated::Holds(of) => {
                let both = [(0, None), (1, count)];
                let own = both.into_iter().filter(|&(value, _)| fixed.is_none_or(|fixed| i64::from(fixed) == value));
                left.insert(of.into(), own.collect());
            }
            Stated::Is(of, value) => {
                let own = left.entry(of.into()).or_insert_with(|| domain(of));
                own.retain(|&(other, _)| fixed.is_none_or(|fixed| fixed == (other == value)));
                own.iter_mut().filter(|(other, _)| *other == value).for_each(|(_, own)| *own = count.clone());
            }
            Stated::AtLeast(of, bound) => {
                let own = left.entry(of.into()).or_insert_with(|| domain(of));
                own.retain(|&(other, _)| fixed.is_none_or(|fixed| fixed == (other >= bound)));
            }
        }
    }
    left
}
