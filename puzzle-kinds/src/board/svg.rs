//! Drawing a board as an SVG picture.
//!
//! Colours stand in attributes, so that a picture is whole by itself, and elements have classes, so
//! that a style sheet can change them: attributes yield to any rule.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::colours::{Colour, colours};
use super::figures::{Figure, Frame, SIDE, escaped, outline, write_figures};
use super::marks;
use super::model::{Board, Borders};

/// The space round the picture and between layers, and where numbers stand beside the grid.
const MARGIN: usize = 24;
const WIDE_MARGIN: usize = 40;
/// The distance of a tile from the sides of its cells.
const INSET: usize = 4;
/// The background of cells that belong to no area.
const EMPTY: &str = "#ffffff";
/// The colours and dashes of the outlines of rules, by Okabe and Ito (*Color Universal Design*, 2008).
const OUTLINES: [(&str, &str); 4] =
    [("#d55e00", "none"), ("#0072b2", "7 3"), ("#009e73", "2 3"), ("#aa4499", "9 3 2 3")];
/// More outlines than this are not told apart.
const MOST_OUTLINES: usize = 12;

impl Board {
    /// The board as an SVG document, layers beside each other.
    pub fn to_svg(&self) -> String {
        let [layers, rows, columns] = self.size();
        let frame = self.frame();
        let width = frame.left + layers.max(1) * (columns * SIDE + frame.left);
        let height = rows * SIDE + 2 * frame.top;
        let colours = colours(self);
        let colour = |at| self.tint(at).and_then(|area| colours.get(&area));
        let (below, above) = write_figures(self.figures(), frame, |[row, column]| fill(colour([0, row, column])));
        let mut cells = String::new();
        let mut stressed = String::new();
        let mut marks = String::new();
        for (at, cell) in self.cells() {
            let (x, y) = frame.corner(at);
            if !self.is_bare(at) {
                let style = fill(colour(at));
                let _ = writeln!(cells, r#"  <rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" {style}/>"#);
            }
            if self.is_stressed(at) {
                self.write_stress(&mut stressed, x, y);
            }
            marks::write(&mut marks, self, at, cell, (x, y));
        }
        let tiles = if self.has_tiles() { self.tiles(frame) } else { String::new() };
        let (outlines, numbers) = self.outlines(frame);
        let borders = self.borders(frame);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{label}\">\n\
             <title>{label}</title>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <g class=\"{cells_class}\" stroke=\"#000000\" stroke-opacity=\"0.15\">\n{cells}</g>\n\
             {stressed}{tiles}<g class=\"figures\">\n{below}</g>\n\
             <path class=\"borders\" d=\"{borders}\" fill=\"none\" stroke=\"#202020\" stroke-width=\"3\" \
             stroke-linecap=\"round\"/>\n{outlines}\
             <g class=\"marks\" font-family=\"sans-serif\" font-size=\"24\" text-anchor=\"middle\" fill=\"#202020\">\n\
             {marks}{above}{numbers}</g>\n\
             </svg>\n",
            label = self.label_of_picture(),
            cells_class = if self.is_shaded() { "cells shaded" } else { "cells" }
        )
    }

    /// The place of the first layer, with room for numbers beside the grid if there are any.
    fn frame(&self) -> Frame {
        let [_, rows, columns] = self.size();
        let frame = Frame { left: MARGIN, top: MARGIN, side: SIDE, rows, columns };
        let is_beside = |figure: &Figure| matches!(figure, Figure::Text { at, .. } if frame.is_beside(*at));
        let margin = if self.figures().iter().any(is_beside) { WIDE_MARGIN } else { MARGIN };
        Frame { left: margin, top: margin, ..frame }
    }

    /// The words for those who do not see the picture.
    fn label_of_picture(&self) -> String {
        let [layers, rows, columns] = self.size();
        let title = self.title().map_or(String::new(), |title| format!("{}: ", title.trim()));
        let layers = if layers > 1 { format!("{layers} layers of ") } else { String::new() };
        escaped(&format!("{title}{layers}{rows} rows, {columns} columns"))
    }

    /// A cell that stands out, and more so if no outline shows what it belongs to.
    fn write_stress(&self, stressed: &mut String, x: usize, y: usize) {
        let style = r##"fill="#d55e00" fill-opacity="0.25""##;
        let _ = writeln!(stressed, r#"<rect class="stress" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" {style}/>"#);
        if self.rules().is_empty() || self.rules().len() > MOST_OUTLINES {
            let (x, y, side) = (x + 3, y + 3, SIDE - 6);
            let style = r##"fill="none" stroke="#c00000" stroke-width="3" stroke-dasharray="6 4""##;
            let _ =
                writeln!(stressed, r#"<rect class="ring" x="{x}" y="{y}" width="{side}" height="{side}" {style}/>"#);
        }
    }

    /// The outlines of the rules that a message speaks of, and their numbers.
    fn outlines(&self, frame: Frame) -> (String, String) {
        let (mut outlines, mut numbers) = (String::new(), String::new());
        if self.rules().len() > MOST_OUTLINES {
            return (outlines, numbers);
        }
        let mut badges: BTreeMap<[usize; 2], usize> = BTreeMap::new();
        for (index, rule) in self.rules().iter().enumerate() {
            let (colour, dashes) = OUTLINES[index % OUTLINES.len()];
            let inset = 3 + 3 * (index % OUTLINES.len()) as isize;
            let path = outline(&rule.cells, frame, inset);
            let words = escaped(&rule.words);
            let style = format!(r#"fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes}""#);
            let _ = writeln!(
                outlines,
                r#"<path class="rule rule-{}" d="{path}" {style}><title>{words}</title></path>"#,
                index % OUTLINES.len()
            );
            let least = rule.cells.iter().min_by_key(|&cell| (badges.get(cell).copied().unwrap_or(0), *cell));
            if let Some(&[row, column]) = least {
                let badges = badges.entry([row, column]).or_default();
                let (x, y) = frame.corner([0, row, column]);
                let (x, y) = (x + SIDE - 8, y + 8 + 14 * *badges);
                *badges += 1;
                let _ = writeln!(
                    numbers,
                    r##"  <circle class="badge" cx="{x}" cy="{y}" r="7" fill="{colour}"/><text class="number" x="{x}" y="{}" font-size="10" font-weight="bold" fill="#ffffff">{}</text>"##,
                    y + 4,
                    rule.number
                );
            }
        }
        (outlines, numbers)
    }

    /// The borders between areas, as a path. Between tiles on one area there is none.
    fn borders(&self, frame: Frame) -> String {
        let [layers, rows, columns] = self.size();
        let mut path = String::new();
        for layer in 0..layers {
            let borders = Borders::of_picture(self, layer);
            for row in 0..=rows {
                for column in 0..=columns {
                    let at = [layer, row, column];
                    let (x, y) = frame.corner(at);
                    let is_drawn = |own: bool, other: Option<u32>| own && !(self.has_tiles() && other == self.tint(at));
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
        path
    }

    /// The areas as white tiles with round corners, as high and wide as the cells of each are far apart.
    fn tiles(&self, frame: Frame) -> String {
        let mut corners: BTreeMap<(usize, u32), [usize; 4]> = BTreeMap::new();
        for ([layer, row, column], cell) in self.cells() {
            let Some(area) = cell.area else { continue };
            let [top, start, bottom, end] = corners.entry((layer, area)).or_insert([row, column, row, column]);
            (*top, *start) = ((*top).min(row), (*start).min(column));
            (*bottom, *end) = ((*bottom).max(row), (*end).max(column));
        }
        let mut tiles = String::from("<g class=\"tiles\" fill=\"#fffdf5\" stroke=\"#202020\" stroke-width=\"1.5\">\n");
        for ((layer, _), [top, start, bottom, end]) in corners {
            let (x, y) = frame.corner([layer, top, start]);
            let (x, y) = (x + INSET, y + INSET);
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

/// The class and the colour of the background of a cell.
fn fill(colour: Option<&Colour>) -> String {
    match colour {
        None => format!(r#"class="cell" fill="{EMPTY}""#),
        Some(Colour { number: Some(number), svg, .. }) => format!(r#"class="cell tint tint-{number}" fill="{svg}""#),
        Some(Colour { svg, .. }) => format!(r#"class="cell tint" fill="{svg}""#),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Cell, Mark, PencilMark, PencilMarks, Role};

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
        assert!(svg.contains("&gt;3") && svg.contains("tint-0") && svg.contains("tint-1"));
    }

    #[test]
    fn every_cell_and_mark_is_in_the_picture() {
        let mut board = Board::new([1, 2, 2]);
        board.set([0, 0, 0], Cell { area: Some(0), mark: Mark::Star });
        board.set([0, 0, 1], Cell { area: Some(1), mark: Mark::Symbol('<') });
        board.set([0, 1, 1], Cell { area: None, mark: Mark::Dot });
        let svg = board.to_svg();
        assert_eq!(svg.matches("\" class=\"cell").count(), 3);
        assert_eq!(svg.matches("<polygon").count(), 1);
        assert!(svg.contains("&lt;") && svg.contains("<circle") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn found_digits_pencil_marks_and_rules_have_classes() {
        let mut board = Board::new([1, 1, 3]);
        (0..3).for_each(|column| board.set([0, 0, column], Cell { area: None, mark: Mark::Symbol('7') }));
        board.set_role([0, 0, 1], Role::Found);
        let mark = |slot: usize| PencilMark { slot, text: (slot + 1).to_string(), count: Some("123456".into()) };
        board.set_pencil_marks([0, 0, 2], PencilMarks { side: 3, marks: vec![mark(0), mark(8), mark(9)] });
        board.outline_rule(1, &[[0, 0], [0, 1], [7, 7]], "the \"cage\" <1>");
        board.set_title(Some("A & \"B\""));
        let svg = board.to_svg();
        assert_eq!((svg.matches("class=\"given\"").count(), svg.matches("class=\"found\"").count()), (1, 1));
        assert_eq!((svg.matches("class=\"candidate\"").count(), svg.matches(">123k<").count()), (2, 2));
        assert!(svg.contains("123456 solutions") && svg.contains("the &quot;cage&quot; &lt;1&gt;"), "{svg}");
        assert!(svg.contains("aria-label=\"A &amp; &quot;B&quot;: 1 rows, 3 columns\""));
    }
}
