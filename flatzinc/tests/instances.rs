//! Real models.

mod support;

use gordian_flatzinc::Model;
use gordian_testkit::{Random, damage};

#[test]
fn the_shared_instances_are_read() {
    for (name, text) in support::instances() {
        let model = Model::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let count = |start: &str| String::from_utf8_lossy(&text).lines().filter(|line| line.starts_with(start)).count();
        let members: usize = model.sets.iter().map(|set| set.members().count()).sum();
        assert_eq!(model.variables.len() - members, count("var ") - model.sets.len(), "{name}");
        let given = String::from_utf8_lossy(&text)
            .lines()
            .filter(|line| line.starts_with("var ") && line.contains('='))
            .count();
        assert_eq!(model.constraints.len(), count("constraint ") + given, "{name}");
        assert!(!model.outputs.is_empty(), "{name}");
    }
}

/// A model with one of everything.
const SMALL: &str =
    "predicate p(array [int] of var int: a);\narray [1..2] of int: w = [1,-2];var 1..3: x :: output_var;
var {1,5}: y = 5; var bool: b; array [1..2] of var int: a :: output_array([1..1,1..2]) = [x,y];
constraint int_lin_eq_reif(w,a,3,b) :: q(\"a\\n\", 1.5, {}); var set of 1..3: s; constraint set_in(x,s);\nsolve :: s(a) maximize x;\n";

#[test]
fn damaged_texts_do_not_panic() {
    let text = SMALL.as_bytes();
    Model::read(text).unwrap();
    for at in 0..text.len() {
        let _ = Model::read(&text[..at]);
        for byte in 0..=255 {
            let mut changed = text.to_vec();
            changed[at] = byte;
            let _ = Model::read(&changed);
        }
    }
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let mut changed = text.to_vec();
        for _ in 0..=random.below(4) {
            damage(&mut random, &mut changed);
        }
        let _ = Model::read(&changed);
    }
}
