//! Solutions and statistics as MiniZinc reads them.

use std::fmt::{Display, Write};
use std::time::Duration;

use gordian_flatzinc::Model;
use gordian_minizinc::Answer;

/// A solution in the form that the model asks for, with the line that ends it.
pub(crate) fn solution(model: &Model, values: &[i64]) -> String {
    let mut text = model.solution(values);
    text.push_str("----------\n");
    text
}

/// The lines of the statistics.
pub(crate) fn statistics(answer: &Answer, read: Duration) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: &dyn Display| {
        // Writing to a string never fails.
        let _ = writeln!(text, "%%%mzn-stat: {name}={value}");
    };
    let counted = &answer.statistics;
    row("solutions", &answer.solutions);
    if let Some(objective) = answer.objective {
        row("objective", &objective);
    }
    if let Some(bound) = answer.objective_bound() {
        row("objectiveBound", &bound);
    }
    row("failures", &counted.conflicts);
    row("nodes", &counted.decisions);
    row("propagations", &counted.propagations);
    row("restarts", &counted.get("restarts").unwrap_or(0));
    row("peakDepth", &counted.get("peak depth").unwrap_or(0));
    row("variables", &answer.variables);
    row("propagators", &answer.constraints);
    row("initTime", &format_args!("{:.3}", (read + answer.mapping_time).as_secs_f64()));
    row("solveTime", &format_args!("{:.3}", answer.search_time.as_secs_f64()));
    text.push_str("%%%mzn-stat-end\n");
    text
}
