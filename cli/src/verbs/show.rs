//! `gordian show`: a puzzle as it was understood.

use std::io::Write;

use gordian_puzzles::board::Style;
use serde_json::json;

use crate::arguments::ShowArguments;
use crate::failure::Failure;
use crate::output::drawing;
use crate::reading;
use crate::session::Session;

pub(crate) fn show(session: &mut Session, arguments: &ShowArguments) -> Result<u8, Failure> {
    session.signals.let_through();
    let puzzle = reading::open_valid_puzzle(&arguments.input, &arguments.reading, session.clock())?;
    drawing::write_svg(&arguments.files(), || puzzle.svg(None))?;
    if session.common.json {
        let document = json!({
            "kind": puzzle.kind().name, "title": puzzle.title(), "notes": puzzle.notes(),
            "drawing": puzzle.draw_puzzle(Style::UNICODE),
        });
        session.print_document(document)?;
    } else {
        let style = drawing::style(arguments.drawing.color);
        session.out.write_all(puzzle.draw_puzzle(style).as_bytes())?;
        for note in puzzle.notes() {
            writeln!(session.out, "Note: {note}.")?;
        }
    }
    Ok(0)
}
