//! Random problems of mixed constraints, some of them guarded: the solver agrees with brute force on whether there are
//! solutions, on what they are and on which is best.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Lit};
use gordian_lazy::{Budget, Callbacks, Integer, LazySolver, Options, Outcome, View};
use gordian_testkit::{Random, number_of};

/// A constraint over integers and literals by their numbers; a negative literal is `!number`.
#[derive(Clone, Debug)]
enum Constraint {
    AtMost(Vec<(i64, Signed)>, i64),
    Equal(Vec<(i64, Signed)>, i64),
    Different(Vec<(i64, Signed)>, i64),
    Maximum(Signed, Vec<Signed>),
    Element(Signed, Signed, i64, Vec<Signed>),
    Product([Signed; 3]),
    AllDifferent(Vec<Signed>),
    Cumulative(Vec<(Signed, i64, i64)>, i64),
    Disjunctive(Vec<(Signed, i64)>),
    Circuit(Vec<Signed>, i64, bool),
}

/// An integer by its number, negated or not.
type Signed = (usize, bool);

/// A literal by its number, positive or not.
type Literal = (usize, bool);

#[derive(Clone, Debug)]
enum Rule {
    Clause(Vec<Literal>),
    /// The literal says that the integer is at least this value, or has it.
    AtLeast(Literal, usize, i64),
    Equals(Literal, usize, i64),
    Constraint(Option<Literal>, Constraint),
}

#[derive(Clone, Debug)]
struct Problem {
    domains: Vec<Vec<i64>>,
    num_literals: usize,
    rules: Vec<Rule>,
}

impl Constraint {
    fn holds(&self, values: &[i64]) -> bool {
        let at = |&(index, is_negated): &Signed| if is_negated { -values[index] } else { values[index] };
        let sum = |terms: &[(i64, Signed)]| terms.iter().map(|(factor, signed)| factor * at(signed)).sum::<i64>();
        match self {
            Constraint::AtMost(terms, most) => sum(terms) <= *most,
            Constraint::Equal(terms, total) => sum(terms) == *total,
            Constraint::Different(terms, number) => sum(terms) != *number,
            Constraint::Maximum(result, items) => items.iter().map(at).max() == Some(at(result)),
            Constraint::Element(result, index, first, items) => {
                let number = at(index) - first;
                (0..items.len() as i64).contains(&number) && at(&items[number as usize]) == at(result)
            }
            Constraint::Product([result, left, right]) => at(left) * at(right) == at(result),
            Constraint::AllDifferent(items) => {
                (0..items.len()).all(|one| (0..one).all(|other| at(&items[one]) != at(&items[other])))
            }
            Constraint::Cumulative(tasks, capacity) => fits(tasks, *capacity, &at),
            Constraint::Disjunctive(tasks) => {
                let tasks: Vec<(Signed, i64, i64)> =
                    tasks.iter().map(|&(start, duration)| (start, duration, 1)).collect();
                fits(&tasks, 1, &at)
            }
            Constraint::Circuit(next, first, may_skip) => {
                is_circuit(&next.iter().map(|signed| at(signed) - first).collect::<Vec<_>>(), *may_skip)
            }
        }
    }

    fn post(&self, solver: &mut LazySolver, integers: &[Integer], guard: Option<Lit>) {
        let view = |&(index, is_negated): &Signed| {
            let view = View::from(integers[index]);
            if is_negated { -view } else { view }
        };
        let views = |items: &[Signed]| items.iter().map(view).collect::<Vec<_>>();
        let terms = |terms: &[(i64, Signed)]| terms.iter().map(|(factor, at)| (*factor, view(at))).collect::<Vec<_>>();
        match self {
            Constraint::AtMost(sum, most) => solver.add_at_most(&terms(sum), *most, guard),
            Constraint::Equal(sum, total) => solver.add_equal(&terms(sum), *total, guard),
            Constraint::Different(sum, number) => solver.add_different(&terms(sum), *number, guard),
            Constraint::Maximum(result, items) => solver.add_maximum(view(result), &views(items), guard),
            Constraint::Element(result, index, first, items) => {
                solver.add_element(view(result), view(index), *first, &views(items), guard)
            }
            Constraint::Product([result, left, right]) => {
                solver.add_product(view(result), view(left), view(right), guard);
                Ok(())
            }
            Constraint::AllDifferent(items) => {
                solver.add_all_different(&views(items), guard);
                Ok(())
            }
            Constraint::Cumulative(tasks, capacity) => {
                let tasks: Vec<(View, i64, i64)> =
                    tasks.iter().map(|(start, duration, demand)| (view(start), *duration, *demand)).collect();
                solver.add_cumulative(&tasks, *capacity, guard)
            }
            Constraint::Disjunctive(tasks) => {
                let tasks: Vec<(View, i64)> = tasks.iter().map(|(start, duration)| (view(start), *duration)).collect();
                solver.add_disjunctive(&tasks, guard)
            }
            Constraint::Circuit(next, first, may_skip) => {
                solver.add_circuit(&views(next), *first, *may_skip, guard);
                Ok(())
            }
        }
        .expect("small numbers, and lists with items");
    }
}

fn fits(tasks: &[(Signed, i64, i64)], capacity: i64, at: &dyn Fn(&Signed) -> i64) -> bool {
    (-20..30).all(|point| {
        let runs = |(start, duration, _): &&(Signed, i64, i64)| (at(start)..at(start) + duration).contains(&point);
        tasks.iter().filter(runs).map(|(_, _, demand)| demand).sum::<i64>() <= capacity
    })
}

/// Whether the vertices, but their own next ones where these may be left out, are one circle.
fn is_circuit(next: &[i64], may_skip: bool) -> bool {
    let count = next.len() as i64;
    let mut entered: Vec<i64> = next.to_vec();
    entered.sort_unstable();
    if entered != (0..count).collect::<Vec<_>>() {
        return false;
    }
    let moved: Vec<i64> = (0..count).filter(|&vertex| !may_skip || next[vertex as usize] != vertex).collect();
    let Some(&first) = moved.first() else { return true };
    let (mut at, mut length) = (next[first as usize], 1);
    while at != first {
        (at, length) = (next[at as usize], length + 1);
    }
    length == moved.len()
}

impl Problem {
    fn random(random: &mut Random) -> Problem {
        let num_integers = random.between(1, 4);
        let num_literals = random.below(4usize);
        let domains: Vec<Vec<i64>> = (0..num_integers)
            .map(|_| {
                let low = random.below(7usize) as i64 - 4;
                let width = random.below(6usize) as i64;
                let holes = if random.chance(30) { 30 } else { 0 };
                let mut domain: Vec<i64> = (low..=low + width).filter(|_| !random.chance(holes)).collect();
                if domain.is_empty() {
                    domain.push(low);
                }
                domain
            })
            .collect();
        let mut problem = Problem { domains, num_literals, rules: Vec::new() };
        for _ in 0..random.between(1, 6) {
            let rule = problem.rule(random);
            problem.rules.extend(rule);
        }
        problem
    }

    fn literal(&self, random: &mut Random) -> Option<Literal> {
        (self.num_literals > 0).then(|| (random.below(self.num_literals), random.chance(50)))
    }

    fn signed(&self, random: &mut Random) -> Signed {
        (random.below(self.domains.len()), random.chance(30))
    }

    fn rule(&self, random: &mut Random) -> Option<Rule> {
        let value = random.below(9usize) as i64 - 4;
        Some(match random.below(10) {
            0 => Rule::Clause((0..random.between(1, 3)).filter_map(|_| self.literal(random)).collect()),
            1 => Rule::AtLeast(self.literal(random)?, random.below(self.domains.len()), value),
            2 => Rule::Equals(self.literal(random)?, random.below(self.domains.len()), value),
            _ => {
                let guard = if random.chance(40) { self.literal(random) } else { None };
                Rule::Constraint(guard, self.constraint(random))
            }
        })
    }

    fn constraint(&self, random: &mut Random) -> Constraint {
        let terms: Vec<(i64, Signed)> =
            (0..random.between(1, 4)).map(|_| (random.below(9usize) as i64 - 4, self.signed(random))).collect();
        let constant = random.below(17usize) as i64 - 8;
        let items: Vec<Signed> = (0..random.between(1, 4)).map(|_| self.signed(random)).collect();
        let first = random.below(3usize) as i64 - 1;
        match random.below(15) {
            0 | 1 => Constraint::Equal(terms, constant),
            2 => Constraint::Different(terms, constant),
            3 => Constraint::Maximum(self.signed(random), items),
            4 | 5 => Constraint::Element(self.signed(random), self.signed(random), first, items),
            6 | 7 => Constraint::Product([(); 3].map(|()| self.signed(random))),
            8 => Constraint::AllDifferent(items),
            9 => {
                let number = |random: &mut Random| random.below(4usize) as i64;
                let tasks = items.into_iter().map(|start| (start, number(random), number(random))).collect();
                Constraint::Cumulative(tasks, random.below(5usize) as i64)
            }
            10 => {
                Constraint::Disjunctive(items.into_iter().map(|start| (start, random.below(4usize) as i64)).collect())
            }
            11 => Constraint::Circuit(items, first, random.chance(50)),
            _ => Constraint::AtMost(terms, constant),
        }
    }

    /// All solutions: the integers, then the literals.
    fn solutions(&self) -> BTreeSet<(Vec<i64>, Vec<bool>)> {
        let mut all = vec![Vec::new()];
        for domain in &self.domains {
            all = all
                .into_iter()
                .flat_map(|values: Vec<i64>| domain.iter().map(move |&value| [&values[..], &[value]].concat()))
                .collect();
        }
        let mut solutions = BTreeSet::new();
        for values in all {
            for bits in 0..1u32 << self.num_literals {
                let literals: Vec<bool> = (0..self.num_literals).map(|at| bits >> at & 1 == 1).collect();
                if self.rules.iter().all(|rule| holds(rule, &values, &literals)) {
                    solutions.insert((values.clone(), literals));
                }
            }
        }
        solutions
    }

    fn build(&self, random: &mut Random) -> (LazySolver, Vec<Integer>, Vec<Lit>) {
        let mut options = Options::default();
        if random.chance(50) {
            options = options.with("warm_up", 0).with("reduce_interval", 10).with("inprocess_interval", 1);
        }
        let mut solver = LazySolver::with_options(options);
        let integers: Vec<Integer> = self.domains.iter().map(|domain| integer(&mut solver, domain, random)).collect();
        let literals: Vec<Lit> = (0..self.num_literals).map(|_| solver.new_literal()).collect();
        let lit = |&(number, is_positive): &Literal| if is_positive { literals[number] } else { !literals[number] };
        for rule in &self.rules {
            match rule {
                Rule::Clause(clause) => solver.add_clause(&clause.iter().map(lit).collect::<Vec<_>>()),
                Rule::AtLeast(literal, index, value) => {
                    let is = solver.at_least(integers[*index], *value);
                    solver.add_clause(&[!is, lit(literal)]);
                    solver.add_clause(&[is, !lit(literal)]);
                }
                Rule::Equals(literal, index, value) => {
                    let is = solver.equals(integers[*index], *value);
                    solver.add_clause(&[!is, lit(literal)]);
                    solver.add_clause(&[is, !lit(literal)]);
                }
                Rule::Constraint(guard, constraint) => {
                    constraint.post(&mut solver, &integers, guard.as_ref().map(lit));
                }
            }
        }
        (solver, integers, literals)
    }
}

/// An integer without literals, or with all of them.
fn integer(solver: &mut LazySolver, domain: &[i64], random: &mut Random) -> Integer {
    if random.chance(70) {
        let ranges: Vec<(i64, i64)> = domain.iter().map(|&value| (value, value)).collect();
        return solver.new_integer_in(&ranges).expect("values");
    }
    let order: Vec<Lit> = (1..domain.len()).map(|_| solver.new_literal()).collect();
    for pair in order.windows(2) {
        solver.add_clause(&[!pair[1], pair[0]]);
    }
    solver.bind_integer(domain, &order).expect("values")
}

fn holds(rule: &Rule, values: &[i64], literals: &[bool]) -> bool {
    let is_true = |&(number, is_positive): &Literal| literals[number] == is_positive;
    match rule {
        Rule::Clause(clause) => clause.iter().any(is_true),
        Rule::AtLeast(literal, index, value) => is_true(literal) == (values[*index] >= *value),
        Rule::Equals(literal, index, value) => is_true(literal) == (values[*index] == *value),
        Rule::Constraint(guard, constraint) => {
            guard.as_ref().is_some_and(|guard| !is_true(guard)) || constraint.holds(values)
        }
    }
}

fn read(solver: &LazySolver, integers: &[Integer], literals: &[Lit]) -> (Vec<i64>, Vec<bool>) {
    (
        integers.iter().map(|&integer| solver.value_of(integer).expect("a solution")).collect(),
        literals.iter().map(|&lit| solver.value(lit).expect("a solution")).collect(),
    )
}

#[test]
fn random_problems_agree_with_brute_force() {
    let first = number_of("GORDIAN_HUNT_SEED", 0);
    let count = number_of("GORDIAN_HUNT_LAZY", 3000);
    let (mut satisfiable, mut total, mut splits) = (0, 0, 0);
    for seed in first..first + count {
        let random = &mut Random::new(seed);
        let problem = Problem::random(random);
        let solutions = problem.solutions();
        satisfiable += u64::from(!solutions.is_empty());
        total += solutions.len() as u64;
        let (mut solver, integers, literals) = problem.build(random);
        let context = || format!("seed {seed}: {problem:?}");

        let mut found = BTreeSet::new();
        let ended = solver.enumerate(&literals, &integers, &Budget::unlimited(), &mut |solver| {
            let solution = read(solver, &integers, &literals);
            assert!(solutions.contains(&solution), "{solution:?} in {}", context());
            assert!(found.insert(solution), "a solution comes twice in {}", context());
            ControlFlow::Continue(())
        });
        assert_eq!((ended, found.len()), (Ok(()), solutions.len()), "{}", context());

        // Under assumptions, with a core.
        let assumed: Vec<(usize, bool)> = (0..literals.len()).map(|at| (at, random.chance(50))).collect();
        let assumptions: Vec<Lit> =
            assumed.iter().map(|&(at, value)| if value { literals[at] } else { !literals[at] }).collect();
        let agrees = |literals: &[bool]| assumed.iter().all(|&(at, value)| literals[at] == value);
        let expected = solutions.iter().any(|(_, literals)| agrees(literals));
        let outcome = solver.solve_with(&assumptions, &Budget::unlimited(), Callbacks::none());
        assert_eq!(outcome == Outcome::Satisfiable, expected, "under {assumed:?} in {}", context());
        if outcome == Outcome::Satisfiable {
            assert!(solutions.contains(&read(&solver, &integers, &literals)), "{}", context());
        } else {
            let core = solver.core().to_vec();
            assert!(core.iter().all(|lit| assumptions.contains(lit)), "{}", context());
            let is_false = |bits: &[bool]| {
                core.iter().any(|lit| {
                    let at = literals.iter().position(|other| other.var() == lit.var()).expect("an assumption");
                    bits[at] != (*lit == literals[at])
                })
            };
            assert!(solutions.iter().all(|(_, bits)| is_false(bits)), "a wrong core in {}", context());
        }

        let (index, is_negated) = problem.signed(random);
        let objective = if is_negated { -View::from(integers[index]) } else { integers[index].into() };
        let value = |values: &[i64]| if is_negated { -values[index] } else { values[index] };
        let best = solutions.iter().map(|(values, _)| value(values)).min();
        let mut told = Vec::new();
        let outcome = solver.minimize(objective, |value| told.push(value));
        assert_eq!(outcome == Outcome::Satisfiable, best.is_some(), "{}", context());
        assert_eq!(solver.value_of(objective), best, "{}", context());
        assert!(told.windows(2).all(|pair| pair[0] > pair[1]) && told.last() == best.as_ref(), "{}", context());
        if best.is_some() {
            let values: Vec<i64> = integers.iter().map(|&integer| solver.value_of(integer).expect("one")).collect();
            assert!(solutions.iter().any(|(others, _)| *others == values), "{}", context());
        }
        splits += solver.counters().splits;
    }
    assert!(count < 3000 || (satisfiable > 1000 && total > 10_000 && splits > 100), "{satisfiable} {total} {splits}");
}

/// Sums of so many terms are sums of parts.
#[test]
fn sums_of_many_terms_agree_with_brute_force() {
    let mut total = 0;
    for seed in 0..40 {
        let random = &mut Random::new(seed);
        let mut solver = LazySolver::new();
        let factor = |random: &mut Random| random.below(9usize) as i64 - 4;
        let open: Vec<(i64, Integer)> =
            (0..5).map(|_| (factor(random), solver.new_integer(-1, 1).expect("a domain"))).collect();
        let mut terms: Vec<(i64, View)> = open.iter().map(|&(factor, integer)| (factor, integer.into())).collect();
        let mut bound = random.below(15usize) as i64 - 7;
        for _ in 0..1500 {
            let (factor, value) = (factor(random), factor(random));
            let fixed = solver.new_integer(value, value).expect("a domain");
            terms.insert(random.below(terms.len()), (factor, fixed.into()));
            bound += factor * value;
        }
        let guard = solver.new_literal();
        let is_equation = random.chance(50);
        match is_equation {
            true => solver.add_equal(&terms, bound, Some(guard)).expect("small factors"),
            false => solver.add_at_most(&terms, bound, Some(guard)).expect("small factors"),
        }
        let fixed: i64 = terms.iter().map(|&(factor, view)| factor * solver.domain_bounds(view.integer()).0).sum();
        let least: i64 = open.iter().map(|&(factor, _)| -factor).sum();
        let holds = |values: &[i64]| {
            let sum = fixed - least + open.iter().zip(values).map(|(&(factor, _), value)| factor * value).sum::<i64>();
            if is_equation { sum == bound } else { sum <= bound }
        };
        let mut expected = BTreeSet::new();
        for code in 0..3_i64.pow(5) {
            let values: Vec<i64> = (0..5).map(|at| code / 3_i64.pow(at) % 3 - 1).collect();
            for is_asked in [false, true] {
                if !is_asked || holds(&values) {
                    expected.insert((values.clone(), vec![is_asked]));
                }
            }
        }
        let integers: Vec<Integer> = open.iter().map(|&(_, integer)| integer).collect();
        let mut found = BTreeSet::new();
        let ended = solver.enumerate(&[guard], &integers, &Budget::unlimited(), &mut |solver| {
            assert!(found.insert(read(solver, &integers, &[guard])), "seed {seed}: a solution comes twice");
            ControlFlow::Continue(())
        });
        assert_eq!(ended, Ok(()));
        assert!(found == expected, "seed {seed}: {} solutions, not {}", found.len(), expected.len());
        total += found.len() - 3_usize.pow(5);
    }
    assert!(total > 500, "{total}");
}
