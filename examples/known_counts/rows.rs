//! The problems, with the numbers that others have found.

use super::points::Formula;

/// A problem with known numbers.
pub(crate) struct Row {
    /// The number in the list of problems.
    pub(crate) number: u32,
    pub(crate) name: String,
    pub(crate) input: Input,
    pub(crate) solutions: Option<u64>,
    pub(crate) classes: Option<u64>,
    /// Within so many seconds of one processor.
    pub(crate) limit: u32,
    /// The method by which classes are to be counted, where that is not the one chosen without being told.
    pub(crate) method: &'static str,
}

pub(crate) enum Input {
    /// A text, and what classes are asked under: `own`, `rotations` or `-`.
    Puzzle {
        text: String,
        symmetries: &'static str,
    },
    Formula(Formula),
}

/// The limit in seconds, unless a row says more.
pub(crate) const SECONDS: u32 = 10;

impl Row {
    pub(crate) fn puzzle(
        number: u32,
        name: impl Into<String>,
        text: impl Into<String>,
        solutions: u64,
        classes: u64,
    ) -> Row {
        Row::new(number, name.into(), Input::Puzzle { text: text.into(), symmetries: "own" }, [solutions, classes])
    }

    pub(crate) fn formula(number: u32, name: impl Into<String>, formula: Formula, solutions: u64, classes: u64) -> Row {
        Row::new(number, name.into(), Input::Formula(formula), [solutions, classes])
    }

    fn new(number: u32, name: String, input: Input, counts: [u64; 2]) -> Row {
        let [solutions, classes] = counts.map(Some);
        Row { number, name, input, solutions, classes, limit: SECONDS, method: "auto" }
    }

    pub(crate) fn within(mut self, seconds: u32) -> Row {
        self.limit = seconds;
        self
    }

    /// With classes counted by this method.
    pub(crate) fn by(mut self, method: &'static str) -> Row {
        self.method = method;
        self
    }

    /// Marks that only the number of classes is known.
    pub(crate) fn of_classes(mut self) -> Row {
        self.solutions = None;
        self
    }

    /// Marks that only the number of solutions is known.
    pub(crate) fn of_solutions(mut self) -> Row {
        self.classes = None;
        self
    }
}

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = super::polyforms::rows();
    rows.extend(super::chess::rows());
    rows.extend(super::numbers::rows());
    rows.extend(super::combinatorial::rows());
    rows.extend(super::cycles::rows());
    rows.sort_by_key(|row| row.number);
    rows
}
