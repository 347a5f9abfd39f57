//! Proofs, as other people's checkers judge them: drat-trim and lrat-check (Wetzler, Heule and Hunt,
//! 2014; Cruz-Filipe and others, 2017) and lrat-trim (Pollitt, Fleury and Biere, 2023).
//!
//! They are looked for in the folder `GORDIAN_JUDGES` and among the programs that are installed.

use std::path::{Path, PathBuf};
use std::process::Command;

use gordian_testkit::{Random, dimacs, file, judge_of_proofs, pigeonhole, two_flocks};

use crate::{directory, gordian, run};

/// A program that judges proofs.
struct Judge {
    name: &'static str,
    /// Options of `gordian solve` that write what it reads, one set for each form.
    forms: &'static [&'static [&'static str]],
    verified: &'static str,
}

const JUDGES: [Judge; 3] = [
    Judge { name: "drat-trim", forms: &[&["--no-binary"], &[]], verified: "s VERIFIED" },
    Judge { name: "lrat-trim", forms: &[&["--lrat", "--no-binary"], &["--lrat"]], verified: "s VERIFIED" },
    Judge { name: "lrat-check", forms: &[&["--lrat", "--no-binary"]], verified: "c VERIFIED" },
];

/// Formulas that are false, and what they are.
fn formulas() -> Vec<(String, String)> {
    let mut formulas = vec![
        ("pigeons".to_owned(), dimacs(&pigeonhole(7, 6))),
        ("flocks".to_owned(), dimacs(&two_flocks(7, 6))),
        ("gates".to_owned(), equal_gates()),
    ];
    for seed in 0..60 {
        let clauses = careless(&mut Random::new(seed), 20, 6);
        formulas.push((format!("careless {seed}"), dimacs(&clauses)));
    }
    for seed in 0..6 {
        let clauses = careless(&mut Random::new(1000 + seed), 110, 9);
        formulas.push((format!("long careless {seed}"), dimacs(&clauses)));
    }
    formulas
}

/// Random clauses of three to five literals, most often too many to be true, written down carelessly:
/// literals and clauses are repeated, and some clauses hold a literal and its negation.
fn careless(random: &mut Random, num_vars: usize, density: usize) -> Vec<Vec<i32>> {
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for _ in 0..density * num_vars {
        let mut clause: Vec<i32> = random.careless(num_vars, 3);
        match random.below(10) {
            0..=2 => clause.push(clause[random.below(3)]),
            3 => clause.push(-clause[random.below(3)]),
            4 => clause.insert(0, clause[2]),
            5 => clauses.extend(clauses.last().cloned()),
            _ => {}
        }
        clauses.push(clause);
    }
    clauses
}

/// Two gates of equal inputs, one of which is named twice, are said to differ; and their clauses repeat
/// what they are derived from.
fn equal_gates() -> String {
    let and = |output: i32, inputs: &[i32]| {
        let mut clauses: Vec<Vec<i32>> = inputs.iter().map(|&input| vec![-output, input, input]).collect();
        clauses.push(inputs.iter().map(|input| -input).chain([output]).collect());
        clauses
    };
    let gates =
        [and(4, &[1, 1, 2]), and(5, &[2, 1]), and(6, &[4, 3, 3]), and(7, &[3, 5]), vec![vec![6, 7, 6], vec![-6, -7]]];
    dimacs(&gates.concat())
}

#[test]
#[expect(clippy::print_stdout, reason = "so that it can be seen who has judged")]
fn proofs_convince_other_checkers() {
    let directory = directory("outside_judges");
    let judges: Vec<(&Judge, PathBuf)> =
        JUDGES.iter().filter_map(|judge| judge_of_proofs(judge.name).map(|at| (judge, at))).collect();
    if judges.is_empty() {
        return;
    }
    let mut num_verified = 0;
    for (what, text) in formulas() {
        let formula = file(&directory, "formula.cnf", &text);
        if run([Path::new("-q"), &formula]).code != Some(20) {
            continue;
        }
        for (judge, program) in &judges {
            for options in judge.forms {
                let proof = directory.join("proof");
                let written = gordian().args(*options).args(["-f", "-q"]).args([&formula, &proof]).output().unwrap();
                assert_eq!(written.status.code(), Some(20), "{what} {options:?}");
                let judged = Command::new(program).args([&formula, &proof]).output().unwrap();
                let said = String::from_utf8_lossy(&judged.stdout);
                assert!(said.contains(judge.verified), "{what}, {} {options:?}:\n{text}\n{said}", judge.name);
                num_verified += 1;
            }
        }
    }
    println!("{num_verified} proofs verified by {} programs", judges.len());
    assert!(num_verified >= 50 * judges.len());
}
