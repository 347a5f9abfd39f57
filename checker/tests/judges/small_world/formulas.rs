//! All formulas over up to three variables, as sets of clauses, with their truth tables.

use gordian_formula::{ClauseSink, Cnf, Lit, Var};

/// A set of assignments of up to three variables: bit `a` stands for the assignment whose variable
/// `i` has the value of bit `i` of `a`.
pub(crate) type Table = u8;

/// A set of clauses: bit `c` stands for the clause number `c`.
pub(crate) type ClauseSet = u32;

/// All clauses over some variables that are no tautologies, the empty one first.
pub(crate) struct Clauses {
    pub(crate) num_vars: usize,
    /// Each with a literal of a variable at most, ascending, as in DIMACS.
    pub(crate) clauses: Vec<Vec<i32>>,
    pub(crate) tables: Vec<Table>,
}

impl Clauses {
    pub(crate) fn new(num_vars: usize) -> Clauses {
        let clauses: Vec<Vec<i32>> = (0..3usize.pow(num_vars as u32))
            .map(|code| {
                let digit = |var: usize| code / 3usize.pow(var as u32) % 3;
                let vars = (0..num_vars).filter(|&var| digit(var) > 0);
                vars.map(|var| (var as i32 + 1) * if digit(var) == 1 { 1 } else { -1 }).collect()
            })
            .collect();
        let tables = clauses.iter().map(|clause| table_of(num_vars, clause)).collect();
        Clauses { num_vars, clauses, tables }
    }

    pub(crate) fn len(&self) -> usize {
        self.clauses.len()
    }

    /// The models of a set of clauses.
    pub(crate) fn models(&self, set: ClauseSet) -> Table {
        members(set).fold(all(self.num_vars), |models, clause| models & self.tables[clause])
    }

    /// The clauses that all of these assignments satisfy.
    pub(crate) fn implied_by(&self, models: Table) -> ClauseSet {
        let implied = (0..self.len()).filter(|&clause| models & !self.tables[clause] == 0);
        implied.fold(0, |set, clause| set | 1 << clause)
    }

    /// The formula, with these visible variables.
    pub(crate) fn cnf(&self, set: ClauseSet, visible: Table) -> Cnf {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(self.num_vars);
        members(set).for_each(|clause| cnf.add_clause(&lits(&self.clauses[clause])));
        let visible: Vec<Var> = vars_in(visible).filter(|&var| var < self.num_vars).map(Var::from_index).collect();
        cnf.add_visible(&visible);
        cnf
    }

    /// The sets of at most so many clauses, one for each class under renaming variables and
    /// exchanging their values.
    pub(crate) fn sets(&self, most: u32) -> Vec<ClauseSet> {
        let renamings = self.renamings();
        let mut sets = Vec::new();
        let mut open: Vec<(ClauseSet, usize)> = vec![(0, 0)];
        while let Some((set, from)) = open.pop() {
            if renamings.iter().all(|renaming| image(set, renaming) >= set) {
                sets.push(set);
            }
            if set.count_ones() < most {
                open.extend((from..self.len()).map(|clause| (set | 1 << clause, clause + 1)));
            }
        }
        sets
    }

    /// For each renaming, the image of each clause.
    fn renamings(&self) -> Vec<Vec<usize>> {
        let position = |mut clause: Vec<i32>| {
            clause.sort_unstable_by_key(|lit| lit.abs());
            self.clauses.iter().position(|other| *other == clause).expect("all clauses are there")
        };
        let mut renamings = Vec::new();
        for images in renamings_of(self.num_vars) {
            let image = |&lit: &i32| lit.signum() * images[lit.unsigned_abs() as usize - 1];
            renamings.push(self.clauses.iter().map(|clause| position(clause.iter().map(image).collect())).collect());
        }
        renamings
    }
}

/// The numbers of the clauses of a set.
pub(crate) fn members(set: ClauseSet) -> impl Iterator<Item = usize> {
    (0..32).filter(move |clause| set >> clause & 1 == 1)
}

/// The image of a set under a renaming, which maps clauses to clauses.
fn image(set: ClauseSet, renaming: &[usize]) -> ClauseSet {
    members(set).fold(0, |image, clause| image | 1 << renaming[clause])
}

/// All sets of literals of different variables, with each of them first: what comes behind has no order.
pub(crate) fn with_each_first(num_vars: usize) -> Vec<Vec<i32>> {
    let clauses = Clauses::new(num_vars).clauses;
    let turned =
        clauses.iter().flat_map(|lits| (0..lits.len().max(1)).map(|first| [&lits[first..], &lits[..first]].concat()));
    turned.collect()
}

/// All ways to rename variables and exchange their values: the images of the positive literals.
pub(crate) fn renamings_of(num_vars: usize) -> Vec<Vec<i32>> {
    let mut renamings: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..num_vars {
        let longer = renamings.iter().flat_map(|images| {
            let is_new = |image: &i32| images.iter().all(|other: &i32| other.abs() != image.abs());
            let lits = (1..=num_vars as i32).flat_map(|var| [var, -var]).filter(is_new).collect::<Vec<_>>();
            lits.into_iter().map(|image| [&images[..], &[image]].concat())
        });
        renamings = longer.collect();
    }
    renamings
}

/// All assignments.
pub(crate) fn all(num_vars: usize) -> Table {
    ((1u32 << (1 << num_vars)) - 1) as Table
}

/// The assignments that satisfy a clause.
pub(crate) fn table_of(num_vars: usize, clause: &[i32]) -> Table {
    let satisfies = |assignment: &u32| clause.iter().any(|&lit| is_true(*assignment, lit));
    (0..1u32 << num_vars).filter(satisfies).fold(0, |table, assignment| table | 1 << assignment)
}

pub(crate) fn is_true(assignment: u32, lit: i32) -> bool {
    (assignment >> (lit.abs() - 1) & 1 == 1) == (lit > 0)
}

/// The variables of a set.
pub(crate) fn vars_in(set: Table) -> impl Iterator<Item = usize> {
    (0..8).filter(move |var| set >> var & 1 == 1)
}

/// The assignments of the visible variables that extend to one of these: their number.
pub(crate) fn count(models: Table, visible: Table) -> usize {
    shown(models, visible).into_iter().filter(|&seen| seen).count()
}

/// The assignments of the visible variables, the others false, that extend to one of these.
pub(crate) fn shown(models: Table, visible: Table) -> [bool; 8] {
    let mut seen = [false; 8];
    (0..8u32).filter(|assignment| models >> assignment & 1 == 1).for_each(|assignment| {
        seen[(assignment as u8 & visible) as usize] = true;
    });
    seen
}

pub(crate) fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_dimacs(number).expect("not zero")).collect()
}

#[test]
fn the_world_has_the_size_that_is_known() {
    // 3^n clauses; under renaming, the numbers of orbits by Burnside's lemma.
    let two = Clauses::new(2);
    assert_eq!((two.len(), Clauses::new(3).len()), (9, 27));
    assert_eq!(renamings_of(3).len(), 48);
    assert_eq!(Clauses::new(1).sets(3).len(), 6);
    let every = two.sets(9);
    let orbits: usize =
        (0..1u32 << 9).filter(|&set| two.renamings().iter().all(|renaming| image(set, renaming) >= set)).count();
    assert_eq!(every.len(), orbits);
    assert_eq!(count(0b1010_1010, 0b110), 4);
}
