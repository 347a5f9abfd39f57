//! The parts of a certificate as text.

use std::io::{self, Write};

use gordian_formula::dimacs::Writer;
use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};

use super::choice::Choice;
use super::forbid::forbid;
use super::ledger::Ledger;
use crate::Answer;
use crate::rows::RowSet;
use crate::slots::Slots;
use crate::symmetry::{SymmetryGroup, write_cycles};

/// Lines are broken before this column where they can be.
const WIDTH: usize = 78;

/// The evidence for a count, beside the proof itself.
#[derive(Clone, Debug)]
pub struct Certificate {
    num_vars: usize,
    vars: Vec<Var>,
    lists_classes: bool,
    by_clause: bool,
    /// Ascending.
    listed: Vec<Listed>,
    blocked: RowSet,
    choice: Option<Choice>,
    generators: Vec<Permutation>,
}

/// A solution that is listed: its true visible variables by slot, and the hidden ones.
type Listed = (Box<[u32]>, Box<[Var]>);

impl Certificate {
    pub(super) fn new(
        cnf: &Cnf,
        slots: &Slots,
        ledger: Ledger<'_>,
        choice: Option<Choice>,
        by_clause: bool,
        symmetry: Option<&SymmetryGroup>,
    ) -> Certificate {
        let rows = (0..ledger.listed.len()).map(|position| ledger.listed.row(position).into());
        let mut listed: Vec<Listed> = rows.zip(ledger.hidden).collect();
        listed.sort_unstable();
        Certificate {
            num_vars: cnf.num_vars(),
            vars: slots.vars().to_vec(),
            lists_classes: ledger.classes.is_some(),
            by_clause,
            listed,
            blocked: ledger.blocked,
            choice,
            generators: symmetry.map_or(Vec::new(), |group| group.generators().to_vec()),
        }
    }

    /// The number of solutions listed.
    pub fn num_listed(&self) -> usize {
        self.listed.len()
    }

    /// Writes the claim: the count, and the things that it counts. `free` are variables that matter
    /// and stand in no constraint, which were left out of the question.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_claim(&self, out: &mut impl Write, answer: &Answer, free: &[Var]) -> io::Result<()> {
        writeln!(out, "c A certificate of a count. docs/certificates.md of Gordian says how it is verified.")?;
        writeln!(out, "gordian certificate 1")?;
        writeln!(out, "solutions {}", answer.count)?;
        if let (Some(orbits), Some(group)) = (answer.orbits, &answer.group) {
            writeln!(out, "classes {orbits}")?;
            if let Some(order) = group.order {
                writeln!(out, "order {order}")?;
            }
        }
        writeln!(out, "lists {} {}", if self.lists_classes { "classes" } else { "solutions" }, self.listed.len())?;
        writeln!(out, "forbids {}", if self.by_clause { "true" } else { "all" })?;
        let positive = |vars: &[Var]| vars.iter().map(|var| var.positive()).collect::<Vec<_>>();
        write_lits(out, "show", &positive(&self.vars))?;
        write_lits(out, "free", &positive(free))?;
        if let Some(choice) = &self.choice {
            write_lits(out, "choice", &choice.lits)?;
            write_lits(out, "representatives", &choice.representatives)?;
        }
        Ok(())
    }

    /// Writes the solutions listed, by their true variables.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_models(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "c The true variables of each solution listed; all others are false.")?;
        for (row, hidden) in &self.listed {
            let mut vars: Vec<Var> = row.iter().map(|&slot| self.vars[slot as usize]).chain(hidden.to_vec()).collect();
            vars.sort_unstable();
            write!(out, "v")?;
            for var in vars {
                write!(out, " {}", var.to_dimacs())?;
            }
            writeln!(out, " 0")?;
        }
        Ok(())
    }

    /// Writes the generators in cycle notation.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_symmetry(&self, out: &mut impl Write) -> io::Result<()> {
        write_cycles(&self.generators, out)
    }

    /// Writes the formula, groups as the clauses they stand for, and the variables that matter.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_formula(&self, out: impl Write, cnf: &Cnf, free: &[Var]) -> io::Result<()> {
        let mut shown = [&self.vars, free].concat();
        shown.sort_unstable();
        let num_vars = shown.last().map_or(0, |var| var.index() + 1).max(self.num_vars);
        let mut writer = Writer::new(out);
        writer.comment("The formula whose solutions are counted.");
        writer.show(&shown);
        writer.header(num_vars as u64, cnf.num_expanded_clauses());
        cnf.feed_constraints(&mut writer);
        writer.finish().map(drop)
    }

    /// Writes the formula that the proof refutes: the formula itself, the clause of the
    /// representatives if there is a choice, and a clause for each image of a listed solution that
    /// makes a representative true.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_refuted(&self, out: impl Write, cnf: &Cnf) -> io::Result<()> {
        let mut writer = Writer::new(out);
        writer.comment("The formula, with all its solutions forbidden up to symmetry: the proof refutes it.");
        let added = self.blocked.len() as u64 + u64::from(self.choice.is_some());
        writer.header(self.num_vars as u64, cnf.num_expanded_clauses() + added);
        cnf.feed_constraints(&mut writer);
        if let Some(choice) = &self.choice {
            writer.add_clause(&choice.representatives);
        }
        let mut clause = Vec::new();
        for position in 0..self.blocked.len() {
            forbid(&self.vars, self.blocked.row(position), self.by_clause, &mut clause);
            writer.add_clause(&clause);
        }
        writer.finish().map(drop)
    }
}

/// Writes literals on lines that begin with this word and end with a zero; none for no literals.
fn write_lits(out: &mut impl Write, word: &str, lits: &[Lit]) -> io::Result<()> {
    let mut line = word.to_owned();
    for lit in lits {
        let number = format!(" {}", lit.to_dimacs());
        if line.len() + number.len() + " 0".len() > WIDTH {
            writeln!(out, "{line} 0")?;
            line.truncate(word.len());
        }
        line += &number;
    }
    if line.len() > word.len() { writeln!(out, "{line} 0") } else { Ok(()) }
}
