//! Comparisons, sums, products, elements.

use gordian_formula::Lit;

use super::translator::{Call, Refusal, Translator, number};
use crate::view::View;

/// Posts a constraint of this family; `None` for others.
pub(super) fn post(translator: &mut Translator, call: &Call<'_>) -> Option<Result<(), Refusal>> {
    Some(match call.name {
        "int_eq" | "int_ne" | "int_le" | "int_lt" | "int_ge" | "int_gt" => compare(translator, call),
        "int_lin_eq" | "int_lin_ne" | "int_lin_le" | "bool_lin_eq" | "bool_lin_le" => linear(translator, call),
        "int_plus" => sum(translator, call, [1, 1, -1]),
        "int_minus" => sum(translator, call, [1, -1, -1]),
        "int_negate" => sum(translator, call, [1, 1, 0]),
        "int_times" => product(translator, call),
        "int_div" => divide(translator, call, true),
        "int_mod" => divide(translator, call, false),
        "int_abs" => magnitude(translator, call),
        "int_max" | "int_min" => greatest_of_two(translator, call),
        "array_int_maximum" | "array_int_minimum" | "maximum_int" | "minimum_int" => greatest(translator, call),
        "array_int_element" | "array_var_int_element" => element(translator, call),
        "array_bool_element" | "array_var_bool_element" => boolean_element(translator, call),
        "set_in" => member(translator, call),
        "bool2int" => zero_one(translator, call),
        _ => return None,
    })
}

/// Posts the negation of a constraint of this family, for those that have one that is as simple.
pub(super) fn post_negation(translator: &mut Translator, call: &Call<'_>) -> Option<Result<(), Refusal>> {
    let opposite = |name| Call { name, ..*call };
    Some(match call.name {
        "int_eq" => compare(translator, &opposite("int_ne")),
        "int_ne" => compare(translator, &opposite("int_eq")),
        "int_le" => compare(translator, &opposite("int_gt")),
        "int_lt" => compare(translator, &opposite("int_ge")),
        "int_ge" => compare(translator, &opposite("int_lt")),
        "int_gt" => compare(translator, &opposite("int_le")),
        "int_lin_eq" => linear(translator, &opposite("int_lin_ne")),
        "int_lin_ne" => linear(translator, &opposite("int_lin_eq")),
        "int_lin_le" => linear(translator, &opposite("int_lin_gt")),
        "set_in" => not_member(translator, call),
        _ => return None,
    })
}

/// `one - other` compares like this with zero; a literal says it where one of the two is a constant.
fn compare(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let (first, second) = (call.term(0)?, call.term(1)?);
    let name = call.name.trim_start_matches("int_");
    let solver = |translator: &mut Translator, view: View, name: &str, value: i64| match name {
        "eq" => translator.solver.equals(view, value),
        "ne" => !translator.solver.equals(view, value),
        "le" => translator.solver.at_most(view, value),
        "lt" => translator.solver.at_most(view, value - 1),
        "ge" => translator.solver.at_least(view, value),
        _ => translator.solver.at_least(view, value + 1),
    };
    let [one, other] = [translator.view(first)?, translator.view(second)?];
    if let Ok(value) = number(second) {
        let lit = solver(translator, one, name, value);
        translator.clause(call.guard, &[lit]);
        return Ok(());
    }
    if let Ok(value) = number(first) {
        // value <= y where -y <= -value.
        let lit = solver(translator, -other, name, -value);
        translator.clause(call.guard, &[lit]);
        return Ok(());
    }
    let (terms, negated) = ([(1, one), (-1, other)], [(-1, one), (1, other)]);
    let (solver, guard) = (&mut translator.solver, call.guard);
    match name {
        "eq" => solver.add_equal(&terms, 0, guard)?,
        "ne" => solver.add_different(&terms, 0, guard)?,
        "le" => solver.add_at_most(&terms, 0, guard)?,
        "lt" => solver.add_at_most(&terms, -1, guard)?,
        "ge" => solver.add_at_most(&negated, 0, guard)?,
        _ => solver.add_at_most(&negated, -1, guard)?,
    }
    Ok(())
}

fn linear(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let (factors, terms) = (call.numbers(0)?, call.terms(1)?);
    if factors.len() != terms.len() {
        return Err(Refusal::Arguments);
    }
    let mut sum: Vec<(i64, View)> = Vec::with_capacity(terms.len() + 1);
    for (factor, term) in factors.into_iter().zip(terms) {
        let view = match call.name.starts_with("bool") {
            true => translator.literal(term).and_then(|lit| translator.zero_one(lit))?.into(),
            false => translator.view(term)?,
        };
        sum.push((factor, view));
    }
    // The sum of Booleans may be a variable.
    let bound = match call.number(2) {
        Err(Refusal::Unsupported) => {
            sum.push((-1, translator.view(call.term(2)?)?));
            0
        }
        bound => bound?,
    };
    let (solver, guard) = (&mut translator.solver, call.guard);
    match call.name {
        "int_lin_eq" | "bool_lin_eq" => solver.add_equal(&sum, bound, guard)?,
        "int_lin_ne" => solver.add_different(&sum, bound, guard)?,
        "int_lin_gt" => {
            let negated: Vec<(i64, View)> = sum.iter().map(|&(factor, view)| (factor, -view)).collect();
            solver.add_at_most(&negated, -bound - 1, guard)?;
        }
        _ => solver.add_at_most(&sum, bound, guard)?,
    }
    Ok(())
}

fn sum(translator: &mut Translator, call: &Call<'_>, factors: [i64; 3]) -> Result<(), Refusal> {
    let mut terms = Vec::new();
    for (at, factor) in factors.into_iter().enumerate().filter(|&(_, factor)| factor != 0) {
        terms.push((factor, translator.view(call.term(at)?)?));
    }
    Ok(translator.solver.add_equal(&terms, 0, call.guard)?)
}

fn views(translator: &mut Translator, call: &Call<'_>) -> Result<[View; 3], Refusal> {
    Ok([translator.view(call.term(0)?)?, translator.view(call.term(1)?)?, translator.view(call.term(2)?)?])
}

fn product(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let [left, right, result] = views(translator, call)?;
    translator.solver.add_product(result, left, right, call.guard);
    Ok(())
}

/// Division rounds toward zero, and the remainder has the sign of what is divided: `x = y *
/// quotient + remainder`, with a remainder of a magnitude less than that of `y`.
fn divide(translator: &mut Translator, call: &Call<'_>, is_quotient: bool) -> Result<(), Refusal> {
    let [dividend, divisor, result] = views(translator, call)?;
    let guard = call.guard;
    let ((lower, upper), (least, greatest)) = (translator.bounds_of(dividend), translator.bounds_of(divisor));
    let most = lower.abs().max(upper.abs());
    let largest = least.abs().max(greatest.abs());
    // The multiple has the sign of the dividend. Bounds of a product say little about factors of either sign, so the
    // quotient is to have one sign where that is known.
    let multiples = (lower.min(0), upper.max(0));
    let quotients = match (least >= 0, greatest <= 0) {
        (true, _) => multiples,
        (false, true) => (-multiples.1, -multiples.0),
        (false, false) => (-most, most),
    };
    let remainders = (lower.min(0).max(1 - largest), upper.max(0).min(largest - 1));
    let solver = &mut translator.solver;
    let mut fresh = |(least, most): (i64, i64)| solver.new_integer(least, most.max(least)).map(View::from);
    let multiple = fresh(multiples)?;
    let (quotient, remainder) = match is_quotient {
        true => (result, fresh(remainders)?),
        false => (fresh(quotients)?, result),
    };
    let size = fresh((0, largest))?;
    solver.add_product(multiple, divisor, quotient, guard);
    solver.add_equal(&[(1, dividend), (-1, multiple), (-1, remainder)], 0, guard)?;
    solver.add_maximum(size, &[divisor, -divisor], guard)?;
    for sign in [1, -1] {
        solver.add_at_most(&[(sign, remainder), (-1, size)], -1, guard)?;
    }
    for sign in [dividend, -dividend] {
        let is_remainder = if sign == dividend { remainder } else { -remainder };
        let (is_dividend, is_remainder) =
            (translator.solver.at_least(sign, 0), translator.solver.at_least(is_remainder, 0));
        translator.clause(guard, &[!is_dividend, is_remainder]);
    }
    Ok(())
}

fn magnitude(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let (of, result) = (translator.view(call.term(0)?)?, translator.view(call.term(1)?)?);
    Ok(translator.solver.add_maximum(result, &[of, -of], call.guard)?)
}

fn greatest_of_two(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let [one, other, result] = views(translator, call)?;
    extreme(translator, call, result, vec![one, other])
}

fn greatest(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let (result, items) = (translator.view(call.term(0)?)?, translator.views(call.terms(1)?)?);
    if items.is_empty() {
        return Err(Refusal::Arguments);
    }
    extreme(translator, call, result, items)
}

/// The result is the greatest of the items, or the least, as the name of the constraint says.
fn extreme(translator: &mut Translator, call: &Call<'_>, result: View, items: Vec<View>) -> Result<(), Refusal> {
    let (result, items) = match call.name.contains("max") {
        true => (result, items),
        false => (-result, items.into_iter().map(|item| -item).collect()),
    };
    Ok(translator.solver.add_maximum(result, &items, call.guard)?)
}

fn element(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let (index, items) = (translator.view(call.term(0)?)?, translator.views(call.terms(1)?)?);
    let result = translator.view(call.term(2)?)?;
    if items.is_empty() {
        translator.clause(call.guard, &[]);
        return Ok(());
    }
    Ok(translator.solver.add_element(result, index, 1, &items, call.guard)?)
}

fn boolean_element(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let (index, items) = (translator.view(call.term(0)?)?, translator.literals(call.terms(1)?)?);
    let result = translator.literal(call.term(2)?)?;
    let within = [translator.solver.at_least(index, 1), translator.solver.at_most(index, items.len() as i64)];
    within.into_iter().for_each(|lit| translator.clause(call.guard, &[lit]));
    for (number, item) in (1..).zip(items) {
        let chosen = translator.solver.equals(index, number);
        translator.clause(call.guard, &[!chosen, !item, result]);
        translator.clause(call.guard, &[!chosen, item, !result]);
    }
    Ok(())
}

fn is_member(translator: &mut Translator, call: &Call<'_>) -> Result<Lit, Refusal> {
    let view = translator.view(call.term(0)?)?;
    let gordian_flatzinc::Term::Set(set) = call.term(1)? else { return Err(Refusal::Unsupported) };
    Ok(translator.is_within(view, set))
}

fn member(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let lit = is_member(translator, call)?;
    translator.clause(call.guard, &[lit]);
    Ok(())
}

fn not_member(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let lit = is_member(translator, call)?;
    translator.clause(call.guard, &[!lit]);
    Ok(())
}

fn zero_one(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let (lit, view) = (translator.literal(call.term(0)?)?, translator.view(call.term(1)?)?);
    let [zero, one] = [0, 1].map(|value| translator.solver.equals(view, value));
    translator.clause(call.guard, &[lit, zero]);
    translator.clause(call.guard, &[!lit, one]);
    Ok(())
}
