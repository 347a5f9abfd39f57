//! A count in parts: `cubes split`, `cubes run`, `cubes merge`.

use std::fs;
use std::path::{Path, PathBuf};

use gordian_testkit::{Random, Run, dimacs, file, sample_path};

use crate::{directory, run};

pub(crate) fn split(folder: &Path, words: &[&str], input: &Path) -> Run {
    let split = ["cubes", "split", "--json", "-o", folder.to_str().unwrap()];
    run(split.iter().chain(words).copied().chain([input.to_str().unwrap()]))
}

pub(crate) fn step(words: &[&str], folder: &Path, cubes: &[&str]) -> Run {
    run(["cubes"].iter().chain(words).copied().chain([folder.to_str().unwrap()]).chain(cubes.iter().copied()))
}

fn results(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder.join("results")).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<(String, String)> = entries
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn cubes_that_are_counted_apart_add_up_to_the_whole() {
    let formula =
        file(&directory("cubes-formula"), "some.cnf", "c p show 1 2 3 4 9 0\np cnf 9 3\n1 2 0\n-1 3 5 0\n4 -5 0\n");
    for (name, input, words) in [
        ("queens", sample_path("queens/eight-queens.txt"), &["-n", "13", "--up-to-symmetry"][..]),
        ("squares", sample_path("polyforms/squares-6x6.txt"), &["-n", "9", "--up-to-symmetry"]),
        ("soma", sample_path("polyforms/soma-cube.txt"), &["-n", "3", "--up-to-symmetry=rotations"]),
        ("letters", sample_path("cryptarithms/two-two-four.txt"), &["-n", "5"]),
        ("clauses", formula, &["-n", "6"]),
    ] {
        let folder = directory(&format!("cubes-{name}")).join("folder");
        let cubes = split(&folder, words, &input).json()["cubes"].as_u64().unwrap();
        assert!(cubes > 2, "{name}: {cubes}");
        let last = cubes.to_string();
        assert_eq!(step(&["run"], &folder, &["1", &last]).code, Some(0));
        let part = step(&["merge", "--json"], &folder, &[]);
        assert_eq!(part.code, Some(0));
        assert_eq!(part.json()["missing"].as_array().unwrap().len() as u64, cubes - 2, "{name}");
        assert_eq!((part.json()["complete"].as_bool(), part.json().get("orbits")), (Some(false), None));
        assert_eq!(step(&["run"], &folder, &[&format!("1-{cubes}")]).code, Some(0));
        let merged = step(&["merge", "--json"], &folder, &[]).json();
        let up_to: Vec<&str> = words.iter().copied().filter(|word| word.starts_with("--up")).collect();
        let input = input.to_str().unwrap();
        let whole = run(["count", "--json"].iter().chain(&up_to).copied().chain([input])).json();
        assert_eq!((&merged["count"], merged.get("orbits")), (&whole["count"], whole.get("orbits")), "{name}");
        assert_eq!(merged["status"], whole["status"]);
        let before = results(&folder);
        let again = step(&["run", "--json"], &folder, &["all"]).json();
        assert_eq!(again["known"].as_array().unwrap().len() as u64, cubes);
        assert_eq!(results(&folder), before, "doing it twice changes nothing");
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let directory = directory("cubes-refused");
    let [one, other] = ["one", "other"].map(|name| directory.join(name));
    let input = sample_path("queens/eight-queens.txt");
    split(&one, &["-n", "8"], &input);
    split(&other, &["-n", "20"], &input);
    for folder in [&one, &other] {
        assert_eq!(step(&["run"], folder, &["all"]).code, Some(0));
    }
    assert_eq!(step(&["merge"], &one, &[]).stdout, "92 solutions.\n");
    let refused = |words: &[&str], folder: &Path, cubes: &[&str], said: &str| {
        let refused = step(words, folder, cubes);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{said}");
        assert!(refused.stderr.contains(said), "{}", refused.stderr);
    };
    refused(&["run"], &one, &["99"], "there is no cube 99");
    assert_eq!(step(&["run"], &one, &["3-99"]).code, Some(0));
    refused(&["merge"], &directory, &[], "manifest.json");
    let again = split(&one, &["-n", "8"], &input);
    assert!(again.code == Some(1) && again.stderr.contains("not empty"), "{}", again.stderr);
    // The result of another folder, and of another cube.
    let result = |folder: &Path, cube: &str| folder.join("results").join(format!("{cube}.json"));
    let kept = fs::read(result(&one, "1")).unwrap();
    fs::copy(result(&other, "1"), result(&one, "1")).unwrap();
    refused(&["merge"], &one, &[], "another folder");
    refused(&["run"], &one, &["1"], "another folder");
    fs::copy(result(&one, "2"), result(&one, "1")).unwrap();
    refused(&["merge"], &one, &[], "another cube");
    // A damaged result is none: its cube can be run again.
    fs::write(result(&one, "1"), &kept[..kept.len() / 2]).unwrap();
    refused(&["merge"], &one, &[], "1.json");
    let again = step(&["run"], &one, &["1-3"]);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(again.stdout.contains("1 cubes counted, 2 known before") && again.stdout.contains("1.json"));
    assert_eq!(fs::read(result(&one, "1")).unwrap(), kept);
    // Results under names that no cube has.
    for name in ["9999.json", "01.json", "1 (copy).json"] {
        let path = one.join("results").join(name);
        fs::write(&path, &kept).unwrap();
        refused(&["merge"], &one, &[], name);
        fs::remove_file(path).unwrap();
    }
    // Files that are not those of the manifest.
    for name in ["formula.cnf", "cubes.icnf"] {
        let path = one.join(name);
        let right = fs::read(&path).unwrap();
        fs::write(&path, [&right[..], b"c\n"].concat()).unwrap();
        refused(&["merge"], &one, &[], "hash");
        fs::write(&path, right).unwrap();
    }
    let manifest = one.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("eight-queens", "nine-queens")).unwrap();
    refused(&["merge"], &one, &[], "another folder");
    fs::write(&manifest, text.replace("\"format\": 1", "\"format\": 2")).unwrap();
    refused(&["merge"], &one, &[], "format 2");
    fs::write(&manifest, text).unwrap();
    assert_eq!(step(&["merge"], &one, &[]).stdout, "92 solutions.\n");
    let single = file(&directory, "single.cnf", "p cnf 3 3\n1 2 3 0\n-1 2 0\n-2 0\n");
    let folder = directory.join("single");
    split(&folder, &["-n", "4"], &single);
    assert_eq!(step(&["run"], &folder, &["all"]).code, Some(0));
    let merged = step(&["merge"], &folder, &[]);
    assert_eq!((merged.code, merged.stdout.as_str()), (Some(10), "1 solution.\n"));
    // A missing result is counted again.
    fs::remove_file(result(&one, "3")).unwrap();
    let missing = step(&["merge"], &one, &[]).stdout;
    assert!(missing.contains(" cubes are missing: 3."), "{missing}");
}

#[test]
fn classes_are_named_and_have_no_diagram() {
    let folder = directory("cubes-classes").join("folder");
    let formula = file(&directory("cubes-classes-formula"), "some.cnf", "p cnf 4 2\n1 2 0\n3 4 0\n");
    assert_eq!(split(&folder, &["-n", "4", "--symmetry", "auto"], &formula).code, Some(0));
    assert_eq!(step(&["run"], &folder, &["all"]).code, Some(0));
    let merged = step(&["merge"], &folder, &[]);
    let name = "classes and 9 solutions, up to the symmetries of the formula (a group of order 8).\n";
    assert!(merged.code == Some(10) && merged.stdout.ends_with(name), "{merged:?}");
    let traced = step(&["run", "--trace"], &folder, &["all"]);
    assert_eq!((traced.code, traced.stdout.as_str()), (Some(1), ""), "{traced:?}");
    assert!(traced.stderr.contains("a diagram does not count classes"), "{traced:?}");
    // The formula is read only where a cube needs it, as the documents say.
    fs::write(folder.join("formula.cnf"), "p cnf 0 0\n").unwrap();
    assert_eq!(step(&["run"], &folder, &["all"]).code, Some(0));
    assert!(step(&["merge"], &folder, &[]).stderr.contains("hash"));
}

#[test]
fn options_that_a_step_does_not_know_are_refused() {
    let folder = directory("cubes-options").join("folder");
    split(&folder, &["-n", "8"], &sample_path("queens/eight-queens.txt"));
    for (words, said) in [
        (&["run", "--no-proof"][..], "--no-proof is for searches"),
        (&["run", "--pick", "3"], "--pick is for `split`"),
        (&["merge", "--as", "sudoku"], "--as is for `split`"),
        (&["merge", "--strict"], "--strict is for `split`"),
        (&["merge", "--set", "foo=1"], "--set foo=1"),
    ] {
        let cubes: &[&str] = if words[0] == "run" { &["all"] } else { &[] };
        let refused = step(words, &folder, cubes);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{words:?}: {refused:?}");
        assert!(refused.stderr.contains(said), "{refused:?}");
    }
    assert_eq!(results(&folder), []);
}

#[test]
fn cubes_are_questions_that_solvers_read() {
    let folder = directory("cubes-icnf").join("folder");
    let cubes = split(&folder, &["-n", "4"], &sample_path("queens/eight-queens.txt")).json()["cubes"].as_u64().unwrap();
    let solved = run(["solve", "--json", folder.join("cubes.icnf").to_str().unwrap()]).json();
    let queries = solved["queries"].as_array().unwrap();
    assert_eq!(queries.len() as u64, cubes);
    assert!(queries.iter().all(|query| query["status"] == "satisfiable"));
}

/// The lines of all cubes' files, sorted.
fn listed(path: &Path) -> Vec<serde_json::Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn cubes_list_what_one_list_has() {
    let directory = directory("cubes-listed");
    let clauses = "c p show 1 2 3 4 9 0\np cnf 9 3\n1 2 0\n-1 3 5 0\n4 -5 0\n";
    let formula = file(&directory, "some.cnf", clauses);
    let pips = sample_path("pips/five-dominoes.json");
    for (name, input, words) in [
        ("queens", sample_path("queens/eight-queens.txt"), &["-n", "13"][..]),
        ("classes", sample_path("queens/eight-queens.txt"), &["-n", "13", "--up-to-symmetry"]),
        ("pips", pips, &["-n", "3", "--pick", "medium"]),
        ("oblongs", sample_path("polyforms/oblongs-5x5.txt"), &["-n", "3", "--up-to-symmetry=rotations"]),
        ("clauses", formula, &["-n", "6"]),
    ] {
        let folder = directory.join(name);
        let cubes = split(&folder, &[words, &["--question", "list"]].concat(), &input).json()["cubes"].clone();
        let (path, cubes) = (directory.join(format!("{name}.jsonl")), cubes.as_u64().unwrap());
        let merge = ["merge", "--json", "--list", path.to_str().unwrap()];
        assert_eq!(step(&["run"], &folder, &[&format!("2-{cubes}")]).code, Some(0));
        let part = step(&merge, &folder, &[]).json();
        assert!(part["complete"] == false && !path.exists(), "{name}: {part}");
        assert_eq!(step(&["run"], &folder, &["all"]).code, Some(0));
        let merged = step(&merge, &folder, &[]).json();
        let asked: Vec<&str> = words[2..].to_vec();
        let input = input.to_str().unwrap();
        let whole = run(["list", "--json"].iter().chain(&asked).copied().chain([input])).json();
        assert_eq!((&merged["count"], merged.get("orbits")), (&whole["count"], whole.get("orbits")), "{name}");
        let (found, expected) = (listed(&path), whole["solutions"].as_array().unwrap());
        assert_eq!(found.len() as u64, merged["listed"].as_u64().unwrap());
        // The two may show different solutions of a class.
        assert_eq!(found.len(), expected.len(), "{name}");
        let texts = |all: &[serde_json::Value]| {
            let mut texts: Vec<String> = all.iter().map(|value| value.to_string()).collect();
            texts.sort();
            texts
        };
        let (found, expected) = (texts(&found), texts(expected));
        assert!(found == expected || words.iter().any(|word| word.starts_with("--up")), "{name}");
        assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{name}");
        let before = results(&folder);
        assert_eq!(step(&["run"], &folder, &["all"]).code, Some(0));
        assert_eq!(results(&folder), before, "doing it twice changes nothing");
        // A list that is not the one that its result names.
        let shard = folder.join("solutions/1.jsonl");
        let right = fs::read(&shard).unwrap();
        for wrong in [&right[..right.len() / 2], &[&right[..], b"[]\n"].concat()] {
            fs::write(&shard, wrong).unwrap();
            let refused = step(&["merge"], &folder, &[]);
            let is_other = wrong != right;
            assert_eq!(refused.code, Some(if is_other { 1 } else { 10 }), "{name}: {}", refused.stdout);
            assert!(!is_other || refused.stderr.contains("1.jsonl"), "{}", refused.stderr);
        }
    }
}

/// Diagrams of cubes make one of the formula, which its checker judges by the formula alone.
#[test]
fn diagrams_of_cubes_prove_the_whole_count() {
    let directory = directory("cubes-traced");
    let mut counts = 0;
    let traced = |name: &str, input: &Path, words: &[&str]| {
        let (folder, trace) = (directory.join(name), directory.join(format!("{name}.nnf")));
        assert_eq!(split(&folder, words, input).code, Some(0));
        let ran = step(&["run", "--trace"], &folder, &["all"]);
        assert_eq!(ran.code, Some(0), "{name}: {}", ran.stderr);
        let merged = step(&["merge", "--json", "--trace", trace.to_str().unwrap()], &folder, &[]);
        let count = merged.json()["count"].as_str().unwrap().to_owned();
        let checked = run([Path::new("check"), input, &trace]);
        assert_eq!((checked.code, checked.status()), (Some(0), "VERIFIED"), "{name}: {}", checked.stdout);
        assert!(checked.stdout.contains(&format!(" {count} models")), "{name}: {count}, {}", checked.stdout);
        count
    };
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let num_vars = 4 + random.below(6);
        let clauses: Vec<Vec<i32>> = (0..num_vars + random.below(2 * num_vars))
            .map(|_| {
                let width = 1 + random.below(3);
                random.distinct(num_vars, width)
            })
            .collect();
        let input = file(&directory, &format!("{seed}.cnf"), dimacs(&clauses));
        let number = (1 + random.below(12)).to_string();
        let count = traced(&seed.to_string(), &input, &["-n", &number]);
        let whole = run([Path::new("count"), Path::new("--json"), &input]).json();
        assert_eq!(whole["count"], count.as_str(), "{seed}");
        counts += usize::from(count != "0");
    }
    assert!((10..55).contains(&counts), "{counts}");
    let projected = file(&directory, "shown.cnf", "c p show 1 2 3 4 9 0\np cnf 9 3\n1 2 0\n-1 3 5 0\n4 -5 0\n");
    assert_eq!(
        traced("shown", &projected, &["-n", "6"]),
        run([Path::new("count"), Path::new("--json"), &projected]).json()["count"]
    );
    assert_eq!(traced("queens", &sample_path("queens/eight-queens.txt"), &["-n", "40"]), "92");
    // Groups that share literals, of which some are decided when their turn comes.
    let four = file(&directory, "four.txt", "size: 4\nregions: none\ndiagonals: yes\n");
    assert_eq!(traced("four", &four, &["-n", "10"]), "2");
    let tiling = sample_path("polyforms/l-trominoes-6x6.txt");
    let expected = run([Path::new("count"), Path::new("--json"), &tiling]).json();
    assert_eq!(expected["count"], traced("tiling", &tiling, &["-n", "60"]).as_str());
    assert_eq!(traced("letters", &sample_path("cryptarithms/two-two-four.txt"), &["-n", "9"]), "7");
    // Diagrams that are missing, changed, or of another cube.
    let folder = directory.join("queens");
    let trace = directory.join("none.nnf");
    let refused = |said: &str| {
        let merged = step(&["merge", "--trace", trace.to_str().unwrap()], &folder, &[]);
        assert_eq!((merged.code, merged.stdout.as_str(), trace.exists()), (Some(1), "", false), "{said}");
        assert!(merged.stderr.contains(said), "{}", merged.stderr);
    };
    let of = |cube: &str| folder.join("traces").join(format!("{cube}.nnf"));
    let kept = fs::read(of("2")).unwrap();
    fs::copy(of("1"), of("2")).unwrap();
    refused("2.nnf: is not the diagram that the result of the cube names");
    let mut random = Random::new(6);
    for _ in 0..30 {
        fs::write(of("2"), damaged(&kept, &mut random)).unwrap();
        if fs::read(of("2")).unwrap() != kept {
            refused("2.nnf: is not the diagram");
        }
    }
    fs::remove_file(of("2")).unwrap();
    refused("2.nnf");
    fs::write(of("2"), kept).unwrap();
    fs::remove_file(folder.join("results/2.json")).unwrap();
    assert_eq!(step(&["run"], &folder, &["2"]).code, Some(0));
    refused("cube 2 was counted without a diagram");
    // A run brings diagrams that are missing, whether they were written before or not.
    let traced_now = || step(&["run", "--trace", "--json"], &folder, &["all"]).json()["counted"].clone();
    assert_eq!(traced_now(), serde_json::json!([2]));
    fs::remove_file(of("1")).unwrap();
    assert_eq!(traced_now(), serde_json::json!([1]));
    assert_eq!(step(&["merge", "--trace", trace.to_str().unwrap()], &folder, &[]).code, Some(10));
    let classes = directory.join("classes");
    split(&classes, &["-n", "4", "--up-to-symmetry"], &sample_path("queens/eight-queens.txt"));
    assert_eq!(step(&["run", "--trace"], &classes, &["all"]).code, Some(1));
}

/// Bytes of which one is changed or added, or some are cut off or doubled.
pub(crate) fn damaged(right: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = right.to_vec();
    let at = random.below(bytes.len());
    match random.below(5) {
        0 => bytes.truncate(at),
        1 => bytes.extend_from_within(at..),
        2 => bytes.insert(at, b'0' + random.below(10) as u8),
        3 => bytes[at] = random.below(256) as u8,
        _ => bytes[at] = b'0' + random.below(10) as u8,
    }
    bytes
}

/// Bytes that are changed, cut off, doubled or gone never make another number.
#[test]
fn damaged_folders_never_merge_to_a_wrong_number() {
    let folder = directory("cubes-damaged").join("folder");
    split(&folder, &["-n", "6"], &sample_path("queens/eight-queens.txt"));
    step(&["run"], &folder, &["all"]);
    let mut files: Vec<PathBuf> = ["manifest.json", "formula.cnf", "cubes.icnf"].map(|name| folder.join(name)).into();
    files.extend(fs::read_dir(folder.join("results")).unwrap().map(|entry| entry.unwrap().path()));
    let (mut random, mut refused) = (Random::new(3), 0);
    for round in 0..500 {
        let path = &files[random.below(files.len())];
        let right = fs::read(path).unwrap();
        fs::write(path, damaged(&right, &mut random)).unwrap();
        let merged = step(&["merge"], &folder, &[]);
        match merged.code {
            Some(10) => assert_eq!(merged.stdout, "92 solutions.\n", "round {round}, {}", path.display()),
            code => {
                assert_eq!((code, merged.stdout.as_str()), (Some(1), ""), "round {round}, {}", path.display());
                refused += 1;
            }
        }
        fs::write(path, right).unwrap();
    }
    assert!(refused > 400, "{refused}");
    // A pipe is not waited for, and a link is not followed.
    #[cfg(unix)]
    {
        let result = folder.join("results/1.json");
        fs::remove_file(&result).unwrap();
        let elsewhere = folder.join("elsewhere");
        std::os::unix::fs::symlink(&elsewhere, &result).unwrap();
        assert_eq!((step(&["run"], &folder, &["1"]).code, elsewhere.exists()), (Some(1), false));
    }
}

/// No file of the folder is lost, with or without force; a new one in it may be written again and again.
#[test]
fn merging_overwrites_none_of_its_files() {
    let directory = directory("cubes-overwritten");
    let folder = directory.join("folder");
    let made = split(&folder, &["-n", "4"], &sample_path("queens/eight-queens.txt"));
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    assert_eq!(step(&["run", "--trace"], &folder, &["all"]).code, Some(0));
    let before = contents(&folder);
    assert!(before.len() > 8, "{before:?}");
    for (path, _) in &before {
        for option in ["--trace", "--svg", "--list", "--proof"] {
            let merged = step(&["merge", "-f", option, path.to_str().unwrap()], &folder, &[]);
            assert_eq!(merged.code, Some(1), "{path:?} {option}: {merged:?}");
        }
    }
    assert_eq!(contents(&folder), before);
    let target = folder.join("count.nnf");
    for _ in 0..2 {
        let merged = step(&["merge", "--trace", target.to_str().unwrap()], &folder, &[]);
        assert_eq!((merged.code, merged.stdout.as_str()), (Some(10), "92 solutions.\n"), "{}", merged.stderr);
    }
}

/// The files of a folder and of those in it, with their contents.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(contents(&path)) } else { files.push((path.clone(), fs::read(&path).unwrap())) }
    }
    files.sort();
    files
}
