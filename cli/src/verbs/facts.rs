//! `gordian facts`: what all solutions have in common.

use std::io::Write;

use gordian_formula::{Cnf, Lit};
use gordian_puzzles::facts::Known;
use gordian_puzzles::{AnyPuzzle, AnySolution};
use gordian_queries::{Counts, Facts, counts, facts as find};
use gordian_solver::Options;
use serde_json::{Map, Value, json};

use crate::arguments::FactsArguments;
use crate::failure::Failure;
use crate::output::competition::{Status, write_values};
use crate::output::{drawing, json, sentence};
use crate::reading::{self, Opened};
use crate::session::Session;
use crate::subject;
use crate::verify;

pub(crate) fn facts(session: &mut Session, arguments: &FactsArguments) -> Result<u8, Failure> {
    match reading::open(&arguments.input, &arguments.reading, session.clock())? {
        Opened::Formula(formula) => {
            let Some(cnf) = subject::read_whole(
                session,
                formula,
                arguments.project.as_ref(),
                &arguments.reading,
                arguments.counts,
            )?
            else {
                return subject::interrupted(session);
            };
            of_formula(session, arguments, &cnf)
        }
        Opened::Puzzle(_) if arguments.project.is_some() => {
            Err(Failure::new("--project is for formulas: of a puzzle, what its solution shows matters"))
        }
        Opened::Puzzle(puzzle) => of_puzzle(session, arguments, &puzzle),
        Opened::Impossible(error) => subject::refute(session, &error.message),
        Opened::Interrupted => subject::interrupted(session),
    }
}

/// Facts, and counts where they are wanted and there is something to count.
fn ask(session: &Session, arguments: &FactsArguments, cnf: &Cnf) -> Result<(Facts, Option<Counts>), Failure> {
    let options = session.options(Options::default())?;
    let found = find(cnf, &session.limits(), &options);
    let counted = match arguments.counts && found.first.is_some() {
        true => {
            Some(counts(cnf, &found, &session.limits(), &options).map_err(|error| Failure::new(error.to_string()))?)
        }
        false => None,
    };
    Ok((found, counted))
}

/// What the JSON of formulas and of puzzles has in common.
fn verdict(status: Status, found: &Facts, counted: Option<&Counts>) -> Map<String, Value> {
    let mut document = Map::new();
    document.insert("status".to_owned(), status.word().into());
    document.insert("complete".to_owned(), found.is_complete().into());
    document.insert("unique".to_owned(), json!(found.is_unique()));
    if let Some(counted) = counted {
        document.insert("count".to_owned(), counted.total.to_string().into());
        document.insert("counted".to_owned(), counted.stop.is_none().into());
    }
    document
}

fn of_formula(session: &mut Session, arguments: &FactsArguments, cnf: &Cnf) -> Result<u8, Failure> {
    let (found, counted) = ask(session, arguments, cnf)?;
    for model in found.first.iter().chain(&found.second) {
        verify::model(cnf, model)?;
    }
    let status = found.status;
    let literals = |keep: &dyn Fn(Option<bool>) -> bool| -> Vec<(usize, Lit)> {
        let all = found.visible.iter().zip(&found.fixed).enumerate();
        all.filter(|(_, (_, fixed))| keep(**fixed))
            .map(|(rank, (var, fixed))| (rank, var.lit(fixed != &Some(false))))
            .collect()
    };
    let is_solved = found.first.is_some();
    let fixed = literals(&|fixed| fixed.is_some());
    let open = if is_solved { literals(&|fixed| fixed.is_none()) } else { Vec::new() };
    if session.common.json {
        let mut document = verdict(status, &found, counted.as_ref());
        let mut insert = |key: &str, value: Value| drop(document.insert(key.to_owned(), value));
        insert("fixed", json::numbers(fixed.iter().map(|(_, lit)| *lit)));
        insert("candidates", json::numbers(open.iter().map(|(_, lit)| *lit)));
        for (key, model) in [("model", &found.first), ("second", &found.second)] {
            if let Some(model) = model {
                insert(key, json::numbers(found.visible.iter().map(|&var| var.lit(model.value(var)))));
            }
        }
        if let Some(counted) = &counted {
            let of =
                |(rank, lit): &(usize, Lit)| (lit.to_dimacs().to_string(), json!(counted.of_true[*rank].to_string()));
            insert("counts", Value::Object(open.iter().map(of).collect()));
        }
        session.print_document(document)?;
        return Ok(status.code());
    }
    if is_solved {
        let (known, all) = (fixed.len(), found.visible.len());
        session.comment(format_args!("{known} of {all} variables have the same value in all models"))?;
        if let Some(counted) = &counted {
            let at_least = if counted.stop.is_some() { "at least " } else { "" };
            writeln!(session.out, "c {at_least}{} models", counted.total)?;
            for (rank, lit) in &open {
                writeln!(session.out, "c {lit} is true in {at_least}{}", counted.of_true[*rank])?;
            }
        }
        if let (Some(first), Some(second)) = (&found.first, &found.second) {
            let differs = |var: &&gordian_formula::Var| first.value(**var) != second.value(**var);
            let names: Vec<String> =
                found.visible.iter().filter(differs).map(|var| var.positive().to_string()).collect();
            session.comment(format_args!("two models differ in {}", names.join(" ")))?;
        }
    }
    if let Some(stop) = found.stop {
        session.comment(format_args!("stopped: {}", sentence::reason(stop)))?;
    }
    writeln!(session.out, "s {status}")?;
    if is_solved {
        write_values(&mut session.out, fixed.iter().map(|(_, lit)| *lit))?;
    }
    Ok(status.code())
}

fn of_puzzle(session: &mut Session, arguments: &FactsArguments, puzzle: &AnyPuzzle) -> Result<u8, Failure> {
    session.note_all(&arguments.reading, puzzle);
    let Some(compiled) = reading::compile(puzzle, &session.clock())? else { return subject::interrupted(session) };
    let (found, counted) = ask(session, arguments, &compiled.cnf)?;
    let status = found.status;
    let solution = |model: &Option<gordian_formula::Model>| -> Result<Option<AnySolution>, Failure> {
        model.as_ref().map(|model| verify::solution(puzzle, &compiled.cnf, model)).transpose()
    };
    let (first, second) = (solution(&found.first)?, solution(&found.second)?);
    let counts = counted.as_ref().map(|counted| counted.of_true.as_slice());
    let known = puzzle.facts(&Known { fixed: &found.fixed, counts });
    let differences = match (&first, &second) {
        (Some(first), Some(second)) => puzzle.differences(first, second),
        _ => Vec::new(),
    };
    drawing::write_svg(&arguments.files(), || known.to_svg())?;
    if session.common.json {
        let mut document = verdict(status, &found, counted.as_ref());
        let mut insert = |key: &str, value: Value| drop(document.insert(key.to_owned(), value));
        if first.is_some() {
            insert("fixed", known.values.fixed);
            insert("candidates", known.values.candidates);
            insert("solution", json!(first));
        }
        if second.is_some() {
            insert("second", json!(second));
            let names: Value = differences.iter().map(|&place| Value::from(puzzle.place_name(place))).collect();
            insert("differences", names);
        }
        if let Some(counts) = known.values.counts {
            insert("counts", counts);
        }
        session.print_document(document)?;
        return Ok(status.code());
    }
    let style = drawing::style(arguments.drawing.color);
    let out = &mut session.out;
    match status {
        Status::Unsatisfiable => writeln!(out, "There is no solution.")?,
        Status::Unknown => writeln!(out, "No solution was found.")?,
        Status::Satisfiable => {
            let [all, same] = known.places;
            out.write_all(known.draw(style).as_bytes())?;
            match found.is_unique() {
                Some(true) => writeln!(out, "There is exactly one solution.")?,
                _ => writeln!(out, "{same} of {all} places are known to be the same in all solutions.")?,
            }
            if let Some(counted) = &counted {
                let at_least = if counted.stop.is_some() { "At least " } else { "" };
                writeln!(out, "{at_least}{} solutions.", counted.total)?;
            }
        }
    }
    if let (Some(first), Some(second)) = (&first, &second) {
        let names: Vec<String> = differences.iter().map(|&place| puzzle.place_name(place)).collect();
        match names.is_empty() {
            true => writeln!(out, "Two solutions, which hold the same in every place:")?,
            false => writeln!(out, "Two solutions, which differ in {}:", names.join(" "))?,
        }
        for solution in [first, second] {
            let text = puzzle.stressed_board(Some(solution), &differences).to_text(style);
            out.write_all(text.as_bytes())?;
        }
    }
    if let Some(stop) = found.stop {
        writeln!(out, "Not everything is known: {}.", sentence::reason(stop))?;
    }
    Ok(status.code())
}
