//! Drawings of puzzles and their solutions.

use std::io::IsTerminal;

use gordian_puzzles::board::Style;

use crate::arguments::{ColorChoice, Content, Files};
use crate::failure::Failure;
use crate::output::files::write;

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

/// Writes the picture, in SVG, if one is wanted.
pub(crate) fn write_svg(files: &Files, svg: impl FnOnce() -> String) -> Result<(), Failure> {
    match files.picture() {
        Some(path) => write(files, path, Content::Drawing, svg().as_bytes()),
        None => Ok(()),
    }
}
