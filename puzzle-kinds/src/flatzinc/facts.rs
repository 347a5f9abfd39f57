//! Facts: values of outputs that are the same in all solutions.

use std::collections::HashMap;

use gordian_flatzinc::mapping::Mapped;
use gordian_flatzinc::{Domain, OutputForm, Term, VariableId};
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

/// A visible variable that says something of an output.
enum Says {
    True(usize),
    Is(i64, usize),
    AtLeast(i64, usize),
}

impl FlatZinc {
    /// The facts of the outputs, from those of the visible variables.
    pub(super) fn known_facts(&self, known: &Known<'_>) -> PuzzleFacts {
        let said = self.written[0].get().map(|written| (written, said(written.meanings())));
        let rows = self.rows();
        // The first element with variables of its own speaks for others that are mapped to the same.
        let mut owners: Vec<(VariableId, &[Says])> = Vec::new();
        for (name, term) in rows.iter().flatten() {
            if let (Term::Variable(id), Some(says)) = (term, said.as_ref().and_then(|(_, said)| said.get(name))) {
                owners.push((*id, says));
            }
        }
        let possible = |term: &Term| -> Possible {
            match term {
                Term::Boolean(value) => Possible::one((*value).into()),
                Term::Integer(value) => Possible::one((*value).into()),
                Term::Set(set) => Possible::one(set.to_string().into()),
                Term::Variable(id) => match &said {
                    Some((written, _)) => self.possible(*id, written, &owners, known),
                    None => Possible::default(),
                },
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

    /// The values that are left to a variable.
    fn possible(
        &self,
        id: VariableId,
        written: &Written,
        owners: &[(VariableId, &[Says])],
        known: &Known<'_>,
    ) -> Possible {
        let mapped = written.mapping.variables[id.index()];
        let is_boolean = self.model.variables[id.index()].domain == Domain::Boolean;
        if let Mapped::Constant(value) = mapped {
            return Possible::one(if is_boolean { (value != 0).into() } else { value.into() });
        }
        let owner = owners.iter().find(|(owner, _)| *owner == id || written.mapping.variables[owner.index()] == mapped);
        let Some((_, says)) = owner else { return Possible::default() };
        let fixed = |at: usize| known.fixed.get(at).copied().flatten();
        let count = |at: usize| known.counts.and_then(|counts| counts.get(at)).cloned();
        if let [Says::True(at)] = says {
            let candidates = [(false, None), (true, count(*at))];
            let left = candidates.into_iter().filter(|(value, _)| fixed(*at).is_none_or(|fixed| fixed == *value));
            return Possible { values: Some(left.map(|(value, count)| (value.into(), count)).collect()) };
        }
        let Mapped::Integer(integer) = mapped else { return Possible::default() };
        let domain = written.mapping.problem.values(integer);
        let mut is_told = false;
        let mut left: Vec<(i64, Option<BigUint>)> = domain.iter().map(|&value| (value, None)).collect();
        for says in *says {
            match *says {
                Says::Is(value, at) => {
                    is_told = true;
                    let keeps = |other: i64| match fixed(at) {
                        Some(true) => other == value,
                        Some(false) => other != value,
                        None => true,
                    };
                    left.retain(|(other, _)| keeps(*other));
                    left.iter_mut().filter(|(other, _)| *other == value).for_each(|(_, own)| *own = count(at));
                }
                Says::AtLeast(bound, at) => {
                    is_told = true;
                    left.retain(|(other, _)| fixed(at).is_none_or(|fixed| fixed == (*other >= bound)));
                }
                Says::True(_) => {}
            }
        }
        if !is_told {
            return Possible::default();
        }
        Possible { values: Some(left.into_iter().map(|(value, count)| (value.into(), count)).collect()) }
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

/// The statements of the visible variables about each output, by its name.
fn said(meanings: &[String]) -> HashMap<String, Vec<Says>> {
    let mut said: HashMap<String, Vec<Says>> = HashMap::new();
    for (at, meaning) in meanings.iter().enumerate() {
        let (name, says) = match (meaning.split_once(">="), meaning.split_once('=')) {
            (Some((name, bound)), _) => (name, bound.parse().map(|bound| Says::AtLeast(bound, at))),
            (None, Some((name, value))) => (name, value.parse().map(|value| Says::Is(value, at))),
            (None, None) => (meaning.as_str(), Ok(Says::True(at))),
        };
        if let Ok(says) = says {
            said.entry(name.to_owned()).or_default().push(says);
        }
    }
    said
}
