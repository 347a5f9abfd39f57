//! Random formulas.

use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_testkit::Random;

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
