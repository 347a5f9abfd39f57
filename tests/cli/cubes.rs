//! A count in parts: `cubes split`, `cubes run`, `cubes merge`.

use std::fs;
use std::path::{Path, PathBuf};

use gordian_testkit::{Random, Run, file, sample_path};

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
        ("pentominoes", sample_path("polyforms/pentominoes-3x20.txt"), &["-n", "9", "--up-to-symmetry"]),
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
fn cubes_are_questions_that_solvers_read() {
    let folder = directory("cubes-icnf").join("folder");
    let cubes = split(&folder, &["-n", "4"], &sample_path("queens/eight-queens.txt")).json()["cubes"].as_u64().unwrap();
    let solved = run(["solve", "--json", folder.join("cubes.icnf").to_str().unwrap()]).json();
    let queries = solved["queries"].as_array().unwrap();
    assert_eq!(queries.len() as u64, cubes);
    assert!(queries.iter().all(|query| query["status"] == "satisfiable"));
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
