//! Draws the runs that `peers --tsv` wrote as a cactus plot: how many files each solver solved within how many seconds.
//!
//! `peers-plot runs.tsv > cactus.svg`

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 130.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 44.0;
/// Shorter times are drawn as this many seconds.
const SHORTEST: f64 = 0.01;
/// Colours that stay apart for all kinds of sight (Okabe & Ito 2008).
const COLOURS: [&str; 8] = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

fn main() -> ExitCode {
    let drawn = match std::env::args().nth(1) {
        None => Err("usage: peers-plot RUNS.tsv > PLOT.svg".to_string()),
        Some(path) => std::fs::read_to_string(&path)
            .map_err(|error| format!("{path}: {error}"))
            .and_then(|text| Ok(draw(&times(&text).map_err(|line| format!("{path}:{line}: not a run"))?))),
    };
    match drawn {
        Ok(svg) => print!("{svg}"),
        Err(error) => {
            eprintln!("peers-plot: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// For each solver the times of the files it solved, sorted. The error is the number of a line that is no run.
fn times(text: &str) -> Result<BTreeMap<&str, Vec<f64>>, usize> {
    let mut times: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let [_, _, solver, verdict, seconds, _] = line.split('\t').collect::<Vec<&str>>()[..] else {
            return Err(number + 1);
        };
        let solved = times.entry(solver).or_default();
        if ["SAT", "UNSAT"].contains(&verdict) {
            solved.push(seconds.parse().map_err(|_| number + 1)?);
        }
    }
    times.values_mut().for_each(|times| times.sort_by(f64::total_cmp));
    Ok(times)
}

/// The plot: files along, seconds up, on a logarithmic scale; the solver of the most files first in the legend.
fn draw(times: &BTreeMap<&str, Vec<f64>>) -> String {
    let mut solvers: Vec<(&str, &[f64])> = times.iter().map(|(&name, times)| (name, &times[..])).collect();
    solvers.sort_by_key(|(name, times)| (usize::MAX - times.len(), *name));
    let most = solvers.iter().map(|(_, times)| times.len()).max().unwrap_or(0).max(1) as f64;
    let longest =
        solvers.iter().flat_map(|(_, times)| *times).fold(10.0 * SHORTEST, |longest, &time| time.max(longest));
    let x = |solved: f64| LEFT + solved / most * (WIDTH - LEFT - RIGHT);
    let span = (longest / SHORTEST).ln();
    let y = |seconds: f64| HEIGHT - BOTTOM - (seconds.max(SHORTEST) / SHORTEST).ln() / span * (HEIGHT - TOP - BOTTOM);
    let mut svg = String::new();
    let mut line = |text: String| {
        svg.push_str(&text);
        svg.push('\n');
    };
    line(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">"#
    ));
    line(r#"<rect width="100%" height="100%" fill="white"/>"#.to_string());
    for seconds in [0.01, 0.1, 1.0, 10.0, 100.0, 1000.0].into_iter().filter(|&seconds| seconds <= longest) {
        let (at, end) = (y(seconds), WIDTH - RIGHT);
        line(format!(r##"<line x1="{LEFT}" y1="{at:.1}" x2="{end}" y2="{at:.1}" stroke="#dddddd"/>"##));
        line(format!(r#"<text x="{}" y="{:.1}" text-anchor="end">{seconds} s</text>"#, LEFT - 6.0, at + 4.0));
    }
    let step = if most > 100.0 { 20 } else { 10 };
    for solved in (0..=most as usize).step_by(step) {
        let at = x(solved as f64);
        line(format!(r#"<text x="{at:.1}" y="{}" text-anchor="middle">{solved}</text>"#, HEIGHT - BOTTOM + 18.0));
    }
    line(format!(r#"<text x="{:.1}" y="{}" text-anchor="middle">files solved</text>"#, x(most / 2.0), HEIGHT - 8.0));
    for (index, (name, times)) in solvers.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let mut points = String::new();
        for (solved, &seconds) in times.iter().enumerate() {
            let _ = write!(points, "{:.1},{:.1} ", x(solved as f64 + 1.0), y(seconds));
        }
        line(format!(r#"<polyline fill="none" stroke="{colour}" stroke-width="2" points="{}"/>"#, points.trim_end()));
        let (left, height) = (WIDTH - RIGHT + 12.0, TOP + 20.0 * (index as f64 + 1.0));
        line(format!(r#"<text x="{left}" y="{height}" fill="{colour}">{name} ({})</text>"#, times.len()));
    }
    line("</svg>".to_string());
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNS: &str = "file\tfamily\tsolver\tverdict\tseconds\tmemory_mib\n\
        a\tf\tone\tSAT\t2.5\t9.0\na\tf\ttwo\t-\t20.0\t9.0\nb\tf\tone\tUNSAT\t0.5\t9.0\nb\tf\ttwo\tWRONG\t0.1\t9.0\n";

    #[test]
    fn only_right_answers_count() {
        let times = times(RUNS).unwrap();
        assert_eq!((&times["one"][..], &times["two"][..]), (&[0.5, 2.5][..], &[][..]));
        let svg = draw(&times);
        assert!(svg.contains(">one (2)<") && svg.contains(">two (0)<"));
        assert_eq!(svg.matches("<polyline").count(), 2);
    }

    #[test]
    fn a_line_that_is_no_run_is_named() {
        assert_eq!(times("header\na\tb\n").unwrap_err(), 2);
        assert_eq!(times("header\na\tf\ts\tSAT\tsoon\t1\n").unwrap_err(), 2);
    }
}
