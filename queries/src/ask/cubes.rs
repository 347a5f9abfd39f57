//! Disjoint parts of the space of solutions, which other processes can count.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Cnf, Lit};
use gordian_solver::Solver;
use num_bigint::BigUint;

use super::question::Question;
use crate::parallel::splits;
use crate::slots::Slots;
use crate::symmetry::{Filter, SymmetryGroup};
use crate::{Limits, Listener, Method, QueryError, Solution, Stop};

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

impl Question<'_> {
    /// Splits the space of solutions into disjoint parts that together hold all of them, at least so
    /// many where the formula has as much to choose from. A part is the literals that are true in it;
    /// parts that unit propagation refutes are left out, so there may be none.
    ///
    /// Largest parts are split first, by the smallest exactly-one group of visible variables that is
    /// left, then by single variables.
    pub fn split(&self, number: usize) -> Vec<Vec<Lit>> {
        let slots = Slots::of_formula(self.cnf);
        let choices = splits(self.cnf, &slots);
        let mut solver = Solver::new();
        self.cnf.feed(&mut solver);
        let mut whole = Vec::new();
        let mut open = VecDeque::from([(0, Vec::new())]);
        while open.len() + whole.len() < number.max(1) {
            let Some((depth, part)) = open.pop_front() else { break };
            let Some(choice) = choices.get(depth) else {
                whole.push(part);
                continue;
            };
            for &lit in choice {
                let longer: Vec<Lit> = part.iter().copied().chain([lit]).collect();
                if !solver.propagate(&longer).is_conflict {
                    open.push_back((depth + 1, longer));
                }
            }
        }
        whole.into_iter().chain(open.into_iter().map(|(_, part)| part)).collect()
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
        let whole = self.within.num_clauses();
        part.iter().for_each(|&lit| self.within.add_clause(&[lit]));
        let counted = self.count_within(listener);
        self.within.truncate_clauses(whole);
        counted
    }

    fn count_within(&self, listener: &mut dyn Listener) -> Result<CubeCount, QueryError> {
        let CubeCounter { question, slots, within } = self;
        let limits = Limits { solutions: None, ..question.limits.clone() };
        let part = Question { cnf: within, symmetry: None, known: None, checkpoint: None, limits, ..question.clone() };
        let Some(action) = question.symmetry.map(SymmetryGroup::action) else {
            let answer = part.count(listener)?;
            let (count, stop, method) = (answer.exact_count(), answer.stop, answer.method);
            return Ok(CubeCount { count, classes: None, stop, method });
        };
        let (mut filter, mut classes, mut failure) = (Filter::new(action), CubeClasses::default(), None);
        let (mut row, clock) = (Vec::new(), &part.limits.clock);
        let answer = part.list(&mut |solution: &Solution<'_>| {
            row.clear();
            row.extend(solution.true_vars().iter().filter_map(|&var| slots.of(var)));
            match filter.orbit_size(&row, clock) {
                Ok(size) => {
                    classes.orbits += u128::from(size.is_some());
                    classes.orbit_sum += size.unwrap_or_default();
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        match failure {
            Some(error) => Err(error),
            None => Ok(CubeCount {
                count: answer.exact_count(),
                classes: Some(classes),
                stop: answer.stop,
                method: answer.method,
            }),
        }
    }
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

    #[test]
    fn parts_are_disjoint_and_hold_all_solutions_and_classes() {
        let mut several = 0;
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
                let parts = question.split(number);
                several += usize::from(parts.len() > 3);
                let (mut sum, mut classes) = (BigUint::ZERO, CubeClasses::default());
                for part in &parts {
                    let counted = counter.count(part, &mut ()).unwrap();
                    let of_classes = class_counter.count(part, &mut ()).unwrap();
                    assert_eq!(counted.count, of_classes.count);
                    sum += counted.count;
                    let own = of_classes.classes.unwrap();
                    classes.orbits += own.orbits;
                    classes.orbit_sum += own.orbit_sum;
                }
                assert_eq!(sum, all.len().into(), "{seed}");
                assert_eq!((Some(classes.orbits), classes.orbit_sum), (whole.orbits, whole.count), "{seed}");
            }
        }
        assert!(several > 100);
    }
}
