//! Models that are written and read again.

mod support;

use gordian_flatzinc::{Annotation, Constraint, Expression, IntegerSet, Model, Place, Term, VariableId};
use gordian_testkit::{Random, damage};
use support::random_models::{SET_SHAPES, SHAPES, random_model};

/// The model without its places.
fn placeless(mut model: Model) -> Model {
    model.variables.iter_mut().for_each(|variable| variable.place = Place::default());
    model.constraints.iter_mut().for_each(|constraint: &mut Constraint| constraint.place = Place::default());
    model
}

fn read(text: &str) -> Model {
    Model::read(text.as_bytes()).map(placeless).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// An annotation with something of everything, nested a few times.
fn random_annotation(random: &mut Random, depth: usize) -> Annotation {
    let names = ["mzn_path", "domain", "defines_var", "a"];
    let mut expression = |depth: usize| match random.below(if depth > 0 { 8 } else { 6 }) {
        0 => Expression::Term(Term::Integer(random.below(9) as i64 - 4)),
        1 => Expression::Term(Term::Boolean(random.chance(50))),
        2 => Expression::Float(["1.5", "-0.25", "1.5..2.5", "{0.5,1.5}"][random.below(4)].into()),
        3 => Expression::String(["", "a\"b\\c\n\t", "m.mzn|1|2|3|4|é"][random.below(3)].into()),
        4 => Expression::Term(Term::Variable(VariableId(0))),
        5 => Expression::Term(Term::Set(std::sync::Arc::new(IntegerSet::from_values([1, 2, 3, 5])))),
        6 => Expression::Annotation(random_annotation(random, depth - 1)),
        _ => Expression::Array([Expression::Annotation(random_annotation(random, depth - 1))].into()),
    };
    let arguments = [0; 3].map(|_| expression(depth));
    let count = random.below(4);
    Annotation { name: names[random.below(4)].into(), arguments: arguments[..count].to_vec() }
}

#[test]
fn what_is_written_is_read_as_it_was() {
    let mut random = Random::new(7);
    for round in 0..3000 {
        let shapes = if round % 4 == 0 { SET_SHAPES } else { SHAPES };
        let mut model = random_model(&mut random, shapes, 1 << 20);
        // Annotations name the first variable, which may say what is in a set.
        if !model.sets.is_empty() {
            assert_eq!(read(&model.to_classic()), model, "round {round}\n{}", model.to_classic());
            assert_eq!(read(&model.to_json()), model, "round {round}\n{}", model.to_json());
            continue;
        }
        model.search = (0..random.below(3)).map(|_| random_annotation(&mut random, 3)).collect();
        model.constraints[0].annotations.push(random_annotation(&mut random, 2));
        // The names in an annotation are declared before it.
        if let [_, .., last] = &mut *model.variables {
            last.annotations.push(random_annotation(&mut random, 2));
        }
        assert_eq!(read(&model.to_classic()), model, "round {round}\n{}", model.to_classic());
        assert_eq!(read(&model.to_json()), model, "round {round}\n{}", model.to_json());
    }
}

#[test]
fn instances_are_read_alike_in_both_formats() {
    for (name, text) in support::instances() {
        let Ok(model) = Model::read(&text) else { continue };
        let model = placeless(model);
        let mut again = read(&model.to_json());
        assert!(again == model, "{name}");
        again = read(&model.to_classic());
        let sorted = |model: &Model| {
            let mut outputs = model.outputs.clone();
            outputs.sort_by(|a, b| a.name.cmp(&b.name));
            Model { outputs, ..model.clone() }
        };
        assert!(sorted(&again) == sorted(&model), "{name}");
    }
}

/// Two models as MiniZinc 2.10 writes each of them in both formats.
#[test]
fn both_formats_of_minizinc_say_the_same() {
    for (classic, json) in [
        (include_str!("pairs/grid.fzn"), include_str!("pairs/grid.json")),
        (include_str!("pairs/send-more-money.fzn"), include_str!("pairs/send-more-money.json")),
    ] {
        assert_eq!(read(classic), read(json));
    }
}

const REFUSED: &[(&str, &str)] = &[
    ("{\"variables\": {", "line 1, column 15: EOF while parsing an object"),
    ("{\"variables\": {}\n,}", "line 2, column 2: trailing comma"),
    ("{\"variables\": {}}", "the key `constraints` is missing"),
    ("{\"constraints\": []}", "the text ends without a `solve` item"),
    ("{\"constraints\": [], \"solve\": {}}", "`solve`: the key `method` is missing"),
    ("{\"constraints\": [], \"solve\": 3}", "`3`: the object `solve` should stand here"),
    ("{\"constraints\": [], \"constraints\": []}", "`constraints`: a second declaration of this name"),
    ("{\"constraint\": []}", "`constraint`: there is no such key here"),
    ("{\"variables\": {\"x y\": {\"type\": \"int\"}}, C", "`x y`: a name should stand here"),
    (
        "{\"variables\": {\"x\": {\"type\": \"str\"}}, C",
        "`str`: `bool`, `int`, `float` or `set of int` should stand here",
    ),
    (
        "{\"variables\": {\"x\": {\"type\": \"int\", \"domain\": [[1]]}}, C",
        "`[`: a range `[first, last]` should stand here",
    ),
    (
        "{\"variables\": {\"x\": {\"type\": \"int\", \"domain\": [[1, 9223372036854775808]]}}, C",
        "`9223372036854775808`: integers have at most 64 bits",
    ),
    (
        "{\"variables\": {\"x\": {\"type\": \"int\"}, \"x\": {\"type\": \"bool\"}}, C",
        "`x`: a second declaration of this name",
    ),
    ("{\"output\": [\"x\"], C", "`x`: no variable, parameter or array of this name is declared before"),
    (
        "{\"variables\": {\"f\": {\"type\": \"float\"}}, \"output\": [\"f\"], C",
        "float variables are not supported: `f`",
    ),
    ("{\"variables\": {\"f\": {\"type\": \"float\", \"domain\": [[2.0, 1.0]]}}, C", "`f`: this variable has no value"),
    ("{\"constraints\": [{\"id\": \"p\", \"args\": [1.5]}], \"solve\": {}}", "floats are not supported: `1.5`"),
    (
        "{\"constraints\": [{\"id\": \"p\", \"args\": [\"x\"]}], \"solve\": {}}",
        "`x`: no variable, parameter or array of this name is declared before",
    ),
    (
        "{\"constraints\": [{\"id\": \"p\", \"args\": [[1, true]]}], \"solve\": {}}",
        "`true`: a Boolean stands where an integer should",
    ),
    ("{\"constraints\": [{\"args\": []}], \"solve\": {}}", "`{`: the key `id` is missing"),
];

#[test]
fn what_is_wrong_with_json_is_told() {
    for (text, message) in REFUSED {
        let text = text.replace(", C", ", \"constraints\": [], \"solve\": {\"method\": \"satisfy\"}}");
        assert_eq!(Model::read(text.as_bytes()).expect_err(&text).to_string(), *message, "{text}");
    }
    for sign in ["[", "{\"a\":"] {
        Model::read(format!("{{\"constraints\": {}", sign.repeat(1_000_000)).as_bytes()).unwrap_err();
    }
}

#[test]
fn damaged_json_does_not_panic() {
    let text = include_bytes!("pairs/grid.json");
    for at in 0..text.len() {
        let _ = Model::read(&text[..at]);
        for byte in [b'"', b'{', b'[', b'1', b'-', b'x', b' ', 0xff] {
            let mut changed = text.to_vec();
            changed[at] = byte;
            let _ = Model::read(&changed);
        }
    }
    let mut random = Random::new(3);
    for _ in 0..10_000 {
        let mut changed = text.to_vec();
        for _ in 0..=random.below(3) {
            damage(&mut random, &mut changed);
        }
        let _ = Model::read(&changed);
    }
}
