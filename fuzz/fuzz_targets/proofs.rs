//! Proofs of any bytes for small formulas: no panic, and nothing that has a model is ever refuted.

#![no_main]

use arbitrary::{Result, Unstructured};
use gordian_checker::{Encoding, ProofFormat, ProofOptions, Strategy, Verdict, check_proof};
use gordian_formula::{ClauseSink, Cnf, Lit};
use gordian_testkit::Oracle;
use libfuzzer_sys::fuzz_target;

const MAX_VAR: i32 = 5;

fn formula(bytes: &mut Unstructured<'_>) -> Result<Vec<Vec<i32>>> {
    let literal =
        |bytes: &mut Unstructured<'_>| Ok(bytes.int_in_range(1..=MAX_VAR)? * if bytes.arbitrary()? { 1 } else { -1 });
    let count = bytes.int_in_range(0..=24)?;
    (0..count).map(|_| (0..bytes.int_in_range(1..=3)?).map(|_| literal(bytes)).collect()).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    let Ok(clauses) = formula(&mut bytes) else { return };
    let (mut cnf, mut oracle) = (Cnf::new(), Oracle::new());
    for clause in &clauses {
        let lits: Vec<Lit> = clause.iter().map(|&number| Lit::from_dimacs(number).expect("not zero")).collect();
        cnf.add_clause(&lits);
        oracle.add_clause(clause);
    }
    let proof = bytes.take_rest();
    let drat = [Encoding::Text, Encoding::Binary].map(|encoding| Some(ProofFormat::Drat(encoding)));
    let lrat = [Encoding::Text, Encoding::Binary].map(|encoding| Some(ProofFormat::Lrat(encoding)));
    for format in [None].into_iter().chain(drat).chain(lrat) {
        for strategy in [Strategy::Backward, Strategy::Forward] {
            let verdict = check_proof(&cnf, &[], proof, &ProofOptions { format, strategy });
            if let Ok(Verdict::Verified(_)) = verdict {
                assert!(!oracle.is_satisfiable(), "{format:?} {strategy:?}: refuted, and there is a model");
            }
        }
    }
});
