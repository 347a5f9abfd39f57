//! Ways to count that are made of several searches.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use gordian_solver::Solver;
use num_bigint::BigUint;

use super::beside::{FEWEST_STEPS_PER_CLAUSE, has_sums};
use super::inquiry::Inquiry;
use super::question::Question;
use crate::classes::{Classes, symmetry_breaking};
use crate::collect::Collector;
use crate::engines::blocking::TooMany;
use crate::engines::cover::Cover;
use crate::engines::task::{Found, Task};
use crate::engines::{cdcl, chronological, exact_cover};
use crate::plan::{FEW_VISIBLE, FIRST_TICKS, LARGE, TOO_MANY, Tactic, are_rare, expected_nodes, first_attempt, tactic};
use crate::portfolio::{Contender, Entry, Lent, Waiting, attempt, race};
use crate::symmetry::{Action, Filter, SymmetryGroup};
use crate::{Answer, Engine, Listener, Method, QueryError, Refusal, Stop, SymmetryUse};

/// Steps of breaking a symmetry that are many. Sums over its group are begun meanwhile.
pub(super) const LONG_TO_BREAK: u64 = 1 << 20;

/// The findings of a first attempt at counting.
#[derive(Default)]
pub(super) struct FirstAttempt {
    /// How many solutions there are at least.
    pub(super) known: BigUint,
    /// Whether few were found, or none.
    pub(super) has_rare_solutions: bool,
}

/// A symmetry that one of several searches looks for, and another one uses as soon as it is found.
#[derive(Default)]
struct Sought {
    found: OnceLock<Option<SymmetryGroup>>,
    is_found: Arc<AtomicBool>,
}

impl Sought {
    /// The symmetry, if there is one and it is found.
    fn symmetry(&self) -> Option<&SymmetryGroup> {
        self.found.get().and_then(Option::as_ref)
    }

    /// A flag that is set when a symmetry is found.
    fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_found)
    }

    fn note(&self, symmetry: Option<SymmetryGroup>) {
        let is_found = self.found.get_or_init(|| symmetry).is_some();
        self.is_found.store(is_found, Ordering::Relaxed);
    }
}

/// A way to count, beside others.
type Beside<'a> = Contender<'a, Lent, Result<Answer, QueryError>>;

impl Inquiry<'_> {
    /// Counts solutions and classes by backtracking with the symmetry broken, in turns with what may be better: sums
    /// over the group, which need not go through all solutions; and with less effort, blocking with the symmetry
    /// broken, which is better if few classes are hard to find. If solutions are rare, sums are seldom sooner.
    ///
    /// None of the problems on which this was measured is counted soonest with the symmetry left as it is.
    pub(super) fn count_broken(&self, action: &Action, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let cost = symmetry_breaking::cost(self.slots(), action);
        let takes_long_to_break = cost >= LONG_TO_BREAK;
        // Others in the race may do what the attempt cannot.
        let few = if takes_long_to_break { None } else { self.count_few_broken(cost + FIRST_TICKS).ok() };
        let FirstAttempt { known, has_rare_solutions } = match few {
            Some(ControlFlow::Break(answer)) => return Ok(answer),
            Some(ControlFlow::Continue(few)) => few,
            None => FirstAttempt::default(),
        };
        let broken = Some(SymmetryUse::LexLeader);
        let entry = |engine: Engine| Entry::new(Method::new(engine, broken));
        let blocking = |lent| self.by_solver_beside(Engine::Blocking, broken, lent, &mut ());
        let mut others: Vec<Beside<'_>> = vec![Contender::new(entry(Engine::Blocking).slow().late(), blocking)];
        if has_sums(action) {
            let entry = Entry::new(SymmetryUse::Burnside);
            let entry = if takes_long_to_break { entry } else { entry.late() };
            let entry = if has_rare_solutions { entry.slow() } else { entry };
            others.push(Contender::new(entry, move |lent| self.count_by_sums(action, lent)));
        }
        let covers = Entry::new(Method::new(Engine::ExactCover, SymmetryUse::Orbits)).late();
        others.push(Contender::new(covers, |lent| self.search_few_covers(lent)));
        let first = |lent| self.by_solver_beside(Engine::Chronological, broken, lent, &mut *listener);
        let answer = race(&self.question.limits, entry(Engine::Chronological), first, others)?;
        Ok(answer.at_least(known))
    }

    /// Counts classes by backtracking with the symmetry broken, for about so many steps; the number, or what is known
    /// then.
    fn count_few_broken(&self, steps: u64) -> Result<ControlFlow<Answer, FirstAttempt>, QueryError> {
        let Question { limits, .. } = self.question;
        let few = self.question.clone().with_limits(first_attempt(limits).0);
        let inquiry = Inquiry { question: &few, ..*self };
        let (engine, broken) = (Engine::Chronological, Some(SymmetryUse::LexLeader));
        let search = |lent| inquiry.by_solver_beside(engine, broken, lent, &mut ());
        let answer = attempt(&few.limits, Entry::new(Method::new(engine, broken)), steps, search)?;
        // Its steps ended before it had found as many as it may.
        let has_rare_solutions = answer.stop != Some(Stop::Limit);
        Ok(match answer.is_complete() {
            true => ControlFlow::Break(answer),
            false => ControlFlow::Continue(FirstAttempt { known: answer.exact_count(), has_rare_solutions }),
        })
    }

    /// Counts solutions and classes by blocking, which finds few solutions sooner but may need long to see that there
    /// are no others, and by backtracking, in turns, both with the orbit of each solution.
    pub(super) fn count_by_orbits(&self, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let orbits = self.action().map(|_| SymmetryUse::Orbits);
        let entry = |engine| Entry::new(Method::new(engine, orbits));
        let backtracking = |lent| self.by_solver_beside(Engine::Chronological, orbits, lent, &mut ());
        let first = |lent| self.by_solver_beside(Engine::Blocking, orbits, lent, &mut *listener);
        let others = vec![Contender::new(entry(Engine::Chronological), backtracking)];
        race(&self.question.limits, entry(Engine::Blocking), first, others)
    }

    /// By the CDCL engine, in turns with others.
    pub(super) fn by_solver_beside(
        &self,
        engine: Engine,
        symmetry: Option<SymmetryUse>,
        lent: Lent,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        self.by_solver_unless(None, engine, symmetry, lent, listener)
    }

    /// The same, unless blocking finds too many solutions.
    fn by_solver_unless(
        &self,
        too_many: Option<TooMany>,
        engine: Engine,
        symmetry: Option<SymmetryUse>,
        lent: Lent,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        // Breaking the symmetry of a large group takes longer than other ways take to the end.
        let cost = match (symmetry, self.action()) {
            (Some(SymmetryUse::LexLeader), Some(action)) => symmetry_breaking::cost(self.slots(), action),
            _ => 0,
        };
        let over = || QueryError::Refused { method: Method::new(engine, symmetry), reason: Refusal::LargeGroup };
        let (limits, steps) = lent.after(cost).ok_or_else(over)?.into_engine();
        let question = self.question.clone().with_limits(limits);
        let inquiry = Inquiry { question: &question, ..*self };
        let collector =
            inquiry.collector(listener).taking_turns(|taken| steps.take_solutions(taken.solutions, taken.lines));
        inquiry.collect(Method::new(engine, symmetry), collector, |collector| {
            let task = Task { too_many, ..inquiry.task(symmetry) };
            cdcl::run(engine, &task, Some(Box::new(Waiting(Arc::clone(&steps)))), collector)
        })
    }

    /// Counts by backtracking, for a moment; the number, or what is known then.
    pub(super) fn count_few(&self) -> Result<ControlFlow<Answer, FirstAttempt>, QueryError> {
        let Question { limits, options, .. } = self.question;
        let (limits, budget) = first_attempt(limits);
        let mut listener = ();
        let mut collector = Collector::new(self.slots(), &limits, &mut listener, false);
        let mut solver = Solver::with_options(options.clone());
        self.cnf().feed(&mut solver);
        chronological::run(self.slots(), &mut solver, Classes::Untold, &budget, &mut collector);
        let has_rare_solutions = are_rare(collector.count(), solver.statistics().ticks, self.slots().num_vars());
        let found = Found { statistics: Some(solver.statistics().clone()), ..Found::default() };
        let answer = self.conclude(Engine::Chronological, collector, found)?;
        Ok(match answer.is_complete() {
            true => ControlFlow::Break(answer),
            false => ControlFlow::Continue(FirstAttempt { known: answer.exact_count(), has_rare_solutions }),
        })
    }

    /// Counts in turns by all that may fit, until one has the number: by components and by
    /// backtracking, and if that takes more than a moment, in other ways.
    ///
    /// No rule has been found that tells beforehand which one ends first: of Costas arrays, counting
    /// by components is the better one of small, backtracking of large ones, by factors.
    pub(super) fn count_by_turns(
        &self,
        has_rare_solutions: bool,
        listener: &mut dyn Listener,
    ) -> Result<Answer, QueryError> {
        self.count_in_all_ways(has_rare_solutions, listener, Entry::late)
    }

    /// Counts in turns by components, by backtracking, by backtracking with a symmetry broken, along a
    /// frontier if the formula is an exact cover that no search for covers fits, by the covers of its
    /// groups if these are few, and by blocking if solutions are.
    /// Backtracking that knows nothing of the symmetry ends first if that saves little.
    /// The last ones begin as `begin` says; but if solutions are known to be rare, blocking begins with
    /// the others, since it learns most from the space between them.
    fn count_in_all_ways(
        &self,
        has_rare_solutions: bool,
        listener: &mut dyn Listener,
        begin: impl Fn(Entry) -> Entry,
    ) -> Result<Answer, QueryError> {
        let prepared = |lent: Lent| self.after_preparing(FEWEST_STEPS_PER_CLAUSE, lent);
        let components = |lent: Lent| self.count_components_in_turns(&prepared(lent)?, listener);
        let sought = Sought::default();
        let engine = Engine::Chronological;
        let plain = |lent: Lent| self.by_solver_beside(engine, None, lent, &mut ());
        let broken = |lent: Lent| {
            let method = Method::new(engine, SymmetryUse::LexLeader);
            let symmetry = self.breakable_symmetry(&sought, &lent);
            let symmetry = symmetry.ok_or(QueryError::Refused { method, reason: Refusal::NoSymmetry })?;
            self.by_solver_broken(engine, symmetry, None, lent.again())
        };
        let with_broken = begin(Entry::new(Method::new(engine, SymmetryUse::LexLeader)));
        // It has had its moment, and found little: blocking learns more there.
        let backtracking = match has_rare_solutions {
            true => begin(Entry::new(engine)).slow_from_the_start(),
            false => Entry::new(engine),
        };
        let mut others = vec![Contender::new(backtracking, plain), Contender::new(with_broken, broken)];
        if let Ok(cover) = self.cover() {
            let entry = Entry::new(Engine::Frontier);
            others.push(Contender::new(entry, |lent| self.count_along_beside(cover, lent)));
        }
        let covers = |lent: Lent| self.search_few_covers(lent);
        others.push(Contender::new(begin(Entry::new(Engine::ExactCover)), covers));
        let blocking = Entry::new(Engine::Blocking);
        let blocking = if has_rare_solutions { blocking } else { begin(blocking) };
        let few = |lent: Lent| self.block_few(&sought, has_rare_solutions, prepared(lent)?);
        others.push(Contender::new(blocking, few));
        // If solutions are rare, it is seldom that a part is met again.
        let by_parts = Entry::new(Engine::Component);
        let by_parts = if has_rare_solutions { by_parts.slow() } else { by_parts };
        race(&self.question.limits, by_parts, components, others)
    }

    /// By the CDCL engine with a symmetry broken that nobody asked for, in turns with others.
    fn by_solver_broken(
        &self,
        engine: Engine,
        symmetry: &SymmetryGroup,
        too_many: Option<TooMany>,
        lent: Lent,
    ) -> Result<Answer, QueryError> {
        let question = self.question.clone().up_to(symmetry);
        let inquiry = Inquiry { question: &question, ..*self };
        let broken = Some(SymmetryUse::LexLeader);
        inquiry.by_solver_unless(too_many, engine, broken, lent, &mut ()).map(Answer::without_classes)
    }

    /// By blocking, in turns with others; gives up if many solutions are found soon, unless they are known to be rare,
    /// or there cannot be many. Begins again with a symmetry broken as soon as one is found.
    fn block_few(&self, sought: &Sought, has_rare_solutions: bool, lent: Lent) -> Result<Answer, QueryError> {
        let engine = Engine::Blocking;
        let may_be_many = !has_rare_solutions && self.slots().len() > FEW_VISIBLE;
        let too_many = may_be_many.then_some(TOO_MANY);
        let mut known = BigUint::ZERO;
        let symmetry = match sought.symmetry() {
            Some(symmetry) => symmetry,
            None => {
                let lent = lent.again().until(sought.flag());
                let plain = self.by_solver_unless(too_many, engine, None, lent, &mut ())?;
                known = plain.exact_count();
                if !plain.is_complete() && too_many.is_some_and(|most| known == most.solutions.into()) {
                    return Err(QueryError::Refused { method: engine.into(), reason: Refusal::Memory });
                }
                let Some(symmetry) = sought.symmetry().filter(|_| !plain.is_complete()) else { return Ok(plain) };
                symmetry
            }
        };
        Ok(self.by_solver_broken(engine, symmetry, too_many, lent.again())?.at_least(known))
    }

    /// A symmetry by which all solutions follow from one of each class: the known one, or what is
    /// found in a formula that is small enough to look, in turns with others.
    fn breakable_symmetry<'s>(&self, sought: &'s Sought, lent: &Lent) -> Option<&'s SymmetryGroup> {
        let can_break = |group: &SymmetryGroup| {
            group.order().is_some_and(|order| order > 1) && symmetry_breaking::can_break(group.action())
        };
        let cnf = self.cnf();
        if sought.found.get().is_none() {
            let found = match self.question.known {
                Some(known) if can_break(known) => Some(known.clone()),
                _ if cnf.num_clauses() > LARGE || self.slots().len() > LARGE => None,
                _ => {
                    let is_over = &mut |steps| lent.turn.take(steps).is_break();
                    SymmetryGroup::detect_small(cnf, self.clock(), is_over).continue_value()?.filter(can_break)
                }
            };
            sought.note(found);
        }
        sought.symmetry()
    }

    /// Lists all solutions as images under a known symmetry of those that a search finds; `None`
    /// where there is none, or the search would be short, or a limit says that some solutions are
    /// enough: these would be all alike.
    pub(super) fn list_by_images(
        &self,
        cover: &Cover,
        listener: &mut dyn Listener,
    ) -> Option<Result<Answer, QueryError>> {
        let Question { known, symmetry, limits, checkpoint, .. } = self.question;
        let action = known.filter(|_| symmetry.is_none() && limits.solutions.is_none())?.action();
        if !Filter::is_without_memory(action)
            || checkpoint.is_some()
            || matches!(tactic(expected_nodes(cover, self.clock())), Tactic::Search)
        {
            return None;
        }
        let mut collector = self.collector(listener);
        let nodes = exact_cover::run_by_images(cover, self.slots(), action, limits, &mut collector);
        Some(nodes.and_then(|nodes| self.conclude(Engine::ExactCover, collector, Found::nodes(nodes))))
    }
}

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink, Cnf, Lit};
    use gordian_testkit::Random;

    use super::*;
    use crate::Limits;
    use crate::engines::reading::Reading;
    use crate::method::Goal;

    /// Clauses with all their images under a rotation of the variables, of which those of the first cycle are visible.
    fn symmetric_formula(seed: u64) -> Cnf {
        let mut random = Random::new(seed);
        let cycle = 4 + random.below(4);
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(2 * cycle);
        for _ in 0..1 + random.below(3) {
            let mut clause: Vec<(usize, bool)> =
                (0..2 + random.below(2)).map(|_| (random.below(2 * cycle), random.below(2) == 0)).collect();
            // Without tautologies, which leave nearly every permutation a symmetry.
            clause.sort_unstable();
            clause.dedup_by_key(|lit| lit.0);
            for turn in 0..cycle {
                let turned = |&(at, sign): &(usize, bool)| vars[at / cycle * cycle + (at + turn) % cycle].lit(sign);
                cnf.add_clause(&clause.iter().map(turned).collect::<Vec<Lit>>());
            }
        }
        if random.below(2) == 0 {
            cnf.add_visible(&vars[..cycle]);
        }
        cnf
    }

    #[test]
    fn a_symmetry_that_nobody_asked_for_changes_no_number() {
        let mut broken = 0;
        for seed in 0..300 {
            let cnf = symmetric_formula(seed);
            let question = Question::new(&cnf);
            let reading = Reading::new(&cnf);
            let inquiry = question.inquiry(&reading, Goal::Count);
            let expected = Question::new(&cnf).with_method(Engine::Chronological).count(&mut ()).unwrap();
            let limits = Limits::none();
            let sought = Sought::default();
            let symmetry = attempt(&limits, Entry::new(Engine::Blocking), u64::MAX, |lent| {
                inquiry.breakable_symmetry(&sought, &lent)
            });
            for way in 0..5 {
                let search = |lent: Lent| match (way, symmetry) {
                    (0, Some(symmetry)) => inquiry.by_solver_broken(Engine::Blocking, symmetry, None, lent),
                    (1, Some(symmetry)) => inquiry.by_solver_broken(Engine::Chronological, symmetry, None, lent),
                    (2, Some(_)) => inquiry.block_few(&sought, seed % 2 == 0, lent),
                    (3, _) => inquiry.search_few_covers(lent),
                    _ => inquiry.block_few(&Sought::default(), seed % 2 == 0, lent),
                };
                match race(&limits, Entry::new(Engine::Blocking), search, Vec::new()) {
                    Ok(answer) => {
                        assert_eq!((answer.stop, answer.count, answer.orbits), (None, expected.count, None), "{seed}");
                        assert!(answer.attempts.iter().all(|attempt| attempt.steps > 0));
                        broken += u32::from(answer.method.symmetry == Some(SymmetryUse::LexLeader));
                    }
                    Err(QueryError::Refused { .. }) => assert!(way > 1 || symmetry.is_none(), "{seed}"),
                    Err(error) => panic!("{seed}: {error}"),
                }
            }
            for begin in [Entry::late, |at_once| at_once] {
                let answer = inquiry.count_in_all_ways(seed % 2 == 0, &mut (), begin).unwrap();
                assert_eq!((answer.stop, answer.count), (None, expected.count), "{seed}");
            }
        }
        assert!(broken > 600, "{broken}");
    }

    #[test]
    fn sums_that_take_turns_bring_the_classes() {
        let limits = Limits::none();
        for seed in 0..200 {
            let cnf = symmetric_formula(seed);
            let reading = Reading::new(&cnf);
            let group = SymmetryGroup::detect(&cnf);
            let question = Question::new(&cnf).up_to(&group);
            let inquiry = question.inquiry(&reading, Goal::Count);
            let expected = question.clone().with_method(Engine::Blocking).count(&mut ()).unwrap();
            let sums = |lent| inquiry.count_by_sums(group.action(), lent).unwrap();
            let answer = race(&limits, Entry::new(SymmetryUse::Burnside), sums, Vec::new());
            assert_eq!(
                (answer.exact_count(), answer.exact_orbits()),
                (expected.exact_count(), expected.exact_orbits())
            );
            for answer in [inquiry.count_broken(group.action(), &mut ()), inquiry.count_by_orbits(&mut ())] {
                let answer = answer.unwrap();
                assert_eq!(
                    (answer.exact_count(), answer.exact_orbits()),
                    (expected.exact_count(), expected.exact_orbits())
                );
            }
        }
    }
}
