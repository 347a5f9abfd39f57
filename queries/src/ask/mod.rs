//! Questions about all solutions of a formula.

use std::ops::ControlFlow;
use std::time::Duration;

use gordian_formula::{Clock, Instant, Lit};
use gordian_solver::ProofTracer;

use crate::certificate::{Certified, certify};
use crate::engines::component::{Nnf, Style, Trace};
use crate::engines::cover::estimate_covers;
use crate::engines::reading::Reading;
use crate::estimate::Estimate;
use crate::explain::{Explanation, explain, explain_clauses};
use crate::facts::{Facts, facts};
use crate::method::Goal;
use crate::{Answer, Engine, Limits, Listener, Method, QueryError, Refusal, Stop};

mod beside;
mod confirm;
mod counting;
mod cubes;
mod each;
mod inquiry;
mod parts;
mod planned;
mod question;
mod sampling;
mod sums;
mod weighing;

pub use cubes::{CubeClasses, CubeCount, CubeCounter, Split};
use inquiry::Inquiry;
pub use question::Question;
pub use weighing::Weighed;

/// The part of the nodes of a search for covers that an estimate may visit if the search is stopped, and its bounds.
const PART_OF_NODES: u64 = 8;
const LEAST_NODES: u64 = 1 << 18;
const MOST_NODES: u64 = 1 << 22;
/// The time that it may take, whatever the nodes.
const PATIENCE: Duration = Duration::from_millis(250);

impl Question<'_> {
    /// Brings every solution, one of each class where a symmetry is given, to the listener.
    ///
    /// # Errors
    /// If the method asked for does not apply, or two counts that must agree do not.
    pub fn list(&self, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        self.answer(listener, Goal::List)
    }

    /// Counts the solutions, and the classes where a symmetry is given. The listener hears of progress; whether it
    /// hears of solutions too depends on the method.
    ///
    /// # Errors
    /// If the method asked for does not apply, or two counts that must agree do not.
    pub fn count(&self, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        self.answer(listener, Goal::Count)
    }

    /// Counts by a list of solutions, one of each class where a symmetry is given, and proves that
    /// it is complete. The proof refutes what
    /// [`Certificate::write_refuted`](crate::Certificate::write_refuted) writes.
    ///
    /// # Errors
    /// If there are more solutions than can be kept, or the symmetry is not one.
    pub fn certify(
        &self,
        proof: Box<dyn ProofTracer + Send>,
        listener: &mut dyn Listener,
    ) -> Result<Certified, QueryError> {
        let reading = self.reading()?;
        let inquiry = self.inquiry(&reading, Goal::List);
        let mut collector = inquiry.collector(listener);
        let done = certify(&reading, self.symmetry, &self.limits, &self.options, proof, &mut collector);
        let engine = if done.by_cover { Engine::ExactCover } else { Engine::Blocking };
        let answer = inquiry.conclude(engine, collector, done.found)?;
        let mut proof = done.proof;
        let written = proof.finish();
        let certificate = answer.is_complete().then_some(done.certificate);
        Ok(Certified { answer, certificate, proof, written })
    }

    /// Counts by components, and brings a trace of the search that proves the number; none if it was stopped.
    /// The trace begins with the steps that simplified the formula.
    ///
    /// # Errors
    /// If a symmetry is given: solutions are counted, not classes.
    pub fn count_with_trace(&self, listener: &mut dyn Listener) -> Result<(Answer, Option<Trace>), QueryError> {
        self.count_traced(Style::Traced, listener)
    }

    /// Counts by components, and brings a diagram that has the solutions as its models; none if it was stopped.
    /// The formula is not simplified before, since the diagram is to speak of all visible variables.
    ///
    /// # Errors
    /// If a symmetry is given: solutions are counted, not classes.
    pub fn count_with_nnf(&self, listener: &mut dyn Listener) -> Result<(Answer, Option<Nnf>), QueryError> {
        let (answer, trace) = self.count_traced(Style::Diagram, listener)?;
        Ok((answer, trace.map(|trace| trace.nnf(self.cnf))))
    }

    /// Counts by components in a style with a trace.
    fn count_traced(&self, style: Style, listener: &mut dyn Listener) -> Result<(Answer, Option<Trace>), QueryError> {
        if self.symmetry.is_some() {
            return Err(QueryError::Refused { method: Engine::Component.into(), reason: Refusal::Symmetry });
        }
        let reading = self.reading()?;
        let inquiry = self.inquiry(&reading, Goal::Count);
        let (answer, trace) = inquiry.count_components(listener, style, &mut |_| ControlFlow::Continue(()))?;
        let trace = trace.filter(|_| answer.is_complete());
        Ok((answer, trace))
    }

    /// Finds the visible variables that have the same value in all solutions: the backbone. It is
    /// about all solutions, so a symmetry, a method and a limit on their number change nothing.
    ///
    /// One solution gives the candidates. Each further call asks for a solution that differs from
    /// it in at least one candidate; a solution that is found removes all candidates in which it
    /// differs, and when there is none, all that are left are backbone (Janota, Lynce &
    /// Marques-Silva, *Algorithms for computing backbones of propositional formulae*, 2015:
    /// iterative solving with one test a model). If that takes more than a moment, the solutions of
    /// an exact cover are counted or gone through instead, provided that they are not too many.
    /// The listener hears how many of the variables are settled.
    pub fn facts(&self, listener: &mut dyn Listener) -> Facts {
        facts(&Reading::new(self.cnf), &self.of_all().limits, &self.options, listener)
    }

    /// Finds a minimal set of members that contradict each other.
    ///
    /// Each member has a selector, a literal under which its constraints stand in the formula;
    /// other constraints hold always. Deletion from the core of failed assumptions (Dershowitz,
    /// Hanna & Nadel 2006; Marques-Silva 2010): a member is left out for good if the rest has no
    /// model, where the core of the rest leaves out more; else it is needed, and its selector holds
    /// from then on. Long cores are cut by pieces, larger ones as long as that goes well. A member
    /// that takes long is put off: the decisions about the others make it easier. The listener hears
    /// how many members are decided.
    ///
    /// ```
    /// use gordian_formula::{ClauseSink, Cnf};
    /// use gordian_queries::{Explanation, Question};
    ///
    /// let mut cnf = Cnf::new();
    /// let [x, a, b, c] = [0; 4].map(|_| cnf.new_var().positive());
    /// cnf.add_clause(&[!a, x]);
    /// cnf.add_clause(&[!b, x]);
    /// cnf.add_clause(&[!c, !x]);
    /// let Explanation::Contradiction(found) = Question::new(&cnf).explain(&[a, b, c], &mut ()) else {
    ///     panic!("satisfiable")
    /// };
    /// assert!(found.is_minimal && (found.members == [0, 2] || found.members == [1, 2]));
    /// ```
    pub fn explain(&self, selectors: &[Lit], listener: &mut dyn Listener) -> Explanation {
        explain(self.cnf, selectors, &self.limits, &self.options, listener)
    }

    /// Finds a minimal unsatisfiable subset of the clauses of the formula; its groups, if it has
    /// any, hold always. Members are clauses by their index.
    ///
    /// As [`Question::explain`], with a selector for each clause, and with recursive model rotation (Belov &
    /// Marques-Silva 2011): in a model of all clauses but one, changing a variable of that clause may violate one other
    /// clause only, which is then needed too, without a call of the solver.
    pub fn explain_clauses(&self, listener: &mut dyn Listener) -> Explanation {
        explain_clauses(self.cnf, &self.limits, &self.options, listener)
    }

    fn answer(&self, listener: &mut dyn Listener, goal: Goal) -> Result<Answer, QueryError> {
        let reading = self.reading()?;
        self.inquiry(&reading, goal).answer(listener)
    }

    fn inquiry<'b>(&'b self, reading: &'b Reading<'b>, goal: Goal) -> Inquiry<'b> {
        Inquiry { question: self, reading, goal }
    }

    /// This question about all solutions, whatever was said about symmetries, methods and limits on their number.
    fn of_all(&self) -> Question<'_> {
        let limits = Limits { solutions: None, ..self.limits.clone() };
        Question {
            limits,
            method: Method::default(),
            symmetry: None,
            known: None,
            check: false,
            checkpoint: None,
            ..self.clone()
        }
    }

    fn reading(&self) -> Result<Reading<'_>, QueryError> {
        let reading = Reading::new(self.cnf);
        match [self.symmetry, self.known].into_iter().flatten().all(|symmetry| symmetry.acts_on(&reading.slots)) {
            true => Ok(reading),
            false => Err(QueryError::ForeignGroup),
        }
    }
}

impl Inquiry<'_> {
    /// By the method that is asked for, or by what fits; with a second count where that is asked for.
    fn answer(&self, listener: &mut dyn Listener) -> Result<Answer, QueryError> {
        let method = self.question.method;
        let answer = if method == Method::default() { self.as_planned(listener) } else { self.by(method, listener) };
        let answer = match answer {
            Err(QueryError::Refused { method, reason: Refusal::Stopped }) => self.stopped(method, listener),
            answer => answer,
        }?;
        match answer.stop {
            None if self.question.check => self.confirm(answer),
            Some(Stop::Time | Stop::Terminated) if self.counts_all() => Ok(self.with_estimate(answer)),
            _ => Ok(answer),
        }
    }

    /// A count that was stopped, with an estimate of the number if there is a good one.
    ///
    /// Counting by components may have brought one. If the formula is an exact cover, the search for covers tells more.
    fn with_estimate(&self, answer: Answer) -> Answer {
        let most_nodes = (answer.nodes.unwrap_or(0) / PART_OF_NODES).clamp(LEAST_NODES, MOST_NODES);
        let estimate = match self.cover() {
            Ok(cover) => {
                estimate_covers(cover, most_nodes, &Clock::unlimited().with_deadline(Instant::now() + PATIENCE))
            }
            Err(_) => answer.estimate,
        };
        let estimate = estimate.filter(|estimate| !estimate.is_refuted_by(&answer.exact_count()));
        // A sample that counts for something has met a solution.
        let met = estimate.is_some_and(Estimate::is_positive);
        Answer { estimate, ..answer.at_least(u32::from(met).into()) }
    }
}
