//! The steps that reduce a formula before a diagram is judged (*Reduction of the formula* in
//! `docs/certificates.md`, in whose letters the fields are described).

use std::collections::HashMap;

use gordian_formula::{Clock, Lit, Var, Weights, sorted_set};

use super::refusal::{DnnfRefusal, StepRefusal};
use super::signed::Pair;
use super::units::Units;

/// Resolvents, or values that are tried, between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 8;

/// A step of a reduction.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Add(Vec<Lit>),
    Delete(Vec<Lit>),
    Define(Var),
    Eliminate(Var),
}

/// A formula that is reduced.
pub(super) struct Reduction<'a> {
    /// The clauses of H.
    units: Units,
    /// Their numbers by their literals, sorted.
    numbers: HashMap<Vec<Lit>, Vec<u32>>,
    /// Their numbers by literal, also of some that were taken out.
    occurrences: Vec<Vec<u32>>,
    /// The set W without those variables for which there was an `e`.
    visible: Vec<bool>,
    /// The set D.
    defined: Vec<bool>,
    /// The variables of W for which there was an `e`.
    eliminated: Vec<Var>,
    weights: Option<&'a Weights>,
    clock: &'a Clock,
}

/// The formula that a reduction leaves.
pub(super) struct Reduced {
    pub(super) clauses: Vec<Vec<Lit>>,
    pub(super) visible: Vec<bool>,
    /// Visible variables that are left out. Their values follow from those of the others, and weigh the same.
    pub(super) eliminated: Vec<Var>,
}

impl<'a> Reduction<'a> {
    /// Begins with a formula that has no clauses that are always true.
    pub(super) fn new(
        clauses: &[Vec<Lit>],
        visible: Vec<bool>,
        weights: Option<&'a Weights>,
        clock: &'a Clock,
    ) -> Reduction<'a> {
        let num_vars = visible.len();
        let mut reduction = Reduction {
            units: Units::new(num_vars),
            numbers: HashMap::new(),
            occurrences: vec![Vec::new(); 2 * num_vars],
            visible,
            defined: vec![false; num_vars],
            eliminated: Vec::new(),
            weights,
            clock,
        };
        clauses.iter().for_each(|clause| reduction.add(clause));
        reduction
    }

    /// Does all steps, each with the line that says it.
    pub(super) fn run(mut self, steps: &[(usize, Step)]) -> Result<Reduced, DnnfRefusal> {
        for (line, step) in steps {
            if self.clock.is_over() {
                return Err(DnnfRefusal::Stopped);
            }
            let done = match step {
                Step::Add(clause) => self.derive(clause),
                Step::Delete(clause) => self.delete(clause),
                Step::Define(var) => self.define(*var),
                Step::Eliminate(var) => self.eliminate(*var),
            };
            done.map_err(|halt| match halt {
                Halt::Stopped => DnnfRefusal::Stopped,
                Halt::Refused(reason) => DnnfRefusal::Step { line: *line, reason },
            })?;
        }
        let sorted = |lits: &[Lit]| sorted_set(lits.iter().copied());
        let clauses = self.units.clauses().map(sorted).collect();
        Ok(Reduced { clauses, visible: self.visible, eliminated: self.eliminated })
    }

    fn add(&mut self, clause: &[Lit]) {
        let number = self.units.add(clause);
        let lits = sorted_set(clause.iter().copied());
        lits.iter().for_each(|lit| self.occurrences[lit.index()].push(number));
        self.numbers.entry(lits).or_default().push(number);
    }

    /// The step `i`.
    fn derive(&mut self, clause: &[Lit]) -> Result<(), Halt> {
        if is_tautology(clause) {
            return Err(Halt::Refused(StepRefusal::AlwaysTrue));
        }
        if !self.units.implies(clause.iter().copied()) {
            return Err(Halt::Refused(StepRefusal::NotImplied));
        }
        self.add(clause);
        Ok(())
    }

    /// The step `d`.
    fn delete(&mut self, clause: &[Lit]) -> Result<(), Halt> {
        let lits = sorted_set(clause.iter().copied());
        let number = self.numbers.get_mut(&lits).and_then(Vec::pop);
        let number = number.ok_or(Halt::Refused(StepRefusal::Absent))?;
        // From here on, nothing follows from it.
        self.units.remove(&[number]);
        if self.units.implies(lits.into_iter()) { Ok(()) } else { Err(Halt::Refused(StepRefusal::NotImplied)) }
    }

    /// The step `h`.
    fn define(&mut self, var: Var) -> Result<(), Halt> {
        let is_shown = |var: Var| self.visible[var.index()] && !self.defined[var.index()];
        if !is_shown(var) {
            return Err(Halt::Refused(StepRefusal::Hidden { var }));
        }
        if self.weights.is_some_and(|weights| !Pair::of(weights, var).is_balanced()) {
            return Err(Halt::Refused(StepRefusal::Weighs { var }));
        }
        let clauses = self.with(var.positive()).chain(self.with(var.negative()));
        let others = clauses.map(|number| self.without(number, var).collect::<Vec<Lit>>());
        let others: Vec<Vec<Lit>> = others.filter(|lits| lits.iter().all(|lit| is_shown(lit.var()))).collect();
        if !self.is_contradictory(&others)? {
            return Err(Halt::Refused(StepRefusal::NotDefined { var }));
        }
        self.defined[var.index()] = true;
        Ok(())
    }

    /// The step `e`.
    fn eliminate(&mut self, var: Var) -> Result<(), Halt> {
        if self.visible[var.index()] && !self.defined[var.index()] {
            return Err(Halt::Refused(StepRefusal::Shown { var }));
        }
        let [positive, negative] = [var.positive(), var.negative()].map(|lit| self.with(lit).collect::<Vec<u32>>());
        // From here on, nothing follows from them.
        self.units.remove(&[&positive[..], &negative[..]].concat());
        let mut poller = self.clock.poller(POLL_INTERVAL);
        for &first in &positive {
            let first: Vec<Lit> = self.without(first, var).collect();
            for &second in &negative {
                if poller.is_over() {
                    return Err(Halt::Stopped);
                }
                let second: Vec<Lit> = self.without(second, var).collect();
                if !self.units.implies(first.iter().copied().chain(second)) {
                    return Err(Halt::Refused(StepRefusal::NotEliminated { var }));
                }
            }
        }
        for number in positive.into_iter().chain(negative) {
            let lits = sorted_set(self.units.lits(number).iter().copied());
            if let Some(numbers) = self.numbers.get_mut(&lits) {
                numbers.retain(|&other| other != number);
            }
        }
        if std::mem::replace(&mut self.visible[var.index()], false) {
            self.eliminated.push(var);
        }
        Ok(())
    }

    /// The clauses in which a literal stands.
    fn with(&self, lit: Lit) -> impl Iterator<Item = u32> {
        self.occurrences[lit.index()].iter().copied().filter(|&number| self.units.is_live(number))
    }

    /// The literals of a clause that are of other variables.
    fn without(&self, number: u32, var: Var) -> impl Iterator<Item = Lit> {
        self.units.lits(number).iter().copied().filter(move |lit| lit.var() != var)
    }

    /// Whether no assignment satisfies these clauses, by trying values with unit propagation.
    fn is_contradictory(&self, clauses: &[Vec<Lit>]) -> Result<bool, Halt> {
        let vars = sorted_set(clauses.iter().flatten().map(|lit| lit.var()));
        let own = |lit: &Lit| vars.binary_search(&lit.var()).ok().map(|at| Var::from_index(at).lit(lit.is_positive()));
        let clauses: Vec<Vec<Lit>> = clauses.iter().map(|clause| clause.iter().filter_map(own).collect()).collect();
        let mut units = Units::new(vars.len());
        clauses.iter().for_each(|clause| _ = units.add(clause));
        if units.is_contradictory() {
            return Ok(true);
        }
        // Values of which the other one is still to be tried, and how much was true before each.
        let mut path: Vec<(Lit, usize)> = Vec::new();
        let mut poller = self.clock.poller(POLL_INTERVAL);
        loop {
            if poller.is_over() {
                return Err(Halt::Stopped);
            }
            // The clause with the fewest open literals, so that what does not matter is not tried in all ways.
            let is_open = |clause: &&Vec<Lit>| clause.iter().all(|&lit| units.value(lit) <= 0);
            let num_open = |clause: &&Vec<Lit>| clause.iter().filter(|&&lit| units.value(lit) == 0).count();
            let Some(clause) = clauses.iter().filter(is_open).min_by_key(num_open) else { return Ok(false) };
            let Some(&lit) = clause.iter().find(|&&lit| units.value(lit) == 0) else { return Ok(false) };
            path.push((lit, units.height()));
            let mut is_consistent = units.assume(lit);
            while !is_consistent {
                let Some((lit, height)) = path.pop() else { return Ok(true) };
                units.undo(height);
                is_consistent = units.assume(!lit);
            }
        }
    }
}

/// Whether a clause is always true.
pub(super) fn is_tautology(clause: &[Lit]) -> bool {
    sorted_set(clause.iter().copied()).windows(2).any(|pair| pair[0] == !pair[1])
}

/// Why a step was not done.
enum Halt {
    Stopped,
    Refused(StepRefusal),
}
