//! Ways through all vertices of a graph.

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
    for (number, height, width, solutions, classes) in [(51, 4, 4, 6, 2), (51, 6, 6, 1072, 149), (52, 5, 6, 154, 44)] {
        let formula = cycles(height, width, &[[0, 1], [1, 0]]);
        rows.push(Row::formula(number, format!("cycles-{height}x{width}"), formula, solutions, classes));
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

    /// Pairs of cells, the first one less, that such a step leads between.
    fn edges(&self, steps: &[[usize; 2]]) -> Vec<[usize; 2]> {
        let Board { height, width } = *self;
        let cells = height * width;
        let is_step = |a: usize, b: usize| {
            let step = [(a / width).abs_diff(b / width), (a % width).abs_diff(b % width)];
            steps.contains(&step)
        };
        (0..cells).flat_map(|a| (a + 1..cells).map(move |b| [a, b])).filter(|&[a, b]| is_step(a, b)).collect()
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

/// Hamiltonian cycles as sets of edges. Two edges at each cell; and beside them, from the first cell on, the number of steps
/// to each cell, in the direction that begins with the lesser of its neighbours.
fn cycles(height: usize, width: usize, steps: &[[usize; 2]]) -> Formula {
    let board = Board { height, width };
    let cells = height * width;
    let edges = board.edges(steps);
    let chosen = Points { sizes: [edges.len()] };
    let mut cnf = formula_of(edges.len());
    for at in 0..cells {
        two_of(&mut cnf, &chosen.lits(|[edge]| edges[edge].contains(&at)));
    }
    let times = Times { first: cnf.new_vars(cells * cells)[0].index(), cells };
    for at in 0..cells {
        cnf.add_exactly_one(&(0..cells).map(|time| times.lit(at, time)).collect::<Vec<_>>());
        cnf.add_exactly_one(&(0..cells).map(|cell| times.lit(cell, at)).collect::<Vec<_>>());
    }
    cnf.add_clause(&[times.lit(0, 0)]);
    for ([edge], &[a, b]) in chosen.all().zip(&edges) {
        for time in 0..cells {
            let (before, after) = ((time + cells - 1) % cells, (time + 1) % cells);
            for (here, there) in [(a, b), (b, a)] {
                // Along an edge the time goes on or back by one; where it does so, there is an edge.
                cnf.add_clause(&[
                    !chosen.lit([edge]),
                    !times.lit(here, time),
                    times.lit(there, before),
                    times.lit(there, after),
                ]);
                cnf.add_clause(&[chosen.lit([edge]), !times.lit(here, time), !times.lit(there, after)]);
            }
        }
    }
    for (cell, other) in (0..cells).flat_map(|cell| (0..cells).map(move |other| (cell, other))) {
        if cell != other && !edges.contains(&[cell.min(other), cell.max(other)]) {
            for time in 0..cells {
                cnf.add_clause(&[!times.lit(cell, time), !times.lit(other, (time + 1) % cells)]);
            }
        }
    }
    let from_first: Vec<usize> = edges.iter().filter(|edge| edge[0] == 0).map(|edge| edge[1]).collect();
    for (position, &cell) in from_first.iter().enumerate() {
        for &other in &from_first[..position] {
            cnf.add_clause(&[!times.lit(cell, 1), !times.lit(other, cells - 1)]);
        }
    }
    let generators = board.maps().iter().map(|map| on_edges(&edges, map)).collect();
    Formula::trusted(cnf, edges.len(), generators)
}

fn on_edges(edges: &[[usize; 2]], map: &dyn Fn(usize) -> usize) -> Permutation {
    let image = |&[a, b]: &[usize; 2]| {
        let (a, b) = (map(a), map(b));
        let at = edges.iter().position(|edge| *edge == [a.min(b), a.max(b)]).expect("the image is an edge");
        Points { sizes: [edges.len()] }.lit([at])
    };
    permutation(edges.iter().map(image).collect())
}

/// Variables for the time of each cell.
struct Times {
    first: usize,
    cells: usize,
}

impl Times {
    fn lit(&self, cell: usize, time: usize) -> Lit {
        gordian_formula::Var::from_index(self.first + cell * self.cells + time).positive()
    }
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
