//! Variables that others define, and hidden ones, are resolved away.

use std::collections::BTreeSet;

use gordian_formula::{Lit, Var};

use super::define::{Definitions, MOST_CLAUSES};
use super::formula::{Formula, normal};
use crate::engines::component::polls::{Polls, Work};

/// Variables with more occurrences of one literal than this stay.
const MOST_OCCURRENCES: usize = 60;
/// No resolvent is longer.
const LONGEST: usize = 24;
/// Resolvents made at most.
const MOST_STEPS: u64 = 30_000_000;
/// Small steps that a resolvent takes.
const STEPS_PER_RESOLVENT: u64 = 8;

/// Eliminates variables by resolution (Davis and Putnam 1960; bounded: Eén and Biere 2005), each
/// where that does not make more clauses; hidden ones, where it does not make more than `growth` more.
///
/// A hidden variable may always go. A visible one may where clauses over visible variables define
/// it: then each model of what is left extends to exactly one (Lagniez, Lonca, Marquis 2016). If it
/// has weights, both are to be the same, since its value is forgotten.
pub(crate) fn eliminate(formula: &mut Formula, growth: usize, polls: &mut Polls<'_>) -> bool {
    if polls.is_over() {
        return false;
    }
    let mut eliminator = Eliminator::new(formula, growth, polls);
    eliminator.run(polls);
    let (clauses, is_changed) = (eliminator.clauses, eliminator.is_changed);
    formula.clauses = clauses.into_iter().filter(|clause| !clause.is_empty()).collect();
    is_changed
}

struct Eliminator<'a> {
    formula: &'a mut Formula,
    growth: usize,
    clauses: Vec<Vec<Lit>>,
    occurrences: Vec<Vec<u32>>,
    queue: BTreeSet<(usize, u32)>,
    queued: Vec<Option<usize>>,
    definitions: Definitions,
    marks: Vec<bool>,
    steps: u64,
    is_changed: bool,
}

impl<'a> Eliminator<'a> {
    fn new(formula: &'a mut Formula, growth: usize, polls: &mut Polls<'_>) -> Eliminator<'a> {
        let num_vars = formula.num_vars();
        let clauses = std::mem::take(&mut formula.clauses);
        let mut occurrences: Vec<Vec<u32>> = vec![Vec::new(); 2 * num_vars];
        for (at, clause) in clauses.iter().enumerate() {
            // Then nothing is eliminated.
            if polls.step() {
                break;
            }
            for lit in clause {
                occurrences[lit.index()].push(at as u32);
            }
        }
        Eliminator {
            formula,
            growth,
            clauses,
            occurrences,
            queue: BTreeSet::new(),
            queued: vec![None; num_vars],
            definitions: Definitions::new(num_vars),
            marks: vec![false; 2 * num_vars],
            steps: 0,
            is_changed: false,
        }
    }

    fn run(&mut self, polls: &mut Polls<'_>) {
        let mut work = Work::new(polls, u64::MAX);
        for var in 0..self.formula.num_vars() {
            work.steps += 1;
            if work.is_over() {
                return;
            }
            self.enqueue(Var::from_index(var));
        }
        while let Some((_, var)) = self.queue.pop_first() {
            self.queued[var as usize] = None;
            if self.steps > MOST_STEPS || self.formula.is_contradictory() || work.is_over() {
                return;
            }
            let before = self.steps;
            self.try_var(Var::from_index(var as usize), &mut work);
            work.steps += STEPS_PER_RESOLVENT * (self.steps - before);
        }
    }

    /// Puts a variable where it belongs in the queue: those with the least occurrences first.
    fn enqueue(&mut self, var: Var) {
        if let Some(cost) = self.queued[var.index()].take() {
            self.queue.remove(&(cost, var.index() as u32));
        }
        let [positive, negative] = [var.positive(), var.negative()].map(|lit| self.occurrences[lit.index()].len());
        if positive + negative > 0 && positive <= MOST_OCCURRENCES && negative <= MOST_OCCURRENCES {
            let cost = positive * negative;
            self.queue.insert((cost, var.index() as u32));
            self.queued[var.index()] = Some(cost);
        }
    }

    fn try_var(&mut self, var: Var, work: &mut Work<'_, '_>) {
        let positive = self.occurrences[var.positive().index()].clone();
        let negative = self.occurrences[var.negative().index()].clone();
        let mut in_core = None;
        if positive.len() + negative.len() <= MOST_CLAUSES {
            in_core = self.definition(var, &positive, &negative);
            work.steps += self.definitions.steps();
        }
        let weighs = self.formula.scales.as_ref().is_some_and(|scales| !scales.is_balanced(var));
        if weighs || (self.formula.visible[var.index()] && in_core.is_none()) {
            return;
        }
        let growth = if self.formula.visible[var.index()] { 0 } else { self.growth };
        let limit = positive.len() + negative.len() + growth;
        let mut resolvents: Vec<Vec<Lit>> = Vec::new();
        // A checker finds by propagation what follows from a definition without cases.
        let in_core = in_core.filter(|_| self.formula.record.is_none() || !self.definitions.has_cases());
        let is_core = |clause: u32| in_core.as_ref().is_none_or(|core: &Vec<u32>| core.contains(&clause));
        for &first in &positive {
            for &second in &negative {
                // If two clauses outside of a definition contradict each other, one of them
                // contradicts the definition.
                if !is_core(first) && !is_core(second) {
                    continue;
                }
                self.steps += 1;
                let Some(resolvent) = self.resolve(first, second, var) else { continue };
                if resolvents.len() >= limit || resolvent.len() > LONGEST {
                    return;
                }
                resolvents.push(resolvent);
            }
        }
        self.replace(var, positive.into_iter().chain(negative), resolvents);
    }

    /// The clauses that define the variable by visible ones.
    fn definition(&mut self, var: Var, positive: &[u32], negative: &[u32]) -> Option<Vec<u32>> {
        let visible = &self.formula.visible;
        let over_visible = |clause: &&u32| {
            self.clauses[**clause as usize].iter().all(|lit| lit.var() == var || visible[lit.var().index()])
        };
        let numbers: Vec<u32> = positive.iter().chain(negative).filter(over_visible).copied().collect();
        let clauses: Vec<&[Lit]> = numbers.iter().map(|&clause| &self.clauses[clause as usize][..]).collect();
        let core = self.definitions.core(var.positive(), &clauses)?;
        Some(core.into_iter().map(|at| numbers[at]).collect())
    }

    /// The resolvent of two clauses on a variable; `None` if it is always true.
    fn resolve(&mut self, first: u32, second: u32, var: Var) -> Option<Vec<Lit>> {
        let Eliminator { clauses, marks, .. } = self;
        let (first, second) = (&clauses[first as usize], &clauses[second as usize]);
        first.iter().for_each(|lit| marks[lit.index()] = true);
        let mut resolvent: Vec<Lit> = first.iter().copied().filter(|lit| lit.var() != var).collect();
        let mut is_tautology = false;
        for &lit in second.iter().filter(|lit| lit.var() != var) {
            is_tautology |= marks[(!lit).index()];
            if !marks[lit.index()] {
                resolvent.push(lit);
            }
        }
        first.iter().for_each(|lit| marks[lit.index()] = false);
        if is_tautology { None } else { normal(resolvent) }
    }

    fn replace(&mut self, var: Var, old: impl Iterator<Item = u32>, resolvents: Vec<Vec<Lit>>) {
        self.is_changed = true;
        self.formula.gone[var.index()] = true;
        if self.formula.visible[var.index()] {
            self.formula.scales.iter_mut().for_each(|scales| scales.assign(var.positive()));
        }
        let mut touched: BTreeSet<Var> = BTreeSet::new();
        for clause in old {
            let lits = std::mem::take(&mut self.clauses[clause as usize]);
            self.formula.record.iter_mut().for_each(|record| _ = record.forget(&lits));
            for lit in lits {
                self.occurrences[lit.index()].retain(|&other| other != clause);
                touched.insert(lit.var());
            }
        }
        for resolvent in resolvents {
            if resolvent.is_empty() {
                self.formula.contradict();
                return;
            }
            if self.is_subsumed(&resolvent) {
                continue;
            }
            let at = self.clauses.len() as u32;
            for lit in &resolvent {
                self.occurrences[lit.index()].push(at);
            }
            self.formula.record.iter_mut().for_each(|record| record.derive(&resolvent));
            self.clauses.push(resolvent);
        }
        let is_visible = self.formula.visible[var.index()];
        self.formula.record.iter_mut().for_each(|record| record.eliminate(var, is_visible));
        touched.remove(&var);
        for var in touched {
            self.enqueue(var);
        }
    }

    /// Whether another clause lies within this one.
    fn is_subsumed(&mut self, clause: &[Lit]) -> bool {
        clause.iter().for_each(|lit| self.marks[lit.index()] = true);
        let mut is_subsumed = false;
        for lit in clause {
            let list = &self.occurrences[lit.index()];
            self.steps += list.len() as u64;
            is_subsumed = list.iter().any(|&other| {
                let other = &self.clauses[other as usize];
                other.len() <= clause.len() && other.iter().all(|lit| self.marks[lit.index()])
            });
            if is_subsumed {
                break;
            }
        }
        clause.iter().for_each(|lit| self.marks[lit.index()] = false);
        is_subsumed
    }
}
