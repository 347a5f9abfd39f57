//! The figures that are drawn over the cells of a picture: lines, cages, circles, and numbers
//! beside the grid.

use std::fmt::Write;

use gordian_formula::text::harmless;

/// The side of a cell, in the units of the picture.
pub(super) const SIDE: usize = 48;
/// The distance of the line of a cage from the border of its cells.
const INSET: isize = 4;
/// The colour of what covers a line without a colour of its own.
const PAPER: &str = "#ffffff";

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
    /// A wedge at each side of a cell, below the digit.
    Wedges {
        /// The middle of the cell.
        at: Place,
        /// Whether they point into the cell.
        point_inwards: bool,
    },
    /// The head of an arrow beside a number, to the row, column or diagonal that it is about.
    Pointer {
        /// The place of the number.
        at: Place,
        /// The direction, down and to the right.
        toward: [isize; 2],
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

    /// The upper left corner of a cell; layers stand beside each other, a margin apart.
    pub(super) fn corner(self, [layer, row, column]: [usize; 3]) -> (usize, usize) {
        let Frame { left, top, side, columns, .. } = self;
        (left + layer * (columns * side + left) + column * side, top + row * side)
    }

    /// Whether a place is beside the grid.
    pub(super) fn is_beside(self, [down, right]: Place) -> bool {
        let is_out = |at: isize, count: usize| at < 0 || at > 2 * count as isize;
        is_out(down, self.rows) || is_out(right, self.columns)
    }

    fn hundredths(self, part: usize) -> usize {
        (part * self.side).div_ceil(100)
    }
}

/// Writes the figures that lie below the digits and those that lie above them; `fill` gives the class
/// and the colour of a cell.
pub(super) fn write_figures(figures: &[Figure], frame: Frame, fill: impl Fn([usize; 2]) -> String) -> (String, String) {
    let (mut below, mut above, mut labels) = (String::new(), String::new(), String::new());
    for (index, figure) in figures.iter().enumerate() {
        match figure {
            // Between cells, a circle lies on the borders.
            Figure::Circle { at, .. } if is_between(*at) => write_shape(&mut above, figure, frame),
            Figure::Line { .. } | Figure::Circle { .. } | Figure::Square { .. } => {
                write_shape(&mut below, figure, frame);
            }
            Figure::Cage { cells, label } => {
                let style = r##"fill="none" stroke="#303030" stroke-width="1.2" stroke-dasharray="4 3""##;
                let _ = writeln!(below, r#"  <path class="cage" d="{}" {style}/>"#, outline(cells, frame, INSET));
                if let Some(&[row, column]) = cells.iter().min().filter(|_| !label.is_empty()) {
                    let (x, y) = frame.point([2 * row as isize, 2 * column as isize]);
                    // The line of the cage is interrupted by its sum.
                    let (width, fill) = (4 + 7 * label.chars().count(), fill([row, column]));
                    let aside = reach(figures, frame, [2 * row as isize, 2 * column as isize]);
                    let (left, top) = (x + 2 + aside, y + 2);
                    let _ = writeln!(labels, r#"  <rect x="{left}" y="{top}" width="{width}" height="11" {fill}/>"#);
                    let style = r#"font-size="11" text-anchor="start""#;
                    let (left, base, text) = (x + 4 + aside, y + 12, escaped(label));
                    let _ = writeln!(above, r#"  <text class="sum" x="{left}" y="{base}" {style}>{text}</text>"#);
                }
            }
            Figure::Wedges { at, point_inwards } => {
                let path = wedges(frame.point(*at), frame.side as f64, *point_inwards);
                let style = r##"fill="none" stroke="#606060" stroke-width="2""##;
                let _ = writeln!(below, r#"  <path class="wedges" d="{path}" {style}/>"#);
            }
            Figure::Pointer { at, toward } => {
                let path = pointer(frame.point(*at), *toward);
                let _ = writeln!(above, r#"  <path class="pointer" d="{path}"/>"#);
            }
            Figure::Text { .. } => write_clue(&mut above, figures, index, frame),
        }
    }
    (below + &labels, above)
}

/// How far the circle around a corner of a cell reaches into it; zero if there is none.
fn reach(figures: &[Figure], frame: Frame, corner: Place) -> isize {
    let radius = |figure: &Figure| match figure {
        Figure::Circle { at, radius, .. } if *at == corner => frame.hundredths(*radius) as isize,
        _ => 0,
    };
    figures.iter().map(radius).max().unwrap_or(0)
}

/// Writes the text with this index among the figures.
fn write_clue(svg: &mut String, figures: &[Figure], index: usize, frame: Frame) {
    let Figure::Text { at, text, size } = &figures[index] else { return };
    let (mut x, mut y) = frame.point(*at);
    let (text, count) = (escaped(text), text.chars().count().max(1));
    let is_text = |other: &Figure| matches!(other, Figure::Text { at: place, .. } if place == at);
    let is_circle = |other: &Figure| matches!(other, Figure::Circle { at: place, .. } if place == at);
    let (mut size, mut style) = (frame.hundredths(*size), r#"class="clue""#);
    if frame.is_beside(*at) {
        // There is as much room as the margin is wide; several numbers share it.
        let (before, all) = (&figures[..index], figures.iter().filter(|figure| is_text(figure)).count());
        let rank = before.iter().filter(|figure| is_text(figure)).count();
        let (high, wide) = (frame.side / all, frame.left.saturating_sub(4));
        size = size.min(10 * wide / (7 * count)).min(high).max(7);
        let shift = (2 * rank as isize + 1 - all as isize) * high as isize / 2;
        match (0..=2 * frame.rows as isize).contains(&at[0]) {
            true => y += shift,
            false => {
                x += shift;
                size = size.min(10 * high / (7 * count)).max(5);
            }
        }
    } else if is_between(*at) && !figures.iter().any(is_circle) {
        // A letter on a border is kept clear of it; one in a circle is already.
        style = r##"class="clue clear" stroke="#ffffff" stroke-width="5" paint-order="stroke""##;
    }
    let base = y + (size as isize * 36 + 99) / 100;
    let _ = writeln!(svg, r#"  <text {style} x="{x}" y="{base}" font-size="{size}">{text}</text>"#);
}

/// Writes a line, a circle or a square.
fn write_shape(svg: &mut String, figure: &Figure, frame: Frame) {
    match figure {
        Figure::Line { through, colour, width, has_head } => {
            let points = path(through, frame);
            let width = frame.hundredths(*width).max(1);
            let style = format!(
                r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#
            );
            let head = if *has_head { head(through, frame) } else { String::new() };
            let class = if *colour == PAPER { "line inside" } else { "line" };
            let _ = writeln!(svg, r#"  <path class="{class}" d="{points}{head}" {style}/>"#);
        }
        Figure::Circle { at, radius, fill, has_outline } => {
            let (x, y) = frame.point(*at);
            let radius = frame.hundredths(*radius);
            let stroke = if *has_outline { r##" stroke="#303030" stroke-width="1.5""## } else { "" };
            let class = match (*fill == PAPER, has_outline) {
                (true, _) => "circle",
                (false, true) => "circle full",
                (false, false) => "area",
            };
            let _ =
                writeln!(svg, r#"  <circle class="{class}" cx="{x}" cy="{y}" r="{radius}" fill="{fill}"{stroke}/>"#);
        }
        Figure::Square { at, fill } => {
            let (x, y) = frame.point(*at);
            let half = frame.hundredths(36) as isize;
            let (left, top, side) = (x - half, y - half, 2 * half);
            let _ = writeln!(
                svg,
                r#"  <rect class="area" x="{left}" y="{top}" width="{side}" height="{side}" fill="{fill}"/>"#
            );
        }
        _ => {}
    }
}

/// Whether a place is no middle of a cell.
fn is_between([down, right]: Place) -> bool {
    down % 2 == 0 || right % 2 == 0
}

/// Four wedges at the sides of a cell.
fn wedges((x, y): (isize, isize), side: f64, point_inwards: bool) -> String {
    let (near, far) = (0.36 * side, 0.44 * side);
    let (tip, base) = if point_inwards { (near, far) } else { (far, near) };
    let mut path = String::new();
    for (down, right) in [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)] {
        let corner = |along: f64, across: f64| {
            format!("{:.1} {:.1}", x as f64 + right * along + down * across, y as f64 + down * along + right * across)
        };
        let _ = write!(path, "M{}L{}L{}", corner(base, -7.0), corner(tip, 0.0), corner(base, 7.0));
    }
    path
}

/// A small triangle beside a number.
fn pointer((x, y): (isize, isize), [down, right]: [isize; 2]) -> String {
    let (down, right) = (down.signum() as f64, right.signum() as f64);
    let length = down.hypot(right).max(1.0);
    let corner = |along: f64, across: f64| {
        let (dx, dy) = ((right * along - down * across) / length, (down * along + right * across) / length);
        format!("{:.1} {:.1}", x as f64 + dx, y as f64 + dy)
    };
    format!("M{}L{}L{}z", corner(11.0, -3.5), corner(16.0, 0.0), corner(11.0, 3.5))
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
pub(super) fn outline(cells: &[[usize; 2]], frame: Frame, inset: isize) -> String {
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
                    inset
                } else if goes_on {
                    0
                } else {
                    -inset
                }
            };
            let across = |step: isize| if step < 0 { inset } else { side - inset };
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
    harmless(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
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
        let (below, above) = write_figures(&figures, frame, |_| r#"class="cell""#.to_owned());
        assert_eq!(below.matches("<path").count(), 3);
        assert!(below.contains("M40 40L80 40") && above.contains(r#"cx="60" cy="40" r="5""#));
        assert!(below.contains(r#"x="25" y="25" width="30" height="30""#), "{below}");
        assert!(above.contains("&lt;9") && above.contains(r#"x="40" y="14""#), "{above}");
        // Beside a circle at the corner.
        let circle = Figure::Circle { at: [0, 0], radius: 25, fill: "#ffffff", has_outline: true };
        let cage = Figure::Cage { cells: vec![[0, 0], [0, 1]], label: "17".into() };
        let (below, above) = write_figures(&[cage, circle], frame, |_| r#"class="cell""#.to_owned());
        assert!(below.contains(r#"x="32" y="22""#) && above.contains(r#"class="sum" x="34" y="32""#), "{above}");
        // Six sides of two cells: the long ones in two parts that meet.
        assert_eq!(outline(&[[0, 0], [0, 1]], frame, INSET).matches('M').count(), 6);
        assert!(outline(&[[0, 0]], frame, INSET).contains("M24 24L56 24"));
    }
}
