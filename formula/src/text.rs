//! Text of others on its way to somebody's screen.
//!
//! A terminal obeys some characters: one sequence of them changes its title, another clears it, a
//! third lets text run from right to left, so that a line shows something else than it holds.
//! Anybody can make inputs, so titles, names and parts of messages that come from them are shown
//! with these characters replaced or escaped.

use std::borrow::Cow;

/// The replacement for a character that is not shown.
const REPLACEMENT: char = '\u{fffd}';

/// Whether a terminal obeys a character rather than showing it, or shows nothing: control
/// characters, line feeds among them, characters that change the direction of text, and those
/// without width. Joiners, which scripts and pictures need, are none.
pub fn is_harmful(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}')
}

/// The character, or one of the same width in its place: a blank for white space, else U+FFFD.
pub fn shown(char: char) -> char {
    match is_harmful(char) {
        false => char,
        true if char.is_whitespace() => ' ',
        true => REPLACEMENT,
    }
}

/// The text as one line, with other characters in place of harmful ones. Columns stay what they
/// are.
///
/// ```
/// assert_eq!(gordian_formula::text::harmless("Day 1\n\u{1b}[31mred"), "Day 1 \u{fffd}[31mred");
/// ```
pub fn harmless(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_harmful) { text.chars().map(shown).collect() } else { text.into() }
}

/// Like [`harmless`], line by line: ends of lines and tabs stay, and so does a byte order mark in
/// front.
pub fn harmless_lines(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|char| is_harmful(char) && char != '\n') {
        return text.into();
    }
    let mut chars = text.chars().enumerate().peekable();
    let mut lines = String::with_capacity(text.len());
    while let Some((index, char)) = chars.next() {
        let is_kept = match char {
            '\n' | '\t' => true,
            '\r' => matches!(chars.peek(), None | Some((_, '\n'))),
            '\u{feff}' => index == 0,
            _ => false,
        };
        lines.push(if is_kept { char } else { shown(char) });
    }
    lines.into()
}

/// The text as one line, with harmful characters written as their numbers: for names and messages,
/// from which a user may have to find the original.
///
/// ```
/// assert_eq!(gordian_formula::text::escaped("a\u{1b}\n.cnf"), "a\\u{1b}\\n.cnf");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// Like [`escaped`], line by line: line feeds and tabs stay.
pub fn escaped_lines(text: &str) -> Cow<'_, str> {
    escape(text, |char| matches!(char, '\n' | '\t'))
}

fn escape(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |char: char| is_harmful(char) && !is_kept(char);
    if !text.chars().any(is_escaped) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            _ if !is_escaped(char) => escaped.push(char),
            '\n' | '\t' | '\r' => escaped.extend(char.escape_default()),
            _ => escaped.extend(char.escape_unicode()),
        }
    }
    escaped.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_all_scripts_stay() {
        let text = "Rätsel 数独 ★ ┌─┐ café\u{301} क्\u{200d}ष 👩\u{200d}🚀 ≠ − ×";
        for shown in [harmless(text), harmless_lines(text), escaped(text), escaped_lines(text)] {
            assert_eq!(shown, text);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "it goes through twenty thousand characters")]
    fn nothing_that_a_terminal_obeys_is_left() {
        let all: String =
            (0..=0x2fff).chain(0xfe00..=0xffff).chain(0xe0000..=0xe01ff).filter_map(char::from_u32).collect();
        for text in [harmless(&all), escaped(&all)] {
            assert!(!text.chars().any(is_harmful));
        }
        for text in [harmless_lines(&all), escaped_lines(&all)] {
            assert!(text.chars().all(|char| !is_harmful(char) || char == '\n' || char == '\t'));
        }
        for char in "\0\u{7}\u{1b}\u{7f}\u{85}\u{9b}\u{9d}\u{202e}\u{2066}\u{2069}\u{200f}\u{feff}\r\n".chars() {
            assert!(is_harmful(char), "{char:?}");
        }
        assert_eq!(harmless(&all).chars().count(), all.chars().count(), "columns stay");
    }

    #[test]
    fn a_single_line_is_made_harmless_and_harmless_lines_are_not_copied() {
        assert_eq!(harmless_lines("\u{1b}[2J"), "\u{fffd}[2J");
        assert!(matches!(harmless_lines("one\ntwo\n"), Cow::Borrowed("one\ntwo\n")));
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(harmless_lines("\u{feff}a\r\nb\tc\rd\u{feff}\x0c\n"), "\u{feff}a\r\nb\tc d\u{fffd} \n");
        assert_eq!(escaped_lines("a\tb\r\n\u{9b}"), "a\tb\\r\n\\u{9b}");
        assert_eq!(escaped(&escaped("\u{1b}[0m\n")), "\\u{1b}[0m\\n", "twice is as good as once");
    }
}
