//! Models whose answers are known.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gordian_flatzinc::Model;
use gordian_flatzinc::mapping::{Limits, MappingError, Reach, map_within};
use gordian_formula::Clock;
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
    // Each term gets a value by a decision, which costs its part of the sum.
    let count = 10_000;
    let names = (0..count).map(|at| format!("b{at}")).collect::<Vec<_>>().join(",");
    let variables = (0..count).map(|at| format!("var 0..9: b{at};\n")).collect::<String>();
    let ones = vec!["1"; count].join(",");
    let sum = format!("constraint int_lin_eq([{ones},-1], [{names},total], 0);");
    let text = format!("{variables}var 45000..90000: total;\n{sum} solve satisfy;");
    let model = Model::read(text.as_bytes()).expect("a model");
    let answer = Question::new(&model).answer(&mut |_| ControlFlow::Continue(())).expect("an answer");
    assert_eq!(answer.solutions, 1);
}

/// An integer of a thousand order literals takes part in the exclusion of a solution with two of them.
#[test]
fn a_solution_is_excluded_by_few_literals_of_each_integer() {
    let text = "var 0..9: x :: output_var; var 0..9: y :: output_var; var 0..1000: sum :: output_var;
        constraint int_lin_eq([100, 10, -1], [x, y, sum], 0); solve satisfy;";
    let limits = Limits { clauses: 0, values: u64::MAX, most_values: 1 << 14 };
    let (found, answer) = solutions(text, limits);
    assert!(answer.is_complete && found.len() == 100);
    assert!(answer.statistics.decisions < 4000, "{}", answer.statistics.decisions);
}

/// The sum says what one of its roots is. It was left out for both, which were free then.
#[test]
fn a_sum_of_two_indices_leaves_one_of_them_out() {
    let text = "array [1..9] of int: t = [1,5,2,7,3,9,4,6,8]; array [1..3] of int: u = [4,2,7];
        var 1..3: a :: output_var; var 1..3: b; var 1..9: i; var 1..9: r :: output_var; var 1..9: s :: output_var;
        constraint int_lin_eq([3,1,-1], [a,b,i], 3); constraint array_int_element(i, t, r);
        constraint array_int_element(b, u, s); solve satisfy;";
    for limits in LIMITS {
        let (found, answer) = solutions(text, limits);
        assert_eq!((found.len(), answer.is_complete), (9, true), "{limits:?}");
    }
}

/// The Boolean was read off a second, free integer.
#[test]
fn an_index_is_kept_if_a_boolean_is_a_literal_of_it() {
    let text = "array [1..9] of int: t = [1,5,2,7,3,9,4,6,8];
        var 1..3: a :: output_var; var 1..3: b :: output_var; var 1..9: i; var bool: q; var 1..9: r :: output_var;
        constraint int_lin_eq([3,1,-1], [a,b,i], 3); constraint array_int_element(i, t, r);
        constraint int_eq_reif(i, 3, q); solve satisfy;";
    for limits in LIMITS {
        let (found, answer) = solutions(text, limits);
        assert_eq!((found.len(), answer.is_complete), (9, true), "{limits:?}");
    }
}

/// An element with many entries is propagated, but its index has literals: beside a constraint that
/// only clauses can say, the model was refused.
#[test]
fn an_index_of_many_values_is_never_wide() {
    let values = (0..150).map(|at| format!("var {at}..{}: y{at};\n", at + 60)).collect::<String>();
    let names = (0..150).map(|at| format!("y{at}")).collect::<Vec<_>>().join(",");
    let text = format!(
        "{values} var 1..150: i :: output_var; var 0..400: r :: output_var; var bool: p; var bool: q; var bool: e;
        constraint array_var_int_element(i, [{names}], r);
        constraint gordian_connected([1], [2], [p,q], [e]); solve maximize r;"
    );
    let (_, answer) = solutions(&text, LIMITS[1]);
    assert_eq!((answer.objective, answer.is_complete), (Some(209), true));
}

/// Integers without bounds are searched within some: nothing is proved of the others.
#[test]
fn nothing_is_proved_beyond_the_bounds_that_integers_were_given() {
    let wide = "var int: x :: output_var; var 0..1000000000: w1; var 0..1000000000: w2;
        constraint fzn_value_precede_int(5, 7, [w1,w2]);";
    for goal in ["solve maximize x;", "constraint int_le(9007199254740993, x); solve satisfy;"] {
        let (_, answer) = solutions(&format!("{wide} {goal}"), LIMITS[1]);
        assert!(!answer.is_complete && answer.unbounded == ["x"], "{goal} {answer:?}");
    }
}

#[test]
fn one_to_any_power_is_one() {
    let text = "var 1..2: x :: output_var; var 0..100: z :: output_var; constraint int_pow(x, 5000000000, z);
        solve satisfy;";
    let (found, answer) = solutions(text, LIMITS[1]);
    assert_eq!((found, answer.is_complete), (vec!["x = 1;\nz = 1;\n".to_string()], true));
}

#[test]
fn the_first_solution_is_a_best_one_if_the_objective_is_constant() {
    for text in ["var 1..3: x; solve minimize 7;", "var 1..3: x; int: c = 7; solve maximize c;"] {
        let (found, answer) = solutions(text, LIMITS[1]);
        assert_eq!((found.len(), answer.objective, answer.is_complete), (1, Some(7), true), "{text}");
        assert!(!found[0].contains("CONSTANT"), "{found:?}");
    }
}

/// Numbers at the ends of 64 bits, and automata of more states than their tables have: an error or an
/// answer, at once.
#[test]
fn hostile_numbers_are_refused() {
    for constraint in [
        "fzn_value_precede_int(5, -9223372036854775808, [w,w])",
        "int_lin_ne([-9223372036854775808,3], [x,x], 5)",
        "int_lin_le([-9223372036854775808,3], [x,w], -9223372036854775808)",
        "int_lin_eq([1,-1], [x,w], -9223372036854775808)",
        "gordian_regular([x], 9223372036854775807, 9223372036854775807, [], 1, {1})",
        "gordian_regular([x], 4000000000, 0, [], 1, 1..4000000000)",
        "gordian_regular_nfa([x], 9223372036854775807, 9223372036854775807, [], 1, {1})",
    ] {
        let text = format!("var 0..10: x; var 0..1000000000: w; constraint {constraint}; solve satisfy;");
        let model = Model::read(text.as_bytes()).expect("a model");
        for limits in LIMITS {
            let _ = Question::new(&model).with_limits(limits).answer(&mut |_| ControlFlow::Continue(()));
        }
    }
}

/// A clock that is over ends the mapping of a model, too.
#[test]
fn a_clock_that_is_over_ends_the_mapping() {
    let text: String = (0..2000).map(|at| format!("var 0..99: x{at};\n")).collect();
    let constraints: String = (1..2000).map(|at| format!("constraint int_le(x{},x{at});\n", at - 1)).collect();
    let model = Model::read((text + &constraints + "solve satisfy;").as_bytes()).expect("a model");
    let flag = Arc::new(AtomicBool::new(true));
    let over = Clock::unlimited().with_flag(Arc::clone(&flag));
    for limits in LIMITS {
        assert_eq!(map_within(&model, limits, Reach::new(false), &over).err(), Some(MappingError::Stopped));
        let question = Question::new(&model).with_limits(limits);
        let answer = question.clone().with_clock(over.clone()).answer(&mut |_| ControlFlow::Continue(()));
        let answer = answer.expect("no error");
        assert_eq!((answer.solutions, answer.is_complete, answer.variables), (0, false, 0));
    }
    flag.store(false, Ordering::Relaxed);
    assert!(map_within(&model, LIMITS[1], Reach::new(false), &over).is_ok());
}

#[test]
fn values_that_are_too_far_are_not_left_out() {
    let mapped = |text: &str| {
        let model = Model::read(text.as_bytes()).unwrap();
        map_within(&model, Limits::default(), Reach::new(false), &Clock::unlimited()).map(|mapping| mapping.unbounded)
    };
    let far = 1_i64 << 61;
    for domain in [format!("{{3,{far}}}"), format!("{{{},3}}", -far), format!("{far}..{}", far + 2)] {
        let error = mapped(&format!("var {domain}: x :: output_var;\nsolve satisfy;\n")).unwrap_err();
        assert!(error.to_string().contains("`x` is too large"), "{domain}: {error}");
    }
    // They follow from constraints, or a constraint names them.
    for (domain, constraint) in [
        ("0..", format!("set_in(x,{{3,{far}}})")),
        ("0..", format!("int_le({far},x)")),
        ("0..", format!("int_eq(x,{far})")),
        ("..0", format!("int_le(x,{})", -far)),
    ] {
        let domain = if domain == "0.." { format!("0..{}", 2 * (far - 1)) } else { format!("{}..0", -2 * (far - 1)) };
        let text = format!("var {domain}: x :: output_var;\nconstraint {constraint};\nsolve satisfy;\n");
        assert!(mapped(&text).is_err(), "{constraint}");
    }
    // A bound beyond what an integer can be is none, and that is told.
    let text = format!("var 3..{far}: x :: output_var;\nsolve satisfy;\n");
    assert_eq!(mapped(&text).unwrap(), ["x"]);
}

/// A power with a base that may be negative got no bounds, and solutions were lost.
#[test]
fn powers_have_the_bounds_of_their_bases_and_exponents() {
    let text = "var -30..30: x :: output_var; var 0..4: y :: output_var; var int: z :: var_is_introduced;
        constraint int_pow(x, y, z) :: defines_var(z); constraint int_le(20001, z); solve satisfy;";
    for limits in LIMITS {
        let (found, answer) = solutions(text, limits);
        assert_eq!((found.len(), answer.is_complete, answer.unbounded.len()), (41, true, 0), "{limits:?}");
    }
    for (x, y) in [(-5..=3, -2..=4), (-2..=2, -3..=-1), (-1..=1, 60..=63), (-3..=-2, 0..=3), (0..=0, -1..=1)] {
        let (bases, exponents) = (format!("{}..{}", x.start(), x.end()), format!("{}..{}", y.start(), y.end()));
        let text = format!(
            "var {bases}: x :: output_var; var {exponents}: y :: output_var; var int: z :: output_var;
            constraint int_pow(x, y, z); solve satisfy;"
        );
        let pairs = x.clone().flat_map(|x: i64| y.clone().map(move |y: i64| (x, y)));
        let defined = pairs.filter(|&(x, y)| x != 0 || y >= 0).count();
        for limits in LIMITS {
            let (found, answer) = solutions(&text, limits);
            assert_eq!((found.len(), answer.is_complete), (defined, true), "{text} {limits:?}");
        }
    }
}

/// The formula is too large for the quotient. It was said of `y` and `z` that only a part of their values is tried.
#[test]
fn bounds_that_follow_from_constraints_count_where_all_of_them_are_propagated() {
    let text = "var -3..3: x :: output_var; var int: y :: var_is_introduced; var int: z :: var_is_introduced;
        var 0..9000000: u :: var_is_introduced; var 1..9000000: v :: var_is_introduced;
        constraint int_times(x, x, y); constraint int_times(y, x, z); constraint int_le(z, 9);
        constraint int_div(v, 3, u); constraint int_le(8, u); solve satisfy;";
    let (found, answer) = solutions(text, LIMITS[1]);
    assert_eq!((found.len(), answer.is_complete, answer.unbounded.len()), (6, true, 0), "{found:?}");
    let (_, answer) = solutions(&text.replace("int_times(x, x, y)", "int_le(0, y)"), LIMITS[1]);
    assert_eq!((answer.is_complete, &answer.unbounded[..]), (false, &["y".to_string(), "z".to_string()][..]));
}

/// Durations of so many values take too many clauses, and no propagator knew them.
#[test]
fn durations_may_be_variables_of_many_values() {
    let text = "var 0..100: a :: output_var; var 0..100: b :: output_var; var 90..100000: d; var 80..100000: e;
        constraint fzn_cumulative([a,b], [d,e], [2,2], 3); constraint int_le(a, 9); constraint int_le(b, 99);
        solve satisfy;";
    let (found, answer) = solutions(text, LIMITS[1]);
    // The first is over before the second begins.
    let expected = (0..=9).flat_map(|a| (a + 90..=99).map(move |b| (a, b))).count();
    assert_eq!((found.len(), answer.is_complete), (expected, true));
}

/// The message named a variable that is too large for a formula, though it is another constraint that no propagator
/// knows.
#[test]
fn the_constraint_that_cannot_be_propagated_is_named() {
    let text = "var 1..9000000: x; var 1..9000000: y;\nconstraint int_div(x, y, 3);
        \nconstraint gordian_connected([1], [2], [true,true], [true]); solve satisfy;";
    let model = Model::read(text.as_bytes()).expect("a model");
    let error = Question::new(&model).answer(&mut |_| ControlFlow::Continue(())).expect_err("too large");
    let message = error.to_string();
    assert!(message.contains("`gordian_connected` (line 4, column 1)"), "{message}");
    assert_eq!(error.place().line, 1, "{message}");
}

/// The answer of a model with a goal, or of which one solution is wanted.
fn best(text: &str, limits: Limits) -> Answer {
    let model = Model::read(text.as_bytes()).expect("a model");
    let question = Question::new(&model).with_limits(limits);
    question.answer(&mut |_| ControlFlow::Continue(())).expect("an answer")
}

/// The end of a schedule as MiniZinc's `var int`: it was cut at 10,000, and a best solution was never called one.
#[test]
fn a_goal_without_bounds_is_proved_best() {
    let durations = "constraint int_lin_le([1,-1],[s1,m],-20000); constraint int_lin_le([1,-1],[s2,m],-30000);";
    let order = "constraint int_lin_le([1,-1],[s1,s2],-20000);";
    let starts = "var 0..90000: s1; var 0..90000: s2; var int: m;";
    let small = "var 0..9: x; var 0..9: y; var int: m; constraint int_lin_eq([1,1],[x,y],13);";
    for (text, objective) in [
        (format!("{starts} {durations} {order} solve minimize m;"), 50_000),
        (format!("{small} constraint int_le(x,m); constraint int_le(y,m); solve minimize m;"), 7),
        (format!("{small} constraint int_le(m,x); constraint int_le(m,y); solve maximize m;"), 6),
        (format!("{small} constraint int_lin_le([1,1,-1],[x,y,m],0); solve minimize m;"), 13),
        ("var int: x; constraint int_le(20001,x); solve minimize x;".into(), 20_001),
        ("var 1..9: y; var int: x; constraint int_lin_le([20000,-1],[y,x],-1); solve minimize x;".into(), 20_001),
        // The goal is a sum of the end, or an end of ends.
        (
            format!(
                "{small} var int: g; constraint int_le(x,m); constraint int_le(y,m);
                constraint int_lin_eq([1,3,-1],[m,x,g],0); solve minimize g;"
            ),
            9 + 3 * 4,
        ),
        (
            format!(
                "{small} var int: g; constraint int_lin_le([1,-1],[x,m],-4); constraint int_le(y,m);
                constraint int_lin_le([1,-1],[m,g],-100); solve minimize g;"
            ),
            109,
        ),
    ] {
        for limits in [LIMITS[1], LIMITS[2]] {
            let answer = best(&text, limits);
            let found = (answer.objective, answer.is_complete, answer.unbounded.len());
            assert_eq!(found, (Some(objective), true, 0), "{text} {limits:?}");
        }
    }
}

/// The better side of a goal has no bound: any solution may be beaten beyond the values that are tried.
#[test]
fn a_goal_that_may_get_better_without_end_is_not_proved() {
    for text in [
        "var int: x; var 0..9: y; constraint int_le(y,x); solve maximize x;",
        "var int: x; var int: g; constraint int_le(3,x); constraint int_lin_eq([1,1],[x,g],0); solve minimize g;",
        "var int: x; var int: y; constraint int_lin_le([-1,-1],[x,y],-30001);
            constraint int_lin_le([-1,1],[x,y],-25001); solve minimize x;",
    ] {
        let answer = best(text, LIMITS[1]);
        assert!(!answer.is_complete && !answer.unbounded.is_empty() && answer.solutions > 0, "{text} {answer:?}");
    }
}

/// There was no solution from -10,000 to 10,000, and no other values were tried.
#[test]
fn values_far_away_are_tried_where_near_ones_are_no_solution() {
    let text = "var int: x :: output_var; var int: y :: output_var; constraint int_lin_le([-1,-1],[x,y],-300000);
        constraint int_lin_le([1,-2],[x,y],5); solve satisfy;";
    let answer = best(text, LIMITS[1]);
    assert_eq!((answer.solutions, answer.is_complete), (1, false));
}

/// Integers that no output shows need no bound to be told that all solutions were found; those that are shown do.
#[test]
fn hidden_integers_without_bounds_do_not_hide_that_all_solutions_are_found() {
    let text = "var 0..3: x :: output_var; var int: m; constraint int_lin_le([1,-1],[x,m],-7); solve satisfy;";
    let (found, answer) = solutions(text, LIMITS[1]);
    assert_eq!((found.len(), answer.is_complete), (4, true));
    // The one that follows from the other has a bound of its own.
    let sum = "var 0..9: x :: output_var; var int: m; var int: g; constraint int_lin_eq([1,1,-1],[m,x,g],0);
        constraint int_le(100,g); solve satisfy;";
    let (found, answer) = solutions(sum, LIMITS[1]);
    assert_eq!((found.len(), answer.is_complete), (10, true));
    let text = text.replace(": m;", ": m :: output_var;");
    let model = Model::read(text.as_bytes()).expect("a model");
    let question = Question::new(&model).with_wanted(Wanted::UpTo(50));
    let answer = question.answer(&mut |_| ControlFlow::Continue(())).expect("an answer");
    assert_eq!((answer.solutions, answer.is_complete), (50, false));
}

/// Each of a million values got a literal, although three rows, or two symbols, leave few of them.
#[test]
fn wide_columns_and_cells_have_only_the_values_that_are_left() {
    let two = "var 0..1000000: x :: output_var; var 0..1000000: y :: output_var;";
    let rows = "[1,1000000,500000,3,77,88,2000000,5]";
    for (text, count) in [
        (format!("{two} constraint gordian_table_int([x,y],{rows}); solve satisfy;"), 3),
        (format!("{two} constraint int_le(y,90); constraint gordian_table_int([x,y],{rows}); solve satisfy;"), 2),
        (format!("{two} constraint gordian_regular([x,y],2,3,[1,2,0,2,0,0],1,2..2); solve satisfy;"), 2),
    ] {
        let (found, answer) = solutions(&text, LIMITS[1]);
        assert_eq!((found.len(), answer.is_complete), (count, true), "{text}");
        assert!(answer.variables < 50, "{text}: {} variables", answer.variables);
    }
}

/// There was a sum for each time at which a task could start.
#[test]
fn tasks_with_very_many_starts_are_propagated() {
    let text = "var 0..1000000: a; var 0..1000000: b; var 0..1000000: c; var 0..1000000: end;
        constraint fzn_cumulative([a,b,c],[50000,60000,70000],[1,2,2],3);
        constraint int_le(a,end); constraint int_le(b,end); constraint int_le(c,end); solve minimize end;";
    let answer = best(text, LIMITS[1]);
    assert_eq!((answer.objective, answer.is_complete), (Some(60_000), true));
    assert!(answer.constraints < 100, "{}", answer.constraints);
}
