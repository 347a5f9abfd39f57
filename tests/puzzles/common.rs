//! A search that is too simple to be wrong, all Sudoku grids of side four, and the places of test data.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use gordian_formula::{Cnf, GroupKind, Lit, Model};
use gordian_testkit::shared;

/// All models of a formula without auxiliary variables: depth-first, always branching on the exactly-one group with
/// the fewest members left, then on whatever variable is open.
///
/// `visit` gets each model.
pub(crate) fn for_each_model(cnf: &Cnf, visit: &mut dyn FnMut(&Model)) {
    let mut search = Search::new(cnf);
    search.run(visit);
}

/// The number of models.
pub(crate) fn count_models(cnf: &Cnf) -> u64 {
    let mut count = 0;
    for_each_model(cnf, &mut |_| count += 1);
    count
}

struct Search<'a> {
    cnf: &'a Cnf,
    groups: Vec<(GroupKind, Vec<Lit>)>,
    groups_of: Vec<Vec<usize>>,
    /// The number of members that are not false, and of true ones, of each group.
    open: Vec<usize>,
    values: Vec<Option<bool>>,
    trail: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(cnf: &'a Cnf) -> Search<'a> {
        let groups: Vec<(GroupKind, Vec<Lit>)> =
            cnf.groups().map(|group| (group.kind, group.members.to_vec())).collect();
        let num_vars = cnf.projection().len();
        let mut groups_of = vec![Vec::new(); num_vars];
        for (index, (_, members)) in groups.iter().enumerate() {
            for lit in members {
                assert!(lit.is_positive(), "the groups of puzzles hold positive literals");
                groups_of[lit.var().index()].push(index);
            }
        }
        let open = groups.iter().map(|(_, members)| members.len()).collect();
        Search { cnf, groups, groups_of, open, values: vec![None; num_vars], trail: Vec::new() }
    }

    /// Makes the variable false; whether every exactly-one group still has a member.
    fn forbid(&mut self, var: usize) -> bool {
        self.values[var] = Some(false);
        self.trail.push(var);
        let mut possible = true;
        for &group in &self.groups_of[var] {
            self.open[group] -= 1;
            possible &= self.open[group] > 0 || self.groups[group].0 == GroupKind::AtMostOne;
        }
        possible
    }

    /// Makes the variable true and all that stand in a group with it false.
    fn choose(&mut self, var: usize) -> bool {
        self.values[var] = Some(true);
        self.trail.push(var);
        let mut possible = true;
        for index in 0..self.groups_of[var].len() {
            let group = self.groups_of[var][index];
            for member in 0..self.groups[group].1.len() {
                let other = self.groups[group].1[member].var().index();
                match self.values[other] {
                    None => possible &= self.forbid(other),
                    Some(true) => possible &= other == var,
                    Some(false) => {}
                }
            }
        }
        possible
    }

    fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let var = self.trail.pop().unwrap();
            if self.values[var].take() == Some(false) {
                for &group in &self.groups_of[var] {
                    self.open[group] += 1;
                }
            }
        }
    }

    fn run(&mut self, visit: &mut dyn FnMut(&Model)) {
        let unmet = |search: &Search<'_>, index: usize| {
            let (kind, members) = &search.groups[index];
            let met = members.iter().any(|lit| search.values[lit.var().index()] == Some(true));
            *kind == GroupKind::ExactlyOne && !met
        };
        let tightest = (0..self.groups.len()).filter(|&index| unmet(self, index)).min_by_key(|&index| self.open[index]);
        if let Some(group) = tightest {
            let open = self.groups[group].1.iter().map(|lit| lit.var().index());
            let open: Vec<usize> = open.filter(|&var| self.values[var].is_none()).collect();
            let base = self.trail.len();
            for var in open {
                let before = self.trail.len();
                if self.choose(var) {
                    self.run(visit);
                }
                self.undo(before);
            }
            self.undo(base);
            return;
        }
        match self.values.iter().position(|value| value.is_none()) {
            None => {
                let model = Model::from_values(self.values.iter().map(|value| *value == Some(true)).collect());
                if self.cnf.first_violated(&model).is_none() {
                    visit(&model);
                }
            }
            Some(var) => {
                let before = self.trail.len();
                if self.choose(var) {
                    self.run(visit);
                }
                self.undo(before);
                if self.forbid(var) {
                    self.run(visit);
                }
                self.undo(before);
            }
        }
    }
}

/// The folder with puzzles from outside, where it is.
pub(crate) fn shared_puzzles(folder: &str) -> Option<PathBuf> {
    shared(Path::new("puzzles").join(folder))
}

/// A drawing of cells, layers below each other.
pub(crate) fn drawn(cells: &[Vec<i32>], symbol: char) -> String {
    let coordinate =
        |cell: &Vec<i32>, axis: usize| if cell.len() == 3 { cell[axis] } else { [0, cell[0], cell[1]][axis] };
    let bounds: Vec<(i32, i32)> = (0..3)
        .map(|axis| {
            let own = cells.iter().map(|cell| coordinate(cell, axis));
            (own.clone().min().unwrap(), own.max().unwrap())
        })
        .collect();
    let known: HashSet<[i32; 3]> =
        cells.iter().map(|cell| std::array::from_fn(|axis| coordinate(cell, axis))).collect();
    let layers = (bounds[0].0..=bounds[0].1).map(|layer| {
        let rows = (bounds[1].0..=bounds[1].1).map(|row| {
            let at = |column| if known.contains(&[layer, row, column]) { symbol } else { '-' };
            (bounds[2].0..=bounds[2].1).map(at).collect::<String>()
        });
        rows.collect::<Vec<_>>().join("\n")
    });
    layers.collect::<Vec<_>>().join("\n/\n")
}

/// All grids of side four with boxes of two by two.
pub(crate) fn all_grids() -> Vec<Vec<Vec<i64>>> {
    fn extend(grid: &mut Vec<i64>, all: &mut Vec<Vec<Vec<i64>>>) {
        let at = grid.len();
        if at == 16 {
            return all.push(grid.chunks(4).map(<[i64]>::to_vec).collect());
        }
        for digit in 1..=4 {
            let clashes = (0..at).any(|other| {
                let same_box = other / 8 == at / 8 && other % 4 / 2 == at % 4 / 2;
                grid[other] == digit && (other / 4 == at / 4 || other % 4 == at % 4 || same_box)
            });
            if !clashes {
                grid.push(digit);
                extend(grid, all);
                grid.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), &mut all);
    assert_eq!(all.len(), 288);
    all
}
