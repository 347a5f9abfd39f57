//! JSON documents.

use std::io::{self, Write};
use std::time::Duration;

use gordian_formula::Lit;
use gordian_formula::text::is_harmful;
use gordian_solver::Statistics;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Map, Value};

/// Writes one document on a line of its own.
pub(crate) fn print(out: &mut impl Write, document: &impl Serialize) -> io::Result<()> {
    write(out, document)?;
    writeln!(out)
}

/// Writes a value.
pub(crate) fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Harmless)).map_err(io::Error::from)
}

/// JSON without white space, in which every character is escaped that a terminal would obey: JSON
/// itself only asks for that below U+0020.
struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, char)) = rest.char_indices().find(|(_, char)| is_harmful(*char)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in char.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + char.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
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
    let rows = statistics.rows().map(|(name, value)| (name.replace(' ', "_"), Value::from(value)));
    let mut map: Map<String, Value> = rows.collect();
    map.insert("seconds".to_owned(), seconds(elapsed));
    Value::Object(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_and_come_back() {
        let text = "a\"\\\n\u{1b}[31m\u{7f}\u{85}\u{9b}\u{202e}b\u{e0001} ★\u{ffff}";
        let document = serde_json::json!({ text: [text, 1.5, null] });
        let mut written = Vec::new();
        print(&mut written, &document).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(!written.trim_end().chars().any(is_harmful), "{written}");
        assert!(written.contains("\\u007f\\u0085\\u009b\\u202eb\\udb40\\udc01 ★"), "{written}");
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), document);
    }
}
