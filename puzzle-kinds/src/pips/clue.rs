//! The clues of regions.

/// A statement about the numbers in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clue {
    /// Nothing.
    Empty,
    /// They add up to this.
    Sum(u32),
    /// They add up to less than this.
    Less(u32),
    /// They add up to more than this.
    Greater(u32),
    /// They are all the same.
    Equals,
    /// No two of them are the same.
    Unequal,
}

impl Clue {
    /// The clue as it is written on a board; nothing where it says nothing.
    pub(crate) fn label(self) -> String {
        match self {
            Clue::Empty => String::new(),
            Clue::Sum(target) => target.to_string(),
            Clue::Less(target) => format!("<{target}"),
            Clue::Greater(target) => format!(">{target}"),
            Clue::Equals => "=".to_owned(),
            Clue::Unequal => "≠".to_owned(),
        }
    }

    /// Whether it holds for these numbers.
    pub(crate) fn holds(self, numbers: &[u32]) -> bool {
        let sum = || numbers.iter().sum::<u32>();
        match self {
            Clue::Empty => true,
            Clue::Sum(target) => sum() == target,
            Clue::Less(target) => sum() < target,
            Clue::Greater(target) => sum() > target,
            Clue::Equals => numbers.windows(2).all(|pair| pair[0] == pair[1]),
            Clue::Unequal => numbers.iter().enumerate().all(|(index, number)| !numbers[..index].contains(number)),
        }
    }
}
