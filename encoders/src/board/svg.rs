//! Drawing a board as an SVG picture.

use std::fmt::Write;

use super::colours::colours;
use super::model::{Board, Borders, Mark};

/// The side of a cell, in the units of the picture.
const SIDE: usize = 40;
/// The space round the picture and between layers.
const MARGIN: usize = 20;
/// The background of cells that belong to no area.
const EMPTY: &str = "#ffffff";

impl Board {
    /// The board as an SVG document, layers beside each other.
    pub fn to_svg(&self) -> String {
        let [layers, rows, columns] = self.size();
        let width = MARGIN + layers.max(1) * (columns * SIDE + MARGIN);
        let height = rows * SIDE + 2 * MARGIN;
        let colours = colours(self);
        let left = |layer: usize| MARGIN + layer * (columns * SIDE + MARGIN);
        let mut fills = String::new();
        let mut marks = String::new();
        for ([layer, row, column], cell) in self.cells() {
            let (x, y) = (left(layer) + column * SIDE, MARGIN + row * SIDE);
            let fill = cell.area.and_then(|area| colours.get(&area)).map_or(EMPTY, |colour| colour.svg);
            let _ = writeln!(fills, r#"  <rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}"/>"#);
            write_mark(&mut marks, cell.mark, x + SIDE / 2, y + SIDE / 2);
        }
        let mut path = String::new();
        for layer in 0..layers {
            let borders = Borders::of(self, layer);
            for row in 0..=rows {
                for column in 0..=columns {
                    let (x, y) = (left(layer) + column * SIDE, MARGIN + row * SIDE);
                    if column < columns && borders.above(row, column) {
                        let _ = write!(path, "M{x} {y}h{SIDE}");
                    }
                    if row < rows && borders.left_of(row, column) {
                        let _ = write!(path, "M{x} {y}v{SIDE}");
                    }
                }
            }
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <g stroke=\"#000000\" stroke-opacity=\"0.15\">\n{fills}</g>\n\
             <path d=\"{path}\" fill=\"none\" stroke=\"#202020\" stroke-width=\"3\" stroke-linecap=\"round\"/>\n\
             <g font-family=\"sans-serif\" font-size=\"18\" text-anchor=\"middle\" fill=\"#202020\">\n{marks}</g>\n\
             </svg>\n"
        )
    }
}

fn write_mark(svg: &mut String, mark: Mark, x: usize, y: usize) {
    let _ = match mark {
        Mark::Blank => Ok(()),
        Mark::Dot => writeln!(svg, r#"  <circle cx="{x}" cy="{y}" r="2"/>"#),
        Mark::Star => writeln!(svg, r#"  <polygon points="{}"/>"#, star(x as f64, y as f64)),
        Mark::Cross => {
            writeln!(
                svg,
                "  <path d=\"M{} {}l16 16m0 -16l-16 16\" stroke=\"#c00000\" stroke-width=\"4\"/>",
                x - 8,
                y - 8
            )
        }
        Mark::Symbol(symbol) => {
            let text = match symbol {
                '<' => "&lt;".to_owned(),
                '&' => "&amp;".to_owned(),
                '>' => "&gt;".to_owned(),
                other => other.to_string(),
            };
            writeln!(svg, r#"  <text x="{x}" y="{}">{text}</text>"#, y + 6)
        }
    };
}

/// The ten corners of a star with five points.
fn star(x: f64, y: f64) -> String {
    let corner = |index: usize| {
        let radius = if index.is_multiple_of(2) { 13.0 } else { 5.2 };
        let angle = std::f64::consts::PI * index as f64 / 5.0;
        format!("{:.1},{:.1}", x + radius * angle.sin(), y - radius * angle.cos())
    };
    (0..10).map(corner).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Cell, Mark};

    #[test]
    fn every_cell_and_mark_is_in_the_picture() {
        let mut board = Board::new([1, 2, 2]);
        board.set([0, 0, 0], Cell { area: Some(0), mark: Mark::Star });
        board.set([0, 0, 1], Cell { area: Some(1), mark: Mark::Symbol('<') });
        board.set([0, 1, 1], Cell { area: None, mark: Mark::Dot });
        let svg = board.to_svg();
        assert_eq!(svg.matches("<rect").count(), 3);
        assert_eq!(svg.matches("<polygon").count(), 1);
        assert!(svg.contains("&lt;") && svg.contains("<circle") && svg.ends_with("</svg>\n"));
    }
}
