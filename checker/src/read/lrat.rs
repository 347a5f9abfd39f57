//! Reading LRAT proofs, text and binary.

use std::io::Read;

use gordian_formula::Lit;

use super::bytes::Bytes;
use super::drat::{binary_literal, push, text_literal, unknown_byte};
use super::format::Encoding;
use super::position::{Position, ProofError, SyntaxError};

/// Identifiers stay below this, so that signed numbers hold them.
const MAX_ID: u64 = 1 << 62;

/// A step of an LRAT proof; its literals and hints are in the buffers that were handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LratStep {
    /// Adds the clause in the first buffer under this identifier; the second buffer holds its hints, negative ones
    /// for the clauses that its pivot, the first literal, is resolved with.
    Add {
        /// The identifier of the lemma.
        id: u64,
        /// The position at which the step begins.
        position: Position,
    },
    /// Deletes the clauses whose identifiers the second buffer holds.
    Delete {
        /// The position at which the step begins.
        position: Position,
    },
}

/// Reads the steps of an LRAT proof one by one, in constant memory.
///
/// Text steps are `id literals 0 hints 0` and `id d identifiers 0`. Binary ones are `a`, the identifier, literals, a
/// zero byte, hints, a zero byte, and `d`, identifiers, a zero byte; there every number `n` is written in base 128 as
/// `2 * |n| + (1 if negative)`.
#[derive(Debug)]
pub struct LratReader<R> {
    bytes: Bytes<R>,
    encoding: Encoding,
}

impl<R: Read> LratReader<R> {
    /// Reads proof steps from `input`; without an encoding it is told from the first bytes.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn new(input: R, encoding: Option<Encoding>) -> Result<LratReader<R>, ProofError> {
        let mut bytes = Bytes::new(input);
        let encoding = encoding.map_or_else(|| Encoding::detect(&mut bytes), Ok)?;
        Ok(LratReader::from_bytes(bytes, encoding))
    }

    pub(crate) fn from_bytes(bytes: Bytes<R>, encoding: Encoding) -> LratReader<R> {
        LratReader { bytes, encoding }
    }

    /// Reads the next step; `None` at the end of the proof.
    ///
    /// # Errors
    /// If the input cannot be read or is not a proof.
    pub fn next_step(&mut self, clause: &mut Vec<Lit>, hints: &mut Vec<i64>) -> Result<Option<LratStep>, ProofError> {
        clause.clear();
        hints.clear();
        match self.encoding {
            Encoding::Text => self.next_text(clause, hints),
            Encoding::Binary => self.next_binary(clause, hints),
        }
    }

    fn next_text(&mut self, clause: &mut Vec<Lit>, hints: &mut Vec<i64>) -> Result<Option<LratStep>, ProofError> {
        let bytes = &mut self.bytes;
        if !bytes.skip_comments()? {
            return Ok(None);
        }
        let position = bytes.text_position();
        let id = positive(position, bytes.number(MAX_ID, SyntaxError::IdRange)?)?;
        bytes.skip_blanks()?;
        let is_deletion = bytes.peek()? == Some(b'd');
        if is_deletion {
            bytes.bump();
            bytes.skip_blanks()?;
        } else {
            while let Some(lit) = text_literal(bytes)? {
                push(clause, lit)?;
                bytes.skip_blanks()?;
            }
            bytes.skip_blanks()?;
        }
        loop {
            let hint_position = bytes.text_position();
            match bytes.number(MAX_ID, SyntaxError::IdRange)? {
                0 => break,
                hint if is_deletion => push(hints, positive(hint_position, hint)? as i64)?,
                hint => push(hints, hint)?,
            }
            bytes.skip_blanks()?;
        }
        Ok(Some(if is_deletion { LratStep::Delete { position } } else { LratStep::Add { id, position } }))
    }

    fn next_binary(&mut self, clause: &mut Vec<Lit>, hints: &mut Vec<i64>) -> Result<Option<LratStep>, ProofError> {
        let bytes = &mut self.bytes;
        let position = bytes.byte_position();
        let step = match bytes.peek()? {
            None => return Ok(None),
            Some(b'a') => {
                bytes.bump();
                let id_position = bytes.byte_position();
                let id = positive(id_position, signed_varint(bytes)?)?;
                while let Some(lit) = binary_literal(bytes)? {
                    push(clause, lit)?;
                }
                LratStep::Add { id, position }
            }
            Some(b'd') => {
                bytes.bump();
                LratStep::Delete { position }
            }
            Some(byte) => return Err(unknown_byte(position, byte)),
        };
        loop {
            let hint_position = bytes.byte_position();
            match signed_varint(bytes)? {
                0 => break,
                hint if matches!(step, LratStep::Delete { .. }) => push(hints, positive(hint_position, hint)? as i64)?,
                hint => push(hints, hint)?,
            }
        }
        Ok(Some(step))
    }
}

fn signed_varint<R: Read>(bytes: &mut Bytes<R>) -> Result<i64, ProofError> {
    let position = bytes.byte_position();
    let code = bytes.varint(2 * MAX_ID + 1, SyntaxError::IdRange)?;
    if code == 1 {
        return Err(ProofError::Syntax { position, error: SyntaxError::IdRange("-0".to_string()) });
    }
    let magnitude = (code >> 1) as i64;
    Ok(if code & 1 == 1 { -magnitude } else { magnitude })
}

fn positive(position: Position, number: i64) -> Result<u64, ProofError> {
    match number {
        1.. => Ok(number as u64),
        _ => Err(ProofError::Syntax { position, error: SyntaxError::IdRange(number.to_string()) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row = (Option<u64>, Vec<i32>, Vec<i64>);

    fn steps(input: &[u8]) -> Result<Vec<Row>, ProofError> {
        let mut reader = LratReader::new(input, None)?;
        let (mut clause, mut hints, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(step) = reader.next_step(&mut clause, &mut hints)? {
            let id = match step {
                LratStep::Add { id, .. } => Some(id),
                LratStep::Delete { .. } => None,
            };
            steps.push((id, clause.iter().map(|lit| lit.to_dimacs()).collect(), hints.clone()));
        }
        Ok(steps)
    }

    #[test]
    fn text_and_binary_say_the_same() {
        let text = b"c by hand\n5 1 -2 0 3 -1 2 0\n5 d 1 2 0\n6 0 5 4 0\n";
        let binary = b"a\x0a\x02\x05\0\x06\x03\x04\0d\x02\x04\0a\x0c\0\x0a\x08\0";
        assert_eq!(steps(text).unwrap(), steps(binary).unwrap());
        assert_eq!(
            steps(text).unwrap(),
            vec![(Some(5), vec![1, -2], vec![3, -1, 2]), (None, vec![], vec![1, 2]), (Some(6), vec![], vec![5, 4])]
        );
    }

    #[test]
    fn the_largest_identifiers_are_read() {
        let binary = b"a\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01\0\x81\x80\x80\x80\x80\x80\x80\x80\x80\x01\0";
        assert_eq!(steps(binary).unwrap(), [(Some(MAX_ID), vec![], vec![-(MAX_ID as i64)])]);
        let text = format!("{MAX_ID} 0 -{MAX_ID} 0\n");
        assert_eq!(steps(text.as_bytes()).unwrap(), steps(binary).unwrap());
    }

    #[test]
    fn errors_say_where() {
        let error = |input: &[u8]| steps(input).unwrap_err().to_string();
        assert_eq!(error(b"5 1 0 x 0\n"), "line 1, column 7: 'x' cannot stand here in a proof");
        assert_eq!(error(b"-5 1 0 1 0\n"), "line 1, column 1: '-5' is not a clause identifier");
        assert_eq!(error(b"5 d -1 0\n"), "line 1, column 5: '-1' is not a clause identifier");
        assert_eq!(error(b"d\x03\0"), "byte 1: '-1' is not a clause identifier");
        assert_eq!(error(b"5 1 0 1"), "line 1, column 8: the proof ends within a step");
        assert!(error(b"5 1 0 9999999999999999999999 0").contains("is not a clause identifier"));
        // Beyond the largest identifier, and beyond what holds it.
        assert!(error(b"24444444444444444444444444444444").contains("'24444444444444444444444444444444' is not a"));
        assert!(error(b"5 1 0 40000000000000000000 0").contains("'40000000000000000000' is not a clause identifier"));
    }
}
