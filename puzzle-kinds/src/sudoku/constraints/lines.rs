//! Lines of all kinds.

use std::collections::BTreeSet;

use gordian_encoders::encode::{EncodingError, Relation};
use gordian_encoders::model::{Constraint, Integer};

use super::{Writer, ones};
use crate::sudoku::clue::LineKind;
use crate::sudoku::grid::{Cell, distinct};

impl Writer<'_> {
    pub(super) fn line(&mut self, kind: LineKind, cells: &[Cell]) -> Result<Constraint, EncodingError> {
        let of = self.of(cells);
        let size = self.size();
        let (Some(&first), Some(&last)) = (of.first(), of.last()) else { return Ok(Constraint::All(Vec::new())) };
        // A demand on the line as a whole, or on the cells between its ends, applies to each cell
        // once.
        let once = distinct(cells);
        let ends = distinct(&[cells[0], cells[cells.len() - 1]]);
        let inner: Vec<Cell> = once.iter().copied().filter(|cell| !ends.contains(cell)).collect();
        let inner_of = self.of(&inner);
        Ok(match kind {
            LineKind::Thermometer => Constraint::increasing(of),
            LineKind::SlowThermometer => Constraint::not_decreasing(of),
            LineKind::Renban => self.renban(self.of(&once))?,
            LineKind::Nabner => {
                let all = once.iter().enumerate();
                let pairs = all.flat_map(|(at, &a)| once[at + 1..].iter().map(move |&b| (a, b)));
                Constraint::All(pairs.map(|(a, b)| self.table(a, b, |x, y| (x - y).abs() >= 2)).collect())
            }
            LineKind::Whisper(step) => self.neighbours(cells, |x, y| (x - y).abs() >= step),
            LineKind::RegionSum => self.region_sum(cells)?,
            LineKind::Parity => self.neighbours(cells, |x, y| (x - y) % 2 != 0),
            LineKind::Entropic => self.in_threes(cells, |digit| (digit - 1) / (size / 3).max(1)),
            LineKind::Modular => self.in_threes(cells, |digit| digit % 3),
            LineKind::Palindrome => {
                let pairs = of.iter().zip(of.iter().rev()).take(of.len() / 2);
                Constraint::All(pairs.map(|(&a, &b)| Constraint::all_equal([a, b])).collect())
            }
            LineKind::SameDifference => self.same_difference(of)?,
            LineKind::Zipper => self.zipper(cells)?,
            LineKind::Between => {
                let between = |low: Integer, high: Integer| {
                    let each = inner_of.iter().map(|&cell| Constraint::increasing([low, cell, high]));
                    Constraint::All(each.collect())
                };
                if inner.is_empty() {
                    Constraint::All(Vec::new())
                } else {
                    Constraint::Any(vec![between(first, last), between(last, first)])
                }
            }
            LineKind::Lockout => {
                let far = Constraint::difference(first, last, Relation::AtLeast, 4);
                let mut parts = vec![far];
                for cell in inner_of {
                    parts.push(self.diagram(
                        vec![first, cell, last],
                        (0, 0),
                        |at, &(end, digit), value| {
                            Some(match at {
                                0 => (value, 0),
                                1 => (end, value),
                                _ => (i64::from(digit < end.min(value) || digit > end.max(value)), 0),
                            })
                        },
                        |&(holds, _)| holds == 1,
                    )?);
                }
                Constraint::All(parts)
            }
            LineKind::DoubleArrow => {
                let ends: Vec<(i64, Cell)> = ends.iter().map(|&cell| (-1, cell)).collect();
                self.sum(&[ones(&inner), ends].concat(), None, 0)
            }
        })
    }

    /// Consecutive digits: which is the least says which digits there are.
    fn renban(&mut self, of: Vec<Integer>) -> Result<Constraint, EncodingError> {
        let (size, count) = (self.size(), of.len() as i64);
        if count <= 1 || count > size {
            return Ok(Constraint::all_different(of));
        }
        let least = self.hidden("least", 1..=size - count + 1)?;
        let mut parts = vec![Constraint::all_different(of.clone())];
        for low in 1..=size - count + 1 {
            let is_low = Constraint::is(least, low);
            for digit in 1..=size {
                if (low..low + count).contains(&digit) {
                    let there = of.iter().map(|&cell| Constraint::is(cell, digit)).collect();
                    parts.push(is_low.clone().implies(Constraint::Any(there)));
                } else {
                    parts.extend(of.iter().map(|&cell| is_low.clone().implies(Constraint::is(cell, digit).negated())));
                }
            }
        }
        Ok(Constraint::All(parts))
    }

    fn region_sum(&mut self, cells: &[Cell]) -> Result<Constraint, EncodingError> {
        let segments = self.stretches(cells);
        if segments.len() < 2 {
            return Ok(Constraint::All(Vec::new()));
        }
        let size = self.size();
        let mut parts = Vec::new();
        let single = segments.iter().position(|segment| segment.len() == 1);
        if let Some(single) = single {
            let total = segments[single][0];
            for segment in segments.iter().enumerate().filter(|&(at, _)| at != single).map(|(_, segment)| segment) {
                parts.push(self.sum(&[ones(segment).as_slice(), &[(-1, total)]].concat(), None, 0));
            }
            return Ok(Constraint::All(parts));
        }
        let least = segments.iter().map(|segment| segment.len() as i64).max().unwrap_or(0);
        let most = segments.iter().map(|segment| segment.len() as i64 * size).min().unwrap_or(0);
        if least > most {
            return Ok(Constraint::Any(Vec::new()));
        }
        let total = self.hidden("sum", least..=most)?;
        for segment in &segments {
            parts.push(self.sum(&ones(segment), Some((-1, total)), 0));
        }
        Ok(Constraint::All(parts))
    }

    /// The stretches of a line within one region each, a cell once in each. If a closed line begins
    /// within a region, its first and its last stretch are one.
    fn stretches(&self, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let regions = &self.sudoku.regions;
        let parts = cells.chunk_by(|&a, &b| regions[a] == regions[b]);
        let mut stretches: Vec<Vec<Cell>> = parts.map(<[Cell]>::to_vec).collect();
        if stretches.len() > 1 && cells.first() == cells.last() {
            let last = stretches.pop().unwrap_or_default();
            stretches[0].extend(last);
        }
        stretches.iter().map(|stretch| distinct(stretch)).collect()
    }

    /// Two cells less than three steps apart have different classes; of three classes, two that are
    /// three apart have the same, if no cell is passed twice between them. A closed line goes on
    /// where it began.
    fn in_threes(&self, cells: &[Cell], class: impl Fn(i64) -> i64) -> Constraint {
        let mut round = cells.to_vec();
        if cells.len() > 3 && cells.first() == cells.last() {
            round.push(cells[1]);
        }
        let apart = |distance: usize| round.windows(distance + 1);
        let table = |steps: &[Cell], same: bool| {
            let (a, b) = (steps[0], steps[steps.len() - 1]);
            self.table(a, b, |x, y| (class(x) == class(y)) == same)
        };
        let is_other = |steps: &&[Cell]| steps.first() != steps.last();
        let different = apart(1).chain(apart(2)).filter(is_other).map(|steps| table(steps, false));
        let are_three = (1..=self.size()).map(&class).collect::<BTreeSet<i64>>().len() == 3;
        let alone = |steps: &&[Cell]| distinct(&steps[..3]).len() == 3 && distinct(&steps[1..]).len() == 3;
        let same = apart(3).filter(|steps| are_three && alone(steps)).filter(is_other);
        Constraint::All(different.chain(same.map(|steps| table(steps, true))).collect())
    }

    fn same_difference(&mut self, of: Vec<Integer>) -> Result<Constraint, EncodingError> {
        if of.len() < 3 {
            return Ok(Constraint::All(Vec::new()));
        }
        // The state is the last digit and the difference, as soon as there are such.
        self.diagram(
            of,
            (None, None),
            |_, &(last, difference): &(Option<i64>, Option<i64>), value| {
                let Some(last) = last else { return Some((Some(value), None)) };
                let own = (last - value).abs();
                difference.is_none_or(|known| known == own).then_some((Some(value), Some(own)))
            },
            |_| true,
        )
    }

    fn zipper(&mut self, cells: &[Cell]) -> Result<Constraint, EncodingError> {
        let of = self.of(cells);
        let half = of.len() / 2;
        if of.len() < 3 {
            return Ok(Constraint::All(Vec::new()));
        }
        let mut parts = Vec::new();
        let more = match of.len() % 2 {
            1 => None,
            _ => Some((-1, self.hidden("sum", 2..=2 * self.size())?)),
        };
        for at in 0..half {
            let mut terms = ones(&[cells[at], cells[of.len() - 1 - at]]);
            if more.is_none() {
                terms.push((-1, cells[half]));
            }
            parts.push(self.sum(&terms, more, 0));
        }
        Ok(Constraint::All(parts))
    }
}
