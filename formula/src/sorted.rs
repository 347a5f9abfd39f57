//! Sets as sorted lists.

/// Each of the items once, in increasing order.
///
/// ```
/// assert_eq!(gordian_formula::sorted_set([3, 1, 3, 2]), [1, 2, 3]);
/// ```
pub fn sorted_set<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}
