//! JSON documents.

use std::io::{self, Write};

use gordian_formula::text::is_harmful;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::report::Report;
use crate::session::Session;

/// The beginning of a document that holds solutions as they are found.
pub(crate) const LISTING: &str = "{\"solutions\":[";

/// The answer with the warnings.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "{R}"))]
pub(crate) struct Document<'a, R> {
    #[serde(flatten)]
    report: &'a R,
    /// Notes about what is unusual about the input.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
}

/// Prints a report on a line of its own, or as the end of the line that began with a listing.
pub(crate) fn print<R: Report>(session: &mut Session, report: &R) -> io::Result<()> {
    // A `Value` sorts its keys.
    let document = serde_json::to_value(Document { report, warnings: &session.warnings })?;
    if R::ENDS_LISTING {
        let mut rest = Vec::new();
        write(&mut rest, &document)?;
        write!(session.out, "],")?;
        session.out.write_all(&rest[1..])?;
    } else {
        write(&mut session.out, &document)?;
    }
    writeln!(session.out)
}

/// Puts fields before those of a document that was printed, and prints both as one.
pub(crate) fn print_after(out: &mut impl Write, fields: &impl Serialize, document: &[u8]) -> io::Result<()> {
    let mut heading = Vec::new();
    write(&mut heading, fields)?;
    out.write_all(&heading[..heading.len() - 1])?;
    out.write_all(b",")?;
    out.write_all(&document[1..])
}

/// Writes a value.
pub(crate) fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Harmless)).map_err(io::Error::from)
}

/// JSON without white space. It escapes every character that a terminal would obey; JSON itself
/// requires that below U+0020 only.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_and_come_back() {
        let text = "a\"\\\n\u{1b}[31m\u{7f}\u{85}\u{9b}\u{202e}b\u{e0001} ★\u{ffff}";
        let document = serde_json::json!({ text: [text, 1.5, null] });
        let mut written = Vec::new();
        write(&mut written, &document).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(!written.chars().any(is_harmful), "{written}");
        assert!(written.contains("\\u007f\\u0085\\u009b\\u202eb\\udb40\\udc01 ★"), "{written}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap(), document);
    }
}
