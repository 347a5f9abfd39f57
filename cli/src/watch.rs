//! Watching a query: progress on the terminal, solutions handed on.

use std::ops::ControlFlow;
use std::time::Instant;

use gordian_queries::{Listener, Progress, Solution};

use crate::progress::{ProgressLine, grouped};

/// Hears of solutions and progress, shows the progress, hands the solutions on.
pub(crate) struct Watch<F> {
    pub(crate) line: ProgressLine,
    started: Instant,
    on_solution: F,
}

impl<F: FnMut(&Solution<'_>) -> ControlFlow<()>> Watch<F> {
    pub(crate) fn new(is_wanted: bool, on_solution: F) -> Watch<F> {
        Watch { line: ProgressLine::new(is_wanted), started: Instant::now(), on_solution }
    }
}

impl<F: FnMut(&Solution<'_>) -> ControlFlow<()>> Listener for Watch<F> {
    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        (self.on_solution)(solution)
    }

    fn progress(&mut self, progress: &Progress) {
        let classes = progress.orbits.map_or(String::new(), |orbits| format!(" in {} classes", grouped(orbits)));
        let rate = progress.solutions as f64 / self.started.elapsed().as_secs_f64().max(0.001);
        let rate = grouped(rate as u128);
        self.line.show(format!("{} solutions{classes} so far, {rate} a second", grouped(progress.solutions)));
    }
}
