//! Counting a second time, by another method.

use std::ops::ControlFlow;

use super::inquiry::Inquiry;
use crate::engines::component::Style;
use crate::method::Goal;
use crate::plan::MOST_LISTED;
use crate::{Answer, Check, Counted, Engine, Method, QueryError, SymmetryUse, TraceJudge};

/// The most solutions that are listed by blocking if their classes can be counted in another way.
const MOST_BLOCKED: u32 = 2000;

impl Inquiry<'_> {
    /// Counts once more by another method; where there are too many solutions to go through them,
    /// by components again, but of the formula as it is. If that takes long, a judge looks at a trace
    /// of the count.
    pub(super) fn confirm(&self, answer: Answer) -> Result<Answer, QueryError> {
        let inquiry = Inquiry { goal: Goal::Count, ..*self };
        let engine = inquiry.other_engine(&answer);
        let second = if engine == Engine::Component {
            let is_same = answer.method == Method::from(engine);
            let style = if is_same { Style::Plain } else { Style::Simplified };
            let judge = inquiry.question.judge.filter(|_| is_same);
            let most = judge.map_or(u64::MAX, |_| inquiry.question.judge_after);
            let (second, _) = inquiry.count_components(&mut (), style, &mut |advance| match advance.ticks > most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })?;
            match judge {
                Some(judge) if !second.is_complete() => inquiry.judged(judge, second)?,
                _ => second,
            }
        } else {
            let symmetry = self.question.symmetry.map(|_| SymmetryUse::Orbits);
            let listed = Method { engine: Some(engine), symmetry };
            // Blocking takes longer for each solution than for the one before.
            let averaged = Method { engine: Some(Engine::Component), symmetry: Some(SymmetryUse::Burnside) };
            let is_slow = engine == Engine::Blocking && answer.count > MOST_BLOCKED.into();
            match is_slow.then(|| inquiry.run(averaged, &mut ())) {
                None | Some(Err(QueryError::Refused { .. })) => inquiry.run(listed, &mut ())?,
                Some(second) => second?,
            }
        };
        let has_orbits = second.orbits.is_some();
        let is_same = second.exact_count() == answer.exact_count()
            && (!has_orbits || second.exact_orbits() == answer.exact_orbits());
        if second.is_complete() && !is_same {
            let counted =
                |answer: &Answer| Counted { method: answer.method, count: answer.count, orbits: answer.orbits };
            return Err(QueryError::Disagreement(Box::new([counted(&answer), counted(&second)])));
        }
        let check = second.checked_by.unwrap_or(Check::Method(second.method));
        Ok(Answer { checked_by: second.is_complete().then_some(check), stop: second.stop, ..answer })
    }

    /// The number that a trace of a count by components proves, in the place of a second count that was broken off.
    fn judged(&self, judge: &dyn TraceJudge, second: Answer) -> Result<Answer, QueryError> {
        let (traced, trace) = self.count_components(&mut (), Style::Traced, &mut |_| ControlFlow::Continue(()))?;
        let Some(trace) = trace.filter(|_| traced.is_complete()) else { return Ok(traced) };
        let limits = &self.question.limits;
        match judge.count(self.cnf(), &trace, &limits.clock).map_err(QueryError::TraceRefused)? {
            Some(number) => Ok(Answer { checked_by: Some(Check::Trace), ..traced.with_totals(number, None) }),
            None => Ok(Answer { stop: limits.stopped().or(second.stop), ..second }),
        }
    }

    /// An engine that shares little with those that found an answer.
    fn other_engine(&self, answer: &Answer) -> Engine {
        let is_small = answer.count <= MOST_LISTED.into();
        match (answer.method.engine, answer.method.symmetry) {
            (_, Some(SymmetryUse::Burnside)) | (Some(Engine::Frontier) | None, _) => match is_small {
                true if self.cover().is_ok() => Engine::ExactCover,
                true => Engine::Chronological,
                false => Engine::Component,
            },
            (Some(Engine::Component), _) | (_, Some(SymmetryUse::LexLeader)) if !is_small => Engine::Component,
            (Some(Engine::Blocking | Engine::Chronological), _) if self.question.symmetry.is_none() => {
                Engine::Component
            }
            (Some(Engine::Blocking), Some(SymmetryUse::LexLeader)) | (Some(Engine::Chronological), _) => {
                Engine::Blocking
            }
            _ => Engine::Chronological,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use gordian_formula::{ClauseSink, Clock, Cnf, Weights};
    use num_bigint::BigUint;
    use num_rational::BigRational;

    use crate::engines::component::Trace;
    use crate::{Check, Engine, Method, QueryError, Question, TraceJudge};

    /// A judge who says what he was told to.
    #[derive(Debug)]
    struct Told {
        says: Result<Option<u64>, String>,
        asked: AtomicU32,
    }

    impl Told {
        fn say<T: From<BigUint>>(&self, trace: &Trace) -> Result<Option<T>, String> {
            self.asked.fetch_add(1, Ordering::Relaxed);
            let mut text = Vec::new();
            trace.write(&mut text).map_err(|error| error.to_string())?;
            assert!(String::from_utf8(text).unwrap().contains("h 4 0"));
            self.says.clone().map(|number| number.map(|number| BigUint::from(number).into()))
        }
    }

    impl TraceJudge for Told {
        fn count(&self, _: &Cnf, trace: &Trace, _: &Clock) -> Result<Option<BigUint>, String> {
            self.say(trace)
        }

        fn weigh(&self, _: &Cnf, _: &Weights, trace: &Trace, _: &Clock) -> Result<Option<BigRational>, String> {
            let number = self.say::<BigUint>(trace)?;
            Ok(number.map(|number| BigRational::from(num_bigint::BigInt::from(number))))
        }
    }

    #[test]
    fn a_judge_confirms_what_would_take_long_to_count_again() {
        // 4 is the conjunction of 1 and 2, and 3 and forty others are free: too many solutions to go through.
        let mut cnf = Cnf::new();
        let [one, two, _, and] = [0; 4].map(|_| cnf.new_var().positive());
        cnf.new_vars(40);
        cnf.add_clause(&[!one, !two, and]);
        cnf.add_clause(&[one, !and]);
        cnf.add_clause(&[two, !and]);
        let weights = Weights::new();
        let ask = |says: Result<Option<u64>, String>, judge_after: u64| {
            let judge = Told { says, asked: AtomicU32::new(0) };
            let question = Question::new(&cnf).with_method(Engine::Component).with_check(true);
            let question = Question { judge_after, ..question.with_judge(&judge as &dyn TraceJudge) };
            let counted = question.count(&mut ()).map(|answer| (answer.count, answer.checked_by));
            let weighed = question.weigh(&weights, &mut ()).map(|weighed| weighed.checked_by);
            (counted, weighed, judge.asked.load(Ordering::Relaxed))
        };
        let by_method = Some(Check::Method(Method::from(Engine::Component)));
        assert_eq!(ask(Ok(Some(9)), u64::MAX), (Ok((8 << 40, by_method)), Ok(by_method), 0));
        let by_trace = Some(Check::Trace);
        assert_eq!(ask(Ok(Some(8 << 40)), 0), (Ok((8 << 40, by_trace)), Ok(by_trace), 2));
        let (counted, weighed, asked) = ask(Ok(Some(9)), 0);
        assert!(matches!(counted, Err(QueryError::Disagreement(_))) && asked == 2);
        assert!(matches!(weighed, Err(QueryError::WeightDisagreement(_))));
        let refused = || QueryError::TraceRefused("line 1: no".to_owned());
        assert_eq!(ask(Err("line 1: no".to_owned()), 0), (Err(refused()), Err(refused()), 2));
        assert_eq!(ask(Ok(None), 0), (Ok((8 << 40, None)), Ok(None), 2));
    }
}
