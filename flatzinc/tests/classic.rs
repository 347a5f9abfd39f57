//! The reader of classic FlatZinc: what it takes, what it refuses, and where.

use gordian_flatzinc::{
    Annotation, Argument, Domain, Expression, Fault, Goal, IntegerSet, Model, OutputForm, Term, VariableId,
};

fn read(text: &str) -> Model {
    Model::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn variable(index: u32) -> Term {
    Term::Variable(VariableId(index))
}

/// MiniZinc prints an array without elements, too.
#[test]
fn an_array_without_elements_may_be_of_any_type() {
    let model = read(
        "array [1..0] of var set of 0..4: s :: output_array([1..0]) = [];
        array [1..0] of var float: f :: output_array([1..0]) = []; array [1..0] of float: c = []; solve satisfy;",
    );
    assert_eq!(model.solution(&[]), "s = array1d(1..0, []);\nf = array1d(1..0, []);\n");
}

#[test]
fn the_whole_grammar_is_read() {
    let model = read(
        r#"% A comment.
predicate my_pred(array [int] of var int: xs, set of int: s, var 1..3: y, array [1..2] of float: f, var set of {1,2}: t);
predicate nothing(); predicate annotated(array [int] of var int: xs:: promise_ctx_antitone, var bool: b :: a(1) :: c) :: d;
bool: yes = true; int: five = 5; float: half = 0.5; set of int: odd = {5,1,3}; set of 1..9: some = 2..4;
array [1..3] of int: weights = [1,-2,0x1F];
array [1..2] of bool: bits = [true,yes];
array [1..2] of set of int: sets = [{},1..2];
array [1..2] of float: unused = [1.5,2e-3];
var float: z; var 0.0..1.5: w;
var 1..9: x :: output_var :: is_defined_var;
var {1,3,5}: y = x;
var bool: b; var int: free;
var bool: c :: output_var = true;
array [1..4] of var int: grid :: output_array([1..2, 0..1]) = [x,y,7,five];
array [1..0] of var bool: none :: output_array([1..0]) = [];
constraint int_lin_le(weights,[x,y,grid[3]],10) :: domain :: mzn_path("a\"b;c\\|1") :: f([1.5, {0.5,1.5}, 1..2, g(h,[x])]);
constraint my_pred(grid, odd, x);
solve :: int_search(grid, first_fail, indomain_min, complete) maximize x; % the end"#,
    );
    let names: Vec<&str> = model.variables.iter().map(|variable| variable.name.as_str()).collect();
    assert_eq!(names, ["x", "y", "b", "free", "c"]);
    assert_eq!(model.variables[1].domain, Domain::Integer(Some(IntegerSet::from_values([1, 3, 5]))));
    assert_eq!(model.variables[3].domain, Domain::Integer(None));
    assert_eq!(model.variables[0].annotations, [Annotation { name: "is_defined_var".into(), arguments: vec![] }]);
    let constraints: Vec<&str> = model.constraints.iter().map(|constraint| constraint.name.as_str()).collect();
    assert_eq!(constraints, ["int_eq", "bool_eq", "int_lin_le", "my_pred"]);
    let linear = &model.constraints[2];
    assert_eq!(linear.arguments[0], Argument::Array([1, -2, 31].map(Term::Integer).into()));
    assert_eq!(linear.arguments[1], Argument::Array([variable(0), variable(1), Term::Integer(7)].into()));
    assert_eq!((linear.place.line, linear.place.column), (16, 1));
    assert_eq!(linear.annotations[1].arguments, [Expression::String("a\"b;c\\|1".into())]);
    let Expression::Array(nested) = &linear.annotations[2].arguments[0] else { panic!() };
    assert_eq!(nested[0], Expression::Float("1.5".into()));
    assert_eq!(nested[1], Expression::Float("{0.5,1.5}".into()));
    assert_eq!(model.goal, Goal::Maximize(VariableId(0)));
    assert_eq!(model.search[0].name, "int_search");
    let outputs: Vec<&str> = model.outputs.iter().map(|output| output.name.as_str()).collect();
    assert_eq!(outputs, ["x", "c", "grid", "none"]);
    let OutputForm::Array { dimensions, elements } = &model.outputs[2].form else { panic!() };
    assert_eq!((dimensions.as_slice(), elements.len()), (&[(1, 2), (0, 1)][..], 4));
}

#[test]
fn arrays_that_are_named_twice_are_shared() {
    let model =
        read("array [1..2] of int: a = [1,2]; constraint p(a); constraint q(a) :: r(a) :: s(a); solve satisfy;");
    let [Argument::Array(first)] = &*model.constraints[0].arguments else { panic!() };
    let [Argument::Array(second)] = &*model.constraints[1].arguments else { panic!() };
    assert!(std::sync::Arc::ptr_eq(first, second));
    let [r, s] = &*model.constraints[1].annotations else { panic!() };
    let (Expression::Array(r), Expression::Array(s)) = (&r.arguments[0], &s.arguments[0]) else { panic!() };
    assert!(std::sync::Arc::ptr_eq(r, s));
}

#[test]
fn element_types_of_arrays_are_demands() {
    let model = read("var 1..9: x; var 2..3: y; array [1..3] of var 1..5: a = [x,y,7]; solve satisfy;");
    let demands: Vec<_> = model.constraints.iter().map(|constraint| constraint.arguments[0].clone()).collect();
    assert!(model.constraints.iter().all(|constraint| constraint.name == "set_in"));
    assert_eq!(demands, [Argument::Term(variable(0)), Argument::Term(Term::Integer(7))]);
}

/// A set has a Boolean for each number that may be in it. A value, and the type of an array, are demands.
#[test]
fn variables_may_be_sets() {
    let model = read(
        "var set of {1,3,4}: s :: output_var; var 1..2: x; var set of 1..0: e; var set of int: t = {7,9};
        array [1..3] of var set of 1..3: a :: output_array([1..3]) = [s,{2,3},t]; solve satisfy;",
    );
    let names: Vec<&str> = model.variables.iter().map(|variable| variable.name.as_str()).collect();
    assert_eq!(names, ["1 in s", "3 in s", "4 in s", "x", "7 in t", "9 in t"]);
    assert_eq!(model.sets[0].member(4), Some(VariableId(2)));
    assert_eq!([1, 2].map(|at| model.sets[at].first), [VariableId(4); 2]);
    let constraints: Vec<&str> = model.constraints.iter().map(|constraint| constraint.name.as_str()).collect();
    assert_eq!(constraints, ["set_eq", "set_subset", "set_subset"]);
    assert_eq!(model.solution(&[1, 0, 1, 2, 1, 1]), "s = {1,4};\na = array1d(1..3, [{1,4},2..3,{7,9}]);\n");
    assert_eq!(model.solution(&[0; 6]), "s = {};\na = array1d(1..3, [{},2..3,{}]);\n");
}

#[test]
fn an_objective_may_be_a_constant() {
    let model = read("int: a = 3; solve minimize a;");
    assert_eq!((model.goal, model.variables.len()), (Goal::Minimize(VariableId(0)), 1));
    assert_eq!(model.objective(&[3]), Some(3));
    assert_eq!(
        read("var 1..2: x; array [1..1] of var int: a = [x]; solve minimize a[1];").goal,
        Goal::Minimize(VariableId(0))
    );
}

/// Texts and the errors that they are.
const REFUSED: &[(&str, &str)] = &[
    ("", "line 1, column 1: the text ends without a `solve` item"),
    ("var 1..3: x;", "line 1, column 13: the text ends without a `solve` item"),
    ("solve satisfy; var int: x;", "line 1, column 16: `var`: the `solve` item is the last one"),
    ("solve satisfy", "line 1, column 14: `;` should stand here"),
    ("solve please;", "line 1, column 7: `please`: `satisfy`, `minimize` or `maximize` should stand here"),
    (
        "include \"a.mzn\";",
        "line 1, column 1: `include`: an item: `var`, `array`, `constraint`, `solve` should stand here",
    ),
    ("constraint p(x);", "line 1, column 14: `x`: no variable, parameter or array of this name is declared before"),
    ("var int: x;\n  var bool: x;", "line 2, column 13: `x`: a second declaration of this name"),
    ("var int: x;\nint: x = 3;", "line 2, column 6: `x`: a second declaration of this name"),
    ("var int: true;", "line 1, column 10: `true`: a name should stand here"),
    ("int: x = 9223372036854775808;", "line 1, column 10: `9223372036854775808`: integers have at most 64 bits"),
    ("int: x = 12ab;", "line 1, column 10: `12ab`: neither a number nor a string that ends in its line"),
    ("int: x = -;", "line 1, column 10: `-`: neither a number nor a string that ends in its line"),
    ("constraint p(1) :: \"a", "line 1, column 20: `\"a`: neither a number nor a string that ends in its line"),
    ("% é\n /* */", "line 2, column 2: `/`: no word of FlatZinc begins like this"),
    ("constraint p(1) :: q(\"é\", é);", "line 1, column 27: `é`: no word of FlatZinc begins like this"),
    ("constraint p(\u{1b});", "line 1, column 14: `\\u{1b}`: no word of FlatZinc begins like this"),
    ("constraint p(\"é\");", "line 1, column 14: `\"é\"`: a string stands where a value should"),
    ("constraint p([[1]]);", "line 1, column 15: `[`: an array stands where a single value should"),
    ("constraint p([1,true]);", "line 1, column 17: `true`: a Boolean stands where an integer should"),
    ("constraint p(q(1));", "line 1, column 14: `q`: no variable, parameter or array of this name is declared before"),
    ("constraint p(1 2);", "line 1, column 16: `2`: `,` or `)` should stand here"),
    ("constraint p(0.5);", "line 1, column 14: floats are not supported: `0.5`"),
    ("var float: x; constraint p(x);", "line 1, column 28: float variables are not supported: `x`"),
    ("var 1.5..2: x :: output_var;", "line 1, column 13: float variables are not supported: `x`"),
    ("var 1.5..1: x;", "line 1, column 13: `x`: this variable has no value"),
    ("float: f = 1; constraint p(f);", "line 1, column 28: floats are not supported: `f`"),
    (
        "var set of int: s;\nconstraint set_in(1, s);",
        "line 2, column 22: set variables without bounds are not supported: `s`",
    ),
    ("var set of int: s :: output_var;", "line 1, column 17: set variables without bounds are not supported: `s`"),
    (
        "var set of 1..65537: s; constraint set_in(1, s);",
        "line 1, column 46: set variables of more than 65,536 numbers are not supported: `s`",
    ),
    ("var set of 1..2: s = 3;", "line 1, column 18: `s`: an integer stands where a set of integers should"),
    ("var set of 1..2: s; set of int: t = s;", "line 1, column 33: `t`: a variable stands where a constant should"),
    (
        "var set of 1..2: s; solve minimize s;",
        "line 1, column 36: `s`: a set of integers stands where an integer should",
    ),
    ("array [1..1] of float: f = [1.5]; constraint p(f);", "line 1, column 48: floats are not supported: `f`"),
    ("array [1..2] of int: a = [1];", "line 1, column 22: `a`: 2 elements are declared, 1 are given"),
    ("array [0..2] of int: a = [1];", "line 1, column 8: `0`: an index set `1..n` should stand here"),
    ("array [1..1] of int: a = 3;", "line 1, column 22: `a`: an integer stands where an array should"),
    ("array [1..1] of int: a = [true];", "line 1, column 27: `true`: a Boolean stands where an integer should"),
    ("array [1..1] of var int: a;", "line 1, column 27: `;`: `= …` should stand here"),
    ("array [1..1] of int: a = [1]; constraint p(a[2]);", "line 1, column 46: `2`: the array has the elements 1 to 1"),
    ("array [1..1] of int: a = [1]; constraint p(a[0]);", "line 1, column 46: `0`: the array has the elements 1 to 1"),
    ("int: a = 1; constraint p(a[1]);", "line 1, column 26: `a`: a single value stands where an array should"),
    ("var int: x; int: a = x;", "line 1, column 18: `a`: a variable stands where a constant should"),
    ("var int: x; array [1..1] of int: a = [x];", "line 1, column 34: `a`: a variable stands where a constant should"),
    ("var 1..3: x = true;", "line 1, column 11: `x`: a Boolean stands where an integer should"),
    ("1..3: x = 4;", "line 1, column 7: `x`: the declared type does not have this value"),
    ("var bool: b; solve minimize b;", "line 1, column 29: `b`: a Boolean stands where an integer should"),
    ("var {1,a}: b;", "line 1, column 8: `a`: an integer should stand here"),
    (
        "array [1..3] of int: a :: output_array([1..2,1..2]) = [1,2,3];",
        "line 1, column 22: `a`: 4 elements are declared, 3 are given",
    ),
    (
        "array [1..3] of int: a :: output_array([3]) = [1,2,3];",
        "line 1, column 22: `a`: an output array needs one range for each dimension, like `[1..3, 1..4]`",
    ),
    ("predicate p(int x);", "line 1, column 17: `x`: `:` should stand here"),
];

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, message) in REFUSED {
        let error = Model::read(text.as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), *message, "{text}");
    }
    let broken = Model::read(b"constraint p(1) :: q(\"\xff\");").unwrap_err();
    assert_eq!(broken.fault, Fault::NotUtf8);
}

#[test]
fn deep_nesting_is_an_error() {
    for sign in ["(", "q(", "[", "q([", "{", "x["] {
        for head in ["constraint p(1) :: q(", "constraint p(", "array [1..1] of float: x = "] {
            let text = format!("{head}{}", sign.repeat(1_000_000));
            Model::read(text.as_bytes()).unwrap_err();
        }
    }
    let nested = |depth| format!("constraint p(1) :: q{}{}; solve satisfy;", "(a".repeat(depth), ")".repeat(depth));
    read(&nested(100));
    assert_eq!(Model::read(nested(101).as_bytes()).unwrap_err().fault, Fault::Deep);
}

#[test]
fn places_in_one_long_line_take_no_longer() {
    let mut text = String::new();
    for index in 0..100_000 {
        text += &format!("var 0..9: x{index}; constraint int_ne(x{index},3) :: p(\"é\"); ");
    }
    let last = read(&(text + "solve satisfy;")).constraints.pop().unwrap();
    assert_eq!((last.place.line, last.place.column > 4_000_000), (1, true));
}
