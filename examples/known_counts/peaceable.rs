//! Armies of queens that leave each other in peace (A250000).

use std::collections::BTreeMap;

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation};

use super::points::{Formula, middle_out, permutation};

/// The weights of a white and a black queen in sums that are bounded. Several of these bounds
/// exclude more than one.
const WEIGHTS: [[usize; 2]; 3] = [[1, 1], [2, 1], [1, 2]];

/// As many white queens as black ones, none of which attacks one of the other colour: no row,
/// column or diagonal has queens of both.
///
/// The search first decides which lines have white queens; that leaves next to nothing to decide.
/// Most choices fail because both armies need room on the diagonals of one direction, and each
/// diagonal belongs to one army. Counting all queens along diagonals bounds the larger part of
/// each, where a count of each colour would count both parts.
pub(crate) fn peaceable(size: usize, queens: usize) -> Formula {
    let lines @ [rows, columns, falling, rising] = &lines(size);
    let mut model = Model { cnf: Cnf::new(), names: BTreeMap::new() };
    let in_order = || {
        let straight = middle_out(size).into_iter().flat_map(|at| [&columns[at], &rows[at]]);
        let diagonal = [rising, falling]
            .into_iter()
            .flat_map(|diagonals| middle_out(diagonals.len()).into_iter().map(|at| &diagonals[at]));
        straight.chain(diagonal)
    };
    for colour in 0..2 {
        for line in in_order() {
            model.literal(Name::HasQueen { colour, line: line.clone() });
        }
    }
    for colour in 0..2 {
        for row in middle_out(size) {
            for column in middle_out(size) {
                model.literal(Name::Queen { colour, square: row * size + column });
            }
        }
    }
    let visible = model.names.values().map(|lit| lit.var()).collect::<Vec<_>>();
    model.cnf.add_visible(&visible);
    for line in in_order() {
        let has_queen = [0, 1].map(|colour| model.literal(Name::HasQueen { colour, line: line.clone() }));
        model.cnf.add_clause(&has_queen.map(|lit| !lit));
        for (colour, has_queen) in (0..).zip(has_queen) {
            let squares: Vec<Lit> = line.iter().map(|&square| model.literal(Name::Queen { colour, square })).collect();
            squares.iter().for_each(|&square| model.cnf.add_clause(&[!square, has_queen]));
            model.cnf.add_clause(&squares.into_iter().chain([!has_queen]).collect::<Vec<_>>());
        }
    }
    let last = size - 1;
    let turn = |square| size * size - 1 - square;
    let reflect = |square: usize| square - square % size + last - square % size;
    let transpose = |square| square % size * size + square / size;
    let half = size.div_ceil(2);
    let triangle = (0..half).rev().flat_map(|row| (row..half).rev().map(move |column| row * size + column));
    for weights in [[1, 0], [0, 1]] {
        for (bound, number) in [(Bound::Above, queens), (Bound::Below, queens + 1)] {
            let sum = Sum { weights, bound, most: number };
            let of_orbit = |square| model.add_up_orbit(sum, square, &[&turn, &reflect, &transpose]);
            let of_orbits = triangle.clone().map(of_orbit).collect();
            let all = model.add_up(sum, of_orbits);
            let is_reached = model.literal(sum.name(&all, number));
            model.cnf.add_clause(&[if bound == Bound::Above { is_reached } else { !is_reached }]);
        }
    }
    for diagonals in &lines[2..] {
        for weights in [[1, 0], [0, 1]] {
            let sum = Sum { weights, bound: Bound::Above, most: queens };
            for line in diagonals {
                model.add_up(sum, line.iter().map(|&square| vec![square]).collect());
            }
        }
        for weights in WEIGHTS {
            let sum = Sum { weights, bound: Bound::Above, most: weights.iter().sum::<usize>() * queens };
            diagonals.iter().for_each(|line| model.weigh(sum, line));
            let all = model.add_up(sum, diagonals.clone());
            let is_reached = model.literal(sum.name(&all, sum.most));
            model.cnf.add_clause(&[is_reached]);
        }
    }
    let generators = vec![
        model.permutation(true, &|square| square),
        model.permutation(false, &reflect),
        model.permutation(false, &transpose),
    ];
    Formula::new(model.cnf, generators)
}

/// The lines of a board, each a sorted list of squares: rows, columns, and the diagonals of both directions.
fn lines(size: usize) -> [Vec<Vec<usize>>; 4] {
    let along = |number: usize, line_of: &dyn Fn(usize, usize) -> usize| {
        let mut lines = vec![Vec::new(); number];
        (0..size * size).for_each(|square| lines[line_of(square / size, square % size)].push(square));
        lines
    };
    let diagonals = 2 * size - 1;
    [
        along(size, &|row, _| row),
        along(size, &|_, column| column),
        along(diagonals, &|row, column| row + column),
        along(diagonals, &|row, column| row + size - 1 - column),
    ]
}

/// The meaning of a variable. Squares are sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    /// A queen of this colour stands on a line.
    HasQueen { colour: usize, line: Vec<usize> },
    /// A queen of this colour stands on a square.
    Queen { colour: usize, square: usize },
    /// The queens on these squares, each weighed by its colour, come to so much.
    Reached { weights: [usize; 2], bound: Bound, squares: Vec<usize>, number: usize },
}

/// The side from which the variables of a sum are implied. Each bound has variables of its own, so
/// that a change of one leaves the other alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bound {
    /// They are false where the sum cannot be reached.
    Above,
    /// They are true where the sum is reached.
    Below,
}

impl Name {
    /// The same of the other squares and, if so wanted, the other colour.
    fn image(&self, exchanges: bool, map: &dyn Fn(usize) -> usize) -> Name {
        let image_of = |squares: &[usize]| {
            let mut image: Vec<usize> = squares.iter().map(|&square| map(square)).collect();
            image.sort_unstable();
            image
        };
        let other = |colour: usize| if exchanges { 1 - colour } else { colour };
        match self {
            Name::HasQueen { colour, line } => Name::HasQueen { colour: other(*colour), line: image_of(line) },
            Name::Queen { colour, square } => Name::Queen { colour: other(*colour), square: map(*square) },
            Name::Reached { weights, bound, squares, number } => Name::Reached {
                weights: [weights[other(0)], weights[other(1)]],
                bound: *bound,
                squares: image_of(squares),
                number: *number,
            },
        }
    }
}

/// A sum of queens, of which numbers up to some matter.
#[derive(Clone, Copy)]
struct Sum {
    weights: [usize; 2],
    bound: Bound,
    most: usize,
}

impl Sum {
    fn name(self, squares: &[usize], number: usize) -> Name {
        let colour = match self.weights {
            [1, 0] => Some(0),
            [0, 1] => Some(1),
            _ => None,
        };
        match (squares, colour) {
            (&[square], Some(colour)) if number == 1 => Name::Queen { colour, square },
            _ => Name::Reached { weights: self.weights, bound: self.bound, squares: squares.to_vec(), number },
        }
    }
}

/// A formula, and what its variables say.
struct Model {
    cnf: Cnf,
    names: BTreeMap<Name, Lit>,
}

impl Model {
    fn literal(&mut self, name: Name) -> Lit {
        let cnf = &mut self.cnf;
        *self.names.entry(name).or_insert_with(|| cnf.new_var().positive())
    }

    fn find(&self, sum: Sum, squares: &[usize], number: usize) -> Option<Lit> {
        self.names.get(&sum.name(squares, number)).copied()
    }

    /// The weights of the queens on a line, all of which have the same colour: the counts of both
    /// colours bound their sum.
    fn weigh(&mut self, sum: Sum, line: &[usize]) {
        let [white, black] = [[1, 0], [0, 1]].map(|weights| Sum { weights, ..sum });
        for number in 1..=sum.weights.iter().max().map_or(0, |weight| weight * line.len()).min(sum.most) {
            let is_reached = self.literal(sum.name(line, number));
            let of_white = self.find(white, line, number.div_ceil(sum.weights[0]));
            let of_black = self.find(black, line, number.div_ceil(sum.weights[1]));
            self.cnf.add_clause(&[of_white, of_black].into_iter().flatten().chain([!is_reached]).collect::<Vec<_>>());
        }
    }

    /// Adds up over the union of these sets, and returns it. They are put together from both ends,
    /// so that turning a row round maps the definitions to each other.
    fn add_up(&mut self, sum: Sum, sets: Vec<Vec<usize>>) -> Vec<usize> {
        let half = sets.len() / 2;
        if half == 0 {
            return sets.into_iter().next().unwrap_or_default();
        }
        let left = self.add_up(sum, sets[..half].to_vec());
        let right = self.add_up(sum, sets[sets.len() - half..].iter().rev().cloned().collect());
        let both = self.join(sum, &left, &right);
        if sets.len().is_multiple_of(2) { both } else { self.join(sum, &both, &sets[half]) }
    }

    /// Adds up over the images of a square under these maps, each of which doubles what those
    /// before it make of it unless it leaves that alone.
    fn add_up_orbit(&mut self, sum: Sum, square: usize, maps: &[&dyn Fn(usize) -> usize]) -> Vec<usize> {
        let Some((map, before)) = maps.split_last() else { return vec![square] };
        let one = self.add_up_orbit(sum, square, before);
        if one.contains(&map(square)) {
            return one;
        }
        let other = self.add_up_orbit(sum, map(square), before);
        self.join(sum, &one, &other)
    }

    fn join(&mut self, sum: Sum, left: &[usize], right: &[usize]) -> Vec<usize> {
        let mut union = [left, right].concat();
        union.sort_unstable();
        let height =
            |model: &Model, set: &[usize]| (1..).take_while(|&number| model.find(sum, set, number).is_some()).count();
        let (left_height, right_height) = (height(self, left), height(self, right));
        for number in 1..=sum.most.min(left_height + right_height) {
            self.literal(sum.name(&union, number));
        }
        // The sum is not above what both parts can reach, and it is at least what both parts
        // together reach.
        let is_above = sum.bound == Bound::Above;
        let more = usize::from(is_above);
        for first in 0..=left_height {
            for second in 0..=right_height {
                let Some(whole) = self.find(sum, &union, first + second + more) else { continue };
                let parts = [self.find(sum, left, first + more), self.find(sum, right, second + more)];
                let clause = parts.into_iter().flatten().chain([!whole]);
                let clause: Vec<Lit> = clause.map(|lit| if is_above { lit } else { !lit }).collect();
                self.cnf.add_clause(&clause);
            }
        }
        union
    }

    /// The permutation of all variables that a map of the squares makes, with the colours exchanged
    /// if wanted.
    fn permutation(&self, exchanges: bool, map: &dyn Fn(usize) -> usize) -> Permutation {
        let mut images: Vec<(Lit, Lit)> = self
            .names
            .iter()
            .map(|(name, &lit)| (lit, *self.names.get(&name.image(exchanges, map)).expect("the image has a name, too")))
            .collect();
        images.sort_unstable();
        permutation(images.into_iter().map(|(_, image)| image).collect())
    }
}
