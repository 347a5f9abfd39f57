//! Constraints that the solver's library keeps, against the definitions of MiniZinc's own library.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gordian_testkit::{command, file, run_command};

use super::{FZN_GORDIAN, driver, library};
use crate::directory;

/// The constraint that the compiled model has to name, and a model.
type Case = (&'static str, &'static str);

const COUNTING: &[Case] = &[
    ("fzn_all_different_int", "array[1..3] of var 1..4: x; constraint all_different(x);"),
    ("fzn_all_different_int_reif", "array[1..3] of var 1..3: x; var bool: b; constraint b <-> all_different(x);"),
    ("fzn_all_equal_int", "array[0..2] of var 1..4: x; constraint all_equal(x);"),
    ("alldifferent_except", "array[1..4] of var 0..2: x; constraint alldifferent_except_0(x);"),
    ("fzn_alldifferent_except", "array[1..3] of var 1..4: x; constraint alldifferent_except(x, {2, 4});"),
    ("fzn_nvalue", "array[1..4] of var 1..3: x; var 0..9: n; constraint nvalue(n, x);"),
    ("fzn_nvalue_reif", "array[1..3] of var 1..3: x; var bool: b; constraint b <-> nvalue(2, x);"),
];

const ORDER: &[Case] = &[
    ("fzn_lex_less_int", "array[1..2] of var 1..3: x; array[0..2] of var 1..2: y; constraint lex_less(x, y);"),
    ("fzn_lex_lesseq_int", "array[1..3] of var 1..2: x; array[1..2] of var 1..3: y; constraint lex_lesseq(x, y);"),
    ("fzn_value_precede_int", "array[1..4] of var 1..3: x; constraint value_precede(3, 1, x);"),
    ("fzn_value_precede_chain_int", "array[2..5] of var 1..3: x; constraint value_precede_chain([2, 3, 1], x);"),
    ("fzn_seq_precede_chain_int", "array[1..4] of var 0..4: x; constraint seq_precede_chain(x);"),
    ("gordian_maximum_arg_int", "array[0..3] of var 1..3: x; var int: i = arg_max(x);"),
    ("gordian_minimum_arg_int", "array[1..4] of var 1..3: x; var int: i = arg_min(x);"),
    ("gordian_maximum_arg_bool", "array[2..5] of var bool: x; constraint x[5] \\/ x[4]; var int: i = arg_max(x);"),
    ("gordian_minimum_arg_bool", "array[1..4] of var bool: x; constraint not x[3]; var int: i = arg_min(x);"),
];

const PACKING: &[Case] = &[
    ("fzn_cumulative", "array[1..3] of var 0..3: s; constraint cumulative(s, [2, 1, 3], [2, 2, 1], 3);"),
    (
        "fzn_cumulative",
        "array[1..2] of var 0..2: s; array[1..2] of var 0..2: d; var 1..3: c; constraint cumulative(s, d, [2, 1], c);",
    ),
    ("fzn_disjunctive", "array[1..3] of var 0..4: s; constraint disjunctive(s, [2, 1, 2]);"),
    ("fzn_disjunctive_strict", "array[1..3] of var 0..3: s; constraint disjunctive_strict(s, [2, 0, 1]);"),
    (
        "fzn_diffn",
        "array[1..3] of var 0..2: x; array[1..3] of var 0..1: y; constraint diffn(x, y, [2, 1, 1], [1, 2, 1]);",
    ),
    (
        "fzn_diffn_nonstrict",
        "array[1..3] of var 0..2: x; array[1..3] of var 0..1: y; \
         constraint diffn_nonstrict(x, y, [2, 0, 1], [1, 2, 1]);",
    ),
];

const GRAPHS: &[Case] = &[
    ("gordian_circuit", "array[0..4] of var 0..4: x; constraint circuit(x);"),
    ("gordian_circuit", "array[1..4] of var 1..5: x; constraint circuit(x);"),
    ("gordian_subcircuit", "array[3..6] of var 3..6: x; constraint subcircuit(x);"),
    ("gordian_inverse", "array[0..2] of var 0..3: f; array[0..2] of var 0..2: g; constraint inverse(f, g);"),
    ("gordian_inverse", "array[1..3] of var 5..7: f; array[5..7] of var 1..4: g; constraint inverse(f, g);"),
    ("gordian_symmetric_all_different", "array[1..4] of var 1..4: x; constraint symmetric_all_different(x);"),
    (
        "gordian_connected",
        "array[1..4] of var bool: v; array[1..4] of var bool: e; \
         constraint connected([1, 2, 3, 4], [2, 3, 4, 1], v, e);",
    ),
];

const SEQUENCES: &[Case] = &[
    (
        "gordian_regular",
        "array[0..4] of var 1..2: x; constraint regular(x, 3, 2, [| 1, 2 | 3, 2 | 0, 1 |], 1, {2, 3});",
    ),
    (
        "gordian_cost_regular",
        "array[1..3] of var 1..2: x; var 0..20: c; \
         constraint cost_regular(x, 2, 2, [| 1, 2 | 2, 0 |], 1, {2}, [| 1, 3 | 2, 7 |], c);",
    ),
    ("gordian_table_int", "array[1..3] of var 1..3: x; constraint table(x, [| 1, 2, 3 | 3, 3, 1 | 1, 2, 1 |]);"),
    ("gordian_table_bool", "array[1..2] of var bool: x; constraint table(x, [| true, false | false, false |]);"),
];

/// Forms that MiniZinc's own library has not, reified: the number of solutions is worked out by hand.
const REIFIED: &[(&str, &str, usize)] = &[
    ("gordian_circuit_reif", "array[1..3] of var 1..3: x; var bool: b; constraint b <-> circuit(x);", 27),
    ("gordian_circuit_reif", "array[1..3] of var 1..3: x; constraint not circuit(x);", 25),
    ("gordian_subcircuit_reif", "array[1..3] of var 1..3: x; constraint not subcircuit(x);", 21),
    ("gordian_regular_reif", "array[1..3] of var 1..2: x; constraint not regular(x, 1, 2, [| 1, 0 |], 1, {1});", 7),
    ("fzn_disjunctive_strict_reif", "array[1..2] of var 0..2: s; constraint not disjunctive(s, [2, 2]);", 7),
    (
        "int_min",
        "array[1..3] of var -2..2: x; var -3..3: z; var bool: b; var bool: c; constraint b -> minimum(z, x);
         constraint (not c) <-> maximum(z, x); constraint not minimum(z, [x[1], x[2]]) \\/ c;",
        980,
    ),
];

/// A configuration of the solver that keeps nothing but what no library defines.
fn plain(directory: &Path) -> PathBuf {
    let text = std::fs::read_to_string(library().join("gordian.msc")).expect("the configuration");
    file(directory, "plain.msc", text.replace("org.gordian.gordian", "org.gordian.plain"));
    std::fs::create_dir_all(directory.join("mznlib")).expect("tests may write there");
    file(&directory.join("mznlib"), "redefinitions.mzn", "include \"nosets.mzn\";\n");
    directory.to_path_buf()
}

/// The compiled model, and all solutions; `None` where no driver is installed.
fn solutions(directory: &Path, solver: &str, text: &str) -> Option<(String, BTreeSet<Vec<String>>)> {
    let model = file(directory, "model.mzn", format!("include \"globals.mzn\";\n{text}\nsolve satisfy;\n"));
    let (flat, shown) = (directory.join("model.fzn"), directory.join("model.ozn"));
    let mut driver = driver(&[&library(), directory])?;
    driver.args(["--solver", solver, "-c"]).arg(&model).arg("--fzn").arg(&flat).arg("--ozn").arg(&shown);
    let compiled = run_command(driver, b"");
    assert_eq!(compiled.code, Some(0), "{text}: {}", compiled.stderr);
    let mut solver = command(FZN_GORDIAN);
    solver.arg("-a").arg(&flat);
    let run = run_command(solver, b"");
    assert_eq!(run.code, Some(0), "{text}: {}", run.stderr);
    let compiled = std::fs::read_to_string(flat).expect("a compiled model");
    let ended = run.stdout.strip_suffix("==========\n");
    let Some(all) = ended else {
        assert_eq!(run.stdout, "=====UNSATISFIABLE=====\n", "{text}");
        return Some((compiled, BTreeSet::new()));
    };
    let each = all.split_terminator("----------\n");
    let lines = |solution: &str| {
        let mut lines: Vec<String> = solution.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let count = each.clone().count();
    let solutions: BTreeSet<Vec<String>> = each.map(lines).collect();
    assert_eq!(solutions.len(), count, "{text}: a solution comes twice");
    Some((compiled, solutions))
}

/// Holds the constraints against those of MiniZinc's own library.
fn compare(test: &str, cases: &[Case]) {
    let directory = plain(&directory(test));
    for (name, text) in cases {
        let Some((compiled, found)) = solutions(&directory, "org.gordian.gordian", text) else { return };
        let is_kept = compiled.lines().any(|line| line.starts_with("constraint") && line.contains(name));
        assert!(is_kept, "{name} is decomposed: {compiled}");
        let Some((plain, expected)) = solutions(&directory, "org.gordian.plain", text) else { return };
        assert!(!plain.contains("constraint fzn_") && !plain.contains("constraint gordian_"), "{plain}");
        assert_eq!(found, expected, "{text}");
        assert!(!found.is_empty(), "{text}");
    }
}

#[test]
fn counting_is_that_of_the_library() {
    compare("mzn_counting", COUNTING);
}

#[test]
fn order_is_that_of_the_library() {
    compare("mzn_order", ORDER);
}

#[test]
fn packing_is_that_of_the_library() {
    compare("mzn_packing", PACKING);
}

#[test]
fn graphs_are_those_of_the_library() {
    compare("mzn_graphs", GRAPHS);
}

#[test]
fn sequences_are_those_of_the_library() {
    compare("mzn_sequences", SEQUENCES);
}

#[test]
fn reified_forms_have_the_other_solutions() {
    let directory = plain(&directory("mzn_reified"));
    for &(name, text, count) in REIFIED {
        let Some((compiled, found)) = solutions(&directory, "org.gordian.gordian", text) else { return };
        assert!(compiled.contains(name), "{name} is decomposed: {compiled}");
        assert_eq!(found.len(), count, "{text}");
    }
}

/// Forms that MiniZinc's own library gets wrong, or refuses, so that the solver's library defines them.
#[test]
fn reified_forms_that_the_library_has_wrong_have_the_other_solutions() {
    let directory = plain(&directory("mzn_defined"));
    let triples: Vec<[i64; 3]> =
        (0..3).flat_map(|a| (0..3).flat_map(move |b| (0..3).map(move |c| [a, b, c]))).collect();
    let count = |holds: &dyn Fn(&[i64; 3]) -> bool| triples.iter().filter(|x| holds(x)).count();
    let sums = |low: i64, up: i64| count(&|x| x.windows(2).any(|pair| !(low..=up).contains(&(pair[0] + pair[1]))));
    // Two edges with the same value leave the root: one leads on for any value, one for 2 and then 1 only.
    let diagram = "x, 4, [1,2,2,3], 6, [1,1,2,3,2,4], [{0,1},{1,2},{0,1},{2},{2},{1}], [2,3,4,4,4,0]";
    let is_path = |x: &[i64; 3]| {
        let after_two = x[0] <= 1;
        let after_three = x[0] >= 1 && x[1] == 2;
        (after_two || after_three) && x[2] == 1
    };
    let costs = "x, 3, [1,2,3], 4, [1,1,2,3], [{0},{1},{0,2},{1,2}], [1,4,2,3], [2,2,3,0]";
    let cost = |x: &[i64; 3]| (x[0] < 2 && x[1] != 1 && x[2] > 0).then(|| if x[0] == 0 { 6 } else { 9 });
    for (text, expected) in [
        ("constraint not sliding_sum(0, 6, 2, x);".to_string(), 0),
        ("constraint not sliding_sum(1, 3, 2, x);".into(), sums(1, 3)),
        ("var bool: b; constraint b <-> sliding_sum(2, 2, 2, x);".into(), 27),
        (format!("constraint not mdd_nondet({diagram});"), count(&|x| !is_path(x))),
        (format!("var bool: b; constraint b <-> mdd_nondet({diagram});"), 27),
        (format!("constraint mdd_nondet({diagram}) \\/ x[1] = 2;"), count(&|x| is_path(x) || x[0] == 2)),
        (format!("constraint not cost_mdd({costs}, 6);"), count(&|x| cost(x) != Some(6))),
        (format!("constraint cost_mdd({costs}, 9) \\/ x[1] = x[2];"), count(&|x| cost(x) == Some(9) || x[0] == x[1])),
    ] {
        let text = format!("array[1..3] of var 0..2: x; {text}");
        let Some((_, found)) = solutions(&directory, "org.gordian.gordian", &text) else { return };
        assert_eq!(found.len(), expected, "{text}");
    }
}

/// The remainder of a wide dividend has a quotient in the compiled model, and the sign of the dividend.
#[test]
fn remainders_of_wide_dividends_have_the_sign_of_the_dividend() {
    let directory = plain(&directory("mzn_remainders"));
    let all = [-9000, -8001, -700, -15, -14, -8, -7, -6, -1, 0, 1, 6, 7, 8, 14, 20, 701, 7777, 9000];
    for divisor in [7, -7, 2, 12, -1000] {
        for (least, most) in [(-9000, 9000), (0, 9000), (-9000, 0)] {
            let some: Vec<i64> = all.iter().copied().filter(|value| (least..=most).contains(value)).collect();
            let list: Vec<String> = some.iter().map(i64::to_string).collect();
            let text = format!("var {{{}}}: x; var -1000..1000: z; constraint x mod {divisor} = z;", list.join(","));
            let Some((compiled, found)) = solutions(&directory, "org.gordian.gordian", &text) else { return };
            let lines = |&x: &i64| vec![format!("x = {x};"), format!("z = {};", x % divisor)];
            let expected: BTreeSet<Vec<String>> = some.iter().map(lines).collect();
            assert_eq!(found, expected, "{text}");
            assert!(!compiled.contains("int_mod("), "{compiled}");
        }
    }
    let text = "var -20..20: x; var bool: b; constraint b <-> x mod 6 = -2;";
    let Some((compiled, found)) = solutions(&directory, "org.gordian.gordian", text) else { return };
    assert_eq!(found.len(), 41);
    assert!(compiled.contains("int_mod("), "{compiled}");
}
