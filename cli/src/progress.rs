//! The line on a terminal that shows how far a run has come.

use std::thread;
use std::time::Duration;

use gordian_solver::{Observer, Statistics};
use indicatif::{ProgressBar, ProgressStyle};

/// A line on standard error that is redrawn again and again and disappears at the end. It shows
/// nothing if it is not wanted.
#[derive(Clone)]
pub(crate) struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    pub(crate) fn new(is_wanted: bool) -> ProgressLine {
        // A thread redraws the bar. The library panics if no thread can be started, so we try to
        // start one first.
        let can_start = || thread::Builder::new().spawn(|| {}).is_ok_and(|thread| thread.join().is_ok());
        if !is_wanted || !can_start() {
            return ProgressLine { bar: ProgressBar::hidden() };
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        ProgressLine { bar }
    }

    /// Replaces the text of the line.
    pub(crate) fn show(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Calls a function that prints, with the line removed meanwhile.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows the counters of the engine.
impl Observer for ProgressLine {
    fn progress(&mut self, statistics: &Statistics) {
        if self.bar.is_hidden() {
            return;
        }
        self.show(format!(
            "{} conflicts, {} restarts, {} clauses learned and kept, {} units",
            grouped(statistics.conflicts.into()),
            grouped(statistics.get("restarts").unwrap_or_default().into()),
            grouped(statistics.redundant.into()),
            grouped(statistics.units.into()),
        ));
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
