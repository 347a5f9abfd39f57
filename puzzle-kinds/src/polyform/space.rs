//! Cells of space, and the ways to turn it.

/// A cell: layer, row, column.
pub(crate) type Cell = [i32; 3];

/// A turn of space about the origin, possibly with a reflection: the axes change places, then some change sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    /// Axis `i` of the image is axis `from[i]` of the original.
    from: [usize; 3],
    /// Whether axis `i` of the image changes its sign.
    flip: [bool; 3],
}

impl Turn {
    /// The turn that moves nothing.
    pub(crate) const IDENTITY: Turn = Turn { from: [0, 1, 2], flip: [false; 3] };

    /// The 48 turns and reflections of the cube, the identity first.
    pub(crate) fn of_space() -> Vec<Turn> {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let signs = 0..8u8;
        let turns = orders.iter().flat_map(|&from| {
            signs.clone().map(move |bits| Turn { from, flip: [bits & 4 != 0, bits & 2 != 0, bits & 1 != 0] })
        });
        turns.collect()
    }

    /// The 8 turns and reflections of the square, in the plane of rows and columns.
    pub(crate) fn of_plane() -> Vec<Turn> {
        Turn::of_space().into_iter().filter(|turn| turn.from[0] == 0 && !turn.flip[0]).collect()
    }

    /// Whether it can be done without a mirror, within the dimensions it turns.
    pub(crate) fn is_rotation(self) -> bool {
        let [a, b, c] = self.from;
        let odd_order = [a > b, a > c, b > c].iter().filter(|&&inverted| inverted).count() % 2 == 1;
        let odd_flips = self.flip.iter().filter(|&&flip| flip).count() % 2 == 1;
        odd_order == odd_flips
    }

    /// The image of a cell.
    pub(crate) fn apply(self, cell: Cell) -> Cell {
        std::array::from_fn(|axis| {
            let coordinate = cell[self.from[axis]];
            if self.flip[axis] { -coordinate } else { coordinate }
        })
    }

    /// First this turn, then `next`.
    pub(crate) fn then(self, next: Turn) -> Turn {
        Turn {
            from: std::array::from_fn(|axis| self.from[next.from[axis]]),
            flip: std::array::from_fn(|axis| self.flip[next.from[axis]] != next.flip[axis]),
        }
    }
}

/// The least coordinate on each axis; zero for no cells.
pub(crate) fn corner(cells: &[Cell]) -> Cell {
    std::array::from_fn(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0))
}

/// The cell moved by `offset`.
pub(crate) fn moved(cell: Cell, offset: Cell) -> Cell {
    std::array::from_fn(|axis| cell[axis] + offset[axis])
}

/// The offset that undoes `offset`.
pub(crate) fn opposite(offset: Cell) -> Cell {
    offset.map(|coordinate| -coordinate)
}

/// The cells that share a side with this one.
pub(crate) fn neighbours(cell: Cell) -> [Cell; 6] {
    std::array::from_fn(|side| {
        let mut next = cell;
        next[side / 2] += if side % 2 == 0 { 1 } else { -1 };
        next
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turns_form_groups_of_the_right_orders() {
        let space = Turn::of_space();
        let plane = Turn::of_plane();
        assert_eq!((space.len(), plane.len()), (48, 8));
        assert_eq!(space.iter().filter(|turn| turn.is_rotation()).count(), 24);
        assert_eq!(plane.iter().filter(|turn| turn.is_rotation()).count(), 4);
        let cell = [1, 2, 3];
        for &first in &space {
            for &second in &space {
                let both = first.then(second);
                assert!(space.contains(&both));
                assert_eq!(both.apply(cell), second.apply(first.apply(cell)));
                assert_eq!(both.is_rotation(), first.is_rotation() == second.is_rotation());
            }
        }
    }
}
