//! No two integer variables with the same value.

use std::collections::BTreeMap;

use gordian_formula::{ClauseSink, Lit};

use super::{AtMostOneEncoding, IntVar, Truth, at_most_one, exactly_one};

/// No two of these variables have the same value.
///
/// At most one `x = v` for each value; exactly one where there are as many variables as values, which unit propagation
/// cannot find by itself; a contradiction where there are more. Keeps the model count: yes.
pub fn all_different<'a, S: ClauseSink + ?Sized>(
    sink: &mut S,
    variables: impl IntoIterator<Item = &'a mut IntVar>,
    encoding: AtMostOneEncoding,
) {
    let mut of_value: BTreeMap<i64, Vec<Truth>> = BTreeMap::new();
    let mut count = 0;
    for variable in variables {
        count += 1;
        for value in variable.values().to_vec() {
            of_value.entry(value).or_default().push(variable.equals(sink, value));
        }
    }
    if count > of_value.len() {
        return sink.add_clause(&[]);
    }
    let is_permutation = count == of_value.len();
    for truths in of_value.values() {
        let lits: Vec<Lit> = truths.iter().filter_map(|truth| truth.lit()).collect();
        // Only a variable with one value has a truth without a literal.
        let fixed = truths.len() - lits.len();
        if fixed > 1 {
            sink.add_clause(&[]);
        } else if fixed == 1 {
            lits.iter().for_each(|&lit| sink.add_clause(&[!lit]));
        } else if is_permutation {
            exactly_one(sink, &lits, encoding);
        } else {
            at_most_one(sink, &lits, encoding);
        }
    }
}
