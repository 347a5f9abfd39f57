//! Drawing a board as an SVG picture.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::colours::colours;
use super::figures::{Frame, escaped, write_figures};
use super::model::{Board, Borders, Mark};
use super::pips::pips;

/// The side of a cell, in the units of the picture.
const SIDE: usize = 40;
/// The space round the picture and between layers.
const MARGIN: usize = 20;
/// The distance of a tile from the sides of its cells.
const INSET: usize = 4;
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
        let mut labels = String::new();
        for ([layer, row, column], cell) in self.cells() {
            let (x, y) = (left(layer) + column * SIDE, MARGIN + row * SIDE);
            let at = [layer, row, column];
            let fill = self.tint(at).and_then(|area| colours.get(&area)).map_or(EMPTY, |colour| colour.svg);
            let _ = writeln!(fills, r#"  <rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}"/>"#);
            write_mark(&mut marks, cell.mark, x + SIDE / 2, y + SIDE / 2);
            if let Some(label) = self.label(at).filter(|label| !label.is_empty()) {
                write_label(&mut labels, label, x, y, cell.mark == Mark::Blank);
            }
            if self.is_stressed(at) {
                let (x, y, side) = (x + 3, y + 3, SIDE - 6);
                let style = r##"fill="none" stroke="#c00000" stroke-width="3" stroke-dasharray="6 4""##;
                let _ = writeln!(labels, r#"  <rect x="{x}" y="{y}" width="{side}" height="{side}" {style}/>"#);
            }
        }
        let tiles = if self.has_tiles() { self.tiles(left) } else { String::new() };
        let (below, above) =
            write_figures(self.figures(), Frame { left: left(0), top: MARGIN, side: SIDE, rows, columns });
        let mut path = String::new();
        for layer in 0..layers {
            let borders = Borders::of(self, layer);
            for row in 0..=rows {
                for column in 0..=columns {
                    let (x, y) = (left(layer) + column * SIDE, MARGIN + row * SIDE);
                    let is_drawn = |own: bool, other: Option<u32>| {
                        own && !(self.has_tiles() && other == self.tint([layer, row, column]))
                    };
                    let above = row.checked_sub(1).and_then(|row| self.tint([layer, row, column]));
                    let left_of = column.checked_sub(1).and_then(|column| self.tint([layer, row, column]));
                    if column < columns && is_drawn(borders.above(row, column), above) {
                        let _ = write!(path, "M{x} {y}h{SIDE}");
                    }
                    if row < rows && is_drawn(borders.left_of(row, column), left_of) {
                        let _ = write!(path, "M{x} {y}v{SIDE}");
                    }
                }
            }
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <g stroke=\"#000000\" stroke-opacity=\"0.15\">\n{fills}</g>\n\
             {tiles}{below}<path d=\"{path}\" fill=\"none\" stroke=\"#202020\" stroke-width=\"3\" stroke-linecap=\"round\"/>\n\
             <g font-family=\"sans-serif\" font-size=\"18\" text-anchor=\"middle\" fill=\"#202020\">\n{marks}{labels}{above}</g>\n\
             </svg>\n"
        )
    }
}

impl Board {
    /// The areas as white tiles with round corners, as high and wide as the cells of each are far apart.
    fn tiles(&self, left: impl Fn(usize) -> usize) -> String {
        let mut corners: BTreeMap<(usize, u32), [usize; 4]> = BTreeMap::new();
        for ([layer, row, column], cell) in self.cells() {
            let Some(area) = cell.area else { continue };
            let [top, start, bottom, end] = corners.entry((layer, area)).or_insert([row, column, row, column]);
            (*top, *start) = ((*top).min(row), (*start).min(column));
            (*bottom, *end) = ((*bottom).max(row), (*end).max(column));
        }
        let mut tiles = String::from("<g fill=\"#fffdf5\" stroke=\"#202020\" stroke-width=\"1.5\">\n");
        for ((layer, _), [top, start, bottom, end]) in corners {
            let (x, y) = (left(layer) + start * SIDE + INSET, MARGIN + top * SIDE + INSET);
            let (width, height) = ((end - start + 1) * SIDE - 2 * INSET, (bottom - top + 1) * SIDE - 2 * INSET);
            let _ = writeln!(tiles, r#"  <rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>"#);
            let middle = if end > start {
                format!("M{} {}v{}", x + width / 2, y + 5, height - 10)
            } else {
                format!("M{} {}h{}", x + 5, y + height / 2, width - 10)
            };
            let _ = writeln!(tiles, r#"  <path d="{middle}" stroke-width="1" stroke-opacity="0.4"/>"#);
        }
        tiles + "</g>\n"
    }
}

/// A label in the middle of an empty cell, or in a badge at the corner of another one.
fn write_label(svg: &mut String, label: &str, x: usize, y: usize, is_alone: bool) {
    let text = escaped(label);
    let _ = if is_alone {
        writeln!(svg, r#"  <text x="{}" y="{}">{text}</text>"#, x + SIDE / 2, y + SIDE / 2 + 6)
    } else {
        let width = 8 + 6 * label.chars().count();
        let badge = format!(r##"<rect x="{x}" y="{y}" width="{width}" height="13" rx="3" fill="#202020"/>"##);
        let (middle, base) = (x + width / 2, y + 10);
        let style = r##"font-size="10" fill="#ffffff""##;
        writeln!(svg, r#"  {badge}<text x="{middle}" y="{base}" {style}>{text}</text>"#)
    };
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
            writeln!(svg, r#"  <text x="{x}" y="{}">{}</text>"#, y + 6, escaped(&symbol.to_string()))
        }
        Mark::Pips(number @ 10..) => writeln!(svg, r#"  <text x="{x}" y="{}">{number}</text>"#, y + 6),
        Mark::Pips(number) => {
            let shown = pips(number).into_iter().enumerate().filter(|(_, shown)| *shown);
            let place = |place: usize| (x + 9 * (place % 3) - 9, y + 9 * (place / 3) - 9);
            shown
                .map(|(at, _)| place(at))
                .try_for_each(|(x, y)| writeln!(svg, r#"  <circle cx="{x}" cy="{y}" r="3.2"/>"#))
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
    fn dominoes_are_tiles_with_pips_on_coloured_regions() {
        let mut board = Board::new([1, 1, 2]);
        for (column, number) in [3, 6].into_iter().enumerate() {
            board.set([0, 0, column], Cell { area: Some(0), mark: Mark::Pips(number) });
            board.set_tint([0, 0, column], column as u32);
        }
        board.set_label([0, 0, 1], ">3");
        board.show_tiles();
        let svg = board.to_svg();
        assert_eq!((svg.matches("<circle").count(), svg.matches("rx=\"6\"").count()), (9, 1));
        assert!(svg.contains("&gt;3") && svg.contains("#ffafaf") && svg.contains("#87d7ff"));
    }

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
