//! The grammar: words into a header, clauses, queries, and the comments that mean something.

mod weights;

use std::io::Read;
use std::mem::discriminant;

use super::assembler::Assembler;
use super::number::{REACH, leading_number};
use super::scanner::{LONGEST_WORD, Scanner, is_white};
use super::{
    CountType, Dialect, Error, Fault, Format, FormulaTarget, Header, MOST_CLAUSES, Place, Quirk, ReadOptions, Report,
    SyntaxError, Warning,
};
use crate::Var;

/// Reads a formula from plain text and pushes it into `target`.
///
/// Constraints that were pushed before an error stay pushed. The input is read to its end in pieces
/// of the buffer's size.
///
/// # Errors
/// If the input cannot be read or its text is not a formula; `docs/dialect.md` lists what is refused.
pub fn read<R: Read, T: FormulaTarget + ?Sized>(
    input: R,
    options: &ReadOptions,
    target: &mut T,
) -> Result<Report, Error> {
    let relaxed = options.dialect == Dialect::Relaxed;
    let mut reader = Reader {
        scanner: Scanner::new(input, options.buffer_size),
        rows: Assembler::new(target),
        dialect: options.dialect,
        reads_weights: options.weights,
        last_weighted: None,
        report: Report::default(),
        header_place: Place { line: 1, column: 1 },
        word: Vec::new(),
        word_line: 0,
        last: Last { place: Place { line: 1, column: 1 }, text: Vec::new() },
        told: Told { carriage_return: relaxed, tab: relaxed, blank_line: relaxed },
    };
    reader.byte_order_mark()?;
    while reader.step()? {}
    reader.finish()
}

/// The largest variable of DIMACS.
const LARGEST: u64 = i32::MAX as u64;

struct Reader<'t, R, T: ?Sized> {
    scanner: Scanner<R>,
    rows: Assembler<'t, T>,
    dialect: Dialect,
    reads_weights: bool,
    /// The largest variable with a weight, and where it was met first.
    last_weighted: Option<(u32, Place)>,
    report: Report,
    header_place: Place,
    /// The word read last.
    word: Vec<u8>,
    /// The line of the last word or number: a word in another line is the first of its line.
    word_line: u64,
    last: Last,
    told: Told,
}

/// The last number, or the `a`, of the row that is open, as it stands in the text: the error that the row lacks its 0
/// shows it. It is without meaning while no row is open.
struct Last {
    place: Place,
    text: Vec<u8>,
}

impl Last {
    fn set(&mut self, place: Place, text: &[u8]) {
        self.place = place;
        self.text.clear();
        self.text.extend_from_slice(text);
    }

    /// Takes the last number of the text ahead, of which numbers were read up to `at`. The line that goes on there has
    /// this number and begins at `line_start`. `begun` is the offset behind the first byte of the last number, or of
    /// the word before the text: then white space stands there, or nothing was read.
    #[cold]
    fn look_back<R: Read>(&mut self, scanner: &Scanner<R>, begun: usize, at: usize, line: u64, line_start: usize) {
        let Some(start) = begun.checked_sub(1).filter(|&start| start < at) else { return };
        if !is_white(scanner.ahead()[start]) {
            self.set(scanner.place_ahead(start, line, line_start), scanner.word_ahead(start));
        }
    }
}

/// The kinds of white space that need no more telling.
#[derive(Clone, Copy)]
struct Told {
    carriage_return: bool,
    tab: bool,
    blank_line: bool,
}

impl<R: Read, T: FormulaTarget + ?Sized> Reader<'_, R, T> {
    fn byte_order_mark(&mut self) -> Result<(), Error> {
        let place = self.scanner.place();
        match self.scanner.peek()? {
            Some(0xef) => {
                for expected in [0xef, 0xbb, 0xbf] {
                    if self.scanner.peek()? != Some(expected) {
                        self.scanner.word(&mut self.word)?;
                        return Err(self.fault(place, Fault::Junk).into());
                    }
                    self.scanner.bump();
                }
                self.scanner.begin_line_here();
                self.quirk(place, Quirk::ByteOrderMark)?;
            }
            Some(0xfe | 0xff) => return Err(self.fault(place, Fault::Utf16).into()),
            _ => {}
        }
        Ok(())
    }

    /// Reads numbers as far as the buffer goes, then one word of any kind. `false` at the end of the text.
    fn step(&mut self) -> Result<bool, Error> {
        self.scanner.fill(REACH + 2)?;
        self.numbers();
        if self.rows.is_too_long() {
            let since = self.rows.open_since().unwrap_or_default();
            self.word = Vec::new();
            return Err(self.fault(self.scanner.place(), Fault::LongClause { since }).into());
        }
        match self.scanner.peek()? {
            None => return Ok(false),
            Some(byte) if is_white(byte) => {
                self.white(byte)?;
                return Ok(true);
            }
            Some(_) => {}
        }
        let place = self.scanner.place();
        let begins_line = self.word_line != place.line;
        self.next_word()?;
        match *self.word {
            [b'c' | b'C'] => self.comment(place)?,
            [b'c' | b'C', ..] if begins_line => {
                self.quirk(place, Quirk::GluedComment)?;
                self.skip_line()?;
            }
            [b'p' | b'P'] if begins_line => self.header(place)?,
            [b'a'] if self.report.is_incremental() && self.rows.open_since().is_none() => {
                self.rows.ask(place.line);
                self.last.set(place, &self.word);
            }
            [b'a' | b'e'] if begins_line && !self.report.is_incremental() => {
                return Err(self.fault(place, Fault::Quantifier).into());
            }
            [b'x'] | [b'x', b'-' | b'0'..=b'9', ..] if begins_line => return Err(self.fault(place, Fault::Xor).into()),
            // A file of Cachet, or of the first model counting competition.
            [b'w'] if begins_line && self.rows.open_since().is_none() => {
                self.weight_line(place)?;
            }
            [b'%'] => {
                self.behind_end(place, Quirk::Percent)?;
                return Ok(false);
            }
            [0x1a, ..] if self.word.iter().all(|&byte| byte == 0x1a) => {
                self.behind_end(place, Quirk::ControlZ)?;
                return Ok(false);
            }
            _ => match self.literal(place)? {
                (0, _) => self.rows.end(place.line),
                (variable, negative) => {
                    self.rows.push(variable, negative, place.line);
                    self.last.set(place, &self.word);
                }
            },
        }
        Ok(true)
    }

    /// The fast path: literals and zeros, with blanks and line ends between them, for as long as
    /// enough of the text is in the buffer to look at a whole number. It stops at everything else,
    /// and at every number that is not plain.
    fn numbers(&mut self) {
        let Reader { scanner, rows, told, word_line, last, .. } = self;
        let first_line = scanner.place().line;
        let bytes = scanner.ahead();
        let (mut at, mut lines) = (0, 0);
        // Offsets behind the last line end and the first byte of the last number: their order says whether the line
        // has a word.
        let mut line_start = 0;
        let mut number_begun = usize::from(*word_line == first_line);
        while let Some(text) = bytes.get(at..).and_then(|rest| rest.first_chunk::<{ REACH + 2 }>()) {
            if text[0] <= b' ' {
                match text[0] {
                    b' ' => {}
                    b'\n' if number_begun > line_start || told.blank_line => {
                        lines += 1;
                        line_start = at + 1;
                    }
                    b'\r' if told.carriage_return => {}
                    b'\t' if told.tab => {}
                    _ => break,
                }
                at += 1;
                continue;
            }
            let negative = text[0] == b'-';
            let sign = usize::from(negative);
            let Some(unsigned) = text[sign..].first_chunk() else { break };
            let (number, digits) = leading_number(unsigned);
            let after = text[sign + digits];
            if !(1..=10).contains(&digits) || number > LARGEST || !is_white(after) || (negative && number == 0) {
                break;
            }
            if number == 0 {
                rows.end(first_line + lines);
            } else {
                rows.push(number as u32, negative, first_line + lines);
            }
            number_begun = at + 1;
            at += sign + digits;
            if after == b' ' {
                at += 1;
            } else if after == b'\n' {
                at += 1;
                lines += 1;
                line_start = at;
            }
        }
        if number_begun > line_start {
            *word_line = first_line + lines;
        }
        if rows.open_since().is_some() {
            last.look_back(scanner, number_begun, at, first_line + lines, line_start);
        }
        scanner.consume(at, lines, at - line_start);
    }

    /// Consumes one byte of white space.
    fn white(&mut self, byte: u8) -> Result<(), SyntaxError> {
        let place = self.scanner.place();
        self.scanner.bump();
        let (told, quirk) = match byte {
            b' ' => return Ok(()),
            b'\n' if self.word_line == place.line => return Ok(()),
            b'\n' => (&mut self.told.blank_line, Quirk::BlankLine),
            b'\r' => (&mut self.told.carriage_return, Quirk::CarriageReturn),
            _ => (&mut self.told.tab, Quirk::Tab),
        };
        if std::mem::replace(told, true) {
            return Ok(());
        }
        self.quirk(place, quirk)
    }

    /// Reads the word that begins here.
    fn next_word(&mut self) -> Result<(), Error> {
        self.word_line = self.scanner.place().line;
        Ok(self.scanner.word(&mut self.word)?)
    }

    /// Reads the next word of this line; `None` at its end, which is not consumed.
    fn next_on_line(&mut self) -> Result<Option<Place>, Error> {
        let mut carriage_return = None;
        loop {
            match self.scanner.peek()? {
                None | Some(b'\n') => return Ok(None),
                Some(byte) if is_white(byte) => {
                    if byte == b'\r' {
                        carriage_return.get_or_insert(self.scanner.place());
                    }
                    self.white(byte)?;
                }
                Some(_) => {
                    if let Some(place) = carriage_return {
                        return Err(self.unclear_line(place).into());
                    }
                    let place = self.scanner.place();
                    self.next_word()?;
                    return Ok(Some(place));
                }
            }
        }
    }

    /// Passes over the rest of a comment.
    fn skip_line(&mut self) -> Result<(), Error> {
        match self.scanner.skip_line()? {
            None => Ok(()),
            Some(place) => Err(self.unclear_line(place).into()),
        }
    }

    /// The error of a line that may or may not end at this carriage return.
    #[cold]
    fn unclear_line(&mut self, place: Place) -> SyntaxError {
        self.word = b"\r".to_vec();
        self.fault(place, Fault::CarriageReturn)
    }

    /// The word as a literal: its variable, zero for the end of a row, and whether it is negative.
    fn literal(&mut self, place: Place) -> Result<(u32, bool), SyntaxError> {
        let (sign, digits) = match *self.word {
            [sign @ (b'-' | b'+'), ref digits @ ..] => (Some(sign), digits),
            ref digits => (None, digits),
        };
        let number = parse_digits(digits).ok_or_else(|| self.fault(place, Fault::Junk))?;
        if number > LARGEST {
            return Err(self.fault(place, Fault::Overflow));
        }
        if number == 0 && sign.is_some() {
            return Err(self.fault(place, Fault::SignedZero));
        }
        if sign == Some(b'+') {
            self.quirk(place, Quirk::PlusSign)?;
        }
        Ok((number as u32, sign == Some(b'-')))
    }

    /// The rest of a `p` line.
    fn header(&mut self, place: Place) -> Result<(), Error> {
        if let Some(since) = self.rows.open_since() {
            return Err(self.fault(place, Fault::HeaderInClause { since }).into());
        }
        let mut upper_case = self.word == b"P";
        let Some(format_place) = self.next_on_line()? else {
            return Err(self.fault(place, Fault::IncompleteHeader).into());
        };
        upper_case |= self.word.iter().any(u8::is_ascii_uppercase);
        let format = match self.word.to_ascii_lowercase().as_slice() {
            b"cnf" => Format::Cnf,
            b"inccnf" => Format::Incremental,
            _ => return Err(self.fault(format_place, Fault::UnknownFormat).into()),
        };
        if upper_case {
            self.quirk(place, Quirk::UpperCase)?;
        }
        let mut header = Header { format, variables: None, clauses: None };
        for (number, largest, excess) in
            [(&mut header.variables, LARGEST, Fault::Overflow), (&mut header.clauses, MOST_CLAUSES, Fault::ManyClauses)]
        {
            let Some(place) = self.next_on_line()? else { break };
            let value = parse_digits(&self.word).ok_or_else(|| self.fault(place, Fault::Junk))?;
            if value > largest {
                return Err(self.fault(place, excess).into());
            }
            *number = Some(value);
        }
        if format == Format::Cnf && header.clauses.is_none() {
            self.word = header_text(&header);
            return Err(self.fault(place, Fault::IncompleteHeader).into());
        }
        if let Some(tail) = self.next_on_line()? {
            if self.word != b"c" {
                return Err(self.fault(tail, Fault::HeaderTail).into());
            }
            self.skip_line()?;
        }
        self.word = header_text(&header);
        match self.report.header {
            Some(first) if first == header && self.rows.clauses == 0 => self.quirk(place, Quirk::RepeatedHeader)?,
            Some(_) => return Err(self.fault(place, Fault::SecondHeader).into()),
            None => {
                if self.rows.clauses > 0 {
                    self.quirk(place, Quirk::LateHeader)?;
                }
                self.report.header = Some(header);
                self.header_place = place;
            }
        }
        Ok(())
    }

    /// The rest of a comment.
    fn comment(&mut self, place: Place) -> Result<(), Error> {
        if self.word == b"C" {
            self.quirk(place, Quirk::UpperCase)?;
        }
        let mut in_capitals = self.keyword()?;
        if self.word == b"p" {
            in_capitals |= self.keyword()?;
            match self.word.as_slice() {
                b"show" => {
                    self.capitals(place, in_capitals)?;
                    return self.projection(place);
                }
                b"weight" => {
                    self.capitals(place, in_capitals)?;
                    return self.weight_comment(place);
                }
                _ => return self.skip_line(),
            }
        }
        match self.word.as_slice() {
            b"weights" => {
                self.capitals(place, in_capitals)?;
                self.all_weights(place)
            }
            b"ind" => {
                self.capitals(place, in_capitals)?;
                self.projection(place)
            }
            b"t" => self.count_type(place, in_capitals),
            _ => self.skip_line(),
        }
    }

    /// The rest of `c t`. Prose may begin so, too: then more than one word follows.
    fn count_type(&mut self, comment: Place, mut in_capitals: bool) -> Result<(), Error> {
        in_capitals |= self.keyword()?;
        let count_type = match self.word.as_slice() {
            b"mc" => CountType::Models,
            b"pmc" => CountType::Projected,
            b"wmc" => CountType::Weighted,
            b"pwmc" => CountType::ProjectedWeighted,
            word => {
                let is_alone = word != b"t" && self.next_on_line()?.is_none();
                return if is_alone { Ok(self.quirk(comment, Quirk::UnknownCount)?) } else { self.skip_line() };
            }
        };
        self.capitals(comment, in_capitals)?;
        self.report.count_type = Some(count_type);
        self.skip_line()
    }

    /// Reads the next word of a comment, if there is one, and turns it into small letters if all of them are capitals.
    /// Whether they were.
    fn keyword(&mut self) -> Result<bool, Error> {
        let in_capitals = self.next_on_line()?.is_some() && self.word.iter().all(u8::is_ascii_uppercase);
        if in_capitals {
            self.word.make_ascii_lowercase();
        }
        Ok(in_capitals)
    }

    /// Tells that a keyword stands in capital letters.
    fn capitals(&mut self, comment: Place, in_capitals: bool) -> Result<(), SyntaxError> {
        if in_capitals { self.quirk(comment, Quirk::UpperCase) } else { Ok(()) }
    }

    /// The variables of `c p show` and `c ind`, whose words are read.
    fn projection(&mut self, comment: Place) -> Result<(), Error> {
        let mut is_first = true;
        while let Some(place) = self.next_on_line()? {
            if is_first && !matches!(self.word[0], b'0'..=b'9' | b'-' | b'+') {
                self.quirk(comment, Quirk::ProseProjection)?;
                return self.skip_line();
            }
            is_first = false;
            let number = self.visible_variable(place)?;
            let visible = self.report.visible.get_or_insert_default();
            if number == 0 {
                return match self.next_on_line()? {
                    Some(tail) => Err(self.fault(tail, Fault::Projection).into()),
                    None => Ok(()),
                };
            }
            visible.push(Var::from_index(number as usize - 1));
        }
        let quirk = if is_first { Quirk::ProseProjection } else { Quirk::UnterminatedProjection };
        Ok(self.quirk(comment, quirk)?)
    }

    /// The word as a variable of a projection line, zero for its end.
    fn visible_variable(&mut self, place: Place) -> Result<u32, SyntaxError> {
        match self.literal(place) {
            Ok((_, true)) | Err(SyntaxError { fault: Fault::Junk, .. }) => Err(self.fault(place, Fault::Projection)),
            literal => literal.map(|(variable, _)| variable),
        }
    }

    /// The rest of the text behind the mark that ends the formula: white space, comments, and the `0` of SATLIB.
    /// Comments say of the formula there what they say before it.
    fn behind_end(&mut self, place: Place, mark: Quirk) -> Result<(), Error> {
        if let Some(since) = self.rows.open_since() {
            return Err(self.fault(place, Fault::Unterminated { since }).into());
        }
        self.quirk(place, mark)?;
        let mut zero_is_due = mark == Quirk::Percent;
        while let Some(byte) = self.scanner.peek()? {
            if is_white(byte) {
                self.scanner.bump();
                continue;
            }
            let place = self.scanner.place();
            self.next_word()?;
            match *self.word {
                [b'0'] if zero_is_due => zero_is_due = false,
                [b'c'] => self.comment(place)?,
                [0x1a, ..] if self.word.iter().all(|&byte| byte == 0x1a) => {}
                _ => return Err(self.fault(place, Fault::BehindEnd).into()),
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Report, Error> {
        if let Some(since) = self.rows.open_since() {
            let Last { place, text } = &self.last;
            return Err(SyntaxError::new(*place, text, Fault::Unterminated { since }).into());
        }
        if let Some(visible) = &mut self.report.visible {
            visible.sort_unstable();
            visible.dedup();
            self.rows.show(visible);
        }
        let last_visible = self.report.visible.as_ref().and_then(|visible| visible.last());
        let largest = last_visible.map_or(0, |var| var.index() + 1).max(self.rows.largest_variable as usize);
        let place = self.header_place;
        match self.report.header {
            None => {
                self.word.clear();
                self.quirk(place, Quirk::MissingHeader)?;
            }
            Some(header) => {
                self.word = header_text(&header);
                if let Some(declared) = header.variables.filter(|&declared| declared < largest as u64) {
                    self.quirk(place, Quirk::Variables { declared, found: largest as u64 })?;
                }
                let found = self.rows.clauses;
                if let Some(declared) = header.clauses.filter(|&declared| declared != found) {
                    self.quirk(place, Quirk::Clauses { declared, found })?;
                }
            }
        }
        self.weights_are_of_variables(largest)?;
        let Reader { scanner, rows, mut report, .. } = self;
        report.bytes = scanner.offset();
        report.clauses = rows.clauses;
        report.literals = rows.literals;
        report.largest_variable = largest;
        report.num_queries = rows.num_queries;
        report.queries = rows.queries;
        Ok(report)
    }

    /// The error that the word read last is.
    fn fault(&self, place: Place, fault: Fault) -> SyntaxError {
        SyntaxError::new(place, &self.word, fault)
    }

    /// Tells a quirk as the dialect asks: once a kind, as an error, or not at all.
    fn quirk(&mut self, place: Place, quirk: Quirk) -> Result<(), SyntaxError> {
        match self.dialect {
            Dialect::Relaxed => return Ok(()),
            Dialect::Strict if !quirk.is_blank() => return Err(self.fault(place, Fault::Strict(quirk))),
            Dialect::Strict | Dialect::Lenient => {}
        }
        if !self.report.warnings.iter().any(|known| discriminant(&known.quirk) == discriminant(&quirk)) {
            self.report.warnings.push(Warning { place, quirk });
        }
        Ok(())
    }
}

/// A number of decimal digits and nothing else, `u64::MAX` where it is too large for 64 bits.
fn parse_digits(word: &[u8]) -> Option<u64> {
    if word.is_empty() || word.len() >= LONGEST_WORD || !word.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let step = |number: u64, digit: &u8| number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    Some(word.iter().fold(0, step))
}

fn header_text(header: &Header) -> Vec<u8> {
    let format = match header.format {
        Format::Cnf => "p cnf",
        Format::Incremental => "p inccnf",
    };
    let numbers = [header.variables, header.clauses].into_iter().flatten().map(|number| format!(" {number}"));
    std::iter::once(format.to_owned()).chain(numbers).collect::<String>().into_bytes()
}
