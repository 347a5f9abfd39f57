//! One check for every encoder.

use gordian_encoders::encode::{IntVar, Truth};
use gordian_formula::{Cnf, Lit};

use super::enumerate::Enumerator;

/// Checks one encoder on one choice of parameters.
///
/// `encode` writes constraints over the inputs into a formula that already holds them, and returns what it defines.
/// `expect` says what the outputs are for given input values; `None` where the constraint is broken.
/// For every assignment of the inputs: a broken one has no model; any other has *exactly one*, and its outputs are
/// those expected.
pub(crate) fn check(
    name: &str,
    domains: &[&[i64]],
    encode: impl FnOnce(&mut Cnf, &mut [IntVar]) -> Vec<IntVar>,
    expect: impl Fn(&[i64]) -> Option<Vec<i64>>,
) {
    let mut cnf = Cnf::new();
    let mut inputs: Vec<IntVar> =
        domains.iter().map(|values| IntVar::from_values(&mut cnf, values).expect("a small domain")).collect();
    let outputs = encode(&mut cnf, &mut inputs);
    let mut enumerator = Enumerator::new(&cnf);
    for_each_choice(domains, &mut |values| {
        let assumptions: Vec<Lit> =
            inputs.iter().zip(values).flat_map(|(input, &value)| assignment(input, value)).collect();
        let models = enumerator.models(&assumptions, 2);
        match expect(values) {
            None => assert!(models.is_empty(), "{name}: {values:?} breaks it and has a model"),
            Some(expected) => {
                assert_eq!(models.len(), 1, "{name}: {values:?} has other than one extension");
                let found: Vec<i64> = outputs.iter().map(|output| output.value_in(&models[0])).collect();
                assert_eq!(found, expected, "{name}: outputs for {values:?}");
            }
        }
    });
}

/// As [`check`], for a constraint over literals that defines nothing.
pub(crate) fn check_literals(
    name: &str,
    count: usize,
    encode: impl FnOnce(&mut Cnf, &[Lit]),
    holds: impl Fn(&[bool]) -> bool,
) {
    check(
        name,
        &vec![&[0, 1][..]; count],
        |cnf, inputs| {
            encode(cnf, &literals(inputs));
            Vec::new()
        },
        |values| holds(&values.iter().map(|&value| value == 1).collect::<Vec<_>>()).then(Vec::new),
    );
}

/// Checks that unit propagation finds every literal that a partial assignment implies, and every contradiction.
pub(crate) fn check_propagation(
    name: &str,
    count: usize,
    encode: impl FnOnce(&mut Cnf, &[Lit]),
    holds: impl Fn(&[bool]) -> bool,
) {
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = (0..count).map(|_| gordian_formula::ClauseSink::new_var(&mut cnf).positive()).collect();
    encode(&mut cnf, &lits);
    let mut enumerator = Enumerator::new(&cnf);
    for_each_choice(&vec![&[-1, 0, 1][..]; count], &mut |partial| {
        let solutions: Vec<Vec<bool>> = (0..1_u32 << count)
            .map(|bits| (0..count).map(|index| bits >> index & 1 == 1).collect::<Vec<bool>>())
            .filter(|values| values.iter().zip(partial).all(|(&value, &fixed)| fixed == -1 || value == (fixed == 1)))
            .filter(|values| holds(values))
            .collect();
        let assumptions: Vec<Lit> = lits
            .iter()
            .zip(partial)
            .filter(|&(_, &fixed)| fixed != -1)
            .map(|(&lit, &fixed)| if fixed == 1 { lit } else { !lit })
            .collect();
        let implied = |index: usize| {
            let first = solutions[0][index];
            solutions.iter().all(|solution| solution[index] == first).then_some(first)
        };
        let expected = (!solutions.is_empty()).then(|| (0..count).map(implied).collect::<Vec<_>>());
        assert_eq!(enumerator.propagated(&assumptions, &lits), expected, "{name}: propagation under {partial:?}");
    });
}

/// The literals of inputs with the domain 0 and 1.
pub(crate) fn literals(inputs: &[IntVar]) -> Vec<Lit> {
    inputs.iter().map(|input| input.order_literals()[0]).collect()
}

/// A truth as an output: 1 where it holds.
pub(crate) fn output(truth: Truth) -> IntVar {
    match truth {
        Truth::Always => IntVar::constant(1),
        Truth::Never => IntVar::constant(0),
        Truth::When(lit) => IntVar::from_literal(lit),
    }
}

fn assignment(input: &IntVar, value: i64) -> impl Iterator<Item = Lit> + '_ {
    let reached = input.values().iter().skip(1).map(move |&other| other <= value);
    input.order_literals().iter().zip(reached).map(|(&lit, reached)| if reached { lit } else { !lit })
}

fn for_each_choice(domains: &[&[i64]], visit: &mut dyn FnMut(&[i64])) {
    let mut positions = vec![0; domains.len()];
    loop {
        let values: Vec<i64> = positions.iter().zip(domains).map(|(&position, domain)| domain[position]).collect();
        visit(&values);
        let Some(next) = (0..domains.len()).find(|&index| positions[index] + 1 < domains[index].len()) else {
            return;
        };
        positions[next] += 1;
        positions[..next].fill(0);
    }
}
