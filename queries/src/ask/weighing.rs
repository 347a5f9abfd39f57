//! The sum of the weights of all solutions.

use std::ops::ControlFlow;

use gordian_formula::Weights;
use num_rational::BigRational;

use super::question::Question;
use crate::collect::Collector;
use crate::engines::component::{self, Counting, Halt, Nnf, Style, Sum, Trace};
use crate::method::Goal;
use crate::slots::Slots;
use crate::{Check, Effort, Engine, Estimate, Listener, Method, QueryError, Refusal, Status, Stop};

/// The answer of [`Question::weigh`].
#[derive(Clone, Debug)]
pub struct Weighed {
    /// Whether there are solutions. There may be some although the weight is zero.
    pub status: Status,
    /// The reason why it stopped; `None` when everything is known.
    pub stop: Option<Stop>,
    /// The sum of the weights of all solutions, exactly; `None` when stopped.
    pub weight: Option<BigRational>,
    /// About how much it is, if it was stopped, no weight is negative, and there is an estimate.
    pub estimate: Option<Estimate>,
    /// How it was found.
    pub method: Method,
    /// How the sum was confirmed, where a check was asked for.
    pub checked_by: Option<Check>,
    /// The effort.
    pub effort: Effort,
}

impl Question<'_> {
    /// Sums up the weights of all solutions. A solution weighs the product of the weights of the
    /// visible literals that are true in it. Weights of hidden literals do not count, as in the
    /// Model Counting Competition. Weights may be negative and zero.
    ///
    /// ```
    /// use gordian_formula::{ClauseSink, Cnf, Weights};
    /// use gordian_queries::Question;
    ///
    /// let mut cnf = Cnf::new();
    /// let [first, second] = [cnf.new_var().positive(), cnf.new_var().positive()];
    /// cnf.add_clause(&[first, second]);
    /// let mut weights = Weights::new();
    /// weights.set(first, "0.9".parse()?);
    /// let weighed = Question::new(&cnf).weigh(&weights, &mut ())?;
    /// assert_eq!(weighed.weight.map(|weight| weight.to_string()).as_deref(), Some("19/10"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a symmetry is given, whose classes have no weight, or a method that does not add up weights; or two
    /// sums that must agree do not.
    pub fn weigh(&self, weights: &Weights, listener: &mut dyn Listener) -> Result<Weighed, QueryError> {
        let (weighed, _) = self.weigh_as(weights, Style::Simplified, u64::MAX, listener)?;
        if !self.check || weighed.stop.is_some() {
            return Ok(weighed);
        }
        let second = self.weigh_again(weights)?;
        if second.stop.is_none() && (second.status, &second.weight) != (weighed.status, &weighed.weight) {
            return Err(QueryError::WeightDisagreement(Box::new(
                [weighed.weight, second.weight].map(Option::unwrap_or_default),
            )));
        }
        let check = second.checked_by.unwrap_or(Check::Method(second.method));
        Ok(Weighed { checked_by: second.stop.is_none().then_some(check), stop: second.stop, ..weighed })
    }

    /// The sum once more, of the formula as it is; if that takes long, a judge looks at a trace of the sum.
    fn weigh_again(&self, weights: &Weights) -> Result<Weighed, QueryError> {
        let Some(judge) = self.judge else { return Ok(self.weigh_as(weights, Style::Plain, u64::MAX, &mut ())?.0) };
        let (second, _) = self.weigh_as(weights, Style::Plain, self.judge_after, &mut ())?;
        if second.stop.is_none() {
            return Ok(second);
        }
        let (traced, trace) = self.weigh_as(weights, Style::Traced, u64::MAX, &mut ())?;
        let Some(trace) = trace else { return Ok(traced) };
        match judge.weigh(self.cnf, weights, &trace, &self.limits.clock).map_err(QueryError::TraceRefused)? {
            Some(weight) => Ok(Weighed { weight: Some(weight), checked_by: Some(Check::Trace), ..traced }),
            None => Ok(Weighed { stop: self.limits.stopped().or(second.stop), ..second }),
        }
    }

    /// As [`Question::weigh`], with a trace of the search that proves the sum; without one if it was stopped.
    ///
    /// # Errors
    /// As there.
    pub fn weigh_with_trace(
        &self,
        weights: &Weights,
        listener: &mut dyn Listener,
    ) -> Result<(Weighed, Option<Trace>), QueryError> {
        self.weigh_as(weights, Style::Traced, u64::MAX, listener)
    }

    /// As [`Question::weigh`], with a diagram that has the solutions as its models; without one if it was stopped.
    ///
    /// # Errors
    /// As there.
    pub fn weigh_with_nnf(
        &self,
        weights: &Weights,
        listener: &mut dyn Listener,
    ) -> Result<(Weighed, Option<Nnf>), QueryError> {
        let (weighed, trace) = self.weigh_as(weights, Style::Diagram, u64::MAX, listener)?;
        Ok((weighed, trace.map(|trace| trace.nnf(self.cnf))))
    }

    /// The sum, within so many ticks.
    fn weigh_as(
        &self,
        weights: &Weights,
        style: Style,
        most: u64,
        listener: &mut dyn Listener,
    ) -> Result<(Weighed, Option<Trace>), QueryError> {
        let refused = |reason| QueryError::Refused { method: self.method, reason };
        let symmetry = self.method.use_for(self.symmetry.is_some(), Goal::Count).map_err(refused)?;
        if symmetry.is_some() || self.method.engine.is_some_and(|engine| !engine.row().weighs) {
            return Err(refused(Refusal::Weights));
        }
        let slots = Slots::of_formula(self.cnf);
        let mut collector = Collector::new(&slots, &self.limits, listener, false);
        let Counting { number, estimate, effort, trace } = component::weigh(self.cnf, weights, style, &mut |advance| {
            collector.advance(advance.share).map_break(|()| Halt::Late)?;
            if advance.ticks > most { ControlFlow::Break(Halt::Needless) } else { ControlFlow::Continue(()) }
        });
        if number.is_none() && !collector.is_stopped() {
            let _: ControlFlow<()> = collector.stop(Stop::Budget);
        }
        let stop = if number.is_some() { None } else { collector.finish()?.stop };
        // A sample that counts for something has met a solution.
        let met = estimate.is_some_and(Estimate::is_positive);
        let status = Status::of(number.as_ref().map_or(met, |sum| sum.is_satisfiable), number.is_some());
        let weight = number.map(|Sum { weight, .. }| weight);
        let method = Engine::Component.into();
        let weighed = Weighed { status, stop, weight, estimate, method, checked_by: None, effort };
        Ok((weighed, trace.filter(|_| stop.is_none())))
    }
}
