//! Constraints over a few literals and integers: for each assignment of the inputs, the formula has
//! a model iff the constraint holds, and then exactly one.

#![no_main]

use std::ops::ControlFlow;

use arbitrary::{Result, Unstructured};
use gordian_encoders::encode::{
    AtMostOneEncoding, CardinalityEncoding, Relation, Sum, at_most_one, between, exactly_one,
};
use gordian_formula::{ClauseSink, Cnf, Lit, Model, Var};
use gordian_solver::{Budget, Enumeration, Solver};
use libfuzzer_sys::fuzz_target;

/// Judges one assignment of the inputs.
type Holds = Box<dyn Fn(&[bool]) -> bool>;

/// Writes a constraint over the inputs; `None` where it is refused as too large.
fn constraint(bytes: &mut Unstructured<'_>, cnf: &mut Cnf, inputs: &[Lit]) -> Result<Option<Holds>> {
    let signs: Vec<bool> = inputs.iter().map(|_| bytes.arbitrary()).collect::<Result<_>>()?;
    let lits: Vec<Lit> = inputs.iter().zip(&signs).map(|(&lit, &sign)| if sign { lit } else { !lit }).collect();
    let trues = move |values: &[bool]| values.iter().zip(&signs).filter(|(value, sign)| value == sign).count();
    let at_most_one_encoding = *bytes.choose(&AtMostOneEncoding::ALL)?;
    Ok(match bytes.int_in_range(0..=3)? {
        0 => {
            at_most_one(cnf, &lits, at_most_one_encoding);
            Some(Box::new(move |values| trues(values) <= 1))
        }
        1 => {
            exactly_one(cnf, &lits, at_most_one_encoding);
            Some(Box::new(move |values| trues(values) == 1))
        }
        2 => {
            let (lower, upper) = (bytes.int_in_range(0..=8)?, bytes.int_in_range(0..=8)?);
            let encoding = *bytes.choose(&[
                CardinalityEncoding::Auto,
                CardinalityEncoding::Sequential,
                CardinalityEncoding::Totalizer,
            ])?;
            let written = between(cnf, &lits, lower, upper, encoding).is_ok();
            written.then(|| Box::new(move |values: &[bool]| (lower..=upper).contains(&trues(values))) as Holds)
        }
        _ => {
            let coefficients: Vec<i64> = inputs.iter().map(|_| bytes.int_in_range(-9..=9)).collect::<Result<_>>()?;
            let (bound, relation) = (
                bytes.int_in_range(-20..=20)?,
                *bytes.choose(&[
                    Relation::AtMost,
                    Relation::AtLeast,
                    Relation::Equal,
                    Relation::NotEqual,
                    Relation::Less,
                    Relation::Greater,
                ])?,
            );
            let mut sum = Sum::new();
            for (&coefficient, &lit) in coefficients.iter().zip(inputs) {
                sum.add_literal(coefficient, lit);
            }
            let written = sum.post(cnf, relation, bound).is_ok();
            written.then(|| {
                Box::new(move |values: &[bool]| {
                    let total: i64 = coefficients.iter().zip(values).filter(|(_, value)| **value).map(|(c, _)| c).sum();
                    match relation {
                        Relation::AtMost => total <= bound,
                        Relation::AtLeast => total >= bound,
                        Relation::Equal => total == bound,
                        Relation::NotEqual => total != bound,
                        Relation::Less => total < bound,
                        Relation::Greater => total > bound,
                    }
                }) as Holds
            })
        }
    })
}

fn judge(bytes: &mut Unstructured<'_>) -> Result<()> {
    let mut cnf = Cnf::new();
    let count = bytes.int_in_range(0..=7)?;
    let inputs: Vec<Lit> = (0..count).map(|_| cnf.new_var().positive()).collect();
    let mut constraints = Vec::new();
    for _ in 0..bytes.int_in_range(1..=2)? {
        constraints.extend(constraint(bytes, &mut cnf, &inputs)?);
    }
    let mut solver = Solver::new();
    cnf.feed(&mut solver);
    let all: Vec<Var> = (0..cnf.num_vars()).map(Var::from_index).collect();
    let mut seen = vec![0; 1 << count];
    let mut visit = |model: &Model| {
        let bits = inputs.iter().enumerate().filter(|(_, lit)| model.satisfies(**lit));
        seen[bits.map(|(at, _)| 1 << at).sum::<usize>()] += 1;
        ControlFlow::Continue(())
    };
    assert_eq!(solver.enumerate(&all, &Budget::unlimited(), &mut visit), Enumeration::Complete);
    for (bits, &times) in seen.iter().enumerate() {
        let values: Vec<bool> = (0..count).map(|at| bits >> at & 1 > 0).collect();
        let expected = usize::from(constraints.iter().all(|holds| holds(&values)));
        assert_eq!(times, expected, "models with {values:?}");
    }
    Ok(())
}

fuzz_target!(|bytes: &[u8]| {
    let _ = judge(&mut Unstructured::new(bytes));
});
