//! Cryptarithms from text to digits.

use std::ops::ControlFlow;

use gordian_formula::Model;
use gordian_puzzles::Puzzle;
use gordian_puzzles::cryptarithm::{Cryptarithm, CryptarithmSolution, parse};
use gordian_solver::{Budget, Enumeration, Solver};

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

/// Equal columns cancel out, however many there are: the weight of the carry over them once overflowed.
#[test]
fn columns_that_cancel_out_carry_all_the_same() {
    for columns in [1, 2, 14, 17, 18, 19, 62, 63, 64, 200] {
        let [one, two] = ["N", "M"].map(|letter| letter.repeat(columns));
        // A + G = D + F, B + H = E + I, and no carry between them, for none would end; N and M are what is left.
        let text = format!("A{one}B + G{two}H = D{one}E + F{two}I");
        assert_eq!(count(&text), 15232, "{columns}");
    }
}

#[test]
fn products_and_several_equations_are_solved() {
    assert_eq!(solutions(&read("ABCD * 4 = DCBA")), ["A=2 B=1 C=7 D=8"]);
    // Every ordered triple of digits of which the third is the product of the others, by looking.
    assert_eq!(
        count("A * B = C"),
        (0..10)
            .flat_map(|a| (0..10).map(move |b| (a, b)))
            .filter(|&(a, b)| {
                let c = a * b;
                c < 10 && a != b && b != c && a != c
            })
            .count()
    );
    assert_eq!(
        count("A * B * C = DE; F * G = HI; DE - HI = 8"),
        by_trying("A * B * C = DE; F * G = HI; DE - HI = 8", |d| {
            let (first, second) = (d[0] * d[1] * d[2], d[5] * d[6]);
            first == 10 * d[3] + d[4] && second == 10 * d[7] + d[8] && d[3] > 0 && d[7] > 0 && first == second + 8
        })
    );
}

/// With many solutions, and without the rule that letters differ, an equation between products is no table.
#[test]
fn products_are_calculated_where_they_are_no_table() {
    let holds = |d: &[i64]| d[0] * d[1] + d[2] == d[3] * d[4] + d[5] + d[6];
    let text = "A * B + C = D * E + F + G";
    assert!(read(text).compile().unwrap().cnf.num_clauses() < 3000);
    assert_eq!(count(text), by_trying(text, holds));

    let puzzle = read("AB * C = DB");
    let guarded = puzzle.compile_guarded().unwrap();
    let all_differ = [false, true].map(|differ| {
        let mut solver = Solver::new();
        guarded.cnf.feed(&mut solver);
        for (rule, &selector) in guarded.rules.iter().zip(&guarded.selectors) {
            solver.add_clause(&[if rule.kind == "letters" && !differ { !selector } else { selector }]);
        }
        let mut count = 0;
        let visible = guarded.cnf.projection();
        let outcome = solver.enumerate(&visible, &Budget::unlimited(), &mut |_: &Model| {
            count += 1;
            ControlFlow::Continue(())
        });
        assert!(matches!(outcome, Enumeration::Complete));
        count
    });
    let ways = |may_repeat: bool| {
        let mut count = 0;
        for [a, b, c, d] in (0..10_000).map(|all| [all / 1000, all / 100 % 10, all / 10 % 10, all % 10]) {
            let differ = a != b && a != c && a != d && b != c && b != d && c != d;
            count += usize::from(a > 0 && d > 0 && (may_repeat || differ) && (10 * a + b) * c == 10 * d + b);
        }
        count
    };
    assert_eq!(all_differ, [ways(true), ways(false)]);
}

#[test]
fn bases_and_leading_zeros_are_respected() {
    let carries = |base: i64| {
        move |d: &[i64]| d[0] > 0 && d[2] > 0 && 2 * (d[0] * base + d[1]) == (d[2] * base + d[0]) * base + d[3]
    };
    assert_eq!(count("AB + AB = CAD"), by_trying("AB + AB = CAD", carries(10)));
    let in_base = |base: u32, text: &str| count(&format!("base: {base}\n{text}"));
    assert_eq!(in_base(4, "AB + A = BC"), 1);
    assert_eq!(
        in_base(36, "A + B = C"),
        (0..36)
            .flat_map(|a| (0..36).map(move |b| (a, b)))
            .filter(|&(a, b)| a != b && a != 0 && b != 0 && a + b < 36)
            .count()
    );
    assert_eq!(count("leading zeros: yes\nTWO + TWO = FOUR"), 19);
}

/// The number of ways to give different digits to the letters of a text, in the order in which they are met, so that
/// `holds` of them.
fn by_trying(text: &str, holds: impl Fn(&[i64]) -> bool) -> usize {
    fn extend(digits: &mut Vec<i64>, count: usize, holds: &dyn Fn(&[i64]) -> bool) -> usize {
        if digits.len() == count {
            return usize::from(holds(digits));
        }
        let mut found = 0;
        for digit in 0..10 {
            if digits.contains(&digit) {
                continue;
            }
            digits.push(digit);
            found += extend(digits, count, holds);
            digits.pop();
        }
        found
    }
    extend(&mut Vec::new(), read(text).letters().len(), &holds)
}

#[test]
fn a_solution_that_breaks_a_rule_is_refused() {
    let puzzle = read("SEND + MORE = MONEY");
    let good: Vec<(char, u32)> = "SENDMORY".chars().zip([9, 5, 6, 7, 1, 0, 8, 2]).collect();
    let check = |change: fn(&mut Vec<(char, u32)>)| {
        let mut digits = good.clone();
        change(&mut digits);
        puzzle.check(&CryptarithmSolution { digits }).map_err(|violation| violation.message)
    };
    assert_eq!(check(|_| ()), Ok(()));
    assert!(check(|digits| digits[7].1 = 3).unwrap_err().contains("does not hold: 10652 is not 10653"));
    assert!(check(|digits| digits[7].1 = 9).unwrap_err().contains("S and Y are both 9"));
    assert!(check(|digits| digits[4].1 = 0).unwrap_err().contains("begins with M"));
    assert!(check(|digits| digits[7].1 = 12).unwrap_err().contains("no digit in base 10"));
    assert!(check(|digits| digits.truncate(7)).unwrap_err().contains("letters"));
}
