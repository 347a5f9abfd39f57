//! The files of a crate and the files that each names, read from their sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Rust files below `folder`, sorted; none if there is no such folder.
pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A word, `::`, or any other single character of a source, without comments, strings and character literals.
pub(crate) fn tokens(source: &str) -> Vec<String> {
    let chars: Vec<char> = source.chars().collect();
    let is_word = |at: usize| chars.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_');
    let starts = |at: usize, text: &str| text.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if starts(at, "//") {
            at += chars[at..].iter().take_while(|c| **c != '\n').count();
        } else if starts(at, "/*") {
            let mut depth = 0;
            loop {
                if starts(at, "/*") {
                    depth += 1;
                    at += 2;
                } else if starts(at, "*/") {
                    depth -= 1;
                    at += 2;
                } else {
                    at += 1;
                }
                if depth == 0 || at >= chars.len() {
                    break;
                }
            }
        } else if let Some(hashes) = raw_string(&chars, at) {
            let end = format!("\"{}", "#".repeat(hashes));
            at += chars[at..].iter().take_while(|c| **c != '"').count() + 1;
            while at < chars.len() && !starts(at, &end) {
                at += 1;
            }
            at += end.len();
        } else if chars[at] == '"' {
            at += 1;
            while at < chars.len() && chars[at] != '"' {
                at += if chars[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
        } else if chars[at] == '\'' && (starts(at + 1, "\\") || chars.get(at + 2) == Some(&'\'')) {
            at += if chars[at + 1] == '\\' { 3 } else { 2 };
            at += chars[at..].iter().take_while(|c| **c != '\'').count() + 1;
        } else if is_word(at) {
            let start = at;
            while is_word(at) {
                at += 1;
            }
            tokens.push(chars[start..at].iter().collect());
        } else if starts(at, "::") {
            tokens.push("::".to_string());
            at += 2;
        } else {
            if !chars[at].is_whitespace() {
                tokens.push(chars[at].to_string());
            }
            at += 1;
        }
    }
    tokens
}

/// The number of `#` of a raw string that starts here (`r"`, `r#"`, `br#"`), if one does.
fn raw_string(chars: &[char], at: usize) -> Option<usize> {
    if at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_') {
        return None;
    }
    let mut next = at + usize::from(chars[at] == 'b');
    if chars.get(next) != Some(&'r') {
        return None;
    }
    next += 1;
    let hashes = chars[next..].iter().take_while(|c| **c == '#').count();
    (chars.get(next + hashes) == Some(&'"')).then_some(hashes)
}

pub(crate) type Module = Vec<String>;

/// A path as written in a file, with the module it is written in.
struct Mention {
    inside: Module,
    segments: Vec<String>,
    /// From a `pub use`: a door for others, not a dependency of this file.
    reexport: bool,
}

/// The paths and the trees of paths in a file, outside of its test modules.
fn mentions(source: &str, module: &Module) -> Vec<Mention> {
    let tokens = tokens(source);
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token == text);
    let is_word =
        |at: usize| tokens.get(at).is_some_and(|token| token.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    let mut inside = module.clone();
    let mut depth = 0;
    let mut opened = Vec::new();
    let mut public_use = false;
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let test_module =
            is(at, "#") && is(at + 2, "cfg") && is(at + 4, "test") && is(at + 7, "mod") && is(at + 9, "{");
        if test_module {
            let mut open = 0;
            at += 9;
            loop {
                open += isize::from(is(at, "{")) - isize::from(is(at, "}"));
                at += 1;
                if open == 0 || at >= tokens.len() {
                    break;
                }
            }
            continue;
        }
        match tokens[at].as_str() {
            "mod" if is_word(at + 1) && is(at + 2, "{") => {
                inside.push(tokens[at + 1].clone());
                depth += 1;
                opened.push(depth);
                at += 3;
                continue;
            }
            "{" => depth += 1,
            "}" => {
                if opened.last() == Some(&depth) {
                    opened.pop();
                    inside.pop();
                }
                depth -= 1;
            }
            "pub" => {
                let mut next = at + 1;
                if is(next, "(") {
                    next += tokens[next..].iter().take_while(|token| *token != ")").count() + 1;
                }
                public_use = is(next, "use");
                at = next;
                continue;
            }
            ";" => public_use = false,
            _ if is_word(at) && is(at + 1, "::") => {
                let mut paths = Vec::new();
                at = path_tree(&tokens, at, &mut Vec::new(), &mut paths);
                found.extend(paths.into_iter().map(|segments| Mention {
                    inside: inside.clone(),
                    segments,
                    reexport: public_use,
                }));
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Reads `a::b::{c, d::e}` from `at`, adds each full path, and returns where it ends.
fn path_tree(tokens: &[String], mut at: usize, prefix: &mut Vec<String>, paths: &mut Vec<Vec<String>>) -> usize {
    let depth = prefix.len();
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token == text);
    loop {
        if is(at, "{") {
            at += 1;
            while at < tokens.len() && !is(at, "}") {
                at = path_tree(tokens, at, prefix, paths);
                at += tokens[at..].iter().take_while(|token| *token != "," && *token != "}").count();
                at += usize::from(is(at, ","));
            }
            at += 1;
            break;
        }
        let word =
            tokens.get(at).filter(|token| token.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '*'));
        if let Some(word) = word {
            prefix.push(word.clone());
            at += 1;
        }
        if word.is_none() || !is(at, "::") {
            paths.push(prefix.clone());
            break;
        }
        at += 1;
    }
    prefix.truncate(depth);
    at
}

/// The module of a technique that declares what the technique owns. It is below the engine, which
/// holds it, so as a node it is a file of its own.
const OWN: &str = "own";

/// The names between the files of a crate, followed through doors (`pub use`) to where the named
/// thing stands.
pub(crate) struct Arrows {
    pub(crate) edges: BTreeMap<Module, BTreeSet<Module>>,
}

impl Arrows {
    /// From the files of a crate: the path below its source folder and the text of each.
    pub(crate) fn between(files: &[(String, String)]) -> Arrows {
        let module_of = |path: &str| -> Module {
            let path = path.strip_suffix(".rs").unwrap_or(path);
            let mut module: Module = path.split('/').map(str::to_string).collect();
            if ["lib", "main", "mod"].contains(&module.last().map_or("", String::as_str)) {
                module.pop();
            }
            module
        };
        let mut modules: BTreeSet<Module> = files.iter().map(|(path, _)| module_of(path)).collect();
        for (path, text) in files {
            if tokens(text).windows(3).any(|words| words == ["mod", OWN, "{"]) {
                modules.insert([module_of(path), vec![OWN.to_string()]].concat());
            }
        }
        let mentions: Vec<(Module, Vec<Mention>)> =
            files.iter().map(|(path, text)| (module_of(path), mentions(text, &module_of(path)))).collect();
        let absolute = |mention: &Mention| -> Option<Module> {
            let mut path = mention.inside.clone();
            let mut segments = mention.segments.as_slice();
            match segments.first()?.as_str() {
                "crate" => path.clear(),
                "self" | "super" => {}
                first => {
                    path.push(first.to_string());
                    return modules.contains(&path).then(|| [&mention.inside[..], segments].concat());
                }
            }
            while let Some(first) =
                segments.first().filter(|first| ["crate", "self", "super"].contains(&first.as_str()))
            {
                if first == "super" {
                    path.pop();
                }
                segments = &segments[1..];
            }
            Some([&path[..], segments].concat())
        };
        let mut doors: BTreeMap<Module, Module> = BTreeMap::new();
        for (module, mentions) in &mentions {
            for mention in mentions.iter().filter(|mention| mention.reexport) {
                if let (Some(target), Some(name)) = (absolute(mention), mention.segments.last()) {
                    doors.insert([&module[..], std::slice::from_ref(name)].concat(), target);
                }
            }
        }
        let mut edges: BTreeMap<Module, BTreeSet<Module>> =
            modules.iter().map(|module| (module.clone(), BTreeSet::new())).collect();
        for (module, mentions) in &mentions {
            for mention in mentions.iter().filter(|mention| !mention.reexport) {
                let Some(mut path) = absolute(mention) else { continue };
                let home = loop {
                    let home =
                        (0..=path.len()).rev().map(|length| &path[..length]).find(|home| modules.contains(*home));
                    let Some(home) = home.map(<[String]>::to_vec) else { break None };
                    let door =
                        path.get(..home.len() + 1).and_then(|door| doors.get(door)).filter(|target| **target != path);
                    match door {
                        Some(target) => path = [&target[..], &path[home.len() + 1..]].concat(),
                        None => break Some(home),
                    }
                };
                let from = if modules.contains(&mention.inside) { &mention.inside } else { module };
                if let Some(home) = home.filter(|home| home != from) {
                    edges.get_mut(from).expect("every file is a node").insert(home);
                }
            }
        }
        Arrows { edges }
    }

    pub(crate) fn of_crate(folder: &str) -> Arrows {
        let folder = root().join(if folder == "." { "cli/src" } else { folder }.trim_end_matches('/'));
        let source = if folder.ends_with("src") { folder } else { folder.join("src") };
        let files: Vec<(String, String)> = rust_files(&source)
            .iter()
            .map(|path| (path.strip_prefix(&source).expect("a file below").to_string_lossy().into_owned(), read(path)))
            .collect();
        assert!(!files.is_empty(), "{} holds no source", source.display());
        Arrows::between(&files)
    }

    /// The arrows that point to a higher layer, and the modules that no layer holds. The layer of
    /// the parts that techniques own is `*::own`.
    pub(crate) fn upward(&self, layers: &[&[&str]]) -> Vec<String> {
        let of_techniques = layers.iter().position(|names| names.contains(&"*::own"));
        let layer = |module: &Module| match module.first() {
            None => Some(layers.len()),
            Some(_) if of_techniques.is_some() && module.last().is_some_and(|last| last == OWN) => of_techniques,
            Some(top) => layers.iter().position(|names| names.contains(&top.as_str())),
        };
        let mut faults = Vec::new();
        for (from, targets) in &self.edges {
            let Some(height) = layer(from) else {
                faults.push(format!("{} has no layer: give it one in tests/house/layering.rs", from.join("::")));
                continue;
            };
            for to in targets {
                if layer(to).is_none_or(|other| other > height) {
                    faults.push(format!("{} names {}, which is above it", shown(from), shown(to)));
                }
            }
        }
        faults
    }

    /// A ring of files each of which names the next, if there is one.
    pub(crate) fn cycle(&self) -> Option<String> {
        let mut left = self.edges.clone();
        loop {
            let before = left.len();
            let leaves: Vec<Module> =
                left.iter().filter(|(_, to)| to.is_empty()).map(|(from, _)| from.clone()).collect();
            left.retain(|from, _| !leaves.contains(from));
            left.values_mut().for_each(|targets| targets.retain(|target| !leaves.contains(target)));
            if left.len() == before {
                break;
            }
        }
        let mut walk = vec![left.keys().next()?.clone()];
        loop {
            let next = left[walk.last()?].first()?.clone();
            if let Some(start) = walk.iter().position(|module| *module == next) {
                walk.push(next);
                return Some(walk[start..].iter().map(shown).collect::<Vec<_>>().join(" -> "));
            }
            walk.push(next);
        }
    }
}

pub(crate) fn shown(module: &Module) -> String {
    if module.is_empty() { "the crate's root".to_string() } else { module.join("::") }
}
