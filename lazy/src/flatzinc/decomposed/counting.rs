//! How often values stand.

use std::collections::HashSet;

use gordian_flatzinc::IntegerSet;
use gordian_formula::Lit;

use super::part::{Comparison, Part};
use crate::flatzinc::translator::{Call, Refusal, Translator};
use crate::view::View;

/// The most values of which each gets a literal that says whether it stands.
const MOST_VALUES: i64 = 1 << 16;

pub(super) fn parts(translator: &mut Translator, call: &Call<'_>) -> Option<Result<Vec<Part>, Refusal>> {
    Some(match call.name {
        "among" => among(translator, call),
        "exactly_int" | "at_least_int" | "at_most_int" => few(translator, call),
        "global_cardinality" | "global_cardinality_closed" => cardinality(translator, call),
        "global_cardinality_low_up" | "global_cardinality_low_up_closed" => bounded_cardinality(translator, call),
        "bin_packing_load" | "bin_packing_capa" => loads(translator, call),
        "bin_packing" => capacity(translator, call),
        "nvalue" => number_of_values(translator, call),
        "alldifferent_except_0" => different(translator, call, &IntegerSet::from_values([0])),
        "alldifferent_except" => call.set(1).and_then(|except| different(translator, call, except)),
        "all_different_int" | "alldifferent" => different(translator, call, &IntegerSet::default()),
        "member_int" | "member_bool" => occurrences(translator, call, 0, 1).map(|lits| vec![Part::Clause(lits)]),
        name => counts(translator, call, name.strip_prefix("count_")?)?,
    })
}

/// Literals that say which elements of an array have the value of another argument.
fn occurrences(translator: &mut Translator, call: &Call<'_>, array: usize, value: usize) -> Result<Vec<Lit>, Refusal> {
    let value = translator.number_of(call.term(value)?)?;
    let views = translator.numbers_of(call.terms(array)?)?;
    views.into_iter().map(|view| translator.same(view, value)).collect()
}

/// The number of true literals compares with a number.
fn counted(translator: &mut Translator, lits: &[Lit], name: &str, number: View) -> Result<Part, Refusal> {
    let (sign, comparison, bound) = match name {
        "eq" => (1, Comparison::Equal, 0),
        "neq" => (1, Comparison::Different, 0),
        "geq" => (1, Comparison::AtMost, 0),
        "gt" => (1, Comparison::AtMost, -1),
        "leq" => (-1, Comparison::AtMost, 0),
        _ => (-1, Comparison::AtMost, -1),
    };
    let mut terms = translator.ones(lits, sign)?;
    terms.push((-sign, number));
    Ok(Part::Sum(terms, comparison, bound))
}

fn counts(translator: &mut Translator, call: &Call<'_>, relation: &str) -> Option<Result<Vec<Part>, Refusal>> {
    let relation = relation.strip_suffix("_par").unwrap_or(relation);
    let relation = relation.strip_suffix("_bool").unwrap_or(relation);
    if !["eq", "neq", "leq", "lt", "geq", "gt"].contains(&relation) {
        return None;
    }
    Some(occurrences(translator, call, 0, 1).and_then(|lits| {
        let number = translator.view(call.term(2)?)?;
        Ok(vec![counted(translator, &lits, relation, number)?])
    }))
}

fn among(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let (number, set) = (translator.view(call.term(0)?)?, call.set(2)?);
    let views = translator.views(call.terms(1)?)?;
    let lits: Vec<Lit> = views.into_iter().map(|view| translator.is_within(view, set)).collect();
    Ok(vec![counted(translator, &lits, "eq", number)?])
}

fn few(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let relation = match call.name {
        "exactly_int" => "eq",
        "at_least_int" => "leq",
        _ => "geq",
    };
    let lits = occurrences(translator, call, 1, 2)?;
    let number = translator.view(call.term(0)?)?;
    Ok(vec![counted(translator, &lits, relation, number)?])
}

/// That all have one of the values, where the name says so.
fn closed(translator: &mut Translator, call: &Call<'_>, views: &[View], cover: &[i64]) -> Vec<Part> {
    if !call.name.ends_with("_closed") {
        return Vec::new();
    }
    let values = IntegerSet::from_values(cover.iter().copied());
    views.iter().map(|&view| Part::Clause(vec![translator.is_within(view, &values)])).collect()
}

/// Whether a value stands twice.
fn has_repetitions(values: &[i64]) -> bool {
    values.iter().collect::<HashSet<_>>().len() < values.len()
}

fn cardinality(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let (views, cover) = (translator.views(call.terms(0)?)?, call.numbers(1)?);
    let counts = translator.views(call.terms(2)?)?;
    if counts.len() != cover.len() {
        return Err(Refusal::Arguments);
    }
    let mut parts = closed(translator, call, &views, &cover);
    if has_repetitions(&cover) {
        // MiniZinc demands this too; otherwise it follows from the others.
        let terms = counts.iter().map(|&count| (1, count)).collect();
        parts.push(Part::Sum(terms, Comparison::AtMost, views.len() as i64));
    }
    for (value, count) in cover.into_iter().zip(counts) {
        let lits: Vec<Lit> = views.iter().map(|&view| translator.solver.equals(view, value)).collect();
        parts.push(counted(translator, &lits, "eq", count)?);
    }
    Ok(parts)
}

fn bounded_cardinality(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let (views, cover) = (translator.views(call.terms(0)?)?, call.numbers(1)?);
    let (low, up) = (call.numbers(2)?, call.numbers(3)?);
    if low.len() != cover.len() || up.len() != cover.len() {
        return Err(Refusal::Arguments);
    }
    let mut parts = closed(translator, call, &views, &cover);
    let total = |bounds: &[i64]| bounds.iter().map(|&bound| i128::from(bound)).sum::<i128>();
    let fits = (total(&low)..=total(&up)).contains(&(views.len() as i128));
    if call.name.ends_with("_closed") && has_repetitions(&cover) && !fits {
        // As in `cardinality`.
        parts.push(Part::Clause(Vec::new()));
    }
    for (value, (low, up)) in cover.into_iter().zip(low.into_iter().zip(up)) {
        let lits: Vec<Lit> = views.iter().map(|&view| translator.solver.equals(view, value)).collect();
        for (relation, bound) in [("leq", low), ("geq", up)] {
            let bound = translator.constant(bound)?;
            parts.push(counted(translator, &lits, relation, bound)?);
        }
    }
    Ok(parts)
}

fn loads(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let (loads, bins) = (translator.views(call.terms(0)?)?, translator.views(call.terms(1)?)?);
    let sizes = call.numbers(2)?;
    if sizes.len() != bins.len() {
        return Err(Refusal::Arguments);
    }
    let all = IntegerSet::from_ranges([1..=loads.len() as i64]);
    let mut parts: Vec<Part> = bins.iter().map(|&bin| Part::Clause(vec![translator.is_within(bin, &all)])).collect();
    let comparison = if call.name == "bin_packing_load" { Comparison::Equal } else { Comparison::AtMost };
    for (number, &load) in (1..).zip(&loads) {
        let mut terms = in_bin(translator, &bins, &sizes, number)?;
        terms.push((-1, load));
        parts.push(Part::Sum(terms, comparison, 0));
    }
    Ok(parts)
}

/// The sizes of the items in a bin.
fn in_bin(translator: &mut Translator, bins: &[View], sizes: &[i64], number: i64) -> Result<Vec<(i64, View)>, Refusal> {
    let mut terms = Vec::with_capacity(bins.len() + 1);
    for (&bin, &size) in bins.iter().zip(sizes) {
        let inside = translator.solver.equals(bin, number);
        terms.push((size, translator.zero_one(inside)?.into()));
    }
    Ok(terms)
}

fn capacity(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let (capacity, bins, sizes) = (call.number(0)?, translator.views(call.terms(1)?)?, call.numbers(2)?);
    if sizes.len() != bins.len() || sizes.iter().any(|&size| size < 0) {
        return Err(Refusal::Arguments);
    }
    if capacity < 0 {
        // The bin of any item has too much.
        return Ok(if bins.is_empty() { Vec::new() } else { vec![Part::Clause(Vec::new())] });
    }
    let mut parts = Vec::new();
    for number in values_of(translator, &bins)? {
        let terms = in_bin(translator, &bins, &sizes, number)?;
        parts.push(Part::Sum(terms, Comparison::AtMost, capacity));
    }
    Ok(parts)
}

/// The values from the least to the greatest of any view.
fn values_of(translator: &Translator, views: &[View]) -> Result<std::ops::RangeInclusive<i64>, Refusal> {
    let bounds: Vec<(i64, i64)> = views.iter().map(|&view| translator.bounds_of(view)).collect();
    let least = bounds.iter().map(|&(least, _)| least).min().unwrap_or(0);
    let most = bounds.iter().map(|&(_, most)| most).max().unwrap_or(-1);
    if most - least > MOST_VALUES { Err(Refusal::Unsupported) } else { Ok(least..=most) }
}

fn number_of_values(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let (number, views) = (translator.view(call.term(0)?)?, translator.views(call.terms(1)?)?);
    let mut stand = Vec::new();
    for value in values_of(translator, &views)? {
        let lits: Vec<Lit> = views.iter().map(|&view| translator.solver.equals(view, value)).collect();
        stand.push(translator.disjunction(&lits));
    }
    Ok(vec![counted(translator, &stand, "eq", number)?])
}

fn different(translator: &mut Translator, call: &Call<'_>, except: &IntegerSet) -> Result<Vec<Part>, Refusal> {
    let views = translator.views(call.terms(0)?)?;
    let mut parts = Vec::new();
    for (at, &one) in views.iter().enumerate() {
        let is_excepted = translator.is_within(one, except);
        for &other in &views[..at] {
            let same = translator.same(one, other)?;
            parts.push(Part::Clause(vec![is_excepted, !same]));
        }
    }
    Ok(parts)
}
