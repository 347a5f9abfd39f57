//! Marks the clauses that a contradiction rests on.

use super::propagator::{Conflict, Propagator};
use super::trail::Reason;
use crate::local::Local;

/// Finds the clauses and groups behind a conflict and marks them as core.
#[derive(Debug, Default)]
pub(crate) struct Justifier {
    /// Variables whose reasons are marked, all the way back. Those of the top level keep the mark until they lose
    /// their value, since their reasons do not change before.
    justified: Vec<bool>,
    /// Variables still to be looked at.
    stack: Vec<u32>,
    /// Justified variables above the top level, to be forgotten.
    temporary: Vec<u32>,
    /// Groups that were used.
    pub(crate) core_groups: Vec<bool>,
}

impl Justifier {
    pub(crate) fn new(num_vars: usize, num_groups: usize) -> Justifier {
        Justifier { justified: vec![false; num_vars], core_groups: vec![false; num_groups], ..Justifier::default() }
    }

    /// Marks the clauses that a conflict rests on. The first `top_level` literals of the trail are
    /// the top level.
    pub(crate) fn justify_conflict(&mut self, propagator: &mut Propagator, conflict: Conflict, top_level: usize) {
        match conflict {
            Conflict::Clause(clause) => {
                propagator.arena.set_core(clause);
                for lit in propagator.arena.lits(clause) {
                    self.push(lit);
                }
            }
            Conflict::Group(group, first, second) => {
                self.core_groups[group as usize] = true;
                self.push(first);
                self.push(second);
            }
        }
        self.run(propagator, top_level);
    }

    /// Marks the clauses that a true or false literal rests on.
    pub(crate) fn justify_literal(&mut self, propagator: &mut Propagator, lit: Local, top_level: usize) {
        self.push(lit);
        self.run(propagator, top_level);
    }

    /// Forgets a variable of the top level that is to lose its value.
    pub(crate) fn forget(&mut self, var: usize) {
        self.justified[var] = false;
    }

    fn push(&mut self, lit: Local) {
        if !self.justified[lit.var()] {
            self.justified[lit.var()] = true;
            self.stack.push(lit.var() as u32);
        }
    }

    fn run(&mut self, propagator: &mut Propagator, top_level: usize) {
        while let Some(var) = self.stack.pop() {
            if propagator.trail.position(var as usize) >= top_level {
                self.temporary.push(var);
            }
            match propagator.trail.reason(var as usize) {
                Reason::Assumed => {}
                Reason::Clause(clause) => {
                    propagator.arena.set_core(clause);
                    for lit in propagator.arena.lits(clause) {
                        self.push(lit);
                    }
                }
                Reason::Group(group, other) => {
                    self.core_groups[group as usize] = true;
                    self.push(other);
                }
            }
        }
        for var in self.temporary.drain(..) {
            self.justified[var as usize] = false;
        }
    }
}
