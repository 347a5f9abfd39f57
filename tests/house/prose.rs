//! Documents, comments and the help can be read once: their lines fit a screen, and no sentence
//! begins with a clause that hides its subject.

use std::process::Command;

use crate::arrows::{read, root, rust_files};
use crate::documents::documents;

/// The longest line of a document, in characters.
const WIDTH: usize = 100;
/// The longest line of a comment, in characters, with its indentation.
const COMMENT_WIDTH: usize = 120;

/// Sentences begin with their subject instead. Questions are allowed.
const OPENERS: [&str; 9] =
    ["What ", "Where ", "Whatever ", "Whoever ", "Of ", "Which ", "Whichever ", "Who ", "That there "];

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

/// The comments of a Rust file as a document: a line without its mark, and an empty line for each line of code.
fn comments(source: &str) -> String {
    let words = |line: &str| {
        let line = line.trim_start();
        let comment = ["///", "//!", "//"].iter().find_map(|mark| line.strip_prefix(mark));
        comment.map_or(String::new(), |words| words.strip_prefix(' ').unwrap_or(words).to_owned())
    };
    source.lines().map(|line| words(line) + "\n").collect()
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
        if !words.is_empty() {
            *paragraph += &words.replace("**", "");
            paragraph.push(' ');
        }
    }
    let ends = |paragraph: String| paragraph.replace(". ", ".\n").replace("? ", "?\n").replace(".) ", ".)\n");
    paragraphs.into_iter().map(ends).flat_map(|lines| lines.lines().map(str::to_string).collect::<Vec<_>>()).collect()
}

fn begins_awkwardly(sentence: &str) -> bool {
    OPENERS.iter().any(|opener| sentence.starts_with(opener)) && !sentence.trim_end().ends_with('?')
}

/// The sentences of a text that begin with a clause, with the name of the text.
fn awkward(name: &str, text: &str) -> Vec<String> {
    let sentences = sentences(text).into_iter().filter(|sentence| begins_awkwardly(sentence));
    sentences.map(|sentence| format!("{name}: {sentence}")).collect()
}

#[test]
fn documents_fit_and_their_sentences_begin_with_their_subject() {
    let mut faults = Vec::new();
    for (name, text) in documents() {
        let long = prose(&text).filter(|(_, line)| line.chars().count() > WIDTH);
        faults.extend(long.map(|(number, _)| format!("{name}:{number}: a line of more than {WIDTH} characters")));
        faults.extend(awkward(&name, &text));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn comments_fit_and_their_sentences_begin_with_their_subject() {
    let mut faults = Vec::new();
    let mut number_of_files = 0;
    for path in rust_files(root()) {
        let name = path.strip_prefix(root()).expect("a path below the root").to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        number_of_files += 1;
        let source = read(&path);
        let is_long = |line: &str| line.trim_start().starts_with("//") && line.chars().count() > COMMENT_WIDTH;
        let long = (1..).zip(source.lines()).filter(|(_, line)| is_long(line));
        faults.extend(long.map(|(number, _)| format!("{name}:{number}: more than {COMMENT_WIDTH} characters")));
        faults.extend(awkward(&name, &comments(&source)));
    }
    assert!(number_of_files > 300, "{number_of_files} files");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn sentences_of_the_help_begin_with_their_subject() {
    let mut faults = Vec::new();
    for verb in ["", "solve", "list", "count", "facts", "explain", "encode", "decode", "check", "show"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gordian"));
        let help = command.args([verb, "--help"].iter().filter(|word| !word.is_empty())).output();
        let help = String::from_utf8(help.expect("the program runs").stdout).expect("the help is UTF-8");
        assert!(help.contains("Usage:"), "{verb}: {help}");
        // Each line may begin a sentence: the words of an option stand below or behind its name.
        let faulty = help.lines().flat_map(|line| line.split("  ")).filter(|words| begins_awkwardly(words));
        faults.extend(faulty.map(|words| format!("gordian {verb} --help: {words}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn awkward_sentences_are_found() {
    let text = "- **What** is it?\n- What is.\n```text\nOf\n```\nA b. Of\nc: d.\n\n1. Where e. (Of f.)\n";
    assert_eq!(awkward("text", text).len(), 3);
    let source = "//! What a.\nfn b() {\n    // Where c,\n    // Of d.\n    let e = \"// Of f.\";\n}\n/// G. Of h.\n";
    assert_eq!(awkward("source", &comments(source)).len(), 3);
}
