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
    // Seventeen numbers of three digits fill a line to its last column.
    for (last, num_lines) in [(116, 1), (117, 2)] {
        let mut cnf = Cnf::new();
        cnf.add_visible(&(100..=last).map(|number| Var::from_index(number - 1)).collect::<Vec<_>>());
        let text = text_of(&cnf);
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("c p show ")).collect();
        assert_eq!((lines.len(), lines[0].len()), (num_lines, 78), "{text}");
    }
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
    assert!(writer.is_over(), "nobody waits for the rest");
    assert_eq!(writer.finish().err().map(|error| error.kind()), Some(io::ErrorKind::StorageFull));
    assert!(!Writer::new(Vec::new()).is_over());
}

#[test]
fn a_writer_takes_visible_variables_and_literals_have_a_line() {
    let mut writer = Writer::new(Vec::new());
    writer.add_visible(&[Var::from_index(2)]);
    let mut text = writer.finish().unwrap();
    dimacs::write_literals(&mut text, &lits(&[-3, 1])).unwrap();
    dimacs::write_literals(&mut text, &[]).unwrap();
    assert_eq!(text, b"c p show 3 0\n-3 1 0\n0\n");
}

#[test]
fn text_is_handed_on_in_pieces() {
    /// The sizes of what it is given.
    struct Pieces(Vec<usize>);
    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = Writer::new(Pieces(Vec::new()));
    let vars = writer.new_vars(3);
    assert_eq!((vars[2].index(), writer.num_vars()), (2, 3));
    for _ in 0..40_000 {
        writer.add_clause(&lits(&[1, -2, 3]));
    }
    let pieces = writer.finish().unwrap().0;
    assert_eq!((pieces.iter().sum::<usize>(), pieces.len()), (360_000, 6));
    assert!(pieces[..5].iter().all(|&size| (1 << 16..(1 << 16) + 10).contains(&size)));
}

#[test]
fn comments_may_have_several_lines() {
    let mut writer = Writer::new(Vec::new());
    writer.comment("one\n\ntwo");
    assert_eq!(writer.finish().unwrap(), b"c one\nc\nc two\n");
}
