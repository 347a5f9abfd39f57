//! The targets of clauses: a formula in memory, a file being written, or a solver.

use crate::{Clock, Lit, Var};

/// Something that takes clauses.
///
/// Encoders and the DIMACS reader write to a sink and do not know its kind. At-most-one and
/// exactly-one groups are constraints of their own: a sink that has nothing better keeps the
/// default, which hands them on as pairwise binary clauses (the form that DIMACS holds).
pub trait ClauseSink {
    /// A variable that no earlier clause names.
    fn new_var(&mut self) -> Var;

    /// The number of variables so far: the next [`ClauseSink::new_var`] has this index.
    fn num_vars(&self) -> usize;

    /// Adds a clause: at least one of these literals is true. Empty, tautological and repeating ones are legal.
    /// A variable that was not made before comes into being with it, and every variable below it.
    fn add_clause(&mut self, clause: &[Lit]);

    /// At most one of these literals is true.
    ///
    /// A literal that stands twice counts twice, so it must be false.
    fn add_at_most_one(&mut self, members: &[Lit]) {
        for (position, &first) in members.iter().enumerate() {
            for &second in &members[position + 1..] {
                self.add_clause(&[!first, !second]);
            }
        }
    }

    /// Exactly one of these literals is true.
    fn add_exactly_one(&mut self, members: &[Lit]) {
        self.add_clause(members);
        self.add_at_most_one(members);
    }

    /// Names variables that mean something, in addition to those already named: counts are of their values only.
    ///
    /// A sink that ignores meanings keeps the default, which does nothing.
    fn add_visible(&mut self, _visible: &[Var]) {}

    /// Whether nobody waits for the rest any more: an encoder that sees this may stop where it is,
    /// and says that it did. A sink without a clock keeps the default, which never does.
    fn is_over(&self) -> bool {
        false
    }

    /// `count` new variables.
    fn new_vars(&mut self, count: usize) -> Vec<Var> {
        (0..count).map(|_| self.new_var()).collect()
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for &mut S {
    fn new_var(&mut self) -> Var {
        (**self).new_var()
    }

    fn num_vars(&self) -> usize {
        (**self).num_vars()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        (**self).add_clause(clause);
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        (**self).add_at_most_one(members);
    }

    fn add_exactly_one(&mut self, members: &[Lit]) {
        (**self).add_exactly_one(members);
    }

    fn add_visible(&mut self, visible: &[Var]) {
        (**self).add_visible(visible);
    }

    fn is_over(&self) -> bool {
        (**self).is_over()
    }
}

/// A sink with a clock: it passes everything on to another sink, and tells encoders when to stop.
#[derive(Clone, Debug)]
pub struct Timed<S> {
    sink: S,
    clock: Clock,
}

impl<S: ClauseSink> Timed<S> {
    /// This sink, as long as this clock says.
    pub fn new(sink: S, clock: Clock) -> Timed<S> {
        Timed { sink, clock }
    }

    /// The sink, with everything it took so far; some is missing if an encoder stopped.
    pub fn into_inner(self) -> S {
        self.sink
    }
}

impl<S: ClauseSink> ClauseSink for Timed<S> {
    fn new_var(&mut self) -> Var {
        self.sink.new_var()
    }

    fn num_vars(&self) -> usize {
        self.sink.num_vars()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.sink.add_clause(clause);
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        self.sink.add_at_most_one(members);
    }

    fn add_exactly_one(&mut self, members: &[Lit]) {
        self.sink.add_exactly_one(members);
    }

    fn add_visible(&mut self, visible: &[Var]) {
        self.sink.add_visible(visible);
    }

    fn is_over(&self) -> bool {
        self.clock.is_over() || self.sink.is_over()
    }
}

/// A sink that keeps nothing and counts: the size that an encoding would have in DIMACS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClauseCounter {
    /// Variables made or named.
    pub variables: usize,
    /// Clauses, groups counted as the pairwise clauses they stand for.
    pub clauses: u64,
    /// Literals in those clauses.
    pub literals: u64,
}

impl ClauseSink for ClauseCounter {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn num_vars(&self) -> usize {
        self.variables
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
        for lit in clause {
            self.variables = self.variables.max(lit.var().index() + 1);
        }
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        let pairs = members.len() as u64 * (members.len() as u64).saturating_sub(1) / 2;
        self.clauses += pairs;
        self.literals += 2 * pairs;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::Cnf;

    /// A line for each call that reaches it; groups come as the clauses that stand for them.
    #[derive(Default)]
    struct Journal {
        calls: Vec<String>,
        num_vars: usize,
        is_over: bool,
    }

    impl ClauseSink for Journal {
        fn new_var(&mut self) -> Var {
            self.num_vars += 1;
            Var::from_index(self.num_vars - 1)
        }

        fn num_vars(&self) -> usize {
            self.num_vars
        }

        fn add_clause(&mut self, clause: &[Lit]) {
            self.calls.push(format!("{clause:?}"));
        }

        fn add_visible(&mut self, visible: &[Var]) {
            self.calls.push(format!("show {visible:?}"));
        }

        fn is_over(&self) -> bool {
            self.is_over
        }
    }

    /// Calls everything there is once.
    fn write_all(mut sink: impl ClauseSink) {
        assert_eq!(sink.new_var(), Var::from_index(0));
        let vars = sink.new_vars(2);
        assert_eq!((&vars[..], sink.num_vars()), (&[Var::from_index(1), Var::from_index(2)][..], 3));
        let [first, second] = [vars[0].positive(), vars[1].negative()];
        sink.add_clause(&[first, second]);
        sink.add_at_most_one(&[first, second, !first]);
        sink.add_exactly_one(&[!second, first]);
        sink.add_visible(&vars);
    }

    #[test]
    fn groups_are_written_out_as_pairs_unless_a_sink_does_better() {
        let mut journal = Journal::default();
        write_all(&mut journal);
        let expected = ["[2, -3]", "[-2, 3]", "[-2, 2]", "[3, 2]", "[3, 2]", "[-3, -2]", "show [x2, x3]"];
        assert_eq!(journal.calls, expected);
    }

    #[test]
    fn a_timed_sink_and_a_reference_hand_everything_on_unchanged() {
        let mut own = Cnf::new();
        write_all(&mut own);
        let mut timed = Timed::new(Cnf::new(), Clock::unlimited());
        write_all(&mut timed);
        assert!(!timed.is_over());
        let timed = timed.into_inner();
        assert!(timed.clauses().eq(own.clauses()) && timed.groups().eq(own.groups()));
        assert_eq!((own.num_clauses(), own.num_groups()), (1, 2), "groups stay groups");
        assert_eq!((timed.num_vars(), timed.visible()), (own.num_vars(), own.visible()));
    }

    #[test]
    fn a_timed_sink_is_over_with_its_clock_or_its_sink_and_a_formula_stops_there() {
        let flag = Arc::new(AtomicBool::new(true));
        let mut flagged = Timed::new(Journal::default(), Clock::unlimited().with_flag(Arc::clone(&flag)));
        let mut cnf = Cnf::new();
        cnf.add_clause(&[]);
        cnf.add_exactly_one(&[]);
        cnf.feed(&mut flagged);
        assert!(flagged.is_over() && flagged.sink.calls == ["[]"]);
        flag.store(false, Ordering::Relaxed);
        assert!(!flagged.is_over() && !Cnf::new().is_over());
        cnf.feed(&mut flagged);
        assert_eq!(flagged.into_inner().calls, ["[]", "[]", "[]"]);
        for is_over in [false, true] {
            let mut journal = Journal { is_over, ..Journal::default() };
            assert_eq!(Timed::new(&mut journal, Clock::unlimited()).is_over(), is_over);
        }
    }

    #[test]
    fn a_counter_counts_what_a_formula_would_hold() {
        let [mut counter, mut expected] = [ClauseCounter::default(), ClauseCounter::default()];
        write_all(&mut counter);
        let mut cnf = Cnf::new();
        write_all(&mut cnf);
        cnf.expanded().feed(&mut expected);
        assert_eq!(counter, expected);
        assert_eq!(counter, ClauseCounter { variables: 3, clauses: 6, literals: 12 });
        counter.add_clause(&[Var::from_index(8).negative(), Var::from_index(4).positive()]);
        counter.add_at_most_one(&[]);
        assert_eq!(counter, ClauseCounter { variables: 9, clauses: 7, literals: 14 });
        assert_eq!(counter.new_var().index(), 9);
    }
}
