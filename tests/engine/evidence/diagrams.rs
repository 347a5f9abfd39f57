//! The trace of a count proves the number to a checker that knows only the formula, and no damaged
//! trace proves another one.

use gordian_checker::{DnnfError, DnnfRefusal, Fraction, check_dnnf, check_weights_within};
use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Var, Weights};
use gordian_queries::{Question, Trace};

use gordian_testkit::{Random, number_of, solutions};

use super::random::random_cnf;

pub(crate) fn traced(cnf: &Cnf) -> String {
    let (answer, trace) = Question::new(cnf).count_with_trace(&mut ()).unwrap();
    assert!(answer.is_complete());
    text_of(trace)
}

/// The text of a trace, which there is where the count, or the sum, is complete.
pub(crate) fn text_of(trace: Option<Trace>) -> String {
    let mut text = Vec::new();
    trace.expect("nothing stopped it").write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn traces_of_random_counts_are_accepted() {
    let mut random = Random::new(0xd44f);
    for _ in 0..number_of("GORDIAN_COUNT_TRACES", 5000) {
        let cnf = random_cnf(&mut random);
        let text = traced(&cnf);
        match check_dnnf(&cnf, text.as_bytes()) {
            Ok(verdict) => assert_eq!(verdict.count.to_string(), solutions(&cnf).len().to_string(), "{cnf:?}\n{text}"),
            Err(error) => panic!("{error}: {cnf:?}\n{text}"),
        }
    }
}

/// Inputs, and gates of three kinds that are functions of what stands before them; equal ones, and a few more clauses.
fn circuit(random: &mut Random) -> Cnf {
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(7 + random.below(4));
    let inputs = 3 + random.below(2);
    for (at, gate) in vars.iter().enumerate().skip(inputs) {
        let gate = gate.lit(random.chance(50));
        let [first, second, third] = [(); 3].map(|()| vars[random.below(at)].lit(random.chance(50)));
        let clauses: &[&[Lit]] = match random.below(4) {
            0 => &[&[gate, !first]],
            1 => &[&[gate, !first, !second], &[!gate, first], &[!gate, second]],
            2 => {
                &[&[gate, first, !second], &[gate, !first, second], &[!gate, first, second], &[!gate, !first, !second]]
            }
            _ => &[&[gate, !first, !second], &[!gate, !first, second], &[gate, first, !third], &[!gate, first, third]],
        };
        clauses.iter().for_each(|clause| cnf.add_clause(clause));
        if random.chance(15) {
            let equal = vars[random.below(at)].positive();
            cnf.add_clause(&[gate, !equal]);
            cnf.add_clause(&[!gate, equal]);
        }
    }
    for _ in 0..random.below(4) {
        cnf.add_clause(&[(); 3].map(|()| vars[random.below(vars.len())].lit(random.chance(50))));
    }
    let share = if random.chance(50) { 100 } else { 60 };
    let visible: Vec<Var> = vars.into_iter().filter(|_| random.chance(share)).collect();
    cnf.add_visible(&visible);
    cnf
}

#[test]
fn traces_of_circuits_leave_out_what_is_defined() {
    let mut random = Random::new(0x61e5);
    let (mut defined, mut eliminated, mut refused, mut accepted) = (0, 0, 0, 0);
    for _ in 0..number_of("GORDIAN_COUNT_TRACES", 3000) {
        let cnf = circuit(&mut random);
        let (tenths, weights) = random_weights(&mut random, cnf.num_vars());
        let text = traced(&cnf);
        let step = |letter: &str| text.lines().filter(|line| line.starts_with(letter)).count();
        defined += step("h ");
        eliminated += step("e ");
        let number = solutions(&cnf).len().to_string();
        let verdict = check_dnnf(&cnf, text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {cnf:?}\n{text}"));
        assert_eq!(verdict.count.to_string(), number, "{cnf:?}\n{text}");
        let (_, trace) = Question::new(&cnf).weigh_with_trace(&weights, &mut ()).unwrap();
        let weighed = text_of(trace);
        let verdict = check_weights_within(&cnf, &weights, weighed.as_bytes(), &Clock::unlimited());
        let verdict = verdict.unwrap_or_else(|error| panic!("{error}: {cnf:?} {weights:?}\n{weighed}"));
        assert!(is_sum(&verdict.weight, &cnf, &tenths), "{} {cnf:?} {weights:?}\n{weighed}", verdict.weight);
        for _ in 0..10 {
            let damaged = damage(&mut random, &text, cnf.num_vars());
            match check_dnnf(&cnf, damaged.as_bytes()) {
                Ok(verdict) => {
                    assert_eq!(verdict.count.to_string(), number, "{cnf:?}\n{text}\n{damaged}");
                    accepted += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(defined > 5000 && eliminated > defined + 3000, "{defined} of {eliminated}");
    assert!(refused > 10_000 && accepted > 1000, "{refused} refused, {accepted} accepted");
}

/// Harms a trace: a line left out or doubled, a literal negated, replaced, added or left out, an edge led elsewhere.
pub(crate) fn damage(random: &mut Random, text: &str, num_vars: usize) -> String {
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
    for _ in 0..1 + random.below(2) {
        let at = random.below(lines.len());
        let word = random.below(lines[at].len());
        let lit = (1 + random.below(num_vars)) as i64 * if random.below(2) == 0 { 1 } else { -1 };
        match random.below(7) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines[at].insert(word, lit.to_string()),
            3 if lines[at].len() > 1 => drop(lines[at].remove(word)),
            4 => {
                if let Ok(number) = lines[at][word].parse::<i64>() {
                    lines[at][word] = (-number).to_string();
                }
            }
            5 => lines[at][word] = lit.to_string(),
            _ => {
                let other = random.below(lines.len());
                lines.swap(at, other);
            }
        }
    }
    lines.iter().map(|line| line.join(" ") + "\n").collect()
}

#[test]
fn no_damaged_trace_proves_another_count() {
    let mut random = Random::new(0xbad);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..3000 {
        let cnf = random_cnf(&mut random);
        let text = traced(&cnf);
        let count = solutions(&cnf).len().to_string();
        for _ in 0..10 {
            let damaged = damage(&mut random, &text, cnf.num_vars());
            match check_dnnf(&cnf, damaged.as_bytes()) {
                Ok(verdict) => {
                    assert_eq!(verdict.count.to_string(), count, "{cnf:?}\n{text}\n{damaged}");
                    accepted += 1;
                }
                Err(DnnfError::Refused(_)) => refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(refused > 10 * accepted.min(1000) && refused > 15_000, "{refused} refused, {accepted} accepted");
}

/// Weights in tenths, below zero and zero too, of each literal.
fn random_weights(random: &mut Random, num_vars: usize) -> (Vec<[i128; 2]>, Weights) {
    let mut weights = Weights::new();
    let mut tenths = Vec::new();
    for var in (0..num_vars).map(Var::from_index) {
        let mut pair = [var.positive(), var.negative()].map(|lit| {
            let tenths = random.below(12) as i128 - 4;
            let sign = if tenths < 0 { "-" } else { "" };
            let text = match random.below(3) {
                0 => format!("{tenths}/10"),
                1 => format!("{tenths}e-1"),
                _ => format!("{sign}0.{}", tenths.abs()),
            };
            let text = if tenths.abs() >= 10 { format!("{tenths}e-1") } else { text };
            assert!(weights.set(lit, text.parse().unwrap()));
            tenths
        });
        if random.chance(20) {
            pair = [10, 10];
            let kept: Vec<_> =
                weights.given().filter(|(lit, _)| lit.var() != var).map(|(l, w)| (l, w.clone())).collect();
            weights = Weights::new();
            kept.into_iter().for_each(|(lit, weight)| assert!(weights.set(lit, weight)));
        }
        tenths.push(pair);
    }
    (tenths, weights)
}

/// Whether a fraction is the sum of the weights of all solutions.
fn is_sum(fraction: &Fraction, cnf: &Cnf, tenths: &[[i128; 2]]) -> bool {
    let visible = cnf.projection();
    let weight = |solution: &Vec<Var>| -> i128 {
        visible.iter().map(|var| tenths[var.index()][usize::from(!solution.contains(var))]).product()
    };
    let sum: i128 = solutions(cnf).iter().map(weight).sum();
    let number = |text: String| text.parse::<i128>().unwrap();
    let numerator = number(fraction.numerator().to_string()) * if fraction.is_negative() { -1 } else { 1 };
    numerator * 10i128.pow(visible.len() as u32) == sum * number(fraction.denominator().to_string())
}

#[test]
fn traces_prove_the_sums_of_weights() {
    let mut random = Random::new(0x3e19);
    let mut accepted = 0u32;
    for _ in 0..number_of("GORDIAN_COUNT_TRACES", 3000) {
        let cnf = random_cnf(&mut random);
        let (tenths, weights) = random_weights(&mut random, cnf.num_vars());
        let (weighed, trace) = Question::new(&cnf).weigh_with_trace(&weights, &mut ()).unwrap();
        let text = text_of(trace);
        let check = |text: &str| check_weights_within(&cnf, &weights, text.as_bytes(), &Clock::unlimited());
        match check(&text) {
            Ok(verdict) => {
                assert!(is_sum(&verdict.weight, &cnf, &tenths), "{} {cnf:?} {weights:?}\n{text}", verdict.weight);
                let weight = weighed.weight.expect("the sum is complete");
                let product = verdict.weight.numerator().to_string().parse::<i128>().unwrap();
                let signed = if verdict.weight.is_negative() { -product } else { product };
                let denominator = verdict.weight.denominator().to_string().parse::<i128>().unwrap();
                assert_eq!(weight * num_bigint::BigInt::from(denominator), num_bigint::BigInt::from(signed).into());
            }
            Err(error) => panic!("{error}: {cnf:?}\n{text}"),
        }
        for _ in 0..5 {
            let damaged = damage(&mut random, &text, cnf.num_vars());
            if let Ok(verdict) = check(&damaged) {
                assert!(is_sum(&verdict.weight, &cnf, &tenths), "{} {cnf:?}\n{damaged}", verdict.weight);
                accepted += 1;
            }
        }
    }
    assert!(accepted > 200, "{accepted}");
}

/// Traces of one formula, as proofs for another.
#[test]
fn a_trace_of_another_formula_proves_nothing_false() {
    let mut random = Random::new(0x07e4);
    for _ in 0..2000 {
        let (cnf, mut other) = (random_cnf(&mut random), Cnf::new());
        // The same formula without one clause.
        other.reserve_vars(cnf.num_vars());
        let left_out = random.below(cnf.num_clauses() + 1);
        for (at, clause) in cnf.clauses().enumerate() {
            if at != left_out {
                other.add_clause(clause);
            }
        }
        cnf.groups().for_each(|group| other.add_exactly_one(group.members));
        other.add_visible(&cnf.projection());
        if let Ok(verdict) = check_dnnf(&other, traced(&cnf).as_bytes()) {
            assert_eq!(verdict.count.to_string(), solutions(&other).len().to_string(), "{cnf:?}");
        }
    }
}

/// A chain of parts that are met again and again, with more models than words hold.
#[test]
fn a_chain_is_proved_by_a_small_diagram() {
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(300);
    for triple in vars.windows(3) {
        cnf.add_clause(&[triple[0].negative(), triple[1].negative(), triple[2].negative()]);
    }
    let answer = Question::new(&cnf).count(&mut ()).unwrap();
    let verdict = check_dnnf(&cnf, traced(&cnf).as_bytes()).unwrap();
    assert_eq!(verdict.count.to_string(), answer.exact_count().to_string());
    assert!(verdict.nodes < 10_000, "{}", verdict.nodes);
}

/// A fact that a node states at its first meeting must hold at each later one too. An earlier
/// checker verified `small` with two models, and also `big`.
#[test]
fn a_node_met_again_does_not_keep_what_followed_where_it_was_first_met() {
    let lit = |number: i32| Lit::from_dimacs(number).unwrap();
    for (last, count) in [(2, "3"), (41, "1099511627777")] {
        let mut cnf = Cnf::new();
        (2..=last).for_each(|var| cnf.add_clause(&[lit(-1), lit(-var)]));
        let all: String = (2..=last).map(|var| format!("{} ", -var)).collect();
        let diagram = format!("o 1 0\no 2 0\nt 3 0\n1 2 1 0\n1 2 -1 0\n2 3 {all}0\n");
        match check_dnnf(&cnf, diagram.as_bytes()) {
            Err(DnnfError::Refused(DnnfRefusal::NotForced { node: 2, lit: Some(_) })) => {}
            other => panic!("{other:?}"),
        }
        let verdict = check_dnnf(&cnf, traced(&cnf).as_bytes()).unwrap();
        assert_eq!(verdict.count.to_string(), count);
    }
}

/// Every byte of a trace is replaced by every other one.
#[test]
fn no_changed_byte_proves_another_count() {
    let mut random = Random::new(0xb17e);
    let (mut refused, mut verified) = (0u32, 0u32);
    for _ in 0..12 {
        let cnf = random_cnf(&mut random);
        let trace = traced(&cnf).into_bytes();
        let count = solutions(&cnf).len().to_string();
        for at in 0..trace.len() {
            let mut changed = trace.clone();
            for byte in (0..=u8::MAX).filter(|&byte| byte != trace[at]) {
                changed[at] = byte;
                match check_dnnf(&cnf, &*changed) {
                    Ok(verdict) => {
                        assert_eq!(verdict.count.to_string(), count, "{cnf:?}\n{}", String::from_utf8_lossy(&changed));
                        verified += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    // Comments, and names of nodes, may be changed.
    assert!(refused > verified && verified > 0, "{refused} refused, {verified} verified");
}
