//! The figures that are drawn over the cells of a picture: lines, cages, circles, and numbers
//! beside the grid.

use std::fmt::Write;

use gordian_formula::text::harmless;

/// A place in half cells from the upper left corner of the grid, down and to the right: the middle of the cell in row
/// `r` and column `c` is `[2 r + 1, 2 c + 1]`, and the middle of the margin is at `-1`.
pub type Place = [isize; 2];

/// A figure of an SVG picture; text does not show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A line through some places, below the digits.
    Line {
        /// The places where it turns and ends.
        through: Vec<Place>,
        /// A colour in the syntax of SVG.
        colour: &'static str,
        /// In hundredths of a cell.
        width: usize,
        /// Whether it ends in the head of an arrow.
        has_head: bool,
    },
    /// A dashed line along the inside of some cells.
    Cage {
        /// Row and column of the cells.
        cells: Vec<[usize; 2]>,
        /// The text in the corner of its first cell.
        label: String,
    },
    /// A circle, below the digits.
    Circle {
        /// Its middle.
        at: Place,
        /// In hundredths of a cell.
        radius: usize,
        /// A colour in the syntax of SVG.
        fill: &'static str,
        /// Whether it has an outline.
        has_outline: bool,
    },
    /// A square within a cell, below the digit.
    Square {
        /// Its middle.
        at: Place,
        /// A colour in the syntax of SVG.
        fill: &'static str,
    },
    /// A few characters.
    Text {
        /// Their middle.
        at: Place,
        /// The text itself.
        text: String,
        /// Their height, in hundredths of a cell.
        size: usize,
    },
}

/// The position of a grid in the picture, and the size of its cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) side: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Frame {
    /// The place in the units of the picture; the middle of the margin is as far from the grid as
    /// the margin is wide by half.
    fn point(self, [down, right]: Place) -> (isize, isize) {
        let along = |at: isize, start: usize, count: usize| {
            let (start, end) = (start as isize, 2 * count as isize);
            let inside = at.clamp(0, end) * self.side as isize / 2;
            start + inside + start / 2 * (at > end) as isize - start / 2 * (at < 0) as isize
        };
        (along(right, self.left, self.columns), along(down, self.top, self.rows))
    }

    fn hundredths(self, part: usize) -> usize {
        (part * self.side).div_ceil(100)
    }
}

/// Writes the figures that lie below the digits and those that lie above them.
pub(super) fn write_figures(figures: &[Figure], frame: Frame) -> (String, String) {
    let (mut below, mut above) = (String::new(), String::new());
    for figure in figures {
        let _ = match figure {
            Figure::Line { through, colour, width, has_head } => {
                let points = path(through, frame);
                let width = frame.hundredths(*width).max(1);
                let style = format!(
                    r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#
                );
                let head = if *has_head { head(through, frame) } else { String::new() };
                writeln!(below, r#"  <path d="{points}{head}" {style}/>"#)
            }
            Figure::Cage { cells, label } => {
                let outline = outline(cells, frame);
                let style = r##"fill="none" stroke="#303030" stroke-width="1" stroke-dasharray="4 3""##;
                let written = writeln!(below, r#"  <path d="{outline}" {style}/>"#);
                match cells.iter().min().filter(|_| !label.is_empty()) {
                    Some(&[row, column]) => {
                        let (x, y) = frame.point([2 * row as isize, 2 * column as isize]);
                        let text = escaped(label);
                        let style = r#"font-size="10" text-anchor="start""#;
                        writeln!(above, r#"  <text x="{}" y="{}" {style}>{text}</text>"#, x + 4, y + 12)
                    }
                    None => written,
                }
            }
            Figure::Circle { at, radius, fill, has_outline } => {
                let (x, y) = frame.point(*at);
                let radius = frame.hundredths(*radius);
                let stroke = if *has_outline { r##" stroke="#303030" stroke-width="1.5""## } else { "" };
                writeln!(below, r#"  <circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"{stroke}/>"#)
            }
            Figure::Square { at, fill } => {
                let (x, y) = frame.point(*at);
                let half = frame.hundredths(36) as isize;
                writeln!(
                    below,
                    r#"  <rect x="{}" y="{}" width="{2}" height="{2}" fill="{fill}"/>"#,
                    x - half,
                    y - half,
                    2 * half,
                )
            }
            Figure::Text { at, text, size } => {
                let (x, y) = frame.point(*at);
                let size = frame.hundredths(*size);
                let text = escaped(text);
                writeln!(
                    above,
                    r#"  <text x="{x}" y="{}" font-size="{size}">{text}</text>"#,
                    y + size as isize * 7 / 20
                )
            }
        };
    }
    (below, above)
}

fn path(through: &[Place], frame: Frame) -> String {
    let points = through.iter().enumerate().map(|(index, &place)| {
        let (x, y) = frame.point(place);
        format!("{}{x} {y}", if index == 0 { 'M' } else { 'L' })
    });
    points.collect()
}

/// The two strokes of the head of an arrow.
fn head(through: &[Place], frame: Frame) -> String {
    let [.., before, last] = *through else { return String::new() };
    let ((from_x, from_y), (x, y)) = (frame.point(before), frame.point(last));
    let (dx, dy) = ((from_x - x) as f64, (from_y - y) as f64);
    let length = dx.hypot(dy).max(1.0) * 4.0 / frame.side as f64;
    let turned = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        format!("{:.1} {:.1}", x as f64 + (dx * cos - dy * sin) / length, y as f64 + (dx * sin + dy * cos) / length)
    };
    format!("M{}L{x} {y}L{}", turned(0.6), turned(-0.6))
}

/// The inside of the border of some cells.
fn outline(cells: &[[usize; 2]], frame: Frame) -> String {
    const INSET: isize = 4;
    let has = |row: isize, column: isize| cells.iter().any(|&[r, c]| r as isize == row && c as isize == column);
    let side = frame.side as isize;
    let mut path = String::new();
    for &[row, column] in cells {
        let (row, column) = (row as isize, column as isize);
        let (x, y) = frame.point([2 * row, 2 * column]);
        // Each side that has no neighbour, drawn to where the next side goes on.
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            if has(row + down, column + right) {
                continue;
            }
            let end = |sign: isize| {
                let (along_down, along_right) = (sign * right.abs(), sign * down.abs());
                let goes_on = has(row + along_down, column + along_right);
                let turns = goes_on && has(row + along_down + down, column + along_right + right);
                if turns {
                    INSET
                } else if goes_on {
                    0
                } else {
                    -INSET
                }
            };
            let across = |step: isize| if step < 0 { INSET } else { side - INSET };
            let (start, stop) = (-end(-1), side + end(1));
            let _ = match down {
                0 => write!(path, "M{0} {1}L{0} {2}", x + across(right), y + start, y + stop),
                _ => write!(path, "M{1} {0}L{2} {0}", y + across(down), x + start, x + stop),
            };
        }
    }
    path
}

/// The text as XML writes it, without the characters that XML has no place for.
pub(super) fn escaped(text: &str) -> String {
    harmless(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_lie_below_and_above_the_digits() {
        let frame = Frame { left: 20, top: 20, side: 40, rows: 9, columns: 9 };
        let line = |has_head| Figure::Line { through: vec![[1, 1], [1, 3]], colour: "#999999", width: 20, has_head };
        let figures = [
            line(false),
            line(true),
            Figure::Cage { cells: vec![[0, 0], [0, 1]], label: "<9".into() },
            Figure::Circle { at: [1, 2], radius: 12, fill: "#ffffff", has_outline: true },
            Figure::Square { at: [1, 1], fill: "#dddddd" },
            Figure::Text { at: [-1, 1], text: "17".into(), size: 40 },
        ];
        let (below, above) = write_figures(&figures, frame);
        assert_eq!(below.matches("<path").count(), 3);
        assert!(below.contains("M40 40L80 40") && below.contains(r#"cx="60" cy="40" r="5""#));
        assert!(below.contains(r#"<rect x="25" y="25" width="30" height="30""#), "{below}");
        assert!(above.contains("&lt;9") && above.contains(r#"x="40" y="15""#), "{above}");
        // Six sides of two cells: the long ones in two parts that meet.
        assert_eq!(outline(&[[0, 0], [0, 1]], frame).matches('M').count(), 6);
        assert!(outline(&[[0, 0]], frame).contains("M24 24L56 24"));
    }
}
