//! Small random models, and what is true of them by trying every assignment.

use std::collections::BTreeSet;
use std::sync::Arc;

use gordian_flatzinc::{
    Argument, Constraint, Domain, Goal, IntegerSet, Model, Output, OutputForm, Place, Term, Variable, VariableId,
    VariableSet,
};
use gordian_testkit::Random;

/// Constraints and their arguments: `i` an integer, `k` an integer constant, `b` a Boolean, `s` a set; in capitals,
/// arrays of these that are equally long; `T` an array of Boolean constants, `D` one of different integer constants;
/// `n` the number of elements; `A` is an automaton with what it reads, `G` a graph. A constraint that has `*` may also
/// be reified.
pub(crate) const SHAPES: &[(&str, &str)] = &[
    ("int_eq", "ii*"),
    ("int_ne", "ii*"),
    ("int_le", "ii*"),
    ("int_lt", "ii*"),
    ("int_lin_eq", "KIk*"),
    ("int_lin_ne", "KIk*"),
    ("int_lin_le", "KIk*"),
    ("bool_lin_eq", "KBi"),
    ("bool_lin_le", "KBk"),
    ("int_abs", "ii"),
    ("int_plus", "iii"),
    ("int_minus", "iii"),
    ("int_times", "iii"),
    ("int_div", "iii"),
    ("int_mod", "iii"),
    ("int_pow", "iii"),
    ("int_min", "iii"),
    ("int_max", "iii"),
    ("bool2int", "bi"),
    ("bool_eq", "bb*"),
    ("bool_ne", "bb*"),
    ("bool_le", "bb*"),
    ("bool_lt", "bb*"),
    ("bool_not", "bb"),
    ("bool_and", "bbb"),
    ("bool_or", "bbb"),
    ("bool_xor", "bbb"),
    ("bool_clause", "BB*"),
    ("array_bool_and", "Bb"),
    ("array_bool_or", "Bb"),
    ("array_bool_xor", "B"),
    ("array_int_element", "iKi"),
    ("array_var_int_element", "iIi"),
    ("array_bool_element", "iTb"),
    ("array_var_bool_element", "iBb"),
    ("set_in", "is*"),
    ("array_int_minimum", "iI"),
    ("array_int_maximum", "iI"),
    ("fzn_all_different_int", "I*"),
    ("fzn_alldifferent_except_0", "I*"),
    ("fzn_all_equal_int", "I*"),
    ("fzn_all_equal_bool", "B*"),
    ("fzn_alldifferent_except", "Is*"),
    ("fzn_among", "iIs*"),
    ("fzn_at_least_int", "kIk*"),
    ("fzn_at_most_int", "kIk*"),
    ("fzn_exactly_int", "kIk*"),
    ("fzn_bin_packing", "kIP*"),
    ("fzn_bin_packing_capa", "PIP*"),
    ("fzn_bin_packing_load", "IIP*"),
    ("fzn_circuit", "I*"),
    ("fzn_subcircuit", "I*"),
    ("fzn_inverse", "II*"),
    ("fzn_count_eq", "Iii*"),
    ("fzn_count_neq", "Iii*"),
    ("fzn_count_leq", "Iii*"),
    ("fzn_count_lt", "Iii*"),
    ("fzn_count_geq", "Iii*"),
    ("fzn_count_gt", "Iii*"),
    ("fzn_count_eq_bool", "Bbi*"),
    ("fzn_count_eq_par", "Ikk*"),
    ("fzn_cumulative", "IPPk*"),
    ("fzn_cumulative", "IPPi*"),
    ("fzn_decreasing_int", "I*"),
    ("fzn_increasing_int", "I*"),
    ("fzn_increasing_bool", "B*"),
    ("fzn_strictly_increasing_bool", "B*"),
    ("fzn_diffn", "IIPP*"),
    ("fzn_diffn_nonstrict", "IIPP*"),
    ("fzn_disjunctive", "IP*"),
    ("fzn_disjunctive_strict", "IP*"),
    ("fzn_global_cardinality", "IDI*"),
    ("fzn_global_cardinality_closed", "IDI*"),
    ("fzn_global_cardinality_low_up", "IDKK*"),
    ("fzn_global_cardinality_low_up_closed", "IDKK*"),
    ("fzn_if_then_else_int", "BKi"),
    ("fzn_if_then_else_var_int", "BIi"),
    ("fzn_if_then_else_bool", "BTb"),
    ("fzn_if_then_else_var_bool", "BBb"),
    ("fzn_lex_less_int", "II*"),
    ("fzn_lex_lesseq_int", "II*"),
    ("fzn_lex_less_bool", "BB*"),
    ("fzn_lex_lesseq_bool", "BB*"),
    ("fzn_maximum_arg_int", "Ii*"),
    ("fzn_minimum_arg_int", "Ii*"),
    ("fzn_maximum_arg_bool", "Bi*"),
    ("fzn_minimum_arg_bool", "Bi*"),
    ("fzn_member_int", "Ii*"),
    ("fzn_member_bool", "Bb*"),
    ("fzn_nvalue", "iI*"),
    ("fzn_seq_precede_chain_int", "I*"),
    ("fzn_sort", "II*"),
    ("fzn_strictly_increasing_int", "I*"),
    ("fzn_strictly_decreasing_int", "I*"),
    ("fzn_symmetric_all_different", "I*"),
    ("fzn_value_precede_int", "kkI*"),
    ("fzn_value_precede_chain_int", "DI*"),
    ("fzn_table_int", "IR*"),
    ("fzn_table_bool", "BT*"),
    ("fzn_regular", "A*"),
    ("fzn_regular_nfa", "A*"),
    ("fzn_cost_regular", "A*"),
    ("fzn_connected", "G*"),
];

/// Constraints over sets: `S` is a set, constant or not, and `Z` an array of these. A model gets variables that are
/// sets only where some shape has one.
pub(crate) const SET_SHAPES: &[(&str, &str)] = &[
    ("set_in", "iS*"),
    ("set_card", "Si*"),
    ("set_eq", "SS*"),
    ("set_ne", "SS*"),
    ("set_subset", "SS*"),
    ("set_superset", "SS*"),
    ("set_le", "SS*"),
    ("set_lt", "SS*"),
    ("set_union", "SSS*"),
    ("set_intersect", "SSS*"),
    ("set_diff", "SSS*"),
    ("set_symdiff", "SSS*"),
    ("array_set_element", "iZS*"),
    ("array_var_set_element", "iZS*"),
    ("int_le", "ii*"),
    ("bool_clause", "BB*"),
];

/// A model of a few variables and constraints of these shapes, with at most so many assignments.
pub(crate) fn random_model(random: &mut Random, shapes: &[(&str, &str)], assignments: u64) -> Model {
    let mut model = Model::default();
    let mut total = 1;
    if shapes.iter().any(|(_, shape)| shape.contains('S')) {
        for index in 0..random.between(1, 2) {
            let universe = IntegerSet::from_values((-1..4).filter(|_| random.chance(50)));
            total <<= universe.len();
            add_set(&mut model, &format!("s{index}"), universe);
        }
    }
    for index in 0..random.between(2, 6) {
        let domain = if random.chance(35) {
            Domain::Boolean
        } else {
            let lower = random.below(6) as i64 - 3;
            let range = IntegerSet::from_ranges([lower..=lower + random.below(5) as i64]);
            let holes = IntegerSet::from_values(range.iter().filter(|_| random.chance(70)));
            Domain::Integer(Some(if random.chance(60) || holes.is_empty() { range } else { holes }))
        };
        let size = values(&domain).len() as u64;
        if total * size > assignments {
            break;
        }
        total *= size;
        let variable = Variable { name: format!("x{index}"), domain, annotations: Vec::new(), place: Place::default() };
        model.variables.push(variable);
    }
    for _ in 0..random.between(1, 4) {
        let (name, shape) = shapes[random.below(shapes.len())];
        let constraint = random_constraint(random, &model, name, shape);
        model.constraints.push(constraint);
    }
    let integers: Vec<VariableId> = ids(&model, false);
    model.goal = match random.below(3) {
        _ if integers.is_empty() => Goal::Satisfy,
        0 => Goal::Minimize(integers[random.below(integers.len())]),
        1 => Goal::Maximize(integers[random.below(integers.len())]),
        _ => Goal::Satisfy,
    };
    for set in &model.sets {
        if random.chance(60) {
            let form = OutputForm::Term(Term::VariableSet(Arc::clone(set)));
            model.outputs.push(Output { name: set.name.clone(), form });
        }
    }
    for (index, variable) in model.variables.iter().enumerate().filter(|(_, variable)| !is_member(variable)) {
        if random.chance(60) {
            let form = OutputForm::Term(Term::Variable(VariableId(index as u32)));
            model.outputs.push(Output { name: variable.name.clone(), form });
        }
    }
    if random.chance(30) {
        let length = 2 * random.below(3);
        let elements: Vec<Term> = (0..length).map(|_| integer(random, &model)).collect();
        let dimensions =
            if random.chance(50) { vec![(1, length as i64)] } else { vec![(0, 1), (1, length as i64 / 2)] };
        model
            .outputs
            .push(Output { name: "xs".into(), form: OutputForm::Array { dimensions, elements: elements.into() } });
    }
    model
}

fn add_set(model: &mut Model, name: &str, universe: IntegerSet) {
    let first = VariableId(model.variables.len() as u32);
    for value in universe.iter() {
        let (name, place) = (format!("{value} in {name}"), Place::default());
        model.variables.push(Variable { name, domain: Domain::Boolean, annotations: Vec::new(), place });
    }
    model.sets.push(Arc::new(VariableSet { name: name.to_owned(), universe, first, annotations: Vec::new() }));
}

/// Whether a variable says if a number is in a set: no text can name it.
fn is_member(variable: &Variable) -> bool {
    variable.name.contains(' ')
}

/// A constraint over the variables of the model.
pub(crate) fn random_constraint(random: &mut Random, model: &Model, name: &str, shape: &str) -> Constraint {
    let plain = shape.trim_end_matches('*');
    let mut arguments = match plain {
        "A" => random_automaton(random, model, name.trim_start_matches("fzn_")),
        "G" => random_graph(random, model),
        plain => {
            let length = random.between(1, 4);
            plain.chars().map(|kind| random_argument(random, model, kind, length)).collect()
        }
    };
    let mut name = name.to_owned();
    if plain.len() < shape.len() && random.chance(40) {
        name += if random.chance(60) { "_reif" } else { "_imp" };
        arguments.push(Argument::Term(boolean(random, model)));
    }
    Constraint { name, arguments, annotations: Vec::new(), place: Place::default() }
}

fn random_argument(random: &mut Random, model: &Model, kind: char, length: usize) -> Argument {
    let constant = |random: &mut Random| Term::Integer(random.below(8) as i64 - 3);
    let natural = |random: &mut Random| Term::Integer(random.below(4) as i64);
    let array = |terms: Vec<Term>| Argument::Array(terms.into());
    match kind {
        'i' => Argument::Term(integer(random, model)),
        'k' => Argument::Term(constant(random)),
        'b' => Argument::Term(boolean(random, model)),
        's' => Argument::Term(Term::Set(Arc::new(IntegerSet::from_values((-3..6).filter(|_| random.chance(40)))))),
        'S' => Argument::Term(set(random, model)),
        'Z' => array((0..length).map(|_| set(random, model)).collect()),
        'I' => array((0..length).map(|_| integer(random, model)).collect()),
        'B' => array((0..length).map(|_| boolean(random, model)).collect()),
        'K' => array((0..length).map(|_| constant(random)).collect()),
        'P' => array((0..length).map(|_| natural(random)).collect()),
        'T' => array((0..length).map(|_| Term::Boolean(random.chance(50))).collect()),
        'D' => {
            let mut values = random.order(6)[..length].to_vec();
            if length > 1 && random.chance(15) {
                values[1] = values[0];
            }
            array(values.into_iter().map(|value| Term::Integer(value as i64 - 2)).collect())
        }
        'R' => {
            let rows = random.between(1, 5);
            array((0..rows * length).map(|_| constant(random)).collect())
        }
        other => unreachable!("no argument is written {other}"),
    }
}

/// The arguments of `connected`.
fn random_graph(random: &mut Random, model: &Model) -> Vec<Argument> {
    let (vertices, edges) = (random.between(1, 4), random.between(1, 4));
    let mut ends = || {
        Argument::Array(
            (0..edges).map(|_| Term::Integer(random.between(1, vertices) as i64)).collect::<Vec<_>>().into(),
        )
    };
    let (from, to) = (ends(), ends());
    let nodes = random_argument(random, model, 'B', vertices);
    let joined = random_argument(random, model, 'B', edges);
    vec![from, to, nodes, joined]
}

/// The arguments of `regular`, `regular_nfa` or `cost_regular`.
fn random_automaton(random: &mut Random, model: &Model, name: &str) -> Vec<Argument> {
    let (states, symbols) = (random.between(1, 3), random.between(1, 3));
    let cells = states * symbols;
    let term = |value: usize| Argument::Term(Term::Integer(value as i64));
    let numbers =
        |numbers: Vec<usize>| Argument::Array(numbers.into_iter().map(|value| Term::Integer(value as i64)).collect());
    let accepting = IntegerSet::from_values((1..=states as i64).filter(|_| random.chance(60)));
    let length = random.between(1, 4);
    let mut arguments = vec![
        random_argument(random, model, 'I', length),
        term(states),
        term(symbols),
        match name {
            "regular_nfa" => {
                let mut targets = || IntegerSet::from_values((1..=states as i64).filter(|_| random.chance(50)));
                Argument::Array((0..cells).map(|_| Term::Set(Arc::new(targets()))).collect::<Vec<_>>().into())
            }
            _ => numbers((0..cells).map(|_| random.below(states + 1)).collect()),
        },
        term(random.between(1, states)),
        Argument::Term(Term::Set(Arc::new(accepting))),
    ];
    if name == "cost_regular" {
        arguments.push(numbers((0..cells).map(|_| random.below(4)).collect()));
        arguments.push(Argument::Term(integer(random, model)));
    }
    arguments
}

/// The variables of one type.
fn ids(model: &Model, are_booleans: bool) -> Vec<VariableId> {
    let is_boolean = |index: usize| model.variables[index].domain == Domain::Boolean;
    let fits = |&index: &usize| is_boolean(index) == are_booleans && !is_member(&model.variables[index]);
    (0..model.variables.len()).filter(fits).map(|index| VariableId(index as u32)).collect()
}

/// Mostly a variable, if there is one.
fn integer(random: &mut Random, model: &Model) -> Term {
    let ids = ids(model, false);
    if ids.is_empty() || random.chance(15) {
        return Term::Integer(random.below(7) as i64 - 2);
    }
    Term::Variable(ids[random.below(ids.len())])
}

fn boolean(random: &mut Random, model: &Model) -> Term {
    let ids = ids(model, true);
    if ids.is_empty() || random.chance(15) {
        return Term::Boolean(random.chance(50));
    }
    Term::Variable(ids[random.below(ids.len())])
}

fn set(random: &mut Random, model: &Model) -> Term {
    if model.sets.is_empty() || random.chance(25) {
        return Term::Set(Arc::new(IntegerSet::from_values((-2..5).filter(|_| random.chance(40)))));
    }
    Term::VariableSet(Arc::clone(&model.sets[random.below(model.sets.len())]))
}

/// The values of a domain that is not all integers.
pub(crate) fn values(domain: &Domain) -> Vec<i64> {
    match domain {
        Domain::Boolean => vec![0, 1],
        Domain::Integer(set) => set.as_ref().expect("random models have finite domains").iter().collect(),
    }
}

/// The solutions of a model, by brute force.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Truth {
    /// All solutions, values of all variables in their order.
    pub(crate) solutions: Vec<Vec<i64>>,
    /// The printed texts of the solutions, each once.
    pub(crate) outputs: BTreeSet<String>,
    /// The best value of the objective.
    pub(crate) optimum: Option<i64>,
}

/// Tries all assignments.
pub(crate) fn brute_force(model: &Model) -> Truth {
    let domains: Vec<Vec<i64>> = model.variables.iter().map(|variable| values(&variable.domain)).collect();
    let mut truth = Truth::default();
    let mut digits = vec![0; domains.len()];
    if domains.iter().any(Vec::is_empty) {
        return truth;
    }
    loop {
        let assignment: Vec<i64> = digits.iter().zip(&domains).map(|(&digit, domain)| domain[digit]).collect();
        if model.violation(&assignment).expect("random constraints are known").is_none() {
            truth.outputs.insert(model.solution(&assignment));
            let objective = model.objective(&assignment);
            truth.optimum = match model.goal {
                Goal::Satisfy => None,
                Goal::Minimize(_) => [truth.optimum, objective].into_iter().flatten().min(),
                Goal::Maximize(_) => truth.optimum.max(objective),
            };
            truth.solutions.push(assignment);
        }
        let Some(at) = (0..digits.len()).rev().find(|&at| digits[at] + 1 < domains[at].len()) else { return truth };
        digits[at] += 1;
        digits[at + 1..].fill(0);
    }
}
