//! JSON documents.

use std::io::{self, Write};
use std::time::Duration;

use gordian_formula::Lit;
use gordian_solver::Statistics;
use serde::Serialize;
use serde_json::{Map, Value};

/// Writes one document on a line of its own.
pub(crate) fn print(out: &mut impl Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}

/// The literals of a model as DIMACS writes them, without the zero.
pub(crate) fn numbers(literals: impl IntoIterator<Item = Lit>) -> Value {
    literals.into_iter().map(|lit| Value::from(lit.to_dimacs())).collect()
}

/// Seconds with as many digits as mean something.
pub(crate) fn seconds(duration: Duration) -> Value {
    Value::from((duration.as_secs_f64() * 1e6).round() / 1e6)
}

/// The counters of the engine, by their names with underscores.
pub(crate) fn statistics(statistics: &Statistics, elapsed: Duration) -> Value {
    let rows = statistics.rows().into_iter().map(|(name, value)| (name.replace(' ', "_"), Value::from(value)));
    let mut map: Map<String, Value> = rows.collect();
    map.insert("seconds".to_owned(), seconds(elapsed));
    Value::Object(map)
}
