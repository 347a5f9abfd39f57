//! Sums with one term for each integer.

use crate::view::View;

/// The terms with one factor, which is not zero, for each integer.
pub(crate) fn gathered(terms: &[(i64, View)]) -> Vec<(i64, View)> {
    let signed = |&(factor, view): &(i64, View)| if view.is_negated() { (-factor, -view) } else { (factor, view) };
    let mut sorted: Vec<(i64, View)> = terms.iter().map(signed).collect();
    sorted.sort_by_key(|&(_, view)| view);
    let mut gathered: Vec<(i64, View)> = Vec::with_capacity(terms.len());
    for (factor, view) in sorted {
        match gathered.last_mut() {
            Some(last) if last.1 == view => last.0 += factor,
            _ => gathered.push((factor, view)),
        }
    }
    gathered.retain(|&(factor, _)| factor != 0);
    gathered
}
