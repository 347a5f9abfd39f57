//! Formulas as DIMACS text.

use std::io::{self, Write};

use super::number::{append_literal, append_number};
use crate::{ClauseSink, Cnf, Lit, Var};

/// Text is handed on in pieces of about this many bytes.
const PIECE: usize = 1 << 16;

/// Lines of `c p show` are broken before this column.
const WIDTH: usize = 78;

/// A sink that writes what it takes as DIMACS text; groups become the pairwise clauses they stand for.
///
/// A sink cannot fail in the middle of an encoder, so the first error is kept, what comes after it is dropped, and
/// [`Writer::finish`] returns it.
///
/// ```
/// use gordian_formula::{ClauseSink, dimacs};
///
/// let mut writer = dimacs::Writer::new(Vec::new());
/// writer.comment("at most one of two");
/// writer.header(2, 1);
/// let pair = writer.new_vars(2);
/// writer.add_at_most_one(&[pair[0].positive(), pair[1].positive()]);
/// assert_eq!(writer.finish()?, b"c at most one of two\np cnf 2 1\n-1 -2 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
    text: Vec<u8>,
    error: Option<io::Error>,
    num_vars: usize,
    clauses: u64,
    promise: Option<(u64, u64)>,
}

impl<W: Write> Writer<W> {
    /// A writer that has written nothing. It collects its text in pieces: `output` needs no buffer of its own.
    pub fn new(output: W) -> Writer<W> {
        Writer { output, text: Vec::with_capacity(PIECE), error: None, num_vars: 0, clauses: 0, promise: None }
    }

    /// Writes `p cnf VARIABLES CLAUSES`, a promise about what is written in all: [`Writer::finish`]
    /// fails if it is broken.
    ///
    /// If the numbers are not known beforehand, [`ClauseCounter`](crate::ClauseCounter) finds them
    /// in a first pass.
    pub fn header(&mut self, variables: u64, clauses: u64) {
        self.promise = Some((variables, clauses));
        self.text.extend_from_slice(b"p cnf ");
        append_number(&mut self.text, variables);
        self.text.push(b' ');
        append_number(&mut self.text, clauses);
        self.end_line();
    }

    /// Writes a comment; each of its lines becomes one.
    ///
    /// A line that begins like `p show 1` would be read as what it looks like: such lines are [`Writer::show`]'s.
    pub fn comment(&mut self, text: &str) {
        for line in text.split('\n') {
            self.text.push(b'c');
            if !line.is_empty() {
                self.text.push(b' ');
                self.text.extend_from_slice(line.as_bytes());
            }
            self.end_line();
        }
    }

    /// Writes `c p show` lines for these variables, at least one.
    pub fn show(&mut self, visible: &[Var]) {
        let mut line = Vec::with_capacity(WIDTH);
        for &var in visible {
            let length = line.len();
            line.push(b' ');
            append_literal(&mut line, var.positive());
            if b"c p show".len() + line.len() + b" 0".len() > WIDTH {
                let next = line.split_off(length);
                self.show_line(&line);
                line = next;
            }
        }
        self.show_line(&line);
    }

    fn show_line(&mut self, numbers: &[u8]) {
        self.text.extend_from_slice(b"c p show");
        self.text.extend_from_slice(numbers);
        self.text.extend_from_slice(b" 0");
        self.end_line();
    }

    /// Hands on what is left and gives the output back, flushed.
    ///
    /// # Errors
    /// The first error of the output; or `InvalidData` if the header promised other numbers.
    pub fn finish(mut self) -> io::Result<W> {
        self.hand_on();
        if let Some(error) = self.error {
            return Err(error);
        }
        self.output.flush()?;
        match self.promise {
            Some((variables, clauses)) if variables < self.num_vars as u64 || clauses != self.clauses => {
                let found = format!("{} variables and {} clauses", self.num_vars, self.clauses);
                let message = format!("the header promised {variables} variables and {clauses} clauses, not {found}");
                Err(io::Error::new(io::ErrorKind::InvalidData, message))
            }
            _ => Ok(self.output),
        }
    }

    fn end_line(&mut self) {
        self.text.push(b'\n');
        if self.text.len() >= PIECE {
            self.hand_on();
        }
    }

    fn hand_on(&mut self) {
        if self.error.is_none() {
            self.error = self.output.write_all(&self.text).err();
        }
        self.text.clear();
    }
}

impl<W: Write> ClauseSink for Writer<W> {
    fn new_var(&mut self) -> Var {
        self.num_vars += 1;
        Var::from_index(self.num_vars - 1)
    }

    fn num_vars(&self) -> usize {
        self.num_vars
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if self.is_over() {
            return;
        }
        for &lit in clause {
            self.num_vars = self.num_vars.max(lit.var().index() + 1);
            append_literal(&mut self.text, lit);
            self.text.push(b' ');
        }
        self.text.push(b'0');
        self.clauses += 1;
        self.end_line();
    }

    fn add_visible(&mut self, visible: &[Var]) {
        self.show(visible);
    }

    /// Nobody waits for the rest once something could not be written.
    fn is_over(&self) -> bool {
        self.error.is_some()
    }
}

/// Writes a formula: header, `c p show` lines where variables are visible, clauses, groups as pairwise clauses.
///
/// # Errors
/// The first error of the output.
pub fn write<W: Write>(cnf: &Cnf, output: W) -> io::Result<W> {
    let mut writer = Writer::new(output);
    writer.header(cnf.num_vars() as u64, cnf.num_expanded_clauses());
    if let Some(visible) = cnf.visible() {
        writer.show(visible);
    }
    cnf.feed_constraints(&mut writer);
    writer.finish()
}

/// Writes literals and the zero that ends them, on a line.
///
/// # Errors
/// Those of the output.
pub fn write_literals<W: Write + ?Sized>(output: &mut W, lits: &[Lit]) -> io::Result<()> {
    lits.iter().try_for_each(|lit| write!(output, "{} ", lit.to_dimacs()))?;
    writeln!(output, "0")
}
