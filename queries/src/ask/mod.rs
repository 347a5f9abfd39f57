//! What one asks about all solutions of a formula.

use gordian_formula::Cnf;
use gordian_solver::{Options, ProofTracer};

use crate::certificate::{Certified, certify};
use crate::collect::Collector;
use crate::engines::component::{Style, Trace};
use crate::method::Goal;
use crate::slots::Slots;
use crate::symmetry::SymmetryGroup;
use crate::{Answer, CheckpointStore, Engine, Limits, Listener, Method, QueryError, Refusal};

mod beside;
mod confirm;
mod counting;
mod inquiry;
mod parts;
mod planned;
mod sampling;
mod sums;

use inquiry::Inquiry;

/// A question about all solutions of a formula: assignments of its visible variables that extend to a model.
///
/// ```
/// use gordian_formula::{ClauseSink, Cnf};
/// use gordian_queries::Question;
///
/// let mut cnf = Cnf::new();
/// let cells = cnf.new_vars(4);
/// cnf.add_exactly_one(&[cells[0].positive(), cells[1].positive()]);
/// cnf.add_exactly_one(&[cells[2].positive(), cells[3].positive()]);
/// let answer = Question::new(&cnf).count(&mut ())?;
/// assert_eq!(answer.count, 4);
/// # Ok::<(), gordian_queries::QueryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question<'a> {
    cnf: &'a Cnf,
    limits: Limits,
    method: Method,
    symmetry: Option<&'a SymmetryGroup>,
    known: Option<&'a SymmetryGroup>,
    check: bool,
    options: Options,
    threads: usize,
    checkpoint: Option<&'a dyn CheckpointStore>,
}

impl<'a> Question<'a> {
    /// Asks for all solutions, without limits, by the method that fits the formula.
    pub fn new(cnf: &'a Cnf) -> Question<'a> {
        Question {
            cnf,
            limits: Limits::none(),
            method: Method::default(),
            symmetry: None,
            known: None,
            check: false,
            options: Options::default(),
            threads: 1,
            checkpoint: None,
        }
    }

    /// Within these limits.
    pub fn with_limits(mut self, limits: Limits) -> Question<'a> {
        self.limits = limits;
        self
    }

    /// By this method instead of the one that fits; what it leaves open is chosen.
    pub fn with_method(mut self, method: impl Into<Method>) -> Question<'a> {
        self.method = method.into();
        self
    }

    /// One solution of each class under this group, which was made for this formula.
    pub fn up_to(mut self, symmetry: impl Into<Option<&'a SymmetryGroup>>) -> Question<'a> {
        self.symmetry = symmetry.into();
        self
    }

    /// Where all solutions are counted, by parts that a symmetry in this group maps to each other, of which one is counted. The group
    /// was made for this formula; one that was taken on trust is not used.
    pub fn knowing(mut self, known: impl Into<Option<&'a SymmetryGroup>>) -> Question<'a> {
        self.known = known.into();
        self
    }

    /// Counting it again by another method, and comparing. Where there are too many solutions to go through them, only
    /// their number is counted again, not that of the classes.
    pub fn with_check(mut self, check: bool) -> Question<'a> {
        self.check = check;
        self
    }

    /// With an engine set up like this, where the method uses one.
    pub fn with_options(mut self, options: Options) -> Question<'a> {
        self.options = options;
        self
    }

    /// Counting by so many threads, at least one, where the method can be split: the answer does
    /// not depend on the number. There are eight for each processor at most, and no more than can
    /// be started; [`Answer::threads`] tells how many.
    pub fn with_threads(mut self, threads: usize) -> Question<'a> {
        self.threads = threads.max(1);
        self
    }

    /// Counting in parts, with the state saved to this store every fourth of a second and at the
    /// end, so that a run that was ended at any moment is taken up again by asking the same once
    /// more.
    pub fn with_checkpoint(mut self, store: impl Into<Option<&'a dyn CheckpointStore>>) -> Question<'a> {
        self.checkpoint = store.into();
        self
    }

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

    /// Counts by a list of solutions, one of each class where a symmetry is given, and proves that it is complete. The proof
    /// refutes what [`Certificate::write_refuted`](crate::Certificate::write_refuted) writes.
    ///
    /// # Errors
    /// If there are more solutions than can be kept, or the symmetry is not one.
    pub fn certify(
        &self,
        proof: Box<dyn ProofTracer + Send>,
        listener: &mut dyn Listener,
    ) -> Result<Certified, QueryError> {
        let slots = self.slots()?;
        let mut collector = Collector::new(&slots, &self.limits, listener, self.symmetry.is_some());
        let done = certify(self.cnf, &slots, self.symmetry, &self.limits, &self.options, proof, &mut collector);
        let engine = if done.by_cover { Engine::ExactCover } else { Engine::Blocking };
        let answer = self.inquiry(&slots, Goal::List).conclude(engine, collector, done.nodes, done.statistics)?;
        let mut proof = done.proof;
        let written = proof.finish();
        let certificate = answer.is_complete().then_some(done.certificate);
        Ok(Certified { answer, certificate, proof, written })
    }

    /// Counts by components, and brings a trace of the search that proves the number; none if it was stopped.
    ///
    /// # Errors
    /// If a symmetry is given: solutions are counted, not classes.
    pub fn count_with_trace(&self, listener: &mut dyn Listener) -> Result<(Answer, Option<Trace>), QueryError> {
        if self.symmetry.is_some() {
            return Err(QueryError::Refused { method: Engine::Component.into(), reason: Refusal::Symmetry });
        }
        let slots = self.slots()?;
        let (answer, trace) = self.inquiry(&slots, Goal::Count).count_components(listener, Style::Traced)?;
        let trace = trace.filter(|_| answer.is_complete());
        Ok((answer, trace))
    }

    fn answer(&self, listener: &mut dyn Listener, goal: Goal) -> Result<Answer, QueryError> {
        let slots = self.slots()?;
        let inquiry = self.inquiry(&slots, goal);
        let answer = match self.method == Method::default() {
            true => inquiry.as_planned(listener),
            false => inquiry.by(self.method, listener),
        };
        let answer = match answer {
            Err(QueryError::Refused { method, reason: Refusal::Stopped }) => inquiry.stopped(method, listener),
            answer => answer,
        }?;
        if self.check && answer.is_complete() { inquiry.confirm(answer) } else { Ok(answer) }
    }

    fn inquiry<'b>(&'b self, slots: &'b Slots, goal: Goal) -> Inquiry<'b> {
        Inquiry { question: self, slots, goal }
    }

    fn slots(&self) -> Result<Slots, QueryError> {
        let slots = Slots::of_formula(self.cnf);
        match [self.symmetry, self.known].into_iter().flatten().all(|symmetry| symmetry.acts_on(&slots)) {
            true => Ok(slots),
            false => Err(QueryError::ForeignGroup),
        }
    }
}
