//! The table of kinds.

#[cfg(feature = "flatzinc")]
use super::flatzinc;
use super::kind::{Certainty, Kind};
use super::outline::Outline;
use super::{cryptarithm, pips, polyform, star_battle, sudoku};

/// All kinds, in the order in which they are listed to users, and in which equally sure ones have a text.
pub const KINDS: &[Kind] = &[
    polyform::KIND,
    star_battle::KIND,
    cryptarithm::KIND,
    pips::KIND,
    sudoku::KIND,
    #[cfg(feature = "flatzinc")]
    flatzinc::KIND,
];

impl Kind {
    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        KINDS.iter().copied().find(|kind| kind.name == name || kind.aliases.contains(&name))
    }

    /// The kind of puzzle that a text looks like, if any: the one that is the surest of it.
    pub fn detect(text: &str) -> Option<Kind> {
        Kind::detect_with(text, Certainty::Possible)
    }

    /// As [`Kind::detect`], if that kind is at least so sure of the text.
    pub fn detect_with(text: &str, least: Certainty) -> Option<Kind> {
        let outline = Outline::of(text);
        let sure = KINDS.iter().rev().filter_map(|&kind| Some(((kind.detect)(&outline)?, kind)));
        let (certainty, kind) = sure.max_by_key(|&(certainty, _)| certainty)?;
        (certainty >= least).then_some(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_that_of_one_kind_and_of_no_formula() {
        let mut names: Vec<&str> =
            KINDS.iter().flat_map(|kind| kind.aliases.iter().copied().chain([kind.name])).collect();
        names.push("cnf");
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
        assert_eq!(Kind::from_name("star-battle"), Some(star_battle::KIND));
    }
}
