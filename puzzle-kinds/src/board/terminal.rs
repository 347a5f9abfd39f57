//! Drawing a board as text.

use std::collections::BTreeMap;

use gordian_formula::text::shown;

use super::colours::colours;
use super::model::{Board, Borders, Mark, Role, Style};
use super::pips::pips;

/// The widest text that layers beside each other may have.
const WIDEST: usize = 100;
/// Boards with more columns than this have narrow cells.
const WIDE_COLUMNS: usize = 19;
/// Blanks between layers.
const GAP: usize = 3;
/// The background of cells that stand out.
const STRESSED: u8 = 203;

/// The corner with borders up, down, left, right, as bits from the lowest.
const UNICODE_CORNERS: [char; 16] = [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];
const ASCII_CORNERS: [char; 16] = [' ', '+', '+', '|', '+', '+', '+', '+', '+', '+', '+', '+', '-', '+', '+', '+'];

impl Board {
    /// The board as lines of text, each ended by a line feed. Layers stand beside each other with their numbers, from
    /// zero, above them.
    pub fn to_text(&self, style: Style) -> String {
        let [layers, _, columns] = self.size();
        let form = Form::of(self);
        let inner = form.width;
        let own_width = columns * (inner + 1) + 1;
        let title = |layer: usize| format!("layer {layer}");
        let width = if layers > 1 { own_width.max(title(layers - 1).len()) } else { own_width };
        let beside = ((WIDEST + GAP) / (width + GAP)).max(1);
        let canvases: Vec<Canvas> = (0..layers).map(|layer| Canvas::paint(self, layer, form, style)).collect();
        let mut text = String::new();
        for (group, row_of_layers) in canvases.chunks(beside).enumerate() {
            if layers > 1 {
                let titles = (0..row_of_layers.len()).map(|index| format!("{:<width$}", title(group * beside + index)));
                text.push_str(titles.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end());
                text.push('\n');
            }
            let height = row_of_layers.iter().map(|canvas| canvas.rows.len()).max().unwrap_or(0);
            for row in 0..height {
                let parts: Vec<String> = row_of_layers.iter().map(|canvas| canvas.line(row)).collect();
                text.push_str(parts.join(&" ".repeat(width - own_width + GAP)).trim_end());
                text.push('\n');
            }
        }
        text
    }
}

/// The number of characters of a cell between its borders.
#[derive(Clone, Copy)]
struct Form {
    width: usize,
    height: usize,
}

impl Form {
    fn of(board: &Board) -> Form {
        let [_, _, columns] = board.size();
        if board.cells().any(|(_, cell)| matches!(cell.mark, Mark::Pips(_))) {
            return Form { width: 7, height: 3 };
        }
        let labels = board.cells().filter_map(|(at, _)| board.label(at)).map(|label| label.chars().count());
        let width = if columns > WIDE_COLUMNS { 1 } else { 3 };
        Form { width: labels.max().map_or(width, |longest| width.max(longest | 1)), height: 1 }
    }
}

/// How a character looks: the background it stands on, and whether it is bold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Look {
    background: Option<u8>,
    is_bold: bool,
}

/// A layer in characters with their looks.
struct Canvas {
    rows: Vec<Vec<(char, Look)>>,
}

impl Canvas {
    fn paint(board: &Board, layer: usize, form: Form, style: Style) -> Canvas {
        let [_, rows, columns] = board.size();
        let borders = Borders::of(board, layer);
        let colours = if style.color { colours(board) } else { BTreeMap::new() };
        let has_found = style.color && board.cells().any(|(at, _)| board.role(at) == Role::Found);
        let look = |at: [usize; 3]| {
            let area = board.tint(at).filter(|_| style.color);
            let own = area.and_then(|area| colours.get(&area).map(|colour| colour.ansi));
            let background = area.and_then(|_| if board.is_stressed(at) { Some(STRESSED) } else { own });
            Look { background, is_bold: false }
        };
        let corners = if style.unicode { UNICODE_CORNERS } else { ASCII_CORNERS };
        let (horizontal, vertical) = if style.unicode { ('─', '│') } else { ('-', '|') };
        let mut canvas = Canvas { rows: Vec::with_capacity((form.height + 1) * rows + 1) };
        let mut content = vec![vec![' '; form.width]; form.height];
        for row in 0..=rows {
            let mut line = Vec::with_capacity(columns * (form.width + 1) + 1);
            let mut below = vec![Vec::with_capacity(line.capacity()); form.height];
            for column in 0..=columns {
                let at = [layer, row, column];
                let own = look(at);
                let at_corner = borders.at_corner(row, column);
                let bits: usize = at_corner.iter().enumerate().map(|(bit, &set)| usize::from(set) << bit).sum();
                line.push((corners[bits], if bits == 0 { own } else { Look::default() }));
                let side = if borders.left_of(row, column) { (vertical, Look::default()) } else { (' ', own) };
                below.iter_mut().for_each(|text| text.push(side));
                if column == columns {
                    break;
                }
                let side = if borders.above(row, column) { (horizontal, Look::default()) } else { (' ', own) };
                let start = line.len();
                line.extend(std::iter::repeat_n(side, form.width));
                if form.height > 1 {
                    // The cell is full of pips: its label stands in its upper border.
                    let label = board.label(at).map(|label| ascii_or(label, style)).unwrap_or_default();
                    line[start + 1..].iter_mut().zip(label.chars()).for_each(|(place, char)| *place = (char, own));
                }
                write_content(board, at, form, style, &mut content);
                // Beside digits that were found, those that are given are bold.
                let own = Look { is_bold: has_found && board.role(at) == Role::Given, ..own };
                for (text, content) in below.iter_mut().zip(&content) {
                    text.extend(content.iter().map(|&char| (char, own)));
                }
            }
            canvas.rows.push(line);
            if row < rows {
                canvas.rows.append(&mut below);
            }
        }
        canvas
    }

    fn line(&self, row: usize) -> String {
        let mut text = String::with_capacity(3 * self.rows[row].len());
        let mut current = Look::default();
        for &(char, look) in &self.rows[row] {
            if look != current {
                if current.is_bold || look == Look::default() {
                    text.push_str("\x1b[0m");
                }
                if look.is_bold {
                    text.push_str("\x1b[1m");
                }
                if let Some(colour) = look.background {
                    text.push_str(&format!("\x1b[30;48;5;{colour}m"));
                }
                current = look;
            }
            text.push(shown(char));
        }
        if current != Look::default() {
            text.push_str("\x1b[0m");
        }
        text
    }
}

/// Writes the content of a cell between its borders over the drawing so far, line by line.
fn write_content(board: &Board, at: [usize; 3], form: Form, style: Style, lines: &mut [Vec<char>]) {
    lines.iter_mut().for_each(|line| line.fill(' '));
    let (middle, centre) = (form.height / 2, form.width / 2);
    let mark = board.get(at).map_or(Mark::Blank, |cell| cell.mark);
    let mut write = |line: usize, text: &str| {
        let start = (form.width - text.chars().count().min(form.width)).div_ceil(2);
        lines[line][start..].iter_mut().zip(text.chars()).for_each(|(place, char)| *place = char);
    };
    match (mark, board.label(at)) {
        (Mark::Blank, Some(label)) if form.height == 1 => write(middle, &ascii_or(label, style)),
        (Mark::Pips(number @ 10..), _) => write(middle, &number.to_string()),
        (Mark::Pips(number), _) => {
            for (place, _) in pips(number).iter().enumerate().filter(|(_, shown)| **shown) {
                lines[place / 3][1 + 2 * (place % 3)] = if style.unicode { '●' } else { 'o' };
            }
        }
        _ => lines[middle][centre] = glyph(mark, style),
    }
    if board.is_stressed(at) && form.width > 1 {
        let line = &mut lines[middle];
        // A label as wide as the cell keeps its first and last characters.
        for (place, bracket) in [(0, '['), (form.width - 1, ']')] {
            if line[place] == ' ' {
                line[place] = bracket;
            }
        }
    }
}

/// The text, with other characters replaced if only ASCII can be shown.
fn ascii_or(text: &str, style: Style) -> String {
    if style.unicode { text.to_owned() } else { text.replace('≠', "!=") }
}

fn glyph(mark: Mark, style: Style) -> char {
    match (mark, style.unicode) {
        (Mark::Blank | Mark::Pips(_), _) => ' ',
        (Mark::Dot, true) => '·',
        (Mark::Dot, false) => '.',
        (Mark::Star, true) => '★',
        (Mark::Star, false) => '*',
        (Mark::Cross, true) => '✗',
        (Mark::Cross, false) => 'X',
        (Mark::Symbol(symbol), _) => symbol,
        (Mark::Line, true) => '─',
        (Mark::Line, false) => '-',
    }
}

#[cfg(test)]
mod tests {
    use super::super::Cell;
    use super::*;

    fn corner_board() -> Board {
        let mut board = Board::new([1, 2, 2]);
        for (at, area, mark) in
            [([0, 0, 0], 0, Mark::Star), ([0, 1, 0], 0, Mark::Dot), ([0, 1, 1], 1, Mark::Symbol('b'))]
        {
            board.set(at, Cell { area: Some(area), mark });
        }
        board
    }

    #[test]
    fn borders_surround_areas_and_no_more() {
        let text = corner_board().to_text(Style::UNICODE);
        assert_eq!(text, "┌───┐\n│ ★ │\n│   ├───┐\n│ · │ b │\n└───┴───┘\n");
        let text = corner_board().to_text(Style::PLAIN);
        assert_eq!(text, "+---+\n| * |\n|   +---+\n| . | b |\n+---+---+\n");
    }

    #[test]
    fn colour_is_switched_off_at_the_end_of_each_line() {
        let text = corner_board().to_text(Style { color: true, unicode: true });
        let plain: String =
            text.split('\x1b').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect();
        assert_eq!(plain.lines().count(), 5);
        for line in text.lines().filter(|line| line.contains("48;5;")) {
            assert!(line.rfind("\x1b[0m") > line.rfind("48;5;"), "{line:?}");
        }
    }

    #[test]
    fn dominoes_have_pips_and_regions_have_labels() {
        let mut board = Board::new([1, 1, 2]);
        board.set([0, 0, 0], Cell { area: Some(0), mark: Mark::Pips(5) });
        board.set([0, 0, 1], Cell { area: Some(0), mark: Mark::Pips(10) });
        board.set_label([0, 0, 0], "≠");
        assert_eq!(
            board.to_text(Style::PLAIN),
            "+-!=------------+\n| o   o         |\n|   o       10  |\n| o   o         |\n+---------------+\n"
        );
    }

    #[test]
    fn cells_that_stand_out_have_brackets() {
        let mut board = corner_board();
        board.stress([0, 0, 0]);
        assert!(board.to_text(Style::PLAIN).contains("|[*]|"));
        board.set([0, 0, 0], Cell { area: Some(0), mark: Mark::Blank });
        board.set_label([0, 0, 0], "<12");
        assert!(board.to_text(Style::PLAIN).contains("|<12|"));
    }

    #[test]
    fn layers_stand_beside_each_other() {
        let mut board = Board::new([2, 1, 1]);
        board.set([0, 0, 0], Cell { area: Some(0), mark: Mark::Symbol('a') });
        board.set([1, 0, 0], Cell { area: None, mark: Mark::Dot });
        assert_eq!(
            board.to_text(Style::PLAIN),
            "layer 0   layer 1\n+---+     +---+\n| a |     | . |\n+---+     +---+\n"
        );
    }
}
