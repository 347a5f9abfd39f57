//! The clues of a Sudoku: its demands beside rows, columns and boxes.

use super::grid::{Cell, Grid, distinct};
use gordian_encoders::rule::Rule;

/// A clue of a Sudoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clue {
    /// A line whose digits follow a rule. With a shade, the rule counts only where a cell of the line has that colour.
    ///
    /// The cells come in the order in which the line passes them, so one that it passes twice is
    /// named twice. Rules of neighbours, of places and of stretches follow that order; rules of the
    /// line as a whole count each cell once.
    Line { kind: LineKind, cells: Vec<Cell>, shade: Option<Shade> },
    /// Digits with a sum; no two the same unless they may repeat.
    Cage { cells: Vec<Cell>, sum: Option<i64>, may_repeat: bool },
    /// Digits on a diagonal with a sum; they may repeat.
    LittleKiller { cells: Vec<Cell>, sum: i64 },
    /// The digits along the shaft, as far as it is not the bulb, sum to the number in the bulb,
    /// which is read in the order of rows and columns.
    Arrow { bulb: Vec<Cell>, shaft: Vec<Cell> },
    /// Two neighbours with a mark between them.
    Pair { kind: PairKind, cells: [Cell; 2] },
    /// No pair of these neighbours is like one with such a mark.
    NoPair { kind: PairKind, pairs: Vec<(Cell, Cell)> },
    /// The digits all stand in the four cells, as often as they are given.
    Quadruple { cells: Vec<Cell>, digits: Vec<i64> },
    /// The same digits in the same order.
    Clone { first: Vec<Cell>, second: Vec<Cell> },
    /// The digit is one of these.
    OneOf { kind: &'static str, cell: Cell, digits: Vec<i64> },
    /// The digit is less, or greater, than those beside it.
    Extreme { cell: Cell, is_least: bool, than: Vec<Cell> },
    /// No two the same.
    Different { kind: &'static str, name: String, cells: Vec<Cell> },
    /// No two cells of a pair have the same digit.
    Apart { kind: &'static str, pairs: Vec<(Cell, Cell)> },
    /// A digit in row `r` and column `c` says where in the row `c` stands, or where in the column `r` stands.
    Indexer { is_column: bool, cell: Cell },
    /// A number at the end of a row or column.
    Outside { kind: OutsideKind, cells: Vec<Cell>, value: i64 },
    /// Letters stand for different digits, each of which stands in one of the four cells.
    Letters { cells: Vec<Cell>, letters: Vec<usize> },
    /// Both colours are connected, and no block of two by two cells has one colour.
    YinYang(ShadingRule),
}

/// A colour of a shading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shade {
    First,
    Second,
}

/// The parts of the rule of a yin-yang shading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShadingRule {
    Connected,
    NoBlock,
}

/// The rule of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// Increasing from the bulb on.
    Thermometer,
    /// Not decreasing from the bulb on.
    SlowThermometer,
    /// Consecutive digits in any order.
    Renban,
    /// No two digits the same or consecutive.
    Nabner,
    /// Neighbours differ by so much at least.
    Whisper(i64),
    /// The same sum in each region that the line passes.
    RegionSum,
    /// Odd and even in turn.
    Parity,
    /// A low, a middle and a high digit in any three in a row.
    Entropic,
    /// Three different remainders by three in any three in a row.
    Modular,
    /// The same from both ends.
    Palindrome,
    /// Neighbours differ by the same.
    SameDifference,
    /// Two digits as far from the middle as each other sum to the digit in the middle, or to the same.
    Zipper,
    /// Between the digits at its ends.
    Between,
    /// Not between the digits at its ends, and none of them; these differ by four at least.
    Lockout,
    /// The digits at its ends sum to the same as those between them.
    DoubleArrow,
}

/// The statement of a mark between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairKind {
    /// They differ by so much.
    Difference(i64),
    /// One is so many times the other.
    Ratio(i64),
    /// They sum to this.
    Sum(i64),
}

/// The statement of a number at the end of a row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutsideKind {
    /// The digits between the least and the greatest sum to it.
    Sandwich,
    /// The first digit tells how many digits sum to the number.
    XSum,
    /// This many digits are greater than all before them.
    Skyscraper,
}

impl PairKind {
    /// Whether two digits are like that.
    pub(crate) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            PairKind::Difference(difference) => (a - b).abs() == difference,
            PairKind::Ratio(ratio) => a == ratio * b || b == ratio * a,
            PairKind::Sum(sum) => a + b == sum,
        }
    }

    fn words(self) -> (&'static str, String) {
        match self {
            PairKind::Difference(difference) => ("difference", format!("differ by {difference}")),
            PairKind::Ratio(ratio) => ("ratio", format!("are in the ratio 1:{ratio}")),
            PairKind::Sum(sum) => ("sum", format!("sum to {sum}")),
        }
    }
}

impl LineKind {
    /// Its name: the sort of rule, and the line in words.
    pub(crate) fn words(self) -> (&'static str, String) {
        let (kind, words) = match self {
            LineKind::Thermometer => ("thermometer", "thermometer"),
            LineKind::SlowThermometer => ("thermometer", "slow thermometer"),
            LineKind::Renban => ("renban", "renban line"),
            LineKind::Nabner => ("nabner", "nabner line"),
            LineKind::Whisper(step) => return ("whisper", format!("whisper line with steps of {step}")),
            LineKind::RegionSum => ("region-sum", "region sum line"),
            LineKind::Parity => ("parity", "parity line"),
            LineKind::Entropic => ("entropic", "entropic line"),
            LineKind::Modular => ("modular", "modular line"),
            LineKind::Palindrome => ("palindrome", "palindrome"),
            LineKind::SameDifference => ("same-difference", "same-difference line"),
            LineKind::Zipper => ("zipper", "zipper line"),
            LineKind::Between => ("between", "between line"),
            LineKind::Lockout => ("lockout", "lockout line"),
            LineKind::DoubleArrow => ("double-arrow", "double arrow"),
        };
        (kind, words.to_owned())
    }
}

impl Clue {
    /// No two cells a knight's move apart have the same digit.
    pub(super) fn anti_knight(grid: Grid) -> Clue {
        Clue::Apart { kind: "knight", pairs: grid.pairs(&[(1, 2), (2, 1), (1, -2), (2, -1)]) }
    }

    /// No two cells a king's move apart have the same digit.
    pub(super) fn anti_king(grid: Grid) -> Clue {
        Clue::Apart { kind: "king", pairs: grid.pairs(&[(1, 1), (1, -1)]) }
    }

    /// The diagonal that begins in the upper left corner, or the one in the lower left.
    pub(super) fn diagonal(grid: Grid, is_rising: bool) -> Clue {
        let name = if is_rising { "the rising diagonal" } else { "the falling diagonal" }.to_owned();
        let row = |at| if is_rising { grid.size - 1 - at } else { at };
        Clue::Different { kind: "diagonal", name, cells: (0..grid.size).map(|at| grid.cell(row(at), at)).collect() }
    }

    /// The cells that it speaks of; of rules about the whole grid none.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        match self {
            Clue::Line { cells, .. }
            | Clue::Cage { cells, .. }
            | Clue::LittleKiller { cells, .. }
            | Clue::Quadruple { cells, .. }
            | Clue::Different { cells, .. }
            | Clue::Outside { cells, .. }
            | Clue::Letters { cells, .. } => cells.clone(),
            Clue::Arrow { bulb, shaft } => [bulb.as_slice(), shaft].concat(),
            Clue::Pair { cells, .. } => cells.to_vec(),
            Clue::Clone { first, second } => [first.as_slice(), second].concat(),
            Clue::OneOf { cell, .. } | Clue::Indexer { cell, .. } => vec![*cell],
            Clue::Extreme { cell, than, .. } => [&[*cell], than.as_slice()].concat(),
            Clue::NoPair { .. } | Clue::Apart { .. } | Clue::YinYang(_) => Vec::new(),
        }
    }

    /// It as a rule in words; `shades` are the names of the two colours.
    pub(crate) fn rule(&self, grid: Grid, shades: &[String; 2]) -> Rule {
        // Long because each kind of clue has an arm.
        let cells = self.cells();
        let names = grid.names(&cells);
        let shade_name = |shade: Shade| match shade {
            Shade::First => shades[0].as_str(),
            Shade::Second => shades[1].as_str(),
        };
        let (kind, text) = match self {
            Clue::Line { kind, shade, .. } => {
                let (kind, words) = kind.words();
                let shaded =
                    shade.map_or(String::new(), |shade| format!(", where a cell of it is {}", shade_name(shade)));
                (kind, format!("the {words} at {names}{shaded}"))
            }
            Clue::Cage { sum, may_repeat, .. } => {
                let of = sum.map_or(String::new(), |sum| format!(" of {sum}"));
                let repeats = if *may_repeat { ", in which digits may repeat" } else { "" };
                ("cage", format!("the cage{of} at {names}{repeats}"))
            }
            Clue::LittleKiller { sum, .. } => ("little-killer", format!("the diagonal {names}, which sums to {sum}")),
            Clue::Arrow { bulb, shaft } => {
                ("arrow", format!("the arrow from {} along {}", grid.names(bulb), grid.names(shaft)))
            }
            Clue::Pair { kind, .. } => {
                let (kind, words) = kind.words();
                (kind, format!("{} and {} {words}", grid.name(cells[0]), grid.name(cells[1])))
            }
            Clue::NoPair { kind, .. } => {
                let (kind, words) = kind.words();
                (kind, format!("no neighbours without a mark {words}"))
            }
            Clue::Quadruple { digits, .. } => {
                let digits: Vec<String> = digits.iter().map(i64::to_string).collect();
                ("quadruple", format!("the circle with {} at {names}", digits.join(", ")))
            }
            Clue::Clone { first, second } => {
                ("clone", format!("the same digits at {} and {}", grid.names(first), grid.names(second)))
            }
            Clue::OneOf { kind, digits, .. } => match *kind {
                "odd" | "even" => (*kind, format!("the digit at {names} is {kind}")),
                _ => {
                    let digits: Vec<String> = digits.iter().map(i64::to_string).collect();
                    (*kind, format!("the digit at {names} is one of {}", digits.join(", ")))
                }
            },
            Clue::Extreme { cell, is_least, .. } => {
                let (kind, word) = if *is_least { ("minimum", "less") } else { ("maximum", "greater") };
                (kind, format!("the digit at {} is {word} than those beside it", grid.name(*cell)))
            }
            Clue::Different { kind, name, .. } => (*kind, name.clone()),
            Clue::Apart { kind, .. } => {
                let move_of = if *kind == "knight" { "a knight's" } else { "a king's" };
                (*kind, format!("no two same digits {move_of} move apart"))
            }
            Clue::Indexer { is_column, cell } => {
                let ([row, column], name) = (grid.place(*cell).map(|at| at + 1), grid.name(*cell));
                match is_column {
                    true => {
                        let stands = format!("in which column of row {row} the {column} stands");
                        ("column-index", format!("the digit at {name} says {stands}"))
                    }
                    false => {
                        let stands = format!("in which row of column {column} the {row} stands");
                        ("row-index", format!("the digit at {name} says {stands}"))
                    }
                }
            }
            Clue::Outside { kind, value, .. } => match kind {
                OutsideKind::Sandwich => ("sandwich", format!("the sandwich of {value} at {names}")),
                OutsideKind::XSum => {
                    ("x-sum", format!("the first digits of {names}, as many as the first says, sum to {value}"))
                }
                OutsideKind::Skyscraper => ("skyscraper", format!("{value} skyscrapers are seen along {names}")),
            },
            Clue::Letters { letters, .. } => {
                let letters: Vec<String> = letters.iter().map(|&letter| letter_name(letter)).collect();
                ("letters", format!("the circle with {} at {names}", letters.join(", ")))
            }
            Clue::YinYang(rule) => match rule {
                ShadingRule::Connected => (
                    "yin-yang",
                    format!("all cells that are {} are connected, and all that are {}", shades[0], shades[1]),
                ),
                ShadingRule::NoBlock => ("yin-yang", "no block of 2x2 cells has one colour".to_owned()),
            },
        };
        Rule::new(kind, text, grid.places(&distinct(&cells)))
    }
}

/// The letter with this number.
pub(crate) fn letter_name(letter: usize) -> String {
    u8::try_from(letter)
        .ok()
        .filter(|&letter| letter < 26)
        .map_or(format!("letter {letter}"), |letter| char::from(b'A' + letter).to_string())
}
