//! The colour of each area of a board.

use std::collections::BTreeMap;

use super::model::Board;

/// A colour, as index into the 256 colours of terminals and as it is written in SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour {
    pub(super) ansi: u8,
    pub(super) svg: &'static str,
}

/// Light colours that black text can be read on, neighbours in the list far apart.
const PALETTE: [Colour; 14] = [
    Colour { ansi: 217, svg: "#ffafaf" },
    Colour { ansi: 117, svg: "#87d7ff" },
    Colour { ansi: 228, svg: "#ffff87" },
    Colour { ansi: 114, svg: "#87d787" },
    Colour { ansi: 183, svg: "#d7afff" },
    Colour { ansi: 215, svg: "#ffaf5f" },
    Colour { ansi: 159, svg: "#afffff" },
    Colour { ansi: 211, svg: "#ff87af" },
    Colour { ansi: 149, svg: "#afd75f" },
    Colour { ansi: 147, svg: "#afafff" },
    Colour { ansi: 180, svg: "#d7af87" },
    Colour { ansi: 79, svg: "#5fd7af" },
    Colour { ansi: 252, svg: "#d0d0d0" },
    Colour { ansi: 178, svg: "#d7af00" },
];

/// A colour for each area: a different one each while they last, and then at least different from that of the areas
/// that touch it, as far as that goes.
pub(super) fn colours(board: &Board) -> BTreeMap<u32, Colour> {
    let mut touching: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (at, _) in board.cells() {
        let Some(area) = board.tint(at) else { continue };
        let own = touching.entry(area).or_default();
        for axis in 0..3 {
            for step in [usize::MAX, 1] {
                let mut next = at;
                next[axis] = next[axis].wrapping_add(step);
                own.extend(board.tint(next).filter(|&other| other != area));
            }
        }
    }
    let mut chosen: BTreeMap<u32, usize> = BTreeMap::new();
    let mut uses = [0usize; PALETTE.len()];
    for (area, others) in &touching {
        let taken = |colour: &usize| others.iter().any(|other| chosen.get(other) == Some(colour));
        let free = (0..PALETTE.len()).filter(|colour| !taken(colour)).min_by_key(|&colour| uses[colour]);
        let colour = free.unwrap_or(*area as usize % PALETTE.len());
        uses[colour] += 1;
        chosen.insert(*area, colour);
    }
    chosen.into_iter().map(|(area, colour)| (area, PALETTE[colour])).collect()
}
