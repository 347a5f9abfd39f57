//! DIMACS, plain and compressed, in every dialect: no panic, and what is read and written again is the same.

#![no_main]

use std::io::Read;

use gordian_formula::dimacs::{self, Dialect, ReadOptions};
use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use libfuzzer_sys::fuzz_target;

/// Compressed inputs are not read beyond this.
const LIMIT: u64 = 1 << 20;

/// The clauses, the number of variables, and the visible ones.
type Meaning = (Vec<Vec<Lit>>, usize, Option<Vec<Var>>);

fn read(text: &[u8], dialect: Dialect, buffer_size: usize) -> Option<(Cnf, Meaning)> {
    let mut cnf = Cnf::new();
    let read = dimacs::read(text, &ReadOptions { dialect, buffer_size, ..ReadOptions::default() }, &mut cnf);
    read.map_err(|error| error.to_string()).ok()?;
    let clauses = cnf.clauses().map(<[Lit]>::to_vec).collect();
    let meaning = (clauses, cnf.num_vars(), cnf.visible().map(<[Var]>::to_vec));
    Some((cnf, meaning))
}

fuzz_target!(|bytes: &[u8]| {
    let mut text = Vec::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let _ = flate2::read::MultiGzDecoder::new(bytes).take(LIMIT).read_to_end(&mut text);
    } else {
        text.extend_from_slice(bytes);
    }
    let lenient = read(&text, Dialect::Lenient, 1 << 18);
    let meaning = |read: &Option<(Cnf, Meaning)>| read.as_ref().map(|(_, meaning)| meaning.clone());
    if let Some((_, strict)) = read(&text, Dialect::Strict, 1 << 18) {
        assert_eq!(meaning(&lenient), Some(strict), "what is strictly right means the same to all");
    }
    assert_eq!(meaning(&read(&text, Dialect::Relaxed, 1)), meaning(&lenient), "warnings and buffers change nothing");
    let Some((cnf, meaning)) = lenient else { return };
    let written = dimacs::write(&cnf, Vec::new()).expect("memory takes everything");
    let (_, again) = read(&written, Dialect::Strict, 7).expect("what was written is right");
    assert_eq!(again, meaning);
});
