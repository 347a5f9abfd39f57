//! An oracle for small formulas and proofs, written for clarity alone.

use std::collections::BTreeSet;

use gordian_formula::{ClauseSink, Cnf, GroupKind};
use gordian_testkit::{Oracle, Random, lits};

pub(crate) type Clause = Vec<i32>;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Add(Clause),
    Delete(Clause),
}

/// A formula as the checker gets it, and written out as clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Formula {
    pub(crate) clauses: Vec<Clause>,
    pub(crate) groups: Vec<(GroupKind, Clause)>,
}

impl Formula {
    pub(crate) fn random(random: &mut Random, num_vars: usize) -> Formula {
        let mut formula = Formula::default();
        let num_groups = if random.chance(50) { random.below(4) } else { 0 };
        for _ in 0..num_groups {
            let size = random.below(num_vars.min(6) + 1);
            let members = (0..size).map(|_| random.lit(num_vars)).collect();
            let kind = if random.chance(50) { GroupKind::AtMostOne } else { GroupKind::ExactlyOne };
            formula.groups.push((kind, members));
        }
        let has_units = random.chance(20);
        let per_var = if num_groups > 0 { 3 } else { 5 };
        for _ in 0..num_vars * per_var {
            let size = if has_units { [1, 2, 2, 3, 3, 3, 3, 4][random.below(8)] } else { 3 };
            formula.clauses.push((0..size).map(|_| random.lit(num_vars)).collect());
        }
        formula
    }

    pub(crate) fn cnf(&self) -> Cnf {
        let mut cnf = Cnf::new();
        self.clauses.iter().for_each(|clause| cnf.add_clause(&lits(clause)));
        for (kind, members) in &self.groups {
            match kind {
                GroupKind::AtMostOne => cnf.add_at_most_one(&lits(members)),
                GroupKind::ExactlyOne => cnf.add_exactly_one(&lits(members)),
            }
        }
        cnf
    }

    /// All clauses, those of groups written out, in the order of identifiers.
    pub(crate) fn written(&self) -> Vec<Clause> {
        let mut clauses = self.clauses.clone();
        for (kind, members) in &self.groups {
            if *kind == GroupKind::ExactlyOne {
                clauses.push(members.clone());
            }
            clauses.extend(pairs(members));
        }
        clauses
    }
}

pub(crate) fn pairs(members: &[i32]) -> Vec<Clause> {
    let rows = members.iter().enumerate();
    rows.flat_map(|(at, &first)| members[at + 1..].iter().map(move |&second| vec![-first, -second])).collect()
}

pub(crate) fn is_satisfiable(clauses: &[Clause]) -> bool {
    let mut oracle = Oracle::new();
    clauses.iter().for_each(|clause| oracle.add_clause(clause));
    oracle.is_satisfiable()
}

/// The literals that follow from `assumed` by unit propagation and, in order, the clauses that imply them;
/// then the clause that cannot be true, if there is one.
pub(crate) fn propagate(clauses: &[Clause], assumed: &[i32]) -> (BTreeSet<i32>, Vec<usize>, Option<usize>) {
    let mut trues: BTreeSet<i32> = assumed.iter().copied().collect();
    let mut used = Vec::new();
    loop {
        let mut changed = false;
        for (index, clause) in clauses.iter().enumerate() {
            let open: BTreeSet<i32> = clause.iter().copied().filter(|&number| !trues.contains(&-number)).collect();
            let mut open = open.into_iter();
            match (open.next(), open.next()) {
                (None, _) => return (trues, used, Some(index)),
                (Some(number), None) if !trues.contains(&number) => {
                    trues.insert(number);
                    used.push(index);
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return (trues, used, None);
        }
    }
}

/// Whether unit propagation refutes that all these literals are false.
pub(crate) fn is_rup(clauses: &[Clause], lemma: &[i32]) -> bool {
    let negated: Clause = lemma.iter().map(|&number| -number).collect();
    lemma.iter().any(|number| lemma.contains(&-number)) || propagate(clauses, &negated).2.is_some()
}

pub(crate) fn is_rat(clauses: &[Clause], lemma: &[i32]) -> bool {
    let Some(&pivot) = lemma.first() else { return false };
    clauses.iter().filter(|clause| clause.contains(&-pivot)).all(|clause| {
        let others = clause.iter().copied().filter(|&number| number != -pivot);
        is_rup(clauses, &lemma.iter().copied().chain(others).collect::<Clause>())
    })
}

fn as_set(clause: &[i32]) -> BTreeSet<i32> {
    clause.iter().copied().collect()
}

/// The verdict that strict checking from the first step on must reach. Pairs of groups are never
/// deleted.
pub(crate) fn reference_verdict(formula: &Formula, assumptions: &[i32], proof: &[Step]) -> bool {
    let mut clauses = Vec::new();
    for (kind, members) in &formula.groups {
        let mut of_group = pairs(members);
        clauses.append(&mut of_group);
        let _ = kind;
    }
    let num_pairs = clauses.len();
    clauses.extend(formula.clauses.iter().cloned());
    for (_, members) in formula.groups.iter().filter(|(kind, _)| *kind == GroupKind::ExactlyOne) {
        clauses.push(members.clone());
    }
    clauses.extend(assumptions.iter().map(|&number| vec![number]));
    for step in proof {
        if propagate(&clauses, &[]).2.is_some() {
            return true;
        }
        match step {
            Step::Add(lemma) => {
                if !is_rup(&clauses, lemma) && !is_rat(&clauses, lemma) {
                    return false;
                }
                clauses.push(lemma.clone());
            }
            Step::Delete(clause) => {
                let trues = propagate(&clauses, &[]).0;
                let implies = |clause: &Clause| {
                    let set = as_set(clause);
                    let num_true = set.iter().filter(|number| trues.contains(number)).count();
                    num_true == 1 && set.iter().filter(|number| !trues.contains(&-**number)).count() == 1
                };
                let same = |at: &usize| as_set(&clauses[*at]) == as_set(clause);
                if let Some(at) = (num_pairs..clauses.len()).find(same)
                    && !implies(&clauses[at])
                {
                    clauses.remove(at);
                }
            }
        }
    }
    propagate(&clauses, &[]).2.is_some()
}

/// A refutation by splitting: below each pair of refuted branches stands the clause of the decisions above.
pub(crate) fn refute(clauses: &[Clause], num_vars: usize) -> Vec<Step> {
    fn split(clauses: &mut Vec<Clause>, num_vars: usize, decisions: &mut Vec<i32>, proof: &mut Vec<Step>) {
        let (trues, _, conflict) = propagate(clauses, decisions);
        if conflict.is_none() {
            let open = (1..=num_vars as i32).find(|var| !trues.contains(var) && !trues.contains(&-var));
            let var = open.expect("the formula is unsatisfiable");
            for decision in [var, -var] {
                decisions.push(decision);
                split(clauses, num_vars, decisions, proof);
                decisions.pop();
            }
        }
        let lemma: Clause = decisions.iter().rev().map(|&number| -number).collect();
        clauses.push(lemma.clone());
        proof.push(Step::Add(lemma));
    }
    let mut proof = Vec::new();
    split(&mut clauses.to_vec(), num_vars, &mut Vec::new(), &mut proof);
    proof
}

pub(crate) fn text(proof: &[Step]) -> Vec<u8> {
    let mut text = String::new();
    for step in proof {
        let clause = match step {
            Step::Add(clause) => clause,
            Step::Delete(clause) => {
                text += "d ";
                clause
            }
        };
        clause.iter().for_each(|number| text += &format!("{number} "));
        text += "0\n";
    }
    text.into_bytes()
}

pub(crate) fn binary(proof: &[Step]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for step in proof {
        let (letter, clause) = match step {
            Step::Add(clause) => (b'a', clause),
            Step::Delete(clause) => (b'd', clause),
        };
        bytes.push(letter);
        for number in clause {
            let mut code = 2 * number.unsigned_abs() + u32::from(*number < 0);
            while code > 127 {
                bytes.push(code as u8 | 0x80);
                code >>= 7;
            }
            bytes.push(code as u8);
        }
        bytes.push(0);
    }
    bytes
}
