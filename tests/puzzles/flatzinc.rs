//! FlatZinc from its text to solutions, which are judged by the meaning of the constraints.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gordian_flatzinc::{Domain, Goal, Model};
use gordian_formula::Model as FormulaModel;
use gordian_puzzles::facts::Known;
use gordian_puzzles::flatzinc::{FlatZinc, parse};
use gordian_puzzles::{Kind, Puzzle, flatzinc};
use gordian_solver::{Budget, Enumeration, Outcome, Solver};
use gordian_testkit::{Random, sample};
use num_bigint::BigUint;
use serde_json::Value;

#[path = "../../flatzinc/tests/support/random_models.rs"]
#[allow(dead_code, reason = "the tests of FlatZinc have more of it")]
mod random_models;

use random_models::{SET_SHAPES, SHAPES, brute_force, random_model};

/// Constraints that the mapping onto clauses knows: all builtins, and a global one.
fn known_shapes() -> Vec<(&'static str, &'static str)> {
    let is_known = |name: &str| !name.starts_with("fzn_") || name == "fzn_all_different_int";
    SHAPES.iter().copied().filter(|(name, _)| is_known(name)).collect()
}

/// The printed texts of the solutions that the engine finds; each solution is checked.
fn printed(puzzle: &FlatZinc) -> Vec<String> {
    let compiled = puzzle.compile().unwrap();
    let mut solver = Solver::new();
    compiled.cnf.feed(&mut solver);
    let mut texts = Vec::new();
    let outcome = solver.enumerate(&compiled.cnf.projection(), &Budget::unlimited(), &mut |model: &FormulaModel| {
        let solution = puzzle.decode(model).unwrap();
        puzzle.check(&solution).unwrap_or_else(|violation| panic!("{violation}"));
        texts.push(puzzle.model().solution(&solution.values));
        ControlFlow::Continue(())
    });
    assert!(matches!(outcome, Enumeration::Complete));
    texts.sort();
    texts
}

/// Whether there is a solution when all rules are assumed.
fn is_possible(puzzle: &FlatZinc) -> bool {
    let compiled = puzzle.compile_guarded().unwrap();
    let mut solver = Solver::new();
    compiled.cnf.feed(&mut solver);
    match solver.solve_within(&compiled.selectors, &Budget::unlimited()) {
        Outcome::Satisfiable => {
            let solution = puzzle.decode(&solver.model().unwrap()).unwrap();
            puzzle.check(&solution).unwrap_or_else(|violation| panic!("{violation}"));
            true
        }
        Outcome::Unsatisfiable => false,
        Outcome::Unknown(_) => panic!("nothing limits the search"),
    }
}

#[test]
fn random_models_have_the_outputs_of_brute_force() {
    let (mut random, shapes) = (Random::new(21), known_shapes());
    for round in 0..4000 {
        let mut model = random_model(&mut random, if round % 8 == 0 { SET_SHAPES } else { &shapes }, 300);
        model.goal = Goal::Satisfy;
        let text = model.to_classic();
        let puzzle = parse(&text, None).unwrap();
        // A model without outputs shows all variables.
        let expected: BTreeSet<String> = brute_force(puzzle.model()).outputs;
        let found = printed(&puzzle);
        assert!(found.iter().eq(expected.iter()), "round {round}: {found:?}, not {expected:?}\n{text}");
        assert_eq!(is_possible(&puzzle), !expected.is_empty(), "round {round}\n{text}");
    }
}

#[test]
fn solutions_are_serialised_under_the_names_of_the_outputs() {
    let text = "var 2..2: x :: output_var; var bool: b :: output_var = true;
        array [1..4] of var int: m :: output_array([1..2,0..1]) = [x,-3,x,7];
        array [1..0] of var int: e :: output_array([1..0]) = []; solve satisfy;";
    let puzzle = parse(text, None).unwrap();
    let compiled = puzzle.compile().unwrap();
    let mut solver = Solver::new();
    compiled.cnf.feed(&mut solver);
    assert!(matches!(solver.solve(), Outcome::Satisfiable));
    let solution = puzzle.decode(&solver.model().unwrap()).unwrap();
    let json = serde_json::to_string(&solution).unwrap();
    assert_eq!(json, r#"{"x":2,"b":true,"m":[[2,-3],[2,7]],"e":[]}"#);
    assert!(puzzle.check(&solution.with_values(vec![3, 1])).is_err());
    assert!(puzzle.check(&solution.with_values(vec![2])).is_err());
}

#[test]
fn an_array_without_elements_may_have_endless_dimensions() {
    let text = "array [1..0] of var int: e :: output_array([1..1000000000000,1..0]) = [];
        array [1..0] of var int: f :: output_array([1..0,0..9223372036854775807]) = []; solve satisfy;";
    let puzzle = parse(text, None).unwrap();
    puzzle.compile().unwrap();
    let solution = puzzle.decode(&FormulaModel::from_values(Vec::new())).unwrap();
    assert_eq!(serde_json::to_string(&solution).unwrap(), r#"{"e":[],"f":[]}"#);
    assert_eq!(puzzle.board(Some(&solution)).size(), [1, 0, 0]);
}

#[test]
fn rules_are_told_in_the_words_of_the_model() {
    let text = "var 1..3: x; var 1..3: y;
        constraint int_lt(x,y) :: mzn_constraint_name(\"x before y\") :: mzn_path(\"m/q.mzn|3|1|3|9|\");
        constraint int_ne(x,2) :: mzn_path(\"m/q.mzn|4|1|4|9|\");
        constraint int_le(x,y); solve satisfy;";
    let compiled = parse(text, None).unwrap().compile_guarded().unwrap();
    let texts: Vec<&str> = compiled.rules.iter().map(|rule| rule.text.as_str()).collect();
    assert_eq!(texts, ["x before y (q.mzn:3)", "int_ne at q.mzn:4", "int_le(x,y)"]);
}

/// A definition of a variable of the compiler is no rule, unless it can fail: then it can be left out.
#[test]
fn definitions_that_can_always_be_met_are_no_rules() {
    let introduced = ":: var_is_introduced :: is_defined_var";
    let text = format!(
        "var 1..3: x; var 1..3: y; var 2..6: s {introduced}; var 1..9: p {introduced}; var 1..9: short {introduced};
        var bool: b {introduced}; var 0..20: total :: is_defined_var; var -2..2: d {introduced};
        constraint int_lin_eq([1,1,-1],[x,y,s],0) :: defines_var(s);
        constraint int_times(x,y,p) :: defines_var(p);
        constraint int_lin_eq([2,2,-1],[x,y,short],0) :: defines_var(short);
        constraint int_le_reif(s,4,b) :: defines_var(b);
        constraint int_lin_eq([1,1,-1],[s,p,total],0) :: defines_var(total);
        constraint int_lin_eq([1,-1,-1],[x,y,d],0) :: defines_var(d) :: mzn_constraint_name(\"far\");
        constraint bool_clause([b],[]); constraint int_le(14,total); solve satisfy;"
    );
    let compiled = parse(&text, None).unwrap().compile_guarded().unwrap();
    let texts: Vec<&str> = compiled.rules.iter().map(|rule| rule.text.as_str()).collect();
    let short = "int_lin_eq([2,2,-1],[x,y,short],0)";
    let total = "int_lin_eq([1,1,-1],[s,p,total],0)";
    assert_eq!(texts, [short, total, "far", "bool_clause([b],[])", "int_le(14,total)"]);
}

#[test]
fn texts_are_told_from_others() {
    let classic = sample("flatzinc/send-more-money.fzn");
    for text in [
        &*classic,
        &*sample("flatzinc/send-more-money.fzn.json"),
        "var 1..3: x;\nsolve satisfy;\n",
        "% Generated by MiniZinc 2.10.0\n",
        "array [1..2] of int: w = [1,-1];\nvar bool: b;\nconstra",
        "constraint int_le(1,2);\nsolve satisfy;",
    ] {
        assert_eq!(Kind::detect(text), Some(flatzinc::KIND), "{text}");
    }
    for text in [
        "var 1..3: x;\nconstraint x < 3;\nsolve satisfy;\n",
        "include \"globals.mzn\";\nvar 1..3: x;\n",
        "var 1..3: x;\nconstraint forall(i in 1..3)(x != i);\n",
        "solve\n",
        "{\"rows\": 3}",
    ] {
        assert_ne!(Kind::detect(text), Some(flatzinc::KIND), "{text}");
    }
    let error = parse("var float: f;\nconstraint float_le(f,1.5);\n", None).unwrap_err();
    assert!(error.to_string().starts_with("line 2, column 21: float variables are not supported: `f`"), "{error}");
    assert!(Model::read(classic.as_bytes()).is_ok());
}

/// Facts are those of all solutions: no value is left out that some solution has, and a fixed one is the only one.
#[test]
fn facts_hold_in_all_solutions() {
    let mut random = Random::new(8);
    let (mut fixed_values, mut counted_values) = (0, 0);
    for round in 0..1000 {
        let model = random_model(&mut random, &known_shapes(), 200);
        let puzzle = parse(&model.to_classic(), None).unwrap();
        let solutions = brute_force(puzzle.model()).solutions;
        let compiled = puzzle.compile().unwrap();
        let visible = compiled.cnf.projection();
        let (mut solver, mut models, mut decoded) = (Solver::new(), Vec::new(), Vec::new());
        compiled.cnf.feed(&mut solver);
        solver.enumerate(&visible, &Budget::unlimited(), &mut |model: &FormulaModel| {
            models.push(visible.iter().map(|&var| model.value(var)).collect::<Vec<bool>>());
            decoded.push(puzzle.decode(model).unwrap().values);
            ControlFlow::Continue(())
        });
        let Some(first) = models.first() else { continue };
        let same = |at: usize| models.iter().all(|model| model[at] == first[at]).then_some(first[at]);
        let fixed: Vec<Option<bool>> = (0..visible.len()).map(same).collect();
        let of_true = |at: usize| BigUint::from(models.iter().filter(|model| model[at]).count());
        let counts: Vec<BigUint> = (0..visible.len()).map(of_true).collect();
        let facts = puzzle.facts(&Known { fixed: &fixed, counts: Some(&counts) }).values;
        for (at, variable) in puzzle.model().variables.iter().enumerate() {
            let of = |value: i64| match variable.domain {
                Domain::Boolean => Value::from(value != 0),
                Domain::Integer(_) => value.into(),
            };
            let held: Vec<Value> = solutions.iter().map(|solution| of(solution[at])).collect();
            let Some(candidates) = facts.candidates.get(&variable.name) else { continue };
            let context = format!("round {round}, {}: {held:?}, {candidates}\n{}", variable.name, model.to_classic());
            // Nothing is unknown, also where an output is a view of another or a literal of an integer.
            let candidates = candidates.as_array().unwrap_or_else(|| panic!("{context}"));
            assert!(held.iter().all(|value| candidates.contains(value)), "{context}");
            let counted = facts.counts.as_ref().and_then(|counts| counts[&variable.name].as_object());
            for (value, count) in counted.into_iter().flatten() {
                let holds = |values: &&Vec<i64>| *value == of(values[at]).to_string().as_str();
                assert_eq!(*count, decoded.iter().filter(holds).count().to_string(), "{value}: {context}");
                counted_values += 1;
            }
            let fixed = &facts.fixed[&variable.name];
            if !fixed.is_null() {
                fixed_values += 1;
                assert!(held.iter().all(|value| value == fixed), "{context}");
            }
        }
    }
    assert!(fixed_values > 150 && counted_values > 500, "{fixed_values}, {counted_values}");
}
