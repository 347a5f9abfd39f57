//! Telling formats apart from the first bytes of a file.

use std::io::{self, Read};

use super::bytes::{Bytes, is_blank};

/// The encoding of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Numbers in decimal, separated by blanks.
    Text,
    /// Letters `a` and `d`, numbers in base 128, ended by a zero byte.
    Binary,
}

impl Encoding {
    /// Tells the encoding of a proof from its first bytes.
    pub(crate) fn detect<R: Read>(bytes: &mut Bytes<R>) -> io::Result<Encoding> {
        let (ProofFormat::Drat(encoding) | ProofFormat::Lrat(encoding)) = ProofFormat::detect(bytes.prefix()?);
        Ok(encoding)
    }
}

/// The kind of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    /// Clauses added and deleted (Wetzler, Heule and Hunt, 2014).
    Drat(Encoding),
    /// Clauses with identifiers and the clauses that imply them (Cruz-Filipe, Heule, Hunt, Kaufmann and
    /// Schneider-Kamp, 2017).
    Lrat(Encoding),
}

/// The kind of a file that is given as evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// The output of a solver: `s` and `v` lines.
    Result,
    /// A proof.
    Proof(ProofFormat),
    /// A decision-DNNF, which proves a count.
    Dnnf,
}

impl Evidence {
    /// Tells the kind of evidence from the first bytes of a file, best some 64 KiB.
    ///
    /// Solver output has a line that begins with `s` or `v`, or a first line `SAT`, `UNSAT` or `INDET` (as minisat
    /// writes); no proof has. The first line of a decision-DNNF, but for comments, begins with `o`, `l`, `t` or `f`, or
    /// a comment says what it is.
    pub fn detect(prefix: &[u8]) -> Evidence {
        let is_result_line = |line: &[u8]| {
            let word = line.split(|&byte| is_blank(byte)).next().unwrap_or_default();
            matches!(word, b"s" | b"v" | b"SAT" | b"UNSAT" | b"INDET")
        };
        let mut lines = prefix.split(|&byte| byte == b'\n');
        let first = lines.find(|line| !line.starts_with(b"c ") || line.starts_with(b"c decision-DNNF"));
        if first.is_some_and(|line| line.starts_with(b"c ") || matches!(line, [b'o' | b'l' | b't' | b'f', b' ', ..])) {
            return Evidence::Dnnf;
        }
        if matches!(prefix.first(), Some(b'a' | b'd')) || !prefix.split(|&byte| byte == b'\n').any(is_result_line) {
            Evidence::Proof(ProofFormat::detect(prefix))
        } else {
            Evidence::Result
        }
    }
}

impl ProofFormat {
    /// Tells the format of a proof from its first bytes, best some 64 KiB.
    ///
    /// A binary proof begins with `a`, which no text does, or with `d`; then it holds a zero byte, which no text
    /// does. LRAT is told from DRAT by its shape: in text, a line with an identifier before `d` or with a second
    /// zero; in binary, what follows the first zero bytes. A proof that could be either is DRAT.
    pub fn detect(prefix: &[u8]) -> ProofFormat {
        match prefix.first() {
            Some(b'a') => ProofFormat::detect_binary(prefix),
            Some(b'd') if prefix.contains(&0) => ProofFormat::detect_binary(prefix),
            _ => ProofFormat::detect_text(prefix),
        }
    }

    fn detect_binary(prefix: &[u8]) -> ProofFormat {
        let is_step = |byte: Option<&u8>| matches!(byte, None | Some(b'a' | b'd'));
        let walk = |zeros_after_add: usize| {
            let mut at = 0;
            while at < prefix.len() {
                if !is_step(prefix.get(at)) {
                    return false;
                }
                let zeros = if prefix[at] == b'a' { zeros_after_add } else { 1 };
                for _ in 0..zeros {
                    match prefix[at + 1..].iter().position(|&byte| byte == 0) {
                        Some(length) => at += 1 + length,
                        None => return true,
                    }
                }
                at += 1;
            }
            true
        };
        let is_drat = walk(1);
        if !is_drat && walk(2) { ProofFormat::Lrat(Encoding::Binary) } else { ProofFormat::Drat(Encoding::Binary) }
    }

    fn detect_text(prefix: &[u8]) -> ProofFormat {
        let mut lines = prefix.split(|&byte| byte == b'\n').filter_map(|line| {
            let words: Vec<&[u8]> = line.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty()).collect();
            (!words.is_empty() && words[0] != b"c").then_some(words)
        });
        let is_lrat = lines.next().is_some_and(|words| {
            let zeros = words.iter().filter(|&&word| word == b"0").count();
            words.get(1).is_some_and(|&word| word == b"d") || (zeros == 2 && words.last() == Some(&&b"0"[..]))
        });
        if is_lrat { ProofFormat::Lrat(Encoding::Text) } else { ProofFormat::Drat(Encoding::Text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_their_first_bytes() {
        let drat = |text: &[u8]| assert_eq!(ProofFormat::detect(text), ProofFormat::Drat(Encoding::Text), "{text:?}");
        drat(b"");
        drat(b"0\n");
        drat(b"c a comment\n1 -2 0\nd 1 0\n");
        drat(b"d 16 5 0\n");
        drat(b"d -1 0");
        let binary =
            |text: &[u8]| assert_eq!(ProofFormat::detect(text), ProofFormat::Drat(Encoding::Binary), "{text:?}");
        binary(b"a\0");
        binary(b"a\x02\0a\0");
        // "d", then what a text would show as a blank and a digit: deletion of the clause 16 -24 5.
        binary(b"d\x20\x31\x0a\0");
        let lrat = |text: &[u8]| assert_eq!(ProofFormat::detect(text), ProofFormat::Lrat(Encoding::Text), "{text:?}");
        lrat(b"5 1 0 2 3 0\n6 0 5 4 0\n");
        lrat(b"8 d 1 2 0\n");
        assert_eq!(ProofFormat::detect(b"a\x0a\x02\0\x04\x06\0a\x0c\0\x0a\x08\0"), ProofFormat::Lrat(Encoding::Binary));
        assert_eq!(Evidence::detect(b"c hello\ns SATISFIABLE\nv 1 0\n"), Evidence::Result);
        assert_eq!(Evidence::detect(b"SAT\n1 0\n"), Evidence::Result);
        assert_eq!(Evidence::detect(b"c hello\no 1 0\n"), Evidence::Dnnf);
        assert_eq!(Evidence::detect(b"c decision-DNNF\n1 0\n"), Evidence::Dnnf);
        assert_eq!(Evidence::detect(b"1 2 0\no 1 0\n"), Evidence::Proof(ProofFormat::Drat(Encoding::Text)));
        assert_eq!(Evidence::detect(b"1 0\n"), Evidence::Proof(ProofFormat::Drat(Encoding::Text)));
    }
}
