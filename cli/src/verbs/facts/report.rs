//! The answer of `gordian facts`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use gordian_puzzles::facts::PuzzleFacts;
use gordian_queries::{Status, Stop};
use serde::Serialize;
use serde_json::Value;

use crate::render::competition::write_values;
use crate::render::prose;
use crate::render::report::{Exit, Print, Report, Solved, StatusWord};
use crate::session::Session;

/// The answer of `gordian facts`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FactsReport {
    #[serde(with = "StatusWord")]
    pub(super) status: Status,
    /// Whether all facts are known.
    pub(super) complete: bool,
    /// Whether there is exactly one solution; null if that is not known.
    pub(super) unique: Option<bool>,
    /// The number of solutions, in decimal, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<String>,
    /// Whether the counts are those of all solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) counted: Option<bool>,
    #[serde(flatten)]
    pub(super) known: Known,
    #[serde(skip)]
    pub(super) stop: Option<Stop>,
}

/// The facts that all solutions share.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum Known {
    Formula(FormulaKnown),
    Puzzle(Box<PuzzleKnown>),
}

/// The facts that all models of a formula share.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct FormulaKnown {
    /// Literals that are true in all models.
    pub(super) fixed: Vec<i32>,
    /// Variables that are true in some models and false in others, or may be.
    pub(super) candidates: Vec<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) model: Option<Vec<i32>>,
    /// A model that differs from the other one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) second: Option<Vec<i32>>,
    /// The number of models in which each candidate is true, in decimal, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) counts: Option<BTreeMap<String, String>>,
}

/// The facts that all solutions of a puzzle share, in the shape of the puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PuzzleKnown {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fixed: Option<Value>,
    /// The values that each place may hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) candidates: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solution: Option<Solved>,
    /// A solution that differs from the other one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) second: Option<Solved>,
    /// The names of the places in which the two solutions differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) differences: Option<Vec<String>>,
    /// The number of solutions that hold each candidate, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) counts: Option<Value>,
    /// The same as a drawing.
    #[serde(skip)]
    pub(super) facts: PuzzleFacts,
    /// The places in which the two solutions differ.
    #[serde(skip)]
    pub(super) places: Vec<[usize; 3]>,
}

impl Report for FactsReport {
    fn exit(&self) -> Exit {
        Exit::Answered(self.status)
    }

    fn sentence(&self) -> String {
        let count = self.count.as_ref().map_or(String::new(), |count| match &**count {
            "1" => format!(" There is {}1 solution.", self.at_least()),
            _ => format!(" There are {}{count} solutions.", self.at_least()),
        });
        match (self.status, self.unique, &self.known) {
            (Status::Unsatisfiable, _, _) => "There is no solution.".to_owned(),
            (Status::Unknown, _, _) => "No solution was found.".to_owned(),
            (Status::Satisfiable, Some(true), _) => "There is exactly one solution.".to_owned(),
            (Status::Satisfiable, _, Known::Puzzle(known)) => {
                let [all, same] = known.facts.places;
                format!("{same} of {all} places are known to be the same in all solutions.{count}")
            }
            (Status::Satisfiable, _, Known::Formula(known)) => {
                let (fixed, all) = (known.fixed.len(), known.fixed.len() + known.candidates.len());
                format!("{fixed} of {all} variables {} the same value in all models.{count}", self.have())
            }
        }
    }
}

impl Print for FactsReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        match &self.known {
            Known::Formula(known) => self.print_lines(session, known),
            Known::Puzzle(known) => self.print_prose(session, known),
        }
    }
}

impl FactsReport {
    /// The words before counts that may be those of some solutions only.
    fn at_least(&self) -> &'static str {
        if self.counted == Some(false) { "at least " } else { "" }
    }

    /// The words about the variables that are fixed, of which there may be more.
    fn have(&self) -> &'static str {
        if self.complete { "have" } else { "are known to have" }
    }

    fn print_lines(&self, session: &mut Session, known: &FormulaKnown) -> io::Result<()> {
        if let Some(model) = &known.model {
            let (fixed, all) = (known.fixed.len(), model.len());
            session.comment(format_args!("{fixed} of {all} variables {} the same value in all models", self.have()))?;
        }
        if let (Some(count), Some(counts)) = (&self.count, &known.counts) {
            let at_least = self.at_least();
            writeln!(session.out, "c {at_least}{count} models")?;
            for number in known.candidates.iter().map(i32::to_string) {
                writeln!(session.out, "c {number} is true in {at_least}{}", counts[&number])?;
            }
        }
        if let (Some(first), Some(second)) = (&known.model, &known.second) {
            let differing = first.iter().zip(second).filter(|(first, second)| first != second);
            let names: Vec<String> = differing.map(|(number, _)| number.abs().to_string()).collect();
            session.comment(format_args!("two models differ in {}", names.join(" ")))?;
        }
        if self.unique == Some(true) {
            session.comment(format_args!("there is exactly one model"))?;
        }
        if let Some(stop) = self.stop {
            session.comment(format_args!("stopped: {}", prose::reason(stop)))?;
        }
        writeln!(session.out, "s {}", self.status)?;
        match known.model {
            Some(_) => write_values(&mut session.out, &known.fixed),
            None => Ok(()),
        }
    }

    fn print_prose(&self, session: &mut Session, known: &PuzzleKnown) -> io::Result<()> {
        let style = prose::style(session);
        let out = &mut session.out;
        match self.status {
            Status::Unsatisfiable => writeln!(out, "There is no solution.")?,
            Status::Unknown => writeln!(out, "No solution was found.")?,
            Status::Satisfiable => {
                let [all, same] = known.facts.places;
                out.write_all(known.facts.draw(style).as_bytes())?;
                match self.unique {
                    Some(true) => writeln!(out, "There is exactly one solution.")?,
                    _ => writeln!(out, "{same} of {all} places are known to be the same in all solutions.")?,
                }
                if let Some(count) = &self.count {
                    let at_least = if self.counted == Some(false) { "At least " } else { "" };
                    let plural = if count == "1" { "" } else { "s" };
                    writeln!(out, "{at_least}{count} solution{plural}.")?;
                }
            }
        }
        if let (Some(first), Some(second), Some(names)) = (&known.solution, &known.second, &known.differences) {
            match names.is_empty() {
                true => writeln!(out, "Two solutions that hold the same in every place:")?,
                false => writeln!(out, "Two solutions that differ in {}:", names.join(" "))?,
            }
            for Solved { puzzle, solution } in [first, second] {
                let text = puzzle.stressed_board(Some(solution), &known.places).to_text(style);
                out.write_all(text.as_bytes())?;
            }
        }
        match self.stop {
            Some(stop) => writeln!(out, "Not everything is known: {}.", prose::reason(stop)),
            None => Ok(()),
        }
    }
}
