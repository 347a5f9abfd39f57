//! The model-based hunt (after mobical, the model-based tester of CaDiCaL by Biere): random
//! formulas and random sequences of calls, run on the solver and on brute force. Every model is
//! checked, every refutation by its proof, every core by itself, every enumeration as a set. A
//! failing trace is shrunk and printed; traces of old faults are in `tests/traces` and are run
//! again.
//!
//! `docs/testing.md` says how to hunt at scale and how to keep a trace.

mod call;
mod counted;
mod generate;
mod lrat;
mod run;
mod shrink;
mod theory;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use gordian_testkit::{number_of, root};

use call::{Call, from_text, to_text};
use run::{Tally, run};

/// Runs a trace, a panic being a fault like others.
fn attempt(trace: &[Call], tally: &mut Tally) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| run(trace, tally, None))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(format!("a panic: {}", text.unwrap_or_default()))
    })
}

thread_local! {
    /// Whether panics of this thread go unreported: shrinking makes thousands.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

fn install_quiet_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                report(panic);
            }
        }));
    });
}

fn hunt(what: &str, count: u64, generate: fn(u64) -> Vec<Call>) -> Tally {
    install_quiet_hook();
    let first = number_of("GORDIAN_HUNT_SEED", 0);
    let mut tally = Tally::default();
    for seed in first..first + count {
        let trace = generate(seed);
        let Err(error) = attempt(&trace, &mut tally) else { continue };
        QUIET.set(true);
        let small = shrink::shrink(trace, |trace| attempt(trace, &mut Tally::default()).is_err());
        QUIET.set(false);
        let small_error = attempt(&small, &mut Tally::default()).err().unwrap_or_default();
        panic!(
            "{what} {seed} fails: {error}\n\nShrunk, as a file for tests/traces, it fails so: {small_error}\n\n{}",
            to_text(&small)
        );
    }
    print(&tally);
    tally
}

#[expect(clippy::print_stdout, reason = "so that a hunt at scale can be seen to have hunted")]
fn print(tally: &Tally) {
    println!("{tally:?}");
}

#[test]
fn random_formulas_agree_with_brute_force() {
    let count = number_of("GORDIAN_HUNT_FORMULAS", 4000);
    let tally = hunt("formula", count, generate::formula);
    let enough = count / 20;
    assert!(tally.traces == count && tally.satisfiable > enough && tally.unsatisfiable > enough, "{tally:?}");
    assert!(tally.enumerations > enough && tally.proofs > enough, "{tally:?}");
}

#[test]
fn random_traces_agree_with_brute_force() {
    let count = number_of("GORDIAN_HUNT_TRACES", 400);
    let tally = hunt("trace", count, generate::trace);
    assert!(tally.traces == count && tally.satisfiable > count && tally.unsatisfiable > count, "{tally:?}");
    assert!(tally.enumerations > count / 2 && tally.cores > count / 2, "{tally:?}");
}

/// Formulas of all kinds whose proofs name antecedents.
#[test]
fn antecedents_are_named_for_every_step() {
    let first = number_of("GORDIAN_HUNT_SEED", 0);
    let (count, count_large) = (number_of("GORDIAN_HUNT_FORMULAS", 4000), number_of("GORDIAN_HUNT_LARGE", 60));
    let formulas = (first..first + count).map(|seed| (seed, generate::formula(seed)));
    let larger = (first..first + count_large).map(|seed| (seed, generate::large(seed)));
    let refuted = judge_antecedents(formulas.chain(larger));
    assert!(refuted > count / 20, "{refuted}");
}

/// Judges proofs that name antecedents, and counts them.
fn judge_antecedents(traces: impl Iterator<Item = (u64, Vec<Call>)>) -> u64 {
    install_quiet_hook();
    let mut refuted = 0;
    for (seed, trace) in traces {
        let judge = |trace: &[Call]| {
            let judged = catch_unwind(AssertUnwindSafe(|| lrat::judge_lrat(trace, seed % 2 == 1)));
            judged.unwrap_or_else(|_| Err("a panic".to_string()))
        };
        match judge(&trace) {
            Ok(is_refuted) => refuted += u64::from(is_refuted),
            Err(error) => {
                QUIET.set(true);
                let small = shrink::shrink(trace, |trace| judge(trace).is_err());
                QUIET.set(false);
                let small_error = lrat::judge_lrat(&small, false).err().unwrap_or_default();
                panic!("formula {seed}: {error}\n\nShrunk: {small_error}\n\n{}", to_text(&small));
            }
        }
    }
    refuted
}

/// Several threads that exchange all they can: each answer has its evidence, and the proof of all
/// threads together deletes nothing that is not there. A trace that fails may not fail again.
#[test]
fn threads_agree_with_brute_force_in_one_proof() {
    let count = number_of("GORDIAN_HUNT_THREADS", 1500);
    let tally = hunt("trace for threads", count, generate::for_threads);
    let handed_out = tally.statistics["handed out"].min(tally.statistics["taken in"]);
    assert!(tally.divided > count / 4 && handed_out > count, "{tally:?}");
    assert!(tally.satisfiable > count / 4 && tally.unsatisfiable > count / 4, "{tally:?}");
}

#[test]
fn threads_name_antecedents_in_one_proof() {
    let (first, count) = (number_of("GORDIAN_HUNT_SEED", 0), number_of("GORDIAN_HUNT_THREADS", 1500));
    let refuted = judge_antecedents((first..first + count).map(|seed| (seed, generate::for_threads(seed))));
    assert!(refuted > count / 20, "{refuted}");
}

/// Too large for brute force: what can be wrong shows in a model or a proof.
#[test]
fn larger_formulas_are_answered_with_evidence() {
    let count = number_of("GORDIAN_HUNT_LARGE", 60);
    let tally = hunt("larger formula", count, generate::large);
    assert!(tally.traces == count && tally.satisfiable > count / 2 && tally.unsatisfiable > count / 2, "{tally:?}");
}

#[test]
fn old_faults_stay_mended() {
    let folder = root().join("tests/traces");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "trace"));
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let trace = from_text(&text).unwrap_or_else(|line| panic!("{}: not a call: {line}", path.display()));
        if let Err(error) = run(&trace, &mut Tally::default(), None) {
            panic!("{}: {error}", path.display());
        }
    }
}

#[test]
fn traces_survive_their_text() {
    for seed in 0..200 {
        for trace in [generate::formula(seed), generate::trace(seed), generate::for_threads(seed)] {
            assert_eq!(from_text(&to_text(&trace)), Ok(trace));
        }
    }
    assert_eq!(from_text("c a comment\nclause 1 0\nclause 1\n"), Err("clause 1".to_string()));
}

/// A fault that is made up: a clause on variable 3 and a later question with an assumption on it.
#[test]
fn a_failing_trace_is_shrunk_to_what_matters() {
    let fails = |trace: &[Call]| {
        let names = |numbers: &[i32]| numbers.iter().any(|number| number.abs() == 3);
        let clause = trace.iter().position(|call| matches!(call, Call::AddClause(clause) if names(clause)));
        let question = trace.iter().rposition(|call| matches!(call, Call::Solve(assumed) if names(assumed)));
        clause.zip(question).is_some_and(|(clause, question)| clause < question)
    };
    let trace = (0..).map(generate::trace).find(|trace| fails(trace)).unwrap();
    let small = shrink::shrink(trace, fails);
    assert!(
        matches!(&small[..], [Call::AddClause(clause), Call::Solve(assumed)] if clause.len() == 1 && assumed.len() == 1)
    );
}
