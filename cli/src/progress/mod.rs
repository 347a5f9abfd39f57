//! The ways to see how far a run has come: a line on a terminal, and reports to a program that asks
//! in the same process.

mod hearer;
mod terminal;

use gordian_solver::{Observer, Statistics};

pub use hearer::Hearer;
use hearer::OfEngine;
pub(crate) use hearer::{OfParts, OfSolutions};
use terminal::Line;

/// Those who watch a run. Clones are the same ones.
#[derive(Clone)]
pub(crate) struct ProgressLine {
    line: Line,
    hearer: Hearer,
}

impl ProgressLine {
    pub(crate) fn new(is_wanted: bool, hearer: Hearer) -> ProgressLine {
        ProgressLine { line: Line::new(is_wanted), hearer }
    }

    /// Replaces the text of the line, which is made only if somebody sees it.
    pub(crate) fn show(&self, message: impl FnOnce() -> String) {
        self.line.show(message);
    }

    /// Reports the progress of a search for many solutions.
    pub(crate) fn tell(&self, progress: &OfSolutions) {
        self.hearer.tell(progress);
    }

    /// Reports how many parts of a question are settled.
    pub(crate) fn tell_of_parts(&self, progress: &OfParts) {
        self.hearer.tell(progress);
    }

    /// Calls a function that prints, with the line removed meanwhile.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.line.suspend(print)
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.line.clear();
    }
}

/// Shows the counters of the engine.
impl Observer for ProgressLine {
    fn progress(&mut self, statistics: &Statistics) {
        let progress = OfEngine {
            conflicts: statistics.conflicts,
            restarts: statistics.get("restarts").unwrap_or_default(),
            learned: statistics.redundant,
            units: statistics.units,
        };
        self.hearer.tell(&progress);
        self.show(|| {
            format!(
                "{} conflicts, {} restarts, {} clauses learned and kept, {} units",
                grouped(progress.conflicts.into()),
                grouped(progress.restarts.into()),
                grouped(progress.learned.into()),
                grouped(progress.units.into()),
            )
        });
    }
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_from_the_right() {
        let shown = [0, 999, 1000, 16146, 129168, 1234567].map(grouped);
        assert_eq!(shown, ["0", "999", "1 000", "16 146", "129 168", "1 234 567"]);
    }
}
