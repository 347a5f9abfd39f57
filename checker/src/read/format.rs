//! Telling formats apart from the first bytes of a file that are no comment.

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
    /// Tells the encoding of a proof from its first bytes, and skips comments before them.
    pub(crate) fn detect<R: Read>(bytes: &mut Bytes<R>) -> io::Result<Encoding> {
        let (ProofFormat::Drat(encoding) | ProofFormat::Lrat(encoding)) = ProofFormat::of(bytes)?;
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
    /// Tells the kind of evidence, and returns the evidence without the comments that it begins with. A solver may
    /// write any number of them, so none is kept; places in the rest stay what they are.
    ///
    /// Solver output has a line that begins with `s` or `v`, or a first line `SAT`, `UNSAT` or `INDET` (as minisat
    /// writes); no proof has. The first line of a decision-DNNF begins with `o`, `a`, `l`, `t`, `f`, `i`, `h` or `e`,
    /// or a comment before it says what it is.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn tell<R: Read>(input: R) -> io::Result<(Evidence, impl Read)> {
        let mut bytes = Bytes::new(input);
        let mut is_told = false;
        loop {
            bytes.skip_blanks()?;
            if bytes.peek()? != Some(b'c') {
                break;
            }
            if bytes.quote()? == "c" && bytes.peek()? == Some(b' ') {
                bytes.bump();
                is_told |= bytes.quote()?.starts_with("decision-DNNF");
            }
            bytes.skip_line()?;
        }
        let evidence = if is_told { Evidence::Dnnf } else { Evidence::of_content(bytes.prefix()?) };
        Ok((evidence, bytes.into_rest()))
    }

    /// Tells the kind from the first bytes that are no comment.
    ///
    /// Solvers of MaxSAT write the value of an objective as `o 5`; a node of a diagram is `o 5 0`. A text has no zero
    /// byte, and each step of a binary proof ends in one.
    fn of_content(prefix: &[u8]) -> Evidence {
        let mut lines = prefix.split(|&byte| byte == b'\n');
        match words(lines.next().unwrap_or_default())[..] {
            [b"o", _] => return Evidence::Result,
            [b"o" | b"l" | b"t" | b"f" | b"i" | b"h" | b"e" | b"nnf", _, ..] => return Evidence::Dnnf,
            [b"a", node, b"0"] if node.iter().all(u8::is_ascii_digit) && !prefix.contains(&0) => return Evidence::Dnnf,
            _ => {}
        }
        let is_of_result = |line: &[u8]| {
            let word = line.split(|&byte| is_blank(byte)).find(|word| !word.is_empty()).unwrap_or_default();
            matches!(word, b"s" | b"v" | b"SAT" | b"UNSAT" | b"INDET")
        };
        if matches!(prefix.first(), Some(b'a' | b'd')) || !prefix.split(|&byte| byte == b'\n').any(is_of_result) {
            Evidence::Proof(ProofFormat::detect(prefix))
        } else {
            Evidence::Result
        }
    }
}

/// The words of a line of text.
fn words(line: &[u8]) -> Vec<&[u8]> {
    line.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty()).collect()
}

impl ProofFormat {
    /// Tells the format of a proof, and skips comments before it.
    pub(crate) fn of<R: Read>(bytes: &mut Bytes<R>) -> io::Result<ProofFormat> {
        bytes.skip_comments()?;
        bytes.prefix().map(ProofFormat::detect)
    }

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
            let words = words(line);
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
    }

    fn told(bytes: &[u8]) -> (Evidence, Vec<u8>) {
        let (evidence, mut rest) = Evidence::tell(bytes).unwrap();
        let mut text = Vec::new();
        rest.read_to_end(&mut text).unwrap();
        (evidence, text)
    }

    #[test]
    fn evidence_is_told_by_its_first_bytes() {
        let (drat, lrat) = (ProofFormat::Drat(Encoding::Text), ProofFormat::Lrat(Encoding::Text));
        for (text, evidence) in [
            ("c hello\ns SATISFIABLE\nv 1 0\n", Evidence::Result),
            ("  s SATISFIABLE\n  v 1 0\n", Evidence::Result),
            ("SAT\n1 0\n", Evidence::Result),
            ("o 5\ns SATISFIABLE\nv 1 0\n", Evidence::Result),
            ("c hello\no 1 0\n", Evidence::Dnnf),
            ("a 1 0\nt 2 0\n", Evidence::Dnnf),
            ("c decision-DNNF\n1 0\n", Evidence::Dnnf),
            ("c by gordian\nc decision-DNNF of a formula\nc\n1 0\n", Evidence::Dnnf),
            ("l 0\no 1 0\n", Evidence::Dnnf),
            ("h 3 0\ne 3 0\nt 1 0\n", Evidence::Dnnf),
            ("nnf 1 0 1\nL 1\n", Evidence::Dnnf),
            ("1 2 0\no 1 0\n", Evidence::Proof(drat)),
            ("1 0\n", Evidence::Proof(drat)),
            ("5 1 0 2 3 0\n", Evidence::Proof(lrat)),
            ("", Evidence::Proof(drat)),
            // The clause 16 -24 16 24 5 of a binary proof begins like the node of a diagram.
            ("a\x20\x31\x20\x30\x0a\0", Evidence::Proof(ProofFormat::Drat(Encoding::Binary))),
        ] {
            assert_eq!(told(text.as_bytes()).0, evidence, "{text:?}");
        }
    }

    #[test]
    fn comments_before_evidence_change_neither_its_kind_nor_its_places() {
        let log = "c the log of a solver\n".repeat(10_000);
        for (text, rest) in [
            ("s SATISFIABLE\nv 1 0\n", "s SATISFIABLE\nv 1 0\n"),
            ("5 1 0 2 3 0\n", "5 1 0 2 3 0\n"),
            ("c x\n\n  o 1 0\nc y\n", "\n\n  o 1 0\nc y\n"),
        ] {
            let (evidence, read) = told(format!("{log}{text}").as_bytes());
            assert_eq!(evidence, told(text.as_bytes()).0, "{text:?}");
            assert_eq!(String::from_utf8(read).unwrap(), "\n".repeat(10_000) + rest);
        }
        let mut bytes = Bytes::new(log.as_bytes().chain(&b"5 1 0 2 3 0\n"[..]));
        assert_eq!(ProofFormat::of(&mut bytes).unwrap(), ProofFormat::Lrat(Encoding::Text));
        // A binary proof has no comments. The bytes of blanks may stand in it.
        let long = [b"a\x02\0".repeat(50_000), b"a\x0a\x20\0".to_vec()].concat();
        assert_eq!(told(&long), (Evidence::Proof(ProofFormat::Drat(Encoding::Binary)), long.clone()));
    }
}
