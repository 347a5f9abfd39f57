//! Reading DRAT proofs, text and binary.

use std::io::Read;

use gordian_formula::Lit;

use super::bytes::Bytes;
use super::format::Encoding;
use super::position::{Position, ProofError, SyntaxError};

/// The effect of a proof step on its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// Adds a lemma, whose first literal is the pivot.
    Add,
    /// Deletes a clause.
    Delete,
}

/// A step of a DRAT proof; its clause is in the buffer that was handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its effect.
    pub kind: StepKind,
    /// The position at which it begins.
    pub position: Position,
}

/// Reads the steps of a DRAT proof one by one, in constant memory.
///
/// In text, `c` begins a comment that lasts to the end of its line; steps end with `0`, not with their line.
#[derive(Debug)]
pub struct DratReader<R> {
    bytes: Bytes<R>,
    encoding: Encoding,
}

impl<R: Read> DratReader<R> {
    /// Reads proof steps from `input`; without an encoding it is told from the first bytes.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn new(input: R, encoding: Option<Encoding>) -> Result<DratReader<R>, ProofError> {
        let mut bytes = Bytes::new(input);
        let encoding = encoding.map_or_else(|| Encoding::detect(&mut bytes), Ok)?;
        Ok(DratReader::from_bytes(bytes, encoding))
    }

    pub(crate) fn from_bytes(bytes: Bytes<R>, encoding: Encoding) -> DratReader<R> {
        DratReader { bytes, encoding }
    }

    /// Reads the next step and leaves its literals in `clause`; `None` at the end of the proof.
    ///
    /// # Errors
    /// If the input cannot be read or is not a proof.
    pub fn next_step(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Step>, ProofError> {
        clause.clear();
        match self.encoding {
            Encoding::Text => self.next_text(clause),
            Encoding::Binary => self.next_binary(clause),
        }
    }

    fn next_text(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Step>, ProofError> {
        let bytes = &mut self.bytes;
        if !bytes.skip_comments()? {
            return Ok(None);
        }
        let position = bytes.text_position();
        let mut kind = StepKind::Add;
        if bytes.peek()? == Some(b'd') {
            kind = StepKind::Delete;
            bytes.bump();
            bytes.skip_blanks()?;
        }
        while let Some(lit) = text_literal(bytes)? {
            push(clause, lit)?;
            bytes.skip_blanks()?;
        }
        Ok(Some(Step { kind, position }))
    }

    fn next_binary(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Step>, ProofError> {
        let bytes = &mut self.bytes;
        let position = bytes.byte_position();
        let kind = match bytes.peek()? {
            None => return Ok(None),
            Some(b'a') => StepKind::Add,
            Some(b'd') => StepKind::Delete,
            Some(byte) => return Err(unknown_byte(position, byte)),
        };
        bytes.bump();
        while let Some(lit) = binary_literal(bytes)? {
            push(clause, lit)?;
        }
        Ok(Some(Step { kind, position }))
    }
}

/// The most literals of a clause, and hints of a step: one that does not end is refused before it fills the memory.
const LONGEST: usize = 1 << 27;

/// Adds a literal or a hint to the step that is read.
///
/// # Errors
/// If there are too many.
pub(crate) fn push<T>(row: &mut Vec<T>, entry: T) -> Result<(), ProofError> {
    if row.len() == LONGEST {
        return Err(ProofError::TooLarge);
    }
    row.push(entry);
    Ok(())
}

/// A literal in decimal, `None` for the zero that ends a clause.
pub(crate) fn text_literal<R: Read>(bytes: &mut Bytes<R>) -> Result<Option<Lit>, ProofError> {
    let number = bytes.number(i32::MAX as u64, SyntaxError::LiteralRange)?;
    Ok(Lit::from_dimacs(number as i32))
}

/// A literal in the binary form `2 * variable + (1 if negated)`, `None` for the zero that ends a clause.
pub(crate) fn binary_literal<R: Read>(bytes: &mut Bytes<R>) -> Result<Option<Lit>, ProofError> {
    let position = bytes.byte_position();
    match bytes.varint(u64::from(u32::MAX), SyntaxError::LiteralRange)? {
        0 => Ok(None),
        1 => Err(ProofError::Syntax { position, error: SyntaxError::LiteralRange("-0".to_string()) }),
        code => Ok(Some(Lit::from_code(code as u32 - 2))),
    }
}

pub(crate) fn unknown_byte(position: Position, byte: u8) -> ProofError {
    ProofError::Syntax { position, error: SyntaxError::Junk([byte].escape_ascii().to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(input: &[u8], encoding: Option<Encoding>) -> Result<Vec<(StepKind, Vec<i32>)>, ProofError> {
        let mut reader = DratReader::new(input, encoding)?;
        let mut clause = Vec::new();
        let mut steps = Vec::new();
        while let Some(step) = reader.next_step(&mut clause)? {
            steps.push((step.kind, clause.iter().map(|lit| lit.to_dimacs()).collect()));
        }
        Ok(steps)
    }

    #[test]
    fn text_and_binary_say_the_same() {
        let text = b"c by hand\n1 -2\n3 0 d 1 -2 0\r\n\n2147483647 -63 64 0\n0\n";
        let binary = b"a\x02\x05\x06\0d\x02\x05\0a\xfe\xff\xff\xff\x0f\x7f\x80\x01\0a\0";
        let steps_of_text = steps(text, None).unwrap();
        assert_eq!(steps_of_text, steps(binary, None).unwrap());
        assert_eq!(steps_of_text[0], (StepKind::Add, vec![1, -2, 3]));
        assert_eq!(steps_of_text[1], (StepKind::Delete, vec![1, -2]));
        assert_eq!(steps_of_text[2], (StepKind::Add, vec![i32::MAX, -63, 64]));
        assert_eq!(steps_of_text[3], (StepKind::Add, vec![]));
    }

    #[test]
    fn the_largest_literals_and_zeros_behind_a_number_are_read() {
        let binary = b"a\xff\xff\xff\xff\x0f\xfe\xff\xff\xff\x0f\x82\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\0\0";
        assert_eq!(steps(binary, None).unwrap(), [(StepKind::Add, vec![-i32::MAX, i32::MAX, 1])]);
    }

    #[test]
    fn errors_say_where() {
        let error = |input: &[u8], encoding| steps(input, encoding).unwrap_err().to_string();
        assert_eq!(error(b"1 0\n2 x 0\n", None), "line 2, column 3: 'x' cannot stand here in a proof");
        assert_eq!(error(b"1 2147483648 0\n", None), "line 1, column 3: '2147483648' is not a literal");
        assert_eq!(error(b"1 -0 0\n", None), "line 1, column 3: '-0' is not a literal");
        assert_eq!(error(b"1 2\n", None), "line 2, column 1: the proof ends within a step");
        assert_eq!(error(b"1 2-3 0\n", None), "line 1, column 3: '2-3' cannot stand here in a proof");
        assert_eq!(error(b"a\x02", None), "byte 2: the proof ends within a step");
        assert_eq!(error(b"a\x02\0x", None), "byte 3: 'x' cannot stand here in a proof");
        assert_eq!(error(b"a\x01\0", None), "byte 1: '-0' is not a literal");
        assert!(error(b"a\xff\xff\xff\xff\x1f\0", None).starts_with("byte 1: "));
        // Bits beyond those that a number of the machine holds.
        let mut beyonds =
            vec![vec![0x80, 0x80, 0x02], vec![0x80, 0x80, 0x03], vec![0x81, 0x80, 0x02], vec![0x80, 0x81, 0]];
        beyonds.extend((2..9).map(|zeros| [vec![0x80; zeros], vec![0x7f]].concat()));
        beyonds.extend((3..9).map(|zeros| [vec![0x80; zeros], vec![0x01]].concat()));
        for beyond in beyonds {
            let wide = [&b"a\x82\x80\x80\x80\x80\x80\x80"[..], &beyond, b"\0"].concat();
            assert!(error(&wide, None).starts_with("byte 1: 'varint "), "{wide:?}");
        }
        assert!(error(b"a\0", Some(Encoding::Text)).starts_with("line 1, column 1"));
    }
}
