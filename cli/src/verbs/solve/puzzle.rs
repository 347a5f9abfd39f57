//! Solving a puzzle.

use std::io::Write;

use gordian_formula::Cnf;
use gordian_puzzles::{AnyPuzzle, PuzzleError};
use gordian_solver::Outcome;
use serde_json::json;

use super::{Answer, Run};
use crate::failure::Failure;
use crate::output::competition::Status;
use crate::output::drawing;
use crate::reading;
use crate::verify;

impl Run<'_> {
    pub(super) fn solve_puzzle(mut self, puzzle: &AnyPuzzle) -> Result<u8, Failure> {
        self.session.note_all(&self.arguments.reading, puzzle);
        let compiled = reading::compile(puzzle, &self.session.clock())?;
        let outcome = match &compiled {
            Some(compiled) => {
                compiled.cnf.feed(&mut self.solver);
                self.solver.solve_within(&[], &self.budget())
            }
            None => Outcome::Unknown(self.session.interrupt()),
        };
        let cnf = compiled.map_or_else(Cnf::new, |compiled| compiled.cnf);
        self.progress.clear();
        self.finish_proof()?;
        let answer = Answer::of(outcome, &self.solver);
        let is_refuted = answer.status == Status::Unsatisfiable;
        let model = answer.model.as_ref();
        let solution = model.map(|model| verify::solution(puzzle, &cnf, model)).transpose()?;
        if is_refuted && self.arguments.check {
            verify::proof(&mut self.proofs, &cnf, &self.session.clock())?;
        }
        if let Some(solution) = &solution {
            drawing::write_svg(&self.arguments.files(), || puzzle.svg(Some(solution)))?;
        }
        if self.session.common.json {
            self.print_document(answer.status, solution.map(|solution| ("solution", json!(solution))))?;
            return Ok(answer.status.code());
        }
        let out = &mut self.session.out;
        match &solution {
            Some(_) if self.arguments.no_model => writeln!(out, "There is a solution.")?,
            Some(solution) => {
                let style = drawing::style(self.arguments.drawing.color);
                out.write_all(puzzle.draw(solution, style).as_bytes())?;
            }
            None if is_refuted => writeln!(out, "There is no solution.")?,
            None => match answer.reason(self.session) {
                Some(reason) => writeln!(self.session.out, "No solution was found: {reason}.")?,
                None => writeln!(self.session.out, "No solution was found.")?,
            },
        }
        self.session.print_statistics(self.solver.statistics())?;
        Ok(answer.status.code())
    }

    /// Answers for a puzzle that counting alone has refuted.
    pub(super) fn refuse_puzzle(mut self, error: &PuzzleError) -> Result<u8, Failure> {
        self.progress.clear();
        if self.session.common.json {
            self.print_document(Status::Unsatisfiable, [("reason", error.message.as_str().into())])?;
        } else {
            writeln!(self.session.out, "There is no solution: {}.", error.message)?;
        }
        Ok(Status::Unsatisfiable.code())
    }
}
