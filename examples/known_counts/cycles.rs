//! Ways through all vertices of a graph.

use std::collections::BTreeMap;

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation};

use super::points::{Formula, Points, formula_of, permutation};
use super::rows::Row;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = vec![Row::formula(47, "knight-open-5x5", open_tours(5, 5), 1728, 112).within(120)];
    let tours = [(48, 6, 6, 9862, 1245), (49, 5, 6, 8, 3), (49, 3, 10, 16, 6), (49, 3, 12, 176, 44)];
    for (number, height, width, solutions, classes) in tours {
        let formula = cycles(height, width, &[[1, 2], [2, 1]]);
        rows.push(Row::formula(number, format!("knight-closed-{height}x{width}"), formula, solutions, classes));
    }
    let boards = [(51, 4, 4, 6, 2), (51, 6, 6, 1072, 149), (51, 8, 8, 4_638_576, 580_717), (52, 5, 6, 154, 44)];
    for (number, height, width, solutions, classes) in boards {
        let formula = cycles(height, width, &[[0, 1], [1, 0]]);
        let row = Row::formula(number, format!("cycles-{height}x{width}"), formula, solutions, classes);
        // Too many to go through.
        rows.push(if solutions > 1_000_000 { row.by("burnside") } else { row });
    }
    rows
}

/// A board's cells, and the maps of them that leave it in place.
struct Board {
    height: usize,
    width: usize,
}

impl Board {
    fn maps(&self) -> Vec<Box<dyn Fn(usize) -> usize + '_>> {
        let Board { height, width } = *self;
        let mut maps: Vec<Box<dyn Fn(usize) -> usize>> = vec![
            Box::new(move |cell| cell / width * width + width - 1 - cell % width),
            Box::new(move |cell| (height - 1 - cell / width) * width + cell % width),
        ];
        if height == width {
            maps.push(Box::new(move |cell| cell % width * width + cell / width));
        }
        maps
    }

    /// Pairs of cells, the first one less, that such a step leads between, in the order of the second ones.
    fn edges(&self, steps: &[[usize; 2]]) -> Vec<[usize; 2]> {
        let Board { height, width } = *self;
        let cells = height * width;
        let is_step = |a: usize, b: usize| {
            let step = [(a / width).abs_diff(b / width), (a % width).abs_diff(b % width)];
            steps.contains(&step)
        };
        (0..cells).flat_map(|b| (0..b).map(move |a| [a, b])).filter(|&[a, b]| is_step(a, b)).collect()
    }
}

/// Knight's tours, directed, as the time of each cell: under the symmetries of the board, and backwards.
fn open_tours(height: usize, width: usize) -> Formula {
    let board = Board { height, width };
    let cells = height * width;
    let edges = board.edges(&[[1, 2], [2, 1]]);
    let points = Points { sizes: [cells, cells] };
    let mut cnf = formula_of(points.len());
    for at in 0..cells {
        cnf.add_exactly_one(&points.lits(|[cell, _]| cell == at));
        cnf.add_exactly_one(&points.lits(|[_, time]| time == at));
    }
    for [cell, time] in points.all() {
        for next in [time.checked_sub(1), Some(time + 1).filter(|&next| next < cells)].into_iter().flatten() {
            let beside = |other: usize| edges.contains(&[cell.min(other), cell.max(other)]);
            let lits = points.lits(|[other, at]| at == next && beside(other));
            cnf.add_clause(&lits.into_iter().chain([!points.lit([cell, time])]).collect::<Vec<_>>());
        }
    }
    let mut generators = vec![points.permutation(|[cell, time]| [cell, cells - 1 - time])];
    generators.extend(board.maps().iter().map(|map| points.permutation(|[cell, time]| [map(cell), time])));
    Formula::new(cnf, generators)
}

/// Hamiltonian cycles as sets of edges: two edges at each cell, and no cycle before the last cell,
/// which is known from the ends of the paths that the edges up to each one make.
fn cycles(height: usize, width: usize, steps: &[[usize; 2]]) -> Formula {
    let board = Board { height, width };
    let cells = height * width;
    let edges = board.edges(steps);
    let chosen = Points { sizes: [edges.len()] };
    let mut cnf = formula_of(edges.len());
    for at in 0..cells {
        two_of(&mut cnf, &chosen.lits(|[edge]| edges[edge].contains(&at)));
    }
    let mut ends = Ends { pairs: BTreeMap::new() };
    for ([index], &edge) in chosen.all().zip(&edges) {
        for cell in edge {
            let is_new = !edges[..index].iter().flatten().any(|&other| other == cell);
            if is_new {
                let untouched = cnf.new_vars(1)[0].positive();
                cnf.add_clause(&[untouched]);
                ends.pairs.insert([cell, cell], untouched);
            }
        }
        let done: Vec<usize> =
            edge.into_iter().filter(|cell| !edges[index + 1..].iter().flatten().any(|other| other == cell)).collect();
        ends = ends.after(edge, chosen.lit([index]), &done, edge[1] == cells - 1, &mut cnf);
    }
    let generators = board.maps().iter().map(|map| on_edges(&edges, map)).collect();
    Formula::trusted(cnf, edges.len(), generators)
}

/// For two cells, the lesser one first, whether they are the ends of a path of the edges taken so
/// far; a cell with itself, whether none of its edges was taken. Pairs that cannot be are left out,
/// and so are cells all of whose edges were looked at: those lie within paths.
struct Ends {
    pairs: BTreeMap<[usize; 2], Lit>,
}

impl Ends {
    fn of(&self, a: usize, b: usize) -> Option<Lit> {
        self.pairs.get(&[a.min(b), a.max(b)]).copied()
    }

    /// The ends of paths after one more edge, which is taken or not; the cells `done` get no
    /// further edges.
    fn after(&self, edge: [usize; 2], taken: Lit, done: &[usize], may_close: bool, cnf: &mut Cnf) -> Ends {
        let [u, v] = edge;
        for cell in edge {
            let ends_there = self.pairs.iter().filter(|(pair, _)| pair.contains(&cell)).map(|(_, &lit)| lit);
            cnf.add_clause(&[!taken].into_iter().chain(ends_there).collect::<Vec<_>>());
        }
        if let (Some(closed), false) = (self.of(u, v), may_close) {
            cnf.add_clause(&[!taken, !closed]);
        }
        let mut cells: Vec<usize> = self.pairs.keys().flatten().copied().collect();
        cells.sort_unstable();
        cells.dedup();
        let mut pairs = BTreeMap::new();
        for (at, &a) in cells.iter().enumerate() {
            for &b in &cells[at..] {
                let ways = self.ways([a, b], edge, taken);
                if done.contains(&a) || done.contains(&b) {
                    ways.iter().for_each(|way| cnf.add_clause(&way.iter().map(|&lit| !lit).collect::<Vec<_>>()));
                } else if !ways.is_empty() {
                    pairs.insert([a, b], one_of(&ways, cnf));
                }
            }
        }
        Ends { pairs }
    }

    /// The ways in which two cells become the ends of a path after an edge: literals that are true
    /// together.
    fn ways(&self, [a, b]: [usize; 2], [u, v]: [usize; 2], taken: Lit) -> Vec<Vec<Lit>> {
        let with = |pairs: &[[usize; 2]]| -> Option<Vec<Lit>> {
            [Some(taken)].into_iter().chain(pairs.iter().map(|&[a, b]| self.of(a, b))).collect()
        };
        let same = self.of(a, b);
        let without = |lit: Lit| Some(vec![!taken, lit]);
        let ways: [Option<Vec<Lit>>; 2] = match [u, v].map(|end| a == end || b == end) {
            [true, true] => [same.and_then(without), with(&[[u, u], [v, v]])],
            [false, false] if a == b => return same.map(|lit| vec![vec![lit]]).unwrap_or_default(),
            [false, false] => {
                let joined = [[[u, a], [v, b]], [[u, b], [v, a]]];
                let ways = joined.iter().filter_map(|pairs| with(pairs));
                return same.map(|lit| vec![lit]).into_iter().chain(ways).collect();
            }
            _ if a == b => [same.and_then(without), None],
            [is_u, _] => {
                let (end, beyond) = if is_u { (u, v) } else { (v, u) };
                let other = if a == end { b } else { a };
                [same.and_then(without), with(&[[end, end], [beyond, other]])]
            }
        };
        ways.into_iter().flatten().collect()
    }
}

/// A literal that is true where all literals of one of these are.
fn one_of(ways: &[Vec<Lit>], cnf: &mut Cnf) -> Lit {
    if let [way] = ways
        && let [lit] = way[..]
    {
        return lit;
    }
    let defined = cnf.new_vars(1)[0].positive();
    let mut choices = vec![vec![!defined]];
    for way in ways {
        cnf.add_clause(&way.iter().map(|&lit| !lit).chain([defined]).collect::<Vec<_>>());
        let with = |choice: &Vec<Lit>| {
            let choice = choice.clone();
            way.iter().map(move |&lit| choice.iter().copied().chain([lit]).collect())
        };
        choices = choices.iter().flat_map(with).collect();
    }
    choices.iter().for_each(|choice| cnf.add_clause(choice));
    defined
}

fn on_edges(edges: &[[usize; 2]], map: &dyn Fn(usize) -> usize) -> Permutation {
    let image = |&[a, b]: &[usize; 2]| {
        let (a, b) = (map(a), map(b));
        let at = edges.iter().position(|edge| *edge == [a.min(b), a.max(b)]).expect("the image is an edge");
        Points { sizes: [edges.len()] }.lit([at])
    };
    permutation(edges.iter().map(image).collect())
}

/// Two of these are true: of each three one is false, of all but one another is true.
fn two_of(cnf: &mut Cnf, lits: &[Lit]) {
    for (third, &c) in lits.iter().enumerate() {
        for (second, &b) in lits[..third].iter().enumerate() {
            lits[..second].iter().for_each(|&a| cnf.add_clause(&[!a, !b, !c]));
        }
        cnf.add_clause(&lits.iter().copied().filter(|&lit| lit != c).collect::<Vec<_>>());
    }
}
