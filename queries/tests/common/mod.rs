//! Random small formulas with planted symmetries, and their solutions by brute force.

use std::collections::BTreeSet;

use gordian_formula::{ClauseSink, Cnf, Lit, Model, Permutation, Var};

/// A generator of random numbers (xorshift64*, Vigna 2016).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A constraint of a random formula: a clause, or a group that holds the flag whether it is exactly-one.
type Row = (Option<bool>, Vec<Lit>);

/// What a random formula is made of.
pub(crate) struct Shape {
    pub(crate) max_vars: usize,
    /// Whether clauses of three literals, and hidden variables, may stand in it.
    pub(crate) general: bool,
}

/// A random formula, and permutations that map it onto itself.
pub(crate) struct Planted {
    pub(crate) cnf: Cnf,
    pub(crate) generators: Vec<Permutation>,
}

/// A random formula that is closed under up to `max_generators` random permutations.
pub(crate) fn planted(random: &mut Random, shape: &Shape, max_generators: usize) -> Planted {
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
pub(crate) fn random_permutation(random: &mut Random, cnf: &Cnf) -> Permutation {
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

/// The true visible variables of each solution, by trying all assignments.
pub(crate) fn solutions(cnf: &Cnf) -> BTreeSet<Vec<Var>> {
    let num_vars = cnf.num_vars();
    let visible = cnf.projection();
    (0u64..1 << num_vars)
        .map(|bits| Model::from_values((0..num_vars).map(|index| bits >> index & 1 == 1).collect()))
        .filter(|model| cnf.first_violated(model).is_none())
        .map(|model| visible.iter().copied().filter(|&var| model.value(var)).collect())
        .collect()
}

/// The solutions by classes: each with the least member of its class.
pub(crate) fn classes(
    cnf: &Cnf,
    solutions: &BTreeSet<Vec<Var>>,
    generators: &[Permutation],
) -> Vec<BTreeSet<Vec<Var>>> {
    let visible = cnf.projection();
    let mut rest = solutions.clone();
    let mut classes = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut class = BTreeSet::from([first.clone()]);
        let mut queue = vec![first];
        while let Some(solution) = queue.pop() {
            for generator in generators {
                let image = image_of(&visible, &solution, generator);
                if class.insert(image.clone()) {
                    assert!(rest.remove(&image), "a symmetry maps solutions to solutions");
                    queue.push(image);
                }
            }
        }
        classes.push(class);
    }
    classes
}

/// The images of all solutions.
pub(crate) fn image(cnf: &Cnf, solutions: &BTreeSet<Vec<Var>>, permutation: &Permutation) -> BTreeSet<Vec<Var>> {
    let visible = cnf.projection();
    solutions.iter().map(|solution| image_of(&visible, solution, permutation)).collect()
}

fn image_of(visible: &[Var], solution: &[Var], permutation: &Permutation) -> Vec<Var> {
    let lits = visible.iter().map(|&var| permutation.image(var.lit(solution.contains(&var))));
    let mut image: Vec<Var> = lits.filter(|lit| lit.is_positive()).map(Lit::var).collect();
    image.sort_unstable();
    image
}
