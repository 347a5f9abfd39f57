//! Sets of pieces that have a name.

use super::shape::{Shape, Turning};
use super::space::Cell;

/// A piece of a named set: the letter that tradition gives it, if any, and its shape.
pub(crate) type NamedShape = (Option<char>, Shape);

/// The most cells that a piece of a generated set can have.
const LARGEST: usize = 8;

/// The drawings of the pieces that have traditional letters; `/` separates layers, `|` rows.
const TROMINOES: &[(char, &str)] = &[('I', "xxx"), ('L', "x.|xx")];
const TETROMINOES: &[(char, &str)] =
    &[('I', "xxxx"), ('L', "x..|xxx"), ('O', "xx|xx"), ('S', ".xx|xx."), ('T', "xxx|.x.")];
const PENTOMINOES: &[(char, &str)] = &[
    ('F', ".xx|xx.|.x."),
    ('I', "xxxxx"),
    ('L', "x...|xxxx"),
    ('N', "xx..|.xxx"),
    ('P', "xx|xx|x."),
    ('T', "xxx|.x.|.x."),
    ('U', "x.x|xxx"),
    ('V', "x..|x..|xxx"),
    ('W', "x..|xx.|.xx"),
    ('X', ".x.|xxx|.x."),
    ('Y', ".x..|xxxx"),
    ('Z', "xx.|.x.|.xx"),
];
const SOMA: &[(char, &str)] = &[
    ('V', "x.|xx"),
    ('L', "x..|xxx"),
    ('T', "xxx|.x."),
    ('Z', "xx.|.xx"),
    ('A', "xx|x./.x|.."),
    ('B', "xx|x./..|x."),
    ('P', "xx|x./x.|.."),
];

/// The names that [`named_set`] knows, for messages.
pub(crate) const SET_NAMES: &str = "monominoes, dominoes, trominoes, tetrominoes, pentominoes, hexominoes, heptominoes, octominoes, \
     tricubes, tetracubes, pentacubes, soma, squares 1..6, oblongs 1..6, rectangles 1..6 or a size like 2x3";

/// The pieces of a set. Mirror images are pieces of their own where the set is one-sided.
/// `None` for a name that is not known.
pub(crate) fn named_set(name: &str, turning: Turning) -> Option<Vec<NamedShape>> {
    let name = name.to_lowercase();
    let plural = if name.ends_with("oes") { "es" } else { "s" };
    let name = name.strip_suffix(plural).unwrap_or(&name);
    let planar = |size, table: &[(char, &str)]| both_sides(free_set(size, table), turning);
    let set = match name {
        "monomino" => planar(1, &[('O', "x")]),
        "domino" => planar(2, &[('I', "xx")]),
        "tromino" => planar(3, TROMINOES),
        "tetromino" => planar(4, TETROMINOES),
        "pentomino" => planar(5, PENTOMINOES),
        "hexomino" => planar(6, &[]),
        "heptomino" => planar(7, &[]),
        "octomino" => planar(LARGEST, &[]),
        "tricube" => solid_set(3),
        "tetracube" => solid_set(4),
        "pentacube" => solid_set(5),
        "soma" => drawn(SOMA),
        _ => return None,
    };
    Some(set)
}

fn drawn(table: &[(char, &str)]) -> Vec<NamedShape> {
    let shape = |drawing: &str| {
        let mut cells: Vec<Cell> = Vec::new();
        for (layer, rows) in (0..).zip(drawing.split('/')) {
            for (row, chars) in (0..).zip(rows.split('|')) {
                cells.extend((0..).zip(chars.chars()).filter(|(_, char)| *char == 'x').map(|(at, _)| [layer, row, at]));
            }
        }
        Shape::of(&cells)
    };
    table.iter().filter_map(|&(letter, drawing)| Some((Some(letter), shape(drawing)?))).collect()
}

fn free_set(size: usize, table: &[(char, &str)]) -> Vec<NamedShape> {
    if table.is_empty() {
        let shapes = Shape::all_of_size(size, &Turning::Free.turns(false), false);
        return shapes.into_iter().map(|shape| (None, shape)).collect();
    }
    drawn(table)
}

fn solid_set(size: usize) -> Vec<NamedShape> {
    Shape::all_of_size(size, &Turning::Free.turns(true), true).into_iter().map(|shape| (None, shape)).collect()
}

/// Adds to each piece its mirror image, where that is another piece when pieces may not be turned over.
fn both_sides(free: Vec<NamedShape>, turning: Turning) -> Vec<NamedShape> {
    if turning != Turning::OneSided {
        return free;
    }
    let rotations = Turning::OneSided.turns(false);
    let mut set = Vec::new();
    for (letter, shape) in free {
        let all = shape.orientations(&Turning::Free.turns(false));
        let same = shape.orientations(&rotations);
        let mirrored = all.into_iter().find(|image| !same.contains(image));
        let mirrored_letter = match (letter, shape.size()) {
            (Some('L'), 4) => Some('J'),
            (Some('S'), 4) => Some('Z'),
            (letter, _) => letter.map(|letter| letter.to_ascii_lowercase()),
        };
        set.push((letter, shape));
        set.extend(mirrored.map(|mirrored| (mirrored_letter, mirrored)));
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawn_sets_are_the_whole_sets() {
        for (name, size, free, one_sided) in
            [("trominoes", 3, 2, 2), ("tetrominoes", 4, 5, 7), ("pentominoes", 5, 12, 18), ("hexomino", 6, 35, 60)]
        {
            for (turning, count) in [(Turning::Free, free), (Turning::OneSided, one_sided)] {
                let set = named_set(name, turning).unwrap();
                let mut classes: Vec<Shape> =
                    set.iter().map(|(_, shape)| shape.orientations(&turning.turns(false)).remove(0)).collect();
                assert!(set.iter().all(|(_, shape)| shape.size() == size));
                classes.sort();
                classes.dedup();
                assert_eq!(classes.len(), count, "{name}");
            }
        }
        assert_eq!(named_set("dodecahedra", Turning::Free), None);
    }

    #[test]
    fn the_soma_pieces_are_the_seven_that_are_no_boxes() {
        let rotations = Turning::Free.turns(true);
        let class = |shape: &Shape| shape.orientations(&rotations).remove(0);
        let mut soma: Vec<Shape> =
            named_set("soma", Turning::Free).unwrap().iter().map(|(_, shape)| class(shape)).collect();
        let small = [named_set("tricubes", Turning::Free), named_set("tetracubes", Turning::Free)];
        let is_box = |shape: &Shape| {
            let far: Cell = std::array::from_fn(|axis| shape.cells().iter().map(|cell| cell[axis]).max().unwrap_or(0));
            far.iter().map(|&last| last as usize + 1).product::<usize>() == shape.size()
        };
        let mut expected: Vec<Shape> = small
            .into_iter()
            .flatten()
            .flatten()
            .map(|(_, shape)| class(&shape))
            .filter(|shape| !is_box(shape))
            .collect();
        soma.sort();
        expected.sort();
        assert_eq!(soma, expected);
    }
}
