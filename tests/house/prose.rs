//! The documents can be read once: their lines fit a screen, and no sentence begins with a clause that hides its subject.

use crate::documents::documents;

/// The longest line, in characters.
const WIDTH: usize = 100;

/// Sentences begin with their subject instead. Questions are allowed.
const OPENERS: [&str; 5] = ["What ", "Where ", "Whatever ", "Whoever ", "Of "];

/// Documents that are not rewritten yet. This list is to be emptied.
const EXEMPT: [&str; 3] = ["CHANGELOG.md", "docs/glossary.md", "docs/options.md"];

/// The lines of a document that are prose, by their numbers; other lines are empty.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).map(move |(number, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        let is_link = line.starts_with('[') && line.contains("]: ");
        let is_other = is_code || is_fence || is_link || line.starts_with(['|', '<']);
        (number, if is_other { "" } else { line })
    })
}

/// A line without the mark of its list item or heading, and whether it had one.
fn without_mark(line: &str) -> (&str, bool) {
    let line = line.trim();
    let Some((mark, words)) = line.split_once(' ') else { return (line, false) };
    let is_number = mark.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if is_number || mark == "-" || mark.bytes().all(|byte| byte == b'#') { (words, true) } else { (line, false) }
}

/// The sentences of a document; a list item and a heading begin one, and an empty line ends one.
fn sentences(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for (_, line) in prose(text) {
        let (words, is_marked) = without_mark(line);
        if is_marked || words.is_empty() {
            paragraphs.push(String::new());
        }
        let paragraph = paragraphs.last_mut().expect("one paragraph at least");
        *paragraph += &words.replace("**", "");
        paragraph.push(' ');
    }
    let ends = |paragraph: String| paragraph.replace(". ", ".\n").replace("? ", "?\n").replace(".) ", ".)\n");
    paragraphs.into_iter().map(ends).flat_map(|lines| lines.lines().map(str::to_string).collect::<Vec<_>>()).collect()
}

#[test]
fn lines_fit_and_sentences_begin_with_their_subject() {
    let mut faults = Vec::new();
    for (name, text) in documents().iter().filter(|(name, _)| !EXEMPT.contains(&name.as_str())) {
        let long = prose(text).filter(|(_, line)| line.chars().count() > WIDTH);
        faults.extend(long.map(|(number, _)| format!("{name}:{number}: a line of more than {WIDTH} characters")));
        let is_awkward = |sentence: &&String| {
            OPENERS.iter().any(|opener| sentence.starts_with(opener)) && !sentence.trim_end().ends_with('?')
        };
        faults.extend(sentences(text).iter().filter(is_awkward).map(|sentence| format!("{name}: {sentence}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let text = "- **What** is it?\n- What is.\n```text\nOf\n```\nA b. Of\nc: d.\n\n1. Where e. (Of f.)\n";
    assert_eq!(sentences(text).iter().filter(|sentence| OPENERS.iter().any(|o| sentence.starts_with(o))).count(), 4);
}
