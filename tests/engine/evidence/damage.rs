//! Damaged evidence at random: nothing false is ever verified.
//!
//! Each case has a seed. It makes a formula, has Gordian prove something of it, damages the proof,
//! the formula, or both, and asks the checker. `GORDIAN_DAMAGE=1000000` tries so many cases, from
//! the seed `GORDIAN_DAMAGE_SEED` on. The exhaustive tests of `checker/tests/judges/small_world` know all
//! small cases; here are larger ones.

use gordian_checker::{ProofOptions, check_dnnf, check_proof};
use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_solver::{DratWriter, LratWriter, Outcome, ProofTracer, Solver};

use gordian_testkit::{Random, SharedBytes, classes, damage, number_of, solutions};

use super::certificates;
use super::diagrams::{damage as damage_diagram, traced};
use super::random::random_cnf;

/// The number of cases of each kind, and the number of them that were rightly verified.
#[derive(Debug, Default)]
struct Tally {
    proofs: u64,
    diagrams: u64,
    right_diagrams: u64,
    certificates: u64,
    right_certificates: u64,
}

#[test]
#[expect(clippy::print_stdout, reason = "so that a run at scale can be seen to have run")]
fn nothing_false_is_verified() {
    let (first, cases) = (number_of("GORDIAN_DAMAGE_SEED", 0), number_of("GORDIAN_DAMAGE", 6000));
    let mut tally = Tally::default();
    for seed in first..first + cases {
        let mut random = Random::new(seed);
        match seed % 3 {
            0 => proof(seed, &mut random, &mut tally),
            1 => diagram(seed, &mut random, &mut tally),
            _ => certificate(seed, &mut random, &mut tally),
        }
    }
    println!("seeds {first} to {}: {tally:?}", first + cases);
    assert!(tally.proofs > 0 && tally.right_diagrams > 0 && tally.right_certificates > 0);
}

/// A refutation, damaged, of a formula that was changed until it has a model.
fn proof(seed: u64, random: &mut Random, tally: &mut Tally) {
    let num_vars = 3 + random.below(5);
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    while has_model(num_vars, &clauses) {
        let length = 1 + random.below(3);
        let order = random.order(num_vars);
        clauses.push(order[..length].iter().map(|&var| Var::from_index(var).lit(random.below(2) == 0)).collect());
    }
    let written = SharedBytes::default();
    let tracer: Box<dyn ProofTracer + Send> = match random.below(4) {
        0 => Box::new(DratWriter::text(written.clone())),
        1 => Box::new(DratWriter::binary(written.clone())),
        2 => Box::new(LratWriter::text(written.clone())),
        _ => Box::new(LratWriter::binary(written.clone())),
    };
    let mut solver = Solver::new();
    solver.set_proof(tracer);
    cnf_of(num_vars, &clauses).feed(&mut solver);
    assert_eq!(solver.solve(), Outcome::Unsatisfiable, "seed {seed}");
    solver.take_proof().expect("the tracer that was set").finish().expect("memory takes everything");
    let proof = written.bytes();
    assert!(check_proof(&cnf_of(num_vars, &clauses), &[], &*proof, &ProofOptions::default()).unwrap().is_verified());
    while !has_model(num_vars, &clauses) {
        let at = random.below(clauses.len());
        match random.below(3) {
            0 => drop(clauses.remove(at)),
            1 => {
                let flipped = random.below(clauses[at].len());
                clauses[at][flipped] = !clauses[at][flipped];
            }
            _ => clauses[at].push(Var::from_index(random.below(num_vars)).lit(random.below(2) == 0)),
        }
    }
    let cnf = cnf_of(num_vars, &clauses);
    for damages in 0..8 {
        let mut damaged = proof.clone();
        (0..damages).for_each(|_| damage(random, &mut damaged));
        tally.proofs += 1;
        if let Ok(verdict) = check_proof(&cnf, &[], &*damaged, &ProofOptions::default()) {
            assert!(!verdict.is_verified(), "seed {seed}: {clauses:?}\n{}", String::from_utf8_lossy(&damaged));
        }
    }
}

/// A diagram of one formula, damaged, for another.
fn diagram(seed: u64, random: &mut Random, tally: &mut Tally) {
    let cnf = random_cnf(random);
    let text = traced(&cnf);
    let mut other = Cnf::new();
    other.reserve_vars(cnf.num_vars());
    let left_out = random.below(2 * cnf.num_clauses() + 1);
    cnf.clauses().enumerate().filter(|&(at, _)| at != left_out).for_each(|(_, clause)| other.add_clause(clause));
    cnf.groups().for_each(|group| other.add_exactly_one(group.members));
    other.add_visible(&cnf.projection());
    let count = solutions(&other).len().to_string();
    for damages in 0..8 {
        let damaged = match damages % 2 {
            0 => damage_diagram(random, &text, cnf.num_vars()).into_bytes(),
            _ => {
                let mut damaged = text.clone().into_bytes();
                (0..damages / 2).for_each(|_| damage(random, &mut damaged));
                damaged
            }
        };
        tally.diagrams += 1;
        if let Ok(verdict) = check_dnnf(&other, &*damaged) {
            tally.right_diagrams += 1;
            let shown = String::from_utf8_lossy(&damaged);
            assert_eq!(verdict.count.to_string(), count, "seed {seed}: {other:?}\n{shown}");
        }
    }
}

/// A certificate of solutions or classes, damaged in one of its files or in several.
fn certificate(seed: u64, random: &mut Random, tally: &mut Tally) {
    let (cnf, generators) = certificates::symmetric_formula(random);
    let files = certificates::written(&cnf, &generators, seed.is_multiple_of(7), &[]);
    let solutions = solutions(&cnf);
    for damages in 0..8 {
        let mut damaged = files.clone();
        for _ in 0..damages {
            match random.below(8) {
                0..=2 => damage(random, &mut damaged.claim),
                3 | 4 => damage(random, &mut damaged.models),
                5 | 6 => damage(random, &mut damaged.symmetry),
                _ => damage(random, &mut damaged.proof),
            }
        }
        tally.certificates += 1;
        let Some((found, claimed, _)) = certificates::verified(&cnf, &damaged) else { continue };
        tally.right_certificates += 1;
        assert_eq!(found, solutions.len() as u128, "seed {seed}: {cnf:?} {damaged:?}");
        let generators = certificates::generators_in(&damaged.symmetry, cnf.num_vars()).expect("they were read before");
        let right = classes(&cnf, &solutions, &generators).len() as u128;
        assert!(claimed.is_none_or(|claimed| claimed == right), "seed {seed}: {cnf:?} {damaged:?}");
    }
}

fn has_model(num_vars: usize, clauses: &[Vec<Lit>]) -> bool {
    !solutions(&cnf_of(num_vars, clauses)).is_empty()
}

fn cnf_of(num_vars: usize, clauses: &[Vec<Lit>]) -> Cnf {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(num_vars);
    clauses.iter().for_each(|clause| cnf.add_clause(clause));
    cnf
}
