//! Disjoint parts of the space of solutions, which other processes can count.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Cnf, Lit};
use gordian_solver::Solver;
use num_bigint::BigUint;

use super::question::Question;
use crate::engines::component::Trace;
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

    /// Prepares for counting the solutions of parts.
    ///
    /// # Errors
    /// If the symmetry was made for other variables, or does not allow to count in parts, since
    /// solutions would have to be remembered.
    pub fn in_parts(&self) -> Result<CubeCounter<'_>, QueryError> {
        let slots = Slots::of_formula(self.cnf);
        if self.symmetry.is_some_and(|group| !group.acts_on(&slots)) {
            return Err(QueryError::ForeignGroup);
        }
        if self.symmetry.is_some_and(|group| !Filter::is_without_memory(group.action())) {
            return Err(QueryError::NotInParts);
        }
        let mut within = self.cnf.clone();
        within.add_visible(slots.vars());
        Ok(CubeCounter { question: self.clone(), slots, within })
    }
}

/// Counts the solutions of parts, one part after the other.
#[derive(Debug)]
pub struct CubeCounter<'a> {
    question: Question<'a>,
    slots: Slots,
    /// The formula; while a part is counted, its literals stand at the end as unit clauses.
    within: Cnf,
}

impl CubeCounter<'_> {
    /// Counts the solutions of one part. The method and the limits are those of the question; where a
    /// symmetry is given, the solutions are gone through.
    ///
    /// # Errors
    /// As [`Question::count`].
    pub fn count(&mut self, part: &[Lit], listener: &mut dyn Listener) -> Result<CubeCount, QueryError> {
        match self.question.symmetry {
            Some(_) => self.list(part, &mut |_| ControlFlow::Continue(())),
            None => ask_within(&self.question, &mut self.within, part, |question| {
                Ok(CubeCount::new(question.count(listener)?, None))
            }),
        }
    }

    /// Counts the solutions of one part by components, and brings a trace of the search that proves
    /// the number for the formula with the literals of the part as unit clauses; none if it was
    /// stopped.
    ///
    /// # Errors
    /// As [`Question::count_with_trace`].
    pub fn count_with_trace(
        &mut self,
        part: &[Lit],
        listener: &mut dyn Listener,
    ) -> Result<(CubeCount, Option<Trace>), QueryError> {
        let symmetry = self.question.symmetry;
        ask_within(&self.question, &mut self.within, part, |question| {
            let (answer, trace) = question.up_to(symmetry).count_with_trace(listener)?;
            Ok((CubeCount::new(answer, None), trace))
        })
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
        let CubeCounter { question: whole, slots, within } = self;
        let action = whole.symmetry.map(SymmetryGroup::action);
        ask_within(whole, within, part, |question| {
            let Some(action) = action else {
                return Ok(CubeCount::new(question.list(&mut |found: &Solution<'_>| show(found))?, None));
            };
            let (mut filter, mut classes, mut failure) = (Filter::new(action), CubeClasses::default(), None);
            let (mut row, clock) = (Vec::new(), question.limits.clock.clone());
            let answer = question.list(&mut |solution: &Solution<'_>| {
                row.clear();
                row.extend(solution.true_vars().iter().filter_map(|&var| slots.of(var)));
                match filter.orbit_size(&row, &clock) {
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
        })
    }
}

/// Asks the question of one part, without its symmetry. `cnf` is its formula.
fn ask_within<T>(
    question: &Question<'_>,
    cnf: &mut Cnf,
    part: &[Lit],
    ask: impl FnOnce(Question<'_>) -> Result<T, QueryError>,
) -> Result<T, QueryError> {
    let whole = cnf.num_clauses();
    part.iter().for_each(|&lit| cnf.add_clause(&[lit]));
    let limits = Limits { solutions: None, ..question.limits.clone() };
    let answered = ask(Question { cnf, symmetry: None, known: None, checkpoint: None, limits, ..question.clone() });
    cnf.truncate_clauses(whole);
    answered
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
    use gordian_formula::Permutation;
    use gordian_testkit::{Random, solutions};

    use super::*;

    /// Places on a ring, with random clauses of two places that are the same all around.
    fn ring(size: usize, random: &mut Random) -> (Cnf, Vec<Permutation>) {
        let mut cnf = Cnf::new();
        let places = cnf.new_vars(size);
        for step in 1..size / 2 {
            let signs = [random.below(2) == 0, random.below(2) == 0];
            for start in 0..if random.below(2) == 0 { size } else { 0 } {
                cnf.add_clause(&[places[start].lit(signs[0]), places[(start + step) % size].lit(signs[1])]);
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
            let of_classes = question.clone().up_to(&group);
            let (mut counter, mut class_counter) = (question.in_parts().unwrap(), of_classes.in_parts().unwrap());
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
