//! Watches a query: shows its progress and passes solutions on.

use std::ops::ControlFlow;
use std::time::Duration;

use gordian_formula::Instant;
use gordian_queries::{Listener, Progress, Settled, Solution};

use crate::progress::{OfParts, OfSolutions, ProgressLine, grouped};

/// A listener that shows the progress and passes solutions on.
pub(crate) struct Watch<F> {
    pub(crate) line: ProgressLine,
    started: Instant,
    /// The share of the space that was done at the first report; a resumed run does not begin at
    /// zero.
    first_share: Option<f64>,
    on_solution: F,
}

impl<F: FnMut(&Solution<'_>) -> ControlFlow<()>> Watch<F> {
    pub(crate) fn new(line: ProgressLine, on_solution: F) -> Watch<F> {
        Watch { line, started: Instant::now(), first_share: None, on_solution }
    }
}

impl<F: FnMut(&Solution<'_>) -> ControlFlow<()>> Listener for Watch<F> {
    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        (self.on_solution)(solution)
    }

    fn progress(&mut self, progress: &Progress) {
        let &Progress { solutions, orbits: classes, share } = progress;
        self.line.tell(&OfSolutions { solutions: Some(solutions), classes, share });
        let classes = progress.orbits.map_or(String::new(), |orbits| format!(" in {} classes", grouped(orbits)));
        let rate = progress.solutions as f64 / self.started.elapsed().as_secs_f64().max(0.001);
        let rate = grouped(rate as u128);
        let part = progress.share.map_or(String::new(), |share| {
            let first = *self.first_share.get_or_insert(share);
            part(share, share - first, self.started.elapsed())
        });
        self.line.show(|| format!("{} solutions{classes} so far, {rate} a second{part}", grouped(progress.solutions)));
    }
}

/// A listener that shows how many parts of a question are settled.
pub(crate) struct WatchParts {
    pub(crate) line: ProgressLine,
    /// The name of the parts, in the plural.
    pub(crate) parts: &'static str,
}

impl Listener for WatchParts {
    fn solution(&mut self, _: &Solution<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn settled(&mut self, Settled { settled, of }: Settled) {
        let parts = self.parts;
        self.line.tell_of_parts(&OfParts { settled, of, parts });
        self.line.show(|| format!("{} of {} {parts} settled", grouped(settled as u128), grouped(of as u128)));
    }
}

/// The words for how much of the space is done, and how long the rest takes at the rate of what was
/// `done` in the time `elapsed`. They give no estimate before a thousandth is done.
fn part(share: f64, done: f64, elapsed: Duration) -> String {
    let percent = 100.0 * share;
    if done < 0.001 {
        return format!(", {percent:.1} % of the space");
    }
    let left = in_words(elapsed.as_secs_f64() * (1.0 - share) / done);
    format!(", {percent:.1} % of the space, about {left} left")
}

/// So many seconds in words.
pub(crate) fn in_words(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{seconds:.0} s"),
        ..6000.0 => format!("{:.0} min", seconds / 60.0),
        ..360_000.0 => format!("{:.0} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_estimated_from_what_was_done() {
        let minute = Duration::from_secs(60);
        assert_eq!(part(0.5, 0.0, minute), ", 50.0 % of the space");
        assert_eq!(part(0.5, 0.5, minute), ", 50.0 % of the space, about 60 s left");
        assert_eq!(part(0.25, 0.01, minute), ", 25.0 % of the space, about 75 min left");
        assert_eq!(part(0.9, 0.4, minute), ", 90.0 % of the space, about 15 s left");
    }
}
