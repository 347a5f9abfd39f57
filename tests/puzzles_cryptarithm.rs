//! Cryptarithms from text to digits.

mod puzzles_common;

use std::ops::ControlFlow;

use gordian_encoders::puzzle::cryptarithm::{Cryptarithm, parse};
use gordian_formula::Model;
use gordian_solver::{Budget, Enumeration, Solver};
use puzzles_common::shared;

fn read(text: &str) -> Cryptarithm {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The solutions by the engine, each decoded and checked, in the form `S=9 E=5 ...`, sorted.
fn solutions(puzzle: &Cryptarithm) -> Vec<String> {
    let compiled = puzzle.compile().unwrap();
    let mut solver = Solver::new();
    compiled.cnf.feed(&mut solver);
    let mut solutions = Vec::new();
    let visible = compiled.cnf.visible().unwrap();
    let outcome = solver.enumerate(visible, &Budget::unlimited(), &mut |model: &Model| {
        let solution = puzzle.decode(model).unwrap();
        puzzle.check(&solution).unwrap_or_else(|violation| panic!("{violation}"));
        let digits: Vec<String> = solution.digits.iter().map(|(letter, digit)| format!("{letter}={digit}")).collect();
        solutions.push(digits.join(" "));
        ControlFlow::Continue(())
    });
    assert!(matches!(outcome, Enumeration::Complete));
    solutions.sort();
    solutions
}

fn count(text: &str) -> usize {
    solutions(&read(text)).len()
}

#[test]
fn known_cryptarithms_have_the_known_counts() {
    assert_eq!(solutions(&read("SEND + MORE = MONEY")), ["S=9 E=5 N=6 D=7 M=1 O=0 R=8 Y=2"]);
    for (text, expected) in
        [("TWO + TWO = FOUR", 7), ("EAT + THAT = APPLE", 1), ("BASE + BALL = GAMES", 1), ("ONE + ONE = TWO", 16)]
    {
        assert_eq!(count(text), expected, "{text}");
    }
}

#[test]
fn shared_cryptarithms_are_read_and_compiled() {
    let Some(path) = shared("cryptarithms/unique.txt") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    for (index, line) in text.lines().enumerate() {
        let puzzle = read(line);
        // All are compiled in the measurement that docs/encodings.md names; here every twentieth is solved.
        if index % 20 == 0 {
            assert_eq!(solutions(&puzzle).len(), 1, "{line}");
        }
    }
}
