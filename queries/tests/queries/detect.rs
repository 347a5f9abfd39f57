//! Symmetries found by themselves: known groups, and random small formulas against all permutations of literals.

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};
use gordian_queries::{Question, SymmetryGroup};
use gordian_testkit::{Random, lit, lits, parity};

fn order(cnf: &Cnf) -> Option<u128> {
    let group = SymmetryGroup::detect(cnf);
    assert_eq!(group.name(), "found");
    group.order()
}

#[test]
fn pigeons_and_holes_are_interchangeable() {
    let mut cnf = Cnf::new();
    let place = |pigeon: usize, hole: usize| Var::from_index(pigeon * 6 + hole).positive();
    for pigeon in 0..7 {
        cnf.add_clause(&(0..6).map(|hole| place(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..6 {
        for second in 0..7 {
            for first in 0..second {
                cnf.add_clause(&[!place(first, hole), !place(second, hole)]);
            }
        }
    }
    assert_eq!(order(&cnf), Some(5040 * 720));
}

/// Cells, rows and columns of a Latin square may be exchanged with each other, and the three roles too.
#[test]
fn a_latin_square_has_its_main_classes() {
    let size = 4;
    let mut cnf = Cnf::new();
    let place = |a: usize, b: usize, c: usize| Var::from_index((a * size + b) * size + c).positive();
    for first in 0..size {
        for second in 0..size {
            let line = |of: &dyn Fn(usize) -> Lit| (0..size).map(of).collect::<Vec<Lit>>();
            cnf.add_exactly_one(&line(&|third| place(first, second, third)));
            cnf.add_exactly_one(&line(&|third| place(first, third, second)));
            cnf.add_exactly_one(&line(&|third| place(third, first, second)));
        }
    }
    let group = SymmetryGroup::detect(&cnf);
    assert_eq!(group.order(), Some(24 * 24 * 24 * 6));
    let answer = Question::new(&cnf).up_to(&group).count(&mut ()).unwrap();
    assert_eq!((answer.count, answer.orbits), (576, Some(2)));
}

#[test]
fn signs_and_hidden_variables_are_told_apart() {
    let mut cnf = Cnf::new();
    cnf.add_clause(&[lit(1), lit(2), lit(3)]);
    cnf.add_clause(&[lit(-1), lit(-2), lit(-3)]);
    assert_eq!(order(&cnf), Some(12));
    cnf.add_visible(&[lit(1).var(), lit(2).var()]);
    assert_eq!(order(&cnf), Some(4));
    let mut cnf = Cnf::new();
    parity(&lits(&[1, 2, 3]), true).for_each(|clause| cnf.add_clause(&clause));
    assert_eq!(order(&cnf), Some(24));
    assert_eq!(order(&Cnf::new()), Some(1));
}

#[test]
fn random_formulas_have_the_symmetries_that_trying_all_finds() {
    let mut random = Random::new(3);
    let mut symmetric = 0;
    for number in 0..400 {
        let num_vars = 1 + random.below(4);
        let mut cnf = Cnf::new();
        for _ in 0..1 + random.below(7) {
            let lits: Vec<Lit> = (0..1 + random.below(3))
                .map(|_| Var::from_index(random.below(num_vars)).lit(random.below(2) == 0))
                .collect();
            match random.below(6) {
                0 => cnf.add_exactly_one(&lits),
                1 => cnf.add_at_most_one(&lits),
                _ => cnf.add_clause(&lits),
            }
        }
        if random.below(3) == 0 {
            cnf.add_visible(&[Var::from_index(random.below(num_vars))]);
        }
        let used: Vec<Var> = (0..cnf.num_vars())
            .map(Var::from_index)
            .filter(|&var| {
                let groups = cnf.groups().map(|group| group.members);
                cnf.clauses().chain(groups).flatten().any(|lit| lit.var() == var)
            })
            .collect();
        let all = all_permutations(&used, cnf.num_vars());
        let symmetries: Vec<Permutation> =
            all.into_iter().filter(|permutation| cnf.is_symmetric_under(permutation)).collect();
        let expected = SymmetryGroup::from_generators(&cnf, &symmetries, "all").unwrap().order();
        let found = SymmetryGroup::detect(&cnf);
        assert_eq!(found.name(), "found", "formula {number}");
        assert_eq!(found.order(), expected, "formula {number}: {cnf:?}");
        symmetric += usize::from(expected > Some(1));
    }
    assert!(symmetric > 40, "{symmetric}");
}

/// More symmetries than the search has time for: the two variables of each clause, and the clauses. (Traces has
/// a test of its own.)
#[test]
#[cfg(not(feature = "nauty"))]
fn what_is_too_much_is_said_to_be_a_part() {
    let mut cnf = Cnf::new();
    for clause in 0..3000 {
        cnf.add_clause(&[Var::from_index(2 * clause).positive(), Var::from_index(2 * clause + 1).positive()]);
    }
    let group = SymmetryGroup::detect(&cnf);
    assert_eq!(group.name(), "partly-found");
    // Too large for a number, and still a part.
    assert_eq!(group.order(), None);
}

/// All permutations of the literals of some variables that commute with negation.
fn all_permutations(vars: &[Var], num_vars: usize) -> Vec<Permutation> {
    let mut rows: Vec<Vec<Lit>> = vec![Vec::new()];
    for _ in vars {
        let mut longer = Vec::new();
        for row in &rows {
            for &var in vars.iter().filter(|&&var| row.iter().all(|lit| lit.var() != var)) {
                for lit in [var.positive(), var.negative()] {
                    longer.push(row.iter().copied().chain([lit]).collect());
                }
            }
        }
        rows = longer;
    }
    let permutation = |row: Vec<Lit>| {
        let mut images: Vec<Lit> = (0..num_vars).map(|index| Var::from_index(index).positive()).collect();
        for (var, lit) in vars.iter().zip(row) {
            images[var.index()] = lit;
        }
        Permutation::from_images(images).unwrap()
    };
    rows.into_iter().map(permutation).collect()
}
