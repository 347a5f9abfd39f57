//! The content of the cells of a picture: marks, labels, pencil marks.

use std::fmt::Write;

use super::figures::{SIDE, escaped};
use super::model::{Board, Cell, Mark, PencilMark, PencilMarks, Role};
use super::pips::pips;

/// The height of digits and letters.
const SIZE: usize = 24;
/// The middle of a cell from its corner.
const MIDDLE: usize = SIDE / 2;
/// The space that pencil marks leave above them, for a label in the corner.
const HEAD: usize = 13;

/// Writes all that a cell holds; `corner` is its upper left corner in the picture.
pub(super) fn write(svg: &mut String, board: &Board, at: [usize; 3], cell: Cell, corner: (usize, usize)) {
    let (x, y) = corner;
    let label = board.label(at).filter(|label| !label.is_empty());
    match board.pencil_marks(at) {
        Some(pencil) => write_pencil_marks(svg, pencil, corner),
        None => write_mark(svg, cell.mark, board.role(at), (x + MIDDLE, y + MIDDLE)),
    }
    match label {
        // A label by itself is what the cell holds, or the clue of its region.
        Some(label) if cell.mark == Mark::Blank && board.pencil_marks(at).is_none() => {
            write_text(svg, label, board.role(at), (x + MIDDLE, y + MIDDLE));
        }
        Some(label) => write_badge(svg, label, corner),
        None => {}
    }
    if let Some(text) = board.corner(at) {
        let (text, size) = fitted(text, 10, SIDE - 8);
        let _ = writeln!(
            svg,
            r#"  <text class="corner" x="{}" y="{}" font-size="{size}" text-anchor="start">{text}</text>"#,
            x + 4,
            y + 12
        );
    }
}

/// A label in a badge on the upper border of a cell, above its pips.
fn write_badge(svg: &mut String, label: &str, (x, y): (usize, usize)) {
    let (text, size) = fitted(label, 11, SIDE - 8);
    let width = 8 + 7 * label.chars().count().min(SIDE / 8);
    let y = y - 4;
    let _ = writeln!(
        svg,
        r##"  <rect class="badge" x="{x}" y="{y}" width="{width}" height="14" rx="4" fill="#202020"/><text class="clue" x="{}" y="{}" font-size="{size}" font-weight="bold" fill="#ffffff">{text}</text>"##,
        x + width / 2,
        y + 11
    );
}

fn write_mark(svg: &mut String, mark: Mark, role: Role, (x, y): (usize, usize)) {
    let _ = match mark {
        Mark::Blank => Ok(()),
        Mark::Dot => writeln!(svg, r#"  <circle class="empty" cx="{x}" cy="{y}" r="2" fill-opacity="0.5"/>"#),
        Mark::Star => writeln!(svg, r#"  <polygon class="star" points="{}"/>"#, star(x as f64, y as f64, 15.0)),
        Mark::Line => {
            let (start, end) = (x - MIDDLE, x + MIDDLE);
            writeln!(svg, r##"  <path class="sum" d="M{start} {y}H{end}" stroke="#202020" stroke-width="2.5"/>"##)
        }
        Mark::Cross => {
            let path = format!("M{} {}l16 16m0 -16l-16 16", x - 8, y - 8);
            writeln!(svg, r##"  <path class="cross" d="{path}" stroke="#c00000" stroke-width="4"/>"##)
        }
        Mark::Symbol(symbol) => {
            write_text(svg, &symbol.to_string(), role, (x, y));
            Ok(())
        }
        Mark::Pips(number @ 10..) => {
            write_text(svg, &number.to_string(), role, (x, y));
            Ok(())
        }
        Mark::Pips(number) => {
            let shown = pips(number).into_iter().enumerate().filter(|(_, shown)| *shown);
            let place = |place: usize| (x + 9 * (place % 3) - 9, y + 9 * (place / 3) - 9);
            shown
                .map(|(at, _)| place(at))
                .try_for_each(|(x, y)| writeln!(svg, r#"  <circle class="pip" cx="{x}" cy="{y}" r="3.4"/>"#))
        }
    };
}

/// A digit, a letter, or as many characters as there is room for.
fn write_text(svg: &mut String, text: &str, role: Role, (x, y): (usize, usize)) {
    let largest = if role == Role::Name { 15 } else { SIZE };
    let (text, size) = fitted(text, largest, SIDE - 6);
    let style = match role {
        Role::Given => r#"class="given" font-weight="bold""#,
        Role::Found => r##"class="found" fill="#003a75""##,
        Role::Name => r#"class="name" fill-opacity="0.65""#,
    };
    let base = y + (size * 36).div_ceil(100);
    let _ = writeln!(svg, r#"  <text {style} x="{x}" y="{base}" font-size="{size}">{text}</text>"#);
}

/// The text as XML writes it, and a size in which it is not wider than that, shortened if none is
/// large enough to be read.
fn fitted(text: &str, largest: usize, width: usize) -> (String, usize) {
    const SMALLEST: usize = 8;
    let count = text.chars().count().max(1);
    // Bold digits are about seven tenths as wide as they are high.
    let size = (10 * width / (7 * count)).clamp(SMALLEST, largest);
    let room = 10 * width / (7 * size);
    if count <= room {
        return (escaped(text), size);
    }
    let shortened: String = text.chars().take(room.saturating_sub(1)).chain(['…']).collect();
    (format!("{}<title>{}</title>", escaped(&shortened), escaped(text)), size)
}

/// Pencil marks in rows, each with the number of solutions below it if that is known.
fn write_pencil_marks(svg: &mut String, pencil: &PencilMarks, (x, y): (usize, usize)) {
    let side = pencil.side.max(1);
    let (wide, high) = ((SIDE - 4) as f64 / side as f64, (SIDE - HEAD - 2) as f64 / side as f64);
    for PencilMark { slot, text, count } in pencil.marks.iter().filter(|mark| mark.slot < side * side) {
        let middle = x as f64 + 2.0 + wide * (slot % side) as f64 + wide / 2.0;
        let top = (y + HEAD) as f64 + high * (slot / side) as f64;
        let number = count.as_ref().map(|count| format!("<title>{} in {count} solutions</title>", escaped(text)));
        let number = number.unwrap_or_default();
        let (large, small) = if count.is_some() { (0.62 * high, 0.36 * high) } else { (0.9 * high, 0.0) };
        if text == "★" {
            let points = star(middle, top + large / 2.0, large / 2.0);
            let style = r##"fill="none" stroke="#202020""##;
            let _ = writeln!(svg, r#"  <polygon class="candidate star" points="{points}" {style}>{number}</polygon>"#);
        } else {
            let base = top + 0.5 * (high - small) + 0.36 * large;
            let _ = writeln!(
                svg,
                r#"  <text class="candidate" x="{middle:.1}" y="{base:.1}" font-size="{large:.1}">{}{number}</text>"#,
                escaped(text)
            );
        }
        if let Some(count) = count {
            let base = top + high - 0.3;
            let short = short(count);
            let _ = writeln!(
                svg,
                r#"  <text class="count" x="{middle:.1}" y="{base:.1}" font-size="{small:.1}">{short}</text>"#
            );
        }
    }
}

/// A number in at most four characters.
fn short(count: &str) -> String {
    match count.len() {
        0..=4 => count.to_owned(),
        5..=6 => format!("{}k", &count[..count.len() - 3]),
        7..=9 => format!("{}M", &count[..count.len() - 6]),
        10..=12 => format!("{}G", &count[..count.len() - 9]),
        digits => format!("e{}", digits - 1),
    }
}

/// The ten corners of a star with five points.
fn star(x: f64, y: f64, radius: f64) -> String {
    let corner = |index: usize| {
        let radius = if index.is_multiple_of(2) { radius } else { 0.4 * radius };
        let angle = std::f64::consts::PI * index as f64 / 5.0;
        format!("{:.1},{:.1}", x + radius * angle.sin(), y - radius * angle.cos())
    };
    (0..10).map(corner).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_made_to_fit() {
        assert_eq!(fitted("7", 24, 42), ("7".to_owned(), 24));
        assert_eq!(fitted("-1234", 24, 42).1, 12);
        let (text, size) = fitted("<123456789>", 24, 42);
        assert_eq!((text.as_str(), size), ("&lt;12345…<title>&lt;123456789&gt;</title>", 8));
    }

    #[test]
    fn counts_are_short() {
        let all = ["7", "1234", "12345", "123456", "1234567", "1234567890", "12345678901234"].map(short);
        assert_eq!(all, ["7", "1234", "12k", "123k", "1M", "1G", "e13"]);
    }
}
