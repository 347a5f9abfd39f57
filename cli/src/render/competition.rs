//! Answers in the format of the SAT Competition: lines that begin with `c`, `s` and `v`.

use std::fmt::Display;
use std::io::{self, Write};

use super::report::Counters;
use crate::session::Session;

/// The largest width of a `v` line.
const COLUMNS: usize = 78;

/// Writes the literals of a model and the final zero as `v` lines.
pub(crate) fn write_values(out: &mut impl Write, literals: &[i32]) -> io::Result<()> {
    let mut line = String::with_capacity(COLUMNS + 1);
    line.push('v');
    let mut push = |number: i32| -> io::Result<()> {
        let word = number.to_string();
        if line.len() + 1 + word.len() > COLUMNS {
            line.push('\n');
            out.write_all(line.as_bytes())?;
            line.truncate(1);
        }
        line.push(' ');
        line.push_str(&word);
        Ok(())
    };
    literals.iter().chain([&0]).try_for_each(|&number| push(number))?;
    line.push('\n');
    out.write_all(line.as_bytes())
}

/// Prints a line for each counter.
pub(crate) fn print_rows<N: Display>(
    session: &mut Session,
    rows: impl IntoIterator<Item = (&'static str, N)>,
) -> io::Result<()> {
    rows.into_iter().try_for_each(|(name, value)| session.comment(format_args!("{name:<20} {value:>16}")))
}

/// Prints the counters of the engine: with `-v`, and always when a signal ends the run.
pub(crate) fn print_counters(session: &mut Session, counters: &Counters) -> io::Result<()> {
    if !session.common.verbose && !session.signals.is_stopped() {
        return Ok(());
    }
    print_rows(session, counters.statistics.rows())?;
    print_rows(session, [("seconds", format!("{:.2}", counters.seconds))])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(numbers: &[i32]) -> String {
        let mut out = Vec::new();
        write_values(&mut out, numbers).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_are_full_and_never_longer_than_78_columns() {
        assert_eq!(written(&[]), "v 0\n");
        assert_eq!(written(&[1, -2]), "v 1 -2 0\n");
        let numbers = (1..=1000).map(|number| if number % 3 == 0 { -number } else { number });
        let text = written(&numbers.collect::<Vec<i32>>());
        let lengths: Vec<usize> = text.lines().map(str::len).collect();
        assert!(lengths.iter().all(|&length| length <= 78));
        assert!(lengths[..lengths.len() - 1].iter().all(|&length| length >= 73));
        assert!(text.ends_with(" 0\n"));
        let numbers: Vec<i32> =
            text.split_whitespace().filter(|word| *word != "v").map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers.len(), 1001);
    }

    #[test]
    fn a_zero_that_does_not_fit_begins_a_line() {
        // A `v` and 19 words of 3 characters with a blank before each fill 77 columns: with the zero it would be 79.
        let text = written(&[111; 19]);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [77, 3]);
    }
}
