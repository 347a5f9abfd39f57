//! Counting a second time, by another method.

use std::ops::ControlFlow;

use super::inquiry::Inquiry;
use crate::engines::component::Style;
use crate::method::Goal;
use crate::plan::MOST_LISTED;
use crate::{Answer, Counted, Engine, Method, QueryError, SymmetryUse};

/// The most solutions that are listed by blocking if their classes can be counted in another way.
const MOST_BLOCKED: u32 = 2000;

impl Inquiry<'_> {
    /// Counts once more by another method; where there are too many solutions to go through them,
    /// by components again, but of the formula as it is.
    pub(super) fn confirm(&self, answer: Answer) -> Result<Answer, QueryError> {
        let inquiry = Inquiry { goal: Goal::Count, ..*self };
        let engine = inquiry.other_engine(&answer);
        let second = if engine == Engine::Component {
            let is_same = answer.method == Method::from(engine);
            let style = if is_same { Style::Plain } else { Style::Simplified };
            inquiry.count_components(&mut (), style, &mut |_| ControlFlow::Continue(()))?.0
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
        Ok(Answer { checked_by: second.is_complete().then_some(second.method), stop: second.stop, ..answer })
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
