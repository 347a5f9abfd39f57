//! Solutions drawn at random.

use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Cnf, Lit};
use gordian_solver::{Outcome, Solver};
use num_bigint::BigUint;

use super::question::Question;
use crate::collect::Collector;
use crate::engines::component::{self, Halt};
use crate::engines::exact_cover::Rows;
use crate::engines::frontier::{self, Allowance, Diagram, unless_too_large};
use crate::engines::reading::Reading;
use crate::engines::task::Found;
use crate::method::Goal;
use crate::plan::{MOST_LISTED, diagram_or_search};
use crate::slots::{Slots, true_slots};
use crate::{Answer, Counted, Engine, Limits, Listener, Method, Progress, QueryError, Solution, Stop};

/// Ticks that a diagram may take at least, a moment; and how many times as many as the count took, at most: it takes
/// about as many, and memory as well.
const FEWEST_TICKS: u64 = 1 << 24;
const MOST_COUNTS: u64 = 8;

impl Question<'_> {
    /// Brings `number` different solutions drawn at random, all if there are no more: each set of
    /// so many is equally likely, as far as the generator of random numbers goes, which the seed of
    /// the engine's options starts. If a symmetry is given, classes are drawn. The answer is that
    /// of [`Question::count`].
    ///
    /// The solutions are counted first, and it is drawn which ones to take of the order in which
    /// they come. Solutions of an exact cover are read off the diagram of its covers. Few solutions
    /// of other formulas are listed, many are read off the diagram of a search by components. If
    /// making that takes too long, the space of assignments is split by the value of a variable, and
    /// each side is counted, until a part has few solutions (Jerrum, Valiant & Vazirani, *Random
    /// generation of combinatorial structures from a uniform distribution*, 1986).
    ///
    /// # Errors
    /// As [`Question::count`].
    pub fn sample(&self, number: u64, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let number =
            number.min(self.limits.solutions.map_or(u64::MAX, |limit| u64::try_from(limit).unwrap_or(u64::MAX)));
        let question = Question { limits: Limits { solutions: None, ..self.limits.clone() }, ..self.clone() };
        question.sample_by(number, MOST_LISTED, listener)
    }

    fn sample_by(&self, number: u64, most_listed: u32, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let reading = self.reading()?;
        let inquiry = self.inquiry(&reading, Goal::Count);
        if let Some(answer) = self.sample_of_diagram(number, &reading, listener)? {
            return if self.check && answer.is_complete() { inquiry.confirm(answer) } else { Ok(answer) };
        }
        let mut answer = inquiry.answer(&mut OnlyProgress(listener))?;
        if !answer.is_complete() {
            return Ok(answer);
        }
        let total = answer.exact_orbits().unwrap_or_else(|| answer.exact_count());
        let mut search = Search { question: self, visible: &reading.slots, most_listed, listener, stop: None };
        let ranks = draw(&total, number, &mut fastrand::Rng::with_seed(self.options.seed()));
        match self.symmetry {
            Some(_) => search.pick(&self.to_list(), total, &ranks)?,
            None if search.draw_from_parts(&answer, &total, &ranks)? => {}
            None => search.descend(total, ranks)?,
        }
        answer.stop = search.stop;
        Ok(answer)
    }

    /// Solutions of an exact cover, by the diagram; `None` where there is no such thing.
    fn sample_of_diagram(
        &self,
        number: u64,
        reading: &Reading<'_>,
        listener: &mut dyn Listener,
    ) -> Result<Option<Answer>, QueryError> {
        let method = Method::from(Engine::Frontier);
        let is_free = self.method == Method::default();
        if self.symmetry.is_some() || !is_free && self.method != method {
            return Ok(None);
        }
        let refused = |reason| if is_free { Ok(None) } else { Err(QueryError::Refused { method, reason }) };
        let inquiry = self.inquiry(reading, Goal::List);
        let cover = match inquiry.cover() {
            Ok(cover) => cover,
            Err(reason) => return refused(reason),
        };
        let allowance = match is_free {
            true => diagram_or_search(cover, &self.limits.clock).0,
            false => Allowance::of_memory(),
        };
        let mut collector = Collector::new(&reading.slots, &self.limits, listener, false);
        let mut effort = frontier::Effort::default();
        let diagram = Diagram::new(cover, &allowance, &mut effort, &mut || collector.poll());
        let diagram = match unless_too_large(diagram) {
            Ok(Some(diagram)) => diagram,
            Ok(None) => return inquiry.conclude(method, collector, Found::nodes(effort.states)).map(Some),
            Err(reason) => return refused(reason),
        };
        let total = diagram.total();
        let mut rows = Rows::new(cover, &reading.slots);
        for rank in draw(&total, number, &mut fastrand::Rng::with_seed(self.options.seed())) {
            let row = rows.of_options(&diagram.at(rank));
            if collector.take(row, None, None, 1).is_break() || collector.poll().is_break() {
                break;
            }
        }
        let answer = inquiry.conclude(method, collector, Found::nodes(effort.states))?;
        let stop = answer.stop;
        Ok(Some(Answer { stop, ..answer.with_totals(total, None) }))
    }

    /// This question about a part of the space.
    fn of_part<'b>(&'b self, part: &'b Cnf) -> Question<'b> {
        Question { cnf: part, known: None, check: false, checkpoint: None, ..self.clone() }
    }

    /// This question, to list by its method if that lists.
    fn to_list(&self) -> Self {
        let lists = self.method.use_for(self.symmetry.is_some(), Goal::List).is_ok();
        let method = if lists { self.method } else { Method::default() };
        Question { method, check: false, checkpoint: None, ..self.clone() }
    }
}

/// The search for solutions by their ranks.
struct Search<'a, 'b> {
    question: &'a Question<'a>,
    visible: &'a Slots,
    most_listed: u32,
    listener: &'b mut dyn Listener,
    stop: Option<Stop>,
}

/// A part of the space, the number of its solutions, and the ranks of those that are wanted, ascending.
struct Part {
    decided: Vec<Lit>,
    total: BigUint,
    ranks: Vec<BigUint>,
}

impl Search<'_, '_> {
    /// Brings the solutions of these ranks by the diagram of a search by components; false if there are so few that
    /// they can be listed, or it takes longer than counting parts of the space would.
    fn draw_from_parts(&mut self, answer: &Answer, total: &BigUint, ranks: &[BigUint]) -> Result<bool, QueryError> {
        let question = self.question;
        let fits = question.method.engine.is_none_or(|engine| engine == Engine::Component);
        if !fits || *total <= self.most_listed.into() {
            return Ok(false);
        }
        // Each split of the space takes about as long as the first count.
        let splits = total.bits() - u64::from(self.most_listed.ilog2());
        let effort: u64 = answer.attempts.iter().map(|attempt| attempt.steps).sum();
        let allowed = splits.min(MOST_COUNTS).saturating_mul(effort).max(FEWEST_TICKS);
        let mut collector = Collector::new(self.visible, &question.limits, &mut *self.listener, false);
        let compiled = component::compile(question.cnf, &mut |advance| {
            let is_over = advance.ticks > allowed || collector.advance(advance.share).is_break();
            if is_over { ControlFlow::Break(Halt::Needless) } else { ControlFlow::Continue(()) }
        });
        let Some(compiled) = compiled else {
            self.stop = collector.finish()?.stop;
            return Ok(self.stop.is_some());
        };
        let method = Method::from(Engine::Component);
        let number = compiled.total();
        if number != *total {
            return Err(QueryError::disagreement([(answer.method, total), (method, &number)]));
        }
        let mut solver = Solver::with_options(question.options.clone());
        question.cnf.feed(&mut solver);
        let mut row = Vec::new();
        for rank in ranks {
            match (solver.solve_within(&compiled.at(rank), &question.limits.budget()), solver.model()) {
                (Outcome::Satisfiable, Some(model)) => {
                    true_slots(self.visible, &model, &mut row);
                    if collector.take(&row, Some(&model), None, 1).is_break() {
                        break;
                    }
                }
                (Outcome::Unsatisfiable, _) => {
                    // The diagram has a solution there, the solver none.
                    let both = [(method, &1u32.into()), (Engine::Blocking.into(), &BigUint::ZERO)];
                    return Err(QueryError::disagreement(both));
                }
                (Outcome::Unknown(interrupt), _) => {
                    let _: ControlFlow<()> = collector.stop(interrupt.into());
                    break;
                }
                (Outcome::Satisfiable, None) => unreachable!("a satisfied formula has a model"),
            }
            if collector.poll().is_break() {
                break;
            }
        }
        self.stop = collector.finish()?.stop;
        Ok(true)
    }

    /// Brings the solutions of these ranks, by halves of the space.
    fn descend(&mut self, total: BigUint, ranks: Vec<BigUint>) -> Result<(), QueryError> {
        let mut open = vec![Part { decided: Vec::new(), total, ranks }];
        while let Some(part) = open.pop() {
            if part.ranks.is_empty() {
                continue;
            }
            let Part { decided, total, ranks } = part;
            let next = self.visible.vars().get(decided.len());
            let Some(&var) = next.filter(|_| total > self.most_listed.into()) else {
                let cnf = self.with(&decided);
                self.pick(&self.question.of_part(&cnf).to_list(), total, &ranks)?;
                if self.stop.is_some() {
                    break;
                }
                continue;
            };
            let side = |value: bool| decided.iter().copied().chain([var.lit(value)]).collect::<Vec<_>>();
            let cnf = self.with(&side(false));
            let counted = self.question.of_part(&cnf).count(&mut ())?;
            if !counted.is_complete() {
                self.stop = counted.stop;
                break;
            }
            let of_false = counted.exact_count();
            if of_false > total {
                return Err(disagreement(&counted, &total));
            }
            let split = ranks.partition_point(|rank| *rank < of_false);
            let of_true = ranks[split..].iter().map(|rank| rank - &of_false).collect();
            open.push(Part { decided: side(true), total: total - &of_false, ranks: of_true });
            open.push(Part { decided: side(false), total: of_false, ranks: ranks[..split].to_vec() });
        }
        Ok(())
    }

    /// The formula with these literals true.
    fn with(&self, decided: &[Lit]) -> Cnf {
        let mut cnf = self.question.cnf.clone();
        decided.iter().for_each(|&lit| cnf.add_clause(&[lit]));
        cnf
    }

    /// Brings those of all that are listed that have these ranks.
    fn pick(&mut self, question: &Question<'_>, total: BigUint, ranks: &[BigUint]) -> Result<(), QueryError> {
        let mut picker = Picker {
            ranks: ranks.iter(),
            next: None,
            seen: BigUint::ZERO,
            is_stopped: false,
            listener: &mut *self.listener,
        };
        picker.next = picker.ranks.next();
        if picker.next.is_none() {
            return Ok(());
        }
        let answer = question.list(&mut picker)?;
        if picker.is_stopped {
            self.stop = Some(Stop::Listener);
        } else if picker.next.is_some() {
            match answer.stop {
                Some(stop) => self.stop = Some(stop),
                None => return Err(disagreement(&answer, &total)),
            }
        }
        Ok(())
    }
}

/// Hands on the solutions with some ranks.
struct Picker<'a, 'b> {
    ranks: std::slice::Iter<'a, BigUint>,
    next: Option<&'a BigUint>,
    seen: BigUint,
    is_stopped: bool,
    listener: &'b mut dyn Listener,
}

impl Listener for Picker<'_, '_> {
    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        if self.next == Some(&self.seen) {
            self.next = self.ranks.next();
            self.is_stopped = self.listener.solution(solution).is_break();
        }
        self.seen += 1_u32;
        if self.is_stopped || self.next.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, progress: &Progress) {
        self.listener.progress(progress);
    }
}

/// Hears of progress in place of another, which is not told of solutions.
struct OnlyProgress<'a>(&'a mut dyn Listener);

impl Listener for OnlyProgress<'_> {
    fn solution(&mut self, _solution: &Solution<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) {
        self.0.progress(progress);
    }
}

/// A number that an earlier count does not allow.
fn disagreement(answer: &Answer, total: &BigUint) -> QueryError {
    let second = Counted { method: answer.method, count: answer.count, orbits: answer.orbits };
    let count = u128::try_from(total).unwrap_or(u128::MAX);
    QueryError::Disagreement(Box::new([Counted { count, ..second.clone() }, second]))
}

/// So many different ranks below `total`, all if there are no more, ascending; each set of them is
/// equally likely (Floyd, in Bentley, *Programming pearls: a sample of brilliance*, 1987).
fn draw(total: &BigUint, number: u64, random: &mut fastrand::Rng) -> Vec<BigUint> {
    let number = number.min(u64::try_from(total).unwrap_or(u64::MAX));
    let mut drawn = std::collections::BTreeSet::new();
    let mut last = total - number;
    while last < *total {
        let rank = up_to(&last, random);
        if !drawn.insert(rank) {
            drawn.insert(last.clone());
        }
        last += 1_u32;
    }
    drawn.into_iter().collect()
}

/// A number from zero up to `most`, each equally likely.
fn up_to(most: &BigUint, random: &mut fastrand::Rng) -> BigUint {
    let bits = most.bits();
    loop {
        let mut digits: Vec<u32> = (0..bits.div_ceil(32)).map(|_| random.u32(..)).collect();
        if let Some(last) = digits.last_mut() {
            *last >>= (32 - bits % 32) % 32;
        }
        let number = BigUint::new(digits);
        if number <= *most {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use gordian_formula::Var;
    use gordian_solver::Options;

    use super::*;

    #[test]
    fn all_sets_of_ranks_are_drawn_alike() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut drawn: BTreeMap<Vec<BigUint>, u32> = BTreeMap::new();
        for _ in 0..10_000 {
            *drawn.entry(draw(&5_u32.into(), 3, &mut random)).or_default() += 1;
        }
        assert_eq!(drawn.len(), 10);
        assert!(drawn.values().all(|number| (900..1100).contains(number)), "{drawn:?}");
        let large = BigUint::from(3_u32) << 70;
        let ranks = draw(&large, 3000, &mut random);
        assert_eq!(ranks.len(), 3000);
        for third in 0..3_u32 {
            let number = ranks.iter().filter(|rank| *rank >> 70 == third.into()).count();
            assert!((900..1100).contains(&number), "{number} in part {third}");
        }
    }

    /// Nine variables that are about to be constrained, and how.
    fn formula(is_cover: bool) -> Cnf {
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(9);
        if is_cover {
            for first in [0, 3, 6] {
                cnf.add_exactly_one(&[0, 1, 2].map(|cell| vars[first + cell].positive()));
            }
        } else {
            cnf.add_visible(&vars[..5]);
            for first in 0..7 {
                cnf.add_clause(&[vars[first].positive(), vars[first + 1].positive(), vars[first + 2].negative()]);
                cnf.add_clause(&[vars[first].negative(), vars[first + 1].negative(), vars[first + 2].negative()]);
            }
        }
        cnf
    }

    #[test]
    fn each_solution_is_drawn_as_often_as_each_other() {
        for (is_cover, method) in
            [(true, Method::default()), (true, Engine::Blocking.into()), (false, Method::default())]
        {
            let cnf = formula(is_cover);
            let mut drawn: BTreeMap<Vec<Var>, u32> = BTreeMap::new();
            let mut total = 0;
            for seed in 0..2000 {
                let options = Options::default().with("seed", seed);
                let question = Question::new(&cnf).with_options(options).with_method(method);
                let mut one = |solution: &Solution<'_>| {
                    *drawn.entry(solution.true_vars().to_vec()).or_default() += 1;
                    assert!(cnf.first_violated(&solution.model()).is_none());
                    ControlFlow::Continue(())
                };
                let answer = question.sample_by(2, 3, &mut one).unwrap();
                assert_eq!(answer.method == Engine::Frontier.into(), is_cover && method == Method::default());
                assert!(answer.is_complete());
                total = answer.count;
            }
            assert_eq!(drawn.len() as u128, total);
            assert!(total > 10, "{total}");
            let expected = 4000.0 / total as f64;
            let worst = drawn
                .values()
                .map(|&number| (f64::from(number) - expected).abs() / expected.sqrt())
                .fold(0.0, f64::max);
            assert!(worst < 4.0, "{worst} standard deviations: {drawn:?}");
        }
    }

    #[test]
    fn who_stops_listening_gets_no_more() {
        for is_cover in [true, false] {
            let cnf = formula(is_cover);
            let mut seen = 0;
            let answer = Question::new(&cnf).sample_by(9, 3, &mut |_: &Solution<'_>| {
                seen += 1;
                if seen == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((seen, answer.unwrap().stop), (4, Some(Stop::Listener)));
        }
    }
}
