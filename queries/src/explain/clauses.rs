//! Minimal unsatisfiable subsets of the clauses of a formula.

use std::collections::BTreeSet;

use gordian_formula::{ClauseSink, Cnf, Lit, LitMap, Model, Var};
use gordian_solver::Options;

use super::mus::{Rotate, shrink};
use super::parts::Explanation;
use crate::{Limits, Listener};

/// Assignments that one rotation tries at most.
const MAX_STEPS: usize = 1 << 16;
/// Clauses between two looks at the clock.
const POLL_INTERVAL: usize = 1 << 12;

/// See [`Question::explain_clauses`](crate::Question::explain_clauses).
pub(crate) fn explain_clauses(
    cnf: &Cnf,
    limits: &Limits,
    options: &Options,
    listener: &mut dyn Listener,
) -> Explanation {
    let num_vars = cnf.num_vars();
    let mut guarded = Cnf::new();
    guarded.reserve_vars(num_vars);
    let selectors: Vec<Lit> = guarded.new_vars(cnf.num_clauses()).into_iter().map(Var::positive).collect();
    let mut clause = Vec::new();
    for (number, (lits, &selector)) in cnf.clauses().zip(&selectors).enumerate() {
        if number.is_multiple_of(POLL_INTERVAL)
            && let Some(stop) = limits.stopped()
        {
            return Explanation::Unknown(stop);
        }
        clause.clear();
        clause.extend_from_slice(lits);
        clause.push(!selector);
        guarded.add_clause(&clause);
    }
    for group in cnf.groups() {
        match group.kind {
            gordian_formula::GroupKind::AtMostOne => guarded.add_at_most_one(group.members),
            gordian_formula::GroupKind::ExactlyOne => guarded.add_exactly_one(group.members),
        }
    }
    let mut rotation = Rotation { cnf, tables: None };
    match shrink(&guarded, &selectors, limits, options, &mut rotation, listener) {
        Explanation::Satisfiable(model) => Explanation::Satisfiable(Model::from_values(values_of(&model, num_vars))),
        other => other,
    }
}

fn values_of(model: &Model, num_vars: usize) -> Vec<bool> {
    (0..num_vars).map(|index| model.value(Var::from_index(index))).collect()
}

/// Rotates models of a formula.
struct Rotation<'a> {
    cnf: &'a Cnf,
    /// Made when there is a first model to rotate.
    tables: Option<Tables<'a>>,
}

/// The clauses, and those in which each literal stands.
struct Tables<'a> {
    clauses: Vec<&'a [Lit]>,
    containing: LitMap<Vec<u32>>,
}

impl<'a> Tables<'a> {
    fn new(cnf: &'a Cnf) -> Tables<'a> {
        let clauses: Vec<&[Lit]> = cnf.clauses().collect();
        let mut containing: LitMap<Vec<u32>> = LitMap::new();
        containing.grow(cnf.num_vars());
        for (index, clause) in clauses.iter().enumerate() {
            for &lit in *clause {
                containing[lit].push(index as u32);
            }
        }
        Tables { clauses, containing }
    }
}

impl Rotate for Rotation<'_> {
    fn rotate(&mut self, model: &Model, needed: usize, set: &BTreeSet<usize>, found: &mut dyn FnMut(usize)) {
        // A change could violate a group: then nothing is rotated.
        if self.cnf.num_groups() > 0 {
            return;
        }
        let Tables { clauses, containing } = self.tables.get_or_insert_with(|| Tables::new(self.cnf));
        let num_vars = containing.len() / 2;
        let mut seen = BTreeSet::from([needed]);
        let mut stack = vec![(needed, values_of(model, num_vars))];
        let mut steps = 0;
        while let Some((member, mut values)) = stack.pop() {
            for &lit in clauses[member] {
                steps += 1;
                if steps > MAX_STEPS {
                    return;
                }
                let index = lit.var().index();
                values[index] = !values[index];
                // Only clauses with the literal that became false can be violated.
                let is_true = |lit: &Lit| values[lit.var().index()] != lit.is_negative();
                let mut violated = containing[!lit]
                    .iter()
                    .map(|&other| other as usize)
                    .filter(|other| set.contains(other) && !clauses[*other].iter().any(is_true));
                if let (Some(only), None) = (violated.next(), violated.next())
                    && seen.insert(only)
                {
                    found(only);
                    stack.push((only, values.clone()));
                }
                values[index] = !values[index];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gordian_testkit::{Oracle, Random, lits, pigeonhole};

    use super::*;

    /// Clauses over few variables without a pattern.
    fn random_formula(seed: u64, num_vars: usize, num_clauses: usize) -> Cnf {
        let mut random = Random::new(seed);
        let mut cnf = Cnf::new();
        cnf.reserve_vars(num_vars);
        for _ in 0..num_clauses {
            let lits: Vec<Lit> = (0..1 + random.below(3))
                .map(|_| Var::from_index(random.below(num_vars)).lit(random.below(2) == 0))
                .collect();
            cnf.add_clause(&lits);
        }
        cnf
    }

    fn has_model<'a>(clauses: impl Iterator<Item = &'a [Lit]>) -> bool {
        let mut oracle = Oracle::new();
        clauses.for_each(|clause| oracle.add_clause(&clause.iter().map(|lit| lit.to_dimacs()).collect::<Vec<i32>>()));
        oracle.is_satisfiable()
    }

    #[test]
    fn random_formulas_have_minimal_subsets() {
        let (mut satisfiable, mut sizes) = (0, BTreeSet::new());
        for seed in 0..300 {
            let num_vars = 3 + seed as usize % 6;
            let cnf = random_formula(seed, num_vars, 4 * num_vars);
            let clauses: Vec<&[Lit]> = cnf.clauses().collect();
            let all = has_model(clauses.iter().copied());
            match explain_clauses(&cnf, &Limits::none(), &Options::default(), &mut ()) {
                Explanation::Satisfiable(model) => {
                    assert!(all && cnf.first_violated(&model).is_none());
                    satisfiable += 1;
                }
                Explanation::Contradiction(found) => {
                    assert!(!all && found.is_minimal, "{seed}");
                    let of = |without: Option<usize>| {
                        let own = found.members.iter().filter(move |&&member| Some(member) != without);
                        has_model(own.map(|&member| clauses[member]))
                    };
                    assert!(!of(None), "{seed}");
                    assert!(found.members.iter().all(|&member| of(Some(member))), "{seed}");
                    sizes.insert(found.members.len());
                }
                Explanation::Unknown(stop) => panic!("{stop:?}"),
            }
        }
        assert!(satisfiable > 10 && sizes.len() > 5, "{satisfiable} {sizes:?}");
    }

    #[test]
    fn every_clause_of_a_pigeonhole_formula_is_needed() {
        // Each clause twice: one of each pair is to go.
        let mut cnf = Cnf::new();
        for clause in pigeonhole(5, 4).iter().flat_map(|clause| [clause; 2]) {
            cnf.add_clause(&lits(clause));
        }
        let Explanation::Contradiction(found) = explain_clauses(&cnf, &Limits::none(), &Options::default(), &mut ())
        else {
            panic!("no contradiction")
        };
        assert!(found.is_minimal);
        assert_eq!(found.members.len(), cnf.num_clauses() / 2);
        assert!(found.calls < cnf.num_clauses() as u64, "rotation spares calls: {}", found.calls);
    }
}
