//! In how many solutions each variable is true.

use std::ops::ControlFlow;

use gordian_formula::ClauseSink;
use num_bigint::BigUint;

use super::question::Question;
use crate::engines::component::{self, Halt, Marginals, Style};
use crate::engines::reading::Reading;
use crate::facts::{Counts, Facts, Tally, of_cover};
use crate::plan::{MOST_LISTED, QUICK_TICKS};
use crate::{Engine, Listener, QueryError, Settled, Stop};

/// So many counts, of a moment each, may take as long as making a diagram. It holds a node for each
/// decision, so that bounds its memory, too.
const MOST_COUNTS: u64 = 16;

impl Question<'_> {
    /// Finds in how many solutions each visible variable is true, by the method that fits: in one
    /// pass over the diagram of an exact cover; looking at all solutions while they are not too
    /// many; else in two passes over the diagram of a count by components; or, if that takes long,
    /// with one count for each variable that is not fixed. The facts are those of this question; as
    /// they are, the numbers are of all solutions, whatever symmetry was given. The listener hears
    /// how many variables are counted, where they are counted one after the other. If that is
    /// stopped, the facts tell some solutions at least.
    ///
    /// # Errors
    /// As [`Question::count`].
    pub fn count_each(&self, facts: &Facts, listener: &mut dyn Listener) -> Result<Counts, QueryError> {
        let counts = self.count_each_if_in_time(facts, listener)?;
        Ok(if counts.stop.is_some() { with_seen(counts, facts) } else { counts })
    }

    fn count_each_if_in_time(&self, facts: &Facts, listener: &mut dyn Listener) -> Result<Counts, QueryError> {
        if let Some(counts) = &facts.tally {
            return Ok(counts.clone());
        }
        let question = self.of_all();
        if let Some(tally) = of_cover(&Reading::new(self.cnf), &question.limits)? {
            return Ok(tally.into_counts());
        }
        let (total, stop) = question.number()?;
        if stop.is_none() && total <= MOST_LISTED.into() {
            let mut tally = Tally::new(self.cnf);
            tally.stop = question.list(&mut tally)?.stop;
            return Ok(tally.into_counts());
        }
        if stop.is_none()
            && let Some(of_true) = self.by_diagram(facts, &total)?
        {
            return Ok(Counts { total, of_true, stop });
        }
        let mut counts = Counts { total, of_true: vec![BigUint::ZERO; facts.visible.len()], stop };
        for (rank, &var) in facts.visible.iter().enumerate() {
            if counts.stop.is_some() {
                break;
            }
            listener.settled(Settled { settled: rank, of: facts.visible.len() });
            counts.of_true[rank] = match facts.fixed[rank] {
                Some(true) => counts.total.clone(),
                Some(false) => BigUint::ZERO,
                None => {
                    let mut with = self.cnf.clone();
                    with.add_visible(&facts.visible);
                    with.add_clause(&[var.positive()]);
                    let (number, stop) = Question { cnf: &with, ..question.clone() }.number()?;
                    counts.stop = counts.stop.or(stop);
                    number
                }
            };
        }
        Ok(counts)
    }

    /// In how many of this many solutions each visible variable is true, by a diagram; `None` if it
    /// takes long to make one.
    fn by_diagram(&self, facts: &Facts, total: &BigUint) -> Result<Option<Vec<BigUint>>, QueryError> {
        let open = facts.fixed.iter().filter(|fixed| fixed.is_none()).count() as u64;
        let allowed = open.min(MOST_COUNTS) * QUICK_TICKS;
        let counting = component::count(self.cnf, Style::Diagram, &mut |advance| match advance.ticks > allowed
            || self.limits.clock.is_over()
        {
            true => ControlFlow::Break(Halt::Needless),
            false => ControlFlow::Continue(()),
        });
        let (Some(_), Some(trace)) = (counting.number, counting.trace) else { return Ok(None) };
        let marginals = Marginals::of_diagram(&trace.nnf(self.cnf), &facts.visible);
        if marginals.total != *total {
            return Err(QueryError::disagreement(
                [total, &marginals.total].map(|number| (Engine::Component.into(), number)),
            ));
        }
        Ok(Some(facts.visible.iter().map(|var| marginals.of(var.positive()).clone()).collect()))
    }

    /// The number of solutions, and what ended the count before all were counted.
    fn number(&self) -> Result<(BigUint, Option<Stop>), QueryError> {
        let answer = self.count(&mut ())?;
        Ok((answer.exact_count(), answer.stop))
    }
}

/// The numbers with the solutions that the facts have seen.
fn with_seen(mut counts: Counts, facts: &Facts) -> Counts {
    let seen = facts.first.iter().chain(&facts.second).count();
    counts.total = counts.total.max(seen.into());
    for (rank, number) in counts.of_true.iter_mut().enumerate() {
        let least = match (facts.fixed[rank], facts.seen[rank]) {
            (Some(true), _) => counts.total.clone(),
            (_, [is_seen, _]) => u32::from(is_seen).into(),
        };
        *number = least.max(std::mem::take(number));
    }
    counts
}

#[cfg(test)]
mod tests {
    use gordian_formula::{Cnf, Lit, Model, Var};
    use gordian_testkit::{Random, models};

    use super::*;
    use crate::{Limits, Status};

    fn random_formula(seed: u64, num_vars: usize) -> Cnf {
        let mut random = Random::new(seed);
        let mut cnf = Cnf::new();
        cnf.reserve_vars(num_vars);
        for _ in 0..3 * num_vars {
            let lits: Vec<Lit> = (0..2 + random.below(2))
                .map(|_| Var::from_index(random.below(num_vars)).lit(random.below(2) == 0))
                .collect();
            cnf.add_clause(&lits);
        }
        if random.below(2) == 0 {
            let vars: Vec<Var> = (0..num_vars / 2).map(Var::from_index).collect();
            cnf.add_visible(&vars);
        }
        cnf
    }

    #[test]
    fn facts_and_counts_are_those_of_all_models() {
        let (mut unique, mut mixed, mut none) = (0, 0, 0);
        for seed in 0..400 {
            let num_vars = 3 + seed as usize % 7;
            let cnf = random_formula(seed, num_vars);
            let visible = cnf.projection();
            let shown = |model: Model| visible.iter().map(|&var| model.value(var)).collect();
            let mut solutions: Vec<Vec<bool>> = models(&cnf).map(shown).collect();
            solutions.sort();
            solutions.dedup();
            let found = Question::new(&cnf).facts(&mut ());
            assert_eq!(found.status == Status::Satisfiable, !solutions.is_empty(), "{seed}");
            assert_eq!(found.is_unique(), Some(solutions.len() == 1), "{seed}");
            if solutions.is_empty() {
                none += 1;
                continue;
            }
            let counted = Question::new(&cnf).count_each(&found, &mut ()).unwrap();
            assert_eq!(counted.total, solutions.len().into());
            for rank in 0..visible.len() {
                let trues = solutions.iter().filter(|solution| solution[rank]).count();
                let expected = if trues == 0 {
                    Some(false)
                } else if trues == solutions.len() {
                    Some(true)
                } else {
                    None
                };
                assert_eq!(found.fixed[rank], expected, "{seed}");
                assert_eq!(counted.of_true[rank], trues.into(), "{seed}");
                assert_eq!(found.seen[rank], [trues > 0, trues < solutions.len()], "{seed}");
            }
            if let (Some(first), Some(second)) = (&found.first, &found.second) {
                assert!(cnf.first_violated(first).is_none() && cnf.first_violated(second).is_none());
                assert!(visible.iter().any(|&var| first.value(var) != second.value(var)), "{seed}");
            }
            unique += usize::from(solutions.len() == 1);
            mixed += usize::from(found.fixed.iter().flatten().count() > 0 && solutions.len() > 1);
        }
        assert!(unique > 10 && mixed > 50 && none > 10, "{unique} {mixed} {none}");
    }

    /// A listener that keeps what was settled.
    #[derive(Default)]
    struct Heard(Vec<Settled>);

    impl Listener for Heard {
        fn solution(&mut self, _: &crate::Solution<'_>) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn settled(&mut self, settled: Settled) {
            self.0.push(settled);
        }
    }

    #[test]
    fn a_listener_hears_how_much_is_settled() {
        let (mut most, mut contradictions) = (0, 0);
        for seed in 0..100 {
            let cnf = random_formula(seed, 12);
            let mut heard = Heard::default();
            let found = Question::new(&cnf).facts(&mut heard);
            let Heard(facts) = &heard;
            assert!(facts.is_sorted_by_key(|one| one.settled), "{seed}: {facts:?}");
            assert!(facts.iter().all(|one| one.of == found.visible.len() && one.settled <= one.of), "{seed}");
            if found.status == Status::Satisfiable {
                assert!(facts.last().is_some_and(|last| last.settled == last.of), "{seed}: {facts:?}");
                most = most.max(facts.len());
                continue;
            }
            let mut heard = Heard::default();
            let crate::Explanation::Contradiction(found) = Question::new(&cnf).explain_clauses(&mut heard) else {
                panic!("{seed}: there is no solution")
            };
            let Heard(tried) = &heard;
            assert!(tried.is_sorted_by_key(|one| one.settled), "{seed}: {tried:?}");
            assert!(tried.iter().all(|one| one.of == cnf.num_clauses() && one.settled <= one.of), "{seed}");
            assert!(tried.len() as u64 + 1 >= found.calls, "each call is heard of, but for the last: {seed}");
            contradictions += 1;
        }
        assert!(most > 2 && contradictions > 5, "{most} {contradictions}");
    }

    #[test]
    fn a_diagram_tells_what_single_counts_tell() {
        let mut random = Random::new(0xd1a9);
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(60);
        for triple in vars.windows(3) {
            cnf.add_clause(&triple.iter().map(|var| var.lit(random.chance(40))).collect::<Vec<_>>());
        }
        cnf.add_visible(&vars[..50]);
        let question = Question::new(&cnf);
        let found = question.facts(&mut ());
        let (total, _) = question.number().unwrap();
        assert!(total > MOST_LISTED.into());
        let of_true = question.by_diagram(&found, &total).unwrap().expect("it is made in a moment");
        assert_eq!(question.count_each(&found, &mut ()).unwrap().of_true, of_true);
        for (rank, &var) in found.visible.iter().enumerate() {
            let mut with = cnf.clone();
            with.add_clause(&[var.positive()]);
            assert_eq!(Question::new(&with).number().unwrap().0, of_true[rank], "{var:?}");
        }
    }

    #[test]
    fn what_was_seen_is_known_when_there_is_no_time_to_count() {
        let (mut fixed, mut seen) = (0, 0);
        for seed in 0..400 {
            let cnf = random_formula(seed, 8);
            let question = Question::new(&cnf);
            let found = question.facts(&mut ());
            if found.status != Status::Satisfiable || found.tally.is_some() {
                continue;
            }
            let all = question.count_each(&found, &mut ()).unwrap();
            let is_over = std::sync::Arc::new(true.into());
            let stopped = question.clone().with_limits(Limits::none().with_terminator(is_over));
            let counts = stopped.count_each(&found, &mut ()).unwrap();
            assert_eq!(counts.stop, Some(Stop::Terminated), "{seed}");
            assert!((1_u32.into()..=all.total).contains(&counts.total), "{seed}");
            for (rank, (number, all)) in counts.of_true.iter().zip(&all.of_true).enumerate() {
                assert!(number <= all && (*number == BigUint::ZERO) == (*all == BigUint::ZERO), "{seed}: {rank}");
                fixed += u32::from(found.fixed[rank] == Some(true));
                seen += u32::from(found.fixed[rank].is_none());
            }
        }
        assert!(fixed > 50 && seen > 200, "{fixed} {seen}");
    }

    #[test]
    fn covers_tell_what_the_engine_finds() {
        let (mut applied, mut with_fixed) = (0, 0);
        for seed in 0..600 {
            let mut cnf = random_formula(seed, 2 + seed as usize % 3);
            let vars = cnf.new_vars(6);
            let mut random = Random::new(seed);
            for _ in 0..3 {
                let members = vars.iter().filter(|_| random.chance(50)).map(|var| var.positive());
                cnf.add_exactly_one(&members.collect::<Vec<_>>());
            }
            let Some(tally) = of_cover(&Reading::new(&cnf), &Limits::none()).unwrap() else { continue };
            let found = Question::new(&cnf).facts(&mut ());
            assert!(found.tally.is_none(), "the engine has found it in a moment");
            let told = tally.into_facts(Facts::unknown(cnf.projection()));
            assert_eq!((told.status, told.stop, &told.fixed), (found.status, None, &found.fixed), "{seed}");
            assert_eq!((told.is_unique(), &told.seen), (found.is_unique(), &found.seen), "{seed}");
            if let (Some(first), Some(second)) = (&told.first, &told.second) {
                assert!(cnf.first_violated(first).is_none() && cnf.first_violated(second).is_none());
                assert!(told.visible.iter().any(|&var| first.value(var) != second.value(var)), "{seed}");
            }
            applied += 1;
            with_fixed += usize::from(told.fixed.iter().any(Option::is_some));
        }
        assert!(applied > 100 && with_fixed > 50, "{applied} {with_fixed}");
    }
}
