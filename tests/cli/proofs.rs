//! Proofs: written, compressed, checked, mutilated, and never over a formula.

use std::fs;
use std::path::Path;

use gordian_testkit::{Run, dimacs, file, pigeonhole, root, skip};

use crate::{directory, run, run_with_input};

fn solve(words: &[&str], paths: &[&Path]) -> Run {
    run(words.iter().map(|word| word.as_ref()).chain(paths.iter().map(|path| path.as_os_str())))
}

fn check(formula: &Path, evidence: &Path) -> Run {
    run([Path::new("check"), formula, evidence])
}

#[test]
fn proofs_are_written_in_every_form_and_verified() {
    let directory = directory("proofs");
    let formula = file(&directory, "php.cnf", dimacs(&pigeonhole(7, 6)));
    for (words, name) in [
        (&[][..], "binary.drat"),
        (&["--no-binary"], "text.drat"),
        (&[], "binary.drat.gz"),
        (&[], "binary.drat.xz"),
        (&["--no-binary"], "text.drat.bz2"),
        (&["--no-binary"], "text.drat.zst"),
        (&["--check"], "checked.drat"),
        (&["--lrat"], "binary.lrat"),
        (&["--lrat", "--no-binary"], "text.lrat"),
        (&["--lrat", "--check"], "checked.lrat.zst"),
    ] {
        let proof = directory.join(name);
        let run = solve(words, &[&formula, &proof]);
        assert_eq!((run.code, run.status()), (Some(20), "UNSATISFIABLE"), "{name}: {}", run.stderr);
        let verdict = check(&formula, &proof);
        assert_eq!((verdict.code, verdict.status()), (Some(0), "VERIFIED"), "{name}: {verdict:?}");
    }
    let text = fs::read_to_string(directory.join("text.drat")).unwrap();
    assert!(text.lines().all(|line| line.ends_with(" 0") || line == "0"));
    let lrat = fs::read_to_string(directory.join("text.lrat")).unwrap();
    // Each line begins with an identifier behind those of the clauses, and names antecedents.
    let last_original = fs::read_to_string(&formula).unwrap().lines().count() as u64 - 1;
    assert!(lrat.lines().all(|line| line.split(' ').next().and_then(|id| id.parse().ok()) > Some(last_original)));
    assert!(lrat.lines().filter(|line| !line.contains('d')).all(|line| line.matches(" 0").count() >= 2));
    let printed = solve(&["-q"], &[&formula, Path::new("-")]);
    assert_eq!(printed.stdout, text + "s UNSATISFIABLE\n");
    for (name, mark) in [("binary.drat.gz", &b"\x1f\x8b"[..]), ("binary.drat.xz", b"\xfd7zXZ\0"), ("binary.drat", b"a")]
    {
        assert!(fs::read(directory.join(name)).unwrap().starts_with(mark), "{name}");
    }
}

#[test]
fn a_formula_that_grows_between_questions_has_no_lrat() {
    let directory = directory("growing");
    let formula = file(&directory, "growing.icnf", "p inccnf\n1 2 0\na -1 0\n-1 0\n-2 0\na 0\n");
    let proof = directory.join("proof.lrat");
    let refused = solve(&["--lrat"], &[&formula, &proof]);
    assert_eq!((refused.code, refused.lines('s').len()), (Some(1), 0), "{refused:?}");
    assert!(refused.stderr.contains("--lrat"), "{}", refused.stderr);
    assert!(!proof.exists());
}

#[test]
fn answers_are_checked_on_request() {
    let run = run_with_input(["--check"], dimacs(&pigeonhole(7, 6)).as_bytes());
    assert_eq!(run.status(), "UNSATISFIABLE");
    assert!(run.lines('c').contains(&"proof checked"));
    let run = run_with_input(["--check"], b"p cnf 2 1\n1 2 0\n");
    assert_eq!(run.status(), "SATISFIABLE");
    assert!(run.lines('c').contains(&"model checked"));
}

/// A solver may write a long log before its answer, and a program that makes diagrams long comments.
#[test]
fn comments_before_evidence_do_not_hide_what_it_is() {
    let directory = directory("behind-comments");
    let log = "c the log of a verbose solver, of about sixty characters a line\n".repeat(3000);
    let formula = file(&directory, "formula.cnf", "p cnf 3 2\n1 2 3 0\n-1 -2 0\n");
    for text in ["s SATISFIABLE\nv 1 -2 3 0\n", "  s SATISFIABLE\n  v 1 -2 3 0\n", "o 5\no 3\nv 1 -2 3 0\n"] {
        for text in [text.to_owned(), format!("{log}{text}")] {
            let verdict = check(&formula, &file(&directory, "result", &text));
            assert!(verdict.stdout.contains("VERIFIED\nc model: "), "{verdict:?}");
        }
    }
    let wrong = check(&formula, &file(&directory, "wrong", format!("{log}s SATISFIABLE\nv 1 x 0\n")));
    assert!(wrong.code == Some(1) && wrong.stdout.contains("wrong:3002:5: 'x' is not a literal"), "{wrong:?}");
    let [lrat, drat, trace] = ["proof.lrat", "proof.drat", "trace"].map(|name| directory.join(name));
    let refuted = file(&directory, "php.cnf", dimacs(&pigeonhole(5, 4)));
    assert_eq!(solve(&["-q", "--no-binary", "--lrat"], &[&refuted, &lrat]).code, Some(20));
    assert_eq!(solve(&["-q", "--no-binary"], &[&refuted, &drat]).code, Some(20));
    let counted = run([Path::new("count"), Path::new("--trace"), &trace, &formula]);
    assert_eq!(counted.code, Some(10), "{counted:?}");
    for (input, path, kind) in [(&refuted, &lrat, "lrat"), (&refuted, &drat, "drat"), (&formula, &trace, "dnnf")] {
        let behind = file(&directory, "behind", log.clone() + &fs::read_to_string(path).unwrap());
        let verdict = check(input, &behind);
        assert!(verdict.stdout.contains(&format!("s VERIFIED\nc {kind}: ")), "{verdict:?}");
    }
}

#[test]
fn diagrams_for_other_programs_are_judged_in_the_form_of_d4() {
    let directory = directory("judged-diagrams");
    for (name, text, models) in [
        ("product", "p cnf 4 2\n1 2 0\n3 4 0\n", "9 models"),
        ("sides", "p cnf 3 2\n1 2 0\n-1 3 0\n", "4 models"),
        ("all", "p cnf 2 1\n1 -1 0\n", "4 models"),
    ] {
        let formula = file(&directory, &format!("{name}.cnf"), text);
        for form in ["d4", "c2d"] {
            let diagram = directory.join(format!("{name}.{form}"));
            let words = ["count", "-q", "--nnf-format", form, "--nnf"].map(Path::new);
            let counted = run(words.into_iter().chain([diagram.as_path(), formula.as_path()]));
            assert_eq!(counted.code, Some(10), "{counted:?}");
            let verdict = check(&formula, &diagram);
            match form {
                "d4" => assert!(verdict.stdout.contains(&format!("VERIFIED\nc dnnf: {models}")), "{verdict:?}"),
                _ => {
                    let said = "the header of a diagram of c2d; `check` judges those of d4";
                    assert!(verdict.code == Some(1) && verdict.stdout.contains(said), "{verdict:?}");
                    let solved = solve(&["-q"], &[&diagram]);
                    let said = "this is a diagram (d-DNNF) in the form of c2d: it cannot be read";
                    assert!(solved.code == Some(1) && solved.stderr.contains(said), "{solved:?}");
                }
            }
        }
    }
}

#[test]
fn a_projection_is_refused_where_it_changes_nothing() {
    let directory = directory("projected-evidence");
    let formula = file(&directory, "formula.cnf", "p cnf 2 1\n1 2 0\n");
    for text in ["v 1 2 0\n", "1 0\n"] {
        let evidence = file(&directory, "evidence", text);
        let refused = run([Path::new("check"), Path::new("--project=1"), &formula, &evidence]);
        assert!(refused.code == Some(1) && refused.stderr.contains("--project is for counts"), "{refused:?}");
    }
}

#[test]
fn a_mutilated_proof_is_refused_with_a_reason() {
    let directory = directory("mutilated");
    let formula = file(&directory, "php.cnf", dimacs(&pigeonhole(7, 6)));
    let proof = directory.join("whole.drat");
    assert_eq!(solve(&["--no-binary"], &[&formula, &proof]).code, Some(20));
    let text = fs::read_to_string(&proof).unwrap();
    let additions: Vec<&str> = text.lines().filter(|line| !line.starts_with('d')).collect();
    let first_tenth = additions[..additions.len() / 10].join("\n") + "\n";
    let wrong_step = format!("1 0\n{text}");
    let junk = text.replacen(" 0\n", " x 0\n", 1);
    for (name, content) in
        [("beginning", first_tenth.as_str()), ("wrong step", &wrong_step), ("junk", &junk), ("none", "")]
    {
        let verdict = check(&formula, &file(&directory, name, content));
        assert_eq!((verdict.code, verdict.status()), (Some(1), "NOT VERIFIED"), "{name}");
        assert!(verdict.lines('c').iter().any(|line| line.starts_with("drat: ")), "{verdict:?}");
    }
    let satisfiable = file(&directory, "sat.cnf", dimacs(&pigeonhole(6, 6)));
    assert_eq!(check(&satisfiable, &proof).status(), "NOT VERIFIED");
}

#[test]
fn models_are_judged_clause_by_clause() {
    let directory = directory("models");
    let formula = file(&directory, "f.cnf", "p cnf 3 2\n1 2 0\n-1 3 0\n");
    for (text, verdict) in [
        ("s SATISFIABLE\nv 1 -2 3 0\n", "VERIFIED"),
        ("s SATISFIABLE\nv -1 2 0\n", "VERIFIED"),
        ("SAT\n1 2 3 0\n", "VERIFIED"),
        ("c Answer: 1\nv 1 2 3 0\nc Answer: 2\nv -1 2 3 0\ns SATISFIABLE\n", "VERIFIED"),
        ("s SATISFIABLE\nv 1 -2 -3 0\n", "NOT VERIFIED"),
        ("s SATISFIABLE\nv 1 0\n", "NOT VERIFIED"),
        ("v 1 2 3 0\nv -1 -2 3 0\ns SATISFIABLE\n", "NOT VERIFIED"),
        ("s SATISFIABLE\n", "NOT VERIFIED"),
        ("s UNSATISFIABLE\n", "NOT VERIFIED"),
        ("s UNKNOWN\n", "NOT VERIFIED"),
        ("s SATISFIABLE\nv 1 -1 2 0\n", "NOT VERIFIED"),
        ("s SATISFIABLE\nv 1 2\n", "NOT VERIFIED"),
    ] {
        let run = check(&formula, &file(&directory, "result", text));
        assert_eq!((run.status(), run.code), (verdict, Some(i32::from(verdict != "VERIFIED"))), "{text}");
    }
    let json = run([Path::new("check"), Path::new("--json"), &formula, &file(&directory, "r", "v 1 -2 -3 0\n")]).json();
    assert_eq!((&json["verified"], &json["evidence"]), (&false.into(), &"model".into()));
    assert!(json["reason"].as_str().unwrap().contains("clause 2"));
}

#[test]
fn formulas_are_not_overwritten() {
    let directory = directory("overwrite");
    let formula = file(&directory, "f.cnf", dimacs(&pigeonhole(4, 3)));
    let other = file(&directory, "other.cnf", "p cnf 1 1\n1 0\n");
    let disguised = file(&directory, "other.proof", "c a comment\np cnf 1 1\n1 0\n");
    for target in [&other, &disguised] {
        let before = fs::read(target).unwrap();
        let refused = solve(&[], &[&formula, target]);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
        assert!(refused.stderr.contains("looks like a formula"), "{}", refused.stderr);
        assert_eq!(fs::read(target).unwrap(), before);
        assert_eq!(solve(&["-f"], &[&formula, target]).code, Some(20));
        assert_eq!(check(&formula, target).status(), "VERIFIED");
    }
    let before = fs::read(&formula).unwrap();
    assert_eq!(solve(&["-f"], &[&formula, &formula]).code, Some(1));
    assert_eq!(fs::read(&formula).unwrap(), before);
    // An older proof is replaced without asking.
    let proof = file(&directory, "old.proof", "1 2 0\n");
    assert_eq!(solve(&[], &[&formula, &proof]).code, Some(20));
}

#[test]
fn a_proof_that_cannot_be_written_is_an_error_after_the_answer() {
    if !Path::new("/dev/full").exists() {
        return skip("there is no /dev/full");
    }
    let run = run_with_input(["-", "/dev/full"], dimacs(&pigeonhole(5, 4)).as_bytes());
    assert_eq!((run.status(), run.code), ("UNSATISFIABLE", Some(1)));
    assert!(run.stderr.starts_with("gordian: error: /dev/full: "), "{}", run.stderr);
}

/// A refutation of the formula in which the objective is better than the best one, which `encode` writes; of a formula
/// with a worse bound, which has a model, it is none.
#[test]
fn the_best_objective_is_proved_over_the_formula_of_a_better_one() {
    let directory = directory("optimality_proofs");
    let job_shop = root().join("examples/minizinc/compiled/job-shop.fzn");
    let knapsack = "var 0..4: a; var 0..4: b; var 0..60: v :: output_var;
        constraint int_lin_le([3,4],[a,b],13); constraint int_lin_eq([5,7,-1],[a,b,v],0); solve maximize v;";
    let constant = "var 2..2: x :: output_var; solve minimize x;";
    let models = [
        (job_shop, 11, 1),
        (file(&directory, "knapsack.fzn", knapsack), 22, -1),
        (file(&directory, "constant.fzn", constant), 2, 1),
    ];
    for (model, best, worse) in models {
        for words in [&[][..], &["--lrat"], &["--check"]] {
            let proof = directory.join("best.proof");
            let document = solve(&[words, &["--json"]].concat(), &[&model, &proof]).json();
            assert_eq!((&document["objective"], &document["optimal"]), (&best.into(), &true.into()), "{document}");
            let better = directory.join("better.cnf");
            for (than, code) in [(best, 0), (best + worse, 1)] {
                let than = format!("--better-than={than}");
                let encoded =
                    run(["encode".as_ref(), than.as_ref(), "-o".as_ref(), better.as_os_str(), model.as_os_str()]);
                assert_eq!(encoded.code, Some(0), "{encoded:?}");
                assert_eq!(check(&better, &proof).code, Some(code), "{than}: {}", model.display());
            }
        }
    }
    let none = file(&directory, "none.fzn", "var 1..3: x; constraint int_lin_le([2],[x],1); solve minimize x;");
    let proof = directory.join("none.proof");
    assert_eq!(solve(&["--check"], &[&none, &proof]).code, Some(20));
    assert_eq!(check(&none, &proof).status(), "VERIFIED");
    let satisfy = file(&directory, "satisfy.fzn", "var 1..3: x; solve satisfy;");
    let refused = run([Path::new("encode"), Path::new("--better-than=1"), &satisfy]);
    assert!(refused.code == Some(1) && refused.stderr.contains("no goal"), "{refused:?}");
}
