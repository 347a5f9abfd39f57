//! The words of a rule.

/// A rule in its own words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The sort of the rule, one short word: `cage`, `row`, `thermometer`.
    pub kind: String,
    /// The rule as a clause of a sentence, without a full stop: `the cage of 8 at r1c1–r2c1`.
    pub text: String,
    /// Row and column, from zero, of the cells it speaks of; none where it is about no cells.
    pub cells: Vec<[usize; 2]>,
}

impl Rule {
    /// A rule of this kind, in these words, about these cells.
    pub fn new(kind: impl Into<String>, text: impl Into<String>, cells: impl IntoIterator<Item = [usize; 2]>) -> Rule {
        Rule { kind: kind.into(), text: text.into(), cells: cells.into_iter().collect() }
    }
}
