//! Random small formulas with planted symmetries.

use std::collections::BTreeSet;

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};

use crate::Random;

/// A constraint of a random formula: a clause, or a group that holds the flag whether it is exactly-one.
type Row = (Option<bool>, Vec<Lit>);

/// The shape of a random formula.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The most variables it may have.
    pub max_vars: usize,
    /// Whether clauses of three literals, and hidden variables, may stand in it.
    pub general: bool,
}

/// A random formula, and permutations that map it onto itself.
#[derive(Clone, Debug)]
pub struct Planted {
    /// The formula.
    pub cnf: Cnf,
    /// The permutations, visible variables to visible ones.
    pub generators: Vec<Permutation>,
}

/// The problem of this seed, on which all methods of counting are compared, and whose counts are proved.
pub fn counting_problem(seed: u64) -> Planted {
    let mut random = Random::new(seed ^ 0x4a11_c047);
    let shape = Shape { max_vars: 1 + random.below(10), general: random.chance(70) };
    planted(&mut random, &shape, 3)
}

/// A random formula that is closed under up to `max_generators` random permutations.
pub fn planted(random: &mut Random, shape: &Shape, max_generators: usize) -> Planted {
    loop {
        let num_vars = 1 + random.below(shape.max_vars);
        let num_visible = if shape.general && random.chance(50) { random.below(num_vars + 1) } else { num_vars };
        let mut order: Vec<usize> = (0..num_vars).collect();
        random.shuffle(&mut order);
        let (visible, hidden) = order.split_at(num_visible);
        let generators: Vec<Permutation> =
            (0..random.below(max_generators + 1)).map(|_| permutation(random, visible, hidden)).collect();
        let mut rows: Vec<Row> = Vec::new();
        let negative = if random.chance(50) { 0 } else { 40 };
        for _ in 0..1 + random.below(4) {
            let kind = match random.below(4) {
                0 => None,
                1 => Some(false),
                _ => Some(true),
            };
            let longest = if kind.is_some() {
                num_vars
            } else if shape.general {
                3
            } else {
                2
            };
            let length = if random.chance(3) { 0 } else { 1 + random.below(longest) };
            let lits = (0..length)
                .map(|_| Var::from_index(random.below(num_vars)).lit(!random.chance(negative)))
                .collect::<Vec<_>>();
            let mut lits = lits;
            lits.sort_unstable();
            if random.chance(90) {
                lits.dedup();
            }
            rows.push((kind, lits));
        }
        if close(&mut rows, &generators) {
            let mut cnf = Cnf::new();
            cnf.reserve_vars(num_vars);
            random.shuffle(&mut rows);
            for (kind, lits) in &rows {
                match kind {
                    None => cnf.add_clause(lits),
                    Some(false) => cnf.add_at_most_one(lits),
                    Some(true) => cnf.add_exactly_one(lits),
                }
            }
            if num_visible < num_vars {
                cnf.add_visible(&visible.iter().map(|&index| Var::from_index(index)).collect::<Vec<_>>());
            }
            return Planted { cnf, generators };
        }
    }
}

/// A random permutation of the literals of a formula that keeps visible variables visible.
pub fn random_permutation(random: &mut Random, cnf: &Cnf) -> Permutation {
    let visible: Vec<usize> = cnf.projection().iter().map(|var| var.index()).collect();
    let hidden: Vec<usize> = (0..cnf.num_vars()).filter(|index| !visible.contains(index)).collect();
    permutation(random, &visible, &hidden)
}

fn permutation(random: &mut Random, visible: &[usize], hidden: &[usize]) -> Permutation {
    let mut images = vec![Var::from_index(0).positive(); visible.len() + hidden.len()];
    let negate = if random.chance(30) { 30 } else { 0 };
    for part in [visible, hidden] {
        permute(random, part, negate, &mut images);
    }
    Permutation::from_images(images).unwrap()
}

/// Sends these variables to each other, mostly in few cycles, some of them negated.
fn permute(random: &mut Random, part: &[usize], negate: usize, images: &mut [Lit]) {
    let mut targets = part.to_vec();
    if random.chance(30) {
        random.shuffle(&mut targets);
    } else {
        for pair in targets.chunks_mut(2) {
            if random.chance(60) {
                pair.reverse();
            }
        }
    }
    for (&from, &to) in part.iter().zip(&targets) {
        images[from] = Var::from_index(to).lit(!random.chance(negate));
    }
}

/// Adds images of rows until there is nothing new; false when they become too many.
fn close(rows: &mut Vec<Row>, generators: &[Permutation]) -> bool {
    let mut known: BTreeSet<Row> = rows.iter().cloned().collect();
    let mut next = 0;
    while next < rows.len() {
        for generator in generators {
            let mut image: Vec<Lit> = rows[next].1.iter().map(|&lit| generator.image(lit)).collect();
            image.sort_unstable();
            let row = (rows[next].0, image);
            if known.insert(row.clone()) {
                rows.push(row);
            }
        }
        next += 1;
        if rows.len() > 40 {
            return false;
        }
    }
    true
}
