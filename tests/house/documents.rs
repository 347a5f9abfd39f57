//! The program does what the documents show.
//!
//! Every fenced block marked `console` in the Markdown files is run: each line `$ COMMAND` through
//! a shell in which `gordian` is the binary under test (`cargo run --release --` is read as
//! `gordian`), in a folder that shows the project's own. That is the one built with the tests, or
//! the one that the environment's `GORDIAN_BINARY` names. Its output, both streams, must be what
//! the block shows below it. A line `...` stands for any lines, `[..]` for any text in one line,
//! and `$ echo $?` shows how the command above ended.
//!
//! A comment on the line above a block says what else holds for it, and no block is left out
//! without one: `<!-- long -->` runs in the ignored test below, which `.ci/run` runs,
//! `<!-- needs: NAME -->` runs where that program is installed, and `<!-- not run: REASON -->` names
//! one of [`REASONS`].

#![allow(clippy::print_stdout, reason = "what is not run is said")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The reasons why a block is not run at all.
const REASONS: [(&str, &str); 5] = [
    ("build", "builds or tests the project itself; the command stands in .ci/run instead"),
    ("part", "runs a part of the tests, all of which .ci/run runs"),
    ("install", "changes the machine it runs on"),
    ("serves", "goes on until it is ended"),
    ("measured", "its output is a measurement of one machine"),
];

/// Languages of blocks that show something other than a command. The tests of the Python package run
/// those in Python.
const SHOWN_ONLY: [&str; 7] = ["text", "dimacs", "json", "toml", "svg", "c", "python"];

/// Programs that a shown command may use beside `gordian`.
const TOOLS: [&str; 14] =
    ["cat", "cut", "diff", "echo", "grep", "gzip", "head", "printf", "rm", "sed", "sort", "tail", "wc", "xz"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The meaning of the comment above a block.
#[derive(Clone, Debug, PartialEq)]
enum Marker {
    None,
    Long,
    Needs(String),
    NotRun(String),
}

struct Block {
    /// The number of the line that opens it.
    line: usize,
    language: String,
    marker: Marker,
    text: Vec<String>,
}

/// One command of a block and the lines shown below it.
#[derive(Debug, PartialEq)]
struct Step {
    command: String,
    shown: Vec<String>,
}

/// The Markdown files of the project, by their path from its root.
pub(crate) fn documents() -> BTreeMap<String, String> {
    let mut documents = BTreeMap::new();
    let mut folders = vec![root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the project").flatten() {
            let path = entry.path();
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            let is_made = ["target", "node_modules", "dist"].iter().any(|name| entry.file_name() == *name);
            if path.is_dir() && !hidden && !is_made {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let name = path.strip_prefix(root()).expect("a path below the root").to_string_lossy().into_owned();
                documents.insert(name, fs::read_to_string(path).expect("a document in UTF-8"));
            }
        }
    }
    assert!(documents.contains_key("README.md"), "the project has no README.md");
    documents
}

fn marker(line: &str) -> Result<Marker, String> {
    let Some(comment) = line.trim().strip_prefix("<!--").and_then(|line| line.strip_suffix("-->")) else {
        return Ok(Marker::None);
    };
    match comment.trim().split_once(": ").unwrap_or((comment.trim(), "")) {
        ("long", "") => Ok(Marker::Long),
        ("needs", program) if !program.is_empty() => Ok(Marker::Needs(program.to_string())),
        ("not run", reason) if REASONS.iter().any(|(name, _)| *name == reason) => {
            Ok(Marker::NotRun(reason.to_string()))
        }
        _ => Err(format!("unknown marker: {}", line.trim())),
    }
}

fn blocks(document: &str) -> Result<Vec<Block>, String> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<(String, Block)> = None;
    let mut above = "";
    for (number, line) in (1..).zip(document.lines()) {
        let fence: String = line.trim_start().chars().take_while(|c| *c == '`').collect();
        match &mut open {
            Some((opened, _)) if line.trim() == opened => blocks.extend(open.take().map(|(_, block)| block)),
            Some((_, block)) => block.text.push(line.to_string()),
            None if fence.len() >= 3 => {
                let marker = marker(above).map_err(|error| format!("line {}: {error}", number - 1))?;
                let language = line.trim().trim_start_matches('`').to_string();
                open = Some((fence, Block { line: number, language, marker, text: Vec::new() }));
            }
            None => {}
        }
        above = line;
    }
    match open {
        Some((_, block)) => Err(format!("line {}: a block without an end", block.line)),
        None => Ok(blocks),
    }
}

fn steps(text: &[String]) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    let mut lines = text.iter();
    while let Some(line) = lines.next() {
        if let Some(command) = line.strip_prefix("$ ") {
            let mut command = command.to_string();
            while command.ends_with('\\') {
                command.pop();
                command.push_str(lines.next().ok_or("a command without an end")?.trim_start());
            }
            steps.push(Step { command: command.replace("cargo run --release -- ", "gordian "), shown: Vec::new() });
        } else {
            let step = steps.last_mut().ok_or_else(|| format!("{line:?} stands before any `$ COMMAND`"))?;
            step.shown.push(line.trim_end().to_string());
        }
    }
    Ok(steps)
}

/// The first program of a part of a command line that is neither `gordian` nor a known tool nor `needed`.
fn unknown_program<'a>(command: &'a str, needed: Option<&str>) -> Option<&'a str> {
    let mut programs = command.split(['|', ';']).filter_map(|part| part.split_whitespace().next());
    programs.find(|word| *word != "gordian" && !TOOLS.contains(word) && Some(*word) != needed)
}

/// Whether `line` is `shown`, where `[..]` in `shown` stands for any text.
fn line_matches(shown: &str, line: &str) -> bool {
    let Some((head, tail)) = shown.split_once("[..]") else { return shown == line };
    let Some(rest) = line.strip_prefix(head) else { return false };
    rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| line_matches(tail, &rest[at..]))
}

/// Whether the lines are those shown, where a line `...` stands for any number of lines.
fn output_matches(shown: &[String], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=lines.len()).any(|skipped| output_matches(rest, &lines[skipped..]))
        }
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, lines)| line_matches(first, line) && output_matches(rest, lines))
        }
    }
}

fn installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// A folder that shows the project's own files and whose `bin` holds the binary under test; what a
/// command writes beside them goes away with it.
struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("documents-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join(".bin")).expect("a scratch folder");
        for entry in fs::read_dir(root()).expect("the project's folder").flatten() {
            if !entry.file_name().to_string_lossy().starts_with('.') {
                link(&entry.path(), &folder.join(entry.file_name()));
            }
        }
        let named = std::env::var_os("GORDIAN_BINARY");
        let binary = named.as_deref().map_or(Path::new(env!("CARGO_BIN_EXE_gordian")), Path::new);
        link(&std::path::absolute(binary).expect("a path"), &folder.join(".bin/gordian"));
        Scratch { folder }
    }

    /// Runs a command after one that ended with `status`; returns what it printed and how it ended.
    fn run(&self, command: &str, status: i32) -> (String, i32) {
        let mut path = vec![self.folder.join(".bin")];
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("exec 2>&1; (exit {status}); {command}"))
            .current_dir(&self.folder)
            .env("PATH", std::env::join_paths(path).expect("folders without a colon"))
            .output()
            .expect("a shell");
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn link(original: &Path, link: &Path) {
    std::os::unix::fs::symlink(original, link).expect("a symbolic link in the scratch folder");
}

/// Runs the blocks of all documents that are long, or those that are not; returns what went wrong.
fn run_documents(long: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let mut run = 0;
    for (name, text) in documents() {
        let blocks = match blocks(&text) {
            Ok(blocks) => blocks,
            Err(error) => {
                faults.push(format!("{name}: {error}"));
                continue;
            }
        };
        let scratch = Scratch::new(&format!("{}-{long}", name.replace('/', "-")));
        for block in blocks.iter().filter(|block| block.language == "console") {
            let place = format!("{name}:{}", block.line);
            let needed = match &block.marker {
                Marker::NotRun(reason) => {
                    println!("not run: {place} ({reason})");
                    continue;
                }
                Marker::Long if !long => {
                    println!("left to the ignored test: {place}");
                    continue;
                }
                Marker::Needs(program) if !installed(program) => {
                    println!("not run: {place} ({program} is not installed)");
                    if std::env::var_os("CI").is_some() {
                        faults.push(format!("{place}: {program} is not installed"));
                    }
                    continue;
                }
                Marker::Needs(program) => Some(program.as_str()),
                _ => None,
            };
            if long != (block.marker == Marker::Long) {
                continue;
            }
            run += 1;
            faults.extend(run_block(&scratch, block, needed).map(|fault| format!("{place}: {fault}")));
        }
    }
    println!("{run} blocks run");
    faults
}

fn run_block(scratch: &Scratch, block: &Block, needed: Option<&str>) -> Option<String> {
    let steps = match steps(&block.text) {
        Ok(steps) => steps,
        Err(error) => return Some(error),
    };
    let mut status = 0;
    for step in &steps {
        if let Some(program) = unknown_program(&step.command, needed) {
            return Some(format!("{program} is neither gordian nor a tool a test may use: `$ {}`", step.command));
        }
        let (output, end) = scratch.run(&step.command, status);
        let lines: Vec<&str> = output.lines().map(str::trim_end).collect();
        if !output_matches(&step.shown, &lines) {
            return Some(format!("`$ {}` shows\n{}\nbut prints\n{output}", step.command, step.shown.join("\n")));
        }
        if end < 0 || (100..126).contains(&end) {
            return Some(format!("`$ {}` ended with {end}", step.command));
        }
        status = end;
    }
    None
}

#[test]
fn the_commands_of_the_documents_do_as_shown() {
    let faults = run_documents(false);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
#[ignore = "takes long: run by .ci/run"]
fn the_long_commands_of_the_documents_do_as_shown() {
    let faults = run_documents(true);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Whether all lines of a block stand in this order in `tests/house/NAME.rs`, for a document `…/NAME.md`.
fn is_part_of_test(document: &str, block: &Block) -> bool {
    let stem = Path::new(document).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_lowercase();
    let Ok(test) = fs::read_to_string(root().join("tests/house").join(stem + ".rs")) else { return false };
    let mut lines = test.lines().map(str::trim);
    block
        .text
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty())
        .all(|wanted| lines.any(|line| line == wanted))
}

#[test]
fn every_block_says_what_it_is() {
    let sources: String = ["formula", "solver", "queries", "encoders", "checker"]
        .iter()
        .filter_map(|name| fs::read_to_string(root().join(name).join("src/lib.rs")).ok())
        .collect();
    for (name, text) in documents() {
        for block in blocks(&text).unwrap_or_else(|error| panic!("{name}: {error}")) {
            let place = format!("{name}:{}", block.line);
            match block.language.as_str() {
                "console" => {}
                "rust" => assert!(
                    sources.contains(&format!("{name}\")")) || is_part_of_test(&name, &block),
                    "{place}: Rust in a document is tested by `#[cfg(doctest)] #[doc = include_str!(…)]` in a crate's lib.rs, or \
                     stands line by line in the file of its name in `tests/house`"
                ),
                language => assert!(
                    SHOWN_ONLY.contains(&language),
                    "{place}: a block of `{language}`; commands are `console`, all else one of {SHOWN_ONLY:?}"
                ),
            }
            let commands = block.text.iter().any(|line| line.starts_with("$ "));
            assert!(block.language == "console" || !commands, "{place}: commands in a block that is not `console`");
            assert!(block.language != "console" || commands, "{place}: a console block without a `$ COMMAND`");
            assert!(block.language == "console" || block.marker == Marker::None, "{place}: a marker that says nothing");
        }
    }
}

#[test]
fn what_builds_the_project_in_the_documents_is_run_by_ci() {
    let script = fs::read_to_string(root().join(".ci/run")).expect(".ci/run");
    for (name, text) in documents() {
        let blocks = blocks(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        for block in blocks.iter().filter(|block| block.marker == Marker::NotRun("build".to_string())) {
            for step in steps(&block.text).unwrap_or_else(|error| panic!("{name}: {error}")) {
                assert!(script.contains(&step.command), "{name}:{}: .ci/run lacks `{}`", block.line, step.command);
            }
        }
    }
}

#[test]
fn links_between_the_documents_lead_somewhere() {
    for (name, text) in documents() {
        let folder = root().join(&name);
        let folder = folder.parent().expect("a document stands in a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', ' ', '#']).next()) {
            if !link.is_empty() && !link.contains("://") && !link.starts_with("mailto:") {
                assert!(folder.join(link).exists(), "{name} links to {link}, which does not exist");
            }
        }
    }
}

fn lines(text: &[&str]) -> Vec<String> {
    text.iter().map(|line| line.to_string()).collect()
}

#[test]
fn a_difference_is_seen_and_an_elision_is_not_one() {
    assert!(output_matches(&lines(&["a", "b"]), &["a", "b"]));
    assert!(!output_matches(&lines(&["a", "b"]), &["a", "c"]));
    assert!(!output_matches(&lines(&["a"]), &["a", "b"]));
    assert!(!output_matches(&lines(&[]), &["a"]));
    assert!(output_matches(&lines(&["a", "...", "z"]), &["a", "b", "z", "z"]));
    assert!(output_matches(&lines(&["..."]), &[]));
    assert!(!output_matches(&lines(&["...", "z"]), &["z", "a"]));
    assert!(line_matches("c time [..] s, [..]", "c time 0.1 s, 3 MB"));
    assert!(line_matches("[..]MB", "3 MB of MB"));
    assert!(!line_matches("c time [..] s", "c time 0.1 minutes"));
    assert!(!line_matches("a[..]a", "a"));
}

#[test]
fn blocks_and_their_markers_are_read() {
    let text = "<!-- not run: build -->\n```console\n$ cargo test\n```\n\n````text\n```\n````\n<!-- needs: minisat -->\n```console\n$ a \\\n   b\nout\n$ c\n```";
    let blocks = blocks(text).unwrap();
    assert_eq!(blocks.iter().map(|block| block.line).collect::<Vec<_>>(), [2, 6, 10]);
    assert_eq!(blocks[0].marker, Marker::NotRun("build".to_string()));
    assert_eq!((blocks[1].language.as_str(), &blocks[1].marker), ("text", &Marker::None));
    assert_eq!(blocks[2].marker, Marker::Needs("minisat".to_string()));
    let steps = steps(&blocks[2].text).unwrap();
    assert_eq!(steps[0], Step { command: "a b".to_string(), shown: lines(&["out"]) });
    assert_eq!(steps[1], Step { command: "c".to_string(), shown: Vec::new() });
    assert!(marker("<!-- not run: because -->").is_err());
    assert_eq!(unknown_program("gordian solve a.cnf | minisat", None), Some("minisat"));
    assert_eq!(unknown_program("gordian encode a | minisat; echo $?", Some("minisat")), None);
}
