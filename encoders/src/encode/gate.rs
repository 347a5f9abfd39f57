//! Conjunction, disjunction and implication.

use gordian_formula::{ClauseSink, Lit};

use super::Truth;

/// Whether at least one of these holds: a new literal, unless constants or a single member decide.
///
/// Keeps the model count: yes.
pub fn any_of<S: ClauseSink + ?Sized>(sink: &mut S, members: impl IntoIterator<Item = Truth>) -> Truth {
    let mut lits = Vec::new();
    for member in members {
        match member {
            Truth::Always => return Truth::Always,
            Truth::Never => {}
            Truth::When(lit) => lits.push(lit),
        }
    }
    if lits.is_empty() { Truth::Never } else { Truth::When(any_literal(sink, &lits)) }
}

/// Whether all of these hold: a new literal, unless constants or a single member decide.
///
/// Keeps the model count: yes.
pub fn all_of<S: ClauseSink + ?Sized>(sink: &mut S, members: impl IntoIterator<Item = Truth>) -> Truth {
    !any_of(sink, members.into_iter().map(|member| !member))
}

/// One of the conclusions holds where all premises do.
///
/// Keeps the model count: yes (no auxiliary variables).
pub fn imply<S: ClauseSink + ?Sized>(sink: &mut S, premises: &[Truth], conclusions: &[Truth]) {
    let mut clause = Vec::with_capacity(premises.len() + conclusions.len());
    for truth in premises.iter().map(|&premise| !premise).chain(conclusions.iter().copied()) {
        match truth {
            Truth::Always => return,
            Truth::Never => {}
            Truth::When(lit) => clause.push(lit),
        }
    }
    sink.add_clause(&clause);
}

/// A literal that is true iff one of these is, of which there is at least one; itself where it is the only one.
pub(crate) fn any_literal<S: ClauseSink + ?Sized>(sink: &mut S, lits: &[Lit]) -> Lit {
    if let [lit] = lits {
        return *lit;
    }
    let any = sink.new_var().positive();
    let mut clause = Vec::with_capacity(lits.len() + 1);
    for &lit in lits {
        sink.add_clause(&[!lit, any]);
        clause.push(lit);
    }
    clause.push(!any);
    sink.add_clause(&clause);
    any
}
