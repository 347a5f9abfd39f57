//! The short form of JSON in addresses of SudokuPad.
//!
//! SudokuPad shortens the JSON of a puzzle before it packs it: `{id:'abc',ce:[[{v:1},,]]}` stands for
//! `{"id":"abc","cells":[[{"value":1},{},{}]]}`. Keys have no quotes, and long ones that come often have
//! short names; texts have single quotes; objects without keys are left out of lists; and the
//! values `true`, `false` and colours have short forms behind a key.

/// Short keys and what they stand for.
const KEYS: [(&str, &str); 24] = [
    ("a", "arrows"),
    ("c", "color"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("ct", "center"),
    ("d", "duration"),
    ("fs", "fontSize"),
    ("h", "height"),
    ("hl", "headLength"),
    ("l", "lines"),
    ("o", "overlays"),
    ("r", "rounded"),
    ("re", "regions"),
    ("t", "title"),
    ("te", "text"),
    ("th", "thickness"),
    ("u", "underlays"),
    ("v", "value"),
    ("vd", "videos"),
    ("w", "width"),
    ("wp", "wayPoints"),
];

/// Lists in lists beyond this are no puzzle; the readers of JSON have the same limit.
const MAX_DEPTH: usize = 128;

/// The JSON that a text of the short form stands for.
pub(super) fn expanded(short: &str) -> Option<String> {
    let mut expansion = Expansion { rest: short.trim(), json: String::new() };
    expansion.value(MAX_DEPTH, false)?;
    expansion.rest.is_empty().then_some(expansion.json)
}

/// The text that is not read yet, and the JSON so far.
struct Expansion<'a> {
    rest: &'a str,
    json: String,
}

impl<'a> Expansion<'a> {
    /// Reads a value, which may stand behind a key.
    fn value(&mut self, depth: usize, has_key: bool) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match self.rest.chars().next()? {
            '{' => self.object(depth),
            '[' => self.list(depth),
            quote @ ('\'' | '"') => self.quoted(quote),
            _ => {
                let end = self.rest.find([',', ']', '}']).unwrap_or(self.rest.len());
                let scalar = scalar(self.take(end), has_key)?;
                self.json.push_str(&scalar);
                Some(())
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<()> {
        self.expect('{')?;
        self.json.push('{');
        let mut is_first = true;
        while !self.skip('}') {
            if !is_first {
                self.expect(',')?;
                self.json.push(',');
            }
            is_first = false;
            self.key()?;
            self.expect(':')?;
            self.json.push(':');
            self.value(depth, true)?;
        }
        self.json.push('}');
        Some(())
    }

    fn list(&mut self, depth: usize) -> Option<()> {
        self.expect('[')?;
        self.json.push('[');
        loop {
            // An object without keys is left out, even if it is alone. Empty lists are left out with their keys.
            match self.rest.chars().next()? {
                ',' | ']' => self.json.push_str("{}"),
                _ => self.value(depth, false)?,
            }
            if self.skip(']') {
                self.json.push(']');
                return Some(());
            }
            self.expect(',')?;
            self.json.push(',');
        }
    }

    fn key(&mut self) -> Option<()> {
        if let Some(quote @ ('\'' | '"')) = self.rest.chars().next() {
            return self.quoted(quote);
        }
        let end = self.rest.find(|char: char| !char.is_ascii_alphanumeric()).filter(|&end| end > 0)?;
        let key = self.take(end);
        let full = KEYS.iter().find(|(short, _)| *short == key).map_or(key, |(_, full)| full);
        self.json.push_str(&format!("\"{full}\""));
        Some(())
    }

    /// Reads a text in quotes. Both sorts of quotes in it are written as `\'`.
    fn quoted(&mut self, quote: char) -> Option<()> {
        self.expect(quote)?;
        self.json.push('"');
        let mut chars = self.rest.chars();
        loop {
            match chars.next()? {
                '\\' => match chars.next()? {
                    '\'' => self.json.push('\''),
                    other => self.json.extend(['\\', other]),
                },
                char if char == quote => break,
                '"' => self.json.push_str("\\\""),
                other => self.json.push(other),
            }
        }
        self.rest = chars.as_str();
        self.json.push('"');
        Some(())
    }

    /// The next bytes of the text.
    fn take(&mut self, end: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn skip(&mut self, char: char) -> bool {
        let rest = self.rest.strip_prefix(char);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, char: char) -> Option<()> {
        self.skip(char).then_some(())
    }
}

/// The JSON of a value without quotes. Short values stand behind keys only. Six decimal digits may be a colour or a
/// number; they stay a number, since colours say nothing about the puzzle.
fn scalar(text: &str, has_key: bool) -> Option<String> {
    if serde_json::from_str::<serde_json::Value>(text).is_ok() {
        return Some(text.to_owned());
    }
    let is_colour = text.len() == 6 && text.chars().all(|char| char.is_ascii_hexdigit());
    match text {
        "t" if has_key => Some("true".to_owned()),
        "f" if has_key => Some("false".to_owned()),
        "#0" if has_key => Some("\"#000000\"".to_owned()),
        "#F" if has_key => Some("\"#FFFFFF\"".to_owned()),
        colour if has_key && is_colour => Some(format!("\"#{colour}\"")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use gordian_testkit::Random;
    use serde_json::{Map, Value, json};

    use super::{KEYS, expanded};

    fn value_of(short: &str) -> Option<Value> {
        serde_json::from_str(&expanded(short)?).ok()
    }

    /// The short form of a value, written piece by piece.
    fn shortened(value: &Value, has_key: bool) -> String {
        let quoted = |text: &str| {
            let json = Value::from(text.replace('"', "'")).to_string();
            format!("'{}'", json[1..json.len() - 1].replace('\'', "\\'"))
        };
        match value {
            Value::Object(object) => {
                let entry = |(key, value): (&String, &Value)| {
                    let key = KEYS.iter().find(|(_, full)| full == key).map_or(key.as_str(), |(short, _)| short);
                    let is_bare = !key.is_empty() && key.chars().all(|char| char.is_ascii_alphanumeric());
                    let key = if is_bare { key.to_owned() } else { quoted(key) };
                    format!("{key}:{}", shortened(value, true))
                };
                format!("{{{}}}", object.iter().map(entry).collect::<Vec<_>>().join(","))
            }
            Value::Array(list) => {
                let item = |item: &Value| if item == &json!({}) { String::new() } else { shortened(item, false) };
                format!("[{}]", list.iter().map(item).collect::<Vec<_>>().join(","))
            }
            Value::Bool(truth) if has_key => if *truth { "t" } else { "f" }.to_owned(),
            Value::String(text) if has_key && text == "#000000" => "#0".to_owned(),
            Value::String(text) if has_key && text == "#FFFFFF" => "#F".to_owned(),
            Value::String(text) if has_key && text == "#12ab34" => "12ab34".to_owned(),
            Value::String(text) => quoted(text),
            other => other.to_string(),
        }
    }

    fn random_value(random: &mut Random, depth: usize) -> Value {
        const TEXTS: [&str; 9] =
            ["it's", "a,b:{c}", "#000000", "#FFFFFF", "#12ab34", "line\nend \\ back", "größer", "", "[,]"];
        match random.below(if depth == 0 { 5 } else { 8 }) {
            0 => json!(random.below(1_000_000)),
            1 => json!(-0.25),
            2 => json!(random.chance(50)),
            3 => Value::Null,
            4 => json!(TEXTS[random.below(TEXTS.len())]),
            5 => (0..1 + random.below(4)).map(|_| random_value(random, depth - 1)).collect(),
            _ => {
                let key = |random: &mut Random| match random.below(3) {
                    0 => "diagonal+".to_owned(),
                    1 => format!("x{}", random.below(9)),
                    _ => KEYS[random.below(KEYS.len())].1.to_owned(),
                };
                let entries = (0..random.below(4)).map(|_| (key(random), random_value(random, depth - 1)));
                Value::Object(entries.collect::<Map<String, Value>>())
            }
        }
    }

    #[test]
    fn the_short_form_of_json_is_expanded() {
        for (short, full) in [
            ("{id:'abc',ce:[[{v:1},,,],[]]}", json!({"id": "abc", "cells": [[{"value": 1}, {}, {}, {}], [{}]]})),
            ("{a:t,b:f,c:#0,c1:#F,c2:12ab34,cs:50}", {
                json!({"arrows": true, "b": false, "color": "#000000", "borderColor": "#FFFFFF",
                       "backgroundColor": "#12ab34", "cellSize": 50})
            }),
            ("{t:'it\\'s \\'so\\'','x y':[true,null,-1.5]}", json!({"title": "it's 'so'", "x y": [true, null, -1.5]})),
            ("{metadata:{},re:[[[0,0]]]}", json!({"metadata": {}, "regions": [[[0, 0]]]})),
        ] {
            assert_eq!(value_of(short), Some(full), "{short}");
        }
        for wrong in ["", "{", "{a:}", "{a}", "{a:1,}", "[1", "[1}", "{a:'b}", "{a:x}", "[t]", "{a:1}}", "{:1}", "'\\"]
        {
            assert_eq!(value_of(wrong), None, "{wrong}");
        }
        assert_eq!(expanded(&"[".repeat(100_000)), None);
    }

    #[test]
    fn every_value_comes_back_from_its_short_form() {
        let mut random = Random::new(7);
        for _ in 0..3000 {
            let value = json!({"metadata": random_value(&mut random, 4)});
            let short = shortened(&value, false);
            assert_eq!(value_of(&short).as_ref(), Some(&value), "{short}");
        }
    }
}
