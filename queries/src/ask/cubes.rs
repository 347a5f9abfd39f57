//! Disjoint parts of the space of solutions, which other processes can count.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;

use gordian_formula::{ClauseSink, Cnf, Group, GroupKind, Lit, LitMap};
use gordian_solver::{Options, Solver};
use num_bigint::BigUint;

use super::question::Question;
use crate::engines::component::{Style, Trace};
use crate::parallel::splits;
use crate::slots::Slots;
use crate::symmetry::{Filter, SymmetryGroup};
use crate::{Answer, Limits, Listener, Method, QueryError, Solution, Stop};

/// The solutions of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CubeCount {
    /// The number of solutions in the part.
    pub count: BigUint,
    /// The classes that are counted in this part, where a symmetry is given.
    pub classes: Option<CubeClasses>,
    /// The reason why it stopped; `None` if everything is known.
    pub stop: Option<Stop>,
    /// The method that counted.
    pub method: Method,
}

/// The classes that are counted in one part: those whose least solution stands in it. Their other
/// solutions may stand in other parts, so summed up over all parts, the orbits hold as many solutions
/// as the parts do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CubeClasses {
    /// The number of these classes.
    pub orbits: u128,
    /// The number of solutions in these classes.
    pub orbit_sum: u128,
}

/// Disjoint parts that together hold all solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// The parts: of each the literals that are true in it.
    pub cubes: Vec<Vec<Lit>>,
    /// Clauses that say that nothing else has solutions: the negation of each part that was left out.
    /// With the formula and those before it, unit propagation refutes the negation of each.
    pub lemmas: Vec<Vec<Lit>>,
}

impl Question<'_> {
    /// Splits the space of solutions into disjoint parts that together hold all of them, at least so
    /// many where the formula has as much to choose from. Parts that unit propagation refutes are left
    /// out, so there may be none.
    ///
    /// Largest parts are split first, by the smallest exactly-one group of visible variables that is
    /// left, then by single variables.
    pub fn split(&self, number: usize) -> Split {
        let slots = Slots::of_formula(self.cnf);
        let choices = splits(self.cnf, &slots);
        let mut solver = Solver::new();
        self.cnf.feed(&mut solver);
        let (mut whole, mut lemmas) = (Vec::new(), Vec::new());
        let mut open = VecDeque::from([(0, Vec::new())]);
        // Parts of which some part is left, and those that were split, shorter ones first.
        let mut begun: Vec<Vec<Lit>> = Vec::new();
        while open.len() + whole.len() < number.max(1) {
            let Some((depth, part)) = open.pop_front() else { break };
            let Some(choice) = choices.get(depth) else {
                whole.push(part);
                continue;
            };
            // A group of which a literal was chosen before has nothing more to choose from.
            if choice.iter().any(|lit| part.contains(lit)) {
                open.push_front((depth + 1, part));
                continue;
            }
            for &lit in choice {
                let longer: Vec<Lit> = part.iter().copied().chain([lit]).collect();
                match solver.propagate(&longer).is_conflict {
                    true => lemmas.push(negation(&longer)),
                    false => open.push_back((depth + 1, longer)),
                }
            }
            begun.push(part);
        }
        let cubes: Vec<Vec<Lit>> = whole.into_iter().chain(open.into_iter().map(|(_, part)| part)).collect();
        let left: HashSet<&[Lit]> = cubes.iter().flat_map(|cube| (0..cube.len()).map(|end| &cube[..end])).collect();
        lemmas.extend(begun.iter().rev().filter(|part| !left.contains(&part[..])).map(|part| negation(part)));
        Split { cubes, lemmas }
    }

    /// Whether the solutions can be counted in parts.
    ///
    /// # Errors
    /// If the symmetry was made for other variables, or does not allow to count in parts, since
    /// solutions would have to be remembered.
    pub fn check_parts(&self) -> Result<(), QueryError> {
        check_symmetry(self.symmetry, &Slots::of_formula(self.cnf))
    }
}

fn check_symmetry(symmetry: Option<&SymmetryGroup>, slots: &Slots) -> Result<(), QueryError> {
    match symmetry {
        Some(group) if !group.acts_on(slots) => Err(QueryError::ForeignGroup),
        Some(group) if !Filter::is_without_memory(group.action()) => Err(QueryError::NotInParts),
        _ => Ok(()),
    }
}

/// Counts the solutions of parts of a formula, one part after the other.
#[derive(Debug)]
pub struct CubeCounter {
    cnf: Arc<Cnf>,
    symmetry: Option<SymmetryGroup>,
    slots: Slots,
    /// Finds the consequences of a part by unit propagation.
    propagator: Solver,
    limits: Limits,
    options: Options,
    threads: usize,
}

impl CubeCounter {
    /// Prepares for counting the solutions of parts of this formula: where a symmetry is given, also
    /// the classes.
    ///
    /// # Errors
    /// As [`Question::check_parts`].
    pub fn new(cnf: Arc<Cnf>, symmetry: Option<SymmetryGroup>) -> Result<CubeCounter, QueryError> {
        let slots = Slots::of_formula(&cnf);
        check_symmetry(symmetry.as_ref(), &slots)?;
        let mut propagator = Solver::new();
        cnf.feed(&mut propagator);
        Ok(CubeCounter {
            cnf,
            symmetry,
            slots,
            propagator,
            limits: Limits::none(),
            options: Options::default(),
            threads: 1,
        })
    }

    /// Sets the limits of each part that is asked about from now on. One on the number of solutions
    /// is left out.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = Limits { solutions: None, ..limits };
    }

    /// Sets the options of the engine, as [`Question::with_options`].
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Sets the number of threads, as [`Question::with_threads`].
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Counts the solutions of one part. With a symmetry, it goes through them.
    ///
    /// # Errors
    /// As [`Question::count`].
    pub fn count(&mut self, part: &[Lit], listener: &mut dyn Listener) -> Result<CubeCount, QueryError> {
        if self.symmetry.is_some() {
            return self.list(part, &mut |_| ControlFlow::Continue(()));
        }
        let within = self.within(part);
        Ok(CubeCount::new(self.question(&within).count(listener)?, None))
    }

    /// Counts the solutions of one part by components, and brings a trace of the search that proves
    /// the number for the formula with the literals of the part as unit clauses; none if it was
    /// stopped. The formula is not simplified before, so that the diagrams of all parts make one.
    ///
    /// # Errors
    /// As [`Question::count_with_trace`].
    pub fn count_with_trace(
        &mut self,
        part: &[Lit],
        listener: &mut dyn Listener,
    ) -> Result<(CubeCount, Option<Trace>), QueryError> {
        let mut within = Cnf::clone(&self.cnf);
        within.add_visible(self.slots.vars());
        part.iter().for_each(|&lit| within.add_clause(&[lit]));
        let (answer, trace) =
            self.question(&within).up_to(self.symmetry.as_ref()).count_traced(Style::Diagram, listener)?;
        Ok((CubeCount::new(answer, None), trace))
    }

    /// Goes through the solutions of one part, and counts them. If a symmetry is given, only those
    /// are shown that are the least of their class.
    ///
    /// # Errors
    /// As [`Question::list`].
    pub fn list(
        &mut self,
        part: &[Lit],
        show: &mut dyn FnMut(&Solution<'_>) -> ControlFlow<()>,
    ) -> Result<CubeCount, QueryError> {
        let within = self.within(part);
        let question = self.question(&within);
        let Some(action) = self.symmetry.as_ref().map(SymmetryGroup::action) else {
            return Ok(CubeCount::new(question.list(&mut |found: &Solution<'_>| show(found))?, None));
        };
        let (mut filter, mut classes, mut failure) = (Filter::new(action), CubeClasses::default(), None);
        let (mut row, clock) = (Vec::new(), &self.limits.clock);
        let answer = question.list(&mut |solution: &Solution<'_>| {
            row.clear();
            row.extend(solution.true_vars().iter().filter_map(|&var| self.slots.of(var)));
            match filter.orbit_size(&row, clock) {
                Ok(None) => ControlFlow::Continue(()),
                Ok(Some(size)) => {
                    classes.orbits += 1;
                    classes.orbit_sum += size;
                    show(solution)
                }
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        failure.map_or(Ok(CubeCount::new(answer, Some(classes))), Err)
    }

    fn question<'a>(&self, cnf: &'a Cnf) -> Question<'a> {
        Question::new(cnf)
            .with_limits(self.limits.clone())
            .with_options(self.options.clone())
            .with_threads(self.threads)
    }

    /// The formula within a part. The consequences of the part are unit clauses, and nothing else
    /// speaks of their variables: every engine would have to find them again, in all of the formula.
    fn within(&mut self, part: &[Lit]) -> Cnf {
        let mut within = Cnf::new();
        within.reserve_vars(self.cnf.num_vars());
        within.add_visible(self.slots.vars());
        let propagation = self.propagator.propagate(part);
        if propagation.is_conflict {
            within.add_clause(&[]);
            return within;
        }
        let mut is_true: LitMap<bool> = LitMap::new();
        is_true.grow(self.cnf.num_vars());
        for &lit in part.iter().chain(&propagation.implied) {
            if !is_true[lit] {
                is_true[lit] = true;
                within.add_clause(&[lit]);
            }
        }
        let mut left = Vec::new();
        for clause in self.cnf.clauses() {
            if !clause.iter().any(|&lit| is_true[lit]) {
                left.clear();
                left.extend(clause.iter().filter(|&&lit| !is_true[!lit]));
                within.add_clause(&left);
            }
        }
        for Group { kind, members } in self.cnf.groups() {
            if let Some(chosen) = members.iter().position(|&lit| is_true[lit]) {
                let others = members.iter().enumerate().filter(|&(at, &lit)| at != chosen && !is_true[!lit]);
                others.for_each(|(_, &lit)| within.add_clause(&[!lit]));
                continue;
            }
            left.clear();
            left.extend(members.iter().filter(|&&lit| !is_true[!lit]));
            match kind {
                GroupKind::AtMostOne => within.add_at_most_one(&left),
                GroupKind::ExactlyOne => within.add_exactly_one(&left),
            }
        }
        within
    }
}

impl CubeCount {
    fn new(answer: Answer, classes: Option<CubeClasses>) -> CubeCount {
        CubeCount { count: answer.exact_count(), classes, stop: answer.stop, method: answer.method }
    }
}

/// The clause that forbids a part.
fn negation(part: &[Lit]) -> Vec<Lit> {
    part.iter().map(|&lit| !lit).collect()
}

#[cfg(test)]
mod tests {
    use gordian_formula::{Permutation, Var};
    use gordian_testkit::{Random, solutions};

    use super::*;

    /// Places on a ring, with random clauses of two places that are the same all around, and groups
    /// of all places or of every second one.
    fn ring(size: usize, random: &mut Random) -> (Cnf, Vec<Permutation>) {
        let mut cnf = Cnf::new();
        let places = cnf.new_vars(size);
        for step in 1..size / 2 {
            let signs = [random.below(2) == 0, random.below(2) == 0];
            for start in 0..if random.below(2) == 0 { size } else { 0 } {
                cnf.add_clause(&[places[start].lit(signs[0]), places[(start + step) % size].lit(signs[1])]);
            }
        }
        let step = 1 + random.below(2);
        let (is_positive, kind) = (random.below(2) == 0, random.below(4));
        for first in 0..if size.is_multiple_of(step) { step } else { 0 } {
            let lits: Vec<Lit> = (first..size).step_by(step).map(|at| places[at].lit(is_positive)).collect();
            match kind {
                0 => cnf.add_exactly_one(&lits),
                1 => cnf.add_at_most_one(&lits),
                _ => {}
            }
        }
        let cycle: Vec<String> = (1..=size).map(|number| number.to_string()).collect();
        (cnf, vec![Permutation::parse(&format!("({})", cycle.join(" ")), size).unwrap()])
    }

    /// Unit propagation shows each lemma, and that nothing lies outside the parts.
    fn follow(cnf: &Cnf, parts: &[Vec<Lit>], lemmas: &[Vec<Lit>]) {
        let mut solver = Solver::new();
        cnf.feed(&mut solver);
        for lemma in lemmas {
            assert!(solver.propagate(&negation(lemma)).is_conflict, "{lemma:?}");
            solver.add_clause(lemma);
        }
        let rest: Vec<Vec<Lit>> = parts.iter().map(|part| negation(part)).collect();
        rest.iter().for_each(|clause| solver.add_clause(clause));
        // The negation of every beginning, the longest first.
        let mut begun: Vec<&[Lit]> = parts.iter().flat_map(|part| (0..part.len()).map(|end| &part[..end])).collect();
        begun.sort_by_key(|part| std::cmp::Reverse(part.len()));
        for part in begun {
            assert!(solver.propagate(part).is_conflict, "{part:?}");
            solver.add_clause(&negation(part));
        }
        assert!(solver.propagate(&[]).is_conflict);
    }

    #[test]
    fn parts_are_disjoint_and_hold_all_solutions_and_classes() {
        let (mut several, mut left_out) = (0, 0);
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let size = 4 + random.below(5);
            let (cnf, generators) = ring(size, &mut random);
            let group = SymmetryGroup::from_generators(&cnf, &generators, "rotations").unwrap();
            let all = solutions(&cnf);
            let question = Question::new(&cnf);
            let whole = question.clone().up_to(&group).count(&mut ()).unwrap();
            let shared = Arc::new(cnf.clone());
            let mut counter = CubeCounter::new(Arc::clone(&shared), None).unwrap();
            let mut class_counter = CubeCounter::new(shared, Some(group.clone())).unwrap();
            let contradiction = [Var::from_index(0).positive(), Var::from_index(0).negative()];
            assert_eq!(counter.count(&contradiction, &mut ()).unwrap().count, BigUint::ZERO);
            assert_eq!(class_counter.count(&contradiction, &mut ()).unwrap().classes, Some(CubeClasses::default()));
            for number in [1, 3, 8] {
                let Split { cubes: parts, lemmas } = question.split(number);
                several += usize::from(parts.len() > 3);
                left_out += lemmas.len();
                follow(&cnf, &parts, &lemmas);
                let (mut sum, mut classes) = (BigUint::ZERO, CubeClasses::default());
                let mut listed = Vec::new();
                for part in &parts {
                    let counted = counter.count(part, &mut ()).unwrap();
                    let of_classes = class_counter.count(part, &mut ()).unwrap();
                    assert_eq!(counted.count, of_classes.count);
                    let (traced, trace) = counter.count_with_trace(part, &mut ()).unwrap();
                    assert!(traced.count == counted.count && trace.is_some());
                    let mut show = |solution: &Solution<'_>| {
                        assert!(part.iter().all(|&lit| solution.model().satisfies(lit)));
                        listed.push(solution.true_vars().to_vec());
                        ControlFlow::Continue(())
                    };
                    assert_eq!(counter.list(part, &mut show).unwrap().count, counted.count);
                    let mut shown = 0;
                    let mut show = |_: &Solution<'_>| {
                        shown += 1;
                        ControlFlow::Continue(())
                    };
                    assert_eq!(class_counter.list(part, &mut show).unwrap().classes, of_classes.classes);
                    assert_eq!(Some(shown), of_classes.classes.map(|classes| classes.orbits));
                    sum += counted.count;
                    let own = of_classes.classes.unwrap();
                    classes.orbits += own.orbits;
                    classes.orbit_sum += own.orbit_sum;
                }
                assert_eq!(sum, all.len().into(), "{seed}");
                listed.sort();
                listed.dedup();
                assert_eq!(listed.len(), all.len(), "{seed}");
                assert_eq!((Some(classes.orbits), classes.orbit_sum), (whole.orbits, whole.count), "{seed}");
            }
        }
        assert!(several > 100 && left_out > 100, "{several} {left_out}");
    }
}
