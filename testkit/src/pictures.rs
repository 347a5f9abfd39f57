//! The geometry of pictures, judged by their text alone: texts lie on no other texts, badges on no
//! pips, nothing is cut, and cells that a border divides differ in colour.

use std::collections::BTreeMap;

/// A part of a picture with its sides: left, top, right, bottom.
struct Part<'a> {
    class: &'a str,
    content: &'a str,
    sides: [f64; 4],
}

/// The value of an attribute.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[start..].split('"').next()
}

fn number(tag: &str, name: &str) -> f64 {
    attribute(tag, name).and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// The tags of a picture with what follows them.
fn tags(svg: &str) -> impl Iterator<Item = (&str, &str)> {
    svg.split('<').filter_map(|part| part.split_once('>'))
}

/// Texts, badges and pips. Digits are taken for as wide as they are in common fonts, or wider.
fn parts(svg: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for (tag, content) in tags(svg) {
        let class = attribute(tag, "class").unwrap_or_default();
        let (x, y) = (number(tag, "x"), number(tag, "y"));
        let sides = if tag.starts_with("text ") {
            let size = number(tag, "font-size");
            let bold = attribute(tag, "font-weight").is_some();
            let entities = content.matches('&').count();
            let letters = content.chars().count().saturating_sub(3 * entities);
            let width = letters as f64 * size * if bold { 0.7 } else { 0.62 };
            let left = if attribute(tag, "text-anchor") == Some("start") { x } else { x - width / 2.0 };
            [left, y - 0.73 * size, left + width, y]
        } else if class == "badge" && tag.starts_with("rect ") {
            [x, y, x + number(tag, "width"), y + number(tag, "height")]
        } else if class == "pip" {
            let (x, y, radius) = (number(tag, "cx"), number(tag, "cy"), number(tag, "r"));
            [x - radius, y - radius, x + radius, y + radius]
        } else {
            continue;
        };
        parts.push(Part { class, content, sides });
    }
    parts
}

/// Judges a picture.
///
/// # Panics
/// If something overlaps, is cut, or does not differ from its neighbour; if there is a script, or no title.
pub fn check(name: &str, svg: &str) {
    let parts = parts(svg);
    let view = attribute(svg, "viewBox").unwrap_or_else(|| panic!("{name} has no view"));
    let view: Vec<f64> = view.split(' ').map(|side| side.parse().unwrap()).collect();
    for (index, part) in parts.iter().enumerate() {
        let [left, top, right, bottom] = part.sides;
        let is_inside = left >= 0.0 && top >= 0.0 && right <= view[2] && bottom <= view[3];
        assert!(is_inside, "{name}: {} {} is cut: {:?}", part.class, part.content, part.sides);
        for other in &parts[index + 1..] {
            // The text of a badge lies on it.
            if part.class == "badge" && other.class == "clue" {
                continue;
            }
            let overlap =
                |axis: usize| part.sides[axis + 2].min(other.sides[axis + 2]) - part.sides[axis].max(other.sides[axis]);
            assert!(
                overlap(0) <= 0.3 || overlap(1) <= 0.3,
                "{name}: {} {} {:?} lies on {} {} {:?}",
                part.class,
                part.content,
                part.sides,
                other.class,
                other.content,
                other.sides
            );
        }
    }
    check_colours(name, svg);
    for needed in ["<title>", " role=\"img\"", " aria-label=\""] {
        assert!(svg.contains(needed), "{name} has no{needed}");
    }
    for refused in ["<script", "<style", "<image", " style=", "href=", " on"] {
        // Everything in quotes is text.
        let bare = |tag: &str| format!("<{}", tag.split('"').step_by(2).collect::<String>());
        assert!(!tags(svg).any(|(tag, _)| bare(tag).contains(refused)), "{name} has {refused}");
    }
}

/// Cells side by side have a border between them exactly where their colours differ, if both have one.
fn check_colours(name: &str, svg: &str) {
    let is_cell = |tag: &str| attribute(tag, "class").is_some_and(|class| class.starts_with("cell tint"));
    let cells = tags(svg).filter(|(tag, _)| tag.starts_with("rect ") && is_cell(tag));
    let place = |tag: &str| [number(tag, "x") as i64, number(tag, "y") as i64];
    // The backgrounds of the sums of cages are no cells.
    let side = |tag: &str| number(tag, "width") == number(tag, "height");
    let fills: BTreeMap<[i64; 2], &str> = cells
        .filter(|(tag, _)| side(tag))
        .map(|(tag, _)| (place(tag), attribute(tag, "fill").unwrap_or_default()))
        .collect();
    let borders = tags(svg).find(|(tag, _)| attribute(tag, "class") == Some("borders"));
    let borders = borders.and_then(|(tag, _)| attribute(tag, "d")).unwrap_or_default();
    // On tiles, borders are those of tiles; a shading knows nothing of borders.
    if svg.contains("class=\"tiles\"") || svg.contains("class=\"cells shaded\"") {
        return;
    }
    for (&[x, y], fill) in &fills {
        for (other, border) in
            [([x + 48, y], format!("M{} {y}v48", x + 48)), ([x, y + 48], format!("M{x} {}h48", y + 48))]
        {
            let Some(beside) = fills.get(&other) else { continue };
            assert_eq!(beside != fill, borders.contains(&border), "{name}: the cells at {x} {y} and {other:?}");
        }
    }
}
