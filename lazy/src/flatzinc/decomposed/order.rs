//! The order of values, positions, choices.

use gordian_flatzinc::{IntegerSet, Term};
use gordian_formula::Lit;

use super::part::{Part, at_most, truth};
use crate::flatzinc::translator::{Call, Refusal, Translator};
use crate::view::View;

pub(super) fn parts(translator: &mut Translator, call: &Call<'_>) -> Option<Result<Vec<Part>, Refusal>> {
    Some(match call.name {
        "increasing_int" | "increasing_bool" => chain(translator, call, 1, 0),
        "decreasing_int" | "decreasing_bool" => chain(translator, call, -1, 0),
        "strictly_increasing_int" | "strictly_increasing_bool" => chain(translator, call, 1, -1),
        "strictly_decreasing_int" | "strictly_decreasing_bool" => chain(translator, call, -1, -1),
        "lex_less_int" | "lex_less_bool" => lexicographic(translator, call, true),
        "lex_lesseq_int" | "lex_lesseq_bool" => lexicographic(translator, call, false),
        "value_precede_int" => (|| {
            let values = [call.number(0)?, call.number(1)?];
            precedence(translator, call.terms(2)?, &values)
        })(),
        "value_precede_chain_int" => (|| {
            let values = call.numbers(0)?;
            precedence(translator, call.terms(1)?, &values)
        })(),
        "seq_precede_chain_int" => sequence(translator, call),
        "inverse" => call.terms(0).and_then(|first| inverse(translator, first, call.terms(1)?)),
        "symmetric_all_different" => call.terms(0).and_then(|first| inverse(translator, first, first)),
        "maximum_arg_int" | "maximum_arg_bool" => extreme(translator, call, true),
        "minimum_arg_int" | "minimum_arg_bool" => extreme(translator, call, false),
        "if_then_else_int" | "if_then_else_var_int" | "if_then_else_bool" | "if_then_else_var_bool" => {
            choice(translator, call)
        }
        _ => return None,
    })
}

fn chain(translator: &mut Translator, call: &Call<'_>, sign: i64, most: i64) -> Result<Vec<Part>, Refusal> {
    let views = translator.numbers_of(call.terms(0)?)?;
    let signed = |view: View| if sign > 0 { view } else { -view };
    Ok(views.windows(2).map(|pair| at_most(signed(pair[0]), signed(pair[1]), most)).collect())
}

fn lexicographic(translator: &mut Translator, call: &Call<'_>, strictly: bool) -> Result<Vec<Part>, Refusal> {
    let (first, second) = (translator.numbers_of(call.terms(0)?)?, translator.numbers_of(call.terms(1)?)?);
    let lengths = (first.len(), second.len());
    let is_before = lengths.0 < lengths.1 || lengths.0 == lengths.1 && !strictly;
    let mut before = if is_before { translator.solver.truth() } else { !translator.solver.truth() };
    for (&x, &y) in first.iter().zip(&second).rev() {
        let not_greater = truth(translator, &at_most(x, y, 0))?;
        let less = truth(translator, &at_most(x, y, -1))?;
        let rest = translator.conjunction(&[not_greater, before]);
        before = translator.disjunction(&[less, rest]);
    }
    Ok(vec![Part::Clause(vec![before])])
}

/// Each value stands only after the one before it.
fn precedence(translator: &mut Translator, terms: &[Term], values: &[i64]) -> Result<Vec<Part>, Refusal> {
    let views = translator.views(terms)?;
    let mut parts = Vec::new();
    for pair in values.windows(2) {
        let mut stood = !translator.solver.truth();
        for &view in &views {
            let is_after = translator.solver.equals(view, pair[1]);
            parts.push(Part::Clause(vec![!is_after, stood]));
            let is_before = translator.solver.equals(view, pair[0]);
            stood = translator.disjunction(&[stood, is_before]);
        }
    }
    Ok(parts)
}

fn sequence(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let terms = call.terms(0)?;
    let most = terms.len() as i64;
    let values: Vec<i64> = (1..=most).collect();
    let mut parts = precedence(translator, terms, &values)?;
    for view in translator.views(terms)? {
        parts.push(Part::Clause(vec![translator.solver.at_most(view, most)]));
    }
    Ok(parts)
}

fn inverse(translator: &mut Translator, first: &[Term], second: &[Term]) -> Result<Vec<Part>, Refusal> {
    let (first, second) = (translator.views(first)?, translator.views(second)?);
    let mut parts = Vec::new();
    for (from, to) in [(&first, &second), (&second, &first)] {
        let positions = IntegerSet::from_ranges([1..=to.len() as i64]);
        for &view in from {
            parts.push(Part::Clause(vec![translator.is_within(view, &positions)]));
        }
    }
    for (i, &x) in (1..).zip(&first) {
        for (j, &y) in (1..).zip(&second) {
            let (there, back) = (translator.solver.equals(x, j), translator.solver.equals(y, i));
            parts.extend([Part::Clause(vec![!there, back]), Part::Clause(vec![!back, there])]);
        }
    }
    Ok(parts)
}

/// The index is the position of the first least one, or of the first greatest one.
fn extreme(translator: &mut Translator, call: &Call<'_>, greatest: bool) -> Result<Vec<Part>, Refusal> {
    let (views, index) = (translator.numbers_of(call.terms(0)?)?, translator.view(call.term(1)?)?);
    let views: Vec<View> = views.into_iter().map(|view| if greatest { -view } else { view }).collect();
    let positions = IntegerSet::from_ranges([1..=views.len() as i64]);
    let mut parts = vec![Part::Clause(vec![translator.is_within(index, &positions)])];
    for (at, &least) in views.iter().enumerate() {
        let elsewhere = !translator.solver.equals(index, at as i64 + 1);
        for (other, &view) in views.iter().enumerate().filter(|&(other, _)| other != at) {
            let is_before = truth(translator, &at_most(least, view, if other < at { -1 } else { 0 }))?;
            parts.push(Part::Clause(vec![elsewhere, is_before]));
        }
    }
    Ok(parts)
}

/// The result has the value beside the first condition that is true.
fn choice(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let (conditions, values) = (translator.literals(call.terms(0)?)?, translator.numbers_of(call.terms(1)?)?);
    let result = translator.number_of(call.term(2)?)?;
    if conditions.len() != values.len() {
        return Err(Refusal::Arguments);
    }
    let mut before: Vec<Lit> = Vec::new();
    let mut parts = Vec::with_capacity(values.len());
    for (condition, value) in conditions.into_iter().zip(values) {
        let is_result = translator.same(value, result)?;
        parts.push(Part::Clause(before.iter().copied().chain([!condition, is_result]).collect()));
        before.push(condition);
    }
    Ok(parts)
}
