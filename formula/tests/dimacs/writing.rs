//! Written DIMACS is read back unchanged.

use std::io::{self, Write};

use gordian_formula::dimacs::{self, ReadOptions, Writer};
use gordian_formula::{ClauseCounter, ClauseSink, Cnf, Lit, Var};
use gordian_testkit::Random;

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
}

fn text_of(cnf: &Cnf) -> String {
    String::from_utf8(dimacs::write(cnf, Vec::new()).unwrap()).unwrap()
}

#[test]
fn groups_are_written_as_pairs() {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(5);
    cnf.add_clause(&[]);
    cnf.add_exactly_one(&lits(&[1, -2, 3]));
    cnf.add_at_most_one(&lits(&[4]));
    cnf.add_visible(&[Var::from_index(2), Var::from_index(0)]);
    assert_eq!(text_of(&cnf), "p cnf 5 5\nc p show 1 3 0\n0\n1 -2 3 0\n-1 2 0\n-1 -3 0\n2 -3 0\n");
    let mut counter = ClauseCounter::default();
    cnf.feed(&mut counter);
    assert_eq!((counter.variables as u64, counter.clauses), (5, cnf.num_expanded_clauses()));
}

#[test]
fn long_projections_are_broken_into_lines() {
    let mut cnf = Cnf::new();
    let visible: Vec<Var> = (0..300).map(Var::from_index).collect();
    cnf.add_visible(&visible);
    let text = text_of(&cnf);
    assert!(text.lines().all(|line| line.len() <= 78));
    assert!(text.lines().filter(|line| line.starts_with("c p show ") && line.ends_with(" 0")).count() > 10);
    let mut again = Cnf::new();
    dimacs::read(text.as_bytes(), &ReadOptions::default(), &mut again).unwrap();
    assert_eq!(again.visible(), Some(&visible[..]));
    let mut empty = Cnf::new();
    empty.add_visible(&[]);
    assert_eq!(text_of(&empty), "p cnf 0 0\nc p show 0\n");
}

#[test]
fn random_formulas_survive_the_round_trip() {
    let mut random = Random::new(7);
    for round in 0..if cfg!(miri) { 5 } else { 500 } {
        let mut cnf = Cnf::new();
        let largest = [1, 9, 100, 12_345_678, i32::MAX as usize][round % 5];
        for _ in 0..random.below(40) {
            let clause: Vec<Lit> = (0..random.below(7))
                .map(|_| {
                    let variable = Var::from_index(random.below(largest));
                    variable.lit(random.below(2) == 0)
                })
                .collect();
            cnf.add_clause(&clause);
        }
        let text = text_of(&cnf);
        for buffer_size in [1, 20, 64, 1 << 12] {
            let mut again = Cnf::new();
            let options = ReadOptions { buffer_size, ..ReadOptions::with_dialect(dimacs::Dialect::Strict) };
            let report = dimacs::read(text.as_bytes(), &options, &mut again).unwrap();
            assert!(report.warnings.is_empty());
            assert!(again.clauses().eq(cnf.clauses()), "{text}");
            assert_eq!(again.num_vars(), cnf.num_vars());
        }
    }
}

#[test]
fn a_broken_promise_and_a_full_disk_are_errors() {
    let mut writer = Writer::new(Vec::new());
    writer.header(1, 1);
    writer.add_clause(&lits(&[1, 2]));
    assert_eq!(writer.finish().unwrap_err().kind(), io::ErrorKind::InvalidData);

    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0 -= 1;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = Writer::new(Full(1));
    for _ in 0..if cfg!(miri) { 1 << 13 } else { 1 << 16 } {
        writer.add_clause(&lits(&[1_000_000, -2_000_000, 3]));
    }
    assert_eq!(writer.finish().err().map(|error| error.kind()), Some(io::ErrorKind::StorageFull));
}

#[test]
fn comments_may_have_several_lines() {
    let mut writer = Writer::new(Vec::new());
    writer.comment("one\n\ntwo");
    assert_eq!(writer.finish().unwrap(), b"c one\nc\nc two\n");
}
