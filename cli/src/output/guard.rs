//! Refuses outputs that would replace an input of the same run, another output of it, or somebody's
//! formula or puzzle.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use gordian_formula::Clock;
use gordian_queries::{CheckpointErrorKind, begins_as_checkpoint};

use crate::arguments::{Content, Files};
use crate::failure::Failure;
use crate::input::detect::{has_extension, is_named_formula, puzzle_kind};
use crate::input::foreign::is_header;
use crate::input::{self, Beginning};
use crate::output::target;

/// The number of bytes that tell whether a file is a checkpoint.
const PREFIX: u64 = 1 << 16;
/// The extensions of puzzles. Most puzzles have names like any text.
const PUZZLES: [&str; 1] = ["xmpuzzle"];
/// The mark in the first line of a formula that this program wrote.
pub(crate) const OWN: &str = "by gordian ";

/// Checks all outputs of a run before any input is read. A user should not wait for an answer and
/// then hear that there is no place for it.
pub(crate) fn check(files: &Files) -> Result<(), Failure> {
    for (number, (path, content)) in files.outputs.iter().enumerate() {
        admit(files, path, *content)?;
        if files.outputs[..number].iter().any(|(other, _)| is_same_place(path, other)) {
            return Err(Failure::at(path, "two outputs of this run have the same name"));
        }
    }
    Ok(())
}

/// Whether a file may be written.
///
/// # Errors
/// With the reason, if the file may not be written.
pub(crate) fn admit(files: &Files, path: &Path, content: Content) -> Result<(), Failure> {
    objection(files, path, content).map_or(Ok(()), |objection| Err(Failure::at(path, objection)))
}

/// The reason why a file may not be written, if there is one.
pub(crate) fn objection(files: &Files, path: &Path, content: Content) -> Option<String> {
    if path == Path::new("-") {
        return Some("this output needs a file; `./-` is one of this name".to_owned());
    }
    if files.inputs.iter().any(|input| is_same_file(path, &opened(input))) {
        return Some("this is the input, it would be overwritten".to_owned());
    }
    let metadata = path.metadata().ok()?;
    if metadata.is_file() && ["/dev/stdout", "/dev/stderr"].iter().any(|other| is_same_file(path, Path::new(other))) {
        return Some("this is where standard output or standard error goes".to_owned());
    }
    match content {
        Content::Certificate => (!metadata.is_dir()).then(|| "this is no folder".to_owned()),
        Content::Part => None,
        _ if metadata.is_dir() => Some("this is a folder".to_owned()),
        Content::Checkpoint => (!stands_for_checkpoint(path)).then(|| CheckpointErrorKind::NoCheckpoint.to_string()),
        Content::Proof | Content::Formula | Content::Drawing | Content::Trace | Content::Solutions => {
            let what = looks_like(path, content).filter(|_| !files.force)?;
            Some(format!("looks like {what} and would be overwritten; -f does it nevertheless"))
        }
    }
}

/// Whether the path holds a checkpoint.
pub(crate) fn stands_for_checkpoint(path: &Path) -> bool {
    // Opening a pipe would wait for somebody to write.
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) && begins_as_checkpoint(&beginning_of(path))
}

/// The path that an input is read from.
fn opened(input: &Path) -> PathBuf {
    if input == Path::new("-") { "/dev/stdin".into() } else { input.into() }
}

/// Whether two paths lead to one file, by whatever names and links. Devices such as a terminal do
/// not count: writing there destroys nothing.
#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let identity = |path: &Path| {
        let metadata = path.metadata().ok().filter(|metadata| !metadata.file_type().is_char_device())?;
        Some((metadata.dev(), metadata.ino()))
    };
    identity(one).is_some_and(|one| identity(other) == Some(one))
}

#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Whether two paths lead to one file, or would if the file were made.
fn is_same_place(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let path = target::resolve(path).ok()?;
        let folder = target::folder_of(&path).canonicalize().ok()?;
        Some(folder.join(path.file_name()?)).filter(|path| !path.exists())
    };
    is_same_file(one, other) || one == other && !one.exists() || place(one).is_some_and(|one| place(other) == Some(one))
}

/// The kind of somebody's file that this one seems to be, by its name or its beginning. Files that
/// this program itself writes again and again, such as proofs, do not count.
fn looks_like(path: &Path, content: Content) -> Option<&'static str> {
    let metadata = path.metadata().ok()?;
    if !metadata.is_file() || metadata.len() == 0 {
        return None;
    }
    let beginning = decompressed_beginning_of(path);
    if content == Content::Formula && is_own_formula(&beginning.bytes) {
        return None;
    }
    if content == Content::Solutions && is_own_list(&beginning.bytes) {
        return None;
    }
    if is_named_formula(path) || holds_header(&beginning.bytes) {
        Some("a formula")
    } else if has_extension(path, &PUZZLES) || holds_puzzle(&beginning) {
        Some("a puzzle")
    } else {
        None
    }
}

fn beginning_of(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = File::open(path).and_then(|file| file.take(PREFIX).read_to_end(&mut bytes));
    bytes
}

/// Decompresses as inputs are. A file that cannot be decompressed is inspected as it is.
fn decompressed_beginning_of(path: &Path) -> Beginning {
    let read = input::open(path, &Clock::unlimited()).and_then(|mut input| Beginning::read(&mut input));
    let as_it_is = || File::open(path).and_then(|mut file| Beginning::read(&mut file));
    read.or_else(|_| as_it_is()).unwrap_or(Beginning { bytes: Vec::new(), is_whole: true })
}

fn is_own_formula(beginning: &[u8]) -> bool {
    let first = beginning.split(|&byte| byte == b'\n').next().unwrap_or_default();
    first.starts_with(b"c ") && first.windows(OWN.len()).any(|part| part == OWN.as_bytes())
}

/// Whether every line is a completed grid, as a list of solutions has them. A puzzle has empty squares.
fn is_own_list(beginning: &[u8]) -> bool {
    let is_grid = |line: &[u8]| line.starts_with(b"{\"grid\":[") && !line.contains(&b'.');
    beginning.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).all(is_grid)
}

fn holds_header(beginning: &[u8]) -> bool {
    beginning.split(|&byte| byte == b'\n').any(|line| std::str::from_utf8(line).is_ok_and(is_header))
}

fn holds_puzzle(beginning: &Beginning) -> bool {
    let Beginning { bytes, is_whole } = beginning;
    !bytes.contains(&0) && !is_evidence(beginning) && puzzle_kind(bytes, *is_whole).is_some()
}

/// Whether every line is one of a proof, a trace or a diagram: numbers that end in zero, with a letter before or after
/// the first; or, below the header of an `.nnf` file, the letter of a node and numbers. Comments do not matter. Some
/// files of these would pass for grids of letters.
fn is_evidence(Beginning { bytes: beginning, is_whole }: &Beginning) -> bool {
    let is_nnf = beginning.starts_with(b"nnf ");
    let is_number = |word: &[u8]| std::str::from_utf8(word).is_ok_and(|word| word.parse::<i64>().is_ok());
    let is_letter = |word: &[u8]| matches!(word, [b'a'..=b'z']);
    let is_line = |line: &[u8]| {
        let words: Vec<&[u8]> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        if words.first().is_some_and(|word| *word == b"c") {
            return true;
        }
        let letters = words.iter().take(2).filter(|word| is_letter(word)).count();
        let numbers = words.iter().filter(|word| is_number(word)).count();
        if is_nnf {
            let is_node = words.first().is_none_or(|word| matches!(*word, b"nnf" | b"L" | b"A" | b"O"));
            return is_node && numbers + 1 >= words.len();
        }
        letters <= 1 && letters + numbers == words.len() && words.last().is_none_or(|word| *word == b"0")
    };
    // The last line may be cut off, so it need not be a line of a proof.
    let end = if *is_whole { None } else { beginning.iter().rposition(|&byte| byte == b'\n') };
    let mut lines = beginning[..end.unwrap_or(beginning.len())].split(|&byte| byte == b'\n');
    beginning.iter().any(u8::is_ascii_lowercase) && lines.all(is_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebodys_puzzles_and_formulas_are_known_and_own_files_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let look = |name: &str, text: &[u8], content| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            looks_like(&path, content)
        };
        for (name, text) in [
            ("a.txt", "# mine\nboard: 3x20\npieces: pentominoes\n"),
            ("b.txt", "SEND + MORE = MONEY\n"),
            ("c", "AAB\nABB\nCCC\n"),
            ("d.drat", "stars: 1\nAAB\nABB\nCCC\n"),
            ("e.svg", "{\"dominoes\": [[1, 1]], \"regions\": []}"),
            ("f", "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n"),
            ("g.xmpuzzle", "<?xml version=\"1.0\"?>\n<puzzle/>\n"),
            ("h.xmpuzzle.gz", "damaged"),
        ] {
            assert_eq!(look(name, text.as_bytes(), Content::Drawing), Some("a puzzle"), "{name}");
        }
        for (name, text) in
            [("a", "p cnf 1 1\n1 0\n"), ("b", "c x\n P  CNF 1 1\n"), ("c.cnf", "1 0\n"), ("d.cnf.xz", "?")]
        {
            assert_eq!(look(name, text.as_bytes(), Content::Proof), Some("a formula"), "{name}");
        }
        let (list, puzzle) =
            ("{\"grid\":[\"12\",\"21\"]}\n{\"grid\":[\"21\",\"12\"]}\n", "{\"grid\":[\"1.\",\"..\"]}\n");
        assert_eq!(look("list", list.as_bytes(), Content::Solutions), None);
        assert_eq!(look("puzzle", puzzle.as_bytes(), Content::Solutions), look("p", puzzle.as_bytes(), Content::Proof));
        for (name, text) in [
            ("empty.cnf", ""),
            ("a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\">\n</svg>\n"),
            ("a.drat", "1 2 0\n0\n"),
            ("b.drat", "d 1 2 0\n1 0\nd 3 0\n0\n"),
            ("c.drat", "a\x04\x00d\x05\x00a\x00"),
            ("a.lrat", "5 1 0 2 3 0\n5 d 1 2 0\n6 0 5 4 0\n"),
            ("a.nnf", "o 1 0\nt 2 0\n1 2 1 0\n"),
            ("b.nnf", "nnf 5 4 2\nL 1\nL -1\nL 2\nA 2 1 2\nO 1 2 0 3\n"),
            ("c.nnf", "nnf 1 0 1\nO 0 0\n"),
            ("d.nnf", "c decision-DNNF of a formula, by Gordian\nh 2 0\ne 2 0\nt 1 0\n"),
            ("result", "s SATISFIABLE\nv 1 -2 0\n"),
            ("notes", "What I had in mind.\n"),
        ] {
            for content in [Content::Proof, Content::Drawing, Content::Trace, Content::Formula] {
                assert_eq!(look(name, text.as_bytes(), content), None, "{name}");
            }
        }
        let own = b"c queens, encoded by gordian 0.1.0\np cnf 1 1\n1 0\n";
        assert_eq!(look("own.cnf", own, Content::Formula), None);
        assert_eq!(look("own.cnf", own, Content::Drawing), Some("a formula"));
    }

    #[test]
    #[cfg(unix)]
    fn files_are_the_same_by_whatever_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "x").unwrap();
        fs::hard_link(path("file"), path("hard")).unwrap();
        std::os::unix::fs::symlink("file", path("soft")).unwrap();
        std::os::unix::fs::symlink("nothing", path("dangling")).unwrap();
        fs::write(path("other"), "x").unwrap();
        for name in ["file", "hard", "soft", "../", "./file"] {
            assert_eq!(is_same_place(&path("file"), &path(name)), name != "../", "{name}");
        }
        assert!(!is_same_place(&path("file"), &path("other")));
        assert!(is_same_place(&path("nothing"), &path("dangling")));
        assert!(is_same_place(&path("nothing"), &path("./nothing")));
        assert!(!is_same_place(&path("nothing"), &path("nobody")));
        assert!(!is_same_place(Path::new("/dev/null"), Path::new("/dev/null")));
    }
}
