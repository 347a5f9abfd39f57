//! Exactly-one groups that a symmetry group permutes within.

use super::Action;

/// The members of an exactly-one group of visible variables which the symmetry maps onto itself, by their orbits.
///
/// Every solution holds exactly one member. So every class has solutions that hold one of the representatives, the
/// first members of the orbits; and two solutions of a class that hold the same one are images of each other under
/// elements that leave that member in place.
pub(crate) struct Pivot {
    pub(crate) representatives: Vec<Representative>,
    /// The slots of the other members.
    pub(crate) others: Vec<u32>,
}

/// The first member of an orbit.
pub(crate) struct Representative {
    pub(crate) slot: u32,
    pub(crate) orbit_size: usize,
}

impl Pivot {
    /// The pivot with the fewest orbits, among exactly-one groups given as rows of slots; `None` where none helps.
    ///
    /// The symmetry has to be one of the formula.
    pub(crate) fn among(rows: impl Iterator<Item = Vec<u32>>, action: &Action) -> Option<Pivot> {
        rows.filter_map(|row| Pivot::on(row, action))
            .filter(|pivot| !pivot.others.is_empty())
            .min_by_key(|pivot| pivot.representatives.len())
    }

    fn on(mut members: Vec<u32>, action: &Action) -> Option<Pivot> {
        members.sort_unstable();
        members.dedup();
        let mut pivot = Pivot { representatives: Vec::new(), others: Vec::new() };
        let mut seen = vec![false; members.len()];
        let mut orbit = Vec::new();
        for start in 0..members.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            orbit.clear();
            orbit.push(members[start]);
            let mut next = 0;
            while next < orbit.len() {
                for generator in action.generators() {
                    let code = generator[orbit[next] as usize];
                    let position = members.binary_search(&(code / 2)).ok().filter(|_| code % 2 == 0)?;
                    if !std::mem::replace(&mut seen[position], true) {
                        orbit.push(members[position]);
                    }
                }
                next += 1;
            }
            pivot.representatives.push(Representative { slot: orbit[0], orbit_size: orbit.len() });
            pivot.others.extend_from_slice(&orbit[1..]);
        }
        Some(pivot)
    }
}
