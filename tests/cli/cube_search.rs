//! A search in parts: `cubes split --question satisfiable`, `cubes run`, `cubes merge`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gordian_testkit::{Oracle, Random, Run, dimacs, file, judge_of_proofs, pigeonhole, sample_path, two_flocks};
use sha2::{Digest, Sha256};

use crate::cubes::{damaged, split, step};
use crate::{directory, run};

fn split_search(folder: &Path, number: usize, input: &Path) -> u64 {
    let number = number.to_string();
    let split = split(folder, &["--question", "satisfiable", "-n", &number], input);
    assert_eq!(split.code, Some(0), "{}", split.stderr);
    split.json()["cubes"].as_u64().unwrap()
}

fn merge_with_proof(folder: &Path, proof: &Path) -> Run {
    run([Path::new("cubes"), Path::new("merge"), Path::new("-f"), Path::new("--proof"), proof, folder])
}

fn check(formula: &Path, evidence: &Path) -> Run {
    run([Path::new("check"), formula, evidence])
}

fn random_clauses(random: &mut Random, num_vars: usize, number: usize) -> Vec<Vec<i32>> {
    (0..number).map(|_| random.distinct(num_vars, 3)).collect()
}

/// The largest variable of a proof in text.
fn largest_variable(proof: &Path) -> u32 {
    let text = fs::read_to_string(proof).unwrap();
    let words = text.split_whitespace().filter_map(|word| word.parse::<i32>().ok());
    words.map(i32::unsigned_abs).max().unwrap_or(0)
}

#[test]
fn hard_formulas_are_refuted_in_parts_and_one_proof_says_so() {
    let directory = directory("cube-search-refuted");
    let judge = judge_of_proofs("drat-trim");
    for (name, clauses, number) in [
        ("pigeons", pigeonhole(8, 7), 32),
        ("flocks", two_flocks(7, 6), 50),
        ("random", random_clauses(&mut Random::new(5), 190, 840), 32),
        ("refuted by looking ahead", random_clauses(&mut Random::new(5), 130, 610), 64),
        ("whole", pigeonhole(6, 5), 1),
    ] {
        let formula = file(&directory, &format!("{name}.cnf"), dimacs(&clauses));
        let folder = directory.join(name);
        let cubes = split_search(&folder, number, &formula);
        assert!(cubes as usize >= number * 9 / 10 || name.starts_with("refuted"), "{name}: {cubes}");
        if cubes > 2 {
            // As several machines would, and the last ones first.
            let half = cubes / 2;
            assert_eq!(step(&["run"], &folder, &[&format!("{}-{cubes}", half + 1)]).code, Some(0));
            let part = step(&["merge"], &folder, &[]);
            assert!(part.code == Some(0) && part.stdout.contains(" cubes are missing: 1 2"), "{}", part.stdout);
            assert!(part.stdout.ends_with("The others have no solution.\n"), "{}", part.stdout);
        }
        let rest = step(&["run", "--threads", "3", "--json"], &folder, &["all"]);
        assert_eq!((rest.code, rest.json()["left"].as_array().unwrap().len()), (Some(0), 0), "{name}");
        for form in [&["--no-binary"][..], &[]] {
            let proof = directory.join(format!("{name}.drat"));
            let words = [&["merge", "-f", "--proof", proof.to_str().unwrap()], form].concat();
            let merged = step(&words, &folder, &[]);
            assert_eq!((merged.code, merged.stdout.as_str()), (Some(20), "s UNSATISFIABLE\n"), "{}", merged.stderr);
            let checked = check(&formula, &proof);
            assert_eq!((checked.code, checked.status()), (Some(0), "VERIFIED"), "{name}: {checked:?}");
            if let Some(judge) = &judge {
                let judged = Command::new(judge).args([&formula, &proof]).output().unwrap();
                let said = String::from_utf8_lossy(&judged.stdout);
                assert!(said.contains("s VERIFIED"), "{name}: {said}");
            }
        }
        let document = step(&["merge", "--json"], &folder, &[]).json();
        assert_eq!((&document["status"], &document["complete"]), (&"unsatisfiable".into(), &true.into()));
    }
    // The proof goes to standard output, too, but not into a document.
    let (whole, formula) = (directory.join("whole"), directory.join("whole.cnf"));
    let printed = step(&["merge", "--proof", "-"], &whole, &[]);
    let lines = printed.stdout.strip_suffix("s UNSATISFIABLE\n").expect("the status comes last");
    let proof = file(&directory, "printed.drat", lines);
    assert_eq!(check(&formula, &proof).status(), "VERIFIED");
    let mixed = step(&["merge", "--json", "--proof", "-"], &whole, &[]);
    assert!(mixed.code == Some(1) && mixed.stderr.contains("cannot share standard output"), "{mixed:?}");
}

/// Pigeons are refuted by definitions. Each cube has its own, under the same names; in the one proof
/// they have others.
#[test]
fn definitions_of_cubes_get_names_of_their_own() {
    let directory = directory("cube-search-definitions");
    let clauses = pigeonhole(11, 10);
    let formula = file(&directory, "pigeons.cnf", dimacs(&clauses));
    let (folder, proof) = (directory.join("folder"), directory.join("proof"));
    split_search(&folder, 4, &formula);
    assert_eq!(step(&["run"], &folder, &["all"]).code, Some(0));
    let merged = step(&["merge", "--no-binary", "--proof", proof.to_str().unwrap()], &folder, &[]);
    assert_eq!(merged.code, Some(20), "{}", merged.stderr);
    assert_eq!(check(&formula, &proof).status(), "VERIFIED");
    assert!(largest_variable(&proof) > 110 + 200, "{}", largest_variable(&proof));
    if let Some(judge) = judge_of_proofs("drat-trim") {
        let judged = Command::new(judge).args([&formula, &proof]).output().unwrap();
        assert!(String::from_utf8_lossy(&judged.stdout).contains("s VERIFIED"));
    }
}

#[test]
fn answers_are_those_of_brute_force() {
    let directory = directory("cube-search-random");
    let mut found = [0, 0];
    for seed in 0..80 {
        let mut random = Random::new(seed);
        let num_vars = 8 + random.below(6);
        let number = 3 * num_vars + random.below(3 * num_vars);
        let clauses = random_clauses(&mut random, num_vars, number);
        let mut oracle = Oracle::new();
        clauses.iter().for_each(|clause| oracle.add_clause(clause));
        let formula = file(&directory, "formula.cnf", dimacs(&clauses));
        let folder = directory.join(seed.to_string());
        split_search(&folder, 1 + random.below(9), &formula);
        assert_eq!(step(&["run", "--seed", "7"], &folder, &["all"]).code, Some(0), "seed {seed}");
        let proof = directory.join("proof");
        let merged = merge_with_proof(&folder, &proof);
        let is_satisfiable = oracle.is_satisfiable();
        assert_eq!(merged.code, Some(if is_satisfiable { 10 } else { 20 }), "seed {seed}: {}", merged.stderr);
        found[usize::from(is_satisfiable)] += 1;
        let result = file(&directory, "result", &merged.stdout);
        let evidence = if is_satisfiable { &result } else { &proof };
        assert_eq!(check(&formula, evidence).code, Some(0), "seed {seed}");
    }
    assert!(found.iter().all(|&number| number > 20), "{found:?}");
}

#[test]
fn a_model_has_a_literal_for_each_variable() {
    let directory = directory("cube-search-shown");
    let formula = file(&directory, "shown.cnf", "c p show 1 2 0\np cnf 5 2\n1 2 0\n-1 3 0\n");
    let folder = directory.join("folder");
    split_search(&folder, 2, &formula);
    assert_eq!(step(&["run"], &folder, &["all"]).code, Some(0));
    let model = step(&["merge", "--json"], &folder, &[]).json()["model"].clone();
    let numbers: Vec<i64> = model.as_array().unwrap().iter().map(|lit| lit.as_i64().unwrap().abs()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
}

#[test]
fn solutions_of_puzzles_are_checked_and_drawn() {
    let directory = directory("cube-search-puzzles");
    let folder = directory.join("queens");
    split_search(&folder, 16, &sample_path("queens/eight-queens.txt"));
    let ran = step(&["run", "--json"], &folder, &["all"]).json();
    assert!(ran["satisfiable"].is_u64(), "{ran}");
    // One solution is enough, and running the others changes nothing.
    let left = ran["left"].as_array().unwrap().len();
    assert_eq!(step(&["run", "--json"], &folder, &["all"]).json()["left"].as_array().unwrap().len(), left);
    let svg = directory.join("queens.svg");
    let merged = step(&["merge", "--svg", svg.to_str().unwrap()], &folder, &[]);
    assert_eq!(merged.code, Some(10), "{}", merged.stderr);
    assert_eq!(merged.stdout.matches('★').count() + merged.stdout.matches('*').count(), 8, "{}", merged.stdout);
    assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    let document = step(&["merge", "--json"], &folder, &[]).json();
    assert!(document["solution"].is_object() && document.get("model").is_none(), "{document}");
    // Three queens on three rows.
    let none = file(&directory, "none.txt", "stars: 1\nABC\nABC\nABC\n");
    let folder = directory.join("none");
    split_search(&folder, 4, &none);
    step(&["run"], &folder, &["all"]);
    let merged = step(&["merge"], &folder, &[]);
    assert_eq!((merged.code, merged.stdout.as_str()), (Some(20), "There is no solution.\n"));
    // A level of a day.
    let folder = directory.join("pips");
    let pips = sample_path("pips/five-dominoes.json");
    let words = ["--question", "satisfiable", "-n", "4", "--pick", "medium"];
    assert_eq!(split(&folder, &words, &pips).code, Some(0));
    step(&["run"], &folder, &["all"]);
    let found = step(&["merge", "--json"], &folder, &[]).json();
    assert_eq!(found["solution"]["dominoes"].as_array().unwrap().len(), 5);
}

/// A folder whose cubes are all refuted, its formula, and the files that could be damaged.
fn refuted(name: &str) -> (PathBuf, PathBuf, Vec<PathBuf>) {
    let directory = directory(name);
    let formula = file(&directory, "pigeons.cnf", dimacs(&pigeonhole(6, 5)));
    let folder = directory.join("folder");
    split_search(&folder, 8, &formula);
    assert_eq!(step(&["run"], &folder, &["all"]).code, Some(0));
    let mut files: Vec<PathBuf> =
        ["manifest.json", "formula.cnf", "cubes.icnf", "split.drat"].map(|name| folder.join(name)).into();
    for inner in ["results", "proofs"] {
        files.extend(fs::read_dir(folder.join(inner)).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.retain(|path| fs::metadata(path).unwrap().len() > 0);
    (folder, formula, files)
}

#[test]
fn what_does_not_belong_together_makes_no_proof() {
    let (folder, formula, _) = refuted("cube-search-foreign");
    let (other, _, _) = refuted("cube-search-other");
    let proof = folder.with_extension("drat");
    let refused = |said: &str| {
        let merged = merge_with_proof(&folder, &proof);
        assert_eq!((merged.code, merged.stdout.as_str(), proof.exists()), (Some(1), "", false), "{said}");
        assert!(merged.stderr.contains(said), "{}", merged.stderr);
    };
    let of = |folder: &Path, cube: &str| folder.join("proofs").join(format!("{cube}.drat"));
    let kept = fs::read(of(&folder, "2")).unwrap();
    fs::remove_file(of(&folder, "2")).unwrap();
    refused("2.drat");
    fs::copy(of(&folder, "1"), of(&folder, "2")).unwrap();
    refused("2.drat: is not the proof that the result of the cube names");
    fs::write(of(&folder, "2"), &kept[..kept.len() - 1]).unwrap();
    refused("2.drat: is not the proof");
    fs::write(of(&folder, "2"), [&kept[..], b"a\x02\0"].concat()).unwrap();
    refused("2.drat: is not the proof");
    fs::write(of(&folder, "2"), &kept).unwrap();
    fs::remove_file(folder.join("results/3.json")).unwrap();
    let merged = merge_with_proof(&folder, &proof);
    assert!(merged.code == Some(0) && merged.stdout.contains("1 of 8 cubes are missing: 3."), "{}", merged.stdout);
    assert!(!proof.exists());
    assert_eq!(step(&["run", "--no-proof"], &folder, &["all"]).code, Some(0));
    assert_eq!(step(&["merge"], &folder, &[]).code, Some(20));
    refused("cube 3 was refuted without a proof");
    // A run brings proofs that are missing, whether they were written before or not.
    fs::remove_file(of(&folder, "2")).unwrap();
    assert_eq!(step(&["run", "--no-proof", "--json"], &folder, &["all"]).json()["counted"], serde_json::json!([2]));
    assert_eq!(step(&["run", "--json"], &folder, &["all"]).json()["counted"], serde_json::json!([2, 3]));
    assert_eq!(merge_with_proof(&folder, &proof).code, Some(20));
    fs::remove_file(&proof).unwrap();
    fs::copy(other.join("results/3.json"), folder.join("results/3.json")).unwrap();
    // The same input, split in the same way, is the same folder but for the place of the input.
    refused("another folder");
    fs::remove_file(folder.join("results/3.json")).unwrap();
    step(&["run"], &folder, &["all"]);
    assert_eq!(merge_with_proof(&folder, &proof).code, Some(20));
    assert_eq!(check(&formula, &proof).status(), "VERIFIED");
    let count = folder.with_extension("count");
    split(&count, &["-n", "4"], &sample_path("queens/eight-queens.txt"));
    let counted = merge_with_proof(&count, &folder.with_extension("none"));
    assert!(counted.code == Some(1) && counted.stderr.contains("a count has no proof"), "{}", counted.stderr);
    let scoped = split(&count, &["--question", "satisfiable", "--project", "1"], &formula);
    assert!(scoped.code == Some(1) && scoped.stderr.contains("--project"), "{}", scoped.stderr);
}

/// Bytes that are changed, cut off, doubled or gone never make another answer, or a wrong proof.
#[test]
fn damaged_searches_never_merge_to_a_wrong_answer() {
    let (folder, formula, files) = refuted("cube-search-damaged");
    let proof = folder.with_extension("drat");
    let (mut random, mut refused) = (Random::new(4), 0);
    for round in 0..500 {
        let path = &files[random.below(files.len())];
        let right = fs::read(path).unwrap();
        fs::write(path, damaged(&right, &mut random)).unwrap();
        let merged = merge_with_proof(&folder, &proof);
        match merged.code {
            Some(20) => assert_eq!(check(&formula, &proof).code, Some(0), "round {round}, {}", path.display()),
            code => {
                assert_eq!((code, merged.stdout.as_str()), (Some(1), ""), "round {round}, {}", path.display());
                refused += 1;
            }
        }
        fs::write(path, right).unwrap();
    }
    assert!(refused > 400, "{refused}");
}

/// Puts other cubes into a folder, as somebody who splits by himself would.
fn replace_cubes(folder: &Path, cubes: &[&str]) {
    let path = folder.join("cubes.icnf");
    let text = fs::read_to_string(&path).unwrap();
    let kept = text.lines().filter(|line| !line.starts_with("a "));
    let text: String = kept.chain(cubes.iter().copied()).map(|line| format!("{line}\n")).collect();
    let hash: String = Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(&path, text).unwrap();
    let path = folder.join("manifest.json");
    let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    manifest["cubes_sha256"] = hash.into();
    manifest["cubes"] = cubes.len().into();
    fs::write(&path, manifest.to_string()).unwrap();
}

/// A run that another one overtakes ends with the solution of the other.
#[test]
fn a_run_stops_if_another_one_finds_a_solution() {
    let directory = directory("cube-search-overtaken");
    // A search of minutes where variable 200 is false, and nearly none where it is true.
    let mut clauses: Vec<Vec<i32>> = random_clauses(&mut Random::new(2), 199, 400);
    let hard = random_clauses(&mut Random::new(9), 400, 1720);
    let moved = |lit: i32| lit + 200 * lit.signum();
    clauses.extend(
        hard.iter().map(|clause| [&[200][..], &clause.iter().map(|&lit| moved(lit)).collect::<Vec<_>>()].concat()),
    );
    let formula = file(&directory, "formula.cnf", dimacs(&clauses));
    let folder = directory.join("folder");
    split_search(&folder, 2, &formula);
    replace_cubes(&folder, &["a -200 0", "a 200 0"]);
    let (began, slow) = (std::time::Instant::now(), || step(&["run", "--json", "--no-proof"], &folder, &["1"]));
    let overtaken = std::thread::scope(|scope| {
        let slow = scope.spawn(slow);
        std::thread::sleep(std::time::Duration::from_millis(300));
        let fast = step(&["run", "--json"], &folder, &["2"]);
        assert_eq!(fast.json()["satisfiable"], 2, "{}", fast.stdout);
        slow.join().unwrap()
    });
    let said = overtaken.json();
    assert_eq!((overtaken.code, &said["satisfiable"], &said["left"]), (Some(0), &2.into(), &serde_json::json!([1])));
    assert!(began.elapsed().as_secs() < 300);
    // Nor does a later run begin.
    let later = step(&["run", "--json"], &folder, &["1"]).json();
    assert_eq!((&later["satisfiable"], &later["counted"]), (&2.into(), &serde_json::json!([])));
    assert_eq!(step(&["merge"], &folder, &[]).code, Some(10));
    // A word that nobody stands behind is no solution.
    fs::remove_file(folder.join("results/2.json")).unwrap();
    let none = step(&["run", "--json", "--time", "0"], &folder, &["1"]).json();
    assert_eq!(none.get("satisfiable"), None);
}

#[test]
fn a_run_that_is_stopped_says_what_is_left() {
    let directory = directory("cube-search-stopped");
    let formula = file(&directory, "random.cnf", dimacs(&random_clauses(&mut Random::new(1), 200, 860)));
    let folder = directory.join("folder");
    let cubes = split_search(&folder, 8, &formula);
    let stopped = step(&["run", "--time", "0", "--json"], &folder, &["all"]);
    assert_eq!(stopped.code, Some(1), "{}", stopped.stderr);
    assert_eq!(stopped.json()["left"].as_array().unwrap().len() as u64, cubes);
    assert!(fs::read_dir(folder.join("results")).unwrap().next().is_none());
    assert!(fs::read_dir(folder.join("proofs")).unwrap().next().is_none());
}
