//! The arrows between crates, and between the files of a crate, point down.
//!
//! Read from the sources themselves: the tables below are the house rules, and a file or a dependency that breaks them
//! fails here with the arrow's name. Modules under `#[cfg(test)]` are left out: a test may look up.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::arrows::{Arrows, Module, read, root, rust_files, shown, tokens};

/// Each crate's folder, the crates of the workspace it may name, and whether it may name others beside `bumpalo`.
const CRATES: [(&str, &[&str], bool); 16] = [
    ("formula", &[], false),
    ("solver", &["gordian-formula"], false),
    ("checker", &["gordian-formula"], false),
    ("encoders", &["gordian-formula"], false),
    ("flatzinc", &["gordian-formula", "gordian-encoders"], true),
    ("lazy", &["gordian-formula", "gordian-solver", "gordian-flatzinc"], true),
    (
        "minizinc",
        &[
            "gordian-formula",
            "gordian-solver",
            "gordian-encoders",
            "gordian-flatzinc",
            "gordian-lazy",
            "gordian-queries",
        ],
        true,
    ),
    ("puzzle-kinds", &["gordian-formula", "gordian-encoders", "gordian-flatzinc"], true),
    ("queries", &["gordian-formula", "gordian-solver"], true),
    ("ipasir", &["gordian-formula", "gordian-solver"], true),
    ("rustsat-gordian", &["gordian-formula", "gordian-solver"], true),
    ("testkit", &["gordian-formula"], true),
    ("python", &["gordian", "gordian-formula", "gordian-solver", "gordian-encoders"], true),
    ("web", &["gordian", "gordian-formula"], true),
    ("web/bindings", &[], true),
    (
        ".",
        &[
            "gordian-formula",
            "gordian-solver",
            "gordian-encoders",
            "gordian-flatzinc",
            "gordian-minizinc",
            "gordian-puzzles",
            "gordian-queries",
            "gordian-checker",
        ],
        true,
    ),
];

/// The modules of `solver/src`, lowest layer first.
const SOLVER_LAYERS: &[&[&str]] = &[
    &["store"],
    &["proof"],
    &["technique"],
    &["*::own"],
    &["techniques"],
    &[
        "options",
        "outcome",
        "budget",
        "terminator",
        "external",
        "propagator",
        "callbacks",
        "pool",
        "statistics",
        "schedule",
        "observer",
    ],
    &["engine", "call"],
    &["search"],
    &["inprocess"],
    &["solve"],
    &["models"],
    &["solver"],
];

/// The modules of the other crates, lowest layer first.
const LAYERS: &[(&str, &[&[&str]])] = &[
    (
        "formula",
        &[
            &["instant", "sorted"],
            &["clock", "text", "lit"],
            &["lit_map", "model", "permutation", "rows", "sink", "weight"],
            &["cnf"],
            &["symmetry", "dimacs"],
        ],
    ),
    ("encoders", &[&["encode", "rule"], &["model"]]),
    ("flatzinc", &[&["integer_set"], &["model"], &["error"], &["read", "evaluate", "write"], &["mapping"]]),
    (
        "minizinc",
        &[
            &["answer", "error"],
            &["guide", "judge", "question"],
            &["engine", "found"],
            &["list", "mixed", "optimize", "propagated"],
            &["search"],
        ],
    ),
    (
        "lazy",
        &[
            &["domain", "error", "view"],
            &["store"],
            &["propagate"],
            &["propagators"],
            &["engine"],
            &["solver"],
            &["minimize", "post"],
            &["flatzinc"],
        ],
    ),
    (
        "queries",
        &[
            &[
                "rows",
                "slots",
                "turns",
                "estimate",
                "forecast",
                "limits",
                "listener",
                "refusal",
                "method",
                "effort",
                "checkpoint_error",
            ],
            &["answer", "error", "lookahead"],
            &["symmetry"],
            &["collect"],
            &["classes"],
            &["engines"],
            &["plan", "portfolio", "judge"],
            &["certificate", "parallel", "facts", "explain"],
            &["ask"],
        ],
    ),
    (
        "checker",
        &[
            &["local", "model", "read"],
            &["groups", "verdict"],
            &["result", "drat", "lrat"],
            &["check", "certificate", "dnnf"],
        ],
    ),
    ("ipasir", &[&["instance"], &["abi"]]),
    (
        ".",
        &[
            &["failure", "memory"],
            &["signals", "arguments", "input", "progress"],
            &["output", "given", "kept"],
            &["session", "proof", "checkpoint", "cubes"],
            &["render"],
            &["ask"],
            &["reading"],
            &["clauses", "judge", "verify"],
            &["subject"],
            &["certificate", "watch"],
            &["verbs"],
            &["library"],
        ],
    ),
    ("rustsat-gordian", &[&["literal"], &["callbacks"], &["solver"], &["controls", "interrupter", "statistics"]]),
];

/// The modules of `puzzle-kinds/src` below the kinds of puzzles, lowest layer first, and those
/// above: all others are kinds.
const BELOW_KINDS: &[&[&str]] = &[
    &["board", "error", "outline", "words"],
    &["part"],
    &["compiled", "counts", "facts"],
    &["puzzle"],
    &["erased"],
    &["kind"],
];
const ABOVE_KINDS: &[&[&str]] = &[&["kinds"], &["any"], &["parts"]];

/// The files in which `unsafe` stands, with its reasons; and whether it is there for speed, which
/// takes a measured row in `docs/hot-path.md`, or because there is no other way.
const UNSAFE_FILES: [(&str, bool); 3] =
    [("solver/src/search/visit.rs", true), ("cli/src/memory.rs", true), ("ipasir/src/abi.rs", false)];

const LONGEST_FILE: usize = 600;
const LONGEST_FUNCTION: usize = 80;

/// The names of the packages in every section of a manifest that ends in `dependencies`, but the workspace's list.
fn dependencies(manifest: &str) -> Vec<(String, String)> {
    let mut section = String::new();
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = header.to_string();
            if let Some((kind, name)) = header.rsplit_once('.').filter(|(kind, _)| kind.ends_with("dependencies")) {
                names.push((kind.to_string(), name.to_string()));
            }
        } else if section.ends_with("dependencies") && section != "workspace.dependencies" {
            let name = line.split(['=', '.', ' ']).next().unwrap_or("").trim_matches('"');
            if !name.is_empty() && !name.starts_with('#') {
                names.push((section.clone(), name.to_string()));
            }
        }
    }
    names.retain(|(section, _)| !section.starts_with("workspace"));
    names
}

#[test]
fn crates_name_only_the_crates_below_them() {
    for (folder, allowed, may_name_others) in CRATES {
        for (section, name) in dependencies(&read(&root().join(folder).join("Cargo.toml"))) {
            let fine = if name == "gordian-testkit" {
                section == "dev-dependencies"
            } else if name.starts_with("gordian") {
                allowed.contains(&name.as_str())
            } else {
                may_name_others || name == "bumpalo"
            };
            assert!(fine, "{folder}/Cargo.toml names {name} in [{section}]");
        }
    }
}

#[test]
fn every_member_of_the_workspace_has_its_row() {
    let manifest = read(&root().join("Cargo.toml"));
    let members =
        manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']')).expect("a list of members").0;
    for member in members.split(',').map(|member| member.trim().trim_matches('"')).filter(|member| !member.is_empty()) {
        assert!(CRATES.iter().any(|(folder, ..)| *folder == member), "{member} has no row in tests/house/layering.rs");
    }
}

#[test]
fn the_files_of_a_crate_name_only_lower_layers() {
    for (folder, layers) in [("solver", SOLVER_LAYERS)].iter().chain(LAYERS) {
        let faults = Arrows::of_crate(folder).upward(layers);
        assert!(faults.is_empty(), "arrows that point up in {folder}/src:\n{}", faults.join("\n"));
    }
}

#[test]
fn the_files_of_the_puzzles_name_only_lower_layers_and_no_other_kind() {
    let arrows = Arrows::of_crate("puzzle-kinds");
    let others = [BELOW_KINDS, ABOVE_KINDS].concat().concat();
    let tops: BTreeSet<&str> = arrows.edges.keys().filter_map(|module| Some(module.first()?.as_str())).collect();
    let kinds: Vec<&str> = tops.into_iter().filter(|top| !others.contains(top)).collect();
    let mut faults = arrows.upward(&[BELOW_KINDS, &[&kinds], ABOVE_KINDS].concat());
    for (from, to) in arrows.edges.iter().flat_map(|(from, targets)| targets.iter().map(move |to| (from, to))) {
        let of_kind = |module: &Module| module.first().filter(|top| kinds.contains(&top.as_str())).cloned();
        if let (Some(one), Some(other)) = (of_kind(from), of_kind(to))
            && one != other
        {
            faults.push(format!("{} names {}, which is another kind of puzzle", shown(from), shown(to)));
        }
    }
    assert!(faults.is_empty(), "arrows that point up in puzzle-kinds/src:\n{}", faults.join("\n"));
}

#[test]
fn no_files_of_a_crate_name_each_other_in_a_ring() {
    let ring = |folder| Arrows::of_crate(folder).cycle().map(|ring| format!("{folder}: {ring}"));
    let rings: Vec<String> = CRATES.iter().filter_map(|(folder, ..)| ring(folder)).collect();
    assert!(rings.is_empty(), "files that name each other:\n{}", rings.join("\n"));
}

#[test]
fn no_file_is_long_without_a_reason() {
    for path in rust_files(root()) {
        let text = read(&path);
        let reason = text.lines().any(|line| line.starts_with("//! Long because "));
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE || reason, "{}: {lines} lines and no `//! Long because …`", path.display());
    }
}

/// The functions of a source, as `cargo fmt` lays them out: names, and their lines from the first to the closing brace.
fn functions(source: &str) -> Vec<(&str, Vec<&str>)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let Some((before, after)) = code.split_once("fn ") else { continue };
        let is_signature = before
            .split_whitespace()
            .all(|word| ["pub", "const", "unsafe", "extern", "\"C\""].contains(&word) || word.starts_with("pub("));
        let end = format!("{}}}", &line[..line.len() - code.len()]);
        let length = lines[at..].iter().position(|line| *line == end);
        if let (true, Some(length)) = (is_signature, length) {
            let name = after.split(|char: char| !char.is_alphanumeric() && char != '_').next().unwrap_or_default();
            found.push((name, lines[at..=at + length].to_vec()));
        }
    }
    found
}

#[test]
fn no_function_is_long_without_a_reason() {
    for path in rust_files(root()) {
        for (name, lines) in functions(&read(&path)) {
            let reason = lines.iter().any(|line| line.trim_start().starts_with("// Long because "));
            let is_fine = lines.len() <= LONGEST_FUNCTION || reason;
            assert!(is_fine, "{}: {name} has {} lines and no `// Long because …`", path.display(), lines.len());
        }
    }
    let source = "impl A {\n    pub(crate) const fn b(\n    ) {\n        c(|| {\n        })\n    }\n}\nfn d() {\n}\n";
    let lengths: Vec<_> = functions(source).iter().map(|(name, lines)| (*name, lines.len())).collect();
    assert_eq!(lengths, [("b", 5), ("d", 2)]);
}

#[test]
fn unsafe_stands_only_in_its_files_with_its_reasons() {
    let has_unsafe = |path: &PathBuf| tokens(&read(path)).iter().any(|token| token == "unsafe");
    let found: BTreeSet<String> = rust_files(root())
        .iter()
        .filter(|path| has_unsafe(path))
        .map(|path| path.strip_prefix(root()).expect("a file below").to_string_lossy().into_owned())
        .collect();
    assert_eq!(found, UNSAFE_FILES.iter().map(|(name, _)| name.to_string()).collect(), "the files with `unsafe`");
    for (name, is_for_speed) in UNSAFE_FILES {
        let text = read(&root().join(name));
        assert!(text.contains("SAFETY:"), "{name}: `unsafe` without SAFETY:");
        if is_for_speed {
            assert!(text.contains("PERF:"), "{name}: `unsafe` without PERF:");
            assert!(read(&root().join("docs/hot-path.md")).contains(name), "{name}: no row in docs/hot-path.md");
        }
    }
}

fn sample(files: &[(&str, &str)]) -> Arrows {
    Arrows::between(&files.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect::<Vec<_>>())
}

#[test]
fn an_upward_arrow_is_caught_however_it_is_written() {
    for arrow in [
        "use crate::inprocess::probe::probe;",
        "use crate::{store::trail::Trail, inprocess::{probe}};",
        "use super::super::inprocess::probe;",
        "fn restart() { let _ = 'x'; crate::inprocess::probe::probe() }",
        "mod inner { use super::super::super::inprocess; }",
        "use crate::probe;",
    ] {
        let files = [
            ("lib.rs", "mod store; mod search; mod inprocess; pub use inprocess::probe::probe;"),
            ("store/mod.rs", "pub mod trail;"),
            ("store/trail.rs", "pub struct Trail;"),
            ("search/mod.rs", "mod restart;"),
            ("search/restart.rs", arrow),
            ("inprocess/mod.rs", "pub mod probe; use crate::search;"),
            ("inprocess/probe.rs", "pub fn probe() {}"),
        ];
        let faults = sample(&files).upward(SOLVER_LAYERS);
        assert_eq!(faults.len(), 1, "{arrow}: {faults:?}");
        assert!(faults[0].starts_with("search::restart names inprocess"), "{arrow}: {faults:?}");
    }
}

#[test]
fn what_is_not_an_arrow_is_left_alone() {
    let text = "// crate::inprocess\n/* crate::inprocess /* */ */ fn f<'a>(_: &'a str) { g(\"crate::inprocess\", r#\"crate::\"inprocess\"#); }
        #[cfg(test)] mod tests { use crate::inprocess::probe; } pub(crate) fn g(_: &str, _: &str) {}";
    let arrows = sample(&[("lib.rs", ""), ("search/mod.rs", text), ("inprocess/mod.rs", "use crate::search::g;")]);
    assert_eq!(arrows.upward(SOLVER_LAYERS), Vec::<String>::new());
    assert_eq!(arrows.cycle(), None);
}

#[test]
fn what_a_technique_owns_is_below_the_engine_and_names_nothing_of_it() {
    let vivify = "use crate::engine::Engine; pub mod own { use crate::store::Delay; } fn vivify(_: own::Options) {}";
    let mut files = [
        ("lib.rs", ""),
        ("store/mod.rs", ""),
        ("engine.rs", "use crate::options::Options;"),
        ("options.rs", "use crate::inprocess::vivify::own;"),
        ("inprocess/vivify.rs", vivify),
    ];
    assert_eq!((sample(&files).upward(SOLVER_LAYERS), sample(&files).cycle()), (Vec::new(), None));
    let upward = vivify.replace("store::Delay", "engine::Engine");
    files[4].1 = &upward;
    assert_eq!(sample(&files).upward(SOLVER_LAYERS).len(), 1);
    assert!(sample(&files).cycle().is_some());
}

#[test]
fn a_ring_inside_a_layer_and_a_module_without_a_layer_are_caught() {
    let arrows = sample(&[
        ("store/mod.rs", "pub mod heap; pub mod trail; pub use heap::Heap;"),
        ("store/heap.rs", "use super::trail::Trail;"),
        ("store/trail.rs", "use crate::store::Heap;"),
        ("sundries.rs", ""),
    ]);
    assert_eq!(arrows.cycle().as_deref(), Some("store::heap -> store::trail -> store::heap"));
    assert_eq!(arrows.upward(SOLVER_LAYERS).len(), 1);
}

#[test]
fn dependencies_are_read_in_every_form() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\na = \"1\"\nb.workspace = true\n# c = 1\n\"d\" = { path = \"d\" }\n\
        [target.'cfg(unix)'.dependencies]\ne = \"1\"\n[dev-dependencies.f]\nversion = \"1\"\n[workspace.dependencies]\ng = \"1\"";
    let names: Vec<String> = dependencies(manifest).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["a", "b", "d", "e", "f"]);
}
