//! Drawing a board as text.

use super::colours::colours;
use super::model::{Board, Borders, Cell, Mark, Style};

/// The widest text that layers beside each other may have.
const WIDEST: usize = 100;
/// Boards with more columns than this have narrow cells.
const WIDE_COLUMNS: usize = 19;
/// Blanks between layers.
const GAP: usize = 3;

/// The corner with borders up, down, left, right, as bits from the lowest.
const UNICODE_CORNERS: [char; 16] = [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];
const ASCII_CORNERS: [char; 16] = [' ', '+', '+', '|', '+', '+', '+', '+', '+', '+', '+', '+', '-', '+', '+', '+'];

impl Board {
    /// The board as lines of text, each ended by a line feed. Layers stand beside each other with their numbers, from
    /// zero, above them.
    pub fn to_text(&self, style: Style) -> String {
        let [layers, _, columns] = self.size();
        let inner = if columns > WIDE_COLUMNS { 1 } else { 3 };
        let own_width = columns * (inner + 1) + 1;
        let title = |layer: usize| format!("layer {layer}");
        let width = if layers > 1 { own_width.max(title(layers - 1).len()) } else { own_width };
        let beside = ((WIDEST + GAP) / (width + GAP)).max(1);
        let canvases: Vec<Canvas> = (0..layers).map(|layer| Canvas::paint(self, layer, inner, style)).collect();
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

/// A layer in characters, each with the background it stands on.
struct Canvas {
    rows: Vec<Vec<(char, Option<u8>)>>,
}

impl Canvas {
    fn paint(board: &Board, layer: usize, inner: usize, style: Style) -> Canvas {
        let [_, rows, columns] = board.size();
        let borders = Borders::of(board, layer);
        let colours = colours(board);
        let background = |cell: Option<Cell>| {
            let area = cell.and_then(|cell| cell.area).filter(|_| style.color)?;
            colours.get(&area).map(|colour| colour.ansi)
        };
        let corners = if style.unicode { UNICODE_CORNERS } else { ASCII_CORNERS };
        let (horizontal, vertical) = if style.unicode { ('─', '│') } else { ('-', '|') };
        let mut canvas = Canvas { rows: Vec::with_capacity(2 * rows + 1) };
        for row in 0..=rows {
            let mut line = Vec::with_capacity(columns * (inner + 1) + 1);
            let mut below = Vec::with_capacity(line.capacity());
            for column in 0..=columns {
                let own = background(board.get([layer, row, column]));
                let at_corner = borders.at_corner(row, column);
                let bits: usize = at_corner.iter().enumerate().map(|(bit, &set)| usize::from(set) << bit).sum();
                line.push((corners[bits], if bits == 0 { own } else { None }));
                below.push(if borders.left_of(row, column) { (vertical, None) } else { (' ', own) });
                if column == columns {
                    break;
                }
                let side = if borders.above(row, column) { (horizontal, None) } else { (' ', own) };
                line.extend(std::iter::repeat_n(side, inner));
                let mark = board.get([layer, row, column]).map_or(Mark::Blank, |cell| cell.mark);
                let margin = std::iter::repeat_n((' ', own), inner / 2);
                below.extend(margin.clone());
                below.push((glyph(mark, style), own));
                below.extend(margin);
            }
            canvas.rows.push(line);
            if row < rows {
                canvas.rows.push(below);
            }
        }
        canvas
    }

    fn line(&self, row: usize) -> String {
        let mut text = String::new();
        let mut current = None;
        for &(char, background) in &self.rows[row] {
            if background != current {
                match background {
                    Some(colour) => text.push_str(&format!("\x1b[30;48;5;{colour}m")),
                    None => text.push_str("\x1b[0m"),
                }
                current = background;
            }
            text.push(char);
        }
        if current.is_some() {
            text.push_str("\x1b[0m");
        }
        text
    }
}

fn glyph(mark: Mark, style: Style) -> char {
    match (mark, style.unicode) {
        (Mark::Blank, _) => ' ',
        (Mark::Dot, true) => '·',
        (Mark::Dot, false) => '.',
        (Mark::Star, true) => '★',
        (Mark::Star, false) => '*',
        (Mark::Cross, true) => '✗',
        (Mark::Cross, false) => 'X',
        (Mark::Symbol(symbol), _) => symbol,
    }
}

#[cfg(test)]
mod tests {
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
