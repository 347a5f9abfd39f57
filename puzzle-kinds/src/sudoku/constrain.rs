//! Clues as constraints.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::clue::{Clue, LineKind, OutsideKind, PairKind, Shade, ShadingRule, letter_name};
use super::grid::{Cell, distinct};
use super::puzzle::Sudoku;
use gordian_encoders::encode::{EncodingError, Relation};
use gordian_encoders::model::{Boolean, Constraint, Diagram, Integer, Problem};
use gordian_encoders::rule::Rule;

/// Writes clues over the cells of a Sudoku.
pub(super) struct Writer<'a> {
    sudoku: &'a Sudoku,
    pub(super) problem: Problem,
    cells: Vec<Integer>,
    /// Whether each cell has the first colour; empty where nothing is shaded.
    shading: Vec<Boolean>,
    letters: Vec<Integer>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        sudoku: &'a Sudoku,
        mut problem: Problem,
        cells: Vec<Integer>,
        shading: Option<Vec<Boolean>>,
    ) -> Result<Writer<'a>, EncodingError> {
        let size = sudoku.grid.size as i64;
        let letter = |letter| problem.hidden_integer(letter_name(letter), 1..=size);
        let letters: Vec<Integer> = (0..sudoku.letters).map(letter).collect::<Result<_, _>>()?;
        if letters.len() > 1 {
            let rule = Rule::new("letters", "different letters stand for different digits", []);
            problem.require(rule, Constraint::all_different(letters.iter().copied()));
        }
        Ok(Writer { sudoku, problem, cells, shading: shading.unwrap_or_default(), letters })
    }

    pub(super) fn constraint(&mut self, clue: &Clue) -> Result<Constraint, EncodingError> {
        Ok(match clue {
            Clue::Line { kind, cells, shade } => {
                let constraint = self.line(*kind, cells)?;
                match shade {
                    None => constraint,
                    Some(shade) => {
                        let shaded = cells.iter().filter_map(|&cell| self.shaded(cell, *shade));
                        Constraint::Any(shaded.map(Constraint::Holds).collect()).implies(constraint)
                    }
                }
            }
            Clue::Cage { cells, sum, may_repeat } => self.cage(cells, *sum, *may_repeat),
            Clue::LittleKiller { cells, sum } => self.sum(&ones(cells), None, *sum),
            Clue::Arrow { bulb, shaft } => self.arrow(bulb, shaft),
            Clue::Pair { kind, cells } => self.pair(*kind, cells[0], cells[1], true),
            Clue::NoPair { kind, pairs } => {
                Constraint::All(pairs.iter().map(|&(a, b)| self.pair(*kind, a, b, false)).collect())
            }
            Clue::Quadruple { cells, digits } => self.quadruple(cells, digits),
            Clue::Clone { first, second } => {
                let pairs = first.iter().zip(second);
                let equal = pairs.map(|(&a, &b)| Constraint::all_equal(self.of(&[a, b])));
                Constraint::All(equal.collect())
            }
            Clue::OneOf { cell, digits, .. } => Constraint::member(self.cells[*cell], digits.iter().copied()),
            Clue::Extreme { cell, is_least, than } => {
                let order = |&other: &Cell| {
                    let pair = if *is_least { [*cell, other] } else { [other, *cell] };
                    Constraint::increasing(self.of(&pair))
                };
                Constraint::All(than.iter().map(order).collect())
            }
            Clue::Different { cells, .. } => Constraint::all_different(self.of(cells)),
            Clue::Apart { pairs, .. } => {
                Constraint::All(pairs.iter().map(|&(a, b)| Constraint::all_different(self.of(&[a, b]))).collect())
            }
            Clue::Indexer { is_column, cell } => self.indexer(*is_column, *cell),
            Clue::Outside { kind, cells, value } => self.outside(*kind, cells, *value)?,
            Clue::Letters { cells, letters } => self.letters_in(cells, letters),
            Clue::YinYang(rule) => self.yin_yang(*rule),
        })
    }

    fn of(&self, cells: &[Cell]) -> Vec<Integer> {
        cells.iter().map(|&cell| self.cells[cell]).collect()
    }

    fn size(&self) -> i64 {
        self.sudoku.grid.size as i64
    }

    /// The literal that says that a cell has this colour.
    fn shaded(&self, cell: Cell, shade: Shade) -> Option<Boolean> {
        let first = *self.shading.get(cell)?;
        Some(if shade == Shade::First { first } else { !first })
    }

    fn cage(&self, cells: &[Cell], sum: Option<i64>, may_repeat: bool) -> Constraint {
        let of = self.of(cells);
        match (sum, may_repeat) {
            (None, true) => Constraint::All(Vec::new()),
            (None, false) => Constraint::AllDifferent(of),
            (Some(sum), true) => self.sum(&ones(cells), None, sum),
            (Some(total), false) => Constraint::AllDifferentWithSum { of, total },
        }
    }

    fn arrow(&self, bulb: &[Cell], shaft: &[Cell]) -> Constraint {
        let shaft: Vec<Cell> = distinct(shaft).into_iter().filter(|cell| !bulb.contains(cell)).collect();
        let mut terms = ones(&shaft);
        let mut weight = 1;
        for &cell in bulb.iter().rev() {
            terms.push((-weight, cell));
            weight *= 10;
        }
        self.sum(&terms, None, 0)
    }

    /// The sum over some cells, and over a variable that is no cell, is the total. Diagrams of the partial sums, in which
    /// cells that see each other differ, were measured too: they take more clauses and spare no conflicts.
    fn sum(&self, terms: &[(i64, Cell)], more: Option<(i64, Integer)>, total: i64) -> Constraint {
        let terms = terms.iter().map(|&(factor, cell)| (factor, self.cells[cell])).chain(more);
        Constraint::weighted(terms, Relation::Equal, total)
    }

    /// The pairs of digits for which `holds` is true are those that two cells may have.
    fn table(&self, a: Cell, b: Cell, holds: impl Fn(i64, i64) -> bool) -> Constraint {
        let digits = 1..=self.size();
        let rows = digits.clone().flat_map(|x| digits.clone().map(move |y| vec![x, y]));
        Constraint::Table { of: self.of(&[a, b]), rows: rows.filter(|row| holds(row[0], row[1])).collect() }
    }

    fn pair(&self, kind: PairKind, a: Cell, b: Cell, wanted: bool) -> Constraint {
        self.table(a, b, |x, y| kind.holds(x, y) == wanted)
    }

    fn neighbours(&self, cells: &[Cell], holds: impl Fn(i64, i64) -> bool) -> Constraint {
        Constraint::All(cells.windows(2).map(|pair| self.table(pair[0], pair[1], &holds)).collect())
    }

    fn quadruple(&self, cells: &[Cell], digits: &[i64]) -> Constraint {
        let mut wanted = digits.to_vec();
        wanted.sort_unstable();
        let of = self.of(cells);
        let parts = wanted.chunk_by(|a, b| a == b).map(|same| match same {
            &[digit] => Constraint::Any(of.iter().map(|&cell| Constraint::is(cell, digit)).collect()),
            _ => {
                let (of, values) = (of.clone(), vec![same[0]]);
                Constraint::Count { of, values, relation: Relation::AtLeast, bound: same.len() as i64 }
            }
        });
        Constraint::All(parts.collect())
    }

    /// The digit `d` in row `r` and column `c`: where `d` points stands the number of the own row or column.
    fn indexer(&self, is_column: bool, cell: Cell) -> Constraint {
        let grid = self.sudoku.grid;
        let [row, column] = grid.place(cell);
        let pointing = (0..grid.size).flat_map(|pointed| {
            let (other, number) =
                if is_column { (grid.cell(row, pointed), column) } else { (grid.cell(pointed, column), row) };
            let points = Constraint::is(self.cells[cell], pointed as i64 + 1);
            let stands = Constraint::is(self.cells[other], number as i64 + 1);
            [points.clone().implies(stands.clone()), stands.implies(points)]
        });
        Constraint::All(pointing.collect())
    }

    fn letters_in(&self, cells: &[Cell], letters: &[usize]) -> Constraint {
        let of = self.of(cells);
        let stands = |digit: i64| of.iter().map(move |&cell| Constraint::is(cell, digit));
        let parts = letters.iter().flat_map(|&letter| {
            let letter = self.letters[letter];
            (1..=self.size())
                .map(move |digit| Constraint::is(letter, digit).implies(Constraint::Any(stands(digit).collect())))
        });
        Constraint::All(parts.collect())
    }

    fn yin_yang(&self, rule: ShadingRule) -> Constraint {
        let grid = self.sudoku.grid;
        let both = [Shade::First, Shade::Second];
        let one_of = |cells: [(Cell, Shade); 4]| {
            let shaded = cells.into_iter().filter_map(|(cell, shade)| self.shaded(cell, shade));
            Constraint::Any(shaded.map(Constraint::Holds).collect())
        };
        match rule {
            ShadingRule::NoBlock => {
                let blocks = grid.blocks().flat_map(|block| both.map(|shade| one_of(block.map(|cell| (cell, shade)))));
                Constraint::All(blocks.collect())
            }
            ShadingRule::Connected => Constraint::BothConnected { of: self.shading.clone(), width: grid.size },
        }
    }

    fn line(&mut self, kind: LineKind, cells: &[Cell]) -> Result<Constraint, EncodingError> {
        let of = self.of(cells);
        let size = self.size();
        let (Some(&first), Some(&last)) = (of.first(), of.last()) else { return Ok(Constraint::All(Vec::new())) };
        // What is said of the line as a whole, or of what lies between its ends, is said of each
        // cell once.
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
                let far = Constraint::Difference { first, second: last, relation: Relation::AtLeast, bound: 4 };
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
            return Ok(Constraint::AllDifferent(of));
        }
        let least = self.hidden("least", 1..=size - count + 1)?;
        let mut parts = vec![Constraint::AllDifferent(of.clone())];
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

    /// The stretches of a line within one region each, a cell once in each. Where a closed line
    /// begins within a region, its first and its last stretch are one.
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

    fn outside(&mut self, kind: OutsideKind, cells: &[Cell], value: i64) -> Result<Constraint, EncodingError> {
        let of = self.of(cells);
        let size = self.size();
        match kind {
            OutsideKind::Sandwich => {
                // How many of the ends were read, and the sum after the first of them.
                let step = |_: usize, &(ends, sum): &(i64, i64), digit: i64| {
                    if digit == 1 || digit == size {
                        return (ends < 2 && (ends == 0 || sum == value)).then_some((ends + 1, sum));
                    }
                    let sum = if ends == 1 { sum + digit } else { sum };
                    (sum <= value).then_some((ends, sum))
                };
                self.diagram(of, (0, 0), step, |&(ends, sum)| ends == 2 && sum == value)
            }
            OutsideKind::Skyscraper => {
                let step = |_: usize, &(highest, seen): &(i64, i64), digit: i64| {
                    let (highest, seen) = if digit > highest { (digit, seen + 1) } else { (highest, seen) };
                    (seen <= value).then_some((highest, seen))
                };
                self.diagram(of, (0, 0), step, |&(_, seen)| seen == value)
            }
            OutsideKind::XSum => {
                let each = (1..=size).map(|count| {
                    let others = cells.get(1..count as usize).unwrap_or_default();
                    Constraint::is(of[0], count).implies(self.sum(&ones(others), None, value - count))
                });
                Ok(Constraint::All(each.collect()))
            }
        }
    }

    fn hidden(&mut self, name: &str, values: std::ops::RangeInclusive<i64>) -> Result<Integer, EncodingError> {
        self.problem.hidden_integer(name, values)
    }

    fn diagram<S: Clone + Eq + std::hash::Hash>(
        &self,
        of: Vec<Integer>,
        start: S,
        step: impl Fn(usize, &S, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Constraint, EncodingError> {
        let domains: Vec<&[i64]> = of.iter().map(|&cell| self.problem.values(cell)).collect();
        let diagram = Arc::new(Diagram::new(&domains, start, step, accepts)?);
        Ok(Constraint::Path { of, diagram })
    }
}

/// The cells, each counted once.
fn ones(cells: &[Cell]) -> Vec<(i64, Cell)> {
    cells.iter().map(|&cell| (1, cell)).collect()
}
