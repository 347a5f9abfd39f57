//! Certificates and diagrams of counts that small worlds do not reach: groups, clauses that are
//! always true, many clauses, and each reason to refuse with its message.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gordian_checker::{
    Claim, CountEvidence, CountRefusal, CountVerdict, DnnfError, DnnfRefusal, StepRefusal, check_count, check_dnnf,
    check_dnnf_within, check_weights_within,
};
use gordian_formula::{ClauseSink, Clock, Cnf, Constraint, Permutation, Var, Weights};
use gordian_testkit::{lit, lits};

fn vars(numbers: &[i32]) -> Vec<Var> {
    lits(numbers).into_iter().map(|lit| lit.var()).collect()
}

/// A formula and a certificate of its count, which tests damage.
#[derive(Clone)]
struct Case {
    cnf: Cnf,
    claim: Claim,
    generators: Vec<&'static str>,
    listing: Vec<Vec<Var>>,
    proof: &'static str,
}

impl Case {
    /// One of three, in a circle, and a free variable. The clause that is always true has no image.
    fn circle() -> Case {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(4);
        cnf.add_clause(&lits(&[2, 3, -2]));
        cnf.add_exactly_one(&lits(&[3, 1, 2]));
        let claim = Claim {
            solutions: 3,
            classes: Some(1),
            order: Some(3),
            lists_classes: true,
            num_listed: 1,
            forbids_true: true,
            show: vars(&[1, 2, 3]),
            free: vars(&[4]),
            choice: lits(&[1, 2, 3]),
            representatives: lits(&[2]),
        };
        Case { cnf, claim, generators: vec!["(1 2 3)"], listing: vec![vars(&[1])], proof: "0\n" }
    }

    /// All three solutions of one clause, without a group.
    fn pair() -> Case {
        let mut cnf = Cnf::new();
        cnf.add_clause(&lits(&[1, 2]));
        let claim = Claim { solutions: 3, num_listed: 3, show: vars(&[1, 2]), ..Claim::default() };
        let listing = [&[1][..], &[1, 2], &[2]].map(vars).to_vec();
        Case { cnf, claim, generators: Vec::new(), listing, proof: "1 0\n0\n" }
    }

    fn verdict(&self) -> CountVerdict {
        let generators: Vec<Permutation> =
            self.generators.iter().map(|text| Permutation::parse(text, self.cnf.num_vars()).unwrap()).collect();
        let evidence = CountEvidence { claim: &self.claim, generators: &generators, listing: &self.listing };
        check_count(&self.cnf, &evidence, self.proof.as_bytes()).unwrap()
    }

    fn is_verified(&self) -> bool {
        matches!(self.verdict(), CountVerdict::Verified { .. })
    }

    /// The certificate is refused for this reason once it is changed.
    fn is_refused(&self, change: impl Fn(&mut Case), refusal: CountRefusal, message: &str) {
        let mut changed = self.clone();
        change(&mut changed);
        assert_eq!(changed.verdict(), CountVerdict::Refused(refusal.clone()));
        assert_eq!(refusal.to_string(), message);
    }
}

#[test]
fn a_certificate_with_a_group_and_a_clause_that_is_always_true_is_verified() {
    let circle = Case::circle();
    assert!(matches!(circle.verdict(), CountVerdict::Verified { order: Some(3), .. }));
    for number in [1, 2, 3] {
        let mut other = circle.clone();
        other.claim.representatives = lits(&[number]);
        assert!(other.is_verified());
    }
    let mut without_choice = circle.clone();
    without_choice.claim.choice.clear();
    without_choice.claim.representatives.clear();
    assert!(without_choice.is_verified());
    (without_choice.claim.forbids_true, without_choice.proof) = (false, "1 2 0\n1 0\n0\n");
    assert!(without_choice.is_verified());
    assert!(Case::pair().is_verified());
}

#[test]
fn a_claim_of_other_variables_is_refused() {
    let message = "the certificate counts assignments of other variables than those that matter in the formula";
    let circle = Case::circle();
    circle.is_refused(|case| case.claim.free.clear(), CountRefusal::OtherVariables, message);
    circle.is_refused(|case| case.claim.show = vars(&[1, 3, 2]), CountRefusal::OtherVariables, message);
    let moved = |case: &mut Case| (case.claim.show, case.claim.free) = (vars(&[1, 2, 4]), vars(&[3]));
    circle.is_refused(moved, CountRefusal::NotFree(vars(&[3])[0]), "variable 3 is not free");
}

#[test]
fn a_generator_that_is_no_symmetry_is_refused() {
    let circle = Case::circle();
    let message = "generator 2 does not map the formula onto itself";
    circle.is_refused(|case| case.generators.push("(1 -2)"), CountRefusal::NotASymmetry(1), message);
    // A symmetry of the clauses, but not of the group.
    let grouped = |case: &mut Case| {
        case.cnf.reserve_vars(5);
        case.cnf.add_at_most_one(&lits(&[1, 1]));
        case.claim.free = vars(&[4, 5]);
    };
    circle.is_refused(grouped, CountRefusal::NotASymmetry(0), "generator 1 does not map the formula onto itself");
    let message = "generator 1 moves a variable that is said to be free";
    circle.is_refused(|case| case.generators[0] = "(1 2 3)(4 -4)", CountRefusal::MovesFree(0), message);
    let hidden = |case: &mut Case| {
        case.cnf.reserve_vars(3);
        case.cnf.add_clause(&lits(&[3, 2]));
        case.cnf.add_clause(&lits(&[1, 3]));
        case.cnf.add_visible(&vars(&[1, 2]));
        case.generators.push("(1 2 3)");
    };
    let message = "generator 1 maps a variable that matters to one that does not";
    Case::pair().is_refused(hidden, CountRefusal::NotVisible(0), message);
    let message = "the group has order 3, not the claimed one";
    circle.is_refused(|case| case.claim.order = Some(6), CountRefusal::Order(3), message);
}

#[test]
fn a_wrong_list_is_refused() {
    let circle = Case::circle();
    let message = "1 solutions are listed, not as many as claimed";
    circle.is_refused(|case| case.claim.num_listed = 2, CountRefusal::NumListed(1), message);
    let listed = |case: &mut Case, rows: &[&[i32]]| {
        case.listing = rows.iter().map(|row| vars(row)).collect();
        case.claim.num_listed = rows.len() as u64;
    };
    let message = "solution 1 names a variable beyond the last one";
    circle.is_refused(|case| listed(case, &[&[5]]), CountRefusal::OutOfRange(0), message);
    let broken = CountRefusal::NotASolution(0, Constraint::Group(0));
    circle.is_refused(|case| listed(case, &[&[1, 2]]), broken, "solution 1 breaks group 1");
    let broken = CountRefusal::NotASolution(0, Constraint::Group(0));
    circle.is_refused(|case| listed(case, &[&[]]), broken, "solution 1 breaks group 1");
    let broken = CountRefusal::NotASolution(1, Constraint::Clause(0));
    let pair = Case::pair();
    pair.is_refused(|case| case.listing[1].clear(), broken, "solution 2 breaks clause 1");
    let message = "solution 2 does not come after the one before it";
    circle.is_refused(|case| listed(case, &[&[1], &[1]]), CountRefusal::NotAscending(1), message);
    circle.is_refused(|case| listed(case, &[&[2], &[1]]), CountRefusal::NotAscending(1), message);
    let message = "solution 1 is not the least of its images";
    circle.is_refused(|case| listed(case, &[&[2]]), CountRefusal::NotLeast(0), message);
    let not_closed = |case: &mut Case| {
        listed(case, &[&[1], &[2]]);
        case.claim.lists_classes = false;
    };
    circle.is_refused(not_closed, CountRefusal::NotClosed(0), "an image of solution 1 is not listed");
}

#[test]
fn wrong_sums_are_refused() {
    let circle = Case::circle();
    let message = "the orbits sum up to 3 solutions, not to as many as claimed";
    circle.is_refused(|case| case.claim.solutions = 4, CountRefusal::Solutions(3), message);
    let message = "the orbits hold more solutions than claimed";
    circle.is_refused(|case| case.claim.solutions = 2, CountRefusal::MoreSolutions, message);
    let message = "there are 1 classes, not as many as claimed";
    circle.is_refused(|case| case.claim.classes = Some(2), CountRefusal::Classes(1), message);
    let unsaid = |case: &mut Case| (case.claim.classes, case.claim.order) = (None, None);
    circle.is_refused(unsaid, CountRefusal::Classes(1), message);
}

#[test]
fn a_solution_whose_true_variables_leave_others_open_is_not_forbidden_by_them() {
    let message = "the true variables of solution 1 do not determine the others";
    Case::pair().is_refused(|case| case.claim.forbids_true = true, CountRefusal::NotDetermined(0), message);
    // Variables that are negated: the image of a solution has other true ones.
    let mut turned = Case::pair();
    turned.cnf.add_clause(&lits(&[-1, -2]));
    turned.claim = Claim {
        solutions: 2,
        classes: Some(1),
        num_listed: 1,
        lists_classes: true,
        show: vars(&[1, 2]),
        ..Claim::default()
    };
    (turned.listing, turned.generators) = (vec![vars(&[1])], vec!["(1 -1)(2 -2)"]);
    assert!(turned.is_verified());
    turned.is_refused(|case| case.claim.forbids_true = true, CountRefusal::NotDetermined(0), message);
}

#[test]
fn a_choice_that_is_no_clause_or_is_not_kept_is_refused() {
    let message = "the choice is no clause that the group maps onto itself";
    let circle = Case::circle();
    circle.is_refused(|case| case.claim.choice = lits(&[1, 2]), CountRefusal::NoChoice, message);
    circle.is_refused(|case| case.claim.representatives = lits(&[-1]), CountRefusal::NoChoice, message);
    let all_listed = |case: &mut Case| {
        case.listing = [[1], [2], [3]].map(|row| vars(&row)).to_vec();
        (case.claim.num_listed, case.claim.lists_classes) = (3, false);
    };
    // Fewer classes than solutions, though all are listed.
    circle.is_refused(all_listed, CountRefusal::NoChoice, message);
    // All members of a group may be false where at most one is true.
    let mut most = circle.clone();
    most.cnf = Cnf::new();
    most.cnf.reserve_vars(4);
    most.cnf.add_at_most_one(&lits(&[1, 2, 3]));
    (most.claim.forbids_true, most.claim.solutions) = (false, 3);
    most.is_refused(|_| (), CountRefusal::NoChoice, message);
    // The group maps the clause elsewhere.
    let elsewhere = |case: &mut Case| {
        case.cnf.add_clause(&lits(&[1, 2]));
        case.cnf.add_clause(&lits(&[2, 3]));
        case.cnf.add_clause(&lits(&[1, 3]));
        (case.claim.choice, case.claim.solutions) = (lits(&[1, 2]), 0);
        (case.claim.classes, case.claim.num_listed) = (Some(0), 0);
        case.listing.clear();
    };
    circle.is_refused(elsewhere, CountRefusal::NoChoice, message);
    let message = "literal 1 of the choice has no representative";
    let nobody = |case: &mut Case| case.claim.representatives.clear();
    circle.is_refused(nobody, CountRefusal::NotRepresented(lit(1)), message);
}

#[test]
fn a_list_with_a_gap_is_refused_by_its_proof_and_an_unreadable_proof_is_an_error() {
    let mut pair = Case::pair();
    (pair.claim.solutions, pair.claim.num_listed) = (2, 2);
    pair.listing.pop();
    let CountVerdict::Refused(CountRefusal::Proof(refusal)) = pair.verdict() else { panic!("it is verified") };
    let message = CountRefusal::Proof(refusal.clone()).to_string();
    assert_eq!(message, format!("the proof that the list is complete: {refusal}"));
    pair.proof = "1 x 0\n";
    let evidence = CountEvidence { claim: &pair.claim, generators: &[], listing: &pair.listing };
    assert!(check_count(&pair.cnf, &evidence, pair.proof.as_bytes()).is_err());
}

#[test]
fn a_diagram_is_held_against_every_one_of_many_clauses() {
    let mut cnf = Cnf::new();
    let words: Vec<String> = (1..=200).map(|number| number.to_string()).collect();
    (1..=200).for_each(|number| cnf.add_clause(&[lit(number), lit(number)]));
    let diagram = |said: &[String]| format!("a 1 0\nt 2 0\n1 2 {} 0\n", said.join(" "));
    assert_eq!(check_dnnf(&cnf, diagram(&words).as_bytes()).unwrap().count.to_string(), "1");
    for missing in [0, 63, 64, 127, 128, 199] {
        let said = [&words[..missing], &words[missing + 1..]].concat();
        let Err(DnnfError::Refused(refusal)) = check_dnnf(&cnf, diagram(&said).as_bytes()) else { panic!("{missing}") };
        assert_eq!(refusal, DnnfRefusal::Clause { clause: vec![lit(missing as i32 + 1); 2] });
    }
    let over = Clock::unlimited().with_flag(Arc::new(AtomicBool::new(true)));
    let stopped = check_dnnf_within(&cnf, diagram(&words).as_bytes(), &over);
    assert!(matches!(stopped, Err(DnnfError::Refused(DnnfRefusal::Stopped))));
}

#[test]
fn a_diagram_is_held_against_every_pair_of_a_group_and_its_clause() {
    // One of three, then 1 or 2 or none of both.
    let one = "o 1 0\no 2 0\nt 3 0\n1 3 1 -2 -3 0\n1 2 -1 0\n2 3 2 -3 0\n2 3 -2 3 0\n";
    let most = one.replace("2 3 -2 3 0", "2 3 -2 0");
    let mut exactly = Cnf::new();
    exactly.add_exactly_one(&lits(&[1, 2, 3]));
    let mut at_most = Cnf::new();
    at_most.add_at_most_one(&lits(&[1, 2, 3]));
    let judge = |cnf: &Cnf, diagram: &str| match check_dnnf(cnf, diagram.as_bytes()) {
        Ok(verdict) => Ok(verdict.count.to_string()),
        Err(DnnfError::Refused(refusal)) => Err(refusal),
        Err(error) => panic!("{error}"),
    };
    assert_eq!(judge(&exactly, one), Ok("3".to_owned()));
    assert_eq!(judge(&at_most, &most), Ok("4".to_owned()));
    assert_eq!(judge(&exactly, &most), Err(DnnfRefusal::Clause { clause: lits(&[1, 2, 3]) }));
    assert_eq!(judge(&at_most, one), Err(DnnfRefusal::NotForced { node: 2, lit: Some(lit(3)) }));
    for [first, second] in [[1, 2], [1, 3], [2, 3]] {
        let both = format!("a 1 0\nt 2 0\n1 2 {first} {second} {} 0\n", first + second - 6);
        assert_eq!(judge(&at_most, &both), Err(DnnfRefusal::Clause { clause: lits(&[-first, -second]) }));
    }
}

#[test]
fn a_leaf_with_an_edge_is_refused() {
    // A variable that is spoken of below a leaf would be neither free nor decided: one of two models.
    let mut cnf = Cnf::new();
    cnf.reserve_vars(1);
    for leaf in ["t", "f"] {
        let diagram = format!("{leaf} 1 0\nt 2 0\n1 2 1 0\n");
        let error = check_dnnf(&cnf, diagram.as_bytes()).unwrap_err();
        assert!(matches!(error, DnnfError::Refused(DnnfRefusal::Leaf { node: 1 })), "{error:?}");
        assert_eq!(error.to_string(), "node 1 is a constant and has edges");
    }
}

#[test]
fn a_side_that_says_too_much_is_refused_for_what_is_wrong_with_it() {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(3);
    cnf.add_clause(&lits(&[1, 2]));
    let refusal = |side: &str| {
        let diagram = format!("o 1 0\nt 2 0\nf 3 0\n1 2 1 0\n1 {side} 0\n");
        match check_dnnf(&cnf, diagram.as_bytes()) {
            Err(DnnfError::Refused(refusal)) => refusal,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refusal("2 -1 2 3"), DnnfRefusal::NotForced { node: 1, lit: Some(lit(3)) });
    // The side has models, whether or not a literal says otherwise.
    assert_eq!(refusal("3 -1"), DnnfRefusal::NotRefuted { node: 1 });
    assert_eq!(refusal("3 -1 -2"), DnnfRefusal::NotRefuted { node: 1 });
    let diagram = "o 1 0\nt 2 0\n1 2 1 0\n1 2 -1 2 0\n";
    assert_eq!(check_dnnf(&cnf, diagram.as_bytes()).unwrap().count.to_string(), "6");
}

#[test]
fn a_node_does_not_inherit_where_less_is_known_than_at_its_first_meeting() {
    // The clause behind node 3 says something of 3 and 4 only where 2 is true, as it is below 1.
    let mut cnf = Cnf::new();
    cnf.add_clause(&lits(&[-1, 2]));
    cnf.add_clause(&lits(&[-2, 3, 4]));
    let diagram = |sides: &str| format!("o 1 0\nt 2 0\no 3 0\n{sides}3 2 3 0\n3 2 -3 4 0\n");
    let verdict = check_dnnf(&cnf, diagram("1 3 1 2 0\n1 3 -1 0\n").as_bytes());
    let Err(DnnfError::Refused(refusal)) = verdict else { panic!("nine of ten models: {verdict:?}") };
    assert_eq!(refusal, DnnfRefusal::NotForced { node: 3, lit: Some(lit(4)) });
    // Below -2, the clause is true.
    let verdict = check_dnnf(&cnf, diagram("1 3 2 0\n1 3 -2 -1 0\n").as_bytes());
    assert!(matches!(verdict, Err(DnnfError::Refused(DnnfRefusal::NotForced { node: 3, .. }))), "{verdict:?}");
    // Below -1, another decision on 2 leads to the node again, with the same clause.
    let diagram = diagram("o 4 0\n1 3 1 2 0\n1 4 -1 0\n4 3 2 0\n4 2 -2 0\n");
    assert_eq!(check_dnnf(&cnf, diagram.as_bytes()).unwrap().count.to_string(), "10");
}

/// A conjunction 3 of 1 and 2, a parity 4 of 1 and 2, and a hidden variable 5 that implies both.
fn gates() -> Cnf {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(5);
    let clauses = [&[-1, -2, 3][..], &[1, -3], &[2, -3], &[1, 2, -4], &[-1, -2, -4], &[1, -2, 4], &[-1, 2, 4]];
    clauses.iter().chain(&[&[-5, 3][..], &[-5, 4]]).for_each(|clause| cnf.add_clause(&lits(clause)));
    cnf.add_visible(&vars(&[1, 2, 3, 4]));
    cnf
}

#[test]
fn a_formula_is_reduced_before_its_diagram() {
    // 5 is hidden. Then 4 and 3 are defined by 1 and 2, and nothing is left.
    let steps = "e 5 0\nh 4 0\ne 4 0\nh 3 0\ne 3 0\nd 1 -2 -1 0\n";
    let diagram = |steps: &str| format!("{steps}t 1 0\n");
    let (cnf, plain) = (gates(), "e 5 0\nh 4 0\nh 3 0\ne 4 0\ne 3 0\n");
    let verdict = check_dnnf(&cnf, diagram(plain).as_bytes()).unwrap();
    assert_eq!((verdict.count.to_string(), verdict.steps), ("4".to_owned(), 5));
    // The diagram of a formula without clauses, but there is one that is never deleted.
    let error = check_dnnf(&cnf, diagram("e 5 0\nh 4 0\ne 4 0\n").as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "the diagram has a model that breaks the clause -1 -2 3");
    // Both weights of 3 are three, and it is true where 1 and 2 are; both weights of 4 are a seventh.
    let weigh = |of_3: [&str; 2]| {
        let mut weights = Weights::new();
        let others = [(4, "1/7"), (-4, "1/7"), (1, "5"), (-1, "-2")];
        for (number, weight) in [(3, of_3[0]), (-3, of_3[1])].into_iter().chain(others) {
            assert!(weights.set(lit(number), weight.parse().unwrap()));
        }
        check_weights_within(&cnf, &weights, diagram(plain).as_bytes(), &Clock::unlimited())
    };
    let weight = weigh(["3", "3"]).unwrap().weight;
    assert_eq!((weight.numerator().to_string(), weight.denominator().to_string()), ("18".into(), "7".into()));
    assert_eq!(weigh(["3", "-3"]).unwrap_err().to_string(), "line 3: the literals of 3 have different weights");
    let over = Clock::unlimited().with_flag(Arc::new(AtomicBool::new(true)));
    let long = diagram(&"i -5 1 0\nd -5 1 0\n".repeat(200));
    let stopped = check_dnnf_within(&cnf, long.as_bytes(), &over);
    assert!(matches!(stopped, Err(DnnfError::Refused(DnnfRefusal::Stopped))));
    let error = check_dnnf(&cnf, diagram(steps).as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "line 6: there is no such clause");
}

#[test]
fn a_step_that_changes_the_number_is_refused() {
    let reason = |steps: &str| match check_dnnf(&gates(), format!("{steps}t 1 0\n").as_bytes()) {
        Err(DnnfError::Refused(DnnfRefusal::Step { line, reason })) => {
            assert_eq!(line, steps.lines().count(), "{steps}");
            let said = DnnfRefusal::Step { line, reason }.to_string();
            (reason, said.split_once(": ").unwrap().1.to_owned())
        }
        other => panic!("{other:?}"),
    };
    let var = |number: i32| lit(number).var();
    let refused = |steps: &str, refusal: StepRefusal, message: &str| {
        assert_eq!(reason(steps), (refusal, message.to_owned()));
    };
    let not_implied = "the clause does not follow from the others by propagation";
    refused("i 1 0\n", StepRefusal::NotImplied, not_implied);
    refused("i -5 1 0\nd -5 3 0\n", StepRefusal::NotImplied, not_implied);
    refused("i 4 2 -4 0\n", StepRefusal::AlwaysTrue, "the clause is always true");
    refused("d 3 -1 0\n", StepRefusal::Absent, "there is no such clause");
    refused("i -5 1 0\nd 1 -5 0\nd 1 -5 0\n", StepRefusal::Absent, "there is no such clause");
    refused("h 5 0\n", StepRefusal::Hidden { var: var(5) }, "5 is hidden, eliminated, or defined already");
    refused("h 3 0\nh 3 0\n", StepRefusal::Hidden { var: var(3) }, "3 is hidden, eliminated, or defined already");
    // 4 and 2 define 1, but not after 1 and 2 have defined 4.
    refused("h 4 0\nh 1 0\n", StepRefusal::NotDefined { var: var(1) }, "the other visible variables do not define 1");
    refused("e 3 0\n", StepRefusal::Shown { var: var(3) }, "3 is visible and not defined");
    // That 5 excludes one of 1 and 2 follows by 4 alone.
    let with_parity = "a resolvent on 4 does not follow from the rest by propagation";
    refused("h 4 0\ne 4 0\n", StepRefusal::NotEliminated { var: var(4) }, with_parity);
}

#[test]
fn steps_are_read_before_all_else() {
    let message = |text: &str| check_dnnf(&gates(), text.as_bytes()).unwrap_err().to_string();
    let late = "a step of the reduction after a lemma or a node";
    assert_eq!(message("l -5 1 0\ne 5 0\nt 1 0\n"), format!("line 2: {late}"));
    assert_eq!(message("t 1 0\nh 3 0\n"), format!("line 2: {late}"));
    assert_eq!(message("h 3 4 0\nt 1 0\n"), "line 1: a step that does not name one variable");
    assert_eq!(message("e -3 0\nt 1 0\n"), "line 1: a step that does not name one variable");
    assert_eq!(message("d 6 0\nt 1 0\n"), "line 1: a variable that the formula does not have");
}
