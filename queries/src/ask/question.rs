//! Questions and their options.

use gordian_formula::Cnf;
use gordian_solver::Options;

use crate::symmetry::SymmetryGroup;
use crate::{CheckpointStore, Limits, Method, TraceJudge};

/// Ticks of a second count, about a second.
const JUDGE_AFTER: u64 = 1 << 24;

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
    pub(super) cnf: &'a Cnf,
    pub(super) limits: Limits,
    pub(super) method: Method,
    pub(super) symmetry: Option<&'a SymmetryGroup>,
    pub(super) known: Option<&'a SymmetryGroup>,
    pub(super) check: bool,
    pub(super) judge: Option<&'a dyn TraceJudge>,
    /// Ticks of a second count by the method of the first one, before its proof is judged instead.
    pub(super) judge_after: u64,
    pub(super) options: Options,
    pub(super) threads: usize,
    pub(super) checkpoint: Option<&'a dyn CheckpointStore>,
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
            judge: None,
            judge_after: JUDGE_AFTER,
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

    /// Tells a group of symmetries. If all solutions are counted, they are counted by parts, and
    /// only one of several parts that the group maps to each other is counted. The group was made
    /// for this formula; one that was taken on trust is not used.
    pub fn knowing(mut self, known: impl Into<Option<&'a SymmetryGroup>>) -> Question<'a> {
        self.known = known.into();
        self
    }

    /// Counting it again by another method, and comparing. If there are too many solutions to go
    /// through them, only their number is counted again, not that of the classes.
    pub fn with_check(mut self, check: bool) -> Question<'a> {
        self.check = check;
        self
    }

    /// With a judge of traces. A check then needs no second count that takes long, where no method fits but the one
    /// that counted: its proof is judged.
    pub fn with_judge(mut self, judge: impl Into<Option<&'a dyn TraceJudge>>) -> Question<'a> {
        self.judge = judge.into();
        self
    }

    /// With an engine set up like this, where the method uses one.
    pub fn with_options(mut self, options: Options) -> Question<'a> {
        self.options = options;
        self
    }

    /// Counting by so many threads, at least one, where the method can be split: the answer does
    /// not depend on the number. There are eight for each processor at most, and no more than can
    /// be started; [`Answer::threads`](crate::Answer::threads) tells how many.
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
}
