//! The outline of a text: its features before anybody tries to read it.

use crate::error::PuzzleError;

/// The outline of a text. It is worked out once and shown to every kind.
#[derive(Clone, Debug)]
pub struct Outline<'a> {
    /// The text, without a byte-order mark.
    pub text: &'a str,
    /// The format of the text.
    pub form: Form,
    /// The words before the first `:` of plain lines, in lower case.
    keys: Vec<String>,
    /// Plain lines without a `:`, blank ones and comments left out.
    pub rows: Vec<&'a str>,
}

/// The formats of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// It begins with a brace.
    Json,
    /// It begins with a tag.
    Xml,
    /// Lines.
    Plain,
}

impl Outline<'_> {
    /// The outline of a text.
    pub fn of(text: &str) -> Outline<'_> {
        let text = text.trim_start_matches('\u{feff}');
        let form = match text.trim_start().chars().next() {
            Some('{') => Form::Json,
            Some('<') => Form::Xml,
            _ => Form::Plain,
        };
        let (mut keys, mut rows) = (Vec::new(), Vec::new());
        let lines = if form == Form::Plain { text } else { "" }.lines().map(str::trim_end);
        for line in lines.filter(|line| !line.is_empty() && !line.trim_start().starts_with('#')) {
            match line.split_once(':') {
                Some((key, _)) => keys.push(key.trim().to_lowercase()),
                None => rows.push(line),
            }
        }
        Outline { text, form, keys, rows }
    }

    /// Whether the lines below a line `regions:` are the regions of a grid above it.
    pub fn has_grid_of_regions(&self) -> bool {
        let is_row = |line: &str| !line.is_empty() && !line.starts_with('#') && !line.contains(':');
        let mut lines = self.text.lines().map(str::trim).skip_while(|line| !is_row(line));
        lines.next().is_some() && lines.any(|line| line.eq_ignore_ascii_case("regions:"))
    }

    /// Whether a header line has one of these keys.
    pub fn has_key(&self, known: &[&str]) -> bool {
        self.keys.iter().any(|key| known.contains(&key.as_str()))
    }

    /// Whether no header line has another key than these.
    pub fn has_only_keys(&self, known: &[&str]) -> bool {
        self.keys.iter().all(|key| known.contains(&key.as_str()))
    }
}

/// The keys of the header lines so far, none of which may come twice: one of two values would be lost.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeaderKeys(Vec<String>);

impl HeaderKeys {
    /// Whether the key has come before, in any case of its letters.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.0.contains(&key.to_lowercase())
    }

    /// # Errors
    /// If the key has come before.
    pub(crate) fn begin(&mut self, key: &str) -> Result<(), PuzzleError> {
        let lower = key.to_lowercase();
        if self.has(key) {
            return Err(PuzzleError::malformed(format!("a second line `{lower}:`")));
        }
        self.0.push(lower);
        Ok(())
    }
}

/// The value of a header line, without the comment behind it.
pub(crate) fn header_value(value: &str) -> &str {
    value.split(" #").next().unwrap_or_default().trim()
}
