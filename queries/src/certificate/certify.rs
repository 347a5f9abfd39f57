//! Listing and proving at once.

use std::fmt;
use std::io;
use std::ops::ControlFlow;

use gordian_formula::{Lit, Model};
use gordian_solver::{Options, Outcome, ProofTracer, Solver};

use super::choice::Choice;
use super::forbid::forbid;
use super::ledger::Ledger;
use super::tree::{Covers, Tree};
use super::write::Certificate;
use crate::collect::Collector;
use crate::engines::cover::Cover;
use crate::engines::reading::Reading;
use crate::engines::task::Found;
use crate::slots::Slots;
use crate::slots::{never_nested, true_slots};
use crate::symmetry::{Filter, SymmetryGroup};
use crate::{Answer, Limits};

/// A count, and what proves it.
pub struct Certified {
    /// The count.
    pub answer: Answer,
    /// The certificate, beside the proof; `None` if the count is not complete.
    pub certificate: Option<Certificate>,
    /// The tracer that the proof went to, finished.
    pub proof: Box<dyn ProofTracer + Send>,
    /// Whether the proof could be written.
    pub written: io::Result<()>,
}

impl fmt::Debug for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Certified { answer, certificate, written, .. } = self;
        f.debug_struct("Certified")
            .field("answer", answer)
            .field("certificate", certificate)
            .field("written", written)
            .finish_non_exhaustive()
    }
}

/// The result of certifying.
pub(crate) struct Done {
    pub(crate) certificate: Certificate,
    pub(crate) proof: Box<dyn ProofTracer + Send>,
    pub(crate) by_cover: bool,
    pub(crate) found: Found,
}

/// Lists the solutions of a formula, or one of each class where the symmetry is one of the formula,
/// and proves that there are no others.
pub(crate) fn certify(
    reading: &Reading<'_>,
    symmetry: Option<&SymmetryGroup>,
    limits: &Limits,
    options: &Options,
    mut proof: Box<dyn ProofTracer + Send>,
    collector: &mut Collector<'_>,
) -> Done {
    let of_formula = symmetry.filter(|group| group.action().is_on_formula());
    let classes = of_formula.map(|group| (group.action(), group.generators()));
    let Reading { cnf, slots, .. } = reading;
    let cover = reading.cover(&limits.clock).ok();
    let choice = classes.and_then(|(action, _)| Choice::best(cnf, slots, cover, action));
    let by_clause = classes.is_none_or(|(action, _)| !action.negates())
        && match cover {
            Some(cover) => is_chosen_by_items(cover, slots),
            None => never_nested(cnf, slots),
        };
    let mut listing = Listing {
        slots,
        ledger: Ledger::new(slots, classes, choice.as_ref()),
        filter: symmetry.filter(|_| of_formula.is_none()).map(|group| Filter::new(group.action())),
        collector,
        slots_of: cover.map_or(Vec::new(), |cover| cover.slots(slots)),
        row: Vec::new(),
    };
    let mut found = Found::default();
    match cover {
        Some(cover) => {
            let option_of = |lit: &Lit| cover.options.iter().position(|option| option == lit);
            let given: Option<Vec<u32>> = choice.as_ref().map(|choice| {
                choice.representatives.iter().filter_map(option_of).map(|option| option as u32).collect()
            });
            found.nodes = Some(Tree::new(cover, &mut *proof).search(given.as_deref(), &mut listing));
        }
        None => {
            let mut options = options.clone();
            if by_clause {
                options = options.with("group_decisions", 1);
            }
            let mut solver = Solver::with_options(options);
            solver.set_proof(proof);
            cnf.feed(&mut solver);
            if let Some(choice) = &choice {
                solver.add_clause(&choice.representatives);
            }
            by_engine(&mut solver, &mut listing, by_clause, limits);
            found.statistics = Some(solver.statistics().clone());
            proof = solver.take_proof().expect("the tracer that was set above");
        }
    }
    let certificate = Certificate::new(cnf, slots, listing.ledger, choice, by_clause, symmetry);
    Done { certificate, proof, by_cover: cover.is_some(), found }
}

/// Brings each solution found to the ledger and to the collector.
struct Listing<'a, 'b, 'c> {
    slots: &'a Slots,
    ledger: Ledger<'a>,
    /// Tells the classes where the group is not one of the formula, so that all solutions are listed.
    filter: Option<Filter<'a>>,
    collector: &'b mut Collector<'c>,
    /// For each option of the cover, its slot if it is a positive literal.
    slots_of: Vec<Option<u32>>,
    row: Vec<u32>,
}

impl Listing<'_, '_, '_> {
    /// Takes the solution in `row`. Tells from which position on blocked images are new.
    fn take(&mut self, model: Option<&Model>) -> ControlFlow<(), usize> {
        let new = match self.ledger.take(self.slots, &self.row, model, self.collector.clock()) {
            Ok(Some(new)) => new,
            Ok(None) => return ControlFlow::Continue(self.ledger.blocked.len()),
            Err(error) => {
                self.collector.fail(error);
                return ControlFlow::Break(());
            }
        };
        match self.ledger.classes {
            Some(_) => self.collector.take_orbit(&self.row, model, new.orbit_size as u128)?,
            None => self.collector.take(&self.row, model, self.filter.as_mut(), 1)?,
        }
        ControlFlow::Continue(new.first_blocked)
    }
}

impl Covers for Listing<'_, '_, '_> {
    fn cover(&mut self, options: &[u32]) -> ControlFlow<()> {
        self.row.clear();
        self.row.extend(options.iter().filter_map(|&option| self.slots_of[option as usize]));
        self.row.sort_unstable();
        self.take(None).map_continue(|_| ())
    }

    fn poll(&mut self) -> ControlFlow<()> {
        self.collector.poll()
    }
}

fn by_engine(solver: &mut Solver, listing: &mut Listing<'_, '_, '_>, by_clause: bool, limits: &Limits) {
    let budget = limits.budget();
    let mut clause = Vec::new();
    while listing.collector.poll().is_continue() {
        match solver.solve_within(&[], &budget) {
            Outcome::Unsatisfiable => return,
            Outcome::Unknown(interrupt) => {
                let _ = listing.collector.stop(interrupt.into());
                return;
            }
            Outcome::Satisfiable => {}
        }
        let Some(model) = solver.model() else { unreachable!("a satisfiable outcome comes with a model") };
        true_slots(listing.slots, &model, &mut listing.row);
        let ControlFlow::Continue(first) = listing.take(Some(&model)) else { return };
        for position in first..listing.ledger.blocked.len() {
            forbid(listing.slots.vars(), listing.ledger.blocked.row(position), by_clause, &mut clause);
            solver.add_clause(&clause);
        }
    }
}

/// Whether unit propagation finds all visible variables from those that are true in a solution: each that is an option
/// stands in an item of positive options only, of which one is true.
fn is_chosen_by_items(cover: &Cover, slots: &Slots) -> bool {
    let slots_of = cover.slots(slots);
    let mut is_found = vec![true; slots.len()];
    for lit in &cover.options {
        if let Some(slot) = slots.of(lit.var()) {
            is_found[slot as usize] = false;
        }
    }
    for item in 0..cover.num_primary as u32 {
        let row = cover.options_of(item).iter().map(|&option| slots_of[option as usize]);
        if let Some(row) = row.collect::<Option<Vec<u32>>>() {
            row.into_iter().for_each(|slot| is_found[slot as usize] = true);
        }
    }
    is_found.into_iter().all(|found| found)
}
