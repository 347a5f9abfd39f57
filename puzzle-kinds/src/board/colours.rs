//! The colour of each area of a board.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::model::Board;

/// A colour, as index into the 256 colours of terminals and as it is written in SVG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Colour {
    /// Its number, from zero, for style sheets; `None` of a colour beyond the palette.
    pub(super) number: Option<usize>,
    pub(super) ansi: u8,
    pub(super) svg: String,
}

/// The scheme *light* of Paul Tol (*Colour schemes*, SRON technical note, 2021): black text can be
/// read on each, and colour-blind people can tell them apart. The order puts those first that are
/// furthest from each other.
const PALETTE: [(u8, &str); 9] = [
    (110, "#77aadd"),
    (222, "#eedd88"),
    (209, "#ee8866"),
    (79, "#44bb99"),
    (217, "#ffaabb"),
    (117, "#99ddff"),
    (253, "#dddddd"),
    (148, "#bbcc33"),
    (142, "#aaaa00"),
];

/// The pairs that are nearest to each other for some kind of colour blindness. They are put beside
/// each other only if there is no other way.
const NEAR: [(usize, usize); 6] = [(7, 8), (4, 6), (3, 4), (6, 7), (0, 3), (0, 5)];

/// A colour for each area, different from those of the areas that touch it.
pub(super) fn colours(board: &Board) -> BTreeMap<u32, Colour> {
    let touching = touching(board);
    let chosen = choose(&touching, PALETTE.len()).or_else(|| choose(&touching, usize::MAX)).unwrap_or_default();
    chosen.into_iter().map(|(area, number)| (area, colour(number))).collect()
}

/// The areas, each with those that touch it.
fn touching(board: &Board) -> BTreeMap<u32, BTreeSet<u32>> {
    let mut touching: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
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
    touching
}

/// The number of a colour for each area; `None` if so many colours do not suffice in this order:
/// that of DSATUR (Daniel Brélaz, *New methods to color the vertices of a graph*, 1979), which
/// takes the area next that has most colours beside it. Areas take a colour that few others have,
/// and as few as suffice if there is no limit.
fn choose(touching: &BTreeMap<u32, BTreeSet<u32>>, limit: usize) -> Option<BTreeMap<u32, usize>> {
    let mut chosen: BTreeMap<u32, usize> = BTreeMap::new();
    let mut beside: BTreeMap<u32, BTreeSet<usize>> = touching.keys().map(|&area| (area, BTreeSet::new())).collect();
    let mut uses = [0usize; PALETTE.len()];
    let is_near = |a: usize, b: usize| NEAR.contains(&(a.min(b), a.max(b)));
    let rank = |area: u32, taken: &BTreeSet<usize>| (taken.len(), touching[&area].len(), Reverse(area));
    let mut queue: BTreeSet<_> = beside.iter().map(|(&area, taken)| rank(area, taken)).collect();
    while let Some((_, _, Reverse(area))) = queue.pop_last() {
        let taken = &beside[&area];
        let colour = if limit == usize::MAX {
            (0..).find(|colour| !taken.contains(colour))?
        } else {
            let near = |colour: usize| taken.iter().filter(|&&other| is_near(colour, other)).count();
            let free = (0..limit).filter(|colour| !taken.contains(colour));
            free.min_by_key(|&colour| (near(colour), uses[colour], colour))?
        };
        if let Some(uses) = uses.get_mut(colour) {
            *uses += 1;
        }
        chosen.insert(area, colour);
        for &other in touching[&area].iter().filter(|other| !chosen.contains_key(other)) {
            if let Some(taken) = beside.get_mut(&other) {
                queue.remove(&rank(other, taken));
                taken.insert(colour);
                queue.insert(rank(other, taken));
            }
        }
    }
    Some(chosen)
}

/// The colour with this number. Those beyond the palette are light colours of the cube of 6x6x6
/// that terminals have, far from the one before.
fn colour(number: usize) -> Colour {
    if let Some(&(ansi, svg)) = PALETTE.get(number) {
        return Colour { number: Some(number), ansi, svg: svg.to_owned() };
    }
    let parts = |cube: usize| [cube / 36, cube / 6 % 6, cube % 6];
    let light: Vec<usize> = (0..216).filter(|&cube| parts(cube).iter().sum::<usize>() >= 9).collect();
    let cube = light[(number - PALETTE.len()) * 29 % light.len()];
    let [red, green, blue] = parts(cube).map(|part| if part == 0 { 0 } else { 55 + 40 * part });
    Colour { number: None, ansi: 16 + cube as u8, svg: format!("#{red:02x}{green:02x}{blue:02x}") }
}

#[cfg(test)]
mod tests {
    use super::super::{Cell, Mark};
    use super::*;

    /// How red, green and blue are seen: by all cones, and without those for long, middle and short
    /// waves (Gustavo Machado, Manuel Oliveira and Leandro Fernandes, *A physiologically-based model
    /// for simulation of color vision deficiency*, 2009).
    const SIGHTS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    fn linear(svg: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| {
            let part = f64::from(u8::from_str_radix(&svg[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The place of a colour in CIELAB, where distances are as great as they are seen.
    fn seen(svg: &str, sight: [[f64; 3]; 3]) -> [f64; 3] {
        let own = linear(svg);
        let [r, g, b] = sight.map(|row| row.iter().zip(own).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0));
        let curve = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
        let y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
        let z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn colours_can_be_told_apart_and_read_on() {
        for (first, (_, one)) in PALETTE.iter().enumerate() {
            for (second, (_, other)) in PALETTE.iter().enumerate().skip(first + 1) {
                let distance = SIGHTS
                    .map(|sight| {
                        let pairs = seen(one, sight).into_iter().zip(seen(other, sight));
                        pairs.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
                    })
                    .into_iter()
                    .fold(f64::INFINITY, f64::min);
                let least = if NEAR.contains(&(first, second)) { 10.0 } else { 16.0 };
                assert!(distance > least, "{one} and {other} are {distance} apart");
            }
            let [r, g, b] = linear(one);
            let light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
            assert!((light + 0.05) / (0.0144 + 0.05) > 4.5, "{one}");
        }
    }

    /// One area in the middle that so many others touch, each of these touching two more.
    fn comb(teeth: usize) -> Board {
        let mut board = Board::new([1, 2, teeth]);
        for column in 0..teeth {
            board.set([0, 0, column], Cell { area: Some(0), mark: Mark::Blank });
            board.set([0, 1, column], Cell { area: Some(1 + column as u32), mark: Mark::Blank });
        }
        board
    }

    #[test]
    fn neighbours_differ_even_where_one_has_many() {
        for teeth in [3, 9, 40] {
            let board = comb(teeth);
            let colours = colours(&board);
            for (area, others) in touching(&board) {
                assert!(others.iter().all(|other| colours[other].svg != colours[&area].svg), "{teeth}: {area}");
            }
        }
    }

    #[test]
    fn areas_that_all_touch_each_other_differ() {
        let areas = 30;
        let touching = (0..areas).map(|area| (area, (0..areas).filter(|&other| other != area).collect())).collect();
        assert_eq!(choose(&touching, PALETTE.len()), None);
        let chosen = choose(&touching, usize::MAX).unwrap();
        let shown: BTreeSet<String> = chosen.values().map(|&number| colour(number).svg).collect();
        let terminal: BTreeSet<u8> = chosen.values().map(|&number| colour(number).ansi).collect();
        assert_eq!((shown.len(), terminal.len()), (30, 30));
    }
}
