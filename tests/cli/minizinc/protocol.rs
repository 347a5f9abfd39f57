//! The options of the driver.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use gordian_testkit::{Random, file};

use super::{FZN_GORDIAN, driver, library, solve};
use crate::directory;

const QUEENS: &str = "\
include \"globals.mzn\";
int: n = 6;
array[1..n] of var 1..n: q;
constraint all_different(q) /\\ all_different([q[i] + i | i in 1..n]) /\\ all_different([q[i] - i | i in 1..n]);
solve satisfy;
output [\"\\(q)\\n\"];
";

/// The best is 10, and the first solution is seldom that.
const BEST: &str = "\
array[1..4] of var 0..9: x;
var 0..36: total = sum(x);
constraint forall(i in 1..3)(x[i] + x[i + 1] >= 5);
solve minimize total;
output [\"total \\(total)\\n\"];
";

#[test]
fn the_driver_lists_the_solver() {
    let Some(mut driver) = driver(&[&library()]) else { return };
    driver.arg("--solvers");
    let listed = gordian_testkit::run_command(driver, b"");
    let text = listed.stdout + &listed.stderr;
    assert!(text.contains("org.gordian.gordian"), "{text}");
}

#[test]
fn the_driver_asks_for_one_some_or_all_solutions() {
    let model = file(&directory("mzn_queens"), "queens.mzn", QUEENS);
    for (options, count, is_complete) in
        [(&[][..], 1, false), (&["-n", "3"], 3, false), (&["-n", "9"], 4, true), (&["-a"], 4, true)]
    {
        let Some(run) = solve(&model, options) else { return };
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let mut solutions: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with('[')).collect();
        assert_eq!(run.stdout.matches("----------").count(), count, "{options:?}: {}", run.stdout);
        solutions.sort_unstable();
        solutions.dedup();
        assert_eq!(solutions.len(), count);
        assert_eq!(run.stdout.contains("=========="), is_complete, "{options:?}: {}", run.stdout);
    }
}

#[test]
fn the_driver_asks_for_the_best_solution() {
    let model = file(&directory("mzn_best"), "best.mzn", BEST);
    for options in [&[][..], &["-i"], &["-a"], &["-f", "-p", "2", "-r", "7"]] {
        let Some(run) = solve(&model, options) else { return };
        let totals: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("total")).collect();
        assert_eq!(totals.last(), Some(&"total 10"), "{options:?}: {}", run.stdout);
        assert!(run.stdout.ends_with("==========\n"), "{}", run.stdout);
        let values: Vec<u32> = totals.iter().map(|line| line[6..].parse().expect("a number")).collect();
        assert!(values.windows(2).all(|pair| pair[0] > pair[1]), "{values:?}");
    }
}

#[test]
fn the_driver_hears_that_there_is_no_solution() {
    let text = "include \"globals.mzn\"; array[1..4] of var 1..3: x; constraint all_different(x); solve satisfy;";
    let model = file(&directory("mzn_none"), "none.mzn", text);
    let Some(run) = solve(&model, &["-a"]) else { return };
    assert!(run.stdout.contains("=====UNSATISFIABLE====="), "{}", run.stdout);
}

#[test]
fn the_driver_shows_statistics() {
    let model = file(&directory("mzn_statistics"), "best.mzn", BEST);
    let Some(run) = solve(&model, &["-s"]) else { return };
    for name in ["objective=10", "objectiveBound=10", "failures=", "nodes=", "peakDepth=", "restarts=", "solveTime="] {
        assert!(run.stdout.contains(&format!("%%%mzn-stat: {name}")), "{name}: {}", run.stdout);
    }
    assert!(run.stdout.contains("%%%mzn-stat-end"));
}

/// The author of the model does not know the variables of the compiler.
#[test]
fn a_variable_without_bounds_is_named_with_its_definition() {
    let text = "var -9..9: x :: output_var; var int: u :: output_var; var int: z :: is_defined_var;
constraint int_times(x, u, z) :: defines_var(z);\nsolve satisfy;\n";
    let model = file(&directory("mzn_unbounded"), "unbounded.fzn", text);
    let mut solver = gordian_testkit::command(FZN_GORDIAN);
    solver.arg(&model);
    let run = gordian_testkit::run_command(solver, b"");
    assert!(run.stderr.contains("`u` has no bounds"), "{}", run.stderr);
    let words = "`z`, defined by `int_times(x,u,z)` (line 2, column 1), has no bounds";
    assert!(run.stderr.contains(words), "{}", run.stderr);
}

/// The compiler made these; a line for each hid everything else.
#[test]
fn variables_of_the_compiler_without_bounds_are_told_in_one_line() {
    let mut text = String::from("var int: u :: output_var;\n");
    for at in 0..5 {
        text += &format!("var int: X_INTRODUCED_{at}_ :: is_defined_var;\n");
    }
    for at in 0..5 {
        text += &format!("constraint int_times(u,u,X_INTRODUCED_{at}_) :: defines_var(X_INTRODUCED_{at}_);\n");
    }
    let model = file(&directory("mzn_introduced"), "introduced.fzn", text + "solve satisfy;\n");
    let mut solver = gordian_testkit::command(FZN_GORDIAN);
    solver.arg(&model);
    let run = gordian_testkit::run_command(solver, b"");
    assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
    assert!(run.stderr.contains("5 variables of the compiler have no bounds"), "{}", run.stderr);
}

#[test]
fn a_number_of_solutions_is_explained_where_it_is_none() {
    let model = file(&directory("mzn_number"), "number.fzn", "var 0..3: x :: output_var;\nsolve satisfy;\n");
    for (number, code) in [("-1", Some(1)), ("many", Some(1)), ("2", Some(0))] {
        let mut solver = gordian_testkit::command(FZN_GORDIAN);
        solver.args(["-n", number]).arg(&model);
        let run = gordian_testkit::run_command(solver, b"");
        assert_eq!(run.code, code, "{number}: {}", run.stderr);
        assert_eq!(run.stderr.contains("a number of solutions is wanted"), code == Some(1), "{}", run.stderr);
    }
}

/// A Golomb ruler of thirteen marks takes hours to prove.
#[test]
fn a_limit_gives_the_best_solution_so_far() {
    let text = "include \"globals.mzn\"; int: n = 13; array[1..n] of var 0..180: m;
        constraint m[1] = 0 /\\ strictly_increasing(m) /\\ all_different([m[j] - m[i] | i, j in 1..n where i < j]);
        solve minimize m[n]; output [\"\\(m[n])\\n\"];";
    let model = file(&directory("mzn_limit"), "golomb.mzn", text);
    let Some(run) = solve(&model, &["-t", "6000", "-i"]) else { return };
    assert!(run.stdout.contains("----------") && !run.stdout.contains("=========="), "{}", run.stdout);
    let lengths: Vec<u32> = run.stdout.lines().filter_map(|line| line.parse().ok()).collect();
    assert!(!lengths.is_empty() && lengths.iter().all(|&length| length >= 106), "{lengths:?}");
}

/// A driver that is killed does not say so, but it does not hold its end of the pipe any more.
#[test]
#[cfg(unix)]
fn a_run_whose_answer_nobody_reads_ends() {
    let mut random = Random::new(1);
    // Too hard to be refuted in an hour.
    let num_vars = 700;
    let mut model: String = (1..=num_vars).map(|var| format!("var bool: b{var};\n")).collect();
    for _ in 0..num_vars * 43 / 10 {
        let (yes, no): (Vec<i32>, Vec<i32>) = random.distinct(num_vars, 3).into_iter().partition(|&lit| lit > 0);
        let [yes, no] =
            [yes, no].map(|lits| lits.iter().map(|lit| format!("b{}", lit.abs())).collect::<Vec<_>>().join(","));
        model += &format!("constraint bool_clause([{yes}],[{no}]);\n");
    }
    model += "solve satisfy;\n";
    let model = file(&directory("mzn_unread"), "hard.fzn", &model);
    let mut command = Command::new(FZN_GORDIAN);
    let mut child = command.arg(&model).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().expect("it can be asked"), None);
    drop(child.stdout.take());
    let began = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        assert!(began.elapsed() < Duration::from_secs(60), "it goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}
