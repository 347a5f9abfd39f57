//! How many clauses constraints take, before any is written.

use gordian_formula::{ClauseSink, Clock, Lit, Var};

use super::constraint::Constraint;
use super::poster::{Encoded, Poster};
use super::problem::Problem;
use crate::encode::EncodingError;

/// Tells how many clauses each constraint of a problem takes, by encoding it into a sink that counts and keeps nothing.
///
/// Literals that several constraints share, such as the order literals of an integer, count where the first of them
/// asks. So constraints that are planned in the order of the problem take together what its formula has, but for the
/// clauses of the variables themselves.
///
/// ```
/// use gordian_encoders::encode::Relation;
/// use gordian_encoders::model::{Constraint, Problem};
///
/// let mut problem = Problem::new();
/// let x = problem.integer("x", 0..=9)?;
/// let y = problem.integer("y", 0..=9)?;
/// let mut planner = problem.planner()?;
/// assert_eq!(planner.clauses(&Constraint::compare(x, Relation::NotEqual, y), 1000), Some(10));
/// assert_eq!(planner.clauses(&Constraint::compare(x, Relation::NotEqual, y), 9), None);
/// # Ok::<(), gordian_encoders::encode::EncodingError>(())
/// ```
#[derive(Debug)]
pub struct Planner {
    variables: Vec<Encoded>,
    counter: Counter,
}

impl Problem {
    /// A planner for constraints of this problem, as long as it gets no other variables.
    ///
    /// # Errors
    /// If variables cannot be encoded.
    pub fn planner(&self) -> Result<Planner, EncodingError> {
        let mut counter = Counter { variables: 0, clauses: 0, limit: u64::MAX };
        let (variables, _) = self.encode_variables(&mut counter, &Clock::unlimited())?;
        Ok(Planner { variables, counter })
    }
}

impl Planner {
    /// The number of clauses of a constraint, each group counted as one for each of its members; `None` where there are
    /// more than `limit`, or numbers are too large.
    ///
    /// It takes the time of writing them, so a constraint of which `None` is told was given up at the limit.
    pub fn clauses(&mut self, constraint: &Constraint, limit: u64) -> Option<u64> {
        (self.counter.clauses, self.counter.limit) = (0, limit);
        let count = self.variables.len();
        let mut poster = Poster { sink: &mut self.counter, variables: &mut self.variables, guard: None };
        let posted = poster.post(constraint);
        self.variables.truncate(count);
        (posted.is_ok() && self.counter.clauses <= limit).then_some(self.counter.clauses)
    }
}

/// A sink that counts clauses, and whose time is over at the limit.
#[derive(Debug)]
struct Counter {
    variables: usize,
    clauses: u64,
    limit: u64,
}

impl ClauseSink for Counter {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn num_vars(&self) -> usize {
        self.variables
    }

    fn add_clause(&mut self, _clause: &[Lit]) {
        self.clauses += 1;
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        self.clauses += members.len() as u64;
    }

    fn is_over(&self) -> bool {
        self.clauses > self.limit
    }
}
