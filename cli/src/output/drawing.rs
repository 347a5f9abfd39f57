//! Drawings of puzzles and their solutions.

use std::io::IsTerminal;

use gordian_encoders::board::Style;
use gordian_encoders::puzzle::{Puzzle, Solution};

use crate::arguments::{ColorChoice, Drawing};
use crate::failure::Failure;
use crate::output::target::write_file;

/// How drawings on standard output are to look.
pub(crate) fn style(choice: ColorChoice) -> Style {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let color = match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => std::io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb,
    };
    Style { color, unicode: !is_dumb && is_unicode_locale() }
}

/// Whether the locale has more than ASCII: only one that was named and is not UTF-8 says no.
fn is_unicode_locale() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(|name| std::env::var(name).ok());
    let locale = locale.map(|locale| locale.to_ascii_lowercase()).find(|locale| !locale.is_empty());
    locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

/// Writes the SVG file of a puzzle or its solution, if one is wanted.
pub(crate) fn write_svg(drawing: &Drawing, puzzle: &Puzzle, solution: Option<&Solution>) -> Result<(), Failure> {
    match &drawing.svg {
        Some(path) => write_file(path, puzzle.svg(solution).as_bytes()).map_err(|error| Failure::at(path, error)),
        None => Ok(()),
    }
}
