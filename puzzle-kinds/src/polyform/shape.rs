//! Shapes: sets of cells without a place.

use std::collections::BTreeSet;

use gordian_formula::sorted_set;

use super::space::{Cell, Turn, corner, moved, neighbours, opposite};

/// A set of cells up to translation.
///
/// Invariant: the cells are sorted, different, at least one, and the least coordinate on each axis is zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Shape {
    cells: Vec<Cell>,
}

/// The ways in which a piece may be turned on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Turning {
    /// Turned, and on a flat board turned over.
    Free,
    /// Turned, never turned over.
    OneSided,
    /// Only shifted.
    Fixed,
}

impl Turning {
    /// The turns that are allowed; a mirror image of a solid is another solid.
    pub(crate) fn turns(self, solid: bool) -> Vec<Turn> {
        match (self, solid) {
            (Turning::Fixed, _) => vec![Turn::IDENTITY],
            (Turning::Free, false) => Turn::of_plane(),
            (Turning::OneSided, false) => Turn::of_plane().into_iter().filter(|turn| turn.is_rotation()).collect(),
            (_, true) => Turn::of_space().into_iter().filter(|turn| turn.is_rotation()).collect(),
        }
    }
}

impl Shape {
    /// The shape of these cells; `None` for no cells.
    pub(crate) fn of(cells: &[Cell]) -> Option<Shape> {
        if cells.is_empty() {
            return None;
        }
        let shift = opposite(corner(cells));
        let cells: Vec<Cell> = sorted_set(cells.iter().map(|&cell| moved(cell, shift)));
        Some(Shape { cells })
    }

    /// The box with these many layers, rows and columns, all at least one.
    pub(crate) fn cuboid(size: [i32; 3]) -> Shape {
        let layers = 0..size[0].max(1);
        let cells = layers.flat_map(|layer| {
            (0..size[1].max(1)).flat_map(move |row| (0..size[2].max(1)).map(move |column| [layer, row, column]))
        });
        Shape { cells: cells.collect() }
    }

    /// The cells, sorted, the least coordinate on each axis zero.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of cells.
    pub(crate) fn size(&self) -> usize {
        self.cells.len()
    }

    /// Whether it stands out of the plane of rows and columns.
    pub(crate) fn is_solid(&self) -> bool {
        self.cells.iter().any(|cell| cell[0] > 0)
    }

    /// The shape turned.
    pub(crate) fn turned(&self, turn: Turn) -> Shape {
        let cells: Vec<Cell> = self.cells.iter().map(|&cell| turn.apply(cell)).collect();
        let shift = opposite(corner(&cells));
        let mut cells: Vec<Cell> = cells.into_iter().map(|cell| moved(cell, shift)).collect();
        cells.sort_unstable();
        Shape { cells }
    }

    /// The different images under these turns, sorted.
    pub(crate) fn orientations(&self, turns: &[Turn]) -> Vec<Shape> {
        sorted_set(turns.iter().map(|&turn| self.turned(turn)))
    }

    /// The shape in characters, row by row, layers beside each other with ` / ` between them.
    pub(crate) fn picture(&self, symbol: char) -> String {
        let size: [i32; 3] =
            std::array::from_fn(|axis| self.cells.iter().map(|cell| cell[axis] + 1).max().unwrap_or(0));
        let mut text = String::new();
        for row in 0..size[1] {
            let layers = (0..size[0]).map(|layer| {
                let at = |column| if self.cells.binary_search(&[layer, row, column]).is_ok() { symbol } else { '.' };
                (0..size[2]).map(at).collect::<String>()
            });
            text.push_str(&layers.collect::<Vec<_>>().join(" / "));
            text.push('\n');
        }
        text
    }

    /// The cells of one connected part, the one that holds the first cell.
    pub(crate) fn first_part(&self) -> Vec<Cell> {
        let all: BTreeSet<Cell> = self.cells.iter().copied().collect();
        let mut part = vec![self.cells[0]];
        let mut seen = BTreeSet::from([self.cells[0]]);
        let mut next = 0;
        while next < part.len() {
            for cell in neighbours(part[next]) {
                if all.contains(&cell) && seen.insert(cell) {
                    part.push(cell);
                }
            }
            next += 1;
        }
        part
    }

    /// The shapes of `size` connected cells, one of each class under the turns, in a fixed order.
    pub(crate) fn all_of_size(size: usize, turns: &[Turn], solid: bool) -> Vec<Shape> {
        let mut shapes = BTreeSet::from([Shape::cuboid([1, 1, 1])]);
        for _ in 1..size {
            let mut larger = BTreeSet::new();
            for shape in &shapes {
                for &cell in &shape.cells {
                    for next in neighbours(cell) {
                        if (solid || next[0] == 0) && !shape.cells.contains(&next) {
                            let mut cells = shape.cells.clone();
                            cells.push(next);
                            larger.extend(Shape::of(&cells).and_then(|shape| shape.orientations(turns).pop()));
                        }
                    }
                }
            }
            shapes = larger;
        }
        shapes.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polyominoes_and_polycubes_are_counted_as_known() {
        let count = |size, turning: Turning, solid| Shape::all_of_size(size, &turning.turns(solid), solid).len();
        let free: Vec<usize> = (1..=7).map(|size| count(size, Turning::Free, false)).collect();
        let one_sided: Vec<usize> = (1..=7).map(|size| count(size, Turning::OneSided, false)).collect();
        let solid: Vec<usize> = (1..=6).map(|size| count(size, Turning::Free, true)).collect();
        assert_eq!(free, [1, 1, 2, 5, 12, 35, 108]);
        assert_eq!(one_sided, [1, 1, 2, 7, 18, 60, 196]);
        assert_eq!(solid, [1, 1, 2, 8, 29, 166]);
    }

    #[test]
    fn parts_of_a_shape_are_found() {
        let apart = Shape::of(&[[0, 0, 0], [0, 1, 1], [0, 1, 2]]).unwrap();
        assert_eq!(apart.first_part(), [[0, 0, 0]]);
    }
}
