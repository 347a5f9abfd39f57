//! The solver behind a solver pointer.

use gordian_formula::Lit;
use gordian_solver::{Budget, Callbacks, Outcome, Solver};

/// Ends a search when it says true.
pub(crate) type Terminate = Box<dyn FnMut() -> bool>;
/// Takes a learned clause.
pub(crate) type Learn = Box<dyn FnMut(&[Lit])>;

/// The answer codes of `ipasir_solve`.
const UNKNOWN: i32 = 0;
const SATISFIABLE: i32 = 10;
const UNSATISFIABLE: i32 = 20;

/// A solver, with what IPASIR hands over literal by literal.
#[derive(Default)]
pub(crate) struct Instance {
    solver: Solver,
    /// The clause being added.
    clause: Vec<Lit>,
    /// For the next call of `solve`.
    assumptions: Vec<Lit>,
    /// Sorted, from the last answer.
    core: Vec<Lit>,
    terminate: Option<Terminate>,
    learn: Option<(usize, Learn)>,
    /// Whether nothing can be said any more: a literal made no sense, or a panic was caught.
    is_broken: bool,
}

impl Instance {
    /// Takes a literal of a clause, or its end.
    pub(crate) fn add(&mut self, number: i32) {
        if number == 0 {
            self.solver.add_clause(&self.clause);
            self.clause.clear();
            self.core.clear();
        } else if let Some(lit) = self.literal(number) {
            self.clause.push(lit);
        }
    }

    /// Takes an assumption for the next question.
    pub(crate) fn assume(&mut self, number: i32) {
        let lit = self.literal(number);
        self.assumptions.extend(lit);
    }

    pub(crate) fn solve(&mut self) -> i32 {
        let assumptions = std::mem::take(&mut self.assumptions);
        self.core.clear();
        if self.is_broken {
            return UNKNOWN;
        }
        let mut callbacks = Callbacks::none();
        if let Some(terminate) = &mut self.terminate {
            callbacks = callbacks.with_terminate(&mut **terminate);
        }
        if let Some((longest, learn)) = &mut self.learn {
            callbacks = callbacks.with_learned(*longest, &mut **learn);
        }
        match self.solver.solve_with(&assumptions, &Budget::unlimited(), callbacks) {
            Outcome::Satisfiable => SATISFIABLE,
            Outcome::Unsatisfiable => {
                self.core.extend_from_slice(self.solver.core());
                self.core.sort_unstable();
                UNSATISFIABLE
            }
            Outcome::Unknown(_) => UNKNOWN,
        }
    }

    /// The literal that the model makes true of this one and its negation; 0 without a model.
    pub(crate) fn value(&self, number: i32) -> i32 {
        let value = Lit::from_dimacs(number).and_then(|lit| self.solver.value(lit));
        value.map_or(0, |is_true| if is_true { number } else { -number })
    }

    /// Whether an assumption took part in the refutation.
    pub(crate) fn failed(&self, number: i32) -> bool {
        Lit::from_dimacs(number).is_some_and(|lit| self.core.binary_search(&lit).is_ok())
    }

    pub(crate) fn set_terminate(&mut self, terminate: Option<Terminate>) {
        self.terminate = terminate;
    }

    pub(crate) fn set_learn(&mut self, longest: usize, learn: Option<Learn>) {
        self.learn = learn.map(|learn| (longest, learn));
    }

    /// Answers nothing from now on.
    pub(crate) fn break_off(&mut self) {
        self.is_broken = true;
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// A number that stands for no literal leaves open what the caller meant, so no later answer
    /// could be trusted.
    fn literal(&mut self, number: i32) -> Option<Lit> {
        let lit = Lit::from_dimacs(number);
        self.is_broken |= lit.is_none();
        lit
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    /// Random clauses of three literals that contradict each other, though not at once (numbers of
    /// Lehmer's generator, with the multiplier of Park and Miller).
    pub(crate) fn contradictory_clauses() -> Vec<[i32; 3]> {
        let (num_vars, num_clauses) = (34, 170);
        let mut state: u64 = 1;
        let mut number = || {
            state = state * 48271 % 0x7fff_ffff;
            (1 + state / 2 % num_vars) as i32 * if state.is_multiple_of(2) { 1 } else { -1 }
        };
        (0..num_clauses).map(|_| [(); 3].map(|()| number())).collect()
    }

    fn add(instance: &mut Instance, clause: &[i32]) {
        clause.iter().chain([&0]).for_each(|&number| instance.add(number));
    }

    #[test]
    fn an_answer_can_be_read_until_the_next_clause_or_question() {
        let mut instance = Instance::default();
        add(&mut instance, &[1, 2]);
        assert_eq!(instance.value(1), 0);
        instance.assume(-1);
        assert_eq!(instance.solve(), SATISFIABLE);
        assert_eq!([1, -1, 2, -2].map(|number| instance.value(number)), [-1, -1, 2, 2]);
        instance.assume(-2);
        instance.assume(-1);
        assert_eq!(instance.value(2), 2);
        assert_eq!(instance.solve(), UNSATISFIABLE);
        assert!(instance.failed(-1) && instance.failed(-2) && !instance.failed(1) && !instance.failed(3));
        assert_eq!(instance.value(2), 0);
        add(&mut instance, &[3]);
        assert!(!instance.failed(-1));
        assert_eq!(instance.solve(), SATISFIABLE, "assumptions are for one question");
    }

    #[test]
    fn a_literal_that_makes_no_sense_ends_the_answers() {
        let mut instance = Instance::default();
        add(&mut instance, &[1]);
        assert_eq!(instance.solve(), SATISFIABLE);
        // To read is no harm.
        for number in [0, i32::MIN] {
            assert!(instance.value(number) == 0 && !instance.failed(number) && !instance.is_broken());
        }
        add(&mut instance, &[i32::MIN]);
        assert!(instance.is_broken());
        assert_eq!(instance.solve(), UNKNOWN);
    }

    #[test]
    #[cfg_attr(miri, ignore = "a search that takes minutes when it is interpreted")]
    fn callbacks_are_called_and_can_be_taken_back() {
        let asked = Rc::new(Cell::new(0));
        let mut instance = Instance::default();
        add(&mut instance, &[1, 2, 3]);
        let counter = Rc::clone(&asked);
        instance.set_terminate(Some(Box::new(move || {
            counter.set(counter.get() + 1);
            true
        })));
        assert_eq!(instance.solve(), UNKNOWN);
        instance.set_terminate(None);
        assert_eq!((instance.solve(), asked.get()), (SATISFIABLE, 1));
        let learned = Rc::new(Cell::new(0));
        let counter = Rc::clone(&learned);
        instance.set_learn(
            3,
            Some(Box::new(move |clause| {
                assert!(!clause.is_empty() && clause.len() <= 3);
                counter.set(counter.get() + 1);
            })),
        );
        let clauses = contradictory_clauses();
        let add_all = |instance: &mut Instance, first: i32| {
            for clause in &clauses {
                let moved = clause.map(|number| number + number.signum() * first);
                add(instance, &[moved[0], moved[1], moved[2], first]);
            }
        };
        add_all(&mut instance, 100);
        instance.assume(-100);
        assert_eq!(instance.solve(), UNSATISFIABLE);
        assert!(instance.failed(-100) && learned.get() > 0);
        let before = learned.get();
        instance.set_learn(3, None);
        add_all(&mut instance, 200);
        instance.assume(-200);
        assert_eq!((instance.solve(), learned.get()), (UNSATISFIABLE, before));
    }
}
