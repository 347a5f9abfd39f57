//! The steps of a simplification, as a checker can judge them.

use std::collections::HashMap;
use std::io::{self, Write};

use gordian_formula::dimacs::write_literals;
use gordian_formula::{Lit, Var};

/// A step, with the letter that it has in a trace.
#[derive(Clone, Debug)]
enum Step {
    /// `i`: a clause that follows by unit propagation is added.
    Add(Vec<Lit>),
    /// `d`: a clause that follows from the others by unit propagation is taken out.
    Delete(Vec<Lit>),
    /// `h`: the other visible variables define a visible one.
    Define(Var),
    /// `e`: all clauses of a hidden or defined variable are taken out.
    Eliminate(Var),
}

/// The steps of a simplification so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    steps: Vec<Step>,
    /// The clauses that a checker has after the steps, sorted ones, each with how often it is there. Those are left
    /// out that no step is to delete.
    present: HashMap<Vec<Lit>, usize>,
}

impl Record {
    /// Begins with a formula of these clauses.
    pub(super) fn of(clauses: &[Vec<Lit>]) -> Record {
        let mut record = Record::default();
        clauses.iter().for_each(|clause| *record.present.entry(clause.clone()).or_default() += 1);
        record
    }

    /// A clause follows.
    pub(super) fn derive(&mut self, clause: &[Lit]) {
        self.steps.push(Step::Add(clause.to_vec()));
        *self.present.entry(clause.to_vec()).or_default() += 1;
    }

    /// A clause follows, and is there from here on, although the simplification goes on without it.
    pub(super) fn keep(&mut self, clause: &[Lit]) {
        if !self.forget(clause) {
            self.steps.push(Step::Add(clause.to_vec()));
        }
    }

    /// A clause follows from the others and goes, unless it is to be kept.
    pub(super) fn delete(&mut self, clause: &[Lit]) {
        if self.forget(clause) {
            self.steps.push(Step::Delete(clause.to_vec()));
        }
    }

    /// No step is to delete this clause, once; whether it is there.
    pub(super) fn forget(&mut self, clause: &[Lit]) -> bool {
        let number = self.present.get_mut(clause).filter(|number| **number > 0);
        number.map(|number| *number -= 1).is_some()
    }

    /// The clauses are these now, all of which follow from those before, as those follow from these.
    pub(super) fn follow(&mut self, clauses: &[Vec<Lit>]) {
        let mut before = std::mem::take(&mut self.present);
        for clause in clauses {
            match before.get_mut(clause) {
                Some(number) if *number > 0 => *number -= 1,
                _ => self.steps.push(Step::Add(clause.clone())),
            }
            *self.present.entry(clause.clone()).or_default() += 1;
        }
        let mut left: Vec<(Vec<Lit>, usize)> = before.into_iter().filter(|(_, number)| *number > 0).collect();
        left.sort_unstable();
        for (clause, number) in left {
            self.steps.extend((0..number).map(|_| Step::Delete(clause.clone())));
        }
    }

    /// The clauses of a variable, which are all forgotten, are taken out. If it is visible, others define it.
    pub(super) fn eliminate(&mut self, var: Var, is_visible: bool) {
        self.steps.extend(is_visible.then_some(Step::Define(var)));
        self.steps.push(Step::Eliminate(var));
    }

    /// The steps alone, which take less memory.
    pub(super) fn finished(self) -> Record {
        Record { present: HashMap::new(), ..self }
    }

    /// Writes the steps as a trace begins with them.
    ///
    /// # Errors
    /// What the output says.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for step in &self.steps {
            let (letter, lits) = match step {
                Step::Add(clause) => ('i', &clause[..]),
                Step::Delete(clause) => ('d', &clause[..]),
                Step::Define(var) => ('h', &[var.positive()][..]),
                Step::Eliminate(var) => ('e', &[var.positive()][..]),
            };
            write!(out, "{letter} ")?;
            write_literals(out, lits)?;
        }
        Ok(())
    }
}
