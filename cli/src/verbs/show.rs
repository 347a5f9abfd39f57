//! `gordian show`: a puzzle as the program understands it.

use std::io::{self, Write};
use std::rc::Rc;

use gordian_puzzles::AnyPuzzle;
use gordian_puzzles::board::Style;
use serde::Serialize;

use crate::arguments::{Drawing, Files, ShowArguments, Usual};
use crate::ask::{Ask, Ended};
use crate::reading;
use crate::render::prose;
use crate::render::report::{Exit, Print, Report};
use crate::session::Session;

/// The answer of `gordian show`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShowReport {
    kind: &'static str,
    title: Option<String>,
    /// Notes about what is unusual about the puzzle.
    notes: Vec<String>,
    drawing: String,
    #[serde(skip)]
    puzzle: Rc<AnyPuzzle>,
}

impl Ask for ShowArguments {
    type Report = ShowReport;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, Some(&self.drawing), Files::reading([&self.input]))
    }

    fn ask(&self, session: &mut Session) -> Result<ShowReport, Ended> {
        session.signals.let_through();
        let puzzle = reading::open_valid_puzzle(session, &self.input)?;
        session.write_picture(|| puzzle.svg(None))?;
        Ok(ShowReport {
            kind: puzzle.kind().name,
            title: puzzle.title().map(str::to_owned),
            notes: puzzle.notes(),
            drawing: puzzle.draw_puzzle(Style::UNICODE),
            puzzle,
        })
    }
}

impl Report for ShowReport {
    fn exit(&self) -> Exit {
        Exit::Done
    }
}

impl Print for ShowReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        let text = self.puzzle.draw_puzzle(prose::style(session));
        session.out.write_all(text.as_bytes())?;
        self.notes.iter().try_for_each(|note| writeln!(session.out, "Note: {note}."))
    }
}
