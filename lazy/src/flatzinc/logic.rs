//! Booleans.

use gordian_formula::Lit;

use super::translator::{Call, Refusal, Translator};

/// Posts a constraint of this family; `None` for others.
pub(super) fn post(translator: &mut Translator, call: &Call<'_>) -> Option<Result<(), Refusal>> {
    Some(match call.name {
        "bool_eq" | "bool_not" | "bool_ne" | "bool_le" | "bool_lt" | "bool_ge" | "bool_gt" | "bool_clause" => {
            holds(translator, call).map(|lit| translator.clause(call.guard, &[lit]))
        }
        "bool_and" | "bool_or" | "bool_xor" => gate(translator, call),
        "array_bool_and" | "array_bool_or" => array_gate(translator, call),
        "array_bool_xor" => parity(translator, call),
        _ => return None,
    })
}

/// Posts the negation of a constraint of this family.
pub(super) fn post_negation(translator: &mut Translator, call: &Call<'_>) -> Option<Result<(), Refusal>> {
    match call.name {
        "bool_eq" | "bool_not" | "bool_ne" | "bool_le" | "bool_lt" | "bool_ge" | "bool_gt" | "bool_clause" => {
            Some(holds(translator, call).map(|lit| translator.clause(call.guard, &[!lit])))
        }
        _ => None,
    }
}

/// The literal that the constraint holds.
fn holds(translator: &mut Translator, call: &Call<'_>) -> Result<Lit, Refusal> {
    if call.name == "bool_clause" {
        let mut lits = translator.literals(call.terms(0)?)?;
        lits.extend(translator.literals(call.terms(1)?)?.into_iter().map(|lit| !lit));
        return Ok(translator.disjunction(&lits));
    }
    let (one, other) = (translator.literal(call.term(0)?)?, translator.literal(call.term(1)?)?);
    Ok(match call.name {
        "bool_eq" => !exclusive(translator, one, other),
        "bool_not" | "bool_ne" => exclusive(translator, one, other),
        "bool_le" => translator.disjunction(&[!one, other]),
        "bool_lt" => translator.conjunction(&[!one, other]),
        "bool_ge" => translator.disjunction(&[one, !other]),
        _ => translator.conjunction(&[one, !other]),
    })
}

/// The literal that exactly one of two is true.
fn exclusive(translator: &mut Translator, one: Lit, other: Lit) -> Lit {
    let (first, second) = (translator.conjunction(&[one, !other]), translator.conjunction(&[!one, other]));
    translator.disjunction(&[first, second])
}

fn gate(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let inputs = [translator.literal(call.term(0)?)?, translator.literal(call.term(1)?)?];
    let output = match call.arguments.len() {
        2 => translator.solver.truth(),
        _ => translator.literal(call.term(2)?)?,
    };
    let value = match call.name {
        "bool_and" => translator.conjunction(&inputs),
        "bool_or" => translator.disjunction(&inputs),
        _ => exclusive(translator, inputs[0], inputs[1]),
    };
    translator.equate(call.guard, value, output);
    Ok(())
}

fn array_gate(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let (inputs, output) = (translator.literals(call.terms(0)?)?, translator.literal(call.term(1)?)?);
    let value = match call.name {
        "array_bool_and" => translator.conjunction(&inputs),
        _ => translator.disjunction(&inputs),
    };
    translator.equate(call.guard, value, output);
    Ok(())
}

fn parity(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let inputs = translator.literals(call.terms(0)?)?;
    let mut odd = !translator.solver.truth();
    for lit in inputs {
        odd = exclusive(translator, odd, lit);
    }
    translator.clause(call.guard, &[odd]);
    Ok(())
}
