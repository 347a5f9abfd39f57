//! What one asks about all solutions of a formula.

use gordian_solver::ProofTracer;

use crate::certificate::{Certified, certify};
use crate::collect::Collector;
use crate::engines::component::{Style, Trace};
use crate::method::Goal;
use crate::slots::Slots;
use crate::{Answer, Engine, Listener, Method, QueryError, Refusal};

mod beside;
mod confirm;
mod counting;
mod inquiry;
mod parts;
mod planned;
mod question;
mod sampling;
mod sums;
mod weighing;

use inquiry::Inquiry;
pub use question::Question;
pub use weighing::Weighed;

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
