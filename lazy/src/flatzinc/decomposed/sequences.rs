//! Tables and automata.

use gordian_flatzinc::{Argument, Term};
use gordian_formula::Lit;

use super::part::{Comparison, Part};
use crate::flatzinc::translator::{Call, Refusal, Translator, number};
use crate::view::View;

/// The most literals that one constraint makes.
const MOST_LITERALS: usize = 1 << 20;

pub(super) fn parts(translator: &mut Translator, call: &Call<'_>) -> Option<Result<Vec<Part>, Refusal>> {
    Some(match call.name {
        "table_int" | "table_bool" => table(translator, call),
        "regular" | "regular_nfa" | "cost_regular" => regular(translator, call),
        _ => return None,
    })
}

/// A literal for each row.
fn table(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let views = translator.numbers_of(call.terms(0)?)?;
    let cells: Vec<i64> = call.terms(1)?.iter().map(constant).collect::<Result<_, _>>()?;
    if views.is_empty() || !cells.len().is_multiple_of(views.len()) {
        return Err(Refusal::Arguments);
    }
    if cells.len() > MOST_LITERALS {
        return Err(Refusal::Unsupported);
    }
    let mut rows = Vec::with_capacity(cells.len() / views.len());
    for row in cells.chunks(views.len()) {
        let lits: Vec<Lit> =
            views.iter().zip(row).map(|(&view, &value)| translator.solver.equals(view, value)).collect();
        rows.push(translator.conjunction(&lits));
    }
    Ok(vec![Part::Clause(rows)])
}

fn constant(term: &Term) -> Result<i64, Refusal> {
    match term {
        Term::Boolean(value) => Ok(i64::from(*value)),
        term => number(term),
    }
}

/// An edge of an automaton: from a state by a symbol to another state, at a cost. All are numbered from one.
struct Edge {
    from: i64,
    symbol: i64,
    to: i64,
    cost: i64,
}

/// A literal for each state after each position says that the automaton can be there.
fn regular(translator: &mut Translator, call: &Call<'_>) -> Result<Vec<Part>, Refusal> {
    let views = translator.views(call.terms(0)?)?;
    let (states, edges) = (call.number(1)?, edges(call)?);
    if edges.len().saturating_mul(views.len()) > MOST_LITERALS || states > MOST_LITERALS as i64 {
        return Err(Refusal::Unsupported);
    }
    let (start, accepting) = (call.number(4)?, call.set(5)?);
    let (yes, no) = (translator.solver.truth(), !translator.solver.truth());
    let mut reached: Vec<Lit> = (1..=states).map(|state| if state == start { yes } else { no }).collect();
    let mut costs: Vec<(i64, View)> = Vec::new();
    for view in views {
        let mut into: Vec<Vec<Lit>> = vec![Vec::new(); reached.len()];
        for edge in &edges {
            let is_symbol = translator.solver.equals(view, edge.symbol);
            let taken = translator.conjunction(&[reached[edge.from as usize - 1], is_symbol]);
            into[edge.to as usize - 1].push(taken);
            if edge.cost != 0 {
                costs.push((edge.cost, translator.zero_one(taken)?.into()));
            }
        }
        reached = into.iter().map(|lits| translator.disjunction(lits)).collect();
    }
    let ends = (1..).zip(&reached).filter(|&(state, _)| accepting.contains(state)).map(|(_, &lit)| lit);
    let mut parts = vec![Part::Clause(ends.collect())];
    if call.name == "cost_regular" {
        costs.push((-1, translator.view(call.term(7)?)?));
        parts.push(Part::Sum(costs, Comparison::Equal, 0));
    }
    Ok(parts)
}

fn edges(call: &Call<'_>) -> Result<Vec<Edge>, Refusal> {
    let (states, symbols) = (call.number(1)?, call.number(2)?);
    let cells = call.terms(3)?;
    let costs = match call.arguments.get(6) {
        Some(Argument::Array(_)) => call.numbers(6)?,
        _ => vec![0; cells.len()],
    };
    let is_whole = states >= 0 && symbols >= 0 && states.checked_mul(symbols) == i64::try_from(cells.len()).ok();
    if !is_whole || costs.len() != cells.len() {
        return Err(Refusal::Arguments);
    }
    let mut edges = Vec::new();
    for (at, (cell, cost)) in (0..).zip(cells.iter().zip(costs)) {
        let (from, symbol) = (at / symbols + 1, at % symbols + 1);
        let targets: Vec<i64> = match cell {
            Term::Set(set) => (1..=states).filter(|&state| set.contains(state)).collect(),
            term => vec![number(term)?],
        };
        let targets = targets.into_iter().filter(|to| (1..=states).contains(to));
        edges.extend(targets.map(|to| Edge { from, symbol, to, cost }));
    }
    Ok(edges)
}
