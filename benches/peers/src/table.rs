//! Verdicts judged and added up.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The verdict on one solver with one file.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Satisfiable, with a model that was checked.
    Satisfiable,
    /// Unsatisfiable, contradicted by nobody.
    Unsatisfiable,
    /// No answer within the limit.
    Miss,
    /// A wrong answer, and why it is known to be wrong.
    Wrong(&'static str),
}

/// One run of one solver.
#[derive(Clone, Debug)]
pub struct Row {
    /// The file.
    pub file: String,
    /// Its family.
    pub family: String,
    /// The solver.
    pub solver: String,
    /// The verdict on the run.
    pub verdict: Verdict,
    /// User and system time in seconds.
    pub seconds: f64,
    /// The largest resident set in MiB.
    pub memory: f64,
}

impl Row {
    /// The line of this run for a TSV file.
    pub fn to_tsv(&self) -> String {
        let verdict = match self.verdict {
            Verdict::Satisfiable => "SAT",
            Verdict::Unsatisfiable => "UNSAT",
            Verdict::Miss => "-",
            Verdict::Wrong(_) => "WRONG",
        };
        format!("{}\t{}\t{}\t{verdict}\t{:.3}\t{:.1}", self.file, self.family, self.solver, self.seconds, self.memory)
    }

    fn solved(&self) -> bool {
        matches!(self.verdict, Verdict::Satisfiable | Verdict::Unsatisfiable)
    }
}

/// The first line of the TSV file.
pub const TSV_HEADER: &str = "file\tfamily\tsolver\tverdict\tseconds\tmemory_mib";

/// PAR-2: the sum of the times, where a run without a right answer counts twice the limit.
fn par2<'a>(rows: impl Iterator<Item = &'a Row>, limit: u64) -> f64 {
    rows.map(|row| if row.solved() { row.seconds } else { 2.0 * limit as f64 }).sum()
}

/// The tables: one line a solver; then PAR-2 by family, and how many times the first solver's is of each other's.
pub fn tables(rows: &[Row], solvers: &[String], limit: u64, markdown: bool) -> String {
    let mut by_solver =
        vec![["solver", "solved", "SAT", "UNSAT", "wrong", "PAR-2", "largest MiB"].map(str::to_string).to_vec()];
    for solver in solvers {
        let of = || rows.iter().filter(|row| row.solver == *solver);
        let count = |wanted: fn(&Verdict) -> bool| of().filter(|row| wanted(&row.verdict)).count();
        by_solver.push(vec![
            solver.clone(),
            of().filter(|row| row.solved()).count().to_string(),
            count(|verdict| *verdict == Verdict::Satisfiable).to_string(),
            count(|verdict| *verdict == Verdict::Unsatisfiable).to_string(),
            count(|verdict| matches!(verdict, Verdict::Wrong(_))).to_string(),
            format!("{:.1}", par2(of(), limit)),
            format!("{:.0}", of().map(|row| row.memory).fold(0.0, f64::max)),
        ]);
    }
    let mut families: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        families.entry(&row.family).or_default().push(row);
    }
    let mut by_family = vec![[&["family".to_string(), "files".to_string()], solvers].concat()];
    if let Some(first) = solvers.first() {
        by_family[0].extend(solvers[1..].iter().map(|solver| format!("{first} / {solver}")));
    }
    let all = ("all", rows.iter().collect::<Vec<_>>());
    for (family, rows) in families.into_iter().chain([all]) {
        let sums: Vec<f64> = solvers
            .iter()
            .map(|solver| par2(rows.iter().copied().filter(|row| row.solver == *solver), limit))
            .collect();
        let mut line = vec![family.to_string(), (rows.len() / solvers.len().max(1)).to_string()];
        line.extend(sums.iter().map(|sum| format!("{sum:.1}")));
        // Below a hundredth of a second only the start of a process is measured.
        line.extend(sums.iter().skip(1).map(|sum| format!("{:.2}", sums[0].max(0.01) / sum.max(0.01))));
        by_family.push(line);
    }
    let mut text = render(&by_solver, markdown);
    text.push('\n');
    text.push_str(&render(&by_family, markdown));
    text
}

/// A table whose first line is its header; columns after the first are aligned to the right.
fn render(lines: &[Vec<String>], markdown: bool) -> String {
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        let cells: Vec<String> = line
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(column, (cell, &width))| {
                    if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        let _ = match markdown {
            true => writeln!(text, "| {} |", cells.join(" | ")),
            false => writeln!(text, "{}", cells.join("  ").trim_end()),
        };
        if markdown && number == 0 {
            let rules: Vec<String> =
                (0..widths.len()).map(|column| if column == 0 { "---" } else { "---:" }.to_string()).collect();
            let _ = writeln!(text, "| {} |", rules.join(" | "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_and_a_wrong_answer_count_twice_the_limit() {
        let row = |solver: &str, verdict, seconds| Row {
            file: "a".to_string(),
            family: "f".to_string(),
            solver: solver.to_string(),
            verdict,
            seconds,
            memory: 1.0,
        };
        let rows = [
            row("x", Verdict::Satisfiable, 1.5),
            row("y", Verdict::Miss, 20.0),
            row("x", Verdict::Wrong("model"), 0.1),
            row("y", Verdict::Unsatisfiable, 2.0),
        ];
        let text = tables(&rows, &["x".to_string(), "y".to_string()], 20, true);
        assert!(text.contains("| x      |      1 |   1 |     0 |     1 |  41.5 |"), "{text}");
        assert!(text.contains("| f      |     2 | 41.5 | 42.0 |  0.99 |"), "{text}");
    }
}
