//! Lines that say how much literals weigh.

use std::io::Read;

use super::{Reader, parse_digits};
use crate::dimacs::scanner::LONGEST_WORD;
use crate::dimacs::{Error, Fault, FormulaTarget, Place, Quirk, SyntaxError};
use crate::{Lit, Var, Weight, WeightError};

impl<R: Read, T: FormulaTarget + ?Sized> Reader<'_, R, T> {
    /// The rest of `c p weight LITERAL WEIGHT 0`, the form of the Model Counting Competition since 2021.
    pub(super) fn weight_comment(&mut self, comment: Place) -> Result<(), Error> {
        if !self.has_weights(comment) {
            return self.skip_line();
        }
        let lit = self.weighted_literal(comment)?;
        let (weight, place) = self.weight(comment)?;
        self.weigh(lit, weight, place)?;
        self.end_of_weights()
    }

    /// The rest of `w LITERAL WEIGHT`, as Cachet has it, where -1 stands for no weight, and the first
    /// competition, which ends the line in 0.
    pub(super) fn weight_line(&mut self, line: Place) -> Result<(), Error> {
        if !self.reads_weights {
            self.quirk(line, Quirk::WeightLine)?;
        }
        if !self.has_weights(line) {
            return self.unread_weight(line);
        }
        let lit = self.weighted_literal(line)?;
        let (weight, place) = self.weight(line)?;
        if self.word == b"-1" {
            self.weigh(lit, Weight::one(), place)?;
            self.weigh(!lit, Weight::one(), place)?;
        } else {
            self.weigh(lit, weight, place)?;
        }
        self.end_of_weights()
    }

    /// A line of a weight that nobody asked for. It is no comment: a clause behind the weight would be lost, and a
    /// line without a weight is of some other kind.
    fn unread_weight(&mut self, line: Place) -> Result<(), Error> {
        self.literal_on_line(line)?;
        self.weight(line)?;
        self.end_of_weights()
    }

    /// The rest of `c weights …`, as miniC2D has it: the weights of 1, -1, 2, -2 and so on.
    pub(super) fn all_weights(&mut self, comment: Place) -> Result<(), Error> {
        if !self.has_weights(comment) {
            return self.skip_line();
        }
        let mut code = 0;
        while let Some(place) = self.next_on_line()? {
            let weight = self.parse_weight(place)?;
            self.weigh(Lit::from_code(code), weight, place)?;
            self.meet(Lit::from_code(code), place);
            code += 1;
        }
        match code % 2 {
            0 => Ok(()),
            _ => Err(self.weight_fault(comment, Fault::WeightLine).into()),
        }
    }

    /// Takes note of a line of weights, and says whether it is read.
    fn has_weights(&mut self, place: Place) -> bool {
        self.report.weights.get_or_insert(place);
        self.reads_weights
    }

    /// The error of a whole line of weights.
    fn weight_fault(&mut self, place: Place, fault: Fault) -> SyntaxError {
        self.word.clear();
        self.fault(place, fault)
    }

    /// The literal of a line of one weight, of which note is taken.
    fn weighted_literal(&mut self, line: Place) -> Result<Lit, Error> {
        let (lit, place) = self.literal_on_line(line)?;
        self.meet(lit, place);
        Ok(lit)
    }

    /// The next word of the line as a literal.
    fn literal_on_line(&mut self, line: Place) -> Result<(Lit, Place), Error> {
        let Some(place) = self.next_on_line()? else { return Err(self.weight_fault(line, Fault::WeightLine).into()) };
        let (variable, is_negative) = self.literal(place)?;
        if variable == 0 {
            return Err(self.fault(place, Fault::WeightLine).into());
        }
        Ok((Var::from_index(variable as usize - 1).lit(!is_negative), place))
    }

    /// The next word of the line, which is left in `word`, as a weight.
    fn weight(&mut self, line: Place) -> Result<(Weight, Place), Error> {
        let Some(place) = self.next_on_line()? else { return Err(self.weight_fault(line, Fault::WeightLine).into()) };
        Ok((self.parse_weight(place)?, place))
    }

    fn parse_weight(&self, place: Place) -> Result<Weight, SyntaxError> {
        let text = std::str::from_utf8(&self.word).ok().filter(|text| text.len() < LONGEST_WORD);
        let weight = text.ok_or(WeightError::Syntax).and_then(str::parse);
        weight.map_err(|error| self.fault(place, Fault::Weight(error)))
    }

    fn weigh(&mut self, lit: Lit, weight: Weight, place: Place) -> Result<(), SyntaxError> {
        if !self.report.literal_weights.set(lit, weight) {
            return Err(self.fault(place, Fault::SecondWeight));
        }
        Ok(())
    }

    /// Takes note of a variable with a weight.
    fn meet(&mut self, lit: Lit, place: Place) {
        let variable = lit.var().index() as u32 + 1;
        if self.last_weighted.is_none_or(|(last, _)| last < variable) {
            self.last_weighted = Some((variable, place));
        }
    }

    /// The end of a line of one weight: a 0, which the oldest files lack, and nothing more.
    fn end_of_weights(&mut self) -> Result<(), Error> {
        if let Some(place) = self.next_on_line()?
            && parse_digits(&self.word) != Some(0)
        {
            return Err(self.fault(place, Fault::WeightLine).into());
        }
        match self.next_on_line()? {
            Some(place) => Err(self.fault(place, Fault::WeightLine).into()),
            None => Ok(()),
        }
    }

    /// At the end of the text, whose largest variable is known: no weight is that of a variable beyond the
    /// declared ones.
    pub(super) fn weights_are_of_variables(&mut self, largest: usize) -> Result<(), SyntaxError> {
        let declared = self.report.header.and_then(|header| header.variables).unwrap_or(0);
        match self.last_weighted {
            Some((last, place)) if u64::from(last) > declared.max(largest as u64) => {
                self.word = last.to_string().into_bytes();
                Err(self.fault(place, Fault::WeightOfNothing))
            }
            _ => Ok(()),
        }
    }
}
