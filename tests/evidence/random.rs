//! Random numbers, and what is made from them.

use gordian_formula::{ClauseSink, Cnf, Lit, Model, Var};

/// A multiplicative congruential generator: the same numbers everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % bound
    }

    pub(crate) fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}

/// A formula of up to nine variables, with a group and with hidden variables at times.
pub(crate) fn random_cnf(random: &mut Random) -> Cnf {
    let num_vars = 1 + random.below(9);
    let mut cnf = Cnf::new();
    cnf.reserve_vars(num_vars);
    let longest = 2 + random.below(3);
    let lits = |random: &mut Random| -> Vec<Lit> {
        let length = 1 + usize::from(random.below(4) > 0) + random.below(longest);
        (0..length).map(|_| Var::from_index(random.below(num_vars)).lit(random.below(2) == 0)).collect()
    };
    for _ in 0..random.below(3 * num_vars + 1) {
        let lits = lits(random);
        cnf.add_clause(&lits);
    }
    if random.below(3) == 0 {
        let lits = lits(random);
        cnf.add_exactly_one(&lits);
    }
    if random.below(2) == 0 {
        let visible: Vec<Var> = (0..num_vars).map(Var::from_index).filter(|_| random.below(3) > 0).collect();
        cnf.add_visible(&visible);
    }
    cnf
}

/// The assignments of the visible variables that extend to a model: their number.
pub(crate) fn brute_force(cnf: &Cnf) -> usize {
    let num_vars = cnf.num_vars();
    let visible = cnf.projection();
    let models = (0u32..1 << num_vars)
        .map(|bits| Model::from_values((0..num_vars).map(|index| bits >> index & 1 == 1).collect()))
        .filter(|model| cnf.first_violated(model).is_none());
    let shown = models.map(|model| visible.iter().map(|&var| model.value(var)).collect::<Vec<bool>>());
    shown.collect::<std::collections::BTreeSet<_>>().len()
}
