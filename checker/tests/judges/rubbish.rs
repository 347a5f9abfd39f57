//! Bytes that are no proof are answered with an error or a refusal, and never verify what is satisfiable.

use gordian_checker::{Encoding, Evidence, ProofFormat, ProofOptions, Strategy, check_proof, read_result};
use gordian_testkit::Random;

use crate::common::{Formula, binary, is_satisfiable, refute, text};

const FORMATS: [Option<ProofFormat>; 5] = [
    None,
    Some(ProofFormat::Drat(Encoding::Text)),
    Some(ProofFormat::Drat(Encoding::Binary)),
    Some(ProofFormat::Lrat(Encoding::Text)),
    Some(ProofFormat::Lrat(Encoding::Binary)),
];

fn judge(formula: &Formula, bytes: &[u8], is_satisfiable: bool) {
    let _ = Evidence::tell(bytes);
    let _ = read_result(bytes);
    for format in FORMATS {
        for strategy in [Strategy::Forward, Strategy::Backward] {
            let verdict = check_proof(&formula.cnf(), &[], bytes, &ProofOptions { format, strategy });
            let is_verified = verdict.is_ok_and(|verdict| verdict.is_verified());
            assert!(!(is_verified && is_satisfiable), "{formula:?} by {bytes:?}");
        }
    }
}

#[test]
fn rubbish_and_damaged_bytes_prove_nothing_false() {
    let letters = b"0123456789 -\n\r\tacdsv\0\x01\x02\x03\x7f\x80\xff";
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let num_vars = 3 + random.below(3);
        let formula = Formula::random(&mut random, num_vars);
        let written = formula.written();
        let is_satisfiable = is_satisfiable(&written);
        let rubbish: Vec<u8> = (0..random.below(60)).map(|_| letters[random.below(letters.len())]).collect();
        judge(&formula, &rubbish, is_satisfiable);
        // The proof of another formula, with some of its bytes changed.
        let other = vec![vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -3], vec![-2, 3]];
        let proof = refute(&other, num_vars);
        for mut bytes in [text(&proof), binary(&proof)] {
            for _ in 0..random.below(4) {
                let at = random.below(bytes.len());
                bytes[at] = letters[random.below(letters.len())];
            }
            bytes.truncate(bytes.len() - random.below(3));
            judge(&formula, &bytes, is_satisfiable);
        }
    }
}
