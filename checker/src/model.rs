//! Judging a model, total or partial.

use std::fmt;

use gordian_formula::{Cnf, Constraint, GroupKind, Lit, Model, Var, sorted_set};

/// A total or partial assignment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    /// Sorted by variable, one literal a variable: memory follows the variables named, not the
    /// largest name.
    literals: Vec<Lit>,
}

/// A literal was named together with its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradictory(
    /// The variable named with both signs.
    pub Var,
);

impl fmt::Display for Contradictory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "variable {} is both true and false", self.0.to_dimacs())
    }
}

impl std::error::Error for Contradictory {}

impl Assignment {
    /// The assignment that makes exactly these literals true. A literal may be named more than once.
    ///
    /// # Errors
    /// If a literal and its negation are named.
    pub fn from_literals(literals: impl IntoIterator<Item = Lit>) -> Result<Assignment, Contradictory> {
        let literals: Vec<Lit> = sorted_set(literals);
        match literals.windows(2).find(|pair| pair[0].var() == pair[1].var()) {
            Some(pair) => Err(Contradictory(pair[0].var())),
            None => Ok(Assignment { literals }),
        }
    }

    /// The true literals, by variable.
    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// The value of a literal, `None` where its variable was not named.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        // In a total assignment a variable stands at its own index.
        let var = lit.var();
        let found = match self.literals.get(var.index()) {
            Some(&at) if at.var() == var => at,
            _ => self.literals[self.literals.binary_search_by_key(&var, |at| at.var()).ok()?],
        };
        Some(found == lit)
    }

    /// The model that gives each variable below `num_vars` its value, false where it has none.
    pub fn to_model(&self, num_vars: usize) -> Model {
        let mut values = vec![false; num_vars];
        for lit in &self.literals {
            if let Some(value) = values.get_mut(lit.var().index()) {
                *value = lit.is_positive();
            }
        }
        Model::from_values(values)
    }
}

impl From<&Model> for Assignment {
    fn from(model: &Model) -> Assignment {
        Assignment { literals: model.literals().collect() }
    }
}

/// The reason why an assignment is no model: the first constraint it does not satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// All literals of this clause are false.
    Falsified(usize),
    /// No literal of this clause or member of this exactly-one group is true, and some have no value.
    Undecided(Constraint),
    /// Two members of this group are true, or not false: the pair of them.
    TwoTrue {
        /// The index of the group.
        group: usize,
        /// The two members, in the order of the group. They are equal where a member is listed twice.
        members: [Lit; 2],
    },
    /// All members of this exactly-one group are false.
    NoneTrue {
        /// The index of the group.
        group: usize,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Falsified(clause) => write!(f, "clause {} is false", clause + 1),
            Violation::Undecided(Constraint::Clause(clause)) => {
                write!(f, "clause {} has no true literal, the assignment leaves it open", clause + 1)
            }
            Violation::Undecided(Constraint::Group(group)) => {
                write!(f, "group {} has no true member, the assignment leaves it open", group + 1)
            }
            Violation::TwoTrue { group, members: [first, second] } => {
                write!(f, "members {first} and {second} of group {} are not exclusive", group + 1)
            }
            Violation::NoneTrue { group } => write!(f, "no member of group {} is true", group + 1),
        }
    }
}

/// Judges an assignment: a partial one is a model if every total one that extends it is, clause by clause.
///
/// # Errors
/// The first constraint that is not satisfied, clauses before groups.
pub fn check_model(cnf: &Cnf, assignment: &Assignment) -> Result<(), Violation> {
    for (index, clause) in cnf.clauses().enumerate() {
        match judge_clause(clause, assignment) {
            Judgement::Satisfied => {}
            Judgement::Falsified => return Err(Violation::Falsified(index)),
            Judgement::Open => return Err(Violation::Undecided(Constraint::Clause(index))),
        }
    }
    for (index, group) in cnf.groups().enumerate() {
        check_at_most_one(index, group.members, assignment)?;
        if group.kind == GroupKind::ExactlyOne {
            match judge_clause(group.members, assignment) {
                Judgement::Satisfied => {}
                Judgement::Falsified => return Err(Violation::NoneTrue { group: index }),
                Judgement::Open => return Err(Violation::Undecided(Constraint::Group(index))),
            }
        }
    }
    Ok(())
}

enum Judgement {
    Satisfied,
    Falsified,
    Open,
}

fn judge_clause(clause: &[Lit], assignment: &Assignment) -> Judgement {
    let mut open: Vec<Lit> = Vec::new();
    for &lit in clause {
        match assignment.value(lit) {
            Some(true) => return Judgement::Satisfied,
            Some(false) => {}
            None => open.push(lit),
        }
    }
    if open.is_empty() {
        return Judgement::Falsified;
    }
    open.sort_unstable();
    let is_tautology = open.windows(2).any(|pair| pair[0] == !pair[1]);
    if is_tautology { Judgement::Satisfied } else { Judgement::Open }
}

/// A pair of members is exclusive if one of them is false, or if one is the negation of the other.
fn check_at_most_one(index: usize, members: &[Lit], assignment: &Assignment) -> Result<(), Violation> {
    let mut not_false = members.iter().copied().filter(|&lit| assignment.value(lit) != Some(false));
    let Some(first) = not_false.next() else { return Ok(()) };
    // Three members cannot exclude one another by negation alone, so the first two tell of a third one.
    let Some(second) = not_false.next() else { return Ok(()) };
    let clash = match not_false.next() {
        _ if second != !first => Some([first, second]),
        Some(third) if third == second => Some([second, third]),
        Some(third) => Some([first, third]),
        None => None,
    };
    clash.map_or(Ok(()), |members| Err(Violation::TwoTrue { group: index, members }))
}

#[cfg(test)]
mod tests {
    use gordian_formula::ClauseSink;

    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
    }

    fn assignment(numbers: &[i32]) -> Assignment {
        Assignment::from_literals(lits(numbers)).unwrap()
    }

    #[test]
    fn contradictions_and_gaps_are_known() {
        assert_eq!(Assignment::from_literals(lits(&[3, 1, -3])), Err(Contradictory(Var::from_index(2))));
        let sparse = assignment(&[2, -2147483647, 2]);
        assert_eq!(sparse.value(lits(&[-2])[0]), Some(false));
        assert_eq!(sparse.value(lits(&[2147483647])[0]), Some(false));
        assert_eq!(sparse.value(lits(&[1])[0]), None);
    }

    /// The result that `check_model` promises, found by trying all pairs and all extensions of
    /// single clauses.
    fn reference(cnf: &Cnf, assignment: &Assignment) -> bool {
        let mut clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
        for group in cnf.groups() {
            for (at, &first) in group.members.iter().enumerate() {
                clauses.extend(group.members[at + 1..].iter().map(|&second| vec![!first, !second]));
            }
            if group.kind == GroupKind::ExactlyOne {
                clauses.push(group.members.to_vec());
            }
        }
        clauses
            .iter()
            .all(|clause| clause.iter().any(|&lit| assignment.value(lit) == Some(true) || clause.contains(&!lit)))
    }

    #[test]
    fn every_partial_assignment_of_small_groups_is_judged_as_its_clauses_are() {
        let groups: [&[i32]; 9] =
            [&[], &[1], &[1, 2, 3], &[1, 1, 2], &[1, -1], &[1, -1, 2], &[1, 2, -1, -2], &[1, 2, -1, 2], &[1, -1, -1]];
        for group in groups {
            for kind in [GroupKind::AtMostOne, GroupKind::ExactlyOne] {
                let mut cnf = Cnf::new();
                match kind {
                    GroupKind::AtMostOne => cnf.add_at_most_one(&lits(group)),
                    GroupKind::ExactlyOne => cnf.add_exactly_one(&lits(group)),
                }
                for code in 0..27 {
                    let values = [code % 3, code / 3 % 3, code / 9];
                    let partial: Vec<i32> = (1..=3)
                        .zip(values)
                        .filter(|&(_, value)| value != 2)
                        .map(|(var, value)| if value == 1 { var } else { -var })
                        .collect();
                    let assignment = assignment(&partial);
                    let verdict = check_model(&cnf, &assignment);
                    assert_eq!(verdict.is_ok(), reference(&cnf, &assignment), "{group:?} {kind:?} {partial:?}");
                }
            }
        }
    }

    #[test]
    fn the_first_violation_is_named() {
        let mut cnf = Cnf::new();
        cnf.add_clause(&lits(&[1, 2]));
        cnf.add_clause(&lits(&[3, -3]));
        cnf.add_exactly_one(&lits(&[2, 3, 4]));
        let check = |numbers: &[i32]| check_model(&cnf, &assignment(numbers));
        assert_eq!(check(&[1, -2, 4, -3]), Ok(()));
        assert_eq!(check(&[-1, -2]), Err(Violation::Falsified(0)));
        assert_eq!(check(&[-1]), Err(Violation::Undecided(Constraint::Clause(0))));
        assert_eq!(check(&[1, -2, -3]), Err(Violation::Undecided(Constraint::Group(0))));
        assert_eq!(check(&[1, -2, -3, -4]), Err(Violation::NoneTrue { group: 0 }));
        let members = lits(&[2, 4]).try_into().unwrap();
        assert_eq!(check(&[2, -3, 4]), Err(Violation::TwoTrue { group: 0, members }));
        let message = |numbers: &[i32]| check(numbers).unwrap_err().to_string();
        assert_eq!(message(&[-1, -2]), "clause 1 is false");
        assert_eq!(message(&[-1]), "clause 1 has no true literal, the assignment leaves it open");
        assert_eq!(message(&[1, -2, -3]), "group 1 has no true member, the assignment leaves it open");
        assert_eq!(message(&[1, -2, -3, -4]), "no member of group 1 is true");
        assert_eq!(message(&[2, -3, 4]), "members 2 and 4 of group 1 are not exclusive");
    }

    #[test]
    fn the_members_named_are_not_each_other_s_negation() {
        for (group, expected) in [([1, -1, -1], [-1, -1]), ([1, -1, 1], [1, 1]), ([1, -1, 2], [1, 2])] {
            let mut cnf = Cnf::new();
            cnf.add_at_most_one(&lits(&group));
            let members = lits(&expected).try_into().unwrap();
            assert_eq!(check_model(&cnf, &assignment(&[])), Err(Violation::TwoTrue { group: 0, members }));
        }
    }

    #[test]
    fn a_model_has_the_values_that_were_named_and_false_elsewhere() {
        assert_eq!(assignment(&[2, -3, 5]).to_model(4), Model::from_values(vec![false, true, false, false]));
        assert_eq!(Assignment::from(&assignment(&[2]).to_model(2)), assignment(&[-1, 2]));
    }
}
