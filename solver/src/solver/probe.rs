//! Questions without search: known values, consequences, and preferred phases.

use gordian_formula::{Lit, Var};

use super::Solver;
use crate::budget::Budget;
use crate::outcome::Propagation;
use crate::search::imply::imply;

impl Solver {
    /// Finds the literals that follow from these by unit propagation alone, without search. Nothing
    /// is learned and no phase is saved. As with added constraints, model and core of the last
    /// answer are gone.
    ///
    /// No literal of a variable that simplification removed is known to follow, unless it is
    /// assumed here. An assumption that follows from those before it is among the implied literals.
    ///
    /// ```
    /// use gordian_solver::Solver;
    ///
    /// let mut solver = Solver::new();
    /// let [a, b, c] = [(); 3].map(|()| solver.new_var().positive());
    /// solver.add_clause(&[!a, b]);
    /// solver.add_clause(&[!b, c]);
    /// assert_eq!(solver.propagate(&[a]).implied, [b, c]);
    /// assert!(solver.propagate(&[a, !c]).is_conflict);
    /// ```
    pub fn propagate(&mut self, assumptions: &[Lit]) -> Propagation {
        self.propagate_with(assumptions, false)
    }

    /// Like [`Solver::propagate`], but saves the values as phases. The next search begins with them
    /// unless it has better ones.
    pub fn propagate_and_save(&mut self, assumptions: &[Lit]) -> Propagation {
        self.propagate_with(assumptions, true)
    }

    fn propagate_with(&mut self, assumptions: &[Lit], saves_phases: bool) -> Propagation {
        self.open();
        self.compact();
        let mut lits = Vec::new();
        self.internalize(assumptions, &mut lits);
        self.group(&Budget::unlimited());
        if !self.prepare() {
            return Propagation { implied: Vec::new(), is_conflict: true };
        }
        let mut propagation = imply(&mut self.engine, &mut self.proof, &lits, saves_phases);
        let names = self.external.names();
        propagation.implied = propagation.implied.iter().filter_map(|&lit| names.name(lit)).collect();
        propagation
    }

    /// The value that a literal is known to have in every model, whatever is assumed; `None` where
    /// none is known so far.
    pub fn fixed_value(&self, lit: Lit) -> Option<bool> {
        if let Some(value) = self.external.fixed(lit) {
            return Some(value);
        }
        let internal = self.external.get(lit).filter(|lit| lit.var().index() < self.engine.trail.num_vars())?;
        match self.engine.trail.root_value(internal) {
            0 => None,
            value => Some(value > 0),
        }
    }

    /// From now on tries this literal first when its variable is decided, instead of the value that
    /// the search would choose; where simplification removed the variable, it gets this value
    /// unless its constraints need the other one. Answers stay right whatever is asked for.
    pub fn set_phase(&mut self, lit: Lit) {
        if self.external.fixed(lit).is_some() {
            return;
        }
        let internal = self.external.get(lit).unwrap_or_else(|| self.put_to_use(lit));
        self.engine.phases.force(internal.var(), Some(internal.is_positive()));
    }

    /// Lets the search choose the value of this variable again.
    pub fn unset_phase(&mut self, var: Var) {
        if let Some(internal) = self.external.get(var.positive()) {
            self.engine.phases.force(internal.var(), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::store::random::Random;
    use crate::{Callbacks, Interrupt, Options, Outcome};

    fn random_clauses(random: &mut Random, num_vars: u64, count: u64, longest: u64) -> Vec<Vec<Lit>> {
        let mut lit = || Var::from_index(random.below(num_vars) as usize).lit(random.below(2) > 0);
        let mut clauses = Vec::new();
        for index in 0..count {
            clauses.push((0..1 + index % longest).map(|_| lit()).collect());
        }
        clauses
    }

    /// All that follows by looking at clause after clause until nothing changes; `None` where one becomes false.
    fn closure(clauses: &[Vec<Lit>], assumptions: &[Lit]) -> Option<BTreeSet<Lit>> {
        let mut known: BTreeSet<Lit> = assumptions.iter().copied().collect();
        if known.iter().any(|&lit| known.contains(&!lit)) {
            return None;
        }
        loop {
            let before = known.len();
            for clause in clauses {
                let open: BTreeSet<Lit> = clause.iter().copied().filter(|&lit| !known.contains(&!lit)).collect();
                if clause.iter().any(|lit| known.contains(lit)) {
                    continue;
                }
                let mut open = open.into_iter();
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (Some(last), None) => _ = known.insert(last),
                    _ => {}
                }
            }
            if known.len() == before {
                return Some(known);
            }
        }
    }

    #[test]
    fn propagation_finds_what_looking_at_every_clause_finds() {
        let mut conflicts = 0;
        for seed in 0..if cfg!(miri) { 1 } else { 500 } {
            let mut random = Random::new(seed);
            let clauses = random_clauses(&mut random, 12, 20, 3);
            let mut solver = Solver::new();
            clauses.iter().for_each(|clause| solver.add_clause(clause));
            for _ in 0..5 {
                let count = random.below(5);
                let assumptions = random_clauses(&mut random, 12, count, 1).concat();
                let found = solver.propagate(&assumptions);
                let fixed = closure(&clauses, &[]);
                match closure(&clauses, &assumptions) {
                    None => conflicts += u32::from(found.is_conflict),
                    Some(all) => {
                        let mut known: BTreeSet<Lit> = found.implied.iter().chain(&assumptions).copied().collect();
                        known.extend(fixed.iter().flatten());
                        assert!(!found.is_conflict && known == all, "seed {seed}");
                    }
                }
                assert_eq!(found.is_conflict, closure(&clauses, &assumptions).is_none(), "seed {seed}");
                for lit in fixed.iter().flatten() {
                    assert_eq!((solver.fixed_value(*lit), solver.fixed_value(!*lit)), (Some(true), Some(false)));
                }
            }
        }
        assert!(cfg!(miri) || conflicts > 100);
    }

    #[test]
    fn a_wish_for_a_phase_is_granted_until_it_is_taken_back() {
        let mut solver = Solver::new();
        let lits: Vec<Lit> = (0..6).map(|_| solver.new_var().positive()).collect();
        solver.add_clause(&lits);
        for round in 0..if cfg!(miri) { 4 } else { 64_u32 } {
            let wishes: Vec<Lit> =
                lits.iter().enumerate().map(|(at, lit)| if round >> at & 1 > 0 { *lit } else { !*lit }).collect();
            wishes.iter().for_each(|&wish| solver.set_phase(wish));
            assert_eq!(solver.solve(), Outcome::Satisfiable);
            let granted = wishes.iter().filter(|&&wish| solver.value(wish) == Some(true)).count();
            assert!(granted >= if round == 0 { 5 } else { 6 }, "round {round}");
        }
        lits.iter().for_each(|lit| solver.unset_phase(lit.var()));
        solver.unset_phase(Var::from_index(1000));
        assert_eq!(solver.solve(), Outcome::Satisfiable);
    }

    #[test]
    fn a_wish_for_a_new_variable_leaves_the_model_that_was_found() {
        let mut solver = Solver::new();
        let [a, b, c, d] = [(); 4].map(|()| solver.new_var().positive());
        solver.add_clause(&[a, b]);
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        let before = [a, b, c, d].map(|lit| solver.value(lit));
        for wish in [!d, c] {
            solver.set_phase(wish);
            assert_eq!([a, b, c, d].map(|lit| solver.value(lit)), before);
            assert_eq!([a, b, c, d].map(|lit| solver.value(!lit).map(|value| !value)), before);
            let model = solver.model().unwrap();
            assert_eq!([a, b, c, d].map(|lit| Some(model.satisfies(lit))), before);
        }
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        assert_eq!([c, d].map(|lit| solver.value(lit)), [Some(true), Some(false)]);
    }

    #[test]
    fn wishes_for_phases_change_no_answer() {
        let mut answers = [0, 0];
        for seed in 0..if cfg!(miri) { 1 } else { 400 } {
            let mut random = Random::new(seed);
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            let mut solver = Solver::new();
            for _ in 0..4 {
                let mut new = random_clauses(&mut random, 9, 16, 4);
                new.retain(|clause| clause.len() > 1);
                new.iter().for_each(|clause| solver.add_clause(clause));
                clauses.extend(new);
                random_clauses(&mut random, 9, 5, 1).concat().into_iter().for_each(|wish| solver.set_phase(wish));
                solver.unset_phase(Var::from_index(random.below(9) as usize));
                let is_satisfied =
                    |value: &dyn Fn(Lit) -> bool| clauses.iter().all(|clause| clause.iter().any(|&lit| value(lit)));
                let has_model = (0..1u32 << 9)
                    .any(|bits| is_satisfied(&|lit| (bits >> lit.var().index() & 1 > 0) == lit.is_positive()));
                let answer = solver.solve();
                assert_eq!(answer == Outcome::Satisfiable, has_model, "seed {seed}");
                assert!(!has_model || is_satisfied(&|lit| solver.value(lit) == Some(true)), "seed {seed}");
                answers[usize::from(has_model)] += 1;
            }
        }
        assert!(cfg!(miri) || answers.iter().all(|&count| count > 300), "{answers:?}");
    }

    #[test]
    fn what_is_told_as_learned_follows_from_the_formula() {
        let mut told = 0;
        for seed in 0..if cfg!(miri) { 1 } else { 200 } {
            let mut random = Random::new(seed);
            let clauses = random_clauses(&mut random, 10, 84, 4).into_iter().filter(|clause| clause.len() > 2);
            let clauses: Vec<Vec<Lit>> = clauses.collect();
            // Nothing is answered without learning.
            let mut solver = Solver::with_options(Options::default().with("inprocess", 0));
            // Numbers that are not the internal ones.
            let outside = |lit: Lit| Var::from_index(2 * lit.var().index() + 7).lit(lit.is_positive());
            let inside = |lit: Lit| Var::from_index((lit.var().index() - 7) / 2).lit(lit.is_positive());
            for clause in &clauses {
                solver.add_clause(&clause.iter().map(|&lit| outside(lit)).collect::<Vec<Lit>>());
            }
            let mut learned: Vec<Vec<Lit>> = Vec::new();
            let mut tell = |clause: &[Lit]| learned.push(clause.iter().map(|&lit| inside(lit)).collect());
            let assumptions = random_clauses(&mut random, 10, 3, 1).concat();
            let assumed: Vec<Lit> = assumptions.iter().map(|&lit| outside(lit)).collect();
            solver.solve_with(&assumed, &Budget::unlimited(), Callbacks::none().with_learned(3, &mut tell));
            told += learned.len();
            assert!(learned.iter().all(|clause| clause.len() <= 3));
            for bits in 0..1u32 << 10 {
                let holds = |clause: &Vec<Lit>| {
                    clause.iter().any(|lit| (bits >> lit.var().index() & 1 > 0) == lit.is_positive())
                };
                assert!(!clauses.iter().all(holds) || learned.iter().all(holds), "seed {seed}");
            }
        }
        assert!(cfg!(miri) || told > 30, "{told}");
    }

    #[test]
    fn a_callback_ends_a_call() {
        let mut solver = Solver::new();
        let clauses = random_clauses(&mut Random::new(3), 10, 60, 3);
        clauses.iter().filter(|clause| clause.len() == 3).for_each(|clause| solver.add_clause(clause));
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            true
        };
        let outcome = solver.solve_with(&[], &Budget::unlimited(), Callbacks::none().with_terminate(&mut stop));
        assert_eq!((outcome, asked), (Outcome::Unknown(Interrupt::Terminated), 1));
        assert!(!matches!(solver.solve(), Outcome::Unknown(_)));
    }

    #[test]
    fn a_solver_can_move_to_another_thread() {
        fn is_send<T: Send>(_: &T) {}
        let solver = Solver::new();
        is_send(&solver);
    }
}
