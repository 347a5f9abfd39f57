//! Models whose answers are known.

use std::ops::ControlFlow;

use gordian_flatzinc::Model;
use gordian_flatzinc::mapping::Limits;
use gordian_minizinc::{Answer, Question, Wanted};

/// All constraints as clauses, the usual choice, and as many as possible left to propagators.
const LIMITS: [Limits; 3] = [
    Limits { clauses: u64::MAX, values: u64::MAX, most_values: u64::MAX },
    Limits { clauses: 2000, values: 100, most_values: 1 << 14 },
    Limits { clauses: 0, values: 1, most_values: 2 },
];

/// The solutions as they are printed, and the answer.
fn solutions(text: &str, limits: Limits) -> (Vec<String>, Answer) {
    let model = Model::read(text.as_bytes()).expect("a model");
    let mut found = Vec::new();
    let answer = Question::new(&model).with_wanted(Wanted::All).with_limits(limits).answer(&mut |solution| {
        found.push(model.solution(solution.values));
        ControlFlow::Continue(())
    });
    found.sort();
    (found, answer.expect("an answer"))
}

/// A printed literal of an integer that is not printed hid other printed literals of that integer.
#[test]
fn printed_literals_of_one_hidden_integer_each_tell_solutions_apart() {
    let text = "var 0..9: x; var bool: a :: output_var; var bool: b :: output_var;
        constraint int_le_reif(3, x, a); constraint int_le_reif(5, x, b); solve satisfy;";
    for limits in LIMITS {
        let (found, answer) = solutions(text, limits);
        assert!(answer.is_complete);
        assert_eq!(
            found,
            ["a = false;\nb = false;\n", "a = true;\nb = false;\n", "a = true;\nb = true;\n"],
            "{limits:?}"
        );
    }
}

/// The printed Boolean made the integer, which was made once more when it was printed itself.
#[test]
fn an_integer_is_made_once_where_a_literal_of_it_is_printed_before() {
    let text = "var -2..0: x0; var 0..2: x1 :: output_var; var {-3,-1,0,1}: x2; var {-3,0}: x3 :: output_var;
        constraint fzn_maximum_arg_int_imp([x3], x2, true); constraint int_max(x0, x1, x2);
        constraint fzn_among(x1, [x3, x2], {-2,-1,0,5}); solve minimize x2;";
    for limits in LIMITS {
        let (found, answer) = solutions(text, limits);
        assert_eq!((answer.objective, found), (Some(1), vec!["x1 = 1;\nx3 = 0;\n".to_string()]), "{limits:?}");
    }
}

/// A step of an automaton: its index is left out, and has a value in solutions all the same.
#[test]
fn the_index_of_a_matrix_is_left_out() {
    let text = "var 1..3: row :: output_var; var 1..4: column :: output_var; var 0..9: entry :: output_var;
        var 1..12: index;
        array [1..12] of int: matrix = [1,2,3,4, 5,5,5,5, 4,3,11,1];
        constraint int_lin_eq([4, 1, -1], [row, column, index], 4);
        constraint array_int_element(index, matrix, entry); solve satisfy;";
    for limits in LIMITS {
        let (found, answer) = solutions(text, limits);
        assert!(answer.is_complete);
        assert_eq!(found.len(), 11, "{limits:?}");
    }
    let (_, answer) = solutions(text, LIMITS[0]);
    assert!(answer.variables < 20, "no literals of the index: {}", answer.variables);
}

/// Neither a domain of 10^9 nor a sum of 10^5 terms is written out.
#[test]
fn what_is_too_large_for_clauses_is_propagated() {
    let wide = "var 0..1000000000: x :: output_var; var 0..1000000000: y;
        constraint int_lin_eq([3, 7], [x, y], 1000000000); constraint int_lin_le([-1, 1], [x, y], -5);
        solve minimize x;";
    let (found, answer) = solutions(wide, LIMITS[1]);
    // 10 x >= 10^9 + 35, and x is 5 modulo 7, since 3 x is 10^9 is 6 modulo 7.
    let least = (100_000_004..).find(|x| x % 7 == 2).expect("one of seven");
    assert!(answer.is_complete && answer.constraints < 100);
    assert_eq!(answer.objective, Some(least), "{found:?}");

    let count = 100_000;
    let names = (0..count).map(|at| format!("b{at}")).collect::<Vec<_>>().join(",");
    let factors = (0..count).map(|at| (1 + at * 7919 % 10_007).to_string()).collect::<Vec<_>>().join(",");
    let variables = (0..count).map(|at| format!("var 0..1: b{at};\n")).collect::<String>();
    let text = format!("{variables}constraint int_lin_le([{factors}], [{names}], 1000000); solve satisfy;");
    let model = Model::read(text.as_bytes()).expect("a model");
    let answer = Question::new(&model).answer(&mut |_| ControlFlow::Continue(())).expect("an answer");
    assert!(answer.solutions == 1 && answer.constraints < 10, "{}", answer.constraints);
}
