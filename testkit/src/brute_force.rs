//! Solutions and classes by trying all assignments.

use std::collections::BTreeSet;

use gordian_formula::{ClauseSink, Cnf, Lit, Model, Permutation, Var};

/// All models.
pub fn models(cnf: &Cnf) -> impl Iterator<Item = Model> + '_ {
    let num_vars = cnf.num_vars();
    (0_u64..1 << num_vars)
        .map(move |bits| Model::from_values((0..num_vars).map(|index| bits >> index & 1 == 1).collect()))
        .filter(|model| cnf.first_violated(model).is_none())
}

/// The true visible variables of each solution.
pub fn solutions(cnf: &Cnf) -> BTreeSet<Vec<Var>> {
    let visible = cnf.projection();
    models(cnf).map(|model| visible.iter().copied().filter(|&var| model.value(var)).collect()).collect()
}

/// The solutions by classes: each with the least member of its class.
///
/// # Panics
///
/// If a generator maps a solution to none.
pub fn classes(cnf: &Cnf, solutions: &BTreeSet<Vec<Var>>, generators: &[Permutation]) -> Vec<BTreeSet<Vec<Var>>> {
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
pub fn image(cnf: &Cnf, solutions: &BTreeSet<Vec<Var>>, permutation: &Permutation) -> BTreeSet<Vec<Var>> {
    let visible = cnf.projection();
    solutions.iter().map(|solution| image_of(&visible, solution, permutation)).collect()
}

fn image_of(visible: &[Var], solution: &[Var], permutation: &Permutation) -> Vec<Var> {
    let lits = visible.iter().map(|&var| permutation.image(var.lit(solution.contains(&var))));
    let mut image: Vec<Var> = lits.filter(|lit| lit.is_positive()).map(Lit::var).collect();
    image.sort_unstable();
    image
}
